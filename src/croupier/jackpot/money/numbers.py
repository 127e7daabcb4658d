"""Numbers that banks, checks, slips and forms carry: of one shape, and none is used twice for the same purpose."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from croupier.jackpot.personal import looks_like_tax_id
from croupier.jackpot.refusals import Refused
from croupier.jackpot.state import LinkState

SHAPE = "1 to 32 letters, digits and . / - with a digit among them, and no tax id"
_NUMBER = re.compile(r"(?=.*[0-9])[A-Za-z0-9][A-Za-z0-9./-]{0,31}", re.ASCII)

Elsewhere = Callable[[str], str]
"""Where on other links of the book a number was used, in words; empty if it was not."""


def only_here(_number: str) -> str:
    """For callers that see only one link."""
    return ""


def is_number(text: str) -> bool:
    """Whether a text has the shape of a number.

    >>> [is_number(each) for each in ("1001", "DEP-2026/17", "slip", "no. 7", "123-45-6789")]
    [True, True, False, False, False]
    """
    return _NUMBER.fullmatch(text) is not None and not looks_like_tax_id(text)


def spaces_of(request: Mapping[str, Any]) -> dict[str, str]:
    """By field of a request that carries a number, what the number is of: two of one sort never agree."""
    do = request["do"]
    if do == "pay":
        found = {"reference": "check" if request["method"] == "check" else "slip", "tax_form": "tax form"}
        return {field: space for field, space in found.items() if field in request}
    return {"reference": {"deposit": "deposit", "withdraw": "withdrawal", "collect": "receipt"}[do]}


NUMBERED = frozenset({"pay", "deposit", "withdraw", "collect"})
"""Entries that carry the number of a bank, check, slip or form."""


def keys_of(request: Mapping[str, Any]) -> list[str]:
    """The numbers that a request of one of these kinds uses, as they are compared."""
    return [key_of(space, request[field]) for field, space in spaces_of(request).items()]


def key_of(space: str, number: str) -> str:
    """A number as it is compared, ignoring case."""
    return f"{space} {number.upper()}"


def check_numbers(state: LinkState, request: Mapping[str, Any], elsewhere: Elsewhere = only_here) -> None:
    """Refused if a number of a request has the wrong shape or was used before."""
    spaces = spaces_of(request)
    for field in spaces:
        if not is_number(request[field]):
            raise Refused("reference_malformed", f"{field}: {SHAPE}")
    for field, space in spaces.items():
        key = key_of(space, request[field])
        used = f"entry {state.references[key]}" if key in state.references else elsewhere(key)
        if used:
            raise Refused("reference_used", f"{space} {request[field]}: {used}")
