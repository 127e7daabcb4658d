"""How likely a player with the edge is to lose a bankroll in the end, and how likely the house is to lose its bank.

If ``r`` below one solves E[r ** net] = 1, then r ** capital is a fair game, and the chance of ruin from a bankroll of B
is r ** B if no loss exceeds one step. If one does, r ** B is an upper bound. A player without an edge is certain to be
ruined.

The house loses many steps at once, so its chance comes from a linear system: what a bank of each size is worth is the
mean of what it is worth after one round. Beyond the bank from which the upper bound is below 1e-13 nothing is lost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

import numpy as np

from croupier.exact.distribution import Distribution

RuinMethod = Literal["certain", "root", "upper bound"]
NOTHING_LOST: Final = 30.0
"""In powers of e: a chance of ruin below it is none."""
MOST_SIZES, MOST_WORK = 100_000, 20_000_000
"""How many sizes of a bank are solved together, and how many entries their equations have, at the most."""


class Ruin(NamedTuple):
    """A chance of ruin, and what it is."""

    chance: float
    method: RuinMethod


def ruin_in_the_end(distribution: Distribution, bankroll_units: int) -> Ruin:
    """The chance that a bankroll of this many units is ever lost.

    >>> edge = Distribution.of({Fraction(-1): 2, Fraction(1): 3})
    >>> found = ruin_in_the_end(edge, 3)
    >>> round(found.chance, 12), found.method
    (0.296296296296, 'root')
    """
    nets = [net for net, _ in distribution.counts]
    if distribution.expectation <= 0:
        return Ruin(0.0 if nets == [Fraction()] else 1.0, "certain")
    if nets[0] >= 0:
        return Ruin(0.0, "certain")
    chance = math.exp(-exponent(distribution) * bankroll_units)
    return Ruin(chance, "root" if -nets[0] == step_of(distribution) else "upper bound")


def step_of(distribution: Distribution) -> Fraction:
    """The largest amount of which every net is a whole multiple."""
    nets = [net for net, _ in distribution.counts]
    denominator = math.lcm(*(net.denominator for net in nets))
    return Fraction(math.gcd(*(int(net * denominator) for net in nets)), denominator)


def exponent(distribution: Distribution) -> float:
    """The positive s with E[exp(-s net)] = 1, to the last digits of floating point."""
    total = distribution.total
    terms = [(float(net), count / total) for net, count in distribution.counts]

    def excess(s: float) -> float:
        # Differences from one, so that a small edge is not lost to rounding.
        return math.fsum(chance * math.expm1(-s * net) for net, chance in terms)

    low = float(distribution.expectation / (distribution.variance + distribution.expectation**2))
    while excess(low) > 0:
        low /= 2
    high = 2 * low
    while excess(high) <= 0:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if excess(middle) > 0:
            high = middle
        else:
            low = middle
    return (low + high) / 2


def bank_lost(player: Distribution, banks: Sequence[int]) -> tuple[float, ...] | None:
    """The chance that one player's rounds ever bring the house's bank of so many units down to nothing, to 1e-12.

    None where the pays are so long that the system is too large.

    >>> bank_lost(Distribution.of({Fraction(-1): 3, Fraction(1): 2}), (1, 3))
    (0.666666666667, 0.296296296296)
    """
    house = Distribution.of({-net: count for net, count in player.counts})
    nets = [net for net, _ in house.counts]
    if house.expectation <= 0 or nets[0] >= 0:
        return (0.0 if nets[0] >= 0 else 1.0,) * len(banks)
    step = step_of(house)
    moves = [(int(net / step), count / house.total) for net, count in house.counts]
    falls, rises = -moves[0][0], moves[-1][0]
    decay = exponent(house) * float(step)
    wanted = [math.ceil(bank / step) for bank in banks]
    sizes = math.ceil(NOTHING_LOST / decay) + max(wanted)
    if sizes > MOST_SIZES or sizes * (falls + rises + 1) > MOST_WORK:
        return None
    width = falls + rises + 1
    band = np.zeros((sizes, width))
    right = np.zeros(sizes)
    band[:, falls] = 1.0
    for move, chance in moves:
        band[:, falls + move] -= chance
        if move < 0:
            right[:-move] += chance  # the bank is lost: its size is below one step
    # An entry of row r and column c lies (width - 1) r + c behind the first, so a block of the matrix is a view.
    matrix = np.lib.stride_tricks.as_strided(
        band.reshape(-1)[falls:], (sizes, sizes), ((width - 1) * band.itemsize, band.itemsize)
    )
    for at in range(sizes - 1):
        rows, columns = slice(at + 1, min(at + falls, sizes - 1) + 1), slice(at, min(at + rises, sizes - 1) + 1)
        part = matrix[rows, at] / matrix[at, at]
        matrix[rows, columns] -= np.outer(part, matrix[at, columns])
        right[rows] -= part * right[at]
    worth = np.zeros(sizes)
    for at in reversed(range(sizes)):
        after = slice(at + 1, min(at + rises, sizes - 1) + 1)
        worth[at] = (right[at] - matrix[at, after] @ worth[after]) / matrix[at, at]
    return tuple(round(float(worth[size - 1]), 12) for size in wanted)
