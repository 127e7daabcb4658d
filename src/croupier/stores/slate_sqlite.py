"""The slate of one machine: a small SQLite file beside the book, or one in memory that ends with its process."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from croupier.stores.private_files import make_private
from croupier.stores.slate import Database, Slate
from croupier.stores.sqlite_connection import connect, explaining

LOOK_EVERY = 0.1
_TABLE = """CREATE TABLE IF NOT EXISTS slate (
    kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, until REAL NOT NULL, PRIMARY KEY (kind, key))"""


class SqliteSlate(Slate):
    """One connection that reads and writes, another that looks whether somebody else wrote."""

    now = "wall()"
    every_row = "-1"

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._name = f"the slate {path}" if path else "the slate"
        self._lock = threading.Lock()
        self._lookout = threading.Lock()
        if path is not None and not path.exists():
            with suppress(FileExistsError):  # another process has just made it
                make_private(path)
        self._db = self._connect()
        self._looking = self._connect() if path else None
        self._seen = self._version()
        with explaining(self._name):
            self._db.execute(_TABLE)

    def wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self._looking is not None and (now := self._version()) == self._seen and time.monotonic() < until:
            time.sleep(LOOK_EVERY)
        if self._looking is None:
            time.sleep(min(seconds, LOOK_EVERY))
        else:
            self._seen = now

    def close(self) -> None:
        with self._lock, self._lookout:
            for db in (self._db, self._looking):
                if db is not None:
                    db.close()

    @contextmanager
    def _using(self, *, alone: bool = False) -> Iterator[Database]:
        with self._lock, explaining(self._name):
            if not alone:
                yield self._db
                return
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _tell(self, db: Database) -> None:
        """Wait by polling the file's own change counter."""

    def _version(self) -> int:
        if self._looking is None:
            return 0
        with self._lookout, explaining(self._name):
            return int(self._looking.execute("PRAGMA data_version").fetchone()[0])

    def _connect(self) -> sqlite3.Connection:
        if self._path is None:
            db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        else:
            db = connect(self._path)
            with explaining(self._name):
                db.execute("PRAGMA journal_mode = WAL")
                # A note lost in a power cut is written again; what must last is in the journal.
                db.execute("PRAGMA synchronous = OFF")
        db.create_function("wall", 0, time.time)
        return db
