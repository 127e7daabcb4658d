"""The plots of a par sheet: outcomes, returns, the edge by the meter, and what luck does to house and player."""

import math
import textwrap
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from croupier import drawing

if TYPE_CHECKING:
    from croupier.exact.long_run.volatility import Volatility
    from croupier.questions.sheet.records import EdgeAtMeter, SheetPay

SETTLED: Final = 10_000
"""From this many rounds on, the funnel is wholly in its picture; a jackpot's first bands would dwarf all others."""


def returns(rows: "Sequence[SheetPay]") -> str:
    """What each row adds to the expectation."""
    shown = [
        (
            textwrap.wrap(f"{row.event} {row.pays}" if row.event in ("wins", "loses") else row.event, 24),
            float(row.returns.value * 100),
        )
        for row in rows
        if row.returns is not None
    ]
    values = [value for _, value in shown]
    figures = [_figure(value) for value in values]
    low, high = min(0.0, *values), max(0.0, *values)
    left = max(drawing.text_width(each) for lines, _ in shown for each in lines) + 10
    before = max((drawing.text_width(each) for each in figures if each.startswith("-")), default=-6.0) + 6
    after = max((drawing.text_width(each) for each in figures if not each.startswith("-")), default=-6.0) + 6
    x = drawing.scale(low, high, left + before, drawing.WIDTH - after - 2)
    parts, at = [], drawing.TOP + 8
    for (lines, value), figure in zip(shown, figures, strict=True):
        size = 8 + 15 * len(lines)
        middle = at + size / 2
        for number, words in enumerate(lines):
            parts.append(drawing.text(left - 10, at + 14 + 15 * number, words, "end", "text"))
        start, end = sorted((x(0), x(value)))
        is_loss = figure.startswith("-")
        parts.append(drawing.bar(start, middle - 7, end - start, 14, "loss" if is_loss else "accent", hollow=is_loss))
        place, anchor = (start - 6, "end") if is_loss else (end + 6, "start")
        parts.append(drawing.text(place, middle + 4.5, figure, "end" if anchor == "end" else "start"))
        at += size
    parts.append(drawing.line(x(0), drawing.TOP + 4, x(0), at + 2, "muted"))
    parts.append(drawing.text((left + drawing.WIDTH) / 2, at + 22, "percent of the wager"))
    return drawing.svg(parts, "What each row adds to the expectation", at + 30)


def _figure(value: float) -> str:
    """Two decimals; what is too small for them is not called nothing.

    >>> _figure(-0.0013), _figure(0.0), _figure(4.567)
    ('-0.001', '0.00', '4.57')
    """
    text = f"{value:.2f}"
    return text if value == 0 or float(text) else f"{value:.1g}"


def meter(edges: "Sequence[EdgeAtMeter]") -> str:
    points = [(float(line.meter.value), float(line.house_edge.value) * 100) for line in edges]
    most = points[-1][0]
    xs = [(tick, f"${drawing.short(tick)}") for tick in drawing.ticks(0, most, 5) if tick <= most * 1.001]
    if xs[-1][0] < most:
        xs.append((most, ""))
    even = next((point for point, line in zip(points, edges, strict=True) if line.break_even), None)
    keys = [drawing.line_key("accent", "house edge")]
    if even:
        keys.append(drawing.dot_key("loss", f"break-even ${even[0]:,.2f}"))
    ys = drawing.ticks(min(y for _, y in points), max(y for _, y in points))
    frame = drawing.Frame(xs, ys, "the top meter shows", " %", keys=keys)
    parts = [*frame.grid, frame.zero, frame.curve(points)]
    if even:
        across, down = frame.x(even[0]), frame.y(even[1])
        parts += [
            drawing.line(across, down, across, frame.bottom, "loss", 1, "3 3"),
            drawing.dot(across, down, "loss", radius=4.5),
        ]
    return frame.drawn(parts, "House edge against the top meter")


def funnel(found: "Volatility", edge: Fraction, whose: str = "The house's actual win") -> str:
    """The house's win, or what players lose, in percent; narrowing with the rounds."""
    points = [(math.log10(band.rounds), [float(hold) * 100 for hold in band.holds]) for band in found.funnel]
    expected = float(edge) * 100
    decades = range(math.ceil(points[0][0]), math.floor(points[-1][0]) + 1)
    xs = [(points[0][0], ""), *((float(decade), drawing.short(10.0**decade)) for decade in decades)]
    if xs[-1][0] < points[-1][0]:
        xs.append((points[-1][0], ""))
    every = [hold for _, holds in points for hold in holds]
    later = [hold for x, holds in points if x >= math.log10(SETTLED) for hold in holds] or every
    reach = 2 * max(abs(hold - expected) for hold in later)
    low, high = max(expected - reach, min(every)), min(expected + reach, max(every))
    keys = [
        drawing.line_key("accent", f"mean, expected {expected:.2f} %"),
        drawing.band_key("soft", "95 of 100"),
        drawing.band_key("softer", "99 of 100"),
    ]
    frame = drawing.Frame(
        xs, drawing.ticks(min(low, expected), max(high, expected)), "rounds, logarithmic", " %", keys=keys
    )

    bands = []
    for ends, shade in (((3, 0), "softer"), ((2, 1), "soft")):
        upper, lower = ([(x, holds[end]) for x, holds in points] for end in ends)
        bands.append(frame.band(upper, lower, shade))
    across = frame.curve([(points[0][0], expected), (points[-1][0], expected)])
    return frame.drawn([*bands, *frame.grid, frame.zero, across], f"{whose}, in percent of the wagers")
