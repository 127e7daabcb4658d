"""Tables of plain figures and texts, and how CSV holds them; ``workbook`` writes the same tables as XLSX.

A spreadsheet takes a text of a CSV file that begins like a formula for one: such a text gets an apostrophe in front.
Amounts stay numbers, also below zero.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Final

from croupier.handbook.page.plain import plain

Cell = int | Decimal | str | None
"""A count, an amount, a text, or nothing. Only what we counted ourselves is a number."""
Row = tuple[Cell, ...]
Table = tuple[tuple[str, ...], list[Row]]
"""The columns and the lines."""
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
