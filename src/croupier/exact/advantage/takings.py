"""Ways to take given numbers of cards of each rank from what a player leaves, for many players at once.

A *taking* says how many cards of each rank are taken. From a deck of equal suits of which a player holds p of a rank,
e cards of that rank are taken in C(suits - p, e) ways, and a taking in the product of these over its ranks.
"""

from __future__ import annotations

from math import comb, prod

import numpy as np

from croupier.exact.showdown.technique import Counts, Floats, Places


def compositions(ranks: int, suits: int, cards: int) -> Counts:
    """(takings, ranks) every way to take this many cards of this many ranks, each rank up to the number of suits.

    >>> compositions(3, 2, 2).tolist()
    [[0, 0, 2], [0, 1, 1], [0, 2, 0], [1, 0, 1], [1, 1, 0], [2, 0, 0]]
    """
    found = np.zeros((1, 0), dtype=np.int64)
    for left in range(ranks - 1, -1, -1):
        longer = np.repeat(found, suits + 1, axis=0)
        more = np.tile(np.arange(suits + 1), len(found))
        found = np.column_stack([longer, more])
        taken = found.sum(axis=1)
        found = found[(taken <= cards) & (taken + left * suits >= cards)]
    return found


class Takings:
    """All takings of up to this many cards, the fewest first; each has a code, in which ranks are digits."""

    def __init__(self, ranks: int, suits: int, cards: int) -> None:
        self.suits = suits
        self.held = np.concatenate([compositions(ranks, suits, many) for many in range(cards + 1)])
        self.digits = (suits + 1) ** np.arange(ranks, dtype=np.int64)
        codes = self.held @ self.digits
        self._order = np.argsort(codes)
        self._sorted = codes[self._order]
        # The low and the high ranks apart are few enough for the processor's cache.
        self._halves = []
        for half in (slice(0, ranks // 2), slice(ranks // 2, ranks)):
            _, first, part = np.unique(self.held[:, half] @ self.digits[half], return_index=True, return_inverse=True)
            self._halves.append((half, self.held[first, half], part))
        self._choose = np.array(
            [[comb(suits - held, taken) for held in range(suits + 1)] for taken in range(suits + 1)], dtype=np.float64
        )

    def place(self, codes: Counts) -> Places:
        """The places of takings that are given by their codes."""
        return self._order[np.searchsorted(self._sorted, codes)]

    def beside(self, players: Counts) -> tuple[Floats, Floats]:
        """For ``ways``: players are given by (ranks, players) how many cards each holds."""
        low, high = (
            prod(
                (self._choose[taken[:, None], held] for taken, held in zip(parts.T, players[half], strict=True)),
                start=np.ones((1, 1)),
            )
            for half, parts, _ in self._halves
        )
        return low, high

    def ways(self, beside: tuple[Floats, Floats], takings: Places) -> Floats:
        """(takings, players) in how many ways each is taken from what each player leaves."""
        (_, _, low), (_, _, high) = self._halves
        ways: Floats = beside[0][low[takings]]
        ways *= beside[1][high[takings]]
        return ways
