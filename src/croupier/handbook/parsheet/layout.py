"""A par sheet laid out: which figures stand in which section, and what marks them as estimated or as a sample's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from croupier.cards.cards import parse_cards
from croupier.exact.long_run.volatility import BANKROLLS, CHANCES, VOLATILITY_INDEX, Volatility
from croupier.handbook.page import plots
from croupier.handbook.page.blocks import (
    Block,
    Cell,
    Column,
    Grid,
    Lines,
    Picture,
    Section,
    Words,
    fixed,
    likely,
    percent,
)
from croupier.handbook.parsheet.sheet import Borderline, JackpotSheet, Sheet, StrategySheet, WagerSheet
from croupier.rulebook.citations import MARKS
from croupier.solving.base_games import BaseResult
from croupier.units.chance import square_root_text
from croupier.units.money import dollars

BASES: Final = {"to": "odds to 1: the stake comes back with a win", "for": "pays for 1: the stake is not returned"}


def layout(sheet: Sheet) -> tuple[Section, ...]:
    """The sections of a sheet, in order."""
    found = [_overview(sheet)]
    if sheet.rules:
        found.append(Section("Rules in brief", (_rules(sheet),)))
    for each in sheet.wagers:
        found.append(_wager(each))
    found += [_advantage(sheet), _readings(sheet), _evidence(sheet)]
    return tuple(each for each in found if each.blocks or each.parts)


def header_facts(sheet: Sheet) -> list[tuple[str, str]]:
    """What names the sheet, label and value."""
    configuration = sheet.configuration
    rules, edition = configuration.rules, configuration.edition
    decks = f"{configuration.decks}" if "decks" in configuration.values else rules.deck
    facts = [
        ("Configuration", sheet.name),
        ("Edition", f"{edition.title} [{edition.document}], {edition.seats[0]} to {edition.seats[1]} seats"),
        ("Decks", decks),
        ("Method", f"{sheet.solution.method}; a figure that is not says so where it stands"),
        ("Rulebook", sheet.solution.rulebook_hash),
        ("Software", f"croupier {sheet.software}"),
    ]
    for use in sheet.tables:
        basis = f", {BASES[use.basis]}" if use.basis else ""
        sample = " – SAMPLE, not the maker's" if use.status == "sample" else ""
        facts.insert(-3, (use.wager.title, f"{use.id}{sample}{basis}"))
    return facts


def _overview(sheet: Sheet) -> Section:
    blocks: list[Block] = []
    rows = []
    for each in sheet.wagers:
        figures = each.distribution
        edge = None if each.expectation is None else -each.expectation
        rows.append(
            (
                Cell(each.wager.title, "sample" if each.is_sample else ""),
                Cell("needs the meter" if edge is None else percent(edge, 4)),
                Cell("–" if figures is None or edge is None else percent(edge / figures.average_wagered, 4)),
                Cell("–" if figures is None else percent(figures.hit_frequency, 4)),
                Cell("–" if figures is None else _root(figures.variance, 4)),
            )
        )
    if rows:
        columns = ("Wager", "House edge, %", "Element of risk, %", "Hit frequency, %", "Standard deviation")
        blocks.append(Grid(tuple(Column(name, place > 0) for place, name in enumerate(columns)), tuple(rows)))
    for wager, why in sheet.unsolved:
        blocks.append(Words(f"Not solved: {wager.title}. {why[0].upper()}{why[1:]}.", "warning"))
    for use in sheet.samples:
        blocks.append(Words(f"Sample: {use.id} is not the maker's table. {use.note}", "warning"))
    return Section("At a glance", tuple(blocks))


def _rules(sheet: Sheet) -> Lines:
    return Lines(tuple((rule.text, "; ".join(map(str, rule.cites))) for rule in sheet.rules))


def _root(value: Fraction, places: int) -> str:
    return fixed(Fraction(square_root_text(value, 20)), places) if value else fixed(0.0, places)


def _wager(each: WagerSheet) -> Section:
    marks = ("sample",) if each.is_sample else ()
    title = each.wager.title + (f" – {each.table.id}" if each.table else "")
    blocks: list[Block] = [Words(each.wager.text)]
    blocks.append(_pay_grid(each))
    if each.distribution is not None:
        blocks.append(_figures(each))
    blocks += [Words(f"{note[0].upper()}{note[1:]}.", "note") for note in each.notes]
    parts = []
    if each.strategy:
        parts.append(_strategy(each.strategy, each))
    if each.jackpot:
        parts.append(_jackpot(each.jackpot, each))
    if each.distribution is not None:
        blocks.append(Picture(plots.outcomes(each.distribution), "Net outcomes, in units of the wager"))
        blocks.append(Picture(plots.returns(each.rows), "What each row adds to the expectation, in percent"))
    if each.volatility:
        parts.append(_volatility(each.volatility, each))
    return Section(title, tuple(blocks), marks, tuple(parts))


def _places(values: Iterable[Fraction], digits: int, least: int) -> int:
    """Enough places for the smallest of them to keep some digits."""
    smallest = min((abs(each) for each in values if each), default=Fraction(1))
    return min(15, max(least, digits - 1 - math.floor(math.log10(smallest))))


def _pay_grid(each: WagerSheet) -> Grid:
    is_base = isinstance(each.result, BaseResult)
    has_share = any(row.share for row in each.rows)
    places = _places((row.probability for row in each.rows), 4, 6)
    rows = tuple(
        (
            Cell(f"{row.label} {row.pays}" if is_base and row.returns else row.label),
            *(() if is_base else (Cell(row.pays),)),
            Cell(f"{row.count:,}"),
            Cell(fixed(row.probability, places)),
            Cell(fixed(row.one_in, 2)),
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


def _figures(each: WagerSheet) -> Grid:
    figures, expectation = each.distribution, each.expectation
    assert figures is not None
    assert expectation is not None
    net, chance = figures.top_award
    edge = -expectation
    facts: list[tuple[str, str, str]] = [
        ("House edge", percent(edge), "% of the initial wager"),
        ("Element of risk", percent(edge / figures.average_wagered), "% of all that is put up"),
        ("Hit frequency", percent(figures.hit_frequency), "% of rounds end above zero"),
        ("Push frequency", percent(figures.push_frequency), "% of rounds"),
        ("Average wagered", fixed(figures.average_wagered, 6), "units"),
        ("Variance", fixed(figures.variance, 6), "units squared"),
        ("Standard deviation", _root(figures.variance, 6), "units"),
        ("Skewness", fixed(figures.skewness, 6), ""),
        ("Kurtosis", fixed(figures.kurtosis, 6), "(normal: 3)"),
        ("Volatility index", _root(figures.variance * VOLATILITY_INDEX**2, 6), "units: 1.65 standard deviations"),
        ("Top award", plots.net_text(net), "units net"),
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
        blocks.append(Grid(columns, tuple(rows)))
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
        blocks.append(Grid(columns, tuple(rows)))
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


def _cents(value: Fraction | None) -> str:
    """An amount in cents, in dollars to the cent."""
    return fixed(None if value is None else value / 100, 2)


def _jackpot(sheet: JackpotSheet, each: WagerSheet) -> Section:
    solution, conditions = sheet.solution, sheet.jackpot.conditions
    facts: list[tuple[str, str, str]] = [
        ("Fixed return", percent(solution.fixed_return), "% of the wager"),
        ("Envy, each other player", percent(solution.envy_return), "% of the wager"),
        ("Base wager", _cents(Fraction(solution.stake_cents)), "dollars"),
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
            facts.append((f"{level}seed", _cents(Fraction(solution.seed_cents(seed))), "dollars"))
        if rate is not None:
            facts.append((f"{level}rate", percent(rate), "% of the wager"))
        if reserve is not None:
            facts.append((f"{level}reserve", percent(reserve), "% of the wager, for the next seed"))
        given = (("seed", seed), ("rate", rate), ("reserve", reserve))
        missing += [f"{level.lower()}{what}" for what, value in given if value is None]
        if averages is not None:
            facts.append((f"{level}average when it is paid", _cents(averages[meter.level]), "dollars"))
        if meter.level in conditions.meters:
            facts.append((f"{level}shows", _cents(Fraction(conditions.meters[meter.level])), "dollars"))
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
        (Cell(_cents(amount)), Cell(percent(edge, 4)), Cell("", "break-even" if is_even else ""))
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
    rows = tuple((Cell(dollars(wager)), *(Cell(_cents(cents)) for cents in line)) for wager, line in sheet.break_even)
    blocks.append(Grid((Column("Base wager"), *names), rows, words))
    if each.distribution is None:
        blocks.append(
            Words("Edge, variance and volatility depend on the meters: give them, or a seed and a rate.", "note")
        )
    return Section("Jackpot", tuple(blocks), ("sample",) if each.is_sample else ())


def _method(method: str) -> Cell:
    """What is not exact is marked."""
    return Cell("exact") if method == "exact" else Cell("", method)


def _volatility(found: Volatility, each: WagerSheet) -> Section:
    pace, figures = found.pace, each.distribution
    assert figures is not None
    bands = tuple(
        (
            Cell(f"{band.rounds:,}"),
            Cell(fixed(Fraction(band.deviation) * 100, 4)),
            *(Cell(percent(hold, 3)) for hold in band.holds),
            Cell(likely(band.house_ahead)),
            _method(band.method),
        )
        for band in found.bands
    )
    columns = ("Rounds", "SD, %", "99 %: from", "95 %: from", "95 %: to", "99 %: to", "House ahead, %")
    blocks: list[Block] = [
        Grid(
            (*(Column(name, True) for name in columns), Column("Method")),
            bands,
            "Bands of the house's actual win, in percent of the initial wagers; the expected win is "
            f"{percent(figures.house_edge, 4)} %. A row marked saddle-point or estimated is exact in its SD alone.",
        ),
    ]
    sessions = tuple(
        (
            Cell(f"{session.rounds:,}"),
            *(Cell(fixed(net, 0 if float(net).is_integer() else 2)) for net in session.nets),
            Cell(likely(session.house_ahead)),
            _method(session.method),
        )
        for session in found.sessions
    )
    names = ("Rounds", *(f"{int(chance * 100)} %" for chance in CHANCES), "House ahead, %")
    hours = ", ".join(map(str, pace.hours))
    blocks.append(
        Grid(
            (*(Column(name, True) for name in names), Column("Method")),
            sessions,
            f"One player's net after sessions of {hours} hours, in units: not exceeded with this probability.",
        )
    )
    blocks.append(
        Picture(
            plots.funnel(found, figures.house_edge),
            "The house's actual win: bands of 95 and 99 in 100 (estimated between the rows above)",
        )
    )
    blocks.append(Picture(plots.fan(found), "One player's net: 5, 25, 50, 75 and 95 % (estimated)"))
    ruin = tuple(
        (
            Cell(f"{units:,}"),
            *(Cell(likely(session.ruin[place])) for session in found.sessions),
            Cell("certain" if found.endless_ruin[place] >= 1 else likely(found.endless_ruin[place])),
            _method("estimated"),
        )
        for place, units in enumerate(BANKROLLS)
    )
    headers = ("Bankroll, units", *(f"{session.rounds:,} rounds, %" for session in found.sessions), "In the end")
    blocks.append(
        Grid(
            (*(Column(name, True) for name in headers), Column("Method")),
            ruin,
            "Risk of ruin: the losses reach the bankroll within the session.",
        )
    )
    wager = each.jackpot.solution.stake_cents if each.jackpot else pace.average_wager_cents
    rows = (
        (Cell("Expected win an hour"), Cell(_cents(found.win_per_hour_cents)), Cell("dollars")),
        (
            Cell("Standard deviation an hour"),
            Cell(fixed(found.deviation_per_hour_cents / 100, 2)),
            Cell("dollars", "estimated"),
        ),
    )
    blocks.append(
        Grid(
            (Column("Figure"), Column("Value", True), Column("Unit")),
            rows,
            f"Stated, not measured: {pace.rounds_per_hour} rounds an hour, {pace.seats} seats that all bet, "
            f"{dollars(wager)} each. The deviation is as if seats did not share the dealer's hand.",
            is_facts=True,
        )
    )
    return Section("Volatility", tuple(blocks), ("sample",) if each.is_sample else ())


def _advantage(sheet: Sheet) -> Section:
    rows = []
    for each in sheet.advantage:
        figures = each.figures
        rows.append(
            (
                Cell(", ".join(each.sees).replace("dealer:", "the dealer's cards: ")),
                Cell(percent(figures.expectation, 4)),
                Cell("–" if each.standard_error is None else percent(each.standard_error, 4)),
                Cell(fixed(Fraction(figures.desirability_index or 0), 4)),
                Cell(fixed(Fraction(figures.n0), 2) if figures.n0 else "–"),
                _method(each.method),
            )
        )
    if not rows:
        return Section("Advantage play", ())
    columns = (
        Column("One who sees"),
        Column("Player's expectation, %", True),
        Column("Standard error", True),
        Column("Desirability index", True),
        Column("N0, rounds", True),
        Column("Method"),
    )
    words = "The base game under the best play with that sight; the index is 1000 EV/SD, N0 is (SD/EV) squared."
    return Section("Advantage play", (Grid(columns, tuple(rows), words),))


def _readings(sheet: Sheet) -> Section:
    values = sheet.configuration.values
    rows = []
    for each in sheet.interpretations:
        chosen = f" Here: {each.key}={values[each.key]}." if each.key and each.key in values else ""
        rows.append((Cell(each.id), Cell(f"{each.question} {each.answer}{chosen}"), Cell(each.confidence)))
    blocks: list[Block] = []
    columns: tuple[Column, ...]
    if rows:
        columns = (Column("Reading"), Column("Question and answer"), Column("Confidence"))
        blocks.append(Grid(columns, tuple(rows), "How the documents are read where they leave room."))
    if sheet.samples:
        columns = (Column("Sample"), Column("What it is"))
        samples = tuple((Cell(use.id, "sample"), Cell(use.note)) for use in sheet.samples)
        blocks.append(Grid(columns, samples, "Tables that are not the maker's."))
    return Section("Readings and samples", tuple(blocks))


def _evidence(sheet: Sheet) -> Section:
    # A long fraction may break after its bar, and nowhere else.
    checks = tuple(
        (Cell(check.words), Cell(check.value.replace("-", "−").replace("/", "/\u200b"))) for check in sheet.checks
    )
    blocks: list[Block] = []
    if checks:
        blocks.append(Grid((Column("Counted twice, and equal"), Column("Value")), checks))
    if sheet.published:
        blocks.append(_published(sheet))
    sources = tuple(
        (
            Cell(source.tag),
            Cell(", ".join(part for part in (source.title, source.edition, source.publisher, source.address) if part)),
            Cell(source.mark),
        )
        for source in sheet.sources
    )
    words = "; ".join(f"{mark}: {text}" for mark, text in MARKS.items())
    blocks.append(Grid((Column("Source"), Column("Document"), Column("Mark")), sources, words))
    return Section("Cross-checks and sources", tuple(blocks))


def _published(sheet: Sheet) -> Grid:
    titles = {each.wager.id: each.wager.title for each in sheet.wagers}
    rows = []
    for line in sheet.published:
        each = line.published
        unit = f" {each.unit}" if each.unit else ""
        must = "below " if each.relation == "below" else ""
        rows.append(
            (
                Cell(f"{titles[each.wager]}: {line.words[0].lower()}{line.words[1:]}"),
                Cell(f"{must}{_grouped(each.printed)}{unit}"),
                Cell(f"{_grouped(line.ours)}{unit}"),
                Cell("agrees") if line.agrees else Cell("", "differs"),
                Cell(f"{each.source} ({each.address})" if each.address else each.source),
            )
        )
    columns = (Column("Published figure"), Column("Printed"), Column("Ours"), Column(""), Column("Printed by"))
    return Grid(columns, tuple(rows), "What others have printed, and our figure to the same digits.")


def _grouped(text: str) -> str:
    """A whole number with its thousands apart; anything else as it stands."""
    return f"{int(text):,}" if text.isdigit() else text.replace("-", "−", 1) if text.startswith("-") else text
