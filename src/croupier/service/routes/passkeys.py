"""Passkeys: what one is asked to sign, and those of the person who is signed in."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import Field
from starlette.responses import JSONResponse, Response

from croupier.people.access_log import Act
from croupier.people.logins import LoginFailed
from croupier.people.passkeys import Made, Passkeys, asked_to_make, asked_to_sign, mark_of
from croupier.service.bodies import Body, SecretBody
from croupier.service.problems import Refused
from croupier.service.routes.answers import problems
from croupier.service.staff.challenges import MAKE, SIGN, challenges_of, site_of
from croupier.service.staff.people import Credentials, check_door, refused, shown
from croupier.service.staff.visitors import book_of, check_same_site, visitor, where

router = APIRouter(tags=["staff"])
Record = dict[str, Any]
_ERRORS = problems(400, 401, 403, 404, 409, 413, 422, 423)


class AgainRequest(SecretBody):
    """The password and a code of the person signed in, once more."""

    password: str = Field(min_length=1, max_length=1_000)
    code: str = Field(min_length=1, max_length=16)


class PasskeyRequest(Body):
    """A new passkey, as ``navigator.credentials.create`` gives it; both parts in base64url."""

    name: str = Field(min_length=1, max_length=40, description="As its owner calls it.")
    client_data: str = Field(min_length=1, max_length=4_000, description="clientDataJSON")
    attestation: str = Field(min_length=1, max_length=16_000, description="attestationObject")


@router.post("/staff/challenge", responses=_ERRORS, summary="What a passkey signs to sign somebody in")
async def challenge(request: Request) -> Response:
    """The answer is for ``PublicKeyCredential.parseRequestOptionsFromJSON``. It is good once, for five minutes, in this
    browser; what the passkey made of it goes into ``passkey`` of a sign-in."""
    check_same_site(request)
    book_of(request)
    site = site_of(request)
    await check_door(request, "passkeys are asked for")
    options, made = asked_to_sign(site)
    response = JSONResponse(options)
    await challenges_of(request).give(request, response, SIGN, made)
    return response


@router.get("/staff/passkeys", responses=_ERRORS, summary="Your passkeys")
async def mine(request: Request) -> Record:
    book, person = book_of(request), visitor(request).person
    passkeys = Passkeys(book.logins)
    unusable = None
    try:
        passkeys.check_may_have(person)
        site_of(request)
    except (LoginFailed, Refused) as problem:
        unusable = {"why": problem.message, "hint": problem.hint}
    session = visitor(request).session
    used = session.passkey if session else ""
    found = [
        {
            "id": mark_of(id),
            "name": each.name,
            "at": each.at,
            "used": each.used,
            "synced": each.synced,
            "stopped": each.stopped,
            "here": id == used,
        }
        for id, each in passkeys.of(person).items()
    ]
    return {"passkeys": found, "unusable": unusable}


@router.post("/staff/passkeys/challenge", responses=_ERRORS, summary="Begin to register a passkey")
async def begin(request: Request, body: AgainRequest) -> Response:
    """With the password and a fresh code. The answer is for ``PublicKeyCredential.parseCreationOptionsFromJSON``."""
    book, me = book_of(request), visitor(request).signed_in
    site = site_of(request)
    passkeys = Passkeys(book.logins)
    try:
        passkeys.check_may_have(me.person)
    except LoginFailed as problem:
        raise refused(problem) from None
    await shown(request, Credentials(person=me.person, password=body.password, code=body.code, passkey=None))
    options, made = asked_to_make(site, me.person, book.name(me.person), passkeys.of(me.person))
    response = JSONResponse(options)
    await challenges_of(request).give(request, response, MAKE, made)
    return response


@router.post("/staff/passkeys", responses=_ERRORS, summary="Register a passkey")
async def register(request: Request, body: PasskeyRequest) -> Record:
    me = visitor(request).signed_in
    passkeys = Passkeys(book_of(request).logins)
    site = site_of(request)
    made = Made.read(body.client_data, body.attestation)
    challenge = await challenges_of(request).take(request, MAKE, made.client.challenge)
    try:
        found = made.checked(site, challenge)
        await asyncio.to_thread(passkeys.add, me.person, body.name, found, where(request))
    except LoginFailed as problem:
        await asyncio.to_thread(
            book_of(request).logins.log.write,
            Act.PASSKEY_REFUSED,
            me.person,
            f"from {where(request)}: {problem.message}",
        )
        raise refused(problem) from None
    return {"name": body.name.strip()}


@router.delete("/staff/passkeys/{passkey}", responses=_ERRORS, summary="Remove one of your passkeys")
async def remove(request: Request, passkey: Annotated[str, Path(max_length=12)]) -> Record:
    """Sessions that began with it end."""
    me = visitor(request).signed_in
    passkeys = Passkeys(book_of(request).logins)
    if passkey not in {mark_of(id) for id in passkeys.of(me.person)}:
        raise Refused(404, "unknown_passkey", f"you have no passkey {passkey[:12]}")
    id = await asyncio.to_thread(passkeys.remove, me.person, passkey, where(request))
    return {"signed_out": id == me.passkey}
