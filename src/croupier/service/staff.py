"""Who asks: a person, a paired display or sensor, or nobody; whether the route is theirs; how people show who they are.
Cookies are ``__Host-`` and Secure everywhere: browsers take them over HTTPS, and Chromium (tested) from loopback."""

import asyncio
import hmac
import ipaddress
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Final, ParamSpec, TypeVar

from msgspec import Meta
from starlette.requests import HTTPConnection
from starlette.responses import Response

from croupier.errors import CheckFailed
from croupier.jackpot.actors import Actor
from croupier.people import access_log, passkeys, permissions, signing_in
from croupier.people.logins import Device, LoginFailed, hash_of
from croupier.records import Record
from croupier.service import guard, record_route
from croupier.service.books.running import Place, RunningBook, WatchedLink
from croupier.service.problems import Refused
from croupier.service.settings import Settings
from croupier.stores.slate import Notes, Slate

P = ParamSpec("P")
Answer = TypeVar("Answer")
COOKIE: Final = "__Host-croupier-staff"
DEVICE_COOKIE: Final = "__Host-croupier-device"
BROWSER_COOKIE: Final = "__Host-croupier-browser"
"""Says which people have signed in at a browser before. It opens nothing."""
DEVICE_SECONDS: Final = 400 * 24 * 3600
MOST_ADDRESSES: Final = 10_000
DOOR: Final = "door"  # The kind of its notes.


class DoorNote(Record):
    """How many tries an address had left, and when."""

    left: float
    at: float


class Doors:
    """How often one address may try, at any process."""

    def __init__(self, slate: Slate, per_second: float, burst: int) -> None:
        self._notes = Notes(slate, DOOR, DoorNote)
        self._per_second = per_second
        self._burst = burst

    async def take(self, address: str) -> bool:
        """Whether the address may try once more now; if so, it is counted."""
        return await asyncio.to_thread(self._take, address)

    def _take(self, address: str) -> bool:
        allowed = False

        def decide(found: DoorNote | None, now: float) -> DoorNote:
            nonlocal allowed
            before = found or DoorNote(left=float(self._burst), at=now)
            allowed, left = guard.taken(before.left, now - before.at, self._per_second, self._burst)
            return DoorNote(left=left, at=now)

        full = self._burst / self._per_second + 1
        self._notes.change(hash_of(address)[:16], decide, full, most=MOST_ADDRESSES, tell=False)
        return allowed


def set_cookie(response: Response, name: str, value: str, seconds: int | None = None) -> None:
    response.set_cookie(name, value, max_age=seconds, path="/", secure=True, httponly=True, samesite="strict")


CSRF_HEADER = "x-croupier-csrf"
SAFE = ("GET", "HEAD", "OPTIONS", "LIVE")


@dataclass(frozen=True)
class Visitor:
    """Whoever asks."""

    session: signing_in.StaffSession | None = None
    device: Device | None = None
    roles: Mapping[str, str] = field(default_factory=dict)  # Their role on each link.
    allowed: frozenset[str] = permissions.ANYONE  # The roles that may use the route.

    @property
    def all_roles(self) -> frozenset[str]:
        if self.device:
            return frozenset({self.device.kind})
        return frozenset(self.roles.values()) or frozenset({permissions.NOBODY})

    @property
    def person(self) -> str:
        return self.session.person if self.session else self.device.person if self.device else ""

    @property
    def signed_in(self) -> signing_in.StaffSession:
        """The session, on a route that only staff reach."""
        if self.session is None:
            raise Refused(401, "not_signed_in", "nobody is signed in here", hint="sign in at /login")
        return self.session

    def may_on(self, link: str) -> bool:
        """Whether they may use the route on a link."""
        if self.device:
            return self.device.link == link and self.device.kind in self.allowed
        return self.roles.get(link, permissions.NOBODY) in self.allowed


def book_of(connection: HTTPConnection) -> RunningBook:
    """The jackpot book of the house; Refused if it runs none."""
    book: RunningBook | None = connection.app.state.book
    if book is None:
        raise Refused(404, "no_book", "this house runs no jackpot book", hint="croupier serve --book FILE")
    return book


def sessions_of(connection: HTTPConnection) -> signing_in.Sessions:
    sessions: signing_in.Sessions = connection.app.state.sessions
    return sessions


def where(connection: HTTPConnection) -> str:
    """Where somebody is, as the journal and the access log keep it."""
    return connection.client.host if connection.client else "?"


def check_same_site(connection: HTTPConnection) -> None:
    """A page of another site may not act for somebody who is signed in here."""
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "same-origin")
    if (origin is not None and origin.partition("://")[2] != connection.headers.get("host")) or site not in (
        "same-origin",
        "none",
    ):
        raise Refused(403, "foreign_origin", f"{(origin or 'another site')[:80]} may not act here")


async def entitled(connection: HTTPConnection) -> None:
    """Refused unless the visitor may use the route. The visitor is kept in the request's state."""
    key = route_key(connection)
    allowed = permissions.ROUTES[key]
    if allowed is permissions.ANYONE or is_open_demonstration(connection):
        connection.state.visitor = Visitor()
        return
    visitor = connection.state.visitor = await visitor_of(connection, allowed)
    method = key.partition(" ")[0]
    if visitor.session is not None:
        check_same_site(connection)
        sent = connection.headers.get(CSRF_HEADER, "")
        if method not in SAFE and not hmac.compare_digest(sent.encode(), visitor.session.csrf.encode()):
            raise Refused(403, "no_csrf_token", f"a change needs the page's token in {CSRF_HEADER}")
    if not visitor.all_roles & allowed:
        await refuse(connection, visitor, key)


async def visitor_of(connection: HTTPConnection, allowed: frozenset[str]) -> Visitor:
    """Who asks, by a bearer token, the cookie of a session or that of a device."""
    book = book_of(connection)
    if connection.scope["type"] != "websocket":
        await book.caught_up()
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else connection.cookies.get(DEVICE_COOKIE)
    # A live connection asks by itself, so it is not a sign that somebody is there.
    is_touch = connection.scope["type"] != "websocket"
    session = None if bearer else await session_of(connection, touch=is_touch)
    if session is not None:
        return Visitor(session, None, book.roles(session.person), allowed)
    device = book.logins.device(token) if token else None
    if device is not None:
        return Visitor(None, device, {}, allowed)
    return Visitor(allowed=allowed)


async def session_of(connection: HTTPConnection, *, touch: bool) -> signing_in.StaffSession | None:
    """The visitor's session, as long as its log-in, which the command line may change too, is still the same."""
    sessions = sessions_of(connection)
    is_fresh = connection.scope["type"] != "websocket"
    found = await sessions.find(connection.cookies.get(COOKIE), touch=touch, fresh=is_fresh)
    if found is None:
        return None
    book = book_of(connection)
    login = login_of(book, found.person, found.note.passkey)
    if not login or found.note.login != login:
        await sessions.end(found)
        return None
    if found.actor.how not in signing_in.SECOND_FACTORS and permissions.needs_code(book.roles(found.person)):
        await sessions.end(found)
        raise Refused(
            401,
            "sign_in_again",
            "your role now needs a second factor",
            hint="sign in again at /login, with a code or a passkey",
        )
    return found


def login_of(book: RunningBook, person: str, passkey: str = "") -> str:
    """A mark of somebody's present secrets, and of the passkey that they use; empty if it is not theirs."""
    held = book.logins.file.read()
    factor = held.factors.get(person)
    said = f"{held.passwords.get(person, '')}\n{factor.key if factor else ''}"
    if not passkey:
        return hash_of(said)
    known = held.passkeys.get(person, {}).get(passkey)
    return hash_of(f"{said}\n{known.data}") if known and not known.stopped else ""


async def refuse(connection: HTTPConnection, visitor: Visitor, what: str) -> None:
    if visitor.session is None and visitor.device is None:
        raise Refused(401, "not_signed_in", "nobody is signed in here", hint="sign in at /login")
    detail = f"{what} from {where(connection)}"
    await asyncio.to_thread(book_of(connection).logins.log.write, access_log.Act.REFUSED, visitor.person, detail)
    who = ", ".join(sorted(visitor.all_roles))
    known = ", ".join(sorted(visitor.allowed - {permissions.NOBODY}))
    raise Refused(403, "not_allowed", f"this is not for {who}", hint=f"for {known}")


def is_open_demonstration(connection: HTTPConnection) -> bool:
    """Whether anybody may ask, since the book is a demonstration."""
    return connection.app.state.settings.demonstration and route_key(connection) in permissions.OPEN_IN_A_DEMONSTRATION


def route_key(connection: HTTPConnection) -> str:
    path: str = connection.scope["route"].path
    method = "LIVE" if connection.scope["type"] == "websocket" else connection.scope["method"]
    return f"{method} {path.removeprefix('/api/v1')}"


def visitor(connection: HTTPConnection) -> Visitor:
    """Who asks, once ``entitled`` has looked."""
    found: Visitor = connection.state.visitor
    return found


async def on_link(connection: HTTPConnection, link: str) -> WatchedLink:
    """A link by its name, for those whose role there fits the route."""
    found = book_of(connection).links.get(link)
    here = visitor(connection)
    if found is None:
        raise Refused(404, "unknown_link", f"there is no link {link[:40]}")
    if not here.may_on(link):
        await refuse(connection, here, f"{route_key(connection)}: link {link}")
    return found


async def at_table(connection: HTTPConnection, table: str, link: str | None = None) -> Place:
    """The link that a table plays for, its plan and the table, for those whose role there fits the route."""
    return (await all_at_table(connection, table, link))[0]


async def all_at_table(connection: HTTPConnection, table: str, link: str | None = None) -> list[Place]:
    """The same for every link that the table plays for, or the one named: those where their role fits the route."""
    here = visitor(connection)
    places = book_of(connection).at_table(table, link)
    if not places:
        raise Refused(404, "unknown_table", f"no table {table[:40]} plays for a jackpot here")
    theirs: list[Place] = [place for place in places if here.may_on(place[1].id)]
    if here.device and here.device.table != table:
        theirs = []
    if not theirs:
        await refuse(connection, here, f"{route_key(connection)}: table {table}")
    return theirs


CHALLENGE: Final = "challenge"
SIGN, MAKE = "sign", "make"  # What it is for.
SECONDS: Final = 300.0
MOST: Final = 10_000
CHALLENGE_COOKIE: Final = "__Host-croupier-challenge"  # Says which browser asked, before anybody is signed in there.
_PORTS: Final = {"https": 443, "http": 80}


class ChallengeNote(Record):
    """What a challenge is for, and the hashes of the browser's and the session's cookie that asked for it."""

    kind: str
    browser: str
    session: str


class Challenges:
    """Every challenge that waits for its answer, whichever process gave it out."""

    def __init__(self, slate: Slate) -> None:
        self._notes = Notes(slate, CHALLENGE, ChallengeNote)

    async def give(self, connection: HTTPConnection, response: Response, kind: str, challenge: bytes) -> None:
        """Remember a challenge, and in which browser and session it was asked for."""
        browser = connection.cookies.get(CHALLENGE_COOKIE)
        if not browser:
            browser = secrets.token_urlsafe(32)
            set_cookie(response, CHALLENGE_COOKIE, browser)
        note = ChallengeNote(kind=kind, browser=hash_of(browser), session=_session_of(connection))
        await asyncio.to_thread(self._notes.write, key_of(challenge), note, SECONDS, most=MOST, tell=False)

    async def take(self, connection: HTTPConnection, kind: str, challenge: bytes) -> bytes:
        """The challenge, if it was ours and asked for here. It is spent now, whatever comes of it."""
        found = await asyncio.to_thread(self._notes.read, key_of(challenge))
        is_first = await asyncio.to_thread(self._notes.erase, key_of(challenge))
        here = ChallengeNote(
            kind=kind, browser=hash_of(connection.cookies.get(CHALLENGE_COOKIE, "")), session=_session_of(connection)
        )
        if found is None or not is_first or found.note != here:
            raise Refused(
                409,
                "challenge_over",
                "this use of the passkey is too old, was sent before, or began in another window",
                hint="use the passkey again",
            )
        return challenge


def challenges_of(connection: HTTPConnection) -> Challenges:
    found: Challenges = connection.app.state.challenges
    return found


def key_of(challenge: bytes) -> str:
    return hash_of(challenge.hex())


def _session_of(connection: HTTPConnection) -> str:
    """The hash of the session's cookie, as it is; empty where there is none."""
    token = connection.cookies.get(COOKIE, "")
    return hash_of(token) if token else ""


def site_of(connection: HTTPConnection) -> passkeys.Site:
    """Where the browser has the house; Refused if no passkey works there. Of the request only our own name is believed:
    a page at another port of this machine could send any port in its Host header."""
    settings: Settings = connection.app.state.settings
    asked = connection.headers.get("host", "").lower()
    name = asked if asked.endswith("]") else asked.rpartition(":")[0] if ":" in asked else asked
    port = settings.ports.get(name)
    listens = connection.scope.get("server") or ("", 0)
    if _is_address(name):
        raise _unusable(
            "a passkey belongs to a name, and this page was opened by an IP address", _elsewhere(settings, listens)
        )
    scheme = "https" if settings.behind_proxy else str(connection.scope["scheme"])
    if settings.behind_proxy and port is None:
        raise _unusable(f"no passkey works under {name[:60]}", _elsewhere(settings, listens))
    if scheme != "https" and name != "localhost" and not name.endswith(".localhost"):
        raise _unusable(f"a passkey needs HTTPS, and {name[:60]} is served without", "--certificate or --behind-proxy")
    site = passkeys.Site(name, origin_of(scheme, name, port or int(listens[1] or 0)))
    said = connection.headers.get("origin")
    if said is not None and said != site.origin:
        where = said.partition("://")[2][:80]
        raise _unusable(
            f"this page is at {said[:80]}, and the house expects {site.origin}", f"croupier serve --name {where}"
        )
    return site


def origin_of(scheme: str, name: str, port: int) -> str:
    """As a browser writes it."""
    return f"{scheme}://{name}" if port == _PORTS[scheme] else f"{scheme}://{name}:{port}"


def _elsewhere(settings: Settings, listens: tuple[str, int | None]) -> str:
    """The address to open instead."""
    named = [name for name in settings.hosts if not _is_address(name) and name != "localhost"]
    if named and settings.behind_proxy:
        return f"open {origin_of('https', named[0], settings.ports.get(named[0], 443))} instead"
    if listens[0] in ("127.0.0.1", "::1"):
        return f"open {origin_of('http', 'localhost', int(listens[1] or 0))} instead"
    return f"open the house as {named[0]} instead" if named else "croupier serve --name HOST"


def _unusable(message: str, hint: str) -> Refused:
    return Refused(409, "passkey_unusable", message, hint=hint)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class PasskeyAnswer(record_route.SecretRecord):
    """A challenge that a passkey has signed, as ``navigator.credentials.get`` gives it; every part in base64url."""

    id: Annotated[str, Meta(min_length=1, max_length=1_400)]
    client_data: Annotated[str, Meta(min_length=1, max_length=4_000, description="clientDataJSON")]
    authenticator_data: Annotated[str, Meta(min_length=1, max_length=4_000, description="authenticatorData")]
    signature: Annotated[str, Meta(min_length=1, max_length=4_000)]
    user_handle: Annotated[str, Meta(min_length=1, max_length=100, description="userHandle")]


class Credentials(record_route.SecretRecord):
    """Somebody's sign-in; those who have a second factor add a code or a passkey."""

    person: Annotated[str, Meta(min_length=1, max_length=64)]
    password: Annotated[str, Meta(min_length=1, max_length=1_000)]
    code: Annotated[str, Meta(max_length=16)] = ""
    passkey: Annotated[PasskeyAnswer | None, Meta(description="In place of the code.")] = None

    def __repr__(self) -> str:
        return f"Credentials({self.person!r})"  # a secret never reaches a log

    __str__ = __repr__


class SecondRequest(Record):
    """The second person, at the same screen."""

    second: Credentials


async def check_door(connection: HTTPConnection, what: str) -> None:
    """Refused if there were too many tries from one address."""
    doors: Doors = connection.app.state.doors
    if not await doors.take(guard.address_of(connection.client)):
        raise Refused(429, "too_many_tries", f"too many {what} from this address", retry_after=10)


def known_browsers_of(connection: HTTPConnection) -> signing_in.KnownBrowsers:
    browsers: signing_in.KnownBrowsers = connection.app.state.known_browsers
    return browsers


async def shown(connection: HTTPConnection, given: Credentials) -> Actor:
    """The person, or a refusal in words."""
    await check_door(connection, "people sign in")
    book = book_of(connection)
    door = signing_in.SigningIn(book.logins, lambda person: permissions.needs_code(book.roles(person)))
    found: Visitor | None = getattr(connection.state, "visitor", None)
    beside = found.person if found and found.session else ""
    if not beside:
        token = connection.cookies.get(BROWSER_COOKIE, "")
        beside = await known_browsers_of(connection).counted(token, given.person)
    passkey = None
    if use := given.passkey:  # what it signed here, for a challenge that is spent now
        site = site_of(connection)
        signed = passkeys.Signed.read(use.id, use.client_data, use.authenticator_data, use.signature, use.user_handle)
        challenge = await challenges_of(connection).take(connection, SIGN, signed.client.challenge)
        passkey = passkeys.Shown(signed, site, challenge)
    try:
        return await asyncio.to_thread(
            door.sign_in, given.person, given.password, given.code, where(connection), beside, passkey
        )
    except signing_in.Resting as rest:
        raise Refused(423, "locked_out", rest.message, hint=rest.hint, retry_after=rest.seconds) from None
    except signing_in.WrongSignIn as wrong:
        raise Refused(401, "wrong_sign_in", wrong.message, tries_left=wrong.left, person=given.person) from None
    except LoginFailed as missing:
        raise Refused(403, "second_factor_missing", missing.message, hint=missing.hint) from None


async def two_people(connection: HTTPConnection, second: Credentials) -> tuple[Actor, Actor]:
    """The person signed in, and somebody else who signs at the same screen."""
    first = visitor(connection).signed_in.actor
    other = await shown(connection, second)
    if other.person == first.person:
        raise Refused(403, "same_person", "the second person must be someone else")
    return first, other


async def ruled(call: Callable[P, Answer], *given: P.args, **named: P.kwargs) -> Answer:
    """What people are asked for, done in a thread; what the rules of two people refuse is a refusal of the house."""
    try:
        return await asyncio.to_thread(call, *given, **named)
    except CheckFailed as problem:
        raise Refused(403, "not_authorized", problem.message, hint=problem.hint) from None
