"""The chances of a total of many rounds, by convolution in floating point with a bound on every error.

Chances are never negative and nothing is subtracted, so sums keep their relative precision: n products added up in
any order are off by at most n roundings each (Higham, *Accuracy and Stability of Numerical Algorithms*, 2002, 3.1).
What is too unlikely to matter is dropped, and how much that was is kept. So each chance is known within bounds, and a
figure whose two bounds print alike is exact as printed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from croupier.kernels.arrays import Floats

Weights = tuple[tuple[int, int], ...]
"""(place, count), as on a lattice; the lowest first, at place zero."""

MOST_PRODUCTS: Final = 100_000_000
"""In one convolution: some hundredths of a second."""
MOST_PLACES: Final = 1_000_000
"""Of one round."""
_ROUNDING: Final = 2.0**-53
_DROPPED: Final = 1e-18
"""The mass that may be dropped when a total is trimmed, for each of its rounds."""
_TINY: Final = 1e-120
"""Smaller chances are dropped too: a product of two could leave the range in which floats are precise."""
_SLACK: Final = 1.001
"""The bounds are computed in floating point themselves."""


class Chances(NamedTuple):
    """The chances of a total, starting at its lowest place that counts."""

    rounds: int
    first: int
    values: Floats
    relative: float
    """Each value is within this part of the chance of reaching its place without passing through anything that was
    dropped.
    """
    lost: float
    """At most this much has been dropped."""

    def up_to(self) -> tuple[Floats, Floats]:
        """(places) bounds on how likely each place is not exceeded."""
        sums = np.cumsum(self.values)
        relative = (self.relative + (len(sums) + 4) * _ROUNDING) * _SLACK
        return sums * (1 - relative), sums * (1 + relative) + self.lost * _SLACK


def _times(one: Chances | None, other: Chances | None) -> Chances | None:
    """The sum of two totals; None where that would take too long."""
    if one is None or other is None or len(one.values) * len(other.values) > MOST_PRODUCTS:
        return None
    values = np.convolve(one.values, other.values)
    terms = min(len(one.values), len(other.values)) + 1
    relative = one.relative + other.relative + one.relative * other.relative + 2 * terms * _ROUNDING
    return _trimmed(
        Chances(one.rounds + other.rounds, one.first + other.first, values, relative * _SLACK, one.lost + other.lost)
    )


def _trimmed(chances: Chances) -> Chances:
    """Without what is too unlikely, on both sides and in between."""
    values = chances.values
    allowed = _DROPPED * chances.rounds / 2
    start = int(np.searchsorted(np.cumsum(values), allowed))
    end = len(values) - int(np.searchsorted(np.cumsum(values[::-1]), allowed))
    kept = np.where(values[start:end] < _TINY, 0.0, values[start:end])
    dropped = float(values[:start].sum() + values[end:].sum()) + len(values) * _TINY
    # What was dropped counts twice, since its computed chances may be slightly low.
    return Chances(chances.rounds, chances.first + start, kept, chances.relative, chances.lost + 2 * dropped)


@lru_cache(maxsize=64)
def chances_after(weights: Weights, rounds: int) -> Chances | None:
    """The total after some rounds; None where it has too many places to be convolved quickly."""
    if rounds == 1:
        top, total = weights[-1][0], sum(count for _, count in weights)
        if top > MOST_PLACES:
            return None
        values = np.zeros(top + 1)
        for place, count in weights:
            values[place] = count / total
        return Chances(1, 0, values, _ROUNDING * _SLACK, 0.0)
    if rounds % 10 == 0:
        # By way of the decades, which sheets print.
        once = chances_after(weights, rounds // 10)
        twice = _times(once, once)
        five = _times(_times(twice, twice), once)
        return _times(five, five)
    half = chances_after(weights, rounds // 2)
    whole = _times(half, half)
    return _times(whole, chances_after(weights, 1)) if rounds % 2 else whole
