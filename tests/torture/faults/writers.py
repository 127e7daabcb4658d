"""Who writes under torture: leases that run out, answers that come too late, second writers, keys that change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from croupier.jackpot.book.answers import Batch
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.journal import Fenced, StoreBusy
from tests.torture.clients.clients import Sent
from tests.torture.clients.plans import LINK
from tests.torture.faults.checks import Difference, check_books, check_shown
from tests.torture.faults.hearing import Hearing, asked_of
from tests.torture.model.model import LASTS, has_run_out
from tests.torture.witness import signer_from


class Writers(Hearing):
    """What happens to the one writer of a link, and to those who were it before."""

    def _lapse(self) -> None:
        """Nobody asks for a while. Once the lease has run out, the display says so, until the store is asked again."""
        self.seconds += self.dice.pick((0.5, LASTS, LASTS + 0.5, 30.0))
        self.situations["a lease that ran out"] += has_run_out(self.seconds - self.confirmed)
        self._check_shown()
        if self.dice.one_in(3):
            if not self.book.renew():
                raise Difference("an idle writer gave up a link that nobody else had taken")
            self.confirmed = self.seconds
        elif self.dice.one_in(2):
            self._post()

    def _wait_for_store(self) -> None:
        """The store takes its time. An answer of its own counts from the question; a late one does not count at all."""
        batch, wait, asked = self.clients.send(), self.dice.pick((1.5, LASTS, LASTS + 0.5, 9.0)), self.seconds
        before = self.model.seq
        try:
            with self._slow_store(wait):
                replies = self._ask(batch)
        except StoreBusy:
            if not has_run_out(wait):
                raise
            self.situations["an answer of the store that came too late"] += 1
            self._silenced(self.book, batch)
            self._reopen([])
            return
        answered, self.seconds = self.seconds, asked  # the clocks were looked at before the wait
        self._hear(batch, replies)
        self.seconds = answered
        if self.model.seq == before and has_run_out(wait):
            raise Difference("requests were refused by what the store said too long ago")

    @contextmanager
    def _slow_store(self, wait: float) -> Iterator[None]:
        store = self.book.store
        honest = store.holds

        def pass_time() -> None:
            self.seconds += wait

        def holds(link: str, epoch: int) -> bool:
            pass_time()
            return honest(link, epoch)

        store.holds = holds  # type: ignore[method-assign]
        self.seam.on_commit = pass_time
        try:
            yield
        finally:
            store.holds = honest  # type: ignore[method-assign]
            self.seam.on_commit = None

    def _take_over(self) -> None:
        """A second writer opens the link, after the lease of the first or before: the first writes nothing more.

        What it decided before is never kept, and it answers nothing but that it has stopped.
        """
        first, batch, confirmed = self.book, self.clients.send(), self.confirmed
        late = first.decide_all(asked_of(batch)) if self.dice.one_in(3) else None
        self.situations["a writer that decided and was taken over"] += late is not None
        self.seconds += self.dice.pick((0.0, 0.0, 1.0, LASTS + 0.5))
        check_shown(first, self.seconds - confirmed)
        if self.dice.one_in(4):  # it is killed before it writes anything, and the first has lost the link all the same
            with closing(self.disk.open(self.seam)) as store:
                store.claim(LINK)
            self._fenced(first, batch, late)
            self._reopen([])
            return
        self.book = self._open()
        self.takeovers += 1
        self._catch_up([])
        check_books(self.book, self.model)
        if self.dice.one_in(2):
            self._post()
        check_shown(first, self.seconds - confirmed)
        self._fenced(first, batch, late)
        first.store.close()

    def _fenced(self, first: JackpotBook, batch: list[Sent], late: Batch | None) -> None:
        """Whoever was the writer before tries to go on."""
        before = self.book.store.head(LINK), list(self.book.store.snapshots(LINK))
        replies: list[Reply] = []
        try:
            if late is not None:
                first.commit(late)
                replies = late.replies
            elif self.dice.one_in(3):
                first.close()
                raise Difference("the first of two writers was not fenced")
            else:
                replies = first.post_all(asked_of(batch))
        except Fenced:
            pass
        else:
            _check_silence(batch, replies)
        self._silenced(first, batch)
        if (self.book.store.head(LINK), list(self.book.store.snapshots(LINK))) != before:
            raise Difference("the first of two writers has written")

    def _silenced(self, book: JackpotBook, batch: list[Sent]) -> None:
        """A writer that is none any more says so to everybody, and so does its display."""
        request = {"id": "again", "do": "statement", "by": "sam", "amount": 1, "reference": "x"}
        asked = [*batch, Sent(request), Sent({**request, "by": "nobody"})]
        _check_silence(asked, book.post_all(asked_of(asked)))
        if book.renew() or book.shown.why_not != "stopped" or book.shown.accepts_wagers:
            raise Difference("a writer that was taken over went on")
        self.codes["stopped"] += len(asked)

    def _change_key(self) -> None:
        """The key that signs the checkpoints follows another, by its word; some try without."""
        old = next((each for each in self.witness.signers if each.vkey == self.book.state.key), None)
        if old is None:
            return
        new = signer_from(f"key/{self.book.state.key}/{self.requests}")
        self.model.lawful_keys.add((new.vkey, signature := old.say(LINK, "new key", new.vkey)))
        self.witness.signers = (new, *self.witness.signers)
        sent = Sent(self.clients.announce(new.vkey, signature))
        before = self.book.state.key
        self._hear([sent], self._ask([sent]))
        self.situations["a new key"] += self.book.state.key != before


def _check_silence(batch: list[Sent], replies: list[Reply]) -> None:
    for sent, reply in zip(batch, replies, strict=True):
        if reply.code != ("malformed" if sent.is_broken else "stopped") or reply.posted:
            raise Difference(f"a writer that was taken over answers {reply[:3]} to {sent.request!r:.200}")
