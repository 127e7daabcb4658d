"""The schema of an SQLite book: made, its version read, its shape compared with what it must be."""

from __future__ import annotations

import sqlite3
import time

from croupier.jackpot.journal import SCHEMA, NotABook, StoreBroken
from croupier.stores.schema import APPLICATION_ID, SQLITE

WAL_PATIENCE = 5.0


def version(db: sqlite3.Connection, book: str) -> int:
    """The schema's version; 0 for an empty file. Any other database is refused."""
    if db.in_transaction:
        return _version(db, book)
    db.execute("BEGIN")  # one look: another process may be making the book between two
    try:
        return _version(db, book)
    finally:
        db.execute("ROLLBACK")


def _version(db: sqlite3.Connection, book: str) -> int:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (user_version,) = db.execute("PRAGMA user_version").fetchone()
    if application == APPLICATION_ID:
        return int(user_version)
    if application == 0 and db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
        return 0
    raise NotABook(f"{book} is not a book: it is another program's database", hint="check the path")


def create(db: sqlite3.Connection, book: str) -> None:
    """Make the tables where there is nothing yet, in one transaction; a book that is there stays as it is."""
    if version(db, book) > 0:
        return
    _use_wal(db)
    db.execute("BEGIN IMMEDIATE")
    try:
        if version(db, book) == 0:  # else another process has just made it
            for statement in SQLITE:
                db.execute(statement)
            db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
            db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {SCHEMA}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def check_shape(db: sqlite3.Connection, book: str) -> None:
    """Exactly the tables, indexes, views and triggers that a book has, to the letter."""
    fresh = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for statement in SQLITE:
            fresh.execute(statement)
        wanted, found = _shape(fresh), _shape(db)
    finally:
        fresh.close()
    for name in sorted(wanted | found):
        if wanted.get(name) != found.get(name):
            what = "is missing" if name not in found else "does not belong there" if name not in wanted else "differs"
            raise StoreBroken(f"{book}: '{name}' {what} in its schema", hint="the file was changed by something else")


def _shape(db: sqlite3.Connection) -> dict[str, str]:
    # sqlite_stat1 and the like are SQLite's own and hold no money.
    rows = db.execute("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite^_%' ESCAPE '^'")
    return dict(rows.fetchall())


def _use_wal(db: sqlite3.Connection) -> None:
    """Into WAL mode. SQLite does not wait here for another process that is making the same book; we do."""
    until = time.monotonic() + WAL_PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
