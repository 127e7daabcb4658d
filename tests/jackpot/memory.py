"""A store of plain lists, for the torture and for attackers who change what it holds; transactional like the others."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from croupier.jackpot.actors import PersonalRecord
from croupier.jackpot.checkpoints import Witness
from croupier.jackpot.journal import (
    GENESIS,
    Append,
    Entry,
    Head,
    History,
    NumberTaken,
    Snapshot,
    StoreBusy,
    StoreError,
)
from croupier.stores.sql import (
    LOOK_EVERY,
    NUMBER_TAKEN,
    TAKEN_HINT,
    expendable_snapshots,
    fenced,
    head_after,
    storable,
    uses_of,
)


class _Kept:
    """One link as it would lie on the disk."""

    def __init__(self) -> None:
        self.epoch = 0
        self.head = Head(0, GENESIS)
        self.signed = ""
        self.entries: list[Entry] = []
        self.ids: dict[str, Entry] = {}
        self.balances: dict[str, tuple[int, int]] = {}
        self.snapshots: list[Snapshot] = []
        self.restored = 0
        self.personal: dict[int, PersonalRecord] = {}


class Memory:
    """What outlives a MemoryStore, as a disk outlives a process: give it to the next one to open the same book."""

    def __init__(self) -> None:
        self.links: dict[str, _Kept] = {}
        self.numbers: dict[str, tuple[str, int]] = {}
        self.writing = threading.Lock()
        """Held from begin to commit, so that writers take turns."""
        self.reading = threading.Lock()
        """Held for the instant in which a commit shows."""


class MemoryStore:
    """Keeps every promise of a store but that of outliving the process."""

    def __init__(self, memory: Memory | None = None, *, on_statement: Callable[[str], None] | None = None) -> None:
        self._memory = memory or Memory()
        self._tell = on_statement or _silent
        self._closed = False
        self.witness: Witness | None = None

    def links(self) -> list[str]:
        return sorted(self.heads())

    def heads(self) -> dict[str, Head]:
        self._open()
        with self._memory.reading:
            return {link: kept.head for link, kept in sorted(self._memory.links.items())}

    def claim(self, link: str) -> int:
        self._open()
        with self._memory.writing:
            self._tell("begin")
            self._tell("claim")
            self._tell("commit")
            with self._memory.reading:
                kept = self._memory.links.setdefault(link, _Kept())
                kept.epoch += 1
                epoch = kept.epoch
        self._tell("committed")
        return epoch

    def holds(self, link: str, epoch: int) -> bool:
        with self._look(link) as kept:
            return kept.epoch == epoch

    def head(self, link: str) -> Head:
        return self.signed_head(link)[0]

    def signed_head(self, link: str) -> tuple[Head, str]:
        with self._look(link) as kept:
            return kept.head, kept.signed

    def append(self, asked: Append) -> None:
        self.append_all([asked])

    def append_all(self, appends: Sequence[Append]) -> None:
        self._open()
        heads = [head_after(each.link, each.after, each.entries, each.balances) for each in appends]
        with self._memory.writing:
            self._tell("begin")
            found = [self._may_append(each) for each in appends]
            used = [use for each in appends for use in uses_of(each.link, each.beside)]
            if len({number for number, _, _ in used} - set(self._memory.numbers)) < len(used):
                raise NumberTaken(NUMBER_TAKEN, hint=TAKEN_HINT)
            self._tell("commit")
            with self._memory.reading:
                for (kept, ids), each, new in zip(found, appends, heads, strict=True):
                    kept.entries.extend(each.entries)
                    kept.ids.update(ids)
                    kept.balances.update(each.balances)
                    kept.head, kept.signed = new, each.signed
                    kept.personal.update((record.no, record) for record in each.beside.personal)
                self._memory.numbers.update((number, (link, seq)) for number, link, seq in used)
        self._tell("committed")

    def _may_append(self, asked: Append) -> tuple[_Kept, dict[str, Entry]]:
        """Where the entries go, and their ids."""
        self._tell("head")
        kept = self._memory.links.get(asked.link)
        if kept is None or kept.epoch != asked.epoch or kept.head != asked.after:
            raise fenced(asked.link)
        self._tell("entries")
        ids = {entry.id: entry for entry in asked.entries}
        if len(ids) < len(asked.entries) or any(id in kept.ids for id in ids):
            raise StoreError(f"an id of these entries is already in the journal of link '{asked.link}'")
        self._tell("balances")
        for record in asked.beside.personal:
            self._check_free(kept, record)
        return kept, ids

    def entries(self, link: str, after: int = 0, to: int | None = None) -> Iterator[Entry]:
        with self._look(link) as kept:
            end = kept.head.seq if to is None else min(to, kept.head.seq)
        for at in range(max(after, 0), end):  # entries are never removed, so the list may grow meanwhile
            yield kept.entries[at]

    def known(self, link: str, ids: Sequence[str]) -> dict[str, Entry]:
        with self._look(link) as kept:
            return {id: kept.ids[id] for id in storable(ids) if id in kept.ids}

    def balances(self, link: str) -> dict[str, tuple[int, int]]:
        with self._look(link) as kept:
            return dict(kept.balances)

    def save_snapshot(self, link: str, snapshot: Snapshot) -> None:
        self._open()
        with self._memory.writing:
            self._tell("begin")
            kept = self._memory.links.get(link)
            if kept is None:
                raise StoreError(f"there is no link '{link}' to keep a snapshot of")
            self._tell("snapshot")
            others = [each for each in kept.snapshots if each.seq != snapshot.seq]
            gone = expendable_snapshots([each.seq for each in (*others, snapshot)])
            newest = sorted((each for each in (*others, snapshot) if each.seq not in gone), reverse=True)
            self._tell("commit")
            with self._memory.reading:
                kept.snapshots = newest
        self._tell("committed")

    def snapshots(self, link: str) -> Iterator[Snapshot]:
        with self._look(link) as kept:
            return iter(list(kept.snapshots))

    def integrity(self) -> list[str]:
        self._open()
        return []

    def fill(self, history: History) -> None:
        heads, balances, entries, numbers, signed = history
        self._open()
        with self._memory.writing:
            if self._memory.links:
                raise StoreError("the book is not empty")
            filled: dict[str, _Kept] = {}
            for link, head in heads.items():
                kept = filled[link] = _Kept()
                kept.head = head
                kept.restored, kept.signed = head.seq, signed.get(link, "")
                kept.balances = dict(balances.get(link, {}))
            for entry in entries:
                filled[entry.link].entries.append(entry)
                filled[entry.link].ids[entry.id] = entry
            with self._memory.reading:
                self._memory.links.update(filled)
                for number, link, seq in numbers:
                    self._memory.numbers.setdefault(number, (link, seq))

    def number_used(self, number: str) -> tuple[str, int] | None:
        self._open()
        with self._memory.reading:
            return self._memory.numbers.get(number)

    def numbers(self, link: str) -> dict[str, int]:
        self._open()
        with self._memory.reading:
            return {number: seq for number, (user, seq) in self._memory.numbers.items() if user == link}

    @staticmethod
    def _check_free(kept: _Kept | None, record: PersonalRecord) -> None:
        if kept is None or record.no in kept.personal:
            raise StoreBusy(f"personal record {record.no} is taken", hint=TAKEN_HINT)

    def keep_personal(self, record: PersonalRecord) -> None:
        self._open()
        with self._memory.writing, self._memory.reading:
            kept = self._memory.links.get(record.link)
            self._check_free(kept, record)
            assert kept is not None
            kept.personal[record.no] = record

    def personal(self, link: str) -> list[PersonalRecord]:
        with self._look(link) as kept:
            return [record for _, record in sorted(kept.personal.items())]

    def forget_personal(self, link: str, numbers: Sequence[int]) -> None:
        with self._memory.writing, self._look(link) as kept:
            for number in numbers:
                kept.personal.pop(number, None)

    def wait_for_commit(self, seconds: float) -> None:
        """Nothing tells of a commit here: look again shortly."""
        time.sleep(min(seconds, LOOK_EVERY))

    def weaknesses(self) -> list[str]:
        return ["a book in memory ends with its process"]

    def restored(self, link: str) -> int:
        with self._look(link) as kept:
            return kept.restored

    def close(self) -> None:
        self._closed = True

    def _open(self) -> None:
        if self._closed:
            raise StoreError("the book in memory is closed")

    @contextmanager
    def _look(self, link: str) -> Iterator[_Kept]:
        """A link as of one instant; an empty one where there is none."""
        self._open()
        with self._memory.reading:
            yield self._memory.links.get(link) or _Kept()


def _silent(statement: str) -> None:
    """Nobody listens."""
