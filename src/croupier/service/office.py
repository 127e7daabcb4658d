"""The back office of a house: its jackpot book, who is signed in, and the sensors that must not fall silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI

from croupier.errors import CroupierError
from croupier.service.books.alerts import SeenAlerts
from croupier.service.books.lamps import Lamps
from croupier.service.books.reading import Readers
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
        self._follow_devices(self.book)
        listening = asyncio.create_task(self._listen(self.book))
        try:
            yield
        finally:
            listening.cancel()
            await self.book.close()

    def _follow_devices(self, book: RunningBook) -> None:
        """Expect the sensors that are paired now, and no others: the command line may put out whoever is behind one."""
        paired = [device for device in book.logins.devices().values() if device.kind == "sensor"]
        for device in paired:
            self.lamps.expect(device, book.poster(device.link))
        for link, table in self.lamps.expected - {(device.link, device.table) for device in paired}:
            self.lamps.forget(link, table)
            book.tell()

    async def _listen(self, book: RunningBook) -> None:
        while True:
            await asyncio.sleep(LISTEN_SECONDS)
            try:
                self._follow_devices(book)
                for table in await asyncio.to_thread(self.lamps.look):
                    log.warning("sensor silent", table=table)
                    book.tell()
            except CroupierError:
                pass  # a store that is lost is told by the follower
            except Exception:
                # Nobody else notices a sensor that falls silent: whatever happens once, the next look is taken.
                log.exception("listening to the sensors failed")


def open_office(app: FastAPI, settings: Settings) -> Office:
    """Open the book that the settings name; one that cannot be used is refused before the house opens."""
    book = RunningBook(settings.book, lambda note: log.warning("book", note=note)) if settings.book else None
    app.state.book = book
    app.state.sessions = Sessions(settings.idle_seconds, settings.shift_seconds)
    app.state.pairings = Pairings()
    app.state.auditing = asyncio.Lock()
    app.state.readers = Readers()
    app.state.auditors = Readers(1, 0)
    app.state.doors = Buckets(settings.doors_per_second, settings.doors_burst)
    app.state.lamps = Lamps(settings.silent_seconds)
    app.state.seen_alerts = SeenAlerts(book.logins.log) if book else None
    return Office(book, app.state.lamps)
