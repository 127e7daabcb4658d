"""Workbooks: what people typed is text in every cell, never a formula or a link, and same input gives same bytes."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from croupier.errors import BadInput, MissingPart
from croupier.handbook.page.plain import plain
from croupier.handbook.page.tables import Cell, Tables, digits

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DIGITS: Final = 15
"""What a cell holds of a number; a longer one is written as text."""
_WIDEST: Final = 420
"""Of a column, in pixels; a longer text is wrapped."""
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
        looks = _Looks(
            *(
                book.add_format({"num_format": each, "valign": "top", "text_wrap": each == "@"})
                for each in ("@", "0", "#,##0.00######")
            )
        )
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

    return write_workbook(date, {"title": title}, fill)


class _Looks(NamedTuple):
    """How cells are shown."""

    text: Format
    count: Format
    amount: Format


def _put(page: Worksheet, at: int, place: int, value: Cell, looks: _Looks) -> int:
    """Write a cell; other than 0 where XlsxWriter left something out."""
    if value is None or value == "":
        return 0
    if isinstance(value, str):
        return int(page.write_string(at, place, plain(value), looks.text))
    figure = digits(value)
    if len(figure.replace("-", "").replace(".", "").strip("0")) > DIGITS:
        return int(page.write_string(at, place, figure, looks.text))
    look = looks.count if isinstance(value, int) else looks.amount
    return int(page.write_number(at, place, float(figure), look))
