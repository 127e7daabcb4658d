"""A PostgreSQL book by its roles: the writer appends and can change nothing, the reader reads and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from croupier.casino.audit import audit_links
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.journal import StoreError
from croupier.jackpot.reports import day as reports
from croupier.stores.opening import open_store
from tests.jackpot.floor import KING_HIGH_SIX, LINK, ask, go_live, open_book
from tests.jackpot.tampering import execute


@pytest.fixture
def logins(postgres_url: str) -> Iterator[dict[str, str]]:
    """Addresses of the same book for a member of each role."""
    with psycopg.connect(postgres_url, autocommit=True) as db:
        for role in ("writer", "reader"):
            db.execute(f"DROP ROLE IF EXISTS test_{role}")
            db.execute(f"CREATE ROLE test_{role} LOGIN IN ROLE croupier_{role}")
    parts = urlsplit(postgres_url)
    host = parts.netloc.rpartition("@")[2]
    yield {role: urlunsplit(parts._replace(netloc=f"test_{role}@{host}")) for role in ("writer", "reader")}
    with psycopg.connect(postgres_url, autocommit=True) as db:
        for role in ("writer", "reader"):
            db.execute(f"DROP ROLE test_{role}")


ATTACKS = [
    "UPDATE journal SET body = '{}'",
    "DELETE FROM journal",
    "TRUNCATE journal",
    "ALTER TABLE journal DISABLE TRIGGER ALL",
    "DROP TRIGGER journal_no_change ON journal",
    "DROP TABLE journal",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION journal_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
    "ALTER TABLE journal OWNER TO test_writer",
    "GRANT UPDATE ON journal TO test_writer",
    "DELETE FROM heads",
    "UPDATE meta SET value = '9'",
    "CREATE RULE r AS ON INSERT TO journal DO INSTEAD NOTHING",
]


def test_the_writer_posts_and_can_change_nothing(logins: dict[str, str]) -> None:
    with closing(open_store(logins["writer"])) as store:
        book = open_book(store)
        go_live(book)
        assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "ok"
        book.close()
        assert store.weaknesses() == []
        assert audit_links(logins["writer"], store, [LINK])[0].is_clean
    for attack in ATTACKS:
        with psycopg.connect(logins["writer"], autocommit=True) as db:
            refused = False
            try:
                done = db.execute(attack)
                # GRANT by one who has nothing to grant is a warning in PostgreSQL, and grants nothing.
                refused = attack.startswith("GRANT") and "WARNING" not in str(done.statusmessage)
            except psycopg.Error:
                refused = True
            assert refused, attack
    with psycopg.connect(logins["writer"], autocommit=True) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.execute("UPDATE journal SET body = '{}'")


def test_the_reader_audits_reports_and_follows_and_writes_nothing(logins: dict[str, str]) -> None:
    with closing(open_store(logins["writer"])) as store:
        book = open_book(store)
        go_live(book)
        book.close()
    with closing(open_store(logins["reader"])) as store:
        assert store.weaknesses() == []
        assert audit_links(logins["reader"], store, [LINK])[0].is_clean
        assert read_state(store, LINK).plan is not None
        assert reports.report(store, LINK, "open").day == "2026-01-01"
        with pytest.raises(StoreError):
            store.claim(LINK)
    with psycopg.connect(logins["reader"], autocommit=True) as db:
        for attack in [*ATTACKS, "INSERT INTO journal VALUES ('sf', 99, 'x', 0, 'x', '{}', 'x')"]:
            if not attack.startswith("GRANT"):
                with pytest.raises(psycopg.Error):
                    db.execute(attack)


def test_whom_prizes_were_paid_to_is_read_by_a_role_of_its_own(postgres_url: str, logins: dict[str, str]) -> None:
    with closing(open_store(logins["writer"])) as store:
        book = open_book(store)
        go_live(book)
        about = {"table": "T01", "round": 1}
        assert ask(book, "wager", "dee", seats=[1], **about).code == "ok"
        assert ask(book, "lock", "dee", **about).code == "ok"
        assert ask(book, "result", "dee", hands={"1": KING_HIGH_SIX}, **about).code == "ok"
        assert ask(book, "deposit", "cy", amount=1_000_000, reference="slip 2").code == "ok"
        assert ask(book, "pay", "cy", award=1, method="check", reference="1001").code == "ok"
        book.close()

    def paid_to() -> tuple[tuple[str, ...], str]:
        with closing(open_store(logins["reader"])) as store:
            found = audit_links(logins["reader"], store, [LINK])[0]
            assert found.is_clean
            (award,) = reports.report(store, LINK, "open").prizes
            return tuple(note for note in found.notes if "personal" in note), award.payee

    notes, payee_words = paid_to()
    assert payee_words == "record 1"
    assert notes == ("1 personal records were not compared: this user may not read them",)
    with psycopg.connect(logins["reader"]) as db, pytest.raises(psycopg.errors.InsufficientPrivilege):
        db.execute("SELECT * FROM personal")
    execute(postgres_url, "GRANT croupier_payees TO test_reader")
    assert paid_to() == ((), "Winner 1 (record 1)")


def test_a_user_who_could_set_a_mightier_role_is_said_to_promise_less(
    postgres_url: str, logins: dict[str, str]
) -> None:
    """Without inheriting anything: SET ROLE is all it takes."""
    execute(postgres_url, "GRANT UPDATE ON journal TO croupier_payees")
    execute(postgres_url, "GRANT croupier_payees TO test_reader WITH INHERIT FALSE, SET TRUE")
    with closing(open_store(logins["reader"])) as store:
        (weakness,) = store.weaknesses()
    assert "could rewrite entries" in weakness
    with closing(open_store(logins["writer"])) as store:
        assert store.weaknesses() == []


def test_the_owner_and_an_sqlite_file_are_said_to_promise_less(postgres_url: str, sqlite_book: Path) -> None:
    for url in (postgres_url, str(sqlite_book)):
        with closing(open_store(url)) as store:
            (weakness,) = store.weaknesses()
            assert "rewrite" in weakness
