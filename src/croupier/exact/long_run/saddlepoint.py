"""The tails of a total of many rounds by saddle-point approximation.

Lugannani and Rice, *Saddle point approximation for the distribution of the sum of independent random variables*,
Advances in Applied Probability 12 (1980), in the form for equally spaced totals (Daniels, *Tail probability
approximations*, International Statistical Review 55, 1987). Its relative error falls as the rounds grow. It is not used
while the next term of the series is not small.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from croupier.exact.distribution import Distribution

LARGEST_TERM: Final = 1e-4
"""The next term of the series, beside one, up to which the approximation is used."""
_OFTEN: Final = 50
"""Outcomes that come up less often than this do not spread totals over the spacing that they would allow."""
_NEAR_THE_MEAN: Final = 1e-4
"""In standard deviations: closer, the formula's limit is taken, since it divides by the distance."""


class Saddle:
    """The sum of this many rounds of a distribution; ``step`` is the spacing of the totals."""

    def __init__(self, distribution: Distribution, step: float, rounds: int) -> None:
        self.rounds = rounds
        self.step = step
        mean = distribution.expectation
        self.mean = float(mean * rounds)
        self._nets = np.array([float(net - mean) for net, _ in distribution.counts])
        self._chances = np.array([count / distribution.total for _, count in distribution.counts])
        self.deviation = math.sqrt(float(distribution.variance) * rounds)
        self.skewness = distribution.skewness / math.sqrt(rounds)
        self.excess = (distribution.kurtosis - 3) / rounds

    @property
    def next_term(self) -> float:
        """What the series would add to one, at the mean."""
        return abs(self.excess / 8 - 5 * self.skewness**2 / 24)

    def at_least(self, above: float) -> float:
        """How likely the total is at least a place of the spacing, given how far that is above the mean."""
        bend = self._bend(above)
        if bend is None:
            return 0.0 if above > 0 else 1.0
        generated, _, variance = self._generated(bend)
        w = math.copysign(math.sqrt(max(0.0, 2 * (bend * above - self.rounds * generated))), bend)
        if abs(w) < _NEAR_THE_MEAN:
            correction = self.step / (2 * self.deviation) - self.skewness / 6
        else:
            u = -math.expm1(-bend * self.step) / self.step * math.sqrt(self.rounds * variance)
            correction = 1 / u - 1 / w
        density = math.exp(-w * w / 2) / math.sqrt(2 * math.pi)
        return min(1.0, max(0.0, math.erfc(w / math.sqrt(2)) / 2 + density * correction))

    def _generated(self, bend: float) -> tuple[float, float, float]:
        """The cumulant generating function of one round about its mean, and its first two derivatives."""
        turned = bend * self._nets
        largest = float(turned.max())
        tilted = self._chances * np.exp(turned - largest)
        total = float(tilted.sum())
        first = float(tilted @ self._nets) / total
        second = float(tilted @ self._nets**2) / total - first**2
        if np.abs(turned).max() < 1:
            # Near zero the sum is one plus a small part, and only the small part counts.
            return math.log1p(float(self._chances @ (np.expm1(turned) - turned))), first, second
        return math.log(total) + largest, first, second

    def _bend(self, above: float) -> float | None:
        """Where the tilted mean is what is asked for, by Newton's method within a shrinking bracket."""
        target = above / self.rounds
        if not float(self._nets[0]) < target < float(self._nets[-1]):
            return None
        low, high = -math.inf, math.inf
        bend = above / self.deviation**2
        for _ in range(200):
            _, mean, variance = self._generated(bend)
            if mean < target:
                low = bend
            else:
                high = bend
            step = (target - mean) / variance if variance > 0 else math.copysign(math.inf, target - mean)
            if abs(step) <= 1e-13 * abs(bend) or abs(target - mean) < 1e-17 * self.deviation:
                break
            following = bend + step
            if not low < following < high:
                following = (low + high) / 2 if math.isfinite(low + high) else bend * 2
            bend = following
        return bend


def saddle_of(distribution: Distribution, step: float, rounds: int, often_step: float) -> Saddle | None:
    """The approximation where it is good; ``often_step`` is the spacing of ``often(distribution, rounds)``."""
    found = Saddle(distribution, step, rounds)
    return found if found.next_term <= LARGEST_TERM and step == often_step else None


def often(distribution: Distribution, rounds: int) -> Distribution:
    """The outcomes that come up often enough to fill the spacing of totals."""
    kept = [(net, count) for net, count in distribution.counts if count * rounds >= _OFTEN * distribution.total]
    return Distribution.of(kept or distribution.counts)
