"""Displays and sensors: each shows a code, an operator confirms it, and its token is bound to its table."""

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from msgspec import Meta

from croupier.people import enrolling, logins, permissions
from croupier.records import UNSET, Record, UnsetType, record_of
from croupier.service import staff
from croupier.service.problems import Refused
from croupier.service.record_route import Encoded, RecordRoute, problems
from croupier.service.routes.pit import check_may_act, lamps_of, sensor_of

router = APIRouter(
    tags=["devices"], route_class=RecordRoute, responses=problems(400, 401, 403, 404, 409, 413, 422, 423)
)


class PairingRequest(Record):
    """A device that is not known yet."""

    kind: Literal["display", "sensor"]


class TokenRequest(Record):
    """A device asks whether somebody has confirmed its code."""

    secret: Annotated[str, Meta(min_length=1, max_length=100)]


class ConfirmRequest(Record):
    """Somebody has read a code off a device, and says where it belongs."""

    code: Annotated[str, Meta(min_length=1, max_length=20)]
    table: Annotated[str, Meta(min_length=1, max_length=64)]
    link: Annotated[str, Meta(max_length=64)] | None = None
    second: Annotated[
        staff.Credentials | None, Meta(description="For a sensor: the supervisor of the link in whose name it reports.")
    ] = None


class UnpairRequest(Record):
    """Who signs in addition to the person signed in, if the device is a sensor."""

    second: Annotated[staff.Credentials | None, Meta(description="For a sensor: another supervisor of the link.")] = (
        None
    )


class SensorRequest(Record):
    """A sensor reports that it is alive; with ``seats``, where the wagers are."""

    seats: Annotated[list[Annotated[int, Meta(ge=1, le=99)]], Meta(max_length=99)] | None = None


class PairingBegun(Record):
    """The code to show, for so many seconds, and the secret by which the device asks whether it was confirmed."""

    secret: str
    code: str
    seconds: int


class PairingWaits(Record):
    """Nobody has confirmed the code yet."""

    paired: Literal[False]


class PairedDevice(Record):
    """The device is paired. A sensor is told its token; a display keeps it in a cookie."""

    paired: Literal[True]
    kind: str
    table: str
    link: str
    token: str | UnsetType = UNSET


class DeviceRecord(logins.Device):
    """A paired display or sensor."""

    id: str
    name: str  # Of the person in whose name it reports.
    silent: bool


class WaitingDevice(Record):
    """A device that shows a code."""

    kind: str
    where: str


class DevicesRecord(Record):
    """Paired displays and sensors, those that wait, and the tables with their jackpots."""

    devices: list[DeviceRecord]
    waiting: list[WaitingDevice]
    tables: list[str]
    jackpots: dict[str, list[str]]


class SensorAnswer(Record):
    """The round that a sensor's wagers count for, and whether it is locked."""

    table: str
    round: int
    locked: bool


@router.post("/pairing", summary="Ask for a code to show, as a display or a sensor")
async def begin(request: Request, body: PairingRequest) -> PairingBegun:
    staff.book_of(request)
    staff.check_same_site(request)
    await staff.check_door(request, "devices ask")
    try:
        secret, made = await asyncio.to_thread(request.app.state.pairings.begin, body.kind, staff.where(request))
    except enrolling.TooManyWait as many:
        raise Refused(429, "too_many_devices", many.message, hint=many.hint, retry_after=60) from None
    return PairingBegun(secret=secret, code=f"{made.code[:3]}-{made.code[3:]}", seconds=int(enrolling.Pairings.SECONDS))


@router.post("/pairing/token", summary="The token, once somebody has confirmed the code")
async def token(request: Request, body: TokenRequest) -> Encoded[PairedDevice | PairingWaits]:
    staff.check_same_site(request)
    book = staff.book_of(request)
    pairings: enrolling.Pairings = request.app.state.pairings
    found = await asyncio.to_thread(pairings.of_device, body.secret)
    # Answered once the token is valid, not while the confirmation is still being written.
    if found is not None and (not found.table or book.logins.device(enrolling.token_of(body.secret)) is None):
        return Encoded(PairingWaits(paired=False))
    if found is None or not await asyncio.to_thread(pairings.done, found):
        raise Refused(404, "unknown_pairing", "the code has run out", hint="ask for another")
    token, is_sensor = enrolling.token_of(body.secret), found.kind == "sensor"
    paired = record_of(PairedDevice, found, paired=True, token=token if is_sensor else UNSET)
    response: Encoded[PairedDevice | PairingWaits] = Encoded(paired)
    if not is_sensor:
        # A display keeps its token where no script can read it.
        staff.set_cookie(response, staff.DEVICE_COOKIE, token, staff.DEVICE_SECONDS)
    return response


@router.get("/devices", summary="Paired displays and sensors, and those that wait")
async def devices(request: Request) -> DevicesRecord:
    book, here = staff.book_of(request), staff.visitor(request)
    lamps = lamps_of(request)
    waiting = await asyncio.to_thread(request.app.state.pairings.waiting)
    jackpots: dict[str, list[str]] = {}
    for _, plan, table in book.places:
        if here.may_on(plan.id):
            jackpots.setdefault(table.id, []).append(plan.id)
    return DevicesRecord(
        devices=[
            record_of(
                DeviceRecord,
                device,
                id=id,
                name=book.name(device.person),
                silent=device.kind == "sensor" and lamps.is_silent(device.link, device.table),
            )
            for id, device in book.logins.devices().items()
            if here.may_on(device.link)
        ],
        waiting=[record_of(WaitingDevice, pairing) for pairing in waiting],
        tables=sorted(jackpots),
        jackpots=jackpots,
    )


@router.post("/devices", summary="Confirm the code that a device shows")
async def confirm(request: Request, body: ConfirmRequest) -> logins.Device:
    _, plan, placed = await staff.at_table(request, body.table, body.link)
    pairings: enrolling.Pairings = request.app.state.pairings
    found = await asyncio.to_thread(pairings.by_code, body.code)
    if found is None:
        message = f"no device shows the code {body.code[:12]}"
        raise Refused(404, "unknown_code", message, hint="read it off the device again")
    who = staff.visitor(request).person
    person, detail = who, f"from {staff.where(request)}"
    if found.kind == "sensor":
        check_may_act(request, plan)
        person, detail = await _supervisor(request, plan.id, body.second), f"confirmed by {who} {detail}"
    made = logins.Device(kind=found.kind, link=plan.id, table=placed.id, person=person, at=logins.now_ms())
    if not await asyncio.to_thread(pairings.confirm, found, placed.id, plan.id):
        raise Refused(409, "confirmed_before", "somebody else has just confirmed this code")
    await asyncio.to_thread(staff.book_of(request).logins.pair, found.hashed, made, detail)
    if made.kind == "sensor":
        await asyncio.to_thread(lamps_of(request).hand_over, made, staff.book_of(request).poster(made.link))
        staff.book_of(request).tell()
    return made


async def _supervisor(request: Request, link: str, given: staff.Credentials | None) -> str:
    """The supervisor of the link who signs for a sensor, at the same screen: what it sees becomes wagers."""
    if given is None:
        raise Refused(422, "second_missing", "a sensor is paired and unpaired with a supervisor of the link, who signs")
    _, behind = await staff.two_people(request, given)
    if staff.book_of(request).roles(behind.person).get(link) != permissions.SUPERVISOR:
        raise Refused(403, "not_allowed", f"{behind.person[:40]} is not a supervisor of {link[:40]}")
    return behind.person


@router.delete("/devices/{device}", summary="Take the token of a display or a sensor away")
async def unpair(
    request: Request, device: Annotated[str, Path(max_length=12)], body: UnpairRequest | None = None
) -> logins.Device:
    book = staff.book_of(request)
    known = book.logins.devices().get(device)
    if known is None:
        raise Refused(404, "unknown_device", f"no display or sensor {device[:12]} is paired")
    if not staff.visitor(request).may_on(known.link):
        raise Refused(403, "not_allowed", f"you have no such role on {known.link[:40]}")
    detail = f"from {staff.where(request)}"
    if known.kind == "sensor":
        second = await _supervisor(request, known.link, body.second if body else None)
        detail = f"with {second} {detail}"
    await asyncio.to_thread(book.logins.unpair, device, staff.visitor(request).person, detail)
    if known.kind == "sensor" and not sensor_of(request, known.link, known.table):
        await asyncio.to_thread(lamps_of(request).forget, known.link, known.table)
        book.tell()
    return known


@router.post("/sensor", summary="A sensor's heartbeat, with the seats that have a wager")
async def sense(request: Request, body: SensorRequest) -> SensorAnswer:
    book, device = staff.book_of(request), staff.visitor(request).device
    assert device is not None, "only a sensor comes this far"
    watched, plan, placed = await staff.at_table(request, device.table, device.link)
    seats = frozenset(body.seats) if body.seats is not None else None
    wrong = sorted(seat for seat in seats or () if seat > placed.seats)
    if wrong:
        raise Refused(422, "unknown_seat", f"{placed.id[:40]} has {placed.seats} seats, not {wrong[0]}")
    number = book.next_round(placed.id)
    await asyncio.to_thread(lamps_of(request).hear, device, seats, number, book.poster(plan.id))
    book.tell()
    opened = watched.state.rounds.get(placed.id)
    return SensorAnswer(
        table=placed.id, round=opened.number if opened else number, locked=bool(opened and opened.locked)
    )
