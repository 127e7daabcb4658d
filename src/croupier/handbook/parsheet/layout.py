"""A par sheet laid out: which figures are in which section, and what marks them as estimated or as a sample's."""

import math
import re
import tomllib
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from math import sqrt
from pathlib import Path
from typing import Final

from croupier.cards.cards import parse_cards
from croupier.exact.distribution import net_text, outcome_plot
from croupier.exact.long_run import volatility
from croupier.exact.result import FactTable
from croupier.exact.showdown.solving import simpler_names
from croupier.handbook.page import blocks as page
from croupier.handbook.page.blocks import Block, Cell, Entries, Grid, Section, Words, facts_grid, grid_of, method_cell
from croupier.handbook.page.text import capital, fixed, percent, usual_play
from croupier.handbook.parsheet import many_rounds as rounds
from croupier.handbook.parsheet import plots
from croupier.questions.conditions import Jackpot, shared_meters
from croupier.questions.sheet import records
from croupier.questions.sheet.wording import limit_words
from croupier.questions.solved.recorded import Estimate, estimates_of
from croupier.records import Record, converted
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.interpretations import MARKS
from croupier.software import short_name
from croupier.units import dollars, dollars_of, square_root_text

SIGNED: Final = "Signatures"


class _Words(Record):
    """What every sheet says, whatever its game, and how its live worksheets look."""

    bases: dict[str, str]
    columns: dict[str, int]
    looks: dict[str, dict[str, str | int | bool]]
    terms: dict[str, str]


WORDS: Final = converted(_Words, tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8")))


def layout(sheet: records.Sheet) -> tuple[Section, ...]:
    """The sections of a sheet, in order."""
    record = sheet.record
    found = [_overview(sheet)]
    if record.revision is not None:
        found.append(revision_section(record.revision, sheet.configuration))
    if record.rules:
        cites = ("; ".join(f"{cite.document} {cite.section}" for cite in rule.cites) for rule in record.rules)
        lines = tuple(zip((rule.text for rule in record.rules), cites, strict=True))
        found.append(Section("Rules in brief", (page.Lines(lines),)))
    found.append(Section("Assumptions", (page.Facts(tuple((line.what, line.words) for line in record.assumptions)),)))
    if sheet.valued:
        found.append(valued_section(sheet.valued))
    for wager in sheet.wagers:
        found.append(wager_section(wager, sheet))
    if sheet.mix is not None:
        found.append(rounds.mix_section(sheet.mix, sheet.mix_luck))
    terms = page.Facts(tuple(WORDS.terms.items()))
    found += [_advantage(sheet), _readings(sheet), _evidence(sheet), Section("Terms", (terms,))]
    found.append(Section(SIGNED, (page.Signatures(("Prepared by", "Checked by", "Approved by")),)))
    return tuple(each for each in found if each.blocks or each.parts)


def document(sheet: records.Sheet) -> page.Document:
    """The whole sheet, for any writer."""
    record, identity = sheet.record, sheet.record.document
    when = f", {identity.date.isoformat()}" if identity.date else ""
    foot = f"{identity.number} revision {identity.revision}{when} · game {record.game_hash[:16]}"
    foot += f" · {short_name(record.software)}"
    facts = tuple(header_facts(sheet))
    return page.Document(record.title, layout(sheet), "Par sheet", facts, foot, has_contents=True, date=identity.date)


def header_facts(sheet: records.Sheet) -> list[tuple[str, str]]:
    configuration, record, identity = sheet.configuration, sheet.record, sheet.record.document
    rules, edition = configuration.rules, configuration.edition
    decks = f"{configuration.decks}" if "decks" in configuration.values else rules.deck
    facts = [
        ("Document", f"{identity.number}, revision {identity.revision}"),
        ("Date", identity.date.isoformat() if identity.date else "not dated"),
        *([("Prepared for", identity.prepared_for)] if identity.prepared_for else []),
        *([("Prepared by", identity.prepared_by)] if identity.prepared_by else []),
        ("Configuration", record.game),
        ("Edition", f"{edition.title} [{edition.document}], {edition.seats[0]} to {edition.seats[1]} seats"),
        ("Decks", decks),
        ("Method", f"{record.method}; figures that are not exact are marked"),
        ("Game hash", record.game_hash),
        ("Software", record.software),
    ]
    for use in record.tables:
        basis = f", {WORDS.bases[use.basis]}" if use.basis else ""
        sample = " – SAMPLE, not the maker's" if use.status == "sample" else ""
        facts.insert(-3, (rules.wager(use.wager).title, f"{use.id}{sample}{basis}"))
    for wager in rules.wagers:
        if wager.id in sheet.limits:
            facts.insert(-3, (f"{wager.title}, posted limits", limit_words(sheet.limits[wager.id])))
    return facts


def _overview(sheet: records.Sheet) -> Section:
    rows: list[Entries] = []
    if sheet.valued:
        best = sheet.valued.best
        edges = f"{100 * best.house_edge:.4f}", f"{100 * best.element_of_risk:.4f}"
        rows.append((sheet.valued.wager.title, *edges, "–", f"{sqrt(best.variance):.4f}"))
    for each in sheet.wagers:
        name, figures = Cell(each.wager.title, "sample" if each.is_sample else ""), each.distribution
        edge = "needs the meter" if each.expectation is None else percent(-each.expectation, 4)
        if figures is None or each.expectation is None:
            rows.append((name, edge, "–", "–", "–"))
        else:
            risk, hits = -each.expectation / figures.average_wagered, figures.hit_frequency
            rows.append((name, edge, percent(risk, 4), percent(hits, 4), root(figures.variance, 4)))
    columns = ("Wager", "House edge, %", "Element of risk, %", "Hit frequency, %", "Standard deviation")
    blocks: list[Block] = [grid_of(columns, rows, numbers=range(1, 5))] if rows else []
    for left in sheet.record.unsolved:
        title = sheet.configuration.rules.wager(left.wager).title
        blocks.append(Words(f"Not solved: {title}. {capital(left.why)}.", "warning"))
    for use in sheet.samples:
        blocks.append(Words(f"Sample: {use.id} is not the maker's table. {use.note}", "warning"))
    return Section("At a glance", tuple(blocks))


def _advantage(sheet: records.Sheet) -> Section:
    rows = [
        (
            sight_words(audit.sees),
            percent(audit.expectation, 4),
            "–" if record.standard_error is None else percent(Fraction(record.standard_error), 4),
            fixed(Fraction(record.desirability_index or 0), 4),
            fixed(Fraction(record.n0), 2) if record.n0 else "–",
            method_cell(audit.method),
        )
        for audit in sheet.advantage
        for record in (audit.record,)
    ]
    words = (
        "The base game under the best play with that sight. The desirability index is 1000 times the expectation over "
        "the standard deviation of one round; N0 is the number of rounds after which the expected win equals one "
        "standard deviation."
    )
    figures = ("Player's expectation, %", "Standard error", "Desirability index", "N0, rounds")
    grid = grid_of(("A player who sees", *figures, "Method"), rows, numbers=range(1, 5), caption=words)
    return Section("Advantage play", (grid,) if rows else ())


_DETAILS: Final = {
    "color": "the color of {}",
    "kind": "whether {} is an ace, a face or another card",
    "high": "whether {} is a queen or better",
}


def sight_words(sees: Sequence[str]) -> str:
    """What a player sees, as it is said.

    >>> sight_words(["dealer:color:1"]), sight_words(["dealer:all"])
    ("the color of one of the dealer's cards", "all of the dealer's cards")
    """
    told = []
    for seen in sees:
        whose, *detail, number = seen.split(":")
        cards = f"{'one' if number == '1' else number} of the dealer's cards"
        if whose == "seats":
            cards = f"the hands of {number} seats"
        told.append(_DETAILS[detail[0]].format(cards) if detail else cards)
    return " and ".join(told)


def _readings(sheet: records.Sheet) -> Section:
    values = sheet.configuration.values
    rows = []
    for reading in sheet.record.interpretations:
        chosen = f" Here: {reading.key}={values[reading.key]}." if reading.key and reading.key in values else ""
        rows.append((reading.id, f"{reading.question} {reading.answer}{chosen}", reading.confidence))
    blocks: list[Block] = []
    if rows:
        words = "How the documents are read where they leave room."
        blocks.append(grid_of(("Reading", "Question and answer", "Confidence"), rows, caption=words))
    if sheet.samples:
        samples = [(Cell(use.id, "sample"), use.note) for use in sheet.samples]
        blocks.append(grid_of(("Sample", "What it is"), samples, caption="Tables that are not the maker's."))
    return Section("Readings and samples", tuple(blocks))


def _evidence(sheet: records.Sheet) -> Section:
    checks = [(check.what, Cell(check.value.replace("-", "−"))) for check in sheet.record.checks]
    blocks: list[Block] = [grid_of(("Counted twice, and equal", "Value"), checks)] if checks else []
    if sheet.published:
        blocks.append(_published(sheet))
    sources = [
        (
            source.document,
            ", ".join(filter(None, (source.title, source.edition, source.publisher, source.address))),
            source.mark,
        )
        for source in sheet.record.sources
    ]
    words = "; ".join(f"{mark}: {text}" for mark, text in MARKS.items())
    blocks.append(grid_of(("Source", "Document", "Mark"), sources, caption=words))
    return Section("Cross-checks and sources", tuple(blocks))


def _published(sheet: records.Sheet) -> Grid:
    titles = {each.wager.id: each.wager.title for each in sheet.wagers}
    rows = []
    for line in sheet.published:
        figure = line.published
        unit = f" {figure.unit}" if figure.unit else ""
        must = "below " if figure.relation == "below" else ""
        rows.append(
            (
                f"{titles[figure.wager]}: {line.words[0].lower()}{line.words[1:]}",
                f"{must}{_grouped(figure.printed)}{unit}",
                f"{_grouped(line.ours)}{unit}",
                Cell("agrees") if line.agrees else Cell("", "differs"),
                f"{figure.source} ({figure.address})" if figure.address else figure.source,
            )
        )
    columns = ("Published figure", "Printed", "Ours", "", "Printed by")
    return grid_of(columns, rows, caption="What others have printed, and our figure to the same digits.")


def _grouped(text: str) -> str:
    """A whole number with its thousands apart; anything else as it stands."""
    return f"{int(text):,}" if text.isdigit() else text.replace("-", "−", 1) if text.startswith("-") else text


def revision_section(revision: records.SheetRevision, configuration: Configuration) -> Section:
    """What was changed, and every figure that moved."""
    of = revision.of
    titles = {wager.id: wager.title for wager in configuration.rules.wagers}
    blocks: list[Block] = [
        Words(
            f"Compared with {of['number']}, revision {of['revision']}, {of['date']}, made with "
            f"{of['software']} under game {of['game'][:16]}."
        )
    ]
    if revision.causes:
        blocks.append(page.Lines(tuple((f"{capital(cause)}.", "") for cause in revision.causes)))
    if not revision.moved:
        blocks.append(Words("No figure has moved."))
        return Section("Differences from the earlier sheet", tuple(blocks))
    # A reason is told once and has a number: a sheet of eighty lines that all repeat it cannot be read.
    reasons = {why: str(place) for place, why in enumerate(dict.fromkeys(each.why for each in revision.moved), 1)}
    blocks.append(grid_of(("Why", "What moved the figure"), [(place, why) for why, place in reasons.items()]))
    rows = [
        (titles.get(each.wager, each.wager), _plain(each.figure), each.was, each.now, reasons[each.why])
        for each in revision.moved
    ]
    columns = ("Wager", "Figure", "Was", "Is", "Why")
    blocks.append(grid_of(columns, rows, caption=f"{len(rows):,} figures moved; all others are as they were."))
    return Section("Differences from the earlier sheet", tuple(blocks))


def _plain(figure: str) -> str:
    """A figure's name in the record, as a person writes it: ``house edge.percent`` is ``house edge, percent``."""
    return re.sub(r"(?<=[a-z])\.(?=\w)", ", ", figure)


ESTIMATED_PLACES = 3
_OF_WAGER: Final = "% of the wager"


def estimates_blocks(configuration: Configuration) -> list[Block]:
    """What was recorded for the base game, under the best play and under a stated rule; nothing where nothing was."""
    found = estimates_of(configuration)
    best = [line for line in found if line.is_best_play]
    ruled = [line for line in found if not line.is_best_play]
    blocks: list[Block] = []
    if best:
        blocks += [_by_seats(best, "Deals", capital(f"{best[0].rule}.")), _in_order(best)]
        blocks.append(Words(f"Sampled; sample a line again with {best[-1].command}.", "note"))
    if ruled:
        rule = ruled[0].rule.removeprefix("they ")
        caption = f"Every seat under the stated {ruled[0].strategy} strategy, which is not the best one: {rule}."
        blocks += [_by_seats(ruled, "Rounds", caption)]
        blocks.append(Words(f"Simulated; repeat a line with {ruled[-1].command}.", "note"))
    return blocks


def _by_seats(found: list[Estimate], sampled: str, caption: str) -> Grid:
    rows = [
        (
            str(line.seats),
            percent(line.house_edge, ESTIMATED_PLACES),
            percent(line.standard_error, ESTIMATED_PLACES),
            f"{line.rounds:,}",
            method_cell("estimated"),
        )
        for line in found
    ]
    columns = ("Seats", "House edge, %", "Standard error", sampled, "Method")
    return grid_of(columns, rows, numbers=range(4), caption=caption)


def _in_order(found: list[Estimate]) -> Grid:
    """What each seat ends with, in Antes, from the first to act to the last."""
    most = max(line.seats for line in found)
    rows = [
        (str(line.seats), *(_told(mean, error) for mean, error in line.in_order), *[""] * (most - len(line.in_order)))
        for line in found
    ]
    columns = ("Seats", *(f"acts {place}" for place in range(1, most + 1)))
    caption = "Average net by place in the order of acting, in base wagers; the lowest two cards act first (estimated)."
    return grid_of(columns, rows, numbers=range(most + 1), caption=caption)


def _told(mean: Fraction, error: Fraction) -> str:
    """To the digit that the error reaches."""
    places = 4 if error < Fraction(1, 1000) else 3 if error < Fraction(1, 100) else 2
    return f"{float(mean):+.{places}f}"


def _jackpot_section(sheet: records.SheetJackpot, jackpot: Jackpot, each: records.WagerSheet) -> Section:
    solution, others = jackpot.solution, jackpot.conditions.others
    facts, missing = _jackpot_facts(sheet, jackpot)
    blocks: list[Block] = [facts_grid(facts, numbers=(1,))]
    if missing and not solution.is_house_jackpot:
        blocks.append(Words(f"Not given: {', '.join(missing)}.", "note"))
    if sheet.lower_meters_counted_as_empty:
        words = "Lower meters are not given and are counted as empty: the true break-even is lower."
        blocks.append(Words(words, "warning"))
    edges = [
        (
            fixed(line.meter.value, 2),
            percent(line.house_edge.value, 4),
            Cell("", "break-even" if line.break_even else ""),
        )
        for line in sheet.edge_by_meter
    ]
    words = f"{others} other players bet" if others else "No other player bets"
    words += "; an edge below zero is the player's."
    blocks.append(grid_of(("The top meter shows, $", "House edge, %", ""), edges, numbers=(0, 1), caption=words))
    plot = plots.meter(sheet.edge_by_meter)
    blocks.append(page.Picture(plot, "House edge against the top meter, with the break-even mark"))
    names, words = ["Break-even meter, $"], "The top meter at which the wager is fair; this table pays no envy."
    if solution.envy_return:
        counts = dict.fromkeys(line.others for line in sheet.break_even)
        names = ["no envy player" if count == 0 else f"{count}" for count in counts]
        words = "The top meter at which the wager is fair, in dollars, by the number of other players who bet."
    rows = [
        (dollars(dollars_of(wager)), *(fixed(line.meter.value, 2) for line in lines))
        for wager, lines in groupby(sheet.break_even, lambda line: line.base_wager)
    ]
    blocks.append(grid_of(("Base wager", *names), rows, numbers=range(1, len(names) + 1), caption=words))
    if each.distribution is None:
        words = "Edge, variance and volatility depend on the meters: give them, or a seed and a rate."
        blocks.append(Words(words, "note"))
    return Section("Jackpot", tuple(blocks), ("sample",) if each.is_sample else ())


def _jackpot_facts(sheet: records.SheetJackpot, jackpot: Jackpot) -> tuple[list[tuple[str, str, str]], list[str]]:
    """Figures of a jackpot, meter by meter, and what was not given of them."""
    solution, conditions, averages = jackpot.solution, jackpot.conditions, jackpot.averages
    facts = [
        ("Fixed return", percent(solution.fixed_return), _OF_WAGER),
        ("Envy, each other player", percent(solution.envy_return), _OF_WAGER),
        ("Base wager", rounds.cents_text(Fraction(solution.stake_cents)), "dollars"),
    ]
    missing: list[str] = []
    for meter in solution.meters:
        level = f"Level {meter.level}: " if len(solution.meters) > 1 else "Meter: "
        facts.append((f"{level}won whole, 1 in", fixed(meter.one_in, 2), "wagers"))
        facts.append((f"{level}each $1,000 adds", percent(meter.return_per_1000), _OF_WAGER))
        seed, shown = conditions.seeds.get(meter.level), conditions.meters.get(meter.level)
        given = {
            "seed": None if seed is None else rounds.cents_text(Fraction(solution.seed_cents(seed))),
            "rate": None if (rate := conditions.rates.get(meter.level)) is None else percent(rate),
        }
        units = {"seed": "dollars", "rate": _OF_WAGER}
        facts += [(f"{level}{what}", words, units[what]) for what, words in given.items() if words is not None]
        whose = level.lower().replace("meter: ", "the meter's ")
        missing += [f"{whose}{what}" for what, words in given.items() if words is None]
        if averages is not None:
            facts.append((f"{level}average when it is paid", rounds.cents_text(averages[meter.level]), "dollars"))
        if shown is not None:
            facts.append((f"{level}shows", rounds.cents_text(Fraction(shown)), "dollars"))
    for shared in shared_meters(jackpot):
        level = f"Level {shared.level}: " if len(solution.meters) > 1 else ""
        times = shared.company.second_winner or Fraction()
        facts.append((f"{level}A second winner", fixed(times, 2), "times as likely as if seats were independent"))
        kept = shared.part_kept.text()
        facts.append((f"{level}A winner who shares keeps", kept, f"of the meter, {shared.seats} seats betting"))
    if sheet.long_run_return is not None:
        facts.append(("Return in the long run, envy left out", percent(sheet.long_run_return.value), _OF_WAGER))
    return facts, missing


def root(value: Fraction, places: int) -> str:
    return fixed(Fraction(square_root_text(value, 20)), places) if value else fixed(0.0, places)


def wager_section(each: records.WagerSheet, sheet: records.Sheet) -> Section:
    record = each.record
    title = record.title + (f" – {record.paytable}" if record.paytable else "")
    blocks: list[Block] = [Words(each.wager.text)]
    if each.result.is_base:
        blocks.append(Words(_whole_round(each)))
    blocks.append(_pay_grid(each))
    if record.awards:
        rows = [(row.event, row.pays, row.table) for row in record.awards]
        words = "What is paid beside the base wager, counted in the outcomes above."
        blocks.append(grid_of(("Award", "Pays", "Table"), rows, caption=words))
    if each.distribution is not None:
        blocks.append(_figures(each))
    blocks += [Words(f"{capital(note)}.", "note") for note in record.notes]
    rests = _rests_on(each, sheet)
    if rests:
        blocks.append(Words(f"These figures rest on readings (confidence): {', '.join(rests)}.", "note"))
    if each.result.is_base:
        blocks += estimates_blocks(sheet.configuration)
    if each.distribution is not None:
        blocks.append(page.Picture(outcome_plot(each.distribution), "Net outcomes, in units of the wager"))
        blocks.append(page.Picture(plots.returns(record.pays), "What each row adds to the expectation, in percent"))
    parts = (
        *([_strategy(record.strategy, each)] if record.strategy else []),
        *([_jackpot_section(record.jackpot, each.jackpot, each)] if record.jackpot and each.jackpot else []),
        *([rounds.volatility_section(each.volatility, each)] if each.volatility else []),
    )
    marks = ("sample",) if each.is_sample else ()
    return Section(title, tuple(blocks), marks, tuple(part for part in parts if part.blocks))


def _whole_round(each: records.WagerSheet) -> str:
    """What a net outcome of a base wager is made of: itself and what belongs to it, where several stand alone."""
    configuration = each.result.configuration
    rules = configuration.rules
    wagers = [wager for wager in rules.wagers if rules.part_of(wager.id) == each.wager.id]
    titles = [wager.title for wager in wagers if wager.kind in ("base", "follow")]
    awards = [wager.title for wager in wagers if wager.kind == "award" and wager.id in configuration.tables]
    made_of = f"{', '.join(titles[:-1])} and {titles[-1]}" if len(titles) > 1 else titles[0]
    more = f", with the {' and '.join(awards)}" if awards else ""
    beside = "bonus and jackpot wagers have sections of their own."
    if each.record.strategy is None:
        return f"A row counts what the {made_of} wins or loses{more}; nobody decides anything; {beside}"
    made_of += " together" if len(titles) > 1 else ""
    units = f"in units of the {titles[0]}"
    return f"A row counts the whole round under the best play: {made_of}{more}, {units}; {beside}"


def _rests_on(each: records.WagerSheet, sheet: records.Sheet) -> list[str]:
    kinds = {wager.id: wager.kind for wager in sheet.configuration.rules.wagers}
    own = {each.wager.id}
    if each.result.is_base:
        own |= {wager for wager, kind in kinds.items() if kind in ("follow", "award", "ladder")}
    readings = sheet.record.interpretations
    return [f"{reading.id} ({reading.confidence})" for reading in readings if own & set(reading.affects)]


def _places(values: Iterable[Fraction], digits: int, least: int) -> int:
    """Enough places for the smallest of them to keep some digits."""
    smallest = min((abs(value) for value in values if value), default=Fraction(1))
    return min(15, max(least, digits - 1 - math.floor(math.log10(smallest))))


def _pay_grid(each: records.WagerSheet) -> Grid:
    is_base, total = each.result.is_base, each.result.total
    has_share = any(row.share and row.share.value for row in each.record.pays)
    counts = [int(row.count) for row in each.record.pays]
    places = _places((Fraction(count, total) for count in counts), 4, 6)
    rows = [
        (
            f"{row.event} {row.pays}" if is_base and row.returns and row.returns.value else row.event,
            row.pays,
            f"{count:,}",
            fixed(Fraction(count, total), places),
            fixed(Fraction(total, count), 2) if count else "never",
            "meter" if row.returns is None else fixed(row.returns.value, 8),
            "" if row.share is None else percent(row.share.value, 3),
        )
        for row, count in zip(each.record.pays, counts, strict=True)
    ]
    returned = fixed(each.record.returned.value, 8)
    foot = ("all deals", "", f"{total:,}", fixed(Fraction(1), places), "", returned, "100.000")
    columns = ("Event", "Pays", "Combinations", "Probability", "1 in", "Return", "Share, %")
    if is_base:
        columns = ("Net outcome", *columns[1:])
        words = "Return is net times probability, in units of the base wager; share is of everything won."
    elif each.jackpot:
        words = "Return is what the row hands back per unit wagered"
        words += "; share is of everything handed back." if has_share else ", meters left out."
    else:
        words = "Return is net times probability; share is of everything handed back, returned stakes included."
    grid = grid_of(columns, rows, numbers=range(2, 7), caption=words, foot=foot)
    return grid.without(*([1] if is_base else []), *([] if has_share else [6]))


def _figures(each: records.WagerSheet) -> Grid:
    figures, expectation = each.distribution, each.expectation
    assert figures is not None
    assert expectation is not None
    net, chance = figures.top_award
    edge, n0 = -expectation, volatility.rounds_to_deviation(expectation, figures.variance)
    hits, pushes = (percent(often) if often else "never" for often in (figures.hit_frequency, figures.push_frequency))
    mark = "sample" if each.is_sample else ""
    facts: list[Entries] = [
        ("House edge", percent(edge), Cell("% of the initial wager", mark)),
        ("Element of risk", percent(edge / figures.average_wagered), "% of all that is put up"),
        ("Hit frequency", hits, "% of rounds end above zero"),
        ("Push frequency", pushes, "% of rounds" if figures.push_frequency else ""),
        ("Average wagered", fixed(figures.average_wagered, 6), "units"),
        ("Variance", fixed(figures.variance, 6), "units squared"),
        ("Standard deviation", root(figures.variance, 6), "units"),
        ("Skewness", fixed(figures.skewness, 6), ""),
        ("Kurtosis", fixed(figures.kurtosis, 6), "(normal: 3)"),
        ("N0", fixed(n0, 2), "rounds until the expected win is one deviation"),
        ("Volatility index", root(figures.variance * volatility.VOLATILITY_INDEX**2, 6), UNITS),
        ("Top award", net_text(net), "units net"),
        ("Top award, 1 in", fixed(1 / chance, 2), "rounds"),
    ]
    return facts_grid(facts, numbers=(1,))


def _strategy(strategy: records.SheetStrategy, each: records.WagerSheet) -> Section:
    blocks: list[Block] = []
    if strategy.stretches:
        rows = []
        for stretch in strategy.stretches:
            first, last = stretch.first, stretch.last
            shares = ", ".join(f"{bet} {int(hands):,}" for bet, hands in stretch.hands_by_bet.items())
            best = stretch.best or f"the other cards decide: {shares}"
            rows.append((first if first == last else f"{first} to {last}", f"{int(stretch.hands):,}", best))
        blocks.append(
            grid_of(("Hands, lowest first", "How many", "Best play"), rows, numbers=(1,), caption=records.TIES)
        )
    elif strategy.plays:
        lines = [(row.question, row.hand, usual_play(row)) for row in each.result.plays]
        words = "By what is seen, in words; where a share is given the other cards decide: croupier advise answers."
        blocks.append(grid_of(("Decision", "Hand", "Best play"), lines, caption=words))
    else:
        blocks.append(Words("A hand's class does not tell how to play it here; croupier advise answers for a deal."))
    if strategy.closest and not all(line.settled for line in strategy.borderline):
        words = "The closest decisions, one hand of a class: what it is worth, in base wagers for the whole round."
        blocks.append(_close("Borderline hand", strategy.closest, words))
    if strategy.borderline:
        words = "Averages over all hands of the class, in base wagers for the whole round."
        blocks.append(_close("Borderline class", strategy.borderline, words))
    if strategy.simple:
        names = simpler_names(each.result)
        ways = [(*names[way.name], way) for way in strategy.simple if way.name in names]
        rows = [(name, percent(way.house_edge.value), fixed(way.cost.value, 8)) for name, _, way in ways]
        columns = ("A simpler way to play", "House edge, %", "Costs, units a round")
        told = "; ".join(f"{name}: {meaning}" for name, meaning, _ in ways if meaning)
        blocks.append(grid_of(columns, rows, numbers=(1, 2), caption=f"{capital(told)}." if told else ""))
    return Section("Optimal strategy", tuple(blocks), ("sample",) if each.is_sample else ())


def _close(title: str, lines: Sequence[records.CloseDecision], words: str) -> Grid:
    rows: list[Entries] = [
        (
            *([" ".join(card.symbol for card in parse_cards(line.cards))] if line.cards else []),
            Cell(line.hand, "" if line.settled else "other cards decide"),
            line.best,
            fixed(line.best_value.value, 8),
            line.next,
            fixed(line.next_value.value, 8),
            fixed(line.difference.value, 8),
        )
        for line in lines
    ]
    columns = (title, *(["Its class"] if lines[0].cards else []), "Best", "Worth", "Next", "Worth", "Difference")
    numbers = [place for place, name in enumerate(columns) if name in ("Worth", "Difference")]
    return grid_of(columns, rows, numbers=numbers, caption=words)


_FIGURE: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
UNITS = "units: 1.65 standard deviations"


def valued_section(each: records.ValuedSheet) -> Section:
    best, chart, counter, record = each.best, each.chart, each.counter, each.record
    figures = [
        ("House edge", f"{100 * best.house_edge:.6f}", "% of the initial wager"),
        ("Element of risk", f"{100 * best.element_of_risk:.6f}", "% of all that is put up"),
        ("Average wagered", f"{best.average_wagered:.6f}", "units"),
        ("Variance", f"{best.variance:.6f}", "units squared"),
        ("Standard deviation", f"{sqrt(best.variance):.6f}", "units"),
        ("Volatility index", record.volatility_index, UNITS),
        ("N0", f"{best.variance / best.expectation**2:,.0f}" if best.expectation else "–", rounds.N0_WORDS),
        ("House edge by the chart", f"{100 * chart.house_edge:.6f}", "% of the initial wager"),
        ("The chart costs", record.chart_costs, "% of the initial wager against play by composition"),
        *(
            (f"Correlation with {wager.title}", f"{moves.correlation:.6f}", "of the two results in a round")
            for wager, moves in each.beside
        ),
    ]
    bound = f"{best.basis}. Worked out in floating point: every figure is off by less than {best.error:g}."
    blocks: list[Block] = [
        Words(each.wager.text),
        facts_grid(figures, numbers=(1,)),
        Words(capital(bound), "note"),
        *(Words(capital(f"{told}."), "note") for told in (each.cut_card,) if told),
        *map(_grid, best.tables),
    ]
    parts = (
        rounds.many_rounds(each),
        Section("Basic strategy by totals", (*map(_grid, chart.tables), Words(capital(f"{chart.basis}."), "note"))),
        Section(
            "What a card counter knows", (*map(_grid, counter.tables), Words(capital(f"{counter.basis}."), "note"))
        ),
    )
    return Section(each.wager.title, tuple(blocks), parts=parts)


def _grid(table: FactTable) -> Grid:
    columns = table.columns or ("",) * len(table.rows[0])
    numbers = [place for place in range(len(columns)) if all(_FIGURE.fullmatch(row[place]) for row in table.rows)]
    rows = [
        [text.replace("-", "−") if place in numbers else text for place, text in enumerate(row)] for row in table.rows
    ]
    return grid_of(columns, rows, numbers=numbers)
