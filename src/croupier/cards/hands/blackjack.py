"""Blackjack totals: what a hand counts, whether an ace still counts eleven, and what a blackjack is.

Drawing, splitting and paying are the game's; two different ten-values are not a Perfect Pair (see ``pairs``).
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

_POINTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
_ACE_INDEX: Final = 12


class Total(NamedTuple):
    """The points of a hand; soft while an ace counts eleven."""

    total: int
    soft: bool


def value(card: int) -> int:
    """The points of one card alone: 2 to 10, and 11 for an ace."""
    return 11 if card >> 2 == _ACE_INDEX else _POINTS[card >> 2]


def total(cards: Iterable[int]) -> Total:
    """The best count not above 21 if there is one; one ace counts eleven where that does not bust the hand.

    >>> from croupier.cards.cards import parse_cards
    >>> total(parse_cards("As 6h")), total(parse_cards("As 6h Kd"))
    (Total(total=17, soft=True), Total(total=17, soft=False))
    """
    points = 0
    ace = False
    for card in cards:
        index = card >> 2
        points += _POINTS[index]
        if index == _ACE_INDEX:
            ace = True
    return Total(points + 10, True) if ace and points <= 11 else Total(points, False)


def is_blackjack(cards: Sequence[int]) -> bool:
    """An ace and a ten-value as the first two cards; whether a split hand may be one is the game's affair.

    >>> from croupier.cards.cards import parse_cards
    >>> is_blackjack(parse_cards("As Kh")), is_blackjack(parse_cards("As 5h 5d"))
    (True, False)
    """
    return len(cards) == 2 and total(cards).total == 21
