"""Staff: signing in and out, one's own passkeys, and what two people do about the log-in of a third. To let somebody
in, two supervisors hand out half of an invitation each, the person types both, and both confirm who it was."""

import asyncio
from collections.abc import Collection
from typing import Annotated, Literal
from uuid import uuid4

from fastapi import APIRouter, Path, Request
from msgspec import Meta

from croupier.errors import CheckFailed
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.plan.link_plan import is_of_play_tables
from croupier.people import logins, permissions
from croupier.people.access_log import Act
from croupier.people.enrolling import CODE, HALF, Enrolling
from croupier.people.passkeys import (
    Made,
    MakingOptions,
    Passkeys,
    SigningOptions,
    asked_to_make,
    asked_to_sign,
    mark_of,
)
from croupier.people.signing_in import BROWSER_SECONDS, SigningIn, StaffSession, code_uri
from croupier.records import UNSET, Record, UnsetType, record_of
from croupier.service import staff
from croupier.service.books.running import RunningBook
from croupier.service.problems import Refused
from croupier.service.record_route import Encoded, RecordRoute, SecretRecord, problems
from croupier.service.routes.pit import check_may_act, checked

router = APIRouter(tags=["staff"], route_class=RecordRoute, responses=problems(400, 401, 403, 404, 409, 413, 422, 423))


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


@router.post("/staff/challenge", summary="What a passkey signs to sign somebody in")
async def challenge(request: Request) -> Encoded[SigningOptions]:
    """For ``PublicKeyCredential.parseRequestOptionsFromJSON``; good once, for five minutes, in this browser."""
    staff.check_same_site(request)
    staff.book_of(request)
    site = staff.site_of(request)
    await staff.check_door(request, "passkeys are asked for")
    options, made = asked_to_sign(site)
    response = Encoded(options)
    await staff.challenges_of(request).give(request, response, staff.SIGN, made)
    return response


@router.get("/staff/passkeys", summary="Your passkeys")
async def mine(request: Request) -> OwnPasskeys:
    book, person = staff.book_of(request), staff.visitor(request).person
    passkeys = Passkeys(book.logins)
    unusable = None
    try:
        passkeys.check_may_have(person)
        staff.site_of(request)
    except (logins.LoginFailed, Refused) as problem:
        unusable = NoPasskeys(why=problem.message, hint=problem.hint)
    session = staff.visitor(request).session
    used = session.note.passkey if session else ""
    own = [
        record_of(OwnPasskey, passkey, id=mark_of(id), here=id == used) for id, passkey in passkeys.of(person).items()
    ]
    return OwnPasskeys(passkeys=own, unusable=unusable)


@router.post("/staff/passkeys/challenge", summary="Begin to register a passkey")
async def begin(request: Request, body: AgainRequest) -> Encoded[MakingOptions]:
    """With the password and a fresh code. The answer is for ``PublicKeyCredential.parseCreationOptionsFromJSON``."""
    book, me = staff.book_of(request), staff.visitor(request).signed_in
    site = staff.site_of(request)
    passkeys = Passkeys(book.logins)
    await staff.ruled(passkeys.check_may_have, me.person)
    await staff.shown(
        request, staff.Credentials(person=me.person, password=body.password, code=body.code, passkey=None)
    )
    options, made = asked_to_make(site, me.person, book.name(me.person), passkeys.of(me.person))
    response = Encoded(options)
    await staff.challenges_of(request).give(request, response, staff.MAKE, made)
    return response


@router.post("/staff/passkeys", summary="Register a passkey")
async def register(request: Request, body: PasskeyRequest) -> PasskeyMade:
    me = staff.visitor(request).signed_in
    passkeys = Passkeys(staff.book_of(request).logins)
    site = staff.site_of(request)
    made = Made.read(body.client_data, body.attestation)
    challenge = await staff.challenges_of(request).take(request, staff.MAKE, made.client.challenge)
    try:
        await staff.ruled(
            lambda: passkeys.add(me.person, body.name, made.checked(site, challenge), staff.where(request))
        )
    except Refused as problem:
        words = f"from {staff.where(request)}: {problem.message}"
        await asyncio.to_thread(staff.book_of(request).logins.log.write, Act.PASSKEY_REFUSED, me.person, words)
        raise
    return PasskeyMade(name=body.name.strip())


@router.delete("/staff/passkeys/{passkey}", summary="Remove one of your passkeys")
async def remove(request: Request, passkey: Annotated[str, Path(max_length=12)]) -> PasskeyGone:
    """Sessions that began with it end."""
    me = staff.visitor(request).signed_in
    passkeys = Passkeys(staff.book_of(request).logins)
    if passkey not in {mark_of(id) for id in passkeys.of(me.person)}:
        raise Refused(404, "unknown_passkey", f"you have no passkey {passkey[:12]}")
    id = await asyncio.to_thread(passkeys.remove, me.person, passkey, staff.where(request))
    return PasskeyGone(signed_out=id == me.note.passkey)


Person = Annotated[str, Path(max_length=64, description="Somebody's id in the plan.")]


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
    for person, waiting in Enrolling(book.logins).waiting().items():
        if person in known:
            is_chosen, until = bool(waiting.chosen), waiting.until
            waits = viewer in waiting.by and viewer not in (waiting.confirmed if is_chosen else waiting.halves)
            does: Literal["", "half", "confirm"] = ("confirm" if is_chosen else "half") if waits else ""
            by = [InviterRecord(id=id, name=book.name(id), confirmed=id in waiting.confirmed) for id in waiting.by]
            shown = InvitedRecord(person=person, name=book.name(person), by=by, until=until, chosen=is_chosen, do=does)
            invited.append(shown)
    return invited


def _grouped(code: str, letters: int) -> str:
    """A code as people read it off a screen."""
    return "-".join(code[at : at + letters] for at in range(0, len(code), letters))


@router.post("/staff/people/{person}/invitation", summary="Invite somebody, also after a lost factor")
async def invite(request: Request, person: Person, body: staff.SecondRequest) -> InvitationMade:
    """The answer holds the half of the person signed in; the second supervisor signs in and asks for theirs."""
    by = await staff.two_people(request, body.second)
    book = staff.book_of(request)
    if not book.roles(person):
        raise Refused(404, "unknown_person", f"{person[:40]} is not on a link", hint="appoint them first")
    enrolling = Enrolling(book.logins)
    await staff.ruled(enrolling.invite, person, by)
    made = await staff.ruled(enrolling.half, person, by[0])
    await staff.sessions_of(request).end_of(person)
    return InvitationMade(half=_grouped(made, HALF // 3), second=by[1].person, hours=24)


@router.post("/staff/people/{person}/half", summary="Your half of an invitation, shown this once")
async def half(request: Request, person: Person) -> InvitationHalf:
    made = await staff.ruled(
        Enrolling(staff.book_of(request).logins).half, person, staff.visitor(request).signed_in.actor
    )
    return InvitationHalf(half=_grouped(made, HALF // 3))


@router.post("/staff/people/{person}/confirmation", summary="Say that the person before you has enrolled")
async def confirm(request: Request, person: Person, body: ConfirmationRequest) -> ConfirmedRecord:
    """With the code on that person's screen; the log-in is live once both who invited them have typed it."""
    actor = staff.visitor(request).signed_in.actor
    live = await staff.ruled(Enrolling(staff.book_of(request).logins).confirm, person, actor, body.code)
    return ConfirmedRecord(person=person, live=live)


@router.post("/staff/invitation", summary="Whom two halves invite, and a key for the second factor")
async def invitation(request: Request, body: InvitationRequest) -> InvitationOpened:
    staff.check_same_site(request)
    await staff.check_door(request, "invitations are tried")
    book = staff.book_of(request)
    try:
        opened = await asyncio.to_thread(Enrolling(book.logins).open, (body.first, body.second))
    except CheckFailed as problem:
        raise Refused(404, "unknown_invitation", problem.message, hint=problem.hint) from None
    name = book.name(opened.person)
    return InvitationOpened(person=opened.person, name=name, key=opened.key, uri=code_uri(opened.person, opened.key))


@router.post("/staff/enrollment", summary="Choose a password, and show that the second factor works")
async def enroll(request: Request, body: EnrollmentRequest) -> EnrollmentMade:
    """The answer holds the code that both supervisors type before the log-in is live."""
    staff.check_same_site(request)
    await staff.check_door(request, "invitations are tried")
    halves = (body.first, body.second)
    enrolling = Enrolling(staff.book_of(request).logins)
    try:
        person, code = await asyncio.to_thread(enrolling.choose, halves, body.password, body.code)
    except CheckFailed as problem:
        raise Refused(422, "not_enrolled", problem.message, hint=problem.hint) from None
    return EnrollmentMade(person=person, confirmation=_grouped(code, CODE // 2))


class LeavingRequest(staff.SecondRequest):
    """Somebody leaves."""

    reason: Annotated[str, Meta(min_length=1, max_length=500)]


class RoleRequest(staff.SecondRequest):
    """Somebody joins a link, or has another role there from now on."""

    link: Annotated[str, Meta(min_length=1, max_length=64)]
    name: Annotated[str, Meta(min_length=1, max_length=500)]
    role: Literal["dealer", "supervisor", "accounting", "operator", "auditor"]
    consent: Annotated[
        staff.Credentials | None,
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
    zone: str  # The time zone of the house, in which its pages tell the time.


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
    """Everybody of the viewer's links, those links and what they are called, and who is invited."""

    people: list[StaffMember]
    links: dict[str, str]
    invited: list[InvitedRecord]


class PersonDone(Record):
    """Whom something was done about, on which links, and the role that they have there now."""

    person: str
    links: tuple[str, ...] = ()
    role: str | UnsetType = UNSET


def _session(request: Request, session: StaffSession) -> StaffRecord:
    book = staff.book_of(request)
    zones = [link.state.plan.time_zone for link in book.links.values() if link.state.plan]
    return StaffRecord(
        person=session.person,
        book=True,
        name=book.name(session.person),
        roles=dict(book.roles(session.person)),
        csrf=session.csrf,
        seconds_left=int(session.seconds_left),
        zone=zones[0] if zones else "UTC",
    )


@router.get("/staff/session", summary="Who is signed in here")
async def session(request: Request) -> Encoded[StaffRecord | NobodySignedIn]:
    try:
        signed_in = await staff.session_of(request, touch=False) if request.app.state.book else None
    except Refused:  # it is over, as the next request would find out
        signed_in = None
    nobody = NobodySignedIn(person=None, book=request.app.state.book is not None)
    return Encoded(_session(request, signed_in) if signed_in else nobody)


@router.post("/staff/session", summary="Sign in as staff")
async def sign_in(request: Request, body: staff.Credentials) -> Encoded[StaffRecord]:
    staff.check_same_site(request)
    # Marked before it is checked, so that any change in between ends the session.
    passkey = body.passkey.id if body.passkey else ""
    login = staff.login_of(staff.book_of(request), body.person, passkey)
    actor = await staff.shown(request, body)
    sessions = staff.sessions_of(request)
    before = await sessions.find(request.cookies.get(staff.COOKIE))
    if before:
        await sessions.end(before)
    token, started = await sessions.start(actor, login, passkey)
    response = Encoded(_session(request, started))
    staff.set_cookie(response, staff.COOKIE, token)
    known = await staff.known_browsers_of(request).remember(request.cookies.get(staff.BROWSER_COOKIE, ""), actor.person)
    staff.set_cookie(response, staff.BROWSER_COOKIE, known, BROWSER_SECONDS)
    return response


@router.delete("/staff/session", summary="Sign out")
async def sign_out(request: Request) -> Encoded[SignedOut]:
    staff.check_same_site(request)
    ended = await staff.sessions_of(request).find(request.cookies.get(staff.COOKIE))
    if ended:
        await staff.sessions_of(request).end(ended)
        await asyncio.to_thread(
            staff.book_of(request).logins.log.write, Act.LOGGED_OUT, ended.person, about=ended.actor.session
        )
    response = Encoded(SignedOut(person=None))
    response.delete_cookie(staff.COOKIE, path="/", secure=True, httponly=True, samesite="strict")
    return response


@router.get("/staff/people", summary="Everybody of your links: their roles, log-ins, who is locked out")
async def people(request: Request) -> StaffPeople:
    book, here = staff.book_of(request), staff.visitor(request)
    held = book.logins.file.read()
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
    names |= {id: id for id in sorted(held.enrolled - set(names) - elsewhere)}
    members = [
        StaffMember(
            id=id,
            name=name,
            roles=roles.get(id, {}),
            enrolled=id in held.enrolled,
            second_factor=id in held.factors,
            passkeys=len(held.passkeys.get(id, {})),
            needs_second_factor=permissions.needs_code(roles.get(id, {})),
            locked_seconds=door.rests(id),
        )
        for id, name in names.items()
    ]
    return StaffPeople(
        people=sorted(members, key=lambda member: member.name.lower()),
        links={name: plan.called if (plan := book.links[name].state.plan) else name for name in sorted(theirs)},
        invited=invitations(book, here.person, names),
    )


@router.post("/staff/people/{person}/unlocking", summary="Let somebody try again who is locked out")
async def unlock(request: Request, person: Person, body: staff.SecondRequest) -> PersonDone:
    by = await staff.two_people(request, body.second)
    await staff.ruled(staff.book_of(request).logins.unlock, person, by)
    return PersonDone(person=person)


@router.post("/staff/people/{person}/leaving", summary="Take somebody's log-in and roles away")
async def leave(request: Request, person: Person, body: LeavingRequest) -> PersonDone:
    """The log-in ends first, so that the person can do nothing while the links are told one by one. Somebody who also
    works on a link that the two do not both supervise keeps the log-in."""
    by = await staff.two_people(request, body.second)
    book = staff.book_of(request)
    # The house itself works the links of the play tables under names of its own: nobody leaves those.
    plans = {link: book.links[link].state.plan for link in book.roles(person)}
    links = [link for link, plan in plans.items() if plan and not is_of_play_tables(plan)]
    theirs = [link for link in links if _supervise(book, by, link)]
    if links and not theirs:
        words = f"{person[:40]} works on no jackpot that you both supervise"
        raise Refused(403, "not_authorized", words, hint="two supervisors of that jackpot end the log-in")
    is_out = theirs == links
    if is_out and person in book.logins.people:
        await staff.ruled(book.logins.put_out, person, by)
    if is_out:
        await staff.sessions_of(request).end_of(person)
    for link in theirs:
        asked = {"id": f"dismiss:{uuid4()}", "do": "dismiss", "person": person, "reason": body.reason}
        [reply] = await book.submit(link, [Asked(asked, *by)])
        await checked(request, link, asked, reply, by[0].person)
    return PersonDone(person=person, links=tuple(theirs))


def _supervise(book: RunningBook, by: tuple[Actor, Actor], link: str) -> bool:
    return all(book.roles(actor.person).get(link) == permissions.SUPERVISOR for actor in by)


@router.post("/staff/people/{person}/role", summary="Give somebody a role on a link")
async def appoint(request: Request, person: Person, body: RoleRequest) -> PersonDone:
    """One role for each link: a new role replaces the old one. Roles on different links may differ."""
    by = await staff.two_people(request, body.second)
    book = staff.book_of(request)
    if body.link not in book.links or not staff.visitor(request).may_on(body.link):
        raise Refused(403, "not_allowed", f"you are not a supervisor of {body.link[:40]}")
    if (plan := book.links[body.link].state.plan) and is_of_play_tables(plan):
        check_may_act(request, plan)
    await _check_consent(request, person, body, by)
    asked = {"id": f"appoint:{uuid4()}", "do": "appoint", "person": person, "name": body.name, "role": body.role}
    [reply] = await book.submit(body.link, [Asked(asked, *by)])
    await checked(request, body.link, asked, reply, by[0].person)
    return PersonDone(person=person, links=(body.link,), role=body.role)


async def _check_consent(request: Request, person: str, body: RoleRequest, by: tuple[Actor, Actor]) -> None:
    """Somebody who works elsewhere joins only with consent: the link's supervisors get a say in their log-in."""
    book = staff.book_of(request)
    roles = book.roles(person)
    elsewhere = [link for link in roles if link != body.link and not _supervise(book, by, link)]
    if body.link in roles or not elsewhere:
        return
    if body.consent is None:
        words = f"{person[:40]} works on another link, and signs too"
        raise Refused(422, "consent_missing", words, hint="with their own password and code")
    if (await staff.shown(request, body.consent)).person != person:
        raise Refused(403, "not_allowed", f"it is for {person[:40]} to agree")
    known = book.name(person)
    if body.name.strip() != known:
        raise Refused(409, "name_differs", f"{person[:40]} is {known[:60]} there", hint="one person has one name")
