"""Staff: signing in and out, and what two people do about the log-in of a third."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal
from uuid import uuid4

from fastapi import APIRouter, Request
from msgspec import Meta

from croupier.errors import CheckFailed
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.plan.play_chips import is_of_play_tables
from croupier.people.access_log import Act
from croupier.people.permissions import SUPERVISOR, needs_code
from croupier.people.sessions import StaffSession
from croupier.people.signing_in import BROWSER_SECONDS, SigningIn
from croupier.records import Record
from croupier.service.books.running import RunningBook
from croupier.service.problems import Refused
from croupier.service.record_route import Encoded, RecordRoute
from croupier.service.routes.answers import problems
from croupier.service.routes.enrolling import InvitedRecord, Person, invitations
from croupier.service.routes.links import check_may_act, checked
from croupier.service.staff.door import BROWSER_COOKIE, COOKIE, set_cookie
from croupier.service.staff.people import Credentials, SecondRequest, known_browsers_of, refused, shown, two_people
from croupier.service.staff.visitors import book_of, check_same_site, login_of, session_of, sessions_of, visitor

router = APIRouter(tags=["staff"], route_class=RecordRoute)
_ERRORS = problems(400, 401, 403, 404, 409, 413, 422, 423)


class LeavingRequest(SecondRequest):
    """Somebody leaves."""

    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class RoleRequest(SecondRequest):
    """Somebody joins a link, or has another role there from now on."""

    link: Annotated[str, Meta(min_length=1, max_length=64)]
    name: Annotated[str, Meta(min_length=1, max_length=500)]
    role: Literal["dealer", "supervisor", "accounting", "operator", "auditor"]
    consent: Annotated[
        Credentials | None,
        Meta(description="The person concerned, where they work on a link that the two do not both supervise."),
    ] = None


class StaffRecord(Record):
    """Who is signed in here, their role on each link, and the token that their changes carry."""

    person: str
    book: bool
    name: str
    roles: dict[str, str]
    csrf: str
    seconds_left: int


class NobodySignedIn(Record):
    """Nobody is signed in; `book` says whether the house runs a jackpot book."""

    person: None
    book: bool


class SignedOut(Record):
    """Nobody is signed in any longer."""

    person: None


class StaffMember(Record):
    """Somebody of a link: their roles by link, their log-in, and how long they are locked out."""

    id: str
    name: str
    roles: dict[str, str]
    enrolled: bool
    second_factor: bool
    passkeys: int
    needs_second_factor: bool
    locked_seconds: int


class StaffPeople(Record):
    """Everybody of the viewer's links, and who is invited."""

    people: list[StaffMember]
    links: list[str]
    invited: list[InvitedRecord]


class PersonNamed(Record):
    """Whom something was done about."""

    person: str


class PersonLeft(Record):
    """Somebody who left, and the links."""

    person: str
    links: list[str]


class RoleGiven(Record):
    """Somebody's role on a link."""

    person: str
    link: str
    role: str


def _session(request: Request, session: StaffSession) -> StaffRecord:
    book = book_of(request)
    return StaffRecord(
        person=session.person,
        book=True,
        name=book.name(session.person),
        roles=dict(book.roles(session.person)),
        csrf=session.csrf,
        seconds_left=int(session.seconds_left),
    )


@router.get("/staff/session", summary="Who is signed in here")
async def session(request: Request) -> Encoded[StaffRecord | NobodySignedIn]:
    try:
        found = await session_of(request, touch=False) if request.app.state.book else None
    except Refused:  # it is over, as the next request would find out
        found = None
    nobody = NobodySignedIn(person=None, book=request.app.state.book is not None)
    return Encoded(_session(request, found) if found else nobody)


@router.post("/staff/session", responses=_ERRORS, summary="Sign in as staff")
async def sign_in(request: Request, body: Credentials) -> Encoded[StaffRecord]:
    check_same_site(request)
    # Marked before it is checked, so that any change in between ends the session.
    passkey = body.passkey.id if body.passkey else ""
    login = login_of(book_of(request), body.person, passkey)
    actor = await shown(request, body)
    sessions = sessions_of(request)
    before = await sessions.find(request.cookies.get(COOKIE))
    if before:
        await sessions.end(before)
    token, started = await sessions.start(actor, login, passkey)
    response = Encoded(_session(request, started))
    set_cookie(response, COOKIE, token)
    known = await known_browsers_of(request).remember(request.cookies.get(BROWSER_COOKIE, ""), actor.person)
    set_cookie(response, BROWSER_COOKIE, known, BROWSER_SECONDS)
    return response


@router.delete("/staff/session", responses=_ERRORS, summary="Sign out")
async def sign_out(request: Request) -> Encoded[SignedOut]:
    check_same_site(request)
    found = await sessions_of(request).find(request.cookies.get(COOKIE))
    if found:
        await sessions_of(request).end(found)
        await asyncio.to_thread(
            book_of(request).logins.log.write, Act.LOGGED_OUT, found.person, about=found.actor.session
        )
    response = Encoded(SignedOut(person=None))
    response.delete_cookie(COOKIE, path="/", secure=True, httponly=True, samesite="strict")
    return response


@router.get(
    "/staff/people", responses=_ERRORS, summary="Everybody of your links: their roles, log-ins, who is locked out"
)
async def people(request: Request) -> StaffPeople:
    book, here = book_of(request), visitor(request)
    enrolled, factors = set(book.logins.people), set(book.logins.with_a_factor)
    passkeys = book.logins.file.read().passkeys
    door = SigningIn(book.logins, lambda _: False)
    theirs = [name for name in book.links if here.may_on(name)]
    names: dict[str, str] = {}
    roles: dict[str, dict[str, str]] = {}
    elsewhere: set[str] = set()
    for link_name, link in book.links.items():
        for person in link.state.plan.people if link.state.plan else ():
            if link_name not in theirs:
                elsewhere.add(person.id)
                continue
            names.setdefault(person.id, person.name)
            roles.setdefault(person.id, {})[link_name] = person.role
    names |= {id: id for id in enrolled - set(names) - elsewhere}
    members = [
        StaffMember(
            id=id,
            name=name,
            roles=roles.get(id, {}),
            enrolled=id in enrolled,
            second_factor=id in factors,
            passkeys=len(passkeys.get(id, {})),
            needs_second_factor=needs_code(roles.get(id, {})),
            locked_seconds=door.rests(id),
        )
        for id, name in names.items()
    ]
    return StaffPeople(
        people=sorted(members, key=lambda member: member.name.lower()),
        links=sorted(theirs),
        invited=invitations(book, here.person, names),
    )


@router.post("/staff/people/{person}/unlocking", responses=_ERRORS, summary="Let somebody try again who is locked out")
async def unlock(request: Request, person: Person, body: SecondRequest) -> PersonNamed:
    by = await two_people(request, body.second)
    try:
        await asyncio.to_thread(book_of(request).logins.unlock, person, by)
    except CheckFailed as problem:
        raise refused(problem) from None
    return PersonNamed(person=person)


@router.post("/staff/people/{person}/leaving", responses=_ERRORS, summary="Take somebody's log-in and roles away")
async def leave(request: Request, person: Person, body: LeavingRequest) -> PersonLeft:
    """The log-in ends first, so that the person can do nothing while the links are told one by one. Somebody who also
    works on a link that the two do not both supervise leaves only the others, and keeps the log-in.
    """
    by = await two_people(request, body.second)
    book = book_of(request)
    # The house itself works the links of the play tables under names of its own: nobody leaves those.
    plans = {link: book.links[link].state.plan for link in book.roles(person)}
    links = [link for link, plan in plans.items() if plan and not is_of_play_tables(plan)]
    theirs = [link for link in links if _supervise(book, by, link)]
    if links and not theirs:
        words = f"{person[:40]} works on no jackpot that you both supervise"
        raise Refused(403, "not_authorized", words, hint="two supervisors of that jackpot end the log-in")
    is_out = theirs == links
    try:
        if is_out and person in book.logins.people:
            await asyncio.to_thread(book.logins.put_out, person, by)
    except CheckFailed as problem:
        raise refused(problem) from None
    if is_out:
        await sessions_of(request).end_of(person)
    for link in theirs:
        asked = {"id": f"dismiss:{uuid4()}", "do": "dismiss", "person": person, "reason": body.reason}
        [reply] = await book.submit(link, [Asked(asked, *by)])
        await checked(request, link, asked, reply, by[0].person)
    return PersonLeft(person=person, links=theirs)


def _supervise(book: RunningBook, by: tuple[Actor, Actor], link: str) -> bool:
    return all(book.roles(each.person).get(link) == SUPERVISOR for each in by)


@router.post("/staff/people/{person}/role", responses=_ERRORS, summary="Give somebody a role on a link")
async def appoint(request: Request, person: Person, body: RoleRequest) -> RoleGiven:
    """One role for each link: a new role replaces the old one. Roles on different links may differ."""
    by = await two_people(request, body.second)
    book = book_of(request)
    if body.link not in book.links or not visitor(request).may_on(body.link):
        raise Refused(403, "not_allowed", f"you are not a supervisor of {body.link[:40]}")
    if (plan := book.links[body.link].state.plan) and is_of_play_tables(plan):
        check_may_act(request, plan)
    await _check_consent(request, person, body, by)
    asked = {"id": f"appoint:{uuid4()}", "do": "appoint", "person": person, "name": body.name, "role": body.role}
    [reply] = await book.submit(body.link, [Asked(asked, *by)])
    await checked(request, body.link, asked, reply, by[0].person)
    return RoleGiven(person=person, link=body.link, role=body.role)


async def _check_consent(request: Request, person: str, body: RoleRequest, by: tuple[Actor, Actor]) -> None:
    """Somebody who works elsewhere joins a link only with consent, because its supervisors get a say in their
    log-in."""
    book = book_of(request)
    roles = book.roles(person)
    elsewhere = [link for link in roles if link != body.link and not _supervise(book, by, link)]
    if body.link in roles or not elsewhere:
        return
    if body.consent is None:
        words = f"{person[:40]} works on another link, and signs too"
        raise Refused(422, "consent_missing", words, hint="with their own password and code")
    if (await shown(request, body.consent)).person != person:
        raise Refused(403, "not_allowed", f"it is for {person[:40]} to agree")
    known = book.name(person)
    if body.name.strip() != known:
        raise Refused(409, "name_differs", f"{person[:40]} is {known[:60]} there", hint="one person has one name")
