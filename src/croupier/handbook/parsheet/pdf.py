"""A par sheet for print, set by Typst from the same layout as the page."""

from __future__ import annotations

from typing import Final

from croupier.handbook.page.blocks import Block, Cell, Grid, Lines, Picture, Section, Words, shown
from croupier.handbook.page.typesetting import FONT, quoted, typeset, words
from croupier.handbook.parsheet.layout import header_facts, layout
from croupier.handbook.parsheet.sheet import Sheet

STYLE: Final = """
#let accent = rgb("#12705a")
#let muted = rgb("#66716c")
#let rule = rgb("#d5dbd8")
#let warn = rgb("#8a4b00")
#set text(font: "@FONT", size: 9.5pt, number-type: "lining", number-width: "tabular", lang: "en", hyphenate: false)
#set par(leading: 0.55em, spacing: 0.9em)
#show heading.where(level: 1): it => block(above: 2em, below: 0.9em, sticky: true, width: 100%,
  stroke: (top: 1.2pt + accent), inset: (top: 0.6em), text(13pt, weight: "bold", it.body))
#show heading.where(level: 2): it => block(above: 1.6em, below: 0.8em, sticky: true,
  text(10.5pt, weight: "bold", it.body))
#let mark(body, ink) = box(stroke: 0.5pt + ink, radius: 1.5pt, inset: (x: 2.5pt), outset: (y: 2pt),
  text(7.5pt, fill: ink, body))
#let small(body) = text(8pt, fill: muted, body)
#let framed(ink, body) = block(width: 100%, fill: rgb("#fff6e6"), stroke: (left: 2pt + ink), inset: 6pt,
  text(fill: ink, body))
#let sheet(columns: (), align: (), caption: none, header: (), foot: (), whole: true, ..cells) = block(
  above: 1em, below: 1.2em, breakable: not whole, {
  set text(8.5pt)
  table(columns: columns, align: align, stroke: none, inset: (x: 4pt, y: 3pt), row-gutter: 0pt,
    ..if header.len() > 0 { (table.header(..header.map(h => text(fill: muted, weight: "bold", h)),
      table.hline(stroke: 0.6pt + muted)),) },
    ..cells.pos(),
    ..if foot.len() > 0 { (table.hline(stroke: 0.6pt + muted), ..foot.map(f => text(weight: "bold", f))) })
  if caption != none { v(-0.5em); small(caption) }
})
"""


def render_pdf(sheet: Sheet) -> bytes:
    """The sheet as a PDF; the same sheet gives the same bytes."""
    return typeset(source(sheet))


def source(sheet: Sheet) -> str:
    """The sheet as Typst source."""
    title = f"{sheet.title}: par sheet"
    facts = ", ".join(
        f"text(fill: muted, {quoted(label)}), {words(_breakable(value))}" for label, value in header_facts(sheet)
    )
    foot = f"rulebook {sheet.solution.rulebook_hash[:16]} · croupier {sheet.software}"
    page = (
        f'#set page(paper: "a4", margin: (x: 18mm, top: 18mm, bottom: 20mm), footer: context {{ set text(7.5pt, '
        f"fill: muted); grid(columns: (1fr, auto), {words(foot)}, counter(page).display("
        f'"1 of 1", both: true)) }})'
    )
    parts = [
        f"#set document(title: {quoted(title)}, date: none)",
        STYLE.replace("@FONT", FONT),
        page,
        f'#text(fill: accent, weight: "bold", [Par sheet])\\\n#text(20pt, weight: "bold", {quoted(sheet.title)})',
        f"#block(above: 1.2em, grid(columns: (auto, 1fr), column-gutter: 1.2em, row-gutter: 0.55em, {facts}))",
        *(_section(each, 1) for each in layout(sheet)),
    ]
    return "\n".join(parts) + "\n"


def _breakable(text: str) -> str:
    """A configuration may break after a comma or bracket, a hash anywhere."""
    return text.replace("(", "(\u200b").replace("=", "=\u200b")


def _section(section: Section, level: int) -> str:
    marks = "".join(f" + h(0.5em) + {_mark(mark)}" for mark in section.marks)
    parts = [f"#heading(level: {level}, {words(section.title)}{marks})"]
    pictures: list[Picture] = []
    for block in (*section.blocks, None):
        if isinstance(block, Picture):
            pictures.append(block)
            continue
        if pictures:
            parts.append(_figures(pictures))
            pictures = []
        if block is not None:
            parts.append(_block(block))
    parts += [_section(part, level + 1) for part in section.parts]
    return "\n".join(parts)


def _figures(pictures: list[Picture]) -> str:
    cells = ", ".join(
        f'block(breakable: false, {{ image(bytes({quoted(each.svg)}), format: "svg", width: 100%); v(-0.5em); '
        f"small({quoted(each.caption)}) }})"
        for each in pictures
    )
    columns = "(1fr, 1fr)" if len(pictures) > 1 else "(1fr,)"
    width = "100%" if len(pictures) > 1 else "60%"
    return f"#block(width: {width}, above: 1em, below: 1.2em, grid(columns: {columns}, gutter: 6mm, {cells}))"


def _block(block: Block) -> str:
    match block:
        case Words(text, "warning"):
            return f"#framed(warn, {words(text)})"
        case Words(text, "note"):
            return f"#block(small({quoted(text)}))"
        case Words(text):
            return f"#block({words(text)})"
        case Lines(items):
            lines = ", ".join(f"{words(text)} + {words(' ')} + small({quoted(f'[{cites}]')})" for text, cites in items)
            return f"#list(spacing: 0.6em, {lines})"
        case Picture():
            return _figures([block])
        case Grid():
            return _grid(block)


def _mark(mark: str) -> str:
    return f"mark({quoted(mark)}, {'warn' if mark == 'sample' else 'muted'})"


def _grid(grid: Grid) -> str:
    pads = grid.pads()
    lines = [*grid.rows, *([grid.foot] if grid.foot else [])]
    cells = [_row(grid, line, pad) for line, pad in zip(lines, pads, strict=True)]
    foot = cells.pop() if grid.foot else []
    body = ",\n".join(
        f"{', '.join(row)}{', table.hline(stroke: 0.3pt + rule)' if place < len(cells) - 1 else ''}"
        for place, row in enumerate(cells)
    )
    has_words = [
        not grid.is_facts and not column.is_number and any(len(line[place].text) > 34 for line in lines)
        for place, column in enumerate(grid.columns)
    ]
    columns = ", ".join("1fr" if wide else "auto" for wide in has_words)
    align = ", ".join("right + top" if column.is_number else "left + top" for column in grid.columns)
    header = "" if grid.is_facts else f"header: ({''.join(words(column.title) + ', ' for column in grid.columns)}), "
    caption = f"caption: {quoted(grid.caption)}, " if grid.caption else ""
    total = f"foot: ({', '.join(foot)},), " if foot else ""
    whole = "true" if len(grid.rows) <= 16 else "false"
    return f"#sheet(columns: ({columns},), align: ({align},), whole: {whole}, {caption}{header}{total}\n{body})"


def _row(grid: Grid, line: tuple[Cell, ...], pads: list[str]) -> list[str]:
    found = []
    for column, cell, pad in zip(grid.columns, line, pads, strict=True):
        hidden = f" + hide({words(pad)})" if pad else ""
        mark = f" + {words(' ')} + {_mark(cell.mark)}" if cell.mark else ""
        found.append(f"{words(shown(cell, column))}{hidden}{mark}")
    return found
