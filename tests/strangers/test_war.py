"""War, by somebody who read the guide alone: second cards in places of its own, a shoe, a tie that pays at once."""

from __future__ import annotations

import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.cli.main import run
from croupier.errors import RoundError
from croupier.play.game import DEALER, TABLE, BotRule, Choose, Slot
from croupier.play.round import Round
from croupier.play.roundfile import settle_file
from croupier.table.bots import STRATEGIES

GAMES = Path(__file__).parent / "war"
ROUND = {
    "schema": 1,
    "game": "war",
    "seats": {"1": {"wagers": {"ante": "10.00"}, "cards": "9s", "actions": ["war"]}},
    "dealer": "9h",
    "places": {"seat 1 war": "Kd", "dealer war": "Ac"},
}


def test_every_law_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """Transcripts of wars are among the random rounds, and each is replayed."""
    assert run(["test-game", str(GAMES)]) == 0
    assert re.search(r"\b(\d+) of \1 checks hold", capsys.readouterr().out)


def test_the_edges_are_the_published_ones(capsys: pytest.CaptureFixture[str]) -> None:
    """Six decks: 2.88 % for whoever goes to war, 18.65 % on the Tie; the list of tables says from how many decks."""
    for wager, fraction in (("ante", "142853/4965115"), ("tie", "58/311")):
        assert run(["--games", str(GAMES), "edge", "war(decks=6)", "--wager", wager, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["house_edge"]["fraction"] == fraction
    assert run(["--games", str(GAMES), "edge", "war", "--all"]) == 0
    decks = [line.split()[2] for line in capsys.readouterr().out.splitlines() if line.startswith("tie ")]
    assert decks == ["1", "2", "6"]


def test_advice_where_nothing_is_asked_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--games", str(GAMES), "advise", "war", "--cards", "9s", "--up", "8h"]) == 2
    assert "with these cards war asks for no decision" in capsys.readouterr().err


def test_advice_removes_the_cards_that_lie_there_whatever_their_suits(capsys: pytest.CaptureFixture[str]) -> None:
    """Where cards count as alike, only those of the first suit of a deck were missed: of six decks 24 nines were left,
    not 22. Counted here: war wins with a higher card or an equal one, of 310 that are left."""
    left = [22] + 12 * [24]
    equal = Fraction(sum(many * (many - 1) for many in left), 310 * 309)
    win = (1 + equal) / 2
    for own, up in (("9s", "9h"), ("9c", "9c"), ("9d", "9c")):
        asked = ["advise", "war(decks=6)", "--cards", own, "--up", up, "--json"]
        assert run(["--games", str(GAMES), *asked]) == 0
        worths = json.loads(capsys.readouterr().out)["actions"]
        assert {each["action"]: Fraction(each["expectation"]["fraction"]) for each in worths}["war"] == 3 * win - 2


def test_a_place_of_the_games_own_is_recorded_and_read_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with catalogue.games_from([GAMES]):
        _, _, settlement = settle_file(dict(ROUND), catalogue.load)
        assert [line.net for line in settlement.lines] == [-1000, -1000]
        for place in ("seat 1", "seat 1 draw", "seat 1 hand 2", "dealer", "dealer up", "dealer draw", "seat 0 war"):
            with pytest.raises(RoundError, match="is not the name of a place"):
                settle_file({**ROUND, "places": {place: "Kd"}}, catalogue.load)
        with pytest.raises(RoundError, match="seat 2 war: cards are given, but the seat has no wagers"):
            settle_file({**ROUND, "places": {**ROUND["places"], "seat 2 war": "2c"}}, catalogue.load)  # type: ignore[dict-item]
    monkeypatch.setattr("sys.stdin", io.StringIO("10\ndeal\nwar\n" * 60 + "quit\n"))
    arguments = ["play", "war", "--seed", "5", "--seats", "1", "--rounds", "40", "--transcript", str(tmp_path)]
    run(["--games", str(GAMES), *arguments])
    wars = [path for path in tmp_path.iterdir() if "seat 1 war" in json.loads(path.read_text()).get("places", {})]
    assert wars
    assert all("dealer war" in json.loads(path.read_text())["places"] for path in wars)
    assert run(["--games", str(GAMES), "replay", str(wars[0])]) == 0
    assert "Traceback" not in capsys.readouterr().err


def test_seats_that_see_one_another_play_what_one_alone_plays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots fell back to their stated rule without a word, and a simulation of several seats was refused."""
    assert run(["--games", str(GAMES), "simulate", "war(decks=1)", "--seats", "3", "--rounds", "2000"]) == 0
    assert "agrees with the exact values of ante" in capsys.readouterr().out
    with catalogue.games_from([GAMES]):
        game = catalogue.load("war(decks=1)")
        gives_up = BotRule("they give up", lambda _own, _actions: ("surrender", 0))
        monkeypatch.setattr(type(game), "declares", game.declares._replace(bot=gives_up))
        rounds = (Round.start(game, {seat: {"ante": "10.00"} for seat in (1, 2, 3)}, seed=seed) for seed in range(99))
        asked = next(dealt for dealt in rounds if isinstance(dealt.turn, Choose))
        assert isinstance(asked.turn, Choose)
        assert STRATEGIES["rule"].decide(game, asked.state, asked.turn, SeededSource(1)).action == "war"


def test_which_places_have_names_of_their_own() -> None:
    named = Slot(TABLE, "flop"), Slot(1, "war"), Slot(DEALER, "war"), Slot(DEALER, "hand", 2), Slot(1, "up")
    usual = Slot(1), Slot(1, "draw"), Slot(1, "hand", 2), Slot(DEALER), Slot(DEALER, "hole"), Slot(DEALER, "draw")
    assert all(slot.is_named for slot in named)
    assert not any(slot.is_named for slot in usual)


def test_a_check_that_breaks_off_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It passed for the end of the list where another check had failed."""
    folder = tmp_path / "war"
    folder.mkdir()
    for path in GAMES.iterdir():
        if path.is_file():
            text = path.read_text()
            (folder / path.name).write_text(text.replace("-2.50", "-2.49"))
    monkeypatch.setenv("PYTHONPATH", f"{_broken(tmp_path)}:{Path(catalogue.__file__).parents[1]}")
    assert run(["test-game", str(folder)]) == 1
    shown = capsys.readouterr()
    assert "A surrender costs half" in shown.out
    assert "fails  war: the checks come to their end\n       raises KeyError: 'a fault of ours'" in shown.out


def _broken(tmp_path: Path) -> Path:
    """A folder whose module breaks the laws of random rounds in the child's process."""
    place = tmp_path / "first"
    place.mkdir()
    (place / "sitecustomize.py").write_text(
        "import croupier.laws.rounds as rounds\n\n\n"
        "def law(_played):\n    raise KeyError('a fault of ours')\n\n\n"
        "rounds.LAWS['each wager is settled once'] = law\n"
    )
    return place
