"""Who asks: a person who is signed in, a paired display or sensor, or nobody; and whether the route is theirs.

``entitled`` runs before every route of the interface. A refusal is in the access log, with who, where and what.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import HTTPConnection

from croupier.people.access_log import Act
from croupier.people.login_file import Device, hash_of
from croupier.people.permissions import ANYONE, NOBODY, OPEN_IN_A_DEMONSTRATION, ROUTES, needs_code
from croupier.people.sessions import Sessions, StaffSession
from croupier.people.signing_in import SECOND_FACTORS
from croupier.service.books.running import RunningBook
from croupier.service.books.watching import WatchedLink
from croupier.service.problems import Refused
from croupier.service.staff.door import COOKIE, DEVICE_COOKIE

CSRF_HEADER = "x-croupier-csrf"
SAFE = ("GET", "HEAD", "OPTIONS", "LIVE")


@dataclass(frozen=True)
class Visitor:
    """Whoever asks."""

    session: StaffSession | None = None
    device: Device | None = None
    roles: Mapping[str, str] = field(default_factory=dict)
    """Their role on each link."""
    allowed: frozenset[str] = ANYONE
    """The roles that may use the route."""

    @property
    def all_roles(self) -> frozenset[str]:
        if self.device:
            return frozenset({self.device.kind})
        return frozenset(self.roles.values()) or frozenset({NOBODY})

    @property
    def person(self) -> str:
        return self.session.person if self.session else self.device.person if self.device else ""

    @property
    def signed_in(self) -> StaffSession:
        """The session, on a route that only staff reach."""
        if self.session is None:
            raise Refused(401, "not_signed_in", "nobody is signed in here", hint="sign in at /login")
        return self.session

    def may_on(self, link: str) -> bool:
        """Whether they may use the route on a link."""
        if self.device:
            return self.device.link == link and self.device.kind in self.allowed
        return self.roles.get(link, NOBODY) in self.allowed


def book_of(connection: HTTPConnection) -> RunningBook:
    """The jackpot book of the house; Refused if it runs none."""
    book: RunningBook | None = connection.app.state.book
    if book is None:
        raise Refused(404, "no_book", "this house runs no jackpot book", hint="croupier serve --book FILE")
    return book


def sessions_of(connection: HTTPConnection) -> Sessions:
    sessions: Sessions = connection.app.state.sessions
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
    allowed = ROUTES[key]
    if allowed is ANYONE or is_open_demonstration(connection):
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


async def session_of(connection: HTTPConnection, *, touch: bool) -> StaffSession | None:
    """The visitor's session, as long as the log-in has not changed since it began. The command line may change it
    too."""
    sessions = sessions_of(connection)
    is_fresh = connection.scope["type"] != "websocket"
    found = await sessions.find(connection.cookies.get(COOKIE), touch=touch, fresh=is_fresh)
    if found is None:
        return None
    book = book_of(connection)
    login = login_of(book, found.person, found.passkey)
    if not login or found.login != login:
        await sessions.end(found)
        return None
    if found.actor.how not in SECOND_FACTORS and needs_code(book.roles(found.person)):
        await sessions.end(found)
        raise Refused(
            401,
            "sign_in_again",
            "your role now needs a second factor",
            hint="sign in again at /login, with a code or a passkey",
        )
    return found


def login_of(book: RunningBook, person: str, passkey: str = "") -> str:
    """A mark of somebody's present password and second factor, and of the passkey that they use, which reveals none of
    them. Empty if they do not have that passkey."""
    held = book.logins.file.read()
    factor = held.factors.get(person)
    said = f"{held.passwords.get(person, '')}\n{factor.key if factor else ''}"
    if not passkey:
        return hash_of(said)
    known = held.passkeys.get(person, {}).get(passkey)
    return hash_of(f"{said}\n{known.data}") if known and not known.stopped else ""


async def refuse(connection: HTTPConnection, visitor: Visitor, what: str) -> None:
    """Refuse, and write it to the access log."""
    if visitor.session is None and visitor.device is None:
        raise Refused(401, "not_signed_in", "nobody is signed in here", hint="sign in at /login")
    detail = f"{what} from {where(connection)}"
    await asyncio.to_thread(book_of(connection).logins.log.write, Act.REFUSED, visitor.person, detail)
    who = ", ".join(sorted(visitor.all_roles))
    known = ", ".join(sorted(visitor.allowed - {NOBODY}))
    raise Refused(403, "not_allowed", f"this is not for {who}", hint=f"for {known}")


def is_open_demonstration(connection: HTTPConnection) -> bool:
    """Whether anybody may ask, since the book is a demonstration."""
    return connection.app.state.settings.demonstration and route_key(connection) in OPEN_IN_A_DEMONSTRATION


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


async def at_table(connection: HTTPConnection, table: str, link: str | None = None) -> tuple[WatchedLink, Any, Any]:
    """The link that a table plays for, its plan and the table, for those whose role there fits the route."""
    return (await all_at_table(connection, table, link))[0]


async def all_at_table(
    connection: HTTPConnection, table: str, link: str | None = None
) -> list[tuple[WatchedLink, Any, Any]]:
    """The same for every link that the table plays for, or the one named: those where their role fits the route."""
    here = visitor(connection)
    places = [each for each in book_of(connection).at_table(table) if link is None or each[1].id == link]
    if not places:
        raise Refused(404, "unknown_table", f"no table {table[:40]} plays for a jackpot here")
    theirs: list[tuple[WatchedLink, Any, Any]] = [each for each in places if here.may_on(each[1].id)]
    if here.device and here.device.table != table:
        theirs = []
    if not theirs:
        await refuse(connection, here, f"{route_key(connection)}: table {table}")
    return theirs
