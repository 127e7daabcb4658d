"""The slate that the processes of a house share: notes that run out, changed by one at a time, in every database."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from croupier.jackpot.actors import Actor
from croupier.jackpot.checkpoints import Signer
from croupier.jackpot.journal import StoreLost
from croupier.people.enrolling import Pairings, TooManyWait, token_of
from croupier.people.logins import hash_of
from croupier.people.signing_in import SESSION, Sessions
from croupier.records import plain
from croupier.service.staff import Doors
from croupier.stores.slate import Notes, Slate, slate_of
from croupier.stores.witness import Seal


def notes(slate: Slate, kind: str) -> Notes[dict[str, Any]]:
    """Notes of any content."""
    return Notes(slate, kind, dict[str, Any])


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def slate(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Slate]:
    urls = {"memory": "memory:", "sqlite": str(tmp_path / "book.db")}
    url = urls.get(request.param) or request.getfixturevalue("postgres_url")
    made = slate_of(url)
    yield made
    made.close()


def test_notes_are_kept_changed_and_wiped(slate: Slate) -> None:
    assert notes(slate, "lamp").read("a") is None
    notes(slate, "lamp").write("a", {"seats": [1]}, 60)
    notes(slate, "door").write("a", {"left": 1}, 60)
    note = notes(slate, "lamp").read("a")
    assert note is not None
    assert note.note == {"seats": [1]}
    assert abs(note.now - time.time()) < 60
    assert notes(slate, "lamp").all() == {"a": {"seats": [1]}}
    assert notes(slate, "lamp").change("a", lambda old, _: {"seats": [*old["seats"], 2]} if old else None, 60)
    assert notes(slate, "lamp").all() == {"a": {"seats": [1, 2]}}
    assert notes(slate, "lamp").change("a", lambda *_: None, 60) is None
    assert notes(slate, "lamp").all() == {}
    assert [notes(slate, "door").erase("a") for _ in range(2)] == [True, False], "one of those who ask is told so"


def test_an_older_note_that_is_put_back_is_as_good_as_absent(slate: Slate) -> None:
    slate.seal = Seal(None)
    told: list[tuple[str, str]] = []
    slate.distrust = lambda *note: told.append(note)
    mine, other = notes(slate, "lamp"), notes(slate, "lamp")

    def row() -> tuple[Any, ...]:
        with slate.using() as db:
            found: tuple[Any, ...] = db.execute("SELECT * FROM slate").fetchone()
            return found

    def put_back(before: tuple[Any, ...]) -> None:
        with slate.using() as db:
            db.execute("DELETE FROM slate")
            db.execute("INSERT INTO slate (kind, key, value, until) VALUES (?, ?, ?, ?)", before)

    mine.write("T1", {"seats": [3]}, 60)
    lit = row()
    other.change("T1", lambda _before, _now: {"seats": []}, 60)
    assert mine.read("T1") is not None
    put_back(lit)
    assert (mine.read("T1"), told) == (None, [("lamp", "T1")])
    mine.change("T1", lambda before, _now: {"seats": [5], "before": before}, 60)
    dark = row()
    assert other.read("T1") is not None
    assert mine.erase("T1")
    put_back(dark)
    assert (mine.all(), told) == ({}, [("lamp", "T1")] * 2), "nor one that was wiped"
    mine.write("T1", {"seats": [7]}, 60)
    again = row()
    mine.change("T1", lambda _before, _now: None, 60)
    put_back(again)
    assert mine.read("T1") is None, "whoever wiped it"


def test_notes_run_out_and_those_that_end_first_give_way(slate: Slate) -> None:
    notes(slate, "pairing").write("gone", {}, -1)
    assert notes(slate, "pairing").read("gone") is None
    assert notes(slate, "pairing").all() == {}
    for place in range(5):
        notes(slate, "pairing").write(str(place), {}, 100 + place, most=3)
    assert sorted(notes(slate, "pairing").all()) == ["2", "3", "4"]


def test_a_note_is_changed_by_one_at_a_time(slate: Slate) -> None:
    def count() -> None:
        for _ in range(10):
            notes(slate, "door").change("x", lambda old, _: {"n": (old["n"] if old else 0) + 1}, 60)

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert notes(slate, "door").all()["x"] == {"n": 40}


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_whoever_waits_is_woken_by_another_process(where: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    url = str(tmp_path / "book.db") if where == "sqlite" else request.getfixturevalue("postgres_url")
    mine, theirs = slate_of(url), slate_of(url)
    try:
        mine.wait(0.0)
        woken = threading.Event()

        def wait() -> None:
            while "news" not in notes(mine, "lamp").all():
                mine.wait(60)
            woken.set()

        waiting = threading.Thread(target=wait)
        waiting.start()
        notes(theirs, "lamp").write("news", {}, 60)
        assert woken.wait(30)
        waiting.join()
    finally:
        mine.close()
        theirs.close()


def test_a_session_is_known_to_all_and_its_cookie_to_none(slate: Slate) -> None:
    async def walk() -> None:
        here, there = (Sessions(slate, 900, 9000) for _ in range(2))
        token, begun = await here.start(Actor("dana", "password", "abc", "::1"), "mark")
        found = await there.find(token)
        assert found is not None
        assert (found.actor, found.csrf, found.note.login) == (begun.actor, begun.csrf, "mark")
        assert await there.find(token[:-1]) is None
        kept = json.dumps(notes(slate, SESSION).all())
        assert token not in kept
        assert begun.csrf not in kept
        await there.end_of("dana")
        assert await here.find(token) is None

    asyncio.run(walk())


@pytest.mark.parametrize(
    ("seen", "began"), [(-901.0, -901.0), (-1.0, -9001.0), (3600.0, 3600.0)], ids=["idle", "shift", "clock set back"]
)
def test_a_session_ends_by_idleness_by_its_shift_and_by_a_clock_that_was_set_back(seen: float, began: float) -> None:
    async def walk() -> None:
        slate = slate_of("memory:")
        sessions = Sessions(slate, 900, 9000)
        token, begun = await sessions.start(Actor("dana"), "mark")
        notes(slate, SESSION).change(
            begun.key,
            lambda note, now: {**note, "seen": now + seen, "began": now + began} if note else None,
            900,
        )
        assert await sessions.find(token) is None
        assert notes(slate, SESSION).all() == {}

    asyncio.run(walk())


def test_whoever_can_write_to_the_slate_alone_signs_nobody_in(slate: Slate, tmp_path: Path) -> None:
    """A note copied under the hash of one's own cookie, or changed to another person, is not the house's."""
    key = tmp_path / "book.key"
    key.write_bytes(Signer.generate().to_pem())

    async def walk() -> None:
        slate.seal = Seal(key)
        sessions, forger = Sessions(slate, 900, 9000), notes(copy(slate), SESSION)
        forger.slate.seal = Seal(None)
        token, begun = await sessions.start(Actor("dana", "password", "abc", "::1"), "mark")
        assert await sessions.find(token) is not None
        forger.write(hash_of("mine"), plain(begun.note), 900)
        assert await Sessions(slate, 900, 9000).find("mine") is None
        forger.write(begun.key, plain(begun.note) | {"person": "sam", "how": "password+code"}, 900)
        assert await Sessions(slate, 900, 9000).find(token) is None

    asyncio.run(walk())


def test_while_the_database_is_away_those_who_are_known_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    async def walk() -> None:
        slate = slate_of("memory:")
        knows, other = Sessions(slate, 900, 9000), Sessions(slate, 900, 9000)
        token, _ = await knows.start(Actor("dana"), "mark")

        def gone(**_: object) -> None:
            raise StoreLost("the server is gone")

        monkeypatch.setattr(slate, "using", gone)
        found = await knows.find(token)
        assert found is not None
        assert found.person == "dana"
        with pytest.raises(StoreLost):
            await other.find(token)

    asyncio.run(walk())


def test_knocks_at_all_doors_are_counted_together(slate: Slate) -> None:
    async def walk() -> None:
        doors = [Doors(slate, 1e-6, 5) for _ in range(3)]
        taken = [await doors[place % 3].take("10.0.0.9") for place in range(8)]
        assert taken == [True] * 5 + [False] * 3
        assert await doors[0].take("10.0.0.10")
        assert "10.0.0.9" not in json.dumps(notes(slate, "door").all())

    asyncio.run(walk())


def test_a_pairing_is_confirmed_once_and_no_secret_of_it_is_kept(slate: Slate) -> None:
    here, there = Pairings(slate), Pairings(slate)
    secret, made = here.begin("display", "10.0.0.7")
    assert there.by_code(f"{made.code[:3].lower()}-{made.code[3:]}") == made
    assert [each.confirm(made, "T01", "sf") for each in (here, there)] == [True, False]
    assert here.by_code(made.code) is None
    found = there.of_device(secret)
    assert found is not None
    assert found.table == "T01"
    kept = json.dumps(notes(slate, "pairing").all())
    assert secret not in kept
    assert token_of(secret) not in kept
    assert [each.done(made) for each in (here, there)] == [True, False], "its token is said once"


def test_a_flood_of_pairing_codes_pushes_out_no_screen_that_waits() -> None:
    pairings = Pairings(slate_of("memory:"))
    secret, mine = pairings.begin("display", "10.0.0.7")
    for _ in range(Pairings.MOST_EACH):
        pairings.begin("display", "10.0.0.66")
    with pytest.raises(TooManyWait):
        pairings.begin("display", "10.0.0.66")
    for address in range(Pairings.MOST - Pairings.MOST_EACH - 1):
        pairings.begin("display", f"10.0.1.{address}")
    with pytest.raises(TooManyWait):
        pairings.begin("display", "10.0.2.1")
    assert len(pairings.waiting()) == Pairings.MOST
    assert pairings.of_device(secret) == mine
    assert pairings.confirm(mine, "T01", "sf")
    assert pairings.begin("display", "10.0.0.7"), "one that was confirmed waits no longer"
