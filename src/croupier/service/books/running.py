"""The book that the house runs: requests go to its writers, views come from what was committed, both on threads of
their own. A commit of any process wakes whoever watches the link; its lock guards the state while entries are applied.
A lost database is tried again every second. Reports are read by a few threads, so that none keeps a table waiting."""

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, Literal, NamedTuple, TypeVar

from croupier.casino import floor, odds, posting
from croupier.casino.table_report import answers_of, hand_in, next_round
from croupier.errors import BadInput, CroupierError
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.reading import Display, Follower, names_of
from croupier.jackpot.book.recovery import fold, unsigned, why_stopped
from croupier.jackpot.entries import AwardRecord, Body, PeopleBody, Restated, Settled, read_body
from croupier.jackpot.journal import Entry, Head, Store, StoreBroken, StoreError, StoreLost
from croupier.jackpot.plan.link_plan import LinkPlan, TablePlan, is_of_play_tables
from croupier.jackpot.reports.alarms import Alarm, oddities_of
from croupier.jackpot.requests import Request
from croupier.people.logins import Logins
from croupier.records import Record
from croupier.service.problems import Refused
from croupier.stores import opening, witness

Name = Callable[[str], str]


class PageStanding(Record):
    """What a page must say about itself, and whether it may be worked."""

    notice: str
    mode: Literal["live", "preview", "demonstration"]
    may_act: bool
    why: str


def standing(plan: LinkPlan, demonstration: bool) -> PageStanding:
    """What a page about this plan must say, and whether it may be worked."""
    washington = plan.jurisdiction == "washington"
    mode: Literal["live", "preview", "demonstration"] = "preview" if washington else "live"
    if demonstration:
        mode = "demonstration"
    why = "A Washington plan is shown as a preview: nothing can be entered here." if washington else ""
    if is_of_play_tables(plan):
        why = "The house deals this play table itself: people can look at its jackpot, and change nothing."
    return PageStanding(
        notice=posting.NOT_APPROVED, mode=mode, may_act=mode != "preview" and not is_of_play_tables(plan), why=why
    )


LATELY = 2_000  # Entries that are read again when the house opens, for the earlier rounds.
KEPT_AWARDS = 5_000  # Awards whose table is remembered. It is bounded because a house runs for months.
KEPT = 60  # Entries that are kept for each table.


class Happened(NamedTuple):
    """One entry, for display."""

    seq: int
    at: int
    kind: str
    table: str
    round: int
    by: str
    second: str
    body: Body
    hash: str

    @property
    def request(self) -> Request | None:
        """What people asked for, where the entry is of people."""
        return self.body.req if isinstance(self.body, PeopleBody) else None

    @property
    def award(self) -> int | None:
        """The award that the request is about."""
        return getattr(self.request, "award", None)

    @property
    def awards(self) -> list[AwardRecord]:
        """What it awards."""
        return self.body.awards if isinstance(self.body, Settled | Restated) else []


def happened(entry: Entry) -> Happened:
    body = read_body(entry)
    request = body.req if isinstance(body, PeopleBody) else None
    table, number = (getattr(body, name, None) or getattr(request, name, None) for name in ("table", "round"))
    by, second = (request.by, request.second or "") if request else ("", "")
    return Happened(entry.seq, entry.at, entry.kind, table or "", number or 0, by, second, body, entry.hash)


class WatchedLink(Follower):
    """A follower that remembers what happened at each table."""

    def __init__(self, store: Store, link: str) -> None:
        self.lock = threading.RLock()
        self.lately: dict[str, deque[Happened]] = {}
        self._table_of_award: dict[int, tuple[str, int]] = {}
        self._mended: dict[str, int] = {}
        super().__init__(store, link)
        self._oddities = oddities_of(store, self.state)
        self._odds = odds.OddsWatch(store, self.state)
        self.stopped = why_stopped(store, self.state, self._head)
        """Why its writer accepts nothing, though the journal tells of no reason; empty while it does."""
        self.unsent = ""
        """Why the last checkpoint of the book did not leave the machine; empty if it did."""
        self._read_from = max(0, self.state.seq - LATELY)
        for entry in store.entries(link, after=self._read_from, to=self.state.seq):
            self._note(entry)

    def catch_up(self, head: Head | None = None) -> int:
        """Read first, then apply, so that readers of the state never wait for the database."""
        head = head or self._store.head(self._link)
        before = self._head.seq
        entries = list(self._store.entries(self._link, after=before, to=head.seq)) if head.seq > before else []
        with self.lock:
            if entries:
                self._head, _ = fold(self.state, entries, self._head.hash)
                self._oddities.day = self._oddities.day or self.state.day  # it went live just now
                for entry in entries:
                    self._note(entry)
                    self._oddities.note(entry)
                    self._odds.note(entry)
            self.seen_at = time.monotonic()
        if entries:
            self.stopped = unsigned(self._store, self.state, self._head)  # a writer who signs them is not stopped
        return len(entries)

    @property
    def display(self) -> Display:
        """What the tables show, and that no wagers are taken while the writer has stopped."""
        shown = super().display
        return shown.stopped() if self.stopped else shown

    @property
    def odd(self) -> list[Alarm]:
        """What was odd on days that nobody has closed yet, as alarms; under the lock."""
        return [*self._oddities.not_confirmed(self.state), *self._odds.alarms(self.state)]

    def table(self, table: str) -> list[Happened]:
        """What happened at a table lately, the last first."""
        return list(reversed(self.lately.get(table, ())))

    def mended(self, what: str) -> int:
        """The entry that last ended a stop of the ``link`` or of a ``table X``, or ``seized`` funds or gave them back.
        Where it is older than what was read, that stands in: people may be asked twice, no stop passes for another."""
        return self._mended.get(what, self._read_from)

    def _note(self, kept: Entry) -> None:
        entry = happened(kept)
        if entry.kind == "clear":
            self._mended[f"table {entry.table}" if entry.table else "link"] = entry.seq
        elif entry.kind in ("seize", "release"):  # a second court order is news even if the first has not ended
            self._mended["seized"] = entry.seq
        for award in entry.awards:
            self._table_of_award[award.no] = (entry.table, entry.round)
        while len(self._table_of_award) > KEPT_AWARDS:
            del self._table_of_award[next(iter(self._table_of_award))]
        if not entry.table and entry.award is not None:
            table, number = self._table_of_award.get(entry.award, ("", 0))
            entry = entry._replace(table=table, round=number)
        if entry.table:
            self.lately.setdefault(entry.table, deque(maxlen=KEPT)).append(entry)


LOOK_SECONDS = 0.2
"""How often the journal is looked at for commits of other processes; those of this one are seen at once."""
LOOK_ANYWAY_SECONDS = 1.0  # The same where the database announces every commit of any process at once.
AWAY_SECONDS = 3.0
DEADLINE_SECONDS = 10.0  # A request that waited longer is no longer decided.
MOST_ASKING = 32  # Threads in which requests wait for their commit.


Place = tuple[WatchedLink, LinkPlan, TablePlan]  # A jackpot as one of its tables sees it.


class RunningBook:
    """One book, from ``open`` to ``close``."""

    def __init__(self, url: str, told: Callable[[str], None]) -> None:
        self.url = url
        self.logins: Logins = floor.logins_of(url)
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
        self._file = self._file_now()
        """The book's own file: the writers go on in the one that was opened, whatever takes its name."""
        self._look()
        self.desk = floor.FrontDesk(url, told=told)
        """The front desk for threads of this process."""
        self._told = told
        self._thread = threading.Thread(target=self._follow, name="book-follower", daemon=True)
        self._is_told = opening.kind_of(url) == "postgresql"
        self._ear = threading.Thread(target=self._hear, name="book-listener", daemon=True)

    def open(self) -> None:
        """Start following. Call it on the event loop that will be woken."""
        self._loop = asyncio.get_running_loop()
        if self.desk.unwitnessed:
            self._told(self.desk.unwitnessed)
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
            await asyncio.to_thread(self.desk.close)
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
        answers = await loop.run_in_executor(
            self._threads, lambda: list(answers_of(hand_in(self.desk, posts, within=DEADLINE_SECONDS)))
        )
        for (link, _), answered in zip(posts, answers, strict=True):
            if isinstance(answered, StoreBroken):
                self._failed(link, answered.message)
            if isinstance(answered, StoreError):
                continue
            for reply in answered:
                if reply.code == "stopped":
                    self._failed(link, reply.detail)
        if any(reply.seq for answered in answers if not isinstance(answered, StoreError) for reply in answered):
            await self.caught_up()
        return answers

    def _failed(self, link: str, why: str) -> None:
        """The writer of a link has stopped: say so everywhere, and try to open its book again until that works."""
        watched = self.links.get(link)
        if watched is not None and not watched.stopped:
            watched.stopped = why
            self._again.add(link)
            self.tell([link])

    def _open_again(self) -> None:
        """Open the books that have stopped, in a thread of its own: a view never waits for a writer."""
        for link in list(self._again):
            with contextlib.suppress(CroupierError):
                self.links[link].stopped = self.desk.open_again(link)
                self._again.discard(link)
        time.sleep(LOOK_ANYWAY_SECONDS)

    def poster(self, link: str) -> Callable[[list[Asked]], list[Reply]]:
        """For threads that post by themselves: the answers, wherever the link's writer lives."""
        return lambda asked: self.desk.submit(link, asked, within=DEADLINE_SECONDS).result()

    async def caught_up(self, seconds: float = 2.0) -> None:
        """Wait until the views include all that any process committed before now, so that people see here what they did
        there. Not for long: a slow display must not hold back an answer."""
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
        self._until_look = [waiting for waiting in self._until_look if not waiting[1].done()]

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
        """Wake the watchers of these links, or all: something outside the journal changed. On the event loop only."""
        for watcher, links in self._watchers.items():
            if not changed or not links or not links.isdisjoint(changed):
                watcher.set()

    @property
    def age(self) -> float:
        """Seconds since the journal was last read."""
        return time.monotonic() - self.seen_at

    @property
    def is_away(self) -> bool:
        """Whether the database is known not to answer, so that nobody waits for it."""
        return bool(self.trouble) or self.age > AWAY_SECONDS

    @property
    def places(self) -> list[Place]:
        """Every table of every link, by the plans in force."""
        return [
            (link, plan, table) for link in self.links.values() if (plan := link.state.plan) for table in plan.tables
        ]

    def at_table(self, table: str, only: str | None = None) -> list[Place]:
        """The same for one table: every link that it plays for, or the one that is named."""
        found = [(link, plan, plan.table(table)) for link in self.links.values() if (plan := link.state.plan)]
        return [(link, plan, placed) for link, plan, placed in found if placed and only in (None, plan.id)]

    def next_round(self, table: str) -> int:
        """The round of a table that is open or comes next, counted by all of its jackpots together."""
        return next_round([link.state for link, _, _ in self.at_table(table)], table)

    def roles(self, person: str) -> dict[str, str]:
        """Somebody's role on each link; on a link without a plan in force, by the plan that waits."""
        roles = {}
        for name, link in self.links.items():
            plan = link.state.plan or (link.state.proposal.plan if link.state.proposal else None)
            role = plan.role(person) if plan else None
            if role:
                roles[name] = role
        return roles

    def name(self, person: str) -> str:
        """What the book calls somebody who is or was on one of its links; their id if no link names them."""
        states = [link.state for link in self.links.values()]
        waiting = {
            member.id: member.name for state in states if state.proposal for member in state.proposal.plan.people
        }
        by_link = [names_of(state) for state in states]
        return next((names[person] for names in by_link if person in names), waiting.get(person, person))

    # The thread that follows

    def _follow(self) -> None:
        while not self._closing:
            self._wake.wait(LOOK_ANYWAY_SECONDS if self._is_told else LOOK_SECONDS)
            self._wake.clear()
            before = self.trouble
            self._looks += 1
            try:
                self._check_file()
                if self._store is None:
                    self._store = self._opened()
                changed = self._look()
                if self._again and (self._trying is None or self._trying.done()):
                    self._trying = self._threads.submit(self._open_again)
                unsent = self.desk.unpublished
                for link in self.links.values():
                    link.unsent = unsent
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
            watched = self.links.get(name)
            if watched is None or watched.store is not self._store:  # a store that was lost is another one
                self.links = {**self.links, name: WatchedLink(self._store, name)}
                changed.add(name)
            elif watched.catch_up(head):
                changed.add(name)
        self.trouble = ""
        self.seen_at = time.monotonic()
        return changed

    def _file_now(self) -> tuple[int, int] | None:
        """What the book's address names now; None for a database, which is no file of ours."""
        if opening.kind_of(self.url) != "sqlite":
            return None
        status = opening.sqlite_path(self.url).stat()
        return status.st_dev, status.st_ino

    def _check_file(self) -> None:
        """StoreBroken once another file has taken the book's name: what is written now would go into the lost one."""
        if self._file_now() != self._file:
            raise StoreBroken(
                "the book's file was replaced under this house: nothing is taken any more",
                hint="stop the house, look which of the two files is the book, and start it on that one",
            )

    def _opened(self) -> Store:
        store = opening.open_store(self.url)
        store.witness = witness.witness_of(self.url)
        return store

    def _let_go(self) -> None:
        store, self._store = self._store, None
        if store is not None:
            with contextlib.suppress(StoreError):
                store.close()


READERS: Final = 3
MOST_WAITING: Final = 12  # Reads that may wait for a thread; one more is refused, and says when to come back.
RETRY_SECONDS: Final = 2
Found = TypeVar("Found")


class ReportThreads:
    """The reading threads of one house."""

    def __init__(self, threads: int = READERS, waiting: int = MOST_WAITING) -> None:
        self._threads = ThreadPoolExecutor(threads, "office")
        self._free = threading.BoundedSemaphore(threads + waiting)

    async def read(self, look: Callable[[], Found]) -> Found:
        """The result of ``look``, run in a thread; Refused if too many are waiting."""
        if not self._free.acquire(blocking=False):
            hint = f"ask again in {RETRY_SECONDS} seconds"
            raise Refused(503, "office_busy", "too many reports are being made", hint=hint, retry_after=RETRY_SECONDS)
        job = self._threads.submit(look)
        # A caller that stops waiting does not free the thread. It is counted until it is done.
        job.add_done_callback(lambda _: self._free.release())
        return await asyncio.wrap_future(job)
