"""The contests that a seat may find, level by level, as few as later hands can tell apart.

A contest is held by players. Of its best hand, later hands can tell only its place among the classes that they can
still make, and whether it is one of them. So all classes between two of those are one *group*. Within a group contests
differ by how many players share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from croupier.exact.ricochet.level_tables import Contests
from croupier.exact.ricochet.pot_rules import Opening
from croupier.kernels.arrays import Whole


@dataclass(frozen=True)
class LevelContests:
    """All contests that players may hold when a seat acts, in rising order of the best hand, then of holders."""

    classes: Whole
    """Every class that the best hand may be of."""
    contest: Whole
    """By class, its contest with one holder."""
    best: Whole
    """By contest, a class that stands for its group."""
    holders: Whole
    """By contest, how many share it."""
    more: Whole
    """By contest with one holder, how many contests with more follow."""
    ties_with: Whole
    """By contest, whether a later hand can tie it."""
    always: int
    """The group of the contest at the beginning, as its contest with one holder; -1 where no player holds it."""

    @property
    def width(self) -> int:
        return len(self.best)

    def of_class(self, classes: Whole) -> Whole:
        """The contests with one holder of these classes."""
        return np.asarray(self.contest[np.searchsorted(self.classes, classes)])


def contests_of(classes: Sequence[Whole], opening: Opening) -> list[LevelContests]:
    """By seat to act: ``classes`` holds, by seat, the classes that its draws can make and that may lead."""
    return [_level(classes[:place], classes[place:], opening) for place in range(len(classes))]


def _level(earlier: Sequence[Whole], later: Sequence[Whole], opening: Opening) -> LevelContests:
    held = [np.array([opening.best])] * opening.players
    counted = np.concatenate([np.zeros(0, dtype=np.int64), *earlier, *held]).astype(np.int64)
    found, most = np.unique(counted, return_counts=True)
    standing = np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *later]).astype(np.int64))
    place = np.searchsorted(standing, found)
    ties = np.zeros(len(found), dtype=bool)
    inside = place < len(standing)
    ties[inside] = standing[place[inside]] == found[inside]
    groups, first, group = np.unique(2 * place + ties, return_index=True, return_inverse=True)
    sizes = np.zeros(len(groups), dtype=np.int64)
    np.maximum.at(sizes, group, most)
    starts = np.cumsum(sizes) - sizes
    width = int(sizes.sum())
    of_group = np.repeat(np.arange(len(groups)), sizes)
    holders = np.arange(width) - starts[of_group] + 1
    more = np.where(holders == 1, sizes[of_group] - 1, 0)
    always = int(starts[group[np.searchsorted(found, opening.best)]]) if opening.players else -1
    return LevelContests(
        found,
        starts[group] if len(group) else np.zeros(0, dtype=np.int64),
        found[first][of_group] if width else np.zeros(0, dtype=np.int64),
        holders,
        more,
        (groups % 2 == 1)[of_group] if width else np.zeros(0, dtype=bool),
        always,
    )


def in_arrays(contests: LevelContests, classes: Whole, following: LevelContests | None) -> Contests:
    """For the kernels: ``classes`` are those of the seat to act; number 0 is every class that cannot lead, and these
    follow.
    """
    reaches = 1 + np.searchsorted(classes, contests.best, side="left")
    beats = 1 + np.searchsorted(classes, contests.best, side="right")
    many = len(classes) + 1
    stays = np.zeros(contests.width, dtype=np.int64)
    if following is not None and contests.width:
        stays = following.of_class(contests.best) + contests.holders - 1
    width = following.width if following is not None else 0
    # Sorted by best hand, the contests that a class does not reach come last.
    least = np.append(np.minimum.accumulate(stays[::-1])[::-1], width)
    first_tie = np.searchsorted(reaches, np.arange(many + 2), side="left")
    return Contests(reaches, beats, stays, stays + 1, least[first_tie[1:]], first_tie)
