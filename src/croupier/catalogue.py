"""Find a game, an edition or a table by name.

The book is read once, from the data beside the games. ``CROUPIER_PAYTABLES`` may name files of an operator's own
tables; ``CROUPIER_GAMES``, or an entry point of the group ``croupier.games``, folders of games outside the package.
"""

import importlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from croupier.errors import RulebookError, SideWagerAlone, UnknownName
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import Configuration, check_offered, configure
from croupier.rulebook.kept_book import own_book
from croupier.rulebook.strangers import code_hash, forget_families, game_folders, import_file

if TYPE_CHECKING:
    from croupier.play.game import Game

GAMES: Final = "CROUPIER_GAMES"
PAYTABLES: Final = "CROUPIER_PAYTABLES"
ENTRY_POINTS: Final = "croupier.games"
"""An installed package that brings games names the module in whose folder they lie."""


_afresh: list[bool] = []


def read_afresh() -> None:
    """From now on read and prove the data itself, and trust nothing that an earlier run kept. This is for everything
    that moves money or identifies the software: otherwise anybody who can write to this user's cache could change a pay
    without touching an installed file.
    """
    if not _afresh:
        _afresh.append(True)
        _read_again()


@cache
def book() -> Book:
    """The whole rulebook, with the games and tables that the environment adds to it."""
    package = Path(__file__).parent
    forget_families()
    places = [*(Path(each) for each in _named_in(GAMES)), *_installed()]
    outside = dict.fromkeys(folder for place in places for folder in game_folders(place))
    own = package / "games", package / "rulebook" / "sources"
    if _afresh:
        from croupier.rulebook.loading import load_book

        loaded = load_book(*own)
    else:
        loaded = own_book(*own)
    tables = _named_in(PAYTABLES)
    if outside or tables:
        from croupier.rulebook.loading import (
            add_games,
            add_user_tables,
        )  # the package's own book usually comes from the cache

        loaded = add_games(loaded, outside)
        for path in tables:
            loaded = add_user_tables(loaded, Path(path))
    return loaded


def _named_in(variable: str) -> list[str]:
    return [path for path in os.environ.get(variable, "").split(os.pathsep) if path]


def _installed() -> Iterator[Path]:
    """Folders of games that installed packages bring, found without importing them."""
    if not _is_any_named():
        return
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    for point in entry_points(group=ENTRY_POINTS):
        try:
            spec = find_spec(point.value)
        except (ImportError, ValueError):
            spec = None
        if spec is None or not spec.submodule_search_locations:
            raise RulebookError(
                f"entry point {point.name}",
                ENTRY_POINTS,
                f"'{point.value}' is not a package whose folder holds games",
                hint="uninstall the package that names it, or mend its entry point",
            )
        yield from map(Path, spec.submodule_search_locations)


def _is_any_named() -> bool:
    """Whether an installed package may bring games. It reads a few small files, because the full check loads slowly."""
    for place in map(Path, sys.path):
        if place.is_file():
            return True  # an archive, which only the full check can read
        for file in place.glob("*.*-info/entry_points.txt"):
            if ENTRY_POINTS.encode() in file.read_bytes():
                return True
    return False


def add_games(folders: Iterable[Path | str]) -> None:
    """From now on games in these folders are part of the book, beside those that the environment names."""
    before, more = _named_in(GAMES), [str(Path(folder).absolute()) for folder in folders]
    if not set(more) <= set(before):
        os.environ[GAMES] = os.pathsep.join(dict.fromkeys([*before, *more]))
        _read_again()


@contextmanager
def games_from(folders: Iterable[Path | str]) -> Iterator[None]:
    """The same within the block alone."""
    before = os.environ.get(GAMES)
    add_games(folders)
    try:
        yield
    finally:
        if before is None:
            del os.environ[GAMES]
        else:
            os.environ[GAMES] = before
        _read_again()


def _read_again() -> None:
    book.cache_clear()
    _kind_from.cache_clear()
    forget_families()


def configuration(spec: str) -> Configuration:
    """A configuration by its string.

    >>> print(configuration("three-card-prime(prime=SAMPLE-TCP-PRIME-01)"))
    three-card-prime(prime=SAMPLE-TCP-PRIME-01, tables=sample)
    """
    chosen = configure(book(), spec)
    check_offered(chosen)
    return chosen


def to_be_dealt(configuration: Configuration) -> Configuration:
    """The configuration, unless it is of a side wager alone: then what to type instead."""
    wagers = [wager.id for wager in configuration.rules.wagers]
    if any(wager.kind == "base" for wager in configuration.rules.wagers):
        return configuration
    for game in book().games.values():
        shared = [wager for wager in game.wagers if wager.id in wagers]
        if shared and any(wager.kind == "base" for wager in game.wagers):
            typed = dict(configuration.spec.settings)
            table = typed.get(shared[0].id) or shared[0].tables_in(game.editions[0].id)[0]
            settings = {shared[0].id: table}
            # With the decks that were named, or those of the table, so that what is said can be pasted.
            if "decks" in configuration.values and "decks" in {key.id for key in game.keys}:
                decks = configuration.decks if shared[0].id in typed else book().paytable(table).decks[0]
                settings = {"decks": str(decks), **settings}
            words = ", ".join(f"{key}={value}" for key, value in settings.items())
            raise SideWagerAlone(
                f"{configuration.name} is a side wager: it is played at a table of {game.title}",
                hint=f'"{game.name}({words})"',
            )
    raise SideWagerAlone(f"{configuration.name} is a side wager", hint="it is played with a base game")


def load(spec: str | Configuration) -> "Game":
    """A game ready to be played, by its configuration string.

    >>> load("keep-it-straight(edition=washington)").wagers
    ('ante',)
    """
    chosen = spec if isinstance(spec, Configuration) else configure(book(), spec)
    if chosen.name in chosen.book.outside:
        from croupier.play.strangers import supervised

        return supervised(_kind_from(chosen.book.outside[chosen.name]), chosen)
    try:
        module = importlib.import_module(f"croupier.games.{chosen.name.replace('-', '_')}.game")
    except ModuleNotFoundError:
        to_be_dealt(chosen)
        raise UnknownName(
            "game to play", chosen.name, (), note="its rules are in the book; it cannot be dealt yet"
        ) from None
    game: Game = module.play(chosen)
    return game


@cache
def _kind_from(folder: Path) -> "type[Game]":
    """The class that a folder's ``game.py`` names as ``play``, supervised."""
    from croupier.play.strangers import supervise

    if not (folder / "game.py").is_file():
        raise RulebookError(
            f"{folder.name}/game.py", "(file)", "is missing", hint="croupier new game DIR shows what belongs in it"
        )
    return supervise(getattr(import_file(folder, "game"), "play", None), folder)


def code_of(name: str) -> str | None:
    """The fingerprint of the code of a game outside the package; None for our own, which the software's covers."""
    folder = book().outside.get(name)
    return code_hash(folder) if folder else None
