"""Seats at a game that is valued to a bound: what many rounds bring, from mean and variance; and a mix of its wagers.

The outcomes of such a game are not counted one by one, so nothing here has a distribution: mean, deviation and N0 are
known to the bound, bands are normal, and ruin is that of a Brownian motion.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple

from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.long_run.tables import TableFigures, digits_within, ruin_as_normal
from croupier.exact.long_run.volatility import BANKROLLS
from croupier.exact.solver import Valued
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import base_configuration
from croupier.solving.beside_base import beside_base
from croupier.solving.figures import Conditions
from croupier.solving.mixes import check_stakes, table_record
from croupier.solving.solutions import solve
from croupier.solving.table_swings import SampledCovariance, sampled_covariances
from croupier.solving.valued import METHOD, SCHEMA, value_of
from croupier.units.money import format_money

NO_TABLE: Final = (
    "How two seats that share the dealer's hand move together is not counted at this house, so a table of several "
    "seats has no band here; croupier simulate deals them"
)


def seat_of(value: Valued) -> TableFigures:
    """One seat that makes the base wager alone."""
    return _seat(value.expectation, value.variance, value.error)


def _seat(mean: float, variance: float, error: float) -> TableFigures:
    known = digits_within(mean, error)
    return TableFigures(1, Fraction(mean), Fraction(variance), Fraction(), is_exact=True, known=known)


class SharedTable(NamedTuple):
    """Seats that share the dealer's hand, and what that rests on."""

    figures: TableFigures
    covariance: SampledCovariance


def table_of(configuration: Configuration, value: Valued, seats: int) -> SharedTable | None:
    """A table of seats that bet alike; None where it was not sampled how two of them move together."""
    sampled = sampled_covariances().get(str(base_configuration(configuration)))
    if sampled is None or configuration.name in configuration.book.outside:
        return None
    mean, variance = Fraction(value.expectation), Fraction(value.variance)
    return SharedTable(TableFigures(seats, mean, variance, sampled.value, is_exact=False), sampled)


@dataclass(frozen=True)
class ValuedMix:
    """What one seat stakes each round, and its result, known to a bound."""

    configuration: Configuration
    stakes: Mapping[str, int]
    """Cents by wager, the base wager first."""
    means: Mapping[str, float]
    """Of each wager's net, in its own units."""
    covariances: Mapping[tuple[str, str], float]
    """Between wagers of the seat, each in its own units."""
    value: Valued
    """Of the base wager."""

    @property
    def staked(self) -> int:
        """Cents before the deal."""
        return sum(self.stakes.values())

    @property
    def parts(self) -> dict[str, float]:
        """By wager, its part of all that is staked before the deal."""
        return {wager: cents / self.staked for wager, cents in self.stakes.items()}

    @property
    def seat(self) -> TableFigures:
        """In units of all that is staked before the deal."""
        parts = self.parts
        mean = sum(part * self.means[wager] for wager, part in parts.items())
        variance = sum(
            one * other * self.covariances[first, second]
            for first, one in parts.items()
            for second, other in parts.items()
        )
        return _seat(mean, variance, self.value.error)

    @property
    def average_wagered(self) -> float:
        """In the same units."""
        base = next(iter(self.stakes))
        return 1 + self.parts[base] * (self.value.average_wagered - 1)

    def correlation(self, one: str, other: str) -> float:
        both = self.covariances[one, one] * self.covariances[other, other]
        return self.covariances[one, other] / sqrt(both) if both else 0.0


def valued_mix_of(
    configuration: Configuration, stakes: Mapping[str, int], conditions: Mapping[str, Conditions] | None = None
) -> ValuedMix:
    """One seat with these stakes on each wager, in cents."""
    check_stakes(configuration, stakes)
    base, *others = stakes
    if len(others) > 1:
        raise MissingPart(
            f"{', '.join(others)} are not counted together at {configuration.name}", hint=f"one of them beside {base}"
        )
    given = {wager: (conditions or {}).get(wager, Conditions()).meters for wager in others}
    results = {wager: solve(configuration, wager)[wager] for wager in others}
    for wager, result in results.items():
        if isinstance(result, JackpotSolution) and {each.level for each in result.meters} - set(given[wager]):
            raise BadInput(
                f"--mix {wager}: how it moves with {base} is not known without its meter",
                hint=f"as in --meter {wager}:5000",
            )
    value = value_of(configuration)
    means, both = {base: value.expectation}, {(base, base): value.variance}
    for wager, result in results.items():
        moves = beside_base(wager, result, given[wager])
        if moves is None:
            raise MissingPart(f"how {wager} moves with {base} is not counted", hint=f"leave {wager} out of --mix")
        means[wager] = float(moves.mean)
        both[wager, wager] = float(moves.variance)
        both[base, wager] = both[wager, base] = moves.covariance
    return ValuedMix(configuration, stakes, means, both, value)


def ruin_records(seat: TableFigures) -> dict[str, Any]:
    """The player's risk of ruin in the end, by bankroll in units."""
    mean, variance = float(seat.mean), float(seat.variance)
    return {
        "method": "certain" if mean <= 0 else "estimated",
        **{str(units): f"{ruin_as_normal(mean, variance, units):.4g}" for units in BANKROLLS},
    }


def shared_record(shared: SharedTable) -> dict[str, Any]:
    """A table of seats, estimated."""
    value, error, deals = shared.covariance
    sampled = {"value": f"{float(value):g}", "standard_error": error, "deals": deals}
    return table_record(shared.figures) | {"covariance": sampled}


def seat_record(seat: TableFigures) -> dict[str, Any]:
    """One seat: bands as normal, the house's bank, and the player's ruin."""
    record = table_record(seat) | {"method": METHOD, "ruin_in_the_end": ruin_records(seat)}
    del record["covariance"]
    return record


def valued_mix_record(mix: ValuedMix) -> dict[str, Any]:
    """Everything about a mix at a game that is valued; figures are in units of all that is staked before the deal."""
    seat, wagers = mix.seat, list(mix.stakes)
    mean = float(seat.mean)
    return {
        "schema": SCHEMA,
        "game": str(mix.configuration),
        "stakes": {wager: format_money(cents) for wager, cents in mix.stakes.items()},
        "staked": format_money(mix.staked),
        "method": METHOD,
        "error_bound": f"{mix.value.error:g}",
        "expectation": {"decimal": f"{mean:.12f}"},
        "house_edge": {"percent": f"{-100 * mean:.9f}"},
        "element_of_risk": {"percent": f"{-100 * mean / mix.average_wagered:.9f}"},
        "standard_deviation": f"{sqrt(seat.variance):.9f}",
        "variance": f"{float(seat.variance):.9f}",
        "wagers": [
            {
                "wager": wager,
                "stake": format_money(mix.stakes[wager]),
                "expectation": {"decimal": f"{mix.means[wager]:.12f}"},
                "variance": f"{mix.covariances[wager, wager]:.9f}",
            }
            for wager in wagers
        ],
        "together": [
            {
                "wagers": [one, other],
                "covariance": f"{mix.covariances[one, other]:.9f}",
                "correlation": f"{mix.correlation(one, other):.9f}",
            }
            for at, one in enumerate(wagers)
            for other in wagers[at + 1 :]
        ],
        "seat": seat_record(seat),
        "rulebook_hash": mix.configuration.rulebook_hash,
    }
