"""``croupier quiz`` and ``settle --example``: rounds to be settled by hand, graded by the game itself."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from croupier import catalogue
from croupier.cli.play import with_every_wager
from croupier.table.quiz import LEVELS, STREAK, Quiz, question
from tests.cli.calling import Call

GAMES = [name for name in catalogue.book().games if name != "perfect-pairs"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_game_can_be_asked_at_every_level(game: str, level: int) -> None:
    table = catalogue.load(with_every_wager(catalogue.configuration(game)))
    found = question(table, level, "7")
    assert found == question(table, level, "7")
    assert found.lines
    flat = [wager for wager in table.wagers if not table.stake_rules[wager].is_jackpot]
    asked = {line.wager for line in found.lines} & set(flat)
    assert len(asked) == {1: 1, 2: min(2, len(flat)), 3: len(flat)}[level]


def test_the_level_rises_and_what_was_wrong_comes_again() -> None:
    quiz = Quiz([catalogue.load("three-card-prime")], "1")
    first = quiz.next()
    wrong = [line.net + 100 for line in first.lines]
    assert quiz.answer(wrong) == [False] * len(wrong)
    assert quiz.owes == 1
    asked = []
    while quiz.owes:
        each = quiz.next()
        asked.append(each)
        quiz.answer([line.net for line in each.lines])
    assert first in asked[:2]
    assert quiz.score.by_wager["three-card-prime", "ante"].right < quiz.score.by_wager["three-card-prime", "ante"].asked
    for _ in range(2 * STREAK):
        each = quiz.next()
        quiz.answer([line.net for line in each.lines])
    assert quiz.score.level == LEVELS


def test_a_session(croupier: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    quiz = Quiz([catalogue.load(with_every_wager(catalogue.configuration("three-card-prime")))], "1")
    keys = []
    for _ in range(2):
        each = quiz.next()
        keys += [f"{line.net / 100:+.2f}" if line.net else "push" for line in each.lines]
        quiz.answer([line.net for line in each.lines])
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(["what?", *keys]) + "\n"))
    score = tmp_path / "score.html"
    status, out, err = croupier("quiz", "Three Card Prime", "--rounds", "2", "--name", "Dana", "-o", str(score))
    assert status == 0
    assert "an amount such as 10" in out
    assert "WRONG" not in out
    assert "2 of 2 rounds without a fault" in out
    assert "[TCP" in out
    assert "wrote" in err
    assert "Score sheet of Dana" in score.read_text()


def test_leaving_ends_with_the_score(croupier: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in ("", "quit\n", "5\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status, out, _ = croupier("quiz", "--rounds", "1")
        assert status == 0
        assert "Score sheet" in out


def test_wagers_have_their_titles_and_what_is_left_wrong_is_told(
    croupier: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("10\n-5\npush\nquit\n"))
    status, out, _ = croupier("quiz", "three-card-prime", "--rounds", "3", "--seed", "2")
    assert status == 0
    assert "Ante Bonus: what is the player up or down?" in out
    assert "Three Card Prime  Ante Bonus" in out
    assert "_" not in out
    assert "Stopped with 1 round not yet put right." in out


@pytest.mark.parametrize("game", GAMES)
def test_an_example_settles(croupier: Call, tmp_path: Path, game: str) -> None:
    status, out, _ = croupier("settle", "--example", game)
    assert status == 0
    assert json.loads(out)["game"].startswith(game)
    (tmp_path / "round.json").write_text(out)
    assert croupier("settle", str(tmp_path / "round.json"))[0] == 0


@pytest.mark.parametrize(
    "arguments", [("play", "perfect-pairs"), ("quiz", "perfect-pairs"), ("settle", "--example", "perfect-pairs")]
)
def test_a_side_wager_says_what_to_type_instead(croupier: Call, arguments: tuple[str, ...]) -> None:
    status, out, err = croupier(*arguments)
    assert (status, out) == (2, "")
    assert "played at a table of Blackjack" in err
    assert '"blackjack(decks=2, perfect_pairs=PT-PRG-PP-14)"' in err
