"""Passkeys: what one is asked to sign, and those of the person who is signed in."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from msgspec import Meta

from croupier.people.access_log import Act
from croupier.people.logins import LoginFailed
from croupier.people.passkeys import (
    Made,
    MakingOptions,
    Passkeys,
    SigningOptions,
    asked_to_make,
    asked_to_sign,
    mark_of,
)
from croupier.records import Record, record_of
from croupier.service.problems import Refused
from croupier.service.record_route import Encoded, RecordRoute, SecretRecord
from croupier.service.routes.answers import problems
from croupier.service.staff.challenges import MAKE, SIGN, challenges_of, site_of
from croupier.service.staff.people import Credentials, check_door, refused, shown
from croupier.service.staff.visitors import book_of, check_same_site, visitor, where

router = APIRouter(tags=["staff"], route_class=RecordRoute)
_ERRORS = problems(400, 401, 403, 404, 409, 413, 422, 423)


class AgainRequest(SecretRecord):
    """The password and a code of the person signed in, once more."""

    password: Annotated[str, Meta(min_length=1, max_length=1_000)]
    code: Annotated[str, Meta(min_length=1, max_length=16)]


class PasskeyRequest(Record):
    """A new passkey, as ``navigator.credentials.create`` gives it; both parts in base64url."""

    name: Annotated[str, Meta(min_length=1, max_length=40, description="As its owner calls it.")]
    client_data: Annotated[str, Meta(min_length=1, max_length=4_000, description="clientDataJSON")]
    attestation: Annotated[str, Meta(min_length=1, max_length=16_000, description="attestationObject")]


class OwnPasskey(Record):
    """A passkey of the person signed in; `here` says that this session began with it."""

    id: str
    name: str
    at: int
    used: int
    synced: bool
    stopped: int
    here: bool


class NoPasskeys(Record):
    """Why the person signed in can have none here."""

    why: str
    hint: str | None


class OwnPasskeys(Record):
    """The passkeys of the person signed in."""

    passkeys: list[OwnPasskey]
    unusable: NoPasskeys | None


class PasskeyMade(Record):
    """The name of the new passkey."""

    name: str


class PasskeyGone(Record):
    """Whether the session ended with it."""

    signed_out: bool


@router.post("/staff/challenge", responses=_ERRORS, summary="What a passkey signs to sign somebody in")
async def challenge(request: Request) -> Encoded[SigningOptions]:
    """The answer is for ``PublicKeyCredential.parseRequestOptionsFromJSON``. It is good once, for five minutes, in this
    browser; what the passkey made of it goes into ``passkey`` of a sign-in."""
    check_same_site(request)
    book_of(request)
    site = site_of(request)
    await check_door(request, "passkeys are asked for")
    options, made = asked_to_sign(site)
    response = Encoded(options)
    await challenges_of(request).give(request, response, SIGN, made)
    return response


@router.get("/staff/passkeys", responses=_ERRORS, summary="Your passkeys")
async def mine(request: Request) -> OwnPasskeys:
    book, person = book_of(request), visitor(request).person
    passkeys = Passkeys(book.logins)
    unusable = None
    try:
        passkeys.check_may_have(person)
        site_of(request)
    except (LoginFailed, Refused) as problem:
        unusable = NoPasskeys(why=problem.message, hint=problem.hint)
    session = visitor(request).session
    used = session.passkey if session else ""
    own = [
        record_of(OwnPasskey, passkey, id=mark_of(id), here=id == used) for id, passkey in passkeys.of(person).items()
    ]
    return OwnPasskeys(passkeys=own, unusable=unusable)


@router.post("/staff/passkeys/challenge", responses=_ERRORS, summary="Begin to register a passkey")
async def begin(request: Request, body: AgainRequest) -> Encoded[MakingOptions]:
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
    response = Encoded(options)
    await challenges_of(request).give(request, response, MAKE, made)
    return response


@router.post("/staff/passkeys", responses=_ERRORS, summary="Register a passkey")
async def register(request: Request, body: PasskeyRequest) -> PasskeyMade:
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
    return PasskeyMade(name=body.name.strip())


@router.delete("/staff/passkeys/{passkey}", responses=_ERRORS, summary="Remove one of your passkeys")
async def remove(request: Request, passkey: Annotated[str, Path(max_length=12)]) -> PasskeyGone:
    """Sessions that began with it end."""
    me = visitor(request).signed_in
    passkeys = Passkeys(book_of(request).logins)
    if passkey not in {mark_of(id) for id in passkeys.of(me.person)}:
        raise Refused(404, "unknown_passkey", f"you have no passkey {passkey[:12]}")
    id = await asyncio.to_thread(passkeys.remove, me.person, passkey, where(request))
    return PasskeyGone(signed_out=id == me.passkey)
