"""A par sheet laid out: which figures are in which section, and what marks them as estimated or as a sample's."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

from croupier.handbook.page.blocks import (
    Block,
    Cell,
    Document,
    Entries,
    Facts,
    Grid,
    Lines,
    Section,
    Signatures,
    Words,
    grid_of,
    method_cell,
)
from croupier.handbook.page.text import capital, fixed, percent
from croupier.handbook.parsheet.many_rounds import mix_section
from croupier.handbook.parsheet.wagers import root, valued_section, wager_section
from croupier.questions.sheet.records import Sheet, SheetRevision, WagerSheet
from croupier.questions.sheet.wording import limit_words
from croupier.rulebook.citations import MARKS
from croupier.software import short_name

SIGNED: Final = "Signatures"
TERMS: Final = (
    ("Unit", "One unit is the initial wager: the Ante or bet of a base game, or the bonus or jackpot wager itself."),
    ("Net outcome", "What a player is up or down at the end, the stake itself not counted as a win."),
    ("House edge", "What the house keeps on average, in percent of the initial wager alone."),
    ("Element of risk", "The same in percent of everything that is put up, raises included."),
    ("Return", "Of a row: its probability times its net outcome, in units; on a jackpot, times what it hands back."),
    ("Share", "A row's part of everything handed back, or of everything won where the row is a net outcome."),
    ("Hit frequency", "How often a round ends above zero; a push is not a hit."),
    ("SD", "Standard deviation, in units for one round, in percent of the initial wagers for many."),
    ("Volatility index", "1.65 standard deviations of one round, in units."),
    ("Exact", "Counted: an integer over an integer, rounded only for print. Every decimal printed is correct."),
    ("Estimated", "By Fourier inversion or recursion in floating point on a grid. It is a guide, not a proof."),
    ("N0", "Rounds after which the expected result equals one standard deviation: (SD/EV) squared."),
    ("Normal", "As if the sum were normal, with the exact mean and standard deviation. It is a guide, not a proof."),
    ("Desirability index", "1000 times an advantage player's expectation over the standard deviation of one round."),
)
BASES: Final = {"to": "odds to 1: the stake comes back with a win", "for": "pays for 1: the stake is not returned"}


def layout(sheet: Sheet) -> tuple[Section, ...]:
    """The sections of a sheet, in order."""
    found = [_overview(sheet)]
    if sheet.revision is not None:
        found.append(revision_section(sheet.revision, sheet.wagers))
    if sheet.rules:
        lines = tuple((rule.text, "; ".join(map(str, rule.cites))) for rule in sheet.rules)
        found.append(Section("Rules in brief", (Lines(lines),)))
    found.append(Section("Assumptions", (Facts(tuple((line.what, line.words) for line in sheet.assumptions)),)))
    if sheet.valued:
        found.append(valued_section(sheet.valued))
    for wager in sheet.wagers:
        found.append(wager_section(wager, sheet))
    if sheet.mix is not None:
        found.append(mix_section(sheet.mix, sheet.mix_luck))
    found += [_advantage(sheet), _readings(sheet), _evidence(sheet), Section("Terms", (Facts(TERMS),))]
    found.append(Section(SIGNED, (Signatures(("Prepared by", "Checked by", "Approved by")),)))
    return tuple(each for each in found if each.blocks or each.parts)


def document(sheet: Sheet) -> Document:
    """The whole sheet, for any writer."""
    identity = sheet.identity
    when = f", {identity.date.isoformat()}" if identity.date else ""
    foot = f"{identity.number} revision {identity.revision}{when} · game {sheet.configuration.game_hash[:16]}"
    foot += f" · {short_name(sheet.software)}"
    return Document(
        sheet.title,
        layout(sheet),
        "Par sheet",
        tuple(header_facts(sheet)),
        foot,
        has_contents=True,
        date=sheet.identity.date,
    )


def header_facts(sheet: Sheet) -> list[tuple[str, str]]:
    configuration = sheet.configuration
    rules, edition = configuration.rules, configuration.edition
    decks = f"{configuration.decks}" if "decks" in configuration.values else rules.deck
    identity = sheet.identity
    facts = [
        ("Document", f"{identity.number}, revision {identity.revision}"),
        ("Date", identity.date.isoformat() if identity.date else "not dated"),
        *([("Prepared for", identity.prepared_for)] if identity.prepared_for else []),
        *([("Prepared by", identity.prepared_by)] if identity.prepared_by else []),
        ("Configuration", sheet.name),
        ("Edition", f"{edition.title} [{edition.document}], {edition.seats[0]} to {edition.seats[1]} seats"),
        ("Decks", decks),
        ("Method", f"{sheet.method}; figures that are not exact are marked"),
        ("Game hash", sheet.configuration.game_hash),
        ("Software", sheet.software),
    ]
    for use in sheet.tables:
        basis = f", {BASES[use.basis]}" if use.basis else ""
        sample = " – SAMPLE, not the maker's" if use.status == "sample" else ""
        facts.insert(-3, (use.wager.title, f"{use.id}{sample}{basis}"))
    for wager in rules.wagers:
        if wager.id in sheet.limits:
            facts.insert(-3, (f"{wager.title}, posted limits", limit_words(sheet.limits[wager.id])))
    return facts


def _overview(sheet: Sheet) -> Section:
    rows: list[Entries] = []
    if sheet.valued:
        best = sheet.valued.best
        edges = f"{100 * best.house_edge:.4f}", f"{100 * best.element_of_risk:.4f}"
        rows.append((sheet.valued.wager.title, *edges, "–", f"{sqrt(best.variance):.4f}"))
    for each in sheet.wagers:
        title, figures = Cell(each.wager.title, "sample" if each.is_sample else ""), each.distribution
        edge = "needs the meter" if each.expectation is None else percent(-each.expectation, 4)
        if figures is None or each.expectation is None:
            rows.append((title, edge, "–", "–", "–"))
        else:
            risk, hits = -each.expectation / figures.average_wagered, figures.hit_frequency
            rows.append((title, edge, percent(risk, 4), percent(hits, 4), root(figures.variance, 4)))
    columns = ("Wager", "House edge, %", "Element of risk, %", "Hit frequency, %", "Standard deviation")
    blocks: list[Block] = [grid_of(columns, rows, numbers=range(1, 5))] if rows else []
    for wager, why in sheet.unsolved:
        blocks.append(Words(f"Not solved: {wager.title}. {capital(why)}.", "warning"))
    for use in sheet.samples:
        blocks.append(Words(f"Sample: {use.id} is not the maker's table. {use.note}", "warning"))
    return Section("At a glance", tuple(blocks))


def _advantage(sheet: Sheet) -> Section:
    rows = [
        (
            sight_words(audit.sees),
            percent(audit.figures.expectation, 4),
            "–" if audit.standard_error is None else percent(audit.standard_error, 4),
            fixed(Fraction(audit.figures.desirability_index or 0), 4),
            fixed(Fraction(audit.figures.n0), 2) if audit.figures.n0 else "–",
            method_cell(audit.method),
        )
        for audit in sheet.advantage
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


def _readings(sheet: Sheet) -> Section:
    values = sheet.configuration.values
    rows = []
    for reading in sheet.interpretations:
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


def _evidence(sheet: Sheet) -> Section:
    checks = [(check.what, Cell(check.value.replace("-", "−"))) for check in sheet.checks]
    blocks: list[Block] = [grid_of(("Counted twice, and equal", "Value"), checks)] if checks else []
    if sheet.published:
        blocks.append(_published(sheet))
    sources = [
        (
            source.tag,
            ", ".join(filter(None, (source.title, source.edition, source.publisher, source.address))),
            source.mark,
        )
        for source in sheet.sources
    ]
    words = "; ".join(f"{mark}: {text}" for mark, text in MARKS.items())
    blocks.append(grid_of(("Source", "Document", "Mark"), sources, caption=words))
    return Section("Cross-checks and sources", tuple(blocks))


def _published(sheet: Sheet) -> Grid:
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


def revision_section(revision: SheetRevision, wagers: Sequence[WagerSheet]) -> Section:
    """What was changed, and every figure that moved."""
    of = revision.of
    titles = {each.wager.id: each.wager.title for each in wagers}
    blocks: list[Block] = [
        Words(
            f"Compared with {of['number']}, revision {of['revision']}, {of['date']}, made with "
            f"{of['software']} under game {of['game'][:16]}."
        )
    ]
    if revision.causes:
        blocks.append(Lines(tuple((f"{capital(cause)}.", "") for cause in revision.causes)))
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
