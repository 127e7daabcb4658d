"""Journal entries for people to read: when, what, where, by whom, and the result. Nothing is decided here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Raw

from croupier.jackpot.journal import Entry, Store
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.records import Record, record_of
from croupier.service.books.entries import went_to
from croupier.service.books.naming import Name
from croupier.units.money import bare_amount

MOST_LINES: Final = 200


class EntryLine(Record):
    """One entry in a list."""

    seq: int
    at: int
    kind: str
    table: str | None
    round: int | None
    by: str
    by_name: str
    second: str
    second_name: str
    detail: str
    hash: str


class WholeEntry(EntryLine):
    """One entry with everything in it; `body` is what the chain holds."""

    body: Raw


class EntryLines(Record):
    """Entries of a link, the newest first."""

    link: str
    entries: list[EntryLine]


def journal_lines(
    store: Store, link: str, before: int | None, limit: int, name: Name, plan: LinkPlan | None
) -> list[EntryLine]:
    """Some entries, the newest first; those below ``before`` where it is given."""
    head = store.head(link).seq
    last = head if before is None else min(head, before - 1)
    first = max(0, last - min(limit, MOST_LINES))
    return [entry_line(entry, name, plan) for entry in reversed(list(store.entries(link, after=first, to=last)))]


def entry_line(entry: Entry, name: Name, plan: LinkPlan | None = None) -> EntryLine:
    """One entry in a list."""
    body = json.loads(entry.body)
    request = body.get("req") or {}
    by, second = request.get("by", ""), request.get("second", "")
    return EntryLine(
        seq=entry.seq,
        at=entry.at,
        kind=entry.kind,
        table=body.get("table") or request.get("table"),
        round=body.get("round") or request.get("round"),
        by=by,
        by_name=name(by),
        second=second,
        second_name=name(second),
        detail="; ".join(_details(body, request, plan)),
        hash=entry.hash,
    )


def whole_entry(store: Store, link: str, seq: int, name: Name) -> WholeEntry | None:
    """One entry with everything in it, as the chain holds it; None where there is no such entry."""
    entry = next(iter(store.entries(link, after=seq - 1, to=seq)), None)
    if entry is None:
        return None
    return record_of(WholeEntry, entry_line(entry, name), body=Raw(entry.body.encode()))


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
