"""One seed: a script of steps against a real book, with the model beside it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from croupier.jackpot.actors import make_record
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.reading import Follower
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.entries import read_body
from croupier.jackpot.gambling_day import ends_at
from croupier.jackpot.journal import (
    FORMAT,
    Append,
    Beside,
    Entry,
    Head,
    History,
    NumberUse,
    Store,
    canonical,
    entry_hash,
)
from croupier.jackpot.kinds.numbers import NUMBERED, keys_of
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.state import to_text
from tests.torture.clients.clients import Sent
from tests.torture.clients.plans import LINK
from tests.torture.faults.checks import Difference, check_books, check_payees, check_recovery, check_reply, plant_lie
from tests.torture.faults.disk import Crash, Disk
from tests.torture.faults.hearing import IDENTITIES, asked_of
from tests.torture.faults.writers import Writers
from tests.torture.model.days import is_over, later
from tests.torture.model.model import Model
from tests.torture.witness import MemoryWitness

OTHER = "other"
PEOPLE_ELSEWHERE: tuple[dict[str, str], ...] = ({}, {}, {"kim": "Kim Elsewhere"}, {"zoe": "alex"}, {"kim": "KIM"})
"""Who may be on the other link: nobody, a person under a different name, or a person with somebody else's name."""


class Following:
    """A display or a report in a process of its own."""

    def __init__(self, store: Store, book: JackpotBook) -> None:
        self.store = store
        self._follower = Follower(store, book.state.link)

    def check(self, book: JackpotBook) -> None:
        """Whoever looks sees what the writer shows, and nobody sees more than was written."""
        follower, last = self._follower, book.state.seq
        follower.catch_up()
        if follower.state.seq != last:
            raise Difference(f"a follower looked for entry {last}, and has {follower.state.seq}")
        if to_text(follower.state) != to_text(book.state) or follower.display != book.display:
            raise Difference("a follower does not show what its writer shows")


def use_number(store: Store, number: str, now: int) -> list[NumberUse]:
    """The other link uses the number of a deposit, unless it already did."""
    key = f"deposit {number.upper()}"
    if store.number_used(key):
        return []
    epoch, head = store.claim(OTHER), store.head(OTHER)
    seq, body = head.seq + 1, canonical({"state": "0" * 64, "v": FORMAT})
    hash = entry_hash(head.hash, OTHER, seq, number, now, "snapshot", body)
    store.append(
        Append(OTHER, epoch, head, [Entry(OTHER, seq, number, now, "snapshot", body, hash)], {}, Beside({key: seq}))
    )
    return [(key, OTHER, seq)]


class Saved(NamedTuple):
    """A backup, and what the model knew then."""

    entries: list[Entry]
    head: Head
    balances: dict[str, tuple[int, int]]
    model: Model
    identity: Identity
    others: tuple[NumberUse, ...]
    """Numbers that another link of the book has used."""


def write_down(store: Store, link: str, model: Model, identity: Identity, others: Sequence[NumberUse]) -> Saved:
    """All of a link's journal."""
    known = copy.deepcopy(model)
    return Saved(list(store.entries(link)), store.head(link), store.balances(link), known, identity, tuple(others))


def read_back(store: Store, link: str, saved: Saved) -> list[NumberUse]:
    """A backup into an empty store; the numbers of the other link come with it."""
    numbered = [entry for entry in saved.entries if entry.kind in NUMBERED]
    used = [(key, link, entry.seq) for entry in numbered for key in keys_of(read_body(entry))]
    store.fill(History({link: saved.head}, {link: saved.balances}, saved.entries, [*used, *saved.others]))
    return list(saved.others)


MOST_STATEMENTS = 40
"""More than any call makes, so that a sweep ends."""


class Trial(Writers):
    """A book, its model, and everybody who uses or harms it."""

    def __init__(self, seed: int, disk: Disk, load_game: GameLoader) -> None:
        super().__init__(seed, disk, load_game)
        self._saved: Saved | None = None
        self._others: list[NumberUse] = []
        self._following: Following | None = None

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
                (self._lapse, 3),
                (self._wait_for_store, 2),
                (self._change_key, 1),
                (self._change_floor, 3),
                (self._meet_winner, 5),
                (self._follow, 3),
                (self._look_beside, 4),
                (self._back_up, 2),
                (self._restore, 1 if self._saved else 0),
            )
        )
        kind()
        self._check_shown()
        check_books(self.book, self.model)
        check_payees(self.book, self.model)

    def _lose_reply(self) -> None:
        """The answer never arrives, and the client sends the same again."""
        batch = self.clients.send()
        self._hear(batch, self._ask(batch))
        check_books(self.book, self.model)
        self._hear(batch, self._ask(batch))

    def _overlap(self) -> None:
        """A second batch is decided while the first waits for the disk, where either may be killed."""
        first, second = self.clients.send(), self.clients.send()
        decided = [self.book.decide_all(asked_of(batch)) for batch in (first, second)]
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
        """Time passes, or the wall clock is set by somebody: only a clock that never jumps tells which."""
        before = self.now
        self.now += self.dice.pick((1, 60_000, 7_200_000, 43_200_000, 86_400_000, 86_400_000, -5, -3_600_000))
        if self.dice.one_in(30):
            self.now += 86_400_000 * self.dice.between(2, 9)
        if self.dice.one_in(4) and self.model.plan is not None:
            plan = self.model.plan
            self.now = max(self.now, ends_at(self.model.day, plan.time_zone, plan.day_begins) - self.dice.pick((0, 1)))
        if self.dice.one_in(2):
            self.seconds += max(0, self.now - before) // 1_000
        else:
            self.situations["a clock that jumped"] += abs(self.now - before) > 60_000
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
            replies = self._ask(batch)
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
        """A display follows the link beside its writer, until the disk is replaced."""
        if self._following is None:
            self._following = Following(self.disk.open(self.seam), self.book)
        self._post()
        self._following.check(self.book)

    def _look_beside(self) -> None:
        """Another link of the book uses a number, and has people of its own."""
        with closing(self.disk.open(self.seam)) as store:
            self._others += use_number(store, number := f"o{self.requests}", self.now)
        self.model.numbers_elsewhere.add(("deposit", number))
        self.model.elsewhere = self.dice.pick(PEOPLE_ELSEWHERE)
        self._post()

    def _back_up(self) -> None:
        """Somebody writes the journal down, and the model with it."""
        self._saved = write_down(self.book.store, LINK, self.model, self.identity, self._others)

    def _restore(self) -> None:
        """The disk dies, and the backup takes its place: the book opens stopped until two people begin a new chain."""
        assert self._saved is not None
        saved, self._saved = self._saved, None
        self.book.store.close()
        self._stop_following()
        self.disk.replace()
        store = self.disk.open(self.seam)
        self._others = read_back(store, LINK, saved)
        store.close()
        self.model.__dict__.update(vars(saved.model))  # the clients look at this very object
        self.model.payees = {}  # backups leave them out
        self.identity = saved.identity
        self.book = self._open()
        self.model.open_eyes(self.now, self._steady())
        if self.book.link.barred is None:
            raise Difference("a restored book opened as if nothing had happened")
        by, second = self.clients.two_supervisors()
        request = {
            "id": f"chain-{self.requests}-{self.book.state.seq}",
            "do": "new_chain",
            "by": by,
            "second": second,
            "reason": "x",
        }
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
        self.model.look(self.now, self._steady())
        self.model.keep_id(request["id"], request, self.now)

    def _begin_again(self) -> None:
        self.book.store.close()
        self._stop_following()
        self.disk.replace()
        self.witness = MemoryWitness(*self.witness.signers)
        self.model.__dict__.update(vars(Model(LINK)))
        self._others = []
        self.book = self._open()
        self._catch_up([])

    def _reopen(self, in_flight: list[Sent], crash_at: int = 0) -> None:
        self._stop_following()  # a disk that was frozen is another one
        super()._reopen(in_flight, crash_at)

    def _stop_following(self) -> None:
        if self._following:
            self._following.store.close()
        self._following = None
