"""What counts say: means with their errors, and whether they disagree with exact values.

An outcome that is expected fewer than 25 times is judged by the tail of a Poisson count and leaves the mean, which it
would make far from normal. With several seats errors come from the totals of rounds, and there is no chi-square test.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from croupier.kernels.cells import Outcome, Tally
from croupier.units import chi_square_tails, normal_two_sided, poisson_two_sided

SUSPICIOUS = 5.7e-7
FEW_HITS = 25
SMALLEST_CLASS = 5


@dataclass(frozen=True)
class ChiSquare:
    """A comparison of counts with what they should be."""

    statistic: float
    freedom: int

    @property
    def probability(self) -> float:
        """Of a statistic this large or larger, were the exact counts right."""
        return chi_square_tails(self.statistic, self.freedom)[1]


@dataclass(frozen=True)
class WagerCounts:
    """One wager's outcomes over some rounds, with their exact probabilities where they are known."""

    wager: str
    rounds: int
    seats: int
    counts: Mapping[Outcome, int]
    squares: Fraction | None = None  # With several seats: the sum over rounds of the squared total.
    exact: Mapping[Outcome, Fraction] | None = None
    value: Fraction | None = None  # The exact mean, where it is known and the probabilities of outcomes are not.

    @property
    def hands(self) -> int:
        return self.rounds * self.seats

    def _worth(self, outcome: Outcome) -> Fraction:
        return outcome.worth(self.seats)

    @cached_property
    def mean(self) -> Fraction:
        """Average net of a wager, with envy from other seats; shares of meters count where their amount was given."""
        return sum((self._worth(outcome) * count for outcome, count in self.counts.items()), Fraction()) / self.hands

    @cached_property
    def exact_mean(self) -> Fraction | None:
        if self.exact is None:
            return self.value
        return sum((self._worth(outcome) * chance for outcome, chance in self.exact.items()), Fraction())

    @cached_property
    def _variance_of_mean(self) -> Fraction:
        if self.squares is not None and self.seats > 1:
            of_totals = self.squares / self.rounds - (self.mean * self.seats) ** 2
            return of_totals / self.seats**2 / self.rounds
        squares = sum((self._worth(outcome) ** 2 * count for outcome, count in self.counts.items()), Fraction())
        return (squares / self.hands - self.mean**2) / self.hands

    @property
    def standard_error(self) -> float:
        return math.sqrt(max(self._variance_of_mean, Fraction()))

    @cached_property
    def _together(self) -> float:
        """By how much correlated outcomes widen the error, as a factor on the variance."""
        if self.seats == 1 or self.squares is None:
            return 1.0
        squares = sum((self._worth(outcome) ** 2 * count for outcome, count in self.counts.items()), Fraction())
        alone = (squares / self.hands - self.mean**2) / self.hands
        return float(self._variance_of_mean / alone) if alone else 1.0

    @cached_property
    def z(self) -> float | None:
        """The mean's distance from the exact one, in standard errors; of the exact distribution where it is known."""
        if self.exact is None:
            error = self.standard_error
            return float(self.mean - self.value) / error if self.value is not None and error else None
        return self._z(set(self.exact))

    def _z(self, among: set[Outcome]) -> float | None:
        """The same with every other outcome counted as zero."""
        assert self.exact is not None
        mean = sum((self._worth(outcome) * self.exact[outcome] for outcome in among), Fraction())
        square = sum((self._worth(outcome) ** 2 * self.exact[outcome] for outcome in among), Fraction())
        found = sum((self._worth(outcome) * self.counts.get(outcome, 0) for outcome in among), Fraction())
        variance = float(square - mean**2) * self.hands * self._together
        return float(found - mean * self.hands) / math.sqrt(variance) if variance > 0 else None

    @property
    def hit_frequency(self) -> Fraction:
        """How often the wager won, or won a share of a meter."""
        hits = sum(count for outcome, count in self.counts.items() if outcome.net > 0 or outcome.share)
        return Fraction(hits, self.hands)

    @property
    def outcomes(self) -> list[Outcome]:
        """Every outcome that came or could have come, the lowest net first."""
        listed = [outcome for outcome, count in self.counts.items() if count]
        return sorted({*(self.exact or ()), *listed}, key=lambda each: (each.net, each.event or "", each.level))

    def expected(self, outcome: Outcome) -> Fraction | None:
        """How often an outcome should have come."""
        return None if self.exact is None else self.exact.get(outcome, Fraction()) * self.hands

    @cached_property
    def chi_square(self) -> ChiSquare | None:
        if self.exact is None or self.seats > 1:
            return None
        classes: list[tuple[float, int]] = []
        expected, count = 0.0, 0
        for outcome in sorted(self.exact, key=lambda each: self.exact[each] if self.exact else 0):
            expected += float(self.exact[outcome] * self.hands)
            count += self.counts.get(outcome, 0)
            if expected >= SMALLEST_CLASS:
                classes.append((expected, count))
                expected, count = 0.0, 0
        if expected and classes:
            # What is left over is the largest class only where rounding made it small.
            last_expected, last_count = classes.pop()
            classes.append((last_expected + expected, last_count + count))
        if len(classes) < 2:
            return None
        statistic = sum((count - expected) ** 2 / expected for expected, count in classes)
        return ChiSquare(statistic, len(classes) - 1)

    @cached_property
    def probability(self) -> float | None:
        """The smallest of all two-sided probabilities; None where nothing exact is known."""
        if self.exact is None:
            return None if self.z is None else normal_two_sided(self.z)
        if any(outcome not in self.exact for outcome, count in self.counts.items() if count):
            return 0.0
        rare = {outcome for outcome, chance in self.exact.items() if chance * self.hands < FEW_HITS}
        found = [
            poisson_two_sided(self.counts.get(outcome, 0), float(self.exact[outcome] * self.hands)) for outcome in rare
        ]
        z = self._z(set(self.exact) - rare)
        if z is not None:
            found.append(normal_two_sided(z))
        if self.chi_square:
            found.append(self.chi_square.probability)
        return min(found, default=1.0)

    @property
    def agrees(self) -> bool | None:
        """Whether exact and simulated may both be right; None where nothing exact is known."""
        return None if self.probability is None else self.probability >= SUSPICIOUS


def wager_counts(
    tally: Tally,
    rounds: int,
    seats: int,
    exact: Mapping[str, Mapping[Outcome, Fraction]],
    values: Mapping[str, Fraction],
) -> list[WagerCounts]:
    """Every wager of a tally."""
    return [
        WagerCounts(wager, rounds, seats, outcomes, tally.squares.get(wager), exact.get(wager), values.get(wager))
        for wager, outcomes in tally.counts.items()
    ]
