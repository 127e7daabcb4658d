"""Three-card poker hands: straight flush, three of a kind, straight, flush, pair, high card, in that order.

The ranking and its ace (A-K-Q the highest straight, A-2-3 the lowest) are reading T4; suits never break a tie (T9).
Only the Mini-Royal Progressive asks for a suit, so its class, ``MiniRoyalHand``, is apart from the one that hands are
compared by. Events are structural: a straight flush is also a straight and a flush, and three of a kind holds a pair,
so a table that lacks a row grades the hand on the rows it has (P28).
"""

from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from croupier.cards.cards import ACE, SUIT_NAMES
from croupier.cards.hands.family import Family, Setting
from croupier.cards.hands.five_card import is_one_of, kind_and_ranks
from croupier.cards.hands.vocabulary import Event, Events, Phrase, poker_phrases, suit_set

_SPADES: Final = SUIT_NAMES.index("spades")
_RANKS: Final = range(ACE, 1, -1)


class Category(IntEnum):
    """The six kinds of three-card hand, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


class ThreeCardHand(NamedTuple):
    """Kind first, then the ranks that decide, most telling first: tuple order is the ranking, equal tuples tie."""

    category: Category
    ranks: tuple[int, ...]
    """The pair before its kicker, three of a kind once, otherwise from the top; A-2-3 is 3, 2, 1."""


class MiniRoyalHand(NamedTuple):
    """A three-card hand and, for a suited A-K-Q alone, its suit: what the Mini-Royal Progressive pays on."""

    hand: ThreeCardHand
    royal_suit: int | None


MINI_ROYAL: Final = ThreeCardHand(Category.STRAIGHT_FLUSH, (14, 13, 12))


def classify(cards: Iterable[int]) -> ThreeCardHand:
    """The hand that three cards make.

    >>> from croupier.cards.cards import parse_cards
    >>> classify(parse_cards("9c 4d 9h"))
    ThreeCardHand(category=<Category.PAIR: 1>, ranks=(9, 4))
    >>> classify(parse_cards("Ac 2d 3h")) < classify(parse_cards("2c 3d 4h"))
    True
    """
    first, second, third = cards
    suited = (first ^ second | first ^ third) & 3 == 0
    high, middle, low = sorted((first >> 2, second >> 2, third >> 2), reverse=True)
    return _hand(high + 2, middle + 2, low + 2, suited)


def classify_mini_royal(cards: Iterable[int]) -> MiniRoyalHand:
    """The hand as the Mini-Royal Progressive sees it.

    >>> from croupier.cards.cards import parse_cards
    >>> classify_mini_royal(parse_cards("Qs As Ks")).royal_suit
    3
    """
    cards = tuple(cards)
    hand = classify(cards)
    return MiniRoyalHand(hand, cards[0] & 3 if hand == MINI_ROYAL else None)


def is_at_least_high_card(hand: ThreeCardHand, rank: int) -> bool:
    """Whether a hand is this card high or better; a dealer qualifies with queen-high (reading T5)."""
    return hand.category > Category.HIGH_CARD or hand.ranks[0] >= rank


@cache
def _hand(high: int, middle: int, low: int, suited: bool) -> ThreeCardHand:
    if high == low:
        return ThreeCardHand(Category.THREE_OF_A_KIND, (high,))
    if high == middle or middle == low:
        return ThreeCardHand(Category.PAIR, (middle, low if high == middle else high))
    ranks = (3, 2, 1) if (high, middle, low) == (ACE, 3, 2) else (high, middle, low)
    if ranks[0] - ranks[2] == 2:
        return ThreeCardHand(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, ranks)
    return ThreeCardHand(Category.FLUSH if suited else Category.HIGH_CARD, ranks)


def _every_hand(_setting: Setting) -> list[ThreeCardHand]:
    offsuit = [_hand(*ranks, False) for ranks in combinations_with_replacement(_RANKS, 3)]
    return sorted(offsuit + [_hand(*ranks, True) for ranks in combinations(_RANKS, 3)])


def _every_mini_royal_hand(setting: Setting) -> list[MiniRoyalHand]:
    plain = [MiniRoyalHand(hand, None) for hand in _every_hand(setting) if hand != MINI_ROYAL]
    return plain + [MiniRoyalHand(MINI_ROYAL, suit) for suit in range(4)]


def _category(hand: ThreeCardHand) -> str:
    return "mini_royal" if hand == MINI_ROYAL else hand.category.name.lower()


def describe(hand: ThreeCardHand) -> str:
    """The hand as players call it, as in "pair of eights"."""
    return "mini-royal" if hand == MINI_ROYAL else kind_and_ranks(hand.category, hand.ranks)


def _mark(kind: str, ranks: tuple[int, ...]) -> ThreeCardHand:
    """The weakest hand of a kind that begins with these ranks; ValueError where none does."""
    mark = ThreeCardHand(Category[kind.upper()], ranks)
    if not any(hand[0] == mark[0] and hand[1][: len(ranks)] == ranks for hand in _every_hand(Setting())):
        raise ValueError(f"no {kind} has the ranks {ranks}")
    return mark


_PHRASES: Final = poker_phrases(Category, _mark)

_EVENTS: Final[dict[str, Callable[[ThreeCardHand, Setting], bool]]] = {
    "mini_royal": lambda hand, _setting: hand == MINI_ROYAL,
    "straight_flush": is_one_of(Category.STRAIGHT_FLUSH),  # with the mini-royals (reading T7)
    "three_of_a_kind": is_one_of(Category.THREE_OF_A_KIND),
    "straight": is_one_of(Category.STRAIGHT, Category.STRAIGHT_FLUSH),
    "flush": is_one_of(Category.FLUSH, Category.STRAIGHT_FLUSH),
    "pair": is_one_of(Category.PAIR, Category.THREE_OF_A_KIND),
}

FAMILY: Final = Family(
    name="three_card",
    classify=lambda own, dealer, _setting: classify((*own, *dealer)),
    sizes=range(3, 4),
    every_class=_every_hand,
    events=Events(_EVENTS, _PHRASES),
    category=_category,
    categories=("mini_royal", *(category.name.lower() for category in reversed(Category))),
    describe=describe,
)


def _of_hand(event: Event) -> Event:
    return lambda dealt, setting: event(dealt.hand, setting)


def _phrase_of_hand(phrase: Phrase) -> Phrase:
    def build(parts: list[str]) -> Event | None:
        event = phrase.build(parts)
        return event and _of_hand(event)

    return phrase._replace(build=build)


def _royal_of(parts: list[str]) -> Event | None:
    suits = suit_set(parts[0]) if len(parts) == 1 else None
    return None if suits is None else lambda dealt, _setting: dealt.royal_suit in suits


_ROYAL_OF_A_SUIT: Final = Phrase(
    "mini_royal",
    "mini_royal:SUITS",
    "mini_royal:hearts",
    "a mini-royal in one of these suits: clubs, diamonds, hearts, spades, red or black",
    _royal_of,
)


MINI_ROYAL_FAMILY: Final = Family(
    name="mini_royal",
    classify=lambda own, dealer, _setting: classify_mini_royal((*own, *dealer)),
    sizes=range(3, 4),
    names_suits=True,
    every_class=_every_mini_royal_hand,
    events=Events(
        {"mini_royal_spades": lambda dealt, _setting: dealt.royal_suit == _SPADES}
        | {name: _of_hand(event) for name, event in _EVENTS.items()},
        (_ROYAL_OF_A_SUIT, *map(_phrase_of_hand, _PHRASES)),
    ),
    category=lambda dealt: "mini_royal_spades" if dealt.royal_suit == _SPADES else _category(dealt.hand),
    categories=("mini_royal_spades", *FAMILY.categories),
    describe=lambda dealt: (
        describe(dealt.hand) + ("" if dealt.royal_suit is None else f" in {SUIT_NAMES[dealt.royal_suit]}")
    ),
)
