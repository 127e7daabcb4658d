"""The door of the house: the cookies it gives out, and how often one address may knock.

The cookies are ``__Host-`` and Secure everywhere. Browsers take such a cookie over HTTPS, and Chromium (tested) also
from a house on loopback; anywhere else nobody could sign in over plain HTTP.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from starlette.responses import Response

from croupier.people.login_file import hash_of
from croupier.records import Record, converted, plain
from croupier.service.guard import taken
from croupier.stores.slate import Note, Slate

COOKIE: Final = "__Host-croupier-staff"
DEVICE_COOKIE: Final = "__Host-croupier-device"
BROWSER_COOKIE: Final = "__Host-croupier-browser"
"""Says which people have signed in at a browser before. It opens nothing."""
DEVICE_SECONDS: Final = 400 * 24 * 3600
MOST_ADDRESSES: Final = 10_000
DOOR: Final = "door"
"""The kind of its notes."""


class DoorNote(Record):
    """How many tries an address had left, and when."""

    left: float
    at: float


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
            before = converted(DoorNote, note.value) if note else DoorNote(left=float(self._burst), at=now)
            allowed, left = taken(before.left, now - before.at, self._per_second, self._burst)
            changed: dict[str, Any] = plain(DoorNote(left=left, at=now))
            return changed

        full = self._burst / self._per_second + 1
        self._slate.change(DOOR, hash_of(address)[:16], decide, full, most=MOST_ADDRESSES, tell=False)
        return allowed


def set_cookie(response: Response, name: str, value: str, seconds: int | None = None) -> None:
    response.set_cookie(name, value, max_age=seconds, path="/", secure=True, httponly=True, samesite="strict")
