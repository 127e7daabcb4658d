"""The hands that are hardest to play: where the best bet is hardly better than the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.technique import Block, Floats
from croupier.play.lines import Cards

MOST: Final = 12


class Closest:
    """Of every class the hand with the smallest difference, found while the groups go by."""

    def __init__(self, classes: int) -> None:
        self._difference = np.full(classes, np.inf)
        self._where: dict[int, tuple[Callable[[int, int], Cards], int, int]] = {}

    def look(self, block: Block, worth: list[Floats], offered: NDArray[np.bool_]) -> None:
        """``worth`` is (rows, columns) for each bet, ``offered`` (rows, bets) whether it may be made."""
        best = np.full_like(worth[0], -np.inf)
        following = best
        for bet, each in enumerate(worth):
            allowed = offered[:, bet, None]
            each = each if allowed.all() else np.where(allowed, each, -np.inf)
            following = np.maximum(following, np.minimum(best, each))
            best = np.maximum(best, each)
        # With a single legal bet the gap is infinite.
        difference = best - following
        column = difference.argmin(axis=1)
        least = difference[np.arange(len(column)), column]
        order = np.lexsort((least, block.place))
        _, first = np.unique(block.place[order], return_index=True)
        for row in order[first].tolist():
            place = int(block.place[row])
            if least[row] < self._difference[place]:
                self._difference[place] = least[row]
                self._where[place] = (block.example, row, int(column[row]))

    def hands(self) -> list[Cards]:
        """The closest of all, lowest class first."""
        nearest = sorted(self._where, key=lambda place: (self._difference[place], place))[:MOST]
        return [example(row, column) for example, row, column in map(self._where.__getitem__, sorted(nearest))]
