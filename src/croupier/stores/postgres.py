"""The store in PostgreSQL. The house logs in as a member of ``croupier_writer``, whom the database itself refuses any
change of entries or guards; only members of ``croupier_payees`` read whom prizes were paid to. A whole append is one
statement: of COPY, executemany and VALUES none was quicker at 16 and 64 entries, and it has no moment between parts."""

import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from croupier.errors import MissingPart
from croupier.jackpot import actors, journal
from croupier.jackpot.journal import Append, Entry, Head, StoreBroken, StoreError
from croupier.stores import sql

try:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
except ImportError as error:
    raise MissingPart("a book in PostgreSQL needs psycopg", hint="pip install 'croupier[postgres]'") from error

PATIENCE_MS = 5_000  # How long we wait for a lock of another process, and for a connection.
IDLE_MS = 3_000
"""How long a process may keep others waiting in the middle of its own transaction. One that hangs there loses its
connection, and with it every lock, before its lease on a link has run out."""

_LOST_HINT = "what was in flight may or may not be kept; open the book again once the server answers"


class Connection(psycopg.Connection[tuple[Any, ...]]):
    """Takes statements as they are written for both databases, with ``?`` for a parameter."""

    def execute(  # type: ignore[override]
        self, query: str, params: Any = None, *, prepare: bool | None = None, binary: bool = False
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        return super().execute(query.replace("?", "%s"), params, prepare=prepare, binary=binary)

    def executemany(self, query: str, rows: Iterable[Sequence[object]]) -> None:
        self.cursor().executemany(query.replace("?", "%s"), rows)


@contextmanager
def explaining(book: str) -> Iterator[None]:
    """Every error of the driver leaves as one of ours."""
    try:
        yield
    except psycopg.Error as error:
        raise explained(error, book) from error


def explained(error: Exception, book: str, *, connected: bool = True, hidden: Sequence[str] = ()) -> StoreError:
    """The error of the driver as one of ours (SQLSTATEs: PostgreSQL's manual, appendix A), without what must stay
    hidden."""
    state = getattr(error, "sqlstate", None) or ""
    said = (str(error).strip().splitlines() or ["no reason given"])[0]
    for secret in hidden:
        said = said.replace(secret, "***")
    if state in ("55P03", "40001", "40P01", "57014", "53300"):
        return journal.StoreBusy(
            f"{book} is busy ({said})", hint="let the other process finish or stop it, then try again"
        )
    if state == "53100":
        return journal.StoreFull(
            f"no room is left for {book}; nothing was written", hint="free space on the server's disk"
        )
    if state == "25006":
        return StoreError(f"{book} cannot be written: the server is read-only", hint="is it a standby?")
    if state == "42501":
        return StoreError(f"{book}: permission denied ({said})", hint="check the role's rights")
    if state[:2] == "XX":
        return StoreBroken(
            f"{book} is damaged ({said})", hint="restore the last backup into a new database: croupier jackpot restore"
        )
    if state[:2] == "42":
        return StoreBroken(f"{book} does not have the tables of a book ({said})", hint="check the address")
    if state[:2] == "23":
        return StoreError(f"{book} refused an entry that breaks a rule of its tables ({said})")
    # A failed login has no SQLSTATE in psycopg, only its message.
    if state == "3D000" or (not connected and "database" in said and "does not exist" in said):
        return StoreError(f"{book}: there is no such database", hint="make it with createdb, or check the address")
    if state[:2] == "28" or (not connected and ("authentication failed" in said or "no password" in said)):
        return StoreError(f"{book}: the server refused the login ({said})", hint="check user and password")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) or state[:3] in ("57P", "08"):
        if not connected:
            return journal.StoreLost(
                f"{book} cannot be reached ({said})", hint="is the server running, the address right?"
            )
        return journal.StoreLost(f"the connection to {book} was lost ({said})", hint=_LOST_HINT)
    return StoreError(f"{book}: {said}")


def _is_misread(url: str) -> bool:
    """Whether a password with a raw @ or / in it would be taken for a host, a port or a database.

    >>> _is_misread("postgresql://casino:s%40cret@host:5432/book?x=a@b"), _is_misread("postgresql://casino:s@cret@host/b")
    (False, True)
    """
    authority, _, path = url.partition("://")[2].partition("/")
    _, user_ends, host = authority.rpartition("@") if authority.count("@") == 1 else ("", "", authority)
    host = host.partition("?")[0]
    if "@" in host or "@" in path.partition("?")[0]:
        return True
    if host.startswith("[") or user_ends:
        return False
    # Without a user there is no password: what follows the colon must be a port.
    return any(not port.isdecimal() for _, colon, port in (each.partition(":") for each in host.split(",")) if colon)


class Address:
    """Where a book is: what an address says, and a name for messages that never holds the password."""

    def __init__(self, url: str) -> None:
        if _is_misread(url):
            raise StoreError(
                "the address of the book cannot be read: is a password in it that is not escaped?",
                hint="write @ as %40, / as %2F and : as %3A, or name the password in ~/.pgpass",
            )
        try:
            self.parameters: dict[str, Any] = conninfo_to_dict(url)
        except psycopg.ProgrammingError as error:
            raise StoreError(
                "the address of the book cannot be read", hint="postgresql://user@host/database"
            ) from error
        where = self.parameters.get("host") or self.parameters.get("hostaddr") or "this machine"
        self.book = f"the book '{self.parameters.get('dbname') or ''}' on {where}"

    def connect(self, *, writes: bool = False) -> Connection:
        """A connection; one that ``writes`` takes locks for which other processes wait."""
        parameters: dict[str, Any] = {
            "connect_timeout": PATIENCE_MS // 1000,
            "application_name": "croupier",
            "keepalives_idle": 10,  # a server that vanished is noticed within half a minute
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 30_000,
            **self.parameters,
        }
        # What no message may hold, even if the driver says it.
        secrets = [str(parameters[name]) for name in ("password", "sslpassword") if parameters.get(name)]
        try:
            db = Connection.connect(**parameters, autocommit=True)
        except psycopg.Error as error:
            raise explained(error, self.book, connected=False, hidden=secrets) from error
        try:
            # Said aloud, whatever the server's or the role's default: a commit returns once it is on the disk.
            db.execute(f"SET synchronous_commit = on; SET lock_timeout = {PATIENCE_MS}")
            # No table or function of the same name stands before the server's own: they say what the guards are.
            own = "pg_catalog.quote_ident(pg_catalog.current_schema())"
            db.execute(f"SELECT pg_catalog.set_config('search_path', {own}, false)")
            if writes:
                db.execute(f"SET idle_in_transaction_session_timeout = {IDLE_MS}")
        except psycopg.Error as error:
            db.close()
            raise explained(error, self.book, connected=False) from error
        return db


class Listener:
    """Waits for notices of a channel. The connection, opened when it is needed, keeps listening, so none is lost in
    between."""

    def __init__(self, address: Address, channel: str) -> None:
        self._address, self._channel = address, channel
        self._turn = threading.Lock()
        self._db: Connection | None = None

    def wait(self, seconds: float) -> None:
        with self._turn, explaining(self._address.book):
            try:
                if self._db is None:
                    self._db = self._address.connect()
                    self._db.execute(f"LISTEN {self._channel}")
                    return  # something may have come before: look first
                for _ in self._db.notifies(timeout=seconds, stop_after=1):
                    pass
            except BaseException:
                self._drop()
                raise

    def close(self) -> None:
        with self._turn:
            self._drop()

    def _drop(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db = None


WRITER = "croupier_writer"
READER = "croupier_reader"
PAYEES = "croupier_payees"


def _statements(name: str) -> str:
    return Path(__file__).with_name(f"postgres_{name}.sql").read_text(encoding="utf-8")


def make_queue(db: Connection) -> None:
    """Make the tables of leases and waiting requests where they are missing; only the owner of a book may."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (sql.APPLICATION_ID,))
        db.execute(_statements("queue"))


def has_queue(db: Connection) -> bool:
    """Whether the tables of leases, waiting requests and notes are there."""
    names = ["leases", "asked", "slate"]
    row = db.execute("SELECT bool_and(to_regclass(name) IS NOT NULL) FROM unnest(%s::text[]) name", (names,)).fetchone()
    return bool(row and row[0])


def ensure_queue(db: Connection, book: str) -> None:
    """Make the tables of running processes where they are missing; only the owner of the database may."""
    if has_queue(db):
        return
    try:
        with explaining(book):
            make_queue(db)
            grant_roles(db)
    except StoreError as error:
        raise StoreError(
            f"{book} lacks the tables in which its processes meet", hint="let the owner of the database start once"
        ) from error


def grant_roles(db: Connection) -> bool:
    """Make the roles and give them their rights; False where this user may not make roles."""
    try:
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (sql.APPLICATION_ID,))  # another process may be at it
            db.execute(_statements("roles"))
    except psycopg.errors.InsufficientPrivilege:
        return False
    return True


# Whether the user who is logged in may see whom prizes were paid to, and could rewrite the journal, also as a role that
# they may set.
_MAY_READ_PAYEES = "SELECT has_table_privilege('personal', 'SELECT')"
_MAY_CHANGE_ENTRIES = """
SELECT bool_or(pg_has_role(r.oid, 'MEMBER') AND has_table_privilege(r.oid, 'journal', p))
FROM pg_roles r, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) p
"""


def version(db: Connection, book: str) -> int:
    """The schema's version; 0 where there are no tables yet."""
    # Not to_regclass: it may answer from a cache that has not heard of a process which is just making the tables.
    tables = "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    if db.execute(f"{tables} AND relname IN ('meta', 'journal')").fetchone() is None:
        return 0
    try:
        found = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
        found = None
    if found is None or not str(found[0]).isdecimal():
        raise journal.NotABook(
            f"{book} is not a book: the tables there are another program's", hint="check the address"
        )
    return int(found[0])


def create_tables(db: Connection, book: str) -> None:
    """Make the tables where there is nothing yet, in one transaction; a book that is there stays as it is."""
    if version(db, book) > 0:
        return
    with db.transaction():  # nobody meets a book that is half made
        db.execute("SELECT pg_advisory_xact_lock(%s)", (sql.APPLICATION_ID,))
        if version(db, book) > 0:  # another process has just made it
            return
        for statement in sql.POSTGRES:
            db.execute(statement)
        db.execute("INSERT INTO meta VALUES ('schema', %s)", (str(journal.SCHEMA),))
        make_queue(db)
        grant_roles(db)


def check_shape(db: Connection, book: str) -> None:
    """Exactly the columns, keys and guards of a book, to the letter; tables of other names may exist beside it."""
    wanted = sql.postgres_shape()
    there = {line for (line,) in db.execute(sql.POSTGRES_SHAPE_QUERY, ([*(t.name for t in sql.TABLES), "transfers"],))}
    for line in sorted(wanted ^ there):
        what = "is missing" if line in wanted else "does not belong there"
        raise StoreBroken(f"{book}: '{line}' {what} in its schema", hint="the tables were changed by something else")


_APPEND = _statements("append")


class PostgresStore(sql.SqlStore[Connection]):
    """A book in a database of its own."""

    is_taken = psycopg.errors.UniqueViolation

    def __init__(self, url: str, *, create: bool = False, check: bool = True) -> None:
        address = Address(url)
        super().__init__(address.book, address.connect)
        self._connect = address.connect
        self._commits = Listener(address, "croupier_commits")
        self._lost: journal.StoreLost | None = None
        try:
            if create:
                with self._written() as db:
                    create_tables(db, self._name)
            with self._read() as db:
                sql.check_version(version(db, self._name), journal.SCHEMA, self._name)
                if check:
                    check_shape(db, self._name)
            if check:
                sql.check_tail(self, self._name)
        except BaseException:
            self.close()
            raise

    def entries(self, link: str, after: int = 0, to: int | None = None) -> Iterator[Entry]:
        last = 2**63 - 1 if to is None else to
        with self._read() as db, db.transaction(), db.cursor("entries", binary=True) as rows:
            rows.itersize = 2_000  # on the server, so that a long journal never lies in memory
            rows.execute(
                f"SELECT {sql.COLUMNS} FROM journal WHERE link = %s AND seq > %s AND seq <= %s ORDER BY seq",
                (link, after, last),
            )
            yield from map(Entry._make, rows)

    def known(self, link: str, ids: Sequence[str]) -> dict[str, Entry]:
        with self._read() as db:
            rows = db.execute(
                f"SELECT {sql.COLUMNS} FROM journal WHERE link = %s AND id = ANY(string_to_array(%s, E'\\n'))",
                (link, "\n".join(id for id in sql.storable(ids) if "\n" not in id)),
                prepare=True,
            )
            return {entry.id: entry for entry in map(Entry._make, rows)}

    def integrity(self) -> list[str]:
        """Every page of the journal is read, so that the server checks its checksum, and every snapshot."""
        try:
            with self._read() as db:
                db.execute("SELECT sum(length(body) + length(hash) + length(id)) FROM journal")
                with db.transaction(), db.cursor("snapshots") as rows:
                    rows.itersize = 1  # a snapshot may be long
                    rows.execute(sql.ALL_SNAPSHOTS)
                    return sql.damaged_snapshots(rows)
        except StoreBroken as error:
            return [error.message]

    def append(self, asked: Append) -> None:
        if asked.beside.numbers or asked.beside.personal:
            self.append_all([asked])
            return
        values = _append_values(asked, sql.head_after(asked.link, asked.after, asked.entries, asked.balances))
        with self._written() as db:
            row = db.execute(_APPEND, values, prepare=True).fetchone()
        if row is None:
            raise sql.fenced(asked.link)

    def _append(self, db: Connection, asked: Append, new: Head) -> None:
        if db.execute(_APPEND, _append_values(asked, new), prepare=True).fetchone() is None:
            raise sql.fenced(asked.link)

    def _prepare_to_fill(self, db: Connection) -> None:
        db.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # a long history is read meanwhile
        db.execute("LOCK TABLE heads IN EXCLUSIVE MODE")

    def _fill_journal(self, db: Connection, entries: Iterable[Entry]) -> None:
        with db.cursor().copy(f"COPY journal ({sql.COLUMNS}) FROM STDIN") as copy:
            for entry in entries:
                copy.write_row(entry)

    def personal(self, link: str) -> list[actors.PersonalRecord]:
        if self._row(_MAY_READ_PAYEES) != (True,):
            raise journal.Withheld(
                f"{self._name}: this user may not read personal records", hint=f"members of {PAYEES} may"
            )
        return super().personal(link)

    def wait_for_commit(self, seconds: float) -> None:
        """Woken by the notice that every append sends."""
        self._commits.wait(seconds)

    def weaknesses(self) -> list[str]:
        told = f"this database user could rewrite entries: log in as a member of {WRITER} or {READER}"
        return [told] if self._row(_MAY_CHANGE_ENTRIES) == (True,) else []

    def close(self) -> None:
        super().close()
        self._commits.close()

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        """A reader may come back after a lost connection: the next one is opened again."""
        try:
            with self._readers.borrow() as db:
                yield db
        except psycopg.Error as error:
            found = explained(error, self._name)
            if isinstance(found, journal.StoreLost):
                self._readers.forget()
            raise found from error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with self._written() as db, db.transaction():
            yield db

    @contextmanager
    def _written(self) -> Iterator[Connection]:
        """The writer's connection. Once lost it stays lost: its owner opens the book again and sees what was kept."""
        with self._writing:
            if self._lost is not None:
                raise journal.StoreLost(self._lost.message, hint=self._lost.hint)
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
                if isinstance(found, journal.StoreLost) or self._writer.closed:
                    raise self._give_up(found) from error
                raise found from error
            except BaseException:  # an interrupt, say, in the middle of a statement
                self._give_up(StoreError(f"a write to {self._name} was interrupted"))
                raise

    def _give_up(self, reason: StoreError) -> journal.StoreLost:
        self._lost = journal.StoreLost(reason.message, hint=reason.hint)
        if self._writer is not None:
            self._writer.close()
            self._writer = None
        return self._lost


def _append_values(asked: Append, new: Head) -> dict[str, object]:
    """What the statement is given; StoreError where a part of an entry holds a line feed."""
    link, epoch, after, entries, balances, _, signed = asked
    _, _, ids, ats, kinds, bodies, hashes = zip(*entries, strict=True) if entries else ((),) * 7
    return {
        "link": link,
        "epoch": epoch,
        "after": after.seq,
        "before": after.hash,
        "seq": new.seq,
        "hash": new.hash,
        "signed": signed,
        "ids": _lines(ids),
        "ats": _lines([str(at) for at in ats]),
        "kinds": _lines(kinds),
        "bodies": _lines(bodies),
        "hashes": _lines(hashes),
        "accounts": _lines(balances),
        "debits": _lines([str(debits) for debits, _ in balances.values()]),
        "credits": _lines([str(credits) for _, credits in balances.values()]),
    }


def _lines(parts: Collection[str]) -> str:
    """Parts joined by line feeds, of which none may hold one."""
    text = "\n".join(parts)
    if text.count("\n") != max(len(parts) - 1, 0):
        raise StoreError("a part of an entry holds a line feed")
    return text
