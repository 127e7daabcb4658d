"""The book of one link: its state, its journal in a store, and one writer. ``open`` checks everything before a wager is
accepted; ``post_all`` keeps a batch with one durable commit, and nobody is answered before. If the store fails in
between, the book stops, and every request may safely be sent again under its own id."""

import json
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from operator import itemgetter

from croupier.cards.shuffle import RandomSource, SystemSource
from croupier.jackpot import actors, journal
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.answers import Batch, Reply, Unkept, again, id_of, not_understood, stopped
from croupier.jackpot.book.reading import Display, Follower, colleagues_of, display, plans_beside
from croupier.jackpot.book.recovery import Identity, barred, recover
from croupier.jackpot.checkpoints import CHAIN_KINDS, HEAD, Checkpoint, Signer, root_of, signer_of
from croupier.jackpot.codes import Refused
from croupier.jackpot.entries import AnyBody, Body, KeyAnnounced, Purged, SnapshotTaken, Started, ToldRound, text_of
from croupier.jackpot.journal import Append, Entry
from croupier.jackpot.kinds.link import Link, PlanCheck
from croupier.jackpot.kinds.numbers import NUMBERED, keys_of
from croupier.jackpot.kinds.plans import bad_plan
from croupier.jackpot.kinds.running import new_day
from croupier.jackpot.kinds.table import apply, check_device, entry, record_of
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.requests import changed
from croupier.jackpot.state import LinkState, to_text
from croupier.play.documents import Json
from croupier.play.dynamic import draw_for_round

CHECKPOINT_EVERY = 1_000  # After this many entries a signed checkpoint leaves the machine, if none was due before.
_AT_ONCE = {*CHAIN_KINDS, *NUMBERED, "approve", "reject", "correct", "take_back", "write_off", "adjust", "release"}
"""What has one at once, as has an award that waits for approval: a copy of the book from before it may be put back."""


class Publisher:
    """Signs where a journal ends, and hands it to the witness of the book."""

    def __init__(self, store: journal.Store, state: LinkState) -> None:
        self._store = store
        self._state = state
        self._published = 0
        self.unpublished = ""  # Why the last checkpoint did not leave; tried again with the next commit.

    @property
    def signer(self) -> Signer | None:
        return signer_of(self._store.witness, self._state.key)

    def sign_head(self, batch: Batch) -> str:
        """The writer's word for what a batch leads to; empty where the book has no key, or not the one in force."""
        signer, last = signer_of(self._store.witness, batch.key), batch.entries[-1]
        if not batch.key or signer is None:
            return ""
        return signer.say(last.link, HEAD, last.seq, last.hash)

    def publish(self, batch: Batch) -> None:
        """Send a checkpoint out of the machine if one is due with these durable entries."""
        witness = self._store.witness
        if witness is None:
            return
        signer, last = signer_of(witness, batch.key), batch.entries[-1]
        if signer is None or signer.vkey != batch.key:
            return
        closes = [entry for entry in batch.entries if entry.kind in ("new_day", "close_day")]
        due = closes or self.unpublished or batch.snapshot or last.seq - self._published >= CHECKPOINT_EVERY
        if not due and not any(entry.kind in _AT_ONCE or '"approval"' in entry.body for entry in batch.entries):
            return
        day = json.loads(closes[-1].body)["over"] if closes else ""
        point = Checkpoint(last.link, batch.chain, last.seq, last.hash, root_of(batch.edge), last.at, day)
        try:
            witness.publish(signer.sign_note(point.text()))
        except (OSError, journal.StoreError) as error:  # play goes on, and it is tried again
            self.unpublished = error.message if isinstance(error, journal.StoreError) else str(error)
            return
        self._published, self.unpublished = last.seq, ""


Clock = Callable[[], int]  # Milliseconds since 1970 (UTC).

FURTHEST_JUMP_MS = 60_000  # How far the clock may move away from one that never jumps before an entry says so.
FURTHEST_AHEAD_MS = 10 * 366 * 86_400_000  # What a clock shows beyond that is a mistake.
LATEST_MS = 200_000_000_000_000  # In the year 8307; a calendar has to be left after it.


class ClockAhead(journal.StoreBusy):
    """The clock cannot be right; once it is corrected, the writer goes on by itself."""


class Clocks:
    """The wall clock, compared with one that never jumps if there is one."""

    def __init__(self, wall: Clock, steady: Clock | None) -> None:
        self._wall = wall
        self._steady = steady
        self._before: tuple[int, int] | None = None
        self.now = 0
        self.jump = 0  # The jump in milliseconds since the last call, if it is out of bounds.

    def look(self, last: int = 0) -> int:
        """The time until the next look: never before the last entry. ClockAhead if the clock cannot be right: days
        never go back, so an entry with its time would be the last day that the books ever see."""
        now = self._wall()
        if now > LATEST_MS or (last and now - last > FURTHEST_AHEAD_MS):
            raise ClockAhead(
                "the clock of this machine shows a time more than ten years after the last entry",
                hint="correct the clock, and send it again: nothing was written",
            )
        self.now = now
        if self._steady is not None:
            before, self._before = self._before, (self.now, self._steady())
            moved = (self._before[0] - before[0]) - (self._before[1] - before[1]) if before else 0
            self.jump += moved if abs(moved) > FURTHEST_JUMP_MS else 0
        return max(now, last)

    def jumped(self) -> int:
        """The jump, reported only once."""
        jump, self.jump = self.jump, 0
        return jump


class Personal:
    """What a book asks of the table of personal records."""

    def __init__(self, store: journal.Store, state: LinkState) -> None:
        self._store = store
        self._state = state
        self.source: RandomSource = SystemSource()
        self.purged: set[int] = set()  # Purged by entries that may not be durable yet.
        self._new: dict[int, actors.PersonalRecord] = {}  # Of payments that are decided but not yet durable.

    def _kept(self) -> list[actors.PersonalRecord]:
        kept = {each.no: each for each in self._store.personal(self._state.link)} | self._new
        return [each for no, each in sorted(kept.items()) if no not in self.purged]

    def _find(self, number: int) -> actors.PersonalRecord | None:
        return next((each for each in self._kept() if each.no == number), None)

    def payee_of(self, number: int) -> tuple[str, str] | None:
        """The salted hash of a record and until when it must be kept; None if there is none."""
        found = self._find(number)
        return (found.hash, found.keep_until) if found else None

    def expired(self, day: str) -> list[int]:
        """The records that need no longer be kept on a day."""
        return actors.expired(self._kept(), day)

    def draft(self, payee: actors.Payee) -> actors.PersonalRecord | None:
        """A record for the payment that is decided next, for as long as the plan says; None before there is a plan."""
        state = self._state
        if state.plan is None:
            return None
        number = max([state.last_payee, *self.purged, *(each.no for each in self._kept())]) + 1
        until = actors.years_after(state.day, state.plan.payee_years or actors.YEARS_KEPT)
        salt = f"{self.source.bits(128):032x}"
        record = self._new[number] = actors.make_record(state.link, number, *payee, keep_until=until, salt=salt)
        return record

    def drop(self, record: actors.PersonalRecord) -> None:
        """The payment was refused, or has become durable with its record."""
        self._new.pop(record.no, None)

    def as_posted(self, asked: Asked, earlier: Entry) -> Json:
        """A repeated request with its people, and of a payment the number of its payee's record if it is the same."""
        request, payee = asked.whole, asked.payee
        said = json.loads(earlier.body) if payee else {}
        number = said.get("req", {}).get("payee")
        if payee is None or number is None:
            return request
        kept = self._find(number)
        if kept is not None and kept._replace(**payee._asdict()).hash != said["payee"]:
            return request
        return {**request, "payee": number}

    def keep(self, batch: Batch) -> None:
        """A batch is durable, with its records; what it purged is removed, and what a crash leaves, at the next
        purge."""
        for record in batch.personal:
            self.drop(record)
        for kept in batch.entries:
            if kept.kind == "purge":
                self._store.forget_personal(self._state.link, json.loads(kept.body)["purged"])


__all__ = ["Batch", "Clock", "JackpotBook", "Reply"]

LEASE_SECONDS = 2.0
"""How long the store's confirmation holds that this is the only writer. A display without a newer one says so."""

SNAPSHOT_EVERY = 20_000  # Postings after which a snapshot is kept, so that opening folds at most about this many.

_SELDOM = NUMBERED | {"appoint", "accept", "purge", "new_chain"}  # Entries that do more than change the state.

_DEBIT, _CREDIT = itemgetter(0), itemgetter(1)
_new = tuple.__new__  # Makes a named tuple in half the time; every wager makes three of them.


class JackpotBook:
    """One link's book. Not for several threads: one thread of ``writer.Writer`` owns every book that it opens."""

    monotonic: Callable[[], float] = staticmethod(time.monotonic)  # Leases run by it: it never jumps.

    def __init__(
        self,
        store: journal.Store,
        link: Link,
        head: journal.Head,
        epoch: int,
        clock: Clock,
        steady: Clock | None = None,
    ) -> None:
        self.store = store
        self.link = link
        self.stopped = ""  # Why nothing is accepted any more; empty while the book is open.
        self.note = ""  # What whoever opened the book should know, such as a snapshot that was not believed.
        self.confirmed = self.monotonic()  # When the store last said that this is the one writer.
        self._publisher = Publisher(store, link.state)
        self._hash = head.hash
        self._epoch = epoch
        self._clocks = Clocks(clock, steady)
        self._personal = Personal(store, link.state)
        self._last_snapshot = 0
        self._unkept = Unkept()
        self.display = display(link.state)
        self.open_here: Callable[[str], LinkState | None] = lambda _name: None  # Of links that are written here too.
        self._followers: dict[str, Follower] = {}

    @classmethod
    def open(
        cls,
        store: journal.Store,
        name: str,
        load_game: GameLoader,
        source: RandomSource,
        clock: Clock,
        identity: Identity,
        check_plan: PlanCheck | None = None,
        steady: Clock | None = None,
    ) -> "JackpotBook":
        """Take the link over, check it, and write the start down; by ``steady``, which never jumps, entries say when
        ``clock`` did."""
        epoch = store.claim(name)
        state, head, folded_from, note = recover(store, name, epoch)
        link = Link(state, load_game, lambda game: draw_for_round(source, game), check_plan)
        book = cls(store, link, head, epoch, clock, steady)
        link.find, book._personal.source = book._find, source
        link.payee_of, link.expired = book._personal.payee_of, book._personal.expired
        link.elsewhere, link.colleagues = partial(journal.where_used, store), partial(colleagues_of, store, name)
        link.told_beside, link.plans_beside = book._told_beside, partial(plans_beside, store, name)
        book.note, book._last_snapshot = note, folded_from
        link.barred = barred(store, state, head, identity)
        if link.barred:
            return book
        batch = Batch([], before=head)
        book._look()
        if (signer := book._publisher.signer) and not state.seq:
            batch.entries.append(book._own_entry("key", KeyAnnounced(key=signer.vkey)))
        book._turn_day(batch)
        batch.entries.append(book._own_entry("start", Started(software=identity.software, rulebook=identity.rulebook)))
        book._close_batch(batch)
        book.commit(batch)
        return book

    @property
    def unpublished(self) -> str:
        """Why the last checkpoint did not leave the machine; it is tried again with the next commit."""
        return self._publisher.unpublished

    @property
    def _head(self) -> journal.Head:
        """Where the journal ends once everything that is decided has been kept."""
        return journal.Head(self.state.seq, self._hash)

    def _own_entry(self, kind: str, body: Body) -> journal.Entry:
        """What the software writes by itself; no client's id can begin so, and no two share a number."""
        return self._entry(f"={kind}:{self.state.seq + 1}", kind, changed(body, v=journal.FORMAT))

    @property
    def state(self) -> LinkState:
        return self.link.state

    def post(self, request: object, actor: actors.Actor, second: actors.Actor | None = None) -> Reply:
        """One request of an authenticated person, one commit; ``second`` is whoever stands behind it at once."""
        return self.post_all([actors.Asked(request, actor, second)])[0]

    def post_all(self, asked: Sequence[actors.Asked]) -> list[Reply]:
        """Decide requests in order and keep what is accepted with one commit. StoreError: the outcome is unknown."""
        batch = self.decide_all(asked)
        self.commit(batch)
        return batch.replies

    def decide_all(self, asked: Sequence[actors.Asked]) -> Batch:
        """Decide requests in order. What is accepted changes the state at once and is durable after ``commit``."""
        link, state = self.link, self.link.state
        wrong = [not_understood(each) or bad_plan(link, each.request) for each in asked]
        if self.stopped:
            return Batch(stopped(asked, wrong, self.stopped))
        posted = self._known([each.request["id"] for each, problem in zip(asked, wrong, strict=True) if not problem])
        if self.stopped:
            return Batch(stopped(asked, wrong, self.stopped))
        replies: list[Reply] = []
        batch = Batch(replies, before=self._head, decided_open=True)
        self._unkept.deciding = batch.entries
        plan, ends = state.plan, -math.inf  # nobody has looked at the clock yet
        try:
            for each, problem in zip(asked, wrong, strict=True):
                sent, actor, second, payee = each
                if problem is not None:
                    replies.append(Reply(id_of(sent), "malformed", problem))
                    continue
                id = sent["id"]
                # What a restored book writes must not look like entries that were lost: it waits for nobody.
                if link.barred and (sent["do"] != "new_chain" or second is None):
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
                request = record_of(sent, actor.person, None if second is None else second.person)
                record = self._personal.draft(payee) if payee is not None else None
                if record:
                    request = changed(request, payee=record.no)
                link.actors = actor.alone if second is None else each.actors
                try:
                    if actor.how in actors.TOKENS:
                        check_device(state, request, actor)
                    if second is not None and second.how in actors.TOKENS:
                        check_device(state, request, second)
                    kind, body = entry(link, request)
                except Refused as refusal:
                    if record:
                        self._personal.drop(record)
                    replies.append(Reply(id, refusal.code, refusal.detail))
                    continue
                made = posted[id] = self._entry(
                    id, kind, body if body.v else changed(body, v=journal.FORMAT, actor=link.actors)
                )
                batch.entries.append(made)
                if body.moves:
                    batch.moves += body.moves
                if kind in _SELDOM:
                    self._note(batch, made, body, record)
                replies.append(_new(Reply, (id, "ok", "", made[1], made[3], made[5])))
        except BaseException:
            # The state may be ahead of the store: what is not kept must not be seen.
            self.stop("a request could not be decided; open the book again")
            raise
        self._close_batch(batch)
        return batch

    def _note(self, batch: Batch, entry: journal.Entry, body: AnyBody, record: actors.PersonalRecord | None) -> None:
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
            raise journal.StoreError(self.stopped, hint="open the book again; every request may be sent again")
        if not batch.entries:
            if batch.decided_open and not self.renew():
                # Whoever refuses must know the state as it is: a writer that was taken over does not.
                batch.answer_stopped(self.stopped)
            return
        asked = self.monotonic()
        try:
            with self.stops_with():
                self.store.append(self.appending(batch))
        except journal.Fenced:
            if not batch.replies or any(reply.seq for reply in batch.replies):
                raise
            # Only a new day was to be written, so no request has an unknown outcome.
            batch.answer_stopped(self.stopped)
            return
        self.keep(batch, asked)

    def appending(self, batch: Batch) -> Append:
        """What the store keeps of a batch."""
        signed = self._publisher.sign_head(batch)
        return Append(self.state.link, self._epoch, batch.before, batch.entries, batch.balances, batch.beside, signed)

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
            self.stop(error.message if isinstance(error, journal.StoreError) else "the store failed")
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
                raise journal.StoreBusy("the store took longer to answer than a lease lasts", hint="send it again")
        if not is_ours:
            self.stop("another writer has taken the link over")
            return False
        self.confirmed = asked
        return True

    def is_held(self, store: journal.Store | None = None) -> bool:
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

    def _known(self, ids: list[str]) -> dict[str, journal.Entry]:
        """Those that were posted before; what is on its way to the store first, since it may arrive meanwhile. An entry
        beyond what was decided here is another writer's or nobody's: the book stops, and answers by none."""
        known = self._unkept.by_id()
        if ids:
            with self.stops_with():
                kept = self.store.known(self.state.link, ids)
            beyond = next((found.seq for found in kept.values() if not 0 < found.seq <= self.state.seq), None)
            if beyond is not None and self.renew():
                self.stop(
                    f"the journal holds an entry {beyond} that its writer never wrote: it ends at {self.state.seq}"
                )
            known.update(kept)
        return known

    def _find(self, seq: int) -> journal.Entry | None:
        """An entry before the one that is decided: of this batch, on its way to the store, or in it."""
        if found := self._unkept.find(seq):
            return found
        with self.stops_with():
            return journal.finder(self.store, self.state.link)(seq)

    def _told_beside(self, table: str) -> Iterator[ToldRound]:
        """What the other jackpots of a table were told last, as far as it is known here or durable."""
        for name in self.store.links():
            if name == self.state.link:
                continue
            state = self.open_here(name)
            if state is None:
                follower = self._followers.get(name) or self._followers.setdefault(name, Follower(self.store, name))
                follower.catch_up()
                state = follower.state
            if table in state.told:
                yield state.told[table]

    def _entry(self, id: str, kind: str, body: Body) -> journal.Entry:
        """Write the entry down and change the state by it."""
        state, clocks = self.link.state, self._clocks
        name, seq, at = state.link, state.seq + 1, clocks.now
        if at < state.at:
            body, at = changed(body, clock=at), state.at  # the clock went back; the order of entries does not
        if clocks.jump:
            body = changed(body, jump=clocks.jumped())
        text = text_of(body)
        self._hash = hash = journal.entry_hash(self._hash, name, seq, id, at, kind, text)
        apply(state, kind, body, seq, at, hash)
        return _new(journal.Entry, (name, seq, id, at, kind, text, hash))

    def _look(self) -> float:
        """The time for requests that are decided together, and when the gambling day is over."""
        self.link.now = self._clocks.look(self.state.at)
        return self.state.day_ends

    def _turn_day(self, batch: Batch) -> None:
        """If the gambling day is over, what follows belongs to the next one."""
        link = self.link
        # A restored book writes nothing before its new chain, which belongs to the backup's last day.
        if link.now >= link.state.day_ends and link.barred is None:
            batch.entries.append(self._own_entry("new_day", new_day(self.link)))

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
        batch.key, batch.chain, batch.edge = self.state.key, self.state.chain, tuple(self.state.edge)
        self._unkept.add(batch.entries)

    def _take_snapshot(self, batch: Batch) -> None:
        """The state as text, and its hash in the journal: a snapshot that it does not vouch for is useless."""
        self.link.now = max(self._clocks.now, self.state.at)
        self._turn_day(batch)  # a new chain, or a plan with other hours, may have left it to whoever comes next
        text = to_text(self.state)
        batch.snapshot = journal.Snapshot(self._head.seq, self._head.hash, text)
        batch.entries.append(self._own_entry("snapshot", SnapshotTaken(state=journal.text_hash(text))))
        self._last_snapshot = self.state.seq

    def stop(self, why: str) -> None:
        """Accept nothing more, for the first reason given."""
        self.stopped = self.stopped or why
