"""The book that the house runs: requests go to its writers, views come from what was committed.

Both have their own threads. A commit of any process wakes whoever watches the link on the event loop. A lost database
is tried again every second; until then, views say since when they are old.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager

from croupier.casino.desk import FrontDesk
from croupier.casino.floor import logins_of
from croupier.casino.table_report import answers_of, hand_in, next_round
from croupier.errors import BadInput, CroupierError
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.people import names_of
from croupier.jackpot.journal import Store, StoreBroken, StoreError, StoreLost
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan
from croupier.people.logins import Logins
from croupier.service.books.watching import WatchedLink
from croupier.stores.opening import kind_of, open_store
from croupier.stores.witness import witness_of

LOOK_SECONDS = 0.2
"""How often the journal is looked at for commits of other processes; those of this one are seen at once."""
LOOK_ANYWAY_SECONDS = 1.0
"""The same where the database announces every commit of any process at once."""
AWAY_SECONDS = 3.0
DEADLINE_SECONDS = 10.0
"""A request that waited longer is no longer decided."""
MOST_ASKING = 32
"""Threads in which requests wait for their commit."""


class RunningBook:
    """One book, from ``open`` to ``close``."""

    def __init__(self, url: str, told: Callable[[str], None]) -> None:
        self.url = url
        self.logins: Logins = logins_of(url)
        if self.logins.log.path is None:
            raise BadInput(
                "nothing says where the access log of this book is, and nobody works here without one",
                hint="CROUPIER_ACCESS_LOG names the file",
            )
        self.links: dict[str, WatchedLink] = {}
        self.trouble = ""
        """Why the journal cannot be read now."""
        self.seen_at = time.monotonic()
        self._threads = ThreadPoolExecutor(MOST_ASKING, "book")
        self._wake = threading.Event()
        self._again: set[str] = set()
        """Links whose book has stopped, and is opened again as soon as that works."""
        self._trying: Future[None] | None = None
        self._looks = 0
        """How many looks at the journal have begun."""
        self._until_look: list[tuple[int, asyncio.Future[None]]] = []
        self._closing = False
        self._watchers: dict[asyncio.Event, frozenset[str]] = {}
        """By watcher, the links it looks at; empty if it looks at all of them."""
        self._loop: asyncio.AbstractEventLoop | None = None
        # Opened here, not with the first request, so that an unusable book is refused before the house opens.
        self._store: Store | None = self._opened()
        self._look()
        self._desk = FrontDesk(url, told=told)
        self._told = told
        self._thread = threading.Thread(target=self._follow, name="book-follower", daemon=True)
        self._is_told = kind_of(url) == "postgresql"
        self._ear = threading.Thread(target=self._hear, name="book-listener", daemon=True)

    def open(self) -> None:
        """Start following. Call it on the event loop that will be woken."""
        self._loop = asyncio.get_running_loop()
        if self._desk.unwitnessed:
            self._told(self._desk.unwitnessed)
        self._thread.start()
        if self._is_told:
            self._ear.start()

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        if self._loop is not None:
            await asyncio.to_thread(self._thread.join)
            if self._is_told:
                await asyncio.to_thread(self._ear.join)
        try:
            await asyncio.to_thread(self._threads.shutdown)
            await asyncio.to_thread(self._desk.close)
        finally:
            self._let_go()

    # Asking

    async def submit(self, link: str, asked: Sequence[Asked]) -> list[Reply]:
        """The answers of a link, once they are durable and the views here include them."""
        [answered] = await self.submit_together([(link, asked)])
        if isinstance(answered, StoreError):
            raise answered
        return answered

    async def submit_together(self, posts: Sequence[tuple[str, Sequence[Asked]]]) -> list[list[Reply] | StoreError]:
        """The answers of several links at once, as ``submit`` gives them, or why those of a link are not known."""
        if self.trouble:
            # No table should wait for a database that is known not to answer.
            raise StoreLost(self.trouble, hint="nothing was done; send it again")
        loop = asyncio.get_running_loop()
        answers = await loop.run_in_executor(self._threads, self._post_together, posts)
        for (link, _), answered in zip(posts, answers, strict=True):
            if isinstance(answered, StoreBroken):
                self._failed(link, answered.message)
            if isinstance(answered, StoreError):
                continue
            for reply in answered:
                if reply.code == "stopped":
                    self._failed(link, reply.detail)
            await self.until(link, max((reply.seq or 0 for reply in answered), default=0))
        return answers

    def _post_together(self, posts: Sequence[tuple[str, Sequence[Asked]]]) -> list[list[Reply] | StoreError]:
        return list(answers_of(hand_in(self._desk, posts, within=DEADLINE_SECONDS)))

    def _failed(self, link: str, why: str) -> None:
        """The writer of a link has stopped: say so everywhere, and try to open its book again until that works."""
        found = self.links.get(link)
        if found is not None and not found.stopped:
            found.stopped = why
            self._again.add(link)
            self.tell([link])

    def _try_again(self) -> None:
        """Open the books that have stopped, in a thread of its own: a view never waits for a writer."""
        if self._again and (self._trying is None or self._trying.done()):
            self._trying = self._threads.submit(self._open_again)

    def _open_again(self) -> None:
        for link in list(self._again):
            with contextlib.suppress(CroupierError):
                self.links[link].stopped = self._desk.open_again(link)
                self._again.discard(link)
        time.sleep(LOOK_ANYWAY_SECONDS)

    @property
    def desk(self) -> FrontDesk:
        """The front desk for threads of this process."""
        return self._desk

    def poster(self, link: str) -> Callable[[list[Asked]], list[Reply]]:
        """For threads that post by themselves, such as the one that hears sensors fall silent."""
        return lambda asked: self._post(link, asked)

    def _post(self, link: str, asked: Sequence[Asked]) -> list[Reply]:
        """The answers, wherever the link's writer lives; StoreError where they are not known."""
        return self._desk.submit(link, asked, within=DEADLINE_SECONDS).result()

    async def until(self, link: str, seq: int, seconds: float = 2.0) -> None:
        """Wait until the views include an entry, but not long: a slow display must not hold back an answer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self.watching(link) as news:
                self._wake.set()
                while (found := self.links.get(link)) is None or found.state.seq < seq:
                    news.clear()
                    self._wake.set()
                    await news.wait()

    async def caught_up(self, seconds: float = 2.0) -> None:
        """Wait until the views include everything that any process committed before now. People who were answered by
        another process then see here what they did. A book that cannot be read is shown as it was.
        """
        if self.is_away or self._loop is None or self._closing:
            return
        looked = self._loop.create_future()
        self._until_look.append((self._looks + 1, looked))
        self._wake.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await looked

    def _looked(self, look: int) -> None:
        """Wake those who waited for a read that began after they asked."""
        for number, looked in self._until_look:
            if number <= look and not looked.done():
                looked.set_result(None)
        self._until_look = [each for each in self._until_look if not each[1].done()]

    # Watching

    @asynccontextmanager
    async def watching(self, *links: str) -> AsyncIterator[asyncio.Event]:
        """An event that is set whenever something was committed, of these links or of any."""
        news = asyncio.Event()
        self._watchers[news] = frozenset(links)
        try:
            yield news
        finally:
            del self._watchers[news]

    def tell(self, changed: Collection[str] = ()) -> None:
        """Wake the watchers of these links, or all watchers: something outside the journal has changed. On the event
        loop only."""
        for each, links in self._watchers.items():
            if not changed or not links or not links.isdisjoint(changed):
                each.set()

    @property
    def age(self) -> float:
        """Seconds since the journal was last read."""
        return time.monotonic() - self.seen_at

    @property
    def is_away(self) -> bool:
        """Whether the database is known not to answer, so that nobody waits for it."""
        return bool(self.trouble) or self.age > AWAY_SECONDS

    def at_table(self, table: str) -> list[tuple[WatchedLink, LinkPlan, TablePlan]]:
        """The links that a table plays for, those whose plan is in force."""
        found = []
        for link in self.links.values():
            plan = link.state.plan
            placed = plan.table(table) if plan else None
            if plan and placed:
                found.append((link, plan, placed))
        return found

    def next_round(self, table: str) -> int:
        """The round of a table that is open or comes next, counted by all of its jackpots together."""
        return next_round([link.state for link, _, _ in self.at_table(table)], table)

    def roles(self, person: str) -> dict[str, str]:
        """Somebody's role on each link; on a link without a plan in force, by the plan that waits."""
        found = {}
        for name, link in self.links.items():
            plan = link.state.plan or (link.state.proposal.plan if link.state.proposal else None)
            role = plan.role(person) if plan else None
            if role:
                found[name] = role
        return found

    def name(self, person: str) -> str:
        """What the book calls somebody who is or was on one of its links; their id if no link names them."""
        states = [link.state for link in self.links.values()]
        waiting = {each.id: each.name for state in states if state.proposal for each in state.proposal.plan.people}
        found = [names_of(state) for state in states]
        return next((names[person] for names in found if person in names), waiting.get(person, person))

    # The thread that follows

    def _follow(self) -> None:
        while not self._closing:
            self._wake.wait(LOOK_ANYWAY_SECONDS if self._is_told else LOOK_SECONDS)
            self._wake.clear()
            before = self.trouble
            self._looks += 1
            try:
                if self._store is None:
                    self._store = self._opened()
                changed = self._look()
                self._try_again()
            except (CroupierError, OSError) as error:
                self.trouble = error.message if isinstance(error, CroupierError) else str(error)
                self._let_go()
                changed = set()
                time.sleep(min(1.0, LOOK_SECONDS * 5))
            if self._loop is None or self._closing:
                continue
            with contextlib.suppress(RuntimeError):  # the event loop has just ended
                if before != self.trouble:
                    self._loop.call_soon_threadsafe(self.tell)
                elif changed:
                    self._loop.call_soon_threadsafe(self.tell, changed)
                if self._until_look:
                    self._loop.call_soon_threadsafe(self._looked, self._looks)

    def _hear(self) -> None:
        """Read whenever the database announces a commit."""
        while not self._closing:
            store = self._store
            try:
                if store is None:
                    raise StoreLost("the journal cannot be read now")
                store.wait_for_commit(LOOK_ANYWAY_SECONDS / 2)
                self._wake.set()
            except (CroupierError, OSError):
                time.sleep(LOOK_SECONDS)  # the follower says what is wrong

    def _look(self) -> set[str]:
        """Read what was committed, including new links; returns the links that have changed."""
        assert self._store is not None
        changed = set()
        for name, head in self._store.heads().items():
            found = self.links.get(name)
            if found is None or not found.is_of(self._store):
                self.links = {**self.links, name: WatchedLink(self._store, name)}
                changed.add(name)
            elif found.catch_up(head):
                changed.add(name)
        self.trouble = ""
        self.seen_at = time.monotonic()
        return changed

    def _opened(self) -> Store:
        store = open_store(self.url)
        store.witness = witness_of(self.url)
        return store

    def _let_go(self) -> None:
        store, self._store = self._store, None
        if store is not None:
            with contextlib.suppress(StoreError):
                store.close()
