"""One report of a table for all jackpots that it plays for: what the dealer says once reaches each of them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from msgspec import Meta

from croupier.casino.table_report import is_for_all, known_in, split
from croupier.errors import BadInput
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.journal import StoreError
from croupier.records import Record, record_of
from croupier.service.problems import Refused
from croupier.service.record_route import RecordRoute
from croupier.service.routes.links import ERRORS, BookAnswer, answered, check_may_act, checked
from croupier.service.routes.parameters import OneOrAll, TableId
from croupier.service.staff.people import Credentials, shown
from croupier.service.staff.visitors import all_at_table, book_of, visitor

router = APIRouter(tags=["pit"], route_class=RecordRoute)


class ReportRequest(Record):
    """A report of a table, by the person signed in unless somebody else signs."""

    request: Annotated[
        dict[str, Any],
        Meta(
            description="A lock, a result, a void, or a wager with its seats by link: id, do, table, round, its fields."
        ),
    ]
    by: Annotated[Credentials | None, Meta(description="Who reports, if it is not the person signed in.")] = None
    second: Annotated[Credentials | None, Meta(description="The second person, at the same screen.")] = None


class LinkAnswer(BookAnswer):
    """What a link answered; `detail` says why it refused."""

    link: str
    detail: str


class TableAnswer(LinkAnswer):
    """The answer of the first link that has the report in its journal, and those of all."""

    links: list[LinkAnswer]


@router.post(
    "/pit/tables/{table}/report",
    responses=ERRORS,
    summary="One report of a table to every jackpot that it plays for; each answers",
)
async def report(request: Request, table: TableId, body: ReportRequest, link: OneOrAll = None) -> TableAnswer:
    places = await all_at_table(request, table, link)
    told = body.request
    if not is_for_all(told):
        raise Refused(422, "malformed", "do: a table reports lock, result, void, or a wager with its seats by link")
    if told.get("table") != table:
        raise Refused(422, "malformed", f"table: this is the report of {table[:40]}")
    for _, plan, _ in places:
        check_may_act(request, plan)
    actor = await shown(request, body.by) if body.by else visitor(request).signed_in.actor
    second = await shown(request, body.second) if body.second else None
    states = {plan.id: watched.state for watched, plan, _ in places}
    book = book_of(request)
    beside = [each.state for each, plan, _ in book.at_table(table) if plan.id not in states]
    try:
        shares = await asyncio.to_thread(split, told, states, known_in(book.desk.store), beside)
    except BadInput as wrong:
        # No link was asked; the refusal is in the access log all the same.
        await checked(request, " and ".join(states), told, Reply("", "malformed", wrong.message), actor.person)
        raise
    return await answers(request, [(each.link, [Asked(each.request, actor, second)]) for each in shares])


async def answers(request: Request, posts: list[tuple[str, list[Asked]]]) -> TableAnswer:
    """The answer of each link to the last of its requests, and at the top that of the first link which has it in its
    journal. If none has, the refusals are the answer."""
    lines: list[LinkAnswer] = []
    refusals: dict[str, Refused] = {}
    for (link, asked), replies in zip(posts, await book_of(request).submit_together(posts), strict=True):
        line, detail = answered(Reply("", "")), ""
        try:
            if isinstance(replies, StoreError):
                raise Refused(503, "book_unavailable", replies.message, hint=replies.hint)
            for each, reply in zip(asked, replies, strict=True):
                line = await checked(request, link, each.request, reply, each.actor.person)
        except Refused as refused:
            refusals[link] = refused
            line, detail = answered(Reply("", refused.code)), refused.message
        lines.append(record_of(LinkAnswer, line, link=link, detail=detail))
    posted = next((line for line in lines if line.link not in refusals), None)
    if posted is None:
        raise _together(refusals)
    return record_of(TableAnswer, posted, links=lines)


def _together(refusals: dict[str, Refused]) -> Refused:
    """One refusal for those of all links."""
    first = next(iter(refusals.values()))
    if len({each.message for each in refusals.values()}) == 1:
        return first
    words = "; ".join(f"{link}: {each.message}" for link, each in refusals.items())
    return Refused(first.status, first.code, words, hint=first.hint)
