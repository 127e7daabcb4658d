"""The simulator of games with streets: the play driver's cards, the exact value of the play that it names."""

from __future__ import annotations

from math import comb, sqrt

import pytest

from croupier.cards.cards import DECK, stripped_deck
from croupier.exact.streets.charts import play_rows
from croupier.exact.streets.compiling import compile_rules
from croupier.exact.streets.kept import counted, solve_rules
from croupier.exact.streets.solver import decided
from croupier.exact.streets.solving import Policy, Views
from croupier.play.game import Cards, Choose, Draw, Settled, Stakes
from croupier.sim.streets import StreetSimulator, counted_rounds
from tests.exact.streets.felts import CallOrFold, Felt, OneUp, PullBack, ThreeRaises

SMALL = stripped_deck((10, 11, 12, 14), (0, 2, 3))


@pytest.mark.parametrize(
    ("kind", "deck"), [(PullBack, DECK), (PullBack, SMALL), (OneUp, SMALL), (CallOrFold, SMALL), (ThreeRaises, SMALL)]
)
def test_rounds_come_to_the_exact_value_of_the_play_that_is_simulated(kind: type[Felt], deck: Cards) -> None:
    rules = compile_rules(kind(deck))
    best = solve_rules(rules)
    exact = counted(Views(rules, best.by_class)).distribution
    assert exact == solve_rules(rules, policy=best.by_class).distribution
    assert exact.expectation <= best.expectation
    rounds = 400_000
    tables = best.round_tables(best.by_class)
    tally = counted_rounds(tables, 11, 0, rounds)
    found = best.distribution_of(tally)
    assert found.total == rounds
    assert abs(float(found.expectation - exact.expectation)) < 5 * sqrt(float(exact.variance) / rounds)
    assert (tally == counted_rounds(tables, 11, 0, 70_000) + counted_rounds(tables, 11, 70_000, rounds - 70_000)).all()


@pytest.mark.parametrize("deck", [SMALL, stripped_deck((2, 5, 9, 13, 14), (0, 1, 3))])
def test_best_play_beside_a_board_is_simulated(deck: Cards) -> None:
    """By class of hand alone the last of three raises lost 4.29 points of the Ante, and bots and ``simulate`` did."""
    best = solve_rules(compile_rules(ThreeRaises(deck)))
    rounds = 400_000
    found = best.distribution_of(counted_rounds(best.round_tables(best.best), 11, 0, rounds))
    exact = best.distribution
    assert abs(float(found.expectation - exact.expectation)) < 5 * sqrt(float(exact.variance) / rounds)
    assert abs(float(found.average_wagered - exact.average_wagered)) < 0.02
    assert counted(Views(best.rules, best.by_class)).distribution.expectation < exact.expectation


@pytest.mark.parametrize("policy", ["by_class", "best"])
@pytest.mark.parametrize(("kind", "deck"), [(PullBack, DECK), (OneUp, SMALL), (ThreeRaises, SMALL)])
def test_a_round_is_the_play_driver_s_by_its_number(kind: type[Felt], deck: Cards, policy: str) -> None:
    game = kind(deck)
    solution = solve_rules(compile_rules(game))
    told: Policy = getattr(solution, policy)
    simulator = StreetSimulator(solution.round_tables(told), game.deck, "ante", solution.rules.unit)
    for number in range(40):
        (outcome,) = simulator.run(5, number, 1).counts["ante"]
        cards = list(simulator.cards(5, number))
        state = game.open([Stakes(1, (100,))])
        while not isinstance(turn := game.turn(state), Settled):
            if isinstance(turn, Draw):
                state = state.with_cards(turn, tuple(cards.pop(0) for _ in range(turn.size)))
            else:
                assert isinstance(turn, Choose)
                state = state.with_decision(decided(solution, told, state, turn))
        assert sum(line.net for line in turn.lines) == 100 * outcome.net


@pytest.mark.parametrize(("kind", "deck"), [(PullBack, SMALL), (CallOrFold, SMALL), (ThreeRaises, SMALL)])
def test_a_chart_counts_every_view_that_it_describes_once(kind: type[Felt], deck: Cards) -> None:
    solution = solve_rules(compile_rules(kind(deck)))
    rows = list(play_rows(solution))
    assert len({(row.question, row.hand) for row in rows}) == len(rows)
    for row in rows:
        assert row.plays
        assert sum(row.best.values()) > 0
    for number, described in solution.described.items():
        level = solution.views.level[number]
        weights = solution.views.canonical[level.shown][1]
        free = comb(len(deck) - level.shown, level.own)
        counted = sum(sum(box.counts) for box in described.boxes)
        assert counted <= int(weights.sum()) * free
        if not solution.rules.nodes[number].history:
            assert counted == int(weights.sum()) * free
