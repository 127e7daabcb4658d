"""CSV and workbooks: what people typed is text in every cell, never a formula or a link; same input, same bytes."""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from croupier.errors import BadInput, MissingPart
from croupier.handbook.page.blocks import Column, Facts, Grid, Lines, Section, Words, all_blocks
from croupier.handbook.page.text import plain

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet


Cell = int | Decimal | str | None  # A count, an amount, a text, or nothing. Only what we counted ourselves is a number.
Row = tuple[Cell, ...]
Table = tuple[tuple[str, ...], list[Row]]  # The columns and the lines.
Tables = Mapping[str, Table]
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are the wide forms of the first four, which some spreadsheets take for the same."""


def csv_files(tables: Tables) -> dict[str, str]:
    """By file name, one table each."""
    return {f"{name}.csv": _written(table) for name, table in tables.items()}


def csv_sections(tables: Tables) -> str:
    """All tables in one file: each under a line with its name, a blank line between them."""
    return "\r\n".join(f"{name}\r\n{_written(table)}" for name, table in tables.items())


def digits(value: int | Decimal) -> str:
    """A number with all its places and no exponent."""
    return f"{value:f}" if isinstance(value, Decimal) else str(value)


def _written(table: Table) -> str:
    columns, lines = table
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(_cells(line) for line in lines)
    return out.getvalue()


def _cells(line: Iterable[Cell]) -> Iterable[str]:
    for value in line:
        if isinstance(value, int | Decimal):
            yield digits(value)
        else:
            text = value or ""
            yield f"'{plain(text)}" if text.lstrip(" ").startswith(_FORMULA) else plain(text)


XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DIGITS: Final = 15  # What a cell holds of a number; a longer one is written as text.
_FIGURE: Final = re.compile(r"[-−]?[0-9][0-9,]*(?:\.([0-9]+))?")
_AMOUNT: Final = "#,##0.00######"
_WIDEST: Final = 420  # Of a column, in pixels; a longer text is wrapped.
_TEXT_ONLY: Final = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}


def write_workbook(date: datetime.date, properties: Mapping[str, str], fill: Callable[[Workbook], None]) -> bytes:
    """A workbook made on a date, filled by the caller. XlsxWriter would take the clock's date."""
    try:
        import xlsxwriter
    except ModuleNotFoundError:
        raise MissingPart(
            "XlsxWriter, which writes workbooks, is not installed", hint="pip install XlsxWriter"
        ) from None
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True, **_TEXT_ONLY}) as book:
        created = datetime.datetime(date.year, date.month, date.day, tzinfo=datetime.UTC)
        book.set_properties({**properties, "created": created})
        fill(book)
    return out.getvalue()


def tables_workbook(tables: Tables, title: str, date: datetime.date) -> bytes:
    """A worksheet per table, its columns named in the first line."""

    def fill(book: Workbook) -> None:
        head = book.add_format({"bold": True, "bottom": 1})
        # A cell of format @ stays text when somebody edits it.
        looks = {
            each: book.add_format({"num_format": each, "valign": "top", "text_wrap": each == "@"})
            for each in ("@", "0", _AMOUNT)
        }
        for name, (columns, lines) in tables.items():
            page = book.add_worksheet(name)
            page.freeze_panes(1, 0)
            page.set_landscape()
            page.fit_to_pages(1, 0)
            page.repeat_rows(0)
            page.write_row(0, 0, columns, head)
            for at, line in enumerate(lines, 1):
                for place, value in enumerate(line):
                    if _put(page, at, place, value, looks):
                        raise BadInput(f"{name}: line {at} does not fit into a worksheet", hint="write .csv instead")
            page.autofit(_WIDEST)
            page.print_area(0, 0, max(1, len(lines)), len(columns) - 1)

    return write_workbook(date, {"title": title}, fill)


def add_sections(book: Workbook, sections: Iterable[Section], taken: Collection[str] = ()) -> None:
    """A worksheet for every section of a document: its words, and its grids with the digits that are printed."""
    names = {name.casefold() for name in taken}
    title, head = book.add_format({"bold": True, "font_size": 14}), book.add_format({"bold": True, "bottom": 1})
    wrapped, note = book.add_format({"text_wrap": True, "valign": "top"}), book.add_format({"font_color": "#66716c"})
    looks: dict[str, Format] = {}
    for section in sections:
        page = book.add_worksheet(_sheet_name(section.title, names))
        page.set_landscape()
        page.fit_to_pages(1, 0)
        page.freeze_panes(1, 0)
        page.set_column(0, 0, 44)
        page.set_column(1, 12, 18)
        page.write_string(0, 0, plain(section.title), title)
        at, wide = 2, 1

        def put(at: int, place: int, text: str, column: Column | None = None, page: Worksheet = page) -> None:
            match = _FIGURE.fullmatch(text) if column is None or column.is_number else None
            if match is None or sum(map(str.isdigit, text)) > DIGITS:
                page.write_string(at, place, plain(text), wrapped)
                return
            look = "#,##0" + (f".{'0' * len(match[1])}" if match[1] else "")
            if look not in looks:
                looks[look] = book.add_format({"num_format": look})
            page.write_number(at, place, float(text.replace(",", "").replace("−", "-")), looks[look])

        for block in all_blocks((section,)):
            match block:
                case Grid(columns, rows, caption):
                    wide = max(wide, len(columns) - 1)
                    if not block.is_facts:
                        page.write_row(at, 0, [plain(column.title) for column in columns], head)
                        at += 1
                    for row in (*rows, *([block.foot] if block.foot else [])):
                        for place, (cell, column) in enumerate(zip(row, columns, strict=True)):
                            put(at, place, f"{cell.text} {cell.mark}".strip(), column)
                        at += 1
                    if caption:
                        page.write_string(at, 0, plain(caption), note)
                        at += 1
                case Words(text):
                    page.write_string(at, 0, plain(block.lead + text), note)
                    at += 1
                case Lines(items) | Facts(items):
                    for one, other in items:
                        page.write_string(at, 0, plain(one), wrapped)
                        page.write_string(at, 1, plain(other), wrapped)
                        at += 1
                case _:
                    continue
            at += 1
        page.print_area(0, 0, at, wide)


def _sheet_name(title: str, names: set[str]) -> str:
    """A name that a worksheet may have and no other has."""
    base = re.sub(r"[\[\]:*?/\\\\']", " ", title)[:31].strip() or "Sheet"
    name, number = base, 1
    while name.casefold() in names:
        name = f"{base[:20].strip()}, printed{f' {number}' if number > 1 else ''}"
        number += 1
    names.add(name.casefold())
    return name


def _put(page: Worksheet, at: int, place: int, value: Cell, looks: Mapping[str, Format]) -> int:
    """Write a cell; other than 0 where XlsxWriter left something out."""
    if value is None or value == "":
        return 0
    if isinstance(value, str):
        return int(page.write_string(at, place, plain(value), looks["@"]))
    figure = digits(value)
    if len(figure.replace("-", "").replace(".", "").strip("0")) > DIGITS:
        return int(page.write_string(at, place, figure, looks["@"]))
    return int(page.write_number(at, place, float(figure), looks["0" if isinstance(value, int) else _AMOUNT]))
