"""Kernels against the play driver: the same cards and decisions end in the same outcomes, round by round.

For every simulated game 10,000 random rounds are played again by the game's own state machine, at several
configurations; and hands around every threshold settle alike by lookup and by the game.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from croupier import catalogue
from croupier.kernels.cells import Outcome, Tally
from croupier.play.game import Decision, Draw, Settled, Stakes
from croupier.play.showdown import Showdown
from croupier.questions.simulating import SimulationPlan, prepare
from croupier.sim.playing import outcomes_of, play_round
from croupier.sim.showdown import ShowdownSimulator, base_cell, ranking_of
from croupier.sim.twenty_one import Situation, TwentyOneStrategy, decider, twenty_one_simulator
from tests.own_tables import at_own_tables

EVERYTHING = {
    "keep-it-straight": "straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01, "
    "straight_flush_progressive=PT-BJS-HCF-SF-E02",
    "three-card-prime": "pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01, all_six=SAMPLE-TCP-ALL-SIX-01, "
    "mini_royal_progressive=SAMPLE-TCP-MRP-01",
    "ricochet-poker": "rapid_fire=SAMPLE-RIC-RF-01, hedge_bet=SAMPLE-RIC-HB-01, pocket_bonus=SAMPLE-RIC-PB-01, "
    "mini_royal_progressive=SAMPLE-TCP-MRP-01, straight_flush_progressive=PT-BJS-HCF-SF-E01",
    "high-card-flush": "flush=SAMPLE-HCF-FLUSH-01, straight_flush=PT-FLT-HCF-SF-03, "
    "straight_flush_progressive=PT-BJS-HCF-SF-01",
}
BY_RANK = f"ricochet-poker({EVERYTHING['ricochet-poker'].replace('SAMPLE-RIC-RF-01', 'OUR-RAPID-FIRE-BY-RANK')})"
"""Rapid Fire on the operator's own table, by rank."""
RUNS = [
    ("keep-it-straight", None, 1, 4000),
    (f"keep-it-straight({EVERYTHING['keep-it-straight']})", "optimal", 1, 10_000),
    (
        "keep-it-straight(edition=washington, straight=PT-FLT-STR-03, straight_flush=PT-FLT-HCF-SF-10)",
        "chart",
        1,
        10_000,
    ),
    (f"keep-it-straight({EVERYTHING['keep-it-straight']})", "chart", 6, 1000),
    (f"three-card-prime({EVERYTHING['three-card-prime']})", "optimal", 1, 10_000),
    ("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-04)", "chart", 1, 3000),
    (f"three-card-prime({EVERYTHING['three-card-prime']})", "optimal", 7, 1000),
    (f"high-card-flush({EVERYTHING['high-card-flush']})", "optimal", 1, 10_000),
    (f"high-card-flush({EVERYTHING['high-card-flush']})", "chart", 5, 1000),
    *((f"ricochet-poker({EVERYTHING['ricochet-poker']})", "basic", seats, 10_000 // seats) for seats in range(2, 8)),
    *((f"ricochet-poker({EVERYTHING['ricochet-poker']})", None, seats, 2000 // seats) for seats in range(1, 8)),
    (BY_RANK, "basic", 1, 10_000),
    ("perfect-pairs(perfect_pairs=PT-PRG-PP-01)", None, 1, 10_000),
    ("perfect-pairs(perfect_pairs=PT-PRG-PP-D01, decks=6)", None, 1, 10_000),
    ("perfect-pairs(perfect_pairs=PT-PRG-PP-D02, decks=8, dynamic_draw=4-1-2-1)", None, 7, 1500),
    ("perfect-pairs(perfect_pairs=PT-PRG-PP-D02, decks=8, dynamic_draw=hand:7-1-2-9-3)", None, 7, 1500),
    (
        "perfect-pairs(perfect_pairs=PT-PRG-PP-D01, decks=6, "
        "dynamic_draw=number:3-2-1/hand:1-1-2-4/amount:5-4-3-2-1-1-1-1-1-9)",
        None,
        7,
        1500,
    ),
    ("perfect-pairs(perfect_pairs=PT-PRG-PP-MLP-01, decks=6)", None, 1, 10_000),
    ("perfect-pairs(perfect_pairs=PT-PRG-PP-13, decks=4)", None, 3, 2000),
    ("ricochet-poker(beaten_by_waiting_pair=still-knocks-out)", None, 3, 2000),
    ("ricochet-poker(last_player_after_kickout=must-choose)", None, 2, 2000),
    ("ricochet-poker(last_player_after_kickout=must-choose)", "basic", 2, 2000),
]


HOUSES = [
    ("blackjack", 1, 10_000),
    ("blackjack(perfect_pairs=PT-PRG-PP-D01, decks=6, soft17=hits, surrender=late)", 1, 3000),
    ("blackjack(perfect_pairs=PT-PRG-PP-D01, decks=6, dynamic_draw=hand:1-1-2-4)", 2, 2000),
    ("blackjack(decks=1, surrender=early, resplit_aces=yes, hit_split_aces=yes, blackjack_pays=6:5)", 1, 4000),
    ("blackjack(decks=2, hole_card=none, surrender=late, split_by=rank, double_after_split=no)", 1, 4000),
    ("blackjack(decks=2, hole_card=none, original_bets_only=yes, split_dealing=both-at-once)", 1, 4000),
    ("blackjack(hole_card=none, surrender=early, double_on=9-11, split_hands=2)", 3, 1500),
    ("blackjack(perfect_pairs=PT-PRG-PP-12, decks=6, resplit_aces=yes, surrender=early)", 7, 600),
    ("blackjack(decks=1, split_hands=3, double_on=10-11)", 5, 800),
]


def by_whim() -> TwentyOneStrategy:
    """An answer to every situation, none of them sensible: more hands are split and given up than by a chart."""

    def number(situation: Situation) -> int:
        return zlib.crc32(repr(situation).encode())

    def play(situation: Situation, offered: Sequence[str]) -> str:
        if "split" in offered and number(situation) % 4:
            return "split"
        return offered[number(situation) % len(offered)]

    def insures(situation: Situation) -> bool:
        return number(situation) % 5 < 2

    return TwentyOneStrategy("whim", play, lambda situation: number(situation) % 3 == 0, insures)


@pytest.mark.parametrize(("spec", "seats", "rounds"), HOUSES)
def test_blackjack_settles_alike_whatever_is_decided(spec: str, seats: int, rounds: int) -> None:
    game, whim = catalogue.load(spec), by_whim()
    simulator = twenty_one_simulator(game, whim, seats)
    decide = decider(game, whim)
    compare_rounds(
        SimulationPlan(game.configuration, game, "whim", seats, simulator, {}, decide, by_kernel=True), 99, rounds
    )


def without_zeros(tally: Tally) -> dict[str, dict[Outcome, int]]:
    return {
        wager: {outcome: count for outcome, count in outcomes.items() if count}
        for wager, outcomes in tally.counts.items()
    }


def compare_rounds(plan: SimulationPlan, seed: int, rounds: int) -> None:
    """Every round by number, from the kernel and from the play driver; then all of them as one chunk."""
    total = Tally()
    for number in range(rounds):
        cards = plan.simulator.cards(seed, number)
        boosts = plan.simulator.boosts(seed, number)
        played = play_round(plan.game, plan.seats, cards, plan.decide, boosts)
        expected = outcomes_of(plan.game, plan.seats, played)
        if number % 10 == 0:
            found = plan.simulator.run(seed, number, 1)
            assert without_zeros(found) == without_zeros(expected), f"round {number}: {cards}"
            assert found.squares == expected.squares, f"round {number}"
        total.add(expected)
    together = plan.simulator.run(seed, 0, rounds)
    assert without_zeros(together) == without_zeros(total)
    assert together.squares == total.squares


@pytest.mark.parametrize(("spec", "strategy", "seats", "rounds"), RUNS)
def test_rounds_settle_alike(spec: str, strategy: str | None, seats: int, rounds: int) -> None:
    compare_rounds(prepare(at_own_tables(spec), strategy, seats), 1234567, rounds)


def test_rounds_by_ranks_settle_alike() -> None:
    """The cards that a round by ranks is given show its ranks: play settles them as the kernel settles the ranks."""
    plan = prepare("keep-it-straight(straight=PT-FLT-KIS-SB-01)", "chart", deal="ranks")
    compare_rounds(plan, 1234567, 5000)
    cards = [plan.simulator.cards(9, number) for number in range(500)]
    assert all(len(set(each)) == 14 for each in cards)


@pytest.mark.parametrize("game_name", ["keep-it-straight", "three-card-prime", "high-card-flush"])
def test_hands_around_every_threshold_settle_alike(game_name: str) -> None:
    """Each class against itself, its neighbors, the lowest, the highest and those around the qualifying hand."""
    plan = prepare(game_name, "chart")
    simulator, game = plan.simulator, plan.game
    assert isinstance(simulator, ShowdownSimulator)
    assert isinstance(game, Showdown)
    ranking = ranking_of(game)
    last = len(ranking.classes) - 1
    first = simulator.tables.first_qualifying
    outcomes = simulator.layout.wagers[0].outcomes
    unit = game.stake_rules[game.base_wager].grain
    step = max(1, last // 300)
    for own in range(0, last + 1, step):
        for dealer in {0, first - 1, first, first + 1, own - 1, own, own + 1, last} & set(range(last + 1)):
            bets = np.uint64(simulator.tables.bets)
            classes = np.uint64(own), np.uint64(dealer)
            cell = base_cell(*classes, np.uint64(0), bets, np.uint64(first), simulator.tables.outcome)
            state = game.open([Stakes(1, (unit,))])
            draw = game.turn(state)
            assert isinstance(draw, Draw)
            state = state.with_cards(draw, ranking.examples[own])
            choose = game.turn(state)
            decision = plan.decide(state, choose)  # type: ignore[arg-type]
            assert isinstance(decision, Decision)
            state = state.with_decision(decision)
            draw = game.turn(state)
            assert isinstance(draw, Draw)
            settled = game.turn(state.with_cards(draw, ranking.examples[dealer]))
            assert isinstance(settled, Settled)
            assert outcomes[cell].net == Fraction(sum(line.net for line in settled.lines), unit)
