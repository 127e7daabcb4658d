"""Paytable files as an operator writes them, for tests that need one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from croupier import catalogue
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import Configuration, configure, parse_spec
from croupier.rulebook.loading import add_user_tables

PAGES = Path(__file__).parents[1] / "docs" / "reference" / "paytables"


def with_examples(name: str) -> Book:
    """The book with the example file of a game."""
    return add_user_tables(catalogue.book(), PAGES / f"{name}.toml")


def at_own_tables(spec: str) -> Configuration:
    """A configuration that may name the tables of its game's example file."""
    name = parse_spec(spec).name
    return configure(with_examples(name) if (PAGES / f"{name}.toml").exists() else catalogue.book(), spec)


def own_sheet(
    wager: str,
    family: str,
    table: str,
    rows: Iterable[Sequence[str]],
    *,
    basis: str = "to",
    cites: str = "TCP 1",
    games: Sequence[str] = ("three-card-prime",),
    before: str = "",
    after: str = "",
) -> str:
    """A file with one table; ``before`` holds its sources, and ``after`` what follows the rows."""
    lines = [f"  {json.dumps(list(row))}," for row in rows]
    head = {"wager": wager, "family": family, "basis": basis, "status": "user", "cites": [cites], "columns": [table]}
    fields = [f"{key} = {json.dumps(value)}" for key, value in head.items()]
    return "\n".join(
        [
            "schema = 1",
            f"games = {json.dumps(list(games))}",
            before,
            "[[sheets]]",
            *fields,
            "rows = [",
            *lines,
            "]",
            after,
        ]
    )
