"""The running writers of a book: one thread a link, opened when it is first asked, and again when it lost its link.

Whoever asks need not know where a writer lives; this is the place where a writer of another process would be asked.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from croupier.cards.shuffle import SystemSource
from croupier.casino.floor import identity, prover, steady_clock, wall_clock
from croupier.casino.rules_of_the_day import load_layout
from croupier.errors import UnknownName
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.writer import Writer
from croupier.jackpot.journal import Store, StoreError
from croupier.stores.opening import open_store
from croupier.stores.witness import FileWitness, witness_of

DEADLINE_SECONDS = 10.0
"""A request that waited longer is not decided any more."""


class LinkWriter:
    """One link, with a store and a thread of its own."""

    def __init__(self, url: str, link: str, told: Callable[[str], None]) -> None:
        self._url = url
        self._link = link
        self._told = told
        self._store: Store | None = None
        self._witness: FileWitness | None = None
        try:
            self._writer = Writer(self._open)
        except BaseException:
            self._let_go()
            raise

    def submit(self, asked: Sequence[Asked]) -> Future[list[Reply]]:
        return self._writer.submit(asked, within=DEADLINE_SECONDS)

    @property
    def is_stopped(self) -> bool:
        """Whether the book accepts nothing more: it was taken over, or its store failed."""
        return bool(self._writer.book.stopped)

    def _open(self) -> JackpotBook:
        self._let_go()
        self._store = open_store(self._url)
        self._witness = self._store.witness = witness_of(self._url, sign=True)
        book = JackpotBook.open(
            self._store,
            self._link,
            load_layout,
            SystemSource(),
            wall_clock,
            identity(),
            prover(self._store),
            steady_clock(wall_clock),
        )
        for note in filter(None, (book.note, book.link.barred and book.link.barred.why)):
            self._told(f"link {self._link}: {note}")
        return book

    def _let_go(self) -> None:
        store, self._store = self._store, None
        if store is not None:
            store.close()
            if self._witness:
                self._witness.close()

    def close(self) -> None:
        """Answer what waits, keep a snapshot, let the store go."""
        try:
            # A link that was taken over since takes no snapshot of ours; whatever was answered is in the journal.
            with contextlib.suppress(StoreError):
                self._writer.close()
        finally:
            self._let_go()


class Writers:
    """Every link of one book. May be asked from any thread; it may wait, so not from an event loop."""

    def __init__(self, url: str, told: Callable[[str], None]) -> None:
        self._url = url
        self._told = told
        self._open: dict[str, LinkWriter] = {}
        self._opening = threading.Lock()
        self._closed = False

    def submit(self, link: str, asked: Sequence[Asked]) -> list[Reply]:
        """The answers, once they are durable; StoreError where they are not known.

        A writer that was taken over since is opened again, once: every request has an id and is posted once only.
        """
        writer = self._writer(link)
        try:
            replies = writer.submit(asked).result()
        except StoreError:
            if not writer.is_stopped:
                raise
        else:
            if not writer.is_stopped or all(reply.code != "stopped" for reply in replies):
                return replies
        self._forget(link, writer)
        return self._writer(link).submit(asked).result()

    def _writer(self, link: str) -> LinkWriter:
        with self._opening:
            found = self._open.get(link)
            if found is None and not self._closed:
                found = self._open[link] = LinkWriter(self._url, link, self._told)
            if found is None:
                raise UnknownName("link", link, (), note="the book is closed")
            return found

    def _forget(self, link: str, writer: LinkWriter) -> None:
        with self._opening:
            if self._open.get(link) is writer:
                del self._open[link]
                writer.close()

    def close(self) -> None:
        with self._opening:
            self._closed = True
            for each in self._open.values():
                each.close()
            self._open.clear()
