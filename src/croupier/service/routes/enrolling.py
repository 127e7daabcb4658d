"""Invitations: two supervisors hand out one half each, the person types both, and both confirm who it was."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from msgspec import Meta

from croupier.errors import CheckFailed
from croupier.people.enrolling import CODE, HALF, Enrolling
from croupier.people.signing_in import code_uri
from croupier.records import Record
from croupier.service.books.running import RunningBook
from croupier.service.problems import Refused
from croupier.service.record_route import RecordRoute, SecretRecord
from croupier.service.routes.answers import problems
from croupier.service.staff.people import SecondRequest, check_door, refused, two_people
from croupier.service.staff.visitors import book_of, check_same_site, sessions_of, visitor

router = APIRouter(tags=["staff"], route_class=RecordRoute)
Person = Annotated[str, Path(max_length=64, description="Somebody's id in the plan.")]
_ERRORS = problems(400, 401, 403, 404, 409, 413, 422, 423)


class InvitationRequest(SecretRecord):
    """The two halves of an invitation, as each of the two supervisors handed theirs over; in either order."""

    first: Annotated[str, Meta(min_length=1, max_length=100)]
    second: Annotated[str, Meta(min_length=1, max_length=100)]


class EnrollmentRequest(InvitationRequest):
    """A new password, and a code that shows that the second factor works."""

    password: Annotated[str, Meta(min_length=1, max_length=1_000)]
    code: Annotated[str, Meta(min_length=1, max_length=16)]


class ConfirmationRequest(Record):
    """The code on the screen of the person who has just chosen a password."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]


class InviterRecord(Record):
    """One of the two who invited somebody."""

    id: str
    name: str
    confirmed: bool


class InvitedRecord(Record):
    """Somebody who has been invited and is not in yet, and what the viewer may do about it."""

    person: str
    name: str
    by: list[InviterRecord]
    until: int
    chosen: bool
    do: Literal["", "half", "confirm"]


class InvitationHalf(Record):
    """Your half of an invitation."""

    half: str


class InvitationMade(InvitationHalf):
    """Your half, the second supervisor, who asks for the other, and how many hours it is good for."""

    second: str
    hours: int


class ConfirmedRecord(Record):
    """Whether the log-in is live now."""

    person: str
    live: bool


class InvitationOpened(Record):
    """Whom two halves invite, and a key for the second factor, also as an address for an app."""

    person: str
    name: str
    key: str
    uri: str


class EnrollmentMade(Record):
    """The code that both supervisors type before the log-in is live."""

    person: str
    confirmation: str


def invitations(book: RunningBook, viewer: str, known: Collection[str]) -> list[InvitedRecord]:
    """Who has been invited and is not in yet, and what the viewer may do about it."""
    invited = []
    for person, each in Enrolling(book.logins).waiting().items():
        if person not in known:
            continue
        mine = viewer in each.by
        does: Literal["", "half", "confirm"] = ""
        if mine and not each.chosen and viewer not in each.halves:
            does = "half"
        elif mine and each.chosen and viewer not in each.confirmed:
            does = "confirm"
        invited.append(
            InvitedRecord(
                person=person,
                name=book.name(person),
                by=[InviterRecord(id=id, name=book.name(id), confirmed=id in each.confirmed) for id in each.by],
                until=each.until,
                chosen=bool(each.chosen),
                do=does,
            )
        )
    return invited


def _grouped(code: str, letters: int) -> str:
    """A code as people read it off a screen."""
    return "-".join(code[at : at + letters] for at in range(0, len(code), letters))


@router.post(
    "/staff/people/{person}/invitation", responses=_ERRORS, summary="Invite somebody, also after a lost factor"
)
async def invite(request: Request, person: Person, body: SecondRequest) -> InvitationMade:
    """The answer holds the half of the person signed in; the second supervisor signs in and asks for theirs."""
    by = await two_people(request, body.second)
    book = book_of(request)
    if not book.roles(person):
        raise Refused(404, "unknown_person", f"{person[:40]} is not on a link", hint="appoint them first")
    enrolling = Enrolling(book.logins)
    try:
        await asyncio.to_thread(enrolling.invite, person, by)
        made = await asyncio.to_thread(enrolling.half, person, by[0])
    except CheckFailed as problem:
        raise refused(problem) from None
    await sessions_of(request).end_of(person)
    return InvitationMade(half=_grouped(made, HALF // 3), second=by[1].person, hours=24)


@router.post("/staff/people/{person}/half", responses=_ERRORS, summary="Your half of an invitation, shown this once")
async def half(request: Request, person: Person) -> InvitationHalf:
    enrolling = Enrolling(book_of(request).logins)
    try:
        made = await asyncio.to_thread(enrolling.half, person, visitor(request).signed_in.actor)
    except CheckFailed as problem:
        raise refused(problem) from None
    return InvitationHalf(half=_grouped(made, HALF // 3))


@router.post(
    "/staff/people/{person}/confirmation", responses=_ERRORS, summary="Say that the person before you has enrolled"
)
async def confirm(request: Request, person: Person, body: ConfirmationRequest) -> ConfirmedRecord:
    """With the code on that person's screen; the log-in is live once both who invited them have typed it."""
    enrolling = Enrolling(book_of(request).logins)
    actor = visitor(request).signed_in.actor
    try:
        live = await asyncio.to_thread(enrolling.confirm, person, actor, body.code)
    except CheckFailed as problem:
        raise refused(problem) from None
    return ConfirmedRecord(person=person, live=live)


@router.post("/staff/invitation", responses=_ERRORS, summary="Whom two halves invite, and a key for the second factor")
async def invitation(request: Request, body: InvitationRequest) -> InvitationOpened:
    check_same_site(request)
    await check_door(request, "invitations are tried")
    book = book_of(request)
    try:
        found = await asyncio.to_thread(Enrolling(book.logins).open, (body.first, body.second))
    except CheckFailed as problem:
        raise Refused(404, "unknown_invitation", problem.message, hint=problem.hint) from None
    name = book.name(found.person)
    return InvitationOpened(person=found.person, name=name, key=found.key, uri=code_uri(found.person, found.key))


@router.post("/staff/enrollment", responses=_ERRORS, summary="Choose a password, and show that the second factor works")
async def enroll(request: Request, body: EnrollmentRequest) -> EnrollmentMade:
    """The answer holds the code that both supervisors type before the log-in is live."""
    check_same_site(request)
    await check_door(request, "invitations are tried")
    halves = (body.first, body.second)
    enrolling = Enrolling(book_of(request).logins)
    try:
        person, code = await asyncio.to_thread(enrolling.choose, halves, body.password, body.code)
    except CheckFailed as problem:
        raise Refused(422, "not_enrolled", problem.message, hint=problem.hint) from None
    return EnrollmentMade(person=person, confirmation=_grouped(code, CODE // 2))
