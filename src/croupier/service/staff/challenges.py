"""What passkeys are asked to sign. A challenge is good once, for five minutes, in the browser and the session that
asked for it. The slate keeps its hash, so any process of the house may be the one that is answered.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from croupier.people.login_file import hash_of
from croupier.people.passkeys import Site
from croupier.records import Record, converted, plain
from croupier.service.problems import Refused
from croupier.service.settings import Settings
from croupier.service.staff.door import COOKIE, set_cookie
from croupier.stores.slate import Slate

CHALLENGE: Final = "challenge"
SIGN, MAKE = "sign", "make"
"""What it is for."""
SECONDS: Final = 300.0
MOST: Final = 10_000
CHALLENGE_COOKIE: Final = "__Host-croupier-challenge"
"""Says which browser asked, before anybody is signed in there."""
_PORTS: Final = {"https": 443, "http": 80}


class ChallengeNote(Record):
    """What a challenge is for, and the hashes of the browser's and the session's cookie that asked for it."""

    kind: str
    browser: str
    session: str


class Challenges:
    """Every challenge that waits for its answer, whichever process gave it out."""

    def __init__(self, slate: Slate) -> None:
        self._slate = slate

    async def give(self, connection: HTTPConnection, response: Response, kind: str, challenge: bytes) -> None:
        """Remember a challenge, and in which browser and session it was asked for."""
        browser = connection.cookies.get(CHALLENGE_COOKIE)
        if not browser:
            browser = secrets.token_urlsafe(32)
            set_cookie(response, CHALLENGE_COOKIE, browser)
        note = plain(ChallengeNote(kind=kind, browser=hash_of(browser), session=_session_of(connection)))
        await asyncio.to_thread(self._slate.write, CHALLENGE, key_of(challenge), note, SECONDS, most=MOST, tell=False)

    async def take(self, connection: HTTPConnection, kind: str, challenge: bytes) -> bytes:
        """The challenge, if it was ours and asked for here. It is spent now, whatever comes of it."""
        note = await asyncio.to_thread(self._slate.read, CHALLENGE, key_of(challenge))
        is_first = await asyncio.to_thread(self._slate.erase, CHALLENGE, key_of(challenge))
        here = ChallengeNote(
            kind=kind,
            browser=hash_of(connection.cookies.get(CHALLENGE_COOKIE, "")),
            session=_session_of(connection),
        )
        if note is None or not is_first or converted(ChallengeNote, note.value) != here:
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


def site_of(connection: HTTPConnection) -> Site:
    """Where the browser has the house; Refused, with what to do, if no passkey works there.

    Nothing of it is taken from the request except which of our own names was asked for: a page at another port of this
    machine could send any port in its Host header.
    """
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
    site = Site(name, origin_of(scheme, name, port or int(listens[1] or 0)))
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
