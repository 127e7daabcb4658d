"""Disk, file, schema or server fail: refused or recovered with a clear message, never a wrong balance."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest

from croupier.jackpot.journal import (
    SCHEMA,
    Append,
    Entry,
    Head,
    Snapshot,
    Store,
    StoreBroken,
    StoreBusy,
    StoreError,
    StoreLost,
)
from croupier.stores.opening import open_store
from croupier.stores.sqlite import SqliteStore
from tests.jackpot.conftest import MakeStore
from tests.jackpot.journals import chain, check_sound, head_of, post, totals
from tests.jackpot.tampering import execute, set_version, tamper
from tests.processes import finished, python
from tools.postgres import Server

ROOT = Path(__file__).resolve().parents[2]


class Crash(BaseException):
    """The process dies here."""


def crash_at(number: int, seen: list[str]) -> Callable[[str], None]:
    def tell(statement: str) -> None:
        seen.append(statement)
        if len(seen) == number:
            raise Crash

    return tell


# A crash at every statement


@pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)
def test_a_crash_at_any_statement_of_an_append_keeps_all_or_none(make_store: MakeStore) -> None:
    whole = ["begin", "head", "entries", "balances", "commit", "committed"]
    entries = post(make_store())
    for number in range(1, len(whole) + 1):
        seen: list[str] = []
        epoch = make_store().claim("L")
        more = chain(count=2, after=head_of(entries), tag=f"crash{number}")
        dying = make_store(on_statement=crash_at(number, seen))
        with pytest.raises(Crash):
            dying.append(Append("L", epoch, head_of(entries), more, totals([*entries, *more])))
        dying.close()
        assert seen == whole[:number]
        if seen[-1] == "committed":
            entries = [*entries, *more]
        assert check_sound(make_store()) == entries
    assert len(post(make_store(), 1)) == len(entries) + 1


@pytest.mark.parametrize("store_url", ["sqlite"], indirect=True)
def test_a_crash_at_any_statement_of_a_claim_or_snapshot_keeps_all_or_none(make_store: MakeStore) -> None:
    entries = post(make_store())
    for number in range(1, 10):
        before = make_store().claim("L")
        seen: list[str] = []
        dying = make_store(on_statement=crash_at(number, seen))
        try:
            dying.claim("L")
        except Crash:
            assert make_store().claim("L") == before + (2 if seen[-1] == "committed" else 1)
        dying.close()
        seen.clear()
        dying = make_store(on_statement=crash_at(number, seen))
        try:
            dying.save_snapshot("L", Snapshot(number, entries[0].hash, str(number)))
        except Crash:
            newest = [each.seq for each in make_store().snapshots("L")]
            assert (number in newest) == (seen[-1] == "committed")
        dying.close()
    assert check_sound(make_store()) == entries


# The disk


@pytest.mark.parametrize("limit", ["RLIMIT_FSIZE", "tmpfs"])
def test_a_full_disk_refuses_the_append_and_keeps_what_was_there(tmp_path: Path, limit: str) -> None:
    """A file system of 1 MB, really full; and a limit on the size of files, which SQLite sees as a failing disk."""
    script = f"{sys.executable} -m tests.jackpot.full_disk {tmp_path}"
    if limit == "RLIMIT_FSIZE":
        command = ["sh", "-c", f"exec {script} {1 << 20}"]
    else:
        user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        command = [
            "unshare",
            *user,
            "--mount",
            "sh",
            "-c",
            f"mount -t tmpfs -o size=1m none {tmp_path} && exec {script}",
        ]
        may = subprocess.run(["unshare", *user, "--mount", "mount", "-t", "tmpfs", "none", str(tmp_path)])
        assert may.returncode == 0, "a disk that is really full needs a mount: run as root, or allow user namespaces"
    done = finished(command, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("no room is left for" if limit == "tmpfs" else "the disk failed under"), done.stdout


def test_a_book_at_its_greatest_size_refuses_the_append_and_works_on(sqlite_book: Path) -> None:
    with closing(SqliteStore(sqlite_book)) as store:
        entries = post(store)
        db = store._writer_connection()
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="no room is left") as refused:
            post(store, 50, size=500)
        assert not isinstance(refused.value, StoreLost)
        assert refused.value.hint == "free space on its disk"
        assert check_sound(store) == entries
        db.execute("PRAGMA max_page_count = 4294967294")
        assert len(post(store, 1)) == 4


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that nobody can reach; pytest's own are closed to all but their owner."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-open-"))
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o777)
    shutil.rmtree(folder)


@contextmanager
def not_root() -> Iterator[None]:
    """To root no file is read-only."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_read_only_file_can_be_read_and_refuses_a_write(open_folder: Path) -> None:
    path = open_folder / "book.db"
    with closing(open_store(path, create=True)) as store:
        entries = post(store)
    path.chmod(0o444)
    with not_root(), closing(open_store(path)) as store:
        assert check_sound(store) == entries
        with pytest.raises(StoreError, match="read-only") as refused:
            store.claim("L")
        assert refused.value.hint == "check its permissions"


def test_an_auditor_reads_in_a_folder_that_is_read_only(open_folder: Path) -> None:
    """Also while nobody writes, when there is no log beside the file; and sees what a writer adds later."""
    path = open_folder / "book.db"
    with closing(open_store(path, create=True)) as store:
        entries = post(store)
    path.chmod(0o644)
    open_folder.chmod(0o755)
    with closing(opened_by_nobody(path)) as auditor:
        with not_root():
            assert check_sound(auditor) == entries
            with pytest.raises(StoreError, match="read-only"):
                auditor.claim("L")
            with pytest.raises(StoreError, match="cannot be opened"):
                open_store(open_folder / "new.db", create=True)
        with closing(open_store(path)) as store:
            more = post(store, 1)
            with not_root():
                assert check_sound(auditor) == more
        with not_root():
            assert check_sound(auditor) == more


def test_an_auditor_who_reads_by_a_link_sees_what_is_still_in_the_log(open_folder: Path) -> None:
    """SQLite keeps the log beside the file itself; nothing lies beside the link."""
    path, link = open_folder / "books" / "book.db", open_folder / "link.db"
    path.parent.mkdir(mode=0o755)
    link.symlink_to(path)
    with closing(open_store(path, create=True)) as store:
        entries = post(store)
        for each in path.parent.iterdir():
            each.chmod(0o644)
        open_folder.chmod(0o755)
        assert (path.parent / "book.db-wal").stat().st_size
        with closing(opened_by_nobody(link)) as auditor, not_root():
            assert check_sound(auditor) == entries


def opened_by_nobody(path: Path) -> Store:
    with not_root():
        return open_store(path)


# The file


def outcome(path: Path, truth: list[Entry]) -> str:
    """Open and read a damaged book as a user would; what happened, or an AssertionError where a lie went unnoticed."""
    try:
        store = open_store(path)
    except StoreError:
        return "refused"
    with closing(store):
        try:
            entries = check_sound(store)
        except StoreError:
            return "refused"
        except (AssertionError, ValueError):
            return "noticed"  # by the chain, or by balances that do not follow from it: this is what the audit does
        if entries != truth:
            assert entries == truth[: len(entries)], "an entry reads otherwise than it was written"
            return "shorter"
        return "sound" if store.integrity() == [] else "noticed"


def test_a_corrupted_page_is_refused_or_noticed(sqlite_book: Path, tmp_path: Path) -> None:
    with closing(open_store(sqlite_book)) as store:
        truth = post(store, 300, size=400)
    good = sqlite_book.read_bytes()
    pages = len(good) // 4096
    found = []
    for page in range(pages):
        for offset in (0, 2000, 4000):  # the page's header, its middle, its last cell
            start = page * 4096 + offset
            bad = bytearray(good)
            bad[start : start + 40] = bytes(byte ^ 0xFF for byte in bad[start : start + 40])
            damaged = tmp_path / "damaged.db"
            damaged.write_bytes(bad)
            found.append(outcome(damaged, truth))
            for side in ("-wal", "-shm"):
                damaged.with_name(damaged.name + side).unlink(missing_ok=True)
    assert "shorter" not in found
    assert found.count("refused") > pages  # most at opening: these are small books, and read whole
    # Only bytes that no entry uses may change unnoticed.
    assert found.count("sound") < pages


def test_a_damaged_page_deep_in_a_big_book_is_found_by_reading_it(
    sqlite_book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A big book is not read whole at opening; its damage shows where it is read, and in full to the audit."""
    with closing(open_store(sqlite_book)) as store:
        truth = post(store, 1_000, size=400)
    bad = bytearray(sqlite_book.read_bytes())
    start = bad.index(truth[300].hash.encode()) // 4096 * 4096
    bad[start : start + 12] = b"\xff" * 12
    sqlite_book.write_bytes(bad)
    with pytest.raises(StoreBroken, match="damaged"):
        open_store(sqlite_book)
    monkeypatch.setattr("croupier.stores.sqlite.QUICK_CHECK_BYTES", 0)
    with closing(open_store(sqlite_book)) as store:
        with pytest.raises(StoreBroken, match="malformed"):
            check_sound(store)
        assert store.integrity() != []


def test_a_truncated_log_leaves_the_book_as_of_an_earlier_commit(sqlite_book: Path, tmp_path: Path) -> None:
    with closing(open_store(sqlite_book)) as store:
        for number in range(12):
            truth = post(store, 2, tag=f"t{number}")
        database, log = sqlite_book.read_bytes(), sqlite_book.with_name("book.db-wal").read_bytes()
    assert len(log) > 12 * 4096
    lengths = set()
    for cut in range(0, len(log) + 1, 5003):
        copy = tmp_path / f"cut{cut}.db"
        copy.write_bytes(database)
        copy.with_name(copy.name + "-wal").write_bytes(log[:cut])
        assert outcome(copy, truth) in ("shorter", "sound")
        with closing(open_store(copy)) as store:
            lengths.add(store.head("L").seq)
            assert store.head("L").seq % 2 == 0  # whole appends only
            assert len(post(store, 1)) % 2 == 1  # and it can be written on
    assert len(lengths) > 8


def test_a_damaged_log_leaves_the_book_as_of_an_earlier_commit(sqlite_book: Path, tmp_path: Path) -> None:
    with closing(open_store(sqlite_book)) as store:
        for number in range(6):
            truth = post(store, 2, tag=f"t{number}")
        database, log = sqlite_book.read_bytes(), sqlite_book.with_name("book.db-wal").read_bytes()
    for at in range(40, len(log), 4999):
        copy = tmp_path / f"flip{at}.db"
        copy.write_bytes(database)
        copy.with_name(copy.name + "-wal").write_bytes(log[:at] + bytes([log[at] ^ 1]) + log[at + 1 :])
        assert outcome(copy, truth) in ("shorter", "sound")


def test_a_truncated_database_is_refused(sqlite_book: Path) -> None:
    with closing(open_store(sqlite_book)) as store:
        post(store, 300, size=400)
    whole = sqlite_book.read_bytes()
    for size in (0, 10, 100, 4095, 4096, 8192, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
        sqlite_book.write_bytes(whole[:size])
        with pytest.raises(StoreBroken) as refused:
            open_store(sqlite_book)
        assert refused.value.hint
        for side in ("-wal", "-shm"):
            sqlite_book.with_name(sqlite_book.name + side).unlink(missing_ok=True)


def test_what_is_not_a_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("the croupier's notes\n" * 500)
    before = path.read_bytes()
    for create in (False, True):
        with pytest.raises(StoreBroken, match="not a book"):
            open_store(path, create=create)
    assert path.read_bytes() == before
    assert sorted(tmp_path.iterdir()) == [path]


def test_another_program_s_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE journal (anything)")
    before = path.read_bytes()
    for create in (False, True):
        with pytest.raises(StoreBroken, match="another program"):
            open_store(path, create=create)
    assert path.read_bytes() == before


def test_no_book_is_made_unasked(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no book at"):
        open_store(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(tmp_path / "no" / "such" / "folder.db", create=True)
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(tmp_path)


# Tampering


DATABASES = pytest.mark.parametrize("store_url", ["sqlite", "postgres"], indirect=True)


@DATABASES
@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "UPDATE journal SET body = replace(body, 'meter', 'mine') WHERE seq = 9",
            "chain of link 'L' is broken at entry 9",
        ),
        ("UPDATE journal SET at = at + 1 WHERE seq = 10", "broken at entry 10"),
        ("UPDATE journal SET body = 'é' WHERE seq = 10", "broken at entry 10"),
        ("DELETE FROM journal WHERE seq = 10", "ends at entry 9, its head at 10"),
        ("DELETE FROM journal WHERE seq = 5", "broken at entry 5"),
        ("DELETE FROM journal", "ends at entry 0"),
        ("UPDATE heads SET hash = replace(hash, 'a', 'b')", "the head of link 'L' is not the hash"),
        ("UPDATE heads SET seq = 9", "the head of link 'L' is not the hash of entry 9"),
        ("UPDATE heads SET seq = 11", "ends at entry 10, its head at 11"),
    ],
)
def test_a_changed_journal_or_head_is_refused_at_opening(make_store: MakeStore, statement: str, message: str) -> None:
    store = make_store()
    post(store, 10)
    store.close()
    tamper(make_store.url, statement)
    with pytest.raises(StoreBroken, match=message) as refused:
        make_store()
    assert "croupier jackpot audit" in str(refused.value)


@DATABASES
def test_the_database_itself_refuses_to_change_the_journal(make_store: MakeStore) -> None:
    entries = post(make_store())
    for statement in ("UPDATE journal SET at = 0", "DELETE FROM journal WHERE seq = 1"):
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.RaiseException), match="only ever appended"):
            execute(make_store.url, statement)
    assert check_sound(make_store()) == entries


@DATABASES
@pytest.mark.parametrize(
    "statement",
    [
        "DROP INDEX journal_id",
        "DROP VIEW transfers",
        "DROP TABLE snapshots",
        "ALTER TABLE balances ADD COLUMN extra text",
        "ALTER TABLE heads RENAME COLUMN epoch TO era",
    ],
)
def test_a_schema_of_another_shape_is_refused(make_store: MakeStore, statement: str) -> None:
    store = make_store()
    post(store)
    store.close()
    tamper(make_store.url, statement)
    with pytest.raises(StoreBroken, match="in its schema") as refused:
        make_store()
    assert refused.value.hint


def test_missing_guards_of_the_journal_are_refused(make_store: MakeStore) -> None:
    make_store().close()
    if make_store.url.startswith("postgresql"):
        tamper(make_store.url, "ALTER TABLE journal DISABLE TRIGGER journal_no_change")
    else:
        with closing(sqlite3.connect(make_store.url)) as db:
            db.execute("DROP TRIGGER journal_no_delete")
    with pytest.raises(StoreBroken, match="journal_no"):
        make_store()


@DATABASES
def test_a_damaged_snapshot_is_passed_over_and_reported(make_store: MakeStore) -> None:
    store = make_store()
    entries = post(store)
    for entry in entries:
        store.save_snapshot("L", Snapshot(entry.seq, entry.hash, "state"))
    store.close()
    tamper(make_store.url, "UPDATE snapshots SET state = 'other' WHERE seq = 3")
    store = make_store()
    assert [each.seq for each in store.snapshots("L")] == [2, 1]
    assert store.integrity() == ["the snapshot of link 'L' at 3 is damaged"]


# The schema's version


@DATABASES
def test_a_book_of_another_schema_is_refused(make_store: MakeStore) -> None:
    make_store().close()
    for version in (SCHEMA + 1, 3, SCHEMA + 98):  # 3 was written before anything was released
        set_version(make_store.url, version)
        for create in (False, True):
            with pytest.raises(StoreBroken, match=f"schema version {version}, and this software reads") as refused:
                open_store(make_store.url, create=create)
            assert refused.value.hint == "only the software that wrote it reads it"


def test_an_empty_database_is_no_book(bare_postgres_url: str, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    for url in (bare_postgres_url, str(tmp_path / "empty.db")):
        with pytest.raises(StoreBroken, match="is empty"):
            open_store(url)
        with closing(open_store(url, create=True)) as store:
            assert len(post(store)) == 3


def test_another_program_s_tables_are_no_book(bare_postgres_url: str) -> None:
    with psycopg.connect(bare_postgres_url) as db:
        db.execute("CREATE TABLE meta (name text)")
    for create in (False, True):
        with pytest.raises(StoreBroken, match="another program"):
            open_store(bare_postgres_url, create=create)


# Other processes and lost connections


def test_a_book_held_by_another_process_is_busy(sqlite_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.stores.sqlite.BUSY_MS", 50)
    with closing(open_store(sqlite_book)) as store:
        entries = post(store)
        with closing(sqlite3.connect(sqlite_book, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with closing(open_store(sqlite_book)) as late, pytest.raises(StoreBusy, match="held by another process"):
                late.claim("L")
            assert check_sound(store) == entries
            other.execute("ROLLBACK")
        assert len(post(store, 1)) == 4


def test_a_link_locked_by_another_process_is_busy(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.stores.postgres.PATIENCE_MS", 1000)
    with closing(open_store(postgres_url)) as store:
        entries = post(store)
        with psycopg.connect(postgres_url) as other:
            other.execute("SELECT * FROM heads FOR UPDATE")
            with pytest.raises(StoreBusy, match="is busy"):
                store.claim("L")
            assert check_sound(store) == entries
        assert len(post(store, 1)) == 4


def test_two_processes_may_make_the_same_book_at_once(tmp_path: Path, bare_postgres_url: str) -> None:
    for url in (str(tmp_path / "book.db"), bare_postgres_url):
        failures: list[BaseException] = []

        def make(url: str = url, failures: list[BaseException] = failures) -> None:
            for _ in range(20):  # on a busy machine the others may hold the book longer than anybody waits
                try:
                    open_store(url, create=True).close()
                except StoreBusy:
                    continue
                except BaseException as error:
                    failures.append(error)
                return
            failures.append(TimeoutError("the book stayed busy"))

        threads = [threading.Thread(target=make) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        with closing(open_store(url)) as store:
            post(store)


def terminate_all(url: str) -> None:
    """As an administrator would, and wait until they are gone."""
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"SELECT pg_terminate_backend(pid) {others}")
        while db.execute(f"SELECT count(*) {others}").fetchone() != (0,):
            time.sleep(0.005)


def test_a_writer_that_lost_its_connection_stops_and_readers_come_back(postgres_url: str) -> None:
    with closing(open_store(postgres_url)) as store:
        entries = post(store)
        epoch = store.claim("L")
        terminate_all(postgres_url)
        more = chain(after=head_of(entries))
        for _ in range(2):
            with pytest.raises(StoreLost) as lost:
                store.append(Append("L", epoch, head_of(entries), more, totals([*entries, *more])))
            assert lost.value.hint is not None
            assert "open the book again" in lost.value.hint
        with pytest.raises(StoreLost):
            store.claim("L")
        with pytest.raises(StoreLost):
            store.head("L")
        assert check_sound(store) == entries
    with closing(open_store(postgres_url)) as again:
        assert len(post(again, 1)) == 4


def test_a_connection_lost_in_the_middle_of_a_stream_is_said(postgres_url: str) -> None:
    with closing(open_store(postgres_url)) as store:
        post(store, 5_000)
        stream = store.entries("L")
        next(stream)
        terminate_all(postgres_url)
        with pytest.raises(StoreLost):
            list(stream)
        assert len(check_sound(store)) == 5_000


def test_a_connection_lost_during_an_append_leaves_all_or_none(postgres_url: str) -> None:
    """The administrator strikes while appends run; whatever was acknowledged is kept, the last may or may not be."""
    for _ in range(5):
        with closing(open_store(postgres_url)) as store:
            acknowledged = append_until_lost(store, lambda: terminate_all(postgres_url))
        with closing(open_store(postgres_url)) as again:
            assert len(check_sound(again)) - acknowledged.seq in (0, 5)


def append_until_lost(store: Store, strike: Callable[[], None]) -> Head:
    """Append in groups of five until the store is lost; the last head that was acknowledged."""
    epoch, head = store.claim("L"), store.head("L")
    before = list(store.entries("L"))
    striker = threading.Timer(0.05, strike)
    striker.start()
    try:
        while True:
            entries = chain(count=5, after=head, size=2_000)
            before += entries
            store.append(Append("L", epoch, head, entries, totals(before)))
            head = head_of(entries)
    except StoreLost:
        return head
    finally:
        striker.join()


def test_a_server_killed_during_an_append_recovers_all_or_none() -> None:
    with Server() as server:
        url = server.database()
        open_store(url, create=True).close()
        for _ in range(3):
            with closing(open_store(url)) as store:
                acknowledged = append_until_lost(store, server.kill9)
                with pytest.raises(StoreLost, match=r"cannot be reached|was lost"):
                    store.head("L")
                with pytest.raises(StoreLost, match="cannot be reached"):
                    open_store(url)
                server.start()
                assert store.head("L").seq - acknowledged.seq in (0, 5)  # a reader comes back
                with pytest.raises(StoreLost):  # a writer does not
                    store.claim("L")
            with closing(open_store(url)) as again:
                assert len(check_sound(again)) - acknowledged.seq in (0, 5)
        base = server.base
    assert not base.exists()


def test_a_server_that_does_not_answer_is_said_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(StoreLost, match="cannot be reached") as refused:
        open_store(f"postgresql://me:secret@/book?host={tmp_path}")
    assert "secret" not in str(refused.value)
    with pytest.raises(StoreLost, match="cannot be reached"):
        open_store("postgresql://me:secret@127.0.0.1:1/book")
    with pytest.raises(StoreError, match="cannot be read"):
        open_store("postgresql://me:secret@[/book")


def test_a_database_that_is_not_there_is_said(postgres_server: str) -> None:
    with pytest.raises(StoreError, match="no such database"):
        open_store(postgres_server.replace("/postgres?", "/nowhere?"))


def test_without_psycopg_the_extra_is_named() -> None:
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from croupier.stores.opening import open_store\n"
        "from croupier.errors import MissingPart\n"
        "try: open_store('postgresql:///x')\n"
        "except MissingPart as error: print(error)\n"
    )
    done = python(code, cwd=ROOT)
    assert "pip install 'croupier[postgres]'" in done.stdout, done.stderr


# For auditors


@DATABASES
def test_the_transfers_of_a_book_are_rows_for_an_auditor(make_store: MakeStore) -> None:
    store = make_store()
    entries = post(store, 3)
    rows = execute(make_store.url, "SELECT link, seq, at, kind, debit, credit, amount FROM transfers ORDER BY seq")
    assert rows == [("L", n, entries[n - 1].at, "wager", "wagers", "meter", n) for n in (1, 2, 3)]


def test_commits_are_durable_on_every_connection(sqlite_book: Path, postgres_url: str) -> None:
    with closing(SqliteStore(sqlite_book)) as store:
        db = store._writer_connection()
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with psycopg.connect(postgres_url, autocommit=True) as admin:
        name = admin.info.dbname
        admin.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    from croupier.stores.postgres import Address

    with closing(Address(postgres_url).connect()) as pg:
        assert pg.execute("SHOW synchronous_commit").fetchone() == ("on",)
