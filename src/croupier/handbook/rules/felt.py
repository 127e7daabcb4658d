"""The felt of a game, drawn to scale from its declaration: a spot for every wager of every seat, and what they pay.

One unit of the drawing is a millimeter of the table. Wagers, their words, their tables and the range of a raise are
asked of the game; only the shape of the table is here. Labels are measured and made smaller until they fit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from croupier.drawing import text_width
from croupier.errors import BadInput
from croupier.handbook.page.typesetting import quoted, typeset
from croupier.play.game import Game
from croupier.rulebook.paytables import Paytable, label_for
from croupier.units.odds import NoPay, describe_pay

WIDTH: Final = 1830.0
DEPTH: Final = 1070.0
"""Of the table: six feet by three and a half."""
RAIL: Final = 70.0
PAYS: Final = 800.0
"""How wide the pays are set before the dealer."""
A_ROW: Final = 4
"""Tables side by side; others go below."""
LETTERS: Final = "Georgia, 'Libertinus Serif', 'Times New Roman', serif"
FELT: Final = "#0f5c49"
LINE: Final = "#f2ead6"
SOFT: Final = "#bcd8ce"
LARGEST_PRINT: Final = 17.0
SMALLEST_PRINT: Final = 7.0


@dataclass(frozen=True)
class Spot:
    """One place for chips: what it is called, and what more is printed in it."""

    title: str
    note: str = ""


def spots(game: Game) -> list[Spot]:
    """The spots of one seat, from the player's edge to the dealer: base and follow wagers, then bonus wagers."""
    found = []
    follow = _follow_notes(game)
    for wager in game.rules.wagers:
        if wager.kind == "base":
            found.append(Spot(wager.title.upper()))
        elif wager.kind == "follow" and wager.id in follow:
            found.append(Spot(wager.title.upper(), follow[wager.id]))
    for wager in game.rules.wagers:
        if wager.kind in ("bonus", "jackpot") and wager.id in game.configuration.tables:
            fixed = game.configuration.tables[wager.id].is_jackpot
            found.append(
                Spot(wager.title.upper(), f"${game.configuration.fixed_stake(wager.id) / 100:g}" if fixed else "")
            )
    return found


def radius(count: int) -> float:
    """Half the width of a betting spot, which takes a stack of chips of 39 mm; many are set closer."""
    return 44.0 if count <= 5 else 35.0


def _follow_notes(game: Game) -> dict[str, str]:
    """What may be put up after the cards, as multiples of the base wager: the widest range that any hand has."""
    base = game.rules.wager(game.base_wager).title
    notes: dict[str, str] = {}
    for wager in game.rules.wagers:
        widest = game.range_of(wager.id, 100) if wager.kind == "follow" else None
        if widest is None:
            continue
        low, high = widest.minimum / 100, widest.maximum / 100
        notes[wager.id] = (
            f"{low:g}x–{high:g}x the {base}" if low != high else f"equal to the {base}" if low == 1 else ""
        )
    return notes


def render_felt(game: Game) -> str:
    """The whole table as SVG."""
    title = game.rules.title
    seats = game.configuration.edition.seats[1]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {DEPTH:g}" width="{WIDTH:g}mm" '
        f'height="{DEPTH:g}mm" role="img" font-family="{LETTERS}"><title>{escape(title)}: layout</title>',
        f'<path d="{_outline(0)}" fill="#3b2a1d"/><path d="{_outline(RAIL)}" fill="{FELT}"/>',
        f'<rect x="{WIDTH / 2 - 210:g}" y="26" width="420" height="84" rx="12" fill="none" stroke="{SOFT}" '
        f'stroke-width="2" stroke-dasharray="10 8"/>',
        _text(WIDTH / 2, 74, "DEALER", 26, SOFT),
        _text(WIDTH / 2, 176, title.upper(), 52, LINE, 700),
        *_pays(game),
        *(part for seat in range(seats) for part in _seat(seat, seats, spots(game))),
    ]
    return "".join(parts) + "</svg>\n"


def render_felt_pdf(game: Game) -> bytes:
    """The same drawing as a PDF of the table's own size."""
    svg = quoted(render_felt(game))
    title = quoted(f"{game.rules.title}: layout")
    return typeset(
        f'#set document(title: {title}, date: auto)\n#set text(lang: "en")\n'
        f"#set page(width: {WIDTH:g}mm, height: {DEPTH:g}mm, margin: 0mm)\n"
        f'#image(bytes({svg}), format: "svg", width: 100%, alt: {title})\n'
    )


def _outline(inset: float) -> str:
    """A straight edge for the dealer, and half an ellipse for the players."""
    left, right = inset, WIDTH - inset
    across, down = (right - left) / 2, DEPTH - inset
    return f"M {left:g} 0 H {right:g} A {across:g} {down:g} 0 0 1 {left:g} 0 Z"


def _text(x: float, y: float, words: str, size: float, ink: str = LINE, weight: int = 400) -> str:
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle" fill="{ink}"{bold}>'
        f"{escape(words, quote=False)}</text>"
    )


def _fitted(words: str, room: float, largest: float = LARGEST_PRINT) -> float:
    """The largest print in which the words fit."""
    return max(SMALLEST_PRINT, min(largest, largest * room / text_width(words, largest)))


def places(seat: int, seats: int, count: int) -> Iterator[tuple[float, float]]:
    """Where the spots of a seat are: in rows that follow the rail, from the player inward."""
    spread = math.radians(140)
    turn = math.pi / 2 + (spread / 2 - spread * seat / (seats - 1) if seats > 1 else 0.0)
    across, down = WIDTH / 2 - RAIL, DEPTH - RAIL
    rail = WIDTH / 2 + across * math.cos(turn), down * math.sin(turn)
    out = math.cos(turn) / across, math.sin(turn) / down
    length = math.hypot(*out)
    outward = out[0] / length, out[1] / length
    # Many spots are set in two files, or three.
    files = 1 if count <= 3 else 2 if count <= 5 else 3
    half = radius(count)
    for place in range(count):
        row, file = divmod(place, files)
        is_alone = place == count - 1 and file == 0
        inward = half + 16 + row * (2 * half + 10)
        aside = 0.0 if is_alone else (file - (files - 1) / 2) * (2 * half + 10)
        yield (
            rail[0] - outward[0] * inward + outward[1] * aside,
            rail[1] - outward[1] * inward - outward[0] * aside,
        )


def _seat(seat: int, seats: int, placed: list[Spot]) -> Iterator[str]:
    for spot, (x, y) in zip(placed, places(seat, seats, len(placed)), strict=True):
        half = radius(len(placed))
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half:g}" fill="none" stroke="{LINE}" stroke-width="2.5"/>'
        yield from _in_spot(spot, x, y, half)


def _in_spot(spot: Spot, x: float, y: float, half: float) -> Iterator[str]:
    lines = _broken(spot.title)
    notes = _broken(spot.note) if spot.note else []
    sizes = [_fitted(each, 1.66 * half) for each in lines] + [_fitted(each, 1.6 * half, 11) for each in notes]
    height = sum(size * 1.15 for size in sizes)
    at = y - height / 2
    for words, size, is_note in zip([*lines, *notes], sizes, [False] * len(lines) + [True] * len(notes), strict=True):
        at += size * 1.15
        yield _text(x, at - size * 0.25, words, size, SOFT if is_note else LINE, 400 if is_note else 700)


def _broken(words: str) -> list[str]:
    """In one line, or in two of about the same length."""
    parts = words.split()
    if len(parts) == 1 or len(words) <= 9:
        return [words]
    cut = min(range(1, len(parts)), key=lambda place: abs(len(" ".join(parts[:place])) - len(" ".join(parts[place:]))))
    return [" ".join(parts[:cut]), " ".join(parts[cut:])]


def _pays(game: Game) -> Iterator[str]:
    """Every table in front of the dealer, side by side, and how its pays are meant."""
    configuration = game.configuration
    tables = [
        (wager.title, configuration.tables[wager.id])
        for wager in configuration.rules.wagers
        if wager.id in configuration.tables
    ]
    if not tables:
        return
    top = 224.0
    for first in range(0, len(tables), A_ROW):
        shown = tables[first : first + A_ROW]
        room = PAYS / len(shown)
        for place, (title, table) in enumerate(shown):
            middle = WIDTH / 2 - PAYS / 2 + (place + 0.5) * room
            yield _text(middle, top, title.upper(), _fitted(title.upper(), room - 24, 20), LINE, 700)
            yield from _table(table, game, middle, top, room - 24)
        top += 26 * (max(_rows(table) for _, table in shown) + 1) + 14
    flat = [table for _, table in tables if not table.is_jackpot]
    if flat and all(table.basis == "to" for table in flat):
        words = "All pays are “to 1”" if len(flat) == len(tables) else "All pays but those of jackpots are “to 1”"
        yield _text(WIDTH / 2, top, words, 15, SOFT)


def _rows(table: Paytable) -> int:
    return sum(1 for row in table.rows if not isinstance(row.pay, NoPay))


def _table(table: Paytable, game: Game, middle: float, top: float, room: float) -> Iterator[str]:
    setting = game.configuration.setting_for(table)
    at = top
    for row in table.rows:
        if isinstance(row.pay, NoPay):
            continue
        at += 26
        pays = describe_pay(row.pay).removesuffix(" to 1")
        words = f"{label_for(row.label, setting)}  {pays}"
        yield _text(middle, at, words, _fitted(words, room, 17), LINE)


def check_felt(game: Game) -> None:
    """Refuse a felt whose spots would cover its pays."""
    if len(spots(game)) > 8:
        raise BadInput(f"{len(spots(game))} wagers do not fit a seat", hint="leave some bonus wagers out")
