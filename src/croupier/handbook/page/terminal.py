"""A document as text for a terminal: aligned columns and wrapped paragraphs, readable without color. ``text`` holds the
lines and columns; here every block finds its form."""

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from croupier.handbook.page import blocks
from croupier.handbook.page.text import WIDTH, heading, paragraph, plain

_GAP: Final = 2
_LEAST: Final = 12  # A column of words is not made narrower than this.


class Terminal(NamedTuple):
    """How wide paragraphs are, and how wide tables may be; None lets a table take the room it needs."""

    width: int = WIDTH
    table_width: int | None = None

    def document(self, document: blocks.Document) -> str:
        """The whole of it, title first."""
        parts = [heading(document.title, width=self.table_width)] if document.title else []
        if document.facts:
            facts = self._facts(blocks.Facts(document.facts))
            parts = [f"{parts.pop()}\n{facts}"] if parts else [facts]
        parts += [each for section in document.sections if (each := self.section(section))]
        return "\n\n".join(parts)

    def section(self, section: blocks.Section, line: str = "-") -> str:
        """A title with its first block close under it, and the others a line apart."""
        parts = [each for block in section.blocks if (each := self.block(block))]
        # A part has its title over its grid's first column.
        parts += ["\n".join([plain(part.title), *map(self.block, part.blocks)]) for part in section.parts]
        if section.title and parts:
            return "\n\n".join([f"{heading(section.title, line, self.table_width)}\n{parts[0]}", *parts[1:]])
        return "\n\n".join([heading(section.title, line, self.table_width)] if section.title else parts)

    def block(self, block: blocks.Block) -> str:
        """One block; a picture is told by its caption alone."""
        match block:
            case blocks.Words():
                return self._words(block)
            case blocks.Lines(items):
                lines = [f"{text} [{cites}]" if cites else text for text, cites in items]
                return "\n".join(paragraph(text, "    ", "  - ", self.width) for text in lines)
            case blocks.Facts():
                return self._facts(block)
            case blocks.Grid():
                return self.grid(block)
            case blocks.Picture(_, caption):
                return f"({plain(caption)})"
            case blocks.Signatures(roles):
                return "\n".join(f"{role}: {'_' * 24}  date: {'_' * 10}" for role in roles)
            case blocks.Group(within, indent):
                inner = self if self.table_width is None else Terminal(self.width - indent, self.table_width - indent)
                written = "\n".join(inner.block(each) for each in within)
                return textwrap.indent(written, " " * indent)

    def _words(self, words: blocks.Words) -> str:
        lead, hang = words.lead, words.hang
        if words.kind == "warning":
            lead, hang = f"! {lead}", hang + 2
        elif words.kind == "note":
            lead, hang = f"note: {lead}", hang + 6
        start = " " * words.indent
        return paragraph(words.text, start + " " * hang, start + lead, self.width)

    def _facts(self, facts: blocks.Facts) -> str:
        wide = max(len(label) for label, _ in facts.items) + _GAP
        return "\n".join(
            paragraph(text, " " * wide, plain(label).ljust(wide), self.width) for label, text in facts.items
        )

    def grid(self, grid: blocks.Grid) -> str:
        """A grid: figures to the right, words wrapped where the page is too narrow for them."""
        header = () if grid.is_facts else tuple(blocks.Cell(column.title) for column in grid.columns)
        rows = [tuple(_told(cell) for cell in row) for row in grid.rows]
        lines = [each for each in (header, *rows, grid.foot) if each]
        if not lines:
            return ""
        widths = self._widths(grid, lines)
        if header and self.table_width is not None and sum(widths) + _GAP * (len(widths) - 1) > self.table_width:
            return self._stacked(grid, rows)
        rule = (" " * _GAP).join("-" * width for width in widths)
        out = [*_wrapped(grid, header, widths), rule] if header else []
        for row in rows:
            out += _wrapped(grid, row, widths)
        if grid.foot:
            out += [rule, *_wrapped(grid, grid.foot, widths)]
        if grid.caption:
            out.append(self._caption(grid.caption))
        return "\n".join(out)

    def _stacked(self, grid: blocks.Grid, rows: Sequence[Sequence[blocks.Cell]]) -> str:
        """A grid that is too wide for the terminal: each row as lines of its own, a title before each cell."""
        titles = [column.title for column in grid.columns]
        told = []
        for row in (*rows, *([grid.foot] if grid.foot else [])):
            filled = tuple((title, cell.text) for title, cell in zip(titles, row, strict=True) if cell.text)
            told += [self._facts(blocks.Facts(filled))] if filled else []
        return "\n\n".join([*told, *([self._caption(grid.caption)] if grid.caption else [])])

    def _caption(self, caption: str) -> str:
        """Under a grid: as it is, unless the terminal is narrower."""
        return caption if self.table_width is None else paragraph(caption, width=self.table_width)

    def _widths(self, grid: blocks.Grid, lines: Sequence[Sequence[blocks.Cell]]) -> list[int]:
        """As wide as the widest cell; where that is too much, words give way where it costs fewest lines."""
        lengths = [[len(cell.text) for cell in line] for line in lines]
        widths = [max(line[place] for line in lengths) for place in range(len(grid.columns))]
        if self.table_width is None:
            return widths
        room = self.table_width - _GAP * (len(widths) - 1)
        while sum(widths) > room:
            able = [
                place for place, column in enumerate(grid.columns) if not column.is_number and widths[place] > _LEAST
            ]
            if not able:
                break
            narrowed = min(able, key=lambda place: (_height(lengths, widths, place), -widths[place]))
            widths[narrowed] -= 1
        return widths


PLAIN: Final = Terminal()
"""A hundred columns less a little, and tables as wide as they are: what is printed where nobody looks."""


def _told(cell: blocks.Cell) -> blocks.Cell:
    """A cell on one line, its mark in words."""
    text = plain(cell.text)
    return blocks.Cell(f"{text} {cell.mark}".strip() if cell.mark else text)


def _height(lengths: list[list[int]], widths: list[int], narrowed: int) -> int:
    """About how many lines the grid takes with one column a letter narrower; words leave a little room behind."""
    tried = [width - (place == narrowed) for place, width in enumerate(widths)]
    return sum(
        max(
            1 if length <= width else -(-length // max(1, width - 3)) for length, width in zip(line, tried, strict=True)
        )
        for line in lengths
    )


def _wrapped(grid: blocks.Grid, row: Iterable[blocks.Cell], widths: list[int]) -> list[str]:
    cells = [
        [cell.text]
        if column.is_number or len(cell.text) <= width
        else textwrap.wrap(cell.text, width, break_on_hyphens=False) or [""]
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
