"""One seed's book beside its model: how it is opened, how it is asked, and how every answer is compared."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from croupier.cards.shuffle import SeededSource
from croupier.casino.scripted import scripted
from croupier.errors import CroupierError
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.journal import Entry
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.plan.link_plan import LinkPlan
from tests.torture.clients.clients import Clients, Sent
from tests.torture.clients.dice import Dice
from tests.torture.clients.plans import LINK
from tests.torture.clients.situations import situations
from tests.torture.faults.checks import (
    Difference,
    check_actors,
    check_drawn,
    check_payees,
    check_posted,
    check_reply,
    check_shown,
    check_snapshot,
)
from tests.torture.faults.disk import Crash, Disk, Seam
from tests.torture.model import keeping
from tests.torture.model.days import turn_day
from tests.torture.model.model import Model, Posted
from tests.torture.model.objections import REFUSED_TITLE, TAKEN_TITLE, expected_code
from tests.torture.witness import MemoryWitness, signer_from

IDENTITIES = (Identity("software 1", "rules 1"), Identity("software 2", "rules 1"), Identity("software 1", "rules 2"))


def asked_of(batch: Sequence[Sent]) -> list[Asked]:
    """Requests as the books take them, each with the badge of whoever sends it."""
    found = []
    for sent in batch:
        asked = scripted(sent.request)
        how, session, device = sent.badge
        found.append(asked._replace(actor=replace(asked.actor, how=how, session=session, device=device)))
    return found


class Hearing:
    """A book, its model, and what is compared whenever the book answers."""

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
        self.seconds = 1_000.0
        """The clock that never jumps. It moves in halves of a second, so that no sum is rounded."""
        self.confirmed = self.seconds
        """When the store last said that this book is the one writer."""
        self.codes: Counter[str] = Counter()
        self.situations: Counter[str] = Counter()
        self.requests = self.takeovers = 0
        self.bodies: dict[str, str] = {}
        """By id, what the request was answered with at first, as text."""
        self._closing = (0, "")
        """The last entry before the book was closed, and its state as text."""
        self._lied = False
        """Whether the snapshot was changed since."""
        self.witness = MemoryWitness(signer_from(f"witness/{seed}"))
        self.book = self._open()
        self._catch_up([])

    # The book

    def _ask(self, batch: Sequence[Sent]) -> list[Reply]:
        return self.book.post_all(asked_of(batch))

    def _post(self) -> None:
        batch = self.clients.send()
        self._hear(batch, self._ask(batch))

    def _say(self, request: dict[str, Any]) -> Reply:
        self.confirmed = self.seconds
        return self._ask([Sent(request)])[0]

    def _open(self) -> JackpotBook:
        store = self.disk.open(self.seam)
        store.witness = self.witness
        try:
            book = JackpotBook.open(
                store, LINK, self.load_game, self.source, lambda: self.now, self.identity, self._prove, self._steady
            )
        except Crash:
            store.close()
            raise
        book.link.colleagues = lambda: self.model.elsewhere
        book.monotonic = lambda: self.seconds
        book.confirmed = self.confirmed = self.seconds
        return book

    def _steady(self) -> int:
        return int(1000 * self.seconds)

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
        """Each answer beside the model's. Whoever answers has asked the store just before."""
        if len(replies) != len(batch):
            raise Difference(f"{len(batch)} requests were given {len(replies)} answers")
        self.confirmed = self.seconds
        self._look(batch)
        for sent, reply in zip(batch, replies, strict=True):
            self.requests += 1
            code = self._expect(sent)
            check_reply(reply, code, f"{sent.request!r:.200}")
            self.codes[code] += 1
            self.situations.update(situations(self.model, sent.request, code) if not sent.is_broken else ())
            if code == "ok":
                self._accept(sent, reply.body)
            if code in ("ok", "exists"):
                self._check_answer(sent.request["id"], reply)
            elif reply.posted:
                raise Difference(f"{code}, and yet it was posted: {reply[:5]}")

    def _check_answer(self, id: str, reply: Reply) -> None:
        """The number and the time of the entry; and whoever asks again is told what was said at first."""
        posted = self.model.ids[id]
        if (reply.seq, reply.at) != (posted.seq, posted.at):
            raise Difference(f"{id} is entry {posted}, and the answer says {reply[:5]}")
        if reply.code == "exists" and _text(reply.body) != self.bodies[id]:
            raise Difference(f"{id} was answered {self.bodies[id]:.200}, and now {_text(reply.body):.200}")

    def _look(self, batch: list[Sent]) -> None:
        """The clock is read once for what arrives together, when the first new request is decided."""
        if any(not sent.is_broken and sent.request["id"] not in self.model.ids for sent in batch):
            self.model.look(self.now, self._steady())

    def _expect(self, sent: Sent) -> str:
        """The model's answer. A new, readable request is decided in the day that has begun by then."""
        if sent.is_broken:
            return "malformed"
        if sent.request["id"] not in self.model.ids and turn_day(self.model, self.now) and self.model.rounds:
            self.situations["a round over two days"] += 1
        code = expected_code(self.model, sent.request, sent.badge)
        self.situations["a token at another table"] += code == "not_allowed" and "token" in sent.badge[0]
        return code

    def _accept(self, sent: Sent, body: Any) -> None:
        request = sent.request
        what = f"{request!r:.200}"
        self.bodies[request["id"]] = _text(body)
        boosts = check_drawn(self.model, request, body) if request["do"] == "lock" else {}
        net, prizes = keeping.accept(self.model, request, self.now, boosts)
        check_posted(body, net, prizes, what)
        check_actors(body, [sent.badge, ("script", "", "")] if "second" in request else [sent.badge], what)

    def _check_shown(self) -> None:
        """What the tables show, by how long ago the store was last asked."""
        check_shown(self.book, self.seconds - self.confirmed)

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
        elif new_days and "jump" in json.loads(new_days[0].body):
            # All of the batch was refused, and the day that it turned was kept: who was killed had seen both clocks.
            self._look(in_flight)
            turn_day(self.model, self.now)
        for entry in closing:
            newest = list(self.book.store.snapshots(LINK))[:1] if not self._lied else []
            check_snapshot(entry, self._closing, newest)
            keeping.snapshot(self.model, entry.id, self.model.looked[0])  # nobody looks at the clock for it
        self.model.open_eyes(self.now, self._steady())
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
        self._look(in_flight)
        for sent in in_flight:
            if self._expect(sent) == "ok":
                if not left or left[0].id != sent.request["id"]:
                    raise Difference(f"part of a batch was kept: {[entry.id for entry in kept]}")
                self._accept(sent, json.loads(left.pop(0).body))
        if left:
            raise Difference(f"entries that nobody asked for: {[entry.id for entry in left]}")


def _text(body: Any) -> str:
    return json.dumps(body, sort_keys=True)
