"""The slate: what the processes of a house tell one another beside the book, in small notes that expire by themselves.

Who is signed in, which lamps are lit, which devices wait to be paired: nothing of the journal, and never a secret,
whose hash is enough. A note is JSON under a kind and a key. It is in the database of a PostgreSQL book, or in
BOOK.slate beside an SQLite one, so any process may be asked next and a restart forgets nothing. Times are those of the
database, the same for all. Whatever is on it may be wiped: people sign in again, and lamps are set again.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from croupier.stores.opening import kind_of, sqlite_path

Value = dict[str, Any]
_ALIVE = "SELECT {columns} FROM slate WHERE kind = ? AND until > {now}"
_PUT = """INSERT INTO slate (kind, key, value, until) VALUES (?, ?, ?, {now} + ?)
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, until = excluded.until"""
_BEYOND = """DELETE FROM slate WHERE kind = ? AND
(until <= {now} OR key IN (SELECT key FROM slate WHERE kind = ? ORDER BY until DESC, key LIMIT {all} OFFSET ?))"""


class Note(NamedTuple):
    """What a key says, and what time it was when it was read, in seconds since 1970 by the database's clock."""

    value: Value
    now: float


class Database(Protocol):
    """A connection, as far as a slate uses it."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Any: ...


class Slate:
    """For any number of threads. Every call may wait for the database, so none may run on an event loop."""

    now: str
    """The database's clock, as SQL."""
    every_row: str
    """What LIMIT takes for no limit."""

    @abstractmethod
    def _using(self, *, alone: bool = False) -> AbstractContextManager[Database]:
        """A connection; ``alone`` in a transaction that no other process is in."""

    @abstractmethod
    def _tell(self, db: Database) -> None:
        """Wake those who wait."""

    @abstractmethod
    def wait(self, seconds: float) -> None:
        """Wait until another process has written something, at most this long."""

    @abstractmethod
    def close(self) -> None:
        """Close the database."""

    def read(self, kind: str, key: str) -> Note | None:
        """The note under a key, until it runs out."""
        with self._using() as db:
            return self._read(db, kind, key)

    def all(self, kind: str) -> dict[str, Value]:
        """Every note of a kind, by key."""
        with self._using() as db:
            rows = db.execute(self._sql(_ALIVE, columns="key, value"), (kind,)).fetchall()
        return {key: json.loads(value) for key, value in rows}

    def write(
        self, kind: str, key: str, value: Value, seconds: float, *, most: int | None = None, tell: bool = True
    ) -> None:
        """Keep a note for this long. If there are more than ``most`` of its kind, those that expire first are wiped."""
        with self._using(alone=most is not None) as db:
            self._put(db, kind, key, value, seconds, most)
            if tell:
                self._tell(db)

    def change(
        self,
        kind: str,
        key: str,
        decide: Callable[[Note | None, float], Value | None],
        seconds: float,
        *,
        most: int | None = None,
        tell: bool = True,
    ) -> Value | None:
        """Write what ``decide`` makes of the note and of the time, with no other process in between; None wipes it."""
        with self._using(alone=True) as db:
            now: float = db.execute(self._sql("SELECT {now}")).fetchone()[0]
            value = decide(self._read(db, kind, key), now)
            if value is None:
                db.execute(self._sql("DELETE FROM slate WHERE kind = ? AND key = ?"), (kind, key))
            else:
                self._put(db, kind, key, value, seconds, most)
            if tell:
                self._tell(db)
        return value

    def erase(self, kind: str, key: str) -> bool:
        """Whether there was a note to wipe. Of several simultaneous callers, one gets True."""
        with self._using() as db:
            done = db.execute(self._sql("DELETE FROM slate WHERE kind = ? AND key = ?"), (kind, key))
            self._tell(db)
            return bool(done.rowcount)

    def _put(self, db: Database, kind: str, key: str, value: Value, seconds: float, most: int | None) -> None:
        db.execute(self._sql(_PUT), (kind, key, json.dumps(value), seconds))
        if most is not None:
            db.execute(self._sql(_BEYOND, all=self.every_row), (kind, kind, most))

    def _read(self, db: Database, kind: str, key: str) -> Note | None:
        row = db.execute(self._sql(_ALIVE + " AND key = ?", columns="value, {now}"), (kind, key)).fetchone()
        return Note(json.loads(row[0]), float(row[1])) if row else None

    def _sql(self, text: str, **parts: str) -> str:
        named = {name: part.format(now=self.now) for name, part in parts.items()}
        return text.format(now=self.now, **named)


def slate_of(url: str | Path) -> Slate:
    """The slate that belongs to a book."""
    kind = kind_of(url)
    if kind == "postgresql":
        from croupier.stores.slate_postgres import PostgresSlate

        return PostgresSlate(str(url))
    from croupier.stores.slate_sqlite import SqliteSlate

    if kind == "memory":
        return SqliteSlate(None)
    path = sqlite_path(url)
    return SqliteSlate(path.with_name(f"{path.name}.slate"))
