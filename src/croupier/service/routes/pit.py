"""The pit: a physical table with real cards, as its dealer and supervisor work it, and requests to the books.

What the dealer says once of a round reaches every jackpot that the table plays for; each answers. Where a table has a
sensor, only what it sees is wagered, whoever asks.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from dataclasses import replace as replace_actor
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, WebSocket
from msgspec import Meta
from starlette.requests import HTTPConnection

from croupier.casino.table_report import States, concerned, differ, is_dealt, is_for_all, known_in, part_of, split
from croupier.errors import BadInput
from croupier.jackpot import personal
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.book import Reply
from croupier.jackpot.codes import CODES
from croupier.jackpot.journal import StoreError
from croupier.jackpot.kinds.table import malformed
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.plan.link_rules import is_of_play_tables
from croupier.people.access_log import Act
from croupier.records import Record, encode, plain, record_of, replace
from croupier.service import staff
from croupier.service.books.alerts import SeenAlerts
from croupier.service.books.lamps import Lamps
from croupier.service.books.pit import Graded, PitLines, PitView, graded_for_all, is_locked_beside, pit_view, table_line
from croupier.service.books.running import standing
from croupier.service.problems import Refused
from croupier.service.record_route import RecordRoute, accepted, problems
from croupier.service.settings import Settings

TableId = Annotated[str, Path(max_length=64, description="A table of the plan, such as KIS-01.")]
OneOrAll = Annotated[
    str | None,
    Query(max_length=64, description="The jackpot, where it is for one only; else all that the table plays for."),
]


router = APIRouter(
    tags=["pit"], route_class=RecordRoute, responses=problems(400, 401, 403, 404, 409, 413, 422, 423, 503)
)
LinkId = Annotated[str, Path(max_length=64, description="A link such as sf.")]
_STATUS = {"malformed": 422, "stopped": 503} | dict.fromkeys(
    ("not_allowed", "unknown_person", "same_person", "three_people"), 403
)


class PayeeGiven(Record):
    """Whom a prize is paid to, and how it is known who they are, as in a passport. It is kept beside the journal, which
    names it only by number."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    identified: Annotated[str, Meta(min_length=1, max_length=200)]
    address: Annotated[str, Meta(max_length=200)] = ""


class ReportRequest(Record):
    """A report of a table, by the person signed in unless somebody else signs: a lock, a result, a void, or a wager
    with its seats by link."""

    request: Annotated[
        dict[str, Any], Meta(description="As docs/reference/jackpot-books.md lists them: id, do and its fields.")
    ]
    by: Annotated[staff.Credentials | None, Meta(description="Who asks, if it is not the person signed in.")] = None
    second: Annotated[staff.Credentials | None, Meta(description="The second person, at the same screen.")] = None


class BookRequest(ReportRequest):
    """A request to the books, by the person signed in unless somebody else signs."""

    payee: Annotated[
        PayeeGiven | None, Meta(description="With a payment: the payee, if the request does not name one by number.")
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
    return record_of(BookAnswer, reply, ask=body.get("ask"), awards=list(body.get("awards", [])))


async def checked(request: Request, link: str, asked: object, reply: Reply, who: str) -> BookAnswer:
    """An answer that is in the journal. A refusal is an error, and is in the access log."""
    if reply.posted:
        return answered(reply)
    raise await _refused(request, link, asked, reply.code, reply.detail, who)


async def _refused(request: Request, link: str, asked: object, code: str, detail: str, who: str) -> Refused:
    """A refusal of the books, once it is in the access log."""
    do = str(asked.get("do", ""))[:40] if isinstance(asked, dict) else ""
    log = staff.book_of(request).logins.log
    await asyncio.to_thread(log.write, Act.REFUSED, who, f"{do}: {code} from {staff.where(request)}", link=link)
    words = CODES.get(code, code)
    return Refused(_STATUS.get(code, 409), code, f"{words}: {detail}" if detail else words)


def check_may_act(request: Request, plan: LinkPlan) -> None:
    """A Washington plan is worked in a demonstration only, and a play table by the house alone."""
    settings: Settings = request.app.state.settings
    found = standing(plan, settings.demonstration)
    if found.may_act:
        return
    if is_of_play_tables(plan):
        raise Refused(403, "play_table", found.why, hint="play at the table itself, in the lobby")
    raise Refused(403, "preview_only", found.why, hint="a demonstration is opened with --demonstration")


async def _check_wager(request: Request, link: str, wager: Any, who: str) -> None:
    """Refused if a wager joins a round that another jackpot of the table has locked, since the cards may be known; if
    its round is not the next one; or if it is beyond what the sensor sees. One that was taken is answered as before."""
    if malformed(wager) is not None or wager["do"] != "wager":
        return
    book, table, number = staff.book_of(request), wager["table"], wager["round"]
    if await asyncio.to_thread(known_in(book.desk.store), link, wager["id"]):
        return
    code, detail = "", ""
    next_one = book.next_round(table) if book.at_table(table) else number
    dark = set(wager["seats"]) - await _sensed(request, link, table, number)
    if is_dealt(table, number, [watched.state for watched, plan, _ in book.at_table(table) if plan.id != link]):
        code, detail = "round_locked", f"round {number} of {table} is locked or over on another jackpot"
    elif number > next_one:
        code, detail = "round_to_come", f"round {number} is not there yet: round {next_one} is next"
    elif sensor_of(request, link, table) and dark:
        seats = " ".join(map(str, sorted(dark)))
        code, detail = "not_lit", f"the sensor of {table} sees no wager on {link} at seat {seats}"
    if code:
        raise await _refused(request, link, wager, code, detail, who)


def sensor_of(request: Request, link: str, table: str) -> str:
    """The sensor that says where wagers on a jackpot lie, by its id; empty where none is paired."""
    for id, device in staff.book_of(request).logins.devices().items():
        if (device.kind, device.link, device.table) == ("sensor", link, table):
            return id
    return ""


async def _sensed(request: Request, link: str, table: str, number: int) -> frozenset[int]:
    """The seats whose lamps are lit for a round; where there is a sensor, only those that it has lit."""
    lamps = await asyncio.to_thread(lamps_of(request).read, link, table)
    is_told = lamps.by == "sensor" or not sensor_of(request, link, table)
    return lamps.seats if lamps.round == number and is_told else frozenset()


def _by_sensor(request: Request, link: str, asked: Asked) -> Asked:
    """A wager that a sensor has seen is entered with the sensor as its device."""
    wager = asked.request
    if malformed(wager) is not None or wager["do"] != "wager":
        return asked
    sensor = sensor_of(request, link, wager["table"])
    return asked._replace(actor=replace_actor(asked.actor, device=f"sensor {sensor}")) if sensor else asked


async def _check_hands(request: Request, link: str, result: Any, who: str) -> None:
    """Refused if another jackpot of the table was told other hands of the same round: cards are dealt once."""
    if malformed(result) is not None or result["do"] != "result":
        return
    for watched, plan, _ in staff.book_of(request).at_table(result["table"]):
        told = [entry for entry in watched.table(result["table"]) if entry.kind == "result"]
        before = next((entry for entry in told if entry.round == result["round"]), None)
        if plan.id != link and before is not None and differ(result, before.body["req"]):
            detail = f"{plan.id} was told other cards of round {result['round']}"
            raise await _refused(request, link, result, "other_hands", detail, who)


@router.post("/links/{link}/requests", summary="Ask the books for something; the answer is durable")
async def ask(request: Request, link: LinkId, body: BookRequest) -> BookAnswer:
    found = await staff.on_link(request, link)
    if found.state.plan:
        check_may_act(request, found.state.plan)
    actor, second = await _signed(request, body)
    wanted = _part(request, link, body.request)
    await _check_wager(request, link, wanted, actor.person)
    await _check_hands(request, link, wanted, actor.person)
    payee = personal.Payee(**plain(body.payee)) if body.payee else None
    [reply] = await staff.book_of(request).submit(
        link, [_by_sensor(request, link, Asked(wanted, actor, second, payee))]
    )
    return await checked(request, link, wanted, reply, actor.person)


async def _signed(request: Request, body: ReportRequest) -> tuple[Actor, Actor | None]:
    """Who asks, and who stands behind it."""
    actor = await staff.shown(request, body.by) if body.by else staff.visitor(request).signed_in.actor
    return actor, await staff.shown(request, body.second) if body.second else None


def _part(request: Request, link: str, told: Any) -> Any:
    """Hands as the jackpot sees them, where another one of the table sees more cards."""
    if malformed(told) is not None or "hands" not in told or "table" not in told:
        return told
    return part_of(
        told, link, {plan.id: each.state for each, plan, _ in staff.book_of(request).at_table(told["table"])}
    )


class LinkAnswer(BookAnswer):
    """What a link answered; `detail` says why it refused."""

    link: str
    detail: str


class TableAnswer(LinkAnswer):
    """The answer of the first link that has the report in its journal, and those of all."""

    links: list[LinkAnswer]


@router.post(
    "/pit/tables/{table}/report", summary="One report of a table to every jackpot that it plays for; each answers"
)
async def report(request: Request, table: TableId, body: ReportRequest, link: OneOrAll = None) -> TableAnswer:
    places = await staff.all_at_table(request, table, link)
    told = body.request
    if not is_for_all(told):
        raise Refused(422, "malformed", "do: a table reports lock, result, void, or a wager with its seats by link")
    if told.get("table") != table:
        raise Refused(422, "malformed", f"table: this is the report of {table[:40]}")
    for _, plan, _ in places:
        check_may_act(request, plan)
    actor, second = await _signed(request, body)
    states = {plan.id: watched.state for watched, plan, _ in places}
    book = staff.book_of(request)
    beside = [each.state for each, plan, _ in book.at_table(table) if plan.id not in states]
    try:
        shares = await asyncio.to_thread(split, told, states, known_in(book.desk.store), beside)
    except BadInput as wrong:
        # No link was asked; the refusal is in the access log all the same.
        await checked(request, " and ".join(states), told, Reply("", "malformed", wrong.message), actor.person)
        raise
    for share in shares:
        await _check_wager(request, share.link, share.request, actor.person)
        await _check_hands(request, share.link, share.request, actor.person)
    return await answers(request, [(each.link, [Asked(each.request, actor, second)]) for each in shares])


async def answers(request: Request, posts: list[tuple[str, list[Asked]]]) -> TableAnswer:
    """The answer of each link to the last of its requests, and at the top that of the first link which has it in its
    journal. If none has, the refusals are the answer."""
    lines: list[LinkAnswer] = []
    refusals: dict[str, Refused] = {}
    posts = [(link, [_by_sensor(request, link, each) for each in asked]) for link, asked in posts]
    for (link, asked), replies in zip(posts, await staff.book_of(request).submit_together(posts), strict=True):
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


Seat = Annotated[int, Meta(ge=1, le=99)]
RoundNumber = Annotated[int, Meta(ge=1, le=10**12)]
LinkName = Annotated[
    str | None, Query(max_length=64, description="The jackpot, where the table plays for several; else the first.")
]
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
    book, settings = staff.book_of(connection), connection.app.state.settings
    watched, plan, placed = await staff.at_table(connection, table, link)
    connection.app.state.seen_alerts.refresh()
    if connection.scope["type"] == "http" and not book.is_away:
        # Another process may have set them just now. A live view is updated soon enough.
        await asyncio.to_thread(lamps_of(connection).read, plan.id, table)
    theirs = [place for place in book.at_table(table) if staff.visitor(connection).may_on(place[1].id)]
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


@router.get("/pit/tables", summary="The tables whose jackpots you work for")
async def tables(request: Request) -> PitLines:
    book, here = staff.book_of(request), staff.visitor(request)
    lines = [
        table_line(link, link.state.plan, table)
        for name, link in book.links.items()
        if here.may_on(name) and link.state.plan
        for table in link.state.plan.tables
    ]
    return PitLines(tables=sorted(lines, key=lambda line: (line.table, line.link)), trouble=book.trouble)


@router.get("/pit/tables/{table}", summary="All that the console of a table shows")
async def one(request: Request, table: TableId, link: LinkName = None) -> PitView:
    return await _view(request, table, link)


@router.put("/pit/tables/{table}/lamps", summary="Say by hand which seats have a wager")
async def set_lamps(request: Request, table: TableId, body: LampsRequest, link: LinkName = None) -> PitView:
    link_id, number = await _round_for_lamps(request, table, link, body.seats)
    await asyncio.to_thread(lamps_of(request).set_by_hand, link_id, table, frozenset(body.seats), number)
    staff.book_of(request).tell()
    return await _view(request, table, link)


@router.post("/pit/tables/{table}/lamps", summary="Set one lamp by hand; the others stay")
async def set_lamp(request: Request, table: TableId, body: LampRequest, link: LinkName = None) -> PitView:
    link_id, number = await _round_for_lamps(request, table, link, [body.seat])
    if body.round > number:
        raise Refused(409, "round_to_come", f"round {body.round} is not there yet: round {number} is next")
    await asyncio.to_thread(lamps_of(request).light, link_id, table, body.seat, body.lit, number)
    staff.book_of(request).tell()
    return await _view(request, table, link)


async def _round_for_lamps(request: Request, table: str, link: str | None, seats: list[int]) -> tuple[str, int]:
    """The link, and the round whose lamps are set by hand now; Refused where none are."""
    watched, plan, placed = await staff.at_table(request, table, link)
    check_may_act(request, plan)
    wrong = [seat for seat in seats if seat > placed.seats]
    if wrong:
        raise Refused(422, "unknown_seat", f"{table[:40]} has {placed.seats} seats, not {wrong[0]}")
    if sensor_of(request, plan.id, table):
        raise Refused(409, "has_a_sensor", "this table has a sensor: it says where wagers are")
    book = staff.book_of(request)
    opened = watched.state.rounds.get(table)
    number = opened.number if opened else book.next_round(table)
    if opened or is_locked_beside(watched.state, table, number, book.at_table(table)):
        message = f"the wagers of round {number} are in the books; no lamp was changed"
        raise Refused(409, "round_open", message, hint="press again when the round is over")
    return plan.id, number


@router.post("/pit/tables/{table}/lock", summary="Take the wagers that are seen, and lock the round")
async def lock(request: Request, table: TableId, body: LockRequest, link: OneOrAll = None) -> TableAnswer:
    places = await staff.all_at_table(request, table, link)
    for _, plan, _ in places:
        check_may_act(request, plan)
    book, actor = staff.book_of(request), staff.visitor(request).signed_in.actor
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
    waiting = [link for link, state in states.items() if table not in state.rounds]
    lit = {link: sorted(await _sensed(request, link, table, number)) for link in waiting}
    return {link: seats for link, seats in lit.items() if seats}


@router.post("/pit/tables/{table}/grade", summary="What typed hands come to; nothing is entered")
async def grade(request: Request, table: TableId, body: GradeRequest, link: OneOrAll = None) -> Graded:
    places = await staff.all_at_table(request, table, link)
    for seat in body.hands:
        if not SEAT.fullmatch(seat) or int(seat) > places[0][2].seats:
            raise Refused(422, "unknown_seat", f"{table[:40]} has no seat {seat[:10]}")
    return await asyncio.to_thread(graded_for_all, places, body.hands, body.dealer, body.so_far)


@router.post("/pit/tables/{table}/alerts", summary="Say that you have seen an alert")
async def seen(request: Request, table: TableId, body: SeenRequest, link: LinkName = None) -> PitView:
    _, plan, _ = await staff.at_table(request, table, link)
    view = await _view(request, table, link)
    if body.alert not in {alert.id for alert in view.alerts}:
        raise Refused(404, "unknown_alert", f"there is no alert {body.alert[:60]} here")
    marks: SeenAlerts = request.app.state.seen_alerts
    await asyncio.to_thread(marks.mark, plan.id, body.alert, staff.visitor(request).person, staff.where(request))
    staff.book_of(request).tell()
    return await _view(request, table, link)


@router.websocket("/pit/tables/{table}/live")
async def live(socket: WebSocket, table: str, link: str | None = None) -> None:
    """The view, sent again whenever something was committed, a lamp changed, or it became old."""
    try:
        await staff.entitled(socket)
        view = await _view(socket, table, link)
    except Refused:
        await socket.close(1008)
        return
    with contextlib.suppress(Refused):
        async with accepted(socket) as gone, staff.book_of(socket).watching(view.link.id, *view.links) as news:
            before = b""
            while not gone.done():
                text = encode(replace(view, at=0, version=0))
                if text != before:
                    before = text
                    await socket.send_bytes(encode(view))
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), BEAT_SECONDS)
                news.clear()
                if staff.visitor(socket).session is None:
                    break
                # People who were dismissed or removed see nothing more.
                await staff.entitled(socket)
                view = await _view(socket, table, link)
