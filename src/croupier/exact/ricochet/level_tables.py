"""The tables of one level of a full table, as the kernels take them: sets, the next level, draws and contests."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Small = NDArray[np.int8]


class Sets(NamedTuple):
    """The sets of one level, and how they look at the next."""

    counts: Ints
    size1: Small
    digits1: Small
    digits2: Small
    in_order: Ints
    starts: Ints
    base: Ints
    """Of the number of draws at hand."""
    onto1: Ints
    """(keys of half 1, 2) what they add to the next level's two keys."""
    onto2: Ints


class Next(NamedTuple):
    """The next level's numbering and values."""

    stays_base: Ints
    """By key 1, for as many draws as now."""
    drawn_base: Ints
    """The same for one draw more."""
    rank: Ints
    worth: Floats
    """(sets, contests)"""


class Draws(NamedTuple):
    """The draws of the seat to act, in rising order of class."""

    ways: Ints
    """(draws, 3) where a block keeps the factors of a draw's number of ways."""
    keys: Ints
    """(draws, 2) what a draw adds to the next level's keys."""
    starts: Ints
    """(classes + 1) where the draws of a class begin."""
    leads: Ints
    """By class, the next level's contest with one holder of it; -1 where it would not stay in."""
    bonus: Floats
    """By draw."""


class Contests(NamedTuple):
    """The contests of one level, in rising order of the best hand."""

    reaches: Ints
    """The first class that is not lower."""
    beats: Ints
    """The first class that is higher."""
    stays: Ints
    """The next level's contest where nothing changes."""
    ties: Ints
    """The next level's contest where the seat shares."""
    lowest: Ints
    """By class, the lowest of the next level's contests that still needs it; as many as there are where none does."""
    first_tie: Ints
    """(classes + 1) by class, the first contest with this best hand or a higher one."""


class Possible(NamedTuple):
    """Which contests a set can lead to."""

    triple: NDArray[np.int32]
    """(types, types, types) the number of three cards of types that do not fall."""
    starts: Ints
    found: Ints
    """By triple, the contests with one holder of a hand that one of these triples made."""
    holders: Ints
    """By contest, how many more contests with the same best hand follow."""
    always: int
    """The contest that was there before; -1 where no player held it."""
