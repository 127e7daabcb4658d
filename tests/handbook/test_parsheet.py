"""Par sheets from the outside: every rendering holds the solution's figures, marks what is sampled or estimated, and
refuses what it cannot print."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import catalogue
from croupier.errors import MissingPart
from croupier.handbook.page.blocks import Grid, Section, all_blocks
from croupier.handbook.page.text import fixed, likely
from croupier.handbook.parsheet.layout import layout
from croupier.handbook.parsheet.writers import COLUMNS, render_csv, render_html, render_pdf, source
from croupier.questions.conditions import Conditions
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked, Sheet
from croupier.questions.solved.recorded import estimates_of


def all_marks(sections: Sequence[Section]) -> set[str]:
    """Every mark on a sheet."""
    found = {mark for section in sections for mark in (*section.marks, *all_marks(section.parts))}
    grids = [block for block in all_blocks(sections) if isinstance(block, Grid)]
    return found | {cell.mark for grid in grids for row in grid.rows for cell in row if cell.mark}


PRIME = (
    "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01, pair_bonus=PT-FLT-TCPR-PB-02, "
    "prime=SAMPLE-TCP-PRIME-01, tables=sample)"
)
SEEDED = Asked(conditions={"mini_royal_progressive": Conditions({}, {1: 100_000}, {1: Fraction(18, 100)})})
Call = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.fixture(scope="module")
def prime(own_cache: None) -> Sheet:
    return build_sheet(PRIME, None, SEEDED)


def test_json_has_the_shape_of_the_contract(prime: Sheet) -> None:
    record = json.loads(json.dumps(prime.to_dict()))
    assert record["game"] == PRIME
    assert record["method"] == "exact"
    assert record["game_hash"] == catalogue.configuration(PRIME).game_hash
    assert record["software"].startswith("croupier 1.")
    assert [each["wager"] for each in record["wagers"]] == ["ante", "pair_bonus", "prime", "mini_royal_progressive"]
    assert {each["id"]: each["basis"] for each in record["tables"]} == {
        "PT-FLT-TCP-AB-01": "to",
        "PT-FLT-TCPR-PB-02": "to",
        "SAMPLE-TCP-PRIME-01": "to",
        "SAMPLE-TCP-MRP-01": "for",
    }
    ante = record["wagers"][0]
    # The published figures of Three Card Poker's Ante and Play (apheat.net, wizardofodds.com).
    assert ante["house_edge"]["percent"].startswith("3.3729809")
    assert ante["standard_deviation"].startswith("1.63925")
    assert ante["volatility_index"].startswith("2.70476")
    values = {line["hand"]: line["best_value"]["decimal"] for line in ante["strategy"]["borderline"]}
    assert values["queen-high, Q-6-4"].startswith("-0.993")
    assert [band["rounds"] for band in ante["volatility"]["bands"]] == [10**power for power in range(3, 8)]
    pair = record["wagers"][1]
    assert sum(Fraction(row["share"]["fraction"]) for row in pair["pays"] if row["share"]) == 1


def test_a_jackpot_says_where_it_breaks_even(prime: Sheet) -> None:
    jackpot = prime.to_dict()["wagers"][3]["jackpot"]
    fair = [each for each in jackpot["edge_by_meter"] if each["break_even"]]
    assert [Fraction(each["house_edge"]["fraction"]) for each in fair] == [0]
    table = {
        (each["base_wager"], each["others"]): Fraction(each["meter"]["fraction"]) for each in jackpot["break_even"]
    }
    assert {others for _, others in table} == set(range(7))
    assert table["2.00", 0] == 2 * table["1.00", 0]
    # Every other player is worth $175 of the meter (3cardpokerstrategy.org).
    assert table["1.00", 0] - table["1.00", 1] == 175
    average = Fraction(prime.to_dict()["wagers"][3]["average_meter"]["1"])
    assert average == 1000 + Fraction(18, 100) * 22_100


def test_without_a_meter_a_jackpot_has_no_edge_and_says_so() -> None:
    sheet = build_sheet("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)")
    assert sheet.wagers[0].distribution is None
    page = render_html(sheet)
    assert "needs the meter" in page
    assert "counted as empty" in page
    assert "Not given: level 1: seed" in page
    assert sheet.to_dict()["wagers"][0]["volatility"] is None


def test_csv_parses_and_holds_every_wager(prime: Sheet) -> None:
    lines = list(csv.reader(io.StringIO(render_csv(prime))))
    assert tuple(lines[0]) == COLUMNS
    assert {len(line) for line in lines} == {len(COLUMNS)}
    found = {(line[0], line[1], line[3], line[4]): line for line in lines[1:]}
    edge = found["figures", "pair_bonus", "", "house_edge.percent"]
    assert edge[5] == "2.31674208145"
    assert edge[6:] == ["exact", "no"]
    assert found["figures", "prime", "", "house_edge.percent"][7] == "yes"
    methods = {(line[1], line[4], line[6]) for line in lines if line[0] == "bands" and line[4] == "house_ahead"}
    assert ("ante", "house_ahead", "exact") in methods
    assert ("ante", "house_ahead", "estimated") in methods


def test_html_is_one_well_formed_file_that_asks_for_nothing(prime: Sheet) -> None:
    page = render_html(prime)
    ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
    assert "<script" not in page
    assert not re.search(r"""(src|href|url|@import)\s*[=(]""", re.sub(r"<(p|dd|td|li)\b.*?</\1>", "", page))
    assert page.count("<svg") == page.count("</svg>") == 4 * 3 + 1
    for words in ("Optimal strategy", "Volatility", "Jackpot", "Readings and samples", "Cross-checks and sources"):
        assert words in page
    assert render_html(prime) == page


def test_pdf_is_the_same_to_the_byte(prime: Sheet) -> None:
    first = render_pdf(prime)
    assert first.startswith(b"%PDF")
    assert first == render_pdf(build_sheet(PRIME, None, SEEDED))


def test_figures_stand_on_their_decimal_point(prime: Sheet) -> None:
    def grids(sections: tuple[Section, ...]) -> Iterator[Grid]:
        for section in sections:
            yield from (block for block in section.blocks if isinstance(block, Grid))
            yield from grids(section.parts)

    for grid in grids(layout(prime)):
        lines = [*grid.rows, *([grid.foot] if grid.foot else [])]
        for place, column in enumerate(grid.columns):
            if not column.is_number:
                continue
            tails = set()
            for line, pads in zip(lines, grid.pads(), strict=True):
                text = line[place].text
                if text[-1:].isdigit():
                    tails.add(len((text + pads[place]).partition(".")[2]))
            assert len(tails) <= 1, (column.title, tails)


def test_samples_and_estimates_are_marked_where_they_stand(prime: Sheet) -> None:
    assert {"sample", "estimated", "break-even"} <= all_marks(layout(prime))
    by_title = {section.title: section for section in layout(prime)}
    assert by_title["Prime – SAMPLE-TCP-PRIME-01"].marks == ("sample",)
    assert by_title["Pair Bonus – PT-FLT-TCPR-PB-02"].marks == ()
    assert "Sample: SAMPLE-TCP-PRIME-01 is not the maker&#x27;s table" in render_html(prime)
    assert 'mark("estimated"' in source(prime)


def test_an_hour_deviates_alike_in_every_format(prime: Sheet) -> None:
    """Five seats share the dealer: an hour's deviation is that of the table, in data as on paper."""
    (ante,) = (each for each in prime.to_dict()["wagers"] if each["wager"] == "ante")
    hour = ante["volatility"]["standard_deviation_per_hour"]
    covariance = Fraction(ante["seat_covariance"]["fraction"])
    one, luck = prime.wagers[0].distribution, prime.wagers[0].volatility
    assert one is not None
    assert luck is not None
    pace = luck.pace
    variance = pace.seats * one.variance + pace.seats * (pace.seats - 1) * covariance
    expected = float(variance * pace.rounds_per_hour) ** 0.5 * pace.average_wager_cents / 100
    assert hour["method"] == "exact"
    assert float(hour["amount"]) == pytest.approx(expected, rel=1e-11)
    assert f"{expected:,.2f}" in render_html(prime)


def test_a_game_that_is_not_solved_says_so_and_prints_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any, **__: Any) -> None:
        raise MissingPart("bet is not solved here")

    monkeypatch.setattr("croupier.questions.solved.solutions.base_result", missing)
    sheet = build_sheet("blackjack(decks=6, perfect_pairs=PT-PRG-PP-01)")
    assert [each.wager.id for each in sheet.wagers] == ["perfect_pairs"]
    assert [each.wager for each in sheet.record.unsolved] == ["bet"]
    assert "Not solved: Bet." in render_html(sheet)
    assert sheet.to_dict()["unsolved"][0]["wager"] == "bet"


def test_one_changed_pay_is_found_everywhere(flush_pays: Callable[[str], None]) -> None:
    def printed(pays: str) -> dict[str, Any]:
        flush_pays(pays)
        sheet = build_sheet("three-card-prime(pair_bonus=OUR-PAIR)", "pair_bonus")
        return {
            "json": sheet.to_dict(),
            "csv": render_csv(sheet),
            "html": render_html(sheet),
            "typst": source(sheet),
            "pdf": render_pdf(sheet),
        }

    four, three = printed("4"), printed("3")
    # 1,096 of 22,100 hands are flushes: one unit less on each.
    before, after = (each["json"]["wagers"][0] for each in (four, three))
    change = Fraction(after["expectation"]["fraction"]) - Fraction(before["expectation"]["fraction"])
    assert change == -Fraction(1096, 22_100)
    figures = ("house_edge", "element_of_risk", "variance", "standard_deviation", "skewness", "kurtosis", "outcomes")
    assert [key for key in (*figures, "volatility_index", "rows") if before[key] == after[key]] == []
    certain = "0.999999999"  # As near to it as an estimate is printed.
    for part in ("bands", "sessions"):
        pairs = zip(before["volatility"][part], after["volatility"][part], strict=True)
        assert [each["rounds"] for each, other in pairs if each["house_ahead"] == other["house_ahead"] != certain] == []
    assert before["volatility"]["win_per_hour"] != after["volatility"]["win_per_hour"]
    assert [row["event"] for row, other in zip(before["pays"], after["pays"], strict=True) if row != other] == [
        row["event"] for row in before["pays"] if row["share"]
    ]
    assert four["json"]["game_hash"] != three["json"]["game_hash"]
    edges = [fixed(-Fraction(each["expectation"]["fraction"]) * 100, 6) for each in (before, after)]
    for name in ("html", "typst"):
        assert edges[0] in four[name]
        assert edges[0] not in three[name]
        assert edges[1] in three[name]
        assert "3 to 1" in three[name]
        assert "3 to 1" not in four[name]
    assert after["house_edge"]["percent"] in three["csv"]
    assert before["house_edge"]["percent"] not in three["csv"]
    assert four["pdf"] != three["pdf"]


def test_published_figures_stand_beside_ours(prime: Sheet) -> None:
    lines = prime.to_dict()["published"]
    assert {line["wager"] for line in lines} == {"ante", "pair_bonus", "prime", "mini_royal_progressive"}
    assert all(line["agrees"] for line in lines)
    ours = {(line["wager"], line["figure"], line["printed"]): line["ours"] for line in lines}
    assert ours["ante", "house_edge", "3.3730"] == "3.3730"
    page = render_html(prime)
    assert page.count('<td class="short">agrees</td>') == len(lines)
    assert re.search(r'published,ante,,"?house_edge of .*,ours,3\.3730', render_csv(prime))
    assert "wizardofodds.com/games/three-card-poker" in page
    assert "house edge of a simpler play: never fold" in page
    assert "smallest on every hand" not in page


def test_a_figure_that_differs_is_marked(prime: Sheet) -> None:
    wrong = prime.published[0]._replace(ours="0.00", agrees=False)
    sheet = replace(prime, published=(wrong,))
    assert "differs" in all_marks(layout(sheet))
    assert 'mark("differs"' in source(sheet)


def test_the_closest_hands_are_shown_where_the_class_does_not_decide() -> None:
    sheet = build_sheet("keep-it-straight")
    strategy = sheet.to_dict()["wagers"][0]["strategy"]
    assert len(strategy["closest"]) == 12
    for line in strategy["closest"]:
        worst = Fraction(line["difference"]["fraction"])
        assert 0 <= worst < Fraction(1, 1000)
        assert len(line["cards"].split()) == 7
    assert "Borderline hand" in render_html(sheet)
    assert "Q♣" in source(sheet)


def test_an_advantage_player_who_sees_all_is_audited(prime: Sheet) -> None:
    (found,) = prime.to_dict()["advantage"]
    assert (found["sees"], found["method"]) == (["dealer:all"], "exact")
    assert Fraction(found["expectation"]["fraction"]) > 0
    assert "Advantage play" in render_html(prime)
    assert "advantage,ante,,dealer:all,desirability_index," in render_csv(prime)


def test_a_chance_never_rounds_to_certainty() -> None:
    assert likely(Fraction(999_999_999, 10**9)) == "> 99.9999"
    assert likely(1.0) == "> 99.9999"
    assert likely(Fraction(1)) == "100.0000"
    assert likely(1e-12) == "< 0.0001"
    # A float that is zero was rounded there.
    assert likely(0.0) == "< 0.0001"
    assert likely(Fraction(0)) == "0.0000"


def test_no_record_says_that_the_house_is_certainly_ahead(prime: Sheet) -> None:
    """Of 100,000 rounds and more of a whole table a float knows no more than nine places."""
    wagers = prime.to_dict()["wagers"]
    bands = [
        band for each in wagers for part in ("table", "volatility") for band in (each[part] or {}).get("bands", [])
    ]
    assert len(bands) > 10
    assert not {"0", "1"} & {band["house_ahead"] for band in bands}
    assert "0.999999999" in {band["house_ahead"] for band in bands}


@pytest.mark.parametrize("ending", ["html", "pdf", "xlsx", "json", "csv"])
def test_the_command_writes_each_format(croupier: Call, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"sheet.{ending}"
    spec = "three-card-prime(prime=SAMPLE-TCP-PRIME-01)"
    status, out, err = croupier("parsheet", spec, "--wager", "prime", "-o", str(file))
    assert (status, out) == (0, "")
    assert re.fullmatch(rf"wrote {file}: par sheet PS-[0-9A-F]{{10}} of three-card-prime\(.*\), [0-9,]+ bytes\n", err)
    assert file.stat().st_size > 1000
    assert [each.name for each in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nothing", "-o", "x.html"), "unknown game 'nothing'"),
        (("perfect-pairs", "-o", "x.html"), "perfect_pairs needs a paytable"),
        (("three-card-prime", "-o", "x.doc"), "cannot tell the format"),
        (("three-card-prime", "-o", "missing/x.html"), "missing is not a folder"),
        (("three-card-prime", "--seats", "9", "-o", "x.html"), "9 seats"),
        (("three-card-prime", "--seats", "0", "-o", "x.html"), "0 seats"),
        (("three-card-prime", "--rounds-per-hour", "0", "-o", "x.html"), "0 rounds an hour"),
        (("three-card-prime", "--average-wager", "0", "-o", "x.html"), "--average-wager 0"),
        (("three-card-prime", "--meter", "100", "-o", "x.html"), "which jackpot?"),
        (("three-card-prime", "--others", "2", "-o", "x.html"), "no jackpot wager"),
        ((PRIME, "--rate", "180%", "-o", "x.html"), "not a part of a wager"),
        ((PRIME, "--meter", "7=100", "-o", "x.html"), "no level 7"),
        ((PRIME, "--rate", "18%", "-o", "x.html"), "has a rate and no seed"),
        (("three-card-prime", "--wager", "play", "-o", "x.html"), "not a wager of its own"),
        (("three-card-prime", "--sees", "everything", "-o", "x.html"), "everything"),
        (("ricochet-poker(pocket_bonus=SAMPLE-RIC-PB-01)", "--wager", "ante_bonus", "-o", "x.html"), "part of ante"),
        (("-o", "x.html"), "no game named"),
        (("three-card-prime",), "Missing option"),
    ],
)
def test_bad_input_is_one_clear_line(
    croupier: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = croupier("parsheet", *arguments)
    assert (status, out) == (2, "")
    assert words in err
    # A wager without a table is refused with a table of the choices.
    assert len([line for line in err.splitlines() if not line.startswith(("  ", "note: sample tables"))]) <= 2
    assert list(tmp_path.iterdir()) == []


def test_without_the_typesetter_a_pdf_is_refused_and_the_page_is_not(
    croupier: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    spec = "three-card-prime(prime=SAMPLE-TCP-PRIME-01)"
    status, _, err = croupier("parsheet", spec, "--wager", "prime", "-o", str(tmp_path / "sheet.pdf"))
    assert status == 3
    assert "pip install typst" in err
    assert croupier("parsheet", spec, "--wager", "prime", "-o", str(tmp_path / "sheet.html"))[0] == 0


def test_a_ruin_that_can_happen_is_not_printed_as_zero(croupier: Call, tmp_path: Path) -> None:
    """High Card Flush: 500 units can be lost in 160 rounds, however seldom."""
    file = tmp_path / "sheet.html"
    assert croupier("parsheet", "high-card-flush", "-o", str(file))[0] == 0
    page = file.read_text(encoding="utf-8")
    ruin = page[page.index("Bankroll, units") : page.index("Risk of ruin")]
    assert "never" in ruin
    assert "0.0000<" not in ruin
    assert "By class: the best bet for the hand" in page
    assert "-0.00<" not in page


def test_an_hour_at_a_pot_is_of_one_player_unless_several_were_sampled() -> None:
    """At one pot a seat is worth something else with every other seat: one player's edge times five says nothing."""
    sheet = build_sheet("ricochet-poker")
    record = sheet.to_dict()["wagers"][0]
    assert record["volatility"]["pace"]["seats"] == 1
    alone = -Fraction(record["expectation"]["fraction"])
    assert Fraction(record["volatility"]["win_per_hour"]) == pytest.approx(float(alone * 40 * 10))
    estimate = next(each for each in estimates_of(sheet.configuration) if (each.seats, each.is_best_play) == (5, True))
    html = render_html(sheet)
    assert "Expected win an hour, 5 players" in html
    assert fixed(estimate.house_edge * 40 * 5 * 10, 2) in html
    assert "one player alone, $10 each" in html
