"""Jackpot displays: what a table posts, once or as a live connection. A display only looks."""

import asyncio
import contextlib
import time
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Query, Request, WebSocket
from starlette.requests import HTTPConnection

from croupier.casino import floor, posting
from croupier.jackpot.kinds.link import Layouts
from croupier.records import Record, encode, record_of
from croupier.service.books.running import Happened, RunningBook, WatchedLink
from croupier.service.problems import Refused
from croupier.service.record_route import RecordRoute, accepted, problems, sent
from croupier.service.staff import at_table, book_of, entitled, is_open_demonstration, visitor

router = APIRouter(tags=["displays"], route_class=RecordRoute)
sent(posting.DisplayBeat)
TableId = Annotated[str, Path(max_length=64, description="A table of the plan, such as KIS-01.")]
LinkName = Annotated[
    str | None, Query(max_length=64, description="One jackpot, where the table plays for several; else all of them.")
]
BEAT_SECONDS = 1.0
PAUSE_SECONDS = 0.2  # The time between two updates of one screen; changes in between are sent together.
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


def board_of(connection: HTTPConnection) -> "Board":
    """The board of the house, made when the first display is asked for."""
    state = connection.app.state
    board: Board | None = getattr(state, "board", None)
    if board is None or board.book is not book_of(connection):
        board = state.board = Board(book_of(connection))
        state.screens = 0
    return board


async def check_table(connection: HTTPConnection, table: str, link: str | None) -> str | None:
    """The jackpot to show, that of the screen's pairing; None for all. Refused unless the visitor may look at it."""
    device = visitor(connection).device
    link = device.link if device and device.table == table and link is None else link
    if not is_open_demonstration(connection):
        await at_table(connection, table, link)
    elif not book_of(connection).at_table(table, link):
        raise Refused(404, "unknown_table", f"no table {table[:40]} plays for a jackpot here")
    return link


@router.get("/displays", responses=problems(401, 403, 404), summary="Every table with a display, and what it posts")
async def displays(request: Request) -> DisplayList:
    book, here = book_of(request), visitor(request)
    is_open = is_open_demonstration(request)
    shown: list[DisplayEntry] = []
    for table in dict.fromkeys(table.id for _, _, table in book.places):
        theirs = [plan for _, plan, _ in book.at_table(table) if is_open or here.may_on(plan.id)]
        if theirs and (here.device is None or here.device.table == table):
            jackpots = [ShownJackpot(link=plan.id, title=plan.title) for plan in theirs]
            shown.append(DisplayEntry(table=table, jackpots=jackpots))
    return DisplayList(displays=shown)


@router.get("/displays/{table}", responses=_ERRORS, summary="What the display of a table posts now")
async def display(request: Request, table: TableId, link: LinkName = None) -> posting.DisplayRecord:
    return board_of(request).record(table, await check_table(request, table, link))


@router.websocket("/displays/{table}/live")
async def live(socket: WebSocket, table: str, link: str | None = None) -> None:
    """What the table posts whenever it changes, and a sign of life every second."""
    state = socket.app.state
    try:
        await entitled(socket)
        link = await check_table(socket, table, link)
        board = board_of(socket)
        if state.screens >= MOST_SCREENS:
            raise Refused(503, "busy", "too many displays are open")
    except Refused:
        await socket.close(1008)
        return
    state.screens += 1
    try:
        async with accepted(socket) as gone:
            await _show(socket, board, table, link, gone)
    except Refused:
        pass  # what it was paired for has ended
    finally:
        state.screens -= 1


async def _show(socket: WebSocket, board: "Board", table: str, link: str | None, gone: asyncio.Task[None]) -> None:
    sent: object = None
    beats = 0
    beat_at = time.monotonic()
    # Another link that gets this table by a new plan is noticed with the next beat.
    names = [plan.id for _, plan, _ in board.book.at_table(table, link)]
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


SHOWN_MS = 60_000  # How long a win is on the displays.


def won_lately(entries: Iterable[Iterable[Happened]], now: int) -> tuple[int, ...]:
    """The numbers of the awards, the newest first; one that waits for approval is won when it is approved."""
    found: list[tuple[int, int]] = []
    for of_table in entries:
        for entry in of_table:
            if entry.at <= now - SHOWN_MS:
                break
            found += [(entry.seq, number) for number in _numbers(entry)]
    return tuple(dict.fromkeys(number for _, number in sorted(found, reverse=True)))


def _numbers(entry: Happened) -> list[int]:
    if entry.kind == "approve" and entry.award is not None:
        return [entry.award]
    return [award.no for award in entry.awards if award.kind == "meter" and award.status != "pending"]


OLD_SECONDS = 3.0  # A journal that was not read for longer is not live.


class OnScreen(NamedTuple):
    """What a screen shows: the whole record, and the small part that changes with the clock."""

    key: object  # Changes whenever the whole record must be sent again: a lock or a losing hand is not visible.
    whole: bytes
    beat: bytes


class Board:
    """One for a house. On the event loop only."""

    def __init__(self, book: RunningBook) -> None:
        self.book = book
        self._layouts = Layouts(floor.load_layout)
        self._shown: dict[tuple[str, str | None], tuple[object, OnScreen]] = {}

    def record(self, table: str, only: str | None = None) -> posting.DisplayRecord:
        """What the table posts now, for all its jackpots or for one."""
        face = self._face(table, [link for link, _, _ in self.book.at_table(table, only)])
        return posting.display_at(face, self._times(face))

    def shown(self, table: str, only: str | None = None) -> OnScreen:
        """The same, encoded once for all screens of the table."""
        links = [link for link, _, _ in self.book.at_table(table, only)]
        heads = tuple((id(link), link.state.seq, bool(link.stopped)) for link in links)
        asked = heads, _now() // 1000, self._is_live
        kept = self._shown.get((table, only))
        if kept is None or kept[0] != asked:
            face = self._face(table, links)
            said = self._times(face)
            beat = encode(record_of(posting.DisplayBeat, said, beat=True))
            key: object = face, said.live
            if kept is not None and kept[1].key == key:
                key = kept[1].key  # the same object, so that a thousand screens need not compare it field by field
            shown = OnScreen(key, encode(posting.display_at(face, said)), beat)
            kept = self._shown[table, only] = asked, shown
        return kept[1]

    @property
    def _is_live(self) -> bool:
        return not self.book.trouble and self.book.age < OLD_SECONDS

    def _times(self, face: posting.DisplayFace) -> posting.DisplayTimes:
        # While it is live, the clock's time is shown: the journal is read several times a second.
        now, is_live = _now(), self._is_live
        return posting.times(face.zone, now, now if is_live else now - int(self.book.age * 1000), is_live)

    def _face(self, table: str, links: list[WatchedLink]) -> posting.DisplayFace:
        with ExitStack() as locks:
            for link in links:
                locks.enter_context(link.lock)
            entries = [[link.table(table) for table in list(link.lately)] for link in links]
            linked = [
                posting.Linked(link.state, won_lately(lately, _now()), bool(link.stopped))
                for link, lately in zip(links, entries, strict=True)
            ]
            return posting.face_of(table, linked, self._layouts)


def _now() -> int:
    return time.time_ns() // 1_000_000
