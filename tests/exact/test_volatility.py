"""Many rounds of one wager: exact where it is counted, near to it where it is estimated."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import accumulate, product

import pytest

from croupier.exact.distribution import Distribution
from croupier.exact.long_run import volatility
from croupier.exact.long_run.volatility import (
    BANDS,
    CHANCES,
    Lattice,
    Pace,
    chances_after,
    power,
    risk_of_ruin,
    ruin_in_the_end,
    total_after,
)

COIN = Distribution.of({Fraction(-1): 1, Fraction(1): 1})
PAIRS = Distribution.of({Fraction(-1): 16_440, Fraction(1): 3_744, Fraction(4): 1_096, Fraction(6): 820})
HALVES = Distribution.of({Fraction(-2): 5, Fraction(-1, 2): 3, Fraction(0): 1, Fraction(3, 2): 4})


@pytest.mark.parametrize("distribution", [COIN, PAIRS, HALVES])
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_sequences_are_counted_as_by_hand(distribution: Distribution, rounds: int) -> None:
    lattice = Lattice.of(distribution)
    by_hand: Counter[int] = Counter()
    for drawn in product(lattice.weights, repeat=rounds):
        by_hand[sum(k for k, _ in drawn)] += math.prod(count for _, count in drawn)
    assert {place: count for place, count in enumerate(power(lattice, rounds)) if count} == by_hand


@pytest.mark.parametrize("distribution", [COIN, PAIRS, HALVES])
def test_the_estimate_agrees_with_the_count(distribution: Distribution) -> None:
    rounds = 97
    counted = total_after(distribution, rounds)
    estimated = volatility._inverted(distribution, Lattice.of(distribution), rounds)
    assert (counted.method, estimated.method) == ("exact", "estimated")
    assert float(counted.house_ahead) == pytest.approx(float(estimated.house_ahead), abs=1e-9)
    assert [float(counted.quantile(each)) for each in CHANCES] == [estimated.quantile(each) for each in CHANCES]


@pytest.mark.parametrize("distribution", [COIN, PAIRS, HALVES])
@pytest.mark.parametrize("rounds", [1, 7, 160, 300])
def test_the_count_lies_within_the_bounds_of_the_convolution(distribution: Distribution, rounds: int) -> None:
    lattice = Lattice.of(distribution)
    counts = list(accumulate(power(lattice, rounds)))
    found = chances_after(lattice.weights, rounds)
    assert found is not None
    low, high = found.up_to()
    assert found.first + len(low) <= len(counts)
    for place, (least, most) in enumerate(zip(low.tolist(), high.tolist(), strict=True), start=found.first):
        assert Fraction(least) <= Fraction(counts[place], counts[-1]) <= Fraction(most)
        assert most - least < 1e-9


@pytest.mark.parametrize("distribution", [COIN, PAIRS, HALVES])
def test_what_is_convolved_is_what_is_counted(distribution: Distribution) -> None:
    rounds = 120
    lattice = Lattice.of(distribution)
    counted, convolved = volatility._counted(lattice, rounds), volatility._convolved(lattice, rounds, CHANCES)
    assert convolved is not None
    assert convolved.method == "exact"
    assert float(counted.house_ahead) == pytest.approx(float(convolved.house_ahead), abs=6e-9)
    assert [counted.quantile(each) for each in CHANCES] == [convolved.quantile(each) for each in CHANCES]


@pytest.mark.parametrize("distribution", [COIN, PAIRS, HALVES])
@pytest.mark.parametrize("rounds", [1_000, 100_000])
def test_a_sketch_of_many_rounds_agrees_with_the_convolution(distribution: Distribution, rounds: int) -> None:
    exact, near = total_after(distribution, rounds, CHANCES), volatility.sketch_after(distribution, rounds)
    assert (exact.method, near.method) == ("exact", "estimated")
    assert float(exact.house_ahead) == pytest.approx(float(near.house_ahead), abs=6e-8)
    assert [float(exact.quantile(each)) for each in CHANCES] == [near.quantile(each) for each in CHANCES]


def test_a_chance_that_is_estimated_is_never_certain() -> None:
    sure = Distribution.of({Fraction(-1): 3, Fraction(1): 1})
    assert volatility.sketch_after(sure, 1_000_000).house_ahead == 1 - 1e-9
    lost = Distribution.of({Fraction(-1): 1, Fraction(1): 3})
    assert volatility.sketch_after(lost, 1_000_000).house_ahead == 1e-9


def test_digits_are_given_only_where_the_bounds_share_them() -> None:
    assert volatility._shared_digits(0.123456781, 0.123456784) == Fraction("0.12345678")
    assert volatility._shared_digits(0.123456701, 0.123456749) == Fraction("0.1234567")
    assert volatility._shared_digits(0.1234564, 0.1234566) is None
    assert isinstance(volatility._shared_digits(1 - 1e-12, 1.0), float)
    assert volatility._convolved(Lattice.of(PAIRS), 100_000_000, CHANCES) is None


def test_a_fair_coin_puts_the_house_ahead_as_often_as_the_player() -> None:
    total = total_after(COIN, 100)
    tie = Fraction(math.comb(100, 50), 2**100)
    assert total.house_ahead == (1 - tie) / 2
    assert total.quantile(Fraction(1, 2)) == 0


def test_far_out_the_law_of_large_numbers_holds() -> None:
    total = total_after(PAIRS, 10_000_000)
    spread = float(PAIRS.variance / 10_000_000) ** 0.5
    edge = float(PAIRS.house_edge)
    assert total.method == "estimated"
    assert float(total.hold(Fraction(975, 1000))) == pytest.approx(edge + 1.959964 * spread, rel=1e-3)


def test_outcomes_between_the_places_of_a_grid_are_near_enough() -> None:
    jackpot = Distribution.of({Fraction(-1): 900_000, Fraction(9): 99_000, Fraction(336_779, 29): 10})
    rounded = Distribution.of({Fraction(-1): 900_000, Fraction(9): 99_000, Fraction(11_613): 10})
    fine, coarse = total_after(jackpot, 40), total_after(rounded, 40)
    assert fine.method == "estimated"
    assert float(fine.house_ahead) == pytest.approx(float(coarse.house_ahead), abs=1e-3)


STRAIGHT_FLUSHES = {0: 124_423_848, 3: 8_642_932, 40: 676_196, 200: 39_960}
"""Seven-card hands by what a straight flush hands back; those of six and seven cards, 1,624, win the meter."""


@pytest.mark.parametrize(
    ("top", "kept", "rounds", "holds"),
    [
        (Fraction(10_000), Fraction(82, 100), 1_000_000, "14.3604 16.9607 30.6814 32.3560"),
        (Fraction(10_000), Fraction(82, 100), 10_000_000, "21.3365 22.0655 26.4189 27.0562"),
        (Fraction(3_600_109, 145), Fraction(1), 1_000_000, "-0.2534 6.6154 39.8119 44.3742"),
        (Fraction(3_600_109, 145), Fraction(1), 1_000, "-2429.1338 14.6000 75.6000 79.8000"),
        (Fraction(3_600_109, 145), Fraction(1), 100_000, "-69.6087 -44.3964 56.3750 57.3840"),
        (Fraction(10**12), Fraction(1), 1_000, "-99999999946.3 14.6000 75.6000 79.8000"),
    ],
)
def test_a_rare_net_far_above_the_rest(top: Fraction, kept: Fraction, rounds: int, holds: str) -> None:
    """To every decimal that is printed, beside an independent sum on every total, given the number of jackpots won.

    The first two are the house's side of a seed of 10,000 wagers and a rate of 18 %, the others the player's at the
    average meter.
    """
    nets = {back - kept: count for back, count in ((Fraction(k), n) for k, n in STRAIGHT_FLUSHES.items())}
    total = total_after(Distribution.of({**nets, top - kept: 1_624}), rounds)
    assert total.method == "estimated"
    for chance, percent in zip(BANDS, holds.split(), strict=True):
        found = float(total.hold(chance)) * 100
        assert abs(found - float(percent)) < 0.51 * 10.0**-total.places, chance


def test_ruin_is_the_gamblers() -> None:
    # Two units, three flips: lost at the second flip (1/4); no path is lost at the third.
    assert risk_of_ruin(COIN, 2, 3) == pytest.approx(1 / 4)
    assert risk_of_ruin(COIN, 1, 1) == pytest.approx(1 / 2)
    assert risk_of_ruin(PAIRS, 50, 40) == 0
    # A player's edge: p = 3/5 of winning one unit, ruin from B units is (2/3)^B.
    edge = Distribution.of({Fraction(-1): 2, Fraction(1): 3})
    assert risk_of_ruin(edge, 3, 2000) == pytest.approx((2 / 3) ** 3, rel=1e-6)
    assert ruin_in_the_end(edge, 3).chance == pytest.approx((2 / 3) ** 3, rel=1e-14)
    assert ruin_in_the_end(PAIRS, 500).chance == 1


def test_an_hour_is_rounds_times_seats_times_wager() -> None:
    found = volatility.volatility(PAIRS, Pace(50, 6, 2500), 2500)
    assert found.win_per_hour_cents == PAIRS.house_edge * 50 * 6 * 2500
    assert [session.rounds for session in found.sessions] == [50, 200, 400]
