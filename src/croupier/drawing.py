"""Plots as crisp SVG: axes, lines, bands and legends, so that the same input gives the same bytes. Colors are the few
of ``INK``; a page may replace them by its own tokens. What differs in color differs in shape or in darkness too, so
that a plot reads in gray. Text is set in the page's font or, in print, in the one that the typesetter brings along;
``text_width`` allows for the widest of them, so that no label is cut or printed over another."""

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Final, Literal, NamedTuple

INK: Final = {
    "text": "#1d2522",
    "muted": "#66716c",
    "line": "#d5dbd8",
    "accent": "#12705a",
    "soft": "#8fc1b2",
    "softer": "#d9ebe5",
    "loss": "#b4543a",
    "paper": "#ffffff",
}
WIDTH: Final = 480
HEIGHT: Final = 270
SIZE: Final = 13.0  # Of the letters.
LETTERS: Final = "system-ui, 'Segoe UI', Roboto, 'Libertinus Serif', sans-serif"
TOP: Final = 22.0  # Where the title ends.
Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

_NARROW: Final = frozenset("fijlrtI.,:;'|!()[]/-− ")
_WIDE: Final = frozenset("mwMW%@—…")


def text_width(words: str, size: float = SIZE) -> float:
    """About how wide a text is; no common font sets it wider.

    >>> text_width("0") < text_width("M") < text_width("00")
    True
    """
    letters = 0.0
    for letter in words:
        if letter in _NARROW:
            letters += 0.4
        elif letter in _WIDE:
            letters += 0.98
        else:
            letters += 0.72 if letter.isupper() else 0.63
    return letters * size


def svg(parts: Iterable[str], title: str, height: float = HEIGHT) -> str:
    """A drawing with its title, which is also written over it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" '
        f'height="{height:g}" role="img" font-family="{LETTERS}" font-size="{SIZE:g}"><title>{escape(title)}</title>'
        f"{text(0, 13, title, 'start', 'text', weight=600)}{''.join(parts)}</svg>"
    )


def text(x: float, y: float, words: str, anchor: Anchor = "middle", ink: str = "muted", weight: int = 400) -> str:
    """Words, their foot at ``y``."""
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    shown = escape(words, quote=False)
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{INK[ink]}"{bold}>{shown}</text>'


def line(x1: float, y1: float, x2: float, y2: float, ink: str = "line", width: float = 1, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{INK[ink]}" '
        f'stroke-width="{width}"{dashes}/>'
    )


def path(points: Sequence[Point], ink: str = "accent", width: float = 2, dash: str = "") -> str:
    steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<polyline points="{steps}" fill="none" stroke="{INK[ink]}" stroke-width="{width:g}" '
        f'stroke-linejoin="round"{dashes}/>'
    )


def area(points: Sequence[Point], ink: str) -> str:
    """What a closed line holds; nothing where it has no points."""
    if not points:
        return ""
    steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{steps}" fill="{INK[ink]}"/>'


def bar(x: float, y: float, width: float, height: float, ink: str, *, hollow: bool = False) -> str:
    look = f'fill="{INK["paper"]}" stroke="{INK[ink]}" stroke-width="1.5"' if hollow else f'fill="{INK[ink]}"'
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{max(height, 0.5):.1f}" {look}/>'


def dot(x: float, y: float, ink: str, *, hollow: bool = False, radius: float = 4) -> str:
    look = f'fill="{INK["paper"]}" stroke="{INK[ink]}" stroke-width="1.8"' if hollow else f'fill="{INK[ink]}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" {look}/>'


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Round values that cover a range.

    >>> ticks(-3, 17)
    [-5.0, 0.0, 5.0, 10.0, 15.0, 20.0]
    """
    span = (high - low) or abs(high) or 1.0
    rough = span / wanted
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * each for each in (1, 2, 5, 10) if size * each >= rough)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(each * step, 12) for each in range(first, max(last, first + 1) + 1)]


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """From values to places; nothing is moved that lies beyond, so that a mark that leaves its axis is seen to."""
    span = (high - low) or 1.0
    return lambda value: start + (value - low) / span * (end - start)


def short(value: float) -> str:
    """A figure on an axis.

    >>> short(2500), short(-0.5), short(3e6)
    ('2.5k', '-0.5', '3M')
    """
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"


class LegendKey(NamedTuple):
    """One entry of a legend: a small drawing of what it names, 18 wide, and the words."""

    sample: Callable[[float, float], str]
    words: str


def band_key(ink: str, words: str) -> LegendKey:
    return LegendKey(lambda x, y: bar(x, y - 9, 18, 10, ink), words)


def line_key(ink: str, words: str) -> LegendKey:
    return LegendKey(lambda x, y: line(x, y - 4, x + 18, y - 4, ink, 2), words)


def dot_key(ink: str, words: str, *, hollow: bool = False) -> LegendKey:
    return LegendKey(lambda x, y: dot(x + 9, y - 4, ink, hollow=hollow), words)


def legend(keys: Sequence[LegendKey]) -> tuple[str, float]:
    """The entries side by side under the title, in as many lines as it takes, and where they end."""
    parts, x, y = [], 0.0, TOP + 12
    for key in keys:
        width = 24 + text_width(key.words) + 14
        if x and x + width - 14 > WIDTH:
            x, y = 0.0, y + 17
        parts.append(key.sample(x, y) + text(x + 24, y, key.words, "start", "text"))
        x += width
    return "".join(parts), y + 6 if keys else TOP


class Frame:
    """Axes for lines and areas: figures on the left and below, and the room between them."""

    def __init__(
        self,
        xs: Sequence[tuple[float, str]],
        ys: Sequence[float],
        x_words: str,
        unit: str = "",
        *,
        keys: Sequence[LegendKey] = (),
    ) -> None:
        names = [f"{short(each)}{unit}" for each in ys]
        self.legend, begins = legend(keys)
        self.height = HEIGHT + begins - TOP
        self.left = max(map(text_width, names)) + 10
        self.right = WIDTH - max(8.0, text_width(xs[-1][1]) / 2)
        self.top, self.bottom = begins + 10.0, self.height - 42.0
        self.x = scale(xs[0][0], xs[-1][0], self.left, self.right)
        self.low, self.high = ys[0], ys[-1]
        self.y = scale(self.low, self.high, self.bottom, self.top)
        self.grid = [line(self.left, self.y(each), self.right, self.y(each)) for each in ys]
        self.labels = [self.legend]
        self.labels += [
            text(self.left - 8, self.y(each) + 4, name, "end") for each, name in zip(ys, names, strict=True)
        ]
        self.labels += _apart([(self.x(value), words) for value, words in xs if words], self.bottom + 17)
        self.labels.append(text((self.left + self.right) / 2, self.height - 6, x_words))
        self.zero = line(self.left, self.y(0), self.right, self.y(0), "muted") if ys[0] <= 0 <= ys[-1] else ""

    def at(self, points: Iterable[Point]) -> list[Point]:
        return [(self.x(x), self.y(y)) for x, y in points]

    def band(self, upper: Iterable[Point], lower: Iterable[Point], ink: str) -> str:
        """What lies between two lines, cut where it leaves the axis."""
        shape = [*upper, *reversed(list(lower))]
        shape = _cut(_cut(shape, self.high, above=False), self.low, above=True)
        return area(self.at(shape), ink)

    def curve(self, points: Sequence[Point]) -> str:
        """A line, cut where it leaves the axis."""
        return "".join(path(self.at(piece), "accent", 2) for piece in _pieces(points, self.low, self.high))

    def drawn(self, parts: Iterable[str], title: str) -> str:
        """The plot: what is given lies between the grid and the labels."""
        return svg([*parts, *self.labels], title, self.height)


def _apart(places: Sequence[tuple[float, str]], y: float) -> list[str]:
    """Labels along the foot; one that would run into its neighbor is left out."""
    found, free = [], -math.inf
    for x, words in places:
        half = text_width(words) / 2
        if x - half > free:
            found.append(text(x, y, words))
            free = x + half + 4
    return found


def _cut(shape: Sequence[Point], at: float, *, above: bool) -> list[Point]:
    """The part of a closed line on one side of a level."""

    def inside(point: Point) -> bool:
        return point[1] >= at if above else point[1] <= at

    found: list[Point] = []
    for place, here in enumerate(shape):
        before = shape[place - 1]
        if inside(here) != inside(before):
            found.append(_crossing(before, here, at))
        if inside(here):
            found.append(here)
    return found


def _crossing(one: Point, other: Point, at: float) -> Point:
    part = (at - one[1]) / (other[1] - one[1])
    return one[0] + part * (other[0] - one[0]), at


def _pieces(points: Sequence[Point], low: float, high: float) -> list[list[Point]]:
    """An open line within a range, in as many pieces as it takes."""
    pieces: list[list[Point]] = []
    for one, other in pairwise(points):
        if max(one[1], other[1]) < low or min(one[1], other[1]) > high:
            continue
        begin, end = (
            here if low <= here[1] <= high else _crossing(here, there, min(max(here[1], low), high))
            for here, there in ((one, other), (other, one))
        )
        if pieces and pieces[-1][-1] == begin:
            pieces[-1].append(end)
        else:
            pieces.append([begin, end])
    return pieces
