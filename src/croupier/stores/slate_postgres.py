"""The slate of a PostgreSQL book: a table beside its queue. NOTIFY wakes the other processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from croupier.stores.postgres_connection import Address, Connection
from croupier.stores.postgres_errors import explaining
from croupier.stores.postgres_roles import ensure_queue
from croupier.stores.readers import Readers
from croupier.stores.slate import Database, Slate

_CHANNEL = "croupier_slate"
_ALONE = 0x51A7E
"""The advisory lock under which a note is read and written again."""


class _Line:
    """A connection that takes the slate's statements as they are written for both databases."""

    def __init__(self, db: Connection) -> None:
        self.db = db

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Any:
        return self.db.execute(sql.replace("?", "%s"), parameters)

    def close(self) -> None:
        self.db.close()


class PostgresSlate(Slate):
    """Connections are opened when they are needed, and again after the server was away."""

    now = "extract(epoch FROM clock_timestamp())::float8"
    every_row = "ALL"

    def __init__(self, url: str) -> None:
        self._address = Address(url)
        self._name = self._address.book
        self._lines: Readers[_Line] = Readers(self._name, self._connect)
        self._listener: Connection | None = None
        self._listening = threading.Lock()
        self._is_made = False

    def wait(self, seconds: float) -> None:
        with self._listening, explaining(self._name):
            try:
                if self._listener is None:
                    self._listener = self._address.connect()
                    self._listener.execute(f"LISTEN {_CHANNEL}")
                    return  # something may have been written before: look first
                for _ in self._listener.notifies(timeout=seconds, stop_after=1):
                    pass
            except BaseException:
                if self._listener is not None:
                    self._listener.close()
                self._listener = None
                raise

    def close(self) -> None:
        self._lines.close()
        with self._listening:
            if self._listener is not None:
                self._listener.close()

    @contextmanager
    def _using(self, *, alone: bool = False) -> Iterator[Database]:
        with explaining(self._name):
            try:
                with self._lines.borrow() as line:
                    if not alone:
                        yield line
                        return
                    with line.db.transaction():
                        line.db.execute("SELECT pg_advisory_xact_lock(%s)", (_ALONE,))
                        yield line
            except BaseException:
                self._lines.forget()
                raise

    def _tell(self, db: Database) -> None:
        db.execute(f"NOTIFY {_CHANNEL}")

    def _connect(self) -> _Line:
        with explaining(self._name):
            db = self._address.connect(writes=True)
            try:
                # A note lost in a crash is written again; what must last is in the journal.
                db.execute("SET synchronous_commit = off")
                if not self._is_made:
                    ensure_queue(db, self._name)
                    self._is_made = True
            except BaseException:
                db.close()
                raise
            return _Line(db)
