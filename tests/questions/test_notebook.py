"""The library's face: a solution is a mapping, each result has one distribution, a notebook shows table and plot."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

import croupier
from croupier import BadInput, Distribution

SPEC = "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01, pair_bonus=PT-FLT-TCPR-PB-02)"


@pytest.fixture(scope="module")
def solution() -> croupier.Solution:
    return croupier.solve(SPEC)


def test_a_solution_is_a_mapping(solution: croupier.Solution) -> None:
    assert isinstance(solution, Mapping)
    assert list(solution) == ["ante", "pair_bonus", "mini_royal_progressive"]
    assert len(solution) == 3
    assert "ante" in solution
    assert dict(solution)["ante"] is solution["ante"]
    assert solution.get("zebra") is None


def test_every_result_has_one_distribution(solution: croupier.Solution) -> None:
    jackpot = solution["mini_royal_progressive"]
    assert jackpot.jackpot is not None
    levels = {each.level: 1_000_000 for each in jackpot.jackpot.meters}
    for result in (solution["ante"], solution["pair_bonus"], jackpot.at(levels)):
        assert isinstance(result.distribution, Distribution)
        assert result.distribution.floats["house_edge"] == pytest.approx(float(result.distribution.house_edge))
    with pytest.raises(BadInput, match="what the meter shows is not given"):
        _ = jackpot.distribution
    with pytest.raises(BadInput, match="has no level 9"):
        jackpot.at({9: 1})


def test_one_meter_needs_no_level() -> None:
    pairs = croupier.solve("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)")["perfect_pairs"]
    assert pairs.at(2_043_000).distribution.house_edge == 0
    assert pairs.at(2_043_000).distribution == pairs.at({1: Fraction(2_043_000)}).distribution


def test_floats_stand_beside_the_fractions(solution: croupier.Solution) -> None:
    distribution = solution["pair_bonus"].distribution
    assert distribution.floats["house_edge"] == 128 / 5525
    assert distribution.to_dict()["house_edge"] == "128/5525"
    assert distribution.to_dict()["floats"] == distribution.floats
    assert all(type(each) is float for each in distribution.floats.values())


def test_short_reprs_and_pages_with_table_and_plot(solution: croupier.Solution) -> None:
    jackpot = solution["mini_royal_progressive"]
    assert jackpot.jackpot is not None
    at = jackpot.at({each.level: 1_000_000 for each in jackpot.jackpot.meters})
    for shown in (solution, solution["ante"], solution["pair_bonus"], solution["ante"].distribution, at):
        assert len(repr(shown)) < 400
        assert "\n" not in repr(shown)
        page = shown._repr_html_()
        assert "<table" in page
        assert "<svg" in page
    assert "<table" in jackpot._repr_html_()
    assert "fixed return" in jackpot._repr_html_()


def test_what_the_library_hands_out_is_one_short_line() -> None:
    game = croupier.load("three-card-prime")
    hand = croupier.Round.start(game, {1: {"ante": "10.00"}}, seed=6)
    hand.act("play")
    settled = hand.settle()
    assert repr(settled) == "<Settlement: seat 1 20.00, house -20.00>"
    assert repr(settled._replace(void="a card was exposed")) == "<Settlement: void, a card was exposed>"
    assert repr(game) == "<Game three-card-prime>"
    assert repr(croupier.book()).startswith("<Book of ")
    assert (
        repr(croupier.audit(game.configuration, "dealer:all")) == "<Audit of three-card-prime: sees dealer:all, exact>"
    )
