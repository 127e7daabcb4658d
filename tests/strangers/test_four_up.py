"""A seventh game, by somebody who read the guide and no line of ours: four cards of five against four of six.

What stopped its author is held here: the guide's own words work, and every mistake is told once, with a way out.
"""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.cli.terminal import console
from croupier.laws.sights import graded_alike, graded_wagers

GAMES = Path(__file__).parent / "four_up"


def test_an_award_is_what_its_declared_cards_give() -> None:
    """The settlement has the line that the guide shows."""
    with catalogue.games_from([GAMES]):
        ((_, award, configuration),) = graded_wagers("four-up")
        assert graded_alike(configuration, award, 200, "four") > 0


@pytest.mark.slow
def test_every_law_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test-game", str(GAMES), "--seconds", "600"]) == 0
    assert re.search(r"\b(\d+) of \1 checks hold", capsys.readouterr().out)


@pytest.mark.slow
def test_the_edge_is_the_published_one(capsys: pytest.CaptureFixture[str]) -> None:
    """2.79 %, as published; the fraction was counted apart from this program."""
    assert run(["--games", str(GAMES), "edge", "four-up", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["house_edge"]["fraction"] == "8840827253/317119576410"


class Caller:
    """The program, called with lines to read and maybe the width of a terminal."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        self.rounds = folder / "my rounds"

    def __call__(self, *arguments: str, keys: str = "", games: Path | None = GAMES) -> tuple[int, str, str]:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{key}\n" for key in keys.split(";"))))
        status = run([*(("--games", str(games)) if games else ()), *arguments])
        shown = self.capsys.readouterr()
        assert "Traceback" not in shown.err
        return status, shown.out, shown.err

    def play(self, keys: str, columns: int = 200, seats: int = 3) -> tuple[int, str]:
        self.monkeypatch.setattr(console, "follow", lambda _target: None)
        self.monkeypatch.setattr(console, "_width", columns)
        options = ("--seed", "4", "--seats", str(seats), "--transcript", str(self.rounds))
        status, out, _ = self("play", "four-up", *options, keys=keys)
        assert max(map(len, out.splitlines())) <= columns
        return status, out


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Caller:
    return Caller(capsys, monkeypatch, tmp_path)


def test_the_printed_command_replays_the_round(call: Caller) -> None:
    call.monkeypatch.setattr(console, "WIDEST", 500)
    _, out = call.play("10;deal;2 min;quit", columns=500)
    _, _, command = next(line for line in out.splitlines() if "To check a round" in line).partition("croupier ")
    assert call(*shlex.split(command), games=None)[0] == 0
    status, _, err = call("replay", *map(str, call.rounds.iterdir()), games=None)
    assert status == 2
    assert "croupier --games DIR" in err


@pytest.mark.parametrize(
    ("keys", "actions"),
    [
        ("2;20", ["raise 20.00"]),
        ("raise;2x", ["raise 20.00"]),
        ("r;max", ["raise 30.00"]),
        ("2;1;30", ["raise 30.00"]),
        ("2;fold", ["fold"]),
        ("2;why;1", ["fold"]),
    ],
)
def test_the_amount_that_was_asked_for_is_taken(keys: str, actions: list[str], call: Caller) -> None:
    status, out = call.play(f"10;deal;{keys};quit")
    assert "! how much? raise 10.00 to 30.00" in out
    (transcript,) = call.rounds.iterdir()
    assert json.loads(transcript.read_text())["seats"]["1"]["actions"] == actions
    assert status == (2 if ";1;" in keys else 0), "one dollar is no raise, and a number chooses no fold"


@pytest.mark.parametrize("columns", [60, 80])
def test_no_word_is_broken(columns: int, call: Caller) -> None:
    _, out = call.play("10;deal;2 max" + ";;2 max" * 4 + ";quit", columns=columns, seats=5)
    assert out.count("<- your turn") == 5


def test_every_hand_of_a_bot_is_named(call: Caller) -> None:
    _, out = call.play("10;deal;2 max" + ";;2 max" * 4 + ";quit", columns=80, seats=5)
    settled = "".join(re.findall(r"── Round \d settled.*?bankroll", out, re.DOTALL))
    rows = re.findall(r"^  seat \d bot +(.*)", settled, re.MULTILINE)
    assert len(rows) == 20
    assert all(re.search("high|pair|straight|flush|three|four", row) for row in rows)


def test_an_award_is_asked_about_whether_or_not_it_is_paid(call: Caller) -> None:
    _, out, _ = call("quiz", "four-up", "--rounds", "4", keys="0;" * 60)
    assert out.count("Question") == 4
    assert len(re.findall(r"Automatic Bonus: what is the player up or down", out.partition("still to be")[0])) == 4
