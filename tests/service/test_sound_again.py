"""A database that goes away and comes back: 503 meanwhile, nothing invented, and the tables play on by themselves.

One PostgreSQL server is restarted under an open house; what needs no server of its own is shown without one.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from croupier.jackpot.journal import StoreLost
from croupier.people.access_log import AccessLog
from croupier.people.logins import LoginFile, Logins, Secrets
from croupier.service.felts import house_tables
from croupier.service.floor import Floor
from croupier.stores.house import Change, HouseFenced, HouseStore, Transfer
from croupier.stores.private_files import make_folder, repair_private
from tests.service.casino import TABLE, Casino, open_casino
from tests.service.running import House, asks, in_process, quick
from tests.service.test_seats import MARA, on_a_floor, sits
from tools import postgres


def within(seconds: float, is_true: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if is_true():
            return True
        time.sleep(0.05)
    return False


def test_play_tables_go_on_after_a_restart_of_postgresql(tmp_path: Path) -> None:
    with postgres.Server() as server:
        settings = quick(tmp_path, database=server.database())
        with House(settings) as house:
            client = house.client()
            assert client.post("/api/v1/session", json={"name": "Mara"}).status_code == 200
            assert client.get("/readyz").status_code == 200
            server.stop()
            told = client.get("/readyz")
            assert told.status_code == 503
            assert told.json()["parts"]["tables"] != ""
            sat = _sit(client, "key-00001")
            assert (sat.status_code, sat.json()["code"]) == (503, "book_unavailable")
            assert int(sat.headers["retry-after"]) > 0
            server.start()
            assert within(20, lambda: client.get("/readyz").status_code == 200)
            assert _sit(client, "key-00002").status_code == 200, "no restart of the house"


def _sit(client: httpx.Client, key: str) -> httpx.Response:
    return client.post("/api/v1/tables/K1/sit", json={"seat": 1}, headers={"Idempotency-Key": key})


def test_what_may_or_may_not_be_kept_is_read_again_before_anybody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commit was kept, and its answer was lost: the worst of the two cases."""

    async def walk(floor: Floor) -> None:
        commit, read = floor.store.commit, floor.store.table

        def keeps_and_is_lost(changes: list[Change]) -> None:
            commit(changes)
            monkeypatch.setattr(floor.store, "table", lost)
            monkeypatch.setattr(floor.store, "is_lost", True)
            raise StoreLost("the connection was lost")

        def lost(_: str) -> None:
            raise StoreLost("the connection was lost")

        monkeypatch.setattr(floor.store, "commit", keeps_and_is_lost)
        with pytest.raises(StoreLost):
            await floor.command("K1", MARA, "key-00001", "sit", {"seat": 1}, sits(floor, MARA, 1))
        with pytest.raises(StoreLost):
            await floor.seen("K1", None)
        monkeypatch.setattr(floor.store, "commit", commit)
        monkeypatch.setattr(floor.store, "table", read)
        monkeypatch.setattr(floor.store, "is_lost", False)
        assert (await floor.seen("K1", MARA.id)).seats[0].name == "Mara", "it was kept after all"
        again = await floor.command("K1", MARA, "key-00001", "sit", {"seat": 1}, sits(floor, MARA, 1))
        assert again.repeated

    on_a_floor(walk)


def test_a_house_that_another_has_fenced_off_is_not_ready(tmp_path: Path) -> None:
    settings = quick(tmp_path)

    async def walk(app: FastAPI) -> None:
        client = asks(app)
        assert (await client.get("/readyz")).json()["status"] == "ready"
        second = HouseStore(settings.database)
        told = await client.get("/readyz")
        assert told.status_code == 503
        assert "another house" in told.json()["parts"]["tables"]
        named = await client.post("/api/v1/session", json={"name": "Mara"})
        assert (named.status_code, named.json()["code"]) == (503, "house_fenced")
        assert "retry-after" in named.headers
        second.close()

    in_process(settings, walk)


def test_a_process_without_tables_fences_off_nobody(tmp_path: Path) -> None:
    settings = quick(tmp_path)
    first = HouseStore(settings.database)

    async def walk(app: FastAPI) -> None:
        assert (await asks(app).get("/readyz")).status_code == 200
        first.check()

    in_process(replace(settings, play_tables=False), walk)
    first.close()


def test_a_full_disk_is_not_ready_and_strangers_are_not_told_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plenty = shutil.disk_usage(tmp_path)

    async def walk(app: FastAPI) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: plenty._replace(free=1_000_000))
        told = await asks(app).get("/readyz")
        assert told.status_code == 503
        assert str(tmp_path) in told.json()["parts"]["disk"]
        stranger = await asks(app, "10.0.0.9").get("/readyz")
        assert (stranger.status_code, stranger.json()["parts"]) == (503, {})

    in_process(quick(tmp_path), walk)


def test_a_refused_commit_is_told_until_the_next_one_is_kept(tmp_path: Path) -> None:
    store = HouseStore(tmp_path / "house.db")
    store.commit([Change(1, round=("K1", 1, "first"))])
    with pytest.raises(Exception, match="rule of its tables"):
        store.commit([Change(1, round=("K1", 1, "again"))])
    assert store.trouble
    store.commit([Change(1, round=("K1", 2, "second"))])
    assert not store.trouble
    store.close()


def test_a_lost_store_answers_nothing_before_it_was_opened_again(tmp_path: Path) -> None:
    store = HouseStore(tmp_path / "house.db")
    store.commit([Change(1, transfers=(Transfer("1", "bank", "guest:a", 5, "opening"),))])
    with pytest.raises(StoreLost), store._explaining():
        raise StoreLost("the disk failed")
    with pytest.raises(StoreLost):
        store.balances()
    store.reopen()
    assert store.balances()["guest:a"] == 5
    other = HouseStore(tmp_path / "house.db")
    with pytest.raises(HouseFenced):
        store.reopen()
    other.close()
    store.close()


def test_a_book_whose_file_was_replaced_takes_nothing_more(tmp_path: Path) -> None:
    """The writers go on in the file that they opened: rounds would be acknowledged into a file that nobody sees."""
    with open_casino(Casino(tmp_path)) as casino:
        dana = casino.staff("dana")
        dana.play([1])
        book, copy = Path(casino.casino.url), tmp_path / "copy.db"
        with sqlite3.connect(book) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        copy.replace(book)
        assert within(20, lambda: casino.house.client().get("/readyz").status_code == 503)
        told = casino.house.client().get("/readyz").json()["parts"]["book"]
        assert "replaced" in told
        lost = dana.ask("result", table=TABLE, round=1, hands={})
        assert (lost.status_code, lost.json()["code"]) == (503, "book_unavailable")
        assert "retry-after" in lost.headers


def test_both_founders_at_one_shell_are_told_to_the_auditor(tmp_path: Path) -> None:
    """Nothing can tell one person with two passwords from two people: the log says where both came from."""
    for shells, is_told in (
        (("by the account root in session 7", "by the account root in session 7"), True),
        (("by the account sam in session 7", "by the account robin in session 9"), False),
    ):
        log = AccessLog(tmp_path / f"{is_told}.access")
        logins = Logins(tmp_path / f"{is_told}.logins", log)
        for person, shell in zip(("sam", "robin"), shells, strict=True):
            logins.enroll(person, "a long password of ours", None, shell)
        assert bool(log.founded_alone()) == is_told
        assert log.faults() == []


# Files with secrets


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_reads_the_next_cards(tmp_path: Path) -> None:
    path = tmp_path / "state" / "croupier" / "house.db"
    before = os.umask(0o000)
    try:
        store = HouseStore(path)
        store.commit([Change(1, shoe=("K1", "the order of the cards"))])
        assert {each.name: mode(each) for each in path.parent.iterdir()} == dict.fromkeys(
            ("house.db", "house.db-wal", "house.db-shm"), 0o600
        )
        assert mode(path.parent) == 0o700
        store.close()
    finally:
        os.umask(before)


def test_what_an_earlier_house_left_open_is_repaired_at_opening(tmp_path: Path) -> None:
    folder = tmp_path / "croupier"
    folder.mkdir(mode=0o777)
    folder.chmod(0o777)
    house, logins = folder / "house.db", folder / "logins"
    HouseStore(house).close()
    LoginFile(logins).path.write_bytes(b'{"schema":1}')
    for path in (house, logins):
        path.chmod(0o666)
    HouseStore(house).close()
    assert LoginFile(logins).read() == Secrets()
    assert (mode(house), mode(logins), mode(folder)) == (0o600, 0o600, 0o700)


def test_a_folder_that_others_use_is_not_closed_to_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, of_readers = tmp_path / "shared", tmp_path / "croupier"
    for folder in (shared, of_readers):
        folder.mkdir()
        folder.chmod(0o775)
    monkeypatch.setenv("CROUPIER_READERS", "auditors")
    for folder in (shared, of_readers):
        repair_private(folder / "house.db")
        assert mode(folder) == 0o755, "others look, and nobody else writes"
    sticky = tmp_path / "tmp"
    sticky.mkdir()
    sticky.chmod(0o1777)
    repair_private(sticky / "house.db")
    assert mode(sticky) == 0o1777
    make_folder(tmp_path / "a" / "keys")
    assert mode(tmp_path / "a" / "keys") == 0o700


# Seats


def test_one_address_does_not_take_every_seat(tmp_path: Path) -> None:
    places = [(plan.id, seat) for plan in house_tables() for seat in range(1, plan.seats + 1)]

    async def sits_down(app: FastAPI, address: str, table: str, seat: int) -> int | str:
        client = asks(app, address)
        await client.post("/api/v1/session", json={"name": "Mara"})
        headers = {"Idempotency-Key": f"key-{table}-{seat}"}
        sat = await client.post(f"/api/v1/tables/{table}/sit", json={"seat": seat}, headers=headers)
        code: int | str = sat.json().get("code", sat.status_code)
        return code

    async def walk(app: FastAPI) -> None:
        told = [await sits_down(app, "10.0.0.9", *place) for place in places[:5]]
        assert told == [200, 200, 200, "too_many_seats", "too_many_seats"]
        assert await sits_down(app, "10.0.0.10", *places[5]) == 200
        neighbors = [await sits_down(app, f"2001:db8::{place}", *places[6 + place]) for place in range(4)]
        assert neighbors == [200, 200, 200, "too_many_seats"], "one network of IPv6 is one address"

    in_process(quick(tmp_path, seats_each=3), walk)


def test_bots_that_a_guest_brings_hold_seats_of_their_address(tmp_path: Path) -> None:
    """Thirteen guests of one address once filled thirteen tables with bots that nobody counted."""
    table = next(plan for plan in house_tables() if plan.seats >= 5).id

    async def walk(app: FastAPI) -> None:
        async def asked(client: httpx.AsyncClient, what: str, seat: int, step: str = "") -> int | str:
            headers = {"Idempotency-Key": f"key-{what}-{seat}-{step}-long"}
            told = await client.post(f"/api/v1/tables/{table}/{what}", json={"seat": seat}, headers=headers)
            code: int | str = told.json().get("code", told.status_code)
            return code

        mara, ilse, other = (asks(app, address) for address in ("10.0.0.9", "10.0.0.9", "10.0.0.10"))
        for client in (mara, ilse, other):
            await client.post("/api/v1/session", json={"name": "Mara"})
        assert await asked(mara, "sit", 1) == 200
        assert [await asked(mara, "bot", seat) for seat in (2, 3, 4)] == [200, 200, "too_many_seats"]
        assert await asked(ilse, "sit", 4) == "too_many_seats"
        assert await asked(other, "sit", 4) == 200
        assert await asked(mara, "dismiss", 3) == 200
        assert await asked(ilse, "sit", 3, "again") == 200, "a bot that went holds nothing"
        left = await mara.post(f"/api/v1/tables/{table}/leave", headers={"Idempotency-Key": "key-leave-1-long"})
        assert left.status_code == 200
        assert await asked(ilse, "bot", 1) == 200
        assert await asked(ilse, "bot", 5) == "too_many_seats", "a bot counts though the guest who brought it left"

    in_process(quick(tmp_path, seats_each=3), walk)


def test_an_open_page_keeps_a_seat_for_longer_and_not_for_good() -> None:
    async def walk(floor: Floor) -> None:
        await floor.command("K1", MARA, "key-00001", "sit", {"seat": 1}, sits(floor, MARA, 1))
        table = floor.table("K1")
        clock = table.clock
        async with floor.watching("K1", MARA.id, "10.0.0.9"):
            table.seats[1].since -= clock.idle
            floor._see_pages(table)
            await floor.step(table, time.time())
            assert 1 in table.seats, "the page is open"
            table.seats[1].since -= clock.idle_watching
            floor._see_pages(table)
            await floor.step(table, time.time())
            assert 1 not in table.seats, "nothing was wagered for too long, though the page is open still"

    on_a_floor(walk)
