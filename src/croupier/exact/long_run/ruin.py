"""How likely a player with the edge is to lose a bankroll in the end: from the root of the wager's own equation.

If ``r`` below one solves E[r ** net] = 1, then r ** capital is a fair game, and the chance of ruin from a bankroll of B
is r ** B if no loss exceeds one step. If one does, r ** B is an upper bound. A player without an
edge is certain to be ruined.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal, NamedTuple

from croupier.exact.distribution import Distribution

RuinMethod = Literal["certain", "root", "upper bound"]


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
