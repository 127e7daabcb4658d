"""The schema of a PostgreSQL book: made, its version read, its shape compared with what it must be."""

from __future__ import annotations

import psycopg

from croupier.jackpot.journal import SCHEMA, NotABook, StoreBroken
from croupier.stores.postgres_connection import Connection
from croupier.stores.postgres_roles import grant_roles, make_queue
from croupier.stores.schema import APPLICATION_ID, POSTGRES

_SHAPE = """
SELECT a.attrelid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
       || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
FROM pg_attribute a
WHERE a.attrelid IN (SELECT to_regclass(t) FROM unnest(%(tables)s::text[]) t) AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT i.indrelid::regclass || CASE WHEN i.indisunique AND i.indisvalid THEN ' unique (' ELSE ' index (' END
       || string_agg(a.attname, ', ' ORDER BY array_position(i.indkey::int2[], a.attnum)) || ')'
FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indrelid IN (SELECT to_regclass(t) FROM unnest(%(tables)s::text[]) t)
GROUP BY i.indexrelid, i.indrelid, i.indisunique, i.indisvalid
UNION ALL
SELECT tgrelid::regclass || ' trigger ' || tgname || ' ' || tgenabled::text
FROM pg_trigger WHERE tgrelid = to_regclass('journal') AND NOT tgisinternal
"""

_WANTED = frozenset(
    """
meta.key text NOT NULL
meta.value text NOT NULL
meta unique (key)
heads.link text NOT NULL
heads.seq bigint NOT NULL
heads.hash text NOT NULL
heads.epoch bigint NOT NULL
heads unique (link)
journal.link text NOT NULL
journal.seq bigint NOT NULL
journal.id text NOT NULL
journal.at bigint NOT NULL
journal.kind text NOT NULL
journal.body text NOT NULL
journal.hash text NOT NULL
journal unique (link, seq)
journal unique (link, id)
journal trigger journal_no_change O
balances.link text NOT NULL
balances.account text NOT NULL
balances.debits bigint NOT NULL
balances.credits bigint NOT NULL
balances unique (link, account)
snapshots.link text NOT NULL
snapshots.seq bigint NOT NULL
snapshots.hash text NOT NULL
snapshots.state text NOT NULL
snapshots.checksum text NOT NULL
snapshots unique (link, seq)
personal.link text NOT NULL
personal.no bigint NOT NULL
personal.name text NOT NULL
personal.address text NOT NULL
personal.identified text NOT NULL
personal.keep_until text NOT NULL
personal.salt text NOT NULL
personal unique (link, no)
numbers.number text NOT NULL
numbers.link text NOT NULL
numbers.seq bigint NOT NULL
numbers unique (number)
transfers.link text
transfers.seq bigint
transfers.at bigint
transfers.kind text
transfers.debit text
transfers.credit text
transfers.amount bigint
""".strip().splitlines()
)


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
        raise NotABook(f"{book} is not a book: the tables there are another program's", hint="check the address")
    return int(found[0])


def create(db: Connection, book: str) -> None:
    """Make the tables where there is nothing yet, in one transaction; a book that is there stays as it is."""
    if version(db, book) > 0:
        return
    with db.transaction():  # nobody meets a book that is half made
        db.execute("SELECT pg_advisory_xact_lock(%s)", (APPLICATION_ID,))
        if version(db, book) > 0:  # another process has just made it
            return
        for statement in POSTGRES:
            db.execute(statement)
        db.execute("INSERT INTO meta VALUES ('schema', %s)", (str(SCHEMA),))
        make_queue(db)
        grant_roles(db)


def check_shape(db: Connection, book: str) -> None:
    """Exactly the columns, keys and guards of a book; tables of other names may exist beside it."""
    tables = ["meta", "heads", "journal", "balances", "snapshots", "personal", "numbers", "transfers"]
    found = {row[0] for row in db.execute(_SHAPE, {"tables": tables})}
    for line in sorted(_WANTED ^ found):
        what = "is missing" if line in _WANTED else "does not belong there"
        raise StoreBroken(f"{book}: '{line}' {what} in its schema", hint="the tables were changed by something else")
