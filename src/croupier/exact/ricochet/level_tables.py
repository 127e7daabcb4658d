"""The tables of one level of a full table, as the kernels take them: sets, the next level, draws and contests."""

from __future__ import annotations

from typing import NamedTuple

from croupier.kernels.arrays import Floats, Int8s, Int32s, Whole


class Sets(NamedTuple):
    """The sets of one level, and how they look at the next."""

    counts: Whole
    size1: Int8s
    digits1: Int8s
    digits2: Int8s
    in_order: Whole
    starts: Whole
    base: Whole
    """Of the number of draws at hand."""
    onto1: Whole
    """(keys of half 1, 2) what they add to the next level's two keys."""
    onto2: Whole


class Next(NamedTuple):
    """The next level's numbering and values."""

    stays_base: Whole
    """By key 1, for as many draws as now."""
    drawn_base: Whole
    """The same for one draw more."""
    rank: Whole
    worth: Floats
    """(sets, contests)"""


class Draws(NamedTuple):
    """The draws of the seat to act, in rising order of class."""

    ways: Whole
    """(draws, 3) where a block keeps the factors of a draw's number of ways."""
    keys: Whole
    """(draws, 2) what a draw adds to the next level's keys."""
    starts: Whole
    """(classes + 1) where the draws of a class begin."""
    leads: Whole
    """By class, the next level's contest with one holder of it; -1 where it would not stay in."""
    bonus: Floats
    """By draw."""


class Contests(NamedTuple):
    """The contests of one level, in rising order of the best hand."""

    reaches: Whole
    """The first class that is not lower."""
    beats: Whole
    """The first class that is higher."""
    stays: Whole
    """The next level's contest where nothing changes."""
    ties: Whole
    """The next level's contest where the seat shares."""
    lowest: Whole
    """By class, the lowest of the next level's contests that still needs it; their number where none does."""
    first_tie: Whole
    """(classes + 1) by class, the first contest with this best hand or a higher one."""


class Possible(NamedTuple):
    """Which contests a set can lead to."""

    triple: Int32s
    """(types, types, types) the number of a draw of three cards, types in rising order."""
    starts: Whole
    found: Whole
    """By triple, the contests with one holder of a hand that one of these triples made."""
    holders: Whole
    """By contest, how many more contests with the same best hand follow."""
    always: int
    """The contest that was there before; -1 where no player held it."""
