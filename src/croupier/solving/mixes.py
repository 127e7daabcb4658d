"""A chosen mix of wagers: what one seat stakes each round, and a table of such seats; exact, with a JSON record.

``mix_of`` reads stakes such as ``ante=10, straight=5``. The wagers of a seat are counted together, so the mix has an
exact distribution of its own; seats are joined by the covariance of two of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.wagers import WagerSolution
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.ruin import ruin_in_the_end
from croupier.exact.long_run.tables import NORMAL, TableFigures, rounds_to_deviation
from croupier.exact.long_run.volatility import BANDS, BANKROLLS, ROUNDS
from croupier.exact.solver import Progress, in_silence
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.fields import did_you_mean
from croupier.solving import cache
from croupier.solving.base_games import BaseResult, base_configuration, base_wager, playable
from croupier.solving.figures import SCHEMA, Conditions, Jackpot, percentage
from croupier.solving.shoe_audit import nets_by_event
from croupier.solving.solutions import solve, wagers_of
from croupier.solving.table_swings import covariances, sampled_covariances
from croupier.units.chance import decimal_text, exact_record, fraction_text, square_root_text
from croupier.units.money import format_money
from croupier.units.typed import dollars_of

EXAMPLE = "as in --mix ante=10,straight=5"


@dataclass(frozen=True)
class Mix:
    """What one seat stakes each round, and its result; in units of all that is staked before the deal."""

    configuration: Configuration
    stakes: Mapping[str, int]
    """Cents by wager, the base wager first."""
    means: Mapping[str, Fraction]
    """Of each wager's net, in its own units."""
    covariances: Mapping[tuple[str, str], Fraction]
    """Between wagers of the seat, each in its own units."""
    distribution: Distribution
    table: TableFigures

    @property
    def staked(self) -> int:
        """Cents before the deal."""
        return sum(self.stakes.values())

    @property
    def n0(self) -> Fraction | None:
        return rounds_to_deviation(self.distribution.expectation, self.distribution.variance)

    def correlation_text(self, one: str, other: str, digits: int = 12) -> str:
        """Exact in every digit; 0 if a wager never varies."""
        both = self.covariances[one, one] * self.covariances[other, other]
        covariance = self.covariances[one, other]
        if not both:
            return "0"
        return ("-" if covariance < 0 else "") + square_root_text(covariance**2 / both, digits)


def parse_stakes(configuration: Configuration, text: str) -> dict[str, int]:
    """Stakes in cents, in the order of the felt.

    >>> from croupier import catalogue
    >>> parse_stakes(catalogue.configuration("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"), "pair_bonus=5,ante=10")
    {'ante': 1000, 'pair_bonus': 500}
    """
    base = base_wager(configuration)
    if base is None:
        raise BadInput(f"{configuration.name} is a side wager: nothing can be mixed with it")
    known, found = wagers_of(configuration), {}
    for part in text.split(","):
        wager, equals, amount = (each.strip() for each in part.partition("="))
        if not equals or not wager:
            raise BadInput(f"--mix {part.strip()[:40]}: expected a wager and its stake", hint=EXAMPLE)
        if wager not in known and any(each.id == wager and each.tables for each in configuration.rules.wagers):
            named = f"as in {configuration.name}({wager}=TABLE)"
            raise BadInput(f"--mix {wager}: {configuration} names no table for it", hint=named)
        if wager not in known:
            offered = did_you_mean(wager, known)
            raise BadInput(f"--mix {wager[:40]}: not a wager of {configuration}", hint=offered)
        if wager in found:
            raise BadInput(f"--mix {wager}: given twice", hint="one stake a wager")
        found[wager] = dollars_of(amount, f"--mix {wager}")
        if not found[wager]:
            raise BadInput(f"--mix {wager}=0: a wager that is not made is left out", hint=EXAMPLE)
    if base not in found:
        raise BadInput(f"--mix: {base} has no stake", hint=f"every other wager is made beside it, as in {base}=10")
    return {wager: found[wager] for wager in known if wager in found}


def mix_of(
    configuration: Configuration,
    stakes: Mapping[str, int],
    *,
    seats: int,
    conditions: Mapping[str, Conditions] | None = None,
    remember: bool = True,
    progress: Progress = in_silence,
) -> Mix:
    """One seat with these stakes on each wager, in cents, and a table of this many such seats."""
    check_stakes(configuration, stakes)
    base, *others = stakes
    plain = solve(configuration, base, remember=remember)[base]
    assert isinstance(plain, BaseResult)
    pays = [_pays(configuration, wager, (conditions or {}).get(wager, Conditions()), remember) for wager in others]
    seat = _joint(configuration, others, remember).at(pays)
    distribution = seat.mixed(stakes, plain.distribution.average_wagered)
    parts = {wager: Fraction(cents, sum(stakes.values())) for wager, cents in stakes.items()}
    covariance, is_exact = _between(configuration, dict(zip(others, pays, strict=True)), parts, remember, progress)
    table = TableFigures(seats, distribution.expectation, distribution.variance, covariance, is_exact)
    both = {(one, other): seat.covariance(one, other) for one in stakes for other in stakes}
    return Mix(configuration, stakes, dict(zip(seat.wagers, seat.means, strict=True)), both, distribution, table)


def check_stakes(configuration: Configuration, stakes: Mapping[str, int]) -> None:
    """Refuse a stake that is not the fixed one, or whose pays would not be whole cents."""
    game = playable(configuration)
    for wager, cents in stakes.items():
        grain = game.stake_rules[wager].grain
        table = configuration.tables.get(wager)
        if table is not None and table.is_jackpot:
            fixed = configuration.fixed_stake(wager)
            if cents != fixed:
                raise BadInput(
                    f"--mix {wager}={format_money(cents)}: its stake is fixed", hint=f"{wager}={format_money(fixed)}"
                )
        elif cents % grain:
            raise BadInput(f"--mix {wager}={format_money(cents)}: a pay would not be whole cents", hint=EXAMPLE)


def _pays(configuration: Configuration, wager: str, conditions: Conditions, remember: bool) -> list[Fraction]:
    """What each row of a table brings beyond the stake, in printed order; a row that the table lacks pays nothing."""
    result = solve(configuration, wager, remember=remember)[wager]
    assert isinstance(result, JackpotSolution | WagerSolution)
    meters: Mapping[int, Any] = {}
    if isinstance(result, JackpotSolution):
        if result.boosts:
            raise MissingPart(f"{wager} has dynamic pays, which a mix does not count", hint="leave it out of --mix")
        meters = Jackpot(result, conditions).shown or {}
    nets = nets_by_event(result, meters)
    return [nets.get(row.event, Fraction(-1)) for row in configuration.tables[wager].rows]


def _game(configuration: Configuration) -> Any:
    from croupier.play.showdown import Showdown

    game = playable(configuration)
    if not isinstance(game, Showdown):
        raise MissingPart(
            f"wagers of one seat at {configuration.name} are not counted together",
            hint="games of one decision, hand against hand, are; croupier simulate estimates others",
        )
    return game


def _joint(configuration: Configuration, others: list[str], remember: bool) -> Any:
    from croupier.exact.long_run.joint import Joint, joint_rows

    game = _game(configuration)
    name = {
        "rulebook": configuration.rulebook_hash,
        "configuration": str(configuration),
        "joint": ",".join(others),
    }
    kept: Any = cache.recall(name) if remember else None
    try:
        counts = {tuple(map(int, places)): int(count) for places, count in kept["counts"]}
        joint = Joint((game.base_wager, *others), int(kept["unit"]), counts)
        if joint.total == int(kept["deals"]):
            return joint
    except (LookupError, TypeError, ValueError):
        pass
    joint = joint_rows(game, others)
    if remember:
        counted = [[list(places), count] for places, count in joint.counts.items()]
        cache.remember(name, {"unit": joint.unit, "deals": joint.total, "counts": counted})
    return joint


def _between(
    configuration: Configuration,
    pays: Mapping[str, list[Fraction]],
    parts: Mapping[str, Fraction],
    remember: bool,
    progress: Progress,
) -> tuple[Fraction, bool]:
    """The covariance of two seats' mixes; and whether it is exact, or that of the base wagers alone."""
    from croupier.exact.long_run.shared_dealer import THREE, seat_covariances

    base = next(iter(parts))
    outside = configuration.name in configuration.book.outside
    name_of_base = str(base_configuration(configuration))
    known = None if outside else covariances().get(name_of_base)
    if not pays and known is not None:
        return known, True
    game = _game(configuration)
    if game.hand_size != THREE or outside:
        sampled = None if outside else sampled_covariances().get(name_of_base)
        return (known or (sampled.value if sampled else Fraction())) * parts[base] ** 2, False
    name = {
        "rulebook": configuration.rulebook_hash,
        "configuration": str(configuration),
        "between seats": repr([(wager, [str(each) for each in row]) for wager, row in pays.items()]),
    }
    kept: Any = cache.recall(name) if remember else None
    try:
        matrix = [[Fraction(each) for each in row] for row in kept]
    except (TypeError, ValueError, ZeroDivisionError):
        matrix = seat_covariances(game, list(pays.items()), progress)
        if remember:
            cache.remember(name, [[fraction_text(each) for each in row] for row in matrix])
    return (
        sum(
            (
                one * other * matrix[row][column]
                for row, one in enumerate(parts.values())
                for column, other in enumerate(parts.values())
            ),
            Fraction(),
        ),
        True,
    )


def mix_record(mix: Mix) -> dict[str, Any]:
    """Everything about a mix; figures are in units of all that is staked before the deal unless they say otherwise."""
    figures, table = mix.distribution, mix.table
    return {
        "schema": SCHEMA,
        "game": str(mix.configuration),
        "stakes": {wager: format_money(cents) for wager, cents in mix.stakes.items()},
        "staked": format_money(mix.staked),
        "method": "exact",
        "expectation": exact_record(figures.expectation),
        "house_edge": percentage(figures.house_edge),
        "element_of_risk": percentage(figures.element_of_risk),
        "standard_deviation": figures.standard_deviation_text(),
        "variance": decimal_text(figures.variance),
        "hit_frequency": decimal_text(figures.hit_frequency),
        "push_frequency": decimal_text(figures.push_frequency),
        "n0": None if mix.n0 is None else decimal_text(mix.n0),
        "wagers": [
            {
                "wager": wager,
                "stake": format_money(mix.stakes[wager]),
                "expectation": exact_record(mix.means[wager]),
                "variance": decimal_text(mix.covariances[wager, wager]),
            }
            for wager in mix.stakes
        ],
        "together": [
            {
                "wagers": [one, other],
                "covariance": exact_record(mix.covariances[one, other]),
                "correlation": mix.correlation_text(one, other),
            }
            for at, one in enumerate(mix.stakes)
            for other in list(mix.stakes)[at + 1 :]
        ],
        "ruin_in_the_end": {str(units): _ruin(figures, units) for units in BANKROLLS},
        "table": table_record(table),
        "rulebook_hash": mix.configuration.rulebook_hash,
    }


def _ruin(figures: Distribution, units: int) -> dict[str, str]:
    found = ruin_in_the_end(figures, units)
    return {"chance": f"{found.chance:.9g}", "method": found.method}


def table_record(table: TableFigures) -> dict[str, Any]:
    """A table of seats: exact from mean and variance, bands as normal."""
    return {
        "seats": table.seats,
        "method": "exact" if table.is_exact else "estimated",
        "covariance": exact_record(table.covariance) if table.is_exact else None,
        "variance": decimal_text(table.round_variance, table.digits),
        "n0": None if table.n0 is None else decimal_text(table.n0, table.digits),
        "bands": [
            {
                "rounds": band.rounds,
                "method": NORMAL,
                "standard_deviation": band.deviation,
                "win": {str(float(chance)): f"{hold:.6g}" for chance, hold in zip(BANDS, band.holds, strict=True)},
                "house_ahead": f"{band.house_ahead:.6g}",
            }
            for band in map(table.band, ROUNDS)
        ],
        "bank_ruin": {
            "method": "estimated",
            **{str(units): f"{risk:.4g}" for units, risk in zip(BANKROLLS, table.bank_ruin(), strict=True)},
        },
    }
