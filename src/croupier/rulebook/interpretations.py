"""Interpretations: what we had to decide where a document is silent, slips or contradicts itself.

Each is shown with the game, says how sure we are and what money it touches, and names the configuration key that
switches it, where an operator may choose another reading.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from croupier.rulebook.citations import Bibliography, Cite, read_cites
from croupier.rulebook.conditions import When, check_when, read_features, read_when
from croupier.rulebook.fields import Fields, check_unique, did_you_mean

Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What holds instead where the house has chosen so; figures of the configuration are in braces."""

    when: When | None  # None for every other choice.
    answer: str


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What we had to decide where the document is silent, slips or contradicts itself."""

    id: str
    question: str
    answer: str
    why: str
    confidence: Confidence
    affects: tuple[str, ...]  # The wagers and results that depend on it; empty where no money does.
    key: str | None
    cites: tuple[Cite, ...]
    tables: tuple[str, ...] = ()
    """The tables that it is about; empty where the appendices that it cites say that, or the next two."""
    features: tuple[str, ...] = ()  # What a table must have for it to bear, whoever wrote the table.
    every_table: bool = False  # Whether it says how hands are read, so that it bears on an operator's own tables too.
    other: str = field(default="", metadata={"usual": True})  # The argument of whoever would decide otherwise.
    effect: str = field(default="", metadata={"usual": True})  # What the other value of its key does to the figures.
    when: When | None = field(default=None, metadata={"usual": True})
    """The choices of the house under which the question arises; None for all of them."""
    under: tuple[Answer, ...] = field(default=(), metadata={"usual": True})
    """The answers under other choices than the usual ones; the first that holds."""

    @property
    def otherwise(self) -> dict[str, str]:
        """The answers under other choices, by the choice."""
        return {str(other.when): other.answer for other in self.under if other.when}


def load_interpretations(
    folder: Path, sources: Bibliography, keys: Mapping[str, tuple[str, ...]], wagers: list[str]
) -> tuple[Interpretation, ...]:
    """Read ``interpretations.toml`` where there is one; each names only keys and wagers of its game.

    A game whose wager comes from another game takes that game's readings over by id: ``[[shared]]`` names the folder
    beside its own, and may say that they affect other wagers here.
    """
    path = folder / "interpretations.toml"
    if not path.exists():
        return ()
    fields = Fields.of_file(path, f"{folder.name}/interpretations.toml")
    found = [reading for entry in fields.tables("shared") for reading in _shared(entry, folder, sources)]
    found += [_read(entry, sources) for entry in fields.tables("interpretations")]
    for reading, entry in found:
        if reading.key:
            entry.known("key", reading.key, keys, f"'{reading.key}' is not a configuration key of this game")
        for when in (reading.when, *(answer.when for answer in reading.under)):
            check_when(fields, f"interpretations.{reading.id}", when, keys)
        for index, each in enumerate(reading.affects):
            entry.known(f"affects[{index}]", each, wagers, f"'{each}' is not a wager of this game")
    check_unique(fields, "interpretations", [each.id for each, _ in found])
    fields.done()
    return tuple(reading for reading, _ in found)


def _read(entry: Fields, sources: Bibliography) -> tuple[Interpretation, Fields]:
    under = tuple(answer.record(Answer, when=read_when(answer)) for answer in entry.tables("under"))
    reading = entry.record(
        Interpretation,
        cites=read_cites(entry, sources),
        features=read_features(entry),
        when=read_when(entry),
        under=under,
    )
    return reading, entry


def _shared(entry: Fields, folder: Path, sources: Bibliography) -> Iterator[tuple[Interpretation, Fields]]:
    """The readings that this entry takes over from the game in a folder beside this one."""
    other = entry.text("folder")
    own, path = (folder.parent / each / "interpretations.toml" for each in (folder.name, other))
    if not re.fullmatch(r"\w+", other, re.ASCII) or path == own or not path.exists():
        beside = sorted(each.parent.name for each in folder.parent.glob("*/interpretations.toml") if each != own)
        hint = did_you_mean(other, beside) or f"beside it: {', '.join(beside) or 'none'}"
        raise entry.error("folder", f"no folder '{other}' with interpretations.toml beside {folder.name}", hint=hint)
    theirs = Fields.of_file(path, f"{other}/interpretations.toml")
    known = {
        reading.id: reading for reading, _ in (_read(table, sources) for table in theirs.tables("interpretations"))
    }
    affects = entry.texts("affects", [])
    for index, name in enumerate(entry.texts("ids")):
        entry.known(f"ids[{index}]", name, known, f"'{name}' is not an interpretation of {other}")
        yield (replace(known[name], affects=affects) if affects else known[name]), entry
    entry.done()
