"""The typed records of requests are those that clients may send, field by field."""

from __future__ import annotations

from typing import NotRequired, get_origin, get_type_hints

import pytest

from croupier.jackpot.request_records import RECORDS, Common
from croupier.jackpot.requests import KINDS

OF_ALL = set(Common.__annotations__)


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_has_the_fields_of_its_kind(kind: str) -> None:
    hints = get_type_hints(RECORDS[kind], include_extras=True)
    optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired and name not in OF_ALL}
    needed = set(hints) - optional - OF_ALL
    fields = KINDS[kind].fields
    # What waits is named by a number that other requests have only once they are granted.
    assert needed == {name for name, field in fields.items() if field.needed and name != "ask"}
    assert optional == {name for name, field in fields.items() if not field.needed}


def test_every_kind_has_a_record() -> None:
    assert list(RECORDS) == list(KINDS)
