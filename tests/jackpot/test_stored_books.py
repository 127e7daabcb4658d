"""Books of every format that was ever written: each opens, is decided again by the rules of its time, and goes on."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from pathlib import Path

import pytest

from croupier.cards.shuffle import SeededSource
from croupier.casino.audit import audit_link
from croupier.casino.rules_of_the_day import load_layout
from croupier.casino.scripted import scripted
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.identity import Identity
from croupier.jackpot.book.reading import live_plan
from croupier.jackpot.journal import FORMAT, Entry, finder, format_of
from croupier.jackpot.reports.day import history, report
from croupier.jackpot.requests import KINDS
from croupier.jackpot.vouching import reporters
from croupier.stores.backup import restore
from croupier.stores.migrations import migrate
from croupier.stores.opening import open_store

BOOKS = Path(__file__).parent / "books"
HEADS = {
    "envy": (8, "d89786b07a0edfd3"),
    "house": (8, "5bdd04b4e6346e70"),
    "mini-royal": (14, "642f472ceaaaa7b1"),
    "pp-dealer": (14, "f01b0caa727522d2"),
    "pp-dynamic": (14, "3bb01e6745cd3580"),
    "pp-levels": (14, "40a21c88194e61f9"),
    "pp-two": (14, "6a901cee2bb5ab72"),
    "sf": (240, "b6a1b74bd3b5ab50"),
}
"""Written down when the book was made."""
LATER_HEADS = {
    f"{format}-{number}": head
    for format, heads in {
        2: [(49, "a2e5a3fca3d45593"), (105, "1a639fdb6a3e17c2"), (62, "a5e0d1a4215ad458"), (129, "2426eb84db9fb5bd")],
        3: [(130, "5f00e08b26ffb6df"), (95, "9167688905e84c11"), (80, "48b07c8d2f644781"), (80, "b321c28f5d3c9aef")],
        4: [(63, "3e205689f691a8bb"), (61, "f29cce51fcdbf8fa"), (67, "b364f6b01278e09a"), (55, "c0b3ef04dfad74ea")],
        5: [(48, "9f4f138b40e6fe82"), (98, "b052980b47714026"), (96, "68af6dcfd487286e")],
        6: [(60, "c6bd01d6bb660e21"), (94, "7ffa3fdfe1111e2d"), (89, "eb5813dc66aee63f")],
    }.items()
    for number, head in enumerate(heads, 1)
}
"""By format and file: where the one link of each later book ends."""
OF_FORMAT_1 = frozenset(
    "propose accept withdraw_proposal reset wager lock result void approve reject pay adjust deposit withdraw statement"
    " seize release fault clear close_day".split()
)


@pytest.fixture(params=["file", "backup"])
def format_1(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The stored book of format 1: the file itself, brought to this schema, or its backup restored."""
    path = tmp_path / "book.db"
    if request.param == "backup":
        restore(BOOKS / "format-1.backup.gz", path)
    else:
        path.write_bytes(gzip.decompress((BOOKS / "format-1.db.gz").read_bytes()))
        migrate(path)
    return str(path)


def test_format_1_is_decided_again_by_the_rules_of_its_time(format_1: str) -> None:
    with closing(open_store(format_1)) as store:
        assert set(store.links()) == set(HEADS)
        kinds = set()
        for link, (seq, hash) in HEADS.items():
            head = store.head(link)
            assert (head.seq, head.hash[:16]) == (seq, hash)
            found = audit_link(format_1, store, link)
            assert not found.findings
            assert found.decided == seq
            kinds |= {entry.kind for entry in store.entries(link)}
        assert kinds >= OF_FORMAT_1
        assert set(KINDS) >= OF_FORMAT_1


def test_format_1_goes_on_in_the_format_of_today(format_1: str) -> None:
    with closing(open_store(format_1)) as store:
        for link, (seq, _) in HEADS.items():
            running = Identity("software-of-today", json.loads(next(iter(store.entries(link))).body)["rulebook"])
            book = JackpotBook.open(store, link, load_layout, SeededSource(1), lambda: 1_767_400_000_000, running)
            if book.link.barred:  # what was restored goes on by two people alone
                chain = {"do": "new_chain", "by": "sam", "second": "robin", "head": book.link.barred.head}
                assert book.post_all([scripted({"id": "chain", **chain, "reason": "restored"})])[0].code == "ok"
            assert "the software has changed" in book.state.faults
            book.close()
            assert json.loads(next(iter(store.entries(link, after=seq))).body)["v"] == FORMAT
            assert audit_link(format_1, store, link).is_clean


@pytest.fixture(params=sorted(LATER_HEADS))
def later(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A stored book of a later format, restored: its name and its address."""
    path = tmp_path / "book.db"
    restore(BOOKS / f"format-{request.param}.backup.gz", path)
    return request.param, str(path)


def test_later_formats_are_decided_again_by_the_rules_of_their_time(later: tuple[str, str]) -> None:
    name, address = later
    with closing(open_store(address)) as store:
        head = store.head("link")
        assert (head.seq, head.hash[:16]) == LATER_HEADS[name]
        assert {format_of(json.loads(entry.body)) for entry in store.entries("link")} == {int(name[0])}
        found = audit_link(address, store, "link")
        assert not found.findings
        assert found.decided == head.seq


def test_later_formats_go_on_in_the_format_of_today(later: tuple[str, str]) -> None:
    """Pending awards are rejected, what was taken back is reported again, in the format of today."""
    name, address = later
    with closing(open_store(address)) as store:
        first = next(iter(store.entries("link")))
        running = Identity("software-of-today", json.loads(first.body)["rulebook"])
        book = JackpotBook.open(store, "link", load_layout, SeededSource(1), lambda: 1_999_400_000_000, running)
        assert book.link.barred is not None, "it was restored"
        supervisors = [person.id for person in live_plan(book.state).people if person.role == "supervisor"]
        one, other = supervisors[:2]
        chain = {"do": "new_chain", "by": one, "second": other, "head": book.link.barred.head}
        assert book.post_all([scripted({"id": "chain", **chain, "reason": "restored"})])[0].code == "ok"
        for award in [no for no, each in book.state.awards.items() if each["status"] == "pending"]:
            if award in book.state.awards:
                people = set(reporters(book.state.awards[award]))
                asked = {"id": f"r{award}", "do": "reject", "by": one, "award": int(award), "reason": "misread"}
                code = book.post_all([scripted({**asked, "second": other})])[0].code
                fine = {"ok", "result_paid", "more_than_there"}
                assert code in ({"three_people"} if people & {one, other} else fine), code
        for key in list(book.state.reopened):
            table, _, round = key.rpartition(":")
            again = {"id": f"v{key}", "do": "void", "by": one, "second": other, "reason": "no such hand"}
            assert book.post_all([scripted({**again, "table": table, "round": int(round)})])[0].code == "ok"
        book.close()
        assert json.loads(list(store.entries("link", after=LATER_HEADS[name][0]))[-1].body)["v"] == FORMAT
        assert audit_link(address, store, "link").is_clean


def _there(entry: Entry | None) -> Entry:
    assert entry is not None
    return entry


def test_closed_days_of_older_formats_are_still_reported(later: tuple[str, str]) -> None:
    """Readings that the close itself wrote down, or since format 4 the end of the day."""
    _, address = later
    with closing(open_store(address)) as store:
        entry_at = finder(store, "link")
        closes = [json.loads(entry.body) for entry in store.entries("link") if entry.kind == "close_day"]
        assert list(history(store, "link")) == [body["req"]["day"] for body in closes][::-1]
        for body in closes:
            found = report(store, "link", body["req"]["day"])
            assert found.is_closed
            read_by = body if "readings" in body else json.loads(_there(entry_at(body["ends"])).body)
            assert found.bank.owed == read_by["readings"]["liability"]
