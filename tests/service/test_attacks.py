"""What a hostile visitor tried once, and what the house says to it now."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.people.logins import Device, hash_of
from croupier.people.signing_in import SESSION, SessionNote
from croupier.records import replace
from croupier.service import app as house_app
from croupier.service import guard
from croupier.service.books.lamps import Lamps
from croupier.service.server import Transport
from croupier.stores.slate import Notes, slate_of
from tests.passwords import QUICK
from tests.service.casino import NOTHING, SF, TABLE, OpenCasino, paired_token
from tests.service.running import House, quick


def test_invented_methods_are_counted_as_one(casino: OpenCasino) -> None:
    client = casino.house.client()
    for method in ("FROB", "FROBA", "PROPFIND", "MKCOL"):
        client.request(method, "/")
    labels = {
        sample.labels["method"]
        for family in casino.house.app.state.metrics.requests.collect()
        for sample in family.samples
    }
    assert "other" in labels
    assert labels <= {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "other"}


def test_a_body_that_comes_byte_by_byte_ends_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte is in time; all of them would take days."""
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)
    said: list[int] = []

    async def reads_to_the_end(_scope: Scope, receive: Receive, _send: Send) -> None:
        while (await receive())["more_body"]:
            pass

    async def byte() -> Message:
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"", "more_body": True}

    async def answered(message: Message) -> None:
        said.extend([message["status"]] if "status" in message else [])

    scope = {"type": "http", "method": "POST", "path": "/api/v1/settle", "headers": [(b"host", b"127.0.0.1")]}
    guarded = guard.Guard(reads_to_the_end, quick(tmp_path), guard.Metrics())
    asyncio.run(asyncio.wait_for(guarded(scope, byte, answered), 60))
    assert said == [408]


def test_pages_have_a_limit_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("pages")
    with House(quick(folder, requests_per_second=0.001, burst=1)) as house, house.client() as client:
        said = [client.get("/healthz").status_code for _ in range(12)]
        assert said == [200] * 10 + [429] * 2
        assert client.get("/api/v1/games").status_code == 200  # they are counted apart


def _read_on(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=60)


@pytest.mark.parametrize("kind", ["pit/tables", "displays"])
def test_a_live_view_does_not_keep_a_session_alive(casino: OpenCasino, kind: str) -> None:
    dana = casino.staff("dana")
    slate, key = casino.house.app.state.lamps._notes.slate, hash_of(dana.cookie.partition("=")[2])
    notes = Notes(slate, SESSION, SessionNote)

    def seen() -> float:
        kept = notes.read(key)
        assert kept is not None
        return kept.note.seen

    address = f"{casino.house.address.replace('http', 'ws')}/api/v1/{kind}/{TABLE}/live"
    with connect(address, additional_headers={"cookie": dana.cookie}) as socket:
        before = seen()
        for _ in range(2 if kind == "displays" else 1):
            socket.recv(timeout=60)
        assert seen() == before
        notes.change(key, lambda note, _: replace(note, seen=before - 10**6) if note else None, 60)
        with pytest.raises(ConnectionClosed):
            _read_on(socket)
    assert dana.call("GET", "/pit/tables").status_code == 401


def test_who_was_promoted_signs_in_again_with_a_code(casino: OpenCasino) -> None:
    dana, sam = casino.staff("dana"), casino.staff("sam")
    role = {"link": SF, "name": "Dana", "role": "supervisor", "second": casino.casino.credentials("robin")}
    assert sam.call("POST", "/staff/people/dana/role", json=role).status_code == 200
    try:
        refused = dana.ask("lock", table=TABLE, round=1)
        assert (refused.status_code, refused.json()["code"]) == (401, "sign_in_again")
        assert dana.get("/staff/session")["person"] is None
    finally:
        back = role | {"role": "dealer", "second": casino.casino.credentials("robin")}
        assert sam.call("POST", "/staff/people/dana/role", json=back).status_code == 200


def test_another_password_ends_every_session_before_it(casino: OpenCasino) -> None:
    anton = casino.staff("anton")
    anton.get("/office")
    with casino.casino.logins.file.changed() as held:
        before = held.passwords["anton"]
        held.passwords["anton"] = QUICK().hash("another one of ours")
    try:
        assert anton.call("GET", "/office").status_code == 401
    finally:
        with casino.casino.logins.file.changed() as held:
            held.passwords["anton"] = before
    assert anton.call("GET", "/office").status_code == 401  # it does not come back


def test_another_second_factor_ends_every_session_before_it(casino: OpenCasino) -> None:
    alex = casino.staff("alex")
    alex.get("/office")
    with casino.casino.logins.file.changed() as held:
        before = held.factors["alex"]
        held.factors["alex"] = replace(before, key="JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    assert alex.call("GET", "/office").status_code == 401
    with casino.casino.logins.file.changed() as held:
        held.factors["alex"] = before


@pytest.mark.parametrize("seat", ["9" * 5_000, "0", "01", "+1", "1 ", "\u0661", "", "99"])
def test_a_seat_that_is_none_is_refused_by_name(casino: OpenCasino, seat: str) -> None:
    refused = casino.staff("dana").call("POST", f"/pit/tables/{TABLE}/grade", json={"hands": {seat: NOTHING}})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_seat")


ANSWERED = {
    "10.0.0.5 /api/v1/games": 200,
    "::ffff:10.0.0.5 /api/v1/games": 200,
    "10.0.0.6 /api/v1/games": 421,
    "10.0.0.6 /healthz": 421,
    "127.0.0.1 /healthz": 200,
    "127.0.0.1 /metrics": 200,
    "10.0.0.5 /metrics": 404,
    "10.0.0.6 /metrics": 421,
    "127.0.0.1 /api/v1/staff/session": 421,
    "nobody /": 421,
}
"""By peer and path, behind a proxy at 10.0.0.5."""


@pytest.mark.parametrize(("asks", "status"), ANSWERED.items())
def test_behind_a_proxy_nobody_else_is_answered(casino: OpenCasino, asks: str, status: int) -> None:
    peer, path = asks.split()
    served = Transport(proxy="10.0.0.5", names=("casino.example",)).around(casino.house.app)

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(served, client=(peer, 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get(path, headers={"x-forwarded-for": "192.0.2.7", "x-forwarded-proto": "https"})

    response = asyncio.run(asked())
    assert response.status_code == status
    if status == 421:
        assert response.json()["code"] == "not_the_proxy"
    if status == 200 and peer != "127.0.0.1":
        assert response.headers["strict-transport-security"].startswith("max-age=")


@pytest.mark.parametrize(
    ("proxy", "peer", "through", "status"),
    [
        ("127.0.0.1", "127.0.0.1", True, 404),
        ("127.0.0.1", "127.0.0.1", False, 200),
        ("", "127.0.0.1", False, 200),
        ("", "192.0.2.7", False, 404),
    ],
)
def test_only_the_machine_of_the_house_reads_its_counts(
    casino: OpenCasino, proxy: str, peer: str, through: bool, status: int
) -> None:
    served = Transport(proxy=proxy or None, names=("casino.example",)).around(casino.house.app)

    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(served, client=(peer, 4711))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/metrics", headers={"x-forwarded-for": "192.0.2.7"} if through else {})

    assert asyncio.run(asked()).status_code == status


@pytest.mark.parametrize("where", [{"table": TABLE}, {}], ids=["table", "link"])
def test_the_same_stop_a_second_time_is_another_alert(casino: OpenCasino, where: dict[str, str]) -> None:
    sam = casino.staff("sam")
    path = f"/pit/tables/{TABLE}"
    ids = []
    for _ in range(2):
        assert sam.ask("fault", reason="the reader is broken", **where).status_code == 200
        [alert] = [each["id"] for each in sam.get(path)["alerts"] if each["detail"] == "the reader is broken"]
        ids.append(alert)
        assert sam.call("POST", f"{path}/alerts", json={"alert": alert}).status_code == 200
        assert alert not in {each["id"] for each in sam.get(path)["alerts"]}
        second = casino.casino.credentials("robin")
        assert sam.ask("clear", reason="it is mended", second=second, **where).status_code == 200
    assert len(set(ids)) == 2


def test_a_second_seizure_is_another_alert(casino: OpenCasino) -> None:
    sam, robin = casino.staff("sam"), casino.staff("robin")
    path = f"/pit/tables/{TABLE}"
    for number in range(2):
        seized = sam.ask("seize", reference=f"court-{number}")
        assert seized.status_code == 200, seized.text
        [alert] = [each["id"] for each in sam.get(path)["alerts"] if each["kind"] == "funds-seized"]
        assert sam.call("POST", f"{path}/alerts", json={"alert": alert}).status_code == 200
        stated = robin.ask("statement", amount=9_000_000, reference=f"bank-{number}")
        assert stated.status_code == 200, stated.text
        given_back = sam.ask("release", reference=f"back-{number}")
        assert given_back.status_code == 200, given_back.text


def test_listening_to_sensors_goes_on_whatever_happens(casino: OpenCasino, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_app, "HEAR_SECONDS", 0)
    book, slate = casino.house.app.state.book, slate_of("memory:")
    lamps = Lamps(slate)
    looks = iter([RuntimeError("a sensor said something odd"), OSError("the disk is full")])
    again = threading.Event()

    def look() -> list[str]:
        for problem in looks:
            raise problem
        again.set()
        return []

    async def listened() -> None:
        back = house_app.Office(book, lamps, slate)
        listening = asyncio.create_task(house_app.always(lambda: back.look(book), 0, lambda: None))
        assert await asyncio.to_thread(again.wait, 20)
        listening.cancel()

    monkeypatch.setattr(lamps, "look", look)
    asyncio.run(listened())


def test_a_sensor_that_is_no_longer_paired_is_no_longer_expected(casino: OpenCasino) -> None:
    book, slate = casino.house.app.state.book, slate_of("memory:")
    lamps = Lamps(slate)
    back = house_app.Office(book, lamps, slate)
    token = paired_token(book.logins, Device(kind="sensor", link=SF, table=TABLE, person="ursel", at=0))
    back.follow_devices(book)
    assert (SF, TABLE) in lamps.expected
    with book.logins.file.changed() as held:  # as another process does it
        del held.devices[hash_of(token)]
    back.follow_devices(book)
    assert (SF, TABLE) not in lamps.expected
    assert lamps.of(SF, TABLE).by == "hand"


@pytest.mark.parametrize(
    "lengths", ["Content-Length: 2\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 5"]
)
def test_a_request_with_two_lengths_is_refused_and_its_line_closed(casino: OpenCasino, lengths: str) -> None:
    """A proxy that believes the one and a house that believes the other disagree where the next request begins."""
    host = casino.house.client().base_url
    head = f"POST /api/v1/settle HTTP/1.1\r\nHost: {host.host}:{host.port}\r\nContent-Type: application/json\r\n"
    smuggled = f"0\r\n\r\nGET /api/v1/games HTTP/1.1\r\nHost: {host.host}:{host.port}\r\n\r\n"
    with socket.create_connection((host.host, host.port), timeout=30) as line:
        line.sendall(f"{head}{lengths}\r\n\r\n{smuggled}".encode())
        answer = b""
        while part := line.recv(65_536):
            answer += part
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1, "nothing after it is answered"
