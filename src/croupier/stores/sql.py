"""The tables and statements of a book, written once for both databases (parameters are ``?``), connections to read by,
and what every store checks alike. ``journal`` has no foreign key: an append moves the link's row in ``heads`` first, in
the same transaction, so the database need not look it up again for every entry."""

import hashlib
import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from croupier.jackpot import actors, checkpoints, journal

LARGEST = 2**63 - 1  # What a database's integer holds: 92 billion dollars in millionths of a cent.

LOOK_EVERY = 0.05  # Seconds between two looks of a follower where a store cannot tell it of a commit.

SNAPSHOTS_KEPT = 3  # The newest; older ones that are kept are far apart, so that an audit may begin at each of them.

SNAPSHOTS_APART = 10_000  # Entries between older snapshots: a book of ten million entries keeps a few hundred.


def head_after(
    link: str, after: journal.Head, entries: Sequence[journal.Entry], balances: journal.Balances
) -> journal.Head:
    """The head once the entries are kept; they must follow the old one without a gap and fit the tables."""
    seq = after.seq
    for entry in entries:
        seq += 1
        if entry.seq != seq or entry.link != link:
            raise journal.StoreError(f"entry {entry.seq} of link '{entry.link}' cannot be entry {seq} of link '{link}'")
    for account, (debits, credits) in balances.items():
        if not (0 <= debits <= LARGEST and 0 <= credits <= LARGEST):
            raise journal.StoreError(f"the balance of account '{account}' of link '{link}' does not fit 64 bits")
    return journal.Head(seq, entries[-1].hash if entries else after.hash)


def storable(ids: Sequence[str]) -> list[str]:
    """The ids that can be in a journal at all; asking a database for the others would be an error there."""
    together = "".join(ids)
    if together.isascii() and "\0" not in together:
        return list(ids)
    return [id for id in ids if id.isascii() and "\0" not in id]


def checksum(link: str, snapshot: journal.Snapshot) -> str:
    """Over all that a snapshot says: a damaged one is passed over, and an older one or the journal serves."""
    text = f"{link}\n{snapshot.seq}\n{snapshot.hash}\n{snapshot.state}"
    return hashlib.sha256(text.encode()).hexdigest()


def newest_first(link: str, fetch: Callable[[int], tuple[int, str, str, str] | None]) -> Iterator[journal.Snapshot]:
    """The sound snapshots of a link, one at a time: those of a long journal would not fit into memory together."""
    below = LARGEST
    while row := fetch(below):
        below = row[0]
        snapshot = journal.Snapshot(*row[:3])
        if checksum(link, snapshot) == row[3]:
            yield snapshot


def expendable_snapshots(kept: Sequence[int]) -> list[int]:
    """Which snapshots may go, of those kept after these entries.

    >>> expendable_snapshots([5, 20_000, 20_100, 40_000, 40_010, 40_020])
    [5, 20100]
    """
    gone, last = [], 0
    for seq in sorted(kept)[:-SNAPSHOTS_KEPT]:
        if seq - last < SNAPSHOTS_APART:
            gone.append(seq)
        else:
            last = seq
    return gone


def damaged_snapshots(rows: Iterable[tuple[str, int, str, str, str]]) -> list[str]:
    """Which rows of the table are not what was written there."""
    return [
        f"the snapshot of link '{link}' at {seq} is damaged"
        for link, seq, hash, state, sum in rows
        if checksum(link, journal.Snapshot(seq, hash, state)) != sum
    ]


def fenced(link: str) -> journal.Fenced:
    """For a writer that has lost its link."""
    return journal.Fenced(
        f"another writer has taken over link '{link}' or has written to it",
        hint="only one process may write a link; this one must be opened again",
    )


NUMBER_TAKEN = "another link of the book used a number or a name of these entries in the same instant"
TAKEN_HINT = "send it again: nothing was kept"


def uses_of(link: str, beside: journal.Beside) -> list[journal.NumberUse]:
    """The numbers that entries of a link use, as rows of their table."""
    return [(number, link, seq) for number, seq in beside.numbers.items()]


def check_version(found: int, wanted: int, book: str) -> None:
    """Books of other versions are refused, and the owner told which of the two must move."""
    if found == 0:
        raise journal.EmptyBook(f"{book} is empty: no book has been made there", hint="check the path")
    if found != wanted:
        raise journal.StoreBroken(
            f"{book} has schema version {found}, and this software reads version {wanted} alone",
            hint="only the software that wrote it reads it",
        )


TAIL = 100  # Entries whose chain is verified when a book is opened. The audit goes back to the first.


def follows(before: str, seq: int, entry: journal.Entry) -> bool:
    """Whether an entry has its number and its hash covers it and the hash before."""
    try:
        wanted = journal.entry_hash(before, entry.link, seq, entry.id, entry.at, entry.kind, entry.body)
    except UnicodeEncodeError:  # a lone surrogate, which no entry holds
        return False
    return entry.seq == seq and entry.hash == wanted


def check_tail(store: journal.Store, book: str) -> None:
    """Refuse a book whose last entries do not add up to the head that it states."""
    hint = "do not use it; find out where it differs: croupier jackpot audit"
    for link in store.links():
        head = store.head(link)
        seq = max(head.seq - TAIL, 0)
        before = journal.GENESIS if seq == 0 else None
        for entry in store.entries(link, seq - 1 if seq else 0):
            if before is None:  # the entry before the first one checked: only its hash is needed
                before = entry.hash
                continue
            seq += 1
            if not follows(before, seq, entry):
                raise journal.StoreBroken(
                    f"{book}: the hash chain of link '{link}' is broken at entry {seq}", hint=hint
                )
            if seq == head.seq and entry.hash != head.hash:
                raise journal.StoreBroken(
                    f"{book}: the head of link '{link}' is not the hash of entry {seq}", hint=hint
                )
            before = entry.hash
        # Another process may be writing meanwhile: the journal ends between the head then and the head now.
        if not head.seq <= seq <= store.head(link).seq:
            raise journal.StoreBroken(
                f"{book}: the journal of link '{link}' ends at entry {seq}, its head at {head.seq}", hint=hint
            )


APPLICATION_ID: Final = 0x43525550  # 'CRUP' in the header of an SQLite file: a book of Croupier.


class Table(NamedTuple):
    """A table whose columns are text but for those that hold whole numbers; none is ever empty."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    whole: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    of_a_link: bool = False  # Whether every row belongs to a link that is in heads.
    is_rewritten: bool = False  # Whether its rows are written over at every commit: they get a layout of their own.


TABLES: Final = (
    Table("meta", ("key", "value"), ("key",)),
    Table(
        "heads",
        ("link", "seq", "hash", "epoch", "signed"),
        ("link",),
        ("seq", "epoch"),
        ("seq >= 0",),
        is_rewritten=True,
    ),
    # With rowids: WITHOUT ROWID inserts no faster at 500 bytes a row (within noise at batches of 16, 64 and 256), reads
    # slower, and its inner pages hold whole rows, so the tree grows deep.
    Table("journal", journal.Entry._fields, ("link", "seq"), ("seq", "at"), ("seq > 0",)),
    Table(
        "balances",
        ("link", "account", "debits", "credits"),
        ("link", "account"),
        ("debits", "credits"),
        of_a_link=True,
        is_rewritten=True,
    ),
    Table("snapshots", ("link", "seq", "hash", "state", "checksum"), ("link", "seq"), ("seq",), of_a_link=True),
    Table("personal", actors.PersonalRecord._fields, ("link", "no"), ("no",), ("no > 0",), of_a_link=True),
    Table("numbers", ("number", "link", "seq"), ("number",), ("seq",), ("seq > 0",)),
)
BY_ID: Final = "CREATE UNIQUE INDEX journal_id ON journal (link, id)"


def _created(table: Table, text: str, whole: str, layouts: tuple[str, str]) -> str:
    """The statement that makes a table; ``layouts`` end it where rows stay and where they are written over."""
    lines = [f"{name} {whole if name in table.whole else text} NOT NULL" for name in table.columns]
    lines.append(f"PRIMARY KEY ({', '.join(table.key)})")
    lines += [f"CHECK ({check})" for check in table.checks]
    if table.of_a_link:
        lines.append("FOREIGN KEY (link) REFERENCES heads (link)")
    inside = ",\n    ".join(lines)
    return f"CREATE TABLE {table.name} (\n    {inside}\n){layouts[table.is_rewritten]}"


SQLITE: Final = (
    *(_created(table, "TEXT", "INTEGER", (" STRICT", " STRICT, WITHOUT ROWID")) for table in TABLES),
    BY_ID,
    """CREATE VIEW transfers AS
            SELECT j.link, j.seq, j.at, j.kind,
                   json_extract(m.value, '$[0]') AS debit,
                   json_extract(m.value, '$[1]') AS credit,
                   json_extract(m.value, '$[2]') AS amount
            FROM journal j, json_each(j.body, '$.moves') m""",
    """CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is only ever appended'); END""",
    """CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is only ever appended'); END""",
)
_REFUSES: Final = "BEGIN RAISE EXCEPTION 'the journal is only ever appended'; END"
POSTGRES: Final = (
    # One row is rewritten at every commit: room for it on its own page.
    *(_created(table, 'text COLLATE "C"', "bigint", ("", " WITH (fillfactor = 50)")) for table in TABLES),
    BY_ID,
    """CREATE VIEW transfers AS
            SELECT j.link, j.seq, j.at, j.kind,
                   m.move ->> 0 AS debit,
                   m.move ->> 1 AS credit,
                   (m.move ->> 2)::bigint AS amount
            FROM journal j, LATERAL jsonb_array_elements(j.body::jsonb -> 'moves') AS m(move)""",
    f"CREATE FUNCTION journal_refuses() RETURNS trigger LANGUAGE plpgsql AS $${_REFUSES}$$",
    """CREATE TRIGGER journal_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON journal
            FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses()""",
)

POSTGRES_SHAPE_QUERY: Final = Path(__file__).with_name("postgres_shape.sql").read_text(encoding="utf-8")


def postgres_shape() -> frozenset[str]:
    """What the query answers of a book that nobody has touched."""
    lines = [
        BY_ID.replace(" (", " USING btree ("),
        "CREATE TRIGGER journal_no_change BEFORE DELETE OR UPDATE OR TRUNCATE ON journal"
        " FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses() O",
        f"journal_refuses() is plpgsql: {_REFUSES}",
        "transfers is of kind vp",
        *("transfers." + each for each in ("link text", "seq bigint", "at bigint", "kind text")),
        *("transfers." + each for each in ("debit text", "credit text", "amount bigint")),
        "transfers is SELECT j.link, j.seq, j.at, j.kind, m.move ->> 0 AS debit, m.move ->> 1 AS credit,"
        " (m.move ->> 2)::bigint AS amount FROM journal j,"
        " LATERAL jsonb_array_elements(j.body::jsonb -> 'moves'::text) m(move);",
    ]
    for table in TABLES:
        lines.append(f"{table.name} is of kind rp")
        lines += [
            f"{table.name}.{name} {'bigint' if name in table.whole else 'text'} NOT NULL" for name in table.columns
        ]
        lines.append(f"{table.name} PRIMARY KEY ({', '.join(table.key)})")
        lines += [f"{table.name} CHECK ({check})" for check in table.checks]
        if table.of_a_link:
            lines.append(f"{table.name} FOREIGN KEY (link) REFERENCES heads(link)")
    return frozenset(lines)


COLUMNS = ", ".join(journal.Entry._fields)
_PERSONAL = ", ".join(actors.PersonalRecord._fields)
_CLAIM = """INSERT INTO heads (link, seq, hash, epoch, signed) VALUES (?, 0, ?, 1, '')
ON CONFLICT (link) DO UPDATE SET epoch = heads.epoch + 1 RETURNING epoch"""
_SNAPSHOT = """INSERT INTO snapshots (link, seq, hash, state, checksum) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (link, seq) DO UPDATE SET hash = excluded.hash, state = excluded.state, checksum = excluded.checksum"""
_NEWEST = """SELECT seq, hash, state, checksum FROM snapshots WHERE link = ? AND seq < ? ORDER BY seq DESC LIMIT 1"""
ALL_SNAPSHOTS = "SELECT link, seq, hash, state, checksum FROM snapshots"
BALANCE = """INSERT INTO balances (link, account, debits, credits) VALUES (?, ?, ?, ?)
ON CONFLICT (link, account) DO UPDATE SET debits = excluded.debits, credits = excluded.credits"""
_NUMBER = "INSERT INTO numbers (number, link, seq) VALUES (?, ?, ?)"
_KEEP_PERSONAL = f"INSERT INTO personal ({_PERSONAL}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"


class Database(Protocol):
    """A connection of either driver, as far as the statements that both share use it."""

    def execute(self, sql: str, parameters: Sequence[object] = ..., /) -> Any: ...

    def executemany(self, sql: str, rows: Iterable[Sequence[object]], /) -> object: ...

    def close(self) -> None: ...


C = TypeVar("C", bound=Database)


class Readers(Generic[C]):
    """Connections for readers, so that none waits for the writer, nor the writer for them: each is borrowed for one
    question or for as long as the journal streams. One that failed is not put back, and at most a few wait idle."""

    def __init__(self, name: str, connect: Callable[[], C], idle: int = 8) -> None:
        self._name = name
        self._most = idle
        self._connect = connect
        self._idle: list[C] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def borrow(self) -> Iterator[C]:
        """A connection for one reading; one that failed is closed, not kept."""
        with self._lock:
            if self._closed:
                raise journal.StoreError(f"{self._name} is closed")
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if not self._closed and len(self._idle) < self._most:
                self._idle.append(connection)
                return
        connection.close()

    def forget(self) -> None:
        """Close what is idle: after one lost connection the others to that server are suspect too."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def close(self) -> None:
        self._closed = True
        self.forget()


class SqlStore(ABC, Generic[C]):
    """A book in a database."""

    is_taken: ClassVar[type[Exception]]  # What the driver raises where a row with the same key is there.

    def __init__(self, name: str, connect: Callable[[], C], idle: int = 8):
        self._name = name
        self._readers = Readers(name, connect, idle)
        self._writing = threading.Lock()
        self._writer: C | None = None
        self._closed = False
        self.witness: checkpoints.Witness | None = None

    @abstractmethod
    def _read(self) -> AbstractContextManager[C]:
        """A connection for one reading; every error of the driver leaves as one of ours."""

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[C]:
        """The writer's connection, all or none, durable when it is left."""

    @abstractmethod
    def _append(self, db: C, asked: journal.Append, new: journal.Head) -> None:
        """Move the head and insert entries and balances; Fenced where epoch or head are not ours."""

    def _prepare_to_fill(self, db: C) -> None:
        """What a database needs before a long transaction that nobody else may share."""

    @abstractmethod
    def _fill_journal(self, db: C, entries: Iterable[journal.Entry]) -> None:
        """A whole history into the empty table."""

    def links(self) -> list[str]:
        return list(self.heads())

    def heads(self) -> dict[str, journal.Head]:
        with self._read() as db:
            rows = db.execute("SELECT link, seq, hash FROM heads ORDER BY link").fetchall()
        return {link: journal.Head(seq, hash) for link, seq, hash in rows}

    def head(self, link: str) -> journal.Head:
        row = self._row("SELECT seq, hash FROM heads WHERE link = ?", link)
        return journal.Head(*row) if row else journal.BEGINNING

    def signed_head(self, link: str) -> tuple[journal.Head, str]:
        row = self._row("SELECT seq, hash, signed FROM heads WHERE link = ?", link)
        return (journal.Head(*row[:2]), str(row[2])) if row else (journal.BEGINNING, "")

    def balances(self, link: str) -> dict[str, tuple[int, int]]:
        with self._read() as db:
            rows = db.execute("SELECT account, debits, credits FROM balances WHERE link = ?", (link,)).fetchall()
        return {account: (debits, credits) for account, debits, credits in rows}

    def snapshots(self, link: str) -> Iterator[journal.Snapshot]:
        return newest_first(link, lambda below: self._row(_NEWEST, link, below))

    def holds(self, link: str, epoch: int) -> bool:
        return self._row("SELECT 1 FROM heads WHERE link = ? AND epoch = ?", link, epoch) is not None

    def number_used(self, number: str) -> tuple[str, int] | None:
        row: tuple[str, int] | None = self._row("SELECT link, seq FROM numbers WHERE number = ?", number)
        return row

    def numbers(self, link: str) -> dict[str, int]:
        with self._read() as db:
            return dict(db.execute("SELECT number, seq FROM numbers WHERE link = ?", (link,)).fetchall())

    def personal(self, link: str) -> list[actors.PersonalRecord]:
        with self._read() as db:
            rows = db.execute(f"SELECT {_PERSONAL} FROM personal WHERE link = ? ORDER BY no", (link,)).fetchall()
        return [actors.PersonalRecord(*row) for row in rows]

    def restored(self, link: str) -> int:
        row = self._row("SELECT value FROM meta WHERE key = ?", _restored_key(link))
        if row is None:
            return 0
        return int(row[0]) if re.fullmatch("[0-9]{1,18}", str(row[0]), re.ASCII) else -1

    def _row(self, sql: str, *parameters: object) -> Any:
        with self._read() as db:
            return db.execute(sql, parameters).fetchone()

    def claim(self, link: str) -> int:
        with self._transaction() as db:
            return int(db.execute(_CLAIM, (link, journal.GENESIS)).fetchone()[0])

    def append(self, asked: journal.Append) -> None:
        self.append_all([asked])

    def append_all(self, appends: Sequence[journal.Append]) -> None:
        heads = [head_after(asked.link, asked.after, asked.entries, asked.balances) for asked in appends]
        with self._transaction() as db:
            for asked, new in zip(appends, heads, strict=True):
                self._append(db, asked, new)
            used = [use for asked in appends for use in uses_of(asked.link, asked.beside)]
            if used:
                self._use_numbers(db, used)
            for asked in appends:
                for record in asked.beside.personal:
                    _keep_personal(db, record)

    def _use_numbers(self, db: C, used: Sequence[journal.NumberUse]) -> None:
        """A number that another transaction is using is waited for."""
        try:
            db.executemany(_NUMBER, used)
        except self.is_taken as error:
            raise journal.NumberTaken(NUMBER_TAKEN, hint=TAKEN_HINT) from error

    def save_snapshot(self, link: str, snapshot: journal.Snapshot) -> None:
        with self._transaction() as db:
            db.execute(_SNAPSHOT, (link, *snapshot, checksum(link, snapshot)))
            kept = [seq for (seq,) in db.execute("SELECT seq FROM snapshots WHERE link = ?", (link,)).fetchall()]
            gone = [(link, seq) for seq in expendable_snapshots(kept)]
            if gone:
                db.executemany("DELETE FROM snapshots WHERE link = ? AND seq = ?", gone)

    def fill(self, history: journal.History) -> None:
        """A whole history into an empty book, all or none."""
        heads, balances, entries, numbers, signed = history
        with self._transaction() as db:
            self._prepare_to_fill(db)
            if db.execute("SELECT 1 FROM heads LIMIT 1").fetchone():
                raise journal.StoreError(f"{self._name} is not empty", hint="restore into a new book")
            self._fill_journal(db, entries)
            for link, head in heads.items():
                row = (link, *head, signed.get(link, ""))
                db.execute("INSERT INTO heads (link, seq, hash, epoch, signed) VALUES (?, ?, ?, 0, ?)", row)
                db.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (_restored_key(link), str(head.seq)))
                kept = balances.get(link, {}).items()
                db.executemany(BALANCE, [(link, account, debits, credits) for account, (debits, credits) in kept])
            db.executemany(f"{_NUMBER} ON CONFLICT DO NOTHING", list(numbers))

    def keep_personal(self, record: actors.PersonalRecord) -> None:
        with self._transaction() as db:
            _keep_personal(db, record)

    def forget_personal(self, link: str, numbers: Sequence[int]) -> None:
        with self._transaction() as db:
            db.executemany("DELETE FROM personal WHERE link = ? AND no = ?", [(link, number) for number in numbers])

    def close(self) -> None:
        with self._writing:
            self._closed = True
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        self._readers.close()


def _keep_personal(db: Database, record: actors.PersonalRecord) -> None:
    if db.execute(_KEEP_PERSONAL, tuple(record)).rowcount == 0:
        raise journal.StoreBusy(f"personal record {record.no} is taken", hint=TAKEN_HINT)


def _restored_key(link: str) -> str:
    """Under which name a book remembers that a link came from a backup."""
    return f"restored {link}"
