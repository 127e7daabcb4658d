"""What somebody with the rights of a database's owner does to a book in PostgreSQL, as a clever hand does it in memory.

The book is read into memory, changed there by the attacker's own steps, and written back over the real tables with the
guards of the journal lifted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg

from croupier.stores.batch import checksum
from croupier.stores.memory import MemoryStore
from croupier.stores.opening import open_store


@contextmanager
def as_owner(url: str, link: str) -> Iterator[MemoryStore]:
    """A link of the book in memory; whatever was changed there is in the database after."""
    taken = MemoryStore()
    taken.claim(link)
    kept = taken._memory.links[link]
    with closing(open_store(url)) as store:
        kept.entries = list(store.entries(link))
        kept.head = store.head(link)
        kept.balances = store.balances(link)
        kept.snapshots = list(store.snapshots(link))
    yield taken
    with psycopg.connect(url) as db:
        db.execute("SET session_replication_role = replica")
        for table in ("journal", "balances", "snapshots"):
            db.execute(f"DELETE FROM {table} WHERE link = %s", (link,))
        rows = db.cursor()
        rows.executemany("INSERT INTO journal VALUES (%s, %s, %s, %s, %s, %s, %s)", kept.entries)
        rows.executemany(
            "INSERT INTO balances VALUES (%s, %s, %s, %s)",
            [(link, account, *both) for account, both in kept.balances.items()],
        )
        rows.executemany(
            "INSERT INTO snapshots VALUES (%s, %s, %s, %s, %s)",
            [(link, *each, checksum(link, each)) for each in kept.snapshots],
        )
        db.execute("UPDATE heads SET seq = %s, hash = %s WHERE link = %s", (*kept.head, link))
