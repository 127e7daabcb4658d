"""The jackpot's part of a par sheet: the edge by what the top meter shows, and where the wager breaks even."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from croupier.errors import BadInput, SpecError
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.long_run.house_view import house_distribution, life_of, why_no_house_view
from croupier.questions.sheet.records import JackpotSheet
from croupier.rulebook.configuration import configure
from croupier.rulebook.spec import Spec
from croupier.solving.figures import Conditions, Jackpot
from croupier.units.chance import decimal_text
from croupier.units.money import format_money

BASE_WAGERS: Final = ("1.00", "2.00", "5.00", "10.00")
"""For which a break-even meter is printed, beside the configuration's own."""


def jackpot_sheet(solution: JackpotSolution, conditions: Conditions, reserves: Mapping[int, Fraction]) -> JackpotSheet:
    """What a jackpot pays back, and at which meter it is fair."""
    jackpot = Jackpot(solution, conditions)
    levels = [each.level for each in solution.meters]
    unknown = sorted(set(reserves) - set(levels))
    if unknown:
        raise BadInput(f"{solution.paytable} has no level {unknown[0]}", hint=f"its levels: {levels}")
    taken = sum(conditions.rates.values(), Fraction()) + sum(reserves.values(), Fraction())
    if taken > 1:
        raise BadInput(
            f"{solution.wager}: rate and reserve together take {decimal_text(taken * 100)} % of the wager",
            hint="100% at most",
        )
    never = [str(each.level) for each in solution.meters if not each.share]
    if never:
        raise BadInput(f"{solution.paytable}: level {never[0]} can never be won here", hint="choose other decks")
    lower, is_empty = _lower_meters(solution, conditions)
    even = solution.break_even_cents(conditions.others, lower)
    top = solution.meters[0].level
    edges = tuple(
        (each, -solution.expectation({**lower, top: each}, conditions.others), each == even)
        for each in _meter_steps(even)
    )
    most = solution.configuration.edition.seats[1]
    others = tuple(_countable(solution, most)) if solution.envy_return else (0,)
    even_by_wager = tuple(_break_evens(solution, conditions, others))
    sheet = JackpotSheet(jackpot, reserves, is_empty, edges, others, even_by_wager)
    return sheet if jackpot.averages is None else _with_house(sheet)


def _countable(solution: JackpotSolution, most: int) -> Iterable[int]:
    """Numbers of others for whom the envy is known; one envy a round is not counted for many."""
    for others in range(most):
        try:
            solution.envy(others)
        except BadInput:
            return
        yield others


def _with_house(sheet: JackpotSheet) -> JackpotSheet:
    """The same with the house's side, where every seed and rate is given."""
    solution, given = sheet.solution, sheet.jackpot.conditions
    why = why_no_house_view(solution, given.others)
    house = None if why else house_distribution(solution, given.seeds, given.rates, given.others)
    return replace(sheet, house=house, why_no_house=why or "", life=life_of(solution, given.seeds, given.rates))


def _lower_meters(solution: JackpotSolution, conditions: Conditions) -> tuple[dict[int, Fraction], bool]:
    lower: dict[int, Fraction] = {}
    is_empty = False
    for each in solution.meters[1:]:
        if each.level in conditions.meters:
            lower[each.level] = Fraction(conditions.meters[each.level])
        elif each.level in conditions.seeds:
            lower[each.level] = Fraction(solution.seed_cents(conditions.seeds[each.level]))
        else:
            lower[each.level], is_empty = Fraction(), True
    return lower, is_empty


def _meter_steps(even: Fraction) -> list[Fraction]:
    """Round amounts from nothing to half as much again as the break-even meter, and that meter among them."""
    if even <= 0:
        return [Fraction(each * 100_000) for each in (0, 1, 2, 5, 10)]
    target = even / 6
    step = Fraction(100)
    while step * 10 <= target:
        step *= 10
    step *= next(each for each in (10, 5, 2, 1) if step * each <= target) if step <= target else 1
    found = [step * each for each in range(int(even * 3 / 2 / step) + 1)]
    return sorted({*found, even})


def _break_evens(
    solution: JackpotSolution, conditions: Conditions, others: tuple[int, ...]
) -> Iterable[tuple[int, tuple[Fraction | None, ...]]]:
    configuration = solution.configuration
    own = format_money(solution.stake_cents)
    key = configuration.rules.own_key("base_wager", solution.wager)
    settings = dict(configuration.spec.settings)
    settings.pop("tables", None)
    for amount in sorted({*BASE_WAGERS, own}, key=Fraction):
        if key not in configuration.values and amount != own:
            continue
        try:
            changed = configure(
                configuration.book,
                Spec(configuration.name, tuple(sorted((settings | {key: amount}).items())))
                if amount != own
                else configuration.spec,
            )
        except SpecError:
            continue
        scaled = replace(solution, configuration=changed)
        lower, _ = _lower_meters(scaled, conditions)
        yield scaled.stake_cents, tuple(scaled.break_even_cents(each, lower) for each in others)
