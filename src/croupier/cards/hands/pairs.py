"""Pairs from a shoe of several decks: the player's first two cards and, for three-card hands, the dealer's up-card.

Serves Perfect Pairs Progressive. A pair is of one rank, not of one value (reading P22); perfect means one suit too,
colored one color, mixed one red and one black (PPP App. A notes 3 to 5). Two-card hands look at the player's two
cards only, three-card hands at the up-card as well (note 7). Events are structural: a perfect pair is also colored,
so a table that lacks a row grades the hand on the rows it has (P28).

The operator's choices are in the ``Setting``: the *chosen* ranks that stand in for the aces, the highest of them being
the *top* rank (P14), and the suit of the suit-specific hands (P13).
"""

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from croupier.cards.cards import ACE
from croupier.cards.hands.family import Family, Setting
from croupier.cards.hands.vocabulary import Event, Events, Phrase, rank_set, suit_set

_IS_RED: Final = (False, True, True, False)
_SUITS: Final = range(4)
_RANKS: Final = range(ACE, 1, -1)


class PairHand(NamedTuple):
    """The pair's rank, its role and its suits in order, and the up-card's suit where it makes three of a kind."""

    role: "Role"
    rank: int | None  # None where the two cards are not a pair.
    suits: tuple[int, ...]
    up_suit: int | None


class Role(IntEnum):
    """What the pair's rank is to the operator's choice of ranks."""

    TOP = 0
    CHOSEN = 1
    OTHER = 2
    NO_PAIR = 3


NO_PAIR: Final = PairHand(Role.NO_PAIR, None, (), None)


def classify(player: Iterable[int], up: int, setting: Setting) -> PairHand:
    """What the player's two cards and the dealer's up-card are to this table.

    >>> from croupier.cards.cards import Card, parse_cards
    >>> classify(parse_cards("As Ah"), Card.parse("Ad"), Setting(decks=6, ranks=(14, 13)))
    PairHand(role=<Role.TOP: 0>, rank=14, suits=(2, 3), up_suit=1)
    """
    first, second = player
    rank = first >> 2
    if rank != second >> 2:
        return NO_PAIR
    return _pair(rank + 2, setting.ranks, first & 3, second & 3, up & 3 if up >> 2 == rank else None)


@cache
def _role(rank: int, chosen: tuple[int, ...]) -> Role:
    """No choice means the aces, as printed."""
    chosen = chosen or (ACE,)
    if rank == max(chosen):
        return Role.TOP
    return Role.CHOSEN if rank in chosen else Role.OTHER


@cache
def _pair(rank: int, chosen: tuple[int, ...], one: int, other: int, up_suit: int | None) -> PairHand:
    return PairHand(_role(rank, chosen), rank, (min(one, other), max(one, other)), up_suit)


def _hands_of(ranks: Iterable[int], setting: Setting) -> Iterator[PairHand]:
    """Every class that this many decks can deal: one deck holds no two identical cards, two decks no three."""
    yield NO_PAIR
    for rank in ranks:
        for suits in combinations_with_replacement(_SUITS, 2):
            for up_suit in (None, *_SUITS):
                if max((*suits, up_suit).count(suit) for suit in suits) <= setting.decks:
                    yield _pair(rank, setting.ranks, *suits, up_suit)


def _is_perfect(hand: PairHand) -> bool:
    return len(set(hand.suits)) == 1


def _is_colored(hand: PairHand) -> bool:
    return len({_IS_RED[suit] for suit in hand.suits}) == 1


def _is_mixed(hand: PairHand) -> bool:
    return len({_IS_RED[suit] for suit in hand.suits}) == 2


def _is_three(hand: PairHand) -> bool:
    return hand.up_suit is not None


def _is_perfect_three(hand: PairHand) -> bool:
    """Three cards of one rank and one suit (reading P6)."""
    return hand.suits == (hand.up_suit, hand.up_suit)


def _is_chosen(hand: PairHand) -> bool:
    return hand.role in (Role.TOP, Role.CHOSEN)


def _is_top(hand: PairHand) -> bool:
    return hand.role == Role.TOP


def _is_three_red(hand: PairHand) -> bool:
    """Any three red cards of one rank (reading P5)."""
    return hand.up_suit is not None and all(_IS_RED[suit] for suit in (*hand.suits, hand.up_suit))


def _doubled_suit_with_colored_third(hand: PairHand, setting: Setting) -> int | None:
    """The suit of the identical two, where the third card of the rank is of the other suit of their color.

    Reading P4: the identical two may lie anywhere among the three cards, or, as the operator chooses, must be the
    player's own.
    """
    if hand.up_suit is None or _is_perfect_three(hand):
        return None
    three = (*hand.suits, hand.up_suit)
    one_color = len({_IS_RED[suit] for suit in three}) == 1
    if not one_color or (setting.colored_ace == "player-pair" and not _is_perfect(hand)):
        return None
    # Three cards in the two suits of one color: one suit appears twice.
    return max(three, key=three.count)


def _category(hand: PairHand) -> str:
    """By the player's two cards: every three-card hand holds a pair of them."""
    if hand.role == Role.NO_PAIR:
        return "no_pair"
    if _is_perfect(hand):
        return "perfect_pair"
    return "colored_pair" if _is_colored(hand) else "mixed_pair"


def describe(hand: PairHand) -> str:
    """The pair as the table names it."""
    pair = _category(hand).replace("_", " ")
    if hand.up_suit is None:
        return pair
    return "three identical cards" if _is_perfect_three(hand) else f"three of a kind with a {pair}"


def _phrase(form: str, example: str, is_one: Callable[[PairHand], bool], cards: str) -> Phrase:
    """An event narrowed by what its form names: the pair's ranks, the suits of all its cards, or both in this order."""
    word, *_ = form.replace("[", ":").split(":")
    three = word.endswith("three_of_a_kind")

    def build(parts: list[str]) -> Event | None:
        rest = list(parts)
        ranks = rank_set(rest[0]) if rest and "RANKS" in form else None
        del rest[: ranks is not None]
        suits = suit_set(rest[0]) if rest and "SUITS" in form else None
        del rest[: suits is not None]
        if rest or (ranks is None and suits is None):
            return None
        return lambda hand, _setting: (
            is_one(hand)
            and (ranks is None or hand.rank in ranks)
            and (suits is None or suits.issuperset((*hand.suits, hand.up_suit) if three else hand.suits))
        )

    return Phrase(word, form, f"{word}:{example}", cards, build)


_SUIT_WORDS: Final = "clubs, diamonds, hearts, spades, red or black"
_PHRASES: Final = (
    _phrase(
        "perfect_three_of_a_kind[:RANKS][:SUITS]",
        "K/Q/J:hearts",
        _is_perfect_three,
        f"three cards of one rank and suit: of these ranks, in these suits ({_SUIT_WORDS}), or both",
    ),
    _phrase("three_of_a_kind:RANKS", "7", _is_three, "three cards of one of these ranks"),
    _phrase(
        "perfect_top:SUITS",
        "hearts",
        lambda hand: _is_top(hand) and _is_perfect(hand),
        f"two cards of the top rank and one suit, in these suits: {_SUIT_WORDS}",
    ),
    _phrase(
        "perfect_pair[:RANKS][:SUITS]",
        "K/Q/J",
        _is_perfect,
        f"two cards of one rank and suit: of these ranks, in these suits ({_SUIT_WORDS}), or both",
    ),
    _phrase(
        "colored_pair[:RANKS][:SUITS]",
        "2-T:red",
        _is_colored,
        f"a pair of one color: of these ranks, in these suits ({_SUIT_WORDS}), or both",
    ),
    _phrase("mixed_pair:RANKS", "J+", _is_mixed, "a red and a black card of one of these ranks"),
    _phrase("pair:RANKS", "A", lambda hand: hand.rank is not None, "a pair of one of these ranks, whatever its suits"),
)


FAMILY: Final = Family(
    name="pairs",
    classify=lambda own, dealer, setting: classify(own, dealer[0], setting),
    sizes=range(3, 4),
    whose_matters=True,
    names_suits=True,
    from_a_shoe=True,
    every_class=lambda setting: _hands_of(_RANKS, setting),
    # The plain events know a rank by its role alone.
    representatives=lambda setting: _hands_of({_role(rank, setting.ranks): rank for rank in _RANKS}.values(), setting),
    events=Events(
        {
            "three_perfect_chosen_suit": lambda hand, setting: (
                _is_chosen(hand) and _is_perfect_three(hand) and hand.up_suit == setting.suit
            ),
            "three_perfect_chosen": lambda hand, _setting: _is_chosen(hand) and _is_perfect_three(hand),
            "two_perfect_top_suit_plus_colored": lambda hand, setting: (
                _is_top(hand) and _doubled_suit_with_colored_third(hand, setting) == setting.suit
            ),
            "two_perfect_top_plus_colored": lambda hand, setting: (
                _is_top(hand) and _doubled_suit_with_colored_third(hand, setting) is not None
            ),
            "three_red_top": lambda hand, _setting: _is_top(hand) and _is_three_red(hand),
            "three_top": lambda hand, _setting: _is_top(hand) and _is_three(hand),
            "perfect_three_of_a_kind": lambda hand, _setting: _is_perfect_three(hand),
            "three_of_a_kind": lambda hand, _setting: _is_three(hand),
            "perfect_top_suit": lambda hand, setting: _is_top(hand) and hand.suits == (setting.suit, setting.suit),
            "perfect_top": lambda hand, _setting: _is_top(hand) and _is_perfect(hand),
            "perfect_pair_suit": lambda hand, setting: hand.suits == (setting.suit, setting.suit),
            "perfect_pair": lambda hand, _setting: _is_perfect(hand),
            "colored_pair": lambda hand, _setting: _is_colored(hand),
            "mixed_pair": lambda hand, _setting: _is_mixed(hand),
        },
        _PHRASES,
    ),
    category=_category,
    categories=("perfect_pair", "colored_pair", "mixed_pair", "no_pair"),
    describe=describe,
)
