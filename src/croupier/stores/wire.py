"""Requests and answers as text, on their way between two processes of one book."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.desk import NobodyThere
from croupier.jackpot.book.writer import TooLate, TooMuch
from croupier.jackpot.journal import Fenced, NumberTaken, StoreBroken, StoreBusy, StoreError, StoreLost
from croupier.jackpot.personal import Payee

ERRORS: Final = {
    each.__name__: each
    for each in (StoreError, StoreBusy, StoreBroken, StoreLost, Fenced, NumberTaken, TooMuch, TooLate, NobodyThere)
}


def asked_to_text(link: str, asked: Sequence[Asked], within: float) -> str:
    """Requests of a link, with the people who make them."""
    return json.dumps([link, within, [[each.request, _people(each), each.payee] for each in asked]])


def asked_from_text(text: str | bytes) -> tuple[str, float, list[Asked]]:
    """ValueError if the text is something else."""
    try:
        link, within, asked = json.loads(text)
        found = [_asked(*each) for each in asked]
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(link, str) or not isinstance(within, int | float):
        raise ValueError("no link, or no time")
    return link, float(within), found


def _asked(request: Any, people: list[list[str]], payee: list[str] | None) -> Asked:
    actor, second = ([Actor(*person) for person in people] + [None])[:2]
    if actor is None:
        raise ValueError("nobody asks")
    return Asked(request, actor, second, Payee(*payee) if payee is not None else None)


def _people(asked: Asked) -> list[list[str]]:
    return [
        [each.person, each.how, each.session, each.device] for each in (asked.actor, asked.second) if each is not None
    ]


def replies_to_text(replies: Sequence[Reply]) -> str:
    """Answers, as they are."""
    return json.dumps({"replies": [list(reply) for reply in replies]})


def error_to_text(error: BaseException) -> str:
    """Why the requests were not answered. A foreign error says only that it failed."""
    if isinstance(error, StoreError):
        name = type(error).__name__
        return json.dumps({"error": [name if name in ERRORS else "StoreError", error.message, error.hint]})
    return json.dumps({"error": ["StoreError", f"the writer failed: {type(error).__name__}", "see what it printed"]})


def replies_from_text(text: str | bytes) -> list[Reply]:
    """The answers, or the error that was sent instead raised here."""
    said: dict[str, Any] = json.loads(text)
    if "error" in said:
        name, message, hint = said["error"]
        raise ERRORS.get(name, StoreError)(message, hint=hint)
    return [Reply(*each) for each in said["replies"]]
