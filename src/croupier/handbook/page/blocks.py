"""What a printed sheet is made of: sections of paragraphs, grids and pictures, the same for the page and for print.

A figure is rounded to fixed places here, so that a column stands on its decimal point. ``parsheet_layout`` fills the
sections; ``parsheet_html`` and ``parsheet_pdf`` draw them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

Number = Fraction | float


class Cell(NamedTuple):
    """One cell: its words or digits, and a mark such as estimated."""

    text: str
    mark: str = ""


class Column(NamedTuple):
    title: str
    is_number: bool = False


@dataclass(frozen=True)
class Grid:
    """A table; the cells of a number column stand on their decimal point."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: str = ""
    foot: tuple[Cell, ...] = ()
    is_facts: bool = False
    """Label and figure alone: no header is printed."""

    def pads(self) -> list[list[str]]:
        """For every row, the foot last, what must follow each figure unseen for the points to stand in line."""
        lines = [*self.rows, *([self.foot] if self.foot else [])]
        widths = [
            max((len(_after_point(line[place].text)) for line in lines), default=0) if column.is_number else 0
            for place, column in enumerate(self.columns)
        ]
        return [
            [_pad(cell.text, width) if width else "" for cell, width in zip(line, widths, strict=True)]
            for line in lines
        ]


def shown(cell: Cell, column: Column) -> str:
    """A cell as it is printed: a figure below zero has a true minus."""
    return cell.text.replace("-", "−", 1) if column.is_number and cell.text.startswith("-") else cell.text


def _after_point(text: str) -> str:
    """The point and what follows, for a figure; words stand to the right edge."""
    return text[text.index(".") :] if "." in text and text[-1:].isdigit() else ""


def _pad(text: str, width: int) -> str:
    if not text[-1:].isdigit():
        return ""
    tail = _after_point(text)
    return ("" if tail else ".") + "0" * (width - (len(tail) or 1))


@dataclass(frozen=True)
class Words:
    """A paragraph; ``kind`` is plain, note or warning."""

    text: str
    kind: str = "plain"


@dataclass(frozen=True)
class Lines:
    """A list of short paragraphs, each with where it is from."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Picture:
    svg: str
    caption: str


Block = Grid | Words | Lines | Picture


@dataclass(frozen=True)
class Section:
    title: str
    blocks: tuple[Block, ...]
    marks: tuple[str, ...] = ()
    parts: tuple[Section, ...] = field(default=())


def fixed(value: Number | None, places: int) -> str:
    """A figure with this many places, thousands apart; half to even, as exact as it comes.

    >>> fixed(Fraction(-2, 3), 4), fixed(Fraction(1234567), 0), fixed(None, 2)
    ('-0.6667', '1,234,567', '–')
    """
    if value is None:
        return "–"
    scaled = round(Fraction(value) * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole:,}" + (f".{rest:0{places}d}" if places else "")


def percent(value: Number | None, places: int = 6) -> str:
    return fixed(None if value is None else Fraction(value) * 100, places)


def likely(value: Number | None, places: int = 4) -> str:
    """A probability in percent that never rounds to certainty."""
    if value is None:
        return "–"
    text = percent(value, places)
    least = Fraction(1, 10 ** (places + 2))
    if 0 < value < least / 2:
        return f"< {fixed(least * 100, places)}"
    if 1 - least / 2 < value < 1 or (value >= 1 and isinstance(value, float)):
        return f"> {fixed(100 - least * 100, places)}"
    return text


def all_marks(sections: Sequence[Section]) -> set[str]:
    """Every mark on a sheet."""
    found: set[str] = set()
    for section in sections:
        found.update(section.marks)
        for block in section.blocks:
            if isinstance(block, Grid):
                found.update(cell.mark for row in block.rows for cell in row if cell.mark)
        found |= all_marks(section.parts)
    return found
