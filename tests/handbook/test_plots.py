"""Every plot of the par sheets, measured: marks inside their axes, labels whole and apart, at any meter and edge."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.exact.distribution import Distribution, outcome_plot
from croupier.exact.long_run.volatility import Pace, volatility
from croupier.handbook.page.blocks import Picture, all_blocks
from croupier.handbook.parsheet import plots
from croupier.handbook.parsheet.layout import layout
from croupier.questions.conditions import Conditions
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked
from tests.handbook.every_sheet import every_sheet
from tests.handbook.plot_reader import problems

pytestmark = pytest.mark.usefixtures("own_cache")


def pictures(spec: str, wager: str | None, meters: dict[int, int] | None = None) -> list[Picture]:
    asked = Asked(conditions={wager: Conditions(meters)}) if wager and meters else Asked()
    sheet = build_sheet(spec, wager, asked)
    return [each for each in all_blocks(layout(sheet)) if isinstance(each, Picture)]


def tables() -> list[tuple[str, str, str]]:
    """Game, wager and table: every table of the book once."""
    found: dict[str, tuple[str, str, str]] = {}
    for name, spec, wager in every_sheet():
        if wager:
            found.setdefault(name.split(".")[3], (spec, wager, name.split(".")[3]))
    return list(found.values())


@pytest.mark.parametrize(("spec", "wager", "table"), tables(), ids=lambda each: each if "(" not in each else "")
def test_what_each_table_draws(spec: str, wager: str, table: str) -> None:
    book = catalogue.book()
    if not book.paytable(table).is_jackpot:
        found = pictures(spec, wager)
        assert len(found) == 3
    else:
        # Without a meter: the edge against the meter alone. Volatility at a meter is drawn below for a few.
        found = pictures(spec, wager)
        assert len(found) == 1
    assert [problem for each in found for problem in problems(each.svg)] == []


@pytest.mark.parametrize("game", ["three-card-prime", "keep-it-straight", "high-card-flush"])
def test_what_each_base_game_draws(game: str) -> None:
    found = pictures(game, None)
    assert len(found) == 3
    assert [problem for each in found for problem in problems(each.svg)] == []


SF = "keep-it-straight(straight_flush_progressive=PT-BJS-HCF-SF-E02)"
MINI = "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)"


@pytest.mark.parametrize(
    ("spec", "wager", "meters"),
    [
        (SF, "straight_flush_progressive", {1: 100_000}),
        (SF, "straight_flush_progressive", {1: 30_000_000}),
        (MINI, "mini_royal_progressive", {1: 0}),
        (MINI, "mini_royal_progressive", {1: 1}),
        (MINI, "mini_royal_progressive", {1: 10_000}),
        (MINI, "mini_royal_progressive", {1: 10**9}),
        ("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)", "perfect_pairs", {1: 1000, 2: 100, 3: 1}),
        ("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)", "perfect_pairs", {1: 10**8, 2: 10**6, 3: 10**5}),
    ],
)
def test_low_and_high_meters(spec: str, wager: str, meters: dict[int, int]) -> None:
    found = pictures(spec, wager, meters)
    assert len(found) == 4
    assert [problem for each in found for problem in problems(each.svg)] == []


@pytest.mark.parametrize("percent", [-50, -10, 0, 1, 10, 50, 90])
@pytest.mark.parametrize("top", [1, 35, 100_000])
def test_any_edge(percent: int, top: int) -> None:
    """A win of ``top`` so likely that the house keeps this much."""
    chance = Fraction(100 - percent, 100) / (top + 1)
    if not 0 < chance < 1:
        chance = Fraction(3, 4)
    distribution = Distribution.of(
        {Fraction(top): chance.numerator, Fraction(-1): chance.denominator - chance.numerator}
    )
    found = volatility(distribution, Pace(), 100)
    for svg in (
        outcome_plot(distribution),
        plots.funnel(found, distribution.house_edge),
    ):
        assert problems(svg) == []


def test_the_reader_sees_what_is_wrong() -> None:
    """The test's own eye: a label off the page, one on another, a mark off its axis."""
    frame = "".join(f'<line x1="10" y1="{y}" x2="90" y2="{y}" stroke="#d5dbd8"/>' for y in (10, 90))

    def drawn(inside: str) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{frame}{inside}</svg>'

    def label(x: int, words: str) -> str:
        return f'<text x="{x}" y="50" text-anchor="start">{words}</text>'

    assert problems(drawn(label(20, "ab"))) == []
    assert "cut" in problems(drawn(label(95, "abc")))[0]
    assert "overprint" in problems(drawn(label(20, "abc") + label(25, "def")))[0]
    assert "outside" in problems(drawn('<polyline points="20,20 30,120"/>'))[0]


def test_a_low_meter_is_no_traceback(tmp_path: Path) -> None:
    for meter in ("0", "1", "100", "1000"):
        assert run(["parsheet", MINI, "--meter", meter, "-o", str(tmp_path / "sheet.html")]) == 0
