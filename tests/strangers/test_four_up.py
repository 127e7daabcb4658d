"""A seventh game, by somebody who read the guide and no line of ours: four cards of five against four of six.

What stopped its author is held here: the guide's own words work, and every mistake is told once, with a way out.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.main import run
from croupier.cli.terminal import console
from croupier.laws.checking import check_game, graded_alike, graded_wagers

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
    assert run(["--games", str(GAMES), "strategy", "four-up", "--json"]) == 0
    chart = json.loads(capsys.readouterr().out)
    # By the hand alone it gave away 0.69 %: what is best depends on the card that the dealer shows.
    assert Fraction(chart["strategies"]["by chart"]["cost"]["fraction"]) < Fraction(5, 10_000)
    assert any("against" in row["hand"] for row in chart["plays"])


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


def broken(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the game with one mistake."""
    copy = folder / "four_up"
    shutil.copytree(GAMES, copy)
    text = (copy / file).read_text()
    assert text.count(old) == 1
    (copy / file).write_text(text.replace(old, new))
    return copy


@pytest.mark.parametrize(
    ("old", "new", "raised"),
    [
        ("own >= dealer else", "own >= dealr else", "raises NameError: name 'dealr' is not defined"),
        ("play = FourUp", "play = (FourUp", "raises SyntaxError"),
    ],
)
def test_one_mistake_is_told_once(old: str, new: str, raised: str, call: Caller, tmp_path: Path) -> None:
    copy = broken(tmp_path, "game.py", old, new)
    status, out, err = call("test-game", str(copy), "--rounds", "2", "--seconds", "600", games=None)
    assert status == 1
    assert out.count("fails") == 1
    assert out.count(raised) == 1
    assert "stop at a place that is named above" in out
    assert "croupier test-game" not in out + err


def test_a_game_that_cannot_be_loaded_is_not_listed_as_well(call: Caller, tmp_path: Path) -> None:
    assert call("games")[0] == 0
    status, out, err = call("games", games=broken(tmp_path, "game.py", "play = FourUp", "play = (FourUp"))
    assert status == 2
    assert "Four Up" in out
    assert "four_up/game.py: (file), line" in err


def test_sizes_that_miss_the_dealers_cards_are_found(tmp_path: Path) -> None:
    copy = broken(tmp_path, "hands.py", "sizes=range(4, 7)", "sizes=range(4, 6)")
    with catalogue.games_from([copy]):
        problem = next(check.problem for check in check_game("four-up", copy) if check.problem)
    assert "it is to rank 6 cards, and its sizes are 4, 5 (family best_four)" in problem
    assert "range(4, 7)" in problem


def test_hands_that_are_missing_are_looked_for_in_their_file(call: Caller, tmp_path: Path) -> None:
    copy = tmp_path / "four_up"
    shutil.copytree(GAMES, copy)
    (copy / "hands.py").unlink()
    for file, family in (("rules.toml", 'family = "best_four"'), ("paytables.toml", 'family = "best_four"')):
        text = (copy / file).read_text()
        (copy / file).write_text(text.replace(family, 'family = "five_card"'))
    text = (copy / "game.py").read_text()
    (copy / "game.py").write_text(
        text.replace("from .hands import Four, Kind, best_four", "Four = Kind = best_four = None")
    )
    _, _, err = call("play", "four-up", games=copy)
    assert "unknown family of hands 'best_four'" in err
    assert "four_up/hands.py" in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("play", "four-up", "--limit", "ante=x"), "ante 'x'"),
        (("play", "four-up", "--seats", "99"), "hint: as in --seats 7"),
        (("advise", "four-up", "--cards", "As Ks Qs Js 9s"), "hint: add --up, as in --up 9c"),
        (("settle", "nowhere.json"), "hint: croupier settle --example GAME"),
        (("paytable", "NOPE"), "hint: croupier games lists them all"),
    ],
)
def test_a_message_says_what_to_do(arguments: tuple[str, ...], words: str, call: Caller) -> None:
    status, _, err = call(*arguments)
    assert status == 2
    assert words in err


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff\xfe\x00"])
def test_a_file_that_is_no_round_is_named(content: bytes, call: Caller, tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_bytes(content)
    status, _, err = call("settle", str(path))
    assert status == 2
    assert "round.json: not " in err
    assert "hint: croupier settle --example GAME" in err


def test_a_copy_is_a_game_of_its_own(call: Caller, tmp_path: Path) -> None:
    copy = tmp_path / "mine"
    assert call("new", "game", str(copy), "--like", "four-up", "--name", "mine")[0] == 0
    texts = {path.name: path.read_text() for path in copy.iterdir()}
    assert texts["game.py"].startswith('"""Mine, begun as a copy of four-up: say here what it is."""')
    assert "address" not in texts["sources.toml"]
    assert 'id = "MINE-1"' in texts["interpretations.toml"]
    everything = "".join(texts.values())
    assert not re.search(r"FU1|Wizard|FOUR-UP|Four Up", everything)
    assert call("games", games=copy)[0] == 0
