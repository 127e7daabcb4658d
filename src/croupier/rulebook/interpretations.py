"""Interpretations: what we had to decide where a document is silent, slips or contradicts itself.

Each is shown with the game, says how sure we are and what money it touches, and names the configuration key that
switches it, where an operator may choose another reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from croupier.rulebook.citations import Bibliography, Cite, read_cites
from croupier.rulebook.conditions import read_features
from croupier.rulebook.fields import Fields, check_unique, did_you_mean

Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True)
class Interpretation:
    """What we had to decide where the document is silent, slips or contradicts itself."""

    id: str
    question: str
    answer: str
    why: str
    confidence: Confidence
    affects: tuple[str, ...]
    """The wagers and results that depend on it; empty where no money does."""
    key: str | None
    cites: tuple[Cite, ...]
    tables: tuple[str, ...] = ()
    """The tables that it is about; empty where the appendices that it cites say that, or the next two."""
    features: tuple[str, ...] = ()
    """What a table must have for it to bear, whoever wrote the table."""
    every_table: bool = False
    """Whether it says how hands are read, so that it bears on an operator's own tables too."""


def load_interpretations(
    folder: Path, sources: Bibliography, keys: list[str], wagers: list[str]
) -> tuple[Interpretation, ...]:
    """Read ``interpretations.toml`` where there is one; each names only keys and wagers of its game."""
    path = folder / "interpretations.toml"
    if not path.exists():
        return ()
    fields = Fields.of_file(path, f"{folder.name}/interpretations.toml")
    found = []
    for entry in fields.tables("interpretations"):
        reading = Interpretation(
            id=entry.text("id"),
            question=entry.text("question"),
            answer=entry.text("answer"),
            why=entry.text("why"),
            confidence=entry.choice("confidence", ("high", "medium", "low")),
            affects=entry.texts("affects"),
            key=entry.text("key", None),
            cites=read_cites(entry, sources),
            tables=entry.texts("tables", []),
            features=read_features(entry),
            every_table=entry.flag("every_table", False),
        )
        entry.done()
        if reading.key and reading.key not in keys:
            raise entry.error(
                "key", f"'{reading.key}' is not a configuration key of this game", hint=did_you_mean(reading.key, keys)
            )
        for index, each in enumerate(reading.affects):
            if each not in wagers:
                raise entry.error(
                    f"affects[{index}]", f"'{each}' is not a wager of this game", hint=did_you_mean(each, wagers)
                )
        found.append(reading)
    check_unique(fields, "interpretations", [each.id for each in found])
    fields.done()
    return tuple(found)
