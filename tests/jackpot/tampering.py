"""A book changed behind its back, for tests that it is noticed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import psycopg

from croupier.stores import sql

GUARDS = [statement for statement in sql.SQLITE if statement.startswith("CREATE TRIGGER")]


def execute(url: str, statement: str) -> list[tuple[Any, ...]]:
    """A statement as anyone with the file or a login could run it; the rows it gives."""
    if url.startswith("postgresql"):
        with psycopg.connect(url, autocommit=True) as db:
            done = db.execute(statement)
            return done.fetchall() if done.description else []
    with closing(sqlite3.connect(url, isolation_level=None)) as lite:
        return lite.execute(statement).fetchall()


def tamper(url: str, statement: str) -> None:
    """A statement with the guards of the journal lifted and put back after."""
    if url.startswith("postgresql"):
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("SET session_replication_role = replica")
            db.execute(statement)
        return
    with closing(sqlite3.connect(url, isolation_level=None)) as lite:
        for guard in GUARDS:
            lite.execute(f"DROP TRIGGER {guard.split()[2]}")
        lite.execute(statement)
        for guard in GUARDS:
            lite.execute(guard)


def set_version(url: str, version: int) -> None:
    """A book that says it has another schema."""
    if url.startswith("postgresql"):
        execute(url, f"UPDATE meta SET value = '{version}' WHERE key = 'schema'")
    else:
        execute(url, f"PRAGMA user_version = {version}")
