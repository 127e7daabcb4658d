"""The glue between records and routes: one refusal for every body that cannot be used, one type for every record."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Annotated, Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from msgspec import Meta

from croupier.records import UNSET, Record, UnsetType
from croupier.service import record_route
from croupier.service.app import API, create_app
from croupier.service.problems import add_handlers
from croupier.service.record_route import Encoded, RecordRoute, SecretRecord, components
from croupier.service.settings import Settings
from tools.typescript import typescript, words_of_pages

ROOT = Path(__file__).parents[2]


class ToySeat(Record):
    """A seat."""

    number: Annotated[int, Meta(ge=1, le=7)]
    name: str | UnsetType = UNSET
    more: list[Any] | UnsetType = UNSET


class ToyTable(Record):
    """A table."""

    seats: list[ToySeat]
    total: int


class ToySecret(SecretRecord):
    password: str


async def toy(body: ToySeat, times: int = 1) -> ToyTable:
    return ToyTable(seats=[body], total=times * 10**30)


async def no_toy(body: ToySeat | None = None) -> Encoded[ToyTable]:
    return Encoded(ToyTable(seats=[body] if body else [], total=0), headers={"X-Toy": "1"})


class Toys:
    """A house with two routes, apart from the records of the real one."""

    def __init__(self) -> None:
        router = APIRouter(route_class=RecordRoute)
        router.post("/toy")(toy)
        router.delete("/toy")(no_toy)
        self.app = FastAPI()
        self.app.include_router(router)
        add_handlers(self.app)

    def call(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def answered() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://toys") as client:
                return await client.request(method, path, **more)

        return asyncio.run(answered())


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Toys:
    monkeypatch.setattr(record_route, "_KINDS", {})
    return Toys()


JSON = {"Content-Type": "application/json"}


def test_a_record_comes_and_goes(toys: Toys) -> None:
    answer = toys.call("POST", "/toy?times=2", json={"number": 3})
    assert answer.text == '{"seats":[{"number":3}],"total":2000000000000000000000000000000}'
    assert answer.headers["content-type"] == "application/json"


def test_a_body_may_be_absent(toys: Toys) -> None:
    assert toys.call("DELETE", "/toy").json() == {"seats": [], "total": 0}
    answer = toys.call("DELETE", "/toy", json={"number": 1, "name": "A"})
    assert answer.json()["seats"] == [{"number": 1, "name": "A"}]
    assert answer.headers["x-toy"] == "1"


@pytest.mark.parametrize(
    ("body", "status", "code", "words"),
    [
        (b"", 400, "not_json", "the body cannot be read"),
        (b"{", 400, "not_json", "the body cannot be read"),
        (b'{"number": 1} 2', 400, "not_json", "the body cannot be read"),
        (b'{"number": 1, "name": "\xff"}', 400, "not_json", "the body cannot be read"),
        (b'{"number": 1, "name": "\\ud800"}', 400, "not_json", "the body cannot be read"),
        (b"\xff\xfe", 400, "not_json", "the body cannot be read"),
        (b'{"number": 1, "more": ' + b"[" * 9_000 + b"]" * 9_000 + b"}", 400, "not_json", "the body cannot be read"),
        (b"[]", 422, "bad_request", "body: Expected `object`, got `array`"),
        (b"{}", 422, "bad_request", "body: Object missing required field `number`"),
        (b'{"number": "1"}', 422, "bad_request", "body.number: Expected `int`, got `str`"),
        (b'{"number": 8}', 422, "bad_request", "body.number: Expected `int` <= 7"),
        (b'{"number": 1, "color": 2}', 422, "bad_request", "body: Object contains unknown field `color`"),
    ],
)
def test_a_body_that_cannot_be_used(toys: Toys, body: bytes, status: int, code: str, words: str) -> None:
    answer = toys.call("POST", "/toy", content=body, headers=JSON)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (status, code)
    assert told["detail"].startswith(words)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("kind", ["text/plain", "", "application/x-www-form-urlencoded", "application/jsonx"])
def test_a_form_of_another_site_is_not_read(toys: Toys, kind: str) -> None:
    answer = toys.call("POST", "/toy", content=b'{"number": 1}', headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["detail"]) == (422, "the body must be sent as application/json")


def test_secrets_are_not_printed() -> None:
    assert f"{ToySecret(password='x')} {ToySecret(password='x')!r}" == "ToySecret ToySecret"


def test_the_description_says_what_goes_in_and_comes_out(toys: Toys) -> None:
    operation: dict[str, Any] = toys.app.openapi()["paths"]["/toy"]["post"]
    body = operation["requestBody"]
    assert body["required"]
    assert body["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/ToySeat"}
    answered = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert answered == {"$ref": "#/components/schemas/ToyTable"}
    assert components()["ToySeat"]["required"] == ["number"]


def test_a_record_of_every_name_exists_once() -> None:
    assert [name for name in components() if not re.fullmatch(r"[A-Z]\w+", name)] == []


def test_the_types_of_the_pages_are_fresh() -> None:
    document = create_app(Settings(database="memory:")).openapi()
    made = typescript(document, words_of_pages())
    kept = (ROOT / "web" / "src" / "api-types.ts").read_text(encoding="utf-8")
    assert kept == made, "run python -m tools.docs, and look at what changed"


def test_a_real_route_answers_in_bytes_of_the_record(house: httpx.Client) -> None:
    answer = house.get(f"{API}/paytables/PT-FLT-STR-01")
    assert answer.status_code == 200
    assert answer.content.startswith(b'{"schema":1,"id":"PT-FLT-KIS-SB-01","requested":"PT-FLT-STR-01"')
