"""The writer of a link: its lease, its bounded queue, deadlines, and a store that fails and comes back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from croupier.casino.scripted import scripted
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.writer import Limits, TooLate, TooMuch, Writer
from croupier.jackpot.journal import Store, StoreBusy, StoreError, StoreLost
from croupier.stores.memory import Memory, MemoryStore
from tests.jackpot.floor import LINK, ask, go_live, open_book

PATIENCE = 20.0


def wager(number: int, table: str = "T01") -> Asked:
    about = {"id": f"w:{table}:{number}", "do": "wager", "by": "dee", "table": table, "round": number, "seats": [1]}
    return scripted(about)


# The lease


def test_a_writer_that_was_taken_over_refuses_nothing_from_its_old_state(store: Store) -> None:
    first = open_book(store)
    go_live(first)
    second = open_book(store)
    assert ask(second, "fault", "dee", reason="dark").code == "ok"
    refused = ask(first, "wager", "nobody", table="T01", round=1, seats=[1])
    assert (refused.code, refused.detail) == ("stopped", "another writer has taken the link over")
    assert ask(first, "wager", "dee", table="T01", round=1, seats=[1]).code == "stopped"
    assert (first.shown.accepts_wagers, first.shown.why_not) == (False, "stopped")
    assert second.shown.why_not == "fault"


def test_a_repeated_request_is_not_answered_by_a_writer_that_was_taken_over(store: Store) -> None:
    first = open_book(store)
    go_live(first)
    assert first.post_all([wager(1)])[0].code == "ok"
    open_book(store)
    assert first.post_all([wager(1)])[0].code == "stopped"


def test_a_display_says_how_old_it_is_when_the_lease_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    book = open_book(MemoryStore())
    go_live(book)
    assert book.shown.accepts_wagers
    now = time.monotonic()
    monkeypatch.setattr("croupier.jackpot.book.book.time.monotonic", lambda: now + 60)
    assert (book.shown.accepts_wagers, book.shown.why_not) == (False, "stopped")
    assert book.shown.age_seconds >= 59
    assert book.renew()
    assert book.shown.accepts_wagers


def test_an_idle_writer_notices_that_it_was_taken_over() -> None:
    memory = Memory()
    book = open_book(MemoryStore(memory))
    go_live(book)
    writer = Writer(lambda: book)
    try:
        assert writer.display.accepts_wagers
        open_book(MemoryStore(memory))
        until(lambda: writer.display.why_not == "stopped")
    finally:
        writer.close()


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# The queue


class Slow(MemoryStore):
    """A store that appends when it is told to."""

    def __init__(self, memory: Memory | None = None) -> None:
        super().__init__(memory or Memory())
        self.go = threading.Event()
        self.go.set()
        self.fails: list[StoreError] = []

    def append(self, *args: Any, **named: Any) -> None:
        assert self.go.wait(PATIENCE)
        if self.fails:
            raise self.fails.pop(0)
        super().append(*args, **named)


@pytest.fixture
def slow() -> Slow:
    store = Slow()
    go_live(open_book(store))
    return store


def test_what_waits_is_bounded_and_nothing_is_lost(slow: Slow) -> None:
    writer = Writer(lambda: open_book(slow), Limits(waiting=3, of_a_table=3, room_seconds=0.05))
    try:
        slow.go.clear()
        first = writer.submit([wager(1)])
        until(lambda: writer._count == 0)  # it is being written
        waiting = [writer.submit([wager(1, f"T0{number}")]) for number in (2, 3, 4)]
        with pytest.raises(TooMuch):
            writer.submit([wager(1, "T05")])
        slow.go.set()
        assert [each.result(PATIENCE)[0].code for each in (first, *waiting)] == ["ok"] * 4
        assert writer.submit([wager(1, "T05")]).result(PATIENCE)[0].code == "ok"
    finally:
        slow.go.set()
        writer.close()


def test_a_table_that_floods_the_line_does_not_hold_up_the_others(slow: Slow) -> None:
    writer = Writer(lambda: open_book(slow), Limits(waiting=100, of_a_table=2, room_seconds=0.05))
    try:
        slow.go.clear()
        first = writer.submit([wager(1)])
        until(lambda: writer._count == 0)
        flood = [writer.submit([wager(number)]) for number in (2, 3)]
        with pytest.raises(TooMuch):
            writer.submit([wager(4)])
        other = writer.submit([wager(1, "T02")])
        slow.go.set()
        assert [each.result(PATIENCE)[0].code for each in (first, *flood, other)] == [
            "ok",
            "another_round",
            "another_round",
            "ok",
        ]
    finally:
        slow.go.set()
        writer.close()


def test_whoever_asks_too_fast_waits_for_room(slow: Slow) -> None:
    """Back-pressure: the caller is held until there is room, and then served."""
    writer = Writer(lambda: open_book(slow), Limits(waiting=1, room_seconds=PATIENCE))
    try:
        codes: list[str] = []

        def table(name: str) -> None:
            codes.append(writer.submit([wager(1, name)]).result(PATIENCE)[0].code)

        threads = [threading.Thread(target=table, args=(f"T{number:02d}",)) for number in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert codes == ["ok"] * 8
    finally:
        writer.close()


def test_a_request_that_is_too_late_is_not_decided(slow: Slow) -> None:
    writer = Writer(lambda: open_book(slow))
    try:
        slow.go.clear()
        first = writer.submit([wager(1)])
        until(lambda: writer._count == 0)
        late = writer.submit([wager(1, "T02")], within=0.01)
        time.sleep(0.05)
        slow.go.set()
        assert first.result(PATIENCE)[0].code == "ok"
        with pytest.raises(TooLate):
            late.result(PATIENCE)
        assert writer.submit([wager(1, "T02")]).result(PATIENCE)[0].code == "ok", "it was posted after all"
    finally:
        slow.go.set()
        writer.close()


# A store that fails


@pytest.mark.parametrize("error", [StoreBusy("locked"), StoreLost("the connection is gone")])
def test_a_store_that_fails_for_a_moment_is_tried_again(slow: Slow, error: StoreError) -> None:
    opened: list[JackpotBook] = []

    def again() -> JackpotBook:
        opened.append(open_book(slow))
        return opened[-1]

    writer = Writer(again)
    try:
        slow.fails = [error]
        assert writer.submit([wager(1)]).result(PATIENCE)[0].code == "ok"
        assert len(opened) == 2
        assert [entry.id for entry in slow.entries(LINK)].count("w:T01:1") == 1
        assert writer.display.accepts_wagers
    finally:
        writer.close()


def test_a_store_that_stays_away_is_an_error_before_long(slow: Slow) -> None:
    writer = Writer(lambda: open_book(slow), Limits(retry_seconds=0.3))
    try:
        slow.fails = [StoreLost("gone") for _ in range(50)]
        with pytest.raises(StoreLost):
            writer.submit([wager(1)]).result(PATIENCE)
        assert writer.display.why_not == "stopped"
    finally:
        slow.fails = []
        writer.close()
