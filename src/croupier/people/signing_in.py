"""The way into the house: name, password and, for those who move money, a code that is good once or a passkey.

After some failures in a row a name is locked for a while, even if nobody has that name; two supervisors may unlock it.
The answer never says what was wrong. Every try is in the access log with its origin.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Callable, Collection
from typing import Any, Final, Protocol

from croupier.jackpot.actors import Actor
from croupier.people.access_log import Act
from croupier.people.login_file import Factor, Secrets, Tries, counted_as, hash_of
from croupier.people.logins import LoginFailed, Logins
from croupier.records import Record, converted, plain
from croupier.stores.slate import Note, Slate

MOST_FAILURES: Final = 5
BROWSER: Final = "browser"
"""The kind of notes about browsers."""
BROWSER_SECONDS: Final = 180 * 24 * 3600
REST_MS: Final = 15 * 60 * 1000
STEP_SECONDS: Final = 30
WITH_A_CODE: Final = "password+code"
WITH_A_PASSKEY: Final = "password+passkey"
SECOND_FACTORS: Final = (WITH_A_CODE, WITH_A_PASSKEY)
"""How people signed in who used their second factor."""
COPIED: Final = "its counter went back"
"""Why a passkey is refused of which there is a copy."""
DRIFT: Final = 1
"""Time steps by which a device's clock may be off."""
FAR: Final = 20
"""Time steps within which a wrong clock is named in the access log."""
MOST_USED: Final = 50
"""Used codes of one person that are remembered."""
CLOCK_MS: Final = 60_000
"""A failure further in the future was counted by a clock that ran ahead, and rests nobody."""


class ShownPasskey(Protocol):
    """What a passkey has signed. See ``passkeys``."""

    @property
    def mark(self) -> str:
        """A short name for the passkey."""

    def refusal(self, held: Secrets, person: str) -> str:
        """Why it does not prove this person; empty if it does."""


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
    """The time step that a code belongs to, if it is near now, was not used before, and is later than the last that was
    used. A clock that ran ahead has used steps that are still to come: those say nothing about what is later."""
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
    """The key as an authenticator app reads it."""
    import pyotp

    return pyotp.TOTP(key).provisioning_uri(person, "Croupier")


class SigningIn:
    """The sign-in of a house with a book."""

    def __init__(self, logins: Logins, needs_code: Callable[[str], bool], now: Callable[[], float] = time.time) -> None:
        self._logins = logins
        self._needs_code = needs_code
        self._now = now

    def sign_in(
        self,
        person: str,
        password: str,
        code: str,
        where: str,
        beside: str = "",
        passkey: ShownPasskey | None = None,
    ) -> Actor:
        """An actor, or an error that says why not. It computes for a tenth of a second, so do not call it on an event
        loop. A ``passkey`` takes the place of the code.

        Tries ``beside`` somebody who is signed in are counted for that pair: a stranger at the sign-in page cannot keep
        a second person from signing at a table.
        """
        counted = counted_as(person, beside)
        self._check_rest(person, counted, where)
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
        return Actor(person, how, session, where[:64])

    def _check_rest(self, person: str, counted: str, where: str) -> None:
        seconds = self.rests(counted)
        if seconds:
            self._logins.log.write(Act.LOG_IN_WHILE_RESTING, person, f"from {where}")
            raise Resting(seconds)

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
    """Browsers at which somebody has signed in before.

    Their wrong tries are counted apart, so that strangers who fail in somebody's name lock out strangers alone. The
    cookie opens nothing; the slate holds its hash.
    """

    MOST: Final = 10_000
    MOST_PEOPLE: Final = 50

    def __init__(self, slate: Slate) -> None:
        self._slate = slate

    async def remember(self, token: str, person: str) -> str:
        """Note that somebody has signed in; returns the value of the browser's cookie."""
        return await asyncio.to_thread(self._remember, token, person)

    def _remember(self, token: str, person: str) -> str:
        if not token or self._slate.read(BROWSER, hash_of(token)) is None:
            token = secrets.token_urlsafe(32)

        def decide(note: Note | None, _: float) -> dict[str, Any]:
            before = converted(BrowserNote, note.value).people if note else ()
            others = tuple(name for name in before if name != person)
            changed: dict[str, Any] = plain(BrowserNote(people=(*others, person)[-self.MOST_PEOPLE :]))
            return changed

        self._slate.change(BROWSER, hash_of(token), decide, float(BROWSER_SECONDS), most=self.MOST, tell=False)
        return token

    async def counted(self, token: str, person: str) -> str:
        """Beside what tries are counted: empty for a browser at which this person has never signed in."""
        if not token:
            return ""
        key = hash_of(token)
        note = await asyncio.to_thread(self._slate.read, BROWSER, key)
        return f"browser {key[:16]}" if note and person in converted(BrowserNote, note.value).people else ""
