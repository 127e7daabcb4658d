"""Games with streets outside the package: every law of `test-game` holds, and the commands give the published edge."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier.cli.main import run

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("pull_back", "one_up_stud", "three_streets", "call_or_fold")


@pytest.mark.parametrize("folder", GAMES)
def test_every_law_holds(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["test-game", str(EXAMPLES / folder)]) == 0
    assert "16 of 16 checks hold" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "edge"),
    [
        ("pull-back", "37963/1082900"),
        pytest.param("one-up-stud", "142031221/2718662100", marks=pytest.mark.slow),
        pytest.param("three-streets", "53223/1082900", marks=pytest.mark.slow),
        pytest.param("call-or-fold", "1363917077/63213204600", marks=pytest.mark.slow),
    ],
)
def test_the_edge_is_the_published_one(game: str, edge: str, capsys: pytest.CaptureFixture[str]) -> None:
    """3.5057, 5.22, 4.91 and 2.16 % (ORACLES); as fractions, so that every digit follows."""
    assert run(["--games", str(EXAMPLES), "edge", game, "--json"]) == 0
    assert edge in json.dumps(json.loads(capsys.readouterr().out)).replace("-", "")


def test_advice_and_strategy(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--games", str(EXAMPLES), "advise", "pull-back", "--cards", "Ah Kh Qh"]) == 0
    assert "3.29591836735" in capsys.readouterr().out
    assert run(["--games", str(EXAMPLES), "strategy", "pull-back"]) == 0
    assert "second after pull" in capsys.readouterr().out


def test_a_simulation_needs_no_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--games", str(EXAMPLES), "simulate", "pull-back", "--rounds", "500000", "--seed", "5"]) == 0
    shown = capsys.readouterr().out
    assert "optimal" in shown
    assert "agrees with the exact values of ante" in shown
