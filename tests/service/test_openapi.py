"""The description of the interface is committed, and a change that would break a client needs a new version."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.service.app import API, create_app
from croupier.service.settings import Settings

COMMITTED = Path(__file__).resolve().parents[2] / "docs" / "reference" / "openapi.json"
Record = dict[str, Any]


def breaks(old: Record, new: Record) -> Iterator[str]:
    """What a client that was written for the old description would stumble over in the new one."""
    for path, operations in old["paths"].items():
        for method, operation in operations.items():
            name = f"{method.upper()} {path}"
            found = new["paths"].get(path, {}).get(method)
            if found is None:
                yield f"{name} is gone"
                continue
            before = {(each["in"], each["name"]): each for each in operation.get("parameters", [])}
            after = {(each["in"], each["name"]): each for each in found.get("parameters", [])}
            for key in before.keys() - after.keys():
                yield f"{name} no longer takes {key[1]}"
            for key, parameter in after.items():
                if parameter.get("required") and not before.get(key, {}).get("required"):
                    yield f"{name} now requires {key[1]}"
                if key in before:
                    yield from narrowed(f"{name} {key[1]}", before[key]["schema"], parameter["schema"])
            for status in operation["responses"]:
                if status.startswith("2") and status not in found["responses"]:
                    yield f"{name} no longer answers {status}"
    before_schemas = old.get("components", {}).get("schemas", {})
    after_schemas = new.get("components", {}).get("schemas", {})
    for name, schema in before_schemas.items():
        if name not in after_schemas:
            yield f"schema {name} is gone"
            continue
        for field in schema.get("properties", {}):
            if field not in after_schemas[name].get("properties", {}):
                yield f"schema {name} no longer has {field}"
        if name.endswith("Request"):
            for field in set(after_schemas[name].get("required", [])) - set(schema.get("required", [])):
                yield f"schema {name} now requires {field}"


def narrowed(name: str, old: Record, new: Record) -> Iterator[str]:
    """A value that was taken and is no longer."""
    gone = set(old.get("enum") or []) - set(new.get("enum") or old.get("enum") or [])
    if gone:
        yield f"{name} no longer takes {', '.join(sorted(gone))}"
    for key, tighter in (("maxLength", min), ("maximum", min), ("minimum", max), ("minLength", max)):
        if key in new and (key not in old or tighter(old[key], new[key]) != old[key]):
            yield f"{name}: {key} is tighter"


@pytest.fixture(scope="module")
def served() -> Record:
    return create_app(Settings(database="memory:")).openapi()


def test_the_committed_description_is_what_is_served(served: Record) -> None:
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == json.loads(json.dumps(served)), (
        "run python -m tools.docs, and look at what changed"
    )


def test_nothing_that_a_client_relies_on_has_gone(served: Record) -> None:
    """Until 1.0 nothing is promised: copy the new description over the kept one, and list the change. From then on a
    change that breaks a client needs /api/v2."""
    released = json.loads((Path(__file__).parent / "openapi-v1.json").read_text(encoding="utf-8"))
    assert list(breaks(released, served)) == [], "if it is meant, keep docs/reference/openapi.json as openapi-v1.json"


def test_every_operation_says_what_it_answers(served: Record) -> None:
    """A record by name, or a file by its media types."""
    for path, operations in served["paths"].items():
        for method, operation in operations.items():
            good = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
            contents = {media: said for answer in good for media, said in answer.get("content", {}).items()}
            assert contents or "204" in operation["responses"], f"{method} {path} answers anything"
            assert contents.get("application/json", {"schema": "none"})["schema"], f"{method} {path} has no schema"


def test_the_comparison_sees_what_breaks(served: Record) -> None:
    changed = copy.deepcopy(served)
    del changed["paths"][f"{API}/games"]
    changed["paths"][f"{API}/edge"]["get"]["parameters"][1]["required"] = True
    changed["paths"][f"{API}/sheet"]["get"]["parameters"] = [
        each for each in changed["paths"][f"{API}/sheet"]["get"]["parameters"] if each["name"] != "meter"
    ]
    del changed["components"]["schemas"]["ProblemBody"]["properties"]["code"]
    assert set(breaks(served, changed)) == {
        "GET /api/v1/games is gone",
        "GET /api/v1/edge now requires wager",
        "GET /api/v1/sheet no longer takes meter",
        "schema ProblemBody no longer has code",
    }


def test_it_is_served_where_it_says(house: httpx.Client) -> None:
    assert house.get(f"{API}/openapi.json").json()["info"]["version"] == "1"
