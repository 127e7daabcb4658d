"""``croupier design``: it finds what plain enumeration finds, and its tables load and are worth what it says."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.exact.counting.rows import CountedTable
from croupier.questions.design import design_meter
from croupier.questions.pay_search import FELT, Wanted, design
from croupier.questions.solved.solutions import solve
from tests.cli.calling import Call

pytestmark = pytest.mark.usefixtures("own_cache")


def pair_bonus() -> CountedTable:
    result = solve("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", "pair_bonus")["pair_bonus"]
    return result.counted


@pytest.mark.parametrize("edge", ["0.02", "0.055", "0.2"])
def test_the_search_finds_what_plain_enumeration_finds(edge: str) -> None:
    counted = pair_bonus()
    wanted = Wanted(Fraction(edge), top_pay=40, bounds={"pair": (1, 1), "flush": (3, 5), "straight": (5, 7)})
    found = design(counted, wanted, most=5)
    assert found.is_complete
    pays = [each for each in FELT if each <= 40]
    best = min(
        abs(_edge(counted, (top, second, third, straight, flush, 1)) - wanted.edge)
        for third, second, top in combinations_with_replacement(pays, 3)
        for straight in (5, 6, 7)
        for flush in (3, 4, 5)
        if flush <= straight <= third
    )
    assert found.found[0].distance == best
    for each in found.found:
        assert list(each.pays) == sorted(each.pays, reverse=True)
        assert each.edge == _edge(counted, each.pays)


def _edge(counted: CountedTable, pays: tuple[int, ...]) -> Fraction:
    won = sum(pay * row.count for pay, row in zip(pays, counted.rows, strict=True))
    return Fraction(counted.losing - won, counted.total)


@pytest.mark.parametrize(
    ("wanted", "pays"),
    [
        # Beyond either end the nearest table is that end.
        (Wanted(Fraction("0.999")), (1, 1, 1, 1, 1, 1)),
        (Wanted(Fraction("0.055"), top_pay=2), (2, 2, 2, 2, 2, 2)),
        (Wanted(Fraction("0.055"), bounds={"flush": (100, 100)}), (100, 100, 100, 100, 100, 1)),
    ],
)
def test_where_no_table_fits_the_nearest_is_found(wanted: Wanted, pays: tuple[int, ...]) -> None:
    found = design(pair_bonus(), wanted, most=3)
    assert (found.found[0].pays, found.fits) == (pays, False)


def test_no_table_fits_is_said_with_what_comes_nearest(croupier: Call) -> None:
    status, out, err = croupier("design", "three-card-prime", "--wager", "pair_bonus", "--target-edge", "99.9")
    assert (status, "these come nearest" in err) == (0, True)
    assert "48.7783 %" in out


def test_what_is_written_loads_and_is_worth_it(croupier: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "own.toml"
    asked = ("design", "three-card-prime", "--wager", "Pair Bonus", "--target-edge", "5.5", "--json")
    status, out, err = croupier(*asked, "-o", str(file))
    assert status == 0
    assert "wrote" in err
    best = json.loads(out)["tables"][0]
    monkeypatch.setenv("CROUPIER_PAYTABLES", str(file))
    catalogue.book.cache_clear()
    try:
        result = solve("three-card-prime(pair_bonus=OWN-DESIGN-01)", "pair_bonus")["pair_bonus"]
        assert result.distribution.house_edge == Fraction(best["house_edge"])
        assert abs(result.distribution.house_edge - Fraction("0.055")) < Fraction("0.001")
    finally:
        monkeypatch.undo()
        catalogue.book.cache_clear()


def test_a_jackpot_is_designed_by_its_seed_and_rate() -> None:
    solution = solve("three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)", "mini_royal_progressive")
    jackpot = solution["mini_royal_progressive"].jackpot
    assert jackpot is not None
    for seed, rate in design_meter(jackpot, Fraction("0.2"), [100_000, 250_000]):
        average = jackpot.meters[0].average_cents(seed, rate)
        assert -jackpot.expectation({1: average}) == Fraction("0.2")


def test_a_small_meter_is_found_where_the_fixed_pays_leave_little_room(croupier: Call) -> None:
    """They return 38.4615 %: one percent of the wager more, without a seed; $100 would be 0.4525 %."""
    status, out, err = croupier(
        "design", "three-card-prime", "--wager", "mini_royal_progressive", "--target-edge", "61", "--json"
    )
    assert status == 0, err
    rates = {each["seed_cents"]: Fraction(each["rate"]) for each in json.loads(out)["rates"]}
    assert rates[0] == Fraction("0.39") - Fraction(8500, 22100)
    assert rates[10_000] == rates[0] - Fraction(100, 22100)


REFUSED = {
    "--wager ante --target-edge 5": "has no table to design",
    "--wager pair_bonus --target-edge x": "not a percentage",
    "--wager pair_bonus --target-edge 500": "not a part of the wager",
    "--wager pair_bonus --target-edge 5 --row zebra=1-2": "is not a row",
    "--wager pair_bonus --target-edge 5 --row flush=9-2": "the least is above the most",
    "--wager pair_bonus --target-edge 5 --row flush=9 --row straight=4": "flush pays at least 9, and straight",
    "--wager pair_bonus --target-edge 5 --row flush=100 --max-top-pay 50": "flush pays at least 100, and straight",
    "--wager pair_bonus --target-edge 5 --row flush": "cannot be read",
    "--wager pair_bonus --target-edge 5 -o x.json": ".toml",
    '--wager pair_bonus --target-edge 5 -o x.toml --id a"b': "not an id",
    "--wager mini_royal_progressive --target-edge 5 --row pair=1": "seed and rate alone",
    # The fixed pays return (3 x 500 + 44 x 100 + 52 x 50) / 22,100.
    "--wager mini_royal_progressive --target-edge 70": "what comes nearest is 61.5385 %",
    "--wager mini_royal_progressive --target-edge 70 --json": "what comes nearest is 61.5385 %",
}


@pytest.mark.parametrize(("asked", "words"), REFUSED.items(), ids=list(REFUSED))
def test_bad_input(croupier: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: str, words: str) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = croupier("design", "three-card-prime", *asked.split())
    assert (status, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) <= 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--row", "flush=3", "--row", "flush=4"], "the row flush is given twice"),
        (["--id", "MINE-01"], "--id goes with -o"),
        (["--tolerance", "-1"], "--tolerance -1: it cannot be negative"),
    ],
)
def test_nothing_typed_is_ignored(croupier: Call, arguments: list[str], words: str) -> None:
    status, _, err = croupier("design", "three-card-prime", "--wager", "pair_bonus", "--target-edge", "5", *arguments)
    assert (status, words in err) == (2, True)


def test_paper_goes_with_a_pdf(croupier: Call) -> None:
    status, _, err = croupier("parsheet", "three-card-prime", "-o", "sheet.json", "--paper", "a4")
    assert (status, "a json file has no paper" in err) == (2, True)


@pytest.mark.parametrize(("given", "missing"), [([], "--wager"), (["--wager", "pair_bonus"], "--target-edge")])
def test_an_option_that_design_needs_is_named(
    given: list[str], missing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["design", "three-card-prime", *given]) == 2
    assert f"Missing option '{missing}'" in capsys.readouterr().err
