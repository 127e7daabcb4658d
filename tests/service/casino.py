"""A small casino behind the house: two links with tables of their own, people of every role, a book that is live."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pyotp

from croupier.casino.floor import logins_of, open_book, opened, wall_clock
from croupier.jackpot.actors import Actor, make_record
from croupier.jackpot.plan.file import read_plan
from croupier.jackpot.plan.link_plan import LinkPlan, Person, Threshold, plan_hash, plan_to_json
from croupier.people.logins import Device, Factor, Logins, hash_of
from tests.jackpot.floor import plan as floor_plan
from tests.jackpot.two_jackpots import BOOK
from tests.jackpot.two_jackpots import PLAN as TWO_JACKPOTS
from tests.passwords import QUICK
from tests.service.running import House, quick

SF, OTHER = "sf", "other"
TABLE, SECOND_TABLE, OTHER_TABLE = "T01", "T02", "X01"
PEOPLE = {
    "dana": "dealer",
    "sam": "supervisor",
    "robin": "supervisor",
    "ursel": "supervisor",
    "alex": "accounting",
    "olga": "operator",
    "anton": "auditor",
}
STRANGERS = {"deb": "dealer", "sue": "supervisor", "sid": "supervisor", "oli": "operator"}
"""People of the other link."""
SEVEN_CARDS = "As Ks Qs Js Ts 9s 8s"
NOTHING = "As Kd 9c 7h 5s 3d 2c"
PASSWORD = "a long password of ours"
_ids = itertools.count(1)


def paired_token(logins: Logins, device: Device) -> str:
    """The token of a display or a sensor that was paired."""
    token = secrets.token_urlsafe(24)
    logins.pair(hash_of(token), device, "by a test")
    return token


def link_plan(link: str, tables: tuple[str, ...], people: dict[str, str], jurisdiction: str = "generic") -> LinkPlan:
    sample = floor_plan()
    return replace(
        sample,
        id=link,
        title=f"Straight Flush {link}",
        jurisdiction=jurisdiction,
        tables=tuple(replace(sample.tables[0], id=table) for table in tables),
        people=tuple(Person(id, id.title(), role) for id, role in people.items()),  # type: ignore[arg-type]
        thresholds=(Threshold("2026-01-01", 100_000, 50_000, 500_000, 200_000),),
        casino="Lantern Casino",
    )


class Casino:
    """The book's address, and everybody's secrets."""

    def __init__(self, folder: Path, jurisdiction: str = "generic", url: str = "", days_ago: int = 0) -> None:
        self.folder = folder
        self._days_ago = days_ago
        self.url = url or str(folder / "casino.db")
        self.keys: dict[str, str] = {}
        everybody = PEOPLE | STRANGERS
        self._go_live(self.plans(jurisdiction))
        logins = logins_of(self.url)
        # A cheap hash, and the same for all: that a real one is slow is its purpose, and not what is tested here.
        hashed = QUICK().hash(PASSWORD)
        with logins.file.changed() as held:
            for person, role in everybody.items():
                held.passwords[person] = hashed
                if role not in ("dealer", "auditor"):
                    self.keys[person] = pyotp.random_base32()
                    held.factors[person] = Factor(key=self.keys[person])
        self.logins = logins_of(self.url)

    def plans(self, jurisdiction: str) -> list[LinkPlan]:
        """One for each link."""
        return [
            link_plan(SF, (TABLE, SECOND_TABLE), PEOPLE, jurisdiction),
            link_plan(OTHER, (OTHER_TABLE,), STRANGERS, jurisdiction),
        ]

    def _go_live(self, plans: list[LinkPlan]) -> None:
        with opened(self.url, create=True, write=True) as store:
            for each in plans:
                first, second = [person.id for person in each.people if person.role == "supervisor"][:2]
                with open_book(store, each.id, clock=self._clock) as book:
                    replies = [
                        book.post(self._request("propose", plan=plan_to_json(each)), Actor(first, "script")),
                        book.post(self._request("accept", plan=plan_hash(each)), Actor(second, "script")),
                        book.post(
                            self._request("deposit", amount=9_000_000, reference=f"{each.id}-1"), Actor(first, "script")
                        ),
                    ]
                    assert [reply.code for reply in replies] == ["ok"] * 3, replies

    def payee(self) -> int:
        """Somebody who was paid, as accounting has written them down."""
        with opened(self.url, write=True) as store:
            number = len(store.personal(SF)) + 1
            store.keep_personal(make_record(SF, number, "Pat Winner", "", "passport", "2099-12-31", "salt"))
        return number

    def _clock(self) -> int:
        """When the book was made."""
        return wall_clock() - self._days_ago * 86_400_000

    @staticmethod
    def _request(do: str, **fields: Any) -> dict[str, Any]:
        return {"id": f"casino:{next(_ids)}", "do": do, **fields}

    def credentials(self, person: str) -> dict[str, str]:
        """What a person types; their last code counts as long past, as if the test took its time."""
        key = self.keys.get(person) or getattr(self.logins.file.read().factors.get(person), "key", "")
        if key:
            with self.logins.file.changed() as held:
                held.factors[person] = Factor(key=key)
        return {"person": person, "password": PASSWORD, "code": pyotp.TOTP(key).now() if key else ""}


class TwoJackpots(Casino):
    """The room of two sensors, with the staff of the casino."""

    def plans(self, jurisdiction: str) -> list[LinkPlan]:
        ours = link_plan("", (), PEOPLE, jurisdiction)
        shared: dict[str, Any] = {"people": ours.people, "thresholds": ours.thresholds, "jurisdiction": jurisdiction}
        return [replace(each, **shared) for each in read_plan(TWO_JACKPOTS, BOOK).links.values()]


class Staff:
    """Somebody at a browser of their own; httpx would not send a Secure cookie over plain HTTP, so we do."""

    def __init__(self, client: httpx.Client, token: str = "") -> None:
        self.client = client
        self.cookie = ""
        self.browser = ""
        """The cookie that says which browser asked a passkey."""
        self.known = ""
        """The cookie that says who has signed in here before."""
        self.csrf = ""
        self.bearer = token

    def sign_in(self, credentials: dict[str, str]) -> httpx.Response:
        response = self.call("POST", "/staff/session", json=credentials)
        if response.status_code == 200:
            self.cookie, self.known = (each.partition(";")[0] for each in response.headers.get_list("set-cookie"))
            self.csrf = response.json()["csrf"]
        return response

    def call(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {**more.pop("headers", {})}
        if cookies := list(filter(None, (self.cookie, self.browser, self.known))):
            headers.setdefault("cookie", "; ".join(cookies))
        if self.cookie:
            headers.setdefault("x-croupier-csrf", self.csrf)
        if self.bearer:
            headers.setdefault("authorization", f"Bearer {self.bearer}")
        response = self.client.request(method, f"/api/v1{path}", headers=headers, **more)
        cookie = response.headers.get("set-cookie", "").partition(";")[0]
        if cookie.startswith("__Host-croupier-challenge="):
            self.browser = cookie
        return response

    def get(self, path: str) -> dict[str, Any]:
        response = self.call("GET", path)
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    def ask(self, do: str, *, link: str = SF, by: Any = None, second: Any = None, **fields: Any) -> httpx.Response:
        """A request to the books under an id of its own."""
        request = {"id": f"test:{next(_ids)}", "do": do, **fields}
        people = {name: each for name, each in (("by", by), ("second", second)) if each}
        return self.call("POST", f"/links/{link}/requests", json={"request": request, **people})

    def play(self, seats: list[int], table: str = TABLE) -> int:
        """Lamps, then the lock; the number of the round."""
        number: int = self.get(f"/pit/tables/{table}")["round"]["number"]
        assert self.call("PUT", f"/pit/tables/{table}/lamps", json={"seats": seats}).status_code == 200
        locked = self.call("POST", f"/pit/tables/{table}/lock", json={"id": f"lock-{next(_ids):05}", "round": number})
        assert locked.status_code == 200, locked.text
        return number


class OpenCasino:
    """A casino with its house open."""

    def __init__(self, casino: Casino, house: House) -> None:
        self.casino = casino
        self.house = house

    def nobody(self) -> Staff:
        return Staff(self.house.client())

    def staff(self, person: str) -> Staff:
        found = self.nobody()
        response = found.sign_in(self.casino.credentials(person))
        assert response.status_code == 200, response.text
        return found

    def paid(self, table: str, number: str) -> int:
        """An award of seat 2, from the wager to its payment by check, with everybody it takes; its number."""
        dana, alex = self.staff("dana"), self.staff("alex")
        round = dana.play([2, 3], table)
        [award] = dana.ask("result", table=table, round=round, hands={"2": SEVEN_CARDS}).json()["awards"]
        no: int = award["no"]
        steps: tuple[tuple[str, str, dict[str, Any]], ...] = (
            ("approve", "sam", {}),
            ("confirm", "robin", {"camera": f"TAPE-{number}"}),
        )
        for do, person, fields in steps:
            done = dana.ask(do, award=no, by=self.casino.credentials(person), **fields)
            assert done.status_code == 200, done.text
        pay: dict[str, Any] = {
            "method": "check",
            "reference": number,
            "tax_form": f"W2G-{number}",
            "payee": self.casino.payee(),
        }
        assert alex.ask("pay", award=no, **pay).status_code == 200
        return no


@contextmanager
def open_casino(casino: Casino, *, port: int = 0, **changes: object) -> Iterator[OpenCasino]:
    settings = {"book": casino.url, "doors_per_second": 1e9, "doors_burst": 10**9}
    with House(quick(casino.folder, **(settings | changes)), port) as house:
        yield OpenCasino(casino, house)
