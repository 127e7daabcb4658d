"""The back office of a house: its jackpot book, who is signed in, and the sensors that must not fall silent."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI

from croupier.errors import CroupierError
from croupier.service.books.alerts import SeenAlerts
from croupier.service.books.lamps import Lamps
from croupier.service.books.running import RunningBook
from croupier.service.guard import Buckets
from croupier.service.settings import Settings
from croupier.service.staff.sessions import Pairings, Sessions

LISTEN_SECONDS = 2.0
log = structlog.get_logger("croupier.house")


class Office:
    """What lives as long as the house does."""

    def __init__(self, book: RunningBook | None, lamps: Lamps) -> None:
        self.book = book
        self.lamps = lamps

    @asynccontextmanager
    async def living(self) -> AsyncIterator[None]:
        """Follow the book and listen to the sensors meanwhile; without a book there is nothing to do."""
        if self.book is None:
            yield
            return
        self.book.open()
        for device in self.book.logins.devices().values():
            if device.kind == "sensor":
                self.lamps.expect(device, self.book.poster(device.link))
        listening = asyncio.create_task(self._listen(self.book))
        try:
            yield
        finally:
            listening.cancel()
            await self.book.close()

    async def _listen(self, book: RunningBook) -> None:
        while True:
            await asyncio.sleep(LISTEN_SECONDS)
            with contextlib.suppress(CroupierError):  # a store that is lost is told by the follower
                for table in await asyncio.to_thread(self.lamps.look):
                    log.warning("sensor silent", table=table)
                    book.tell()


def open_office(app: FastAPI, settings: Settings) -> Office:
    """Open the book that the settings name; one that cannot be used is refused before the house opens."""
    book = RunningBook(settings.book, lambda note: log.warning("book", note=note)) if settings.book else None
    app.state.book = book
    app.state.sessions = Sessions(settings.idle_seconds, settings.shift_seconds)
    app.state.pairings = Pairings()
    app.state.auditing = asyncio.Lock()
    app.state.doors = Buckets(settings.doors_per_second, settings.doors_burst)
    app.state.lamps = Lamps(settings.silent_seconds)
    app.state.seen_alerts = SeenAlerts(book.logins.log) if book else None
    return Office(book, app.state.lamps)
