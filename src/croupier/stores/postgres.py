"""The store in PostgreSQL, by psycopg 3.

One connection writes, others read. A whole append is one statement: it moves the head, and only where the head was ours
does it insert anything. So it is one round trip and one durable commit, and there is no moment between its parts.
Measured against COPY, executemany and VALUES lists it was the quickest at 16 and 64 entries and level at 256.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from croupier.jackpot.checkpoints import Witness
from croupier.jackpot.journal import (
    GENESIS,
    SCHEMA,
    Append,
    Entry,
    Fenced,
    Head,
    History,
    Snapshot,
    StoreBroken,
    StoreError,
    StoreLost,
    Withheld,
)
from croupier.jackpot.personal import PersonalRecord
from croupier.stores.batch import (
    FENCED_HINT,
    PERSONAL,
    checksum,
    damaged_snapshots,
    expendable_snapshots,
    fenced,
    newest_first,
    newest_snapshot,
    restored_key,
    storable,
)
from croupier.stores.postgres_append import APPEND, NUMBERS, append_values, insert_personal, keep_beside
from croupier.stores.postgres_connection import Address, Connection
from croupier.stores.readers import Readers
from croupier.stores.tail import check_tail
from croupier.stores.versions import check_version

# isort: split
# After postgres_connection, which says what is missing where there is no psycopg.
import psycopg

from croupier.stores import postgres_schema
from croupier.stores.postgres_errors import explained
from croupier.stores.postgres_roles import PAYEES, READER, WRITER, may_change_entries, may_read_payees

_COLUMNS = "link, seq, id, at, kind, body, hash"


class PostgresStore:
    """A book in a database of its own."""

    def __init__(
        self, url: str, *, create: bool = False, check: bool = True, on_statement: Callable[[str], None] | None = None
    ) -> None:
        address = Address(url)
        self._name = address.book
        self._connect = address.connect
        self._tell = on_statement
        self._writing = threading.Lock()
        self._writer: Connection | None = None
        self._listening = threading.Lock()
        self._listener: Connection | None = None
        self._lost: StoreLost | None = None
        self._closed = False
        self.witness: Witness | None = None
        self._readers = Readers(self._name, self._connect)
        try:
            if create:
                with self._written() as db:
                    postgres_schema.create(db, self._name)
            with self._read() as db:
                check_version(postgres_schema.version(db, self._name), SCHEMA, self._name)
                if check:
                    postgres_schema.check_shape(db, self._name)
            if check:
                check_tail(self, self._name)
        except BaseException:
            self.close()
            raise

    # Reading

    def links(self) -> list[str]:
        with self._read() as db:
            return [row[0] for row in db.execute("SELECT link FROM heads ORDER BY link")]

    def heads(self) -> dict[str, Head]:
        with self._read() as db:
            return {
                link: Head(seq, hash)
                for link, seq, hash in db.execute("SELECT link, seq, hash FROM heads ORDER BY link")
            }

    def head(self, link: str) -> Head:
        with self._read() as db:
            row = db.execute("SELECT seq, hash FROM heads WHERE link = %s", (link,)).fetchone()
        return Head(*row) if row else Head(0, GENESIS)

    def entries(self, link: str, after: int = 0, to: int | None = None) -> Iterator[Entry]:
        last = 2**63 - 1 if to is None else to
        with self._read() as db, db.transaction(), db.cursor("entries", binary=True) as rows:
            rows.itersize = 2_000  # on the server, so that a long journal never lies in memory
            rows.execute(
                f"SELECT {_COLUMNS} FROM journal WHERE link = %s AND seq > %s AND seq <= %s ORDER BY seq",
                (link, after, last),
            )
            yield from map(Entry._make, rows)

    def balances(self, link: str) -> dict[str, tuple[int, int]]:
        with self._read() as db:
            rows = db.execute("SELECT account, debits, credits FROM balances WHERE link = %s", (link,))
            return {account: (debits, credits) for account, debits, credits in rows}

    def known(self, link: str, ids: Sequence[str]) -> dict[str, Entry]:
        with self._read() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM journal WHERE link = %s AND id = ANY(string_to_array(%s, E'\\n'))",
                (link, "\n".join(id for id in storable(ids) if "\n" not in id)),
                prepare=True,
            )
            return {entry.id: entry for entry in map(Entry._make, rows)}

    def snapshots(self, link: str) -> Iterator[Snapshot]:
        def fetch(below: int) -> tuple[int, str, str, str] | None:
            with self._read() as db:
                row: tuple[int, str, str, str] | None = db.execute(newest_snapshot("%s"), (link, below)).fetchone()
            return row

        return newest_first(link, fetch)

    def integrity(self) -> list[str]:
        """Every page of the journal is read, so that the server checks its checksum, and every snapshot."""
        try:
            with self._read() as db:
                db.execute("SELECT sum(length(body) + length(hash) + length(id)) FROM journal")
                with db.transaction(), db.cursor("snapshots") as rows:
                    rows.itersize = 1
                    rows.execute("SELECT link, seq, hash, state, checksum FROM snapshots")
                    return damaged_snapshots(rows)
        except StoreBroken as error:
            return [error.message]

    def holds(self, link: str, epoch: int) -> bool:
        with self._read() as db:
            row = db.execute("SELECT 1 FROM heads WHERE link = %s AND epoch = %s", (link, epoch)).fetchone()
        return row is not None

    # Writing

    def claim(self, link: str) -> int:
        with self._written() as db:  # the row's lock orders this against an append in flight
            row = db.execute(
                "INSERT INTO heads (link, seq, hash, epoch) VALUES (%s, 0, %s, 1)"
                " ON CONFLICT (link) DO UPDATE SET epoch = heads.epoch + 1 RETURNING epoch",
                (link, GENESIS),
            ).fetchone()
        assert row is not None
        return int(row[0])

    def append(self, asked: Append) -> None:
        if asked.beside.numbers or asked.beside.personal:
            self.append_all([asked])
            return
        values = append_values(asked)
        with self._written() as db:
            if self._tell:
                self._tell("commit")  # one statement writes everything and commits it
            row = db.execute(APPEND, values, prepare=True).fetchone()
        if row is None:
            raise Fenced(fenced(asked.link), hint=FENCED_HINT)

    def append_all(self, appends: Sequence[Append]) -> None:
        values = [append_values(each) for each in appends]
        with self._written() as db, db.transaction():
            for each in values:
                if db.execute(APPEND, each, prepare=True).fetchone() is None:
                    raise Fenced(fenced(str(each["link"])), hint=FENCED_HINT)
            keep_beside(db, appends)
            if self._tell:
                self._tell("commit")

    def save_snapshot(self, link: str, snapshot: Snapshot) -> None:
        with self._written() as db, db.transaction():
            db.execute(
                "INSERT INTO snapshots (link, seq, hash, state, checksum) VALUES (%s, %s, %s, %s, %s)"
                " ON CONFLICT (link, seq) DO UPDATE"
                " SET hash = excluded.hash, state = excluded.state, checksum = excluded.checksum",
                (link, *snapshot, checksum(link, snapshot)),
            )
            kept = [seq for (seq,) in db.execute("SELECT seq FROM snapshots WHERE link = %s", (link,))]
            gone = expendable_snapshots(kept)
            db.execute("DELETE FROM snapshots WHERE link = %s AND seq = ANY(%s)", (link, gone))

    def fill(self, history: History) -> None:
        """A whole history into an empty book, all or none."""
        heads, balances, entries, numbers = history
        with self._written() as db, db.transaction():
            db.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # a long history is read meanwhile
            db.execute("LOCK TABLE heads IN EXCLUSIVE MODE")
            if db.execute("SELECT 1 FROM heads LIMIT 1").fetchone():
                raise StoreError(f"{self._name} is not empty", hint="restore into a new book")
            cursor = db.cursor()
            with cursor.copy(f"COPY journal ({_COLUMNS}) FROM STDIN") as copy:
                for entry in entries:
                    copy.write_row(entry)
            cursor.executemany(
                "INSERT INTO heads (link, seq, hash, epoch) VALUES (%s, %s, %s, 0)",
                [(link, *head) for link, head in heads.items()],
            )
            cursor.executemany(
                "INSERT INTO meta (key, value) VALUES (%s, %s)",
                [(restored_key(link), str(head.seq)) for link, head in heads.items()],
            )
            cursor.executemany(
                "INSERT INTO balances (link, account, debits, credits) VALUES (%s, %s, %s, %s)",
                [(link, account, *both) for link, of in balances.items() for account, both in of.items()],
            )
            cursor.executemany(f"{NUMBERS} ON CONFLICT DO NOTHING", list(numbers))

    def number_used(self, number: str) -> tuple[str, int] | None:
        with self._read() as db:
            row: tuple[str, int] | None = db.execute(
                "SELECT link, seq FROM numbers WHERE number = %s", (number,)
            ).fetchone()
        return row

    def keep_personal(self, record: PersonalRecord) -> None:
        with self._written() as db, db.transaction():
            insert_personal(db, record)

    def personal(self, link: str) -> list[PersonalRecord]:
        with self._read() as db:
            if not may_read_payees(db):
                raise Withheld(
                    f"{self._name}: this user may not read personal records", hint=f"members of {PAYEES} may"
                )
            rows = db.execute(f"SELECT {PERSONAL} FROM personal WHERE link = %s ORDER BY no", (link,))
            return [PersonalRecord(*row) for row in rows]

    def forget_personal(self, link: str, numbers: Sequence[int]) -> None:
        with self._written() as db, db.transaction():
            db.execute("DELETE FROM personal WHERE link = %s AND no = ANY(%s)", (link, list(numbers)))

    def wait_for_commit(self, seconds: float) -> None:
        """Woken by the notice that every append sends; the connection keeps listening, so none is lost between two
        calls.
        """
        with self._listening:
            try:
                if self._listener is None:
                    self._listener = self._connect()
                    self._listener.execute("LISTEN croupier_commits")
                    return  # something may have been committed before: look again first
                for notice in self._listener.notifies(timeout=seconds, stop_after=1):
                    assert notice.channel == "croupier_commits"
            except psycopg.Error as error:
                if self._listener is not None:
                    self._listener.close()
                self._listener = None
                raise explained(error, self._name) from error

    def weaknesses(self) -> list[str]:
        with self._read() as db:
            could = may_change_entries(db)
        return (
            [f"this database user could rewrite entries: log in as a member of {WRITER} or {READER}"] if could else []
        )

    def restored(self, link: str) -> int:
        with self._read() as db:
            row = db.execute("SELECT value FROM meta WHERE key = %s", (restored_key(link),)).fetchone()
        return int(row[0]) if row else 0

    def close(self) -> None:
        with self._writing:
            self._closed = True
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        self._readers.close()
        with self._listening:
            if self._listener is not None:
                self._listener.close()
                self._listener = None

    # Connections

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        """A reader may come back after a lost connection: the next one is opened again."""
        try:
            with self._readers.borrow() as db:
                yield db
        except psycopg.Error as error:
            found = explained(error, self._name)
            if isinstance(found, StoreLost):
                self._readers.forget()
            raise found from error

    @contextmanager
    def _written(self) -> Iterator[Connection]:
        """The writer's connection. Once lost it stays lost: its owner opens the book again and sees what was kept."""
        with self._writing:
            if self._lost is not None:
                raise StoreLost(self._lost.message, hint=self._lost.hint)
            if self._closed:
                raise StoreError(f"{self._name} is closed")
            if self._writer is None:
                self._writer = self._connect(writes=True)
            try:
                yield self._writer
            except StoreError:  # ours, and rolled back
                raise
            except psycopg.Error as error:
                found = explained(error, self._name)
                if isinstance(found, StoreLost) or self._writer.closed:
                    raise self._give_up(found) from error
                raise found from error
            except BaseException:  # an interrupt, say, in the middle of a statement
                self._give_up(StoreError(f"a write to {self._name} was interrupted"))
                raise

    def _give_up(self, reason: StoreError) -> StoreLost:
        self._lost = StoreLost(reason.message, hint=reason.hint)
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        return self._lost
