"""Recorded estimates: every number of seats, from the kernel's tables of today, and a short run beside each."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import catalogue
from croupier.questions.asking import ask
from croupier.questions.edge import EdgeAtOnePot, estimate_record
from croupier.questions.simulating import prepare, simulate
from croupier.questions.solved.recorded import Estimate, estimates, estimates_of

EVERY = [each for each in estimates() if not each.is_best_play]
BEST_PLAY = [each for each in estimates() if each.is_best_play]


def test_every_number_of_seats_is_there() -> None:
    found = estimates_of(catalogue.configuration("ricochet-poker"))
    assert [(each.strategy, each.seats) for each in found] == [
        *(("best", seats) for seats in range(2, 8)),
        *(("basic", seats) for seats in range(1, 8)),
    ]
    assert all(each.standard_error < 0.00004 for each in found if not each.is_best_play)
    assert not estimates_of(catalogue.configuration("three-card-prime"))
    assert not estimates_of(catalogue.configuration("ricochet-poker(beaten_by_waiting_pair=still-knocks-out)"))


@pytest.mark.parametrize("each", EVERY, ids=lambda each: f"{each.seats} seats")
def test_an_estimate_is_of_the_tables_of_today(each: Estimate) -> None:
    """Other rules, another ladder or another rule of the bots need new estimates: python -m tools.estimates."""
    plan = prepare(each.game, "basic", each.seats)
    assert (str(plan.configuration), plan.digest, plan.strategy) == (each.game, each.tables, each.strategy)
    assert plan.game.declares.bot.words == each.rule
    wager = simulate(plan, 50_000, each.seed + 1).finish()[each.wager]
    spread = (wager.standard_error**2 + float(each.standard_error) ** 2) ** 0.5
    assert abs(float(wager.mean - each.mean)) < 5 * spread


def test_a_recorded_run_can_be_repeated() -> None:
    """The first rounds of the recorded run are those of its command."""
    (one,) = (each for each in EVERY if each.seats == 2)
    command = 'croupier simulate "ricochet-poker" --strategy basic --seats 2'
    assert one.command == f"{command} --rounds {one.rounds} --seed {one.seed}"
    assert estimate_record(one).method == "estimated"


@pytest.mark.parametrize("each", BEST_PLAY, ids=lambda each: f"{each.seats} seats, best play")
def test_the_best_play_is_of_the_tables_of_today(each: Estimate) -> None:
    """Better than the bots' rule, worse for those who act first; its seats come to the whole."""
    plan = prepare(each.game, "basic", each.seats)
    assert (str(plan.configuration), plan.digest) == (each.game, each.tables)
    (ruled,) = [other for other in EVERY if other.seats == each.seats]
    assert ruled.mean < each.mean < 0
    assert each.standard_error < Fraction(2, 10_000), "0.02 points"
    assert each.checked >= 400
    assert each.changed > 100, "what the best decisions change rests on many of them"
    means = [mean for mean, _ in each.in_order]
    assert means == sorted(means)
    assert len(means) == each.seats
    errors = [error for _, error in each.in_order]
    assert abs(float(sum(means) / each.seats - each.mean)) < 4 * float(max(errors))
    assert each.command == f'croupier edge "ricochet-poker" --seats {each.seats} --deals {each.rounds}'


@pytest.mark.parametrize("each", BEST_PLAY, ids=lambda each: f"{each.seats} seats")
def test_what_simulate_plays_is_within_three_tenths_of_a_point_of_the_best_play(each: Estimate) -> None:
    """The sketch gave up at most 0.05 points of the Ante in the recorded samples, whose error is below 0.02."""
    assert each.quick is not None
    assert abs(each.mean - each.quick) + 4 * each.standard_error < Fraction(3, 1000)
    wager = simulate(each.game, 20_000, 3, seats=each.seats).finish()[each.wager]
    assert abs(float(wager.mean - each.quick)) < 5 * wager.standard_error


def test_one_player_is_simulated_under_the_best_play() -> None:
    result = simulate("ricochet-poker", 100_000, 3).finish()
    assert (result.plan.strategy, result.agrees) == ("optimal", True)


def test_a_small_sample_of_two_seats_agrees_with_the_recorded_one() -> None:
    (recorded,) = (each for each in BEST_PLAY if each.seats == 2)
    found = ask(EdgeAtOnePot(game="ricochet-poker", seats=2, deals=40_000)).estimate
    spread = float(found.standard_error**2 + recorded.standard_error**2) ** 0.5
    assert abs(float(found.mean - recorded.mean)) < 5 * spread
    assert found.rounds == 40_000
    assert ask(EdgeAtOnePot(game="ricochet-poker", seats=2)).estimate == recorded
