"""A casino's books joined with its games, and the front desk that takes requests to them.

A table's game is played by the rules that its plan carries, whatever rulebook is installed. A request of this process
is decided here or handed to the process on duty for its link. The first to ask takes the duty; if it is gone, the next
one to ask takes its place within seconds. Asking never pushes anybody aside: taking a link from a process that still
runs is a separate act.
"""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final
from uuid import uuid4

from croupier import catalogue, software
from croupier.cards.shuffle import RandomSource, SystemSource
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.jackpot import journal
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book import answers, reading, writer
from croupier.jackpot.book.book import Clock, ClockAhead, JackpotBook, Reply
from croupier.jackpot.book.recovery import Identity, barred
from croupier.jackpot.kinds.link import Barred
from croupier.jackpot.plan.checking import Layout
from croupier.jackpot.plan.link_plan import LinkPlan, carry_rules, check_floor, under_carried_rules
from croupier.jackpot.state import LinkState, Proposal
from croupier.people import logins, permissions
from croupier.people.access_log import access_log_of
from croupier.play.game import Game
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import configure
from croupier.stores import desks, opening
from croupier.stores.witness import Places, Seal, witness_of


def on_stderr(note: str) -> None:
    """Tell whoever watches."""
    sys.stderr.write(f"croupier: {note}\n")


def load_layout(layout: Layout) -> Game:
    """The game that a table plays, by the rules that a plan carries; where they are today's, it is remembered."""
    book = catalogue.book()
    if isinstance(layout, str):
        return _load(book, layout)
    today = _load(book, layout.game)
    if layout.wager in today.configuration.tables:
        carried = carry_rules(today.configuration, layout.wager)
        if journal.canonical(vars(carried)) == journal.canonical(vars(layout)):
            return today
    return catalogue.load(under_carried_rules(configure(book, layout.game), layout))


@lru_cache(256)
def _load(_book: Book, spec: str) -> Game:
    """By the book that is open: a test may open another."""
    return catalogue.load(spec)


def identity() -> Identity:
    """What is running: the software and the rulebook."""
    return Identity(software.software_hash(), catalogue.book().hash)


def wall_clock() -> int:
    """Milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def link_names(store: journal.Store, link: str | None = None) -> list[str]:
    """The links of a book: the one named, or all of them."""
    names = store.links()
    if link is None:
        if not names:
            raise BadInput("the book holds no link yet", hint="croupier jackpot propose PLAN BOOK --by NAME")
        return names
    if link not in names:
        raise UnknownName("link", link, names, note="the book holds no link yet" if not names else None)
    return [link]


def one_link(store: journal.Store, link: str | None = None) -> str:
    """The link named, or the only one."""
    names = link_names(store, link)
    if len(names) > 1:
        raise BadInput(f"the book holds {len(names)} links", hint=f"name one: --link {' or --link '.join(names)}")
    return names[0]


@contextmanager
def opened(url: str, *, create: bool = False, write: bool = False) -> Iterator[journal.Store]:
    """A store with its checkpoints, closed at the end; only a writer needs the key that signs new ones."""
    store = opening.open_store(url, create=create)
    witness = store.witness = witness_of(url, sign=write)
    try:
        yield store
    finally:
        store.close()
        if witness:
            witness.close()


def book_of(
    store: journal.Store,
    link: str,
    source: RandomSource | None = None,
    clock: Clock = wall_clock,
    running: Identity | None = None,
    told: Callable[[str], None] = on_stderr,
) -> JackpotBook:
    """A link's book for posting: claimed, checked, its start written down; every writer before it is fenced. ``told``
    hears what people should know, such as a snapshot that was not believed."""
    book = JackpotBook.open(
        store,
        link,
        load_layout,
        source or SystemSource(),
        clock,
        running or identity(),
        prover(store),
        # A clock that never jumps, beside the real one; a made-up clock is not compared with it.
        (lambda: time.monotonic_ns() // 1_000_000) if clock is wall_clock else None,
    )
    for note in filter(None, (book.note, book.link.barred and book.link.barred.in_words)):
        told(f"link {link}: {note}")
    return book


@contextmanager
def open_book(store: journal.Store, link: str, clock: Clock = wall_clock) -> Iterator[JackpotBook]:
    """A link's book for a moment, without a front desk. It pushes aside any other writer."""
    book = book_of(store, link, clock=clock)
    try:
        yield book
    finally:
        book.close()


def prover(store: journal.Store) -> Callable[[LinkPlan], None]:
    """Holds a plan to the rules: of its own link, and of the tables that it shares with other links of the book."""

    def prove(plan: LinkPlan) -> None:
        # Only a plan is proved; posting a wager must not load the exact engine.
        from croupier.casino.proofs import prove_link

        check_floor(plan, reading.plans_beside(store, plan.id))
        prove_link(plan)

    return prove


def waiting_plan(store: journal.Store, link: str, hash: str = "") -> tuple[Proposal, LinkState]:
    """The plan that is waiting for approval, and the state it would change; ``hash`` may be the beginning of what must
    wait."""
    state = reading.read_state(store, link)
    if state.proposal is None:
        raise BadInput(
            f"link {link}: no proposed plan is waiting for approval",
            hint="croupier jackpot propose PLAN BOOK --by NAME",
        )
    if not state.proposal.hash.startswith(hash):
        raise CheckFailed(f"link {link}: the plan that waits is {state.proposal.hash}, not {hash}")
    return state.proposal, state


def why_stopped(store: journal.Store, link: str) -> Barred | None:
    """Why a link would open stopped; nothing is claimed or written."""
    return barred(store, reading.read_state(store, link), store.head(link), identity())


def logins_of(url: str | Path) -> logins.Logins:
    """The people of a book, with the roles that its plans in force give them."""
    return logins.Logins(logins.login_place(url), access_log_of(url), lambda: roles_of(url), lambda: tables_of(url))


def roles_of(url: str | Path) -> tuple[permissions.Roles, ...]:
    """The roles on each link whose plan is in force; nothing where the book is still being made."""
    return tuple({person.id: person.role for person in plan.people} for plan in _plans_in_force(url))


def tables_of(url: str | Path) -> frozenset[str]:
    """Every table of a link whose plan is in force."""
    return frozenset(table.id for plan in _plans_in_force(url) for table in plan.tables)


def _plans_in_force(url: str | Path) -> list[LinkPlan]:
    try:
        with opened(str(url)) as store:
            plans = [reading.read_state(store, name).plan for name in store.links()]
    except (journal.NoBook, journal.EmptyBook):
        return []
    return [plan for plan in plans if plan]


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
        limits: writer.QueueLimits = writer.DEFAULT_LIMITS,
        told: Callable[[str], None] = on_stderr,
    ) -> None:
        self._url = url
        self._told = told
        self.store = opening.open_store(url, create=create)  # For reading; a new object after the store was lost.
        self._witness = self.store.witness = witness_of(url, sign=True)
        self._duty = duty_of(url)
        self._held: set[str] = set()
        self._taking = threading.Lock()

        self.sources: dict[str, RandomSource] = {}  # By link, where drawn pays come from if they are committed to.

        def open_book(link: str) -> JackpotBook:
            return book_of(self.store, link, self.sources.get(link, source), clock, running, told)

        self._writer = writer.Writer(open_book, limits, open_again=self._open_again, keep=self._keep)
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

    def hold(self, link: str, *, over: bool = False) -> answers.Holder | None:
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

    def display(self, link: str) -> reading.Display:
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
            except (answers.NobodyThere, journal.StoreBusy, journal.StoreLost, journal.Fenced) as error:
                problem = problem or error.message
            if left <= 0:
                raise journal.StoreBusy(
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
        with contextlib.suppress(journal.StoreError):
            is_ours = link in self._writer.links and self._writer.book(link).is_held(self.store)
            return is_ours and self._duty.take(link) is None
        return False

    def _open_again(self) -> None:
        """A store that has failed may no longer be usable."""
        again = opening.open_store(self._url)
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


def duty_of(url: str) -> answers.Duty:
    """The duty of a book: a lock and a socket beside a file, leases and a queue in a database."""
    if opening.kind_of(url) != "postgresql":
        return desks.SocketDuty(opening.sqlite_path(url).resolve(), _name(), Seal(Places(url).key))
    from croupier.stores.queue_desk import QueueDuty

    return QueueDuty(url, _name(), Seal(Places(url).key))


def _name() -> str:
    """What others are told of this process; no two have the same name."""
    host = os.uname().nodename[:64] if hasattr(os, "uname") else "this machine"
    return f"process {os.getpid()} on {host} ({uuid4().hex[:8]})"
