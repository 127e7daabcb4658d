"""Solving by name: the typed object, its renderings, and results kept on disk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier import kept_files
from croupier.errors import BadInput
from croupier.questions.solved import cache as remembered
from croupier.questions.solved import solutions as solved
from croupier.questions.solved import solutions as solving
from croupier.questions.solved.solutions import solve

PAIR_BONUS = "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "croupier" / "solved"


def test_all_wagers_of_a_configuration() -> None:
    solved = solve(
        "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, mini_royal_progressive=SAMPLE-TCP-MRP-01)", remember=False
    )
    assert list(solved.wagers) == ["ante", "pair_bonus", "mini_royal_progressive"]
    assert solved["ante"].is_base
    assert solved["mini_royal_progressive"].jackpot is not None
    assert {result.method for result in solved.values()} == {"exact"}
    assert len(solved.game_hash) == 64
    assert "fixed return 38.46" in str(solved)


def test_a_base_game_whose_outcomes_are_not_counted_is_valued() -> None:
    solved = solve("blackjack(decks=6, perfect_pairs=PT-PRG-PP-01)")
    assert list(solved.wagers) == ["bet", "perfect_pairs"]
    assert not solved.unsolved
    bet = solved["bet"]
    assert (bet.method, bet.counts, bet.error) == ("floating point", None, 1e-12)
    assert "floating point" in bet._repr_html_()
    assert [each["wager"] for each in solved.to_records()] == ["perfect_pairs"] * len(solved.to_records())
    with pytest.raises(BadInput, match="not counted one by one"):
        _ = bet.distribution


def test_what_has_no_table_is_named() -> None:
    with pytest.raises(BadInput, match="needs a paytable"):
        solve("ricochet-poker", "pocket_bonus")


def test_records() -> None:
    records = solve(PAIR_BONUS, "pair_bonus").to_records()
    assert [each["event"] for each in records] == [
        "mini_royal",
        "straight_flush",
        "three_of_a_kind",
        "straight",
        "flush",
        "pair",
        None,
    ]
    assert sum(each["count"] for each in records) == 22_100
    assert sum(each["return"] for each in records) == pytest.approx(-128 / 5525)
    assert {each["paytable"] for each in records} == {"PT-FLT-TCPR-PB-02"}


def test_a_notebook_shows_a_table() -> None:
    page = solve(
        "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01, pair_bonus=PT-FLT-TCPR-PB-02)"
    )._repr_html_()
    assert page.count("<tr>") == 1 + 9 + 7 + 5
    assert "mini_royal_spades" in page
    assert "16,440" in page


def kept(cache: Path) -> list[Path]:
    return sorted(cache.glob("*.json"))


def forbid(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def counted_again(*_: Any, **__: Any) -> None:
        raise AssertionError("counted again")

    for name in names:
        monkeypatch.setattr(solved if name == "solve_base" else solving, name, counted_again)


def test_a_result_is_found_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = solve(PAIR_BONUS)
    assert len(kept(cache)) == 2
    forbid(monkeypatch, "count_wager", "solve_base")
    again = solve(PAIR_BONUS)
    assert again.to_records() == first.to_records()
    before, after = first["ante"], again["ante"]
    assert after.distribution == before.distribution
    assert after.simple == before.simple
    assert [row[1:] for row in after.chart] == [row[1:] for row in before.chart]


def test_one_base_game_serves_every_choice_of_bonus_wagers(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve("three-card-prime", "ante")
    forbid(monkeypatch, "solve_base")
    assert solve(PAIR_BONUS, "ante").configuration == PAIR_BONUS
    with pytest.raises(AssertionError, match="counted again"):
        solve("three-card-prime", "ante", remember=False)


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        "null",
        '{"schema": 1}',
        "\udcff",
    ],
)
def test_a_damaged_cache_is_as_good_as_empty(cache: Path, damage: str) -> None:
    expected = solve(PAIR_BONUS).to_records()
    for path in kept(cache):
        path.write_bytes(damage.encode(errors="surrogateescape"))
    assert solve(PAIR_BONUS).to_records() == expected
    assert all(json.loads(path.read_text())["schema"] == 1 for path in kept(cache))


def change_results(cache: Path, change: Any) -> None:
    for path in kept(cache):
        document = json.loads(path.read_text())
        document["result"] = change(document["result"])
        path.write_text(json.dumps(document))


def shift_a_count(result: Any) -> Any:
    if isinstance(result, list):
        return [result[0] + 1, *result[1:]]
    result["counts"]["counts"][0][1] += 1
    return result


@pytest.mark.parametrize("change", [shift_a_count, lambda _: [1, 2, 3], lambda _: {"rows": 5}, lambda _: "x"])
def test_counts_that_do_not_add_up_are_counted_again(cache: Path, change: Any) -> None:
    expected = solve(PAIR_BONUS).to_records()
    change_results(cache, change)
    assert solve(PAIR_BONUS).to_records() == expected


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert solve(PAIR_BONUS, "pair_bonus")["pair_bonus"].total == 22_100


def test_the_oldest_results_are_forgotten(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "MOST_RESULTS", 2)
    for table in ("02", "03", "04", "05"):
        solve(f"three-card-prime(pair_bonus=PT-FLT-TCPR-PB-{table})", "pair_bonus")
    assert len(kept(cache)) == 2


def test_another_version_of_the_software_starts_afresh(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve(PAIR_BONUS, "pair_bonus")
    monkeypatch.setattr(remembered, "software", lambda: "another")
    solve(PAIR_BONUS, "pair_bonus")
    assert len(kept(cache)) == 2


def test_the_cache_goes_where_the_user_keeps_caches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/ignored")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert kept_files.folder("solved") == tmp_path / ".cache" / "croupier" / "solved"


def test_only_what_bears_on_the_base_wager_is_part_of_its_proof() -> None:
    import croupier

    whole = croupier.configuration(
        "keep-it-straight(edition=washington, straight=PT-FLT-STR-01, straight_flush_progressive=PT-BJS-HCF-SF-01, "
        "jackpot=house, aggregate_approval=WSGC-3151, aggregate_limit=500.00, raise_step=whole-multiple)"
    )
    assert str(solved.base_configuration(whole)) == "keep-it-straight(edition=washington, raise_step=whole-multiple)"
