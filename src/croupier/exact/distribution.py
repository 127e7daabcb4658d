"""What a wager brings: every net outcome with its integer count, and all figures that follow from them.

Nets are in units of the base wager (the Ante, the side bet), as fractions. The counts sum to the number of deals, so
every figure printed anywhere leads back to integers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from croupier.units.chance import square_root_text


@dataclass(frozen=True)
class Distribution:
    """Counts by net outcome, lowest net first; ``wagered`` is the total put up over all deals, in units."""

    counts: tuple[tuple[Fraction, int], ...]
    wagered: Fraction

    @classmethod
    def of(
        cls, counts: Mapping[Fraction, int] | Iterable[tuple[Fraction, int]], wagered: Fraction | None = None
    ) -> Distribution:
        """From counts by net; without ``wagered`` one unit is put up each deal."""
        merged: dict[Fraction, int] = {}
        for net, count in counts.items() if isinstance(counts, Mapping) else counts:
            if count:
                merged[Fraction(net)] = merged.get(Fraction(net), 0) + int(count)
        total = sum(merged.values())
        return cls(tuple(sorted(merged.items())), Fraction(total) if wagered is None else Fraction(wagered))

    @cached_property
    def total(self) -> int:
        return sum(count for _, count in self.counts)

    def _mean(self, of: Iterable[tuple[Fraction, int]]) -> Fraction:
        return sum((value * count for value, count in of), Fraction(0)) / self.total

    @cached_property
    def expectation(self) -> Fraction:
        """Average net per unit of the initial wager."""
        return self._mean(self.counts)

    @property
    def house_edge(self) -> Fraction:
        """Expected loss per unit of the initial wager."""
        return -self.expectation

    @property
    def average_wagered(self) -> Fraction:
        return self.wagered / self.total

    @property
    def element_of_risk(self) -> Fraction:
        """Expected loss per unit put up in total."""
        return self.house_edge / self.average_wagered

    @property
    def hit_frequency(self) -> Fraction:
        """How often the net is above zero."""
        return Fraction(sum(count for net, count in self.counts if net > 0), self.total)

    @property
    def push_frequency(self) -> Fraction:
        return Fraction(sum(count for net, count in self.counts if net == 0), self.total)

    def central_moment(self, power: int) -> Fraction:
        """The mean power of the distance from the expectation, exact."""
        return self._mean(((net - self.expectation) ** power, count) for net, count in self.counts)

    @cached_property
    def variance(self) -> Fraction:
        return self.central_moment(2)

    def standard_deviation_text(self, digits: int = 12) -> str:
        return square_root_text(self.variance, digits)

    @cached_property
    def skewness(self) -> float:
        """For display: the third standardized moment."""
        return float(self.central_moment(3)) / float(self.variance) ** 1.5 if self.variance else 0.0

    @cached_property
    def kurtosis(self) -> float:
        """For display: the fourth standardized moment (three for a normal distribution)."""
        return float(self.central_moment(4)) / float(self.variance) ** 2 if self.variance else 0.0

    @property
    def top_award(self) -> tuple[Fraction, Fraction]:
        """The best net and its probability."""
        net, count = self.counts[-1]
        return net, Fraction(count, self.total)

    @property
    def floats(self) -> dict[str, float]:
        """The same figures as floats, for plots and tables; the fractions are the exact ones."""
        variance = float(self.variance)
        return {
            "expectation": float(self.expectation),
            "house_edge": float(self.house_edge),
            "average_wagered": float(self.average_wagered),
            "element_of_risk": float(self.element_of_risk),
            "hit_frequency": float(self.hit_frequency),
            "push_frequency": float(self.push_frequency),
            "variance": variance,
            "standard_deviation": math.sqrt(variance),
            "skewness": self.skewness,
            "kurtosis": self.kurtosis,
        }

    def to_dict(self) -> dict[str, object]:
        """As plain data: every outcome with its count, the figures as exact fractions, and beside them as floats."""
        return {
            "outcomes": [{"net": str(net), "count": count} for net, count in self.counts],
            "total": self.total,
            "expectation": str(self.expectation),
            "house_edge": str(self.house_edge),
            "average_wagered": str(self.average_wagered),
            "element_of_risk": str(self.element_of_risk),
            "floats": self.floats,
        }

    def to_records(self) -> list[dict[str, float | int]]:
        """One row for each outcome, ready for a data frame; the counts are exact."""
        return [{"net": float(net), "count": count, "probability": count / self.total} for net, count in self.counts]

    def __repr__(self) -> str:
        """One line, as in ``<Distribution of 6 outcomes over 12600 deals, house edge 43/1260>``."""
        outcomes = f"{len(self.counts)} outcome{'s' if len(self.counts) != 1 else ''}"
        return f"<Distribution of {outcomes} over {self.total} deals, house edge {self.house_edge}>"

    def _repr_html_(self) -> str:
        """The figures, the outcomes and their plot, for a notebook."""
        from croupier.exact.notebook import distribution_html

        return distribution_html(self)
