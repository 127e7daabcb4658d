"""The table placard: what each wager pays, the limits and the notices, as one drawing (SVG, and PDF from it)."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from html import escape
from typing import Final

from croupier.errors import BadInput
from croupier.handbook.page.typesetting import quoted, typeset
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.ladders import Ladder
from croupier.rulebook.paytables import Paytable, label_for
from croupier.units.money import dollars, format_money
from croupier.units.odds import NoPay, describe_pay, format_odds

WIDTH: Final = 760
MARGIN: Final = 48
FONT: Final = "Georgia, 'Libertinus Serif', 'Times New Roman', serif"
INK: Final = "#16241f"
FELT: Final = "#0f5c49"
MUTED: Final = "#5d6a65"
LINE: Final = "#c9d2ce"
WARN: Final = "#8a4b00"


class _Drawing:
    """Lines of text set one below the other."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y = 0.0

    def text(self, x: float, words: str, size: int, ink: str = INK, anchor: str = "start", weight: int = 400) -> None:
        self.parts.append(
            f'<text x="{x:g}" y="{self.y:g}" font-size="{size}" fill="{ink}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(words, quote=False)}</text>'
        )

    def paragraph(self, words: str, size: int = 15, ink: str = INK) -> None:
        for line in textwrap.wrap(words, int((WIDTH - 2 * MARGIN) / (size * 0.46))):
            self.y += size * 1.4
            self.text(MARGIN, line, size, ink)

    def heading(self, words: str, aside: str = "") -> None:
        self.y += 46
        self.text(MARGIN, words, 24, FELT, weight=700)
        if aside:
            self.text(WIDTH - MARGIN, aside, 13, MUTED, "end")
        self.rule(8, FELT, 1.5)
        self.y += 8

    def rule(self, below: float, ink: str = LINE, width: float = 0.75) -> None:
        self.parts.append(
            f'<line x1="{MARGIN}" y1="{self.y + below:g}" x2="{WIDTH - MARGIN}" y2="{self.y + below:g}" '
            f'stroke="{ink}" stroke-width="{width}"/>'
        )

    def row(self, label: str, pays: str, middle: str = "") -> None:
        self.y += 27
        self.text(MARGIN, label, 18)
        if middle:
            self.text(WIDTH - MARGIN - 190, middle, 16, MUTED, "end")
        self.text(WIDTH - MARGIN, pays, 18, INK, "end", 700)
        self.rule(8)


@dataclass(frozen=True)
class Limits:
    """What may be wagered at the table, in cents."""

    minimum: int = 500
    maximum: int = 50_000
    bonus_minimum: int = 100
    bonus_maximum: int = 10_000

    def __post_init__(self) -> None:
        for least, most in ((self.minimum, self.maximum), (self.bonus_minimum, self.bonus_maximum)):
            if not 0 < least <= most:
                raise BadInput(
                    f"limits from {format_money(least)} to {format_money(most)}",
                    hint="a minimum above zero, and no more than the maximum",
                )


def render_placard(configuration: Configuration, limits: Limits) -> str:
    """The placard as SVG."""
    rules, edition = configuration.rules, configuration.edition
    drawing = _Drawing()
    drawing.y = 84
    drawing.text(WIDTH / 2, rules.title, 44, "#ffffff", "middle", 700)
    drawing.y = 134
    for wager in rules.wagers:
        table: Paytable | Ladder | None = configuration.tables.get(wager.id) or configuration.ladders.get(wager.id)
        if table is None:
            continue
        printed = configuration.book.offered_as(configuration.book.table(table.id), wager, edition.id)
        drawing.heading(wager.title, printed or table.id)
        if table.status == "sample":
            drawing.paragraph("SAMPLE – not the maker's table. Not for use on a live table.", 15, WARN)
        _table_rows(drawing, configuration, table)
    drawing.heading("Limits")
    base = next((wager.title for wager in rules.wagers if wager.kind == "base"), None)
    if base:
        drawing.row(base, f"{dollars(limits.minimum)} to {dollars(limits.maximum)}")
    for wager in rules.wagers:
        if wager.id in configuration.tables and wager.kind in ("bonus", "jackpot"):
            is_jackpot = configuration.tables[wager.id].is_jackpot
            fixed = f"{dollars(configuration.base_wager_cents)}, fixed"
            between = f"{dollars(limits.bonus_minimum)} to {dollars(limits.bonus_maximum)}"
            drawing.row(wager.title, fixed if is_jackpot else between)
    limit = configuration.values.get("aggregate_limit", "none")
    if limit != "none":
        drawing.row("All bonus awards of a round together", f"${limit}")
    drawing.heading("How it is played", edition.title)
    for rule in rules.rules:
        if rule.topic == "play" and edition.id in rule.editions:
            drawing.paragraph(rule.text)
            drawing.y += 4
    _notices(drawing, configuration)
    drawing.y += 30
    drawing.paragraph(str(configuration), 11, MUTED)
    drawing.y += 16
    where = f"{edition.title} [{edition.document}]; rulebook {configuration.rulebook_hash[:16]}"
    drawing.text(MARGIN, where, 11, MUTED)
    height = drawing.y + 36
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" height="{height:g}" '
        f'role="img" font-family="{FONT}"><title>{escape(rules.title)}: table placard</title>'
        f'<rect width="{WIDTH}" height="{height:g}" fill="#ffffff"/>'
        f'<rect width="{WIDTH}" height="120" fill="{FELT}"/>'
        f'<rect x="6" y="6" width="{WIDTH - 12}" height="{height - 12:g}" fill="none" stroke="{FELT}" '
        f'stroke-width="3"/>'
        f"{''.join(drawing.parts)}</svg>\n"
    )


def _table_rows(drawing: _Drawing, configuration: Configuration, table: Paytable | Ladder) -> None:
    if isinstance(table, Ladder):
        for rung in table.rungs:
            drawing.row(rung.label, f"{rung.players} player{'s' if rung.players > 1 else ''}")
        return
    setting = configuration.setting_for(table)
    for row in table.rows:
        if isinstance(row.pay, NoPay):
            continue
        asides = [f"or {' '.join(map(describe_pay, row.dynamic))}"] if row.dynamic else []
        if row.envy_cents is not None:
            asides.append(f"envy {dollars(row.envy_cents)}")
        drawing.row(label_for(row.label, setting), describe_pay(row.pay), ", ".join(asides))
    if table.dealer_envy_percent:
        drawing.paragraph(f"Dealer envy: {format_odds(table.dealer_envy_percent)}% of a jackpot won in full.")


def _notices(drawing: _Drawing, configuration: Configuration) -> None:
    shown = [
        notice.words
        for notice in configuration.rules.notices
        if configuration.edition.id in notice.editions
        and (notice.id != "house-jackpot" or configuration.is_house_jackpot)
    ]
    if any(table.is_jackpot for table in configuration.tables.values()):
        shown.append("Percentages are of the jackpot displayed. Dollar pays are for a $1 wager.")
    if shown:
        drawing.heading("Notices")
        for words in shown:
            drawing.paragraph(words)
            drawing.y += 6


def render_placard_pdf(configuration: Configuration, limits: Limits) -> bytes:
    """The same drawing as a PDF page of its own size; the same bytes for the same placard."""
    svg = render_placard(configuration, limits)
    title = quoted(f"{configuration.rules.title}: table placard")
    return typeset(
        f"#set document(title: {title}, date: none)\n#set page(width: auto, height: auto, margin: 0pt)\n"
        f'#image(bytes({quoted(svg)}), format: "svg", width: 190mm)\n'
    )
