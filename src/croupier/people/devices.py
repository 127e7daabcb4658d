"""Displays and sensors that wait for somebody to confirm the code that they show; once confirmed they are in the file
of log-ins (``Logins.pair_by_hash``)."""

from __future__ import annotations

import secrets
from typing import Any, Final

from croupier.errors import CheckFailed
from croupier.people.enrolling import new_code, typed_code
from croupier.people.login_file import hash_of
from croupier.records import Record, converted, plain, replace
from croupier.stores.slate import Note, Slate

PAIRING: Final = "pairing"
"""The kind of its notes."""


class TooManyWait(CheckFailed):
    """Devices beyond those that may wait for their confirmation."""


class Pairing(Record):
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


class Pairings:
    """Displays and sensors that wait for somebody to confirm the code that they show.

    A device keeps a secret, from which its token is made. The slate holds only hashes of both.
    """

    SECONDS: Final = 600.0
    MOST: Final = 200
    MOST_EACH: Final = 40
    """From one address: whoever asks for more does not push out a screen that waits."""

    def __init__(self, slate: Slate) -> None:
        self._slate = slate

    def begin(self, kind: str, where: str) -> tuple[str, Pairing]:
        """A new one, and the secret that only the device knows; TooManyWait where there are enough."""
        known = self._all()
        waiting = [pairing for pairing in known if not pairing.table]
        if len(waiting) >= self.MOST or sum(pairing.where == where for pairing in waiting) >= self.MOST_EACH:
            raise TooManyWait("too many displays and sensors wait to be paired", hint="a code runs out in ten minutes")
        taken = {pairing.code for pairing in known}
        code = next(code for code in iter(lambda: new_code(6), None) if code not in taken)
        secret = secrets.token_urlsafe(24)
        made = Pairing(key=hash_of(secret), code=code, kind=kind, where=where, hashed=hash_of(token_of(secret)))
        self._slate.write(PAIRING, made.key, plain(made), self.SECONDS, most=2 * self.MOST)
        return secret, made

    def of_device(self, secret: str) -> Pairing | None:
        note = self._slate.read(PAIRING, hash_of(secret))
        return converted(Pairing, note.value) if note else None

    def by_code(self, code: str) -> Pairing | None:
        typed = typed_code(code)
        shown = [pairing for pairing in self.waiting() if pairing.code == typed]
        return shown[0] if len(shown) == 1 else None

    def waiting(self) -> list[Pairing]:
        return [pairing for pairing in self._all() if not pairing.table]

    def _all(self) -> list[Pairing]:
        return [converted(Pairing, value) for value in self._slate.all(PAIRING).values()]

    def confirm(self, pairing: Pairing, table: str, link: str) -> bool:
        """Assign it to a table. If several people confirm it at once, one of them succeeds."""
        done = False

        def decide(note: Note | None, _: float) -> dict[str, Any] | None:
            nonlocal done
            if note is None or note.value["table"]:
                return note.value if note else None
            done = True
            changed: dict[str, Any] = plain(replace(pairing, table=table, link=link))
            return changed

        self._slate.change(PAIRING, pairing.key, decide, self.SECONDS)
        return done

    def done(self, pairing: Pairing) -> bool:
        """The device has its token, which is not given out twice."""
        return self._slate.erase(PAIRING, pairing.key)


def token_of(secret: str) -> str:
    """The token of a device, once it is paired."""
    return hash_of(f"token of {secret}")
