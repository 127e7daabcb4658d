"""One configuration as a page: the rules in force, what its wagers are paid, and every choice of the house."""

from __future__ import annotations

from typing import Any

from croupier.handbook.page.blocks import Block, Document, Group, Lines, Section, Words, grid_of
from croupier.handbook.rules.pages import cited, sources_text
from croupier.handbook.rules.placard import table_rows
from croupier.questions.sheet.wording import HEADINGS, posted_rules
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.ladders import Ladder
from croupier.units.money import dollars


def configured_page(configuration: Configuration) -> Document:
    """What ``croupier show`` prints for a table that was described."""
    edition = configuration.edition
    rules = configuration.rules.cited_in(edition.id)
    cites = {rule.id: rule.cites for rule in rules.rules}
    sections = [Section("", (Words(str(configuration)), Words(f"{edition.title} edition {cited(edition.cites)}")))]
    for topic, title in HEADINGS.items():
        posted = posted_rules(configuration, topic)
        if posted:
            lines = tuple((words, sources_text(cites.get(rule.id, rule.cites))) for rule, words in posted)
            sections.append(Section(title, (Lines(lines),)))
    tables = [*configuration.tables, *configuration.ladders]
    for wager in configuration.rules.wagers:
        if wager.id in tables:
            sections.append(Section(wager.title, posted_table(configuration, wager.id)))
    choices = tuple(
        Words(f"{key.id} = {configuration.values[key.id]}: {key.text} {cited(key.cites)}", indent=2, hang=4)
        for key in rules.keys
        if key.id in configuration.values and configuration.decides(key)
    )
    if choices:
        sections.append(Section("Choices of the house", (Group(choices),)))
    for notice in configuration.rules.notices:
        if edition.id in notice.editions and (notice.id != "house-jackpot" or configuration.is_house_jackpot):
            sections.append(Section(notice.title, (Words(f"“{notice.words}” {cited(notice.cites)}", indent=2),)))
    sections.append(Section("", (Words(f"rulebook of {configuration.name} {configuration.rulebook_hash}"),)))
    return Document(configuration.rules.title, tuple(sections))


def posted_table(configuration: Configuration, wager: str) -> tuple[Block, ...]:
    """A table as it is posted: pays and envy for the wager of this table, its ranks and its suit."""
    table: Any = configuration.tables.get(wager) or configuration.ladders[wager]
    blocks: list[Block] = [Words(table.id)]
    cites = configuration.rules.own_cites(configuration.edition.id, table.cites)
    if table.status == "sample":
        blocks.append(Words(f"SAMPLE, not the maker's: {table.note}"))
    rows = [list(row) for row in table_rows(configuration, wager)]
    if isinstance(table, Ladder):
        return (*blocks, grid_of(("from", "players"), [row[:2] for row in rows]), Words(cited(cites)))
    unit = dollars(configuration.fixed_stake(wager))
    basis = f"for the fixed wager of {unit}" if table.is_jackpot else f"odds {table.basis} 1"
    has_more = any(row[2] for row in rows)
    header = ["event", "pays", *(["besides"] if has_more else [])]
    grid = grid_of(header, [row if has_more else row[:2] for row in rows], numbers=[1])
    return (*blocks, Words(basis), grid, Words(cited(cites)))
