"""One seed: a script of steps against a real book, with the model beside it."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing
from typing import Any

from croupier.cards.shuffle import SeededSource
from croupier.casino.faults.backups import Saved, read_back, write_down
from croupier.casino.faults.beside import PEOPLE_ELSEWHERE, followed, use_number
from croupier.casino.faults.checks import (
    Difference,
    check_books,
    check_drawn,
    check_payees,
    check_posted,
    check_recovery,
    check_reply,
    check_snapshot,
    plant_lie,
)
from croupier.casino.faults.disk import Crash, Disk, Seam
from croupier.casino.scripted import scripted
from croupier.errors import CroupierError
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.identity import Identity
from croupier.jackpot.checkpoints import MemoryWitness, Signer
from croupier.jackpot.gambling_day import ends_at
from croupier.jackpot.journal import Entry, Fenced, NumberUse
from croupier.jackpot.personal import make_record
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.state import to_text
from croupier.torture import keeping
from croupier.torture.clients import Clients, Sent
from croupier.torture.days import is_over, later, turn_day
from croupier.torture.dice import Dice
from croupier.torture.model import Model, Posted
from croupier.torture.objections import expected_code
from croupier.torture.plan_objections import REFUSED_TITLE, TAKEN_TITLE
from croupier.torture.plans import LINK
from croupier.torture.situations import situations

IDENTITIES = (Identity("software 1", "rules 1"), Identity("software 2", "rules 1"), Identity("software 1", "rules 2"))
MOST_STATEMENTS = 40
"""More than any call makes, so that a sweep ends."""


class Trial:
    """A book, its model, and everybody who uses or harms it."""

    def __init__(self, seed: int, disk: Disk, load_game: GameLoader) -> None:
        self.dice = Dice(seed)
        self.disk = disk
        self.seam = Seam(disk)
        self.load_game = load_game
        self.source = SeededSource(f"draws/{seed}")
        self.model = Model(LINK)
        self.clients = Clients(self.dice, self.model)
        self.identity = IDENTITIES[0]
        self.now = 1_767_225_600_000
        self.codes: Counter[str] = Counter()
        self.situations: Counter[str] = Counter()
        self.requests = self.takeovers = 0
        self._closing = (0, "")
        """The last entry before the book was closed, and its state as text."""
        self._saved: Saved | None = None
        self._lied = False
        """Whether the snapshot was changed since."""
        self._others: list[NumberUse] = []
        self.witness = MemoryWitness(Signer.from_seed(f"witness/{seed}"))
        self.book = self._open()
        self._catch_up([])

    # Steps

    def step(self) -> None:
        """One thing happens; afterwards everything is checked."""
        kind = self.dice.weighted(
            (
                (self._post, 70),
                (self._lose_reply, 6),
                (self._overlap, 6),
                (self._jump_clock, 8),
                (self._crash_somewhere, 4),
                (self._crash_everywhere, 1),
                (self._restart, 3),
                (self._take_over, 2),
                (self._change_floor, 3),
                (self._meet_winner, 5),
                (self._follow, 3),
                (self._look_beside, 4),
                (self._back_up, 2),
                (self._restore, 1 if self._saved else 0),
            )
        )
        kind()
        check_books(self.book, self.model)
        check_payees(self.book, self.model)

    def _post(self) -> None:
        batch = self.clients.send()
        self._hear(batch, self.book.post_all([scripted(sent.request) for sent in batch]))

    def _lose_reply(self) -> None:
        """The answer never arrives, and the client sends the same again."""
        batch = self.clients.send()
        self._hear(batch, self.book.post_all([scripted(sent.request) for sent in batch]))
        check_books(self.book, self.model)
        self._hear(batch, self.book.post_all([scripted(sent.request) for sent in batch]))

    def _overlap(self) -> None:
        """A second batch is decided while the first waits for the disk, where either may be killed."""
        first, second = self.clients.send(), self.clients.send()
        decided = [self.book.decide_all([scripted(sent.request) for sent in batch]) for batch in (first, second)]
        self.seam.crash_at = self.dice.pick((0, 0, 0, *range(1, 13)))
        try:
            for batch, known in zip((first, second), decided, strict=True):
                try:
                    self.book.commit(known)
                except Crash:
                    self._reopen(batch)
                    return
                self._hear(batch, known.replies)
        finally:
            self.seam.crash_at = 0

    def _jump_clock(self) -> None:
        self.now += self.dice.pick((1, 60_000, 7_200_000, 43_200_000, 86_400_000, 86_400_000, -5, -3_600_000))
        if self.dice.one_in(30):
            self.now += 86_400_000 * self.dice.between(2, 9)
        if self.dice.one_in(4) and self.model.plan is not None:
            plan = self.model.plan
            self.now = max(self.now, ends_at(self.model.day, plan.time_zone, plan.day_begins) - self.dice.pick((0, 1)))
        self._post()

    def _crash_somewhere(self) -> None:
        self._post_until_killed(self.clients.send(), self.dice.between(1, 6))

    def _crash_everywhere(self) -> None:
        """The same requests, killed at the first boundary, then the second, and so on until they get through."""
        batch = self.clients.send()
        for boundary in range(1, MOST_STATEMENTS):
            if not self._post_until_killed(batch, boundary):
                return
            check_books(self.book, self.model)

    def _post_until_killed(self, batch: list[Sent], boundary: int) -> bool:
        """Send requests to a book that is killed at a boundary; whether it came to that."""
        self.seam.crash_at = boundary
        try:
            replies = self.book.post_all([scripted(sent.request) for sent in batch])
        except Crash:
            self._reopen(batch)
            return True
        finally:
            self.seam.crash_at = 0
        self._hear(batch, replies)
        return False

    def _restart(self) -> None:
        """A clean end with a snapshot, or one that is killed writing it; then a start, perhaps of new software."""
        check_recovery(self.book)
        while is_over(
            self.model, self.model.at
        ):  # after a new chain, because otherwise the snapshot would not be the next entry
            self._post()
        before = self.model.seq
        self._closing, self._lied = (before, to_text(self.book.state)), self.dice.one_in(4)
        self.seam.crash_at = self.dice.pick((0, 0, 0, *range(1, 12)))
        try:
            self.book.close()
        except Crash:
            pass
        else:
            if self.book.store.head(LINK).seq != before + 1 or next(self.book.store.snapshots(LINK)).seq != before:
                raise Difference("a book was closed without a snapshot")
        finally:
            self.seam.crash_at = 0
        if self._lied:  # somebody tampers with the last snapshot: only the journal is believed
            self.book.store.close()
            with closing(self.disk.open(self.seam)) as store:
                plant_lie(store, LINK)
        stopped = self._say({"id": "late", "do": "fault", "by": "dana", "reason": "x"})
        check_reply(stopped, "stopped", "a request to a closed book")
        if self.dice.one_in(6):
            self.identity = self.dice.pick(IDENTITIES)
        self._reopen([], self.dice.between(0, 10))

    def _change_floor(self) -> None:
        """Another link takes tables, or gives them back: plans that were fine no longer are, or are again."""
        self.model.floor_taken = not self.model.floor_taken
        self._post()

    def _meet_winner(self) -> None:
        """A winner is identified. The record is kept beside the journal, for a while."""
        number = max((self.model.last_payee, *self.model.payees)) + 1
        until = later(self.model.day or "2026-01-01", self.dice.pick((-1, 0, 1, 400)))
        record = make_record(LINK, number, f"Winner {number}", "", "passport", until, f"salt {number}")
        self.book.store.keep_personal(record)
        self.model.payees[number] = until
        self._post()

    def _follow(self) -> None:
        """A display follows the link beside its writer."""
        with followed(self.book):
            self._post()

    def _look_beside(self) -> None:
        """Another link of the book uses a number, and has people of its own."""
        with closing(self.disk.open(self.seam)) as store:
            self._others += use_number(store, number := f"o{self.requests}", self.now)
        self.model.numbers_elsewhere.add(("deposit", number))
        self.model.elsewhere = self.dice.pick(PEOPLE_ELSEWHERE)
        self._post()

    def _take_over(self) -> None:
        """A second writer opens the link: the first may write nothing more."""
        live = self.model.plan is not None
        first, self.book = self.book, self._open()
        self.takeovers += 1
        self._catch_up([])
        check_books(self.book, self.model)
        if self.dice.one_in(2):
            self._post()
        request = {"id": "old-writer", "do": "statement", "by": "sam", "amount": 1, "reference": "x"}
        before = self.book.store.head(LINK), list(self.book.store.snapshots(LINK))
        closes = self.dice.one_in(3)
        if self.dice.one_in(2):
            # A refusal is an answer too: whoever does not hold the link any more does not know the state.
            refused = first.post_all([scripted({**request, "id": "refused", "by": "nobody"})])[0]
            check_reply(refused, "stopped", "a request that a fenced book would refuse")
            live, closes = False, False
        if live or closes:
            try:
                first.close() if closes else first.post_all([scripted(request)])
            except Fenced:
                pass
            else:
                raise Difference("the first of two writers was not fenced")
            check_reply(
                first.post_all([scripted({**request, "id": "again"})])[0], "stopped", "a request to a fenced book"
            )
            if (self.book.store.head(LINK), list(self.book.store.snapshots(LINK))) != before:
                raise Difference("the first of two writers has written")
        first.store.close()

    def _back_up(self) -> None:
        """Somebody writes the journal down, and the model with it."""
        self._saved = write_down(self.book.store, LINK, self.model, self.identity, self._others)

    def _restore(self) -> None:
        """The disk dies, and the backup takes its place: the book opens stopped until two people begin a new chain."""
        assert self._saved is not None
        saved, self._saved = self._saved, None
        self.book.store.close()
        self.disk.replace()
        store = self.disk.open(self.seam)
        self._others = read_back(store, LINK, saved)
        store.close()
        self.model.__dict__.update(vars(saved.model))  # the clients look at this very object
        self.model.payees = {}  # backups leave them out
        self.identity = saved.identity
        self.book = self._open()
        if self.book.link.barred is None:
            raise Difference("a restored book opened as if nothing had happened")
        request = {"id": f"chain-{self.requests}", "do": "new_chain", "by": "sam", "second": "robin", "reason": "x"}
        stopped = self._say({"id": "too-soon", "do": "fault", "by": "dana", "reason": "x"})
        check_reply(stopped, "stopped", "a request to a restored book")
        live = self.model.plan is not None
        other = self._say({**request, "head": "0" * 64})
        check_reply(other, "other_head" if live else "not_live", "a new chain that cites another head")
        self.codes[other.code] += 1
        if not live:  # nobody may speak for it: it is begun again
            self._begin_again()
            return
        request["head"] = self.book.link.barred.head
        check_reply(self._say(request), "ok", "a new chain")
        self.model.keep_id(request["id"], request, self.now)

    def _begin_again(self) -> None:
        self.book.store.close()
        self.disk.replace()
        self.witness = MemoryWitness(*self.witness.signers)
        self.model.__dict__.update(vars(Model(LINK)))
        self._others = []
        self.book = self._open()
        self._catch_up([])

    def _say(self, request: dict[str, Any]) -> Reply:
        return self.book.post_all([scripted(request)])[0]

    def _open(self) -> JackpotBook:
        store = self.disk.open(self.seam)
        store.witness = self.witness
        try:
            book = JackpotBook.open(
                store, LINK, self.load_game, self.source, lambda: self.now, self.identity, self._prove
            )
            book.link.colleagues = lambda: self.model.elsewhere
            return book
        except Crash:
            store.close()
            raise

    def _prove(self, plan: LinkPlan) -> None:
        if plan.title == REFUSED_TITLE or (plan.title == TAKEN_TITLE and self.model.floor_taken):
            raise CroupierError("these tables may not be linked")

    def _reopen(self, in_flight: list[Sent], crash_at: int = 0) -> None:
        """Another process opens what is left, which may be killed as well; then see what of the batch was kept."""
        self.book.store.close()
        self.seam.crash_at = crash_at
        try:
            self.book = self._open()
        except Crash:
            self.book = self._open()
        finally:
            self.seam.crash_at = 0
        self._catch_up(in_flight)
        check_payees(self.book, self.model, left_behind=True)
        # A process that was killed after a purge was durable may have left the records behind.
        self.model.payees = {each.no: each.keep_until for each in self.book.store.personal(LINK)}

    # The model

    def _hear(self, batch: list[Sent], replies: list[Reply]) -> None:
        """Each answer beside the model's."""
        if len(replies) != len(batch):
            raise Difference(f"{len(batch)} requests were given {len(replies)} answers")
        for sent, reply in zip(batch, replies, strict=True):
            self.requests += 1
            code = self._expect(sent)
            check_reply(reply, code, f"{sent.request!r:.200}")
            self.codes[code] += 1
            self.situations.update(situations(self.model, sent.request, code) if not sent.is_broken else ())
            if code == "ok":
                self._accept(sent.request, reply.body)
            if code in ("ok", "exists"):
                posted = self.model.ids[sent.request["id"]]
                if (reply.seq, reply.at) != (posted.seq, posted.at):
                    raise Difference(f"{sent.request['id']} is entry {posted}, and the answer says {reply[:5]}")
            elif reply.posted:
                raise Difference(f"{code}, and yet it was posted: {reply[:5]}")

    def _expect(self, sent: Sent) -> str:
        """The model's answer. A new, readable request is decided in the day that has begun by then."""
        if sent.is_broken:
            return "malformed"
        if sent.request["id"] not in self.model.ids and turn_day(self.model, self.now) and self.model.rounds:
            self.situations["a round over two days"] += 1
        return expected_code(self.model, sent.request)

    def _accept(self, request: Any, body: Any) -> None:
        what = f"{request!r:.200}"
        boosts = check_drawn(self.model, request, body) if request["do"] == "lock" else {}
        net, prizes = keeping.accept(self.model, request, self.now, boosts)
        check_posted(body, net, prizes, what)

    def _catch_up(self, in_flight: list[Sent]) -> None:
        """Take what the journal holds beyond the model into it: all of the batch or nothing of it, then the starts.

        A book that was closed has written a snapshot instead of a batch, or was killed doing it.
        """
        entries = list(self.book.store.entries(LINK, after=self.model.seq))
        new_days = [entry for entry in entries if entry.kind == "new_day"]
        others = [entry for entry in entries if entry.kind != "new_day"]
        kept = [entry for entry in others if entry.kind not in ("start", "snapshot", "key")]
        closing = [entry for entry in others if entry.kind == "snapshot"]
        starts = [entry for entry in others if entry.kind in ("start", "key")]
        if others != [*kept, *closing, *starts] or not starts or len(closing) > (not in_flight):
            raise Difference(f"out of order: {[entry.kind for entry in entries]}")
        if kept:
            self._find_whole(in_flight, kept)
        for entry in closing:
            newest = list(self.book.store.snapshots(LINK))[:1] if not self._lied else []
            check_snapshot(entry, self._closing, newest)
            keeping.snapshot(self.model, entry.id, 0)  # nobody looks at the clock for it
        for entry in starts:
            body = json.loads(entry.body)
            if entry.kind == "key":
                keeping.snapshot(self.model, entry.id, self.now)
                continue
            turn_day(self.model, self.now)
            keeping.start(self.model, entry.id, body["software"], body["rulebook"], self.now)
        for entry in [*new_days, *starts]:
            if self.model.ids.get(entry.id) != Posted(None, entry.seq, entry.at):
                raise Difference(f"{entry.id} is not where the model has it: {self.model.ids.get(entry.id)}")

    def _find_whole(self, in_flight: list[Sent], kept: list[Entry]) -> None:
        left = list(kept)
        for sent in in_flight:
            if self._expect(sent) == "ok":
                if not left or left[0].id != sent.request["id"]:
                    raise Difference(f"part of a batch was kept: {[entry.id for entry in kept]}")
                self._accept(sent.request, json.loads(left.pop(0).body))
        if left:
            raise Difference(f"entries that nobody asked for: {[entry.id for entry in left]}")
