"""Several winners in one round: closed forms where hands that win are few, and every deal of a small deck."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest

from croupier import catalogue
from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.company import Bounds, Company, company_of, envy_once, whole_meter
from croupier.exact.counting.jackpots import solve_jackpot
from croupier.rulebook.configuration import Configuration

RICOCHET = "ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-03)"
FLUSH = "high-card-flush(straight_flush_progressive=PT-BJS-HCF-SF-01)"
ROYAL = "three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)"
SF, MR = "straight_flush_progressive", "mini_royal_progressive"


def configured(spec: str) -> Configuration:
    return catalogue.configuration(spec)


def test_a_second_winner_at_ricochet() -> None:
    """All seats share the dealer's five cards: an independent program found 330 times, to two digits."""
    company = company_of(configured(RICOCHET), SF, "whole", 1)
    assert company.all_win(1) == solve_jackpot(configured(RICOCHET), SF).meter(1).hit_probability
    assert company.second_winner is not None
    assert f"{float(company.second_winner):.2g}" == "3.3e+02"
    # A dealer's five cards leave at most two runs to complete.
    assert company.all_win(3) == 0


def test_two_pockets_at_ricochet_one_by_one() -> None:
    """Seven-card straight flushes: every dealer's five of one suit with every two pockets."""
    company = company_of(configured("ricochet-poker(straight_flush_progressive=PT-BJS-HCF-SF-01)"), SF, "whole", 1)
    runs = [{0, *range(1, 7)} if low == 0 else {place % 13 for place in range(low, low + 7)} for low in range(8)]
    ways = 0
    for shown in combinations(range(13), 5):
        pockets = [run - set(shown) for run in runs if set(shown) <= run]
        ways += sum(1 for one, other in permutations(pockets, 2) if not one & other)
    assert company.all_win(2) == Fraction(4 * ways, comb(52, 5) * comb(47, 2) * comb(45, 2))


def test_seven_card_straight_flushes_of_two_seats() -> None:
    """Eight in each suit, any two of one suit share a card."""
    company = company_of(configured(FLUSH), SF, "whole", 1)
    assert company.all_win(2) == Fraction(4 * 8 * 3 * 8, comb(52, 7) * comb(45, 7))
    assert company.all_win(5) == 0
    one, two = company.all_win(1), company.all_win(2)
    assert company.shared(2) == Bounds(one - two / 2, one - two / 2)
    assert company.any_wins(2).low == 2 * one - two


def test_the_highest_envy_alone() -> None:
    """A mini-royal in spades pays an envy of $100, one of the other three $25."""
    both = comb(52, 3) * comb(49, 3)
    expected = 100 * Fraction(2 * (comb(49, 3)), both) + 25 * (
        Fraction(2 * 3 * comb(49, 3) - 3 * 2, both) - Fraction(2 * 3, both)
    )
    assert envy_once(configured(ROYAL), MR, 2) == expected
    solution = solve_jackpot(configured(ROYAL.replace(")", ", envy_per=round)")), MR)
    assert solution.envy(1) == solution.envy_return
    assert solution.envy(2) == expected
    assert solution.envy(6) < 6 * solution.envy_return


def test_many_hands_are_bounded_beyond_three_seats() -> None:
    company = Company(configured(FLUSH.replace("SF-01", "SF-03")), SF, whole_meter(1))
    three, six = company.shared(3), company.shared(6)
    assert three.is_exact
    assert not six.is_exact
    assert six.low < six.high
    assert (six.high - six.low) / six.low < Fraction(1, 10**11)
    assert six.high.limit_denominator() <= three.low.limit_denominator()
    with pytest.raises(MissingPart, match="4 seats"):
        company.all_win(4)


def test_what_bounds_do_not_share_is_not_printed() -> None:
    assert Bounds(Fraction(12346, 10**5), Fraction(12348, 10**5)).text() == "0.1235"
    assert Bounds(Fraction(1, 3), Fraction(1, 3)).text() == "0.333333333333"


def test_several_winners_from_a_shoe_are_not_counted() -> None:
    with pytest.raises(MissingPart, match="several winners"):
        Company(configured("perfect-pairs(decks=2, perfect_pairs=PT-PRG-PP-14)"), "perfect_pairs", whole_meter(1))
    many = solve_jackpot(
        configured("high-card-flush(straight_flush_progressive=PT-BJS-HCF-SF-E01, envy_per=round)"), SF
    )
    assert many.envy(3) < 3 * many.envy_return
    with pytest.raises(BadInput, match="5 others"):
        many.envy(5)
