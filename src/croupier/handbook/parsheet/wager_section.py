"""One wager on a par sheet: pays and counts, the figures that follow, how to play it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from croupier.cards.cards import parse_cards
from croupier.exact.long_run.tables import rounds_to_deviation
from croupier.exact.long_run.volatility import VOLATILITY_INDEX
from croupier.exact.outcome_plot import net_text, outcome_plot
from croupier.exact.showdown.solving import SIMPLE
from croupier.handbook.page.blocks import Block, Cell, Column, Grid, Picture, Section, Words, fixed, percent
from croupier.handbook.parsheet import plots
from croupier.handbook.parsheet.estimates_section import estimates_blocks
from croupier.handbook.parsheet.house_section import house_section
from croupier.handbook.parsheet.jackpot_section import jackpot_section
from croupier.handbook.parsheet.volatility_section import volatility_section
from croupier.questions.sheet.records import TIES, Borderline, Sheet, StrategySheet, WagerSheet
from croupier.units.chance import square_root_text


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
    known = [row.returns for row in each.rows if row.returns is not None]
    foot = (
        Cell("all deals"),
        *(() if is_base else (Cell(""),)),
        Cell(f"{each.total:,}"),
        Cell(fixed(Fraction(1), places)),
        Cell(""),
        Cell(fixed(sum(known, Fraction()), 8)),
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
