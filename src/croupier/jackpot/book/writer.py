"""One ordered writer for a link; any number of threads ask it, and share its commits.

Requests that arrive while a batch is being decided and made durable wait together and become the next one. A caller is
answered after the commit that holds its request, in order. Readers look at ``display``, which changes only with a
commit, and never wait. One thread does all of it: handing a batch from a thread that decides to one that commits was
measured, and costs more than the wait for the disk that it hides.

What waits is bounded, for the link and for each table, and whoever asks too fast waits (back-pressure) or is told so. A
request that has waited beyond its deadline is not decided. A store that is busy or was lost is tried again until a
deadline, with the book opened again; a request is safe to repeat, since its id is posted once. An idle writer keeps
asking the store whether it is still the one, so that its display never pretends.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from typing import Any, NamedTuple

from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.book import LEASE_SECONDS, JackpotBook, Reply
from croupier.jackpot.book.display import Display
from croupier.jackpot.journal import StoreBusy, StoreError, StoreLost

LARGEST_BATCH = 512


class Limits(NamedTuple):
    """How much may wait, and for how long."""

    waiting: int = 20_000
    """Requests of all tables together."""
    of_a_table: int = 2_000
    """Requests of one table: one that floods the line does not hold up the others."""
    room_seconds: float = 5.0
    """How long a caller waits for room before it is refused."""
    retry_seconds: float = 10.0
    """How long a store that is busy or lost is tried again."""


DEFAULT_LIMITS = Limits()


class TooMuch(StoreError):
    """More waits than the writer holds; nothing was done, and the request may be sent again."""


class TooLate(StoreError):
    """The request waited beyond its deadline; nothing was done, and it may be sent again."""


class Waiting(NamedTuple):
    """Requests on their way, and who waits for their answer."""

    requests: Sequence[Asked]
    future: Future[list[Reply]]
    until: float | None


class Writer:
    """A book with a thread of its own, in which ``open_book`` is called, again after a store was lost."""

    def __init__(self, open_book: Callable[[], JackpotBook], limits: Limits = DEFAULT_LIMITS) -> None:
        self._open_book = open_book
        self._limits = limits
        self._waiting: list[Waiting] = []
        self._count = 0
        self._of_table: Counter[str] = Counter()
        self._wake = threading.Condition()
        self._room = threading.Condition(self._wake._lock)  # type: ignore[attr-defined]
        self._closing = False
        opened: Future[JackpotBook] = Future()
        self._thread = threading.Thread(target=self._run, args=(opened,), name="jackpot-writer", daemon=True)
        self._thread.start()
        self._book = opened.result()

    @property
    def display(self) -> Display:
        """What the tables show, as of the last commit; never waits. Of a writer that has stopped, that it has."""
        return self._book.shown

    @property
    def book(self) -> JackpotBook:
        """For reading when the writer is closed."""
        return self._book

    def submit(self, requests: Sequence[Asked], *, within: float | None = None) -> Future[list[Reply]]:
        """Hand requests in; the answer comes when they are durable, or the StoreError that left them unknown.

        ``within`` are seconds after which they must no longer be decided: the answer is then TooLate.
        """
        future: Future[list[Reply]] = Future()
        tables = Counter(_tables(requests))
        with self._wake:
            fits = self._room.wait_for(
                lambda: self._closing or self._has_room(requests, tables), self._limits.room_seconds
            )
            if self._closing:
                raise StoreError("the book is closed", hint="open it again")
            if not fits:
                raise TooMuch(
                    "the book is asked faster than it can write", hint="send it again later; nothing was done"
                )
            until = None if within is None else time.monotonic() + within
            self._waiting.append(Waiting(requests, future, until))
            self._count += len(requests)
            self._of_table.update(tables)
            self._wake.notify()
        return future

    def _has_room(self, requests: Sequence[Asked], tables: Counter[str]) -> bool:
        """What is larger than any limit is let in alone."""
        if self._count and self._count + len(requests) > self._limits.waiting:
            return False
        most = self._limits.of_a_table
        return all(not self._of_table[name] or self._of_table[name] + many <= most for name, many in tables.items())

    def post(self, request: Any, actor: Actor, second: Actor | None = None, timeout: float | None = None) -> Reply:
        return self.submit([Asked(request, actor, second)], within=timeout).result(timeout)[0]

    def close(self) -> None:
        """Answer what waits, keep a snapshot, and end the thread."""
        with self._wake:
            self._closing = True
            self._wake.notify()
            self._room.notify_all()
        self._thread.join()
        self._book.close()

    def _run(self, opened: Future[JackpotBook]) -> None:
        try:
            self._book = self._open_book()
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(self._book)
        while (asked := self._next_asked()) is not None:
            if not asked:
                with contextlib.suppress(StoreError):
                    self._book.renew()
                continue
            together = [request for each in asked for request in each.requests]
            try:
                replies = self._post_all(together)
            except Exception as error:
                _fail(asked, error)
            else:
                _answer(asked, replies)

    def _post_all(self, together: Sequence[Asked]) -> list[Reply]:
        """Decide and keep a batch; a store that comes back before the deadline is given it again."""
        deadline = time.monotonic() + self._limits.retry_seconds
        pause = 0.05
        while True:
            try:
                return self._book.post_all(together)
            except (StoreBusy, StoreLost):
                if not self._open_again(deadline, pause):
                    raise
                pause = min(1.0, 2 * pause)

    def _open_again(self, deadline: float, pause: float) -> bool:
        """Whether the book could be opened again before the deadline: whatever was in flight is then known."""
        while time.monotonic() + pause < deadline:
            time.sleep(pause)
            try:
                self._book = self._open_book()
            except (StoreBusy, StoreLost):
                pause = min(1.0, 2 * pause)
            else:
                return not self._book.stopped
        return False

    def _next_asked(self) -> list[Waiting] | None:
        """The next batch; an empty one where the lease is to be renewed; None at the end."""
        with self._wake:
            if not self._waiting and not self._closing:
                self._wake.wait(LEASE_SECONDS / 2)
            if not self._waiting:
                return None if self._closing else []
            taken = size = 0
            for requests, _, _ in self._waiting:
                if taken and size + len(requests) > LARGEST_BATCH:
                    break
                taken += 1
                size += len(requests)
            asked, self._waiting = self._waiting[:taken], self._waiting[taken:]
            self._count -= size
            for each in asked:
                self._of_table.subtract(_tables(each.requests))
            self._of_table += Counter()  # tables of which nothing waits are forgotten
            self._room.notify_all()
        return _in_time(asked)


def _tables(requests: Sequence[Asked]) -> Iterator[str]:
    for asked in requests:
        table = asked.request.get("table") if isinstance(asked.request, dict) else None
        if isinstance(table, str):
            yield table


def _in_time(asked: list[Waiting]) -> list[Waiting]:
    """Those that are not too late; the others are told."""
    now = time.monotonic()
    late = [each for each in asked if each.until is not None and each.until < now]
    if late:
        _fail(late, TooLate("the request waited beyond its deadline", hint="send it again; nothing was done"))
    return [each for each in asked if each not in late]


def _answer(asked: list[Waiting], replies: list[Reply]) -> None:
    first = 0
    for requests, future, _ in asked:
        with contextlib.suppress(InvalidStateError):  # the caller has given up; its request stands all the same
            future.set_result(replies[first : first + len(requests)])
        first += len(requests)


def _fail(asked: list[Waiting], error: Exception) -> None:
    for each in asked:
        with contextlib.suppress(InvalidStateError):
            each.future.set_exception(error)
