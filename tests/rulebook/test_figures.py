"""Every printed table against a transcription of its own: figures/*.txt were typed apart from the book's data.

A sheet names its basis and, for pairs, decks and chosen ranks; ``rows`` names the events; each further line is a table
under the id as printed (03a/b means 03a and 03b), with one pay for each row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier.catalogue import book
from croupier.rulebook.rules import Paytable, Row
from croupier.units import Fixed, ForOne, MeterShare, NoPay, ToOne, format_odds

FIGURES = Path(__file__).parent / "figures"
EXPECTED = {
    "keep-it-straight-generic.txt": 24,
    "keep-it-straight-washington.txt": 28,
    "perfect-pairs.txt": 24,
    "three-card-prime.txt": 6,
    "samples.txt": 9,
}
"""Printed columns in each file; the sheets for pairs print 06a and 06b in one."""


class Printed(NamedTuple):
    """One printed column."""

    id: str
    basis: str
    decks: tuple[int, ...]
    ranks: int
    events: list[str]
    pays: list[str]
    dynamic: dict[str, list[str]]


def read_figures(file: Path) -> list[Printed]:
    found: list[Printed] = []
    basis, ranks, events = "", 0, [""]
    decks: tuple[int, ...] = (1,)
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if match := re.fullmatch(r"sheet (to|for)(?:, decks ([\d ]+), ranks (\d))?", line):
            basis = match[1]
            decks = tuple(map(int, match[2].split())) if match[2] else (1,)
            ranks = int(match[3] or 0)
        elif line.startswith("rows "):
            events = line.split()[1:]
        elif match := re.fullmatch(r"  dynamic (\w+): (.+)", line):
            found[-1].dynamic[match[1]] = match[2].split()
        else:
            table_id, pays = line.split(": ")
            found.append(Printed(table_id, basis, decks, ranks, events, pays.split(), {}))
    return found


def ids_of(printed: str) -> list[str]:
    """``PT-X-03a/b`` names PT-X-03a and PT-X-03b, and the pair of them."""
    match = re.fullmatch(r"(.*\d)([a-z](?:/[a-z])+)", printed)
    return [match[1] + letter for letter in match[2].split("/")] if match else [printed]


def every_column() -> Iterator[tuple[str, Printed]]:
    for file in sorted(FIGURES.glob("*.txt")):
        for column in read_figures(file):
            for table_id in ids_of(column.id):
                yield table_id, column


def as_printed(row: Row) -> str:
    match row.pay:
        case ToOne(odds) | ForOne(odds):
            text = format_odds(odds)
        case Fixed(cents):
            text = f"${cents // 100}"
            assert cents % 100 == 0
        case MeterShare(percent, level):
            text = f"{percent}%" + (f"_Lv.{level}" if level else "")
        case NoPay():
            text = "-"
        case _:
            text = "?"
    return text if row.envy_cents is None else f"{text}+envy${row.envy_cents // 100}"


def test_the_files_hold_what_their_headers_promise() -> None:
    assert {file.name: len(read_figures(file)) for file in FIGURES.glob("*.txt")} == EXPECTED
    assert all(file.read_text(encoding="utf-8").startswith("# Source: ") for file in FIGURES.glob("*.txt"))


@pytest.mark.parametrize(("table_id", "column"), [pytest.param(*each, id=each[0]) for each in every_column()])
def test_the_book_prints_the_column(table_id: str, column: Printed) -> None:
    table = book().paytable(table_id)
    assert (table.basis, table.decks, table.ranks) == (column.basis, column.decks, column.ranks)
    assert [row.event for row in table.rows] == column.events
    assert [as_printed(row) for row in table.rows] == column.pays
    dynamic = {
        row.event: [as_printed(Row(row.event, row.label, pay)) for pay in row.dynamic]
        for row in table.rows
        if row.dynamic
    }
    assert dynamic == column.dynamic


def test_no_table_of_the_book_is_left_out() -> None:
    transcribed = {book().paytable(table_id).id for table_id, _ in every_column()}
    assert transcribed == {table.id for table in book().tables.values() if isinstance(table, Paytable)}
