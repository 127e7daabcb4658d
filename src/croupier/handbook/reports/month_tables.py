"""Simulated months as a page of tables, and as CSV for a spreadsheet."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from math import exp
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.casino.months import CHANCES, DAYS_A_MONTH, Compared, LevelFigures, MonthFigures, Months
from croupier.drawing import Frame, LegendKey, band_key, bar, line, line_key, short, ticks
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.handbook.page.blocks import Block, Document, Grid, Section, Words, grid_of
from croupier.handbook.page.workbook import Row, csv_files
from croupier.handbook.reports.day import as_dollars
from croupier.jackpot.plan.link_plan import MILLION, Level

BARS: Final = 24
POINTS: Final = 120


def drawings(months: Months, solution: JackpotSolution, totals: MonthFigures) -> Iterator[tuple[str, str]]:
    """Every drawing with its file name, which has no ending."""
    for level, figures in zip(months.link.levels, totals.levels, strict=True):
        name = f"-{level.number}" if len(months.link.levels) > 1 else ""
        if months.link.type == "progressive":
            yield f"meter{name}", meter_fan(months, level, figures.long_run_meter)
            if figures.hits > 1:
                yield f"awards{name}", awards(months, solution, level, is_bent=figures.is_bent)
        if figures.mean_days_between_hits is not None:
            yield f"waits{name}", waits(figures.mean_days_between_hits, level)
    if any(level.reserve_ppm for level in months.link.levels):
        yield "reserve", _fan(months, months.reserve / 100, "the reserve, in dollars", "The reserve through the months")
    result = months.house / MILLION / 100
    yield "house", _fan(months, result, "the house's result, in dollars", "The house's result through the months")


def _fan(months: Months, values: NDArray[Any], words: str, title: str, marks: Sequence[tuple[float, str]] = ()) -> str:
    """Nine runs in ten and half of them day by day, the middle one, and one run as it went."""
    days = np.unique(np.linspace(0, months.pace.days, min(months.pace.days, POINTS) + 1).astype(int))
    bands = np.quantile(values[:, days], CHANCES, axis=0)
    shown = values[0, days]
    ends = [
        0.0,
        *(float(end) for edge in (bands[0], bands[4], shown) for end in (edge.min(), edge.max())),
        *(height for height, _ in marks),
    ]
    keys = [
        line_key("accent", "median"),
        band_key("soft", "half of the runs"),
        band_key("softer", "9 of 10"),
        line_key("muted", "one run", 0.8),
        *(line_key("loss", label, 1.5, "4 3") for _, label in marks),
    ]
    frame = Frame(_span(months.pace.days), ticks(min(ends), max(ends)), f"gambling days; {words}", keys=keys)

    def curve(heights: NDArray[Any]) -> list[tuple[float, float]]:
        return list(zip(days.tolist(), heights.tolist(), strict=True))

    return frame.drawn(
        [
            frame.band(curve(bands[4]), curve(bands[0]), "softer"),
            frame.band(curve(bands[3]), curve(bands[1]), "soft"),
            *frame.grid,
            frame.zero,
            frame.curve(curve(shown), "muted", 0.8),
            frame.curve(curve(bands[2])),
            *(
                line(frame.left, frame.y(height), frame.right, frame.y(height), "loss", 1.5, "4 3")
                for height, _ in marks
            ),
        ],
        title,
    )


def meter_fan(months: Months, level: Level, long_run: float | None) -> str:
    """What a meter shows at the end of each day."""
    marks = [] if long_run is None else [(long_run, f"long-run average ${long_run:,.0f}")]
    if level.limit_cents is not None:
        marks = [(level.limit_cents / 100, f"limit ${level.limit_cents / 100:,.0f}")]
    words = "the meter, in dollars"
    return _fan(months, months.meters[level.number] / 100, words, f"The meter of level {level.number}", marks)


def awards(months: Months, solution: JackpotSolution, level: Level, *, is_bent: bool) -> str:
    """How large the whole meter was when it was won; the curve is exact where nothing but wagers moves the meter."""
    amounts = months.hits["amount"][months.hits["level"] == level.number] / 100
    low, high = min(level.reseed_cents, level.beginning_cents) / 100, float(np.quantile(amounts, 0.99)) * 1.02
    low = min(low, float(amounts.min()))
    edges = np.linspace(low, max(high, low + 1), BARS + 1)
    shares = np.histogram(amounts, edges)[0] / len(amounts) * 100
    meter = solution.meter(level.number)
    is_plain = not is_bent and meter.share == meter.hit_probability and level.beginning_cents == level.reseed_cents
    xs = [(tick, f"${short(tick)}") for tick in ticks(low, edges[-1], 5) if low <= tick <= edges[-1]]
    keys: list[LegendKey] = [band_key("soft", "simulated"), *([line_key("accent", "exact")] if is_plain else [])]
    chances: list[float] = []
    if is_plain:
        below = _awards_below(months, level, float(meter.hit_probability))
        chances = [100 * (below(end) - below(start)) for start, end in pairwise(edges.tolist())]
    ends = [(low, ""), *xs, (float(edges[-1]), "")]
    frame = Frame(ends, ticks(0, max(float(shares.max()), *chances, 0.0)), "the meter when won", " %", keys=keys)
    parts = [*frame.grid]
    for share, start, end in zip(shares.tolist(), edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        left, right, top = frame.x(start), frame.x(end), frame.y(share)
        parts.append(bar(left + 0.5, top, right - left - 1, frame.bottom - top, "soft") if share else "")
    middles = ((edges[:-1] + edges[1:]) / 2).tolist()
    if chances:
        parts.append(frame.curve(list(zip(middles, chances, strict=True))))
    parts.append(line(frame.left, frame.bottom, frame.right, frame.bottom, "muted"))
    return frame.drawn(parts, f"Awards of the whole meter, level {level.number}")


def _awards_below(months: Months, level: Level, chance: float) -> Callable[[float], float]:
    """How large a part of the awards within these months is below an amount, where only wagers move the meter.

    Short waits fit into the months more often than long ones. Of hits at a rate over a time T, the part with a wait
    below w is 1 - (1 - w / T) exp(-rate w).
    """
    rise = level.increment_ppm * months.link.base_wager_cents / MILLION / 100
    time = float(months.pace.days * months.pace.wagers_a_day)

    def below(amount: float) -> float:
        waited = min(max(0.0, (amount - level.reseed_cents / 100) / rise), time)
        return 1 - (1 - waited / time) * exp(-chance * waited)

    return below


def waits(mean: float, level: Level) -> str:
    """How likely the wait for the next hit is over, by days."""
    last = 6 * mean
    frame = Frame(_span(last), ticks(0, 100), "gambling days since the last hit; the wait is over", " %")
    over = [(day, 100 * (1 - exp(-day / mean))) for day in np.linspace(0, last, POINTS + 1).tolist()]
    return frame.drawn([*frame.grid, frame.curve(over)], f"Waiting for level {level.number}")


def _span(last: float) -> list[tuple[float, str]]:
    marks = [(tick, f"{tick:g}") for tick in ticks(0, last, 6) if tick <= last]
    return marks if marks[-1][0] == last else [*marks, (float(last), "")]


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


def month_files(months: Months) -> dict[str, str]:
    """Day by day the quantiles of every account over all runs, in dollars; every whole meter that was won, in order;
    and every account of every run at its end, in millionths of a cent: they add up to nothing."""
    series = {f"meter {number}": cents / 100 for number, cents in months.meters.items()}
    series |= {"reserve": months.reserve / 100, "house": months.house / MILLION / 100}
    days: list[Row] = []
    for name, values in series.items():
        bands = np.quantile(values, CHANCES, axis=0)
        for day, shown in enumerate(np.vstack((values.mean(axis=0), bands)).T.tolist()):
            days.append((name, day, *(Decimal(f"{value:.2f}") for value in shown)))
    columns = [months.hits[name].tolist() for name in ("run", "level", "round", "amount", "reserve", "advanced")]
    hits: list[Row] = [
        (run + 1, level, (at - 1) // months.pace.rounds_a_day + 1, at, *map(as_dollars, money))
        for run, level, at, *money in zip(*columns, strict=True)
    ]
    ends = [amounts.tolist() for amounts in months.accounts.values()]
    runs: list[Row] = [(run, *values) for run, values in enumerate(zip(*ends, strict=True), 1)]
    quantiles = (f"q{round(chance * 100):02}" for chance in CHANCES)
    return csv_files(
        {
            "days": (("account", "day", "mean", *quantiles), days),
            "hits": (("run", "level", "day", "round", "amount", "reserve_before", "advanced_by_house"), hits),
            "runs": (("run", *months.accounts), runs),
        }
    )
