"""Who is signed in, on the slate that all processes of a house share.

A browser has a cookie that no script can read; the slate holds its hash. A session ends after a while without a
request, at the latest after a shift, and when the log-in of its person changes. Everything that waits for the slate
runs in a thread.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from croupier.jackpot.actors import Actor
from croupier.jackpot.journal import StoreBusy, StoreLost
from croupier.people.login_file import hash_of
from croupier.records import Record, converted, plain, replace
from croupier.stores.slate import Slate

MOST: Final = 1_000
SESSION: Final = "session"
"""The kind of its notes."""
FRESH_SECONDS: Final = 1.0
"""How long a live connection may rely on a session as last read."""
CLOCK_SECONDS: Final = 5.0
"""A session last seen further in the future than this was seen by a clock that has since been set back."""


class SessionNote(Record):
    """What the slate keeps of a session, under the hash of its cookie."""

    person: str
    how: str
    session: str
    device: str
    login: str
    passkey: str
    began: float
    seen: float


class Read(NamedTuple):
    """A note, and the slate's time when it was read."""

    note: SessionNote
    now: float


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

        def begin() -> Read:
            made = self._slate.change(
                SESSION,
                key,
                lambda _, now: plain(
                    SessionNote(
                        person=actor.person,
                        how=actor.how,
                        session=actor.session,
                        device=actor.device,
                        login=login,
                        passkey=passkey,
                        began=now,
                        seen=now,
                    )
                ),
                self._idle,
                most=MOST,
                tell=False,
            )
            assert made is not None
            note = converted(SessionNote, made)
            return Read(note, note.seen)

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
            read = await asyncio.to_thread(self._read, key, touch)
        except (StoreLost, StoreBusy):
            if known is None:
                raise
            return known
        if read is None:
            self._known.pop(key, None)
            return None
        return self._keep(key, token, read)

    def _read(self, key: str, touch: bool) -> Read | None:
        kept = self._slate.read(SESSION, key)
        if kept is None:
            return None
        note, now = converted(SessionNote, kept.value), kept.now
        if self._left(note, now) <= 0 or note.seen > now + CLOCK_SECONDS:
            self._slate.erase(SESSION, key)
            return None
        # Often enough to be exact to a hundredth of the idle time, rarely enough to be cheap.
        if touch and now - note.seen > self._idle / 100:
            note = replace(note, seen=now)
            value = plain(note)
            self._slate.change(SESSION, key, lambda before, _: value if before else None, self._idle, tell=False)
        return Read(note, now)

    def _left(self, note: SessionNote, now: float) -> float:
        """Seconds until the session ends."""
        return float(min(note.seen + self._idle, note.began + self._longest) - now)

    def _keep(self, key: str, token: str, read: Read) -> StaffSession:
        note, now = read
        session = StaffSession(
            key=key,
            actor=Actor(note.person, note.how, note.session, note.device),
            csrf=hash_of(f"csrf of {token}")[:32],
            began=note.began,
            seen=note.seen,
            login=note.login,
            passkey=note.passkey,
            read=time.monotonic(),
            left=self._left(note, now),
        )
        self._known[key] = session
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]
        return session

    async def end(self, session: StaffSession) -> None:
        self._known.pop(session.key, None)
        await asyncio.to_thread(self._slate.erase, SESSION, session.key)

    async def end_of(self, person: str) -> None:
        """Sign somebody out everywhere, after they were removed or lost a factor."""
        await asyncio.to_thread(self._end_of, person)

    def _end_of(self, person: str) -> None:
        for key, value in self._slate.all(SESSION).items():
            if converted(SessionNote, value).person == person:
                self._known.pop(key, None)
                self._slate.erase(SESSION, key)


def last_seen(slate: Slate) -> float:
    """When somebody last used a console; 0 if nobody is signed in."""
    return max((converted(SessionNote, value).seen for value in slate.all(SESSION).values()), default=0.0)
