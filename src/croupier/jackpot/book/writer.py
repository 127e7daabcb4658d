"""One ordered writer for a link; any number of threads ask it, and share its commits.

Requests that arrive while a batch is being decided and made durable wait together and become the next one. A caller is
answered after the commit that holds its request, in order. Readers look at ``display``, which changes only with a
commit, and never wait. One thread does all of it: handing a batch from a thread that decides to one that commits was
measured, and costs more than the wait for the disk that it hides.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from typing import Any

from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.display import Display
from croupier.jackpot.journal import StoreError

LARGEST_BATCH = 512

Waiting = tuple[Sequence[Asked], "Future[list[Reply]]"]


class Writer:
    """A book with a thread of its own, in which ``open_book`` is called."""

    def __init__(self, open_book: Callable[[], JackpotBook]) -> None:
        self._waiting: list[Waiting] = []
        self._wake = threading.Condition()
        self._closing = False
        opened: Future[JackpotBook] = Future()
        self._thread = threading.Thread(target=self._run, args=(open_book, opened), name="jackpot-writer", daemon=True)
        self._thread.start()
        self._book = opened.result()

    @property
    def display(self) -> Display:
        """What the tables show, as of the last commit; never waits."""
        return self._book.display

    @property
    def book(self) -> JackpotBook:
        """For reading when the writer is closed."""
        return self._book

    def submit(self, requests: Sequence[Asked]) -> Future[list[Reply]]:
        """Hand requests in; the answer comes when they are durable, or the StoreError that left them unknown."""
        future: Future[list[Reply]] = Future()
        with self._wake:
            if self._closing:
                raise StoreError("the book is closed", hint="open it anew")
            self._waiting.append((requests, future))
            self._wake.notify()
        return future

    def post(self, request: Any, actor: Actor, second: Actor | None = None, timeout: float | None = None) -> Reply:
        return self.submit([Asked(request, actor, second)]).result(timeout)[0]

    def close(self) -> None:
        """Answer what waits, keep a snapshot, and end the thread."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join()
        self._book.close()

    def _run(self, open_book: Callable[[], JackpotBook], opened: Future[JackpotBook]) -> None:
        try:
            book = open_book()
        except BaseException as error:
            opened.set_exception(error)
            return
        opened.set_result(book)
        while asked := self._next_asked():
            together = [request for requests, _ in asked for request in requests]
            try:
                replies = book.post_all(together)
            except Exception as error:
                _fail(asked, error)
            else:
                _answer(asked, replies)

    def _next_asked(self) -> list[Waiting]:
        with self._wake:
            while not self._waiting and not self._closing:
                self._wake.wait()
            taken = size = 0
            for requests, _ in self._waiting:
                if taken and size + len(requests) > LARGEST_BATCH:
                    break
                taken += 1
                size += len(requests)
            asked, self._waiting = self._waiting[:taken], self._waiting[taken:]
            return asked


def _answer(asked: list[Waiting], replies: list[Reply]) -> None:
    first = 0
    for requests, future in asked:
        with contextlib.suppress(InvalidStateError):  # the caller has given up; its request stands all the same
            future.set_result(replies[first : first + len(requests)])
        first += len(requests)


def _fail(asked: list[Waiting], error: Exception) -> None:
    for _, future in asked:
        with contextlib.suppress(InvalidStateError):
            future.set_exception(error)
