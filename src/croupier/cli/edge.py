"""What a wager is worth, exactly, as pages: ``edge``; and what a cut card changes: ``cut-card``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import click

from croupier.cli.options import GivenOptions, as_json, asks, no_cache
from croupier.cli.output import progress_bar, remark, show_answer
from croupier.errors import BadInput
from croupier.exact.counting.rows import CountedRow, CountedTable
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.handbook.page.blocks import Block, Document, Grid, Group, Words, facts_grid, grid_of, page_of
from croupier.handbook.page.text import fixed, in_dollars, percent
from croupier.questions.asking import COMMAND, Asked, ask, made
from croupier.questions.conditions import NO_CONDITIONS, Conditions, Jackpot, shared_meters
from croupier.questions.cut_card import CutCard, CutCardAnswer, cut_card_words
from croupier.questions.edge import SAMPLED, Edge, EdgeAtOnePot, EdgeOfEveryTable, notes
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import decimal_text, fraction_text, percent_text
from croupier.units.money import dollars
from croupier.units.odds import MeterShare, describe_pay, format_odds

if TYPE_CHECKING:
    from croupier.questions.edge import Swept
    from croupier.questions.mix import Mix
    from croupier.questions.solved.recorded import Estimate


def simpler_ways(result: Result) -> tuple[Block, ...]:
    """What simpler ways to play cost, and what each of them is."""
    from croupier.handbook.parsheet.wagers import simpler_names  # loads numpy, which --help does without

    names = simpler_names(result)
    rows = [
        (told, f"{percent(result.simple[name].house_edge, 4)} %", fixed(result.cost(name), 8))
        for name, (told, _) in names.items()
    ]
    words = tuple(Words(f"{told}: {meaning}.") for told, meaning in names.values() if meaning)
    return grid_of(("a simpler way to play", "house edge", "costs"), rows, numbers=(1, 2)), Group(words)


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
        parts += [_flat_rows(result), facts_grid(_figures(result.distribution, result.distribution.expectation))]
    else:
        parts.append(_outcomes(result.distribution))
        parts.append(facts_grid(_figures(result.distribution, result.distribution.expectation)))
        from croupier.handbook.parsheet.wagers import estimates_blocks  # a side wager needs none

        if result.simple:
            parts += simpler_ways(result)
        parts += estimates_blocks(configuration)
    parts += [Words(f"{note}.", "note") for note in notes(result)]
    if result.moments is not None and (told := cut_card_words(configuration)):
        parts.append(Words(f"{told}.", "note"))
    parts.append(Words(f"{method}; game {configuration.game_hash}"))
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
    return [facts_grid(figures), *(grid_of(table.columns or (), table.rows) for table in result.tables)]


def mix_page(mix: Mix) -> Document:
    """A seat that makes several wagers together, and a table of such seats."""
    from croupier.handbook.parsheet.many_rounds import mix_blocks, stakes_words  # loads most of the par sheet

    result = mix.result
    how = "exact where not marked" if result.counts else f"{result.method}, off by less than {result.error:g}"
    told = Words(f"{how}; game {mix.configuration.game_hash}")
    return page_of(f"{mix.configuration}: {stakes_words(mix.stakes)}", (*mix_blocks(mix), told))


_COLUMNS = ("event", "pays", "combinations", "probability", "1 in", "return")


def _rows(
    counted: CountedTable, told: Iterable[tuple[CountedRow, str, str]], loses: str = "", returns: str = ""
) -> Grid:
    """Every row of a table with what it pays and what it returns, and the deals that no row pays."""
    rows = [
        (
            row.label,
            pays,
            f"{row.count:,}",
            fixed(row.probability, 10),
            fixed(row.one_in, 2) if row.one_in else "–",
            part,
        )
        for row, pays, part in told
    ]
    lost = counted.losing_probability
    rows.append(("loses", "", f"{counted.losing:,}", fixed(lost, 10), fixed(1 / lost, 2) if lost else "–", loses))
    rows.append(("total", "", f"{counted.total:,}", "1", "", returns))
    return grid_of(_COLUMNS, rows, numbers=(1, 2, 3, 4, 5))


def _flat_rows(result: Result) -> Grid:
    told = [(row.counted, describe_pay(row.pay), fixed(row.contribution or Fraction(), 8)) for row in result.rows]
    lost = fixed(-result.counted.losing_probability, 8)
    return _rows(result.counted, told, lost, fixed(result.distribution.expectation, 8))


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
    solution, told = jackpot.solution, []
    for row in solution.counted.rows:
        part = solution.row_return(row)
        if part is None and jackpot.shown is not None and isinstance(row.row.pay, MeterShare):
            shown = jackpot.shown[row.row.pay.level or 1]
            part = row.probability * shown * row.row.pay.percent / 100 / solution.stake_cents
        posted = row.row.at_wager(solution.stake_cents)
        pays = describe_pay(posted.pay) + (" dynamic" if posted.dynamic else "")
        envy = f", envy {dollars(posted.envy_cents)}" if posted.envy_cents else ""
        told.append((row, pays + envy, "meter" if part is None else fixed(part, 8)))
    return _rows(solution.counted, told)


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
    for shared in shared_meters(jackpot):
        times = shared.company.second_winner or Fraction()
        figures.append(("a second winner", f"{fixed(times, 2)} times as likely as if seats were independent"))
        figures.append(
            (f"  kept, {shared.seats} seats", f"{shared.part_kept.text()} of the meter by one who wins and shares")
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


def sweep_page(configuration: Configuration, swept: Sequence[Swept]) -> Document:
    """One line for each table."""
    flat: list[tuple[str, ...]] = []
    jackpots: list[tuple[str, ...]] = []
    for table in swept:
        result = table.solution[table.wager.id] if table.solution else None
        if result is None:
            continue
        if result.jackpot is None:
            outcome = result.distribution
            flat.append(
                (
                    table.wager.id,
                    table.paytable,
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
                    table.wager.id,
                    table.paytable,
                    "" if table.decks is None else str(table.decks),
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
    parts.append(Words(f"exact; game {configuration.game_hash}"))
    return page_of(f"{configuration.rules.title}, {configuration.edition.title}: every paytable", parts)


def pot_page(configuration: Configuration, estimate: Estimate) -> Document:
    """A table whose players play for one pot: sampled, with the error of the sample."""
    figures = [
        ("house edge", f"{100 * float(estimate.house_edge):.3f} % of the {estimate.wager}, estimated"),
        ("standard error", f"{100 * float(estimate.standard_error):.3f} %"),
        ("under quick decisions alone", f"{-100 * float(estimate.quick or 0):.3f} %"),
        ("seats that play on", f"{100 * float(estimate.plays or 0):.1f} %"),
        ("sampled", f"{estimate.rounds:,} deals"),
        (
            "close decisions checked",
            f"about {estimate.checked:,}; {estimate.exact:,} were solved exactly, and {estimate.changed:,} changed",
        ),
    ]
    places = [
        (str(place), f"{float(mean):+.4f}", f"{float(error):.4f}")
        for place, (mean, error) in enumerate(estimate.in_order, start=1)
    ]
    rule = f"{estimate.rule[:1].upper()}{estimate.rule[1:]}"
    parts = (
        facts_grid(figures),
        grid_of(("acts", "average net", "standard error"), places, numbers=(1, 2)),
        Words(f"{rule}. In base wagers, the lowest two cards acting first.", "note"),
        Words(f"estimated; repeat it with {estimate.command}; game {configuration.game_hash}"),
    )
    return page_of(f"{configuration}: {estimate.wager}, {estimate.seats} players", parts)


@click.command()
@asks(Edge, EdgeAtOnePot)
@click.option("--mix", metavar="STAKES", help="A seat that makes several wagers together, as in ante=10,straight=5.")
@click.option("--all", "every_table", is_flag=True, help="One line for every paytable of the game.")
@no_cache
@as_json
def edge(given: dict[str, object], mix: str | None, every_table: bool, no_cache: bool, as_json: bool) -> None:
    """Print the exact house edge of a wager of GAME, with every outcome counted.

    GAME is a name such as keep-it-straight, or a configuration such as "perfect-pairs(decks=6)". A jackpot wager has
    an edge only at a given meter, or at a seed and a rate; without them its fixed return and break-even are printed.
    Where several players play for one pot, --seats estimates the edge under the best play, seat by seat.
    """
    asked = Asked(COMMAND, not no_cache, progress_bar("solving"))
    if every_table:
        given |= {} if mix is None else {"mix": mix}
        swept = ask(made(EdgeOfEveryTable, given, asked, "--all"), asked)
        for table in swept.swept:
            if table.refused:
                remark(f"left out: {table.paytable}: {table.refused}")
        show_answer(swept, as_json, lambda: sweep_page(swept.configuration, swept.swept))
    elif mix is not None:
        from croupier.questions.mix import EdgeOfMix  # loads numpy, which most edges do without

        mixed = ask(made(EdgeOfMix, given | {"mix": mix}, asked, "--mix"), asked)
        show_answer(mixed, as_json, lambda: mix_page(mixed.mix))
    elif "seats" in given:
        pot = ask(made(EdgeAtOnePot, given, asked, "--seats at one pot"), asked)
        show_answer(pot, as_json, lambda: pot_page(pot.configuration, pot.estimate))
    else:
        if any(name in given for name in SAMPLED):
            raise BadInput("--deals, --checked, --seed and --backend go with --seats", hint="as in --seats 4 --seed 8")
        answer = ask(made(Edge, given, asked), asked)
        show_answer(answer, as_json, lambda: edge_page(answer.result, answer.conditions))


@click.command("cut-card")
@asks(CutCard)
@no_cache
@as_json
def cut_card(given: GivenOptions, no_cache: bool, as_json: bool) -> None:
    """Estimate what dealing GAME to a cut card changes, beside the exact value of a round from a fresh shoe.

    croupier cut-card "blackjack(decks=6, penetration=5/6)" --shoes 1e6
    """
    answer = ask(CutCard(**given), Asked(COMMAND, not no_cache, progress_bar("dealing shoes")))
    show_answer(answer, as_json, lambda: _cut_card_page(answer))


def _cut_card_page(answer: CutCardAnswer) -> Document:
    found, fresh = answer.effect, answer.fresh
    figures = [
        ("fresh shoe, exact", f"{100 * fresh:.6f} %"),
        ("cut card, estimated", f"{100 * found.effect:+.4f} %"),
        ("standard error", f"{100 * found.standard_error:.4f} %"),
        ("at the table, estimated", f"{100 * (fresh + found.effect):.4f} %"),
        ("shoes", f"{found.shoes:,}"),
        ("rounds per shoe", f"{found.rounds_per_shoe:.2f}"),
    ]
    words = [Words("What a bet earns under basic strategy by totals; negative favors the house.", "note")]
    if found.emptied:
        words.append(Words(f"{found.emptied:,} shoes ran out in their last round and are left out.", "note"))
    return page_of(f"{found.game}: the cut card", (facts_grid(figures), *words))
