"""Wagers of one seat rise and fall together: how often each net of the base wager comes with each row of the others.

The base wager is played as is best for it alone. ``joint_rows`` counts deals by the base wager's net and by the row
that each bonus wager reaches; what a row pays is put in afterwards, so one count serves every stake and every meter.
Means, covariances and the distribution of any mix of stakes follow exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np

from croupier.errors import BadInput
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.joint_hands import bonus_of, graded_hands
from croupier.exact.showdown.solving import technique_for
from croupier.exact.showdown.terms import Terms
from croupier.play.showdown import Showdown

LOSES = -1
"""The row of a hand that no row pays."""


@dataclass(frozen=True)
class Joint:
    """Deals by what all wagers of one seat come to."""

    wagers: tuple[str, ...]
    """The base wager first."""
    unit: int
    """How many units make one base wager."""
    counts: Mapping[tuple[int, ...], int]
    """By the base wager's net in units and by the row of each other wager in printed order, or ``LOSES``."""

    @cached_property
    def total(self) -> int:
        return sum(self.counts.values())

    def at(self, pays: Sequence[Sequence[Fraction]]) -> Seat:
        """With what each row of each bonus wager brings beyond its stake, in units of it; a loss is one unit."""
        found: dict[tuple[Fraction, ...], int] = {}
        for (base, *rows), count in self.counts.items():
            nets = (Fraction(base, self.unit), *_nets(rows, pays))
            found[nets] = found.get(nets, 0) + count
        return Seat(self.wagers, found)


def _nets(rows: Sequence[int], pays: Sequence[Sequence[Fraction]]) -> list[Fraction]:
    return [Fraction(-1) if row == LOSES else each[row] for row, each in zip(rows, pays, strict=True)]


@dataclass(frozen=True)
class Seat:
    """One seat's wagers, each in its own units."""

    wagers: tuple[str, ...]
    counts: Mapping[tuple[Fraction, ...], int]

    @cached_property
    def total(self) -> int:
        return sum(self.counts.values())

    @cached_property
    def means(self) -> tuple[Fraction, ...]:
        return tuple(self._mean([at]) for at in range(len(self.wagers)))

    def _mean(self, places: Sequence[int]) -> Fraction:
        """Of the product of the nets at these places."""
        sum_ = Fraction()
        for nets, count in self.counts.items():
            product = Fraction(count)
            for at in places:
                product *= nets[at]
            sum_ += product
        return sum_ / self.total

    @cached_property
    def covariances(self) -> tuple[tuple[Fraction, ...], ...]:
        """The whole matrix, in the order of the wagers."""
        places = range(len(self.wagers))
        return tuple(
            tuple(self._mean([one, other]) - self.means[one] * self.means[other] for other in places) for one in places
        )

    def covariance(self, one: str, other: str) -> Fraction:
        return self.covariances[self.wagers.index(one)][self.wagers.index(other)]

    def correlation(self, one: str, other: str) -> float:
        """For display; zero if a wager never varies."""
        both = self.covariance(one, one) * self.covariance(other, other)
        return float(self.covariance(one, other)) / sqrt(both) if both else 0.0

    def mixed(self, stakes: Mapping[str, int], raised: Fraction) -> Distribution:
        """Of all wagers together at these stakes, in units of everything that is staked before the deal.

        ``raised`` is what is put up on the base wager on average, itself included, in base wagers.
        """
        whole = sum(stakes.values())
        if set(stakes) != set(self.wagers) or whole <= 0:
            raise BadInput(f"stakes are needed for {', '.join(self.wagers)}")
        parts = [Fraction(stakes[wager], whole) for wager in self.wagers]
        counts: dict[Fraction, int] = {}
        for nets, count in self.counts.items():
            net = sum((part * each for part, each in zip(parts, nets, strict=True)), Fraction())
            counts[net] = counts.get(net, 0) + count
        return Distribution.of(counts, self.total * (parts[0] * raised + 1 - parts[0]))


def joint_rows(game: Showdown, wagers: Sequence[str]) -> Joint:
    """The base wager under optimal play beside these bonus and jackpot wagers of the same seat, exactly."""
    bonuses = [bonus_of(game, wager) for wager in wagers]
    technique = technique_for(game)
    terms = Terms(game, technique.ranking)
    nets = np.array(sorted({net for offers in terms.offers for offer in offers for net in offer.nets}))
    rows = [len(bonus.chart.table.rows) + 1 for bonus in bonuses]
    shape = (len(nets), *rows)
    counts = np.zeros(int(np.prod(shape)))
    for part in graded_hands(game, technique, terms, bonuses):
        # All deals of seven cards against seven number 6.1e15 < 2 ** 53.
        places = np.searchsorted(nets, part.nets)
        for graded, many in zip(part.rows, rows, strict=True):
            places = places * many + (graded[:, :, None] + 1)
        counts += np.bincount(places.ravel(), part.deals.transpose(1, 2, 0).ravel(), len(counts))
    found = {}
    for place in np.flatnonzero(counts).tolist():
        net, *kept = (int(each) for each in np.unravel_index(place, shape))
        found[int(nets[net]), *(row - 1 for row in kept)] = int(counts[place])
    joint = Joint((game.base_wager, *wagers), terms.unit, found)
    deals = technique.player_hands * technique.dealer_hands
    if joint.total != deals:
        raise ArithmeticError(f"{joint.total} deals counted of {deals}")
    return joint
