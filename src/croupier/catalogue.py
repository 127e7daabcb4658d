"""Find a game, an edition or a table by name.

The book is read once, from the data beside the games; ``CROUPIER_TABLES`` may name files of an operator's own tables.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from croupier.rulebook.book import Book, add_user_tables, load_book
from croupier.rulebook.configuration import Configuration, configure


@cache
def book() -> Book:
    """The whole rulebook, with the user's own tables where ``CROUPIER_TABLES`` names files."""
    package = Path(__file__).parent
    loaded = load_book(package / "games", package / "rulebook" / "sources")
    for path in os.environ.get("CROUPIER_TABLES", "").split(os.pathsep):
        if path:
            loaded = add_user_tables(loaded, Path(path))
    return loaded


def configuration(spec: str) -> Configuration:
    """A configuration by its string.

    >>> print(configuration("three-card-prime(prime=SAMPLE-TCP-PRIME-01)"))
    three-card-prime(prime=SAMPLE-TCP-PRIME-01, tables=sample)
    """
    return configure(book(), spec)
