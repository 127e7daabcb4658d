"""Requests and answers as text, on their way between two processes of one book."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.desk import NobodyThere
from croupier.jackpot.book.writer import TooLate, TooMuch
from croupier.jackpot.journal import Fenced, StoreBroken, StoreBusy, StoreError, StoreLost

ERRORS: Final = {
    each.__name__: each
    for each in (StoreError, StoreBusy, StoreBroken, StoreLost, Fenced, TooMuch, TooLate, NobodyThere)
}


def asked_to_text(link: str, asked: Sequence[Asked], within: float) -> str:
    """Requests of a link, with the people behind them."""
    return json.dumps([link, within, [[each.request, _people(each)] for each in asked]])


def asked_from_text(text: str | bytes) -> tuple[str, float, list[Asked]]:
    """ValueError where this is not such a text."""
    try:
        link, within, asked = json.loads(text)
        found = [Asked(request, *(Actor(*person) for person in people)) for request, people in asked]
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(link, str) or not isinstance(within, int | float):
        raise ValueError("no link, or no time")
    return link, float(within), found


def _people(asked: Asked) -> list[list[str]]:
    return [
        [each.person, each.how, each.session, each.device] for each in (asked.actor, asked.second) if each is not None
    ]


def replies_to_text(replies: Sequence[Reply]) -> str:
    """Answers, as they are."""
    return json.dumps({"replies": [list(reply) for reply in replies]})


def error_to_text(error: BaseException) -> str:
    """What kept the requests from being answered. What is not ours says only that it failed."""
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
