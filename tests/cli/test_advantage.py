"""``croupier advantage`` from the outside: the contract, and what it refuses."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tests.cli.calling import Call

PAIRS = "perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)"


pytestmark = pytest.mark.usefixtures("own_cache")


def record(croupier: Call, *arguments: str) -> dict[str, Any]:
    status, out, err = croupier("advantage", *arguments, "--json")
    assert status == 0, err
    found: dict[str, Any] = json.loads(out)
    return found


KEYS = {
    "schema",
    "game",
    "wager",
    "paytable",
    "method",
    "sees",
    "expectation",
    "standard_error",
    "house_edge",
    "element_of_risk",
    "standard_deviation",
    "variance",
    "hit_frequency",
    "push_frequency",
    "average_wagered",
    "desirability_index",
    "n0",
    "outcomes",
    "total",
    "game_hash",
}


def test_an_exact_record(croupier: Call) -> None:
    found = record(croupier, "three-card-prime", "--sees", "dealer:1")
    assert set(found) >= KEYS
    assert (found["method"], found["sees"], found["standard_error"]) == ("exact", ["dealer:1"], None)
    assert found["expectation"]["decimal"].startswith("0.034828")
    assert found["house_edge"]["percent"].startswith("-3.48286")
    assert found["total"] == str(3 * 407_170_400)
    total = sum(int(each["count"]) for each in found["outcomes"])
    assert str(total) == found["total"]
    mean = Fraction(sum(Fraction(each["net"]) * int(each["count"]) for each in found["outcomes"]), total)
    assert mean == Fraction(found["expectation"]["fraction"])
    queen = [each for each in found["strategy"] if each["seen"] == "Q"]
    assert [(each["from"], each["best"]) for each in queen] == [
        ("five-high, 5-3-2", "fold"),
        ("queen-high, Q-9-2", "play"),
    ]


def test_a_remembered_record_is_the_same(croupier: Call) -> None:
    first = record(croupier, "three-card-prime", "--sees", "dealer:kind:1")
    assert record(croupier, "three-card-prime", "--sees", "dealer:kind:1") == first
    assert record(croupier, "three-card-prime", "--sees", "dealer:kind:1", "--no-cache") == first


def test_seeing_nothing_is_the_ordinary_edge(croupier: Call) -> None:
    status, out, err = croupier("edge", "three-card-prime", "--json")
    assert status == 0, err
    ordinary, found = json.loads(out), record(croupier, "three-card-prime")
    assert found["sees"] == []
    for key in KEYS & set(ordinary):
        assert found[key] == ordinary[key], key


def test_an_estimated_record(croupier: Call) -> None:
    arguments = ("three-card-prime", "--sees", "seats", "--seats", "5", "--samples", "200", "--seed", "x")
    found = record(croupier, *arguments)
    assert set(found) >= KEYS
    assert (found["method"], found["sees"], found["total"]) == ("estimated", ["seats:5"], "200")
    assert "fraction" not in found["expectation"]
    assert float(found["standard_error"]) > 0
    assert {each["count"] for each in found["outcomes"]} == {None}
    assert record(croupier, *arguments) == found


def test_the_text(croupier: Call) -> None:
    status, out, _ = croupier("advantage", "three-card-prime", "--sees", "dealer:1")
    assert status == 0
    assert "3.48286221199 %" in out
    assert "2 to J" in out
    assert "exact; game " in out
    status, out, _ = croupier("advantage", "three-card-prime", "--sees", "seats", "--samples", "50")
    assert status == 0
    assert "estimated from 50 deals" in out
    assert "standard error" in out


@pytest.mark.slow
def test_every_exact_sight(croupier: Call) -> None:
    found = record(croupier, "three-card-prime", "--all")
    sees = [each["sees"] for each in found["sights"]]
    assert sees[0] == []
    assert ["dealer:1"] in sees
    edges = [float(each["expectation"]["decimal"]) for each in found["sights"]]
    assert edges == sorted(edges)
    status, out, _ = croupier("advantage", "three-card-prime", "--all")
    assert status == 0
    assert "3.482862 %" in out


def test_the_whole_hand_seen(croupier: Call) -> None:
    found = record(croupier, "three-card-prime", "--sees", "dealer:all")
    assert found["sees"] == ["dealer:all"]
    assert found["total"] == "407170400"
    assert record(croupier, "three-card-prime", "--sees", "dealer:3") == found


def test_a_shoe(croupier: Call) -> None:
    arguments = (PAIRS, "--meter", "10000", "--penetration", "50%", "--samples", "50")
    found = record(croupier, *arguments)
    assert set(found) >= KEYS
    assert (found["method"], found["penetration"]) == ("estimated", "0.5")
    assert found["cards_a_round"] == 16
    # Rounds begin after none, 16, 32 and so on of the cards, while less than half of them are gone.
    assert [depth["dealt"] for depth in found["depths"]][:2] == ["0", "0.153846153846"]
    assert float(found["depths"][-1]["dealt"]) < 0.5
    assert set(found["standard_errors"]) >= {"expectation", "variance", "hit_frequency", "average_wagered"}
    assert len(found["count_tags"]) == 52
    status, out, _ = croupier("advantage", *arguments)
    assert status == 0
    assert "estimated from 50 shoes" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("three-card-prime", "--sees", "dealer:4"), "the dealer has 3 cards"),
        (("three-card-prime", "--sees", "dealer:0"), "the dealer has 3 cards"),
        (("three-card-prime", "--sees", "dealer:²"), "the dealer has 3 cards"),
        (("three-card-prime", "--sees", "dealer"), "unknown sight"),
        (("three-card-prime", "--sees", ""), "unknown sight"),
        (("three-card-prime", "--sees", "dealer:1", "--sees", "color"), "in one way only"),
        (("three-card-prime", "--seats", "3"), "--seats goes with --sees seats"),
        (("three-card-prime", "--sees", "seats", "--seats", "1"), "--seats 1"),
        (("three-card-prime", "--sees", "seats", "--seats", "8"), "--seats 8"),
        (("three-card-prime", "--sees", "seats", "--samples", "1"), "--samples 1"),
        (("three-card-prime", "--all", "--sees", "color"), "--sees does not go with --all"),
        (("three-card-prime", "--meter", "100"), "--meter and --penetration"),
        (("three-card-prime", "--wager", "pears"), "unknown wager"),
        (("keep-it-straight", "--sees", "dealer:color:2", "--samples", "5"), "is not counted for dealer:color:2"),
        (("keep-it-straight", "--sees", "dealer:1", "--sees", "seats"), "beside the other seats' cards none"),
        (("ricochet-poker", "--sees", "dealer:1"), "is not audited"),
        (("blackjack", "--all"), "for a card counter"),
        (("blackjack", "--penetration", "50%"), "--meter and --penetration"),
        ((PAIRS,), "pays a meter"),
        ((PAIRS, "--meter", "2=100"), "level 1 is not given"),
        ((PAIRS, "--meter", "1=100", "--meter", "2=100", "--samples", "5"), "no level 2"),
        ((PAIRS, "--meter", "x=100"), "is not a level"),
        ((PAIRS, "--meter", "100", "--meter", "1=200"), "given twice"),
        ((PAIRS, "--meter", "100", "--penetration", "100%"), "not a part of a shoe"),
        ((PAIRS, "--meter", "100", "--penetration", "deep"), "not a part of a shoe"),
        ((PAIRS, "--meter", "100", "--sees", "dealer:1"), "--sees goes with"),
        (("no-such-game",), "unknown game"),
    ],
)
def test_bad_input_is_one_clear_line(croupier: Call, arguments: tuple[str, ...], words: str) -> None:
    status, out, err = croupier("advantage", *arguments)
    assert (status, out) == (2, "")
    first, *rest = [line for line in err.strip().splitlines() if not line.startswith("note: sample tables")]
    assert first.startswith("croupier: ")
    assert words in first
    assert all(line.startswith("hint: ") for line in rest)
    assert len(rest) <= 1


def test_help_says_what_can_be_seen(croupier: Call) -> None:
    status, out, _ = croupier("advantage", "--help")
    assert status == 0
    for form in (
        "dealer:N",
        "dealer:color:N",
        "dealer:kind:N",
        "dealer:high:N",
        "dealer:all",
        "seats",
        "--penetration",
    ):
        assert form in out
