"""Games that are valued to a bound instead of counted: their figures as a page, and as a card for the pocket."""

from __future__ import annotations

from math import sqrt

from croupier.cli.output import print_json, print_page
from croupier.exact.solver import Valued
from croupier.handbook.page.blocks import Document, Section, Words, facts_grid, grid_of, page_of
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import base_wager
from croupier.solving.cut_card import cut_card_words
from croupier.solving.valued import value_record
from croupier.solving.valued_mixes import ValuedMix


def print_value(configuration: Configuration, found: Valued, as_json: bool) -> None:
    """The value of the base wager, as a page or as JSON."""
    wager = base_wager(configuration) or ""
    if as_json:
        print_json(value_record(configuration, wager, found))
    else:
        print_page(value_page(configuration, wager, found))


def value_page(configuration: Configuration, wager: str, found: Valued) -> Document:
    """A game that is valued: its figures, with only the digits that are known, and its tables."""
    figures = [
        ("expectation", f"{found.expectation:.10f}"),
        ("house edge", f"{100 * found.house_edge:.8f} %"),
        ("element of risk", f"{100 * found.element_of_risk:.8f} %"),
        ("average wagered", f"{found.average_wagered:.8f}"),
        ("standard deviation", f"{sqrt(found.variance):.8f}"),
    ]
    if "cost" in found.facts:
        figures.append(("costs against play by composition", f"{100 * float(found.facts['cost']):.8f} %"))
    tables = [grid_of(each.columns or (), each.rows) for each in found.tables]
    return page_of(
        f"{configuration}: {wager}",
        (
            facts_grid(figures),
            *tables,
            Words(f"{found.basis}.", "note"),
            *(Words(f"{told}.", "note") for told in (cut_card_words(configuration),) if told),
            Words(f"floating point, off by less than {found.error:g}; rulebook {configuration.rulebook_hash}"),
        ),
    )


def value_card(configuration: Configuration, wager: str, found: Valued) -> Document:
    """The tables of a game that is valued, on a card that fits a pocket."""
    rules = configuration.rules
    tables = tuple(grid_of(each.columns or (), each.rows) for each in found.tables)
    edge = f"House edge {100 * found.house_edge:.4f} % of the {rules.wager(wager).title} by this card."
    if "cost" in found.facts:
        edge += f" It costs {100 * float(found.facts['cost']):.4f} % against play by every card."
    words = (Words(f"{found.basis[0].upper()}{found.basis[1:]}.", "note"), Words(edge))
    foot = f"{configuration} · rulebook {configuration.rulebook_hash[:16]}"
    return Document(rules.title, (Section("", (*tables, *words)),), "How to play", (), foot)


def valued_mix_page(found: ValuedMix) -> Document:
    """A seat that makes several wagers together at a game that is valued."""
    from croupier.handbook.parsheet.mix_section import stakes_words  # loads most of the par sheet
    from croupier.handbook.parsheet.valued_rounds import valued_mix_blocks

    told = Words(
        f"floating point, off by less than {found.value.error:g}; rulebook {found.configuration.rulebook_hash}"
    )
    return page_of(f"{found.configuration}: {stakes_words(found.stakes)}", (*valued_mix_blocks(found), told))
