"""A casino's books joined with its games: a store, the links in it, and the software that runs them.

The library of ``jackpot`` knows no store and no clock; here both are given to it, with the operating system's random
source and the identity of what is running.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from croupier import catalogue
from croupier.cards.shuffle import Source, SystemSource
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.jackpot.book import Book, Clock, Identity, Reply, recover
from croupier.jackpot.journal import Snapshot, Store, StoreBroken, StoreError
from croupier.jackpot.link import plan_hash
from croupier.jackpot.plan import LinkPlan, plan_to_json
from croupier.jackpot.reading import read_state
from croupier.jackpot.state import State, to_text
from croupier.stores.opening import open_store
from croupier.workbench.jackpots import prove_link

PACKAGE = Path(__file__).parent.parent


@cache
def software_hash() -> str:
    """SHA-256 over every source and data file of the package: another byte is other software."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in (".py", ".toml") and path.is_file():
            content = path.read_bytes()
            digest.update(f"{path.relative_to(PACKAGE).as_posix()}\n{len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


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
def opened(url: str, *, create: bool = False) -> Iterator[Store]:
    """A store that is let go of at the end."""
    store = open_store(url, create=create)
    try:
        yield store
    finally:
        store.close()


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


@contextmanager
def open_book(
    store: Store, link: str, *, source: Source | None = None, clock: Clock = wall_clock, running: Identity | None = None
) -> Iterator[Book]:
    """A link's book for posting: claimed, checked, its start written down. Every writer before it is fenced."""
    book = Book.open(store, link, catalogue.load, source or SystemSource(), clock, running or identity(), prove_link)
    try:
        yield book
    finally:
        book.close()


def keep_snapshots(url: str) -> None:
    """Fold every link of a restored book once, so that its next start is quick."""
    with opened(url) as store:
        for name in store.links():
            state, head, _ = recover(store, name)
            store.save_snapshot(name, Snapshot(head.seq, head.hash, to_text(state)))


class Posted(NamedTuple):
    """One request to one link, and its answer."""

    link: str
    reply: Reply
    plan: LinkPlan | None = None


def propose(store: Store, plans: dict[str, LinkPlan], by: str) -> Iterator[Posted]:
    """Put the plan of each link forward; a link that runs under just this plan is left alone."""
    for name, plan in plans.items():
        state = read_state(store, name) if name in store.links() else State(name)
        if state.plan == plan and state.waiting is None:
            yield Posted(name, Reply("", "exists", "this very plan is in force"), plan)
            continue
        with open_book(store, name) as book:
            request = {"do": "propose", "by": by, "plan": plan_to_json(plan)}
            yield Posted(name, _post(book, "propose", request), plan)


def accept(store: Store, link: str, by: str, hash: str = "") -> Posted:
    """Approve the plan that waits, as the second person; ``hash`` may be the beginning of what must wait."""
    state = read_state(store, link)
    waiting = state.proposal
    if waiting is None:
        raise BadInput(
            f"link {link}: no plan waits for its second person", hint="croupier jackpot propose PLAN BOOK --by NAME"
        )
    if not waiting.hash.startswith(hash):
        raise CheckFailed(f"link {link}: the plan that waits is {waiting.hash}, not {hash}")
    with open_book(store, link) as book:
        request = {"do": "accept", "by": by, "plan": waiting.hash}
        return Posted(link, _post(book, "accept", request), waiting.plan)


def close_day(store: Store, link: str, day: str, by: str) -> Reply:
    """Close the gambling day of one link; said twice, it is closed once."""
    with open_book(store, link) as book:
        return book.post({"id": f"close:{day}", "do": "close_day", "day": day, "by": by})


def waiting_plan(store: Store, link: str) -> tuple[LinkPlan, str, str] | None:
    """The plan that waits for its second person, its hash and who put it forward."""
    proposal = read_state(store, link).proposal
    return (proposal.plan, plan_hash(proposal.plan), proposal.by) if proposal else None


def _post(book: Book, what: str, request: dict[str, Any]) -> Reply:
    """A request of this process: its id names the entry that it would be."""
    return book.post({"id": f"{what}:{book.state.seq + 1}", **request})
