"""Requests to the books: one route for all of them. The books decide who may make which."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from msgspec import Meta

from croupier.casino.table_report import is_dealt, known_in
from croupier.jackpot import personal
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.book import Reply
from croupier.jackpot.codes import CODES
from croupier.jackpot.plan.play_chips import is_of_play_tables
from croupier.jackpot.requests import malformed
from croupier.people.access_log import Act
from croupier.records import Record, plain
from croupier.service.books.naming import standing
from croupier.service.problems import Refused
from croupier.service.record_route import RecordRoute
from croupier.service.routes.answers import problems
from croupier.service.settings import Settings
from croupier.service.staff.people import Credentials, shown
from croupier.service.staff.visitors import book_of, on_link, visitor, where

router = APIRouter(tags=["books"], route_class=RecordRoute)
LinkId = Annotated[str, Path(max_length=64, description="A link such as sf.")]
ERRORS = problems(400, 401, 403, 404, 409, 413, 422, 423, 503)
_STATUS = {"malformed": 422, "stopped": 503} | dict.fromkeys(
    ("not_allowed", "unknown_person", "same_person", "three_people"), 403
)


class PayeeGiven(Record):
    """Whom a prize is paid to. It is kept beside the journal, which names it only by number."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    identified: Annotated[
        str, Meta(min_length=1, max_length=200, description="How it is known who they are, as in a passport.")
    ]
    address: Annotated[str, Meta(max_length=200)] = ""


class BookRequest(Record):
    """A request to the books, by the person signed in unless somebody else signs."""

    request: Annotated[
        dict[str, Any], Meta(description="As docs/reference/jackpot-books.md lists them: id, do and its fields.")
    ]
    by: Annotated[Credentials | None, Meta(description="Who asks, if it is not the person signed in.")] = None
    second: Annotated[Credentials | None, Meta(description="The second person, at the same screen.")] = None
    payee: Annotated[
        PayeeGiven | None,
        Meta(description="With a payment: the payee, if the request does not name one by number."),
    ] = None


class BookAnswer(Record):
    """An answer of the books: its code, the entry that it is in, the number of a request that waits, and awards."""

    code: str
    seq: int | None
    at: int | None
    ask: int | None
    awards: list[dict[str, Any]]


def answered(reply: Reply) -> BookAnswer:
    """An answer of the books that is in the journal."""
    body = reply.body or {}
    return BookAnswer(
        code=reply.code, seq=reply.seq, at=reply.at, ask=body.get("ask"), awards=list(body.get("awards", []))
    )


async def checked(request: Request, link: str, asked: Any, reply: Reply, who: str) -> BookAnswer:
    """An answer that is in the journal. A refusal is an error, and is in the access log."""
    if reply.posted:
        return answered(reply)
    raise await _refused(request, link, asked, reply.code, reply.detail, who)


async def _refused(request: Request, link: str, asked: Any, code: str, detail: str, who: str) -> Refused:
    """A refusal of the books, once it is in the access log."""
    do = str(asked.get("do", ""))[:40] if isinstance(asked, dict) else ""
    log = book_of(request).logins.log
    await asyncio.to_thread(log.write, Act.REFUSED, who, f"{do}: {code} from {where(request)}", link=link)
    words = CODES.get(code, code)
    return Refused(_STATUS.get(code, 409), code, f"{words}: {detail}" if detail else words)


def check_may_act(request: Request, plan: Any) -> None:
    """A Washington plan is worked in a demonstration only, and a play table by the house alone."""
    settings: Settings = request.app.state.settings
    found = standing(plan, settings.demonstration)
    if found.may_act:
        return
    if is_of_play_tables(plan):
        raise Refused(403, "play_table", found.why, hint="play at the table itself, in the lobby")
    raise Refused(403, "preview_only", found.why, hint="a demonstration is opened with --demonstration")


async def _check_in_time(request: Request, link: str, wager: dict[str, Any], who: str) -> None:
    """Refused if a wager on one jackpot joins a round that another jackpot of the table has locked: the cards may be
    known. A wager that was in time is answered as before."""
    if malformed(wager) is not None or wager["do"] != "wager":
        return
    book, table, number = book_of(request), wager["table"], wager["round"]
    beside = [each.state for each, plan, _ in book.at_table(table) if plan.id != link]
    if is_dealt(table, number, beside) and not await asyncio.to_thread(known_in(book.desk.store), link, wager["id"]):
        detail = f"round {number} of {table} is locked or over on another jackpot"
        raise await _refused(request, link, wager, "round_locked", detail, who)


@router.post("/links/{link}/requests", responses=ERRORS, summary="Ask the books for something; the answer is durable")
async def ask(request: Request, link: LinkId, body: BookRequest) -> BookAnswer:
    found = await on_link(request, link)
    if found.state.plan:
        check_may_act(request, found.state.plan)
    actor = await shown(request, body.by) if body.by else visitor(request).signed_in.actor
    second = await shown(request, body.second) if body.second else None
    await _check_in_time(request, link, body.request, actor.person)
    payee = personal.Payee(**plain(body.payee)) if body.payee else None
    [reply] = await book_of(request).submit(link, [Asked(body.request, actor, second, payee)])
    return await checked(request, link, body.request, reply, actor.person)
