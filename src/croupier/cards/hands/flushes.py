"""Flushes: the most cards of one suit, the ranking of High Card Flush.

More cards of one suit win, then the highest of them in order; suits are equal (58 Pa. Code 678a.6). One deck is
assumed: two identical cards would count once.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from croupier.cards.cards import ranks_text
from croupier.cards.hands.family import LONGEST, family_of_lengths

_RANKS: Final = range(14, 1, -1)


class Flush(NamedTuple):
    """Length first, then the ranks from the top: tuple order is the ranking.

    A shorter tuple of ranks sorts before every hand that begins with it, so "a 3-card flush, nine-high or better" is
    plainly ``hand >= Flush(3, (9,))``.

    >>> Flush(3, (9, 3, 2)) >= Flush(3, (9,)) > Flush(3, (8, 7, 6))
    True
    """

    length: int
    ranks: tuple[int, ...]


def classify(cards: Iterable[int]) -> Flush:
    """The best flush of a hand.

    >>> from croupier.cards.cards import parse_cards
    >>> classify(parse_cards("2c 9c Kc 3d 4d Ad As"))
    Flush(length=3, ranks=(14, 4, 3))
    """
    return max(map(_whole_suit, suit_masks(cards)))


def suit_masks(cards: Iterable[int]) -> list[int]:
    """The ranks held in clubs, diamonds, hearts and spades; bit 0 is the deuce, bit 12 the ace."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


@cache
def _whole_suit(mask: int) -> Flush:
    return Flush(mask.bit_count(), tuple(rank for rank in _RANKS if mask >> (rank - 2) & 1))


def describe(flush: Flush) -> str:
    """The flush as players call it, as in "4-card flush, K 9 4 2"."""
    return f"{flush.length}-card flush, {ranks_text(flush.ranks)}"


FAMILY: Final = family_of_lengths(
    "flushes",
    "flush",
    classify,
    lambda _setting: sorted(_whole_suit(mask) for mask in range(1, 1 << 13) if mask.bit_count() <= LONGEST),
    describe,
    lambda _setting: [_whole_suit((1 << length) - 1) for length in range(1, LONGEST + 1)],
)
