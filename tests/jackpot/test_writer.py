"""The writer of a link: its lease, its bounded queue, deadlines, and a store that fails and comes back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace

import pytest

from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.jackpot.actors import Asked
from croupier.jackpot.book.book import LEASE_SECONDS, JackpotBook, Reply
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.book.writer import KEEP_EVERY, QueueLimits, TooLate, TooMuch, Waiting, Writer
from croupier.jackpot.journal import Append, Store, StoreBusy, StoreError, StoreLost
from tests.jackpot.floor import LINK, Watch, ask, go_live, open_book, plan
from tests.jackpot.memory import Memory, MemoryStore

PATIENCE = 20.0


def wager(number: int, table: str = "T01") -> Asked:
    about = {"id": f"w:{table}:{number}", "do": "wager", "by": "dee", "table": table, "round": number, "seats": [1]}
    return scripted(about)


# The lease


def test_a_writer_that_was_taken_over_refuses_nothing_from_its_old_state(each_store: Store) -> None:
    first = open_book(each_store)
    go_live(first)
    second = open_book(each_store)
    assert ask(second, "fault", "dee", reason="dark").code == "ok"
    refused = ask(first, "wager", "nobody", table="T01", round=1, seats=[1])
    assert (refused.code, refused.detail) == ("stopped", "another writer has taken the link over")
    assert ask(first, "wager", "dee", table="T01", round=1, seats=[1]).code == "stopped"
    assert (first.shown.accepts_wagers, first.shown.why_not) == (False, "stopped")
    assert second.shown.why_not == "fault"


def test_a_repeated_request_is_not_answered_by_a_writer_that_was_taken_over(each_store: Store) -> None:
    first = open_book(each_store)
    go_live(first)
    assert first.post_all([wager(1)])[0].code == "ok"
    open_book(each_store)
    assert first.post_all([wager(1)])[0].code == "stopped"


def test_a_display_says_how_old_it_is_when_the_lease_ran_out(monkeypatch: pytest.MonkeyPatch) -> None:
    book = open_book(MemoryStore())
    go_live(book)
    assert book.shown.accepts_wagers
    now = book.monotonic()
    monkeypatch.setattr(book, "monotonic", lambda: now + 60)
    assert (book.shown.accepts_wagers, book.shown.why_not) == (False, "stopped")
    assert book.shown.age_seconds >= 59
    assert book.renew()
    assert book.shown.accepts_wagers


def test_an_idle_writer_notices_that_it_was_taken_over() -> None:
    memory = Memory()
    book = open_book(MemoryStore(memory))
    go_live(book)
    writer = Writer(lambda _: book)
    writer.open(LINK)
    try:
        assert writer.display(LINK).accepts_wagers
        open_book(MemoryStore(memory))
        until(lambda: writer.display(LINK).why_not == "stopped")
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

    def append(self, asked: Append) -> None:
        assert self.go.wait(PATIENCE)
        if self.fails:
            raise self.fails.pop(0)
        super().append(asked)


@pytest.fixture
def slow() -> Slow:
    store = Slow()
    go_live(open_book(store))
    return store


def test_what_waits_is_bounded_and_nothing_is_lost(slow: Slow) -> None:
    writer = Writer(lambda _: open_book(slow), QueueLimits(waiting=3, of_a_table=3, room_seconds=0.05))
    try:
        slow.go.clear()
        first = writer.submit(LINK, [wager(1)])
        until(lambda: writer._count == 0)  # it is being written
        waiting = [writer.submit(LINK, [wager(1, f"T0{number}")]) for number in (2, 3, 4)]
        with pytest.raises(TooMuch):
            writer.submit(LINK, [wager(1, "T05")])
        slow.go.set()
        assert [each.result(PATIENCE)[0].code for each in (first, *waiting)] == ["ok"] * 4
        assert writer.submit(LINK, [wager(1, "T05")]).result(PATIENCE)[0].code == "ok"
    finally:
        slow.go.set()
        writer.close()


def test_a_table_that_floods_the_line_does_not_hold_up_the_others(slow: Slow) -> None:
    writer = Writer(lambda _: open_book(slow), QueueLimits(waiting=100, of_a_table=2, room_seconds=0.05))
    try:
        slow.go.clear()
        first = writer.submit(LINK, [wager(1)])
        until(lambda: writer._count == 0)
        flood = [writer.submit(LINK, [wager(number)]) for number in (2, 3)]
        with pytest.raises(TooMuch):
            writer.submit(LINK, [wager(4)])
        other = writer.submit(LINK, [wager(1, "T02")])
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
    writer = Writer(lambda _: open_book(slow), QueueLimits(waiting=1, room_seconds=PATIENCE))
    try:
        codes: list[str] = []

        def table(name: str) -> None:
            codes.append(writer.submit(LINK, [wager(1, name)]).result(PATIENCE)[0].code)

        threads = [threading.Thread(target=table, args=(f"T{number:02d}",)) for number in range(1, 9)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        assert codes == ["ok"] * 8
    finally:
        writer.close()


def test_a_request_that_is_too_late_is_not_decided(slow: Slow) -> None:
    writer = Writer(lambda _: open_book(slow))
    try:
        slow.go.clear()
        first = writer.submit(LINK, [wager(1)])
        until(lambda: writer._count == 0)
        late = writer.submit(LINK, [wager(1, "T02")], within=0.01)
        time.sleep(0.05)
        slow.go.set()
        assert first.result(PATIENCE)[0].code == "ok"
        with pytest.raises(TooLate):
            late.result(PATIENCE)
        assert writer.submit(LINK, [wager(1, "T02")]).result(PATIENCE)[0].code == "ok", "it was posted after all"
    finally:
        slow.go.set()
        writer.close()


# Several links

LINKS = ("sf", "envy", "house")
WATCH = Watch()


class Counted(MemoryStore):
    """A store that counts its commits, and holds the first of them back until it is told to go on."""

    def __init__(self, memory: Memory | None = None) -> None:
        super().__init__(memory)
        self.commits: list[list[str]] = []
        self.go = threading.Event()
        self.go.set()

    def append_all(self, appends: Sequence[Append]) -> None:
        assert self.go.wait(PATIENCE)
        super().append_all(appends)
        self.commits.append([each.link for each in appends])


def link_of(store: Store, link: str) -> JackpotBook:
    return JackpotBook.open(store, link, load_layout, SeededSource(1), WATCH, Identity("software", "rulebook"))


def three_links(memory: Memory) -> Counted:
    """A store with three links that are live."""
    store = Counted(memory)
    for link in LINKS:
        go_live(link_of(store, link), replace(plan(), id=link))
    store.commits.clear()
    return store


def held_back(store: Counted, writer: Writer) -> Future[list[Reply]]:
    """A first request that is being written, so that what comes now waits together."""
    store.go.clear()
    first = writer.submit("sf", [wager(1, "T09")])
    until(lambda: writer._count == 0)
    return first


def test_links_of_one_book_share_a_commit() -> None:
    store = three_links(Memory())
    writer = Writer(lambda link: link_of(store, link))
    for link in LINKS:
        writer.open(link)
    store.commits.clear()
    try:
        first = held_back(store, writer)
        asked = [writer.submit(link, [wager(1, table)]) for table in ("T01", "T02") for link in LINKS]
        store.go.set()
        assert [each.result(PATIENCE)[0].code for each in (first, *asked)] == ["ok"] * 7
        assert store.commits == [["sf"], ["sf", "envy", "house"]]
        assert {link: writer.display(link).seq for link in LINKS} == {link: store.head(link).seq for link in LINKS}
    finally:
        store.go.set()
        writer.close()
    for link in LINKS:
        assert link_of(store, link).state.wager_count == (3 if link == "sf" else 2)


def test_a_link_that_was_taken_over_takes_no_other_with_it() -> None:
    memory = Memory()
    store = three_links(memory)
    writer = Writer(lambda link: link_of(store, link))
    for link in LINKS:
        writer.open(link)
    try:
        first = held_back(store, writer)
        asked = {link: writer.submit(link, [wager(1)]) for link in LINKS}
        other = link_of(MemoryStore(memory), "envy")
        store.go.set()
        assert first.result(PATIENCE)[0].code == "ok"
        assert asked["sf"].result(PATIENCE)[0].code == "ok"
        assert asked["house"].result(PATIENCE)[0].code == "ok"
        assert asked["envy"].result(PATIENCE)[0].code == "stopped"
        assert writer.display("envy").why_not == "stopped"
        assert writer.display("house").accepts_wagers
        assert other.post_all([wager(1)])[0].code == "ok", "the new writer goes on"
    finally:
        store.go.set()
        writer.close()
    for link in LINKS:
        assert [entry.id for entry in store.entries(link)].count("w:T01:1") == 1


def test_a_link_that_another_process_is_on_duty_for_is_not_taken_back_beside_one_that_fails() -> None:
    """1. Another process has the duty for envy, and has not opened its book yet. 2. It opens that of house. 3. A batch
    of all three fails because of house."""
    memory, lost = Memory(), set[str]()
    store = three_links(memory)
    writer = Writer(lambda link: link_of(store, link), keep=lambda: set(lost))
    for link in LINKS:
        writer.open(link)
    try:
        lost.add("envy")
        until(lambda: writer.display("envy").why_not == "stopped")
        first = held_back(store, writer)
        asked = {link: writer.submit(link, [wager(1)]) for link in LINKS}
        link_of(MemoryStore(memory), "house")
        store.go.set()
        codes = {link: each.result(PATIENCE)[0].code for link, each in asked.items()}
        assert (first.result(PATIENCE)[0].code, codes) == ("ok", {"sf": "ok", "envy": "stopped", "house": "stopped"})
    finally:
        store.go.set()
        writer.close()


# A store that fails


@pytest.mark.parametrize("was_left", [False, True], ids=["always here", "left and back"])
def test_an_idle_writer_opens_a_store_again_that_failed(
    slow: Slow, monkeypatch: pytest.MonkeyPatch, was_left: bool
) -> None:
    """Nobody has to ask first: the next look finds the store again, and the display never stays stopped. A link that
    another process had for a while is looked after like any other once it is back."""
    opened: list[int] = []
    lost: set[str] = set()

    def again(_: str) -> JackpotBook:
        opened.append(1)
        return open_book(slow)

    writer = Writer(again, keep=lambda: set(lost))
    writer.open(LINK)
    try:
        if was_left:
            lost.add(LINK)
            until(lambda: writer.display(LINK).why_not == "stopped")
            lost.clear()
            writer.open(LINK)
            assert writer.display(LINK).accepts_wagers
        times = len(opened)
        fails = [StoreLost("the connection is gone")]
        holds = slow.holds

        def sometimes(link: str, epoch: int) -> bool:
            if fails:
                raise fails.pop()
            return holds(link, epoch)

        monkeypatch.setattr(slow, "holds", sometimes)
        until(lambda: len(opened) == times + 1)
        until(lambda: writer.display(LINK).accepts_wagers)
        assert writer.submit(LINK, [wager(1)]).result(PATIENCE)[0].code == "ok"
    finally:
        writer.close()


def test_an_answer_of_the_store_that_outlasts_the_lease_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lease runs from the question, on a clock that never jumps."""
    store = MemoryStore()
    book = open_book(store)
    go_live(book)
    now = [book.monotonic()]
    monkeypatch.setattr(book, "monotonic", lambda: now[0])
    holds = store.holds

    def slowly(link: str, epoch: int) -> bool:
        now[0] += LEASE_SECONDS + 1
        return holds(link, epoch)

    monkeypatch.setattr(store, "holds", slowly)
    with pytest.raises(StoreBusy, match="longer to answer than a lease"):
        ask(book, "wager", "nobody", table="T01", round=1, seats=[1])
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "stopped"
    assert book.shown.why_not == "stopped"
    assert book.shown.age_seconds > LEASE_SECONDS


@pytest.mark.parametrize("error", [StoreBusy("locked"), StoreLost("the connection is gone")])
def test_a_store_that_fails_for_a_moment_is_tried_again(slow: Slow, error: StoreError) -> None:
    opened: list[JackpotBook] = []

    def again(_: str) -> JackpotBook:
        opened.append(open_book(slow))
        return opened[-1]

    writer = Writer(again)
    writer.open(LINK)
    try:
        slow.fails = [error]
        assert writer.submit(LINK, [wager(1)]).result(PATIENCE)[0].code == "ok"
        assert len(opened) == 2
        assert [entry.id for entry in slow.entries(LINK)].count("w:T01:1") == 1
        assert writer.display(LINK).accepts_wagers
    finally:
        writer.close()


def test_a_store_that_stays_away_is_an_error_before_long(slow: Slow) -> None:
    writer = Writer(lambda _: open_book(slow), QueueLimits(retry_seconds=0.3))
    writer.open(LINK)
    try:
        slow.fails = [StoreLost("gone") for _ in range(50)]
        with pytest.raises(StoreLost):
            writer.submit(LINK, [wager(1)]).result(PATIENCE)
        assert writer.display(LINK).why_not == "stopped"
        slow.fails = []
        patience = time.monotonic() + PATIENCE
        while not writer.display(LINK).accepts_wagers and time.monotonic() < patience:
            time.sleep(0.02)
        assert writer.display(LINK).accepts_wagers, "nobody need ask before it opens the books again"
    finally:
        slow.fails = []
        writer.close()


def test_an_idle_writer_sleeps() -> None:
    """With nothing to write it looks after its lease a few times a second and takes no processor time. Turns are
    counted too: on a busy machine one that spins gets little time."""
    turns: list[float] = []

    class Counted(Writer):
        def _next_asked(self) -> list[Waiting] | None:
            turns.append(time.monotonic())
            return super()._next_asked()

    book = open_book(MemoryStore())
    go_live(book)
    writer = Counted(lambda _: book)
    try:
        writer.open(LINK)
        turns.clear()
        before = time.process_time()
        time.sleep(2.0)
        assert time.process_time() - before < 0.15
        assert 1 <= len(turns) <= 2.0 / KEEP_EVERY + 2
    finally:
        writer.close()
