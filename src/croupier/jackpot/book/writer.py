"""One ordered writer for the links of a book: what arrives while a batch is decided and made durable is the next one.
One thread does all of it (a second one was measured, and costs more than it hides); readers never wait. The queue is
bounded, requests have deadlines, a lost store is tried again, and an idle writer keeps asking whether it is still the
writer."""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import ExitStack
from typing import NamedTuple

from croupier.jackpot.actors import Asked
from croupier.jackpot.book.answers import NobodyThere, Reply
from croupier.jackpot.book.book import LEASE_SECONDS, JackpotBook
from croupier.jackpot.book.reading import Display
from croupier.jackpot.journal import NumberTaken, StoreBusy, StoreError, StoreLost
from croupier.jackpot.state import LinkState


def post_together(posts: Sequence[tuple[JackpotBook, Sequence[Asked]]]) -> list[list[Reply]]:
    """Decide the requests of each link in order, and keep what is accepted on all of them with one commit; an error
    stops all of these books."""
    with ExitStack() as all_stop:
        for book, _ in posts:
            all_stop.enter_context(book.stops_with())
        batches = [book.decide_all(asked) for book, asked in posts]
        decided = [(book, batch) for (book, _), batch in zip(posts, batches, strict=True)]
        writing = [(book, batch) for book, batch in decided if batch.entries]
        if len(writing) > 1 and len({id(book.store) for book, _ in writing}) == 1:
            at = writing[0][0].monotonic()
            writing[0][0].store.append_all([book.appending(batch) for book, batch in writing])
            for book, batch in writing:
                book.keep(batch, at)
            decided = [(book, batch) for book, batch in decided if not batch.entries]
        for book, batch in decided:
            book.commit(batch)
    return [batch.replies for batch in batches]


LARGEST_BATCH = 512
KEEP_EVERY = LEASE_SECONDS / 2  # Seconds between two checks that this is still the only writer.


class QueueLimits(NamedTuple):
    """How much may wait, and for how long."""

    waiting: int = 20_000  # Requests of all tables together.
    of_a_table: int = 2_000  # Requests of one table: one that floods the line does not hold up the others.
    room_seconds: float = 5.0  # How long a caller waits for room before it is refused.
    retry_seconds: float = 10.0  # How long a store that is busy or lost is tried again.


DEFAULT_LIMITS = QueueLimits()


class TooMuch(StoreError):
    """More waits than the writer holds; nothing was done, and the request may be sent again."""


class TooLate(StoreError):
    """The request waited beyond its deadline; nothing was done, and it may be sent again."""


class Waiting(NamedTuple):
    """Requests on their way, and who waits for their answer."""

    link: str
    requests: Sequence[Asked]
    future: Future[list[Reply]]
    until: float | None
    joined: bool = False  # Whether it was handed in together with the one before it, and shares its commit.


class Writer:
    """The books of some links with a thread of their own, in which ``open_book`` is called when a link is first used.
    ``open_again`` is called after the store was lost; ``keep`` about every second: it names the links that another
    process has taken over."""

    def __init__(
        self,
        open_book: Callable[[str], JackpotBook],
        limits: QueueLimits = DEFAULT_LIMITS,
        *,
        open_again: Callable[[], object] = tuple,
        keep: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self._open_book = open_book
        self._open_again = open_again
        self._keep = keep
        self._limits = limits
        self._books: dict[str, JackpotBook] = {}
        self._to_open: set[str] = set()  # Links that stopped with their store, to be opened again.
        self._left: set[str] = set()  # Links on duty elsewhere, opened again only if asked for.
        self._store_failed = False  # Whether the store failed and the books have not been reopened since.
        self._waiting: list[Waiting] = []
        self._count = 0
        self._of_table: Counter[tuple[str, str]] = Counter()
        self._wake = threading.Condition()
        self._room = threading.Condition(self._wake._lock)  # type: ignore[attr-defined]
        self._closing = False
        self._looked = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="jackpot-writer", daemon=True)
        self._thread.start()

    def display(self, link: str) -> Display:
        """What the tables of a link that was opened show, as of the last commit; a link that has stopped says so."""
        return self.book(link).shown

    def book(self, link: str) -> JackpotBook:
        """For reading when the writer is closed."""
        try:
            return self._books[link]
        except KeyError:
            raise StoreError(f"link '{link}' is not open here") from None

    @property
    def links(self) -> list[str]:
        """Those that were opened."""
        return sorted(self._books)

    def open(self, link: str, timeout: float | None = None) -> None:
        """Open a link now, also one that has stopped: whoever asks for that has the duty; what keeps it from opening is
        raised."""
        with self._wake:
            if link in self._books and self._books[link].stopped:
                self._to_open.add(link)
        self.submit(link, ()).result(timeout)

    def submit(self, link: str, asked: Sequence[Asked], *, within: float | None = None) -> Future[list[Reply]]:
        """Hand requests in: answered when they are durable, TooLate after ``within`` seconds, or the StoreError that
        left them unknown."""
        return self.submit_together([(link, asked)], within=within)[0]

    def submit_together(
        self, posts: Sequence[tuple[str, Sequence[Asked]]], *, within: float | None = None
    ) -> list[Future[list[Reply]]]:
        """The same for several links, each named once: they share a commit; if it fails because of one, each has its
        own."""
        many = sum(len(asked) for _, asked in posts)
        tables = Counter(table for link, asked in posts for table in _tables(link, asked))
        with self._wake:
            fits = self._room.wait_for(lambda: self._closing or self._has_room(many, tables), self._limits.room_seconds)
            if self._closing:
                raise NobodyThere("the book is closed", hint="open it again")
            if not fits:
                raise TooMuch(
                    "the book is asked faster than it can write", hint="send it again later; nothing was done"
                )
            until = None if within is None else time.monotonic() + within
            futures: list[Future[list[Reply]]] = []
            for link, asked in posts:
                future: Future[list[Reply]] = Future()
                self._waiting.append(Waiting(link, asked, future, until, joined=bool(futures)))
                futures.append(future)
            self._count += many
            self._of_table.update(tables)
            self._wake.notify()
        return futures

    def _has_room(self, asked: int, tables: Counter[tuple[str, str]]) -> bool:
        """What is larger than any limit is let in alone."""
        if self._count and self._count + asked > self._limits.waiting:
            return False
        most = self._limits.of_a_table
        return all(not self._of_table[name] or self._of_table[name] + many <= most for name, many in tables.items())

    def close(self) -> None:
        """Answer what waits, keep snapshots, and end the thread."""
        with self._wake:
            self._closing = True
            self._wake.notify()
            self._room.notify_all()
        self._thread.join()
        with contextlib.ExitStack() as closing:  # each one, whatever happens to the others
            for book in self._books.values():
                closing.callback(book.close)

    def _run(self) -> None:
        while (asked := self._next_asked()) is not None:
            if time.monotonic() - self._looked >= KEEP_EVERY:
                self._look()
            by_link: dict[str, list[Waiting]] = {}
            for each in asked:
                by_link.setdefault(each.link, []).append(each)
            if by_link:
                self._serve(by_link)

    def _look(self) -> None:
        """Whether every link is still ours. A store that fails meanwhile is opened again before anybody asks."""
        self._looked = time.monotonic()
        try:
            self._leave_lost()
            if self._store_failed:
                self._open_all_again()
            for book in self._books.values():
                book.renew()
            for link in list(self._to_open):
                self._opened(link)
        except (StoreBusy, StoreLost):
            self._store_failed = True  # every check tries again until it answers
            with contextlib.suppress(StoreError):
                self._open_all_again()
        except StoreError:
            pass  # links that have stopped say so

    def _leave_lost(self) -> None:
        """Stop the books of links that another process is on duty for now."""
        for link in self._keep():
            if link in self._books:
                self._books[link].stop("another process has taken the link over")
                self._to_open.discard(link)
                self._left.add(link)

    def _serve(self, by_link: dict[str, list[Waiting]]) -> None:
        """One commit for all of them. If that fails because of one link, each gets its own."""
        try:
            self._post(by_link)
        except Exception as error:
            if len(by_link) == 1:
                _fail(next(iter(by_link.values())), error)
                return
            for link, asked in by_link.items():
                try:
                    if link in self._books and link not in self._left and self._books[link].is_held():
                        self._to_open.add(link)  # it stopped with the others, and nothing of its batch was kept
                    self._post({link: asked})
                except Exception as its_own:
                    _fail(asked, its_own)

    def _post(self, by_link: dict[str, list[Waiting]]) -> None:
        """Decide, store and answer a batch. If the store comes back before the deadline, it is tried again."""
        deadline = time.monotonic() + self._limits.retry_seconds
        while True:
            try:
                posts = [
                    (self._opened(link), [request for each in asked for request in each.requests])
                    for link, asked in by_link.items()
                ]
                answers = post_together(posts)
                break
            except (StoreBusy, StoreLost) as error:
                self._wait_for_store(deadline, error)
            except NumberTaken as error:
                if len(by_link) > 1:
                    raise  # two of these links may have used it, so each is tried separately
                self._wait_for_store(deadline, error)  # it is refused, once it is seen where it was used
        for asked, replies in zip(by_link.values(), answers, strict=True):
            _answer(asked, replies)

    def _wait_for_store(self, deadline: float, error: StoreError) -> None:
        """Until the books are open again; past the deadline the error is raised, and they stay stopped."""
        pause = 0.05
        while time.monotonic() + pause < deadline:
            time.sleep(pause)
            pause = min(1.0, 2 * pause)
            with contextlib.suppress(StoreBusy, StoreLost):
                self._open_all_again()
                return
        self._store_failed = True
        raise error

    def _opened(self, link: str) -> JackpotBook:
        if link not in self._books or link in self._to_open:
            self._books[link] = self._open_book(link)
            self._books[link].open_here = self._state_here
            self._to_open.discard(link)
            self._left.discard(link)
        return self._books[link]

    def _state_here(self, link: str) -> LinkState | None:
        """The state of a link that is open here, with what is decided and not yet durable."""
        book = self._books.get(link)
        return book.state if book is not None and not book.stopped else None

    def _open_all_again(self) -> None:
        """After the store failed: what was in flight is known once the books are opened again. A link that was taken
        over stays stopped: opening it would take it back, and whoever took it may wait for the same store."""
        self._leave_lost()
        mine = [
            link
            for link, book in self._books.items()
            if link in self._to_open or (link not in self._left and book.is_held())
        ]
        self._open_again()
        self._to_open.update(mine)
        for link in mine:
            if stopped := self._opened(link).stopped:
                raise StoreError(stopped, hint="open the book again; every request may be sent again")
        self._store_failed = False

    def _next_asked(self) -> list[Waiting] | None:
        """The next batch; an empty one where the leases are to be renewed; None at the end."""
        with self._wake:
            if not self._waiting and not self._closing:
                self._wake.wait(KEEP_EVERY)
            if not self._waiting:
                return None if self._closing else []
            taken = size = 0
            for each in self._waiting:
                if taken and not each.joined and size + len(each.requests) > LARGEST_BATCH:
                    break
                taken += 1
                size += len(each.requests)
            asked, self._waiting = self._waiting[:taken], self._waiting[taken:]
            self._count -= size
            for each in asked:
                self._of_table.subtract(_tables(each.link, each.requests))
            self._of_table += Counter()  # tables of which nothing waits are forgotten
            self._room.notify_all()
        return _in_time(asked)


def _tables(link: str, requests: Sequence[Asked]) -> Iterator[tuple[str, str]]:
    for asked in requests:
        table = asked.request.get("table") if isinstance(asked.request, dict) else None
        if isinstance(table, str):
            yield link, table


def _in_time(asked: list[Waiting]) -> list[Waiting]:
    """Those that are not too late; the others are told."""
    now = time.monotonic()
    late = [each for each in asked if each.until is not None and each.until < now]
    if late:
        _fail(late, TooLate("the request waited beyond its deadline", hint="send it again; nothing was done"))
    return [each for each in asked if each not in late]


def _answer(asked: list[Waiting], replies: list[Reply]) -> None:
    first = 0
    for each in asked:
        with contextlib.suppress(InvalidStateError):  # the caller has given up; its request stands all the same
            each.future.set_result(replies[first : first + len(each.requests)])
        first += len(each.requests)


def _fail(asked: list[Waiting], error: Exception) -> None:
    for each in asked:
        with contextlib.suppress(InvalidStateError):
            each.future.set_exception(error)
