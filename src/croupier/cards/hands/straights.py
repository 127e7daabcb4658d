"""Straights: the longest run of ranks in a hand, which is the whole ranking of Keep It Straight.

Duplicates count once (reading K8), the longest run counts and of equally long ones the higher (K7), and the ace ends
a run at the bottom or at the top but never joins king and deuce (K5, K6). Runs within one suit are in
``straight_flush``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, NamedTuple

from croupier.cards.cards import ACE, rank_name
from croupier.cards.hands.family import Family, Setting
from croupier.cards.hands.vocabulary import Events, Phrase, of_length

LONGEST: Final = 7
"""No game deals a hand of more than seven cards."""

_RANK_BITS: Final = tuple(1 << (card >> 2) for card in range(52))


class Straight(NamedTuple):
    """Length first, then the top card: tuple order is the ranking, and equal tuples tie (reading K9).

    >>> Straight(4, 5) > Straight(3, 14) > Straight(3, 13)
    True
    """

    length: int
    high: int
    """Rank of the top card, 14 for an ace on top; 3 for A-2-3. With no two adjacent ranks, the highest rank held."""


def classify(cards: Iterable[int]) -> Straight:
    """The straight that a hand of any size is played as.

    >>> from croupier.cards.cards import parse_cards
    >>> classify(parse_cards("Ac 2d 3h 3s 9c 9d Jh")), classify(parse_cards("Kc Ad 2h"))
    (Straight(length=3, high=3), Straight(length=2, high=14))
    """
    mask = 0
    for card in cards:
        mask |= _RANK_BITS[card]
    return longest_run(mask)


@cache
def longest_run(mask: int) -> Straight:
    """The best straight in a set of ranks; bit 0 of the mask is the deuce, bit 12 the ace."""
    # Bit r - 1 says that a run of the present length ends at rank r; the ace stands at both ends.
    ends = mask << 1 | mask >> 12
    length = high = 0
    while ends:
        length += 1
        high = ends.bit_length()
        ends &= ends << 1
    # All thirteen ranks would use the ace twice.
    return Straight(min(length, mask.bit_count()), high)


def every_straight(_setting: Setting) -> list[Straight]:
    """The classes of all hands of one to seven cards."""
    return [Straight(length, high) for length in range(1, LONGEST + 1) for high in range(max(length, 2), ACE + 1)]


def at_least(length: int) -> Callable[[Straight, Setting], bool]:
    """The event "a straight of this many cards": longer ones count too, so a table may lack a row (reading P28)."""
    return lambda straight, _setting: straight.length >= length


def _category(straight: Straight) -> str:
    return f"straight_{straight.length}" if straight.length > 1 else "no_straight"


def describe(straight: Straight) -> str:
    if straight.length < 2:
        return "no straight"
    return f"{straight.length}-card straight, {rank_name(straight.high)}-high"


FAMILY: Final = Family(
    name="straights",
    classify=lambda own, dealer, _setting: classify((*own, *dealer)),
    sizes=range(1, LONGEST + 1),
    every_class=every_straight,
    events=Events(
        {f"straight_{length}": at_least(length) for length in range(LONGEST, 1, -1)},
        (
            Phrase(
                "straight",
                "straight:LENGTH:RANKS",
                "straight:5:T+",
                "just this many cards, led by one of these ranks",
                of_length,
            ),
        ),
    ),
    category=_category,
    categories=(*(f"straight_{length}" for length in range(LONGEST, 1, -1)), "no_straight"),
    describe=describe,
)
