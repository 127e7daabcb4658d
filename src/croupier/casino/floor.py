"""A casino's books joined with its games: a store, the links in it, and the software that runs them. A table's game is
played by the rules that its plan carries, whatever rulebook is installed."""

import os
import sys
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier import catalogue
from croupier.cards.shuffle import RandomSource, SystemSource
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.jackpot.book.book import Clock, JackpotBook
from croupier.jackpot.book.reading import closed_days, plans_beside, read_state
from croupier.jackpot.book.recovery import Identity, barred
from croupier.jackpot.checkpoints import Note, is_key, read_notes
from croupier.jackpot.journal import EmptyBook, NoBook, Store, StoreBroken, StoreError, canonical
from croupier.jackpot.kinds.link import Barred
from croupier.jackpot.plan.checking import Layout
from croupier.jackpot.plan.link_plan import CarriedRules, LinkPlan, carry_rules, under_carried_rules
from croupier.jackpot.plan.link_rules import check_floor
from croupier.jackpot.state import LinkState
from croupier.people.access_log import access_log_of
from croupier.people.logins import Logins, login_place
from croupier.people.permissions import Roles
from croupier.play.game import Game
from croupier.rulebook.book import Book
from croupier.rulebook.configuration import configure
from croupier.software import software_hash
from croupier.stores.opening import open_store
from croupier.stores.private_files import read_text
from croupier.stores.witness import Places, witness_of

if TYPE_CHECKING:
    from croupier.jackpot.audit.whole import Proofs


def on_stderr(note: str) -> None:
    """Tell whoever watches."""
    line = f"croupier: {note}"
    try:
        columns = os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        columns = 0
    lines = textwrap.wrap(line, columns, subsequent_indent="  ", break_long_words=False) if columns else [line]
    sys.stderr.write("\n".join(lines) + "\n")


def load_layout(layout: Layout) -> Game:
    """The game that a table plays, by the rules that a plan carries; where they are today's, it is remembered."""
    if isinstance(layout, str):
        return _load(catalogue.book(), layout)
    if is_of_today(layout):
        return _load(catalogue.book(), layout.game)
    return catalogue.load(under_carried_rules(configure(catalogue.book(), layout.game), layout))


def is_of_today(carried: CarriedRules) -> bool:
    """Whether the rulebook that is installed says the same as the plan."""
    configuration = _load(catalogue.book(), carried.game).configuration
    if carried.wager not in configuration.tables:
        return False
    return canonical(vars(carry_rules(configuration, carried.wager))) == canonical(vars(carried))


@lru_cache(256)
def _load(_book: Book, spec: str) -> Game:
    """By the book that is open: a test may open another."""
    return catalogue.load(spec)


def identity() -> Identity:
    """What is running: the software and the rulebook."""
    return Identity(software_hash(), catalogue.book().hash)


def wall_clock() -> int:
    """Milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def link_names(store: Store, link: str | None = None) -> list[str]:
    """The links of a book: the one named, or all of them."""
    names = store.links()
    if link is None:
        if not names:
            raise BadInput("the book holds no link yet", hint="croupier jackpot propose PLAN BOOK --by NAME")
        return names
    if link not in names:
        raise UnknownName("link", link, names, note="the book holds no link yet" if not names else None)
    return [link]


def one_link(store: Store, link: str | None = None) -> str:
    """The link named, or the only one."""
    names = link_names(store, link)
    if len(names) > 1:
        raise BadInput(f"the book holds {len(names)} links", hint=f"name one: --link {' or --link '.join(names)}")
    return names[0]


@contextmanager
def opened(url: str, *, create: bool = False, write: bool = False) -> Iterator[Store]:
    """A store with its checkpoints, closed at the end; only a writer needs the key that signs new ones."""
    store = open_store(url, create=create)
    witness = store.witness = witness_of(url, sign=write)
    try:
        yield store
    finally:
        store.close()
        if witness:
            witness.close()


@contextmanager
def opened_for_inquiry(url: str) -> Iterator[tuple[Store, list[str]]]:
    """A store for the audit, with what is wrong with it at first sight: a book that may not be used can be read."""
    wrong: list[str] = []
    try:
        store = open_store(url)
    except StoreBroken as problem:
        wrong.append(problem.message)
        try:
            store = open_store(url, check=False)
            store.links()
        except StoreError:
            raise problem from None
    try:
        yield store, wrong
    finally:
        store.close()


def proofs_of(url: str, files: Sequence[str] = (), key: str | None = None, accepted: Sequence[str] = ()) -> "Proofs":
    """What the audit compares a book with: the checkpoints named, else those that lie beside it."""
    from croupier.jackpot.audit.whole import Proofs  # every command of a book loads this module, and few audit

    if key is not None and not is_key(key):
        raise BadInput(
            f"--key {key[:80]} is not a public key", hint="as the journal announces it: name+8 digits+44 letters"
        )
    beside = Places(url).file
    places = [Path(each) for each in files] or ([beside] if beside and beside.exists() else [])
    notes: list[Note] = []
    for place in places:
        found = list(read_notes(read_text(place).splitlines(keepends=True)))
        if not found and files:
            raise BadInput(
                f"{place} holds no checkpoint", hint="a file of signed notes, as a book writes to BOOK.anchors"
            )
        notes += found
    return Proofs(tuple(dict.fromkeys(notes)), key, tuple(accepted))


def book_of(
    store: Store,
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
def open_book(store: Store, link: str, clock: Clock = wall_clock) -> Iterator[JackpotBook]:
    """A link's book for a moment, without a front desk. It pushes aside any other writer."""
    book = book_of(store, link, clock=clock)
    try:
        yield book
    finally:
        book.close()


def prover(store: Store) -> Callable[[LinkPlan], None]:
    """Holds a plan to the rules: of its own link, and of the tables that it shares with other links of the book."""

    def prove(plan: LinkPlan) -> None:
        # Only a plan is proved; posting a wager must not load the exact engine.
        from croupier.casino.proofs import prove_link

        check_floor(plan, plans_beside(store, plan.id))
        prove_link(plan)

    return prove


class ProposedPlan(NamedTuple):
    """A plan that is waiting for approval."""

    plan: LinkPlan
    hash: str
    in_force: LinkPlan | None
    approved: LinkPlan | None  # One that was approved before and has not taken effect; None where none waits.


def waiting_plan(store: Store, link: str, hash: str = "") -> ProposedPlan:
    """The plan that is waiting for approval; ``hash`` may be the beginning of what must wait."""
    state = read_state(store, link)
    proposal = state.proposal
    if proposal is None:
        raise BadInput(
            f"link {link}: no proposed plan is waiting for approval",
            hint="croupier jackpot propose PLAN BOOK --by NAME",
        )
    if not proposal.hash.startswith(hash):
        raise CheckFailed(f"link {link}: the plan that waits is {proposal.hash}, not {hash}")
    return ProposedPlan(proposal.plan, proposal.hash, state.plan, state.waiting)


def why_stopped(store: Store, link: str) -> Barred | None:
    """Why a link would open stopped; nothing is claimed or written."""
    return barred(store, read_state(store, link), store.head(link), identity())


def is_closed(store: Store, state: LinkState, day: str) -> bool:
    """Whether a gambling day of the link was closed before."""
    for each in closed_days(store, state):
        if each.day <= day:
            return each.day == day
    return False


def logins_of(url: str | Path) -> Logins:
    """The people of a book, with the roles that its plans in force give them."""
    return Logins(login_place(url), access_log_of(url), lambda: roles_of(url), lambda: tables_of(url))


def roles_of(url: str | Path) -> tuple[Roles, ...]:
    """The roles on each link whose plan is in force; nothing where the book is still being made."""
    return tuple({person.id: person.role for person in plan.people} for plan in _plans_in_force(url))


def tables_of(url: str | Path) -> frozenset[str]:
    """Every table of a link whose plan is in force."""
    return frozenset(table.id for plan in _plans_in_force(url) for table in plan.tables)


def _plans_in_force(url: str | Path) -> list[LinkPlan]:
    try:
        with opened(str(url)) as store:
            plans = [read_state(store, name).plan for name in store.links()]
    except (NoBook, EmptyBook):
        return []
    return [plan for plan in plans if plan]
