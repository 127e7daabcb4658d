"""A solve that was stopped goes on after its first pass, and what was solved is not solved again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.cards.cards import stripped_deck
from croupier.exact.streets.compiling import compile_rules
from croupier.exact.streets.kept import solve, solved
from croupier.exact.streets.solving import Views
from tests.exact.streets.felts import ThreeStreets

DECK = stripped_deck((9, 10, 11, 12, 13, 14), (2, 3))


class Stopped(Exception):
    """Somebody pressed Ctrl-C."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def test_a_stopped_solve_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    views = Views(compile_rules(ThreeStreets(DECK)))
    passes: list[bool] = []
    whole = Views.evaluated

    def counted(self: Views, adds: bool, *rest: Any) -> Any:
        passes.append(adds)
        if passes == [True, False]:
            raise Stopped
        return whole(self, adds, *rest)

    monkeypatch.setattr(Views, "evaluated", counted)
    with pytest.raises(Stopped):
        solve(views)
    went_on = solve(views)
    assert passes == [True, False, False]
    again = solved(views)
    assert passes == [True, False, False]
    fresh = solve(views)
    assert passes[3:] == [True, False]
    for solution in (went_on, again):
        assert solution.distribution == fresh.distribution
        assert {number: chosen.tolist() for number, chosen in solution.choices.items()} == {
            number: chosen.tolist() for number, chosen in fresh.choices.items()
        }


def test_another_game_never_finds_it(tmp_path: Path) -> None:
    solve(Views(compile_rules(ThreeStreets(DECK))))
    solve(Views(compile_rules(ThreeStreets(stripped_deck((8, 10, 11, 12, 13, 14), (2, 3))))))
    assert len(list((tmp_path / "croupier" / "streets").iterdir())) == 2
