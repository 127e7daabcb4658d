"""Plots of a par sheet as crisp SVG, drawn here in a few lines each, so that the same input gives the same bytes.

Colors are the few of ``INK``; a page may replace them by its own tokens. Text is set in the page's font or, in print,
in the one that the typesetter brings along.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Final, Protocol

from croupier.exact.distribution import Distribution
from croupier.units.odds import format_odds

if TYPE_CHECKING:
    from croupier.exact.long_run.volatility import Volatility

INK: Final = {
    "text": "#1d2522",
    "muted": "#66716c",
    "line": "#d5dbd8",
    "accent": "#12705a",
    "soft": "#a9d0c4",
    "softer": "#d9ebe5",
    "loss": "#b4543a",
}
WIDTH: Final = 480
HEIGHT: Final = 250
FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Libertinus Serif', sans-serif"


class _Row(Protocol):
    @property
    def label(self) -> str: ...
    @property
    def pays(self) -> str: ...
    @property
    def returns(self) -> Fraction | None: ...


def _svg(parts: Iterable[str], title: str, height: int = HEIGHT) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="{FONT}" font-size="13"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, anchor: str = "middle", ink: str = "muted") -> str:
    shown = escape(words, quote=False)
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{INK[ink]}">{shown}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, ink: str = "line", width: float = 1, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{INK[ink]}" '
        f'stroke-width="{width}"{dashes}/>'
    )


def _path(points: Sequence[tuple[float, float]], ink: str = "accent") -> str:
    steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{steps}" fill="none" stroke="{INK[ink]}" stroke-width="2" stroke-linejoin="round"/>'


def _area(upper: Sequence[tuple[float, float]], lower: Sequence[tuple[float, float]], ink: str) -> str:
    steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*upper, *reversed(lower)])
    return f'<polygon points="{steps}" fill="{INK[ink]}"/>'


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round values that cover a range.

    >>> ticks(-3, 17)
    [-5.0, 0.0, 5.0, 10.0, 15.0, 20.0]
    """
    span = (high - low) or 1.0
    rough = span / wanted
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * each for each in (1, 2, 5, 10) if size * each >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(each * step, 12) for each in range(first, last + 1)]


def _scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    span = (high - low) or 1.0
    return lambda value: start + (min(max(value, low), high) - low) / span * (end - start)


def _short(value: float) -> str:
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


def net_text(net: Fraction) -> str:
    """A net as people read it: whole, as a short decimal, or to the cent."""
    if net.denominator == 1:
        return f"{int(net):,}"
    words = format_odds(net)
    return f"{float(net):,.2f}" if "/" in words else words


def outcomes(distribution: Distribution) -> str:
    """How often each net outcome comes, on a scale of tenths of tenths."""
    chances = [(net, count / distribution.total) for net, count in distribution.counts]
    lowest = math.floor(math.log10(min(chance for _, chance in chances)))
    decades = range(lowest, 1, max(1, -lowest // 5))
    names = [f"{10.0 ** (each + 2):g} %" if each >= -6 else f"10^{each + 2} %" for each in decades]
    left, right, top, bottom = 18.0 + 7.6 * max(map(len, names)), WIDTH - 10.0, 14.0, HEIGHT - 40.0
    y = _scale(lowest, 0, bottom, top)
    parts = []
    for decade, words in zip(decades, names, strict=True):
        parts.append(_line(left, y(decade), right, y(decade)))
        parts.append(_text(left - 8, y(decade) + 4, words, "end"))
    slot = (right - left) / len(chances)
    labels = [net_text(net) for net, _ in chances]
    every = max(1, math.ceil(max(map(len, labels)) * 7.4 / slot))
    for place, (net, chance) in enumerate(chances):
        height = y(math.log10(chance))
        ink = "accent" if net > 0 else "loss" if net < 0 else "muted"
        parts.append(
            f'<rect x="{left + place * slot + slot * 0.14:.1f}" y="{height:.1f}" width="{slot * 0.72:.1f}" '
            f'height="{max(bottom - height, 1):.1f}" fill="{INK[ink]}"/>'
        )
        if place % every == 0:
            parts.append(_text(left + (place + 0.5) * slot, bottom + 16, labels[place]))
    parts.append(_line(left, bottom, right, bottom, "muted"))
    parts.append(_text((left + right) / 2, HEIGHT - 6, "net, units (probability on a logarithmic scale)"))
    return _svg(parts, "Probability of each net outcome")


def returns(rows: Sequence[_Row]) -> str:
    """What each row adds to the expectation."""
    shown = [
        (f"{row.label} {row.pays}" if row.label in ("wins", "loses") else row.label, float(row.returns * 100))
        for row in rows
        if row.returns is not None
    ]
    size = 22
    height = len(shown) * size + 34
    left, right = 184.0, WIDTH - 58.0
    low, high = min(0.0, *(value for _, value in shown)), max(0.0, *(value for _, value in shown))
    x = _scale(low, high, left + (50 if low < 0 else 0), right)
    parts = []
    for place, (label, value) in enumerate(shown):
        at = 8 + place * size
        start, end = sorted((x(0), x(value)))
        ink = "accent" if value > 0 else "loss"
        parts.append(_text(left - 10, at + 14, label if len(label) <= 24 else f"{label[:22]}…", "end", "text"))
        parts.append(
            f'<rect x="{start:.1f}" y="{at + 3}" width="{max(end - start, 0.5):.1f}" height="{size - 8}" '
            f'fill="{INK[ink]}"/>'
        )
        if value >= 0:
            parts.append(_text(end + 6, at + 14, f"{value:.2f}", "start"))
        else:
            parts.append(_text(start - 6, at + 14, f"{value:.2f}", "end"))
    parts.append(_line(x(0), 4, x(0), height - 26, "muted"))
    parts.append(_text((left + right) / 2, height - 8, "percent of the wager"))
    return _svg(parts, "Return contribution of each row", height)


class _Frame:
    """Axes for lines and areas."""

    def __init__(self, xs: list[tuple[float, str]], ys: list[float], x_words: str, unit: str = "") -> None:
        self.left, self.right, self.top, self.bottom = 58.0, WIDTH - 14.0, 12.0, HEIGHT - 42.0
        self.x = _scale(xs[0][0], xs[-1][0], self.left, self.right)
        self.y = _scale(ys[0], ys[-1], self.bottom, self.top)
        self.grid = [_line(self.left, self.y(each), self.right, self.y(each)) for each in ys]
        self.labels = [_text(self.left - 8, self.y(each) + 4, f"{_short(each)}{unit}", "end") for each in ys]
        for value, words in xs:
            self.labels.append(_text(self.x(value), self.bottom + 17, words))
        self.labels.append(_text((self.left + self.right) / 2, HEIGHT - 6, x_words))
        self.zero = _line(self.left, self.y(0), self.right, self.y(0), "muted") if ys[0] <= 0 <= ys[-1] else ""

    def at(self, points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(self.x(x), self.y(y)) for x, y in points]


def meter(edges: Sequence[tuple[Fraction, Fraction, bool]]) -> str:
    """House edge against what the top meter shows."""
    points = [(float(cents) / 100, float(edge) * 100) for cents, edge, _ in edges]
    xs = [(each, f"${_short(each)}") for each in ticks(0, points[-1][0], 5) if each <= points[-1][0] * 1.001]
    if xs[-1][0] < points[-1][0]:
        xs.append((points[-1][0], ""))
    frame = _Frame(xs, ticks(min(y for _, y in points), max(y for _, y in points)), "the top meter shows", " %")
    parts = [*frame.grid, *frame.labels, frame.zero, _path(frame.at(points))]
    for (x, y), (_, _, is_even) in zip(points, edges, strict=True):
        if is_even:
            across, down = frame.x(x), frame.y(y)
            parts.append(_line(across, down, across, frame.bottom, "loss", 1, "3 3"))
            parts.append(f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4.5" fill="{INK["loss"]}"/>')
            # The line falls to the right, so there is room below it on the left and above it on the right.
            aside, beside, anchor = (-9, 19, "end") if across > 230 else (9, -9, "start")
            parts.append(_text(across + aside, down + beside, f"break-even ${x:,.2f}", anchor, "text"))
    return _svg(parts, "House edge against the meter")


def funnel(found: Volatility, edge: Fraction) -> str:
    """The house's actual win in percent, narrowing with the rounds."""
    points = [(math.log10(band.rounds), [float(hold) * 100 for hold in band.holds]) for band in found.funnel]
    decades = range(math.ceil(points[0][0]), math.floor(points[-1][0]) + 1)
    xs = [(points[0][0], ""), *((float(each), _short(10.0**each)) for each in decades)]
    # A jackpot's first bands would dwarf all others: they run out of the picture.
    later = [holds for x, holds in points if x >= 4]
    low, high = 4 * min(holds[0] for holds in later), 4 * max(holds[-1] for holds in later)
    low, high = max(low, min(holds[0] for _, holds in points)), min(high, max(holds[-1] for _, holds in points))
    frame = _Frame(xs, ticks(low, high), "rounds", " %")

    def curve(place: int) -> list[tuple[float, float]]:
        return frame.at((x, holds[place]) for x, holds in points)

    expected = frame.y(float(edge) * 100)
    return _svg(
        [
            _area(curve(3), curve(0), "softer"),
            _area(curve(2), curve(1), "soft"),
            *frame.grid,
            *frame.labels,
            frame.zero,
            _line(frame.left, expected, frame.right, expected, "accent", 2),
            _text(frame.right - 2, expected - 8, f"expected {float(edge) * 100:.2f} %", "end", "text"),
        ],
        "Bands of the actual win percentage",
    )


def fan(found: Volatility) -> str:
    """One player's net through the longest session."""
    points: list[tuple[float, tuple[float, ...]]] = [(0.0, (0.0,) * 5), *((float(n), nets) for n, nets in found.fan)]
    xs = [(each, _short(each)) for each in ticks(0, points[-1][0], 4) if each <= points[-1][0]]
    if xs[-1][0] < points[-1][0]:
        xs.append((points[-1][0], ""))
    frame = _Frame(xs, ticks(min(nets[0] for _, nets in points), max(nets[-1] for _, nets in points)), "rounds")

    def curve(place: int) -> list[tuple[float, float]]:
        return frame.at((x, nets[place]) for x, nets in points)

    return _svg(
        [
            _area(curve(4), curve(0), "softer"),
            _area(curve(3), curve(1), "soft"),
            *frame.grid,
            *frame.labels,
            frame.zero,
            _path(curve(2)),
        ],
        "A player's net through a session",
    )
