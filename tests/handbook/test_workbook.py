"""Workbooks recalculated by an independent formula engine: our figures, and after a changed pay the solver's answer."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import formualizer
import pytest

from croupier.exact.long_run.volatility import ROUNDS
from croupier.handbook.parsheet.workbook import UNKNOWN, render_workbook
from croupier.questions.conditions import Conditions
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked, Sheet

PAIR = "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01, pair_bonus=PT-FLT-TCPR-PB-02)"
SEEDED = Conditions({}, {1: 100_000}, {1: Fraction(18, 100)}, 2)
LEVELS = "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)"


pytestmark = pytest.mark.usefixtures("own_cache")


class Book:
    """A workbook in the other engine, its cells found by the words beside them."""

    def __init__(self, sheet: Sheet) -> None:
        self.book = formualizer.load_workbook_bytes(render_workbook(sheet))

    def line(self, page: str, label: str) -> int:
        for row in range(1, 90):
            if str(self.book.get_value(page, row, 1) or "").startswith(label):
                return row
        raise AssertionError(f"{page}: no {label}")

    def calculated(self, page: str, label: str) -> Any:
        return self.book.evaluate_cell(page, self.line(page, label), 2)

    def change(self, page: str, label: str, value: float) -> None:
        self.book.set_value(page, self.line(page, label), 2, value)


def near(value: Any, ours: Fraction | float) -> None:
    assert isinstance(value, float | int), value
    assert value == pytest.approx(float(ours), rel=1e-12, abs=1e-12)


def agrees(book: Book, sheet: Sheet) -> None:
    for each in sheet.wagers:
        page, figures = each.wager.id, each.distribution
        assert figures is not None
        assert each.expectation is not None
        near(book.calculated(page, "Expectation"), each.expectation)
        near(book.calculated(page, "House edge"), -each.expectation)
        near(book.calculated(page, "Hit frequency"), figures.hit_frequency)
        near(book.calculated(page, "Push frequency"), figures.push_frequency)
        near(book.calculated(page, "Variance"), figures.variance)
        near(book.calculated(page, "Standard deviation"), float(figures.variance) ** 0.5)
        if each.jackpot:
            solution = each.jackpot.solution
            near(book.calculated(page, "Fixed return"), solution.fixed_return)
            near(book.calculated(page, "Envy, each other"), solution.envy_return)
            even = each.jackpot.break_even_cents
            assert even is not None
            near(book.calculated(page, "Break-even"), even / 100)


@pytest.mark.parametrize(
    ("spec", "asked"),
    [
        (PAIR, Asked(conditions={"mini_royal_progressive": SEEDED})),
        (LEVELS, Asked(conditions={"perfect_pairs": Conditions({1: 9_000_000, 2: 100_000, 3: 5_000})})),
        (
            "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-D01)",
            Asked(conditions={"perfect_pairs": Conditions({1: 10**6})}),
        ),
        ("keep-it-straight(straight=PT-FLT-STR-01, straight_flush=PT-FLT-HCF-SF-01)", Asked()),
        ("ricochet-poker(hedge_bet=SAMPLE-RIC-HB-01, pocket_bonus=SAMPLE-RIC-PB-01)", Asked()),
    ],
)
def test_another_engine_finds_our_figures(spec: str, asked: Asked) -> None:
    sheet = build_sheet(spec, None if "ricochet" not in spec else "pocket_bonus", asked)
    agrees(Book(sheet), sheet)


def test_a_game_that_is_valued_has_live_figures_and_bands() -> None:
    sheet = build_sheet("blackjack", asked=Asked(with_luck=False))
    book, valued = Book(sheet), sheet.valued
    assert valued is not None
    page, best = valued.wager.id, valued.best
    near(book.calculated(page, "House edge"), best.house_edge)
    near(book.calculated(page, "Element of risk"), best.element_of_risk)
    near(book.calculated(page, "Volatility index"), 1.65 * best.variance**0.5)
    near(book.calculated(page, "The chart costs"), best.expectation - valued.chart.expectation)
    near(book.calculated(page, "Expected win an hour"), valued.win_per_hour)
    for band in map(valued.seat.band, ROUNDS):
        line = book.line(page, "Rounds; bands as normal") + 1 + ROUNDS.index(band.rounds)
        assert book.book.get_value(page, line, 1) == band.rounds
        assert book.book.evaluate_cell(page, line, 2) == pytest.approx(float(band.deviation), rel=1e-7)
        for column, hold in enumerate(band.holds, 3):
            assert book.book.evaluate_cell(page, line, column) == pytest.approx(hold, rel=1e-9)
    book.change(page, "Expectation, units", -0.01)
    near(book.calculated(page, "House edge"), 0.01)
    near(book.calculated("Par sheet", valued.wager.title), 0.01)


@pytest.mark.parametrize("spec", ["blackjack", PAIR])
def test_every_page_says_what_is_printed_of_it(spec: str) -> None:
    with zipfile.ZipFile(io.BytesIO(render_workbook(build_sheet(spec, asked=Asked(with_luck=False))))) as book:
        contents = book.read("xl/workbook.xml").decode()
    assert contents.count("_xlnm.Print_Area") == contents.count("<sheet ")


def test_the_first_page_refers_to_the_others() -> None:
    sheet = build_sheet(PAIR, "pair_bonus")
    book = Book(sheet)
    row = max(r for r in range(1, 60) if book.book.get_value("Par sheet", r, 1) == "Pair Bonus")
    near(book.book.evaluate_cell("Par sheet", row, 2), Fraction(128, 5525))


def test_without_a_meter_the_edge_waits_for_one() -> None:
    sheet = build_sheet(LEVELS)
    book = Book(sheet)
    assert book.calculated("perfect_pairs", "House edge") == UNKNOWN
    assert book.calculated("perfect_pairs", "Break-even") == UNKNOWN
    for level, amount in ((1, 90_000.0), (2, 1_000.0), (3, 50.0)):
        book.change("perfect_pairs", f"Meter of level {level}", amount)
    given = build_sheet(
        LEVELS, None, Asked(conditions={"perfect_pairs": Conditions({1: 9_000_000, 2: 100_000, 3: 5_000})})
    )
    agrees(book, given)


def test_a_changed_pay_gives_the_solvers_answer(flush_pays: Callable[[str], None]) -> None:
    def sheet(pays: str) -> Sheet:
        flush_pays(pays)
        return build_sheet("three-card-prime(pair_bonus=OUR-PAIR)", "pair_bonus")

    book = Book(sheet("4"))
    book.change("pair_bonus", "Flush", 3.0)
    agrees(book, sheet("3"))


def test_long_counts_stand_in_full() -> None:
    sheet = build_sheet("keep-it-straight", "ante")
    book = Book(sheet)
    row = book.line("ante", "all outcomes")
    assert book.book.get_value("ante", row, 8) == f"{sheet.wagers[0].result.total:,}"
    assert "does not change the strategy" in str(book.book.get_value("ante", 2, 1))


def test_the_same_bytes() -> None:
    one, other = (render_workbook(build_sheet(PAIR, "pair_bonus")) for _ in range(2))
    assert one == other
