"""The records of requests have the fields that clients may send, and every kind of entry is read as a record."""

from __future__ import annotations

import json
from typing import get_origin

import msgspec
import pytest

from croupier.jackpot.entries import BODIES, PeopleBody, read_body, text_of
from croupier.jackpot.journal import FORMAT, GENESIS, Entry, StoreBroken, canonical
from croupier.jackpot.kinds.table import KINDS, record_of
from croupier.jackpot.requests import Request, Wager, changed

OF_ALL = {field.name for field in msgspec.structs.fields(Request)}


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_has_the_fields_of_its_kind(kind: str) -> None:
    fields = [each for each in msgspec.structs.fields(KINDS[kind].record) if each.name not in OF_ALL]
    optional = {each.name for each in fields if not each.required}
    said = KINDS[kind].fields
    # What waits is named by a number that other requests have only once they are granted; the table says who explains.
    assert {each.name for each in fields} - optional == {
        name for name, field in said.items() if field.needed and name not in ("ask", "reason")
    }
    assert ("reason" in said) == (KINDS[kind].record.gives_reason or kind == "adjust")
    assert optional == {name for name, field in said.items() if not field.needed}


def test_a_record_is_named_by_its_kind() -> None:
    assert [kind.record.__struct_config__.tag for kind in KINDS.values()] == list(KINDS)


def test_every_kind_of_entry_has_a_record() -> None:
    by_people = {kind for kind, body in BODIES.items() if issubclass(get_origin(body) or body, PeopleBody)}
    assert by_people == (set(KINDS) - {"grant"}) | {"ask"}
    assert set(BODIES) - by_people == {"start", "snapshot", "key", "new_day"}


def entry(kind: str, body: str) -> Entry:
    return Entry("L", 7, "id", 1, kind, body, GENESIS)


def wagered() -> PeopleBody[Wager]:
    made = record_of({"id": "w", "do": "wager", "table": "T1", "round": 1, "seats": [1, 2]}, "dee")
    assert isinstance(made, Wager)
    return PeopleBody(v=FORMAT, req=made, moves=[("wagers", "house", 5)], actor=(("token", "s", "T1"),))


def test_an_entry_is_read_as_it_was_written() -> None:
    text = text_of(wagered())
    assert text == canonical(json.loads(text)), "keys sorted, no blanks"
    assert read_body(entry("wager", text)) == wagered()
    assert json.loads(text)["req"] == {"by": "dee", "do": "wager", "round": 1, "seats": [1, 2], "table": "T1"}


@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("wager", {"color": "red"}, "unknown field `color`"),
        ("wager", {"moves": [["wagers", "house", "5"]]}, "Expected `int`, got `str`"),
        ("wager", {"req": {"do": "lock", "by": "dee", "table": "T1", "round": 1}}, "Invalid value 'lock'"),
        ("wager", {"req": {"do": "wager", "by": "dee"}}, "missing required field"),
        ("stroll", {}, "is of a kind that this software does not know"),
        ("wager", {"v": 2, "color": "red"}, "is of format 2, and this software reads format 1 alone"),
    ],
)
def test_an_entry_that_says_anything_else_is_refused(kind: str, change: dict[str, object], words: str) -> None:
    text = canonical(json.loads(text_of(wagered())) | change)
    with pytest.raises(StoreBroken, match="L: entry 7 ") as refused:
        read_body(entry(kind, text))
    assert words in refused.value.message


def test_a_record_is_never_changed_in_place() -> None:
    made = wagered()
    with pytest.raises(AttributeError):
        made.v = 2  # type: ignore[misc]
    assert changed(made, v=2).v == 2
    assert made.v == FORMAT
