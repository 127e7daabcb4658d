"""Which of a game's readings bear on a par sheet: those of its wagers, its edition and the tables it has chosen.

A reading names the wagers that it affects. One that cites only the appendices of other tables, or another edition's
document, does not bear; nor does one about a feature that the tables lack, such as envy pays or dynamic pays. An
operator's own table is in no appendix: what bears on it is about its features, or about reading hands at all.
"""

from __future__ import annotations

import re
from typing import Final

from croupier.rulebook.citations import Cite
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.interpretations import Interpretation
from croupier.rulebook.paytables import Paytable

_APPENDIX: Final = re.compile(r"Appendix [A-Z]\b")


def readings_for(configuration: Configuration, shown: set[str]) -> tuple[Interpretation, ...]:
    """The readings on which the figures of these wagers rest."""
    return tuple(
        each
        for each in configuration.rules.interpretations
        if shown & set(each.affects) and _bears(each, configuration, shown)
    )


def _bears(reading: Interpretation, configuration: Configuration, shown: set[str]) -> bool:
    editions = {each.document for each in configuration.rules.editions}
    cited = {cite.document for cite in reading.cites} & editions
    if cited and configuration.edition.document not in cited:
        return False
    tables = [table for wager, table in configuration.tables.items() if wager in shown & set(reading.affects)]
    return _is_in_force(reading, configuration, tables) and _is_of(reading, configuration, tables)


def _is_in_force(reading: Interpretation, configuration: Configuration, tables: list[Paytable]) -> bool:
    """Whether the key of the reading, if it has one, decides anything here."""
    key = reading.key
    if key is None:
        return True
    with_choice = {
        table.id
        for table in configuration.book.tables.values()
        if isinstance(table, Paytable) and any(other.key == key for other in table.alternatives)
    }
    if with_choice:
        return any(with_choice.intersection(table.codes) for table in tables)
    if any(
        each.id == key and each.when and not each.when.holds(configuration.values) for each in configuration.rules.keys
    ):
        return False
    if _features_of(reading, configuration):
        return True
    if key == "house_percentage":
        return configuration.is_house_jackpot
    return configuration.values.get(key) != "none"


def _is_of(reading: Interpretation, configuration: Configuration, tables: list[Paytable]) -> bool:
    """Whether a reading of tables, of a feature or of appendices is about one of the chosen tables."""
    if reading.every_table or not tables:
        return True
    if reading.tables:
        return any(set(reading.tables) & set(table.codes) for table in tables)
    about = _features_of(reading, configuration)
    if about:
        return any(configuration.has(wager, about) for wager, table in configuration.tables.items() if table in tables)
    own = _appendices(reading.cites)
    # A table that an operator has typed is in none of the documents' appendices.
    return None in own or bool(own & {found for table in tables for found in _appendices(table.cites) if found})


def _features_of(reading: Interpretation, configuration: Configuration) -> set[str]:
    """What it is about: its own features and those of the key that switches it."""
    own = [key.features for key in configuration.rules.keys if key.id == reading.key]
    return {*reading.features, *(feature for features in own for feature in features)}


def _appendices(cites: tuple[Cite, ...]) -> set[tuple[str, str] | None]:
    """The appendices cited, by document; None for any other place."""
    found = ((cite.document, _APPENDIX.match(cite.section)) for cite in cites)
    return {(document, match[0]) if match else None for document, match in found}
