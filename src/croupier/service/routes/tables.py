"""The lobby and the tables: sitting down, wagers, decisions, advice, history, and live connections. A finished round is
shown step by step, played again from its transcript; every card of it is everyone's, so the steps hide nothing."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import AsyncExitStack, suppress
from typing import Annotated, TypeVar

from fastapi import APIRouter, Header, Path, Query, Request, WebSocket
from msgspec import Meta

from croupier import catalogue, errors, records, units
from croupier.jackpot.journal import StoreError
from croupier.play import documents, reading, round_records, roundfile, rules_in_force
from croupier.play.game import Choose, Game, State
from croupier.play.replay import replay_transcript
from croupier.play.round import Round
from croupier.play.stakes import place_stakes
from croupier.questions.advise import TableAdviceRecord
from croupier.records import plain as as_plain
from croupier.rulebook.configuration import parse_spec
from croupier.service import felts, guard, staff, workers
from croupier.service.floor import Floor, LobbyRecord
from croupier.service.problems import Refused
from croupier.service.record_route import Encoded, RecordRoute, accepted, address, problems
from croupier.service.routes.rounds import BODY
from croupier.stores.house import Guest, Transfer
from croupier.table.seats import told
from croupier.table.seen import WATCHER, felt_view
from croupier.table.table import Table
from croupier.table.view import ArchivedRound, CommandAnswer, FeltView, HandView, TableView


class RoundStep(records.Record):
    """What happened, and the felt after it."""

    words: str
    felt: FeltView


class RoundSteps(records.Record):
    """A finished round step by step, and whether it agrees with what was recorded."""

    schema: int
    game: str
    steps: list[RoundStep]
    replay: round_records.ReplayRecord


def round_steps(transcript: dict[str, object], seen: FeltView | None = None) -> RoundSteps:
    """The round from the wagers to its last card; what was ``seen`` of it tells which decisions the clock took."""
    read = reading.read_round(transcript)
    bare = catalogue.configuration(parse_spec(read.game).name)
    is_current = transcript["game_hash"] == bare.game_hash
    game = catalogue.load(read.game if is_current else rules_in_force.recorded_configuration(bare, transcript))
    return RoundSteps(
        schema=1,
        game=read.game,
        steps=list(_steps(game, read, {seat.seat: list(seat.by_clock) for seat in seen.seats} if seen else {})),
        replay=round_records.replayed(replay_transcript(transcript, catalogue)),
    )


def _steps(game: Game, read: reading.RoundFile, clocked: Mapping[int, Collection[int]]) -> Iterator[RoundStep]:
    decisions = roundfile.play_round(game, read).state.decisions
    stakes = place_stakes(game, read.wagers, read.limits)
    yield _step(game, game.open(stakes), None, "The wagers are placed.")
    played = roundfile.begun(game, read, stakes, roundfile.RecordedDeal(read))
    words = "Cards are dealt."
    if any(played.reconciled):
        words += " Side wagers are settled on the first cards."
    yield _step(game, played.state, _turn(played), words)
    taken: Counter[int] = Counter()
    for decision in decisions:
        if not isinstance(played.turn, Choose):
            break
        played.act(decision)
        is_clock = taken[decision.seat] in clocked.get(decision.seat, ())
        taken[decision.seat] += 1
        yield _step(game, played.state, _turn(played), told(decision, is_clock))


def _turn(played: Round) -> Choose | None:
    return played.turn if isinstance(played.turn, Choose) else None


def _step(game: Game, state: State, turn: Choose | None, words: str) -> RoundStep:
    return RoundStep(words=words, felt=felt_view(game, state, WATCHER, turn, all_open=True))


router = APIRouter(tags=["tables"], route_class=RecordRoute)
Route = TypeVar("Route", bound=Callable[..., object])
COOKIE = "croupier_guest"
AGE_SECONDS = 400 * 24 * 3600
LOBBY_SECONDS = 0.5
Id = Annotated[str, Path(max_length=8, description="A table such as K1.")]
Key = Annotated[
    str, Header(alias="Idempotency-Key", min_length=8, max_length=80, description="New for every new command.")
]
_ERRORS = problems(400, 401, 404, 409, 413, 422)


class NameRequest(records.Record):
    """A name to be called by."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]


class SitRequest(records.Record):
    """A seat by its number."""

    seat: Annotated[int, Meta(ge=1, le=20)]


class BotRequest(records.Record):
    """A seat for a bot; any free one, where none is named."""

    seat: Annotated[int, Meta(ge=1, le=20)] | None = None


class WagersRequest(records.Record):
    """All wagers of a seat, in the place of those before."""

    round: Annotated[int, Meta(ge=1, description="The round that the page shows; another one is answered with 409.")]
    wagers: Annotated[
        dict[str, Annotated[int, Meta(ge=0, le=10**9)]], Meta(max_length=20, description="Cents by wager.")
    ]
    ready: bool = False


class ActionRequest(records.Record):
    """A decision, and what the page had seen when it was made."""

    round: Annotated[int, Meta(ge=1)]
    decided: Annotated[
        int, Meta(ge=0, description="How many decisions the page has seen; another number is answered with 409.")
    ]
    action: Annotated[str, Meta(min_length=1, max_length=60, description='As in "fold" or "raise 40.00".')]


class GuestRecord(records.Record):
    """A guest with play chips, and the table they sit at."""

    name: str
    cents: int
    chips: str
    table: str | None


class SessionRecord(records.Record):
    """Who plays here; null for a watcher."""

    guest: GuestRecord | None


class TableRecord(records.Record):
    """A table as the viewer may see it, and its felt."""

    layout: felts.FeltLayout
    view: TableView


class FinishedLine(records.Record):
    """A finished round in a list: what each seat won, in cents."""

    number: int
    at: int
    nets: dict[str, int]
    names: dict[str, str]
    hands: dict[str, list[HandView]]  # By seat, the hands that it ended with.
    void: str | None


class FinishedLines(records.Record):
    """Finished rounds of a table, the newest first."""

    table: str
    rounds: list[FinishedLine]


def floor_of(request: Request | WebSocket) -> Floor:
    """The house's floor, from the running application."""
    floor: Floor = request.app.state.floor
    return floor


def guest_of(request: Request | WebSocket) -> Guest | None:
    """Who asks, by the cookie; None for a watcher."""
    return floor_of(request).guest(request.cookies.get(COOKIE))


def known_guest(request: Request) -> Guest:
    """Who asks, where only a guest may, and only from our own pages."""
    staff.check_same_site(request)
    guest = guest_of(request)
    if guest is None:
        raise Refused(401, "no_guest", "nobody has a name here yet", hint="take a name first: POST /api/v1/session")
    return guest


def _session(floor: Floor, guest: Guest | None) -> SessionRecord:
    if guest is None:
        return SessionRecord(guest=None)
    cents = floor.spare(guest.id)
    table = floor.sitting.get(guest.id)
    return SessionRecord(guest=GuestRecord(name=guest.name, cents=cents, chips=units.format_money(cents), table=table))


@router.get("/session", summary="Who plays here, and how many play chips they have")
async def session(request: Request) -> SessionRecord:
    return _session(floor_of(request), guest_of(request))


@router.post("/session", responses=_ERRORS, summary="Take a name; somebody new is given play chips")
async def take_name(request: Request, body: NameRequest) -> Encoded[SessionRecord]:
    staff.check_same_site(request)
    known = guest_of(request)
    newcomers: guard.Buckets = request.app.state.newcomers
    if known is None and not newcomers.take(address(request), time.monotonic()):
        raise Refused(429, "too_many_guests", "too many new guests from this address", retry_after=5)
    guest, token = await floor_of(request).welcome(body.name, known)
    response = Encoded(_session(floor_of(request), guest))
    if token:
        response.set_cookie(
            COOKIE, token, max_age=AGE_SECONDS, httponly=True, samesite="strict", secure=request.url.scheme == "https"
        )
    return response


@router.get("/tables", summary="Every table of the house, with its seats and meters")
async def tables(request: Request) -> LobbyRecord:
    guest = guest_of(request)
    return floor_of(request).lobby_record(guest.id if guest else None)


def _look(path: str, summary: str) -> Callable[[Route], Route]:
    """A route that shows something of a table."""
    return router.get(f"/tables{path}", responses=problems(404, 422), summary=summary)


@_look("/{id}", "A table as you may see it, and its felt")
async def table(request: Request, id: Id) -> TableRecord:
    guest = guest_of(request)
    floor = floor_of(request)
    view = await floor.seen(id, guest.id if guest else None)
    return TableRecord(layout=floor.layouts[floor.table(id).plan.id], view=view)


def _command(verb: str, summary: str) -> Callable[[Route], Route]:
    """A route by which a guest asks a table for something."""
    return router.post(f"/tables/{{id}}/{verb}", responses=_ERRORS, summary=summary)


SeatChange = Callable[[Table, int, int], tuple[Transfer, ...]]  # What a guest's seat does with what they can spare.


async def _seated(
    request: Request, id: str, key: str, verb: str, body: records.Record | None, change: SeatChange
) -> CommandAnswer:
    """A command of somebody who sits at the table."""
    guest, floor = known_guest(request), floor_of(request)

    def of_seat(table: Table) -> tuple[Transfer, ...]:
        seat = table.seat_of(guest.id)
        if seat is None:
            raise Refused(409, "no_seat", "you have no seat at this table", hint="sit down first")
        return change(table, seat, floor.spare(guest.id))

    return await floor.command(id, guest, key, verb, as_plain(body) if body else {}, of_seat)


@_command("sit", "Take a seat")
async def sit(request: Request, id: Id, body: SitRequest, key: Key) -> CommandAnswer:
    return await floor_of(request).sit(id, known_guest(request), key, body.seat, address(request))


@_command("leave", "Get up; wagers that are not in a round come back")
async def leave(request: Request, id: Id, key: Key) -> CommandAnswer:
    return await _seated(request, id, key, "leave", None, lambda table, seat, _: table.leave(seat))


@_command("bot", "Ask a bot to take a seat beside you")
async def bot(request: Request, id: Id, body: BotRequest, key: Key) -> CommandAnswer:
    def change(table: Table, *_: int) -> tuple[Transfer, ...]:
        floor_of(request).bring_bot(table, body.seat, address(request))
        return ()

    return await _seated(request, id, key, "bot", body, change)


@_command("dismiss", "Send a bot away between rounds")
async def dismiss(request: Request, id: Id, body: SitRequest, key: Key) -> CommandAnswer:
    def change(table: Table, *_: int) -> tuple[Transfer, ...]:
        seat = table.seats.get(body.seat)
        if seat is None or seat.guest is not None:
            raise errors.BadInput(f"no bot sits at seat {body.seat}")
        if table.round is not None:
            raise Refused(409, "in_round", "a bot leaves between rounds", hint="ask again when the round is over")
        return table.leave(body.seat)

    return await _seated(request, id, key, "dismiss", body, change)


@_command("wagers", "Replace your wagers for the round to come")
async def wagers(request: Request, id: Id, body: WagersRequest, key: Key) -> CommandAnswer:
    def change(table: Table, seat: int, spare: int) -> tuple[Transfer, ...]:
        return table.put(seat, body.wagers, body.ready, spare, body.round)

    return await _seated(request, id, key, "wagers", body, change)


@_command("act", "Decide, when it is your turn")
async def act(request: Request, id: Id, body: ActionRequest, key: Key) -> CommandAnswer:
    def change(table: Table, seat: int, spare: int) -> tuple[Transfer, ...]:
        return table.act(seat, body.action, spare, body.round, body.decided)

    return await _seated(request, id, key, "act", body, change)


@router.get(
    "/tables/{id}/advice",
    responses=problems(401, 404, 409, 422, 501, 503, 504),
    summary="What each of your decisions is worth, exactly",
)
async def advice(request: Request, id: Id) -> Encoded[TableAdviceRecord]:
    guest = known_guest(request)
    table = floor_of(request).table(id)
    turn = table.turn
    if table.round is None or turn is None or turn.seat != table.seat_of(guest.id):
        raise Refused(409, "not_your_turn", "there is no decision of yours to advise on")
    advisers: workers.Workers = request.app.state.advisers
    question = {"spec": str(table.game.configuration), "state": table.round.state, "turn": turn}
    return Encoded((await advisers.ask("advice", question, guest.id)).body)


@router.get("/tables/{id}/rounds", responses=problems(404, 422), summary="Finished rounds, the newest first")
async def rounds(
    request: Request,
    id: Id,
    before: Annotated[int, Query(ge=1, le=2**53)] = 2**53,
    most: Annotated[int, Query(ge=1, le=50)] = 20,
) -> FinishedLines:
    floor = floor_of(request)
    kept = await asyncio.to_thread(_finished, floor, floor.table(id).plan.id, before, most)
    return FinishedLines(table=id, rounds=kept)


def _finished(floor: Floor, id: str, before: int, most: int) -> list[FinishedLine]:
    kept = []
    for number, at, record in floor.store.rounds(id, before, most):
        seen = records.decode(ArchivedRound, record, f"round {number}").seen
        hands = {str(seat.seat): seat.hands for seat in seen.felt.seats}
        kept.append(records.record_of(FinishedLine, seen, number=number, at=at, hands=hands))
    return kept


@_look("/{id}/rounds/{number}", "One finished round, with its proof")
async def finished(request: Request, id: Id, number: Annotated[int, Path(ge=1, le=2**53)]) -> Encoded[ArchivedRound]:
    return Encoded((await _record_of(floor_of(request), id, number)).encode())


@_look("/{id}/rounds/{number}/steps", "One finished round, played again step by step")
async def steps(request: Request, id: Id, number: Annotated[int, Path(ge=1, le=2**53)]) -> RoundSteps:
    archived = records.decode(ArchivedRound, await _record_of(floor_of(request), id, number), f"round {number}")
    return await asyncio.to_thread(round_steps, archived.transcript, archived.seen.felt)


@router.post(
    "/steps",
    responses=problems(400, 404, 413, 422, 501),
    openapi_extra=BODY,
    summary="Play a recorded round again, step by step",
)
async def steps_of(request: Request) -> RoundSteps:
    transcript = documents.parse_document(await request.body(), "transcript")
    replay_transcript(transcript, catalogue)
    return await asyncio.to_thread(round_steps, transcript)


async def _record_of(floor: Floor, id: str, number: int) -> str:
    record = await asyncio.to_thread(floor.store.round, floor.table(id).plan.id, number)
    if record is None:
        raise Refused(404, "no_round", f"table {id} has no finished round {number}")
    return record


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """The table as the viewer may see it, whenever it changes."""
    floor = floor_of(socket)
    guest = guest_of(socket)
    viewer = guest.id if guest else None
    await _live(socket, id, viewer, lambda: floor.seen(id, viewer), 0.0)


@router.websocket("/lobby/live")
async def live_lobby(socket: WebSocket) -> None:
    """The lobby, at most twice a second."""
    floor = floor_of(socket)
    guest = guest_of(socket)
    viewer = guest.id if guest else None

    async def record() -> LobbyRecord:
        return floor.lobby_record(viewer)

    await _live(socket, None, viewer, record, LOBBY_SECONDS)


async def _live(
    socket: WebSocket, id: str | None, viewer: str | None, record: Callable[[], Awaitable[object]], pause: float
) -> None:
    async with AsyncExitStack() as stack:
        try:
            staff.check_same_site(socket)
            watcher = await stack.enter_async_context(floor_of(socket).watching(id, viewer, address(socket)))
        except (Refused, errors.CroupierError):
            await socket.close(4403)
            return
        stack.enter_context(suppress(StoreError))  # the page asks again, and is told what is wrong
        gone = await stack.enter_async_context(accepted(socket))
        while not gone.done():
            watcher.changed.clear()
            await socket.send_bytes(records.encode(await record()))
            changed = asyncio.create_task(watcher.changed.wait())
            await asyncio.wait((changed, gone), return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            if pause:
                await asyncio.sleep(pause)
