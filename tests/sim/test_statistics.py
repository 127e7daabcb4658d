"""What counts say: errors, z, chi-square with small classes merged, Poisson tails for rare outcomes, the verdict."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from croupier.kernels.cells import Outcome
from croupier.questions.simulating import simulate
from croupier.sim.statistics import SUSPICIOUS, WagerCounts
from croupier.units import normal_two_sided, poisson_two_sided

LOSE, WIN, BIG = Outcome(Fraction(-1)), Outcome(Fraction(1), "win"), Outcome(Fraction(1000), "jackpot")
EVERYTHING = [
    "keep-it-straight(straight=PT-FLT-KIS-SB-01, straight_flush=PT-FLT-HCF-SF-01, "
    "straight_flush_progressive=PT-BJS-HCF-SF-E02)",
    "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02, prime=SAMPLE-TCP-PRIME-01, all_six=SAMPLE-TCP-ALL-SIX-01, "
    "mini_royal_progressive=SAMPLE-TCP-MRP-01)",
    "high-card-flush(flush=SAMPLE-HCF-FLUSH-01, straight_flush=PT-FLT-HCF-SF-01, "
    "straight_flush_progressive=PT-BJS-HCF-SF-01)",
    "perfect-pairs(perfect_pairs=PT-PRG-PP-D01, decks=6)",
    "perfect-pairs(perfect_pairs=PT-PRG-PP-MLP-04, decks=8)",
    "perfect-pairs(perfect_pairs=PT-PRG-PP-D01, decks=6, "
    "dynamic_draw=number:3-2-1/hand:1-1-2-4/amount:5-4-3-2-1-1-1-1-1-9)",
    "blackjack(perfect_pairs=PT-PRG-PP-D05, decks=6)",
    "ricochet-poker(rapid_fire=SAMPLE-RIC-RF-01, hedge_bet=SAMPLE-RIC-HB-01, pocket_bonus=SAMPLE-RIC-PB-01, "
    "mini_royal_progressive=SAMPLE-TCP-MRP-01, straight_flush_progressive=PT-BJS-HCF-SF-E01)",
]
ESTIMATED = ("bet", "ante")
"""Base wagers of games whose strategy has no exact value here."""


def counts(win: int, big: int = 0, rounds: int = 10_000, rare: Fraction = Fraction(1, 10**6)) -> WagerCounts:
    exact = {LOSE: Fraction(1, 2) - rare, WIN: Fraction(1, 2), BIG: rare}
    found = {LOSE: rounds - win - big, WIN: win, BIG: big}
    return WagerCounts("wager", rounds, 1, found, None, exact)


def test_five_standard_errors_is_the_line() -> None:
    assert normal_two_sided(5) == pytest.approx(SUSPICIOUS, rel=0.01)
    assert counts(5000 + 249).agrees
    assert not counts(5000 + 251).agrees


def test_a_rare_big_win_is_judged_by_its_count_and_not_by_the_mean() -> None:
    one = counts(5000, 1)
    assert one.z is not None
    assert one.z > 5
    assert one.agrees
    assert counts(5000, 2).agrees
    assert not counts(5000, 4).agrees
    assert counts(5000, 0).agrees


def test_an_outcome_that_cannot_come_is_a_disagreement() -> None:
    exact = {LOSE: Fraction(1, 2), WIN: Fraction(1, 2)}
    assert not WagerCounts("wager", 10, 1, {LOSE: 5, WIN: 4, BIG: 1}, None, exact).agrees


def test_small_classes_are_merged() -> None:
    chi = counts(5000, 0).chi_square
    assert chi is not None
    assert chi.freedom == 1
    assert counts(5000, 100, rare=Fraction(1, 100)).chi_square.freedom == 2  # type: ignore[union-attr]


def test_nothing_exact_means_no_verdict() -> None:
    found = WagerCounts("wager", 100, 1, {LOSE: 60, WIN: 40})
    assert (found.z, found.agrees, found.chi_square, found.exact_mean) == (None, None, None, None)
    assert found.mean == Fraction(-1, 5)
    assert found.standard_error == pytest.approx(math.sqrt(0.96 / 100))


def test_seats_that_hang_together_widen_the_error() -> None:
    """Two seats that always end alike tell as much as one."""
    rounds = 10_000
    alone = WagerCounts("wager", rounds, 1, {LOSE: 5100, WIN: 4900})
    twice = WagerCounts("wager", rounds, 2, {LOSE: 10_200, WIN: 9800}, Fraction(4 * rounds))
    assert twice.standard_error == pytest.approx(alone.standard_error)


def test_poisson_tails() -> None:
    below = sum(math.exp(-3) * 3**k / math.factorial(k) for k in range(10))
    assert poisson_two_sided(10, 3.0) == pytest.approx(2 * (1 - below), rel=1e-9)
    assert poisson_two_sided(3, 3.0) == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("spec", EVERYTHING)
def test_ten_million_rounds_lie_within_five_standard_errors(spec: str) -> None:
    strategy = "basic" if spec.startswith("ricochet") else None  # its best play takes minutes
    result = simulate(spec, 10_000_000, 20261115, strategy=strategy).finish()
    assert result.rounds == 10_000_000
    for wager in result.wagers:
        if wager.exact is None:
            assert wager.wager in ESTIMATED
            assert wager.agrees in (None, True)
            continue
        assert wager.agrees, f"{wager.wager}: {wager.probability}"
        assert wager.chi_square is not None
        assert wager.chi_square.probability > 1e-4
        assert wager.z is not None
        assert abs(wager.z) < 5


def test_a_wrong_table_is_found() -> None:
    """A million rounds of one table do not pass for another."""
    right = simulate("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)", 1_000_000, 5).finish()
    other = simulate("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-03)", 1, 5).plan.exact["pair_bonus"]
    mixed = WagerCounts("pair_bonus", right.rounds, 1, right["pair_bonus"].counts, None, other)
    assert mixed.agrees is False


def test_several_seats_agree_too() -> None:
    result = simulate(EVERYTHING[0], 400_000, 11, seats=6).finish()
    assert all(wager.agrees for wager in result.wagers)
    assert all(wager.z is not None and abs(wager.z) < 5 for wager in result.wagers)


@pytest.mark.parametrize(
    ("spec", "published"),
    [
        # Player's expectation under composition-dependent play, Farmer's calculator v7.6, CDZ-; in percent. Basic
        # strategy by totals gives away less than a hundredth of a point, far below the error here.
        ("blackjack(decks=6)", -0.402870),
        ("blackjack(decks=8, soft17=hits)", -0.644554),
    ],
)
def test_blackjack_lies_within_four_standard_errors_of_what_is_published(spec: str, published: float) -> None:
    bet = simulate(spec, 6_000_000, 77).finish()["bet"]
    assert abs(100 * float(bet.mean) - published) < 4 * 100 * bet.standard_error
    assert bet.standard_error < 0.0006
    # The chart's own exact value: floating point with its bound, and no distribution.
    assert bet.exact is None
    assert bet.z is not None
    assert abs(bet.z) < 4
    assert bet.agrees
