"""Two processes that reach for one link at the same moment: one of them waits, and neither takes it back."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from concurrent.futures import Future

import psycopg
import pytest

from croupier.casino.scripted import scripted
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.recovery import recover
from croupier.jackpot.book.writer import Writer
from croupier.jackpot.journal import Fenced, StoreBroken, StoreBusy
from croupier.stores.queue_desk import QueueDuty
from tests.jackpot.floor import LINK, ask, go_live, open_book
from tests.jackpot.memory import MemoryStore
from tests.jackpot.tampering import execute


def fault(id: str) -> dict[str, str]:
    return {"id": id, "do": "fault", "by": "ann", "reason": "dark"}


def test_a_writer_whose_duty_was_lost_while_its_store_was_busy_takes_nothing_back() -> None:
    """The process that took the duty waits for the same lock: by the store's own word the link is still the first's."""
    busy: list[str] = []

    def told(statement: str) -> None:
        if statement == "commit" and busy:
            raise StoreBusy(busy.pop())

    store = MemoryStore(on_statement=told)
    go_live(open_book(store))
    lost: list[str] = []

    def keep() -> list[str]:
        found, lost[:] = list(lost), []
        return found

    writer = Writer(lambda _: open_book(store), keep=keep)
    try:
        writer.open(LINK)
        epoch = store._memory.links[LINK].epoch
        busy.append("locked")
        lost.append(LINK)
        assert writer.submit(LINK, [scripted(fault("a"))]).result(30)[0].code == "stopped"
        assert store._memory.links[LINK].epoch == epoch, "it was not claimed again"
    finally:
        writer.close()


class WrittenMeanwhile(MemoryStore):
    """Another writer claims the link and writes, just before the balances are read."""

    meanwhile: Callable[[], None] | None = None

    def balances(self, link: str) -> dict[str, tuple[int, int]]:
        if self.meanwhile:
            act, self.meanwhile = self.meanwhile, None
            act()
        return super().balances(link)


def test_a_book_that_is_written_while_it_is_opened_is_not_called_broken() -> None:
    first = open_book(MemoryStore())
    go_live(first)
    assert isinstance(first.store, MemoryStore)
    store = WrittenMeanwhile(first.store._memory)

    def write() -> None:
        other = open_book(MemoryStore(store._memory))
        assert ask(other, "deposit", "cy", amount=5_00, reference="slip 9").code == "ok"

    store.meanwhile = write
    with pytest.raises(Fenced, match="another writer has taken link 'sf' over"):
        open_book(store)
    store.meanwhile = write
    with pytest.raises(StoreBroken, match="is kept as"):
        recover(store, LINK)


class SlowDesk:
    """Answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[Future[list[Reply]]] = []

    def submit(self, *_: object, **__: object) -> Future[list[Reply]]:
        self.asked.append(Future())
        return self.asked[-1]


def test_an_answer_reaches_no_other_request_after_the_database_has_crashed(postgres_url: str) -> None:
    """A crash empties the table of waiting requests, and its numbers begin again at one."""
    from croupier.stores.desks import UNSEALED, asked_to_text, replies_from_text, unsealed

    desk = SlowDesk()

    def until(is_so: Callable[[], object]) -> None:
        with psycopg.connect(postgres_url, autocommit=True) as db:
            db.execute("LISTEN croupier_answers")
            end = time.monotonic() + 60
            while not is_so():
                assert time.monotonic() < end
                for _ in db.notifies(timeout=0.05):
                    pass

    def wait_there(id: str) -> None:
        body = asked_to_text(LINK, [scripted(fault(id))], 60.0)
        execute(
            postgres_url,
            f"INSERT INTO asked (link, body, until) VALUES ('{LINK}', $b${body}$b$, now() + interval '1 minute')",
        )

    with contextlib.closing(QueueDuty(postgres_url, "the first")) as duty:
        assert duty.take(LINK) is None
        duty.serve(desk)
        wait_there("a")
        until(lambda: len(desk.asked) == 1)
        execute(postgres_url, "TRUNCATE asked RESTART IDENTITY")
        wait_there("b")
        desk.asked[0].set_result([Reply("a", "ok", "")])
        until(lambda: len(desk.asked) == 2)
        assert execute(postgres_url, "SELECT number, answer FROM asked") == [(1, None)]
        desk.asked[1].set_result([Reply("b", "ok", "")])
        until(lambda: execute(postgres_url, "SELECT 1 FROM asked WHERE answer IS NOT NULL"))
        [(answer,)] = execute(postgres_url, "SELECT answer FROM asked")
        assert [reply.id for reply in replies_from_text(unsealed(answer, "", UNSEALED))] == ["b"]
