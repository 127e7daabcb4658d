"""A connection to an SQLite book, with the settings that make its promises true."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from croupier.jackpot.journal import Entry, StoreError
from croupier.stores.private_files import make_private
from croupier.stores.sqlite_errors import explained

BUSY_MS = 5_000
"""How long we wait for another process before we give up."""


def name_of(path: Path) -> str:
    """What messages call the book."""
    return f"the book {path}"


@contextmanager
def explaining(book: str) -> Iterator[None]:
    """Every error of the driver leaves as one of ours."""
    try:
        yield
    except (sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
        raise explained(error, book) from error


def connect(path: Path, *, create: bool = False, query_only: bool = False) -> sqlite3.Connection:
    """A connection with our settings; every error names the book."""
    with explaining(name_of(path)):
        db = sqlite3.connect(
            f"file:{quote(str(path))}?{'mode=rwc' if create else _mode(path, query_only)}",
            uri=True,
            timeout=BUSY_MS / 1000,
            isolation_level=None,  # we say BEGIN and COMMIT ourselves
            check_same_thread=False,  # one thread at a time: a pool or a lock sees to it
        )
        try:
            db.execute("PRAGMA synchronous = FULL")  # a commit returns once the log is on the disk
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA secure_delete = ON")  # a payee that was purged leaves no letter in the file
            db.execute("PRAGMA cell_size_check = ON")  # a damaged page is noticed where it is read
            if query_only:
                db.execute("PRAGMA query_only = ON")
        except BaseException:
            db.close()
            raise
        return db


def _mode(path: Path, query_only: bool) -> str:
    """An auditor may read a book without being able to write to it.

    SQLite needs the log and its index for that. Where there is no log nobody is writing: the file is taken as it is.
    """
    if not query_only or may_write(path):
        return "mode=rw"
    return "mode=ro&immutable=1" if is_taken_as_it_is(path) else "mode=ro"


def is_taken_as_it_is(path: Path) -> bool:
    """Whether a file is read without its log: nobody is writing it, and this process may not make a log beside it."""
    real = path.resolve()  # SQLite keeps the log beside the file itself, not beside a link to it
    log = real.with_name(f"{real.name}-wal")
    return not (may_write(path) or log.exists() or may_write(real.parent))


def may_write(path: Path) -> bool:
    """Whether whoever this process acts as may write there."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def make_file(path: Path, name: str) -> None:
    """Nobody's but the owner's, or the readers' group's; SQLite gives the files beside it the same mode."""
    try:
        make_private(path, secret=False)
    except FileExistsError:
        pass  # another process is making the same book
    except OSError as error:
        raise StoreError(f"{name} cannot be opened: {error.strerror or error}", hint="check the path") from error


@lru_cache(500)
def known_by_id(ids: int) -> str:
    """Asks for entries by their ids: a list of values is looked up one by one, with no index made of it first.

    The order and the index are named: no statistics may talk SQLite into walking the link's whole journal.
    """
    columns = ", ".join(f"j.{name}" for name in Entry._fields)
    values = ", ".join(["(?)"] * ids)
    return (
        f"SELECT {columns} FROM (VALUES {values}) AS v CROSS JOIN journal AS j INDEXED BY journal_id"
        " ON j.link = ? AND j.id = v.column1"
    )
