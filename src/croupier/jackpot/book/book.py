"""The book of one link: its state, its journal in a store, and one writer.

``JackpotBook.open`` checks everything before a single wager is accepted: the chain up to its head, the balances kept
beside it, that no money was made or lost. ``post_all`` decides a batch of requests in order and keeps them with one
durable commit; nobody is answered before that. If the store fails in between, the book stops: what was kept is found
out by opening it again, and every request may safely be sent again under its own id.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import Any

from croupier.cards.shuffle import RandomSource
from croupier.jackpot.actors import TOKENS, Actor, Asked
from croupier.jackpot.book.answers import Reply, again, id_of, not_understood, stopped
from croupier.jackpot.book.barring import barred
from croupier.jackpot.book.batch import Append, Batch
from croupier.jackpot.book.clocks import Clock, Clocks
from croupier.jackpot.book.deciding import Link
from croupier.jackpot.book.display import Display, display
from croupier.jackpot.book.effects import apply
from croupier.jackpot.book.identity import Identity
from croupier.jackpot.book.people import colleagues_of
from croupier.jackpot.book.personal import Personal
from croupier.jackpot.book.publishing import Publisher
from croupier.jackpot.book.recovery import recover
from croupier.jackpot.book.rounds import PlanCheck
from croupier.jackpot.book.unkept import Unkept
from croupier.jackpot.journal import (
    FORMAT,
    Entry,
    Fenced,
    Head,
    Snapshot,
    Store,
    StoreBusy,
    StoreError,
    entry_hash,
    finder,
    text_hash,
    where_used,
)
from croupier.jackpot.money.numbers import NUMBERED, keys_of
from croupier.jackpot.personal import PersonalRecord
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.records import Body, KeyAnnounced, PeopleBody, Purged, SnapshotTaken, Started, text_of
from croupier.jackpot.refusals import Refused
from croupier.jackpot.requests import changed, record_of
from croupier.jackpot.state import LinkState, to_text
from croupier.play.dynamic import draw_for_round

__all__ = ["Batch", "Clock", "JackpotBook", "Reply"]

LEASE_SECONDS = 2.0
"""How long the store's confirmation holds that this is the only writer. A display without a newer one says so."""

SNAPSHOT_EVERY = 20_000
"""Postings after which a snapshot is kept, so that opening folds at most about this many."""

_SELDOM = NUMBERED | {"appoint", "accept", "purge", "new_chain"}
"""Entries that do more than change the state: they use numbers, pay somebody, or let people in."""

_DEBIT, _CREDIT = itemgetter(0), itemgetter(1)
_new = tuple.__new__
"""Makes a named tuple in half the time; every wager makes three of them."""


class JackpotBook:
    """One link's book. Not for several threads: ``writer.Writer`` gives it one of its own."""

    monotonic: Callable[[], float] = staticmethod(time.monotonic)
    """Seconds by a clock that never jumps: leases run by it."""

    def __init__(
        self, store: Store, link: Link, head: Head, epoch: int, clock: Clock, steady: Clock | None = None
    ) -> None:
        self.store = store
        self.link = link
        self.stopped = ""
        """Why nothing is accepted any more; empty while the book is open."""
        self.note = ""
        """What whoever opened the book should know, such as a snapshot that was not believed."""
        self.confirmed = self.monotonic()
        """When the store last said that this is the one writer, by a clock that never jumps."""
        self._publisher = Publisher(store, link.state)
        self._hash = head.hash
        self._epoch = epoch
        self._clocks = Clocks(clock, steady)
        self._personal = Personal(store, link.state)
        self._last_snapshot = 0
        self._unkept = Unkept()
        self.display = display(link.state)

    @classmethod
    def open(
        cls,
        store: Store,
        name: str,
        load_game: GameLoader,
        source: RandomSource,
        clock: Clock,
        identity: Identity,
        check_plan: PlanCheck | None = None,
        steady: Clock | None = None,
    ) -> JackpotBook:
        """Take the link over, check it, and write the start down.

        ``steady`` is a clock that never jumps, in milliseconds; with it, entries say when ``clock`` did.
        """
        epoch = store.claim(name)
        state, head, folded_from, note = recover(store, name, epoch)
        link = Link(state, load_game, lambda game: draw_for_round(source, game), check_plan)
        book = cls(store, link, head, epoch, clock, steady)
        link.find, book._personal.source = book._find, source
        link.payee_of, link.expired = book._personal.payee_of, book._personal.expired
        link.elsewhere, link.colleagues = where_used(store), colleagues_of(store, name)
        book.note, book._last_snapshot = note, folded_from
        link.barred = barred(store, state, head, identity)
        if link.barred:
            return book
        batch = Batch([], before=head)
        book._look()
        book._turn_day(batch)
        batch.entries.append(book._own_entry("start", Started(software=identity.software, rulebook=identity.rulebook)))
        if (signer := book._publisher.signer) and not state.key:
            batch.entries.append(book._own_entry("key", KeyAnnounced(key=signer.vkey)))
        book._close_batch(batch)
        book.commit(batch)
        return book

    @property
    def unpublished(self) -> str:
        """Why the last checkpoint did not leave the machine; it is tried again with the next commit."""
        return self._publisher.unpublished

    @property
    def _head(self) -> Head:
        """Where the journal ends once everything that is decided has been kept."""
        return Head(self.state.seq, self._hash)

    def _own_entry(self, kind: str, body: Body) -> Entry:
        """What the software writes by itself; no client's id can begin so, and no two share a number."""
        return self._entry(f"={kind}:{self.state.seq + 1}", kind, changed(body, v=FORMAT))

    @property
    def state(self) -> LinkState:
        return self.link.state

    def post(self, request: Any, actor: Actor, second: Actor | None = None) -> Reply:
        """One request of an authenticated person, one commit; ``second`` is whoever stands behind it at once."""
        return self.post_all([Asked(request, actor, second)])[0]

    def post_all(self, asked: Sequence[Asked]) -> list[Reply]:
        """Decide requests in order and keep what is accepted with one commit. StoreError: the outcome is unknown."""
        batch = self.decide_all(asked)
        self.commit(batch)
        return batch.replies

    def decide_all(self, asked: Sequence[Asked]) -> Batch:
        """Decide requests in order. What is accepted changes the state at once and is durable after ``commit``."""
        link, state = self.link, self.link.state
        wrong = [not_understood(each) or link.bad_plan(each.request) for each in asked]
        if self.stopped:
            return Batch(stopped(asked, wrong, self.stopped))
        posted = self._known([each.request["id"] for each, problem in zip(asked, wrong, strict=True) if not problem])
        replies: list[Reply] = []
        batch = Batch(replies, before=self._head, decided_open=True)
        self._unkept.deciding = batch.entries
        plan, ends = state.plan, -math.inf  # nobody has looked at the clock yet
        try:
            for each, problem in zip(asked, wrong, strict=True):
                if problem is not None:
                    replies.append(Reply(id_of(each.request), "malformed", problem))
                    continue
                id = each.request["id"]
                # What a restored book writes must not look like entries that were lost: it waits for nobody.
                if link.barred and (each.request["do"] != "new_chain" or each.second is None):
                    replies.append(Reply(id, "stopped", link.barred.why))
                    continue
                if id in posted:
                    replies.append(again(self._personal.as_posted(each, posted[id]), posted[id]))
                    continue
                if ends < 0:
                    ends = self._look()
                elif state.plan is not plan:
                    plan, ends = state.plan, state.day_ends
                if link.now >= ends:
                    self._turn_day(batch)
                    ends = state.day_ends
                second = each.second.person if each.second is not None else None
                request = record_of(each.request, each.actor.person, second)
                record = self._personal.draft(each.payee) if each.payee is not None else None
                if record:
                    request = changed(request, payee=record.no)
                link.actors = each.actors
                try:
                    if each.actor.how in TOKENS:
                        link.check_device(request, each.actor)
                    kind, body = link.entry(request)
                except Refused as refusal:
                    if record:
                        self._personal.drop(record)
                    replies.append(Reply(id, refusal.code, refusal.detail))
                    continue
                entry = posted[id] = self._entry(
                    id, kind, body if body.v else changed(body, v=FORMAT, actor=link.actors)
                )
                batch.entries.append(entry)
                if body.moves:
                    batch.moves += body.moves
                if kind in _SELDOM:
                    self._note(batch, entry, body, record)
                replies.append(_new(Reply, (id, "ok", "", entry[1], entry[3], entry[5])))
        except BaseException:
            # The state may be ahead of the store: what is not kept must not be seen.
            self.stop("a request could not be decided; open the book again")
            raise
        self._close_batch(batch)
        return batch

    def _note(self, batch: Batch, entry: Entry, body: PeopleBody, record: PersonalRecord | None) -> None:
        """What one of the seldom entries does beyond the state."""
        if entry.kind in NUMBERED:
            batch.numbers.update(dict.fromkeys(keys_of(body), entry.seq))
            batch.personal += [record] if record else []
        elif isinstance(body, Purged):
            self._personal.purged.update(body.purged)
        elif entry.kind == "new_chain":
            self.link.barred = None
        else:
            batch.numbers.update(dict.fromkeys(self.link.joining, entry.seq))

    def commit(self, batch: Batch) -> None:
        """Make a batch durable; batches are committed in the order in which they were decided."""
        if batch.decided_open and self.stopped:
            # An earlier batch failed: this one was decided on a state that was never kept.
            raise StoreError(self.stopped, hint="open the book again; every request may be sent again")
        if not batch.entries:
            if batch.decided_open and not self.renew():
                # Whoever refuses must know the state as it is: a writer that was taken over does not.
                batch.answer_stopped(self.stopped)
            return
        asked = self.monotonic()
        try:
            with self.stops_with():
                self.store.append(self.appending(batch))
        except Fenced:
            if not batch.replies or any(reply.seq for reply in batch.replies):
                raise
            # Only a new day was to be written, so no request has an unknown outcome.
            batch.answer_stopped(self.stopped)
            return
        self.keep(batch, asked)

    def appending(self, batch: Batch) -> Append:
        """What the store keeps of a batch."""
        return Append(self.state.link, self._epoch, batch.before, batch.entries, batch.balances, batch.beside)

    def keep(self, batch: Batch, asked: float) -> None:
        """The entries of a batch are durable. The time is when the store was asked, by a clock that never jumps."""
        if batch.snapshot:
            with self.stops_with():
                self.store.save_snapshot(self.state.link, batch.snapshot)
        self.confirmed = asked
        self._unkept.kept(batch.entries)
        assert batch.display is not None
        self.display = batch.display
        self._publisher.publish(batch)
        self._personal.keep(batch)

    @contextmanager
    def stops_with(self) -> Iterator[None]:
        """An error of the store stops the book. Opening it again shows what was stored."""
        try:
            yield
        except BaseException as error:
            self.stop(error.message if isinstance(error, StoreError) else "the store failed")
            raise

    def renew(self) -> bool:
        """Whether this is still the one writer of the link, by the store's own word; a book that is not stops."""
        if self.stopped:
            return False
        with self.stops_with():
            asked = self.monotonic()
            is_ours = self.store.holds(self.state.link, self._epoch)
            if is_ours and self.monotonic() - asked > LEASE_SECONDS:
                # The lease runs from the question, so an answer that took longer says nothing about now.
                raise StoreBusy("the store took longer to answer than a lease lasts", hint="send it again")
        if not is_ours:
            self.stop("another writer has taken the link over")
            return False
        self.confirmed = asked
        return True

    def is_held(self, store: Store | None = None) -> bool:
        """Whether the link is still ours according to the store (or one opened again), even if the book has stopped."""
        return (store or self.store).holds(self.state.link, self._epoch)

    @property
    def lease(self) -> float:
        """Seconds for which nobody need ask the store again; below zero where the lease has run out."""
        return self.confirmed + LEASE_SECONDS - self.monotonic()

    @property
    def shown(self) -> Display:
        """What the tables show; if the book has stopped or opened stopped, also that, and how old the figures are."""
        if not self.stopped and self.lease >= 0 and not self.link.barred:
            return self.display
        return self.display.stopped(self.monotonic() - self.confirmed)

    def close(self) -> None:
        """Keep a snapshot for a quick start, and accept nothing more."""
        if self.stopped:
            return
        try:
            if self.state.seq > self._last_snapshot and not self.link.barred:
                batch = Batch([], before=self._head, decided_open=True)
                self._take_snapshot(batch)
                self._close_batch(batch)
                self.commit(batch)
        finally:
            self.stop("the book is closed")

    def _known(self, ids: list[str]) -> dict[str, Entry]:
        """Those that were posted before; what is still on its way to the store first, since it may arrive meanwhile."""
        known = self._unkept.by_id()
        if ids:
            with self.stops_with():
                known.update(self.store.known(self.state.link, ids))
        return known

    def _find(self, seq: int) -> Entry | None:
        """An entry before the one that is decided: of this batch, on its way to the store, or in it."""
        if found := self._unkept.find(seq):
            return found
        with self.stops_with():
            return finder(self.store, self.state.link)(seq)

    def _entry(self, id: str, kind: str, body: Body) -> Entry:
        """Write the entry down and change the state by it."""
        state, clocks = self.link.state, self._clocks
        name, seq, at = state.link, state.seq + 1, clocks.now
        if at < state.at:
            body, at = changed(body, clock=at), state.at  # the clock went back; the order of entries does not
        if clocks.jump:
            body = changed(body, jump=clocks.jumped())
        text = text_of(body)
        self._hash = hash = entry_hash(self._hash, name, seq, id, at, kind, text)
        apply(state, kind, body, seq, at)
        return _new(Entry, (name, seq, id, at, kind, text, hash))

    def _look(self) -> float:
        """The time for requests that are decided together, and when the gambling day is over."""
        self.link.now = self._clocks.look(self.state.at)
        return self.state.day_ends

    def _turn_day(self, batch: Batch) -> None:
        """If the gambling day is over, what follows belongs to the next one."""
        link = self.link
        # A restored book writes nothing before its new chain, which belongs to the backup's last day.
        if link.now >= link.state.day_ends and link.barred is None:
            batch.entries.append(self._own_entry("new_day", self.link.new_day()))

    def _close_batch(self, batch: Batch) -> None:
        """What goes to the store and to the displays with the batch, as of its last entry."""
        if not batch.entries:
            return
        if self.state.seq - self._last_snapshot >= SNAPSHOT_EVERY:
            self._take_snapshot(batch)
        balances = self.state.balances
        changed = {*map(_DEBIT, batch.moves), *map(_CREDIT, batch.moves)}
        batch.balances = {name: (balances[name][0], balances[name][1]) for name in changed}
        batch.display = display(self.state)
        batch.key, batch.chain = self.state.key, self.state.chain
        self._unkept.add(batch.entries)

    def _take_snapshot(self, batch: Batch) -> None:
        """The state as text, and its hash in the journal: a snapshot that it does not vouch for is useless."""
        self.link.now = max(self._clocks.now, self.state.at)
        self._turn_day(batch)  # a new chain, or a plan with other hours, may have left it to whoever comes next
        text = to_text(self.state)
        batch.snapshot = Snapshot(self._head.seq, self._head.hash, text)
        batch.entries.append(self._own_entry("snapshot", SnapshotTaken(state=text_hash(text))))
        self._last_snapshot = self.state.seq

    def stop(self, why: str) -> None:
        """Accept nothing more, for the first reason given."""
        self.stopped = self.stopped or why
