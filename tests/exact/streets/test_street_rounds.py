"""The simulator of games with streets: the play driver's cards, the exact value of the play that it names."""

from __future__ import annotations

from math import sqrt

import pytest

from croupier.cards.cards import DECK, stripped_deck
from croupier.exact.streets.compiling import compile_rules
from croupier.exact.streets.solver import worths_of
from croupier.exact.streets.solving import solve_rules
from croupier.kernels.philox import PhiloxSource
from croupier.play.game import Choose, Decision, Draw, Settled, Stakes, State
from croupier.play.lines import Cards
from croupier.sim.streets import simulate_streets
from tests.exact.streets.felts import CallOrFold, Felt, OneUp, PullBack, ThreeRaises

SMALL = stripped_deck((10, 11, 12, 14), (0, 2, 3))


@pytest.mark.parametrize(
    ("kind", "deck"), [(PullBack, DECK), (PullBack, SMALL), (OneUp, SMALL), (CallOrFold, SMALL), (ThreeRaises, SMALL)]
)
def test_rounds_come_to_the_exact_value_of_the_play_that_is_simulated(kind: type[Felt], deck: Cards) -> None:
    rules = compile_rules(kind(deck))
    best = solve_rules(rules)
    exact = solve_rules(rules, policy=best.by_class).distribution
    rounds = 400_000
    tables = best.round_tables()
    tally = simulate_streets(tables, rounds, 11)
    found = best.distribution_of(tally)
    assert found.total == rounds
    assert abs(float(found.expectation - exact.expectation)) < 5 * sqrt(float(exact.variance) / rounds)
    assert (simulate_streets(tables, 70_000, 11, threads=1) == simulate_streets(tables, 70_000, 11, threads=3)).all()


def test_a_round_is_the_play_driver_s_by_its_number() -> None:
    game = PullBack()
    solution = solve_rules(compile_rules(game))
    tables = solution.round_tables()
    for number in range(30):
        net = solution.distribution_of(simulate_streets(tables, 1, 5, first=number)).expectation
        cards = [game.deck[place] for place in PhiloxSource(5, number).first_of(52, 5)]
        state = game.open([Stakes(1, (100,))])
        while not isinstance(turn := game.turn(state), Settled):
            if isinstance(turn, Draw):
                state = state.with_cards(turn, tuple(cards.pop(0) for _ in range(turn.size)))
            else:
                assert isinstance(turn, Choose)
                state = state.with_decision(_best(game, state, turn))
        assert sum(line.net for line in turn.lines) == 100 * net


def _best(game: Felt, state: State, turn: Choose) -> Decision:
    return max(worths_of(game, state, turn), key=lambda each: (each[1], -each[0].amount))[0]
