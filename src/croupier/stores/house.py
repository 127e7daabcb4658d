"""What a house of play chips keeps: guests, wallets, tables in mid-round with the secrets of their shoes, finished
rounds, replies. Wallets are double entry; the database refuses a guest below zero. A lost database answers nothing
until ``reopen``, which goes on only if no other house has opened it meanwhile."""

import re
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from croupier.errors import BadInput, CroupierError
from croupier.jackpot.journal import StoreError, StoreLost
from croupier.stores.opening import kind_of, masked, sqlite_path
from croupier.stores.sql import Database

SCHEMA = 1
_COLUMN = re.compile(r"(\w+) (?:TEXT|BIGINT)")
_MOST_ROWS = 500  # Rows in one statement; every database takes this many values at once.
_TABLES = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").partition("\n")[2].split(";")[:-1]


class HouseFenced(StoreError):
    """Another house has opened the same database since: this one must not write any more."""


class Transfer(NamedTuple):
    """An amount in cents from one account to another; no id is ever used twice."""

    id: str
    debit: str
    credit: str
    amount: int
    why: str


class Change(NamedTuple):
    """What one command does to the house, all of it or none."""

    at: int
    table: tuple[str, str] | None = None  # The table and its state as text.
    shoe: tuple[str, str] | None = None
    round: tuple[str, int, str] | None = None
    transfers: tuple[Transfer, ...] = ()
    guest: tuple[str, str, str] | None = None  # Id, hash of the token, name.
    reply: tuple[str, str, str] | None = None  # Id of a command, a digest of what was asked, and its kind.


class Guest(NamedTuple):
    """Somebody who has taken a name."""

    id: str
    name: str


class HouseStore:
    """The house's database; one thread at a time writes, and reading never waits for the disk of a writer."""

    def __init__(self, url: str | Path) -> None:
        self.url = str(url)
        self._is_postgres = kind_of(url) == "postgresql"
        self._is_shared = kind_of(url) == "memory"
        self._lock = threading.RLock()
        self._reading = self._lock if self._is_shared else threading.RLock()
        self.trouble = ""
        """Why the last commit failed, or the database does not answer; empty while all is well."""
        self.is_lost = False  # Whether nothing is answered before ``reopen``.
        self._db, self._reader = self._connect()
        with self._explaining():
            self._make()

    def _make(self) -> None:
        for statement in _TABLES:
            self._run(statement)
            self._check_columns(statement)
        self._run("INSERT INTO house_meta VALUES ('schema', ?) ON CONFLICT (key) DO NOTHING", (SCHEMA,))
        found = self._one("SELECT value FROM house_meta WHERE key = 'schema'")
        if found != SCHEMA:
            raise CroupierError(f"the house at {masked(self.url)} has schema {found}, this software knows {SCHEMA}")
        # From here on an older house that still runs is refused: two would deal from one shoe.
        self._run(
            "INSERT INTO house_meta VALUES ('epoch', 1) ON CONFLICT (key) DO UPDATE SET value = house_meta.value + 1"
        )
        self.epoch = int(self._one("SELECT value FROM house_meta WHERE key = 'epoch'"))

    def _check_columns(self, statement: str) -> None:
        """BadInput for a table that an earlier tree made under the same number with other columns."""
        name, wanted = statement.split()[5], _COLUMN.findall(statement)
        columns = [column[0] for column in self._run(f"SELECT * FROM {name} LIMIT 0").description]
        if columns != wanted:
            words = f"was made by another version: {name} has the columns {', '.join(columns)}"
            raise BadInput(f"the house at {masked(self.url)} {words}", hint="open the house on another database")

    def _connect(self) -> tuple[Database, Database]:
        """One connection that writes and one that reads."""
        writer = self._connected()
        return writer, writer if self._is_shared else self._connected()

    def _connected(self) -> Database:
        if self._is_postgres:
            from croupier.stores.postgres import Address  # psycopg is an extra

            return Address(self.url).connect(writes=True)
        from croupier.stores.sqlite import private_database

        return private_database(None if self._is_shared else sqlite_path(self.url), "the house's database")

    def reopen(self) -> None:
        """Connect again after the database was lost. Nobody waits for it on an event loop."""
        with self._lock, self._reading:
            self._close()
            self._db, self._reader = self._connect()
            self.is_lost, self.trouble = False, ""
            self.check()

    def check(self) -> None:
        """StoreLost if the database does not answer, HouseFenced if another house has it."""
        if self._value("SELECT value FROM house_meta WHERE key = 'epoch'") != self.epoch:
            fenced = HouseFenced("another house has opened this database", hint="a database belongs to one house")
            self.trouble = fenced.message
            raise fenced

    @contextmanager
    def _explaining(self) -> Iterator[None]:
        """Every error of the driver leaves as one of ours; a lost database is not asked again before ``reopen``."""
        if self.is_lost:
            raise StoreLost(self.trouble, hint="nothing was done; try again soon")
        try:
            with _explained(self._is_postgres, "the house's database"):
                yield
        except StoreLost as lost:
            self.is_lost, self.trouble = True, lost.message
            raise

    def commit(self, changes: Iterable[Change]) -> None:
        """Keep all of the changes in one durable transaction. After StoreLost they may or may not be kept: read them
        again."""
        try:
            with self._lock, self._explaining():
                self._commit(list(changes))
        except StoreError as problem:
            self.trouble = problem.message
            raise
        self.trouble = ""

    def _commit(self, changes: Sequence[Change]) -> None:
        self._run("BEGIN" if self._is_postgres else "BEGIN IMMEDIATE")
        try:
            # PostgreSQL: a house that opens now waits for this transaction, and then sees all of it.
            waits = " FOR SHARE" if self._is_postgres else ""
            if self._one(f"SELECT value FROM house_meta WHERE key = 'epoch'{waits}") != self.epoch:
                raise HouseFenced("another house has opened this database", hint="a database belongs to one house")
            self._keep(changes)
            self._run("COMMIT")
        except BaseException:
            with suppress(Exception):  # what went wrong before says more
                self._run("ROLLBACK")
            raise

    def _keep(self, changes: Sequence[Change]) -> None:
        """One statement for each kind of row: between two the thread may wait for its turn, which costs more than the
        rows."""
        for change in changes:
            if change.guest:
                self._run(
                    "INSERT INTO house_guests (id, token, name, at) VALUES (?, ?, ?, ?) "
                    "ON CONFLICT (id) DO UPDATE SET name = excluded.name",
                    (*change.guest, change.at),
                )
        moved = [(change.at, transfer) for change in changes for transfer in change.transfers]
        self._rows_into(
            "transfers", [(each.id, at, each.debit, each.credit, each.amount, each.why) for at, each in moved]
        )
        self._move([each for _, each in moved])
        for name, column, rows in (
            ("tables", "state", dict(change.table for change in changes if change.table)),
            ("shoes", "secret", dict(change.shoe for change in changes if change.shoe)),
        ):
            self._rows_into(name, list(rows.items()), f"ON CONFLICT (id) DO UPDATE SET {column} = excluded.{column}")
        rounds = [(*change.round[:2], change.at, change.round[2]) for change in changes if change.round]
        replies = [(change.reply[0], change.at, *change.reply[1:]) for change in changes if change.reply]
        self._rows_into("rounds", rounds)
        self._rows_into("replies", replies)

    def _rows_into(self, name: str, rows: Sequence[Sequence[object]], ending: str = "") -> None:
        for at in range(0, len(rows), _MOST_ROWS):
            part = rows[at : at + _MOST_ROWS]
            values = ", ".join(f"({', '.join('?' * len(row))})" for row in part)
            self._run(f"INSERT INTO house_{name} VALUES {values} {ending}", [value for row in part for value in row])

    def _move(self, transfers: Sequence[Transfer]) -> None:
        changes: dict[str, int] = {}
        for transfer in transfers:
            changes[transfer.credit] = changes.get(transfer.credit, 0) + transfer.amount
            changes[transfer.debit] = changes.get(transfer.debit, 0) - transfer.amount
        # An account begins at zero, so that the check sees its balance and not the change alone. They are changed in
        # the order of their names.
        accounts = sorted(changes)
        self._rows_into("accounts", [(account, 0) for account in accounts], "ON CONFLICT (account) DO NOTHING")
        for at in range(0, len(accounts), _MOST_ROWS):
            part = accounts[at : at + _MOST_ROWS]
            values = ", ".join("(?, CAST(? AS BIGINT))" for _ in part)
            self._run(
                f"WITH moved (account, cents) AS (VALUES {values}) UPDATE house_accounts "
                "SET balance = house_accounts.balance + moved.cents FROM moved "
                "WHERE house_accounts.account = moved.account",
                [value for account in part for value in (account, changes[account])],
            )

    def guest(self, token: str) -> Guest | None:
        """Whom this hash of a token belongs to."""
        row = self._row("SELECT id, name FROM house_guests WHERE token = ?", (token,))
        return Guest(*row) if row else None

    def balance(self, account: str) -> int:
        return int(self._value("SELECT balance FROM house_accounts WHERE account = ?", (account,)) or 0)

    def balances(self) -> dict[str, int]:
        return {
            str(account): int(cents) for account, cents in self._rows("SELECT account, balance FROM house_accounts")
        }

    def transfers(self) -> list[Transfer]:
        """Every movement of chips, for an audit."""
        rows = self._rows("SELECT id, debit, credit, amount, why FROM house_transfers")
        return [Transfer(*row) for row in rows]

    def table(self, id: str) -> tuple[str, str] | None:
        """The state of a table and the secret of its shoe, as they were kept."""
        row = self._row(
            "SELECT t.state, s.secret FROM house_tables t JOIN house_shoes s ON s.id = t.id WHERE t.id = ?", (id,)
        )
        return (str(row[0]), str(row[1])) if row else None

    def round(self, table: str, number: int) -> str | None:
        found = self._value("SELECT record FROM house_rounds WHERE tbl = ? AND number = ?", (table, number))
        return None if found is None else str(found)

    def rounds(self, table: str, before: int, most: int) -> list[tuple[int, int, str]]:
        """Number, time and record of finished rounds, the newest first."""
        rows = self._rows(
            "SELECT number, at, record FROM house_rounds WHERE tbl = ? AND number < ? ORDER BY number DESC LIMIT ?",
            (table, before, most),
        )
        return [(int(number), int(at), str(record)) for number, at, record in rows]

    def reply(self, id: str) -> tuple[str, str] | None:
        """What was asked under this id, as a digest, and its kind: a repeat gets the view of now."""
        row = self._row("SELECT asked, reply FROM house_replies WHERE id = ?", (id,))
        return (str(row[0]), str(row[1])) if row else None

    def forget_replies(self, before: int) -> None:
        with self._lock, self._explaining():
            self._run("DELETE FROM house_replies WHERE at < ?", (before,))

    def close(self) -> None:
        with self._lock, self._reading:
            self._close()

    def _close(self) -> None:
        for db in {id(each): each for each in (self._db, self._reader)}.values():
            with suppress(Exception):  # a connection that was lost may refuse even that
                db.close()

    def _run(self, sql: str, parameters: Sequence[object] = ()) -> Any:
        return self._db.execute(sql, parameters)

    def _one(self, sql: str) -> Any:
        return self._run(sql).fetchone()[0]

    def _rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Any]:
        with self._reading, self._explaining():
            return list(self._reader.execute(sql, parameters).fetchall())

    def _row(self, sql: str, parameters: Sequence[object] = ()) -> Any:
        with self._reading, self._explaining():
            return self._reader.execute(sql, parameters).fetchone()

    def _value(self, sql: str, parameters: Sequence[object] = ()) -> Any:
        row = self._row(sql, parameters)
        return row[0] if row else None


@contextmanager
def _explained(is_postgres: bool, name: str) -> Iterator[None]:
    if is_postgres:
        from croupier.stores.postgres import explaining  # psycopg is an extra
    else:
        from croupier.stores.sqlite import explaining
    with explaining(name):
        yield
