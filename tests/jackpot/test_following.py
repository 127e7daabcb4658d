"""A follower arrives at what the writer has, entry by entry, on every store; it claims and writes nothing."""

from __future__ import annotations

import threading
import time

import pytest

from croupier.jackpot.book.reading import Follower
from croupier.jackpot.journal import StoreBroken
from tests.jackpot.attackers import mend_chain
from tests.jackpot.conftest import MakeStore
from tests.jackpot.floor import LINK, SEVEN_CARDS, ask, go_live, open_book
from tests.jackpot.memory import MemoryStore


def test_a_follower_sees_what_the_writer_did(make_store: MakeStore) -> None:
    book = open_book(make_store())
    go_live(book)
    follower = Follower(make_store(), LINK)
    assert follower.state == book.state
    for number in range(1, 4):
        about = {"table": "T01", "round": number}
        ask(book, "wager", "dee", seats=[1, 2], **about)
        ask(book, "lock", "dee", **about)
        reply = ask(book, "result", "dee", hands={"1": SEVEN_CARDS} if number == 2 else {}, **about)
        assert reply.seq is not None
        assert wait_for(follower, reply.seq, 10)
        assert follower.state == book.state
        assert follower.display == book.display
    assert follower.catch_up() == 0
    assert not wait_for(follower, book.state.seq + 1, 0.1)
    assert follower.age < 10


def test_a_follower_is_woken_by_a_commit(make_store: MakeStore) -> None:
    book = open_book(make_store())
    go_live(book)
    follower = Follower(make_store(), LINK)
    wait_for(follower, book.state.seq + 1, 0.01)  # it listens from here on
    heard: list[bool] = []
    news = book.state.seq + 1
    waiting = threading.Thread(target=lambda: heard.append(wait_for(follower, news, 20)))
    waiting.start()
    time.sleep(0.1)
    assert ask(book, "fault", "dee", reason="dark").code == "ok"
    waiting.join(20)
    assert heard == [True]
    assert follower.state.faults == ["dark"]


def test_a_follower_fences_nobody(make_store: MakeStore) -> None:
    book = open_book(make_store())
    go_live(book)
    before = book.store.head(LINK)
    Follower(make_store(), LINK).catch_up()
    assert book.store.head(LINK) == before
    assert ask(book, "fault", "dee", reason="dark").code == "ok"


def test_a_follower_does_not_follow_another_journal() -> None:
    store = MemoryStore()
    book = open_book(store)
    go_live(book)
    follower = Follower(store, LINK)
    entries = store._memory.links[LINK].entries
    entries[2] = entries[2]._replace(at=entries[2].at + 1)
    mend_chain(store, LINK)
    entries.append(entries[-1]._replace(seq=len(entries) + 1, id="x"))
    mend_chain(store, LINK)
    with pytest.raises(StoreBroken, match="the chain breaks"):
        follower.catch_up()


def wait_for(follower: Follower, seq: int, seconds: float) -> bool:
    """Whether the state holds an entry within some seconds: as screens follow a book, by its store's own news."""
    deadline = time.monotonic() + seconds
    while True:
        follower.catch_up()
        left = deadline - time.monotonic()
        if follower.state.seq >= seq or left <= 0:
            return follower.state.seq >= seq
        follower.store.wait_for_commit(min(left, 1.0))
