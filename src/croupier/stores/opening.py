"""A book by its address: a path, ``sqlite:PATH`` or ``postgresql://...``. What tables and pages note may lie in
``memory:``. Messages show an address without a password, however it was typed."""

import os
import re
from pathlib import Path
from typing import Literal
from urllib.parse import unquote

from croupier.errors import BadInput
from croupier.jackpot.journal import Store


def open_store(url: str | Path, *, create: bool = False, check: bool = True) -> Store:
    """Open a book and check it; with create, make it where there is none. Without ``check`` only its version is looked
    at: a book that must not be used can still be audited."""
    kind = kind_of(url)
    if kind == "postgresql":
        from croupier.stores.postgres import PostgresStore  # psycopg is an extra

        return PostgresStore(str(url), create=create, check=check)
    if kind == "memory":
        raise BadInput("no book is kept in memory: it would end with its process", hint="use a path")
    from croupier.stores.sqlite import SqliteStore

    return SqliteStore(sqlite_path(url), create=create, check=check)


def kind_of(url: str | Path) -> Literal["memory", "postgresql", "sqlite"]:
    """Which store an address names.

    >>> kind_of("house.db"), kind_of("sqlite:house.db"), kind_of("memory:"), kind_of("postgresql:///house")
    ('sqlite', 'sqlite', 'memory', 'postgresql')
    """
    text = str(url)
    if text.startswith("memory:"):
        return "memory"
    if text.startswith(("postgresql://", "postgres://")):
        return "postgresql"
    if text.startswith(("postgresql:", "postgres:")):
        # Taken for a file, its name would be printed, password and all.
        raise BadInput("the address of the book cannot be read", hint="postgresql://user@host/database")
    if "://" in text:
        scheme = text.partition("://")[0]
        raise BadInput(f"a book cannot be kept at '{scheme}://'", hint="use a path, sqlite:PATH or postgresql://...")
    return "sqlite"


def sqlite_path(url: str | Path) -> Path:
    """The file of an address that names SQLite."""
    path = str(url).removeprefix("sqlite:")
    if not path:
        raise BadInput("a book in SQLite needs a path", hint="sqlite:PATH")
    return Path(path)


def place_of(url: str | Path, variable: str, ending: str) -> Path | None:
    """Where a file of a book is: as a setting says, else beside a book in SQLite; None where nothing says it."""
    if named := os.environ.get(variable):
        return Path(named)
    book = sqlite_path(url) if kind_of(url) == "sqlite" else None
    return book and book.with_name(f"{book.name}{ending}")


_SECRETS = frozenset({"password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key"})
"""Parameters of a connection that nobody may read."""


def masked(url: str) -> str:
    """An address without its secrets; anything else stays as it is.

    A password may hold an @ or a / that should have been escaped, so all from the first colon to the last @ is hidden,
    and a query that holds a secret is hidden whole.

    >>> masked("postgresql://casino:secret@host/book"), masked("house.db")
    ('postgresql://casino:***@host/book', 'house.db')
    >>> masked("postgresql://casino:se@cr/et@host/book?sslmode=require&password=secret")
    'postgresql://casino:***@host/book?***'
    """
    scheme, found, rest = url.partition("://")
    if not found:
        return url
    user, colon, after = rest.partition(":")
    if colon and "@" in after:
        rest = f"{user}:***@{after.rpartition('@')[2]}"
    where, mark, query = rest.partition("?")
    if mark and any(unquote(name).strip().casefold() in _SECRETS for name in re.split("[=&?]", query)):
        query = "***"
    return f"{scheme}://{where}{mark}{query}"
