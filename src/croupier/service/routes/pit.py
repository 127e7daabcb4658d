"""The pit: a physical table with real cards, as its dealer and supervisor work it."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Query, Request, WebSocket, WebSocketDisconnect
from pydantic import Field
from starlette.requests import HTTPConnection

from croupier.casino.table_report import States, concerned, is_dealt, known_in
from croupier.jackpot.actors import Asked
from croupier.service.bodies import Body
from croupier.service.books.alerts import SeenAlerts
from croupier.service.books.grading import graded_for_all
from croupier.service.books.lamps import Lamps
from croupier.service.books.pit import is_locked_beside, pit_view, table_line
from croupier.service.books.prizes import prize_record
from croupier.service.problems import Refused
from croupier.service.routes.answers import problems
from croupier.service.routes.links import check_may_act
from croupier.service.routes.parameters import OneOrAll, TableId
from croupier.service.routes.table_reports import answers
from croupier.service.settings import Settings
from croupier.service.staff.visitors import all_at_table, at_table, book_of, entitled, visitor, where

router = APIRouter(tags=["pit"])
Record = dict[str, Any]
LinkName = Annotated[
    str | None, Query(max_length=64, description="The jackpot, where the table plays for several; else the first.")
]
_ERRORS = problems(400, 401, 403, 404, 409, 413, 422, 503)
BEAT_SECONDS = 1.0
SEAT = re.compile(r"[1-9][0-9]?", re.ASCII)


class LampsRequest(Body):
    """The seats with a wager on them, set by hand."""

    seats: list[Annotated[int, Field(ge=1, le=99)]] = Field(max_length=99)


class LampRequest(Body):
    """One lamp, set by hand; the others stay as they are."""

    seat: int = Field(ge=1, le=99)
    lit: bool
    round: int = Field(
        ge=1, le=10**12, description="The round that the page shows; once it is over, the lamp counts for the next one."
    )


class LockRequest(Body):
    """Close the wagers of the round that the page shows."""

    id: str = Field(min_length=8, max_length=48, description="New for every request; one sent twice counts once.")
    round: int = Field(ge=1, le=10**12)


class GradeRequest(Body):
    """Hands as they were typed."""

    hands: dict[str, str] = Field(max_length=20)
    dealer: str | None = Field(None, max_length=200)
    so_far: bool = Field(False, description="Cards may be missing: grade those that are there.")


class SeenRequest(Body):
    """Somebody has seen an alert."""

    alert: str = Field(min_length=1, max_length=100)


def lamps_of(connection: HTTPConnection) -> Lamps:
    lamps: Lamps = connection.app.state.lamps
    return lamps


async def _view(connection: HTTPConnection, table: str, link: str | None) -> Record:
    book, settings = book_of(connection), connection.app.state.settings
    watched, plan, placed = await at_table(connection, table, link)
    connection.app.state.seen_alerts.refresh()
    if connection.scope["type"] == "http" and not book.is_away:
        # Another process may have set them just now. A live view is updated soon enough.
        await asyncio.to_thread(lamps_of(connection).read, plan.id, table)
    view = pit_view(
        watched,
        plan,
        placed,
        lamps_of(connection),
        connection.app.state.seen_alerts,
        book.name,
        settings.demonstration,
        book.age,
        book.trouble,
        [each for each in book.at_table(table) if each[1].id != plan.id and visitor(connection).may_on(each[1].id)],
    )
    view["version"] = time.monotonic_ns() // 1_000_000  # the newest stays in view
    view["links"] = [each[1].id for each in book.at_table(table) if visitor(connection).may_on(each[1].id)]
    return view


@router.get("/pit/tables", responses=_ERRORS, summary="The tables whose jackpots you work for")
async def tables(request: Request) -> Record:
    book, here = book_of(request), visitor(request)
    found = [
        table_line(link, link.state.plan, table)
        for name, link in book.links.items()
        if here.may_on(name) and link.state.plan
        for table in link.state.plan.tables
    ]
    return {"tables": sorted(found, key=lambda each: (each["table"], each["link"])), "trouble": book.trouble}


@router.get("/pit/tables/{table}", responses=_ERRORS, summary="All that the console of a table shows")
async def one(request: Request, table: TableId, link: LinkName = None) -> Record:
    return await _view(request, table, link)


@router.put("/pit/tables/{table}/lamps", responses=_ERRORS, summary="Say by hand which seats have a wager")
async def set_lamps(request: Request, table: TableId, body: LampsRequest, link: LinkName = None) -> Record:
    link_id, number = await _round_for_lamps(request, table, link, body.seats)
    await asyncio.to_thread(lamps_of(request).set_by_hand, link_id, table, frozenset(body.seats), number)
    book_of(request).tell()
    return await _view(request, table, link)


@router.post("/pit/tables/{table}/lamps", responses=_ERRORS, summary="Set one lamp by hand; the others stay")
async def set_lamp(request: Request, table: TableId, body: LampRequest, link: LinkName = None) -> Record:
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
async def lock(request: Request, table: TableId, body: LockRequest, link: OneOrAll = None) -> Record:
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
async def grade(request: Request, table: TableId, body: GradeRequest, link: OneOrAll = None) -> Record:
    places = await all_at_table(request, table, link)
    for seat in body.hands:
        if not SEAT.fullmatch(seat) or int(seat) > places[0][2].seats:
            raise Refused(422, "unknown_seat", f"{table[:40]} has no seat {seat[:10]}")
    return await asyncio.to_thread(graded_for_all, places, body.hands, body.dealer, body.so_far)


@router.post("/pit/tables/{table}/alerts", responses=_ERRORS, summary="Say that you have seen an alert")
async def seen(request: Request, table: TableId, body: SeenRequest, link: LinkName = None) -> Record:
    _, plan, _ = await at_table(request, table, link)
    view = await _view(request, table, link)
    if body.alert not in {each["id"] for each in view["alerts"]}:
        raise Refused(404, "unknown_alert", f"there is no alert {body.alert[:60]} here")
    marks: SeenAlerts = request.app.state.seen_alerts
    await asyncio.to_thread(marks.mark, plan.id, body.alert, visitor(request).person, where(request))
    book_of(request).tell()
    return await _view(request, table, link)


@router.get("/pit/tables/{table}/awards/{award}", responses=_ERRORS, summary="The prize record of an award")
async def prize(
    request: Request, table: TableId, award: Annotated[int, Path(ge=1, le=10**12)], link: LinkName = None
) -> Record:
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
        async with book_of(socket).watching(view["link"]["id"], *view["links"]) as news:
            before = b""
            while not gone.done():
                text = orjson.dumps({**view, "at": 0, "version": 0}, option=orjson.OPT_NON_STR_KEYS)
                if text != before:
                    before = text
                    await socket.send_bytes(orjson.dumps(view, option=orjson.OPT_NON_STR_KEYS))
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
