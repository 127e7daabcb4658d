"""What a wager is worth, exactly, as pages: ``edge``; and what a cut card changes: ``cut-card``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from croupier.cli.options import GivenOptions, as_json, asks, no_cache
from croupier.cli.output import progress_bar, remark, show_answer
from croupier.errors import BadInput
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.handbook.page.blocks import Block, Document, Grid, Group, Words, facts_grid, grid_of, page_of
from croupier.handbook.page.text import fixed, in_dollars, percent
from croupier.questions.asking import COMMAND, Asked, ask, made
from croupier.questions.conditions import NO_CONDITIONS, Conditions, Jackpot
from croupier.questions.cut_card import CutCard, CutCardAnswer, cut_card_words
from croupier.questions.edge import Edge, EdgeAtOnePot, EdgeOfEveryTable, EdgeRecord, edge_record
from croupier.records import UnsetType
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import percent_text
from croupier.units.money import dollars
from croupier.units.odds import MeterShare, describe_pay, format_odds

if TYPE_CHECKING:
    from croupier.questions.edge import Swept
    from croupier.questions.mix import Mix
    from croupier.questions.solved.recorded import Estimate


def simpler_ways(result: Result) -> tuple[Block, ...]:
    from croupier.exact.showdown.solving import simpler_names  # loads numpy, which --help does without

    names = simpler_names(result)
    rows = [
        (told, f"{percent(result.simple[name].house_edge, 4)} %", fixed(result.cost(name), 8))
        for name, (told, _) in names.items()
    ]
    words = tuple(Words(f"{told}: {meaning}.") for told, meaning in names.values() if meaning)
    return grid_of(("a simpler way to play", "house edge", "costs"), rows, numbers=(1, 2)), Group(words)


def edge_page(result: Result, conditions: Conditions = NO_CONDITIONS) -> Document:
    """One wager as its record has it: row by row or outcome by outcome, and the figures that it has."""
    configuration, record = result.configuration, edge_record(result, conditions)
    parts: list[Block] = []
    if not result.is_base:
        parts.append(_rows(result, conditions))
    elif result.counts is not None:
        parts.append(_outcomes(result.counts))
    envy = result.counted.table.dealer_envy_percent if result.jackpot else None
    parts.append(facts_grid([*(_meter_figures(record, envy) if result.jackpot else ()), *_figures(record)]))
    method = record.method
    if result.moments is not None:
        parts += (grid_of(table.columns or (), table.rows) for table in result.tables)
        method = f"{method}, off by less than {record.error_bound}"
    elif result.is_base:
        from croupier.handbook.parsheet.layout import estimates_blocks  # a side wager needs none

        parts += simpler_ways(result) if result.simple else ()
        parts += estimates_blocks(configuration)
    parts += [Words(f"{note}.", "note") for note in record.notes]
    if result.moments is not None and (told := cut_card_words(configuration)):
        parts.append(Words(f"{told}.", "note"))
    parts.append(Words(f"{method}; game {configuration.game_hash}"))
    title = result.wager if result.is_base else f"{result.wager}, {result.paytable}"
    return page_of(f"{configuration}: {title}", parts)


def mix_page(mix: Mix) -> Document:
    from croupier.handbook.parsheet.many_rounds import mix_blocks, stakes_words  # loads most of the par sheet

    result = mix.result
    how = "exact where not marked" if result.counts else f"{result.method}, off by less than {result.error:g}"
    told = Words(f"{how}; game {mix.configuration.game_hash}")
    return page_of(f"{mix.configuration}: {stakes_words(mix.stakes)}", (*mix_blocks(mix), told))


_COLUMNS = ("event", "pays", "combinations", "probability", "1 in", "return")


def _rows(result: Result, conditions: Conditions) -> Grid:
    """Every row of a table with what it pays and what it returns, and the deals that no row pays."""
    counted, jackpot = result.counted, result.jackpot
    shown = Jackpot(jackpot, conditions).shown if jackpot else None
    rows = []
    for row in result.rows:
        pay, returns, beside = row.pay, row.contribution, ""
        if jackpot is not None:
            posted = row.row.at_wager(jackpot.stake_cents)
            pay, returns = posted.pay, jackpot.row_return(row)
            if returns is None and shown is not None and isinstance(pay, MeterShare):
                returns = row.probability * shown[pay.level or 1] * pay.percent / 100 / jackpot.stake_cents
            beside = " dynamic" if posted.dynamic else ""
            beside += f", envy {dollars(posted.envy_cents)}" if posted.envy_cents else ""
        part = "meter" if returns is None else fixed(returns, 8)
        one_in = fixed(row.one_in, 2) if row.one_in else "–"
        rows.append((row.label, describe_pay(pay) + beside, f"{row.count:,}", fixed(row.probability, 10), one_in, part))
    lost = counted.losing_probability
    loses, whole = ("", "") if jackpot else (fixed(-lost, 8), fixed(result.distribution.expectation, 8))
    rows.append(("loses", "", f"{counted.losing:,}", fixed(lost, 10), fixed(1 / lost, 2) if lost else "–", loses))
    rows.append(("total", "", f"{counted.total:,}", "1", "", whole))
    columns = ("event", "pays", "combinations", "probability", "1 in", "return")
    return grid_of(columns, rows, numbers=(1, 2, 3, 4, 5))


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


def _figures(record: EdgeRecord) -> list[tuple[str, str]]:
    """The figures that a record has, in its own digits."""
    edge, risk, top = record.house_edge, record.element_of_risk, record.top_award
    if edge is None or record.expectation is None:
        return [("house edge", "depends on the meter: give --meter, or --jackpot-seed and --rate")]
    figures = [
        ("expectation", record.expectation.decimal),
        ("house edge", f"{edge.percent} %"),
        ("as a fraction", edge.fraction or ""),
        ("element of risk", f"{risk.percent} %" if risk else ""),
        ("average wagered", record.average_wagered),
        ("standard deviation", record.standard_deviation or ""),
        ("hit frequency", _in_percent(record.hit_frequency)),
        ("push frequency", _in_percent(record.push_frequency)),
        ("top award", f"{top.net} to 1 net, 1 in {fixed(Fraction(top.one_in), 2)}" if top else ""),
        ("costs against play by composition", _in_percent(record.cost)),
    ]
    return [(words, told) for words, told in figures if told]


def _in_percent(part: str | UnsetType | None) -> str:
    return percent_text(Fraction(part)) if part else ""


def _dollars(amount: str) -> str:
    return in_dollars(Fraction(amount) * 100)


def _meter_figures(record: EdgeRecord, dealer_envy: Fraction | None) -> list[tuple[str, str]]:
    """What a jackpot returns without its meters, what these return, and when the wager is fair."""
    figures = [("fixed return", f"{record.fixed_return.percent} %")] if record.fixed_return else []
    meters = record.meters or []
    for meter in meters:
        name = f"level {meter.level}" if len(meters) > 1 else "meter"
        hit = f"1 in {fixed(Fraction(meter.one_in), 2)}" if meter.one_in else "never in full"
        figures.append((name, f"{hit}; every $1,000 returns {_in_percent(meter.return_per_1000)}"))
        if record.average_meter:
            figures.append(("  on average", _dollars(record.average_meter[str(meter.level)])))
        if meter.shown is not None:
            figures.append(("  shows", _dollars(meter.shown)))
    if record.break_even_meter:
        top = "" if len(meters) == 1 else ", lower levels as given"
        who = f" with {record.others} others betting" if record.others else ""
        figures.append(("break-even meter", f"{_dollars(record.break_even_meter)}{who}{top}"))
    else:
        figures.append(("break-even", "give the lower levels' seeds, as in --jackpot-seed 2=1000"))
    if record.envy_per_other and Fraction(record.envy_per_other.decimal):
        figures.append(("envy", f"each other player returns {_in_percent(record.envy_per_other.decimal)}"))
    for shared in record.shared or ():
        times = shared.second_winner_times_likelier
        likelier = fixed(Fraction(times.decimal) if times else Fraction(), 2)
        figures.append(("a second winner", f"{likelier} times as likely as if seats were independent"))
        kept = f"{shared.part_kept_by_a_winner} of the meter by one who wins and shares"
        figures.append((f"  kept, {shared.seats} seats", kept))
    if record.boost_chance:
        figures.append(("dynamic pays", f"a row is boosted with chance {record.boost_chance}"))
    if dealer_envy is not None:
        figures.append(("dealer envy", f"{format_odds(dealer_envy)} % of the jackpot, beside the player's award"))
    return figures


def sweep_page(configuration: Configuration, swept: Sequence[Swept]) -> Document:
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
        Words(f"estimated; sample it again with {estimate.command}; game {configuration.game_hash}"),
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
        if "deals" in given:
            raise BadInput("--deals goes with --seats", hint="as in --seats 4 --deals 1000000")
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
