"""The back office of a house: its jackpot book, who is signed in, and the sensors that must not fall silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI

from croupier.errors import CroupierError
from croupier.people.devices import Pairings
from croupier.people.sessions import Sessions
from croupier.people.signing_in import KnownBrowsers
from croupier.service.alerting.noticing import Noticing
from croupier.service.books.alerts import SeenAlerts
from croupier.service.books.lamps import Lamps
from croupier.service.books.reading import Readers
from croupier.service.books.running import RunningBook
from croupier.service.settings import Settings
from croupier.service.staff.challenges import Challenges
from croupier.service.staff.door import Doors
from croupier.stores.slate import Slate, slate_of

LISTEN_SECONDS = 2.0
HEAR_SECONDS = 0.5
NOTICE_SECONDS = 1.0
log = structlog.get_logger("croupier.house")


class Office:
    """What lives as long as the house does."""

    def __init__(self, book: RunningBook | None, lamps: Lamps, slate: Slate, noticing: Noticing | None = None) -> None:
        self.book = book
        self.lamps = lamps
        self.slate = slate
        self.noticing = noticing
        self._ear = ThreadPoolExecutor(1, "slate")

    @asynccontextmanager
    async def living(self) -> AsyncIterator[None]:
        """Follow the book and listen to the sensors; without a book there is nothing to do."""
        if self.book is None:
            yield
            return
        self.book.open()
        tasks = [asyncio.create_task(each(self.book)) for each in (self._listen, self._hear)]
        if self.noticing:
            tasks.append(asyncio.create_task(self._notice(self.noticing)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._ear.shutdown(wait=False)
            if self.noticing:
                await asyncio.to_thread(self.noticing.close)
            await self.book.close()
            await asyncio.to_thread(self.slate.close)

    def _follow_devices(self, book: RunningBook) -> bool:
        """Expect exactly the sensors that are paired now: the command line may have removed the person who signed for
        one. Returns whether one is no longer expected.
        """
        paired = [device for device in book.logins.devices().values() if device.kind == "sensor"]
        for device in paired:
            self.lamps.expect(device, book.poster(device.link))
        gone = self.lamps.expected - {(device.link, device.table) for device in paired}
        for link, table in gone:
            self.lamps.forget(link, table)
        return bool(gone)

    def _look(self, book: RunningBook) -> bool:
        """Read what other processes heard, then stop the tables whose sensor fell silent; returns whether anything
        changed."""
        changed = self.lamps.refresh()
        changed = self._follow_devices(book) or changed
        for table in self.lamps.look():
            log.warning("sensor silent", table=table)
            changed = True
        return changed

    async def _listen(self, book: RunningBook) -> None:
        while True:
            try:
                if await asyncio.to_thread(self._look, book):
                    book.tell()
            except CroupierError:
                pass  # the follower reports a lost store
            except Exception:
                # Nothing else notices a silent sensor, so one failure must not end the loop.
                log.exception("listening to the sensors failed")
            await asyncio.sleep(LISTEN_SECONDS)

    async def _hear(self, book: RunningBook) -> None:
        """Show lamps set at another process at once."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                await loop.run_in_executor(self._ear, self.slate.wait, HEAR_SECONDS)
                if await loop.run_in_executor(self._ear, self.lamps.refresh):
                    book.tell()
            except CroupierError:
                await asyncio.sleep(HEAR_SECONDS)

    async def _notice(self, noticing: Noticing) -> None:
        """Send alerts, in a thread of its own because a lost database may block it."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, "noticing") as thread:
            while True:
                try:
                    await loop.run_in_executor(thread, noticing.look)
                except CroupierError as problem:
                    log.warning("alerts wait", why=problem.message)
                except Exception:
                    # One alert that could not be read must not end all others.
                    log.exception("looking for alerts failed")
                await asyncio.sleep(NOTICE_SECONDS)


def open_office(app: FastAPI, settings: Settings) -> Office:
    """Open the book that the settings name; one that cannot be used is refused before the house opens."""
    book = RunningBook(settings.book, lambda note: log.warning("book", note=note)) if settings.book else None
    slate = slate_of(settings.book or "memory:")
    app.state.book = book
    app.state.sessions = Sessions(
        slate, settings.idle_seconds, settings.shift_seconds, lambda: book is not None and book.is_away
    )
    app.state.challenges = Challenges(slate)
    app.state.known_browsers = KnownBrowsers(slate)
    app.state.pairings = Pairings(slate)
    app.state.auditing = asyncio.Lock()
    app.state.audited = None  # the last audit that this process was asked for
    app.state.readers = Readers()
    app.state.auditors = Readers(1, 0)
    app.state.doors = Doors(slate, settings.doors_per_second, settings.doors_burst)
    app.state.lamps = Lamps(slate, settings.silent_seconds)
    app.state.seen_alerts = SeenAlerts(book.logins.log) if book else None
    noticing = None
    if book and settings.alerts:
        noticing = Noticing(settings.alerts, book, app.state.lamps, app.state.seen_alerts, slate)
    return Office(book, app.state.lamps, slate, noticing)
