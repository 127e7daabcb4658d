"""Exact figures as pages: the rows counted, then the figures that follow from them."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.handbook.page.blocks import Block, Document, Grid, Words, facts_grid, grid_of, page_of
from croupier.handbook.page.figures import fixed, in_dollars, percent
from croupier.rulebook.configuration import Configuration
from croupier.solving.cut_card import cut_card_words
from croupier.solving.figures import NO_CONDITIONS, Conditions, Jackpot, notes, shared_meters
from croupier.units.chance import decimal_text, fraction_text, percent_text
from croupier.units.money import dollars
from croupier.units.odds import MeterShare, describe_pay, format_odds

if TYPE_CHECKING:
    from croupier.solving.mixes import Mix
    from croupier.solving.sweeps import Swept


def edge_page(result: Result, conditions: Conditions = NO_CONDITIONS) -> Document:
    """One wager, row by row or outcome by outcome, and its figures."""
    configuration = result.configuration
    title = result.wager if result.is_base else f"{result.wager}, {result.paytable}"
    parts: list[Block] = []
    method: str = result.method
    if result.moments is not None:
        parts += _valued_blocks(result)
        method = f"{method}, off by less than {result.error:g}"
    elif result.jackpot is not None:
        jackpot = Jackpot(result.jackpot, conditions)
        parts += [_jackpot_rows(jackpot), facts_grid(_jackpot_figures(jackpot))]
    elif not result.is_base:
        parts += [_rows(result), facts_grid(_figures(result.distribution, result.distribution.expectation))]
    else:
        parts.append(_outcomes(result.distribution))
        parts.append(facts_grid(_figures(result.distribution, result.distribution.expectation)))
        from croupier.cli.strategy_text import simpler_ways  # a side wager needs neither
        from croupier.handbook.parsheet.estimates_section import estimates_blocks

        if result.simple:
            parts += simpler_ways(result)
        parts += estimates_blocks(configuration)
    parts += [Words(f"{note}.", "note") for note in notes(result)]
    if result.moments is not None and (told := cut_card_words(configuration)):
        parts.append(Words(f"{told}.", "note"))
    parts.append(Words(f"{method}; rulebook {configuration.rulebook_hash}"))
    return page_of(f"{configuration}: {title}", parts)


def _valued_blocks(result: Result) -> list[Block]:
    """Figures of a wager that is valued, with only the digits that are known, and its tables."""
    figures = [
        ("expectation", f"{result.expectation:.10f}"),
        ("house edge", f"{100 * result.house_edge:.8f} %"),
        ("element of risk", f"{100 * result.element_of_risk:.8f} %"),
        ("average wagered", f"{result.average_wagered:.8f}"),
        ("standard deviation", f"{sqrt(result.variance):.8f}"),
    ]
    if "cost" in result.facts:
        figures.append(("costs against play by composition", f"{100 * float(result.facts['cost']):.8f} %"))
    return [facts_grid(figures), *(grid_of(each.columns or (), each.rows) for each in result.tables)]


def mix_page(found: Mix) -> Document:
    """A seat that makes several wagers together, and a table of such seats."""
    from croupier.handbook.parsheet.mix_section import mix_blocks, stakes_words  # loads most of the par sheet

    result = found.result
    how = "exact where not marked" if result.counts else f"{result.method}, off by less than {result.error:g}"
    told = Words(f"{how}; rulebook {found.configuration.rulebook_hash}")
    return page_of(f"{found.configuration}: {stakes_words(found.stakes)}", (*mix_blocks(found), told))


_COLUMNS = ("event", "pays", "combinations", "probability", "1 in", "return")


def _rows(result: Result) -> Grid:
    rows = [
        (
            row.label,
            describe_pay(row.pay),
            f"{row.count:,}",
            fixed(row.probability, 10),
            fixed(row.one_in, 2) if row.one_in else "–",
            fixed(row.contribution or Fraction(), 8),
        )
        for row in result.rows
    ]
    lost = result.counted.losing_probability
    rows.append(
        ("loses", "", f"{result.losing:,}", fixed(lost, 10), fixed(1 / lost, 2) if lost else "–", fixed(-lost, 8))
    )
    rows.append(("total", "", f"{result.total:,}", "1", "", fixed(result.distribution.expectation, 8)))
    return grid_of(_COLUMNS, rows, numbers=(1, 2, 3, 4, 5))


def _outcomes(distribution: Distribution) -> Grid:
    rows = [
        (
            format_odds(net),
            f"{count:,}",
            fixed(Fraction(count, distribution.total), 10),
            fixed(Fraction(distribution.total, count), 2),
            fixed(net * count / distribution.total, 8),
        )
        for net, count in distribution.counts
    ]
    rows.append(("total", f"{distribution.total:,}", "1", "", fixed(distribution.expectation, 8)))
    return grid_of(("net", "combinations", "probability", "1 in", "return"), rows, numbers=(0, 1, 2, 3, 4))


def _figures(distribution: Distribution, expectation: Fraction) -> list[tuple[str, str]]:
    net, chance = distribution.top_award
    return [
        ("expectation", decimal_text(expectation)),
        ("house edge", percent_text(-expectation)),
        ("as a fraction", fraction_text(-expectation)),
        ("element of risk", percent_text(-expectation / distribution.average_wagered)),
        ("average wagered", decimal_text(distribution.average_wagered)),
        ("standard deviation", distribution.standard_deviation_text()),
        ("hit frequency", percent_text(distribution.hit_frequency)),
        ("push frequency", percent_text(distribution.push_frequency)),
        ("top award", f"{format_odds(net)} to 1 net, 1 in {fixed(1 / chance, 2)}"),
    ]


def _jackpot_rows(jackpot: Jackpot) -> Grid:
    solution = jackpot.solution
    rows = []
    for each in solution.counted.rows:
        part = solution.row_return(each)
        if part is None and jackpot.shown is not None and isinstance(each.row.pay, MeterShare):
            shown = jackpot.shown[each.row.pay.level or 1]
            part = each.probability * shown * each.row.pay.percent / 100 / solution.stake_cents
        posted = each.row.at_wager(solution.stake_cents)
        pays = describe_pay(posted.pay) + (" dynamic" if posted.dynamic else "")
        envy = f", envy {dollars(posted.envy_cents)}" if posted.envy_cents else ""
        rows.append(
            (
                each.label,
                pays + envy,
                f"{each.count:,}",
                fixed(each.probability, 10),
                fixed(each.one_in, 2) if each.one_in else "–",
                "meter" if part is None else fixed(part, 8),
            )
        )
    lost = solution.counted.losing_probability
    rows.append(("loses", "", f"{solution.losing:,}", fixed(lost, 10), fixed(1 / lost, 2) if lost else "–", ""))
    rows.append(("total", "", f"{solution.total:,}", "1", "", ""))
    return grid_of(_COLUMNS, rows, numbers=(1, 2, 3, 4, 5))


def _jackpot_figures(jackpot: Jackpot) -> list[tuple[str, str]]:
    solution, conditions = jackpot.solution, jackpot.conditions
    figures = [("fixed return", percent_text(solution.fixed_return))]
    for meter in solution.meters:
        name = f"level {meter.level}" if len(solution.meters) > 1 else "meter"
        hit = f"1 in {fixed(meter.one_in, 2)}" if meter.one_in else "never in full"
        figures.append((name, f"{hit}; every $1,000 returns {percent_text(meter.return_per_1000)}"))
        if jackpot.averages is not None:
            figures.append(("  on average", in_dollars(jackpot.averages[meter.level])))
        if jackpot.shown is not None:
            figures.append(("  shows", in_dollars(Fraction(jackpot.shown[meter.level]))))
    if jackpot.break_even_cents is None:
        figures.append(("break-even", "give the lower levels' seeds, as in --jackpot-seed 2=1000"))
    else:
        top = "" if len(solution.meters) == 1 else ", lower levels as given"
        who = f" with {conditions.others} others betting" if conditions.others else ""
        figures.append(("break-even meter", f"{in_dollars(jackpot.break_even_cents)}{who}{top}"))
    if solution.envy_return:
        figures.append(("envy", f"each other player returns {percent_text(solution.envy_return)}"))
    for each in shared_meters(jackpot):
        times = each.company.second_winner or Fraction()
        figures.append(("a second winner", f"{fixed(times, 2)} times as likely as if seats were independent"))
        figures.append(
            (f"  kept, {each.seats} seats", f"{each.part_kept.text()} of the meter by one who wins and shares")
        )
    if solution.boosts:
        figures.append(("dynamic pays", f"a row is boosted with chance {solution.boosts.chance}"))
    percent = solution.counted.table.dealer_envy_percent
    if percent is not None:
        figures.append(("dealer envy", f"{format_odds(percent)} % of the jackpot, beside the player's award"))
    if jackpot.distribution is not None and jackpot.expectation is not None:
        figures += _figures(jackpot.distribution, jackpot.expectation)
    else:
        figures.append(("house edge", "depends on the meter: give --meter, or --jackpot-seed and --rate"))
    return figures


def sweep_page(configuration: Configuration, found: list[Swept]) -> Document:
    """One line for each table."""
    flat: list[tuple[str, ...]] = []
    jackpots: list[tuple[str, ...]] = []
    for each in found:
        result = each.solution[each.wager.id] if each.solution else None
        if result is None:
            continue
        if result.jackpot is None:
            outcome = result.distribution
            flat.append(
                (
                    each.wager.id,
                    each.paytable,
                    f"{percent(outcome.house_edge, 4)} %",
                    f"{percent(outcome.hit_frequency, 4)} %",
                    outcome.standard_deviation_text(6),
                )
            )
        else:
            jackpot = result.jackpot
            top, even = jackpot.meters[0], f"{len(jackpot.meters)} levels"
            if len(jackpot.meters) == 1:
                even = in_dollars(jackpot.break_even_cents())
            jackpots.append(
                (
                    each.wager.id,
                    each.paytable,
                    "" if each.decks is None else str(each.decks),
                    f"{percent(jackpot.fixed_return, 4)} %",
                    fixed(top.one_in, 1) if top.one_in else "–",
                    f"{percent(top.return_per_1000, 4)} %",
                    even,
                )
            )
    parts: list[Block] = []
    if flat:
        columns = ("wager", "paytable", "house edge", "hit frequency", "standard deviation")
        parts.append(grid_of(columns, flat, numbers=(2, 3, 4)))
    if jackpots:
        names = ("wager", "paytable", "decks", "fixed return", "jackpot 1 in", "per $1,000", "break-even")
        parts.append(grid_of(names, jackpots, numbers=(2, 3, 4, 5, 6)))
    parts.append(Words(f"exact; rulebook {configuration.rulebook_hash}"))
    return page_of(f"{configuration.rules.title}, {configuration.edition.title}: every paytable", parts)
