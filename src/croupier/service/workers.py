"""Exact work beside the event loop: a few processes, a cache of answers, and a bound on what may wait.

Two visitors who ask the same share one answer. The tables have processes of their own, so that a table never waits
for a par sheet.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import multiprocessing
import os
import signal
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from croupier.service.guard import Metrics
from croupier.service.problems import Refused
from croupier.service.questions import Reply, answer

CACHE_BYTES = 64 * 2**20
PATIENCE_SECONDS = 60.0
"""How long a visitor waits for an answer; the work goes on."""
WORK_SECONDS = 900.0
"""How long one answer may take before its process is ended, so that no question keeps a process forever."""
_END_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of prctl(2)."""
_PRELOADED = ["croupier.service.questions", "croupier.solving.figures", "croupier.questions.sheet.building"]


class Workers:
    """A pool for one kind of asker."""

    def __init__(self, processes: int, waiting: int, each: int, metrics: Metrics) -> None:
        self.processes = processes
        self.waiting = waiting
        self.each = each
        self.metrics = metrics
        self._pool: ProcessPoolExecutor | None = None
        self._open: dict[str, asyncio.Task[Reply]] = {}
        self._asking: Counter[str] = Counter()
        self._kept: OrderedDict[str, Reply] = OrderedDict()
        self._bytes = 0
        self._closed = False

    async def ask(self, kind: str, asked: Mapping[str, Any], who: str) -> Reply:
        """The answer, from the cache or from a process; Refused where the house is busy or the library says no."""
        key = f"{kind} {sorted(asked.items())!r}"
        reply = self._kept.get(key)
        if reply is not None:
            self._kept.move_to_end(key)
            self.metrics.questions.labels(kind, "kept").inc()
        else:
            with self._place_in_line(who, key):
                task = self._open.get(key)
                if task is None:
                    task = self._open[key] = asyncio.create_task(self._work(key, kind, dict(asked)))
                try:
                    reply = await asyncio.wait_for(asyncio.shield(task), PATIENCE_SECONDS)
                except TimeoutError:
                    raise Refused(
                        504,
                        "still_working",
                        "this takes longer than a minute",
                        hint="ask again later: the work continues",
                    ) from None
            self.metrics.questions.labels(kind, "refused" if reply.refused else "answered").inc()
        if reply.refused:
            status, code, message, hint = reply.refused
            raise Refused(status, code, message, hint=hint)
        return reply

    @contextlib.contextmanager
    def _place_in_line(self, who: str, key: str) -> Iterator[None]:
        if key not in self._open and len(self._open) >= self.waiting:
            raise Refused(503, "busy", "too many exact questions are waiting", hint="try again soon", retry_after=2)
        if self._asking[who] >= self.each:
            raise Refused(
                429, "too_many_questions", f"{self.each} exact questions of yours are open", retry_after=1, hint="wait"
            )
        self._asking[who] += 1
        try:
            yield
        finally:
            self._asking[who] -= 1
            if not self._asking[who]:
                del self._asking[who]

    async def _work(self, key: str, kind: str, asked: dict[str, Any]) -> Reply:
        try:
            try:
                reply = await self._answered(kind, asked)
            except BrokenProcessPool:
                if self._closed:
                    raise Refused(503, "closing", "the house is closing", hint="ask again when it is open") from None
                # A process was ended because of another question, or from outside. This question gets a fresh pool,
                # once.
                reply = await self._answered(kind, asked)
        finally:
            self._open.pop(key, None)
        self._keep(key, reply)
        return reply

    async def _answered(self, kind: str, asked: dict[str, Any]) -> Reply:
        pool = self._processes()
        job = pool.submit(answer, kind, asked)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(job), WORK_SECONDS)
        except TimeoutError:
            # A question that still waits for a process is taken out of the queue. Nothing but a kill ends a process in
            # the middle of one long computation.
            if not job.cancelled():
                self._end(pool)
            raise Refused(504, "too_long", "this takes too long to work out here", hint="ask for less") from None
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise

    def _keep(self, key: str, reply: Reply) -> None:
        self._kept[key] = reply
        self._bytes += len(reply.body) + len(key)
        while self._bytes > CACHE_BYTES:
            old, gone = self._kept.popitem(last=False)
            self._bytes -= len(gone.body) + len(old)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload(_PRELOADED)
            self._pool = ProcessPoolExecutor(self.processes, context, _leave_with_the_house)
        return self._pool

    def _end(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        for process in list((pool._processes or {}).values()):
            process.kill()

    async def close(self) -> None:
        self._closed = True
        pool = self._pool
        if pool is not None:
            self._end(pool)
            await asyncio.to_thread(pool.shutdown, True, cancel_futures=True)


def _leave_with_the_house() -> None:
    """In a worker: end when the house ends, also where it was killed and could not say so."""
    with contextlib.suppress(OSError, AttributeError):
        # Linux ends the worker with the process it was forked from, even in the middle of one long computation.
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
    house = multiprocessing.parent_process()
    assert house is not None

    def watch() -> None:
        house.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
