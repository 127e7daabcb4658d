"""The hands of Lantern Road: three cards to compare, two to glow, and what player and dealer have in common."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations
from typing import NamedTuple

from croupier.cards.cards import ACE, rank_name, rank_plural, ranks_text, stripped_deck
from croupier.cards.hands import Family, Setting

DECK = stripped_deck(range(10, ACE + 1), (2, 3))


class Lantern(NamedTuple):
    """Kind first, then the ranks that decide: tuple order is the ranking."""

    kind: Kind
    ranks: tuple[int, ...]


class Kind(IntEnum):
    """The kinds of three-card hand, lowest first, the rarer the higher."""

    SPARK = 0
    TWINS = 1
    PATH = 2
    FLAME = 3
    BEACON = 4


def lantern(cards: Sequence[int]) -> Lantern:
    """The hand that three cards make."""
    high, middle, low = sorted(((card >> 2) + 2 for card in cards), reverse=True)
    if high == middle or middle == low:
        return Lantern(Kind.TWINS, (middle, low if high == middle else high))
    suited = len({card & 3 for card in cards}) == 1
    if high - low == 2:
        return Lantern(Kind.BEACON if suited else Kind.PATH, (high, middle, low))
    return Lantern(Kind.FLAME if suited else Kind.SPARK, (high, middle, low))


def describe(hand: Lantern) -> str:
    if hand.kind == Kind.TWINS:
        return f"twin {rank_plural(hand.ranks[0])}, {rank_name(hand.ranks[1])} beside"
    return f"{hand.kind.name.lower()}, {ranks_text(hand.ranks)}"


class Ember(NamedTuple):
    """Two cards: their ranks, and whether they share a suit."""

    high: int
    low: int
    suited: bool


def ember(cards: Sequence[int]) -> Ember:
    low, high = sorted((card >> 2) + 2 for card in cards)
    return Ember(high, low, cards[0] & 3 == cards[1] & 3)


def _ember_category(hand: Ember) -> str:
    if hand.high == hand.low:
        return "pair"
    return "suited" if hand.suited else "offsuit"


def describe_ember(hand: Ember) -> str:
    if hand.high == hand.low:
        return f"pair of {rank_plural(hand.high)}"
    return f"{ranks_text((hand.high, hand.low))} {_ember_category(hand)}"


class Crossing(NamedTuple):
    """How many of the player's two ranks the dealer also holds."""

    met: int


def crossing(own: Sequence[int], dealer: Sequence[int]) -> Crossing:
    theirs = {card >> 2 for card in dealer}
    return Crossing(len({card >> 2 for card in own} & theirs))


def _lanterns(_setting: Setting) -> list[Lantern]:
    return sorted({lantern(cards) for cards in combinations(DECK, 3)})


def _embers(_setting: Setting) -> list[Ember]:
    return sorted({ember(cards) for cards in combinations(DECK, 2)})


FAMILIES = [
    Family(
        name="lanterns",
        classify=lambda own, dealer, _setting: lantern((*own, *dealer)),
        sizes=range(3, 4),
        every_class=_lanterns,
        events={"twins_or_better": lambda hand, _setting: hand.kind >= Kind.TWINS},
        category=lambda hand: hand.kind.name.lower(),
        categories=tuple(kind.name.lower() for kind in reversed(Kind)),
        describe=describe,
    ),
    Family(
        name="embers",
        classify=lambda own, dealer, _setting: ember((*own, *dealer)),
        sizes=range(2, 3),
        every_class=_embers,
        events={
            "pair_of_aces": lambda hand, _setting: hand.low == ACE,
            "pair": lambda hand, _setting: hand.high == hand.low,
            "suited_neighbors": lambda hand, _setting: hand.suited and hand.high - hand.low == 1,
        },
        category=_ember_category,
        categories=("pair", "suited", "offsuit"),
        describe=describe_ember,
    ),
    Family(
        name="crossroads",
        classify=lambda own, dealer, _setting: crossing(own, dealer),
        sizes=range(5, 6),
        whose_matters=True,
        every_class=lambda _setting: [Crossing(met) for met in range(3)],
        events={
            "both_met": lambda hand, _setting: hand.met == 2,
            "one_met": lambda hand, _setting: hand.met >= 1,
        },
        category=lambda hand: ("none_met", "one_met", "both_met")[hand.met],
        categories=("both_met", "one_met", "none_met"),
        describe=lambda hand: ("no rank met", "one rank met", "both ranks met")[hand.met],
    ),
]
