"""A par sheet of a base game that is valued: the same figures as ``edge``, marked with their bound, in every format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.exact.long_run.volatility import BANKROLLS, ruin_as_normal
from croupier.exact.result import Moments, Result
from croupier.handbook.page import html
from croupier.handbook.parsheet.layout import document
from croupier.handbook.parsheet.workbook import render_workbook
from croupier.handbook.parsheet.writers import figure_lines
from croupier.questions.conditions import Conditions
from croupier.questions.mix import NO_TABLE, table_of
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked, Sheet
from croupier.questions.solved.recorded import sampled_covariances
from tests.cli.calling import Call

SPEC = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-01, split_hands=2)"


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return build_sheet(SPEC)


def test_the_bet_is_on_the_sheet(sheet: Sheet, croupier: Call) -> None:
    assert sheet.valued is not None
    assert not sheet.record.unsolved
    record = sheet.to_dict()
    known = json.loads(croupier("edge", SPEC, "--json")[1])
    assert record["valued"]["best"]["expectation"] == known["expectation"]
    assert record["valued"]["best"]["error_bound"] == "1e-12"
    assert [each["wager"] for each in record["wagers"]] == ["perfect_pairs"]
    page = html.render(document(sheet))
    for words in ("House edge by the chart", "Basic strategy by totals", "What a card counter knows", "floating point"):
        assert words in page
    lines = list(figure_lines(record))
    assert any(line.section == "counter" and line.figure == "betting_correlation" for line in lines)
    assert render_workbook(sheet)[:2] == b"PK"


def test_one_wager_alone(sheet: Sheet) -> None:
    alone = build_sheet(SPEC, "bet")
    assert alone.valued == sheet.valued
    assert not alone.wagers
    assert build_sheet(SPEC, "perfect_pairs").valued is None


EFFECTS = "+0.063466975 +0.072267342 +0.096011411 +0.121541283 +0.069968011 +0.044224628 -0.003899999 -0.034246243"
"""In percent of the bet, of a deuce to a nine gone, then a ten and an ace, when a pair is split once."""
INDICES = {
    "16 against 10": 0.531,
    "16 against 9": 5.020,
    "15 against 10": 4.112,
    "13 against 2": -0.789,
    "13 against 3": -2.253,
    "12 against 2": 3.375,
    "12 against 3": 1.644,
    "12 against 4": 0.059,
    "12 against 5": -1.547,
    "12 against 6": -1.035,
    "11 against A": 0.980,
    "10 against 10": 3.740,
    "10 against A": 3.549,
    "9 against 2": 0.933,
    "9 against 7": 3.323,
}
"""With the cards on the table in the count; tests/exact/test_index_numbers.py reckons some of them a second way."""


def test_a_counter_goes_by_published_figures(croupier: Call) -> None:
    """Index numbers near those that books print for Hi-Lo, and effects that a program apart from this package found.

    Printed for several decks, whole numbers: insurance +3, 16 against ten 0, 15 against ten +4. The other program, in
    C++, deals the dealer's cards one by one from real-valued counts; its six decks with one split came to the published
    -0.456886297 %.
    """
    status, out, _ = croupier("advantage", "blackjack(decks=6, split_hands=2)", "--json")
    assert status == 0
    record = json.loads(out)
    effects = {card: float(value) for card, value in record["effects_of_removal"].items()}
    assert max(effects, key=lambda card: effects[card]) == "5"
    assert all(effects[card] < 0 for card in ("9", "10", "A"))
    assert abs(sum(4 * (4 if card == "10" else 1) * value for card, value in effects.items())) < 1e-9
    assert [f"{100 * value:+.9f}" for value in effects.values()] == [*EFFECTS.split(), "-0.083555667", "-0.095110742"]
    assert 0.95 < float(record["betting_correlation"]) < 0.98
    index = {each["decision"]: float(each["true_count"]) for each in record["index_numbers"]}
    assert 3.01 <= index["insurance"] <= 3.03
    assert {each: index[each] for each in INDICES} == pytest.approx(INDICES, abs=0.006)
    assert all(each["rising"] for each in record["index_numbers"])


def test_what_a_counter_is_not_asked(croupier: Call) -> None:
    status, _, err = croupier("advantage", "blackjack", "--sees", "dealer:1")
    assert status == 2
    assert "for a card counter" in err


def test_estimates_are_marked_on_sheet_and_page(croupier: Call, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert croupier("parsheet", "ricochet-poker", "-o", str(file))[0] == 0
    text = file.read_text(encoding="utf-8")
    assert "Every seat under the stated basic strategy" in text
    assert text.count("estimated") >= 7
    out = croupier("edge", "ricochet-poker")[1]
    assert "estimated" in out
    assert "standard error" in out.lower()
    record = json.loads(croupier("edge", "ricochet-poker", "--json")[1])
    assert [each["seats"] for each in record["estimates"]] == [*range(2, 8), *range(1, 8)]
    assert [each["strategy"] for each in record["estimates"]] == ["best"] * 6 + ["basic"] * 7
    assert {each["method"] for each in record["estimates"]} == {"estimated"}


def test_perfect_pairs_beside_the_bet_is_on_the_sheet() -> None:
    """The same figure as a test laboratory's own program found; without the meter there is none."""
    spec = "blackjack(decks=2, perfect_pairs=PT-PRG-PP-14)"
    asked = Asked(conditions={"perfect_pairs": Conditions(meters={1: 20_000_00})})
    sheet = build_sheet(spec, asked=asked)
    moves = sheet.to_dict()["valued"]["beside"]["perfect_pairs"]
    assert moves == {"covariance": "-0.022238038", "correlation": "-0.000205066"}
    assert "Correlation with Perfect Pairs" in html.render(document(sheet))
    assert build_sheet(spec).to_dict()["valued"]["beside"] == {}


def test_many_rounds_of_a_bet_are_on_the_sheet(sheet: Sheet) -> None:
    """One seat from mean and variance; a table only where its covariance was sampled, which this house's was not."""
    valued = sheet.valued
    assert valued is not None
    assert valued.table is None
    record = sheet.to_dict()["valued"]
    best = valued.best
    assert record["seat"]["n0"] == f"{best.variance / best.expectation**2:.8g}"
    thousand = record["seat"]["bands"][0]
    assert float(thousand["standard_deviation"]) == pytest.approx((best.variance / 1000) ** 0.5, rel=1e-7)
    assert thousand["method"] == "normal"
    assert record["seat"]["ruin_in_the_end"] == {"method": "certain", **dict.fromkeys(map(str, BANKROLLS), "1")}
    page = html.render(document(sheet))
    assert "Many rounds" in page
    assert NO_TABLE.partition(",")[0].replace("'", "&#x27;") in page.replace("&#39;", "&#x27;")


def test_seats_at_one_dealers_hand_are_estimated(croupier: Call) -> None:
    """Two seats simulated again: their covariance is the recorded one, which the sheet of the usual house states."""
    known = sampled_covariances()["blackjack"]
    rounds = 200_000
    (bet,) = json.loads(
        croupier("simulate", "blackjack", "--rounds", f"{rounds}", "--seats", "2", "--seed", "3", "--json")[1]
    )["wagers"]
    counts = {float(each["net"]): int(each["count"]) for each in bet["outcomes"]}
    mean, square, fourth = (
        sum(net**power * count for net, count in counts.items()) / (2 * rounds) for power in (1, 2, 4)
    )
    covariance = 2 * float(bet["standard_error"]) ** 2 * rounds - (square - mean**2)
    assert covariance == pytest.approx(float(known.value), abs=5 * (fourth / rounds) ** 0.5)
    value = Result(catalogue.configuration("blackjack"), "bet", moments=Moments(-0.0043, 1.3334, 1.1321), error=1e-12)
    table = table_of(value, 5)
    assert table is not None
    assert table.round_variance == 5 * table.variance + 20 * known.value
    assert (table.is_exact, known.standard_error) == (False, "0.0004")


def test_a_mix_beside_the_bet(croupier: Call) -> None:
    """The variance of the sum is that of its parts and twice their covariance; what cannot be joined is refused."""
    spec = "blackjack(decks=6, perfect_pairs=PT-PRG-PP-01, split_hands=2)"
    asked = ("edge", spec, "--mix", "bet=10,perfect_pairs=1")
    record = json.loads(croupier(*asked, "--meter", "perfect_pairs:5000", "--json")[1])
    (bet, pairs), (both,) = record["wagers"], record["together"]
    parts = 10 / 11, 1 / 11
    sums = parts[0] ** 2 * float(bet["variance"]) + parts[1] ** 2 * float(pairs["variance"])
    assert float(record["variance"]) == pytest.approx(
        sums + 2 * parts[0] * parts[1] * float(both["covariance"]), abs=1e-7
    )
    status, _, err = croupier(*asked)
    assert (status, "without its meter" in err) == (2, True)


@pytest.mark.parametrize(
    ("mean", "rounds", "chance"), [(-0.004306, 160, 0.1820), (0.01, None, 0.7352), (0.0, None, 1.0)]
)
def test_ruin_as_of_a_brownian_motion(mean: float, rounds: int | None, chance: float) -> None:
    assert ruin_as_normal(mean, 1.3, 20, rounds) == pytest.approx(chance, abs=0.01)
