"""The store in one SQLite file, the embedded default. Durable: WAL with synchronous=FULL, so a commit that returned is
on the disk. One connection writes, readers have their own and see the last commit, so neither waits for the other."""

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from croupier.jackpot import journal
from croupier.jackpot.journal import Append, Entry, Head, StoreBroken, StoreError
from croupier.stores import private_files, sql

BUSY_MS = 5_000  # How long we wait for another process before we give up.

_PRIMARY = 0xFF  # an extended code's low byte is its primary code


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


def explained(error: Exception, book: str) -> StoreError:
    """The error of the driver as one of ours, with what to do about it."""
    code = (getattr(error, "sqlite_errorcode", None) or 0) & _PRIMARY
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return journal.StoreBusy(
            f"{book} is held by another process", hint="let that one finish or stop it, then try again"
        )
    if code == sqlite3.SQLITE_FULL:
        return journal.StoreFull(f"no room is left for {book}; nothing was written", hint="free space on its disk")
    if code == sqlite3.SQLITE_READONLY:
        return StoreError(f"{book} cannot be written: its file or folder is read-only", hint="check its permissions")
    if code == sqlite3.SQLITE_CORRUPT or "Could not decode" in str(error):
        return StoreBroken(
            f"{book} is damaged ({error})",
            hint="keep the file for inquiry and restore the last backup: croupier jackpot restore",
        )
    if code == sqlite3.SQLITE_NOTADB:
        return journal.NotABook(f"{book} is not a book: the file is not an SQLite database", hint="check the path")
    if code == sqlite3.SQLITE_CANTOPEN:
        return StoreError(
            f"{book} cannot be opened",
            hint="check the path; file and folder must be writable even to read (SQLite keeps a log beside it)",
        )
    if code == sqlite3.SQLITE_IOERR:
        return journal.StoreLost(
            f"the disk failed under {book} ({error})", hint="the last write may or may not be kept; open the book again"
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return StoreError(f"{book} refused an entry that breaks a rule of its tables ({error})")
    return StoreError(f"{book}: {error}")


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


def private_database(path: Path | None, name: str) -> sqlite3.Connection:
    """A database with a log that only its owner reads, of a house or beside a book; in memory where it has no path."""
    if path is None:
        return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        private_files.make_folder(path.parent)
        private_files.repair_private(path)
        with suppress(FileExistsError):
            private_files.make_private(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror or error}", hint="check the path") from None
    db = connect(path)
    with explaining(name):
        db.execute("PRAGMA journal_mode = WAL")
    return db


def _mode(path: Path, query_only: bool) -> str:
    """An auditor may read without being able to write. SQLite needs a log for that; where there is none, nobody is
    writing."""
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


@lru_cache(500)
def known_by_id(ids: int) -> str:
    """Asks for entries by their ids, looked up one by one: order and index are named, so that no statistics may talk
    SQLite into walking the link's whole journal."""
    columns = ", ".join(f"j.{name}" for name in Entry._fields)
    values = ", ".join(["(?)"] * ids)
    return (
        f"SELECT {columns} FROM (VALUES {values}) AS v CROSS JOIN journal AS j INDEXED BY journal_id"
        " ON j.link = ? AND j.id = v.column1"
    )


QUICK_CHECK_BYTES = 64 << 20
"""Up to this size every page is checked at opening; SQLite checks about 1 GB a second when the file is cached."""
WAL_PATIENCE = 5.0
_INSERT = "INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)"


class SqliteStore(sql.SqlStore[sqlite3.Connection]):
    """A book in a file."""

    is_taken = sqlite3.IntegrityError

    def __init__(self, path: str | Path, *, create: bool = False, check: bool = True) -> None:
        self.path = Path(path)
        # Of a file taken as it is, the next reading must see what a writer has begun since.
        idle = 8 if may_write(self.path) or not self.path.exists() else 0
        super().__init__(name_of(self.path), lambda: connect(self.path, query_only=True), idle)
        self._lost = False
        self._file: tuple[int, int] | None = None
        """Which file the writer has open."""
        if create or not self.path.exists():
            self._make(create)
        try:
            with self._read() as db:
                sql.check_version(_version(db, self._name), journal.SCHEMA, self._name)
            if check:
                self._check()
        except BaseException:
            self.close()
            raise

    def entries(self, link: str, after: int = 0, to: int | None = None) -> Iterator[Entry]:
        last = 2**63 - 1 if to is None else to
        with self._read() as db:  # one statement is one snapshot, however long it streams
            rows = db.execute(
                f"SELECT {sql.COLUMNS} FROM journal WHERE link = ? AND seq > ? AND seq <= ? ORDER BY seq",
                (link, after, last),
            )
            yield from map(Entry._make, rows)

    def known(self, link: str, ids: Sequence[str]) -> dict[str, Entry]:
        entries: dict[str, Entry] = {}
        wanted = sql.storable(ids)
        # The writer's own connection: its pages are in its cache, which every commit would sweep out of a reader's.
        with self._writing, explaining(self._name):
            db = self._writer_connection()
            for start in range(0, len(wanted), 500):  # SQLite bounds the parameters of a statement
                some = wanted[start : start + 500]
                for row in db.execute(known_by_id(len(some)), (*some, link)).fetchall():
                    entries[row[2]] = Entry._make(row)
        return entries

    def integrity(self) -> list[str]:
        """Every page, index and constraint of the file, and every snapshot; an empty list says all is sound."""
        try:
            with self._read() as db:
                damage: list[str] = [line for (line,) in db.execute("PRAGMA integrity_check") if line != "ok"]
                # A damaged page makes any further question unsafe.
                return damage or sql.damaged_snapshots(db.execute(sql.ALL_SNAPSHOTS))
        except StoreBroken as error:  # too damaged for the check itself
            return [error.message]

    def _append(self, db: sqlite3.Connection, asked: Append, new: Head) -> None:
        moved = db.execute(
            "UPDATE heads SET seq = ?, hash = ?, signed = ? WHERE link = ? AND epoch = ? AND seq = ? AND hash = ?",
            (new.seq, new.hash, asked.signed, asked.link, asked.epoch, asked.after.seq, asked.after.hash),
        ).rowcount
        if moved != 1:
            raise sql.fenced(asked.link)
        db.executemany(_INSERT, map(tuple, asked.entries))  # binding plain tuples is quicker
        rows = [(asked.link, account, debits, credits) for account, (debits, credits) in asked.balances.items()]
        db.executemany(sql.BALANCE, rows)

    def _fill_journal(self, db: sqlite3.Connection, entries: Iterable[Entry]) -> None:
        stream = iter(entries)
        while some := list(islice(stream, 1_000)):
            db.executemany(_INSERT, map(tuple, some))

    def forget_personal(self, link: str, numbers: Sequence[int]) -> None:
        super().forget_personal(link, numbers)
        with self._writing, explaining(self._name):
            # The log still holds the pages as they were. It waits for readers, but not for ever.
            self._writer_connection().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def wait_for_commit(self, seconds: float) -> None:
        """Nothing tells of a commit here: look again shortly."""
        time.sleep(min(seconds, sql.LOOK_EVERY))

    def weaknesses(self) -> list[str]:
        return ["whoever can write to an SQLite file can rewrite its entries: only signed checkpoints tell"]

    def _writer_connection(self) -> sqlite3.Connection:
        """Opened by the first write: a reader never needs it. The caller holds the lock."""
        if self._lost:
            raise journal.StoreLost(f"the disk failed under {self._name}", hint="open the book again")
        if self._closed:
            raise StoreError(f"{self._name} is closed")
        if self._writer is None:
            self._writer = connect(self.path)
            opened = self.path.stat()
            self._file = opened.st_dev, opened.st_ino
        return self._writer

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        with explaining(self._name), self._readers.borrow() as db:
            yield db

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """All or none. After an error whose outcome is not known, nothing more is written by this store."""
        with self._writing, explaining(self._name):
            db = self._writer_connection()
            try:
                db.execute("BEGIN IMMEDIATE")
                yield db
                db.execute("COMMIT")
            except BaseException as error:
                self._undo(db, error)
                raise
            self._check_file()

    def holds(self, link: str, epoch: int) -> bool:
        self._check_file()
        return super().holds(link, epoch)

    def _check_file(self) -> None:
        """The file that the writer has open must still be the book: nobody is told that what goes into a lost one was
        kept."""
        if self._file is None:
            return
        try:
            now = self.path.stat()
        except OSError:
            now = None
        if now is None or (now.st_dev, now.st_ino) != self._file:
            raise StoreBroken(
                f"the file of {self._name} was replaced while it was open; nothing that is sent now is kept",
                hint="stop this process, find out who did it, and start it again",
            )

    def _undo(self, db: sqlite3.Connection, error: BaseException) -> None:
        """Back to the state before; SQLite may have done so itself."""
        if isinstance(error, sqlite3.Error) and isinstance(explained(error, self._name), journal.StoreLost):
            self._lost = True
        try:
            if db.in_transaction:
                db.execute("ROLLBACK")
        except sqlite3.Error:
            self._lost = True
        if self._lost:
            db.close()
            self._writer = None

    def _make(self, create: bool) -> None:
        if not create:
            raise journal.NoBook(f"there is no book at {self.path}", hint="check the path")
        try:
            # Nobody's but the owner's, or the readers' group's; SQLite gives the files beside it the same mode.
            private_files.make_private(self.path, secret=False)
        except FileExistsError:
            pass  # it is there, or another process is making it
        except OSError as error:
            raise StoreError(
                f"{self._name} cannot be opened: {error.strerror or error}", hint="check the path"
            ) from error
        db = connect(self.path, create=True)
        try:
            with explaining(self._name):
                _create(db, self._name)
        finally:
            db.close()

    def _check(self) -> None:
        """What can be verified in well under two seconds: the tables to the letter, each head against its last entries,
        and the pages, of a big file those of the small tables alone; the others are checked as they are read, and by
        ``integrity``."""
        with self._read() as db:
            whole = self.path.stat().st_size <= QUICK_CHECK_BYTES
            for part in ("",) if whole else ("('meta')", "('heads')", "('balances')", "('snapshots')"):
                for (line,) in db.execute(f"PRAGMA quick_check{part}"):
                    if line != "ok":
                        raise StoreBroken(
                            f"{self._name} is damaged: {line.splitlines()[-1]}",
                            hint="keep the file for inquiry and restore the last backup: croupier jackpot restore",
                        )
            _check_shape(db, self._name)
            # Never by reading the file itself: closing it would drop the locks of every connection of this process.
            mode = db.execute("PRAGMA journal_mode").fetchone()[0]
            if mode != "wal" and not is_taken_as_it_is(self.path):
                raise StoreBroken(f"{self._name} is in journal mode '{mode}', not 'wal'")
        sql.check_tail(self, self._name)


def _version(db: sqlite3.Connection, book: str) -> int:
    """The schema's version; 0 for an empty file. Any other database is refused."""
    if db.in_transaction:
        return _marked(db, book)
    db.execute("BEGIN")  # one look: another process may be making the book between two
    try:
        return _marked(db, book)
    finally:
        db.execute("ROLLBACK")


def _marked(db: sqlite3.Connection, book: str) -> int:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (user_version,) = db.execute("PRAGMA user_version").fetchone()
    if application == sql.APPLICATION_ID:
        return int(user_version)
    if application == 0 and db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
        return 0
    raise journal.NotABook(f"{book} is not a book: it is another program's database", hint="check the path")


def _create(db: sqlite3.Connection, book: str) -> None:
    """Make the tables where there is nothing yet, in one transaction; a book that is there stays as it is."""
    if _version(db, book) > 0:
        return
    _use_wal(db)
    db.execute("BEGIN IMMEDIATE")
    try:
        if _version(db, book) == 0:  # else another process has just made it
            for statement in sql.SQLITE:
                db.execute(statement)
            db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(journal.SCHEMA),))
            db.execute(f"PRAGMA application_id = {sql.APPLICATION_ID}")
            db.execute(f"PRAGMA user_version = {journal.SCHEMA}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _check_shape(db: sqlite3.Connection, book: str) -> None:
    """Exactly the tables, indexes, views and triggers that a book has, to the letter."""
    fresh = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for statement in sql.SQLITE:
            fresh.execute(statement)
        wanted, found = _shape(fresh), _shape(db)
    finally:
        fresh.close()
    for row in sorted({*wanted, *found}, key=repr):
        if wanted[row] != found[row]:
            what = "is missing or differs" if wanted[row] > found[row] else "does not belong there"
            raise StoreBroken(f"{book}: '{row[1]}' {what} in its schema", hint="the file was changed by something else")


_STATISTICS = (
    "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
    "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
)


def _shape(db: sqlite3.Connection) -> Counter[tuple[str, str, str, str]]:
    """How often the schema has each row: its type, name, table and text, since SQLite obeys the text. Left out are only
    the tables of statistics that ANALYZE makes."""
    rows = db.execute("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema")
    return Counter(row for row in rows if row[3] not in _STATISTICS)


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
