"""What every page is made of: a document of sections, and in them paragraphs, lists, grids and pictures. ``terminal``,
``html`` and ``pdf`` write a document; code that fills one does not depend on them. A block says what it holds and how
its parts belong together, never where it is on the page. Blocks are named tuples because every command that prints
waits for this module, and data classes take five times as long to make."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple, cast

from croupier.handbook.page.text import plain


class Cell(NamedTuple):
    """One cell: its words or digits, a mark such as estimated, and where it leads."""

    text: str
    mark: str = ""
    link: str = ""


Entries = tuple[Cell | str, ...]  # A row before it is set: cells, or the text that they hold.


def method_cell(method: str) -> Cell:
    """How a figure was found: what is not exact is marked."""
    return Cell("exact") if method == "exact" else Cell("", method)


class Column(NamedTuple):
    title: str
    is_number: bool = False
    width: str = ""  # On paper, such as 30mm or 1fr; as wide as it needs where none of a table says.


class Grid(NamedTuple):
    """A table; the cells of a number column are aligned on their decimal point."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    foot: tuple[Cell, ...] = ()
    is_facts: bool = False  # Label and figure alone: no header is printed.

    def pads(self) -> list[list[str]]:
        """For every row, the foot last, what must follow each figure unseen for the points to line up."""
        lines = [*self.rows, *([self.foot] if self.foot else [])]
        widths = [
            max((len(_after_point(line[place].text)) for line in lines), default=0) if column.is_number else 0
            for place, column in enumerate(self.columns)
        ]
        return [
            [_pad(cell.text, width) if width else "" for cell, width in zip(line, widths, strict=True)]
            for line in lines
        ]

    def without(self, *places: int) -> Grid:
        """The same less some of its columns."""
        kept = [place for place in range(len(self.columns)) if place not in places]
        lines = [tuple(line[place] for place in kept) for line in (*self.rows, self.foot) if line]
        foot = lines.pop() if self.foot else ()
        return self._replace(columns=tuple(self.columns[place] for place in kept), rows=tuple(lines), foot=foot)


def shown(cell: Cell, column: Column) -> str:
    """A cell as it is printed: a figure below zero has a true minus."""
    return cell.text.replace("-", "−", 1) if column.is_number and cell.text.startswith("-") else cell.text


def _after_point(text: str) -> str:
    """The point and what follows, for a figure; words are set to the right edge."""
    return text[text.index(".") :] if "." in text and text[-1:].isdigit() else ""


def _pad(text: str, width: int) -> str:
    if not text[-1:].isdigit():
        return ""
    tail = _after_point(text)
    return ("" if tail else ".") + "0" * (width - (len(tail) or 1))


Kind = Literal["plain", "note", "warning"]


class Words(NamedTuple):
    """A paragraph. ``lead`` comes before its first line, and the others hang under it by ``hang`` letters."""

    text: str
    kind: Kind = "plain"
    lead: str = ""
    hang: int = 0
    indent: int = 0


class Lines(NamedTuple):
    """A list of short paragraphs, each with where it is from."""

    items: tuple[tuple[str, str], ...]


class Facts(NamedTuple):
    """Labels and what they name, one below the other; the words may be long."""

    items: tuple[tuple[str, str], ...]


class Picture(NamedTuple):
    svg: str
    caption: str


class Group(NamedTuple):
    """Blocks set close together as one thing, indented a few letters if they belong to what comes before."""

    blocks: tuple[Block, ...]
    indent: int = 0


class Signatures(NamedTuple):
    roles: tuple[str, ...]


Block = Grid | Words | Lines | Facts | Picture | Signatures | Group


class Section(NamedTuple):
    """A title and what is under it; a section without a title goes on with what was before."""

    title: str
    blocks: tuple[Block, ...]
    marks: tuple[str, ...] = ()
    parts: tuple[Section, ...] = ()

    def written(self, write: Callable[[Block], str], together: Callable[[list[Picture]], str]) -> list[str]:
        """Its blocks in order, written one by one, but pictures that follow one another together."""
        parts: list[str] = []
        for are_pictures, group in groupby(self.blocks, lambda block: isinstance(block, Picture)):
            beside = list(group)
            parts += [together(cast("list[Picture]", beside))] if are_pictures else map(write, beside)
        return parts


class Document(NamedTuple):
    """A whole page, or many."""

    title: str
    sections: tuple[Section, ...]
    kicker: str = ""  # What kind of document it is, such as Par sheet.
    facts: tuple[tuple[str, str], ...] = ()  # What names the document, label and value.
    foot: str = ""  # What is printed at the foot of every page.
    has_contents: bool = False  # Whether a table of contents comes before the sections.
    date: datetime.date | None = None


def page_of(title: str, blocks: Iterable[Block]) -> Document:
    """A document of one section without a title of its own."""
    return Document(title, (Section("", tuple(blocks)),))


def grid_of(
    columns: Sequence[str],
    rows: Iterable[Sequence[Cell | str]],
    *,
    numbers: Sequence[int] = (),
    foot: Sequence[str] = (),
    caption: str = "",
) -> Grid:
    """A grid of cells or plain text, with the columns that hold figures; text from outside is made safe to show."""
    return Grid(
        tuple(Column(name, place in numbers) for place, name in enumerate(columns)),
        tuple(tuple(Cell(plain(cell)) if isinstance(cell, str) else cell for cell in row) for row in rows),
        caption,
        tuple(map(Cell, foot)),
    )


def facts_grid(rows: Sequence[Sequence[Cell | str]], *, numbers: Sequence[int] = (), caption: str = "") -> Grid:
    """Labels and figures, without a header."""
    columns = ("",) * len(rows[0]) if rows else ()
    return grid_of(columns, rows, numbers=numbers, caption=caption)._replace(is_facts=True)


def all_blocks(sections: Iterable[Section]) -> Iterator[Block]:
    """Every block in order, those of groups and of parts too."""
    for section in sections:
        yield from _flat(section.blocks)
        yield from all_blocks(section.parts)


def _flat(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Group):
            yield from _flat(block.blocks)
