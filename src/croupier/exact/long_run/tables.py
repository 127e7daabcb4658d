"""A whole table's rounds: several seats that win and lose together, from their exact mean and variance.

The distribution of a table's round is not counted, but its mean and variance are, so the deviation and N0 are exact.
Bands of many rounds assume that the sum is normal and are marked as estimated. The chance that a bank is ever lost is
exact for one seat whose outcomes are counted; otherwise it treats the sum as a Brownian motion with the same mean and
variance, says so, and has two digits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import NamedTuple

from croupier.exact.distribution import Distribution
from croupier.exact.long_run.ruin import bank_lost
from croupier.exact.long_run.volatility import BANDS, BANKROLLS
from croupier.units.chance import SIGNIFICANT, square_root_text

ESTIMATED = 2
"""Digits of a figure that leaves out how the seats' bonus wagers move together: that moves the third."""
EXACT, BROWNIAN = "exact", "as Brownian motion"
NORMAL = "normal"
"""The method of a band that uses only mean and variance."""
FURTHEST = 600.0
"""An exponent that a float still bears."""


def rounds_to_deviation(mean: Fraction, variance: Fraction) -> Fraction | None:
    """N0: rounds after which the expected result equals one standard deviation; None if the expectation is zero."""
    return variance / mean**2 if mean else None


def digits_within(mean: float, error: float) -> int:
    """How many digits of N0 are known, and so of the rest, where the mean may be off by ``error``.

    >>> digits_within(-0.0043, 1e-12), digits_within(0.0000005, 1e-12)
    (8, 4)
    """
    if not mean:
        return ESTIMATED
    return max(ESTIMATED, min(SIGNIFICANT, -math.ceil(math.log10(2 * error / abs(mean))) - 1))


def ruin_as_normal(mean: float, variance: float, units: float, rounds: int | None = None) -> float:
    """How likely a bankroll is lost within some rounds, or ever, as if its way were a Brownian motion.

    >>> round(ruin_as_normal(0.01, 1.3, 100), 6), ruin_as_normal(-0.01, 1.3, 100)
    (0.214711, 1.0)
    >>> ruin_as_normal(-0.5, 0.001, 100, 400), round(ruin_as_normal(-0.5, 0.001, 100, 200), 3)
    (1.0, 0.501)
    >>> round(ruin_as_normal(-0.3, 1.0, 1000, 3300), 4)
    0.4422
    """
    if not variance:
        return float(mean < 0 and (rounds is None or -mean * rounds >= units))
    ever = math.exp(min(0.0, -2 * mean * units / variance))
    if rounds is None:
        return ever
    spread = math.sqrt(variance * rounds)
    reached = NormalDist().cdf((-units - mean * rounds) / spread)
    # By reflection: the ways that were below the bankroll once and have come back.
    exponent, place = -2 * mean * units / variance, (mean * rounds - units) / spread
    if exponent > FURTHEST:  # so far out that the tail is its first term, which a float holds only as this product
        back = math.exp(exponent - place**2 / 2) / (-place * math.sqrt(2 * math.pi))
    else:
        back = math.exp(exponent) * math.erfc(-place / math.sqrt(2)) / 2  # a cdf of 1 + erf is zero out here
    return min(1.0, reached + back)


class TableBand(NamedTuple):
    """The house's win from all seats after some rounds, as a part of the initial wagers."""

    rounds: int
    deviation: str
    """Exact in every digit if the covariance of seats is exact; otherwise with fewer digits."""
    holds: tuple[float, ...]
    """At ``BANDS``, lowest first; normal."""
    house_ahead: float


class BankRuin(NamedTuple):
    """How likely the house ever loses a bank of each of ``BANKROLLS``, and how that was found."""

    chances: tuple[float, ...]
    method: str

    @property
    def is_exact(self) -> bool:
        return self.method == EXACT


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
    known: int = SIGNIFICANT
    """Digits that mean and variance allow the figures, where those are worked out in floating point."""
    outcomes: Distribution | None = None
    """Of one seat's net, if they are counted."""

    @property
    def digits(self) -> int:
        """How many digits the figures have."""
        return self.known if self.is_exact else ESTIMATED

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

    def bank_ruin(self) -> BankRuin:
        """How likely the house ever loses its bank to this table."""
        if self.seats == 1 and self.outcomes is not None:
            found = bank_lost(self.outcomes, BANKROLLS)
            if found is not None:
                return BankRuin(found, EXACT)
        edge, variance = float(-self.mean * self.seats), float(self.round_variance)
        return BankRuin(tuple(ruin_as_normal(edge, variance, units) for units in BANKROLLS), BROWNIAN)
