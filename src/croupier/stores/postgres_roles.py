"""Who may do what in a PostgreSQL book: an owner makes it, a writer can only append, a reader can only read.

The owner makes the tables. The casino's software logs in as a member of ``croupier_writer``: the
database itself refuses it any change or deletion of entries, and any change of the guards. Auditors, reports and
displays log in as members of ``croupier_reader``; whom prizes were paid to is read only by members of
``croupier_payees``. SQLite has no users: whoever can write to the file can write
anything into it, and only the audit against signed checkpoints tells.
"""

from __future__ import annotations

import psycopg

from croupier.jackpot.journal import StoreError
from croupier.stores.postgres_connection import Connection
from croupier.stores.postgres_errors import explaining
from croupier.stores.schema import APPLICATION_ID

WRITER = "croupier_writer"
READER = "croupier_reader"
PAYEES = "croupier_payees"

_MAKE = """DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN CREATE ROLE {role} NOLOGIN; END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"""

_TABLES = "meta, heads, journal, balances, snapshots, numbers, transfers"
_GRANT = (
    f"REVOKE ALL ON {_TABLES}, personal FROM PUBLIC, {WRITER}, {READER}, {PAYEES}",
    f"GRANT SELECT, INSERT ON journal, numbers TO {WRITER}",
    f"GRANT SELECT, INSERT, UPDATE ON heads, balances TO {WRITER}",
    f"GRANT SELECT, INSERT, UPDATE, DELETE ON snapshots TO {WRITER}",
    f"GRANT SELECT, INSERT, DELETE ON personal TO {WRITER}",
    f"GRANT SELECT, INSERT ON meta TO {WRITER}",
    f"GRANT SELECT ON transfers TO {WRITER}",
    f"GRANT SELECT ON {_TABLES} TO {READER}",
    f"GRANT SELECT ON personal TO {PAYEES}",
)


QUEUE = (
    """CREATE UNLOGGED TABLE IF NOT EXISTS leases (
        link text COLLATE "C" PRIMARY KEY,
        holder text NOT NULL,
        since timestamptz NOT NULL,
        until timestamptz NOT NULL
    )""",
    """CREATE UNLOGGED TABLE IF NOT EXISTS asked (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        link text COLLATE "C" NOT NULL,
        body text NOT NULL,
        until timestamptz NOT NULL,
        answer text
    )""",
    """CREATE TABLE IF NOT EXISTS slate (
        kind text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        value text NOT NULL,
        until float8 NOT NULL,
        PRIMARY KEY (kind, key)
    )""",
)
"""Tables of the processes that are running (queue_desk, slate): nothing of the book, so no part of its schema."""

_GRANT_QUEUE = (
    f"REVOKE ALL ON leases, asked, slate FROM PUBLIC, {WRITER}, {READER}",
    f"GRANT SELECT, INSERT, UPDATE, DELETE ON leases, asked, slate TO {WRITER}",
)


def make_queue(db: Connection) -> None:
    """Make the tables of leases and waiting requests where they are missing; only the owner of a book may."""
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (APPLICATION_ID,))
        for statement in QUEUE:
            db.execute(statement)


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
            f"{book} lacks the tables in which its processes meet",
            hint="let the owner of the database start once",
        ) from error


def grant_roles(db: Connection) -> bool:
    """Make the roles and give them their rights; False where this user may not make roles."""
    try:
        with db.transaction():
            db.execute("SELECT pg_advisory_xact_lock(%s)", (APPLICATION_ID,))  # another process may be at it
            for role in (WRITER, READER, PAYEES):
                db.execute(_MAKE.format(role=role))
            for statement in (*_GRANT, *_GRANT_QUEUE):
                db.execute(statement)
    except psycopg.errors.InsufficientPrivilege:
        return False
    return True


def may_read_payees(db: Connection) -> bool:
    """Whether the user who is logged in may see whom prizes were paid to."""
    row = db.execute("SELECT has_table_privilege('personal', 'SELECT')").fetchone()
    return bool(row and row[0])


def may_change_entries(db: Connection) -> bool:
    """Whether the user who is logged in could rewrite the journal, also as a role that they may set."""
    row = db.execute(
        "SELECT bool_or(pg_has_role(r.oid, 'MEMBER') AND has_table_privilege(r.oid, 'journal', p))"
        " FROM pg_roles r, unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) p"
    ).fetchone()
    return bool(row and row[0])
