"""The felt of a game, drawn to scale from its declaration: spots that face their seats, pays, and what a printer needs.
One unit of the drawing is a tenth of an inch of the cloth. Wagers, where they lie, their words and their rows are asked
of the game and of ``questions.sheet.wording``; only the shape of the table is here. All rows are set in one size, the
largest in which every table finds room between the dealer and the spots."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from html import escape
from itertools import chain, combinations, product
from typing import Final, NamedTuple

from croupier.drawing import text_width
from croupier.errors import BadInput
from croupier.handbook.page.pdf import HOUSE_FONT, breakable, outlined, quoted, typeset
from croupier.handbook.page.pdf import words as typeset_words
from croupier.handbook.rules.placard import FELT_INK, FELT_SOFT, FELTS, with_words
from croupier.play.game import Game, Slot
from croupier.play.round import Round
from croupier.play.stakes import covered_limits
from croupier.questions.sheet.wording import PostedTable, line_words, posted_tables, printed_words
from croupier.rulebook.rules import Wager
from croupier.table.seen import HasPot
from croupier.units import dollars

WIDTH: Final = 760.0
DEPTH: Final = 410.0  # Of the sheet.
CLOTH: Final = 350.0  # Radius of the cloth: 70 inches across and 36 deep.
RAIL: Final = 320.0  # Radius of what is seen of it.
UNDER_RAIL: Final = f"{(CLOTH - RAIL) / 10:g} in"
MIDDLE: Final = 8.0  # How far the center of all arcs is from the dealer's edge.
SEATS_TURN: Final = 156.0  # Degrees from the first seat to the last.
MOST_TURN: Final = 32.0  # Degrees from one seat to the next, at most.
SPINE: Final = 282.0  # How far from the center the base wager lies; wagers that follow lie inward of it.
PITCH: Final = 42.0
BIG: Final = 18.0
SMALL: Final = 12.0  # Radius of a spot for a base wager or one that follows, and of one for a bonus wager.
MANY: Final = 6  # Spots of a seat beyond which everything is set closer.
RACK: Final = (104.0, 52.0)
LINE_AT: Final = 208.0  # Where a line for a wager of all seats runs.
TYPE: Final = tuple(tenths / 10 for tenths in range(76, 22, -2))
"""Sizes of the rows, in tenths of an inch, the largest first."""
MIDDLE_TYPE: Final = 4.4  # The least at which one table alone stands in the middle.
CELL: Final = 1.0  # What of the cloth is free is kept in cells of this width.
UNIT_MM: Final = 2.54
SOME_ROUNDS: Final = 12  # Dealt to see where cards lie, and whether the dealer draws.


class SpotRow(NamedTuple):
    """A line of words in a spot: how much of its height it takes, and how large its letters are beside the largest."""

    tall: float
    scale: float
    words: str
    is_note: bool


class Spot(NamedTuple):
    """One place for chips of a seat: its words, its amount where that is fixed, and where it is on the seat's line."""

    wager: Wager
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    radius: float
    inward: float
    aside: float  # How far along the arc to the player's right.

    @property
    def look(self) -> str:
        """Spots that look alike have letters of one size."""
        return "large" if self.wager.kind in ("base", "follow") else self.wager.kind

    @property
    def rows(self) -> list[SpotRow]:
        return [
            *(SpotRow(1.1, 1.0, words, False) for words in self.lines),
            *(SpotRow(0.8, 0.68, words, True) for words in self.notes),
        ]

    @property
    def fit(self) -> float:
        """The largest letters in which its words stay inside it, the smaller ones of its notes too."""
        half, down, sizes = sum(row.tall for row in self.rows) / 2, 0.0, []
        radius = self.radius - (1.6 if self.wager.kind == "jackpot" else 0)
        for tall, scale, words, _ in self.rows:
            # A line off the middle has less room: half its width and its far edge lie on a circle.
            far = max(abs(down - half), abs(down + tall - half))
            sizes.append(radius * 0.92 / math.hypot(text_width(words, scale) / 2, far))
            down += tall
        return min(sizes)


class Box(NamedTuple):
    """Room that something takes on the felt."""

    left: float
    top: float
    right: float
    bottom: float


class Room:
    """What is free before the dealer, within a circle: rows of cells, each a number whose bits are the free ones."""

    def __init__(self, radius: float) -> None:
        self.radius = radius
        self.rows = [0] * math.ceil((radius + MIDDLE) / CELL)
        self.all = (1 << 2 * math.ceil(radius / CELL)) - 1
        for row, bits in self._disc(0, MIDDLE, radius):
            self.rows[row] |= bits

    def _bits(self, left: float, right: float) -> int:
        first, last = (max(0, round((edge + self.radius) / CELL)) for edge in (left, right))
        return (1 << last) - (1 << min(first, last)) & self.all

    def _across(self, top: float, bottom: float) -> range:
        return range(max(0, int(top / CELL)), min(len(self.rows), math.ceil(bottom / CELL)))

    def _disc(self, x: float, y: float, radius: float) -> Iterable[tuple[int, int]]:
        for row in self._across(y - radius, y + radius):
            half = math.sqrt(max(0.0, radius**2 - (row * CELL + CELL / 2 - y) ** 2))
            yield row, self._bits(x - half, x + half)

    def take(self, box: Box) -> None:
        for row in self._across(box.top, box.bottom):
            self.rows[row] &= ~self._bits(box.left, box.right)

    def take_disc(self, x: float, y: float, radius: float) -> None:
        for row, bits in self._disc(x, y, radius):
            self.rows[row] &= ~bits

    def place(self, wide: float, tall: float, side: int) -> tuple[float, float] | None:
        """Where a thing of this size has room nearest to the dealer, and takes it: as far left (-1) or right (1) as can
        be, or in the middle (0)."""
        across, down = math.ceil(wide / CELL), math.ceil(tall / CELL)
        for top in range(3, len(self.rows) - down):
            free = self.all
            for row in self.rows[top : top + down]:
                free &= row
            had = 1
            while free and had < across:  # Until only bits are left with as many free ones above them.
                step = min(had, across - had)
                free, had = free & free >> step, had + step
            if side == 0:
                free &= 1 << (self.all.bit_length() - across) // 2
            if free:
                bit = free.bit_length() - 1 if side > 0 else (free & -free).bit_length() - 1
                left = bit * CELL - self.radius
                self.take(Box(left, top * CELL, left + wide, top * CELL + tall))
                return left, top * CELL
        return None


def spots(game: Game) -> list[Spot]:
    """The spots of one seat: base and follow wagers in a row toward the dealer, bonus wagers around them."""
    configuration = game.configuration
    wagers = [wager for wager in game.rules.wagers if wager.lies == "spot"]
    large = [wager for wager in wagers if wager.kind in ("base", "follow")]
    small = [wager for wager in wagers if wager.kind in ("bonus", "jackpot") and wager.id in configuration.tables]
    # Many wagers are set closer, so that the pays keep their room.
    tight = 1.0 if len(large) + len(small) <= MANY else 0.86
    pitch, big, tiny = PITCH * tight, BIG * tight, SMALL * tight
    found = [
        Spot(wager, _lines(wager.title), tuple(textwrap.wrap(_follow_note(game, wager), 13)), big, row * pitch, 0.0)
        for row, wager in enumerate(large)
    ]
    step = big + tiny + 8 * tight
    around = [(row * pitch, side * step) for row in range(3) for side in (1, -1)]
    if len(large) < 3:
        around.insert(0 if len(large) == 1 else 4, (len(large) * pitch - 6 * tight, 0.0))
    if len(small) > len(around):
        raise BadInput(f"{len(large) + len(small)} wagers do not fit a seat", hint="leave some bonus wagers out")
    for wager, (inward, aside) in zip(small, around, strict=False):
        name, notes = wager.title, tuple[str, ...]()
        if configuration.tables[wager.id].is_jackpot:
            # The word that tells a jackpot from a bonus wager of its name stands small below it, with the stake.
            kind = next((kind for kind in ("Progressive", "House Jackpot") if name.endswith(f" {kind}")), "")
            name = name.removesuffix(f" {kind}")
            notes = (*([kind] if kind else ()), dollars(configuration.fixed_stake(wager.id)))
        found.append(Spot(wager, _lines(name), notes, tiny, inward, aside * (1 - inward / 800)))
    return found


def seats_on_felt(game: Game) -> int:
    """As many seats as the game has, or as find room on the cloth without touching one another."""
    seats, own = game.configuration.edition.seats[1], spots(game)
    while seats > 1:
        near = [(*place(seat, seats, spot)[:2], spot.radius) for seat in (1, 2) for spot in own]
        if all(math.dist(one[:2], other[:2]) > one[2] + other[2] for one, other in combinations(near, 2)):
            break
        seats -= 1
    return seats


def _lines(title: str) -> tuple[str, ...]:
    return tuple(textwrap.wrap(title.upper(), 8, break_long_words=False, break_on_hyphens=True))


def _follow_note(game: Game, wager: Wager) -> str:
    """What may be put up after the cards, as multiples of the base wager: the widest range that any hand has."""
    widest = game.range_of(game.action_of(wager.id), 100) if wager.kind == "follow" else None
    if widest is None:
        return ""
    low, high = widest.minimum / 100, widest.maximum / 100
    base = game.rules.wager(game.base_wager).title
    if low == high:
        return f"equal to the {base}" if low == 1 else f"{low:g}x the {base}"
    return f"{low:g}x–{high:g}x the {base}"


def place(seat: int, seats: int, spot: Spot) -> tuple[float, float, float]:
    """Where a spot of a seat is, and by how many degrees its words are turned toward the player."""
    away = SPINE - spot.inward
    spread = min(SEATS_TURN, MOST_TURN * (seats - 1))
    turn = 90.0 if seats == 1 else 90 - spread / 2 + spread * (seat - 1) / (seats - 1)
    angle = math.radians(turn) - spot.aside / away
    return away * math.cos(angle), MIDDLE + away * math.sin(angle), math.degrees(angle) - 90


def draw_felt(game: Game) -> str:
    """The sheet as SVG with letters as text, which the typesetter sets."""
    return _Drawing(game).svg


def render_felt(game: Game) -> str:
    """The sheet as SVG, in the cloth's own size, with every letter as its outline and the words beside them."""
    (page,) = outlined(_page(game))
    return with_words(page, f"{game.rules.title}: layout", felt_words(game))


def felt_words(game: Game) -> list[str]:
    """Everything that is printed on the sheet, run by run."""
    return [words for words, _ in _Drawing(game).runs]


def render_felt_pdf(game: Game) -> bytes:
    """The same as a PDF, and a second sheet for the printer: sizes, colors and letters."""
    return typeset(_page(game) + _printers_sheet(game))


def _page(game: Game) -> str:
    title = quoted(f"{game.rules.title}: layout")
    return (
        f'#set document(title: {title}, date: auto)\n#set text(lang: "en", font: "{HOUSE_FONT}")\n'
        f"#set page(width: {WIDTH * UNIT_MM:g}mm, height: {DEPTH * UNIT_MM:g}mm, margin: 0mm)\n"
        f'#image(bytes({quoted(draw_felt(game))}), format: "svg", width: 100%, alt: {title})\n'
    )


class Text(NamedTuple):
    """A run of words where it stands, turned about a point if it is."""

    x: float
    y: float
    words: str
    size: float
    ink: str = FELT_INK
    bold: bool = False
    anchor: str = "middle"
    turned: tuple[float, float, float] | None = None
    mono: bool = False


class _Drawing:
    """The parts of the sheet as they are drawn, and the words among them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.configuration = game.configuration
        self.color, self.deep, self.lift = FELTS[game.rules.felt]
        self.parts: list[str] = []
        self.runs: list[tuple[str, float]] = []
        """All words in their order, with their size."""
        self.spots = spots(game)
        self.line = next((wager for wager in game.rules.wagers if wager.lies == "line"), None)
        rows = max(spot.inward + spot.radius for spot in self.spots)
        self.clear = min(SPINE - rows - 6, LINE_AT - 14 if self.line else SPINE)
        """Radius of what is free of spots."""
        self.seats = seats_on_felt(game)
        # Pays may stand between the inmost spots of two seats, but not beyond a line.
        self.room = Room(self.clear if self.line else max(self.clear, SPINE - PITCH))
        for seat in range(1, self.seats + 1):
            for spot in self.spots:
                self.room.take_disc(*place(seat, self.seats, spot)[:2], spot.radius + 4)
        self._cloth()
        self._dealer()
        self._title()
        if self.line:
            self._wager_line(self.line)
        self._tables()
        for seat in range(1, self.seats + 1):
            self._seat(seat)
        self._margin()

    @property
    def svg(self) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-WIDTH / 2:g} -16 {WIDTH:g} {DEPTH:g}" '
            f'width="{WIDTH / 10:g}in" height="{DEPTH / 10:g}in" font-family="{HOUSE_FONT}">{"".join(self.parts)}</svg>'
        )

    def _draw(self, shape: str, fill: str = "none", stroke: str = "none", wide: float = 0, **places: object) -> None:
        told = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in places.items())
        self.parts.append(f'<{shape} {told} fill="{fill}" stroke="{stroke}" stroke-width="{wide}"/>')

    def _circle(self, x: float, y: float, radius: float, wide: float, fill: str = "none") -> None:
        self._draw("circle", fill, FELT_INK, wide, cx=f"{x:.2f}", cy=f"{y:.2f}", r=f"{radius:g}")

    def _dashed(self, left: float, top: float, right: float, bottom: float) -> None:
        size = {"width": f"{right - left:.1f}", "height": f"{bottom - top:.1f}", "rx": 1.8}
        dashes = {"stroke_dasharray": "2.4 1.8"}
        self._draw("rect", "none", FELT_SOFT, 0.7, x=f"{left:.1f}", y=f"{top:.1f}", **size, **dashes)

    def _write(self, *texts: Text) -> None:
        for x, y, words, size, ink, bold, anchor, turned, mono in texts:
            self.runs.append((words, size))
            weight = ' font-weight="700"' if bold else ""
            family = ' font-family="DejaVu Sans Mono"' if mono else ""
            turn = f' transform="rotate({turned[0]:.2f} {turned[1]:.2f} {turned[2]:.2f})"' if turned else ""
            self.parts.append(
                f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" fill="{ink}" text-anchor="{anchor}"{weight}'
                f"{family}{turn}>{escape(words, quote=False)}</text>"
            )

    def _arc(self, words: str, size: float, radius: float, *, ink: str = FELT_INK, at: str = "50%") -> None:
        """Words on a circle about the middle of the felt, read from the players' side."""
        self.runs.append((words, size))
        name = f"arc{len(self.runs)}"
        self._draw("path", id=name, d=f"M {-radius:g} {MIDDLE} A {radius:g} {radius:g} 0 0 0 {radius:g} {MIDDLE}")
        self.parts.append(
            f'<text font-size="{size:g}" font-weight="700" fill="{ink}" text-anchor="middle" '
            f'letter-spacing="{size * 0.12:.2f}"><textPath href="#{name}" startOffset="{at}">'
            f"{escape(words, quote=False)}</textPath></text>"
        )

    def _cloth(self) -> None:
        cut, whole = CLOTH + 3, CLOTH
        outline = f"M {-cut} -3 H {cut} V 10 A {cut} {cut} 0 0 1 {-cut} 10 Z"
        self._draw("path", "none", "#181A17", 0.5, d=outline, stroke_dasharray="4 3")
        self._draw("path", self.deep, d=f"M {-whole} 0 H {whole} V 10 A {whole} {whole} 0 0 1 {-whole} 10 Z")
        seen = f"M {-RAIL} 0 H {RAIL} V {MIDDLE} A {RAIL} {RAIL} 0 0 1 {-RAIL} {MIDDLE} Z"
        self._draw("path", self.color, d=seen)
        self._arc(f"under the rail from here: {UNDER_RAIL}", 4.4, RAIL + 13, ink=FELT_SOFT)

    def _dealer(self) -> None:
        """The rack, the dealer's cards and places of the table's own, and the pot, one below the other."""
        half, down = RACK
        self._draw("rect", self.deep, x=-half, y=0, width=2 * half, height=down, rx=3)
        self._dashed(-half, 0, half, down)
        self._write(Text(0, 30, f"chip rack, {half / 5:g} × {down / 10:g} in", 6, FELT_SOFT))
        self.room.take(Box(-half - 4, -20, half + 4, down + 4))
        bottom = down + 5.0
        own, shared = _card_places(self.game)
        for groups in ([("", own)] if own else [], shared):
            count = sum(size for _, size in groups)
            if not count:
                continue
            # Cards of two and a half inches, smaller where the spots leave less room.
            reach = math.sqrt(max(0.0, self.clear**2 - (bottom + 40 - MIDDLE) ** 2)) - 2
            whole = 30.5 * count - 6.5 + 8 * (len(groups) - 1)
            scale = min(1.0, (2 * reach - 6) / (whole + 6.5))
            left = -whole * scale / 2
            for name, size in groups:
                start = left
                for _ in range(size):
                    self._dashed(left, bottom, left + 24 * scale, bottom + 33.6 * scale)
                    left += 30.5 * scale
                if name:
                    middle = (start + left - 6.5 * scale) / 2
                    self._write(Text(middle, bottom + 33.6 * scale + 5, name.upper(), 4.4, FELT_SOFT))
                left += 8 * scale
            down = bottom + 33.6 * scale + (7 if any(name for name, _ in groups) else 2)
            self.room.take(Box(-whole * scale / 2 - 5, bottom, whole * scale / 2 + 5, down))
            bottom = down + 3
        if isinstance(self.game, HasPot):
            # Many wagers leave a smaller pot, so that their pays find room.
            radius = 30 if len(self.spots) <= MANY else 20
            middle = bottom + radius + 6
            self._circle(0, middle, radius, 1.4, self.lift)
            self._write(Text(0, middle + radius * 0.15, "POT", round(radius * 0.43, 1), bold=True))
            self.room.take(Box(-radius - 4, bottom, radius + 4, middle + radius + 4))

    def _title(self) -> None:
        """The game's name on an arc; where its first printed words begin with it, those."""
        self.said = printed_words(self.configuration)
        name = self.game.rules.title
        title = self.said.pop(0) if self.said and self.said[0].lower().startswith(name.lower()) else name
        size, radius = (14.0 if title == name else 16.0), self.clear - 8
        self._arc(title.upper(), size, radius)
        # In strips, since the arc leaves more room in the middle than at its ends.
        half = radius * math.sin(text_width(title.upper(), size) * 1.12 / 2 / radius)
        for strip in range(-6, 6):
            far = half * max(abs(strip), abs(strip + 1)) / 6
            top = MIDDLE + math.sqrt(radius**2 - far**2) - size
            self.room.take(Box(half * strip / 6, top, half * (strip + 1) / 6, radius + 80))

    def _wager_line(self, wager: Wager) -> None:
        """Two lines round the table with words between them, where a wager of any seat lies."""
        for radius in (LINE_AT - 11, LINE_AT + 11):
            path = f"M {-radius} 0 V {MIDDLE} A {radius} {radius} 0 0 0 {radius} {MIDDLE} V 0"
            self._draw("path", "none", FELT_INK, 1.1, d=path)
        for at in ("17.5%", "50%", "82.5%"):
            self._arc(line_words(self.configuration, wager).upper(), 9.6, LINE_AT + 3.6, at=at)

    def _seat(self, seat: int) -> None:
        sizes: dict[str, float] = {}
        for spot in self.spots:
            sizes[spot.look] = min(sizes.get(spot.look, 0.42 * spot.radius), spot.fit)
        for spot in self.spots:
            x, y, turn = place(seat, self.seats, spot)
            size = sizes[spot.look]
            self._circle(x, y, spot.radius, 1.4 if spot.look == "large" else 0.9)
            if spot.wager.kind == "jackpot":
                self._circle(x, y, spot.radius - 1.6, 0.5)
            down = y - size * sum(row.tall for row in spot.rows) / 2
            for tall, scale, words, is_note in spot.rows:
                # Letters of a line stand on its foot but for what hangs below them.
                foot, ink = down + size * (0.64 if is_note else 0.86), FELT_SOFT if is_note else FELT_INK
                self._write(Text(x, foot, words, round(size * scale, 2), ink, not is_note, turned=(turn, x, y)))
                down += size * tall
        x, y, turn = place(seat, self.seats, self.spots[0]._replace(inward=-BIG - 8, aside=0))
        self._write(Text(x, y + 2, str(seat), 6, FELT_SOFT, turned=(turn, x, y)))

    def _tables(self) -> None:
        """Printed words in the middle where they find room, and all tables in the largest type that has room for them;
        among the tables else."""
        tables = posted_tables(self.configuration)
        self.has_pays = bool(tables)
        flat = [table for table in tables if table.wager.kind not in ("jackpot", "ladder")]
        self.unit_said = bool(flat) and all(table.unit == "to 1" for table in flat)
        if self.unit_said:
            has_others = any(table.wager.kind == "jackpot" for table in tables)
            self.said.append("Pays without $ or % are “to 1”" if has_others else "All pays are “to 1”")
        lines = [line for sentence in self.said for line in textwrap.wrap(sentence, 56)]
        heading = _words_panel(lines, 6.0)
        found = self.room.place(heading.wide + 6, heading.tall + 8, 0) if lines else None
        if found:
            self._panel(heading, found[0] + 3, found[1] + 4)
        rows, is_alone = list(self.room.rows), len(tables) == 1
        tried = [(size, 0) for size in TYPE if is_alone and size >= MIDDLE_TYPE]
        for self.size, side in [*tried, *product(TYPE, (-1, 1))]:
            panels = [_table_panel(table, self, self.size, is_alone=is_alone) for table in tables]
            if lines and not found:
                wrapped = [line for sentence in self.said for line in textwrap.wrap(sentence, 34)]
                panels.append(_words_panel(wrapped, self.size * 1.1))
            by_height, by_area = (lambda panel: -panel.tall), (lambda panel: -panel.tall * panel.wide)
            for order in (by_height, by_area, lambda panel: -panel.wide):
                self.room.rows = list(rows)
                if self._packed(sorted(panels, key=order), side):
                    return
        raise BadInput(f"{len(tables)} tables do not find room before the dealer", hint="leave some bonus wagers out")

    def _packed(self, panels: Sequence[_Panel], side: int) -> bool:
        """Whether all find room, the first of them first and then on the other side; where they do, they are drawn."""
        found = []
        for panel in panels:
            at = self.room.place(panel.wide + 8, panel.tall + 6, side)
            if at is None:
                return False
            found.append((panel, at[0] + 4, at[1] + 3))
            side = -side
        for panel, left, top in found:
            self._panel(panel, left, top)
        return True

    def _panel(self, panel: _Panel, left: float, top: float) -> None:
        self._write(*(text._replace(x=left + text.x, y=top + text.y) for text in panel.texts))
        for box in panel.boxes:
            self._dashed(left + box.left, top + box.top, left + box.right, top + box.bottom)
        if panel.rule:
            self._draw("path", "none", FELT_SOFT, 0.6, d=f"M {left:.1f} {top + panel.rule:.1f} h {panel.wide:.1f}")

    def _margin(self) -> None:
        """What the sheet is, beside the cloth: its name, how it is meant, a scale, and the configuration."""
        ink, soft = "#181A17", "#484B45"
        game, left, right = self.game, -366.0, 366.0
        self._write(Text(left, 300, game.rules.title, 12, ink, bold=True, anchor="start"))
        notes = ["Table layout, 1 : 1; cloth 70 × 36 in", "Seat 1 is at the dealer's left."]
        most = self.configuration.edition.seats[1]
        if self.seats < most:
            notes.append(f"This cloth has {self.seats} of up to {most} seats.")
        beside = [wager.title.lower() for wager in game.rules.wagers if wager.lies == "beside"]
        if beside:
            notes.append(f"No spots of their own: {', '.join(beside)}.")
        if any(spot.wager.kind == "jackpot" for spot in self.spots):
            notes.append("A double ring is a sensor, and METER the place of its display.")
        self._write(*(Text(left, 310 + 7.6 * line, note, 5.4, ink, anchor="start") for line, note in enumerate(notes)))
        tables = posted_tables(self.configuration)
        samples = ", ".join(table.wager.title for table in tables if table.is_sample)
        codes = ", ".join(table.code for table in tables if not table.is_sample)
        said = [f"Sample, not the maker's: {samples}. Replace before play."] if samples else []
        said += [f"Tables {codes}"] if codes else []
        said.append(f"{self.configuration.edition.title} [{self.configuration.edition.document}]")
        lines = [line for words in said for line in textwrap.wrap(words, 44)]
        self._write(
            *(Text(right, 330 - 7.2 * line, words, 5, soft, anchor="end") for line, words in enumerate(reversed(lines)))
        )
        ticks = "".join(
            f"M {right - 120 + 10 * mark:g} {346 - (2 if mark % 12 else 3.5):g} v {4 if mark % 12 else 7:g} "
            for mark in range(13)
        )
        self._draw("path", "none", ink, 1, d=f"M {right - 120:g} 346 H {right:g} {ticks}")
        self._write(
            Text(right - 120, 341, "0", 5.4, ink, bold=True),
            Text(right, 356, "12 in = 30.48 cm; measure before you cut", 5, ink, anchor="end"),
        )
        name = f"{self.configuration}; game {self.configuration.game_hash[:16]}"
        for line, words in enumerate(textwrap.wrap(name, 230, break_on_hyphens=False)):
            self._write(Text(left, 382 + 6 * line, words, 4.4, ink, anchor="start", mono=True))


class _Panel(NamedTuple):
    """What stands together on the felt in one size: a table, or printed rules among the tables."""

    wide: float
    tall: float
    texts: list[Text]
    boxes: Sequence[Box] = ()
    rule: float = 0.0  # Where a line runs under its title, if it has one.


def _table_panel(table: PostedTable, drawing: _Drawing, size: float, *, is_alone: bool) -> _Panel:
    title, lead, large, small = table.wager.title.upper(), size * 1.42, round(size * 1.15, 2), round(size * 0.8, 2)
    pays = [table.figure(row) for row in table.rows]
    widest = _widest(pays, size)
    # Labels of the usual size are wrapped at six inches, larger ones in proportion.
    most = max(62.0, 62.0 * size / 5.2)
    labels = [_wrapped(row.label, most, size) for row in table.rows]
    asides = [_wrapped(row.beside, 190 if is_alone else most + widest, size * 0.8) for row in table.rows]
    across = max(_widest(chain(*labels), size) + widest + 6, _widest(chain(*asides), size * 0.8))
    sample = text_width("SAMPLE", size * 0.7) + 8 if table.is_sample else 0
    # A title that is wider than its rows stands on two lines, so that more tables find room in larger type.
    whole = text_width(title, size * 1.15)
    titles = [title] if is_alone or whole <= across else _wrapped(title, 0.6 * whole, size * 1.15)
    wide = max(across, _widest(titles, size * 1.15) + sample + 3)
    boxes: list[Box] = []
    texts: list[Text] = []

    def at_left(y: float, words: str, size: float, ink: str = FELT_SOFT, *, bold: bool = False) -> None:
        texts.append(Text(0, y, words, size, ink, bold, "start"))

    def boxed(box: Box, words: str, y: float, *, bold: bool = False) -> None:
        boxes.append(box)
        texts.append(Text((box.left + box.right) / 2, y, words, round(size * 0.7, 2), FELT_SOFT, bold))

    for line, words in enumerate(titles):
        at_left(size * (1 + 1.4 * line), words, large, FELT_INK, bold=True)
    if table.is_sample:
        boxed(Box(wide - sample + 3, -size * 0.1, wide, size * 1.15), "SAMPLE", size * 0.82, bold=True)
    rule = size * (0.2 + 1.4 * len(titles))
    down = rule - size * 0.1
    if table.heads:
        down += lead * 0.8
        at_left(down, table.heads[0], small)
        texts.append(Text(wide, down, table.heads[1], small, FELT_SOFT, anchor="end"))
    for label, pay, aside in zip(labels, pays, asides, strict=True):
        for words in label:
            down += lead
            at_left(down, words, size, FELT_INK)
        texts.append(Text(wide, down, pay, size, bold=True, anchor="end"))
        for words in aside:
            down += lead * 0.8
            at_left(down, words, small)
    if table.unit and not (drawing.unit_said and table.unit == "to 1"):
        down += lead
        at_left(down, f"pays are {table.unit}", small)
    found = drawing.configuration.tables.get(table.wager.id)
    levels = max(1, found.meters) if found and found.is_jackpot else 0
    for level in range(levels):
        meter = Box(wide * level / levels, down + size * 0.8, wide * (level + 1) / levels - 2, down + size * 2.7)
        boxed(meter, f"METER {level + 1}" if levels > 1 else "METER", down + size * 2.05)
    return _Panel(wide, down + size * (3 if levels else 0.4), texts, boxes, rule)


def _words_panel(lines: Sequence[str], size: float) -> _Panel:
    wide, lead = _widest(lines, size), size * 1.4
    texts = [
        Text(wide / 2, place * lead - size * 0.33, line, round(size, 2), FELT_SOFT, bold=True)
        for place, line in enumerate(lines, 1)
    ]
    return _Panel(wide, lead * len(lines), texts)


def _widest(lines: Iterable[str], size: float) -> float:
    return max((text_width(line, size) for line in lines), default=0)


def _wrapped(words: str, room: float, size: float) -> list[str]:
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _card_places(game: Game) -> tuple[int, list[tuple[str, int]]]:
    """The cards before the dealer that are as many in every round: the dealer's own, and places of the table's."""
    bases = [wager.id for wager in game.rules.wagers if wager.kind == "base"]
    stake = math.lcm(*(game.stake_rules[wager].grain for wager in bases), 1000)
    places: dict[Slot, int] = {}
    for seed in range(SOME_ROUNDS):
        # A felt posts no limits: those that a posted maximum must have beside it are the largest that it allows.
        limits = covered_limits(game.configuration)
        played = Round.start(game, {1: dict.fromkeys(bases, stake)}, seed=f"felt {seed}", limits=limits)
        while not played.is_over:
            action = played.legal_actions[-1]
            played.act(f"{action.name} {action.minimum / 100:.2f}" if action.maximum else action.name)
        here: dict[Slot, int] = {}
        for dealt in played.state.dealt:
            here[dealt.slot] = here.get(dealt.slot, 0) + len(dealt.cards)
        places |= here
    own = {slot: count for slot, count in places.items() if slot.is_dealers}
    is_fixed = not any(slot.is_drawn_to for slot in own)
    shared = [(str(slot.part), count) for slot, count in places.items() if slot.seat < 0]
    return sum(own.values()) if is_fixed else 0, shared


def _printers_sheet(game: Game) -> str:
    """A letter sheet that says what the drawing needs: sizes, colors, letters, cuts."""
    drawing = _Drawing(game)
    smallest = min(size for words, size in drawing.runs if words)
    has_sensor = any(spot.wager.kind == "jackpot" for spot in drawing.spots)
    has_pot = isinstance(game, HasPot)
    color, deep, lift = FELTS[game.rules.felt]
    sizes = [f"{radius / 5:.1f}" for radius in sorted({spot.radius for spot in drawing.spots}, reverse=True)]
    facts = [
        ("Game", f"{game.rules.title}, {game.configuration.edition.title}"),
        (
            "Sheet",
            f"{WIDTH / 10:g} × {DEPTH / 10:g} in ({WIDTH * UNIT_MM:.0f} × {DEPTH * UNIT_MM:.0f} mm), scale 1 : 1",
        ),
        ("Cloth", f"70 × 36 in; cut on the dashed line, 0.3 in outside; {UNDER_RAIL} lie under the rail"),
        ("Check", "the bar at the lower right is 12 in (30.48 cm) long: measure it before you cut"),
        ("Seats", f"{drawing.seats}, the first at the dealer's left; words face each seat"),
        ("Spots", f"{' and '.join(sizes)} in across{'; a double ring is a sensor' if has_sensor else ''}"),
        ("Cloth color", f"{color}, under the rail and the rack {deep}{f', the pot {lift}' if has_pot else ''}"),
        ("Lettering", f"{FELT_INK}; second lettering {FELT_SOFT}"),
        ("Typeface", f"{HOUSE_FONT}, regular and bold, in the file; the configuration in DejaVu Sans Mono"),
        *([("Pays", f"{drawing.size / 10:.2f} in, one size for all rows")] if drawing.has_pays else []),
        ("Smallest type", f"{smallest / 10:.2f} in ({smallest * 7.2:.0f} pt)"),
        ("Configuration", breakable(str(game.configuration))),
        ("Game hash", game.configuration.game_hash),
    ]
    cells = ", ".join(f'text(weight: "bold", {quoted(name)}), {typeset_words(words)}' for name, words in facts)
    swatches = ", ".join(
        f"rect(width: 26mm, height: 16mm, fill: rgb({quoted(shade)}), stroke: 0.3pt)"
        for shade in (color, deep, *([lift] if has_pot else []), FELT_INK, FELT_SOFT)
    )
    return (
        f'#set page(width: 215.9mm, height: 279.4mm, margin: 20mm)\n#text(20pt, weight: "bold", '
        f"{quoted(f'{game.rules.title}: for the printer')})\n#v(6mm)\n#set text(10.5pt)\n"
        f"#grid(columns: (32mm, 1fr), row-gutter: 4mm, {cells})\n#v(8mm)\n"
        f"#grid(columns: 5, column-gutter: 4mm, {swatches})\n"
    )
