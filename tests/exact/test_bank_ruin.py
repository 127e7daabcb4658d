"""The house's bank against one seat: exact, and equal to what others found and to plain walks."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import catalogue
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.volatility import BANKROLLS, TableFigures, bank_lost, ruin_between
from croupier.questions.solved.solutions import base_result


def seat(game: str) -> Distribution:
    return base_result(catalogue.configuration(game)).distribution


def test_one_seat_of_keep_it_straight() -> None:
    """Recomputed by code of its own in a review; the Brownian motion said 83.10, 62.96, 39.64, 15.71 and 0.98."""
    found = bank_lost(seat("keep-it-straight"), BANKROLLS)
    assert found is not None
    assert [f"{100 * chance:.3f}" for chance in found] == ["82.178", "62.360", "39.370", "15.692", "0.994"]


@pytest.mark.parametrize("won", [1, 2, 7])
def test_a_wager_that_loses_one_or_wins_some(won: int) -> None:
    """The player wins a few units with an edge against them; solved here by walking until nothing moves any more."""
    chance = Fraction(9, 10) / (won + 1)
    player = Distribution.of({Fraction(-1): chance.denominator - chance.numerator, Fraction(won): chance.numerator})
    banks = (1, 5, 20)
    found = bank_lost(player, banks)
    assert found is not None
    top = 900
    alive = [1.0] * (won + 1) + [0.0] * top
    for _ in range(6_000):
        for bank in range(won + 1, won + top):
            alive[bank] = (1 - float(chance)) * alive[bank + 1] + float(chance) * alive[bank - won]
    assert found == pytest.approx([alive[bank + won] for bank in banks], abs=2e-3 if won == 7 else 1e-4)


def test_a_bank_without_an_edge_is_lost_and_one_that_never_pays_is_not() -> None:
    assert bank_lost(Distribution.of({Fraction(-1): 1, Fraction(1): 1}), (5, 10)) == (1.0, 1.0)
    assert bank_lost(Distribution.of({Fraction(-1): 1, Fraction(0): 1}), (5, 10)) == (0.0, 0.0)


def test_half_units_and_pays_that_take_more_than_the_bank() -> None:
    """The house holds three halves of a unit and pays ten: one such win is enough."""
    found = bank_lost(Distribution.of({Fraction(-1, 2): 30, Fraction(10): 1}), (1, 10))
    assert found is not None
    assert 1 / 31 < found[1] < found[0] < 1


def test_a_figure_is_called_what_it_is() -> None:
    one = seat("three-card-prime")
    alone = TableFigures(1, one.expectation, one.variance, Fraction(), is_exact=True, outcomes=one)
    assert alone.bank_ruin().method == "exact"
    several = TableFigures(3, one.expectation, one.variance, Fraction(), is_exact=True, outcomes=one)
    assert several.bank_ruin().method == "as Brownian motion"
    long_pays = Distribution.of({Fraction(-1): 10**7, Fraction(1_000_003): 1})
    assert bank_lost(long_pays, (100,)) is None


@pytest.mark.parametrize("game", ["three-card-prime", "keep-it-straight"])
def test_what_is_known_exactly_lies_within_the_bounds_that_know_only_mean_variance_and_limits(game: str) -> None:
    one = seat(game)
    least, most = -float(one.counts[0][0]), float(one.counts[-1][0])
    exact = bank_lost(one, BANKROLLS)
    assert exact is not None
    for chance, bank in zip(exact, BANKROLLS, strict=True):
        low, high = ruin_between(float(one.house_edge), float(one.variance), least, most, bank)
        assert 0 < low <= chance <= high < 1


def test_a_table_whose_seats_move_as_one_lies_within_its_bounds() -> None:
    """Three seats with one result among them are one seat with three times the stake."""
    one = seat("three-card-prime")
    table = TableFigures(3, one.expectation, one.variance, one.variance, is_exact=True, outcomes=one).bank_ruin()
    tripled = bank_lost(Distribution.of({3 * net: count for net, count in one.counts}), BANKROLLS)
    assert tripled is not None
    assert all(low <= chance <= high for chance, (low, high) in zip(tripled, table.bounds, strict=True))
