"""Every blackjack hand that is not bust, as one table: what it counts, and what it becomes with another card.

A hand is its composition, since order never matters to it. Hands are ordered by their hard points, so that whatever a
hand may become comes after it, and the whole table is worked backward one count at a time.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.hands.blackjack import Total
from croupier.kernels.arrays import Flags, Whole

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
    gone: Whole
    """Cards by value that the hand finds missing from the shoe: its own, and those of hands beside it."""

    @property
    def hands(self) -> int:
        return len(self.held)

    @cached_property
    def may_end(self) -> Whole:
        """The hands that may be stood on: below twelve hard points a card cannot hurt.

        Split aces stand with two cards where they may not draw, and a double stands with three, whatever they count.
        """
        short = (self.size == 2) | (self.size == 3)
        return np.flatnonzero(short | ((self.size > 1) & ((self.hard > 11) | (self.held[:, ACE] > 0))))

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


class Part(NamedTuple):
    """Hands that hold a card of the pair's value, while this many others of that value are gone."""

    pair: int
    others: int


class SplitTable(NamedTuple):
    """The hands of several parts as one table, so that all of them are played together."""

    table: Lattice
    places: tuple[Whole, ...]
    """By part: where the hands of its pair's own table are."""


@lru_cache(maxsize=4)
def split_table(parts: tuple[Part, ...]) -> SplitTable:
    """One table of all these hands. The up-cards of a house nearly always ask for the same parts, one after another."""
    tables = [lattice_of(part.pair)[0] for part in parts]
    hard = np.concatenate([table.hard for table in tables])
    order = np.argsort(hard, kind="stable")
    place = np.empty(len(order) + 1, dtype=np.int64)
    place[order] = np.arange(len(order))
    place[-1] = len(order)
    starts = np.cumsum([0, *(table.hands for table in tables)]).tolist()
    child = np.concatenate(
        [
            np.where(table.child == table.hands, len(order), table.child + start)
            for table, start in zip(tables, starts, strict=False)
        ]
    )
    held = np.concatenate([table.held for table in tables])[order]
    beside = np.concatenate(
        [
            table.held + part.others * np.eye(VALUES, dtype=np.int64)[part.pair]
            for table, part in zip(tables, parts, strict=True)
        ]
    )
    joined = _with_counts(held, place[child[order]], beside[order])
    return SplitTable(joined, tuple(place[first:last] for first, last in pairwise(starts)))


def _table(hands: list[tuple[int, ...]]) -> Lattice:
    place = {hand: at for at, hand in enumerate(hands)}
    held = np.array(hands, dtype=np.int64)
    child = np.array(
        [
            [place.get((*hand[:value], hand[value] + 1, *hand[value + 1 :]), len(hands)) for value in range(VALUES)]
            for hand in hands
        ],
        dtype=np.int64,
    )
    return _with_counts(held, child, held)


def _with_counts(held: Whole, child: Whole, gone: Whole) -> Lattice:
    """A table of hands that are in order already."""
    hard = held @ np.array(HARD_POINTS)
    soft = (held[:, ACE] > 0) & (hard + 10 <= BEST)
    edges = np.searchsorted(hard, np.arange(BEST + 2))
    slices = tuple(slice(int(edges[count]), int(edges[count + 1])) for count in range(BEST, 0, -1))
    counts = tuple(each for each in slices if each.stop > each.start)
    return Lattice(held, held.sum(axis=1), hard, np.where(soft, hard + 10, hard), soft, child, counts, gone)


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
