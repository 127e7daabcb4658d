"""Which of a game's readings bear on a par sheet: those of its wagers, its edition and the tables it has chosen.

A reading names the wagers that it affects. One that cites only the appendices of other tables, or another edition's
document, does not bear; nor does one about a feature that the tables lack, such as envy pays or dynamic pays.
"""

from __future__ import annotations

import re
from typing import Final

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
    about = {feature for each in configuration.rules.keys if each.id == key for feature in each.features}
    if about:
        return any(about <= table.features for table in tables)
    if key == "house_percentage":
        return configuration.is_house_jackpot
    return configuration.values.get(key) != "none"


def _is_of(reading: Interpretation, configuration: Configuration, tables: list[Paytable]) -> bool:
    """Whether a reading of appendices alone is of those that the chosen tables stand in."""
    own = [cite.section for cite in reading.cites if cite.document == configuration.edition.document]
    if not own or not tables or not all(map(_APPENDIX.match, own)):
        return True
    standing = {found[0] for table in tables for cite in table.cites if (found := _APPENDIX.match(cite.section))}
    return not standing or any(found[0] in standing for each in own if (found := _APPENDIX.match(each)))
