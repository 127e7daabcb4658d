"""The displays of a running house: who may look, what is sent when, and what is said when the book cannot be read."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from croupier.jackpot.entries import Approved, AwardRecord, Settled, SettledRound
from croupier.jackpot.requests import Approve, Result
from croupier.people.logins import Device
from croupier.records import plain
from croupier.service.books.running import Happened, RunningBook
from croupier.service.routes.displays import SHOWN_MS, Board, board_of, won_lately
from tests.service.casino import (
    OTHER_TABLE,
    SECOND_TABLE,
    SEVEN_CARDS,
    SF,
    TABLE,
    Casino,
    OpenCasino,
    Staff,
    open_casino,
    paired_token,
)


def paired(casino: OpenCasino, table: str = TABLE, link: str = SF) -> Staff:
    token = paired_token(
        casino.house.app.state.book.logins, Device(kind="display", link=link, table=table, person="sam", at=1)
    )
    return Staff(casino.house.client(), token)


def line(casino: OpenCasino, who: Staff, table: str) -> ClientConnection:
    headers = {"Authorization": f"Bearer {who.bearer}"} if who.bearer else {}
    address = casino.house.address.replace("http", "ws", 1)
    return connect(f"{address}/api/v1/displays/{table}/live", additional_headers=headers)


def heard(socket: ClientConnection) -> dict[str, Any]:
    """The next whole record; signs of life in between are passed over."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        said: dict[str, Any] = json.loads(socket.recv(timeout=60))
        if "beat" not in said:
            return said
    raise AssertionError("nothing changed")


def listen(socket: ClientConnection) -> None:
    for _ in range(60):
        socket.recv(timeout=60)


def meter(record: dict[str, Any]) -> int:
    return int(record["jackpots"][0]["meters"][0]["cents"])


def test_a_display_is_told_of_every_commit_at_a_linked_table(casino: OpenCasino) -> None:
    dana = casino.staff("dana")
    with line(casino, paired(casino), TABLE) as one, line(casino, paired(casino, SECOND_TABLE), SECOND_TABLE) as two:
        before = [meter(heard(one)), meter(heard(two))]
        dana.play([1, 2, 3], SECOND_TABLE)
        after = [meter(heard(one)), meter(heard(two))]
        assert before[0] == before[1]
        assert after == [each + 54 for each in before]
    number = dana.get(f"/pit/tables/{SECOND_TABLE}")["round"]["number"]
    assert dana.ask("result", table=SECOND_TABLE, round=number, hands={}).status_code == 200


def test_a_line_that_says_nothing_new_still_shows_a_sign_of_life(casino: OpenCasino) -> None:
    with line(casino, paired(casino), TABLE) as socket:
        assert heard(socket)["live"]
        beat = json.loads(socket.recv(timeout=60))
        assert set(beat) == {"beat", "clock", "heard", "live"}
        assert beat["live"]


def test_the_list_is_of_what_one_may_see(casino: OpenCasino) -> None:
    assert [each["table"] for each in casino.staff("olga").get("/displays")["displays"]] == [TABLE, SECOND_TABLE]
    assert [each["table"] for each in paired(casino).get("/displays")["displays"]] == [TABLE]


def test_one_jackpot_of_a_table_may_be_asked_for(casino: OpenCasino) -> None:
    screen = paired(casino)
    assert [each["link"] for each in screen.get(f"/displays/{TABLE}?link={SF}")["jackpots"]] == [SF]
    assert screen.call("GET", f"/displays/{TABLE}?link=none").status_code == 404


def test_a_screen_whose_token_is_taken_away_shows_nothing_more(casino: OpenCasino) -> None:
    screen = paired(casino)
    logins = casino.house.app.state.book.logins
    with line(casino, screen, TABLE) as socket:
        heard(socket)
        for id in logins.devices():
            logins.unpair(id, "olga", "by a test")
        with pytest.raises(ConnectionClosed):
            listen(socket)
    with pytest.raises(InvalidStatus):
        line(casino, screen, TABLE).close()


def gave(seq: int, at: int, no: int, kind: str, status: str) -> Happened:
    """A result that gave an award."""
    nothing: dict[str, Any] = {"event": "", "label": "", "level": None, "percent": None, "sources": [], "reported": []}
    award = AwardRecord(no=no, seat=1, kind=kind, cents=1, from_meter=False, duties=[], status=status, **nothing)
    result = Result(by="dana", table="T01", round=1, hands={})
    body = Settled(req=result, awards=[award], settled=SettledRound(layout=0, seats=[], before={}, times={}))
    return Happened(seq, at, "result", "T01", 1, "dana", "", body, "")


def test_a_win_is_shown_for_a_minute_after_it_was_given_or_approved() -> None:
    now = 10_000_000
    given = gave(5, now - 1000, 1, "meter", "payable")
    waits = gave(6, now - 900, 2, "meter", "pending")
    small = gave(7, now - 800, 3, "fixed", "paid")
    approved = Happened(9, now - 700, "approve", "T01", 1, "sam", "", Approved(req=Approve(by="sam", award=2)), "")
    assert won_lately([[waits, given], [small]], now) == (1,)
    assert won_lately([[approved, waits, given], [small]], now) == (2, 1)
    assert won_lately([[approved, waits, given]], now - 1000 + SHOWN_MS) == (2,)
    assert won_lately([[approved, waits, given]], now + SHOWN_MS) == ()


def test_an_award_waits_and_is_won_on_the_board(casino: OpenCasino) -> None:
    dana, sam = casino.staff("dana"), casino.staff("sam")
    screen = paired(casino, SECOND_TABLE)
    number = dana.play([1, 2])
    response = dana.ask("result", table=TABLE, round=number, hands={"1": SEVEN_CARDS})
    assert response.status_code == 200, response.text
    (waits,) = screen.get(f"/displays/{SECOND_TABLE}")["jackpots"][0]["pending"]
    assert waits["words"].endswith(f"table {TABLE}, seat 1")
    assert sam.ask("approve", award=waits["no"]).status_code == 200
    found = screen.get(f"/displays/{SECOND_TABLE}")["jackpots"][0]
    assert found["pending"] == []
    assert [(each["title"], each["cents"]) for each in found["won"]] == [("Jackpot won", waits["cents"])]


class Gone:
    """The book of a house, its journal out of reach for some seconds."""

    def __init__(self, book: Any, age: float, trouble: str) -> None:
        self.at_table, self.age, self.trouble, self.watching = book.at_table, age, trouble, book.watching


@pytest.mark.parametrize(("age", "trouble", "is_live"), [(0.2, "", True), (5.0, "", False), (1.0, "disk", False)])
def test_a_book_that_cannot_be_read_is_not_live(casino: OpenCasino, age: float, trouble: str, is_live: bool) -> None:
    record = plain(Board(cast("RunningBook", Gone(casino.house.app.state.book, age, trouble))).record(TABLE))
    assert record["live"] is is_live
    assert meter(record) > 0
    assert "disk" not in json.dumps(record)


def test_in_a_demonstration_anybody_may_look(tmp_path: Path) -> None:
    with open_casino(Casino(tmp_path, "washington"), demonstration=True) as opened:
        nobody = opened.nobody()
        record = nobody.get(f"/displays/{OTHER_TABLE}")
        assert record["badges"] == ["Demonstration only", "Not approved equipment"]
        assert nobody.call("GET", "/displays/X").status_code == 404
        assert len(nobody.get("/displays")["displays"]) == 3
        assert nobody.call("GET", f"/pit/tables/{TABLE}").status_code == 401
        with line(opened, nobody, TABLE) as socket:
            assert heard(socket)["table"] == TABLE


def test_what_can_not_be_seen_is_not_sent_again(casino: OpenCasino) -> None:
    """A lock and a hand that loses change no display."""

    class Connection:
        app = casino.house.app

    board = board_of(Connection())  # type: ignore[arg-type]
    dana = casino.staff("dana")
    number = dana.play([1])
    before = board.shown(SECOND_TABLE)
    dana.ask("result", table=TABLE, round=number, hands={})
    after = board.shown(SECOND_TABLE)
    assert before.key == after.key
