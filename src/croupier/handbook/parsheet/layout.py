"""A par sheet laid out: which figures are in which section, and what marks them as estimated or as a sample's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from croupier.handbook.page.blocks import (
    Block,
    Cell,
    Column,
    Document,
    Facts,
    Grid,
    Lines,
    Section,
    Signatures,
    Words,
    fixed,
    grid_of,
    method_cell,
    percent,
)
from croupier.handbook.parsheet.many_rounds import mix_section
from croupier.handbook.parsheet.wagers import overview_row, root, valued_section, wager_section
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
    (
        "Return",
        "Of a row: its probability times its net outcome, in units; on a jackpot, times what it hands back.",
    ),
    ("Share", "A row's part of everything handed back, or of everything won where the row is a net outcome."),
    ("Hit frequency", "How often a round ends above zero; a push is not a hit."),
    ("SD", "Standard deviation, in units for one round, in percent of the initial wagers for many."),
    ("Volatility index", "1.65 standard deviations of one round, in units."),
    ("Exact", "Counted: an integer over an integer, rounded only for print. Every decimal printed is correct."),
    ("Saddle-point", "Lugannani and Rice's approximation to the tail of a sum, where counting would take too long."),
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
        found.append(Section("Rules in brief", (_rules(sheet),)))
    found.append(Section("Assumptions", (Facts(tuple((line.what, line.words) for line in sheet.assumptions)),)))
    if sheet.valued:
        found.append(valued_section(sheet.valued))
    for each in sheet.wagers:
        found.append(wager_section(each, sheet))
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
    """What names the sheet, label and value."""
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
    blocks: list[Block] = []
    rows: list[tuple[Cell, ...]] = [overview_row(sheet.valued)] if sheet.valued else []
    for each in sheet.wagers:
        figures = each.distribution
        edge = None if each.expectation is None else -each.expectation
        rows.append(
            (
                Cell(each.wager.title, "sample" if each.is_sample else ""),
                Cell("needs the meter" if edge is None else percent(edge, 4)),
                Cell("–" if figures is None or edge is None else percent(edge / figures.average_wagered, 4)),
                Cell("–" if figures is None else percent(figures.hit_frequency, 4)),
                Cell("–" if figures is None else root(figures.variance, 4)),
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
                method_cell(each.method),
            )
        )
    if not rows:
        return Section("Advantage play", ())
    columns = (
        Column("A player who sees"),
        Column("Player's expectation, %", True),
        Column("Standard error", True),
        Column("Desirability index", True),
        Column("N0, rounds", True),
        Column("Method"),
    )
    words = (
        "The base game under the best play with that sight. The desirability index is 1000 times the expectation over "
        "the standard deviation of one round; N0 is the number of rounds after which the expected win equals one "
        "standard deviation."
    )
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
        (Cell(check.what), Cell(check.value.replace("-", "−").replace("/", "/\u200b"))) for check in sheet.checks
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
        blocks.append(Lines(tuple((f"{each[:1].upper()}{each[1:]}.", "") for each in revision.causes)))
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
