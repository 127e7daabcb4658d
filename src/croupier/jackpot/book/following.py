"""Following a link: its state, kept up to date beside the writer, for displays and reports.

A follower reads the entries that were committed since it last looked and applies them, checking the chain; it claims
nothing, writes nothing and never waits for the writer. ``wait_for`` returns once the state holds an entry, so that
whoever was answered with its number sees what they did. Where the store can tell of commits (PostgreSQL) a follower is
woken at once; elsewhere it looks every now and then.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from croupier.jackpot.book.display import Display, display
from croupier.jackpot.book.recovery import fold, read_now
from croupier.jackpot.journal import Head, Store


class Follower:
    """The state of one link, as of the last commit that was seen. Not for several threads."""

    def __init__(self, store: Store, link: str) -> None:
        self._store = store
        self._link = link
        self.state, self._head = read_now(store, link)
        self.seen_at = time.monotonic()

    @property
    def store(self) -> Store:
        """Where it reads; a store that was lost and reopened is a different one."""
        return self._store

    @property
    def head(self) -> Head:
        """Where the journal ended at the last look."""
        return self._head

    @property
    def display(self) -> Display:
        """What the tables show."""
        return display(self.state)

    @property
    def age(self) -> float:
        """Seconds since the journal was last looked at: how old the state may be."""
        return time.monotonic() - self.seen_at

    def catch_up(self) -> int:
        """Take in what was committed since; how many entries. StoreBroken where they do not follow from ours."""
        head = self._store.head(self._link)
        before = self._head.seq
        if head.seq > before:
            entries = self._store.entries(self._link, after=before, to=head.seq)
            self._head, _ = fold(self.state, entries, self._head.hash)
        self.seen_at = time.monotonic()
        return self._head.seq - before

    def wait_for(self, seq: int, seconds: float) -> bool:
        """Whether the state holds an entry within some seconds."""
        return self._until(lambda: self.state.seq >= seq, seconds)

    def wait_for_news(self, seconds: float) -> bool:
        """Whether anything was committed within some seconds."""
        known = self.state.seq
        return self._until(lambda: self.state.seq > known, seconds)

    def _until(self, is_there: Callable[[], bool], seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while True:
            self.catch_up()
            left = deadline - time.monotonic()
            if is_there() or left <= 0:
                return is_there()
            self._store.wait_for_commit(min(left, 1.0))
