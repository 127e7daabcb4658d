"""The package's own book, as it was read and proved before: reading the data again would take most of a small command.

What is kept are the records, as plain JSON, under a name that is a hash over every data file and over all code that
reads them. So a change of one letter in either is a new name, and the book is read and proved again. Games and tables
from outside the package join the book afterwards and are never kept: they are proved at every start.
"""

import hashlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from croupier import kept_files, units
from croupier.rulebook import interpretations, rules
from croupier.rulebook.book import Book, field_names

MOST_BOOKS: Final = 8  # Beyond this number the oldest are removed.
_PACKAGE: Final = Path(__file__).parents[1]
_CODE: Final = ("rulebook", "cards", "units.py")
_HOLDS_MORE: Final = frozenset((dict, list))
_KINDS: Final[Mapping[str, Callable[..., object]]] = {
    name: kind
    for module in (interpretations, rules, units)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_fields"))
} | {"Fraction": Fraction}
"""The records of the book, by name: nothing else is kept, and nothing else is made of what was kept."""


def own_book(games_folder: Path, sources_folder: Path) -> Book:
    """The book of the package: recalled if it was read before, otherwise read, proved and kept."""
    home = kept_files.folder("book")
    name = _name(games_folder, sources_folder)
    place = home / f"{name}.json" if home else None
    found = place and _recalled(kept_files.read(place), name)
    if found:
        return found
    from croupier.rulebook.loading import load_book  # a cached book needs no reading and proving

    book = load_book(games_folder, sources_folder)
    if place:
        kept_files.write(place, _kept_form(book, name), MOST_BOOKS)
    return book


def _name(*data: Path) -> str:
    """A hash over the data, the code that reads it, and the version of Python that runs the code."""
    parts = [kept_files.hash_of(_PACKAGE, _CODE, ".py"), *(kept_files.hash_of(at, ("",), ".toml") for at in data)]
    return hashlib.sha256("\n".join([sys.version, *parts]).encode()).hexdigest()


def _kept_form(book: Book, name: str) -> bytes:
    parts = (tuple(book.sources.values()), tuple(book.games.values()), tuple(book.tables.values()))
    kept = _flat(parts) | {"hash": book.hash, "game_hashes": {game: book.game_hash(game) for game in book.games}}
    body = json.dumps(kept, separators=(",", ":")).encode()
    return _digest(name, body) + b"\n" + body


def _digest(name: str, body: bytes) -> bytes:
    return hashlib.sha256(name.encode() + body).hexdigest().encode()


def _recalled(content: bytes | None, name: str) -> Book | None:
    """The book in a kept file; None if the file is damaged or was kept under another name."""
    digest, _, body = (content or b"").partition(b"\n")
    if digest != _digest(name, body):
        return None
    kept = json.loads(body)
    sources, games, tables = _built(kept)
    book = Book(
        {source.tag: source for source in sources},
        {game.name: game for game in games},
        {table.id: table for table in tables},
    )
    book.recall_hashes(kept["hash"], kept["game_hashes"])
    return book


def _flat(whole: object) -> dict[str, object]:
    """Every distinct record once, as its kind and its values, those it holds before it; ``{"at": n}`` names the n-th.

    A tuple is a list; words and numbers are as they are.
    """
    records: dict[str, int] = {}

    def plain(value: object) -> object:
        if value is None or isinstance(value, str | int):
            return value
        if type(value) is tuple:
            return [plain(part) for part in value]
        kind = type(value).__name__
        if _KINDS.get(kind) is not type(value):
            raise TypeError(f"{kind} is not a record of the book")
        form = [kind, *(plain(getattr(value, name)) for name in field_names(type(value)))]
        return {"at": records.setdefault(json.dumps(form), len(records))}

    top = plain(whole)
    return {"records": [json.loads(record) for record in records], "book": top}


def _built(kept: dict[str, Any]) -> Any:
    """The inverse of ``_flat``."""
    made: list[object] = []

    def value(plain: Any) -> object:
        return made[plain["at"]] if type(plain) is dict else tuple(values(plain))

    def values(plain: list[object]) -> list[object]:
        return [value(part) if type(part) in _HOLDS_MORE else part for part in plain]

    for kind_name, *parts in kept["records"]:
        kind = _KINDS[kind_name]
        made.append(kind(**dict(zip(field_names(kind), values(parts), strict=True))))
    return value(kept["book"])
