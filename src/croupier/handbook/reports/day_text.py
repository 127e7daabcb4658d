"""The end-of-day reports of a jackpot for a terminal, a hundred columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from croupier.handbook.page.blocks import Cell, Grid, Section, Words
from croupier.handbook.page.text import heading
from croupier.handbook.reports.day import header_facts, layout, title
from croupier.jackpot.reports.records import DayReport

WIDTH: Final = 100
_GAP: Final = 2
_LEAST: Final = 12
"""A column of words is not made narrower than this."""


def render_text(report: DayReport) -> str:
    """All reports of a day."""
    facts = header_facts(report)
    wide = max(len(label) for label, _ in facts)
    head = [heading(title(report))]
    for label, text in facts:
        lead = f"{label.ljust(wide)}  "
        head.append(textwrap.fill(text, WIDTH, initial_indent=lead, subsequent_indent=" " * len(lead)))
    return "\n\n".join(["\n".join(head), *(each for section in layout(report) if (each := render_section(section)))])


def render_section(section: Section, line: str = "-") -> str:
    parts = [heading(section.title, line)] if section.title else []
    blocks = [_block(block) for block in section.blocks]
    parts += [f"{parts.pop()}\n{blocks.pop(0)}"] if parts and blocks else []
    parts += blocks
    parts += [_part(each) for each in section.parts]
    if section.parts and not section.blocks:
        return "\n\n".join([f"{parts[0]}\n{parts[1]}", *parts[2:]]) if section.title else "\n\n".join(parts)
    return "\n\n".join(parts)


def _part(section: Section) -> str:
    """A part has its title over its grid's first column."""
    return "\n".join([section.title, *(_block(block) for block in section.blocks)])


def _block(block: object) -> str:
    match block:
        case Words(text, "warning"):
            return textwrap.fill(f"! {text}", WIDTH, subsequent_indent="  ")
        case Words(text):
            return textwrap.fill(text, WIDTH)
        case Grid():
            return render_grid(block)
    raise TypeError(f"a report holds no {type(block).__name__}")


def render_grid(grid: Grid) -> str:
    """A grid: figures to the right, words wrapped where the page is too narrow for them."""
    header = tuple(Cell(column.title) for column in grid.columns)
    lines = [header, *grid.rows, *([grid.foot] if grid.foot else [])]
    widths = _widths(grid, lines)
    rule = "  ".join("-" * width for width in widths)
    out = [*_wrapped(grid, header, widths), rule]
    for row in grid.rows:
        out += _wrapped(grid, row, widths)
    if grid.foot:
        out += [rule, *_wrapped(grid, grid.foot, widths)]
    if grid.caption:
        out.append(grid.caption)
    return "\n".join(out)


def _widths(grid: Grid, lines: Sequence[Sequence[Cell]]) -> list[int]:
    """As wide as the widest cell; where that is too much, columns of words give way where it costs fewest lines."""
    lengths = [[len(cell.text) for cell in line] for line in lines]
    widths = [max(line[place] for line in lengths) for place in range(len(grid.columns))]
    room = WIDTH - _GAP * (len(widths) - 1)
    while sum(widths) > room:
        able = [place for place, column in enumerate(grid.columns) if not column.is_number and widths[place] > _LEAST]
        if not able:
            break
        narrowed = min(able, key=lambda place: (_height(lengths, widths, place), -widths[place]))
        widths[narrowed] -= 1
    return widths


def _height(lengths: list[list[int]], widths: list[int], narrowed: int) -> int:
    """About how many lines the grid takes with one column a letter narrower; words leave a little room behind."""
    tried = [width - (place == narrowed) for place, width in enumerate(widths)]
    return sum(
        max(
            1 if length <= width else -(-length // max(1, width - 3)) for length, width in zip(line, tried, strict=True)
        )
        for line in lengths
    )


def _wrapped(grid: Grid, row: Iterable[Cell], widths: list[int]) -> list[str]:
    cells = [
        [cell.text] if column.is_number else textwrap.wrap(cell.text, width, break_on_hyphens=False) or [""]
        for column, cell, width in zip(grid.columns, row, widths, strict=True)
    ]
    tall = max(len(cell) for cell in cells)
    lines = []
    for place in range(tall):
        parts = [
            text.rjust(width) if column.is_number else text.ljust(width)
            for column, cell, width in zip(grid.columns, cells, widths, strict=True)
            for text in [cell[place] if place < len(cell) else ""]
        ]
        lines.append((" " * _GAP).join(parts).rstrip())
    return lines
