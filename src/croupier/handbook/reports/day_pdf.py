"""The end-of-day reports of jackpots for print, set by Typst in the manner of the par sheets."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

from croupier.handbook.page.blocks import Block, Cell, Grid, Section, Words, shown
from croupier.handbook.page.typesetting import FONT, quoted, typeset, words
from croupier.handbook.parsheet.pdf import STYLE
from croupier.handbook.reports.day import header_facts, layout, title
from croupier.jackpot.reports.records import DayReport

_PAGE: Final = 118
"""How many letters of a table's type fit a line of the page, figures and gaps counted."""
_LONG: Final = 30
"""Words of this length may be broken over lines where the page is too narrow."""


def render_pdf(reports: Sequence[DayReport]) -> bytes:
    """The reports of one or more links as one PDF, each beginning on a page of its own; same input, same bytes."""
    return typeset(source(reports))


def source(reports: Sequence[DayReport]) -> str:
    """The reports as Typst source."""
    day = reports[0].day
    foot = f"Jackpot reports of {day} · croupier {version('croupier')}"
    page = (
        f'#set page(paper: "a4", margin: (x: 18mm, top: 18mm, bottom: 20mm), footer: context {{ set text(7.5pt, '
        f"fill: muted); grid(columns: (1fr, auto), {words(foot)}, counter(page).display("
        f'"1 of 1", both: true)) }})'
    )
    parts = [
        f"#set document(title: {quoted(f'Jackpot reports of {day}')}, date: none)",
        STYLE.replace("@FONT", FONT),
        page,
    ]
    for place, report in enumerate(reports):
        if place:
            parts.append("#pagebreak()")
        parts.append(_report(report))
    return "\n".join(parts) + "\n"


def _report(report: DayReport) -> str:
    kind = "Jackpot, end of day" if report.is_closed else "Jackpot, day not closed"
    facts = ", ".join(f"text(fill: muted, {quoted(label)}), {words(text)}" for label, text in header_facts(report))
    parts = [
        f'#text(fill: accent, weight: "bold", {quoted(kind)})\\\n#text(20pt, weight: "bold", {quoted(title(report))})',
        f"#block(above: 1.2em, grid(columns: (auto, 1fr), column-gutter: 1.2em, row-gutter: 0.55em, {facts}))",
        *(_section(each, 1) for each in layout(report)),
    ]
    return "\n".join(parts)


def _section(section: Section, level: int) -> str:
    parts = [f"#heading(level: {level}, {words(section.title)})"] if section.title else []
    parts += [_block(block) for block in section.blocks]
    parts += [_section(part, level + 1) for part in section.parts]
    return "\n".join(parts)


def _block(block: Block) -> str:
    match block:
        case Words(text, "warning"):
            return f"#framed(warn, {words(text)})"
        case Words(text):
            return f"#block({words(text)})"
        case Grid():
            return _grid(block)
    raise TypeError(f"a report holds no {type(block).__name__}")


def _grid(grid: Grid) -> str:
    lines = [*grid.rows, *([grid.foot] if grid.foot else [])]
    cells = [_row(grid, line, pad) for line, pad in zip(lines, grid.pads(), strict=True)]
    foot = f"foot: ({', '.join(cells.pop())},), " if grid.foot else ""
    body = ",\n".join(
        f"{', '.join(row)}{', table.hline(stroke: 0.3pt + rule)' if place < len(cells) - 1 else ''}"
        for place, row in enumerate(cells)
    )
    align = ", ".join("right + top" if column.is_number else "left + top" for column in grid.columns)
    header = "".join(words(column.title) + ", " for column in grid.columns)
    caption = f"caption: {quoted(grid.caption)}, " if grid.caption else ""
    whole = "true" if len(grid.rows) <= 16 else "false"
    return (
        f"#sheet(columns: ({_columns(grid)},), align: ({align},), whole: {whole}, {caption}header: ({header}), {foot}"
        f"\n{body})"
    )


def _columns(grid: Grid) -> str:
    """Each as wide as it needs; where the page is too narrow, long words share what is left, by their length."""
    longest = [max((len(line[place].text) for line in grid.rows), default=0) for place in range(len(grid.columns))]
    if sum(longest) + 3 * len(longest) <= _PAGE:
        return ", ".join("auto" for _ in longest)
    return ", ".join(
        f"{min(length, 2 * _LONG)}fr" if length > _LONG and not column.is_number else "auto"
        for length, column in zip(longest, grid.columns, strict=True)
    )


def _row(grid: Grid, line: Sequence[Cell], pads: list[str]) -> list[str]:
    return [
        words(shown(cell, column)) + (f" + hide({words(pad)})" if pad else "")
        for column, cell, pad in zip(grid.columns, line, pads, strict=True)
    ]
