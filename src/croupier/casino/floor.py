"""A casino's books joined with its games: a store, the links in it, and the software that runs them.

The library of ``jackpot`` knows no store and no clock; here both are given to it, with the operating system's random
source and the identity of what is running.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from croupier import catalogue
from croupier.cards.shuffle import RandomSource, SystemSource
from croupier.casino.rules_of_the_day import load_layout
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.jackpot.actors import Actor
from croupier.jackpot.audit.whole import Proofs
from croupier.jackpot.book.barring import Barred, barred
from croupier.jackpot.book.book import Clock, JackpotBook, Reply
from croupier.jackpot.book.identity import Identity
from croupier.jackpot.book.reading import closed_days, read_state
from croupier.jackpot.checkpoints import Note, Signer, is_key, read_notes
from croupier.jackpot.journal import Store, StoreBroken, StoreError
from croupier.jackpot.plan.link_plan import LinkPlan, plan_to_json
from croupier.jackpot.plan.link_rules import check_floor
from croupier.jackpot.plan.play_chips import check_currency
from croupier.jackpot.state import LinkState
from croupier.solving.software import software_hash
from croupier.stores.opening import open_store
from croupier.stores.private_files import make_private, read_text
from croupier.stores.witness import Places, next_key, read_key, witness_of


def identity() -> Identity:
    """What is running: the software and the rulebook."""
    return Identity(software_hash(), catalogue.book().hash)


def wall_clock() -> int:
    """Milliseconds since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def steady_clock(clock: Clock) -> Clock | None:
    """A clock that never jumps, beside the real one; a clock that somebody made up is not held against it."""
    return (lambda: time.monotonic_ns() // 1_000_000) if clock is wall_clock else None


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
    """A store with its checkpoints, let go of at the end; only who writes to it needs the key that signs new ones."""
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


def proofs_of(url: str, files: Sequence[str] = (), key: str | None = None) -> Proofs:
    """What the audit holds a book against: the checkpoints named, else those that lie beside it."""
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
    return Proofs(tuple(dict.fromkeys(notes)), key)


def _on_stderr(note: str) -> None:
    sys.stderr.write(f"croupier: {note}\n")


@contextmanager
def open_book(
    store: Store,
    link: str,
    *,
    source: RandomSource | None = None,
    clock: Clock = wall_clock,
    running: Identity | None = None,
    told: Callable[[str], None] = _on_stderr,
) -> Iterator[JackpotBook]:
    """A link's book for posting: claimed, checked, its start written down. Every writer before it is fenced.

    ``told`` hears what people should know: a snapshot that was not believed, a book that opened stopped.
    """
    book = JackpotBook.open(
        store,
        link,
        load_layout,
        source or SystemSource(),
        clock,
        running or identity(),
        prover(store),
        steady_clock(clock),
    )
    for note in filter(None, (book.note, book.link.barred and book.link.barred.why)):
        told(f"link {link}: {note}")
    try:
        yield book
    finally:
        book.close()
        if book.unpublished:
            told(f"link {link}: {book.unpublished}")


def prover(store: Store) -> Callable[[LinkPlan], None]:
    """Holds a plan to the rules: of its own link, and of the tables that it shares with other links of the book."""

    def prove(plan: LinkPlan) -> None:
        # Only a plan is proved; posting a wager must not load the exact engine.
        from croupier.casino.proofs import prove_link

        found = [read_state(store, name).plan for name in store.links() if name != plan.id]
        others = [other for other in found if other]
        check_currency(plan, others)
        check_floor(plan, others)
        prove_link(plan)

    return prove


class Posted(NamedTuple):
    """One request to one link, and its answer."""

    link: str
    reply: Reply
    plan: LinkPlan
    in_force: LinkPlan | None
    """The plan that the link ran under when it was asked."""


class Waiting(NamedTuple):
    """A plan that is waiting for approval."""

    plan: LinkPlan
    hash: str
    in_force: LinkPlan | None


def propose(store: Store, plans: dict[str, LinkPlan], by: Actor) -> Iterator[Posted]:
    """Put the plan of each link forward; a link that runs under just this plan is left alone."""
    for name, plan in plans.items():
        state = read_state(store, name) if name in store.links() else LinkState(name)
        # Who joins and leaves has entries of its own, so the people of a file count for a new link alone.
        if state.plan and state.plan == replace(plan, people=state.plan.people) and state.waiting is None:
            yield Posted(name, Reply("", "exists", "this very plan is in force"), plan, state.plan)
            continue
        with open_book(store, name) as book:
            request = {"do": "propose", "plan": plan_to_json(plan)}
            yield Posted(name, _post(book, request, by), plan, state.plan)


def has_proposal(store: Store, link: str) -> bool:
    """Whether a plan of the link is waiting for approval."""
    return read_state(store, link).proposal is not None


def waiting_plan(store: Store, link: str, hash: str = "") -> Waiting:
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
    return Waiting(proposal.plan, proposal.hash, state.plan)


def accept(store: Store, link: str, by: Actor, hash: str) -> Reply:
    """Approve the plan of this hash, as the second person; another one that waits by now is not approved."""
    with open_book(store, link) as book:
        return _post(book, {"do": "accept", "plan": hash}, by)


def close_day(store: Store, link: str, day: str, by: Actor) -> Reply:
    """Close the gambling day of one link."""
    with open_book(store, link) as book:
        return _post(book, {"do": "close_day", "day": day}, by)


def new_key(store: Store, url: str, by: Actor, second: Actor) -> Iterator[tuple[str, Reply]]:
    """Announce a new signing key on every link, in the name of the present one, and sign with it from then on.

    The new key lies beside the old one until all links have announced it, so a crash in between loses neither.
    """
    place, witness = Places(url).key, store.witness
    if place is None or witness is None or not witness.signers:
        raise BadInput("this book has no key to announce another with", hint="CROUPIER_ANCHORS and CROUPIER_KEY")
    waiting = next_key(place)
    if not waiting.exists():
        make_private(waiting, Signer.generate().to_pem())
    old, new = witness.signers[0], read_key(waiting)
    witness.signers = [old, new]
    announced = 0
    names = store.links()
    for name in names:
        with open_book(store, name) as book:
            if book.state.key == new.vkey:
                announced += 1
                continue
            request = {"do": "new_key", "key": new.vkey, "signature": old.sign_key(name, new.vkey)}
            reply = _post(book, request, by, second)
            announced += reply.posted
            yield name, reply
    if announced == len(names):
        waiting.replace(place)


def new_chain(store: Store, link: str, head: str, reason: str, by: Actor, second: Actor) -> Reply:
    """Go on with a book that opened stopped, citing the head that it lies behind."""
    with open_book(store, link) as book:
        return _post(book, {"do": "new_chain", "head": head, "reason": reason}, by, second)


def why_stopped(store: Store, link: str) -> Barred | None:
    """Why a link would open stopped; nothing is claimed or written."""
    return barred(store, read_state(store, link), store.head(link), identity())


def is_closed(store: Store, state: LinkState, day: str) -> bool:
    """Whether a gambling day of the link was closed before."""
    for each in closed_days(store, state):
        if each.day <= day:
            return each.day == day
    return False


def _post(book: JackpotBook, request: dict[str, Any], by: Actor, second: Actor | None = None) -> Reply:
    """A request of this process, under an id that no client can have chosen."""
    return book.post({"id": f"{request['do']}:{uuid4()}", **request}, by, second)
