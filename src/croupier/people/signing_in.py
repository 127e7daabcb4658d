"""The way into the house: name, password and, for those who move money, a code that is good once or a passkey. After
some failures a name rests, whoever has it, and the answer never says what was wrong. A session's cookie is known by its
hash on the slate; it ends when idle, after a shift, and when the log-in of its person changes."""

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from croupier.jackpot import actors, journal
from croupier.people.access_log import Act
from croupier.people.logins import COPIED, Factor, LoginFailed, LoginFile, Logins, Tries, counted_as, hash_of
from croupier.records import Record, record_of, replace
from croupier.stores.slate import Noted, Notes, Slate

if TYPE_CHECKING:
    from croupier.people.passkeys import Shown

MOST_FAILURES: Final = 5
BROWSER: Final = "browser"  # The kind of notes about browsers.
BROWSER_SECONDS: Final = 180 * 24 * 3600
REST_MS: Final = 15 * 60 * 1000
STEP_SECONDS: Final = 30
WITH_A_CODE: Final = "password+code"
WITH_A_PASSKEY: Final = "password+passkey"
SECOND_FACTORS: Final = (WITH_A_CODE, WITH_A_PASSKEY)  # How people signed in who used their second factor.
DRIFT: Final = 1  # Time steps by which a device's clock may be off.
FAR: Final = 20  # Time steps within which a wrong clock is named in the access log.
MOST_USED: Final = 50  # Used codes of one person that are remembered.
CLOCK_MS: Final = 60_000  # A failure further in the future was counted by a clock that ran ahead, and rests nobody.


class Resting(LoginFailed):
    """A name that failed too often; ``seconds`` until it may try again."""

    def __init__(self, seconds: int) -> None:
        minutes = -(-seconds // 60)
        super().__init__(
            f"sign-in is locked for {minutes} more minute{'s' * (minutes > 1)} after {MOST_FAILURES} failures",
            hint="two supervisors can unlock the account sooner",
        )
        self.seconds = seconds


class WrongSignIn(LoginFailed):
    """Name, password, code or passkey is wrong; ``left`` tries remain."""

    def __init__(self, left: int, factor: str = "code") -> None:
        tries = f"{left} {'try is' if left == 1 else 'tries are'} left, then" if left else "Now"
        super().__init__(f"Name, password and {factor} do not match. {tries} sign-in is locked for 15 minutes.")
        self.left = left


def step_of(key: str, code: str, used: Collection[int], now: float | None = None, drift: int = DRIFT) -> int | None:
    """The time step of a code, if it is near now, was not used, and is later than the last that was. A clock that ran
    ahead has used steps that are still to come: those say nothing about what is later."""
    import pyotp

    typed = code.replace(" ", "")
    if len(typed) != 6 or not typed.isascii() or not typed.isdigit():
        return None
    clock = pyotp.TOTP(key, interval=STEP_SECONDS)
    here = int((time.time() if now is None else now) // STEP_SECONDS)
    last = max((step for step in used if step <= here + drift), default=0)
    for step in sorted(range(here - drift, here + drift + 1), key=lambda step: abs(step - here)):
        if step > last and step not in used and hmac.compare_digest(clock.generate_otp(step), typed):
            return step
    return None


def clock_trouble(factor: Factor, code: str, now: float) -> str:
    """For the access log: that a code is right at another time, so that a clock is wrong; empty if it is not."""
    step = step_of(factor.key, code, (), now, drift=FAR)
    here = int(now // STEP_SECONDS)
    if step is None or abs(step - here) <= DRIFT:
        return ""
    minutes = round(abs(step - here) * STEP_SECONDS / 60)
    return f": the code is of {minutes} minutes {'later' if step > here else 'ago'}, so look at both clocks"


def code_uri(person: str, key: str) -> str:
    import pyotp

    return pyotp.TOTP(key).provisioning_uri(person, "Croupier")


class SigningIn:
    """The sign-in of a house with a book."""

    def __init__(self, logins: Logins, needs_code: Callable[[str], bool], now: Callable[[], float] = time.time) -> None:
        self._logins = logins
        self._needs_code = needs_code
        self._now = now

    def sign_in(
        self, person: str, password: str, code: str, where: str, beside: str = "", passkey: "Shown | None" = None
    ) -> actors.Actor:
        """An actor, or an error that says why not; not for an event loop. Tries ``beside`` somebody who is signed in
        are counted for that pair: a stranger at the sign-in page keeps nobody from signing second at a table."""
        counted = counted_as(person, beside)
        if seconds := self.rests(counted):
            self._logins.log.write(Act.LOG_IN_WHILE_RESTING, person, f"from {where}")
            raise Resting(seconds)
        is_password = self._logins.is_password(person, password)
        with self._logins.file.changed() as held:
            if self._seconds(held.tries.get(counted)):
                is_password = False  # others have failed meanwhile: simultaneous tries count one after another
            factor = held.factors.get(person)
            step = step_of(factor.key, code, factor.used, self._now()) if factor and not passkey else None
            why = passkey.refusal(held, person) if passkey else ""
            clocks = clock_trouble(factor, code, self._now()) if factor and not passkey and step is None else ""
            lacks_factor = factor is None and self._needs_code(person)
            # People who have a second factor must use it, even if their role does not require one.
            good = is_password and (not why if passkey else step is not None if factor else True)
            if good and not lacks_factor:
                held.tries.pop(counted, None)
                if factor and step is not None:
                    held.factors[person] = Factor(key=factor.key, used=(*factor.used, step)[-MOST_USED:])
            elif not good:
                before = held.tries.get(counted, Tries(failures=0, at=0))
                failures = before.failures + 1 if self._is_recent(before) else 1
                held.tries[counted] = Tries(failures=failures, at=self._millis())
                left = MOST_FAILURES - failures
        session = secrets.token_hex(8)
        used = f", with passkey {passkey.mark}" if passkey else ""
        if passkey and why == COPIED:
            detail = f"from {where}: {COPIED}, so there is a copy of it; it is stopped"
            self._logins.log.write(Act.PASSKEY_COPIED, person, detail, about=passkey.mark)
        if not good:
            self._logins.log.write(Act.LOG_IN_FAILED, person, f"from {where}{used}{f': {why}' if why else clocks}")
            raise WrongSignIn(max(0, left), "passkey" if passkey else "code")
        if lacks_factor:
            self._logins.log.write(Act.LOG_IN_FAILED, person, f"no second factor, from {where}")
            raise LoginFailed(
                f"{person[:40]} moves money and has no second factor yet",
                hint="two supervisors invite them, or croupier jackpot second-factor BOOK NAME",
            )
        self._logins.log.write(Act.LOGGED_IN, person, f"from {where}{used}", about=session)
        how = WITH_A_PASSKEY if passkey else WITH_A_CODE if factor else "password"
        return actors.Actor(person, how, session, where[:64])

    def rests(self, counted: str) -> int:
        """For how many more seconds a name, as its tries are counted, is locked out."""
        return self._seconds(self._logins.file.read().tries.get(counted))

    def _seconds(self, tries: Tries | None) -> int:
        if tries is None or tries.failures < MOST_FAILURES or not self._is_recent(tries):
            return 0
        return min(REST_MS // 1000, max(0, -(-(tries.at + REST_MS - self._millis()) // 1000)))

    def _is_recent(self, tries: Tries) -> bool:
        return tries.at - CLOCK_MS <= self._millis() < tries.at + REST_MS

    def _millis(self) -> int:
        return int(self._now() * 1000)


class BrowserNote(Record):
    """Who has signed in at a browser, the last one last."""

    people: tuple[str, ...]


class KnownBrowsers:
    """Browsers at which somebody has signed in before. Their wrong tries are counted apart, so that strangers who fail
    in somebody's name lock out strangers alone. The cookie opens nothing; the slate holds its hash."""

    MOST: Final = 10_000
    MOST_PEOPLE: Final = 50

    def __init__(self, slate: Slate) -> None:
        self._notes = Notes(slate, BROWSER, BrowserNote)

    async def remember(self, token: str, person: str) -> str:
        """Note that somebody has signed in; returns the value of the browser's cookie."""
        return await asyncio.to_thread(self._remember, token, person)

    def _remember(self, token: str, person: str) -> str:
        if not token or self._notes.read(hash_of(token)) is None:
            token = secrets.token_urlsafe(32)

        def decide(before: BrowserNote | None, _: float) -> BrowserNote:
            others = tuple(name for name in (before.people if before else ()) if name != person)
            return BrowserNote(people=(*others, person)[-self.MOST_PEOPLE :])

        self._notes.change(hash_of(token), decide, float(BROWSER_SECONDS), most=self.MOST, tell=False)
        return token

    async def counted(self, token: str, person: str) -> str:
        """Beside what tries are counted: empty for a browser at which this person has never signed in."""
        if not token:
            return ""
        key = hash_of(token)
        found = await asyncio.to_thread(self._notes.read, key)
        return f"browser {key[:16]}" if found and person in found.note.people else ""


MOST: Final = 1_000
SESSION: Final = "session"  # The kind of its notes.
FRESH_SECONDS: Final = 1.0  # How long a live connection may rely on a session as last read.
CLOCK_SECONDS: Final = 5.0
"""A session last seen further in the future than this was seen by a clock that has since been set back."""


class SessionNote(Record):
    """What the slate keeps of a session, under the hash of its cookie."""

    person: str
    how: str
    session: str
    device: str
    login: str  # A mark of the password and second factor at the start. The session ends once either changes.
    passkey: str  # The id of the passkey that it began with, if one was used. The session ends with the passkey.
    began: float
    seen: float


@dataclass(frozen=True)
class StaffSession:
    """One person at one browser."""

    key: str  # The hash of the cookie.
    note: SessionNote
    csrf: str
    """The token that our pages send with every change, derived from the cookie: no page of another site knows it."""
    read: float  # When this process last read it, by a clock that never jumps.
    left: float  # Seconds that it had then until it ends without a request.

    @property
    def person(self) -> str:
        return self.note.person

    @property
    def actor(self) -> actors.Actor:
        return actors.Actor(self.note.person, self.note.how, self.note.session, self.note.device)

    @property
    def seconds_left(self) -> float:
        """Until it ends without a request."""
        return max(0.0, self.read + self.left - time.monotonic())


class Sessions:
    """Every session of the house, whichever process it began at."""

    def __init__(
        self,
        slate: Slate,
        idle: float,
        longest: float,
        is_away: Callable[[], bool] = lambda: False,
        logins: LoginFile | None = None,
    ) -> None:
        """Nobody waits for a database that ``is_away``. The log-ins remember who signed out, so that a copy of the
        note, put back on the slate, opens nothing."""
        self._notes = Notes(slate, SESSION, SessionNote)
        self._logins = logins
        self._is_away = is_away
        self._idle = idle
        self._longest = longest
        self._known: dict[str, StaffSession] = {}
        """Those that this process read lately: for live connections, and for while the database is away."""

    async def start(self, actor: actors.Actor, login: str, passkey: str = "") -> tuple[str, StaffSession]:
        """A session and the cookie's value for it."""
        token = secrets.token_urlsafe(32)
        key = hash_of(token)

        def noted(_: SessionNote | None, now: float) -> SessionNote:
            return record_of(SessionNote, actor, login=login, passkey=passkey, began=now, seen=now)

        def begin() -> Noted[SessionNote]:
            made = self._notes.change(key, noted, self._idle, most=MOST, tell=False)
            assert made is not None
            return Noted(made, made.seen)

        return token, self._keep(key, token, await asyncio.to_thread(begin))

    async def find(self, token: str | None, *, touch: bool = True, fresh: bool = True) -> StaffSession | None:
        """The session of a cookie; ``touch`` is a sign of life. While the database is away people stay signed in."""
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
        except (journal.StoreLost, journal.StoreBusy):
            if known is None:
                raise
            return known
        if read is None:
            self._known.pop(key, None)
            return None
        return self._keep(key, token, read)

    def _read(self, key: str, touch: bool) -> Noted[SessionNote] | None:
        kept = self._notes.read(key)
        if kept is None:
            return None
        note, now, _ = kept
        is_over = self._logins is not None and key in self._logins.read().ended
        if is_over or self._left(note, now) <= 0 or note.seen > now + CLOCK_SECONDS:
            self._notes.erase(key)
            return None
        # Often enough to be exact to a hundredth of the idle time, rarely enough to be cheap.
        if touch and now - note.seen > self._idle / 100:
            touched = note = replace(note, seen=now)
            self._notes.change(key, lambda before, _: touched if before else None, self._idle, tell=False)
        return Noted(note, now)

    def _left(self, note: SessionNote, now: float) -> float:
        return float(min(note.seen + self._idle, note.began + self._longest) - now)

    def _keep(self, key: str, token: str, read: Noted[SessionNote]) -> StaffSession:
        note, now, _ = read
        session = StaffSession(
            key=key, note=note, csrf=hash_of(f"csrf of {token}")[:32], read=time.monotonic(), left=self._left(note, now)
        )
        self._known[key] = session
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]
        return session

    async def end(self, session: StaffSession) -> None:
        await asyncio.to_thread(self._end, [session.key])

    async def end_of(self, person: str) -> None:
        """Sign somebody out everywhere, after they were removed or lost a factor."""
        notes = await asyncio.to_thread(self._notes.all)
        await asyncio.to_thread(self._end, [key for key, note in notes.items() if note.person == person])

    def _end(self, keys: list[str]) -> None:
        for key in keys:
            self._known.pop(key, None)
            self._notes.erase(key)
        if keys and self._logins is not None:
            with self._logins.changed() as held:
                # Twice as long as any copy of the note is good for, because the slate has a clock of its own.
                held.end_sessions(keys, round(2000 * self._idle))


def last_seen(slate: Slate) -> float:
    """When somebody last used a console; 0 if nobody is signed in."""
    return max((note.seen for note in Notes(slate, SESSION, SessionNote).all().values()), default=0.0)
