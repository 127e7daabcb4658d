"""Recorded estimates: every number of seats, from the kernel's tables of today, and a short run beside each."""

from __future__ import annotations

import pytest

from croupier import catalogue
from croupier.solving.estimates import Estimate, estimates, estimates_of
from croupier.solving.simulation import prepare, simulate

EVERY = estimates()


def test_every_number_of_seats_is_there() -> None:
    found = estimates_of(catalogue.configuration("ricochet-poker"))
    assert [each.seats for each in found] == list(range(1, 8))
    assert all(each.standard_error < 0.0003 for each in found)
    assert not estimates_of(catalogue.configuration("three-card-prime"))
    assert not estimates_of(catalogue.configuration("ricochet-poker(beaten_by_waiting_pair=still-knocks-out)"))


@pytest.mark.parametrize("each", EVERY, ids=lambda each: f"{each.seats} seats")
def test_an_estimate_is_of_the_tables_of_today(each: Estimate) -> None:
    """Other rules, another ladder or another rule of the bots need new estimates: python -m tools.estimates."""
    plan = prepare(each.game, None, each.seats)
    assert (str(plan.configuration), plan.digest, plan.strategy) == (each.game, each.tables, each.strategy)
    assert plan.game.declares.bot.words == each.rule
    wager = simulate(plan, 50_000, each.seed + 1).finish()[each.wager]
    spread = (wager.standard_error**2 + float(each.standard_error) ** 2) ** 0.5
    assert abs(float(wager.mean - each.mean)) < 5 * spread


def test_a_recorded_run_can_be_repeated() -> None:
    """The first rounds of the recorded run are those of its command."""
    (one,) = (each for each in EVERY if each.seats == 2)
    assert one.command == f'croupier simulate "ricochet-poker" --seats 2 --rounds {one.rounds} --seed {one.seed}'
    assert one.record()["method"] == "estimated"
