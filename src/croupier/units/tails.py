"""How surprising a statistic is: tails of the chi-square and normal distributions, in plain Python.

Both tails are computed directly, never as one minus the other, so a probability of 1e-30 is still a number. Which
tail a test looks at, and what it counts, is decided by the test: ``rng.battery``, ``sim.statistics``.
"""

import math
from typing import Final

_TINY: Final = 1e-300
_PRECISION: Final = 1e-15


def normal_two_sided(z: float) -> float:
    """The probability that a standard normal value lies at least this far from zero, on either side.

    >>> round(normal_two_sided(1.959964), 6)
    0.05
    """
    return math.erfc(abs(z) / math.sqrt(2))


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """The probabilities of a value this small or smaller, and this large or larger.

    They are the regularized incomplete gamma functions P and Q at half the freedom and half the statistic: a power
    series below the bend, Lentz's continued fraction above it (DLMF 8.11.4 and 8.9.2).

    >>> [round(tail, 6) for tail in chi_square_tails(18.307038, 10)]
    [0.95, 0.05]
    """
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 0.0, 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        lower = min(scale * _series(a, x), 1.0)
        return lower, 1 - lower
    upper = min(scale * _fraction(a, x), 1.0)
    return 1 - upper, upper


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    step = a
    while term > total * _PRECISION:
        step += 1
        term *= x / step
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    value, i, change = d, 0, 0.0
    while abs(change - 1) > _PRECISION:
        i += 1
        numerator = i * (a - i)
        b += 2
        d = 1 / ((b + numerator * d) or _TINY)
        c = (b + numerator / c) or _TINY
        change = c * d
        value *= change
    return value


def poisson_two_sided(count: int, expected: float) -> float:
    """Twice the smaller tail of a Poisson count: this few or fewer, or this many or more; at most one.

    >>> round(poisson_two_sided(0, 3.0), 6), round(poisson_two_sided(9, 3.0), 6)
    (0.099574, 0.007606)
    """
    if expected <= 0:
        return 1.0 if count == 0 else 0.0
    # A Poisson count of k or more is a sum of k exponential waits within the mean: a chi-square of 2 k.
    at_least = chi_square_tails(2 * expected, 2 * count)[0] if count else 1.0
    at_most = chi_square_tails(2 * expected, 2 * (count + 1))[1]
    return min(1.0, 2 * min(at_least, at_most))
