"""Find a game, an edition or a table by name.

The book is read once, from the data beside the games; ``CROUPIER_TABLES`` may name files of an operator's own tables.
"""

from __future__ import annotations

import importlib
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.errors import UnknownName
from croupier.rulebook.book import Book, add_user_tables, load_book
from croupier.rulebook.configuration import Configuration, configure

if TYPE_CHECKING:
    from croupier.play.game import Game


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


def load(spec: str | Configuration) -> Game:
    """A game ready to be played, by its configuration string.

    >>> load("keep-it-straight(edition=washington)").wagers
    ('ante',)
    """
    chosen = configuration(spec) if isinstance(spec, str) else spec
    try:
        module = importlib.import_module(f"croupier.games.{chosen.name.replace('-', '_')}.game")
    except ModuleNotFoundError:
        raise UnknownName(
            "game to play", chosen.name, (), note="its rules are in the book; it cannot be dealt yet"
        ) from None
    game: Game = module.play(chosen)
    return game
