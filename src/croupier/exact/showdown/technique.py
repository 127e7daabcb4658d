"""What a counting technique owes the showdown solver: the players' hands in groups, and the dealer's against each.

A technique knows how hands of one family are best counted and nothing of wagers. It groups the players' hands so that
all hands of a group have the same class and face the same numbers of dealer's hands, and gives those numbers in bulk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.solution import Cases
from croupier.play.lines import Cards

Floats = NDArray[np.float64]
"""Whole numbers below 2 ** 53, on which float64 sums and products are exact; each use says why they stay below."""
Counts = NDArray[np.int64]
Places = NDArray[np.intp]


def _no_suits(_values: Counts) -> Counts:
    raise TypeError("these groups do not tell the suits of a hand apart")


class Block(NamedTuple):
    """Groups of player's hands, laid out in rows and columns; all groups of a row have the same class."""

    place: Places
    """(rows) the class, as its place in the ranking."""
    row_weight: Floats
    column_weight: Floats
    """(rows), (columns) a group holds ``row_weight * column_weight`` hands."""
    not_qualified: Floats
    lower: Floats
    equal: Floats
    """(rows, columns) the dealer's hands against each hand of the group; all the others are higher."""
    example: Callable[[int, int], Cards]
    """One hand of the group in a row and a column."""
    best_over_suits: Callable[[Counts], Counts] = _no_suits
    """(rows, columns) the greatest over a hand's suits of a number that is given for every set of ranks, as bits."""


class Technique(Protocol):
    """One way to count a game's hands."""

    @property
    def ranking(self) -> Sequence[Any]:
        """Every class of hand, lowest first."""

    @property
    def player_hands(self) -> int:
        """How many hands a player may have."""

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer may have once the player's is known."""

    def blocks(self, first_qualifying: int) -> Iterator[Block]:
        """All groups of player's hands; a dealer qualifies from this place of the ranking on."""

    def cases(self, cards: Cards, first_qualifying: int) -> Cases:
        """The dealer's hands against one given hand."""
