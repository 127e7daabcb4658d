"""Jackpot arithmetic: identities that must hold, small cases computed by hand, and dynamic pays drawn one by one."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest

import croupier
from croupier.errors import BadInput
from croupier.exact.counting.jackpots import Boosts, JackpotSolution, boosts_of, solve_jackpot
from croupier.play.dynamic import dynamic_pays
from croupier.rulebook.configuration import configure
from croupier.rulebook.key_values import BoostDraw
from croupier.rulebook.loading import add_user_tables
from croupier.units import Fixed, MeterShare
from tests.own_tables import own_sheet

SFP = "straight_flush_progressive"


def jackpot(spec: str, wager: str = "perfect_pairs") -> JackpotSolution:
    return solve_jackpot(croupier.configuration(spec), wager)


def kis(table: str, more: str = "") -> JackpotSolution:
    return jackpot(f"keep-it-straight({SFP}={table}{more})", SFP)


USER_TABLE = own_sheet(
    "mini_royal_progressive",
    "mini_royal",
    "USER-MRP-90",
    [
        ("mini_royal_spades", "Mini-Royal in Spades", "100% envy $100"),
        ("mini_royal", "Mini-Royal, other suits", "$500 envy $25"),
        ("straight_flush", "Straight Flush", "$100"),
        ("three_of_a_kind", "Three-of-a-Kind", "$90"),
    ],
    basis="for",
    cites="3CPS progressive",
    before="""
[[sources]]
tag = "3CPS"
title = "Side bets"
kind = "public page"
mark = "C"
publisher = "3cardpokerstrategy.org"
edition = "as read"
address = "3cardpokerstrategy.org/side-bets"
sections = ["progressive"]
""",
)


@pytest.fixture
def published(tmp_path: Path) -> JackpotSolution:
    path = tmp_path / "tables.toml"
    path.write_text(USER_TABLE)
    book = add_user_tables(croupier.book(), path)
    return solve_jackpot(
        configure(book, "three-card-prime(mini_royal_progressive=USER-MRP-90)"), "mini_royal_progressive"
    )


def test_a_published_three_card_progressive(published: JackpotSolution) -> None:
    """3cardpokerstrategy.org: break-even $11,520 on $1, and $175 less for each other player with envy 100/25."""
    assert published.break_even_cents() == 11_520_00
    assert published.break_even_cents(1) == (11_520 - 175) * 100
    assert published.break_even_cents(5) == (11_520 - 5 * 175) * 100
    assert published.fixed_return == Fraction(3 * 500 + 44 * 100 + 52 * 90, 22_100)
    assert published.envy_return == Fraction(175, 22_100)


def test_the_sample_three_card_progressive() -> None:
    """The sample Mini-Royal Progressive: the fixed part returns 38.46 %, each $1,000 adds 4.52 %."""
    solved = jackpot("three-card-prime(mini_royal_progressive=SAMPLE-TCP-MRP-01)", "mini_royal_progressive")
    assert f"{float(solved.fixed_return):.4f}" == "0.3846"
    assert f"{float(solved.meter(1).return_per_1000):.4f}" == "0.0452"
    assert solved.meter(1).one_in == 22_100


def test_partial_pays_count_by_their_percentage() -> None:
    """E02: 212 hands take all of the meter and 1,412 a tenth, of 133,784,560 (reading K3, K4)."""
    solved = kis("PT-BJS-HCF-SF-E02")
    meter = solved.meter(1)
    assert meter.hit_probability == Fraction(212, 133_784_560)
    assert meter.share == Fraction(2120 + 1412, 1_337_845_600)
    fixed = Fraction(250 * 39_960 + 40 * 676_196 + 3 * 8_642_932, 133_784_560)
    assert solved.fixed_return == fixed
    assert solved.envy_return == Fraction(250 * 212, 133_784_560)
    assert solved.break_even_cents() == 100 * (1 - fixed) / meter.share


def test_at_the_break_even_meter_the_wager_is_fair() -> None:
    for table in ("PT-BJS-HCF-SF-03", "PT-BJS-HCF-SF-E02", "PT-BJS-HCF-SF-E05"):
        for others in (0, 1, 5):
            solved = kis(table)
            assert solved.expectation({1: solved.break_even_cents(others)}, others) == 0


def test_several_levels_break_even_with_the_lower_ones_at_their_seed() -> None:
    solved = jackpot("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-MLP-01)")
    assert [each.level for each in solved.meters] == [1, 2, 3]
    lower = {2: 5_000_00, 3: 500_00}
    assert solved.expectation({**lower, 1: solved.break_even_cents(0, lower)}) == 0
    # reading P15: only the highest row, so the chosen suit's triple aces never count for level 2.
    assert [each.hit_probability * solved.total for each in solved.meters] == [60, 180, 2_880]
    with pytest.raises(BadInput, match="level 2 is not given"):
        solved.break_even_cents()
    with pytest.raises(BadInput, match="no level 4"):
        solved.expectation({1: 0, 2: 0, 3: 0, 4: 0})


def test_average_meter_balances_what_flows_in_and_out() -> None:
    """As published reports reckon it: seed x P100 + rate x wager = (P100 + 0.1 P10) x average."""
    solved = kis("PT-BJS-HCF-SF-E02")
    seed, rate = 10_000_00, Fraction(18, 100)
    average = solved.average_meters({1: seed}, {1: rate})[1]
    p100, p10 = Fraction(212, 133_784_560), Fraction(1412, 133_784_560)
    assert seed * p100 + rate * 100 == (p100 + p10 / 10) * average
    # In the long run the house keeps what is neither fixed pays, nor contributed, nor seed.
    kept = 1 - solved.fixed_return - rate - seed * p100 / 100
    assert -solved.expectation({1: average}) == kept


def test_without_partial_pays_the_average_award_is_seed_and_contributions() -> None:
    """As published reports reckon it: average progressive award = seed + rate x wager / P(hit)."""
    solved = kis("PT-BJS-HCF-SF-03")
    average = solved.average_meters({1: 10_000_00}, {1: Fraction(18, 100)})[1]
    assert average == 10_000_00 + 18 / solved.meter(1).hit_probability


def test_a_simulated_meter_comes_near_the_average() -> None:
    """One in ten takes all and two in ten a tenth: the average from the balance against a long deterministic run."""
    seed, rate, takes_all, takes_tenth = 100.0, 5.0, 0.1, 0.2
    share = takes_all + takes_tenth / 10
    expected = (seed * takes_all + rate) / share
    # The stationary average of meter' = meter + rate, then seed with takes_all, then nine tenths with takes_tenth.
    mean = seed
    for _ in range(2_000):
        shown = mean + rate
        mean = takes_all * seed + takes_tenth * 0.9 * shown + (1 - takes_all - takes_tenth) * shown
    assert mean + rate == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("table", ["PT-BJS-HCF-SF-E02", "PT-BJS-HCF-SF-03"])
def test_another_base_wager_multiplies_pays_but_not_the_meter(table: str) -> None:
    one, five = kis(table), kis(table, ", base_wager=5.00")
    assert five.fixed_return == one.fixed_return
    assert five.envy_return == one.envy_return
    assert five.break_even_cents() == 5 * one.break_even_cents()
    assert five.meter(1).return_per_1000 == one.meter(1).return_per_1000 / 5
    assert five.expectation({1: 5_000_000}) == one.expectation({1: 1_000_000})
    seeds, rates = {1: 1_000_000}, {1: Fraction(1, 5)}
    assert five.average_meters(seeds, rates)[1] == 5 * one.average_meters(seeds, rates)[1]
    kept = kis(table, ", edition=washington, base_wager=5.00, scale_seed=no")
    assert kept.average_meters({1: 5_000_000}, rates) == five.average_meters(seeds, rates)


def test_a_house_jackpot_is_the_same_arithmetic_on_the_posted_amount() -> None:
    progressive = jackpot(f"keep-it-straight(edition=washington, {SFP}=PT-BJS-HCF-SF-04)", SFP)
    house = jackpot(f"keep-it-straight(edition=washington, jackpot=house, {SFP}=PT-BJS-HCF-SF-04)", SFP)
    assert house.is_house_jackpot
    assert house.expectation({1: 2_500_000}) == progressive.expectation({1: 2_500_000})
    assert house.break_even_cents() == progressive.break_even_cents()
    with pytest.raises(BadInput, match="does not rise"):
        house.average_meters({1: 1_000_000}, {1: Fraction(1, 10)})


def test_dealer_envy_is_paid_beside_the_player() -> None:
    with_envy = jackpot("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-06b)")
    without = jackpot("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-06a)")
    assert with_envy.expectation({1: 1_000_000}) == without.expectation({1: 1_000_000})
    assert with_envy.dealer_envy({1: 1_000_000}) == with_envy.meter(1).hit_probability * 300
    assert without.dealer_envy({1: 1_000_000}) == 0


def test_one_envy_a_round_is_solved_for_some_other_players() -> None:
    solved = kis("PT-BJS-HCF-SF-E01", ", envy_per=round")
    assert solved.envy(1) == kis("PT-BJS-HCF-SF-E01").envy(1) > 0
    assert solved.break_even_cents(2) < solved.break_even_cents(1)
    with pytest.raises(BadInput, match="up to 3 others"):
        solved.break_even_cents(4)
    with pytest.raises(BadInput, match="not a number of players"):
        solved.envy(-1)


def test_amounts_below_zero_and_rates_above_one_are_refused() -> None:
    solved = kis("PT-BJS-HCF-SF-03")
    with pytest.raises(BadInput, match="negative"):
        solved.expectation({1: -1})
    with pytest.raises(BadInput, match="not a part of the wager"):
        solved.average_meters({1: 0}, {1: Fraction(3, 2)})


def drawn_one_by_one(solved: JackpotSolution, weights: tuple[int, ...], meter_cents: int) -> dict[Fraction, Fraction]:
    """The distribution of the net by listing every draw: how many rows, which, and each one's option."""
    table = solved.counted.table
    options = dynamic_pays(table)
    chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    rows = solved.counted.rows
    for number, weight in enumerate(weights, 1):
        subsets = list(combinations(options, number))
        for chosen in subsets:
            draws = list(product(*(options[event] for event in chosen)))
            for draw in draws:
                boosted = dict(zip(chosen, draw, strict=True))
                part = Fraction(weight, sum(weights) * len(subsets) * len(draws))
                for row in rows:
                    pay = row.row.pay
                    if isinstance(pay, MeterShare):
                        cents = Fraction(meter_cents)
                    else:
                        assert isinstance(pay, Fixed)
                        cents = Fraction(boosted.get(row.row.event, pay.cents))
                    chances[cents / 100 - 1] += part * row.probability
    chances[Fraction(-1)] += solved.counted.losing_probability
    return dict(chances)


@pytest.mark.parametrize(("draw", "weights"), [("", (1, 1, 1)), (", dynamic_draw=3-2-1", (3, 2, 1))])
def test_dynamic_pays_drawn_one_by_one(draw: str, weights: tuple[int, ...]) -> None:
    solved = jackpot(f"perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-D01{draw})")
    outcome = solved.at({1: 2_000_000}).distribution
    listed = drawn_one_by_one(solved, weights, 2_000_000)
    assert {net: Fraction(count, outcome.total) for net, count in outcome.counts} == listed
    assert outcome.expectation == solved.expectation({1: 2_000_000}) == sum(net * p for net, p in listed.items())


def test_evenly_drawn_boosts_reach_every_row_half_of_the_time() -> None:
    for table in ("PT-PRG-PP-D01", "PT-PRG-PP-D02", "PT-PRG-PP-D03", "PT-PRG-PP-D04", "PT-PRG-PP-D05"):
        boosts = boosts_of(croupier.book().paytable(table))
        assert boosts is not None
        assert boosts.chance == Fraction(1, 2)
    assert boosts_of(croupier.book().paytable("PT-PRG-PP-01")) is None
    assert Boosts(BoostDraw((0, 0, 1)), tuple("abcd")).chance == Fraction(3, 4)
    assert Boosts(BoostDraw((1, 0, 0, 0)), tuple("abcde")).chance == Fraction(1, 5)


def test_a_dynamic_table_by_hand() -> None:
    """D01, six decks: half default, half the average option; counts as in tests/counts/pairs_6_decks."""
    solved = jackpot("perfect-pairs(decks=6, perfect_pairs=PT-PRG-PP-D01)")
    averages = {
        "perfect_three_of_a_kind": Fraction(555),
        "perfect_top": Fraction(555, 2),
        "perfect_pair": Fraction(111, 5),
    }
    averages["colored_pair"] = Fraction(111, 10)
    defaults = {"perfect_three_of_a_kind": 100, "perfect_top": 50, "perfect_pair": 4, "colored_pair": 2}
    expected = sum(
        row.count * (defaults[row.row.event] + averages[row.row.event]) / 2
        for row in solved.counted.rows
        if row.row.event in defaults
    )
    assert solved.fixed_return == expected / solved.total
