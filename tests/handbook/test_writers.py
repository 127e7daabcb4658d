"""One sheet, six writers: a figure is in each with the same digits, or in none.

The document is walked by HTML, PDF, XLSX and the terminal, the record by JSON and CSV. Every figure of the document is
one of the record's, rounded to the places that are printed.
"""

from __future__ import annotations

import csv
import html
import io
import json
import re
import zipfile
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from croupier import catalogue
from croupier.handbook.page.blocks import Cell, Column, Grid, all_blocks, shown
from croupier.handbook.page.terminal import PLAIN
from croupier.handbook.parsheet.layout import document
from croupier.handbook.parsheet.workbook import render_workbook
from croupier.handbook.parsheet.writers import read_earlier, render, render_csv, render_html, source
from croupier.questions.asking import ask
from croupier.questions.sheet.question import ParSheet
from croupier.questions.sheet.records import Sheet
from croupier.records import plain

PAIRS = "perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)"
DYNAMIC = "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-D01)"
LEVELS = "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)"
PRIME = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
PROGRESSIVE = "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01, pair_bonus=PT-FLT-TCPR-PB-06)"
BASES = [game.name for game in catalogue.book().games.values() if any(wager.kind == "base" for wager in game.wagers)]
ASKED: list[dict[str, Any]] = [
    *({"game": game, "luck": False} for game in BASES),
    {"game": PRIME},
    {"game": PRIME, "mix": "ante=10,pair_bonus=5", "seats": 3},
    {"game": PRIME, "luck": False, "seats": 1, "average_wager": "25.00"},
    {"game": PRIME, "wager": "pair_bonus", "luck": False},
    {"game": PROGRESSIVE, "luck": False, "others": 2},
    {"game": PROGRESSIVE, "luck": False, "jackpot_seed": ("1000",), "rate": ("18%",)},
    {"game": PAIRS, "luck": False},
    {"game": PAIRS, "luck": False, "meter": ("25000",), "others": 3},
    {"game": PAIRS, "jackpot_seed": ("2000",), "rate": ("0.2",)},
    {"game": DYNAMIC, "luck": False},
    {"game": DYNAMIC, "luck": False, "meter": ("25000",)},
    {"game": LEVELS, "luck": False},
    {"game": LEVELS, "luck": False, "meter": ("1=20000", "2=2500", "3=500")},
    {"game": "keep-it-straight(edition=washington, straight=PT-FLT-STR-01)", "luck": False},
    {"game": "keep-it-straight(straight_flush=PT-FLT-HCF-SF-01)", "luck": False, "mix": "ante=10,straight_flush=5"},
    {"game": "high-card-flush(flush=SAMPLE-HCF-FLUSH-01)", "wager": "flush", "luck": False},
    {"game": "perfect-pairs(decks=8, perfect_pairs=PT-PRG-PP-01)", "luck": False, "others": 1},
    {"game": "blackjack", "seats": 1},
    {"game": "blackjack", "mix": "bet=10", "luck": False},
    {"game": "ricochet-poker", "luck": False, "seats": 4},
]
CONFIGURATIONS = ASKED[len(BASES) :]
_FIGURE = re.compile(r"[-−]?[0-9][0-9,]*(\.[0-9]+)?")


@pytest.fixture(scope="module", params=ASKED, ids=lambda asked: " ".join(map(str, asked.values()))[:70])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return ask(ParSheet(**request.param))


def test_all_games_and_twenty_configurations_are_asked_for() -> None:
    assert len(CONFIGURATIONS) >= 20
    assert {asked["game"].partition("(")[0] for asked in ASKED} == set(catalogue.book().games)


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    elif value is not None:
        yield str(value)


def values(record: Any) -> Iterator[str]:
    """Every value of a record, without the names of its fields."""
    if isinstance(record, dict | list):
        for inner in record.values() if isinstance(record, dict) else record:
            yield from values(inner)
    elif record is not None:
        yield str(record)


def cells(sheet: Sheet) -> Iterator[tuple[str, Cell, Column]]:
    for section in document(sheet).sections:
        for block in all_blocks((section,)):
            if isinstance(block, Grid):
                for row in (*block.rows, *([block.foot] if block.foot else [])):
                    for cell, column in zip(row, block.columns, strict=True):
                        yield f"{section.title}: {row[0].text}, {column.title}", cell, column


def figures(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Where it is printed, and its digits."""
    for where, cell, column in cells(sheet):
        if column.is_number and _FIGURE.fullmatch(cell.text):
            yield where, cell.text.replace(",", "").replace("−", "-")


def numbers(sheet: Sheet) -> list[Fraction]:
    """All figures of the record, as parts and in percent, of either side."""
    known = set()
    for text in leaves(sheet.to_dict()):
        if re.fullmatch(r"-?[0-9,]+(\.[0-9]+)?(/[0-9]+)?", text):
            known.add(Fraction(text.replace(",", "")))
    return sorted({sign * value * times for value in known for times in (1, 100) for sign in (1, -1)})


def test_every_printed_figure_is_one_of_the_record(sheet: Sheet) -> None:
    known = numbers(sheet)
    strange = []
    for where, digits in figures(sheet):
        printed, half = Fraction(digits), Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
        place = bisect_left(known, printed - half)
        if place == len(known) or known[place] > printed + half:
            strange.append((where, digits))
    assert strange == []


def is_rounded(printed: str, value: Fraction) -> bool:
    digits = printed.replace(",", "").replace("−", "-")
    return abs(Fraction(digits) - value) <= Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))


def test_every_row_and_figure_is_the_records_own(sheet: Sheet) -> None:
    """Not only one of its figures: the one of that wager, that row and that name."""
    grids = [block for block in all_blocks(document(sheet).sections) if isinstance(block, Grid)]
    pays = [grid for grid in grids if "Combinations" in [column.title for column in grid.columns]]
    facts = [{row[0].text: row[1].text for row in grid.rows} for grid in grids if grid.is_facts]
    named = iter([found for found in facts if "Kurtosis" in found])
    for each, grid in zip(sheet.wagers, pays, strict=True):
        titles, record = [column.title for column in grid.columns], each.record
        for row, own in zip(grid.rows, record.pays, strict=True):
            printed = dict(zip(titles, (cell.text for cell in row), strict=True))
            assert printed["Combinations"] == f"{int(own.count):,}"
            assert is_rounded(printed["Probability"], Fraction(own.probability))
            assert (
                printed["1 in"] == "never" if own.one_in is None else is_rounded(printed["1 in"], Fraction(own.one_in))
            )
            assert (
                printed["Return"] == "meter"
                if own.returns is None
                else is_rounded(printed["Return"], own.returns.value)
            )
            if own.share is not None and "Share, %" in printed:
                assert is_rounded(printed["Share, %"], 100 * own.share.value)
        if each.distribution is None:
            continue
        found = next(named)
        assert record.house_edge is not None
        assert is_rounded(found["House edge"], 100 * record.house_edge.value)
        for title, name in (
            *(("Variance", "variance"), ("Standard deviation", "standard_deviation"), ("Skewness", "skewness")),
            *(("Kurtosis", "kurtosis"), ("Average wagered", "average_wagered"), ("N0", "n0")),
            ("Volatility index", "volatility_index"),
        ):
            value = getattr(record, name)
            assert value is None or is_rounded(found[title], Fraction(value)), title


def test_html_print_and_terminal_have_the_same_digits(sheet: Sheet) -> None:
    page, paper, text = html.unescape(render_html(sheet)), source(sheet), PLAIN.document(document(sheet))
    for where, cell, column in cells(sheet):
        if _FIGURE.fullmatch(cell.text):
            assert shown(cell, column) in page, where
            assert shown(cell, column) in paper, where
            assert cell.text in text, where


def test_the_workbook_has_every_printed_figure(sheet: Sheet) -> None:
    with zipfile.ZipFile(io.BytesIO(render_workbook(sheet))) as book:
        pages = "".join(book.read(name).decode() for name in book.namelist() if name.startswith("xl/worksheets/"))
        words = set(map(html.unescape, re.findall(r"<t[^>]*>([^<]*)</t>", book.read("xl/sharedStrings.xml").decode())))
    held = {float(number) for number in re.findall(r"<v>([-0-9.eE+]+)</v>", pages)}
    held |= {float(word.replace(",", "").replace("−", "-")) for word in words if _FIGURE.fullmatch(word)}
    assert [(where, digits) for where, digits in figures(sheet) if float(digits) not in held] == []


def test_csv_is_the_record(sheet: Sheet) -> None:
    known = set(leaves(sheet.to_dict()))
    lines = list(csv.DictReader(io.StringIO(render_csv(sheet))))
    assert [line for line in lines if line["value"] not in known and line["value"] != ""] == []
    assert len({tuple(line.values())[:5] for line in lines}) == len(lines), "a figure is named by its columns"
    held = {words for line in lines for words in line.values()}
    record = sheet.to_dict()
    for wager in record["wagers"]:
        wager.pop("rows", None)  # its pays are the same rows
    missing = [value for value in values(record) if value not in held]
    assert missing == [], "no figure is left out"
    wagers = {line["wager"] for line in lines if line["section"] == "figures"}
    assert wagers == {each.wager.id for each in sheet.wagers}


def test_a_sheet_is_read_back_as_it_was_written(sheet: Sheet) -> None:
    """What ``--compare`` reads."""
    written = render(sheet, "json")
    assert plain(read_earlier(written, "sheet.json")) == json.loads(written)


def test_what_every_sheet_takes_for_granted_is_said(sheet: Sheet) -> None:
    assert [line.what for line in sheet.record.assumptions] == [
        *("Deal", "Cards", "Shuffle and generator", "Seats", "Strategy", "Samples"),
    ]
    assert "Assumptions" in [section.title for section in document(sheet).sections]
    lines = csv.DictReader(io.StringIO(render_csv(sheet)))
    told = {line["item"]: line["value"] for line in lines if line["section"] == "assumptions"}
    assert told == {line.what: line.words for line in sheet.record.assumptions}
