"""Simulated months as a page of tables."""

from collections.abc import Iterable, Sequence

from croupier.casino.months import CHANCES, DAYS_A_MONTH, Compared, LevelFigures, MonthFigures, Months
from croupier.handbook.page.blocks import Block, Document, Grid, Section, Words, grid_of

_PERCENTS = [f"{round(chance * 100)} %" for chance in CHANCES]


def months_page(months: Months, totals: MonthFigures) -> Document:
    """The whole report."""
    pace, link = months.pace, months.link
    played = (
        f"Tables {pace.tables:,}, seats {pace.seats}, rounds an hour {pace.rounds_per_hour}, hours a day "
        f"{pace.hours_per_day}, take-up {float(pace.take_up) * 100:g} %, months {pace.months:,} of {DAYS_A_MONTH} "
        f"gambling days, runs {months.runs:,}, seed {months.seed}."
    )
    parts: list[Block] = [Words(played), _comparison(totals.compared)]
    for level in totals.levels:
        parts += _level(months, level, several=len(totals.levels) > 1)
    rows = [("the house's result", *_money(totals.house))]
    if any(level.reserve_ppm for level in link.levels):
        rows.append(("the reserve", *_money(totals.reserve)))
    parts.append(grid_of(("at the end of a run", *_PERCENTS), rows, numbers=range(1, 6)))
    parts.append(Words(f"The house loses in {totals.house_loses * 100:.1f} % of the runs."))
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
    for average in compared:
        error = "" if average.standard_error is None else _number(average.standard_error, average.unit)
        exact = "not known" if average.exact is None else _number(average.exact, average.unit)
        z = "" if average.z is None else f"{average.z:+.2f}"
        rows.append((average.name, _number(average.simulated, average.unit), error, exact, z))
    return grid_of(("average", "simulated", "std. error", "exact", "z"), rows, numbers=(1, 2, 3, 4))


def _level(months: Months, level: LevelFigures, *, several: bool) -> list[Block]:
    is_house = months.link.type == "house"
    rows: list[tuple[str, ...]] = []
    if not is_house:
        rows += [
            ("meter, at the ends of days", *_money(level.meter)),
            ("meter, at the end", *_money(level.meter_at_the_end)),
        ]
    if level.awards:
        rows.append(("awards of the whole meter", *_money(level.awards)))
    if level.partial_awards:
        rows.append(("awards of a part of it", *_money(level.partial_awards)))
    if level.days_between_hits:
        rows.append(("days between hits, exact", *(f"{days:,.1f}" for days in level.days_between_hits)))
    grid = grid_of((f"level {level.level}" if several else "", *_PERCENTS), rows, numbers=range(1, 6))
    told = []
    if level.one_in:
        told.append(f"one wager in {level.one_in:,.1f} wins it")
    if level.mean_days_between_hits is not None:
        told.append(f"a hit every {level.mean_days_between_hits:,.1f} days")
    if level.long_run_meter is not None:
        bent = " were there no limit or top-up" if level.is_bent else ""
        told.append(f"long-run average ${level.long_run_meter:,.2f}{bent}")
    if (covers := level.reserve_covers_reseed) is not None:
        error = f"{(level.reserve_covers_reseed_standard_error or 0) * 100:.1f}"
        told.append(f"the reserve covers the reseed {covers * 100:.1f} % of the time (std. error {error})")
    words = "; ".join(told)
    return [grid, Words(f"{words[:1].upper()}{words[1:]}.")]


def _number(value: float, unit: str) -> str:
    if unit == "$":
        return f"-${-value:,.2f}" if value < 0 else f"${value:,.2f}"
    return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:,.3f}"


def _money(dollars: Sequence[float]) -> list[str]:
    return [_number(value, "$") for value in dollars] or [""] * len(CHANCES)
