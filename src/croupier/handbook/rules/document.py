"""The rules of play of one configuration, as a document: what the makers' papers are, for the table as it stands. Every
sentence is a rule of the book with its citation; a choice that the house did not make is not printed. Pays and limits
are the rows that the placard posts."""

from collections.abc import Iterable, Iterator
from typing import Final

from croupier.handbook.page import html, pdf
from croupier.handbook.page.blocks import Block, Cell, Column, Document, Facts, Grid, Section, Signatures, Words
from croupier.handbook.page.typesetting import HOUSE_FONT, outlined, typeset
from croupier.handbook.rules.pages import sources_text
from croupier.handbook.rules.placard import FELTS
from croupier.questions.sheet import wording
from croupier.questions.sheet.building import readings_for
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.interpretations import Cite, Interpretation

SECTIONS: Final = (
    ("The object", ("object",)),
    ("How it is played", ("dealing", "play")),
    ("How hands rank", ("ranking",)),
    ("The dealer's procedure", ("procedure",)),
    ("Order of reconciliation", ("reconciliation",)),
    ("Bonus wagers and jackpots", ("bonus", "jackpot", "limits")),
)
"""What the document says, in its order, and the topics of the book that say it; wagers and pays stand between."""

Line = tuple[str, Iterable[Cite]]


def render_rules_pdf(configuration: Configuration, limits: wording.Limits) -> bytes:
    """The document in the house's own face and the game's own color."""
    return typeset(_source(configuration, limits))


def rules_pages(configuration: Configuration, limits: wording.Limits) -> list[str]:
    """The same, page by page as SVG."""
    return outlined(_source(configuration, limits))


def _source(configuration: Configuration, limits: wording.Limits) -> str:
    color = FELTS[configuration.rules.felt][0]
    document = rules_document(configuration, limits)
    return pdf.source([document], paper="us-letter", font=HOUSE_FONT, accent=color, is_banded=True)


def render_rules_html(configuration: Configuration, limits: wording.Limits) -> str:
    return html.render(rules_document(configuration, limits))


def rules_document(configuration: Configuration, limits: wording.Limits) -> Document:
    edition, rules = configuration.edition, configuration.rules
    low, high = edition.seats
    sections = list(_sections(configuration, limits))
    numbered = tuple(
        Section(f"{place} {title}", tuple(_numbered(place, body)), marks)
        for place, (title, body, marks) in enumerate(sections, 1)
    )
    warning = wording.sample_words(configuration)
    head = (Section("", (Words(warning, "warning"),)),) if warning else ()
    signed = Section("Signed", (Signatures(("Prepared by", "Reviewed by")),))
    return Document(
        rules.title,
        (*head, *numbered, signed),
        "Rules of play",
        (
            ("Edition", f"{edition.title} [{edition.document}]"),
            ("Players", f"{low} to {high}"),
            ("Cards", wording.cards_words(configuration)),
            ("Configuration", str(configuration)),
        ),
        f"{rules.title}, rules of play; game {configuration.game_hash[:16]}",
    )


def numbers_of_sentences(configuration: Configuration, limits: wording.Limits) -> dict[str, str]:
    """By its words, the number of every sentence of the document, so that other papers can name it."""
    grids = [
        block
        for section in rules_document(configuration, limits).sections
        for block in section.blocks
        if isinstance(block, Grid) and block.is_facts
    ]
    return {words.text: number.text for grid in grids for number, words, _ in grid.rows}


def _numbered(section: int, body: Iterable[Line | Block]) -> Iterator[Block]:
    """Sentences with their numbers and citations, gathered into grids; other blocks as they are."""
    rows: list[tuple[Cell, ...]] = []
    count = 0
    for item in body:
        if isinstance(item, tuple) and len(item) == 2 and isinstance(item[0], str) and not hasattr(item, "_fields"):
            count += 1
            words, cites = item
            rows.append((Cell(f"{section}.{count}"), Cell(words), Cell(sources_text(cites))))
            continue
        if rows:
            yield _lines(rows)
            rows = []
        yield item  # type: ignore[misc]
    if rows:
        yield _lines(rows)


def _lines(rows: list[tuple[Cell, ...]]) -> Grid:
    return Grid(
        (Column("", width="11mm"), Column("", width="1fr"), Column("", width="42mm")), tuple(rows), is_facts=True
    )


def _sections(
    configuration: Configuration, limits: wording.Limits
) -> Iterator[tuple[str, list[Line | Block], tuple[str, ...]]]:
    for title, topics in SECTIONS:
        body: list[Line | Block] = [
            (words, rule.cites) for topic in topics for rule, words in wording.posted_rules(configuration, topic)
        ]
        if body:
            yield title, body, ()
        if title == "The object":
            yield "Wagers", _wagers(configuration, limits), ()
    for table in wording.posted_tables(configuration):
        yield (
            f"{table.wager.title} by number of players"
            if table.wager.kind == "ladder"
            else f"What {table.wager.title} is paid",
            _pays(configuration, table),
            ("sample",) if table.is_sample else (),
        )
    irregular: list[Line | Block] = [
        (words, rule.cites) for rule, words in wording.posted_rules(configuration, "irregularity")
    ]
    if irregular:
        yield "Irregularities", irregular, ()
    choices: list[Line | Block] = [
        (f"{key.id} = {configuration.values[key.id]}. {key.text}", configuration.choice_cites(key))
        for key in configuration.rules.keys
        if key.id in configuration.values and configuration.decides(key)
    ]
    if choices:
        yield "Choices of the house", choices, ()
    notices: list[Line | Block] = [(notice.words, notice.cites) for notice in wording.posted_notices(configuration)]
    if notices:
        yield "Notices", notices, ()
    wagers = {wager.id for wager in configuration.rules.wagers if wager.kind in ("base", "follow")}
    readings: list[Line | Block] = [
        (f"{reading.id}. {reading.question} {reading.answer} ({_how_sure(configuration, reading)})", reading.cites)
        for reading in readings_for(configuration, wagers | set(configuration.tables))
    ]
    if readings:
        yield "How the documents are read where they leave room", readings, ()


def _how_sure(configuration: Configuration, reading: Interpretation) -> str:
    """How sure we are of an answer, or that the house has chosen another than ours."""
    keys = [key for key in configuration.rules.keys if reading.key and reading.key in (key.id, key.stands_for)]
    switched = [key.id for key in keys if configuration.values.get(key.id, key.default) != key.default]
    return f"chosen by the house: {', '.join(switched)}" if switched else f"{reading.confidence} confidence"


def _wagers(configuration: Configuration, limits: wording.Limits) -> list[Line | Block]:
    offered = [
        wager
        for wager in configuration.rules.wagers
        if wager.kind in ("base", "follow", "award") or wager.id in configuration.tables
    ]
    said: list[Line | Block] = [
        (f"{wager.title}. {wager.text}", configuration.cites_of(wager.cites, (wager.id,)))
        for wager in offered
        if wager.kind != "award" or wager.id in configuration.tables
    ]
    return [*said, Facts(tuple(wording.limit_rows(configuration, limits)))]


def _pays(configuration: Configuration, table: wording.PostedTable) -> list[Line | Block]:
    found = configuration.tables.get(table.wager.id) or configuration.ladders[table.wager.id]
    cites = configuration.cites_of(found.cites, (table.wager.id,))
    has_more = any(row.beside for row in table.rows)
    header = table.heads or (("hand", "pays", "besides") if has_more else ("hand", "pays"))
    rows = [tuple(map(Cell, (row.label, row.pays, row.beside)[: len(header)])) for row in table.rows]
    columns = tuple(Column(title, title == "pays") for title in header)
    unit = f", {table.unit}" if table.unit and table.wager.kind == "jackpot" else ""
    return [Grid(columns, tuple(rows), f"{table.code}{unit} [{sources_text(cites)}]")]
