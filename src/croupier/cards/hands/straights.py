"""Straights: the longest run of ranks in a hand, which is the whole ranking of Keep It Straight.

Duplicates count once (reading K8), the longest run counts and of equally long ones the higher (K7), and the ace ends
a run at the bottom or at the top but never joins king and deuce (K5, K6). Runs within one suit are in
``straight_flush``.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from croupier.cards.cards import ACE, Card, rank_name
from croupier.cards.hands.family import LONGEST, Setting, family_of_lengths

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


def cards_of(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that make the straight, from the top; of equal ranks the first.

    >>> from croupier.cards.cards import parse_cards
    >>> cards_of(parse_cards("Ac 2d 3h 3s 9c 9d Jh"))
    (3h, 2d, Ac)
    """
    by_rank: dict[int, Card] = {}
    for card in cards:
        by_rank.setdefault(card.rank, card)
    length, high = classify(by_rank.values())
    return tuple(by_rank[rank if rank > 1 else ACE] for rank in range(high, high - length, -1))


@cache
def longest_run(mask: int) -> Straight:
    """The best straight in a set of ranks; bit 0 of the mask is the deuce, bit 12 the ace."""
    # Bit r - 1 says that a run of the present length ends at rank r; the ace is at both ends.
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


def describe(straight: Straight) -> str:
    """The straight as players call it, as in "5-card straight, nine-high"."""
    if straight.length < 2:
        return "no straight"
    return f"{straight.length}-card straight, {rank_name(straight.high)}-high"


FAMILY: Final = family_of_lengths("straights", "straight", classify, every_straight, describe)
