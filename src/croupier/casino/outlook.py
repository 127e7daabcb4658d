"""What a link is expected to bring, before two people approve it: hold, break-even, reserve, hits a year.

Every figure is exact for the pace of play that is assumed. What a limit or a top-up bends has no exact figure, and
none is given. A meter breaks even where the wager pays back on average just what it costs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, NamedTuple

from croupier.casino.month_figures import expected_result, long_run_meter
from croupier.casino.month_records import LinkPace
from croupier.casino.proofs import solve_link
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan
from croupier.units.chance import percent_text
from croupier.units.money import dollars, format_money

DAYS_A_YEAR: Final = 365


class LevelOutlook(NamedTuple):
    """One meter; amounts in cents."""

    level: Level
    is_posted: bool
    """Whether it is the prize of a house jackpot, which does not rise."""
    average_cents: Fraction
    """What it shows on average in the long run, a limit aside."""
    break_even_cents: Fraction | None
    """What it must show for the wager to be fair, the other meters at their averages; None where it is never won."""
    hits_a_year: Fraction
    reserve_covers: Fraction | None
    """The part of each reseed that the reserve brings on average; None where nothing is reseeded."""

    @property
    def limit_is_late(self) -> bool:
        """Whether the meter may rise above its break-even before the limit stops it."""
        limit, even = self.level.limit_cents, self.break_even_cents
        return limit is not None and even is not None and limit > even

    @property
    def begins_late(self) -> bool:
        """Whether the wager favors the players from the first day on."""
        return self.break_even_cents is not None and self.level.beginning_cents >= self.break_even_cents


class Outlook(NamedTuple):
    """One link at an assumed pace."""

    link: LinkPlan
    pace: LinkPace
    hold: Fraction | None
    """What house and reserve keep of each wager in the first year, on average; None where a limit bends it."""
    levels: tuple[LevelOutlook, ...]

    def warnings(self) -> list[str]:
        """What nobody should approve without having seen it."""
        told = []
        if self.hold is not None and self.hold <= 0:
            told.append(f"{self.link.id}: the expected hold is {percent_text(self.hold)}: the house loses on average")
        for each in self.levels:
            if each.break_even_cents is None:
                continue
            which = f"{self.link.id}, level {each.level.number}"
            even = dollars(round(each.break_even_cents))
            if each.begins_late:
                shown = dollars(each.level.beginning_cents)
                told.append(f"{which}: {shown} is at or above the break-even of {even}: the wager favors the players")
            elif each.limit_is_late and each.level.limit_cents is not None:
                limit = dollars(each.level.limit_cents)
                told.append(
                    f"{which}: the limit of {limit} is above the break-even of {even}: between the two the wager "
                    "favors the players"
                )
        return told

    def to_dict(self) -> dict[str, Any]:
        """As plain data: fractions exact, amounts in dollars rounded to the cent."""
        return {
            "pace": {
                "tables": self.pace.tables,
                "seats": self.pace.seats,
                "rounds_per_hour": self.pace.rounds_per_hour,
                "hours_per_day": self.pace.hours_per_day,
                "take_up": str(self.pace.take_up),
            },
            "hold": None if self.hold is None else str(self.hold),
            "levels": [
                {
                    "level": each.level.number,
                    "average_meter": format_money(round(each.average_cents)),
                    "break_even_meter": _amount(each.break_even_cents),
                    "limit": _amount(each.level.limit_cents),
                    "hits_a_year": float(each.hits_a_year),
                    "reserve_covers": None if each.reserve_covers is None else str(each.reserve_covers),
                }
                for each in self.levels
            ],
            "warnings": self.warnings(),
        }


def _amount(cents: Fraction | int | None) -> str | None:
    return None if cents is None else format_money(round(cents))


def pace_of(link: LinkPlan, rounds_per_hour: int, hours_per_day: int, take_up: Fraction, months: int = 12) -> LinkPace:
    """The plan's own tables and seats, at an assumed pace."""
    seats = max(1, round(sum(table.seats for table in link.tables) / len(link.tables)))
    return LinkPace(len(link.tables), seats, rounds_per_hour, hours_per_day, take_up, months)


def outlook(link: LinkPlan, pace: LinkPace) -> Outlook:
    """The expectation of one link; its tables win alike, so the first stands for all."""
    solution = solve_link(link)
    wagers = pace.days * pace.wagers_a_day
    result = expected_result(link, solution, pace)
    averages = {level.number: _average(link, solution, level) for level in link.levels}
    levels = tuple(_level(link, solution, level, averages, pace) for level in link.levels)
    return Outlook(link, pace, None if result is None else result / (wagers * link.base_wager_cents), levels)


def _average(link: LinkPlan, solution: JackpotSolution, level: Level) -> Fraction:
    meter = solution.meter(level.number)
    if link.type == "house" or not meter.share:
        return Fraction(level.seed_cents)
    return long_run_meter(meter, level)


def _level(
    link: LinkPlan, solution: JackpotSolution, level: Level, averages: dict[int, Fraction], pace: LinkPace
) -> LevelOutlook:
    meter = solution.meter(level.number)
    others = sum(
        (each.returns(averages[each.level]) for each in solution.meters if each.level != level.number), Fraction()
    )
    short = 1 - solution.fixed_return - others
    reseed = meter.hit_probability * level.reseed_cents
    is_posted = link.type == "house"
    return LevelOutlook(
        level=level,
        is_posted=is_posted,
        average_cents=averages[level.number],
        break_even_cents=short * solution.stake_cents / meter.share if meter.share else None,
        hits_a_year=meter.hit_probability * pace.wagers_a_day * DAYS_A_YEAR,
        reserve_covers=None
        if is_posted or not reseed
        else Fraction(level.reserve_ppm, MILLION) * solution.stake_cents / reseed,
    )
