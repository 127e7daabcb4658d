"""The answer to a request: what is said to one that cannot be understood, or that was posted before."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.errors import BadInput
from croupier.jackpot.actors import Asked
from croupier.jackpot.journal import Entry, canonical
from croupier.jackpot.personal import Payee, make_record
from croupier.jackpot.requests import malformed, needs_second


class Reply(NamedTuple):
    """The answer to one request."""

    id: str
    code: str
    detail: str = ""
    seq: int | None = None
    """The request's entry in the journal, if it has one."""
    at: int | None = None
    text: str | None = None
    """The entry as it was written down; the same for a request that is sent again."""

    @property
    def body(self) -> Mapping[str, Any] | None:
        """What it moved and changed, read anew: nobody shares it."""
        return None if self.text is None else json.loads(self.text)

    @property
    def posted(self) -> bool:
        return self.seq is not None


def not_understood(asked: Asked) -> str | None:
    """What keeps a request, or whoever makes it, from being understood."""
    request, actor, second, payee = asked
    if not actor.is_sound or (second is not None and not second.is_sound):
        return "actor: not understood"
    problem = malformed(request)
    if problem is None and second is not None and not needs_second(request):
        return f"second: nobody else is needed to {request['do']}"
    if problem is None and payee is not None:
        return _not_a_payee(request, payee)
    return problem


def _not_a_payee(request: Mapping[str, Any], payee: Payee) -> str | None:
    """Why somebody cannot be recorded as the payee of a request."""
    if request["do"] != "pay":
        return f"payee: nobody is paid by {request['do']}"
    if "payee" in request:
        return "payee: either the number of a record, or who it is"
    try:
        make_record("", 1, *payee, keep_until="9999-12-31", salt="")
    except BadInput as error:
        return f"payee: {error.message}"
    return None


def again(request: Mapping[str, Any], earlier: Entry) -> Reply:
    """The answer to an id that the journal knows: as before, or refused where the request differs."""
    if not is_same(request, posted_as(earlier)):
        return Reply(request["id"], "id_reused", f"entry {earlier.seq}")
    return Reply(request["id"], "exists", f"entry {earlier.seq}", earlier.seq, earlier.at, earlier.body)


def posted_as(earlier: Entry) -> dict[str, Any]:
    """A request as its entry holds it, with its people."""
    body = json.loads(earlier.body)
    posted: dict[str, Any] = body.get("sent") or body.get("req") or {}
    return posted


def is_same(request: Mapping[str, Any], posted: Mapping[str, Any]) -> bool:
    """Whether a request, apart from its id, is the one that was posted."""
    try:
        return canonical({name: value for name, value in request.items() if name != "id"}) == canonical(posted)
    except (ValueError, TypeError, RecursionError):  # what cannot be written down was never posted
        return False


def stopped(asked: Sequence[Asked], wrong: Sequence[str | None], why: str) -> list[Reply]:
    """The answers of a book that has stopped; what cannot be understood is malformed whatever the book's state."""
    return [
        Reply(id_of(each.request), "malformed", problem) if problem else Reply(id_of(each.request), "stopped", why)
        for each, problem in zip(asked, wrong, strict=True)
    ]


def id_of(request: Any) -> str:
    """The id as far as there is one, for an answer to a request that nobody can read."""
    id = request.get("id") if isinstance(request, Mapping) else None
    return id if isinstance(id, str) else ""
