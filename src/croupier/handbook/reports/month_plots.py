"""Drawings of simulated months: the meter and the house's result as fans, awards and waits beside what is exact.

Each is SVG text in the hand of ``plots``; ``as_png`` sets one as a picture of points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import exp, log1p
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.casino.month_figures import CHANCES, MonthFigures, open_waits, waiting_curve
from croupier.casino.month_records import Months
from croupier.drawing import Frame, LegendKey, band_key, bar, line, line_key, short, ticks
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.handbook.page.typesetting import as_png
from croupier.jackpot.plan.link_plan import MILLION, Level

__all__ = ["as_png", "awards", "drawings", "meter_fan", "waits"]

BARS: Final = 24
POINTS: Final = 120


def drawings(months: Months, solution: JackpotSolution, found: MonthFigures) -> Iterator[tuple[str, str]]:
    """Every drawing with its file name, which has no ending."""
    for level, figures in zip(months.link.levels, found.levels, strict=True):
        name = f"-{level.number}" if len(months.link.levels) > 1 else ""
        if months.link.type == "progressive":
            long_run = None if figures.long_run_cents is None else float(figures.long_run_cents) / 100
            yield f"meter{name}", meter_fan(months, level, long_run)
            if figures.hits > 1:
                yield f"awards{name}", awards(months, solution, level, is_bent=figures.is_bent)
        if figures.hits:
            yield f"waits{name}", waits(months, solution, level)
    if any(level.reserve_ppm for level in months.link.levels):
        yield "reserve", _fan(months, months.reserve / 100, "the reserve, in dollars", "The reserve through the months")
    result = months.house / MILLION / 100
    yield "house", _fan(months, result, "the house's result, in dollars", "The house's result through the months")


def _days(days: int) -> list[tuple[float, str]]:
    found = [(each, f"{each:g}") for each in ticks(0, days, 6) if each <= days]
    return found if found[-1][0] == days else [*found, (float(days), "")]


def _fan(months: Months, values: NDArray[Any], words: str, title: str, marks: Sequence[tuple[float, str]] = ()) -> str:
    """Nine runs in ten and half of them day by day, the middle one, and one run as it went."""
    days = np.unique(np.linspace(0, months.pace.days, min(months.pace.days, POINTS) + 1).astype(int))
    bands = np.quantile(values[:, days], CHANCES, axis=0)
    shown = values[0, days]
    ends = [
        0.0,
        *(float(each) for edge in (bands[0], bands[4], shown) for each in (edge.min(), edge.max())),
        *(height for height, _ in marks),
    ]
    keys = [
        line_key("accent", "median"),
        band_key("soft", "half of the runs"),
        band_key("softer", "9 of 10"),
        line_key("muted", "one run", 0.8),
        *(line_key("loss", label, 1.5, "4 3") for _, label in marks),
    ]
    frame = Frame(_days(months.pace.days), ticks(min(ends), max(ends)), f"gambling days; {words}", keys=keys)

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
            *(line(frame.left, frame.y(each), frame.right, frame.y(each), "loss", 1.5, "4 3") for each, _ in marks),
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
    xs = [(each, f"${short(each)}") for each in ticks(low, edges[-1], 5) if low <= each <= edges[-1]]
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


def waits(months: Months, solution: JackpotSolution, level: Level) -> str:
    """How likely the wait for the next hit is over, by days."""
    pace = months.pace
    chance = float(pace.take_up * solution.meter(level.number).hit_probability)
    a_round = pace.seats * log1p(-chance)
    rounds, over = waiting_curve(*open_waits(months, level.number))
    last = min(float(rounds[-1]), -6 / a_round if a_round else float(rounds[-1])) / pace.rounds_a_day
    keys = [line_key("text", "exact", 1, "5 3"), line_key("soft", "simulated")]
    frame = Frame(_span(last), ticks(0, 100), "gambling days since the last hit; the wait is over", " %", keys=keys)
    exact = [
        (day, 100 * (1 - exp(a_round * day * pace.rounds_a_day))) for day in np.linspace(0, last, POINTS + 1).tolist()
    ]
    days = np.linspace(0, last, POINTS + 1)
    place = np.searchsorted(rounds, days * pace.rounds_a_day, side="right")
    seen = np.concatenate([[0.0], over])[place] * 100
    simulated = list(zip(days.tolist(), seen.tolist(), strict=True))
    return frame.drawn(
        [*frame.grid, frame.curve(simulated, "soft"), frame.curve(exact, "text", 1, "5 3")],
        f"Waiting for level {level.number}",
    )


def _span(last: float) -> list[tuple[float, str]]:
    found = [(each, f"{each:g}") for each in ticks(0, last, 6) if each <= last]
    return [*found, (last, "")]
