"""The front desk of a book: requests of this process, decided here or handed to the process on duty for their link. The
first to ask takes the duty; if it is gone, the next one to ask takes its place within seconds. Asking never pushes
anybody aside: taking a link from a process that still runs is a separate act."""

import contextlib
import os
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Final
from uuid import uuid4

from croupier.cards.shuffle import RandomSource
from croupier.casino.floor import book_of, on_stderr, wall_clock
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.answers import Duty, Holder, NobodyThere
from croupier.jackpot.book.book import Clock, ClockAhead, JackpotBook, Reply
from croupier.jackpot.book.reading import Display
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.book.writer import DEFAULT_LIMITS, QueueLimits, Writer
from croupier.jackpot.journal import Fenced, StoreBusy, StoreError, StoreLost
from croupier.stores.desks import SocketDuty
from croupier.stores.opening import kind_of, open_store, sqlite_path
from croupier.stores.witness import Places, Seal, witness_of

PATIENCE: Final = 15.0  # Seconds until a request is given up; a dead process's lease has expired by then.
LINES: Final = 16  # How many requests may be on their way to other processes at once. Others wait their turn.


class FrontDesk:
    """Takes requests for every link of a book. For any number of threads."""

    def __init__(
        self,
        url: str,
        *,
        create: bool = False,
        source: RandomSource | None = None,
        clock: Clock = wall_clock,
        running: Identity | None = None,
        limits: QueueLimits = DEFAULT_LIMITS,
        told: Callable[[str], None] = on_stderr,
    ) -> None:
        self._url = url
        self._told = told
        self.store = open_store(url, create=create)  # For reading; a new object after the store was lost.
        self._witness = self.store.witness = witness_of(url, sign=True)
        self._duty = duty_of(url)
        self._held: set[str] = set()
        self._taking = threading.Lock()

        self.sources: dict[str, RandomSource] = {}  # By link, where drawn pays come from if they are committed to.

        def open_book(link: str) -> JackpotBook:
            return book_of(self.store, link, self.sources.get(link, source), clock, running, told)

        self._writer = Writer(open_book, limits, open_again=self._open_again, keep=self._keep)
        self._lines = ThreadPoolExecutor(LINES, "jackpot-desk")

    def submit(self, link: str, asked: Sequence[Asked], *, within: float | None = None) -> Future[list[Reply]]:
        """Hand in requests of a link, wherever its writer runs; answered once they are durable. StoreBusy if the
        process on duty does not answer, TooLate if ``within`` has passed."""
        if link in self._held:
            return self._writer.submit(link, asked, within=within)
        return self._lines.submit(self._hand_in, link, asked, within)

    def submit_together(
        self, posts: Sequence[tuple[str, Sequence[Asked]]], *, within: float | None = None
    ) -> list[Future[list[Reply]]]:
        """The same for several links: one commit if this process is on duty for all, else each answers for itself."""
        if all(link in self._held for link, _ in posts):
            return self._writer.submit_together(posts, within=within)
        return [self.submit(link, asked, within=within) for link, asked in posts]

    def post(
        self, link: str, request: object, actor: Actor, second: Actor | None = None, *, within: float | None = None
    ) -> Reply:
        """One request, one answer."""
        return self.submit(link, [Asked(request, actor, second)], within=within).result()[0]

    def act(self, link: str, do: str, by: Actor, second: Actor | None = None, /, **fields: object) -> Reply:
        """A request that this process makes for people, with an id that no client could have chosen."""
        return self.post(link, {"id": f"{do}:{uuid4()}", "do": do, **fields}, by, second)

    def hold(self, link: str, *, over: bool = False) -> Holder | None:
        """Take the duty for a link: None if this process has it now, with its book opened, else who has it. ``over``
        takes it from a process that still runs, which a supervisor decides."""
        with self._taking:
            if link in self._held and not over:
                return None
            holder = self._duty.take(link, over=over)
            if holder is None:
                self._writer.open(link)
                self._duty.serve(self._writer)
                self._held.add(link)
            return holder

    def open_again(self, link: str) -> str:
        """Open the book of a link again that has stopped here; the answer is what keeps it from going on before two
        people agree."""
        if self.hold(link) is not None:
            return ""
        self._writer.open(link)
        barred = self._writer.book(link).link.barred
        return barred.in_words if barred else ""

    def display(self, link: str) -> Display:
        """What the tables of a link show while this process is on duty for it; afterwards, that it has stopped."""
        return self._writer.display(link)

    @property
    def unwitnessed(self) -> str:
        """What the operator of a book should know that nobody keeps checkpoints of; empty where somebody does."""
        if self.store.witness is not None:
            return ""
        return "no checkpoint leaves this machine, so nobody could prove a rewritten book wrong: name CROUPIER_ANCHORS"

    @property
    def unpublished(self) -> str:
        """Why the last checkpoint of a link did not leave the machine; empty where all did."""
        kept = {link: self._writer.book(link).unpublished for link in self._writer.links}
        told = [f"{link}: {why}" for link, why in kept.items() if why]
        return "; ".join([*told, self._witness.trouble if self._witness else ""]).strip("; ")

    def has_stopped(self, link: str) -> bool:
        """Whether the book that this process opened no longer writes: its store was lost, or the link was taken."""
        book = self._writer.book(link)
        return bool(book.stopped) or book.lease < 0

    @property
    def held(self) -> list[str]:
        """The links that this process is on duty for."""
        return sorted(self._held)

    @property
    def opened(self) -> list[str]:
        """The links whose books this process has opened, including those it has lost since."""
        return self._writer.links

    def close(self) -> None:
        """Answer what is waiting, and leave the duty to others."""
        self._duty.stop_serving()
        try:
            self._writer.close()
        finally:
            self._duty.close()
            self._lines.shutdown()
            self.store.close()
            if self._witness:
                self._witness.close()
            if self.unpublished:
                self._told(f"a checkpoint did not leave the machine: {self.unpublished}")

    def _hand_in(self, link: str, asked: Sequence[Asked], within: float | None) -> list[Reply]:
        """To the process on duty; if there is none, this one takes its place."""
        deadline = time.monotonic() + (PATIENCE if within is None else within)
        pause, problem = 0.02, ""
        while True:
            left = max(deadline - time.monotonic(), 0.0)
            try:
                holder = self.hold(link)
                if holder is None:
                    return self._writer.submit(link, asked, within=within and left).result()
                problem = f"{holder} is on duty for link {link}, and does not answer"
                if left > 0:
                    return self._duty.forward(link, asked, left)
            except ClockAhead:
                raise  # the writer has waited for it, and nobody else could take over
            except (NobodyThere, StoreBusy, StoreLost, Fenced) as error:
                problem = problem or error.message
            if left <= 0:
                raise StoreBusy(
                    problem, hint="try again; a supervisor may take it over: croupier jackpot run --take-over"
                )
            time.sleep(min(pause, left))
            pause = min(0.5, 2 * pause)

    def _keep(self) -> Collection[str]:
        lost = [link for link in self._duty.keep() if not self._is_forgotten(link)]
        self._held.difference_update(lost)
        return lost

    def _is_forgotten(self, link: str) -> bool:
        """Whether a lease is gone and nobody took the link: a database that crashed forgets who was on duty."""
        with contextlib.suppress(StoreError):
            is_ours = link in self._writer.links and self._writer.book(link).is_held(self.store)
            return is_ours and self._duty.take(link) is None
        return False

    def _open_again(self) -> None:
        """A store that has failed may no longer be usable."""
        again = open_store(self._url)
        again.witness = self._witness
        before, self.store = self.store, again
        before.close()


@contextmanager
def at_desk(url: str, *, create: bool = False) -> Iterator[FrontDesk]:
    """The front desk of a book, closed at the end."""
    desk = FrontDesk(url, create=create)
    try:
        yield desk
    finally:
        desk.close()


def duty_of(url: str) -> Duty:
    """The duty of a book: a lock and a socket beside a file, leases and a queue in a database."""
    if kind_of(url) != "postgresql":
        return SocketDuty(sqlite_path(url).resolve(), _name(), Seal(Places(url).key))
    from croupier.stores.queue_desk import QueueDuty

    return QueueDuty(url, _name(), Seal(Places(url).key))


def _name() -> str:
    """What others are told of this process; no two have the same name."""
    host = os.uname().nodename[:64] if hasattr(os, "uname") else "this machine"
    return f"process {os.getpid()} on {host} ({uuid4().hex[:8]})"
