"""One link as the house sees it: its state as of the last commit, and what happened lately at each table.

Its own thread reads what was committed, so the event loop never waits for the database. ``lock`` guards the state
while entries are applied, which takes microseconds.
"""

from __future__ import annotations

import json
import threading
import time
from collections import deque
from typing import Any, NamedTuple

from croupier.jackpot.book.barring import why_stopped
from croupier.jackpot.book.display import Display
from croupier.jackpot.book.following import Follower
from croupier.jackpot.book.recovery import fold
from croupier.jackpot.journal import Entry, Head, Store
from croupier.jackpot.reports.alarm_kinds import Alarm
from croupier.jackpot.reports.oddities import oddities_of

LATELY = 2_000
"""Entries that are read again when the house opens, for the earlier rounds."""
KEPT_AWARDS = 5_000
"""Awards whose table is remembered. It is bounded because a house runs for months."""
KEPT = 60
"""Entries that are kept for each table."""


class Happened(NamedTuple):
    """One entry of a table, for display."""

    seq: int
    at: int
    kind: str
    round: int
    by: str
    second: str
    body: dict[str, Any]
    hash: str


class WatchedLink(Follower):
    """A follower that remembers what happened at each table."""

    def __init__(self, store: Store, link: str) -> None:
        self.lock = threading.RLock()
        self.lately: dict[str, deque[Happened]] = {}
        self._table_of_award: dict[int, tuple[str, int]] = {}
        self._mended: dict[str, int] = {}
        super().__init__(store, link)
        self._oddities = oddities_of(store, self.state)
        self.stopped = why_stopped(store, self.state, self._head)
        """Why its writer accepts nothing, though the journal tells of no reason; empty while it does."""
        self._read_from = max(0, self.state.seq - LATELY)
        for entry in store.entries(link, after=self._read_from, to=self.state.seq):
            self._note(entry)

    def catch_up(self, head: Head | None = None) -> int:
        """Read first, then apply, so that readers of the state never wait for the database. ``head`` is where the
        journal ends, if somebody has just looked."""
        head = head or self._store.head(self._link)
        before = self._head.seq
        entries = list(self._store.entries(self._link, after=before, to=head.seq)) if head.seq > before else []
        with self.lock:
            if entries:
                self._head, _ = fold(self.state, entries, self._head.hash)
                self._oddities.day = self._oddities.day or self.state.day  # it went live just now
                for entry in entries:
                    self._note(entry)
                    self._oddities.note(entry)
                self.stopped = ""  # whoever wrote them is not stopped
            self.seen_at = time.monotonic()
        return len(entries)

    @property
    def display(self) -> Display:
        """What the tables show, and that no wagers are taken while the writer has stopped."""
        shown = super().display
        return shown.stopped() if self.stopped else shown

    @property
    def odd(self) -> list[Alarm]:
        """What was odd on days that nobody has closed yet, as alarms; under the lock."""
        return self._oddities.not_confirmed(self.state)

    def is_of(self, store: Store) -> bool:
        """Whether it reads from this store. A store that was lost and reopened is a different one."""
        return self._store is store

    def table(self, table: str) -> list[Happened]:
        """What happened at a table lately, the last first."""
        return list(reversed(self.lately.get(table, ())))

    def mended(self, what: str) -> int:
        """The entry that last ended a stop of the ``link`` or of a ``table X``, or ``seized`` funds or gave them back.

        The present condition began with it or after it. If it is older than the entries that were read, their beginning
        stands in for it: people may be asked again about a stop that they have seen, but no stop is mistaken for an
        older one.
        """
        return self._mended.get(what, self._read_from)

    def _note(self, entry: Entry) -> None:
        body = json.loads(entry.body)
        request = body.get("req") or {}
        table, number = body.get("table") or request.get("table"), body.get("round") or request.get("round") or 0
        if entry.kind == "clear":
            self._mended[f"table {table}" if table else "link"] = entry.seq
        elif entry.kind in ("seize", "release"):  # a second court order is news even if the first has not ended
            self._mended["seized"] = entry.seq
        for award in body.get("awards") or ():
            self._table_of_award[award["no"]] = (str(table), number)
        while len(self._table_of_award) > KEPT_AWARDS:
            del self._table_of_award[next(iter(self._table_of_award))]
        if table is None and "award" in request:
            table, number = self._table_of_award.get(request["award"], ("", 0))
        if not table:
            return
        kept = self.lately.setdefault(table, deque(maxlen=KEPT))
        kept.append(
            Happened(
                entry.seq,
                entry.at,
                entry.kind,
                number,
                str(request.get("by", "")),
                str(request.get("second", "")),
                body,
                entry.hash,
            )
        )
