"""An older book brought to this software's schema: the steps it lacks, each all or none."""

from __future__ import annotations

from pathlib import Path

from croupier.jackpot.journal import SCHEMA, NoBook, StoreBroken
from croupier.stores import schema
from croupier.stores.opening import kind_of, sqlite_path


def migrate(url: str | Path, steps: schema.Steps | None = None) -> tuple[int, int]:
    """From which version, to which. A book that is up to date stays as it is; a newer one is refused.

    ``steps`` are for tests of this mechanism; a book migrated by other steps than ours does not open.
    """
    kind = kind_of(url)
    if kind == "postgresql":
        return _postgres(str(url), steps or schema.POSTGRES)
    if kind == "sqlite":
        return _sqlite(sqlite_path(url), steps or schema.SQLITE)
    return SCHEMA, SCHEMA


def _sqlite(path: Path, steps: schema.Steps) -> tuple[int, int]:
    from croupier.stores import sqlite_connection, sqlite_schema

    book = sqlite_connection.name_of(path)
    if not path.exists():
        raise NoBook(f"there is no book at {path}", hint="check the path")
    db = sqlite_connection.connect(path)
    try:
        with sqlite_connection.explaining(book):
            _refuse_newer(sqlite_schema.version(db, book), len(steps), book)
            return sqlite_schema.upgrade(db, book, steps)
    finally:
        db.close()


def _postgres(url: str, steps: schema.Steps) -> tuple[int, int]:
    from croupier.stores import postgres_connection, postgres_schema
    from croupier.stores.postgres_errors import explaining

    address = postgres_connection.Address(url)
    db = address.connect()
    try:
        with explaining(address.book):
            _refuse_newer(postgres_schema.version(db, address.book), len(steps), address.book)
            return postgres_schema.upgrade(db, address.book, steps)
    finally:
        db.close()


def _refuse_newer(found: int, known: int, book: str) -> None:
    if found > known:
        raise StoreBroken(
            f"{book} has schema version {found}, this software knows {known}",
            hint="update the software: a newer version has written this book",
        )
