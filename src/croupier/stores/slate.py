"""The slate: small notes by which the processes of a house tell one another who is signed in or which lamps are lit; it
may be wiped at any time. A note carries a seal of the book's key over its kind, key, words, end and place in the order
of notes: one that was forged, moved, prolonged or put back is as good as absent."""

import sqlite3
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from croupier.records import decode, encode
from croupier.stores import opening, sql, witness
from croupier.stores.sqlite import explaining, private_database

if TYPE_CHECKING:
    from croupier.stores.postgres import Connection

MOST_REMEMBERED = 10_000  # Notes of one kind whose place in the order a process remembers.
LOOK_EVERY = 0.1  # Seconds between two looks at an SQLite slate, of whose changes nobody tells.
_CHANNEL = "croupier_slate"
_ALONE = 0x51A7E  # The advisory lock under which a note is read and written again.
_TABLE = """CREATE TABLE IF NOT EXISTS slate (
    kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, until REAL NOT NULL, PRIMARY KEY (kind, key))"""
_ALIVE = "SELECT {columns} FROM slate WHERE kind = ? AND until > {now}"
_PUT = """INSERT INTO slate (kind, key, value, until) VALUES (?, ?, ?, ?)
ON CONFLICT (kind, key) DO UPDATE SET value = excluded.value, until = excluded.until"""
_WIPE = "DELETE FROM slate WHERE kind = ? AND key = ?"
_WIPE_FORGED = f"{_WIPE} AND value = ?"
_BEYOND = """DELETE FROM slate WHERE kind = ? AND
(until <= {now} OR key IN (SELECT key FROM slate WHERE kind = ? ORDER BY until DESC, key LIMIT {all} OFFSET ?))"""


class Slate:
    """For any number of threads. Every call may wait for the database, so none may run on an event loop."""

    now: str  # The database's clock, as SQL.
    every_row: str  # What LIMIT takes for no limit.
    seal = witness.Seal(None)
    distrust: Callable[[str, str], None] = staticmethod(lambda *_: None)
    """Told the kind and key of a note whose seal does not fit. The note is wiped."""

    @abstractmethod
    def using(self, *, alone: bool = False) -> AbstractContextManager[sql.Database]:
        """A connection; ``alone`` in a transaction that no other process is in."""

    @abstractmethod
    def tell(self, db: sql.Database) -> None:
        """Wake those who wait."""

    @abstractmethod
    def wait(self, seconds: float) -> None:
        """Wait until another process has written something, at most this long."""

    @abstractmethod
    def close(self) -> None:
        """Close the database."""


class PostgresSlate(Slate):
    """A table beside the queue; NOTIFY wakes the other processes."""

    now = "extract(epoch FROM clock_timestamp())::float8"
    every_row = "ALL"

    def __init__(self, url: str) -> None:
        from croupier.stores.postgres import Address, Listener, explaining  # psycopg is an extra

        self._address = Address(url)
        self._name = self._address.book
        self._explaining = explaining
        self._lines: sql.Readers[Connection] = sql.Readers(self._name, self._connect)
        self._told = Listener(self._address, _CHANNEL)
        self._is_made = False

    def wait(self, seconds: float) -> None:
        self._told.wait(seconds)

    def close(self) -> None:
        self._lines.close()
        self._told.close()

    @contextmanager
    def using(self, *, alone: bool = False) -> Iterator[sql.Database]:
        with self._explaining(self._name):
            try:
                with self._lines.borrow() as db:
                    if not alone:
                        yield db
                        return
                    with db.transaction():
                        db.execute("SELECT pg_advisory_xact_lock(%s)", (_ALONE,))
                        yield db
            except BaseException:
                self._lines.forget()
                raise

    def tell(self, db: sql.Database) -> None:
        db.execute(f"NOTIFY {_CHANNEL}")

    def _connect(self) -> "Connection":
        from croupier.stores.postgres import ensure_queue

        with self._explaining(self._name):
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
            return db


class SqliteSlate(Slate):
    """A small file beside the book, or in memory. One connection reads and writes, another looks whether somebody else
    wrote."""

    now = "wall()"
    every_row = "-1"

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._name = f"the slate {path}" if path else "the slate"
        self._lock = threading.Lock()
        self._lookout = threading.Lock()
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
    def using(self, *, alone: bool = False) -> Iterator[sql.Database]:
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

    def tell(self, db: sql.Database) -> None:
        """Wait by polling the file's own change counter."""

    def _version(self) -> int:
        if self._looking is None:
            return 0
        with self._lookout, explaining(self._name):
            return int(self._looking.execute("PRAGMA data_version").fetchone()[0])

    def _connect(self) -> sqlite3.Connection:
        db = private_database(self._path, self._name)
        # A note lost in a power cut is written again; what must last is in the journal.
        db.execute("PRAGMA synchronous = OFF")
        db.create_function("wall", 0, time.time)
        return db


N = TypeVar("N")


class Noted(NamedTuple, Generic[N]):
    """A note, what time it was when it was read, in seconds since 1970 by the database's clock, and its age."""

    note: N
    now: float
    age: float = 0.0


class Notes(Generic[N]):
    """The notes of one kind on a slate, each a record."""

    def __init__(self, slate: Slate, kind: str, record: type[N]) -> None:
        self.slate = slate
        self._kind = kind
        self._record = record
        self._newest: dict[str, int] = {}
        """By key, the place of the newest note that this process has seen or written."""

    def read(self, key: str) -> Noted[N] | None:
        """The note under a key, until it runs out."""
        with self.slate.using() as db:
            return self._read(db, key)

    def all(self) -> dict[str, N]:
        """Every note, by key."""
        with self.slate.using() as db:
            rows = db.execute(self._sql(_ALIVE, columns="key, value, {now}"), (self._kind,)).fetchall()
            opened = {key: self._opened(db, key, value, now) for key, value, now in rows}
        return {key: noted.note for key, noted in opened.items() if noted}

    def write(self, key: str, note: N, seconds: float, *, most: int | None = None, tell: bool = True) -> None:
        """Keep a note for this long. If there are more than ``most``, those that expire first are wiped."""
        with self.slate.using(alone=most is not None) as db:
            self._put(db, key, note, seconds, most)
            if tell:
                self.slate.tell(db)

    def change(
        self,
        key: str,
        decide: Callable[[N | None, float], N | None],
        seconds: float,
        *,
        most: int | None = None,
        tell: bool = True,
    ) -> N | None:
        """Write what ``decide`` makes of the note and of the time, with no other process in between; None wipes it."""
        with self.slate.using(alone=True) as db:
            now = self._now(db)
            kept = self._read(db, key)
            note = decide(kept.note if kept else None, now)
            if note is None:
                self._wipe(db, key)
            else:
                self._put(db, key, note, seconds, most)
            if tell:
                self.slate.tell(db)
        return note

    def erase(self, key: str) -> bool:
        """Whether there was a note to wipe. Of several simultaneous callers, one gets True."""
        with self.slate.using() as db:
            was_there = self._wipe(db, key)
            self.slate.tell(db)
            return was_there

    def _wipe(self, db: sql.Database, key: str) -> bool:
        """A copy of what was there is put back in vain."""
        done = db.execute(_WIPE, (self._kind, key))
        self._remember(key, self._newest.get(key, 0) + 1)
        return bool(done.rowcount)

    def _put(self, db: sql.Database, key: str, note: N, seconds: float, most: int | None) -> None:
        now = self._now(db)
        text, until = encode(note).decode(), now + seconds
        place = max(round(now * 1e6), self._newest.get(key, 0) + 1)
        end = f"{until!r} {place}"
        db.execute(_PUT, (self._kind, key, f"{text}\n{end} {self.slate.seal.of(self._sealed(key, text, end))}", until))
        self._remember(key, place)
        if most is not None:
            db.execute(self._sql(_BEYOND, all=self.slate.every_row), (self._kind, self._kind, most))

    def _read(self, db: sql.Database, key: str) -> Noted[N] | None:
        row = db.execute(self._sql(_ALIVE + " AND key = ?", columns="value, {now}"), (self._kind, key)).fetchone()
        return self._opened(db, key, *row) if row else None

    def _opened(self, db: sql.Database, key: str, value: str, now: float) -> Noted[N] | None:
        """The note in a row, if it is the house's, no newer one was there, and its own end is still to come."""
        text, _, ends = value.partition("\n")
        end, _, seal = ends.rpartition(" ")
        said = end.split()
        is_ours = len(said) == 2 and self.slate.seal.is_of(self._sealed(key, text, end), seal)
        until, place = (float(said[0]), int(said[1])) if is_ours else (0.0, -1)
        if place < self._newest.get(key, 0):
            is_there = db.execute(_WIPE_FORGED, (self._kind, key, value)).rowcount
            if is_there or not is_ours:
                self.slate.distrust(self._kind, key)
                return None
            return Noted(decode(self._record, text), now)  # it was replaced between reading and now
        self._remember(key, place)
        return Noted(decode(self._record, text), now, now - place / 1e6) if until > now else None

    def _remember(self, key: str, place: int) -> None:
        self._newest[key] = place
        while len(self._newest) > MOST_REMEMBERED:
            self._newest.pop(next(iter(self._newest)), None)

    def _sealed(self, key: str, text: str, end: str) -> str:
        return f"slate {encode((self._kind, key, end, text)).decode()}"

    def _now(self, db: sql.Database) -> float:
        return float(db.execute(self._sql("SELECT {now}")).fetchone()[0])

    def _sql(self, text: str, **parts: str) -> str:
        now = self.slate.now
        return text.format(now=now, **{name: part.format(now=now) for name, part in parts.items()})


def slate_of(url: str | Path) -> Slate:
    """The slate that belongs to a book, sealed by the book's key where there is one."""
    kind = opening.kind_of(url)
    slate: Slate
    if kind == "postgresql":
        slate = PostgresSlate(str(url))
    elif kind == "memory":
        slate = SqliteSlate(None)
    else:
        path = opening.sqlite_path(url)
        slate = SqliteSlate(path.with_name(f"{path.name}.slate"))
    slate.seal = witness.Seal(witness.Places(url).key)
    return slate
