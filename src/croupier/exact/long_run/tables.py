"""A whole table's rounds: several seats that win and lose together, from their exact mean and variance.

The distribution of a table's round is not counted, but its mean and variance are, so the deviation and N0 are exact.
Bands of many rounds assume that the sum is normal and are marked as estimated. So is the chance that a bank is ever
lost, which treats the sum as a Brownian motion with the same mean and variance.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

from croupier.exact.long_run.volatility import BANDS, BANKROLLS
from croupier.units.chance import SIGNIFICANT, square_root_text

ESTIMATED = 2
"""Digits of a figure that leaves out how the seats' bonus wagers move together: that moves the third."""
NORMAL = "normal"
"""The method of a band that uses only mean and variance."""


def rounds_to_deviation(mean: Fraction, variance: Fraction) -> Fraction | None:
    """N0: rounds after which the expected result equals one standard deviation; None if the expectation is zero."""
    return variance / mean**2 if mean else None


class TableBand(NamedTuple):
    """The house's win from all seats after some rounds, as a part of the initial wagers."""

    rounds: int
    deviation: str
    """Exact in every digit if the covariance of seats is exact; otherwise with fewer digits."""
    holds: tuple[float, ...]
    """At ``BANDS``, lowest first; normal."""
    house_ahead: float


@dataclass(frozen=True)
class TableFigures:
    """Seats that all bet alike; figures in units of one seat's initial wagers."""

    seats: int
    mean: Fraction
    """Of one seat's net."""
    variance: Fraction
    """Of one seat's net."""
    covariance: Fraction
    """Of two seats' nets."""
    is_exact: bool
    """Whether the covariance is exact; if not, that of the base wagers stands in for it."""

    @property
    def digits(self) -> int:
        """How many digits the figures have."""
        return SIGNIFICANT if self.is_exact else ESTIMATED

    @property
    def round_variance(self) -> Fraction:
        """Of the sum over the seats in one round."""
        return self.seats * self.variance + self.seats * (self.seats - 1) * self.covariance

    @property
    def correlation(self) -> float:
        return float(self.covariance / self.variance) if self.variance else 0.0

    @property
    def n0(self) -> Fraction | None:
        return rounds_to_deviation(self.seats * self.mean, self.round_variance)

    def band(self, rounds: int) -> TableBand:
        """After some rounds of the table."""
        wagers = self.seats * rounds
        part = self.round_variance * rounds / Fraction(wagers) ** 2
        if not part:
            return TableBand(rounds, "0", (float(-self.mean),) * len(BANDS), float(self.mean < 0))
        normal = NormalDist(float(-self.mean), math.sqrt(part))
        holds = tuple(normal.inv_cdf(float(chance)) for chance in BANDS)
        return TableBand(rounds, square_root_text(part, self.digits), holds, 1 - normal.cdf(0.0))

    def bank_ruin(self) -> tuple[float, ...]:
        """How likely the house ever loses a bank of each of ``BANKROLLS`` to this table."""
        edge = float(-self.mean * self.seats)
        if edge <= 0:
            return (1.0,) * len(BANKROLLS)
        return tuple(math.exp(-2 * edge * units / float(self.round_variance)) for units in BANKROLLS)
