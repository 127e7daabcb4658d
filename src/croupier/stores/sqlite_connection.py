"""A connection to an SQLite book, with the settings that make its promises true."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

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
    if not query_only or os.access(path, os.W_OK):
        return "mode=rw"
    log = path.with_name(f"{path.name}-wal")
    return "mode=ro" if log.exists() or os.access(path.parent, os.W_OK) else "mode=ro&immutable=1"
