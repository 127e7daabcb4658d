"""Displays and sensors: each shows a code, an operator confirms it, and its token is bound to its table."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from croupier.people.devices import Pairings, TooManyWait, token_of
from croupier.people.login_file import Device
from croupier.people.logins import now_ms
from croupier.people.permissions import SUPERVISOR
from croupier.records import plain
from croupier.service.bodies import Body
from croupier.service.problems import Refused
from croupier.service.routes.answers import problems
from croupier.service.routes.links import check_may_act
from croupier.service.routes.pit import lamps_of
from croupier.service.staff.door import DEVICE_COOKIE, DEVICE_SECONDS, set_cookie
from croupier.service.staff.people import Credentials, check_door, shown
from croupier.service.staff.visitors import at_table, book_of, check_same_site, visitor, where

router = APIRouter(tags=["devices"])
Record = dict[str, Any]
_ERRORS = problems(400, 401, 403, 404, 409, 413, 422, 423)


class PairingRequest(Body):
    """A device that is not known yet."""

    kind: Literal["display", "sensor"]


class TokenRequest(Body):
    """A device asks whether somebody has confirmed its code."""

    secret: str = Field(min_length=1, max_length=100)


class ConfirmRequest(Body):
    """Somebody has read a code off a device, and says where it belongs."""

    code: str = Field(min_length=1, max_length=20)
    table: str = Field(min_length=1, max_length=64)
    link: str | None = Field(None, max_length=64)
    second: Credentials | None = Field(
        None, description="For a sensor: the supervisor of the link in whose name it reports."
    )


class UnpairRequest(Body):
    """Who signs in addition to the person signed in, if the device is a sensor."""

    second: Credentials | None = Field(None, description="For a sensor: another supervisor of the link.")


class SensorRequest(Body):
    """A sensor reports that it is alive; with ``seats``, where the wagers are."""

    seats: list[Annotated[int, Field(ge=1, le=99)]] | None = Field(None, max_length=99)


def pairings_of(request: Request) -> Pairings:
    pairings: Pairings = request.app.state.pairings
    return pairings


@router.post("/pairing", responses=_ERRORS, summary="Ask for a code to show, as a display or a sensor")
async def begin(request: Request, body: PairingRequest) -> Record:
    book_of(request)
    check_same_site(request)
    await check_door(request, "devices ask")
    try:
        secret, made = await asyncio.to_thread(pairings_of(request).begin, body.kind, where(request))
    except TooManyWait as many:
        raise Refused(429, "too_many_devices", many.message, hint=many.hint, retry_after=60) from None
    return {"secret": secret, "code": f"{made.code[:3]}-{made.code[3:]}", "seconds": int(Pairings.SECONDS)}


@router.post("/pairing/token", responses=_ERRORS, summary="The token, once somebody has confirmed the code")
async def token(request: Request, body: TokenRequest) -> Response:
    check_same_site(request)
    book = book_of(request)
    pairings = pairings_of(request)
    found = await asyncio.to_thread(pairings.of_device, body.secret)
    # Answered once the token is valid, not while the confirmation is still being written.
    if found is not None and (not found.table or book.logins.device(token_of(body.secret)) is None):
        return JSONResponse({"paired": False})
    if found is None or not await asyncio.to_thread(pairings.done, found):
        raise Refused(404, "unknown_pairing", "the code has run out", hint="ask for another")
    paired: Record = {"paired": True, "kind": found.kind, "table": found.table, "link": found.link}
    if found.kind == "sensor":
        return JSONResponse(paired | {"token": token_of(body.secret)})
    # A display keeps its token where no script can read it.
    response = JSONResponse(paired)
    set_cookie(response, DEVICE_COOKIE, token_of(body.secret), DEVICE_SECONDS)
    return response


@router.get("/devices", responses=_ERRORS, summary="Paired displays and sensors, and those that wait")
async def devices(request: Request) -> Record:
    book, here = book_of(request), visitor(request)
    lamps = lamps_of(request)
    waiting = await asyncio.to_thread(pairings_of(request).waiting)
    jackpots: dict[str, list[str]] = {}
    for name, link in book.links.items():
        if here.may_on(name) and link.state.plan:
            for table in link.state.plan.tables:
                jackpots.setdefault(table.id, []).append(name)
    return {
        "devices": [
            {
                "id": id,
                **plain(each),
                "name": book.name(each.person),
                "silent": each.kind == "sensor" and lamps.is_silent(each.link, each.table),
            }
            for id, each in book.logins.devices().items()
            if here.may_on(each.link)
        ],
        "waiting": [{"kind": each.kind, "where": each.where} for each in waiting],
        "tables": sorted(jackpots),
        "jackpots": jackpots,
    }


@router.post("/devices", responses=_ERRORS, summary="Confirm the code that a device shows")
async def confirm(request: Request, body: ConfirmRequest) -> Record:
    _, plan, placed = await at_table(request, body.table, body.link)
    pairings = pairings_of(request)
    found = await asyncio.to_thread(pairings.by_code, body.code)
    if found is None:
        raise Refused(
            404, "unknown_code", f"no device shows the code {body.code[:12]}", hint="read it off the device again"
        )
    who = visitor(request).person
    person, detail = who, f"from {where(request)}"
    if found.kind == "sensor":
        check_may_act(request, plan)
        person, detail = await _supervisor(request, plan.id, body.second), f"confirmed by {who} {detail}"
    made = Device(kind=found.kind, link=plan.id, table=placed.id, person=person, at=now_ms())
    if not await asyncio.to_thread(pairings.confirm, found, placed.id, plan.id):
        raise Refused(409, "confirmed_before", "somebody else has just confirmed this code")
    await asyncio.to_thread(book_of(request).logins.pair_by_hash, found.hashed, made, detail)
    if made.kind == "sensor":
        lamps_of(request).expect(made, book_of(request).poster(made.link))
    return {"kind": made.kind, "table": made.table, "link": made.link, "person": person}


async def _supervisor(request: Request, link: str, given: Credentials | None) -> str:
    """The supervisor of the link who signs for a sensor, at the same screen: what it sees becomes wagers."""
    if given is None:
        raise Refused(422, "second_missing", "a sensor is paired and unpaired with a supervisor of the link, who signs")
    behind = await shown(request, given)
    if behind.person == visitor(request).person:
        raise Refused(403, "same_person", "the second person must be someone else")
    if book_of(request).roles(behind.person).get(link) != SUPERVISOR:
        raise Refused(403, "not_allowed", f"{behind.person[:40]} is not a supervisor of {link[:40]}")
    return behind.person


@router.delete("/devices/{device}", responses=_ERRORS, summary="Take the token of a display or a sensor away")
async def unpair(
    request: Request, device: Annotated[str, Path(max_length=12)], body: UnpairRequest | None = None
) -> Record:
    book = book_of(request)
    known = book.logins.devices().get(device)
    if known is None:
        raise Refused(404, "unknown_device", f"no display or sensor {device[:12]} is paired")
    if not visitor(request).may_on(known.link):
        raise Refused(403, "not_allowed", f"you have no such role on {known.link[:40]}")
    detail = f"from {where(request)}"
    if known.kind == "sensor":
        second = await _supervisor(request, known.link, body.second if body else None)
        detail = f"with {second} {detail}"
    await asyncio.to_thread(book.logins.unpair, device, visitor(request).person, detail)
    if known.kind == "sensor":
        await asyncio.to_thread(lamps_of(request).forget, known.link, known.table)
        book.tell()
    return {"device": device}


@router.post("/sensor", responses=_ERRORS, summary="A sensor's heartbeat, with the seats that have a wager")
async def sense(request: Request, body: SensorRequest) -> Record:
    book, device = book_of(request), visitor(request).device
    assert device is not None, "only a sensor comes this far"
    watched, plan, placed = await at_table(request, device.table, device.link)
    seats = frozenset(body.seats) if body.seats is not None else None
    wrong = sorted(seat for seat in seats or () if seat > placed.seats)
    if wrong:
        raise Refused(422, "unknown_seat", f"{placed.id[:40]} has {placed.seats} seats, not {wrong[0]}")
    number = book.next_round(placed.id)
    await asyncio.to_thread(lamps_of(request).hear, device, seats, number, book.poster(plan.id))
    book.tell()
    opened = watched.state.rounds.get(placed.id)
    return {"table": placed.id, "round": opened.number if opened else number, "locked": bool(opened and opened.locked)}
