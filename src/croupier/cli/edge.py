"""What a wager is worth, exactly, as pages: ``edge``; and what a cut card changes: ``cut-card``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import click

from croupier.cli.options import GivenOptions, as_json, asks, no_cache
from croupier.cli.output import progress_bar, remark, show_answer
from croupier.errors import BadInput
from croupier.exact.result import Result
from croupier.handbook.page.blocks import Block, Document, Group, Words, facts_grid, grid_of, page_of
from croupier.handbook.page.declared import facts_of, grid_of_things
from croupier.handbook.page.text import capital, fixed, percent
from croupier.questions.asking import COMMAND, Asked, ask, made
from croupier.questions.conditions import NO_CONDITIONS, Conditions
from croupier.questions.cut_card import CutCard, CutCardAnswer, cut_card_words
from croupier.questions.edge import Edge, EdgeAtOnePot, EdgeOfEveryTable, EdgeRecord, PotRecord, edge_record
from croupier.rulebook.configuration import Configuration
from croupier.units import format_odds

if TYPE_CHECKING:
    from croupier.questions.edge import Swept
    from croupier.questions.mix import Mix


def simpler_ways(result: Result) -> tuple[Block, ...]:
    from croupier.exact.showdown.solving import simpler_names  # loads numpy, which --help does without

    names = simpler_names(result)
    rows = [
        (told, f"{percent(result.simple[name].house_edge, 4)} %", fixed(result.cost(name), 8))
        for name, (told, _) in names.items()
    ]
    words = tuple(Words(f"{told}: {meaning}.") for told, meaning in names.values() if meaning)
    return grid_of(("a simpler way to play", "house edge", "costs"), rows, numbers=(1, 2)), Group(words)


_FIGURES: Final = (
    "expectation house_edge as_a_fraction=house_edge.fraction element_of_risk average_wagered standard_deviation "
    "hit_frequency:% push_frequency:% costs_against_play_by_composition=cost:%"
)
_JACKPOT: Final = (
    "fixed_return break-even_meter=break_even_meter:$ average_meter:$ chance_that_a_row_is_boosted=boost_chance"
)
_METERS: Final = "level=0.level won_whole,_1_in=1.one_in:2 each_$1,000_returns=1.return_per_1000:% shows=0.shown:$"
_SHARED: Final = (
    "level seats a_second_winner,_times_likelier=second_winner_times_likelier:2 "
    "kept_by_one_who_shares=part_kept_by_a_winner"
)
_ROWS: Final = (
    "event=0.label pays=0.pays dynamic=0.dynamic envy=0.envy:$ combinations=1.count:# probability=1.probability:10 "
    "1_in=1.one_in:2 return=1.contribution:8"
)


def edge_page(result: Result, conditions: Conditions = NO_CONDITIONS) -> Document:
    """One wager as its record has it: row by row or outcome by outcome, and the figures that it has."""
    configuration, record = result.configuration, edge_record(result, conditions)
    parts: list[Block] = []
    if record.rows:
        loses = ("loses", "", "", "", f"{result.losing:,}", fixed(result.counted.losing_probability, 10))
        parts.append(grid_of_things(_ROWS, zip(record.rows, result.rows, strict=True), foot=loses))
    elif record.outcomes:
        total = ("total", f"{result.total:,}")
        lines = [(*line, Fraction(line[1], result.total)) for line in result.distribution.counts]
        parts.append(grid_of_things("net=0:= combinations=1:# probability=2:10", lines, foot=total))
    if result.jackpot:
        parts.append(grid_of_things(_METERS, zip(record.meters or (), result.jackpot.meters, strict=True)))
        parts += [grid_of_things(_SHARED, record.shared)] if record.shared else []
    parts.append(facts_grid([*facts_of(_JACKPOT, record), *_figures(result, record)]))
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


def _figures(result: Result, record: EdgeRecord) -> list[tuple[str, str]]:
    """The figures that a record has, in its own digits."""
    facts, top, envy = facts_of(_FIGURES, record), record.top_award, record.envy_per_other
    if envy and Fraction(envy.decimal):
        facts += facts_of("others_who_bet=others each_of_them_returns=envy_per_other:%", record)
    if result.jackpot and (part := result.counted.table.dealer_envy_percent) is not None:
        facts.append(("dealer envy", f"{format_odds(part)} % of the jackpot, beside the player's award"))
    if result.jackpot and record.break_even_meter is None:
        facts.append(("break-even meter", "give the lower levels' seeds, as in --jackpot-seed 2=1000"))
    if record.house_edge is None:
        return [*facts, ("house edge", "depends on the meter: give --meter, or --jackpot-seed and --rate")]
    return [*facts, ("top award", f"{top.net} to 1 net, 1 in {fixed(Fraction(top.one_in), 2)}")] if top else facts


def mix_page(mix: Mix) -> Document:
    from croupier.handbook.parsheet.many_rounds import mix_blocks, stakes_words  # loads most of the par sheet

    result = mix.result
    how = "exact where not marked" if result.counts else f"{result.method}, off by less than {result.error:g}"
    told = Words(f"{how}; game {mix.configuration.game_hash}")
    return page_of(f"{mix.configuration}: {stakes_words(mix.stakes)}", (*mix_blocks(mix), told))


def sweep_page(configuration: Configuration, swept: Sequence[Swept]) -> Document:
    flat = [table for table in swept if table.result and not table.result.jackpot]
    jackpots = [table for table in swept if table.result and table.result.jackpot]
    from_shoes = len({table.decks for table in flat}) > 1
    grids = (_FLAT.replace("paytable", "paytable decks:#") if from_shoes else _FLAT, flat), (_METERED, jackpots)
    parts: list[Block] = [grid_of_things(told, lines) for told, lines in grids if lines]
    parts.append(Words(f"exact; game {configuration.game_hash}"))
    return page_of(f"{configuration.rules.title}, {configuration.edition.title}: every paytable", parts)


_FLAT: Final = (
    "wager=wager.id paytable house_edge=result.distribution.house_edge:%4 "
    "hit_frequency=result.distribution.hit_frequency:%4 standard_deviation=record.standard_deviation:6"
)
_METERED: Final = (
    "wager=wager.id paytable decks:# fixed_return=result.jackpot.fixed_return:%4 "
    "jackpot_1_in=result.jackpot.meters.0.one_in:1 per_$1,000=result.jackpot.meters.0.return_per_1000:%4 "
    "break-even=record.break_even_meter:$"
)
_POT: Final = (
    "house_edge:%3 standard_error:%3 expectation_by_quick_decisions=quick_decisions:%3 seats_that_play_on=plays:%1 "
    "deals_sampled=rounds:# close_decisions_checked=checked:# solved_exactly:# changed:#"
)


def pot_page(configuration: Configuration, record: PotRecord) -> Document:
    """A table whose players play for one pot: sampled, with the error of the sample."""
    parts = (
        facts_grid(facts_of(_POT, record)),
        grid_of_things("acts=place average_net=mean:4 standard_error:4", record.in_order or ()),
        Words(f"{capital(record.rule)}. In base wagers, the lowest two cards acting first.", "note"),
        Words(f"estimated; sample it again with {record.command}; game {configuration.game_hash}"),
    )
    return page_of(f"{configuration}: {record.wager}, {record.seats} players", parts)


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
        show_answer(pot, as_json, lambda: pot_page(pot.configuration, pot.record))
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
    record, effect = answer.record, answer.effect
    facts = facts_of("fresh_shoe,_exact=fresh_shoe:%6 cut_card,_estimated=effect:%4 standard_error:%4", record)
    facts.append(("at the table, estimated", f"{100 * (answer.fresh + effect.effect):.4f} %"))
    facts += facts_of("shoes:# rounds_per_shoe:2 shoes_that_ran_out_and_are_left_out=emptied:#", record)
    words = Words("What a bet earns under basic strategy by totals; negative favors the house.", "note")
    return page_of(f"{effect.game}: the cut card", (facts_grid(facts), words))
