"""Backup and restore: whole, verified, from any store to any other; a damaged file restores nothing."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.jackpot.journal import SCHEMA, Entry, Store, StoreBroken, StoreError
from croupier.stores.backup import backup, restore, verify, write_out
from croupier.stores.opening import open_store
from tests.jackpot.conftest import MakeStore
from tests.jackpot.journals import check_sound, head_of, post, totals
from tests.jackpot.tampering import set_version, tamper

DATABASES = pytest.mark.parametrize("store_url", ["sqlite", "postgres"], indirect=True)


def written(url: str) -> dict[str, list[Entry]]:
    """A book of three links, one of them empty."""
    with closing(open_store(url, create=True)) as store:
        found = {"a": post(store, 30, "a"), "b": post(store, 1_200, "b"), "c": []}
        store.claim("c")
    return found


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A backup of such a book."""
    url = f"sqlite:{tmp_path / 'source.db'}"
    written(url)
    backup(url, tmp_path / "good.gz")
    return tmp_path / "good.gz"


def test_a_book_comes_back_from_its_backup_in_any_store(store_url: str, tmp_path: Path) -> None:
    source = str(tmp_path / "source.db")
    truth = written(source)
    said = backup(source, tmp_path / "book.gz")
    assert said.entries == 1_230
    assert said.heads["a"] == head_of(truth["a"])
    assert said.balances["b"] == totals(truth["b"])
    assert restore(tmp_path / "book.gz", store_url) == said
    with closing(open_store(store_url)) as store:
        assert store.links() == ["a", "b", "c"]
        for link, entries in truth.items():
            assert check_sound(store, link) == entries
        assert len(post(store, 2, "c")) == 2
        assert len(post(store, 2, "a", tag="more")) == 32


def test_the_backup_of_a_restored_book_is_the_same_file(make_store: MakeStore, tmp_path: Path) -> None:
    written(make_store.url)
    backup(make_store.url, tmp_path / "one.gz")
    restore(tmp_path / "one.gz", tmp_path / "other.db")
    backup(tmp_path / "other.db", tmp_path / "two.gz")
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()


def test_a_backup_is_taken_while_the_book_is_in_use(make_store: MakeStore, tmp_path: Path) -> None:
    store = make_store()
    before = post(store, 10)
    backup(make_store.url, tmp_path / "book.gz")
    post(store, 5)
    assert verify(tmp_path / "book.gz").heads["L"] == head_of(before)


@pytest.mark.parametrize("way", ["a backup", "the book", "a link to it", "a symlink", "a broken symlink", "a folder"])
def test_a_backup_replaces_nothing(good: Path, tmp_path: Path, way: str) -> None:
    book, target = good.with_name("source.db"), tmp_path / "target"
    match way:
        case "a backup":
            target = good
        case "the book":
            target = book
        case "a link to it":
            target.hardlink_to(book)
        case "a symlink":
            target.symlink_to(book)
        case "a broken symlink":
            target.symlink_to(tmp_path / "nowhere")
        case "a folder":
            target.mkdir()
    before = {each.name: each.is_file() and each.read_bytes() for each in tmp_path.iterdir()}
    with pytest.raises(BadInput, match="is there already; nothing was written"):
        backup(book, target)
    assert {each.name: each.is_file() and each.read_bytes() for each in tmp_path.iterdir()} == before


def test_a_backup_leaves_nothing_beside_it(good: Path) -> None:
    assert verify(good).entries == 1_230
    assert sorted(each.name for each in good.parent.iterdir()) == ["good.gz", "source.db"]


@pytest.mark.parametrize("name", ["source.db-wal", "source.db-shm", "source.db-journal"])
def test_a_backup_takes_no_name_that_the_book_itself_may_need(good: Path, name: str) -> None:
    with pytest.raises(BadInput, match="belongs to the book itself"):
        backup(good.with_name("source.db"), good.with_name(name))
    assert not good.with_name(name).exists()


def test_a_name_that_is_taken_meanwhile_is_not_replaced(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = good.with_name("late.gz")

    def write(store: Store, path: Path) -> None:
        write_out(store, path)
        target.write_text("mine")

    monkeypatch.setattr("croupier.stores.backup.write_out", write)
    with pytest.raises(BadInput, match="is there already"):
        backup(good.with_name("source.db"), target)
    assert target.read_text() == "mine"
    assert [each.name for each in good.parent.iterdir() if "partial" in each.name] == []


def test_a_book_is_not_taken_for_a_damaged_backup(good: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreBroken, match=r"source\.db is a book, not a backup of one"):
        restore(good.with_name("source.db"), tmp_path / "target.db")
    assert not (tmp_path / "target.db").exists()


def test_an_address_is_no_backup_file(good: Path, tmp_path: Path) -> None:
    address = "postgresql://me:secret@host/book"
    with pytest.raises(BadInput, match="a backup is a file"):
        backup(good.with_name("source.db"), address)
    with pytest.raises(BadInput, match="a backup is a file"):
        restore(address, tmp_path / "target.db")


def test_a_backup_of_no_book_or_to_no_folder_is_refused(good: Path) -> None:
    with pytest.raises(StoreError, match="there is no book"):
        backup(good.with_name("none.db"), good.with_name("x.gz"))
    with pytest.raises(StoreError, match="cannot be written"):
        backup(good.with_name("source.db"), good.parent / "no" / "folder.gz")


@DATABASES
def test_a_broken_chain_is_not_backed_up(make_store: MakeStore, tmp_path: Path) -> None:
    store = make_store()
    post(store, 200)
    store.close()
    tamper(make_store.url, "UPDATE journal SET at = at + 1 WHERE seq = 20")  # too deep for the check at opening
    with pytest.raises(StoreBroken, match="the book is damaged: the hash chain of link 'L' is broken at entry 20"):
        backup(make_store.url, tmp_path / "book.gz")
    assert not (tmp_path / "book.gz").exists()


def test_a_restore_into_a_book_in_use_is_refused(make_store: MakeStore, good: Path) -> None:
    store = make_store()
    entries = post(store)
    with pytest.raises(StoreError, match="not empty"):
        restore(good, make_store.url)
    assert check_sound(store) == entries
    assert store.links() == ["L"]


def damaged(lines: list[bytes]) -> dict[str, bytes]:
    """Many ways to be damaged."""
    entry = json.loads(lines[5])
    changed = json.dumps([*entry[:3], entry[3] + 1, *entry[4:]]).encode() + b"\n"
    header = json.loads(lines[0])
    whole = gzip.compress(b"".join(lines))
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0x10
    return {
        "empty": b"",
        "text": b"my notes",
        "cut in the middle": whole[: len(whole) // 2],
        "cut at the end": whole[:-1],
        "a flipped bit": bytes(flipped),
        "no footer": gzip.compress(b"".join(lines[:-1])),
        "an entry missing": gzip.compress(b"".join(lines[:5] + lines[6:])),
        "the last entry missing": gzip.compress(b"".join(lines[:-2] + lines[-1:])),
        "an entry changed": gzip.compress(b"".join([*lines[:5], changed, *lines[6:]])),
        "entries swapped": gzip.compress(b"".join([*lines[:5], lines[6], lines[5], *lines[7:]])),
        "a line that is no JSON": gzip.compress(b"".join([*lines[:5], b"{\n", *lines[6:]])),
        "a line of another form": gzip.compress(b"".join([*lines[:5], b"[1, 2]\n", *lines[6:]])),
        "more after the end": gzip.compress(b"".join([*lines, lines[5]])),
        "another head": gzip.compress(
            b"".join(
                [json.dumps({**header, "links": {**header["links"], "c": [1, "f" * 64]}}).encode(), b"\n", *lines[1:]]
            )
        ),
        "a newer format": gzip.compress(b"".join([json.dumps({**header, "format": 2}).encode(), b"\n", *lines[1:]])),
        "other JSON": gzip.compress(b'{"a": 1}\n'),
        "no header": gzip.compress(b"".join(lines[1:])),
    }


WAYS = list(damaged([b'{"links": {}}\n', *[b"[0, 0, 0, 0, 0, 0, 0]\n"] * 8]))


@pytest.mark.parametrize("way", WAYS)
def test_a_damaged_backup_restores_nothing(good: Path, tmp_path: Path, way: str) -> None:
    lines = gzip.decompress(good.read_bytes()).splitlines(keepends=True)
    good.write_bytes(damaged(lines)[way])
    target = tmp_path / "target.db"
    with pytest.raises(StoreBroken) as refused:
        restore(good, target)
    assert "good.gz" in refused.value.message
    assert refused.value.hint
    assert not target.exists()


def test_a_backup_that_changes_while_it_is_restored_restores_nothing(
    good: Path, tmp_path: Path, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = verify(good)
    cut = good.read_bytes()
    good.write_bytes(cut[: len(cut) // 2])
    monkeypatch.setattr("croupier.stores.backup.verify", lambda file: whole)  # as it was a moment ago
    with pytest.raises(StoreBroken, match="damaged"):
        restore(good, store_url)
    with closing(open_store(store_url, create=True)) as store:
        assert store.links() == []
        assert list(store.entries("b")) == []


def test_a_backup_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no backup"):
        restore(tmp_path / "none.gz", tmp_path / "target.db")
    assert list(tmp_path.iterdir()) == []


# Other versions


@DATABASES
def test_a_book_of_another_schema_is_not_backed_up(make_store: MakeStore, tmp_path: Path) -> None:
    make_store().close()
    set_version(make_store.url, SCHEMA + 1)
    with pytest.raises(StoreBroken, match="schema version"):
        backup(make_store.url, tmp_path / "book.gz")
