"""Killed in mid-round and started again: the table goes on where it was, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from croupier.casino.floor import opened
from croupier.errors import CroupierError
from croupier.jackpot.book.reading import read_state
from croupier.stores.house import Change, HouseFenced, HouseStore, Transfer
from tests.processes import program
from tests.service.players import Player, patiently
from tools import postgres


class Process:
    """``croupier serve`` as a process of its own."""

    def __init__(self, database: str, port: int = 0) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "serve", "--port", str(port), "--database", database],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), self.address
        for _ in patiently():
            try:
                urllib.request.urlopen(f"{self.address}/readyz").close()
                return
            except OSError:
                time.sleep(0.02)
        raise AssertionError("the house is not ready")

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait(20)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "house.db")
        return
    given = postgres.existing()
    if given:
        name = f"house_{os.getpid()}"
        postgres.create_database(given, name, "template1")
        yield f"{given.rpartition('/')[0]}/{name}"
        postgres.drop_database(given, name)
        return
    with postgres.Server() as server:
        yield server.database()


def test_a_round_survives_a_kill(database: str) -> None:
    house = Process(database)
    port = int(house.address.rpartition(":")[2])
    with httpx.Client(base_url=house.address, timeout=20) as client:
        player = Player(client, "Mara")
        assert player.do("K2", "sit", {"seat": 3}).status_code == 200
        assert player.wager("K2").status_code == 200
        before = player.until_dealt("K2")
        while before["turn"] is None:
            before = player.view("K2")
        chips = player.cents
        house.end(signal.SIGKILL)
        house = Process(database, port)
        after = player.view("K2")
        for key in ("round", "decided", "felt", "turn", "commitment", "meters", "made", "you"):
            assert after[key] == before[key], key
        assert player.cents == chips
        last = player.play("K2", before["round"])["last"]
        assert last["root"] == before["commitment"]["root"]
        staked = sum(cents for cents in after["felt"]["seats"][0]["stakes"].values())
        assert player.cents >= chips - 4 * staked
        assert player.do("K2", "leave").status_code == 200
        client.close()
    assert house.end() == 0, "SIGTERM ends the house cleanly"
    store = HouseStore(database)
    assert sum(store.balances().values()) == 0
    store.close()
    beside = Path(database.replace("house.db", "house-chips.db"))
    if beside.exists():  # the round is in the book of play chips once, as it was dealt before the kill
        with opened(str(beside)) as book:
            [link] = book.links()
            kinds = [entry.kind for entry in book.entries(link)]
            state = read_state(book, link)
        assert [kinds.count(kind) for kind in ("wager", "lock", "result", "void")] == [1, 1, 1, 0]
        assert (state.rounds, state.awards) == ({}, {})
    assert beside.exists() == database.endswith("house.db")


def test_nothing_of_a_killed_house_runs_on(tmp_path: Path) -> None:
    house = Process(str(tmp_path / "house.db"))
    asked = urllib.request.urlopen(f"{house.address}/api/v1/edge?game=three-card-prime&wager=ante")
    assert json.load(asked)["house_edge"]
    house.end(signal.SIGKILL)
    for _ in patiently():
        try:
            os.killpg(house.process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    os.killpg(house.process.pid, signal.SIGKILL)
    raise AssertionError("a worker of the house outlived it")


def test_the_store_refuses_what_would_lose_a_chip(database: str) -> None:
    store = HouseStore(database)
    given = Transfer("1", "bank", "guest:a", 500, "opening chips")
    store.commit([Change(1, transfers=(given,))])
    with pytest.raises(Exception, match=r"(?i)unique|duplicate"):
        store.commit([Change(2, transfers=(given,))])
    with pytest.raises(Exception, match=r"(?i)check"):
        store.commit([Change(3, transfers=(Transfer("2", "guest:a", "table:K1", 501, "too much"),))])
    assert store.balances() == {"bank": -500, "guest:a": 500}
    # Several changes share a transaction: all or none.
    good = Change(4, transfers=(Transfer("3", "guest:a", "table:K1", 100, "fine"),))
    bad = Change(4, transfers=(Transfer("4", "guest:a", "table:K1", 500, "too much"),))
    with pytest.raises(Exception, match=r"(?i)check"):
        store.commit([good, bad])
    assert store.balance("guest:a") == 500
    second = HouseStore(database)
    with pytest.raises(HouseFenced):
        store.commit([Change(5)])
    assert issubclass(HouseFenced, CroupierError)
    second.commit([Change(6)])
    store.close()
    second.close()


def test_serve_says_what_is_wrong(tmp_path: Path) -> None:
    for arguments, words in (
        (["--host", "no.such.host.invalid"], "cannot listen"),
        (["--database", "mysql://x"], "cannot be kept"),
        (["--port", "99999"], "99999"),
        (["--demo", "--host", "0.0.0.0"], "listens only on this machine"),
        (["--demo", "--book", "casino.db"], "--book is given too"),
    ):
        done = program("serve", "--port", "0", *arguments, cwd=tmp_path)
        assert done.returncode == 2, done.stderr
        assert words in done.stderr
        assert "Traceback" not in done.stderr


def test_a_database_of_an_earlier_tree_is_refused_in_one_line(database: str, tmp_path: Path) -> None:
    """The same number, and other columns, or another record of a table: no traceback, and nobody sits down first."""
    store = HouseStore(database)
    store._run("DROP TABLE house_shoes")
    store._run("CREATE TABLE house_shoes (id TEXT PRIMARY KEY, secret TEXT NOT NULL, cut BIGINT NOT NULL)")
    store.close()
    done = program("serve", "--port", "0", "--database", database, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "was made by another version: house_shoes has the columns id, secret, cut\nhint: open" in done.stderr
    assert "Traceback" not in done.stderr

    other = str(tmp_path / "other.db")
    store = HouseStore(other)
    store.commit([Change(1, table=("K1", '{"schema":1,"spec":"keep-it-straight","seats":{}}'), shoe=("K1", "[]"))])
    store.close()
    done = program("serve", "--port", "0", "--database", other, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "table K1 as it was kept: " in done.stderr
    assert "hint: open the house on another database" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_house_that_was_taken_over_in_the_middle_of_a_commit_adds_nothing_afterwards(database: str) -> None:
    """The next house reads what is there as it opens: two would otherwise deal from one shoe."""
    first = HouseStore(database)
    first.commit([Change(1, round=("K1", 1, "dealt by the first"))])
    is_in_the_middle, goes_on = threading.Event(), threading.Event()
    keep = first._keep

    def hangs(changes: Sequence[Change]) -> None:
        is_in_the_middle.set()
        goes_on.wait(1)
        keep(changes)

    first._keep = hangs  # type: ignore[method-assign]
    with ThreadPoolExecutor() as pool:
        late = pool.submit(first.commit, [Change(2, round=("K1", 2, "dealt by the first"))])
        assert is_in_the_middle.wait(5)
        second = HouseStore(database)
        seen = second.rounds("K1", 9, 9)
        goes_on.set()
        late.exception(10)
    assert second.rounds("K1", 9, 9) == seen
    first.close()
    second.close()
