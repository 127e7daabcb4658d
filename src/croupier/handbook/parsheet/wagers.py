"""Wagers on a par sheet: pays and counts, the figures that follow, how to play it, its jackpot, what the house keeps.

A base game whose value is known to a bound has its figures, its chart, and what a card counter knows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

from croupier.cards.cards import parse_cards
from croupier.exact.distribution import net_text, outcome_plot
from croupier.exact.long_run.house_view import LIFE_CHANCES
from croupier.exact.long_run.volatility import VOLATILITY_INDEX, rounds_to_deviation
from croupier.exact.result import FactTable
from croupier.exact.showdown.solving import SIMPLE
from croupier.handbook.page.blocks import (
    Block,
    Cell,
    Column,
    Grid,
    Picture,
    Section,
    Words,
    facts_grid,
    fixed,
    method_cell,
    percent,
)
from croupier.handbook.parsheet import plots
from croupier.handbook.parsheet.many_rounds import N0_WORDS, bands_grid, cents_text, many_rounds, volatility_section
from croupier.questions.conditions import shared_meters
from croupier.questions.sheet.records import (
    TIES,
    Borderline,
    JackpotSheet,
    Sheet,
    StrategySheet,
    ValuedSheet,
    WagerSheet,
)
from croupier.questions.solved.recorded import Estimate, estimates_of
from croupier.rulebook.configuration import Configuration
from croupier.units.chance import square_root_text
from croupier.units.money import dollars

ESTIMATED_PLACES = 3


def estimates_blocks(configuration: Configuration) -> list[Block]:
    """What was recorded for the base game, under the best play and under a stated rule; nothing where nothing was."""
    found = estimates_of(configuration)
    best = [each for each in found if each.is_best_play]
    ruled = [each for each in found if not each.is_best_play]
    blocks: list[Block] = []
    if best:
        blocks += [_by_seats(best, "deals", _capital(f"{best[0].rule}.")), in_order_block(best)]
        blocks.append(Words(f"Sampled; repeat a line with {best[-1].command}.", "note"))
    if ruled:
        rule = ruled[0].rule.removeprefix("they ")
        caption = f"Every seat under the stated {ruled[0].strategy} strategy, which is not the best one: {rule}."
        blocks += [_by_seats(ruled, "rounds", caption)]
        blocks.append(Words(f"Simulated; repeat a line with {ruled[-1].command}.", "note"))
    return blocks


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _by_seats(found: list[Estimate], sampled: str, caption: str) -> Grid:
    columns = (
        Column("Seats", True),
        Column("House edge, %", True),
        Column("Standard error", True),
        Column(_capital(sampled), True),
        Column("Method"),
    )
    rows = tuple(
        (
            Cell(str(each.seats)),
            Cell(percent(each.house_edge, ESTIMATED_PLACES)),
            Cell(percent(each.standard_error, ESTIMATED_PLACES)),
            Cell(f"{each.rounds:,}"),
            method_cell("estimated"),
        )
        for each in found
    )
    return Grid(columns, rows, caption)


def in_order_block(found: list[Estimate]) -> Grid:
    """What each seat ends with, in Antes, from the first to act to the last."""
    most = max(each.seats for each in found)
    columns = (Column("Seats", True), *(Column(f"acts {place}", True) for place in range(1, most + 1)))
    rows = []
    for each in found:
        cells = [Cell(_told(mean, error)) for mean, error in each.in_order]
        rows.append((Cell(str(each.seats)), *cells, *[Cell("")] * (most - len(cells))))
    caption = "Average net by place in the order of acting, in base wagers; the lowest two cards act first (estimated)."
    return Grid(columns, tuple(rows), caption)


def _told(mean: Fraction, error: Fraction) -> str:
    """To the digit that the error reaches."""
    places = 4 if error < Fraction(1, 1000) else 3 if error < Fraction(1, 100) else 2
    return f"{float(mean):+.{places}f}"


def jackpot_section(sheet: JackpotSheet, each: WagerSheet) -> Section:
    solution, conditions = sheet.solution, sheet.jackpot.conditions
    facts: list[tuple[str, str, str]] = [
        ("Fixed return", percent(solution.fixed_return), "% of the wager"),
        ("Envy, each other player", percent(solution.envy_return), "% of the wager"),
        ("Base wager", cents_text(Fraction(solution.stake_cents)), "dollars"),
    ]
    averages = sheet.jackpot.averages
    missing: list[str] = []
    for meter in solution.meters:
        level = f"Level {meter.level}: " if len(solution.meters) > 1 else "Meter: "
        facts.append((f"{level}won whole, 1 in", fixed(meter.one_in, 2), "wagers"))
        facts.append((f"{level}each $1,000 adds", percent(meter.return_per_1000), "% of the wager"))
        seed, rate = conditions.seeds.get(meter.level), conditions.rates.get(meter.level)
        reserve = sheet.reserves.get(meter.level)
        if seed is not None:
            facts.append((f"{level}seed", cents_text(Fraction(solution.seed_cents(seed))), "dollars"))
        if rate is not None:
            facts.append((f"{level}rate", percent(rate), "% of the wager"))
        if reserve is not None:
            facts.append((f"{level}reserve", percent(reserve), "% of the wager, for the next seed"))
        given = (("seed", seed), ("rate", rate), ("reserve", reserve))
        missing += [
            f"{level.lower()}{what}".replace("meter: ", "the meter's ") for what, value in given if value is None
        ]
        if averages is not None:
            facts.append((f"{level}average when it is paid", cents_text(averages[meter.level]), "dollars"))
        if meter.level in conditions.meters:
            facts.append((f"{level}shows", cents_text(Fraction(conditions.meters[meter.level])), "dollars"))
    for shared in shared_meters(sheet.jackpot):
        level = f"Level {shared.level}: " if len(solution.meters) > 1 else ""
        times = shared.company.second_winner or Fraction()
        facts.append((f"{level}A second winner", fixed(times, 2), "times as likely as if seats were independent"))
        kept = shared.part_kept.text()
        facts.append((f"{level}A winner who shares keeps", kept, f"of the meter, {shared.seats} seats betting"))
    if sheet.long_run_return is not None:
        facts.append(("Return in the long run, envy left out", percent(sheet.long_run_return), "% of the wager"))
    rows: tuple[tuple[Cell, ...], ...] = tuple((Cell(label), Cell(value), Cell(unit)) for label, value, unit in facts)
    blocks: list[Block] = [Grid((Column("Figure"), Column("Value", True), Column("Unit")), rows, is_facts=True)]
    if missing and not solution.is_house_jackpot:
        blocks.append(Words(f"Not given: {', '.join(missing)}.", "note"))
    if sheet.is_lower_empty:
        blocks.append(
            Words("Lower meters are not given and are counted as empty: the true break-even is lower.", "warning")
        )
    edges = tuple(
        (Cell(cents_text(amount)), Cell(percent(edge, 4)), Cell("", "break-even" if is_even else ""))
        for amount, edge, is_even in sheet.edges
    )
    words = f"{conditions.others} other players bet" if conditions.others else "No other player bets"
    columns = (Column("The top meter shows, $", True), Column("House edge, %", True), Column(""))
    blocks.append(Grid(columns, edges, f"{words}; an edge below zero is the player's."))
    blocks.append(Picture(plots.meter(sheet.edges), "House edge against the top meter, with the break-even mark"))
    if solution.envy_return:
        names = tuple(Column("no envy player" if each == 0 else f"{each}", True) for each in sheet.others)
        words = "The top meter at which the wager is fair, in dollars, by the number of other players who bet."
    else:
        names = (Column("Break-even meter, $", True),)
        words = "The top meter at which the wager is fair; this table pays no envy."
    rows = tuple(
        (Cell(dollars(wager)), *(Cell(cents_text(cents)) for cents in line)) for wager, line in sheet.break_even
    )
    blocks.append(Grid((Column("Base wager"), *names), rows, words))
    if each.distribution is None:
        blocks.append(
            Words("Edge, variance and volatility depend on the meters: give them, or a seed and a rate.", "note")
        )
    return Section("Jackpot", tuple(blocks), ("sample",) if each.is_sample else ())


def house_section(each: WagerSheet) -> Section | None:
    """The house's side of a progressive wager; None where seeds and rates are not given."""
    sheet = each.jackpot
    if sheet is None or not sheet.life:
        return None
    blocks: list[Block] = []
    if sheet.house is None:
        blocks.append(Words(f"What the house keeps does not follow from one hand alone: {sheet.why_no_house}.", "note"))
    else:
        given = sheet.jackpot.conditions
        contributions = sum(given.rates.values(), Fraction())
        reserve = sum(sheet.reserves.values(), Fraction())
        facts = [
            ("House and reserve keep", percent(sheet.house.house_edge), "% of the wager"),
            ("Contributions to the meter", percent(contributions), "% of the wager"),
            ("Fixed pays", percent(sheet.solution.fixed_return), "% of the wager"),
            ("Seeds after a win", percent(sheet.seeds_after_a_win), "% of the wager"),
            ("Envy to others", percent(given.others * sheet.solution.envy_return), "% of the wager"),
            ("Set aside for seeds", percent(reserve), "% of the wager, part of what is kept"),
            ("Standard deviation", fixed(Fraction(square_root_text(sheet.house.variance, 20)), 6), "units a wager"),
        ]
        blocks.append(facts_grid(facts, numbers=(1,)))
        if each.house is not None:
            words = "Bands of what house and reserve keep while the meter grows and is won, in percent of the wagers."
            blocks.append(bands_grid(each.house, words))
    blocks.append(_life(each))
    return Section("What the house keeps", tuple(blocks), ("sample",) if each.is_sample else ())


def _life(each: WagerSheet) -> Grid:
    assert each.jackpot is not None
    rows = []
    for life in each.jackpot.life:
        level = f"Level {life.level}: " if len(each.jackpot.life) > 1 else ""
        waits = (Cell(f"{wagers:,}") for wagers in life.wagers)
        rows.append((Cell(f"{level}wagers until it is won whole"), *waits, Cell(fixed(life.mean_wagers, 2))))
        amounts = [Cell("–")] * len(LIFE_CHANCES)
        if life.amounts is not None:
            amounts = [Cell(cents_text(amount)) for amount in life.amounts]
        rows.append((Cell(f"{level}then it shows, $"), *amounts, Cell(cents_text(life.mean_amount))))
    names = (*(f"{int(chance * 100)} %" for chance in LIFE_CHANCES), "Average")
    words = "The jackpot's life from its seed: not exceeded with this probability."
    if any(life.amounts is None for life in each.jackpot.life):
        words += " Where parts of a meter are paid, only its average when it is paid from is known."
    return Grid((Column(""), *(Column(name, True) for name in names)), tuple(rows), words)


def root(value: Fraction, places: int) -> str:
    """A square root, printed to a number of places."""
    return fixed(Fraction(square_root_text(value, 20)), places) if value else fixed(0.0, places)


def wager_section(each: WagerSheet, sheet: Sheet) -> Section:
    """One wager with everything that is known of it."""
    marks = ("sample",) if each.is_sample else ()
    title = each.wager.title + (f" – {each.table.id}" if each.table else "")
    blocks: list[Block] = [Words(each.wager.text)]
    if each.result.is_base:
        blocks.append(Words(_whole_round(sheet)))
    blocks.append(_pay_grid(each))
    if each.distribution is not None:
        blocks.append(_figures(each))
    blocks += [Words(f"{note[0].upper()}{note[1:]}.", "note") for note in each.notes]
    rests = _rests_on(each, sheet)
    if rests:
        blocks.append(Words(f"These figures rest on readings (confidence): {', '.join(rests)}.", "note"))
    if each.result.is_base:
        blocks += estimates_blocks(sheet.configuration)
    parts = []
    if each.strategy:
        parts.append(_strategy(each.strategy, each))
    if each.jackpot:
        parts.append(jackpot_section(each.jackpot, each))
        kept = house_section(each)
        if kept is not None:
            parts.append(kept)
    if each.distribution is not None:
        blocks.append(Picture(outcome_plot(each.distribution), "Net outcomes, in units of the wager"))
        blocks.append(Picture(plots.returns(each.rows), "What each row adds to the expectation, in percent"))
    if each.volatility:
        parts.append(volatility_section(each.volatility, each))
    return Section(title, tuple(blocks), marks, tuple(parts))


def _whole_round(sheet: Sheet) -> str:
    """What a net outcome of the base game is made of."""
    wagers = sheet.configuration.rules.wagers
    titles = [each.title for each in wagers if each.kind in ("base", "follow")]
    awards = [each.title for each in wagers if each.kind == "award" and each.id in sheet.configuration.tables]
    made_of = f"{', '.join(titles[:-1])} and {titles[-1]}" if len(titles) > 1 else titles[0]
    more = f", with the {' and '.join(awards)}" if awards else ""
    return (
        f"A row counts the whole round under the best play: {made_of} together{more}, in units of the {titles[0]}; "
        "bonus and jackpot wagers have sections of their own."
    )


def _rests_on(each: WagerSheet, sheet: Sheet) -> list[str]:
    kinds = {wager.id: wager.kind for wager in sheet.configuration.rules.wagers}
    own = {each.wager.id}
    if each.result.is_base:
        own |= {wager for wager, kind in kinds.items() if kind in ("follow", "award", "ladder")}
    return [f"{reading.id} ({reading.confidence})" for reading in sheet.interpretations if own & set(reading.affects)]


def _places(values: Iterable[Fraction], digits: int, least: int) -> int:
    """Enough places for the smallest of them to keep some digits."""
    smallest = min((abs(each) for each in values if each), default=Fraction(1))
    return min(15, max(least, digits - 1 - math.floor(math.log10(smallest))))


def _pay_grid(each: WagerSheet) -> Grid:
    is_base = each.result.is_base
    has_share = any(row.share for row in each.rows)
    places = _places((row.probability for row in each.rows), 4, 6)
    rows = tuple(
        (
            Cell(f"{row.label} {row.pays}" if is_base and row.returns else row.label),
            *(() if is_base else (Cell(row.pays),)),
            Cell(f"{row.count:,}"),
            Cell(fixed(row.probability, places)),
            Cell(fixed(row.one_in, 2) if row.one_in else "never"),
            Cell("meter" if row.returns is None else fixed(row.returns, 8)),
            *((Cell("" if row.share is None else percent(row.share, 3)),) if has_share else ()),
        )
        for row in each.rows
    )
    foot = (
        Cell("all deals"),
        *(() if is_base else (Cell(""),)),
        Cell(f"{each.total:,}"),
        Cell(fixed(Fraction(1), places)),
        Cell(""),
        Cell(fixed(each.returned, 8)),
        *((Cell("100.000"),) if has_share else ()),
    )
    columns = (
        Column("Net outcome" if is_base else "Event"),
        *(() if is_base else (Column("Pays"),)),
        Column("Combinations", True),
        Column("Probability", True),
        Column("1 in", True),
        Column("Return", True),
        *((Column("Share, %", True),) if has_share else ()),
    )
    if is_base:
        words = "Return is net times probability, in units of the base wager; share is of everything won."
    elif each.jackpot:
        words = "Return is what the row hands back per unit wagered"
        words += "; share is of everything handed back." if has_share else ", meters left out."
    else:
        words = "Return is net times probability; share is of everything handed back, returned stakes included."
    return Grid(columns, rows, words, foot)


def _or_never(chance: Fraction) -> str:
    return percent(chance) if chance else "never"


def _rounds_to_deviation(expectation: Fraction, variance: Fraction) -> str:
    found = rounds_to_deviation(expectation, variance)
    return "–" if found is None else fixed(found, 2)


def _figures(each: WagerSheet) -> Grid:
    figures, expectation = each.distribution, each.expectation
    assert figures is not None
    assert expectation is not None
    net, chance = figures.top_award
    edge = -expectation
    facts: list[tuple[str, str, str]] = [
        ("House edge", percent(edge), "% of the initial wager"),
        ("Element of risk", percent(edge / figures.average_wagered), "% of all that is put up"),
        ("Hit frequency", _or_never(figures.hit_frequency), "% of rounds end above zero"),
        ("Push frequency", _or_never(figures.push_frequency), "% of rounds" if figures.push_frequency else ""),
        ("Average wagered", fixed(figures.average_wagered, 6), "units"),
        ("Variance", fixed(figures.variance, 6), "units squared"),
        ("Standard deviation", root(figures.variance, 6), "units"),
        ("Skewness", fixed(figures.skewness, 6), ""),
        ("Kurtosis", fixed(figures.kurtosis, 6), "(normal: 3)"),
        ("N0", _rounds_to_deviation(expectation, figures.variance), "rounds until the expected win is one deviation"),
        ("Volatility index", root(figures.variance * VOLATILITY_INDEX**2, 6), "units: 1.65 standard deviations"),
        ("Top award", net_text(net), "units net"),
        ("Top award, 1 in", fixed(1 / chance, 2), "rounds"),
    ]
    mark = "sample" if each.is_sample else ""
    rows = tuple(
        (Cell(label), Cell(value), Cell(unit, mark if label == "House edge" else "")) for label, value, unit in facts
    )
    return Grid((Column("Figure"), Column("Value", True), Column("Unit")), rows, is_facts=True)


def _strategy(strategy: StrategySheet, each: WagerSheet) -> Section:
    blocks: list[Block] = []
    rows: list[tuple[Cell, ...]]
    columns: tuple[Column, ...]
    if strategy.stretches:
        rows = []
        for stretch in strategy.stretches:
            first, last = stretch.rows[0].words, stretch.rows[-1].words
            shares = ", ".join(f"{bet} {hands:,}" for bet, hands in stretch.hands_by_bet.items())
            best = stretch.best or f"the other cards decide: {shares}"
            rows.append(
                (Cell(first if first == last else f"{first} to {last}"), Cell(f"{stretch.hands:,}"), Cell(best))
            )
        columns = (Column("Hands, lowest first"), Column("How many", True), Column("Best play"))
        blocks.append(Grid(columns, tuple(rows), TIES))
    else:
        blocks.append(Words("A hand's class does not tell how to play it here; croupier advise answers for a deal."))
    if strategy.closest and not all(line.is_settled for line in strategy.borderline):
        words = "The closest decisions, one hand of a class: what it is worth, in base wagers for the whole round."
        blocks.append(_close("Borderline hand", strategy.closest, words))
    if strategy.borderline:
        words = "Averages over all hands of the class, in base wagers for the whole round."
        blocks.append(_close("Borderline class", strategy.borderline, words))
    if strategy.simple:
        rows = [(Cell(name), Cell(percent(edge)), Cell(fixed(cost, 8))) for name, edge, cost in strategy.simple]
        columns = (Column("A simpler way to play"), Column("House edge, %", True), Column("Costs, units a round", True))
        told = "; ".join(f"{name}: {SIMPLE[name]}" for name, _, _ in strategy.simple if name in SIMPLE)
        blocks.append(Grid(columns, tuple(rows), caption=f"{told[0].upper()}{told[1:]}." if told else ""))
    return Section("Optimal strategy", tuple(blocks), ("sample",) if each.is_sample else ())


def _symbols(cards: str) -> str:
    return " ".join(card.symbol for card in parse_cards(cards))


def _close(title: str, lines: Sequence[Borderline], words: str) -> Grid:
    rows = tuple(
        (
            *((Cell(_symbols(line.cards)),) if line.cards else ()),
            Cell(line.hand, "" if line.is_settled else "other cards decide"),
            Cell(line.best),
            Cell(fixed(line.best_value, 8)),
            Cell(line.next),
            Cell(fixed(line.next_value, 8)),
            Cell(fixed(line.difference, 8)),
        )
        for line in lines
    )
    columns = (
        Column(title),
        *((Column("Its class"),) if lines[0].cards else ()),
        Column("Best"),
        Column("Worth", True),
        Column("Next"),
        Column("Worth", True),
        Column("Difference", True),
    )
    return Grid(columns, rows, words)


_FIGURE: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
UNITS = "units: 1.65 standard deviations"


def valued_section(each: ValuedSheet) -> Section:
    """Everything about a wager that is valued and not counted."""
    best, chart, counter = each.best, each.chart, each.counter
    figures = [
        ("House edge", f"{100 * best.house_edge:.6f}", "% of the initial wager"),
        ("Element of risk", f"{100 * best.element_of_risk:.6f}", "% of all that is put up"),
        ("Average wagered", f"{best.average_wagered:.6f}", "units"),
        ("Variance", f"{best.variance:.6f}", "units squared"),
        ("Standard deviation", f"{sqrt(best.variance):.6f}", "units"),
        ("Volatility index", f"{each.volatility_index:.6f}", UNITS),
        ("N0", f"{best.variance / best.expectation**2:,.0f}" if best.expectation else "–", N0_WORDS),
        ("House edge by the chart", f"{100 * chart.house_edge:.6f}", "% of the initial wager"),
        ("The chart costs", f"{100 * each.chart_costs:.6f}", "% of the initial wager against play by composition"),
        *(
            (f"Correlation with {wager.title}", f"{moves.correlation:.6f}", "of the two results in a round")
            for wager, moves in each.beside
        ),
    ]
    bound = f"{best.basis}. Worked out in floating point: every figure is off by less than {best.error:g}."
    blocks: list[Block] = [
        Words(each.wager.text),
        facts_grid(figures, numbers=(1,)),
        Words(_sentence(bound), "note"),
        *(Words(_sentence(f"{told}."), "note") for told in (each.cut_card,) if told),
        *map(_grid, best.tables),
    ]
    parts = (
        many_rounds(each),
        Section("Basic strategy by totals", (*map(_grid, chart.tables), Words(_sentence(f"{chart.basis}."), "note"))),
        Section(
            "What a card counter knows", (*map(_grid, counter.tables), Words(_sentence(f"{counter.basis}."), "note"))
        ),
    )
    return Section(each.wager.title, tuple(blocks), parts=parts)


def overview_row(each: ValuedSheet) -> tuple[Cell, ...]:
    """The wager's line at the head of the sheet; how often it wins is not worked out."""
    best = each.best
    return (
        Cell(each.wager.title),
        Cell(f"{100 * best.house_edge:.4f}"),
        Cell(f"{100 * best.element_of_risk:.4f}"),
        Cell("–"),
        Cell(f"{sqrt(best.variance):.4f}"),
    )


def _grid(table: FactTable) -> Grid:
    columns = table.columns or ("",) * len(table.rows[0])
    numbers = [all(_FIGURE.fullmatch(row[place]) for row in table.rows) for place in range(len(columns))]
    rows = tuple(
        tuple(Cell(text.replace("-", "−") if is_number else text) for text, is_number in zip(row, numbers, strict=True))
        for row in table.rows
    )
    titles = zip(columns, numbers, strict=True)
    return Grid(tuple(Column(name, is_number) for name, is_number in titles), rows)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
