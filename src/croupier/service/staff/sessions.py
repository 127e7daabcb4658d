"""Who is signed in, and which devices wait: on the slate that all processes of a house share.

A browser has a cookie that no script can read; the slate holds its hash. The cookie is ``__Host-`` and Secure
everywhere. Browsers take such a cookie over HTTPS, and Chromium (tested) also from a house on loopback; anywhere else
nobody could sign in over plain HTTP. A session ends after a while without a request, at the latest after a shift, and
when the log-in of its person changes. Everything that waits for the slate runs in a thread.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from starlette.responses import Response

from croupier.casino.enrolling import new_code, typed_code
from croupier.casino.login_file import hash_of
from croupier.jackpot.actors import Actor
from croupier.jackpot.journal import StoreBusy, StoreLost
from croupier.service.guard import taken
from croupier.stores.slate import Note, Slate

COOKIE: Final = "__Host-croupier-staff"
DEVICE_COOKIE: Final = "__Host-croupier-device"
MOST: Final = 1_000
MOST_ADDRESSES: Final = 10_000
DEVICE_SECONDS: Final = 400 * 24 * 3600
SESSION, PAIRING, DOOR = "session", "pairing", "door"
"""Kinds of notes."""
FRESH_SECONDS: Final = 1.0
"""How long a live connection may rely on a session as last read."""
CLOCK_SECONDS: Final = 5.0
"""A session last seen further in the future than this was seen by a clock that has since been set back."""


@dataclass(frozen=True)
class StaffSession:
    """One person at one browser."""

    key: str
    """The hash of the cookie."""
    actor: Actor
    csrf: str
    """The token that our pages send with every change. It is derived from the cookie, so a page of another site cannot
    know it."""
    began: float
    seen: float
    login: str
    """A mark of the password and second factor at the start. The session ends once either changes."""
    passkey: str = ""
    """The id of the passkey that it began with, if one was used. The session ends with the passkey."""
    read: float = 0.0
    """When this process last read it, by a clock that never jumps."""
    left: float = 0.0
    """Seconds that it had then until it ends without a request."""

    @property
    def person(self) -> str:
        return self.actor.person

    @property
    def seconds_left(self) -> float:
        """Until it ends without a request."""
        return max(0.0, self.read + self.left - time.monotonic())


class Sessions:
    """Every session of the house, whichever process it began at."""

    def __init__(self, slate: Slate, idle: float, longest: float, is_away: Callable[[], bool] = lambda: False) -> None:
        """``is_away`` says that the database does not answer, so that nobody waits for it."""
        self._slate = slate
        self._is_away = is_away
        self._idle = idle
        self._longest = longest
        self._known: dict[str, StaffSession] = {}
        """Those that this process read lately: for live connections, and for while the database is away."""

    async def start(self, actor: Actor, login: str, passkey: str = "") -> tuple[str, StaffSession]:
        """A session and the cookie's value for it."""
        token = secrets.token_urlsafe(32)
        key = hash_of(token)
        said = {"actor": [actor.person, *actor.record], "login": login, "passkey": passkey}

        def begin() -> Note:
            made = self._slate.change(
                SESSION, key, lambda _, now: {**said, "began": now, "seen": now}, self._idle, most=MOST, tell=False
            )
            assert made is not None
            return Note(made, made["seen"])

        return token, self._keep(key, token, await asyncio.to_thread(begin))

    async def find(self, token: str | None, *, touch: bool = True, fresh: bool = True) -> StaffSession | None:
        """The session of a cookie, while it lives; ``touch`` counts this as a sign of life.

        While the database does not answer, people whom this process knows stay signed in, but nothing can be changed.
        """
        if not token:
            return None
        key = hash_of(token)
        known = self._known.get(key)
        if known and known.seconds_left <= 0:
            known = None
        is_recent = known is not None and not fresh and time.monotonic() - known.read < FRESH_SECONDS
        if known and (is_recent or self._is_away()):
            return known
        try:
            note = await asyncio.to_thread(self._read, key, touch)
        except (StoreLost, StoreBusy):
            if known is None:
                raise
            return known
        if note is None:
            self._known.pop(key, None)
            return None
        return self._keep(key, token, note)

    def _read(self, key: str, touch: bool) -> Note | None:
        note = self._slate.read(SESSION, key)
        if note is None:
            return None
        value, now = note
        if self._left(note) <= 0 or value["seen"] > now + CLOCK_SECONDS:
            self._slate.erase(SESSION, key)
            return None
        # Often enough to be exact to a hundredth of the idle time, rarely enough to be cheap.
        if touch and now - value["seen"] > self._idle / 100:
            value = {**value, "seen": now}
            self._slate.change(SESSION, key, lambda before, _: value if before else None, self._idle, tell=False)
        return Note(value, now)

    def _left(self, note: Note) -> float:
        """Seconds until the session ends."""
        value, now = note
        return float(min(value["seen"] + self._idle, value["began"] + self._longest) - now)

    def _keep(self, key: str, token: str, note: Note) -> StaffSession:
        value = note.value
        csrf = hash_of(f"csrf of {token}")[:32]
        found = StaffSession(
            key,
            Actor(*value["actor"]),
            csrf,
            value["began"],
            value["seen"],
            value["login"],
            value.get("passkey", ""),
            time.monotonic(),
            self._left(note),
        )
        self._known[key] = found
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]
        return found

    async def end(self, session: StaffSession) -> None:
        self._known.pop(session.key, None)
        await asyncio.to_thread(self._slate.erase, SESSION, session.key)

    async def end_of(self, person: str) -> None:
        """Sign somebody out everywhere, after they were removed or lost a factor."""
        await asyncio.to_thread(self._end_of, person)

    def _end_of(self, person: str) -> None:
        for key, value in self._slate.all(SESSION).items():
            if Actor(*value["actor"]).person == person:
                self._known.pop(key, None)
                self._slate.erase(SESSION, key)


class Doors:
    """How often one address may try, at any process."""

    def __init__(self, slate: Slate, per_second: float, burst: int) -> None:
        self._slate = slate
        self._per_second = per_second
        self._burst = burst

    async def take(self, address: str) -> bool:
        """Whether the address may try once more now; if so, it is counted."""
        return await asyncio.to_thread(self._take, address)

    def _take(self, address: str) -> bool:
        allowed = False

        def decide(note: Note | None, now: float) -> dict[str, Any]:
            nonlocal allowed
            left, since = (note.value["left"], note.value["at"]) if note else (float(self._burst), now)
            allowed, left = taken(left, now - since, self._per_second, self._burst)
            return {"left": left, "at": now}

        full = self._burst / self._per_second + 1
        self._slate.change(DOOR, hash_of(address)[:16], decide, full, most=MOST_ADDRESSES, tell=False)
        return allowed


class Pairings:
    """Displays and sensors that wait for somebody to confirm the code that they show.

    A device keeps a secret, from which its token is made. The slate holds only hashes of both.
    """

    SECONDS: Final = 600.0
    MOST: Final = 200

    def __init__(self, slate: Slate) -> None:
        self._slate = slate

    def begin(self, kind: str, where: str) -> tuple[str, Pairing]:
        """A new one, and the secret that only the device knows."""
        taken = {each["code"] for each in self._slate.all(PAIRING).values()}
        code = next(each for each in iter(lambda: new_code(6), None) if each not in taken)
        secret = secrets.token_urlsafe(24)
        made = Pairing(hash_of(secret), code, kind, where, hash_of(token_of(secret)))
        self._slate.write(PAIRING, made.key, asdict(made), self.SECONDS, most=self.MOST)
        return secret, made

    def of_device(self, secret: str) -> Pairing | None:
        note = self._slate.read(PAIRING, hash_of(secret))
        return Pairing(**note.value) if note else None

    def by_code(self, code: str) -> Pairing | None:
        typed = typed_code(code)
        found = [each for each in self.waiting() if each.code == typed]
        return found[0] if len(found) == 1 else None

    def waiting(self) -> list[Pairing]:
        found = [Pairing(**each) for each in self._slate.all(PAIRING).values()]
        return [each for each in found if not each.table]

    def confirm(self, pairing: Pairing, table: str, link: str) -> bool:
        """Assign it to a table. If several people confirm it at once, one of them succeeds."""
        done = False

        def decide(note: Note | None, _: float) -> dict[str, Any] | None:
            nonlocal done
            if note is None or note.value["table"]:
                return note.value if note else None
            done = True
            return asdict(replace(pairing, table=table, link=link))

        self._slate.change(PAIRING, pairing.key, decide, self.SECONDS)
        return done

    def done(self, pairing: Pairing) -> bool:
        """The device has its token, which is not given out twice."""
        return self._slate.erase(PAIRING, pairing.key)


@dataclass(frozen=True)
class Pairing:
    """A device that shows a code."""

    key: str
    """The hash of its secret."""
    code: str
    kind: str
    where: str
    hashed: str
    """The hash of its token."""
    table: str = ""
    link: str = ""


def token_of(secret: str) -> str:
    """The token of a device, once it is paired."""
    return hash_of(f"token of {secret}")


def set_cookie(response: Response, name: str, value: str, seconds: int | None = None) -> None:
    response.set_cookie(name, value, max_age=seconds, path="/", secure=True, httponly=True, samesite="strict")
