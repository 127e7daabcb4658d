"""Jackpots over months: exact averages, money that adds up, the same months for the same seed."""

from __future__ import annotations

import itertools
import json
from array import array
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner

from croupier.casino import months as jackpot_figures
from croupier.casino import months as jackpot_months
from croupier.casino.months import Hit, LinkPace, Months, expected_meter, figures, simulate_months
from croupier.casino.proofs import SAMPLE, SAMPLE_NEVADA, floor, solve_table
from croupier.cli.jackpot.plan import simulate as command
from croupier.errors import BadInput, CroupierError
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.handbook.page.terminal import PLAIN
from croupier.handbook.reports.plan_changes import months_page
from croupier.jackpot import accounts
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.play.awards import value_jackpots
from croupier.play.game import JackpotBet, Why
from croupier.rulebook.rules import Row

LINKS: dict[str, LinkPlan] = {
    f"{name}-{link.id}": link
    for name, sample in (("wa", SAMPLE), ("nv", SAMPLE_NEVADA))
    for link in floor(sample).plan.links.values()
}


def link_of(name: str, **changes: object) -> tuple[LinkPlan, JackpotSolution]:
    """A link of the samples, its only level changed."""
    link = LINKS[name]
    level = replace(link.levels[0], **changes)  # type: ignore[arg-type]
    return replace(link, levels=(level, *link.levels[1:])), solve_table(link.tables[0])


def z_scores(months: Months, solution: JackpotSolution) -> dict[str, float]:
    return {each.name: each.z for each in figures(months, solution).compared if each.z is not None}


@pytest.mark.parametrize("name", LINKS)
def test_money_is_conserved_to_the_millionth_of_a_cent(name: str) -> None:
    """Limit, overflow, reserve, top-up, envy, dealer envy, several levels and a house jackpot are among them."""
    link, solution = LINKS[name], solve_table(LINKS[name].tables[0])
    months = simulate_months(link, solution, LinkPace(20, 7, take_up=Fraction(7, 10), months=2), runs=5, seed=name)
    assert not sum(months.accounts.values(), np.zeros(months.runs, np.int64)).any()
    assert (-months.accounts["wagers"] == months.wagers * link.base_wager_cents * MILLION).all()
    for name, balances in months.accounts.items():
        assert accounts.account(name).side == "debit" or (balances >= 0).all(), name
    for level in link.levels:
        if level.limit_cents is not None:
            assert months.meters[level.number].max() <= level.limit_cents


@pytest.mark.parametrize("name", ["wa-envy", "nv-pp-two", "nv-pp-dealer", "nv-pp-dynamic", "wa-house", "nv-pp-levels"])
def test_averages_agree_with_the_exact_ones(name: str) -> None:
    """Partial pays and envy, one level, dealer envy, boosted pays, posted prizes, three levels."""
    link, solution = LINKS[name], solve_table(LINKS[name].tables[0])
    months = simulate_months(link, solution, LinkPace(10, 6, months=3), runs=120, seed=2)
    found = z_scores(months, solution)
    assert len(found) >= 3
    assert all(abs(z) < 3.5 for z in found.values()), found


def test_the_long_run_average_is_reached() -> None:
    """A Mini-Royal meter at many tables forgets its beginning within days."""
    link, solution = link_of("nv-mini-royal", limit_cents=None, beginning_cents=5_000_000)
    pace = LinkPace(20, 7, take_up=Fraction(1), months=1)
    months = simulate_months(link, solution, pace, runs=64, seed=3)
    exact = solution.meter(1).average_cents(500_000, Fraction(150_000, MILLION))
    assert exact == 2_157_500
    assert expected_meter(link, solution.meter(1), link.levels[0], pace) == pytest.approx(float(exact))
    last = months.meters[1][:, -10:].mean(axis=1)
    assert abs(last.mean() - float(exact)) < 3.5 * last.std(ddof=1) / 8
    assert all(abs(z) < 3.5 for z in z_scores(months, solution).values())


@pytest.mark.parametrize("envy_per", ["round", "qualifying-hand"])
def test_the_expected_envy_is_that_of_every_possible_round(envy_per: str) -> None:
    """Three seats, each without a wager, losing, or on any row: all rounds, paid by the rulebook, weighed exactly."""
    link = LINKS["nv-mini-royal"]
    game = link.tables[0].game.replace("envy_per=round", f"envy_per={envy_per}")
    solution = solve_table(replace(link.tables[0], game=game))
    take_up = Fraction(9, 10)
    hands: list[tuple[Row | None, Fraction]] = [(each.row, each.probability) for each in solution.counted.rows]
    hands.append((None, solution.counted.losing_probability))
    seats = [(False, None, 1 - take_up), *((True, row, take_up * chance) for row, chance in hands)]
    expected = Fraction()
    for drawn in itertools.product(seats, repeat=3):
        weight = drawn[0][2] * drawn[1][2] * drawn[2][2]
        bets = tuple(
            JackpotBet(seat, solution.wager, solution.stake_cents, row, "", Why(""))
            for seat, (is_bet, row, _) in enumerate(drawn, 1)
            if is_bet
        )
        levels = {solution.wager: {1: 500_000}}
        paid = value_jackpots(solution.configuration, bets, levels, levels).awards
        expected += weight * sum(award.amount for award in paid if award.kind == "envy")
    pace = LinkPace(1, 3, rounds_per_hour=1, hours_per_day=1, take_up=take_up, months=1)
    assert jackpot_figures._expected_envy(solution, pace) == expected * pace.rounds


def test_a_run_hangs_on_its_number_alone() -> None:
    link, solution = link_of("wa-sf")
    pace = LinkPace(8, 6, months=1)
    few, many, other = (
        simulate_months(link, solution, pace, runs=runs, seed=seed) for runs, seed in ((2, 7), (4, 7), (2, 8))
    )
    assert (few.meters[1] == many.meters[1][:2]).all()
    assert (few.house == many.house[:2]).all()
    assert not (few.house == other.house).all()


def test_waits_are_exact() -> None:
    """Within as many rounds as are named, a hit comes with just this probability."""
    link, solution = link_of("wa-sf")
    pace = LinkPace(8, 6, months=1)
    [level] = figures(simulate_months(link, solution, pace, runs=2), solution).levels
    chance = 1 - (1 - pace.take_up * solution.meter(1).hit_probability) ** pace.seats
    for part, days in zip((0.05, 0.25, 0.5, 0.75, 0.95), level.days_between_hits, strict=True):
        assert 1 - float(1 - chance) ** (days * pace.rounds_a_day) == pytest.approx(part)
    assert level.mean_days_between_hits == pytest.approx(float(1 / chance / pace.rounds_a_day))


def run_of(link: LinkPlan, solution: JackpotSolution) -> tuple[jackpot_months._Run, list[Hit]]:
    hits: list[Hit] = []
    parts = {level.number: array("q") for level in link.levels}
    return jackpot_months._Run(jackpot_months._Model(link, solution, LinkPace(1, 6)), 0, hits, parts), hits


def row(run: jackpot_months._Run, event: str) -> Row:
    return next(each for each in run.model.rows if each.event == event)


def held(run: jackpot_months._Run, *names: str) -> tuple[int, ...]:
    return tuple(run.state.cents(name) for name in names)


def test_overflow_and_reserve_by_hand() -> None:
    """$5 a wager, 18 % to the meter, 4 % to the reserve: 250,000 wagers bring $225,000 and $50,000."""
    link, solution = link_of("wa-sf")
    run, hits = run_of(link, solution)
    run.contribute(250_000)
    assert held(run, "meter.1", "overflow.1", "reserve") == (25_000_000, 2_500_000, 5_000_000)
    run.settle(1, [row(run, "straight_flush_7")], 2, {})
    assert held(run, "meter.1") == (5_000_000 + 2_500_000,), "the overflow goes to the next meter"
    assert held(run, "overflow.1", "reserve", "seed_advanced.1") == (0, 0, 0), "the reserve covers the reseed, just"
    assert [(hit.amount, hit.advanced) for hit in hits] == [(25_000_000, 0)]
    run.settle(2, [row(run, "straight_flush_6")], 0, {})
    assert (hits[1].amount, hits[1].advanced, *held(run, "seed_advanced.1")) == (7_500_000, 5_000_000, -5_000_000)


def test_two_winners_share_the_meter_and_it_is_filled_once() -> None:
    link, solution = link_of("wa-sf")
    run, hits = run_of(link, solution)
    run.settle(1, [row(run, "straight_flush_7"), row(run, "straight_flush_6")], 0, {})
    assert [hit.amount for hit in hits] == [2_500_000, 2_500_000]
    assert held(run, "meter.1", "seed_advanced.1") == (5_000_000, -5_000_000)


def test_a_tenth_is_topped_up_where_that_is_chosen() -> None:
    link, solution = link_of("nv-sf")
    run, _ = run_of(link, solution)
    run.settle(1, [row(run, "straight_flush_6")], 0, {})
    assert run.parts[1].tolist() == [500_000]
    assert held(run, "meter.1", "seed_advanced.1") == (5_000_000, -500_000)


def test_dealer_envy_comes_out_of_the_reserve_as_far_as_it_goes() -> None:
    link, solution = link_of("nv-pp-dealer")
    run, hits = run_of(link, solution)
    run.contribute(1_000)  # $20 to the reserve, $170 to the meter
    run.settle(1, [row(run, "three_perfect_chosen")], 3, {})
    assert [hit.amount for hit in hits] == [217_000]
    assert held(run, "reserve", "prizes") == (0, -(6_510 - 2_000)), "3 % of $2,170"
    assert held(run, "meter.1") == (200_000,)


def test_envy_goes_to_the_others_who_bet() -> None:
    link, solution = link_of("wa-envy")
    run, _ = run_of(link, solution)
    run.settle(1, [row(run, "straight_flush_7_or_6_ace_high")], 4, {})
    assert held(run, "prizes") == (-4 * 25_000,)
    run.settle(2, [row(run, "straight_flush_7_or_6_ace_high")] * 2, 1, {})
    assert held(run, "prizes") == (-(4 * 25_000 + (1 + 1 + 2) * 25_000),)


@pytest.mark.parametrize(
    ("pace", "runs"),
    [
        (LinkPace(0, 6), 1),
        (LinkPace(1, 0), 1),
        (LinkPace(1, 6, months=0), 1),
        (LinkPace(1, 6, hours_per_day=25), 1),
        (LinkPace(1, 6, take_up=Fraction(0)), 1),
        (LinkPace(1, 6, take_up=Fraction(3, 2)), 1),
        (LinkPace(1, 6), 0),
        (LinkPace(10**6, 6, rounds_per_hour=1000, months=1000), 1),
        (LinkPace(10_000, 6, months=1000), 1000),
    ],
)
def test_what_cannot_be_played_is_refused(pace: LinkPace, runs: int) -> None:
    link, solution = link_of("wa-sf")
    with pytest.raises(BadInput) as refused:
        simulate_months(link, solution, pace, runs=runs)
    assert refused.value.hint


def test_the_page_of_several_levels() -> None:
    link, solution = LINKS["nv-pp-levels"], solve_table(LINKS["nv-pp-levels"].tables[0])
    months = simulate_months(link, solution, LinkPace(2, 7, months=1), runs=10, seed=5)
    text = PLAIN.document(months_page(months, figures(months, solution)))
    assert "level 3" in text
    assert "the reserve covers the reseed" in text


def test_one_short_run_in_which_nothing_is_won() -> None:
    link, solution = link_of("nv-sf")
    months = simulate_months(link, solution, LinkPace(1, 1, rounds_per_hour=1, hours_per_day=1, months=1), runs=1)
    found = figures(months, solution)
    assert found.levels[0].hits == 0
    assert "awards" not in PLAIN.document(months_page(months, found))
    assert found.compared[0].z is None


def run(*args: str) -> tuple[int, str, BaseException | None]:
    result = CliRunner().invoke(command, list(args))
    return result.exit_code, result.output, result.exception


def test_the_command() -> None:
    small = ("--jackpot", "sf", "--months", "1", "--runs", "5", "--tables", "2")
    status, text, _ = run("sample", *small)
    assert status == 0
    assert "PT-BJS-HCF-SF-03" in text
    first, again = (run(str(SAMPLE), *small, "--json")[1] for _ in range(2))
    assert first == again
    assert json.loads(first)["jackpot"] == "sf"


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("none.toml",), "none.toml: (file): cannot be read"),
        (("sample",), "which jackpot?"),
        (("sample", "--jackpot", "sff"), "unknown jackpot 'sff'"),
        (("sample", "--jackpot", "sf", "--take-up", "half"), "--take-up half: not a share"),
        (("sample", "--jackpot", "sf", "--take-up", "0"), "--take-up 0: not a share"),
        (("sample", "--jackpot", "sf", "--take-up", "101%"), "--take-up 101%: not a share"),
        (("sample", "--jackpot", "sf", "--runs", "100000", "--months", "1200"), "touch the meters too often"),
    ],
)
def test_bad_input_is_one_clear_line(args: tuple[str, ...], words: str) -> None:
    _, _, problem = run(*args)
    assert isinstance(problem, CroupierError)
    assert words in problem.message
    assert "\n" not in problem.message
    assert problem.hint
    assert problem.exit_status == 2


@pytest.mark.parametrize("option", ["--months", "--tables", "--runs", "--rounds-per-hour"])
def test_numbers_out_of_range(option: str) -> None:
    assert run("sample", option, "0")[0] == 2
    assert run("sample", option, "many")[0] == 2
