"""The table placard: what each wager pays, the limits and the notices, in the sizes that a casino prints.

The typesetter lays it out and measures every word, so nothing leaves its box; PDF holds its fonts, and SVG holds the
letters as outlines, with the words beside them for whoever searches or reads aloud.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Final, Literal

from croupier.errors import BadInput
from croupier.handbook.page.typesetting import FONT, outlined, quoted, typeset
from croupier.play.stakes import Limit, check_posted_limit
from croupier.questions.sheet.wording import HEADINGS, limit_words, posted_rules
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.ladders import Ladder
from croupier.rulebook.paytables import Paytable, posted_label
from croupier.units.money import dollars, format_money
from croupier.units.odds import NoPay, describe_pay

Size = Literal["letter", "half-letter", "tabloid", "a4"]
SIZES: Final[dict[Size, tuple[float, float]]] = {
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
    "tabloid": (279.4, 431.8),
    "a4": (210.0, 297.0),
}
"""Width and height in millimeters."""
CAPITAL: Final = 0.645
"""Height of a capital of the font, in parts of its size."""
ROW_MM: Final = 6.4
"""Height of the capitals in rows and pays; figures are a little lower, and at least six."""
NOTE_MM: Final = 2.6
"""Height of the capitals in notes."""

_STYLE: Final = """
#let felt = rgb("#0f5c49")
#let muted = rgb("#5d6a65")
#let warn = rgb("#8a4b00")
#let hair = rgb("#c9d2ce")
#let big = @BIG
#let fine = @FINE
#set text(font: "@FONT", size: fine, lang: "en", hyphenate: false, fill: rgb("#16241f"),
  number-type: "lining")
#set par(leading: 0.5em, spacing: 0.75em)
#let fitted(words, most, size) = context {
  let now = size
  while measure(text(now, weight: "bold", words)).width > most { now -= 0.5pt }
  text(now, weight: "bold", fill: white, words)
}
#let heading(words, aside) = block(width: 100%, sticky: true, above: 8mm, below: 0mm, stroke: (bottom: 0.5mm + felt),
  inset: (bottom: 2mm), {
    set par(leading: 0.9em)
    text(big, weight: "bold", fill: felt, words)
    if aside != "" { h(1fr); h(4mm); box(text(fill: muted, aside)) }
  })
#let row(label, pay, aside) = block(width: 100%, breakable: false, spacing: 0mm, stroke: (bottom: 0.25mm + hair),
  inset: (y: 2.4mm), grid(columns: (1fr, auto), column-gutter: 6mm, align: (left + top, right + top),
    { set text(big); set par(leading: 0.62em); label; if aside != "" { linebreak(); text(fill: muted, aside) } },
    block(width: auto, { set text(big); set par(leading: 0.62em); text(weight: "bold", pay) })))
#let paytable(words, aside, warning, ..rows) = block(above: 8mm, below: 0mm, grid(columns: (1fr,),
  grid.header(repeat: true, { heading(words, aside)
    if warning != "" { block(above: 2mm, below: 1mm, text(fill: warn, warning)) } }),
  ..rows.pos()))
#let note(words, ink) = block(width: 100%, spacing: 3mm, text(fill: ink, words))
"""


@dataclass
class _Placard:
    """What is set, line by line, and the words alone."""

    parts: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def heading(self, words: str, aside: str = "") -> None:
        self._say(words, aside)
        self.parts.append(f"#heading({quoted(words)}, {quoted(aside)})")

    def table(self, words: str, aside: str, rows: Iterable[tuple[str, ...]], warning: str = "") -> None:
        """Rows under a heading, which is repeated over them on every sheet that they run to."""
        set_rows = []
        self._say(words, aside, warning)
        for label, pays, *more in rows:
            beside = more[0] if more else ""
            self._say(label, pays, beside)
            set_rows.append(f"row({quoted(label)}, {quoted(pays)}, {quoted(beside)})")
        if set_rows:
            head = f"{quoted(words)}, {quoted(aside)}, {quoted(warning)}"
            self.parts.append(f"#paytable({head}, {', '.join(set_rows)})")

    def note(self, words: str, ink: str = "black") -> None:
        self._say(words)
        self.parts.append(f"#note({quoted(words)}, {ink})")

    def close(self, words: str) -> None:
        """What the sheet is of; it stays with the last note, so that no sheet holds it alone."""
        self._say(words)
        last = self.parts.pop() if self.parts and self.parts[-1].startswith("#note") else ""
        self.parts.append(f"#block(width: 100%, breakable: false)[{last}#v(2mm)#note({quoted(words)}, muted)]")

    def gap(self) -> None:
        self.parts.append("#v(2mm)")

    def _say(self, *words: str) -> None:
        self.words += [each for each in words if each]


@dataclass(frozen=True)
class Limits:
    """What may be wagered at the table, in cents."""

    minimum: int = 500
    maximum: int = 50_000
    bonus_minimum: int = 100
    bonus_maximum: int = 10_000
    posted: Mapping[str, Limit] = field(default_factory=dict)
    """By wager, what a table file says; the others have the figures above."""

    def __post_init__(self) -> None:
        for least, most in ((self.minimum, self.maximum), (self.bonus_minimum, self.bonus_maximum)):
            if not 0 < least <= most:
                raise BadInput(
                    f"limits from {format_money(least)} to {format_money(most)}",
                    hint="a minimum above zero, and no more than the maximum",
                )

    def by_wager(self, configuration: Configuration) -> dict[str, Limit]:
        """What each flat wager on offer may be."""
        flat = {"base": Limit(self.minimum, self.maximum), "bonus": Limit(self.bonus_minimum, self.bonus_maximum)}
        return {
            wager.id: self.posted.get(wager.id) or flat[wager.kind]
            for wager in configuration.rules.wagers
            if wager.kind in flat and (wager.kind == "base" or wager.id in configuration.tables)
        }


def placard_words(configuration: Configuration, limits: Limits) -> list[str]:
    """Everything that the placard says, in its order."""
    return _composed(configuration, limits).words


def render_placard(configuration: Configuration, limits: Limits) -> str:
    """The placard as one SVG, as wide as tabloid and as long as it takes."""
    (page,) = placard_pages(configuration, limits, None)
    return page


def placard_pages(configuration: Configuration, limits: Limits, size: Size | None) -> list[str]:
    """The placard as SVG, a page of this size each; without a size, one page."""
    placard = _composed(configuration, limits)
    title = f"{configuration.rules.title}: table placard"
    pages = outlined(_source(configuration, placard, size))
    return [_with_words(page, title, [configuration.rules.title, *placard.words]) for page in pages]


def render_placard_pdf(configuration: Configuration, limits: Limits, size: Size = "tabloid") -> bytes:
    """The placard as a PDF, on as many pages of this size as it takes; the same bytes for the same placard."""
    return typeset(_source(configuration, _composed(configuration, limits), size))


def _source(configuration: Configuration, placard: _Placard, size: Size | None) -> str:
    width, height = SIZES[size or "tabloid"]
    title = configuration.rules.title
    style = _STYLE.replace("@FONT", FONT)
    style = style.replace("@BIG", f"{ROW_MM / CAPITAL:.3f}mm").replace("@FINE", f"{NOTE_MM / CAPITAL:.3f}mm")
    frame = (
        "place(top + left, rect(width: 100%, height: 26mm, fill: felt)) + "
        "place(top + left, dx: 2.5mm, dy: 2.5mm, rect(width: 100% - 5mm, height: 100% - 5mm, stroke: 1mm + felt)) + "
        f"place(top + center, dy: 7.5mm, fitted({quoted(title)}, {width - 26:g}mm, 15mm))"
    )
    tall = f"{height:g}mm" if size else "auto"
    foot = (
        ""
        if size is None
        else (
            ", footer: context if counter(page).final().first() > 1 { align(center, text(fill: muted, "
            "[Sheet #counter(page).display() of #counter(page).final().first()])) }"
        )
    )
    page = (
        f"#set page(width: {width:g}mm, height: {tall}, margin: (x: 12mm, top: 33mm, bottom: 13mm), fill: white, "
        f"background: {frame}{foot})"
    )
    document = f"#set document(title: {quoted(f'{title}: table placard')}, date: auto)"
    return "\n".join((document, style, page, *placard.parts)) + "\n"


def _with_words(svg: str, title: str, words: list[str]) -> str:
    """The outlines with a name, and the words unseen."""
    start = svg.index(">") + 1
    lines = "".join(
        f'<text x="40" y="{place}" font-size="1">{escape(each, quote=False)}</text>'
        for place, each in enumerate(words, 1)
    )
    head = svg[: start - 1] + ' role="img">'
    return f'{head}<title>{escape(title)}</title>{svg[start:].removesuffix("</svg>")}<g opacity="0">{lines}</g></svg>\n'


def _composed(configuration: Configuration, limits: Limits) -> _Placard:
    _check_tables(configuration)
    check_posted_limit(configuration, limits.by_wager(configuration))
    rules, edition = configuration.rules, configuration.edition
    placard = _Placard()
    for wager in rules.wagers:
        table: Paytable | Ladder | None = configuration.tables.get(wager.id) or configuration.ladders.get(wager.id)
        if table is None:
            continue
        warning = "SAMPLE – not the maker's table. Not for use on a live table." if table.status == "sample" else ""
        placard.table(wager.title, table.id, table_rows(configuration, wager.id), warning)
    placard.table("Limits", "", _limit_rows(configuration, limits))
    for topic, heading in HEADINGS.items():
        posted = posted_rules(configuration, topic)
        if posted:
            placard.heading(heading, edition.title if topic == "play" else "")
            placard.gap()
            for _, words in posted:
                placard.note(words)
    shown = _notices(configuration)
    if shown:
        placard.heading("Notices")
        placard.gap()
        for words in shown:
            placard.note(words)
    named = str(configuration).replace("(", "(\u200b").replace("=", "=\u200b")
    placard.close(f"{named}. {edition.title} [{edition.document}]; rulebook {configuration.rulebook_hash[:16]}")
    return placard


def _check_tables(configuration: Configuration) -> None:
    """A placard without the tables of its wagers says nothing: a game of bonus wagers alone needs one.

    A jackpot's code is posted with its letter, since a meter belongs to each.
    """
    configuration.check_letters()
    wagers = configuration.rules.wagers
    if any(wager.kind == "base" for wager in wagers) or configuration.tables:
        return
    first = next(wager for wager in wagers if wager.kind in ("bonus", "jackpot"))
    offered = ", ".join(first.tables_in(configuration.edition.id))
    raise BadInput(f"a placard of {configuration.name} needs a table of {first.id}", hint=f"offered: {offered}")


def table_rows(configuration: Configuration, wager: str) -> Iterator[tuple[str, str, str]]:
    """What a wager is paid at this table, row by row: what wins, the pay, and what comes beside it."""
    table: Paytable | Ladder = configuration.tables.get(wager) or configuration.ladders[wager]
    if isinstance(table, Ladder):
        for rung in table.rungs:
            yield rung.label, f"{rung.players} player{'s' if rung.players > 1 else ''}", ""
        return
    setting = configuration.setting_for(table)
    for row in table.at_wager(configuration.fixed_stake(wager)).rows:
        if isinstance(row.pay, NoPay):
            continue
        asides = [f"or {' '.join(map(describe_pay, row.dynamic))}"] if row.dynamic else []
        if row.envy_cents is not None:
            asides.append(f"envy {dollars(row.envy_cents)}")
        asides += [
            f"as the house reads {table.id}: {other.value.replace('-', ' ')}"
            for other in configuration.read_otherwise(wager)
            if other.event == row.event
        ]
        yield posted_label(row.label, setting), describe_pay(row.pay), ", ".join(asides)


def _limit_rows(configuration: Configuration, limits: Limits) -> Iterator[tuple[str, str]]:
    rules = configuration.rules
    for wager in rules.wagers:
        if wager.id in limits.posted:
            yield wager.title, limit_words(limits.posted[wager.id])
        elif wager.kind == "base":
            yield wager.title, f"{dollars(limits.minimum)} to {dollars(limits.maximum)}"
        elif wager.id in configuration.tables and wager.kind in ("bonus", "jackpot"):
            if configuration.tables[wager.id].is_jackpot:
                yield wager.title, f"{dollars(configuration.fixed_stake(wager.id))}, fixed"
            else:
                yield wager.title, f"{dollars(limits.bonus_minimum)} to {dollars(limits.bonus_maximum)}"
    for name, aggregate in configuration.aggregates.items():
        of = "the most to one hand" if aggregate.by_hand else "all winners of a round together"
        yield f"{rules.wager(name).title}, {of}", dollars(aggregate.cents)


def _notices(configuration: Configuration) -> list[str]:
    return [
        notice.words
        for notice in configuration.rules.notices
        if configuration.edition.id in notice.editions
        and (notice.id != "house-jackpot" or configuration.is_house_jackpot)
    ]
