"""Every route with every role and with none; every route with another table's and another link's identifiers."""

from __future__ import annotations

import time

import httpx
import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from croupier.people.logins import Device
from croupier.people.permissions import ANYONE, EVERY_ROLE, NOBODY, ROUTES
from croupier.service.app import ROOMS
from tests.service.casino import OTHER, OTHER_TABLE, SECOND_TABLE, SF, TABLE, OpenCasino, Staff, paired_token

ROLES = (NOBODY, *EVERY_ROLE)
PERSON = {"dealer": "dana", "supervisor": "sam", "operator": "olga", "accounting": "alex", "auditor": "anton"}
HERE = {
    "table": TABLE,
    "link": SF,
    "award": "1",
    "entry": "1",
    "device": "0" * 12,
    "person": "robin",
    "passkey": "0" * 12,
}
ELSEWHERE = {"table": OTHER_TABLE, "link": OTHER}
STAFF_ROUTES = sorted(key for key, roles in ROUTES.items() if roles is not ANYONE)


@pytest.fixture(scope="module")
def everybody(casino: OpenCasino) -> dict[str, Staff]:
    """Somebody of every role of the link sf, and of its table T01."""
    found = {NOBODY: casino.nobody(), **{role: casino.staff(person) for role, person in PERSON.items()}}
    guest = casino.nobody()
    assert guest.call("POST", "/session", json={"name": "Mara"}).status_code == 200
    found["player"] = guest
    logins = casino.house.app.state.book.logins
    for kind in ("display", "sensor"):
        token = paired_token(
            logins, Device(kind=kind, link=SF, table=TABLE, person="sam", at=time.time_ns() // 1_000_000)
        )
        found[kind] = Staff(casino.house.client(), token)
    return found


def asked(casino: OpenCasino, who: Staff, key: str, ids: dict[str, str]) -> tuple[int, str]:
    """The status and the code of a route, its path filled with identifiers."""
    method, _, path = key.partition(" ")
    path = path.format_map({**HERE, "id": "K1", "game": "keep-it-straight", "number": "1", **ids})
    if method == "LIVE":
        return live(casino, who, path)
    response = who.call(method, path, json={} if method in ("POST", "PUT") else None)
    code = response.json().get("code", "") if response.headers["content-type"].endswith("json") else ""
    return response.status_code, str(code)


def live(casino: OpenCasino, who: Staff, path: str) -> tuple[int, str]:
    headers = {"Cookie": who.cookie} if who.cookie else {}
    if who.bearer:
        headers["Authorization"] = f"Bearer {who.bearer}"
    address = casino.house.address.replace("http", "ws", 1)
    try:
        with connect(f"{address}/api/v1{path}", additional_headers=headers) as socket:
            socket.recv(timeout=60)
            return 101, ""
    except InvalidStatus as refused:
        return refused.response.status_code, "not_allowed"


def test_every_route_is_in_the_table_and_every_line_of_it_is_a_route() -> None:
    found = set()
    for room in ROOMS:
        for route in room.router.routes:
            if isinstance(route, APIWebSocketRoute):
                found.add(f"LIVE {route.path}")
            else:
                assert isinstance(route, APIRoute)
                found |= {f"{method} {route.path}" for method in route.methods or ()}
    assert found == set(ROUTES)


@pytest.mark.parametrize("key", sorted(ROUTES))
def test_every_role_and_none(casino: OpenCasino, everybody: dict[str, Staff], key: str) -> None:
    for role in ROLES:
        who = everybody[role]
        if key == "DELETE /staff/session" and role in PERSON:
            who = casino.staff(PERSON[role])  # the others are still needed
        status, code = asked(casino, who, key, {})
        if role in ROUTES[key]:
            assert status != 401 or code in ("no_guest", "no_csrf_token"), (role, status, code)
            assert code != "not_allowed", (role, status)
        elif role in (NOBODY, "player"):
            assert status == 401 or (key.startswith("LIVE") and status == 403), (role, status, code)
        else:
            assert (status, code) == (403, "not_allowed"), (role, status, code)


@pytest.mark.parametrize("key", [each for each in STAFF_ROUTES if "{table}" in each or "{link}" in each])
def test_another_tables_and_another_links_identifiers(
    casino: OpenCasino, everybody: dict[str, Staff], key: str
) -> None:
    """Not even with a body that would be right at the own table."""
    bodies: dict[str, dict[str, object]] = {
        "lamps": {"seats": [1]} if key.startswith("PUT") else {"seat": 1, "lit": True, "round": 1},
        "lock": {"id": "elsewhere", "round": 1},
        "report": {"request": {"id": "elsewhere", "do": "lock", "table": HERE["table"], "round": 1}},
        "grade": {"hands": {}},
        "alerts": {"alert": "x"},
        "requests": {"request": {"id": "elsewhere", "do": "fault", "reason": "x"}},
    }
    method, _, path = key.partition(" ")
    for role in ROLES:
        who = everybody[role]
        place = path.format_map({**HERE, **ELSEWHERE})
        if method == "LIVE":
            assert live(casino, who, place)[0] in (401, 403)
            continue
        body = bodies.get(path.rpartition("/")[2], {}) if method in ("POST", "PUT") else None
        response = who.call(method, place, json=body)
        assert response.status_code in (401, 403), (role, response.text)
        if "{table}" in path:
            mixed = who.call(method, f"{path.format_map(HERE)}?link={OTHER}", json=body)
            assert mixed.status_code in (401, 403, 404), (role, mixed.text)


def test_a_device_of_one_table_is_nothing_at_another(casino: OpenCasino) -> None:
    """Pairing, unpairing and sensors keep to their own link and table."""
    logins = casino.house.app.state.book.logins
    token = paired_token(logins, Device(kind="sensor", link=OTHER, table=OTHER_TABLE, person="sue", at=1))
    id = next(id for id, each in logins.devices().items() if each.link == OTHER)
    olga, oli = casino.staff("olga"), casino.staff("oli")
    assert olga.call("DELETE", f"/devices/{id}").status_code == 403
    assert id not in {each["id"] for each in olga.get("/devices")["devices"]}
    assert olga.call("POST", "/devices", json={"code": "ABCDEF", "table": OTHER_TABLE}).status_code == 403
    sensor = Staff(casino.house.client(), token)
    assert sensor.call("POST", "/sensor", json={"seats": [1]}).json()["table"] == OTHER_TABLE
    of_here = {"second": casino.casino.credentials("sam")}
    assert oli.call("DELETE", f"/devices/{id}", json=of_here).json()["code"] == "not_allowed"
    of_there = {"second": casino.casino.credentials("sue")}
    assert oli.call("DELETE", f"/devices/{id}", json=of_there).status_code == 200
    assert sensor.call("POST", "/sensor", json={"seats": [1]}).status_code == 401


def test_somebody_of_another_link_stands_behind_nothing_here(casino: OpenCasino) -> None:
    dana = casino.staff("dana")
    number = dana.play([1], SECOND_TABLE)
    second = dana.ask("void", table=SECOND_TABLE, round=number, reason="x", second=casino.casino.credentials("sue"))
    assert (second.status_code, second.json()["code"]) == (403, "unknown_person")
    other = dana.ask("fault", link=OTHER, reason="x")
    assert (other.status_code, other.json()["code"]) == (403, "not_allowed")


def test_a_change_needs_the_pages_token_and_our_own_pages(casino: OpenCasino) -> None:
    dana = casino.staff("dana")
    without = dana.call("PUT", f"/pit/tables/{TABLE}/lamps", json={"seats": []}, headers={"x-croupier-csrf": "guess"})
    assert (without.status_code, without.json()["code"]) == (403, "no_csrf_token")
    for headers in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        foreign = dana.call("PUT", f"/pit/tables/{TABLE}/lamps", json={"seats": []}, headers=headers)
        assert (foreign.status_code, foreign.json()["code"]) == (403, "foreign_origin")


def test_the_host_header_is_checked(casino: OpenCasino) -> None:
    for path in ("/", "/api/v1/games", "/healthz"):
        refused = casino.nobody().client.get(path, headers={"host": "rebound.example"})
        assert (refused.status_code, refused.json()["code"]) == (421, "unknown_host")
    assert httpx.get(casino.house.address.replace("127.0.0.1", "localhost") + "/healthz").status_code in (200, 502)


def test_a_house_without_a_book_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    from tests.service.running import House, quick

    with House(quick(tmp_path_factory.mktemp("house"))) as house:
        nobody = Staff(house.client())
        assert nobody.get("/staff/session") == {"person": None, "book": False}
        refused = nobody.call("GET", "/pit/tables")
        assert (refused.status_code, refused.json()["code"]) == (404, "no_book")
