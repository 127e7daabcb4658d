"""The stores that the tests of the books run against. PostgreSQL is real and always there; nothing is skipped."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit, urlunsplit

import pytest

from croupier.jackpot.journal import Store
from croupier.stores.opening import open_store
from tests.jackpot.memory import MemoryStore
from tests.jackpot.telling import telling
from tools import postgres

_NUMBERS = itertools.count(1)
STORES = ("sqlite", "postgres")


class MakeStore(Protocol):
    """Open the test's book; each call another store over the same book, all closed when the test ends."""

    url: str

    def __call__(self, on_statement: Callable[[str], None] | None = None) -> Store: ...


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a server: that of CROUPIER_TEST_POSTGRES, or one of our own."""
    if url := postgres.existing():
        yield url
        return
    with postgres.Server() as server:
        yield server.url


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[str]:
    """A database with the tables of a book, to copy."""
    name = f"croupier_template_{os.getpid()}"
    postgres.create_database(postgres_server, name, "template1")
    open_store(_database(postgres_server, name), create=True).close()
    yield name
    postgres.drop_database(postgres_server, name)


@pytest.fixture
def postgres_url(postgres_server: str, postgres_template: str) -> Iterator[str]:
    """A book of its own for this test, empty."""
    name = f"croupier_test_{os.getpid()}_{next(_NUMBERS)}"
    postgres.create_database(postgres_server, name, postgres_template)
    yield _database(postgres_server, name)
    postgres.drop_database(postgres_server, name)


@pytest.fixture
def bare_postgres_url(postgres_server: str) -> Iterator[str]:
    """A database without any table."""
    name = f"croupier_bare_{os.getpid()}_{next(_NUMBERS)}"
    postgres.create_database(postgres_server, name, "template1")
    yield _database(postgres_server, name)
    postgres.drop_database(postgres_server, name)


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty book, in each of the stores."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return str(tmp_path / "book.db")


@pytest.fixture
def make_store(store_url: str) -> Iterator[MakeStore]:
    opened: list[Store] = []

    class Make:
        url = store_url

        def __call__(self, on_statement: Callable[[str], None] | None = None) -> Store:
            made = open_store(store_url, create=True)
            opened.append(telling(made, on_statement) if on_statement else made)
            return opened[-1]

    yield Make()
    for store in opened:
        store.close()


@pytest.fixture
def each_store(make_store: MakeStore) -> Store:
    """One after the other, for what every store promises."""
    return make_store()


@pytest.fixture
def store() -> Iterator[MemoryStore]:
    """For tests of the books, whatever they are kept in."""
    with closing(MemoryStore()) as made:
        yield made


@pytest.fixture
def sqlite_book(tmp_path: Path) -> Path:
    """The path of an SQLite book, made and closed."""
    path = tmp_path / "book.db"
    with closing(open_store(path, create=True)):
        return path


def _database(server: str, name: str) -> str:
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
