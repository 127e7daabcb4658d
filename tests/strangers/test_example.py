"""Our example of a game outside the package, through every command: nothing of ours knows its name.

The figures were counted by hand from the rules: 45 hands of two from ten cards, 56 hands of the dealer's beside each.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import croupier
from croupier import catalogue
from croupier.cards.hands import FAMILIES
from croupier.cli.main import run
from croupier.laws.checking import check_game
from tests.cli.calling import Shown
from tests.processes import program

EXAMPLES = Path(__file__).parents[2] / "examples"
FULL = "lantern-road(crossroads=LR-CROSS-01, glow=LR-GLOW-01)"


class Caller:
    """The program, called with the example's folder."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, games: Path = EXAMPLES) -> Shown:
        status = run(["--games", str(games), *arguments])
        shown = self._capsys.readouterr()
        assert "Traceback" not in shown.err
        return status, shown.out, shown.err


@pytest.fixture
def called(capsys: pytest.CaptureFixture[str]) -> Caller:
    return Caller(capsys)


def test_it_is_in_the_book_only_while_it_is_asked_for(called: Caller) -> None:
    status, out, _ = called("games")
    assert status == 0
    assert "lantern-road" in out
    assert "lantern-road" not in catalogue.book().games
    assert "lanterns" not in FAMILIES


def test_the_environment_names_folders_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_GAMES", str(EXAMPLES / "lantern_road"))
    catalogue.book.cache_clear()
    try:
        assert croupier.load("lantern-road").wagers == ("ante",)
    finally:
        monkeypatch.undo()
        catalogue.book.cache_clear()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["show", "lantern-road"], "A player folds and loses the Ante, or stays"),
        (["paytable", "LR-CROSS-01"], "Both Ranks Met"),
        (["games"], "(lantern-road)"),
        (["edge", "lantern-road"], "3.41269841270 %"),
        (["edge", "lantern-road", "--wager", "glow", "--paytable", "LR-GLOW-01"], "4.44444444444 %"),
        (["edge", "lantern-road", "--wager", "crossroads", "--paytable", "LR-CROSS-01"], "4.76190476190 %"),
        (["edge", "lantern-road", "--all"], "LR-GLOW-02"),
        (["strategy", "lantern-road"], "raise 2x"),
        (["advise", "lantern-road", "--cards", "Kh Jh"], "stay      0.546428571429"),
        (["advantage", "lantern-road", "--sees", "dealer:1"], "0.00259259259259"),
        (["advantage", "lantern-road", "--sees", "dealer:all"], "52.2063492063 %"),
        (["simulate", "lantern-road", "--rounds", "500"], "agrees with the exact values of ante"),
        (["simulate", "lantern-road", "--rounds", "200", "--seats", "2"], "agrees with the exact values of ante"),
        (
            ["simulate", "lantern-road", "--rounds", "500", "--strategy", "basic"],
            "not the best play (they stay with a pair, one suit or a king, and raise with twins or better)",
        ),
        (["design", "lantern-road", "--wager", "glow", "--target-edge", "5"], "Suited Neighbors"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_commands_that_print(called: Caller, command: list[str], words: str) -> None:
    status, out, err = called(*command)
    assert status == 0, err
    assert words in out


def test_the_counts_by_hand() -> None:
    with catalogue.games_from([EXAMPLES]):
        solved = croupier.solve(FULL, remember=False)
    crossroads = {row.event: row.count for row in solved["crossroads"].rows}
    # Two ranks of five, in 2 x 2 suits; the dealer has both of the cards left of them, or just one.
    assert crossroads == {"both_met": 40 * 6, "one_met": 40 * 2 * 15}
    glow = {row.event: row.count for row in solved["glow"].rows}
    assert glow == {"pair_of_aces": 1, "pair": 4, "suited_neighbors": 8}
    assert solved["ante"].distribution.total == 45 * 8 * 35
    assert solved["ante"].distribution.house_edge == Fraction(43, 1260)


def test_a_round_is_played_with_bots_settled_and_replayed(
    called: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("ante 10\nglow 5\ncrossroads 5\ndeal\nstay\nraise 2x\nquit\n"))
    status, out, _ = called(
        "play", "lantern-road", "--all-wagers", "--seed", "5", "--rounds", "1", "--transcript", str(tmp_path)
    )
    assert status == 0, out
    assert "they play their best decisions" in " ".join(out.split())
    (transcript,) = tmp_path.rglob("*.json")
    status, out, _ = called("replay", str(transcript))
    assert status == 0
    assert "the round agrees to the cent" in out
    status, out, _ = called("settle", str(transcript), "--json")
    assert status == 0
    wagers = {line["wager"] for line in json.loads(out)["settlements"] if line["seat"] == 1}
    assert {"ante", "stay", "raise", "glow", "crossroads"} == wagers


def test_advice_on_the_second_decision(called: Caller, tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    seat = {"wagers": {"ante": "10.00"}, "cards": "Kh Jh", "draw": "Th", "actions": ["stay"]}
    path.write_text(json.dumps({"schema": 1, "game": "lantern-road", "seats": {"1": seat}}), encoding="utf-8")
    status, out, _ = called("advise", "lantern-road", "--round", str(path))
    assert status == 0, out
    assert "raise 2x" in out


@pytest.mark.parametrize("name", ["sheet.html", "sheet.json", "sheet.csv", "sheet.pdf"])
def test_par_sheets(called: Caller, tmp_path: Path, name: str) -> None:
    status, _, err = called("parsheet", FULL, "-o", str(tmp_path / name))
    assert status == 0, err
    assert (tmp_path / name).stat().st_size > 2000
    if name == "sheet.html":
        assert "Lantern Road" in (tmp_path / name).read_text(encoding="utf-8")


def test_the_placard(called: Caller, tmp_path: Path) -> None:
    status, _, err = called("placard", FULL, "-o", str(tmp_path / "placard.svg"))
    assert status == 0, err
    assert "Crossroads" in (tmp_path / "placard.svg").read_text(encoding="utf-8")


def test_every_check_holds() -> None:
    with catalogue.games_from([EXAMPLES]):
        checks = list(check_game("lantern-road", EXAMPLES / "lantern_road", rounds=15))
    assert len(checks) > 30
    assert [check for check in checks if check.problem] == []


def test_an_installed_package_brings_games_by_its_entry_point(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "lantern_road", tmp_path / "road_games" / "lantern_road")
    (tmp_path / "road_games" / "__init__.py").write_text("")
    told = tmp_path / "road_games-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: road-games\nVersion: 1.0\n")
    (told / "entry_points.txt").write_text("[croupier.games]\nroad = road_games\n")
    for words in (["edge", "lantern-road"], ["simulate", "lantern-road", "--rounds", "300"], ["games"]):
        path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
        done = program(*words, env={**os.environ, "PYTHONPATH": path})
        assert done.returncode == 0, done.stderr
        assert "lantern-road" in done.stdout
