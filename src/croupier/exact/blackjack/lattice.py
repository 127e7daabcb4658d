"""Every blackjack hand that is not bust, as one table: what it counts, and what it becomes with another card.

A hand is its composition, since order never matters to it. Hands are ordered by their hard points, so that whatever a
hand may become comes after it, and the whole table is worked backward one count at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

import numpy as np

from croupier.cards.hands.blackjack import Total
from croupier.sim.arrays import Flags, Whole

HARD_POINTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
"""By place in a composition, an ace being one."""
VALUES: Final = len(HARD_POINTS)
BEST: Final = 21
TEN, ACE = 8, 9
"""Places in a composition."""


@dataclass(frozen=True)
class Lattice:
    """Hands of one card or more, lowest hard points first; all arrays run over the hands."""

    held: Whole
    """Cards by value."""
    size: Whole
    hard: Whole
    points: Whole
    """What the hand counts: its best total."""
    soft: Flags
    child: Whole
    """By value drawn: the hand that comes of it, or the number of hands where it is bust."""
    counts: tuple[slice, ...]
    """The hands of each hard count, highest first."""

    @property
    def hands(self) -> int:
        return len(self.held)

    @cached_property
    def totals(self) -> tuple[Total, ...]:
        return tuple(Total(int(points), bool(soft)) for points, soft in zip(self.points, self.soft, strict=True))

    @cached_property
    def _singles(self) -> dict[int, int]:
        """By value, the place of the hand of one such card."""
        return {int(self.held[at].argmax()): int(at) for at in np.flatnonzero(self.size == 1)}

    def place(self, *values: int) -> int:
        """The place of the hand of these values."""
        at = self._singles[values[0]]
        for drawn in values[1:]:
            at = int(self.child[at, drawn])
        return at


@cache
def lattice() -> Lattice:
    """All hands that an endless shoe could give.

    >>> lattice().hands
    3082
    """
    found = sorted(_hands(), key=lambda hand: (_hard(hand), hand))
    return _table(found)


@cache
def lattice_of(value: int) -> tuple[Lattice, Whole]:
    """The hands that hold a card of this value, and the place of each among all hands."""
    whole = lattice()
    chosen = np.flatnonzero(whole.held[:, value] > 0)
    return _table([tuple(int(each) for each in row) for row in whole.held[chosen]]), chosen


def _table(hands: list[tuple[int, ...]]) -> Lattice:
    place = {hand: at for at, hand in enumerate(hands)}
    held = np.array(hands, dtype=np.int64)
    hard = held @ np.array(HARD_POINTS)
    soft = (held[:, ACE] > 0) & (hard + 10 <= BEST)
    child = np.array(
        [
            [place.get((*hand[:value], hand[value] + 1, *hand[value + 1 :]), len(hands)) for value in range(VALUES)]
            for hand in hands
        ],
        dtype=np.int64,
    )
    edges = np.searchsorted(hard, np.arange(BEST + 2))
    slices = tuple(slice(int(edges[count]), int(edges[count + 1])) for count in range(BEST, 0, -1))
    counts = tuple(each for each in slices if each.stop > each.start)
    return Lattice(held, held.sum(axis=1), hard, np.where(soft, hard + 10, hard), soft, child, counts)


def _hard(hand: tuple[int, ...]) -> int:
    return sum(count * points for count, points in zip(hand, HARD_POINTS, strict=True))


def _hands() -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for points in HARD_POINTS:
        longer = []
        for hand in found:
            room = BEST - _hard(hand + (0,) * (VALUES - len(hand)))
            longer += [(*hand, count) for count in range(room // points + 1)]
        found = longer
    return [hand for hand in found if any(hand)]
