"""A few threads for reading the books, with a short queue, so that a slow report never keeps a table waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from croupier.service.problems import Refused

READERS: Final = 3
MOST_WAITING: Final = 12
"""Reads that may wait for a thread; one more is refused, and says when to come back."""
RETRY_SECONDS: Final = 2
Found = TypeVar("Found")


class Readers:
    """The reading threads of one house."""

    def __init__(self, threads: int = READERS, waiting: int = MOST_WAITING) -> None:
        self._threads = ThreadPoolExecutor(threads, "office")
        self._most = threads + waiting
        self._busy = 0

    async def read(self, look: Callable[[], Found]) -> Found:
        """The result of ``look``, run in a thread; Refused if too many are waiting."""
        if self._busy >= self._most:
            raise Refused(
                503,
                "office_busy",
                "too many reports are being made",
                hint=f"ask again in {RETRY_SECONDS} seconds",
                retry_after=RETRY_SECONDS,
            )
        self._busy += 1
        job = self._threads.submit(look)
        # A caller that stops waiting does not free the thread. It is counted until it is done.
        loop = asyncio.get_running_loop()
        job.add_done_callback(lambda _: _on(loop, self._done))
        return await asyncio.wrap_future(job)

    def _done(self) -> None:
        self._busy -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _on(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(call)
