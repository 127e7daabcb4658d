"""Journal entries for people to read: when, what, where, by whom, and the result. Nothing is decided here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from croupier.jackpot.journal import Entry, Store
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.service.books.entries import went_to
from croupier.units.money import bare_amount

Record = dict[str, Any]
MOST_LINES: Final = 200


def journal_lines(store: Store, link: str, before: int | None, limit: int, plan: LinkPlan | None) -> list[Record]:
    """Some entries, the newest first; those below ``before`` where it is given."""
    head = store.head(link).seq
    last = head if before is None else min(head, before - 1)
    first = max(0, last - min(limit, MOST_LINES))
    return [entry_line(each, plan) for each in reversed(list(store.entries(link, after=first, to=last)))]


def entry_line(entry: Entry, plan: LinkPlan | None = None) -> Record:
    """One entry in a list."""
    body = json.loads(entry.body)
    request = body.get("req") or {}
    return {
        "seq": entry.seq,
        "at": entry.at,
        "kind": entry.kind,
        "table": body.get("table") or request.get("table"),
        "round": body.get("round") or request.get("round"),
        "by": request.get("by", ""),
        "second": request.get("second", ""),
        "detail": "; ".join(_details(body, request, plan)),
        "hash": entry.hash,
    }


def whole_entry(store: Store, link: str, seq: int) -> Record | None:
    """One entry with everything in it, as the chain holds it; None where there is no such entry."""
    found = next(iter(store.entries(link, after=seq - 1, to=seq)), None)
    return None if found is None else entry_line(found) | {"body": json.loads(found.body)}


def _details(body: Mapping[str, Any], request: Mapping[str, Any], plan: LinkPlan | None) -> Iterator[str]:
    currency = plan.currency if plan else ""
    if "seats" in request:
        seats = request["seats"]
        yield f"{'seat' if len(seats) == 1 else 'seats'} {' '.join(map(str, seats))}"
        if plan is not None and body.get("moves"):
            yield went_to(body["moves"], plan)
    awards = body.get("awards") or ()
    for award in awards:
        yield f"seat {award['seat']}, {award['label']}, {bare_amount(award['cents'], currency)} {award['status']}"
    if "hands" in request and not awards:
        yield "no winner"
    if "award" in request:
        yield f"award {request['award']}"
    for name in ("amount", "figure"):
        if type(request.get(name)) is int:
            yield bare_amount(request[name], currency)
    for name in ("reference", "camera", "reason", "note", "method", "day", "person", "role"):
        if request.get(name):
            yield str(request[name])
    if isinstance(request.get("plan"), str):
        yield f"plan {request['plan'][:8]}"
