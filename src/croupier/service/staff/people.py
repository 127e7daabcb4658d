"""People who identify themselves: at sign-in, and at the screen of somebody who is signed in."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta
from starlette.requests import HTTPConnection

from croupier.errors import CheckFailed
from croupier.jackpot.actors import Actor
from croupier.people.logins import LoginFailed
from croupier.people.passkeys import Shown, Signed
from croupier.people.permissions import needs_code
from croupier.people.signing_in import KnownBrowsers, Resting, SigningIn, WrongSignIn
from croupier.records import Record
from croupier.service.problems import Refused
from croupier.service.record_route import SecretRecord
from croupier.service.staff.challenges import SIGN, challenges_of, site_of
from croupier.service.staff.door import BROWSER_COOKIE, Doors
from croupier.service.staff.visitors import Visitor, book_of, visitor, where


class PasskeyAnswer(SecretRecord):
    """A challenge that a passkey has signed, as ``navigator.credentials.get`` gives it; every part in base64url."""

    id: Annotated[str, Meta(min_length=1, max_length=1_400)]
    client_data: Annotated[str, Meta(min_length=1, max_length=4_000, description="clientDataJSON")]
    authenticator_data: Annotated[str, Meta(min_length=1, max_length=4_000, description="authenticatorData")]
    signature: Annotated[str, Meta(min_length=1, max_length=4_000)]
    user_handle: Annotated[str, Meta(min_length=1, max_length=100, description="userHandle")]


class Credentials(SecretRecord):
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
    if not await doors.take(where(connection)):
        raise Refused(429, "too_many_tries", f"too many {what} from this address", retry_after=10)


def known_browsers_of(connection: HTTPConnection) -> KnownBrowsers:
    browsers: KnownBrowsers = connection.app.state.known_browsers
    return browsers


async def shown(connection: HTTPConnection, given: Credentials) -> Actor:
    """The person, or a refusal in words."""
    await check_door(connection, "people sign in")
    book = book_of(connection)
    door = SigningIn(book.logins, lambda person: needs_code(book.roles(person)))
    found: Visitor | None = getattr(connection.state, "visitor", None)
    beside = found.person if found and found.session else ""
    if not beside:
        token = connection.cookies.get(BROWSER_COOKIE, "")
        beside = await known_browsers_of(connection).counted(token, given.person)
    passkey = await _passkey(connection, given.passkey) if given.passkey else None
    try:
        return await asyncio.to_thread(
            door.sign_in, given.person, given.password, given.code, where(connection), beside, passkey
        )
    except Resting as rest:
        raise Refused(423, "locked_out", rest.message, hint=rest.hint, retry_after=rest.seconds) from None
    except WrongSignIn as wrong:
        raise Refused(401, "wrong_sign_in", wrong.message, tries_left=wrong.left, person=given.person) from None
    except LoginFailed as missing:
        raise Refused(403, "second_factor_missing", missing.message, hint=missing.hint) from None


async def _passkey(connection: HTTPConnection, given: PasskeyAnswer) -> Shown:
    """What a passkey signed here, for a challenge that is spent now."""
    site = site_of(connection)
    signed = Signed.read(given.id, given.client_data, given.authenticator_data, given.signature, given.user_handle)
    challenge = await challenges_of(connection).take(connection, SIGN, signed.client.challenge)
    return Shown(signed, site, challenge)


async def two_people(connection: HTTPConnection, second: Credentials) -> tuple[Actor, Actor]:
    """The person signed in, and somebody else who signs at the same screen."""
    first = visitor(connection).signed_in.actor
    other = await shown(connection, second)
    if other.person == first.person:
        raise Refused(403, "same_person", "the second person must be someone else")
    return first, other


def refused(problem: CheckFailed) -> Refused:
    """What the rules of two people refuse."""
    return Refused(403, "not_authorized", problem.message, hint=problem.hint)
