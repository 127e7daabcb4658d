"""The rules of play of one configuration, as a document: what the makers' papers are, for the table as it stands. Every
sentence is a rule of the book with its citation; a choice that the house did not make is not printed. Pays and limits
are the rows that the placard posts."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import cast

from croupier.handbook.page import blocks, html, pdf
from croupier.handbook.page.blocks import Block, Cell, Document, Grid, Section, Words
from croupier.handbook.rules import pages, placard
from croupier.questions.sheet import building, wording
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.interpretations import Cite, Interpretation

Line = tuple[str, Iterable[Cite]]
Part = tuple[str, list[Line | Block], tuple[str, ...]]


def render_rules_pdf(configuration: Configuration, limits: wording.Limits, date: datetime.date | None = None) -> bytes:
    """The document in the house's own face and the game's own color."""
    return pdf.typeset(_source(configuration, limits, date))


def rules_pages(configuration: Configuration, limits: wording.Limits) -> list[str]:
    """The same, page by page as SVG."""
    return pdf.outlined(_source(configuration, limits))


def _source(configuration: Configuration, limits: wording.Limits, date: datetime.date | None = None) -> str:
    color = placard.FELTS[configuration.rules.felt][0]
    document = rules_document(configuration, limits, date)
    return pdf.source([document], paper="us-letter", font=pdf.HOUSE_FONT, accent=color, is_banded=True)


def render_rules_html(configuration: Configuration, limits: wording.Limits) -> str:
    return html.render(rules_document(configuration, limits))


def rules_document(configuration: Configuration, limits: wording.Limits, date: datetime.date | None = None) -> Document:
    edition, rules = configuration.edition, configuration.rules
    low, high = edition.seats
    numbered = tuple(
        Section(f"{place} {title}", _gathered(body, partial(_numbered, place)), marks)
        for place, (title, body, marks) in enumerate(_sections(configuration, limits), 1)
    )
    signed = Section("Signed", (blocks.Signatures(("Prepared by", "Reviewed by")),))
    return Document(
        rules.title,
        (*_warning(configuration), *numbered, signed),
        "Rules of play",
        (
            ("Edition", f"{edition.title} [{edition.document}]"),
            ("Players", f"{low} to {high}"),
            ("Cards", wording.cards_words(configuration)),
            ("Configuration", str(configuration)),
            *([("Date", date.isoformat())] if date else []),
        ),
        f"{rules.title}, rules of play; game {configuration.game_hash[:16]}{f'; {date.isoformat()}' if date else ''}",
        date=date,
    )


def shown_document(configuration: Configuration) -> Document:
    """What ``croupier show`` prints of a table that was described: the same sentences as a list, without limits."""
    edition = configuration.edition
    head = (Words(str(configuration)), Words(f"{edition.title} edition {pages.cited(edition.cites)}"))
    listed = tuple(
        Section(title, _gathered(body, _listed), marks) for title, body, marks in _sections(configuration, None)
    )
    foot = Section("", (Words(f"rulebook of {configuration.name} {configuration.game_hash}"),))
    return Document(configuration.rules.title, (Section("", head), *_warning(configuration), *listed, foot))


def _warning(configuration: Configuration) -> tuple[Section, ...]:
    words = wording.sample_words(configuration)
    return (Section("", (Words(words, "warning"),)),) if words else ()


def numbers_of_sentences(configuration: Configuration, limits: wording.Limits) -> dict[str, str]:
    """By its words, the number of every sentence of the document, so that other papers can name it."""
    grids = [
        block
        for section in rules_document(configuration, limits).sections
        for block in section.blocks
        if isinstance(block, Grid) and block.is_facts
    ]
    return {words.text: number.text for grid in grids for number, words, _ in grid.rows}


def _gathered(body: Iterable[Line | Block], arranged: Callable[[list[Line]], Block]) -> tuple[Block, ...]:
    """Sentences with their citations, arranged together; other blocks as they are."""
    found: list[Block] = []
    # A block is a named tuple, a sentence a plain one.
    for are_lines, items in groupby(body, key=lambda item: type(item) is tuple):
        together = list(items)
        found += [arranged(cast("list[Line]", together))] if are_lines else cast("list[Block]", together)
    return tuple(found)


def _numbered(section: int, lines: list[Line]) -> Grid:
    rows = [
        (Cell(f"{section}.{place}"), Cell(words), Cell(pages.sources_text(cites)))
        for place, (words, cites) in enumerate(lines, 1)
    ]
    columns = (blocks.Column("", width="11mm"), blocks.Column("", width="1fr"), blocks.Column("", width="42mm"))
    return Grid(columns, tuple(rows), is_facts=True)


def _listed(lines: list[Line]) -> blocks.Lines:
    return blocks.Lines(tuple((words, pages.sources_text(cites)) for words, cites in lines))


def _sections(configuration: Configuration, limits: wording.Limits | None) -> Iterator[Part]:
    """Title, body and marks of every section that has something to say."""
    rules = configuration.rules

    def posted(*topics: str) -> list[Line | Block]:
        return [(words, rule.cites) for topic in topics for rule, words in wording.posted_rules(configuration, topic)]

    choices: list[Line | Block] = [
        (f"{key.id} = {configuration.values[key.id]}. {key.text}", configuration.choice_cites(key))
        for key in rules.keys
        if key.id in configuration.values and configuration.decides(key)
    ]
    notices: list[Line | Block] = [(notice.words, notice.cites) for notice in wording.posted_notices(configuration)]
    wagers = {wager.id for wager in rules.wagers if wager.kind in ("base", "follow")}
    readings: list[Line | Block] = [
        (f"{reading.id}. {reading.question} {reading.answer} ({_how_sure(configuration, reading)})", reading.cites)
        for reading in building.readings_for(configuration, wagers | set(configuration.tables))
    ]
    parts: list[Part] = [
        ("The object", posted("object"), ()),
        ("Wagers", _wagers(configuration, limits), ()),
        ("How it is played", posted("dealing", "play"), ()),
        ("How hands rank", posted("ranking"), ()),
        ("The dealer's procedure", posted("procedure"), ()),
        ("Order of reconciliation", posted("reconciliation"), ()),
        ("Bonus wagers and jackpots", posted("bonus", "jackpot", "limits"), ()),
        *(_pays(configuration, table) for table in wording.posted_tables(configuration)),
        ("Irregularities", posted("irregularity"), ()),
        ("Choices of the house", choices, ()),
        ("Notices", notices, ()),
        ("How the documents are read where they leave room", readings, ()),
    ]
    return (part for part in parts if part[1])


def _how_sure(configuration: Configuration, reading: Interpretation) -> str:
    """How sure we are of an answer, or that the house has chosen another than ours."""
    rules = configuration.rules
    usual = next(each.answer for each in rules.interpretations if each.id == reading.id)
    keys = [key for key in rules.keys if reading.key and reading.key in (key.id, key.stands_for)]
    switched = [key.id for key in keys if configuration.values.get(key.id, key.default) != key.default]
    is_another = switched and reading.answer != usual
    return f"chosen by the house: {', '.join(switched)}" if is_another else f"{reading.confidence} confidence"


def _wagers(configuration: Configuration, limits: wording.Limits | None) -> list[Line | Block]:
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
    return [*said, blocks.Facts(tuple(wording.limit_rows(configuration, limits)))] if limits else said


def _pays(configuration: Configuration, table: wording.PostedTable) -> Part:
    is_ladder = table.wager.kind == "ladder"
    title = f"{table.wager.title} by number of players" if is_ladder else f"What {table.wager.title} is paid"
    return title, [posted_table(configuration, table)], ("sample",) if table.is_sample else ()


def posted_table(configuration: Configuration, table: wording.PostedTable) -> Grid:
    """A table as it is posted: pays and envy for the wager of this table, its ranks and its suit."""
    found = configuration.tables.get(table.wager.id) or configuration.ladders[table.wager.id]
    cites = configuration.cites_of(found.cites, (table.wager.id,))
    has_more = any(row.beside for row in table.rows)
    header = table.heads or (("hand", "pays", "besides") if has_more else ("hand", "pays"))
    rows = [tuple(map(Cell, (row.label, row.pays, row.beside)[: len(header)])) for row in table.rows]
    columns = tuple(blocks.Column(title, title == "pays") for title in header)
    unit = f", {table.unit}" if table.unit and table.wager.kind == "jackpot" else ""
    sample = f". Sample, not the maker's: {found.note}" if table.is_sample else ""
    return Grid(columns, tuple(rows), f"{table.code}{unit} [{pages.sources_text(cites)}]{sample}")
