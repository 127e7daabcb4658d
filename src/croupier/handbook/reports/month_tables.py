"""Simulated months as a page of tables, and as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

import numpy as np

from croupier.casino.month_figures import CHANCES, Compared, LevelFigures, MonthFigures
from croupier.casino.month_records import DAYS_A_MONTH, Months
from croupier.handbook.page.blocks import Block, Document, Grid, Section, Words, grid_of
from croupier.handbook.page.terminal import PLAIN
from croupier.jackpot.plan.link_plan import MILLION
from croupier.units.money import format_money

_PERCENTS = [f"{round(each * 100)} %" for each in CHANCES]


def render_months(months: Months, found: MonthFigures) -> str:
    """The whole report as text."""
    return PLAIN.document(months_page(months, found))


def months_page(months: Months, found: MonthFigures) -> Document:
    """The whole report."""
    pace, link = months.pace, months.link
    played = (
        f"Tables {pace.tables:,}, seats {pace.seats}, rounds an hour {pace.rounds_per_hour}, hours a day "
        f"{pace.hours_per_day}, take-up {float(pace.take_up) * 100:g} %, months {pace.months:,} of {DAYS_A_MONTH} "
        f"gambling days, runs {months.runs:,}, seed {months.seed}."
    )
    parts: list[Block] = [Words(played), _comparison(found.compared)]
    for level in found.levels:
        parts += _level(months, level, several=len(found.levels) > 1)
    rows = [("the house's result", *_money(found.house))]
    if any(level.reserve_ppm for level in link.levels):
        rows.append(("the reserve", *_money(found.reserve)))
    parts.append(grid_of(("at the end of a run", *_PERCENTS), rows, numbers=range(1, 6)))
    parts.append(Words(f"The house loses in {found.house_loses * 100:.1f} % of the runs."))
    parts.append(
        Words(
            "Simulated: hands of one round are drawn each on its own with its exact probability. The house's result "
            "counts wagers less contributions, pays and what it advances to meters; the amount on the meter at the "
            "beginning is not taken off."
        )
    )
    return Document(f"{link.title} ({link.id}), {link.paytable}", (Section("", tuple(parts)),))


def _comparison(compared: Iterable[Compared]) -> Grid:
    rows = []
    for each in compared:
        scale = 0.01 if each.unit == "$" else 1.0
        rows.append(
            (
                each.name,
                _number(each.simulated * scale, each.unit),
                "" if each.error is None else _number(each.error * scale, each.unit),
                "not known" if each.exact is None else _number(float(each.exact) * scale, each.unit),
                "" if each.z is None else f"{each.z:+.2f}",
            )
        )
    return grid_of(("average", "simulated", "std. error", "exact", "z"), rows, numbers=(1, 2, 3, 4))


def _level(months: Months, level: LevelFigures, *, several: bool) -> list[Block]:
    is_house = months.link.type == "house"
    rows: list[tuple[str, ...]] = []
    if not is_house:
        rows += [("meter, at the ends of days", *_money(level.meter)), ("meter, at the end", *_money(level.last_meter))]
    if level.awards:
        rows.append(("awards of the whole meter", *_money(level.awards)))
    if level.partial_awards:
        rows.append(("awards of a part of it", *_money(level.partial_awards)))
    waits = ["beyond" if each is None else f"{each:,.1f}" for each in level.waits]
    rows.append(("days between hits", *waits))
    grid = grid_of((f"level {level.level}" if several else "", *_PERCENTS), rows, numbers=range(1, 6))
    told = []
    if level.one_in:
        told.append(f"one wager in {float(level.one_in):,.1f} wins it")
    if level.exact_mean_wait is not None:
        simulated = "never hit" if level.mean_wait is None else f"{level.mean_wait:,.1f} simulated"
        told.append(f"a hit every {float(level.exact_mean_wait):,.1f} days ({simulated})")
    if level.long_run_cents is not None:
        bent = " were there no limit or top-up" if level.is_bent else ""
        told.append(f"long-run average ${float(level.long_run_cents) / 100:,.2f}{bent}")
    if level.reserve_covers is not None:
        error = f"{(level.reserve_covers_error or 0) * 100:.1f}"
        told.append(
            f"the reserve covers the reseed {level.reserve_covers * 100:.1f} % of the time (std. error {error})"
        )
    words = "; ".join(told)
    return [grid, Words(f"{words[:1].upper()}{words[1:]}.")]


def _number(value: float, unit: str) -> str:
    if unit == "$":
        return f"-${-value:,.2f}" if value < 0 else f"${value:,.2f}"
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:,.3f}"


def _money(cents: Sequence[float]) -> list[str]:
    return [_number(each / 100, "$") for each in cents] or [""] * len(CHANCES)


def days_csv(months: Months) -> str:
    """Day by day, the quantiles of every meter, the reserve and the house's result over all runs, in dollars."""
    series = {f"meter {number}": cents / 100 for number, cents in months.meters.items()}
    series |= {"reserve": months.reserve / 100, "house": months.house / MILLION / 100}
    rows = []
    for name, values in series.items():
        bands = np.quantile(values, CHANCES, axis=0)
        for day, mean in enumerate(values.mean(axis=0).tolist()):
            rows.append([name, day, f"{mean:.2f}", *(f"{each:.2f}" for each in bands[:, day].tolist())])
    return _csv(["account", "day", "mean", *(f"q{round(each * 100):02}" for each in CHANCES)], rows)


def hits_csv(months: Months) -> str:
    """Every whole meter that was won, in order."""
    columns = [months.hits[name].tolist() for name in ("run", "level", "round", "amount", "reserve", "advanced")]
    rows = (
        [run + 1, level, (at - 1) // months.pace.rounds_a_day + 1, at, *map(format_money, money)]
        for run, level, at, *money in zip(*columns, strict=True)
    )
    return _csv(["run", "level", "day", "round", "amount", "reserve_before", "advanced_by_house"], rows)


def runs_csv(months: Months) -> str:
    """Every account of every run at its end, in millionths of a cent: they add up exactly."""
    names = list(months.totals)
    columns = [months.totals[name].tolist() for name in names]
    rows = ([run, *values] for run, values in enumerate(zip(*columns, strict=True), 1))
    return _csv(["run", *names], rows)


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
