"""What the house keeps of a progressive: the par sheet, the exact averages and ``jackpot simulate`` agree."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

from croupier.casino.months import LinkPace, expected_result, simulate_months
from croupier.casino.proofs import SAMPLE, SAMPLE_NEVADA, floor, solve_table
from croupier.errors import BadInput
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.house_view import house_distribution, life_of, why_no_house_view
from croupier.exact.long_run.volatility import Pace as TablePace
from croupier.handbook.page import html
from croupier.handbook.parsheet.layout import document
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.questions.conditions import Conditions
from croupier.questions.sheet.building import build_sheet
from croupier.questions.sheet.records import Asked
from croupier.rulebook.paytables import UNIT_CENTS

LINKS = {
    f"{place}-{link.id}": link
    for place, sample in (("wa", SAMPLE), ("nv", SAMPLE_NEVADA))
    for link in floor(sample).plan.links.values()
}
KEPT = ["wa-sf", "nv-pp-levels", "nv-pp-dynamic", "nv-pp-two"]
"""Links whose house's result does not hang on the meter, without envy."""


def plan_of(link: LinkPlan, solution: JackpotSolution) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """A link's seeds as a sheet takes them, for a $1 wager, and its rates."""
    scale = Fraction(UNIT_CENTS) / solution.seed_cents(UNIT_CENTS)
    seeds = {level.number: level.reseed_cents * scale for level in link.levels}
    return seeds, {level.number: Fraction(level.increment_ppm, MILLION) for level in link.levels}


def kept_by(name: str, others: int = 0) -> tuple[LinkPlan, JackpotSolution, Distribution]:
    link = LINKS[name]
    solution = solve_table(link.tables[0])
    return link, solution, house_distribution(solution, *plan_of(link, solution), others)


@pytest.mark.parametrize("name", KEPT)
def test_the_average_is_that_of_the_months(name: str) -> None:
    link, solution, kept = kept_by(name)
    pace = LinkPace(10, 6, months=3)
    wagers = pace.days * pace.wagers_a_day
    assert kept.house_edge * wagers * link.base_wager_cents == expected_result(link, solution, pace)


def test_envy_is_paid_by_the_house() -> None:
    """Every seat bets, so that there are always five others."""
    link, solution, kept = kept_by("wa-envy", others=5)
    pace = LinkPace(10, 6, take_up=Fraction(1), months=3)
    wagers = pace.days * pace.wagers_a_day
    assert kept.house_edge * wagers * link.base_wager_cents == expected_result(link, solution, pace)


@pytest.mark.parametrize("name", ["nv-pp-two", "nv-pp-dynamic"])
def test_simulated_months_have_this_mean_and_this_spread(name: str) -> None:
    """With every seat betting the number of wagers is fixed, and only the cards make months differ."""
    link, solution, kept = kept_by(name)
    pace, runs = LinkPace(4, 5, take_up=Fraction(1), months=1), 400
    months = simulate_months(link, solution, pace, runs=runs, seed=11)
    found = (months.house[:, -1] / MILLION + months.reserve[:, -1]) / link.base_wager_cents
    wagers = float(pace.days * pace.wagers_a_day)
    deviation = sqrt(float(kept.variance) * wagers)
    assert abs(found.mean() - float(kept.house_edge) * wagers) < 4.5 * deviation / sqrt(runs)
    # The spread of a variance, allowing for the long tail of rare large pays.
    assert 0.7 < float(np.var(found)) / deviation**2 < 1.4


def test_a_sheet_shows_all_three() -> None:
    link, solution, kept = kept_by("nv-pp-two")
    seeds, rates = plan_of(link, solution)
    wager = solution.wager
    conditions = Conditions(seeds={level: int(seed) for level, seed in seeds.items()}, rates=rates)
    sheet = build_sheet(solution.configuration, wager, Asked(TablePace(seats=5), {wager: conditions}))
    (each,) = sheet.wagers
    assert each.jackpot is not None
    assert each.jackpot.house == kept
    page = html.render(document(sheet))
    for words in ("while the meter stands still", "House and reserve keep", "wagers until it is won whole"):
        assert words in page
    assert "house's actual win" not in page.casefold()


def test_the_life_of_a_meter() -> None:
    link, solution, _ = kept_by("nv-pp-two")
    (life,) = life_of(solution, *plan_of(link, solution))
    chance = solution.meter(1).hit_probability
    assert life.mean_wagers == 1 / chance
    median = life.wagers[2]
    assert (1 - float(chance)) ** median <= 0.5 < (1 - float(chance)) ** (median - 1)
    assert life.amounts is not None
    assert list(life.amounts) == sorted(life.amounts)


def test_what_hangs_on_the_meter_is_refused() -> None:
    for name, words in (("nv-pp-dealer", "dealer"), ("nv-sf", "topped up"), ("wa-house", "paid by the house")):
        link = LINKS[name]
        solution = solve_table(link.tables[0])
        assert words in (why_no_house_view(solution) or "")
        with pytest.raises(BadInput, match=words):
            house_distribution(solution, *plan_of(link, solution))
