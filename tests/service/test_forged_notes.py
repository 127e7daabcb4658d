"""Somebody writes to the slate of a running house, who does not hold the book's key: no note of theirs is believed."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.service.casino import SF, TABLE, Casino, OpenCasino, Staff, open_casino

Row = tuple[str, str, str, float]


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenCasino]:
    with open_casino(Casino(tmp_path_factory.mktemp("forged"))) as opened:
        yield opened


def slate(casino: OpenCasino) -> closing[sqlite3.Connection]:
    path = Path(f"{casino.casino.url}.slate")
    return closing(sqlite3.connect(path, isolation_level=None, timeout=30))


def rows(casino: OpenCasino, kind: str) -> list[Row]:
    with slate(casino) as db:
        found: list[Row] = db.execute("SELECT * FROM slate WHERE kind = ?", (kind,)).fetchall()
    return found


def put(casino: OpenCasino, *put_back: Row) -> None:
    with slate(casino) as db:
        db.executemany("INSERT OR REPLACE INTO slate VALUES (?, ?, ?, ?)", put_back)


def changed(row: Row, change: Callable[[dict[str, Any]], object]) -> Row:
    """The row with other words; its seal and its end are kept."""
    kind, key, value, until = row
    words, _, end = value.partition("\n")
    note = json.loads(words)
    change(note)
    return kind, key, f"{json.dumps(note)}\n{end}", until


def waiting(casino: OpenCasino) -> tuple[Staff, dict[str, str]]:
    box = casino.nobody()
    return box, box.call("POST", "/pairing", json={"kind": "sensor"}).json()


def confirmed(casino: OpenCasino, code: str) -> int:
    body = {"code": code, "table": TABLE, "link": SF, "second": casino.casino.credentials("sam")}
    return casino.staff("olga").call("POST", "/devices", json=body).status_code


def test_a_code_moved_to_another_device_is_nobodys(casino: OpenCasino) -> None:
    _, honest = waiting(casino)
    thief, mine = waiting(casino)
    mine_row, honest_row = (
        next(row for row in rows(casino, "pairing") if shown["code"].replace("-", "") in row[2])
        for shown in (mine, honest)
    )
    code, other = (json.loads(row[2].partition("\n")[0])["code"] for row in (honest_row, mine_row))
    forged = changed(mine_row, lambda note: note.update(code=code))
    put(casino, forged, changed(honest_row, lambda note: note.update(code=other)))
    assert confirmed(casino, honest["code"]) == 404
    assert not thief.call("POST", "/pairing/token", json={"secret": mine["secret"]}).json().get("token")
    assert rows(casino, "pairing") == [], "what is not the house's is wiped"
    put(casino, ("pairing", honest_row[1], mine_row[2], mine_row[3]))
    assert confirmed(casino, mine["code"]) == 404, "nor is a whole note good under another key"


def test_a_lamp_that_no_sensor_lit_is_dark(casino: OpenCasino, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(casino.house.app.state.lamps._notes.slate, "distrust", lambda *note: told.append(note))
    box, shown = waiting(casino)
    assert confirmed(casino, shown["code"]) == 200
    token = box.call("POST", "/pairing/token", json={"secret": shown["secret"]}).json()["token"]
    sensor, dana = Staff(casino.house.client(), token), casino.staff("dana")
    number = sensor.call("POST", "/sensor", json={"seats": [3]}).json()["round"]
    [lit] = [row for row in rows(casino, "lamp") if row[1].endswith(TABLE)]
    put(casino, changed(lit, lambda note: note.update(seats=[3, 6])))
    for seats in ([3, 6], [6]):
        refused = dana.ask("wager", table=TABLE, round=number, seats=seats)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_lit")
    assert told == [("lamp", f"{SF}\n{TABLE}")], "the house says once what it wiped"
    sensor.call("POST", "/sensor", json={"seats": [3]})
    assert dana.ask("wager", table=TABLE, round=number, seats=[3]).status_code == 200, "the sensor's next word counts"


def test_lamps_that_went_dark_are_not_lit_by_an_older_note(casino: OpenCasino) -> None:
    """Seat 3 took its chip away before the hands were dealt; somebody puts the note of before back, seal and all."""
    box, shown = waiting(casino)
    assert confirmed(casino, shown["code"]) == 200
    token = box.call("POST", "/pairing/token", json={"secret": shown["secret"]}).json()["token"]
    sensor, dana = Staff(casino.house.client(), token), casino.staff("dana")
    number = sensor.call("POST", "/sensor", json={"seats": [3, 5]}).json()["round"]
    [lit] = [row for row in rows(casino, "lamp") if row[1].endswith(TABLE)]
    sensor.call("POST", "/sensor", json={"seats": [5]})
    put(casino, lit)
    refused = dana.ask("wager", table=TABLE, round=number, seats=[3])
    assert (refused.status_code, refused.json()["code"]) == (409, "not_lit")
    sensor.call("POST", "/sensor", json={"seats": [5]})
    assert dana.ask("wager", table=TABLE, round=number, seats=[5]).status_code == 200


def test_an_old_note_lights_nothing_in_a_house_that_was_just_started(
    casino: OpenCasino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has seen no newer one; a sensor that still works has spoken since."""
    box, shown = waiting(casino)
    assert confirmed(casino, shown["code"]) == 200
    token = box.call("POST", "/pairing/token", json={"secret": shown["secret"]}).json()["token"]
    sensor, dana, lamps = Staff(casino.house.client(), token), casino.staff("dana"), casino.house.app.state.lamps
    number = sensor.call("POST", "/sensor", json={"seats": [4]}).json()["round"]
    lamps._notes._newest.clear()
    with monkeypatch.context() as patched:
        patched.setattr(lamps, "silent_after", 0.0)
        assert dana.ask("wager", table=TABLE, round=number, seats=[4]).json()["code"] == "not_lit"
    assert dana.ask("wager", table=TABLE, round=number, seats=[4]).status_code == 200


def test_a_session_that_was_put_back_after_its_end_opens_nothing(casino: OpenCasino) -> None:
    anton = casino.staff("anton")
    cookie, csrf = anton.cookie, anton.csrf
    [before] = [row for row in rows(casino, "session") if '"anton"' in row[2]]
    assert anton.call("DELETE", "/staff/session").is_success
    for again in (before, changed(before, lambda note: note.update(seen=time.time()))):
        put(casino, (*again[:3], time.time() + 900))
        anton.cookie, anton.csrf = cookie, csrf
        assert anton.call("GET", "/office").status_code == 401
    assert [row for row in rows(casino, "session") if '"anton"' in row[2]] == []


def test_a_session_is_not_prolonged_by_the_end_of_its_row(casino: OpenCasino) -> None:
    anton = casino.staff("anton")
    notes = casino.house.app.state.sessions._notes
    [mine] = [row for row in rows(casino, "session") if '"anton"' in row[2]]
    notes.change(mine[1], lambda note, _: note, 0.0)
    [ended] = [row for row in rows(casino, "session") if row[1] == mine[1]]
    put(casino, (*ended[:3], time.time() + 900))
    assert anton.call("GET", "/office").status_code == 401
    words, _, end = ended[2].partition("\n")
    rest = end.partition(" ")[2]
    put(casino, (*ended[:2], f"{words}\n{time.time() + 900!r} {rest}", time.time() + 900))
    assert anton.call("GET", "/office").status_code == 401
