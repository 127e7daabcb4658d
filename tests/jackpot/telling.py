"""A store that tells a test of every statement of a write before it runs, so that the test can crash it there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from croupier.jackpot.journal import Append, Store
from croupier.stores.sqlite import SqliteStore

STATEMENTS = {
    "BEGIN": "begin",
    "INSERT INTO heads (link, seq, hash, epoch, signed) VALUES (?, 0": "claim",
    "UPDATE heads": "head",
    "INSERT INTO journal": "entries",
    "INSERT INTO balances": "balances",
    "INSERT INTO snapshots": "snapshot",
    "SELECT seq FROM snapshots": "old snapshots",
    "COMMIT": "commit",
}
"""By their beginnings, what a test calls the statements of SQLite; ``committed`` comes after the last."""

Tell = Callable[[str], None]
S = TypeVar("S", bound=Store)


class _Told:
    """A connection that tells before it asks."""

    def __init__(self, db: sqlite3.Connection, tell: Tell) -> None:
        self._db, self._tell = db, tell

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        self._say(sql)
        return self._db.execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> sqlite3.Cursor:
        self._say(sql)
        return self._db.executemany(sql, rows)

    def _say(self, sql: str) -> None:
        if name := next((name for begins, name in STATEMENTS.items() if sql.startswith(begins)), ""):
            self._tell(name)


def telling(store: S, tell: Tell) -> S:
    """The same store; of PostgreSQL, where one statement is a whole append, only commits are told."""
    patched: Any = store
    is_lite = isinstance(store, SqliteStore)
    transaction, append = patched._transaction, patched.append

    @contextmanager
    def told_transaction() -> Iterator[Any]:
        with transaction() as db:
            yield db
            if not is_lite:
                tell("commit")
        if is_lite:
            tell("committed")

    def told_append(asked: Append) -> None:
        if not (asked.beside.numbers or asked.beside.personal):
            tell("commit")
        append(asked)

    patched._transaction = told_transaction
    if is_lite:
        connection = patched._writer_connection
        patched._writer_connection = lambda: _Told(connection(), tell)
    else:
        patched.append = told_append
    return store
