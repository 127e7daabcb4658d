"""``croupier edge``, ``strategy`` and ``advise`` from the outside: the contract, and what they refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import Call

pytestmark = pytest.mark.usefixtures("own_cache")


@pytest.fixture
def record(croupier: Call) -> Callable[..., dict[str, Any]]:
    def call(*arguments: str) -> dict[str, Any]:
        status, out, err = croupier(*arguments, "--json")
        assert status == 0, err
        found: dict[str, Any] = json.loads(out)
        return found

    return call


Record = Callable[..., dict[str, Any]]

KEYS = [
    "schema",
    "game",
    "wager",
    "paytable",
    "method",
    "expectation",
    "house_edge",
    "element_of_risk",
    "standard_deviation",
    "variance",
    "skewness",
    "kurtosis",
    "hit_frequency",
    "push_frequency",
    "average_wagered",
    "top_award",
    "outcomes",
    "total",
    "game_hash",
]
JACKPOT_KEYS = ["fixed_return", "meters", "break_even_meter"]
PAIR_BONUS = ("edge", "three-card-prime", "--wager", "pair_bonus", "--paytable", "PT-FLT-TCPR-PB-02")
E01 = ("edge", "keep-it-straight", "--wager", "straight_flush_progressive", "--paytable", "PT-BJS-HCF-SF-E01")
MLP = ("edge", "perfect-pairs(decks=6)", "--wager", "perfect_pairs", "--paytable", "PT-PRG-PP-MLP-01")


def digits(text: str) -> int:
    return len(re.sub(r"^[-0.]+", "", text).replace(".", "").replace("-", ""))


def test_a_flat_wager(record: Record) -> None:
    found = record(*PAIR_BONUS)
    assert set(KEYS) <= set(found)
    assert not set(JACKPOT_KEYS) & set(found)
    assert found["schema"] == 1
    assert found["game"] == "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"
    assert (found["wager"], found["paytable"], found["method"]) == ("pair_bonus", "PT-FLT-TCPR-PB-02", "exact")
    assert found["expectation"] == {"fraction": "-128/5525", "decimal": "-0.0231674208145"}
    assert found["house_edge"] == {"fraction": "128/5525", "percent": "2.31674208145"}
    assert found["element_of_risk"] == found["house_edge"]
    assert found["average_wagered"] == "1"
    assert sum(int(each["count"]) for each in found["outcomes"]) == int(found["total"]) == 22_100
    mean = sum(Fraction(each["net"]) * int(each["count"]) for each in found["outcomes"]) / 22_100
    assert mean == Fraction(found["expectation"]["fraction"])
    variance = sum((Fraction(each["net"]) - mean) ** 2 * int(each["count"]) for each in found["outcomes"]) / 22_100
    assert Decimal(found["variance"]) == pytest.approx(Decimal(float(variance)))
    assert Decimal(found["standard_deviation"]) ** 2 == pytest.approx(Decimal(found["variance"]))
    for name in ("standard_deviation", "variance", "skewness", "kurtosis", "hit_frequency"):
        assert isinstance(found[name], str)
        assert digits(found[name]) >= 12, name
    assert found["top_award"]["net"] == "40"
    assert re.fullmatch("[0-9a-f]{64}", found["game_hash"])
    assert found["rows"][0]["event"] == "mini_royal"


def test_skewness_and_kurtosis_agree_with_floating_point(record: Record) -> None:
    found = record(*PAIR_BONUS)
    nets = [(float(Fraction(each["net"])), int(each["count"]) / 22_100) for each in found["outcomes"]]
    mean = sum(net * chance for net, chance in nets)
    moments = [sum((net - mean) ** power * chance for net, chance in nets) for power in range(5)]
    assert float(found["skewness"]) == pytest.approx(moments[3] / moments[2] ** 1.5)
    assert float(found["kurtosis"]) == pytest.approx(moments[4] / moments[2] ** 2)


def test_a_base_game(record: Record) -> None:
    """Published for Three Card Poker: 3.3730 %, 2.01 %, 44.9127 %, 1.6393, and 617,044 straight flushes that win."""
    found = record("edge", "three-card-prime", "--wager", "ante")
    assert found["paytable"] is None
    assert found["house_edge"]["percent"].startswith("3.37298")
    assert found["element_of_risk"]["percent"].startswith("2.01")
    assert found["hit_frequency"].startswith("0.449126576")
    assert found["standard_deviation"].startswith("1.63925")
    assert {each["net"]: each["count"] for each in found["outcomes"]}["7"] == "617044"
    assert Fraction(found["average_wagered"]) > 1
    assert record("edge", "three-card-prime") == found


def test_a_jackpot_without_a_meter(record: Record) -> None:
    found = record(*E01)
    assert set(KEYS + JACKPOT_KEYS) <= set(found)
    assert found["expectation"] is found["house_edge"] is found["standard_deviation"] is None
    assert found["fixed_return"]["percent"].startswith("45.5722")
    (meter,) = found["meters"]
    assert meter["level"] == 1
    assert Fraction(meter["one_in"]) == pytest.approx(Fraction(133_784_560, 1_624))
    assert meter["hit_probability"].startswith("0.0000121389194")
    assert meter["return_per_1000"].startswith("0.0121389194")
    assert found["break_even_meter"].startswith("44837.39")
    assert sum(int(each["count"]) for each in found["outcomes"]) == int(found["total"]) == 133_784_560
    assert found["outcomes"][-1]["net"] is None
    assert found["outcomes"][-1]["meter"] == {"level": 1, "percent": "100"}


def test_a_jackpot_at_a_meter(record: Record) -> None:
    found = record(*E01, "--meter", "25000")
    fixed = Fraction(found["fixed_return"]["fraction"])
    expected = fixed + Fraction(1_624, 133_784_560) * 25_000 - 1
    assert Fraction(found["expectation"]["fraction"]) == expected
    assert Fraction(found["house_edge"]["fraction"]) == -expected
    assert found["top_award"]["net"] == "24999"
    assert found["meters"][0]["shown"] == "25000"
    mean = sum(Fraction(each["net"]) * int(each["count"]) for each in found["outcomes"]) / int(found["total"])
    assert mean == expected


def test_a_key_may_hang_on_the_table_that_the_options_name(record: Record) -> None:
    named = "keep-it-straight(edition=washington, jackpot=house, straight_flush_progressive=PT-BJS-HCF-SF-10)"
    bare = "keep-it-straight(edition=washington, jackpot=house)"
    wager = ("--wager", "straight_flush_progressive", "--meter", "25000")
    assert record("edge", bare, *wager, "--paytable", "PT-BJS-HCF-SF-10") == record("edge", named, *wager)


def test_other_players_bring_envy(record: Record) -> None:
    alone, three = record(*E01), record(*E01, "--others", "3")
    less = Fraction(alone["break_even_meter"]) - Fraction(three["break_even_meter"])
    assert float(less) == pytest.approx(3 * 200)  # envy $200 on the very hands that take the meter
    assert three["others"] == 3
    at_meter = record(*E01, "--others", "3", "--meter", "25000")
    assert Fraction(at_meter["expectation"]["fraction"]) - Fraction(
        record(*E01, "--meter", "25000")["expectation"]["fraction"]
    ) == 3 * Fraction(at_meter["envy_per_other"]["fraction"])
    # The outcomes then average to less than the expectation, and the record says why.
    assert any(note.startswith("envy from other players") for note in at_meter["notes"])


def test_a_jackpot_at_seed_and_rate(record: Record) -> None:
    found = record(*E01, "--jackpot-seed", "10000", "--rate", "18%")
    hit = Fraction(1_624, 133_784_560)
    assert Fraction(found["average_meter"]["1"]) == pytest.approx(10_000 + Fraction(18, 100) / hit)
    kept = 1 - Fraction(found["fixed_return"]["fraction"]) - Fraction(18, 100) - 10_000 * hit
    assert Fraction(found["house_edge"]["fraction"]) == kept
    assert record(*E01, "--jackpot-seed", "10000", "--rate", "0.18") == found
    given = record(*E01, "--jackpot-seed", "10000", "--rate", "0.18", "--meter", "50000")
    assert given["meters"][0]["shown"] == "50000"
    assert given["average_meter"] == found["average_meter"]


def test_several_levels(record: Record) -> None:
    plain = record(*MLP)
    assert [each["level"] for each in plain["meters"]] == [1, 2, 3]
    assert plain["break_even_meter"] is None
    seeded = record(*MLP, "--jackpot-seed", "2=2000", "--jackpot-seed", "3=500")
    assert seeded["house_edge"] is None
    break_even = Fraction(seeded["break_even_meter"])
    at_it = record(*MLP, "--meter", f"1={float(break_even):.2f}", "--meter", "2=2000", "--meter", "3=500")
    assert abs(float(at_it["expectation"]["decimal"])) < 1e-7


def test_a_dynamic_table_counts_deals_and_draws(record: Record) -> None:
    found = record("edge", "perfect-pairs(decks=6)", "--paytable", "PT-PRG-PP-D01", "--meter", "20000")
    assert int(found["total"]) == 15_039_960 * 20
    assert sum(int(each["count"]) for each in found["outcomes"]) == int(found["total"])
    assert found["boost_chance"] == "1/2"


def test_a_house_jackpot(record: Record, croupier: Call) -> None:
    spec = "keep-it-straight(edition=washington, jackpot=house, straight_flush_progressive=PT-BJS-HCF-SF-04)"
    arguments = ("edge", spec, "--wager", "straight_flush_progressive")
    assert record(*arguments, "--meter", "25000")["house_edge"] is not None
    status, _, err = croupier(*arguments, "--rate", "18%", "--jackpot-seed", "10000")
    assert status == 2
    assert "does not rise" in err


def test_an_alias_and_a_sample(record: Record) -> None:
    found = record("edge", "keep-it-straight(edition=washington)", "--wager", "straight", "--paytable", "PT-FLT-SRT-02")
    assert found["paytable"] == "PT-FLT-STR-02"
    assert found["game"] == "keep-it-straight(edition=washington, straight=PT-FLT-STR-02)"
    sample = record("edge", "three-card-prime", "--wager", "prime", "--paytable", "SAMPLE-TCP-PRIME-01")
    assert "sample" in " ".join(sample["notes"])


def test_another_table_leaves_behind_what_went_with_the_first(record: Record) -> None:
    """PP-01 has a suit-specific row, which shows a suit in the configuration; PP-03 has none."""
    found = record("edge", "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-01)", "--paytable", "PT-PRG-PP-03")
    assert found["game"] == "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-03)"
    assert len(record("edge", "perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-01)", "--all")["tables"]) == 22


def test_every_table_of_a_game(record: Record, croupier: Call) -> None:
    found = record("edge", "three-card-prime", "--all")
    assert [each["paytable"] for each in found["tables"]][:5] == [f"PT-FLT-TCPR-PB-0{n}" for n in range(2, 7)]
    assert len(found["tables"]) == 8
    decks = record("edge", "perfect-pairs", "--all")
    assert len(decks["tables"]) == 3 + 22 * 4
    six = record("edge", "perfect-pairs(decks=6)", "--all")
    assert len(six["tables"]) == 22
    status, out, err = croupier("edge", "perfect-pairs(decks=6)", "--all")
    assert status == 0
    assert "PT-PRG-PP-MLP-04" in out
    assert "left out: PT-PRG-PP-14" in err


@pytest.mark.parametrize(
    "arguments",
    [
        PAIR_BONUS,
        E01,
        (*E01, "--meter", "25000", "--others", "2", "--jackpot-seed", "10000", "--rate", "18%"),
        MLP,
        ("edge", "perfect-pairs(decks=6)", "--paytable", "PT-PRG-PP-06b"),
        ("edge", "perfect-pairs(decks=6)", "--paytable", "PT-PRG-PP-D02"),
        ("edge", "three-card-prime"),
        ("edge", "keep-it-straight", "--all"),
        ("strategy", "three-card-prime"),
        ("advise", "three-card-prime", "--cards", "Qs 6h 4d"),
    ],
)
def test_text_for_people(croupier: Call, arguments: tuple[str, ...]) -> None:
    status, out, err = croupier(*arguments)
    assert (status, err) == (0, "")
    assert re.search(r"game\s[0-9a-f]{64}", out)
    assert "exact" in out
    assert all(line == line.rstrip() for line in out.splitlines())


REFUSED = [
    (("edge", "three-card-prime", "--wager", "pear_bonus"), "did you mean pair_bonus"),
    (("edge", "three-card-prime", "--wager", "zebra"), "unknown wager"),
    (("edge", "three-card-prime", "--wager", "pair_bonus"), "needs a paytable"),
    (("edge", "three-card-prime", "--wager", "ante_bonus"), "not a wager of its own"),
    (("edge", "three-card-prime", "--wager", "play"), "not a wager of its own"),
    (("edge", "three-card-prime", "--wager", "ante", "--paytable", "PT-FLT-TCPR-PB-02"), "takes no paytable"),
    (("edge", "three-card-prime", "--wager", "pair_bonus", "--paytable", "PT-FLT-STR-01"), "not offered"),
    (("edge", "three-card-prime", "--wager", "pair_bonus", "--paytable", "PT-FLT-TCPR-PB-01"), "unknown paytable"),
    (("edge", "keep-it-strait"), "keep-it-straight"),
    (("edge", "perfect-pairs(decks=3)", "--wager", "perfect_pairs"), "unknown value of decks"),
    (("edge", "perfect-pairs", "--wager", "perfect_pairs"), "needs a paytable"),
    (("edge", "perfect-pairs(decks=8)", "--paytable", "PT-PRG-PP-14"), "is for 2 decks"),
    ((*E01, "--meter", "-5"), "not an amount"),
    ((*E01, "--meter", "1=-5"), "not an amount"),
    ((*E01, "--meter", "many"), "not an amount"),
    ((*E01, "--meter", "2=100"), "has no level 2"),
    ((*E01, "--meter", "x=100"), "is not a level"),
    ((*E01, "--meter", "100", "--meter", "1=200"), "given twice"),
    ((*E01, "--others", "-1"), "expected 0 to 20"),
    ((*E01, "--others", "few"), "few"),
    ((*E01, "--rate", "18%"), "no seed"),
    ((*E01, "--jackpot-seed", "1", "--rate", "18"), "not a part of a wager"),
    ((*E01, "--jackpot-seed", "1", "--rate", "1/0"), "not a rate"),
    ((*PAIR_BONUS, "--meter", "100"), "no meter"),
    ((*PAIR_BONUS, "--others", "2"), "no meter"),
    (("edge", "three-card-prime", "--all", "--meter", "5"), "--meter does not go with --all"),
    (("edge", "three-card-prime", "--all", "--wager", "zebra"), "unknown wager"),
    (("edge", "three-card-prime", "--all", "--wager", "ante"), "offers no paytable"),
    (("advise", "three-card-prime", "--cards", "Qs Qs 4d"), "Qs appears twice"),
    (("advise", "three-card-prime", "--cards", "Qs 6h"), "not a hand of this game"),
    (("advise", "three-card-prime", "--cards", "Qs 6h 4d 2c"), "not a hand of this game"),
    (("advise", "three-card-prime", "--cards", "Qs 6h 4x"), "not a card"),
    (("advise", "three-card-prime", "--cards", ""), "not a hand of this game"),
    (("advise", "three-card-prime"), "needs a hand"),
    (("advise", "--cards", "Qs 6h 4d"), "needs a game"),
    (("strategy", "perfect-pairs"), "nothing to decide"),
    (("advise", "perfect-pairs", "--cards", "As Ks"), "nothing to decide"),
    (("edge", "keep-it-straight(base_wager=5.00)"), "means nothing without"),
    (
        ("edge", "keep-it-straight(base_wager=5.00)", "--wager", "straight", "--paytable", "PT-FLT-KIS-SB-01"),
        "means nothing without",
    ),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=[" ".join(each[0])[-60:] for each in REFUSED])
def test_bad_input(croupier: Call, arguments: tuple[str, ...], words: str) -> None:
    status, out, err = croupier(*arguments, "--json")
    assert status == 2
    assert out == ""
    assert words in err


def test_advice(record: Record) -> None:
    """casinocitytimes.com 62858: -0.993378 for Q-6-4 and -1.00255 for Q-6-3, three different suits."""
    found = record("advise", "three-card-prime", "--cards", "Qs 6h 4d")
    worth = {each["action"]: each["expectation"] for each in found["actions"]}
    assert worth["fold"] == {"fraction": "-1/1", "decimal": "-1"}
    assert worth["play"]["decimal"].startswith("-0.993378")
    assert found["best"] == "play"
    counts = {name: int(count) for name, count in found["counts"].items()}
    assert counts["win"] + counts["tie"] + counts["lose"] + counts["not_qualified"] == counts["total"] == 18_424
    worse = record("advise", "three-card-prime", "--cards", "Qs 6h 3d")
    assert worse["best"] == "fold"
    assert {each["action"]: each["expectation"]["decimal"][:8] for each in worse["actions"]}["play"] == "-1.00255"


def test_advice_names_amounts_where_there_is_a_choice(record: Record) -> None:
    found = record("advise", "keep-it-straight", "--cards", "2c 3d 4h 5s 6c 9d Kh")
    assert [each["action"] for each in found["actions"]] == ["fold", "raise 2x", "raise 3x", "raise 4x"]
    _, two, three, four = (Fraction(each["expectation"]["fraction"]) for each in found["actions"])
    assert three == (two + four) / 2
    assert found["best"] == "raise 4x"


def test_advice_from_a_round_file(record: Record, croupier: Call, tmp_path: Path) -> None:
    seats = {
        "1": {"wagers": {"ante": "10.00"}, "cards": "2c 2d 9h", "actions": ["play"]},
        "3": {"wagers": {"ante": "10.00"}, "cards": "Qs 6h 4d"},
    }
    path = tmp_path / "round.json"
    path.write_text(json.dumps({"schema": 1, "game": "three-card-prime", "seats": seats}))
    asked = record("advise", "--round", str(path))
    assert asked == record("advise", "three-card-prime", "--cards", "Qs 6h 4d")
    assert croupier("advise", "keep-it-straight", "--round", str(path))[0] == 2
    del seats["1"]["actions"]
    path.write_text(json.dumps({"schema": 1, "game": "three-card-prime", "seats": seats}))
    status, _, err = croupier("advise", "--round", str(path))
    assert status == 2
    assert "one seat must be undecided, found 1, 3" in err


def test_a_strategy(record: Record) -> None:
    found = record("strategy", "three-card-prime")
    by_hand = {each["hand"]: each for each in found["chart"]}
    assert by_hand["queen-high, Q-6-4"]["best"] == "play"
    assert by_hand["queen-high, Q-6-3"]["best"] == "fold"
    assert sum(int(each["hands"]) for each in found["chart"]) == 22_100
    assert found["strategies"]["smallest on every hand"]["house_edge"]["percent"].startswith("7.65")


def test_one_amount_has_no_smallest_and_largest(croupier: Call) -> None:
    _, out, _ = croupier("edge", "three-card-prime")
    assert "largest" not in out
    assert "by class: the best bet for the hand's name alone" in out
    assert "never fold" in out
    assert "never the largest" in croupier("edge", "keep-it-straight")[1]
