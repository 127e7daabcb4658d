"""The store in one SQLite file: the embedded default.

Durable: WAL with synchronous=FULL, so a commit that returned is on the disk. One connection writes, under BEGIN
IMMEDIATE; readers have their own and see the last commit, so neither waits for the other.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from croupier.jackpot.checkpoints import Witness
from croupier.jackpot.journal import (
    GENESIS,
    SCHEMA,
    Append,
    Balances,
    Entry,
    Fenced,
    Head,
    History,
    NoBook,
    NumberTaken,
    Snapshot,
    StoreBroken,
    StoreBusy,
    StoreError,
    StoreLost,
)
from croupier.jackpot.personal import PersonalRecord
from croupier.stores import sqlite_schema
from croupier.stores.batch import (
    FENCED_HINT,
    LOOK_EVERY,
    NUMBER_TAKEN,
    PERSONAL,
    TAKEN_HINT,
    checksum,
    damaged_snapshots,
    expendable_snapshots,
    fenced,
    head_after,
    newest_first,
    newest_snapshot,
    restored_key,
    storable,
    uses_of,
)
from croupier.stores.readers import Readers
from croupier.stores.sqlite_connection import (
    connect,
    explaining,
    is_taken_as_it_is,
    known_by_id,
    make_file,
    may_write,
    name_of,
)
from croupier.stores.sqlite_errors import explained
from croupier.stores.tail import check_tail
from croupier.stores.versions import check_version

QUICK_CHECK_BYTES = 64 << 20
"""Up to this size every page is checked at opening; SQLite checks about 1 GB a second when the file is cached."""

_COLUMNS = "link, seq, id, at, kind, body, hash"
_INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)"


class SqliteStore:
    """A book in a file. ``on_statement`` hears of each statement of a write before it runs, and of the commit after."""

    def __init__(
        self,
        path: str | Path,
        *,
        create: bool = False,
        check: bool = True,
        on_statement: Callable[[str], None] | None = None,
    ) -> None:
        self.path = Path(path)
        self._name = name_of(self.path)
        self._tell = on_statement
        self._writing = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._lost = False
        self._closed = False
        self.witness: Witness | None = None
        # Of a file taken as it is, the next reading must see what a writer has begun since.
        idle = 8 if may_write(self.path) or not self.path.exists() else 0
        self._readers = Readers(self._name, lambda: connect(self.path, query_only=True), idle)
        if create or not self.path.exists():
            self._make(create)
        try:
            self._check_version()
            if check:
                self._check()
        except BaseException:
            self.close()
            raise

    # Reading

    def links(self) -> list[str]:
        with self._read() as db:
            return [link for (link,) in db.execute("SELECT link FROM heads ORDER BY link")]

    def heads(self) -> dict[str, Head]:
        with self._read() as db:
            return {
                link: Head(seq, hash)
                for link, seq, hash in db.execute("SELECT link, seq, hash FROM heads ORDER BY link")
            }

    def head(self, link: str) -> Head:
        with self._read() as db:
            row = db.execute("SELECT seq, hash FROM heads WHERE link = ?", (link,)).fetchone()
        return Head(*row) if row else Head(0, GENESIS)

    def entries(self, link: str, after: int = 0, to: int | None = None) -> Iterator[Entry]:
        last = 2**63 - 1 if to is None else to
        with self._read() as db:  # one statement is one snapshot, however long it streams
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM journal WHERE link = ? AND seq > ? AND seq <= ? ORDER BY seq",
                (link, after, last),
            )
            yield from map(Entry._make, rows)

    def balances(self, link: str) -> dict[str, tuple[int, int]]:
        with self._read() as db:
            rows = db.execute("SELECT account, debits, credits FROM balances WHERE link = ?", (link,))
            return {account: (debits, credits) for account, debits, credits in rows}

    def known(self, link: str, ids: Sequence[str]) -> dict[str, Entry]:
        found: dict[str, Entry] = {}
        wanted = storable(ids)
        # The writer's own connection: its pages are in its cache, which every commit would sweep out of a reader's.
        with self._writing, explaining(self._name):
            db = self._writer_connection()
            for start in range(0, len(wanted), 500):  # SQLite bounds the parameters of a statement
                some = wanted[start : start + 500]
                for row in db.execute(known_by_id(len(some)), (*some, link)).fetchall():
                    found[row[2]] = Entry._make(row)
        return found

    def snapshots(self, link: str) -> Iterator[Snapshot]:
        def fetch(below: int) -> tuple[int, str, str, str] | None:
            with self._read() as db:
                row: tuple[int, str, str, str] | None = db.execute(newest_snapshot("?"), (link, below)).fetchone()
            return row

        return newest_first(link, fetch)

    def integrity(self) -> list[str]:
        """Every page, index and constraint of the file, and every snapshot; an empty list says all is sound."""
        try:
            with self._read() as db:
                found: list[str] = [line for (line,) in db.execute("PRAGMA integrity_check") if line != "ok"]
                if found:
                    return found  # a damaged page makes any further question unsafe
                return damaged_snapshots(db.execute("SELECT link, seq, hash, state, checksum FROM snapshots"))
        except StoreBroken as error:  # too damaged for the check itself
            return [error.message]

    def holds(self, link: str, epoch: int) -> bool:
        with self._read() as db:
            return db.execute("SELECT 1 FROM heads WHERE link = ? AND epoch = ?", (link, epoch)).fetchone() is not None

    # Writing

    def claim(self, link: str) -> int:
        with self._transaction() as db:
            if self._tell:
                self._tell("claim")
            row = db.execute(
                "INSERT INTO heads (link, seq, hash, epoch) VALUES (?, 0, ?, 1)"
                " ON CONFLICT (link) DO UPDATE SET epoch = epoch + 1 RETURNING epoch",
                (link, GENESIS),
            ).fetchone()
        return int(row[0])

    def append(self, asked: Append) -> None:
        self.append_all([asked])

    def append_all(self, appends: Sequence[Append]) -> None:
        heads = [head_after(each.link, each.after, each.entries, each.balances) for each in appends]
        with self._transaction() as db:
            for each, new in zip(appends, heads, strict=True):
                self._append(db, each, new)

    def _append(self, db: sqlite3.Connection, asked: Append, new: Head) -> None:
        link, epoch, after, entries, balances, beside = asked
        tell = self._tell
        if tell:
            tell("head")
        moved = db.execute(
            "UPDATE heads SET seq = ?, hash = ? WHERE link = ? AND epoch = ? AND seq = ? AND hash = ?",
            (new.seq, new.hash, link, epoch, after.seq, after.hash),
        ).rowcount
        if moved != 1:
            raise Fenced(fenced(link), hint=FENCED_HINT)
        if tell:
            tell("entries")
        db.executemany(_INSERT, map(tuple, entries))  # binding plain tuples is quicker
        if tell:
            tell("balances")
        self._set_balances(db, link, balances)
        if beside.numbers:
            try:
                db.executemany("INSERT INTO numbers VALUES (?, ?, ?)", uses_of(link, beside))
            except sqlite3.IntegrityError as error:
                raise NumberTaken(NUMBER_TAKEN, hint=TAKEN_HINT) from error
        for record in beside.personal:
            self._keep_personal(db, record)

    def save_snapshot(self, link: str, snapshot: Snapshot) -> None:
        with self._transaction() as db:
            if self._tell:
                self._tell("snapshot")
            db.execute(
                "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)",
                (link, *snapshot, checksum(link, snapshot)),
            )
            if self._tell:
                self._tell("old snapshots")
            kept = [seq for (seq,) in db.execute("SELECT seq FROM snapshots WHERE link = ?", (link,))]
            gone = [(link, seq) for seq in expendable_snapshots(kept)]
            db.executemany("DELETE FROM snapshots WHERE link = ? AND seq = ?", gone)

    def fill(self, history: History) -> None:
        """A whole history into an empty book, all or none."""
        heads, balances, entries, numbers = history
        with self._transaction() as db:
            if db.execute("SELECT 1 FROM heads").fetchone():
                raise StoreError(f"{self._name} is not empty", hint="restore into a new book")
            stream = iter(entries)
            while some := list(islice(stream, 1_000)):
                db.executemany(_INSERT, map(tuple, some))
            for link, head in heads.items():
                db.execute("INSERT INTO heads VALUES (?, ?, ?, 0)", (link, *head))
                db.execute("INSERT INTO meta VALUES (?, ?)", (restored_key(link), str(head.seq)))
                self._set_balances(db, link, balances.get(link, {}))
            db.executemany("INSERT OR IGNORE INTO numbers VALUES (?, ?, ?)", numbers)

    def number_used(self, number: str) -> tuple[str, int] | None:
        with self._read() as db:
            row: tuple[str, int] | None = db.execute(
                "SELECT link, seq FROM numbers WHERE number = ?", (number,)
            ).fetchone()
        return row

    def keep_personal(self, record: PersonalRecord) -> None:
        with self._transaction() as db:
            self._keep_personal(db, record)

    @staticmethod
    def _keep_personal(db: sqlite3.Connection, record: PersonalRecord) -> None:
        if db.execute("SELECT 1 FROM personal WHERE link = ? AND no = ?", record[:2]).fetchone():
            raise StoreBusy(f"personal record {record.no} is taken", hint=TAKEN_HINT)
        db.execute("INSERT INTO personal VALUES (?, ?, ?, ?, ?, ?, ?)", tuple(record))

    def personal(self, link: str) -> list[PersonalRecord]:
        with self._read() as db:
            rows = db.execute(f"SELECT {PERSONAL} FROM personal WHERE link = ? ORDER BY no", (link,))
            return [PersonalRecord(*row) for row in rows]

    def forget_personal(self, link: str, numbers: Sequence[int]) -> None:
        with self._transaction() as db:
            db.executemany("DELETE FROM personal WHERE link = ? AND no = ?", [(link, each) for each in numbers])
        with self._writing, explaining(self._name):
            # The log still holds the pages as they were. It waits for readers, but not for ever.
            self._writer_connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def wait_for_commit(self, seconds: float) -> None:
        """Nothing tells of a commit here: look again shortly."""
        time.sleep(min(seconds, LOOK_EVERY))

    def weaknesses(self) -> list[str]:
        return ["whoever can write to an SQLite file can rewrite its entries: only signed checkpoints tell"]

    def restored(self, link: str) -> int:
        with self._read() as db:
            row = db.execute("SELECT value FROM meta WHERE key = ?", (restored_key(link),)).fetchone()
        return int(row[0]) if row else 0

    def close(self) -> None:
        with self._writing:
            self._closed = True
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        self._readers.close()

    # Connections

    def _writer_connection(self) -> sqlite3.Connection:
        """Opened by the first write: a reader never needs it. The caller holds the lock."""
        if self._lost:
            raise StoreLost(f"the disk failed under {self._name}", hint="open the book again")
        if self._closed:
            raise StoreError(f"{self._name} is closed")
        if self._writer is None:
            self._writer = connect(self.path)
        return self._writer

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        with explaining(self._name), self._readers.borrow() as db:
            yield db

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or none. After an error whose outcome is not known, nothing more is written by this store."""
        tell = self._tell
        with self._writing, explaining(self._name):
            db = self._writer_connection()
            try:
                if tell:
                    tell("begin")
                db.execute("BEGIN IMMEDIATE")
                yield db
                if tell:
                    tell("commit")
                db.execute("COMMIT")
            except BaseException as error:
                self._undo(db, error)
                raise
            if tell:
                tell("committed")

    def _undo(self, db: sqlite3.Connection, error: BaseException) -> None:
        """Back to the state before; SQLite may have done so itself."""
        if isinstance(error, sqlite3.Error) and isinstance(explained(error, self._name), StoreLost):
            self._lost = True
        try:
            if db.in_transaction:
                db.execute("ROLLBACK")
        except sqlite3.Error:
            self._lost = True
        if self._lost:
            db.close()
            self._writer = None

    @staticmethod
    def _set_balances(db: sqlite3.Connection, link: str, balances: Balances) -> None:
        db.executemany(
            "INSERT INTO balances VALUES (?, ?, ?, ?) ON CONFLICT (link, account)"
            " DO UPDATE SET debits = excluded.debits, credits = excluded.credits",
            [(link, account, debits, credits) for account, (debits, credits) in balances.items()],
        )

    # Opening

    def _make(self, create: bool) -> None:
        if not create:
            raise NoBook(f"there is no book at {self.path}", hint="check the path")
        if not self.path.exists():
            make_file(self.path, self._name)
        db = connect(self.path, create=True)
        try:
            with explaining(self._name):
                sqlite_schema.create(db, self._name)
        finally:
            db.close()

    def _check_version(self) -> None:
        with self._read() as db:
            check_version(sqlite_schema.version(db, self._name), SCHEMA, self._name)

    def _check(self) -> None:
        """What can be verified in well under two seconds, however long the journal.

        Always: that this is a book with exactly its tables, that the small tables have sound pages,
        and that each link's head is the hash of its last entries. A small file is checked page by page. A big one is
        not: reading gigabytes would keep the tables waiting. Its pages are checked as they are read
        (cell_size_check, and the hash of every entry), and as a whole by ``integrity``, which the audit calls.
        """
        with self._read() as db:
            whole = self.path.stat().st_size <= QUICK_CHECK_BYTES
            for part in ("",) if whole else ("('meta')", "('heads')", "('balances')", "('snapshots')"):
                for (line,) in db.execute(f"PRAGMA quick_check{part}"):
                    if line != "ok":
                        raise StoreBroken(
                            f"{self._name} is damaged: {line.splitlines()[-1]}",
                            hint="keep the file for inquiry and restore the last backup: croupier jackpot restore",
                        )
            sqlite_schema.check_shape(db, self._name)
            # Never by reading the file itself: closing it would drop the locks of every connection of this process.
            mode = db.execute("PRAGMA journal_mode").fetchone()[0]
            if mode != "wal" and not is_taken_as_it_is(self.path):
                raise StoreBroken(f"{self._name} is in journal mode '{mode}', not 'wal'")
        check_tail(self, self._name)
