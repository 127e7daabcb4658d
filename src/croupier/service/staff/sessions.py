"""Who is signed in: sessions that this process keeps, known to a browser by a cookie that no script can read.

The cookie is ``__Host-`` and Secure everywhere. Browsers take such a cookie over HTTPS, and Chromium (tested) also
from a house on loopback; anywhere else nobody could sign in over plain HTTP. A session ends after a while without a
request, at the latest after a shift, and when the log-in of its person changes. A restart ends all of them.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from croupier.casino.enrolling import new_code, typed_code
from croupier.jackpot.actors import Actor

COOKIE: Final = "__Host-croupier-staff"
DEVICE_COOKIE: Final = "__Host-croupier-device"
MOST: Final = 1_000
DEVICE_SECONDS: Final = 400 * 24 * 3600


@dataclass
class StaffSession:
    """One person at one browser."""

    actor: Actor
    csrf: str
    """What a page of ours sends with every change: a page of another site cannot know it."""
    began: float
    seen: float
    login: str
    """A mark of the password and the second factor that it began with: once either changes, it is over."""

    @property
    def person(self) -> str:
        return self.actor.person


class Sessions:
    """Every session of this process."""

    def __init__(self, idle: float, longest: float, now: Callable[[], float] = time.monotonic) -> None:
        self._idle = idle
        self._longest = longest
        self._now = now
        self._held: dict[str, StaffSession] = {}

    def start(self, actor: Actor, login: str) -> tuple[str, StaffSession]:
        """A session and the cookie's value for it."""
        for token in [token for token, each in self._held.items() if not self.is_alive(each)]:
            del self._held[token]
        while len(self._held) >= MOST:
            del self._held[min(self._held, key=lambda each: self._held[each].seen)]
        token, now = secrets.token_urlsafe(32), self._now()
        session = self._held[_hash(token)] = StaffSession(actor, secrets.token_urlsafe(16), now, now, login)
        return token, session

    def find(self, token: str | None, *, touch: bool = True) -> StaffSession | None:
        """The session of a cookie, while it lives; ``touch`` counts this as a sign of life."""
        found = self._held.get(_hash(token)) if token else None
        if found is None:
            return None
        if not self.is_alive(found):
            self.end(found)
            return None
        if touch:
            found.seen = self._now()
        return found

    def is_alive(self, session: StaffSession) -> bool:
        now = self._now()
        return now - session.seen < self._idle and now - session.began < self._longest

    def left(self, session: StaffSession) -> float:
        """Seconds until it ends without a request."""
        now = self._now()
        return max(0.0, min(session.seen + self._idle, session.began + self._longest) - now)

    def end(self, session: StaffSession) -> None:
        self._held = {token: each for token, each in self._held.items() if each is not session}

    def end_of(self, person: str) -> None:
        """Whoever was put out, or lost a factor, is signed out everywhere in this process."""
        self._held = {token: each for token, each in self._held.items() if each.person != person}


class Pairings:
    """Displays and sensors that wait for somebody to confirm the code that they show."""

    SECONDS: Final = 600.0
    MOST: Final = 200

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._waiting: dict[str, Pairing] = {}

    def begin(self, kind: str, where: str) -> tuple[str, Pairing]:
        """A new one, and the secret that only the device knows."""
        self._sweep()
        while len(self._waiting) >= self.MOST:
            del self._waiting[next(iter(self._waiting))]
        taken = {each.code for each in self._waiting.values()}
        code = next(each for each in iter(lambda: new_code(6), None) if each not in taken)
        secret = secrets.token_urlsafe(24)
        made = self._waiting[_hash(secret)] = Pairing(code, kind, where, self._now())
        return secret, made

    def of_device(self, secret: str) -> Pairing | None:
        self._sweep()
        return self._waiting.get(_hash(secret))

    def by_code(self, code: str) -> Pairing | None:
        self._sweep()
        typed = typed_code(code)
        return next((each for each in self._waiting.values() if each.code == typed and not each.token), None)

    def waiting(self) -> list[Pairing]:
        self._sweep()
        return [each for each in self._waiting.values() if not each.token]

    def done(self, pairing: Pairing) -> None:
        """The device has its token: it is not said a second time."""
        self._waiting = {hash: each for hash, each in self._waiting.items() if each is not pairing}

    def _sweep(self) -> None:
        oldest = self._now() - self.SECONDS
        self._waiting = {hash: each for hash, each in self._waiting.items() if each.began >= oldest}


@dataclass
class Pairing:
    """A device that shows a code."""

    code: str
    kind: str
    where: str
    began: float
    token: str = ""
    table: str = ""
    link: str = ""


def set_cookie(response: Response, name: str, value: str, seconds: int | None = None) -> None:
    response.set_cookie(name, value, max_age=seconds, path="/", secure=True, httponly=True, samesite="strict")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
