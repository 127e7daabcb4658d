"""Sampled figures that agree with one another, each with its standard error.

Only the difference between play with and without the sight is sampled, deal by deal: by how much each net becomes
likelier, and how much more is put up. The figures without the sight are known exactly and are added. All figures come
from the same differences, so outcomes add up to one and their mean is the expectation. The error of a figure that is a
function of several means follows from its slopes (the delta method).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import NamedTuple

import numpy as np

from croupier.errors import BadInput
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.technique import Floats


class Estimate(NamedTuple):
    """A sampled figure with its standard error."""

    value: float
    standard_error: float


class Tally:
    """Differences of many deals: their sums, and the sums of their products."""

    def __init__(self, nets: Sequence[Fraction], samples: int) -> None:
        self.nets = tuple(nets)
        size = len(nets) + 1
        self.samples = samples
        self.sums: Floats = np.zeros(size)
        self.products: Floats = np.zeros((size, size))

    def add(self, sums: Floats, products: Floats) -> None:
        """Add those of some deals, by nets and what is put up."""
        self.sums += sums
        self.products += products


class Sampled:
    """The figures of play with a sight."""

    def __init__(self, plain: Distribution, tally: Tally) -> None:
        if tally.samples < 2:
            raise BadInput(f"{tally.samples} samples are too few", hint="two or more")
        self.samples = tally.samples
        known = dict(plain.counts)
        chances = [float(Fraction(known.get(net, 0), plain.total)) for net in tally.nets]
        mean = tally.sums / tally.samples
        spread = tally.products / tally.samples - np.outer(mean, mean)
        self._covariance: Floats = spread / (tally.samples - 1)
        """Of the means."""
        self._means: Floats = np.array([*chances, float(plain.average_wagered)]) + mean
        self._nets: Floats = np.array([float(net) for net in tally.nets])
        self._exact_nets = tally.nets

    def _estimate(self, value: float, slopes: Floats) -> Estimate:
        return Estimate(value, sqrt(max(0.0, float(slopes @ self._covariance @ slopes))))

    def _linear(self, weights: Floats) -> Estimate:
        slopes = np.append(weights, 0.0)
        return self._estimate(float(slopes @ self._means), slopes)

    @property
    def outcomes(self) -> tuple[tuple[Fraction, Estimate], ...]:
        """Every net that occurred, or that occurs without the sight, lowest first, with its chance."""
        places = np.eye(len(self._nets))
        found = [(net, self._linear(places[at])) for at, net in enumerate(self._exact_nets)]
        return tuple((net, chance) for net, chance in found if chance.value or chance.standard_error)

    @cached_property
    def expectation(self) -> Estimate:
        return self._linear(self._nets)

    @property
    def hit_frequency(self) -> Estimate:
        return self._linear((self._nets > 0).astype(np.float64))

    @property
    def push_frequency(self) -> Estimate:
        return self._linear((self._nets == 0).astype(np.float64))

    @property
    def average_wagered(self) -> Estimate:
        slopes = np.zeros(len(self._means))
        slopes[-1] = 1.0
        return self._estimate(float(self._means[-1]), slopes)

    @cached_property
    def _variance_slopes(self) -> Floats:
        return np.append(self._nets**2 - 2 * self.expectation.value * self._nets, 0.0)

    @cached_property
    def variance(self) -> Estimate:
        mean = self.expectation.value
        return self._estimate(float(self._nets**2 @ self._means[:-1]) - mean**2, self._variance_slopes)

    @property
    def standard_deviation(self) -> Estimate:
        variance = self.variance
        root = sqrt(max(variance.value, 0.0))
        return Estimate(root, variance.standard_error / (2 * root) if root else 0.0)

    @property
    def element_of_risk(self) -> Estimate:
        """The expected loss over all that is put up."""
        mean, wagered = self.expectation.value, self.average_wagered.value
        slopes = np.append(-self._nets / wagered, mean / wagered**2)
        return self._estimate(-mean / wagered, slopes)

    @property
    def desirability_index(self) -> Estimate | None:
        """1000 EV / SD."""
        mean, variance = self.expectation.value, self.variance.value
        if variance <= 0:
            return None
        root = sqrt(variance)
        ups = np.append(self._nets, 0.0)
        slopes = 1000 * (ups / root - mean * self._variance_slopes / (2 * variance * root))
        return self._estimate(1000 * mean / root, slopes)

    @property
    def n0(self) -> Estimate | None:
        """(SD / EV) squared."""
        mean, variance = self.expectation.value, self.variance.value
        if not mean:
            return None
        ups = np.append(self._nets, 0.0)
        slopes = self._variance_slopes / mean**2 - 2 * variance * ups / mean**3
        return self._estimate(variance / mean**2, slopes)
