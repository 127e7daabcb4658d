"""Exact work beside the event loop: a few processes, a cache of answers, and a bound on what may wait. Two who ask the
same share one answer. Each address has at most one long question running, and one process more than those may hold is
kept for whoever asks something quick."""

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
from dataclasses import dataclass

from croupier.service import guard, questions
from croupier.service.problems import Refused

CACHE_BYTES = 64 * 2**20
PATIENCE_SECONDS = 60.0  # How long a visitor waits for an answer; the work goes on.
QUICK_SECONDS = 5.0  # How long an answer may take before its question counts as a long one.
WORK_SECONDS = 900.0
"""How long one answer may take before its process is ended, so that no question keeps a process forever."""
_END_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2).
_PRELOADED = ["croupier.service.questions", "croupier.questions.figures", "croupier.questions.sheet.building"]


@dataclass(eq=False)
class _Asked:
    """A question that is waiting for a process or has one."""

    kind: str
    fields: dict[str, object]
    who: str
    is_long: bool = False
    was_ended: bool = False


class Workers:
    """Processes for one kind of asker: as many as may hold long questions, and one more."""

    def __init__(self, processes: int, waiting: int, each: int, metrics: guard.Metrics) -> None:
        self.processes = processes
        self.waiting = waiting
        self.each = each
        self.metrics = metrics
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: dict[_Asked, ProcessPoolExecutor] = {}
        self._in_line: list[_Asked] = []
        self._moved = asyncio.Condition()
        self._open: dict[str, asyncio.Task[questions.WorkerReply]] = {}
        self._asking: Counter[str] = Counter()
        self._kept: OrderedDict[str, questions.WorkerReply] = OrderedDict()
        self._bytes = 0
        self._closed = False

    async def ask(self, kind: str, asked: Mapping[str, object], who: str) -> questions.WorkerReply:
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
                    task = self._open[key] = asyncio.create_task(self._work(key, _Asked(kind, dict(asked), who)))
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

    async def _work(self, key: str, asked: _Asked) -> questions.WorkerReply:
        try:
            reply = None
            while reply is None:
                reply = await self._tried(asked)
        finally:
            self._open.pop(key, None)
        self._keep(key, reply)
        return reply

    async def _tried(self, asked: _Asked) -> questions.WorkerReply | None:
        """The answer; None where another long question must end first, or a process was ended from outside."""
        async with self._moved:
            self._in_line.append(asked)
            await self._moved.wait_for(lambda: self._closed or self._next() is asked)
            self._in_line.remove(asked)
            self._check_open()
            if not self._idle:
                context = multiprocessing.get_context("forkserver")
                context.set_forkserver_preload(_PRELOADED)
                self._idle.append(ProcessPoolExecutor(1, context, _leave_with_the_house))
            pool = self._busy[asked] = self._idle.pop()
            self._moved.notify_all()
        is_sound = False
        ready = pool.submit(int)  # the time that a process takes to begin is not the question's
        job = asyncio.wrap_future(pool.submit(questions.answer, asked.kind, asked.fields))
        try:
            await asyncio.wrap_future(ready)
            quick = min(QUICK_SECONDS, WORK_SECONDS)
            if not asked.is_long and not (await asyncio.wait({job}, timeout=quick))[0]:
                is_waiting = not self._may_be_long(asked)
                asked.is_long = True
                if is_waiting:
                    return None
            reply = await asyncio.wait_for(job, WORK_SECONDS - quick)
            is_sound = True
            return reply
        except TimeoutError:
            raise Refused(504, "too_long", "this takes too long to work out here", hint="ask for less") from None
        except BrokenProcessPool:
            self._check_open()
            if asked.was_ended:
                raise Refused(503, "ended", "the process that worked on this was ended", retry_after=60) from None
            asked.was_ended = True
            return None
        finally:
            job.cancel()
            async with self._moved:
                del self._busy[asked]
                if is_sound:
                    self._idle.append(pool)
                else:
                    _end(pool)
                self._moved.notify_all()

    def _next(self) -> _Asked | None:
        """Whose turn it is: first come, first served, but whoever has fewer questions running goes first."""
        if len(self._busy) > self.processes:
            return None
        running = Counter(asked.who for asked in self._busy)
        able = (asked for asked in self._in_line if not asked.is_long or self._may_be_long(asked))
        return min(able, key=lambda asked: running[asked.who], default=None)

    def _may_be_long(self, asked: _Asked) -> bool:
        others = [other.who for other in self._busy if other.is_long and other is not asked]
        return len(others) < self.processes and asked.who not in others

    def _check_open(self) -> None:
        if self._closed:
            raise Refused(503, "closing", "the house is closing", hint="ask again when it is open")

    def _keep(self, key: str, reply: questions.WorkerReply) -> None:
        self._kept[key] = reply
        self._bytes += len(reply.body) + len(key)
        while self._bytes > CACHE_BYTES:
            old, gone = self._kept.popitem(last=False)
            self._bytes -= len(gone.body) + len(old)

    async def close(self) -> None:
        self._closed = True
        async with self._moved:
            self._moved.notify_all()
        pools = [*self._idle, *self._busy.values()]
        for pool in pools:
            _end(pool)
        for pool in pools:
            await asyncio.to_thread(pool.shutdown, True, cancel_futures=True)


def _end(pool: ProcessPoolExecutor) -> None:
    """Nothing but a kill ends a process in the middle of one long computation."""
    for process in list((pool._processes or {}).values()):
        process.kill()


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
