"""The pit: a physical table with real cards, as its dealer and supervisor work it."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, WebSocket, WebSocketDisconnect
from msgspec import Meta
from starlette.requests import HTTPConnection

from croupier.casino.table_report import States, concerned, is_dealt, known_in
from croupier.jackpot.actors import Asked
from croupier.records import Record, encode, replace
from croupier.service.books.alerts import SeenAlerts
from croupier.service.books.grading import Graded, graded_for_all
from croupier.service.books.lamps import Lamps
from croupier.service.books.pit import PitLines, PitView, is_locked_beside, pit_view, table_line
from croupier.service.books.prizes import PrizeRecord, prize_record
from croupier.service.problems import Refused
from croupier.service.record_route import RecordRoute
from croupier.service.routes.answers import problems
from croupier.service.routes.links import check_may_act
from croupier.service.routes.parameters import OneOrAll, TableId
from croupier.service.routes.table_reports import TableAnswer, answers
from croupier.service.settings import Settings
from croupier.service.staff.visitors import all_at_table, at_table, book_of, entitled, visitor, where

router = APIRouter(tags=["pit"], route_class=RecordRoute)
Seat = Annotated[int, Meta(ge=1, le=99)]
RoundNumber = Annotated[int, Meta(ge=1, le=10**12)]
LinkName = Annotated[
    str | None, Query(max_length=64, description="The jackpot, where the table plays for several; else the first.")
]
_ERRORS = problems(400, 401, 403, 404, 409, 413, 422, 503)
BEAT_SECONDS = 1.0
SEAT = re.compile(r"[1-9][0-9]?", re.ASCII)


class LampsRequest(Record):
    """The seats with a wager on them, set by hand."""

    seats: Annotated[list[Seat], Meta(max_length=99)]


class LampRequest(Record):
    """One lamp, set by hand; the others stay as they are."""

    seat: Seat
    lit: bool
    round: Annotated[
        RoundNumber,
        Meta(description="The round that the page shows; once it is over, the lamp counts for the next one."),
    ]


class LockRequest(Record):
    """Close the wagers of the round that the page shows."""

    id: Annotated[
        str, Meta(min_length=8, max_length=48, description="New for every request; one sent twice counts once.")
    ]
    round: RoundNumber


class GradeRequest(Record):
    """Hands as they were typed."""

    hands: Annotated[dict[str, str], Meta(max_length=20)]
    dealer: Annotated[str, Meta(max_length=200)] | None = None
    so_far: Annotated[bool, Meta(description="Cards may be missing: grade those that are there.")] = False


class SeenRequest(Record):
    """Somebody has seen an alert."""

    alert: Annotated[str, Meta(min_length=1, max_length=100)]


def lamps_of(connection: HTTPConnection) -> Lamps:
    lamps: Lamps = connection.app.state.lamps
    return lamps


async def _view(connection: HTTPConnection, table: str, link: str | None) -> PitView:
    book, settings = book_of(connection), connection.app.state.settings
    watched, plan, placed = await at_table(connection, table, link)
    connection.app.state.seen_alerts.refresh()
    if connection.scope["type"] == "http" and not book.is_away:
        # Another process may have set them just now. A live view is updated soon enough.
        await asyncio.to_thread(lamps_of(connection).read, plan.id, table)
    theirs = [place for place in book.at_table(table) if visitor(connection).may_on(place[1].id)]
    return pit_view(
        (watched, plan, placed),
        [place for place in theirs if place[1].id != plan.id],
        lamps=lamps_of(connection),
        seen=connection.app.state.seen_alerts,
        name=book.name,
        demonstration=settings.demonstration,
        age=book.age,
        trouble=book.trouble,
        links=[place[1].id for place in theirs],
    )


@router.get("/pit/tables", responses=_ERRORS, summary="The tables whose jackpots you work for")
async def tables(request: Request) -> PitLines:
    book, here = book_of(request), visitor(request)
    lines = [
        table_line(link, link.state.plan, table)
        for name, link in book.links.items()
        if here.may_on(name) and link.state.plan
        for table in link.state.plan.tables
    ]
    return PitLines(tables=sorted(lines, key=lambda line: (line.table, line.link)), trouble=book.trouble)


@router.get("/pit/tables/{table}", responses=_ERRORS, summary="All that the console of a table shows")
async def one(request: Request, table: TableId, link: LinkName = None) -> PitView:
    return await _view(request, table, link)


@router.put("/pit/tables/{table}/lamps", responses=_ERRORS, summary="Say by hand which seats have a wager")
async def set_lamps(request: Request, table: TableId, body: LampsRequest, link: LinkName = None) -> PitView:
    link_id, number = await _round_for_lamps(request, table, link, body.seats)
    await asyncio.to_thread(lamps_of(request).set_by_hand, link_id, table, frozenset(body.seats), number)
    book_of(request).tell()
    return await _view(request, table, link)


@router.post("/pit/tables/{table}/lamps", responses=_ERRORS, summary="Set one lamp by hand; the others stay")
async def set_lamp(request: Request, table: TableId, body: LampRequest, link: LinkName = None) -> PitView:
    link_id, number = await _round_for_lamps(request, table, link, [body.seat])
    if body.round > number:
        raise Refused(409, "round_to_come", f"round {body.round} is not there yet: round {number} is next")
    await asyncio.to_thread(lamps_of(request).light, link_id, table, body.seat, body.lit, number)
    book_of(request).tell()
    return await _view(request, table, link)


async def _round_for_lamps(request: Request, table: str, link: str | None, seats: list[int]) -> tuple[str, int]:
    """The link, and the round whose lamps are set by hand now; Refused where none are."""
    watched, plan, placed = await at_table(request, table, link)
    check_may_act(request, plan)
    wrong = [seat for seat in seats if seat > placed.seats]
    if wrong:
        raise Refused(422, "unknown_seat", f"{table[:40]} has {placed.seats} seats, not {wrong[0]}")
    if lamps_of(request).is_expected(plan.id, table):
        raise Refused(409, "has_a_sensor", "this table has a sensor: it says where wagers are")
    book = book_of(request)
    opened = watched.state.rounds.get(table)
    number = opened.number if opened else book.next_round(table)
    if opened or is_locked_beside(watched.state, table, number, book.at_table(table)):
        raise Refused(
            409,
            "round_open",
            f"the wagers of round {number} are in the books; no lamp was changed",
            hint="press again when the round is over",
        )
    return plan.id, number


@router.post("/pit/tables/{table}/lock", responses=_ERRORS, summary="Take the wagers that are seen, and lock the round")
async def lock(request: Request, table: TableId, body: LockRequest, link: OneOrAll = None) -> TableAnswer:
    places = await all_at_table(request, table, link)
    for _, plan, _ in places:
        check_may_act(request, plan)
    book, actor = book_of(request), visitor(request).signed_in.actor
    about = {"table": table, "round": body.round}
    locks = {"id": f"{body.id}:lock", "do": "lock", **about}
    states = {plan.id: watched.state for watched, plan, _ in places}
    is_next = body.round == book.next_round(table)
    lit = await _lit(request, table, body.round, states) if is_next else {}
    told = await asyncio.to_thread(concerned, locks, states, known_in(book.desk.store))
    if is_dealt(table, body.round, [each.state for each, _, _ in book.at_table(table)]):
        lit = {}  # a jackpot that was not in the round when it was locked stays out of it
    if is_next and not lit and not told:
        raise Refused(409, "no_wagers", "no seat has a wager: there is nothing to lock", hint="play on, or set lamps")
    posts = []
    for name in [name for name in states if name in lit or name in told] or states:
        wager = {"id": f"{body.id}:wager", "do": "wager", **about, "seats": lit.get(name, [])}
        posts.append((name, [Asked(each, actor) for each in ([wager, locks] if name in lit else [locks])]))
    return await answers(request, posts)


async def _lit(request: Request, table: str, number: int, states: States) -> dict[str, list[int]]:
    """By link without an open round, the seats whose lamps are lit for the next."""
    found = {}
    for link in [link for link, state in states.items() if table not in state.rounds]:
        lamps = await asyncio.to_thread(lamps_of(request).read, link, table)
        if lamps.round == number and lamps.seats:
            found[link] = sorted(lamps.seats)
    return found


@router.post("/pit/tables/{table}/grade", responses=_ERRORS, summary="What typed hands come to; nothing is entered")
async def grade(request: Request, table: TableId, body: GradeRequest, link: OneOrAll = None) -> Graded:
    places = await all_at_table(request, table, link)
    for seat in body.hands:
        if not SEAT.fullmatch(seat) or int(seat) > places[0][2].seats:
            raise Refused(422, "unknown_seat", f"{table[:40]} has no seat {seat[:10]}")
    return await asyncio.to_thread(graded_for_all, places, body.hands, body.dealer, body.so_far)


@router.post("/pit/tables/{table}/alerts", responses=_ERRORS, summary="Say that you have seen an alert")
async def seen(request: Request, table: TableId, body: SeenRequest, link: LinkName = None) -> PitView:
    _, plan, _ = await at_table(request, table, link)
    view = await _view(request, table, link)
    if body.alert not in {alert.id for alert in view.alerts}:
        raise Refused(404, "unknown_alert", f"there is no alert {body.alert[:60]} here")
    marks: SeenAlerts = request.app.state.seen_alerts
    await asyncio.to_thread(marks.mark, plan.id, body.alert, visitor(request).person, where(request))
    book_of(request).tell()
    return await _view(request, table, link)


@router.get("/pit/tables/{table}/awards/{award}", responses=_ERRORS, summary="The prize record of an award")
async def prize(
    request: Request, table: TableId, award: Annotated[int, Path(ge=1, le=10**12)], link: LinkName = None
) -> PrizeRecord:
    watched, plan, placed = await at_table(request, table, link)
    settings: Settings = request.app.state.settings
    return prize_record(watched, plan, placed, award, book_of(request).name, settings.demonstration)


@router.websocket("/pit/tables/{table}/live")
async def live(socket: WebSocket, table: str, link: str | None = None) -> None:
    """The view, sent again whenever something was committed, a lamp changed, or it became old."""
    try:
        await entitled(socket)
        view = await _view(socket, table, link)
    except Refused:
        await socket.close(1008)
        return
    await socket.accept()
    session = visitor(socket).session
    gone = asyncio.create_task(_until_gone(socket))
    try:
        async with book_of(socket).watching(view.link.id, *view.links) as news:
            before = b""
            while not gone.done():
                text = encode(replace(view, at=0, version=0))
                if text != before:
                    before = text
                    await socket.send_bytes(encode(view))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), BEAT_SECONDS)
                news.clear()
                if session is None:
                    break
                # People who were dismissed or removed see nothing more.
                await entitled(socket)
                view = await _view(socket, table, link)
    except (Refused, WebSocketDisconnect, RuntimeError):
        pass
    finally:
        gone.cancel()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(1008)


async def _until_gone(socket: WebSocket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_text()
