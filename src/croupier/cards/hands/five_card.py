"""Five-card poker hands in the standard order, the best five of up to seven, and thresholds such as "tens up".

Serves Ricochet Poker (RIC 3 to 9) and the All Six wager. One deck is assumed. Events are structural: a
straight flush is also a straight and a flush, a full house holds three of a kind, two pair and a pair, so a table
that lacks a row grades the hand on the rows it has (reading P28). Four of a kind is neither a full house nor two pair.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Final, NamedTuple

from croupier.cards.cards import ACE, rank_name, rank_plural, ranks_text
from croupier.cards.hands import family, vocabulary

_RANKS: Final = range(ACE, 1, -1)
_WHEEL: Final = (ACE, 5, 4, 3, 2)


class Category(IntEnum):
    """The kinds of five-card hand, lowest first; a royal flush is the ace-high straight flush."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8


_BY_SHAPE: Final = {
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
}


class FiveCardHand(NamedTuple):
    """Kind first, then the ranks that decide, most telling first: tuple order is the ranking, equal tuples tie.

    A shorter tuple of ranks sorts before every hand that begins with it. That makes thresholds ("two pair, tens up")
    and two-card hands comparable with five-card hands by plain ``<``.
    """

    category: Category
    ranks: tuple[int, ...]
    """Each rank once, the more frequent and then the higher first; the wheel A-2-3-4-5 is 5, 4, 3, 2, 1."""


ROYAL_FLUSH: Final = FiveCardHand(Category.STRAIGHT_FLUSH, (14, 13, 12, 11, 10))


def classify(cards: Iterable[int]) -> FiveCardHand:
    """The hand that exactly five cards make.

    >>> from croupier.cards.cards import parse_cards
    >>> classify(parse_cards("Tc 4d Th 4s Kc"))
    FiveCardHand(category=<Category.TWO_PAIR: 2>, ranks=(10, 4, 13))
    """
    a, b, c, d, e = cards
    suited = (a ^ b | a ^ c | a ^ d | a ^ e) & 3 == 0
    return _hand(tuple(sorted((a >> 2, b >> 2, c >> 2, d >> 2, e >> 2), reverse=True)), suited)


def best(cards: Sequence[int]) -> FiveCardHand:
    """The best hand that five of the cards make, from five to seven cards.

    >>> from croupier.cards.cards import parse_cards
    >>> best(parse_cards("2c 3c 4c 5c 9c As Ah")).category.name
    'FLUSH'
    """
    hand = _best(tuple(sorted([card >> 2 for card in cards], reverse=True)), False)
    suits = [card & 3 for card in cards]
    for suit in range(4):
        if suits.count(suit) >= 5:
            suited = _best(tuple(sorted([card >> 2 for card in cards if card & 3 == suit], reverse=True)), True)
            hand = max(hand, suited)
    return hand


@cache
def _best(indices: tuple[int, ...], suited: bool) -> FiveCardHand:
    return max(_hand(five, suited) for five in combinations(indices, 5))


@cache
def _hand(indices: tuple[int, ...], suited: bool) -> FiveCardHand:
    """The hand of five ranks in descending order, each as ``card >> 2``."""
    different = set(indices)
    if len(different) < 5:
        groups = sorted([(indices.count(index), index + 2) for index in different], reverse=True)
        return FiveCardHand(_BY_SHAPE[tuple([count for count, _ in groups])], tuple([rank for _, rank in groups]))
    ranks = tuple([index + 2 for index in indices])
    if ranks == _WHEEL:
        ranks = (5, 4, 3, 2, 1)
    if ranks[0] - ranks[4] == 4:
        return FiveCardHand(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, ranks)
    return FiveCardHand(Category.FLUSH if suited else Category.HIGH_CARD, ranks)


# The lowest card that can lead a hand of each kind: two pair are threes up at least, and a straight is five-high.
_LOWEST_LEAD: Final = {
    Category.HIGH_CARD: 7,
    Category.TWO_PAIR: 3,
    Category.STRAIGHT: 5,
    Category.FLUSH: 7,
    Category.STRAIGHT_FLUSH: 5,
}


def threshold(category: Category | str, rank: int | None = None, kickers: tuple[int, ...] = ()) -> FiveCardHand:
    """The mark that a hand of this kind, led by this rank, just meets: "equal to or better" is ``>=`` (reading R2).

    ``kickers`` are the next telling ranks: a second pair, or the cards beside a pair, from the top. Raises
    ``KeyError`` for a kind and ``ValueError`` for ranks that no hand has.

    >>> from croupier.cards.cards import parse_cards
    >>> tens_up = threshold("two_pair", 10)
    >>> classify(parse_cards("Tc Td 2h 2s 3c")) >= tens_up > classify(parse_cards("9c 9d 8h 8s Ac"))
    True
    """
    if isinstance(category, str):
        category = Category[category.upper()]
    if rank is None:
        return FiveCardHand(category, ())
    if not _LOWEST_LEAD.get(category, 2) <= rank <= ACE:
        raise ValueError(f"no {category.name.lower()} is led by rank {rank}")
    mark = FiveCardHand(category, (rank, *kickers))
    if kickers and not any(hand[0] == category and hand[1][: len(mark.ranks)] == mark.ranks for hand in _all_hands()):
        raise ValueError(f"no {category.name.lower()} has the ranks {mark.ranks}")
    return mark


@cache
def _all_hands() -> tuple[FiveCardHand, ...]:
    return tuple(_every_hand(family.Setting()))


def _every_hand(_setting: family.Setting) -> list[FiveCardHand]:
    indices = range(12, -1, -1)
    offsuit = [_hand(five, False) for five in combinations_with_replacement(indices, 5) if five[0] != five[4]]
    return sorted(offsuit + [_hand(five, True) for five in combinations(indices, 5)])


def _leads(_setting: family.Setting) -> list[FiveCardHand]:
    """One mark for each kind and leading rank: no event looks further, save at the royal flush."""
    marks = [
        threshold(category, rank)
        for category in Category
        for rank in reversed(_RANKS)
        if rank >= _LOWEST_LEAD.get(category, 2)
    ]
    return [*marks, ROYAL_FLUSH]


def is_one_of(*categories: IntEnum) -> Callable[[Any, family.Setting], bool]:
    """The event of these kinds."""
    return lambda hand, _setting: hand.category in categories


def _is_at_least(mark: FiveCardHand) -> Callable[[FiveCardHand, family.Setting], bool]:
    return lambda hand, _setting: hand >= mark


_HOLDS_TRIPS: Final = (Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND)


def describe(hand: FiveCardHand) -> str:
    """The hand as players call it, as in "full house, aces over kings"."""
    return "royal flush" if hand == ROYAL_FLUSH else kind_and_ranks(hand.category, hand.ranks)


def kind_and_ranks(category: IntEnum, ranks: tuple[int, ...]) -> str:
    """A poker hand of any size, by the name of its kind."""
    lead = ranks[0]
    match category.name:
        case "HIGH_CARD":
            return f"{rank_name(lead)}-high, {ranks_text(ranks)}"
        case "PAIR":
            return f"pair of {rank_plural(lead)}"
        case "TWO_PAIR":
            return f"two pair, {rank_plural(lead)} and {rank_plural(ranks[1])}"
        case "THREE_OF_A_KIND" | "FOUR_OF_A_KIND":
            return f"{category.name.partition('_')[0].lower()} {rank_plural(lead)}"
        case "FULL_HOUSE":
            return f"full house, {rank_plural(lead)} over {rank_plural(ranks[1])}"
    return f"{category.name.lower().replace('_', ' ')}, {ranks_text(ranks)}"


FAMILY: Final = family.Family(
    name="five_card",
    classify=lambda own, dealer, _setting: (classify if len(own) + len(dealer) == 5 else best)((*own, *dealer)),
    sizes=range(5, 8),
    every_class=_every_hand,
    events=vocabulary.Events(
        {
            "royal_flush": lambda hand, _setting: hand == ROYAL_FLUSH,
            "straight_flush": is_one_of(Category.STRAIGHT_FLUSH),
            "four_of_a_kind": is_one_of(Category.FOUR_OF_A_KIND),
            "full_house": is_one_of(Category.FULL_HOUSE),
            "flush": is_one_of(Category.FLUSH, Category.STRAIGHT_FLUSH),
            "straight": is_one_of(Category.STRAIGHT, Category.STRAIGHT_FLUSH),
            "three_of_a_kind": is_one_of(*_HOLDS_TRIPS),
            "two_pair": is_one_of(Category.TWO_PAIR, Category.FULL_HOUSE),
            "pair": is_one_of(Category.PAIR, Category.TWO_PAIR, *_HOLDS_TRIPS),
        }
        | {f"pair_of_{rank_plural(rank)}_or_better": _is_at_least(threshold(Category.PAIR, rank)) for rank in _RANKS},
        vocabulary.poker_phrases(Category, lambda kind, ranks: threshold(kind, ranks[0] if ranks else None, ranks[1:])),
    ),
    category=lambda hand: "royal_flush" if hand == ROYAL_FLUSH else hand.category.name.lower(),
    categories=("royal_flush", *(category.name.lower() for category in reversed(Category))),
    describe=describe,
    representatives=_leads,
)
