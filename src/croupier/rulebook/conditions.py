"""When a rule is in force, or a key means something: only under certain values of another key.

Written as ``when = "surrender=late/early"`` or ``when = "surrender=late and hole_card=none"``; keys and values are
checked when the book is loaded.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from croupier.rulebook.fields import Fields
from croupier.rulebook.paytables import FEATURES

SEVERAL = "several-winners"  # Two seats can win the same meter whole in one round, which a table alone does not know.
KNOWN = (*FEATURES, "limit", SEVERAL)
"""What a rule may be about."""
_TEXT = re.compile(r"([a-z][a-z0-9_]*)=([^\s(),=]+)")


class When(NamedTuple):
    """A key with the values under which something holds."""

    key: str
    values: tuple[str, ...]
    also: "When | None" = None  # What must hold beside it.

    def holds(self, values: Mapping[str, str]) -> bool:
        """Under these choices of the house."""
        return self.allows(values.get(self.key)) and (self.also is None or self.also.holds(values))

    def allows(self, value: str | None) -> bool:
        """Under this value of the key; one that the edition lacks decides nothing."""
        return value is None or value in self.values

    def __str__(self) -> str:
        return f"{self.key}={' or '.join(self.values)}" + (f" and {self.also}" if self.also else "")


class Posting(NamedTuple):
    """When a rule is posted at the table, and in which words; figures of the configuration are in braces."""

    concerns: tuple[str, ...] = ()  # Wagers, one of which is on offer; empty for all.
    features: tuple[str, ...] = ()  # What a table of theirs must have.
    words: str | None = None
    """The words of the placard where they are not those of the rule; empty for a rule that is not for players."""
    felt: str | None = None  # What the layout prints of it, if anything.


EVERYWHERE = Posting()


class Refusal(NamedTuple):
    """A value that one edition's own text forbids, and where it says so."""

    edition: str
    value: str
    cites: tuple[str, ...]


def read_refusals(entry: Fields) -> tuple[Refusal, ...]:
    """The table ``refused`` of a key: by edition, a value and the places that forbid it."""
    by_edition = entry.optional_table("refused")
    found = []
    for edition in by_edition.keys():
        parts = by_edition.texts(edition)
        if len(parts) < 2:
            raise by_edition.error(edition, "expected a value and a citation", hint='as in ["round", "KIS-W 6"]')
        found.append(Refusal(edition, parts[0], parts[1:]))
    return tuple(found)


def read_features(entry: Fields) -> tuple[str, ...]:
    """What a chosen table must have for a key to change anything."""
    features = entry.texts("features", [])
    for index, feature in enumerate(features):
        problem = f"'{feature}' is not a feature of a table"
        entry.known(f"features[{index}]", feature, KNOWN, problem, f"known: {', '.join(KNOWN)}")
    return features


def read_posting(entry: Fields) -> Posting:
    """When and in which words a rule is posted at the table."""
    features = read_features(entry)
    words = entry.text("posted", None)
    return Posting(entry.texts("concerns", []), features, "" if words == "no" else words, entry.text("felt", None))


def read_when(entry: Fields) -> When | None:
    """The key ``when`` of a rule or a key."""
    text = entry.text("when", None)
    if text is None:
        return None
    found: When | None = None
    for part in reversed(text.split(" and ")):
        match = _TEXT.fullmatch(part)
        if not match:
            raise entry.error("when", f"'{text}' is not a condition", hint="as in surrender=late/early")
        found = When(match[1], tuple(match[2].split("/")), found)
    return found


def check_when(fields: Fields, where: str, when: When | None, keys: Mapping[str, tuple[str, ...]]) -> None:
    """The condition names a key of the game, and values that it may have."""
    if when is None:
        return
    fields.known(f"{where}.when", when.key, keys, f"'{when.key}' is not a key of this game")
    known = keys[when.key]
    for value in when.values:
        if known and value not in known:
            raise fields.error(f"{where}.when", f"{when.key} is never '{value}'", hint=f"known: {', '.join(known)}")
    check_when(fields, where, when.also, keys)
