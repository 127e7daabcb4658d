"""What simulated months come to, beside what is known exactly.

A meter that starts at its beginning amount moves toward its long-run average; the average at any moment is known
exactly while nothing but wins of a share and the rate of the wager move it. So are the hits, the wagers and what house
and reserve keep together. Where a limit or a top-up bends the meter there is no exact figure, and none is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log1p, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.casino.month_records import LinkPace, Months
from croupier.exact.counting.jackpots import JackpotSolution, Meter
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan
from croupier.rulebook.paytables import UNIT_CENTS

CHANCES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)
SCHEMA: Final = 1

Quantiles = tuple[float, ...]
"""At ``CHANCES``, lowest first."""


@dataclass(frozen=True)
class Compared:
    """A simulated average with its standard error, and the exact one where it is known."""

    name: str
    unit: str
    simulated: float
    error: float | None
    exact: Fraction | None

    @property
    def z(self) -> float | None:
        """How many standard errors the two are apart."""
        if self.exact is None or not self.error:
            return None
        return (self.simulated - float(self.exact)) / self.error


@dataclass(frozen=True)
class LevelFigures:
    """One meter over the months; amounts in cents, waits in days."""

    level: int
    one_in: Fraction | None
    """Wagers to a whole meter, exact."""
    long_run_cents: Fraction | None
    """What the meter would show on average in the long run, were it not bent; None where it is posted."""
    is_bent: bool
    """Whether a limit or a top-up moves the meter besides wins and wagers."""
    hits: int
    meter: Quantiles
    """At the ends of all days of all runs."""
    last_meter: Quantiles
    """At the end of each run."""
    awards: Quantiles
    """Of the whole meter; empty where it was never won."""
    partial_awards: Quantiles
    waits: tuple[float | None, ...]
    """Days between hits at ``CHANCES``; None beyond what the runs could see."""
    mean_wait: float | None
    exact_mean_wait: Fraction | None
    reserve_covers: float | None
    """How often the reserve held all that the next meter needed; None where it was never won."""
    reserve_covers_error: float | None


@dataclass(frozen=True)
class MonthFigures:
    """Everything that a simulation reports."""

    compared: tuple[Compared, ...]
    levels: tuple[LevelFigures, ...]
    house: Quantiles
    """What the house has won at the end of a run, in cents; seeds it advanced are taken off, the first one not."""
    house_loses: float
    """How often that is below zero."""
    reserve: Quantiles
    """What the reserve holds at the end of a run, in cents."""


def figures(months: Months, solution: JackpotSolution) -> MonthFigures:
    """Summarize a simulation."""
    house = months.house[:, -1] / MILLION
    return MonthFigures(
        compared=tuple(_compared(months, solution)),
        levels=tuple(_level(months, solution, level) for level in months.link.levels),
        house=_quantiles(house),
        house_loses=float((house < 0).mean()),
        reserve=_quantiles(months.reserve[:, -1]),
    )


def _compared(months: Months, solution: JackpotSolution) -> list[Compared]:
    pace, link = months.pace, months.link
    wagers = pace.days * pace.wagers_a_day
    found = [_mean("wagers a run", "", months.wagers, wagers)]
    for level in link.levels:
        name = f", level {level.number}" if len(link.levels) > 1 else ""
        meter = solution.meter(level.number)
        mine = months.hits["run"][months.hits["level"] == level.number]
        hits = np.bincount(mine, minlength=months.runs)
        found.append(_mean(f"whole meters won a run{name}", "", hits, wagers * meter.hit_probability))
        if link.type == "progressive":
            shown = months.meters[level.number][:, -1]
            found.append(_mean(f"meter at the end{name}", "$", shown, expected_meter(link, meter, level, pace)))
    kept = months.house[:, -1] / MILLION + months.reserve[:, -1]
    name = "house and reserve a run" if link.type == "progressive" else "house a run"
    return [*found, _mean(name, "$", kept, expected_result(link, solution, pace))]


def _mean(name: str, unit: str, values: NDArray[Any], exact: Fraction | None) -> Compared:
    error = float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else None
    return Compared(name, unit, float(values.mean()), error, exact)


def _is_bent(link: LinkPlan, level: Level, meter: Meter) -> bool:
    """Whether something other than wins and the rate moves the meter."""
    pays_parts = meter.share != meter.hit_probability
    return level.limit_cents is not None or (link.below_seed == "top-up" and pays_parts)


def expected_meter(link: LinkPlan, meter: Meter, level: Level, pace: LinkPace) -> Fraction | None:
    """What a meter shows on average at the end of a run.

    Each wager moves it a ``share`` of the way to the long-run average, so the distance shrinks by 1 - share a wager.
    Exact up to two winners in one round and cents rounded down; None where the meter is bent.
    """
    if _is_bent(link, level, meter):
        return None
    average = long_run_meter(meter, level)
    return average + (level.beginning_cents - average) * _left(meter, pace)


def long_run_meter(meter: Meter, level: Level) -> Fraction:
    """What a meter shows on average in the long run, were it not bent."""
    return meter.average_cents(level.reseed_cents, Fraction(level.increment_ppm, MILLION))


def expected_result(link: LinkPlan, solution: JackpotSolution, pace: LinkPace) -> Fraction | None:
    """What house and reserve keep together on average, in cents; None where a limit or a top-up bends it."""
    wagers = pace.days * pace.wagers_a_day
    stake = link.base_wager_cents
    percent = solution.counted.table.dealer_envy_percent or Fraction()
    kept = wagers * stake * (1 - solution.fixed_return) - _expected_envy(solution, pace)
    for level in link.levels:
        meter = solution.meter(level.number)
        if link.type == "house":
            kept -= wagers * meter.share * level.seed_cents
            kept -= wagers * meter.hit_probability * level.seed_cents * percent / 100
            continue
        if _is_bent(link, level, meter) and (percent or link.below_seed == "top-up" or link.overflow_to == "reserve"):
            return None
        kept -= wagers * stake * Fraction(level.increment_ppm, MILLION)
        kept -= wagers * meter.hit_probability * level.reseed_cents
        if percent:
            seen = _meters_seen(meter, level, pace)
            kept -= meter.hit_probability * seen * percent / 100
    return kept


def _meters_seen(meter: Meter, level: Level, pace: LinkPace) -> Fraction:
    """The sum of what the meter shows at each wager, on average."""
    average = long_run_meter(meter, level)
    gone = (level.beginning_cents - average) * (1 - _left(meter, pace))
    return pace.days * pace.wagers_a_day * average + gone / meter.share


def _left(meter: Meter, pace: LinkPace) -> Fraction:
    """The part of the distance to the long-run average that is left at the end: each seat of each round may bet."""
    return Fraction(exp(pace.rounds * pace.seats * log1p(-float(pace.take_up * meter.share))))


def _expected_envy(solution: JackpotSolution, pace: LinkPace) -> Fraction:
    """All envy pays of the months, in cents."""
    bettors = pace.rounds * pace.seats * pace.take_up
    if solution.configuration.values.get("envy_per") != "round":
        others = (pace.seats - 1) * pace.take_up
        return bettors * others * solution.envy_return * solution.stake_cents
    # One envy a round, the largest: the best of the other seats' hands.
    best, above, none_above = Fraction(), Fraction(), Fraction(1)
    amounts = sorted({each.row.envy_cents or 0 for each in solution.counted.rows}, reverse=True)
    for cents in amounts:
        above += sum(each.probability for each in solution.counted.rows if (each.row.envy_cents or 0) == cents)
        none = (1 - pace.take_up * above) ** (pace.seats - 1)
        best += cents * (none_above - none)
        none_above = none
    return bettors * best * solution.stake_cents / UNIT_CENTS


def _level(months: Months, solution: JackpotSolution, level: Level) -> LevelFigures:
    link, pace, number = months.link, months.pace, level.number
    meter = solution.meter(number)
    mine = months.hits["level"] == number
    amounts = months.hits["amount"][mine]
    waits, came = open_waits(months, number)
    covers = covers_error = None
    if len(amounts) and link.type == "progressive":
        covered = months.hits["advanced"][mine] == 0
        covers = float(covered.mean())
        covers_error = sqrt(covers * (1 - covers) / len(covered))
    chance = 1 - (1 - pace.take_up * meter.hit_probability) ** pace.seats
    return LevelFigures(
        level=number,
        one_in=meter.one_in,
        long_run_cents=None if link.type == "house" else long_run_meter(meter, level),
        is_bent=_is_bent(link, level, meter),
        hits=len(amounts),
        meter=_quantiles(months.meters[number][:, 1:].ravel()),
        last_meter=_quantiles(months.meters[number][:, -1]),
        awards=_quantiles(amounts),
        partial_awards=_quantiles(months.parts[number]),
        waits=tuple(wait_quantile(waits, came, each, pace.rounds_a_day) for each in CHANCES),
        mean_wait=float(waits.sum() / came.sum() / pace.rounds_a_day) if came.any() else None,
        exact_mean_wait=1 / chance / pace.rounds_a_day if chance else None,
        reserve_covers=covers,
        reserve_covers_error=covers_error,
    )


def _quantiles(values: NDArray[Any]) -> Quantiles:
    return tuple(float(each) for each in np.quantile(values, CHANCES)) if len(values) else ()


def open_waits(months: Months, level: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Rounds from the beginning, or a hit, to the next hit or the run's end; and whether a hit ended the wait."""
    mine = months.hits["level"] == level
    runs, rounds = months.hits["run"][mine], months.hits["round"][mine]
    waits, came = [], []
    for own in np.split(rounds, np.searchsorted(runs, np.arange(1, months.runs))):
        hit_rounds = np.unique(own)
        gaps = np.diff(np.concatenate([[0], hit_rounds, [months.pace.rounds]]))
        waits.append(gaps)
        came.append(np.arange(len(gaps)) < len(hit_rounds))
    return np.concatenate(waits), np.concatenate(came)


def waiting_curve(waits: NDArray[np.int64], came: NDArray[np.bool_]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Rounds, and how likely a wait is over by then: Kaplan and Meier's estimate.

    Waits that the end of a run cut off are not left out, which would make the jackpot look quicker than it is.
    """
    order = np.lexsort((~came, waits))
    waits, came = waits[order], came[order]
    at_risk = np.arange(len(waits), 0, -1)
    survives = np.cumprod(1 - came / at_risk)
    return waits[came], (1 - survives)[came]


def wait_quantile(waits: NDArray[np.int64], came: NDArray[np.bool_], chance: float, rounds_a_day: int) -> float | None:
    """Days within which the wait is over with this probability; None where the runs are too short to tell."""
    rounds, over = waiting_curve(waits, came)
    place = int(np.searchsorted(over, chance))
    return float(rounds[place]) / rounds_a_day if place < len(rounds) else None


def record(months: Months, found: MonthFigures) -> dict[str, Any]:
    """Everything as plain JSON data; money in dollars as numbers, since averages have no cents."""
    return {
        "schema": SCHEMA,
        "jackpot": months.link.id,
        "title": months.link.title,
        "paytable": months.link.paytable,
        "tables": months.pace.tables,
        "seats": months.pace.seats,
        "rounds_per_hour": months.pace.rounds_per_hour,
        "hours_per_day": months.pace.hours_per_day,
        "take_up": float(months.pace.take_up),
        "months": months.pace.months,
        "runs": months.runs,
        "seed": months.seed,
        "rulebook_hash": months.link.rulebook_hash,
        "chances": list(CHANCES),
        "compared": [
            {
                "name": each.name,
                "unit": each.unit,
                "simulated": _in_unit(each.simulated, each.unit),
                "standard_error": None if each.error is None else _in_unit(each.error, each.unit),
                "exact": None if each.exact is None else _in_unit(float(each.exact), each.unit),
                "z": each.z,
            }
            for each in found.compared
        ],
        "levels": [
            {
                "level": each.level,
                "one_in": None if each.one_in is None else float(each.one_in),
                "long_run_meter": None if each.long_run_cents is None else float(each.long_run_cents) / 100,
                "is_bent": each.is_bent,
                "hits": each.hits,
                "meter": _dollars(each.meter),
                "meter_at_the_end": _dollars(each.last_meter),
                "awards": _dollars(each.awards),
                "partial_awards": _dollars(each.partial_awards),
                "days_between_hits": list(each.waits),
                "mean_days_between_hits": each.mean_wait,
                "exact_mean_days_between_hits": None if each.exact_mean_wait is None else float(each.exact_mean_wait),
                "reserve_covers_reseed": each.reserve_covers,
                "reserve_covers_reseed_standard_error": each.reserve_covers_error,
            }
            for each in found.levels
        ],
        "house": _dollars(found.house),
        "house_loses": found.house_loses,
        "reserve": _dollars(found.reserve),
        "conserved": not months.conserved().any(),
    }


def _in_unit(value: float, unit: str) -> float:
    return value / 100 if unit == "$" else value


def _dollars(cents: Sequence[float]) -> list[float]:
    return [each / 100 for each in cents]
