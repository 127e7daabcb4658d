"""Jackpot displays: what a table posts, once or as a live connection. A display only looks."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from croupier.casino.posting import DisplayBeat, DisplayRecord
from croupier.records import Record
from croupier.service.displays.board import Board
from croupier.service.problems import Refused
from croupier.service.record_route import RecordRoute, sent
from croupier.service.routes.answers import problems
from croupier.service.staff.visitors import at_table, book_of, entitled, is_open_demonstration, visitor

router = APIRouter(tags=["displays"], route_class=RecordRoute)
sent(DisplayBeat)
TableId = Annotated[str, Path(max_length=64, description="A table of the plan, such as KIS-01.")]
LinkName = Annotated[
    str | None, Query(max_length=64, description="One jackpot, where the table plays for several; else all of them.")
]
BEAT_SECONDS = 1.0
PAUSE_SECONDS = 0.2
"""The time between two updates of one screen; changes in between are sent together."""
LOOK_AGAIN_BEATS = 5
MOST_SCREENS = 2_000
_ERRORS = problems(401, 403, 404, 422)


class ShownJackpot(Record):
    """A jackpot that a display shows."""

    link: str
    title: str


class DisplayEntry(Record):
    """A table with a display."""

    table: str
    jackpots: list[ShownJackpot]


class DisplayList(Record):
    """Every table with a display, and what it posts."""

    displays: list[DisplayEntry]


def board_of(connection: HTTPConnection) -> Board:
    """The board of the house, made when the first display is asked for."""
    state = connection.app.state
    board: Board | None = getattr(state, "board", None)
    if board is None or board.book is not book_of(connection):
        board = state.board = Board(book_of(connection))
        state.screens = 0
    return board


async def check_table(connection: HTTPConnection, table: str, link: str | None) -> None:
    """Refused unless the table is one of ours and the visitor may look at it."""
    if not is_open_demonstration(connection):
        await at_table(connection, table, link)
    elif not board_of(connection).links_of(table, link):
        raise Refused(404, "unknown_table", f"no table {table[:40]} plays for a jackpot here")


@router.get("/displays", responses=problems(401, 403, 404), summary="Every table with a display, and what it posts")
async def displays(request: Request) -> DisplayList:
    board, here = board_of(request), visitor(request)
    is_open = is_open_demonstration(request)
    shown: list[DisplayEntry] = []
    for table in board.tables:
        plans = [link.state.plan for link in board.links_of(table)]
        theirs = [plan for plan in plans if plan and (is_open or here.may_on(plan.id))]
        if theirs and (here.device is None or here.device.table == table):
            jackpots = [ShownJackpot(link=plan.id, title=plan.title) for plan in theirs]
            shown.append(DisplayEntry(table=table, jackpots=jackpots))
    return DisplayList(displays=shown)


@router.get("/displays/{table}", responses=_ERRORS, summary="What the display of a table posts now")
async def display(request: Request, table: TableId, link: LinkName = None) -> DisplayRecord:
    await check_table(request, table, link)
    return board_of(request).record(table, link)


@router.websocket("/displays/{table}/live")
async def live(socket: WebSocket, table: str, link: str | None = None) -> None:
    """What the table posts whenever it changes, and a sign of life every second."""
    state = socket.app.state
    try:
        await entitled(socket)
        await check_table(socket, table, link)
        board = board_of(socket)
        if state.screens >= MOST_SCREENS:
            raise Refused(503, "busy", "too many displays are open")
    except Refused:
        await socket.close(1008)
        return
    await socket.accept()
    state.screens += 1
    gone = asyncio.create_task(_until_gone(socket))
    try:
        await _show(socket, board, table, link, gone)
    except Refused:
        with contextlib.suppress(RuntimeError):
            await socket.close(1008)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        state.screens -= 1
        gone.cancel()


async def _show(socket: WebSocket, board: Board, table: str, link: str | None, gone: asyncio.Task[None]) -> None:
    sent: object = None
    beats = 0
    beat_at = time.monotonic()
    # Another link that gets this table by a new plan is noticed with the next beat.
    names = [each.state.link for each in board.links_of(table, link)]
    async with board.book.watching(*names) as news:
        while not gone.done():
            news.clear()
            shown = board.shown(table, link)
            now = time.monotonic()
            if shown.key != sent:
                sent = shown.key
                await socket.send_bytes(shown.whole)
                beat_at = now + BEAT_SECONDS
                await asyncio.sleep(PAUSE_SECONDS)
            elif now >= beat_at:
                await socket.send_bytes(shown.beat)
                beat_at = now + BEAT_SECONDS
                beats += 1
                if beats % LOOK_AGAIN_BEATS == 0:
                    # A screen whose token was revoked shows nothing more.
                    await entitled(socket)
                    await check_table(socket, table, link)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, beat_at - time.monotonic())):
                    await news.wait()


async def _until_gone(socket: WebSocket) -> None:
    """Ignore what a screen sends; only notice that it leaves."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
