"""What an answer claims: every action that there is, nothing compared where nothing was, no fraction of an estimate."""

from __future__ import annotations

import json

import pytest

import croupier
from croupier.cli.main import run


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert run([*arguments, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("game", "cards"),
    [
        ("high-card-flush", "3c 7c 9c 8c Tc Jc 4c"),
        ("high-card-flush", "3c 7c 9c 8c Tc Jc 4d"),
        ("high-card-flush", "3c 7c 9c 8c Tc Jd 4d"),
        ("keep-it-straight", "3c 4d 5c 6c 9h 7c Ks"),
        ("three-card-prime", "Qs 6h 4d"),
    ],
)
def test_the_library_advises_on_the_actions_that_the_command_shows(
    game: str, cards: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(capsys, "advise", game, "--cards", cards)
    found = croupier.advise(game, cards).to_dict()
    actions = [(action["action"], action["amount"]) for action in shown["actions"]]  # type: ignore[attr-defined]
    assert [(answer["action"], answer["amount"]) for answer in found["answers"]] == actions
    assert found["best"] == shown["best"]


def test_a_seven_card_flush_may_raise_once_twice_or_three_times() -> None:
    answers = croupier.advise("high-card-flush", "3c 7c 9c 8c Tc Jc 4c").to_dict()["answers"]
    assert [answer["action"] for answer in answers] == ["fold", "raise 1x", "raise 2x", "raise 3x"]


def test_a_simulation_agrees_only_with_what_it_was_compared_with(capsys: pytest.CaptureFixture[str]) -> None:
    nothing = printed(capsys, "simulate", "ricochet-poker", "--seats", "2", "--rounds", "200")
    assert [wager["exact"] for wager in nothing["wagers"]] == [None] * len(nothing["wagers"])  # type: ignore[attr-defined,arg-type]
    assert nothing["agrees"] is None
    assert printed(capsys, "simulate", "three-card-prime", "--rounds", "2000")["agrees"] is True
