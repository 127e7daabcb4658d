"""What somebody with the file, or with the rights of a database's owner, does to a book.

The book is read into memory, changed there by the attacker's own steps, and written back over the real tables with the
guards of the journal lifted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Protocol

import psycopg

from croupier.stores.opening import open_store
from croupier.stores.sql import checksum
from tests.jackpot.memory import MemoryStore
from tests.jackpot.tampering import GUARDS


class _Run(Protocol):
    def __call__(self, statement: str, rows: Sequence[Sequence[Any]]) -> None: ...


@contextmanager
def as_owner(url: str, link: str) -> Iterator[MemoryStore]:
    """A link of the book in memory; whatever was changed there is in the database after."""
    taken = MemoryStore()
    taken.claim(link)
    kept = taken._memory.links[link]
    with closing(open_store(url)) as store:
        kept.entries = list(store.entries(link))
        kept.ids = {entry.id: entry for entry in kept.entries}
        kept.head, kept.signed = store.signed_head(link)
        kept.balances = store.balances(link)
        kept.snapshots = list(store.snapshots(link))
        taken._memory.numbers = {number: (link, seq) for number, seq in store.numbers(link).items()}
    yield taken
    with _written(url) as run:
        for table in ("journal", "balances", "snapshots", "numbers"):
            run(f"DELETE FROM {table} WHERE link = ?", [(link,)])
        run("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?)", [tuple(entry) for entry in kept.entries])
        run("INSERT INTO balances VALUES (?, ?, ?, ?)", [(link, name, *both) for name, both in kept.balances.items()])
        snapshots = [(link, *snapshot, checksum(link, snapshot)) for snapshot in kept.snapshots]
        run("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?)", snapshots)
        used = [(number, *where) for number, where in taken._memory.numbers.items()]
        run("INSERT INTO numbers VALUES (?, ?, ?)", used)
        run("UPDATE heads SET seq = ?, hash = ?, signed = ? WHERE link = ?", [(*kept.head, kept.signed, link)])


@contextmanager
def _written(url: str) -> Iterator[_Run]:
    if url.startswith("postgresql"):
        with psycopg.connect(url) as db:
            db.execute("SET session_replication_role = replica")
            yield lambda statement, rows: db.cursor().executemany(statement.replace("?", "%s"), rows)
        return
    with closing(sqlite3.connect(url, isolation_level=None)) as lite:
        for guard in GUARDS:
            lite.execute(f"DROP TRIGGER {guard.split()[2]}")
        yield lambda statement, rows: (lite.executemany(statement, rows), None)[1]
        for guard in GUARDS:
            lite.execute(guard)
