"""Ricochet Poker's two-card hands: their order, the order of acting, and what the Pocket Bonus sees of them.

Two cards make a pair or a high card, never a straight or a flush (reading R6). Suits order the acting only (R22);
the Pocket Bonus also asks whether the two are suited, so its class, ``PocketHand``, is apart from the one that hands
are compared by. Five-card hands are in ``five_card``, two cards against five in ``rapid_fire``.
"""

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Final, NamedTuple

from croupier.cards.cards import ACE, rank_plural, ranks_text
from croupier.cards.hands.family import Family, Setting
from croupier.cards.hands.five_card import Category, FiveCardHand
from croupier.cards.hands.vocabulary import Event, Events, Phrase, from_mark, rank_set

_JACK: Final = 11
_RANKS: Final = range(ACE, 1, -1)


class TwoCardHand(NamedTuple):
    """A pair beats a high card, then the ranks decide: tuple order is the ranking, equal tuples tie."""

    paired: bool
    ranks: tuple[int, ...]  # The pair's rank once, or both ranks from the top.


class PocketHand(NamedTuple):
    """What the Pocket Bonus pays on: the two-card hand and whether it is suited."""

    paired: bool
    ranks: tuple[int, ...]
    suited: bool


def classify(cards: Iterable[int]) -> TwoCardHand:
    """The hand that two cards make.

    >>> from croupier.cards.cards import parse_cards
    >>> classify(parse_cards("Ac Kc")) < classify(parse_cards("2c 2d"))
    True
    """
    first, second = cards
    one, other = (first >> 2) + 2, (second >> 2) + 2
    if one == other:
        return TwoCardHand(True, (one,))
    return TwoCardHand(False, (one, other) if one > other else (other, one))


def classify_pocket(cards: Iterable[int]) -> PocketHand:
    """The hand as the Pocket Bonus sees it."""
    first, second = cards
    return PocketHand(*classify((first, second)), suited=(first ^ second) & 3 == 0)


def acting_key(cards: Iterable[int]) -> tuple[TwoCardHand, int]:
    """Sort players by this to get the acting order; no two hands of one deck share a key.

    Equal hands act in the order of the suit of their highest card, of a pair the better suit (RIC 4, reading R6).

    >>> from croupier.cards.cards import parse_cards
    >>> acting_key(parse_cards("6d 6h")) < acting_key(parse_cards("6s 6c"))
    True
    """
    first, second = cards
    # Cards sort by rank and then by suit, so the higher card holds the deciding suit in both cases.
    return classify((first, second)), max(first, second) & 3


def five_beats_two(five: FiveCardHand, two: TwoCardHand) -> bool:
    """Whether a completed hand beats one that still waits; they never tie.

    A five-card hand that begins with the very same ranks wins: a kicker beats no kicker (reading R9).
    """
    return five > FiveCardHand(Category.PAIR if two.paired else Category.HIGH_CARD, two.ranks)


EVERY_HAND: Final = (
    *(TwoCardHand(True, (rank,)) for rank in _RANKS),
    *(TwoCardHand(False, ranks) for ranks in combinations(_RANKS, 2)),
)
"""Best first."""


def _is_ace_with_a_face(pocket: PocketHand, _setting: Setting) -> bool:
    return not pocket.paired and pocket.ranks[0] == ACE and pocket.ranks[1] >= _JACK


def _category(pocket: PocketHand) -> str:
    if pocket.paired:
        return "pair_of_aces" if pocket.ranks == (ACE,) else "pair"
    if _is_ace_with_a_face(pocket, Setting()):
        return f"ace_king_queen_or_jack_{'suited' if pocket.suited else 'offsuit'}"
    return "high_card"


def describe(two: TwoCardHand | PocketHand) -> str:
    """The two cards as players call them, as in "pair of eights"."""
    if two.paired:
        return f"pair of {rank_plural(two.ranks[0])}"
    return ranks_text(two.ranks) + (" suited" if isinstance(two, PocketHand) and two.suited else "")


def _pair_of(parts: list[str]) -> Event | None:
    ranks = rank_set(parts[0]) if len(parts) == 1 else None
    return None if ranks is None else lambda pocket, _setting: pocket.paired and pocket.ranks[0] in ranks


def _holding(suited: bool | None) -> Callable[[list[str]], Event | None]:
    """Two cards of different rank, the higher and the lower each in its set; any two where nothing follows."""

    def build(parts: list[str]) -> Event | None:
        sets = [rank_set(part) for part in parts]
        if len(sets) not in (0, 2) or None in sets or (suited is None and not sets):
            return None
        return lambda pocket, _setting: (
            not pocket.paired
            and (suited is None or pocket.suited == suited)
            and all(rank in wanted for rank, wanted in zip(pocket.ranks, sets, strict=False) if wanted is not None)
        )

    return build


def _mark(kind: str, ranks: tuple[int, ...]) -> TwoCardHand:
    """The lowest hand of a kind that begins with these ranks."""
    mark = TwoCardHand({"pair": True, "cards": False}[kind], ranks)
    if not any(hand.paired == mark.paired and hand.ranks[: len(ranks)] == ranks for hand in EVERY_HAND if ranks):
        raise ValueError(f"no {kind} begins with these ranks")
    return mark


PAIR: Final = Phrase("pair", "pair:RANKS", "pair:K/Q/J", "a pair of one of these ranks", _pair_of)
CARDS: Final = Phrase(
    "cards", "cards:HIGH:LOW", "cards:A:T+", "two cards of different ranks, suited or not", _holding(None)
)
AT_LEAST: Final = Phrase(
    "at_least",
    "at_least:KIND:RANK[:RANK]",
    "at_least:cards:A:K",
    "this pair, or these cards (KIND is `pair` or `cards`), or any better hand; a pair is better than two other cards",
    from_mark(_mark),
)
_PHRASES: Final = (
    PAIR,
    Phrase("suited", "suited[:HIGH:LOW]", "suited:A:K", "two suited cards, the higher and the lower", _holding(True)),
    Phrase("offsuit", "offsuit[:HIGH:LOW]", "offsuit:A:Q/J", "two cards of different suits and ranks", _holding(False)),
    CARDS,
    AT_LEAST,
)

FAMILY: Final = Family(
    name="two_card",
    classify=lambda own, dealer, _setting: classify_pocket((*own, *dealer)),
    sizes=range(2, 3),
    every_class=lambda _setting: [
        PocketHand(*two, suited) for two in EVERY_HAND for suited in ((False,) if two.paired else (True, False))
    ],
    events=Events(
        {
            "pair_of_aces": lambda pocket, _setting: pocket.ranks == (ACE,),
            "ace_king_queen_or_jack_suited": lambda pocket, setting: (
                pocket.suited and _is_ace_with_a_face(pocket, setting)
            ),
            "ace_king_queen_or_jack": _is_ace_with_a_face,
            "pair": lambda pocket, _setting: pocket.paired,
        },
        _PHRASES,
    ),
    category=_category,
    categories=(
        "pair_of_aces",
        "ace_king_queen_or_jack_suited",
        "ace_king_queen_or_jack_offsuit",
        "pair",
        "high_card",
    ),
    describe=describe,
)
