"""Entries that are decided and not yet durable: whoever decides the next request must see them too."""

from __future__ import annotations

from croupier.jackpot.journal import Entry


class Unkept:
    """Entries on their way to the store, by batch, and those of the batch that is being decided."""

    def __init__(self) -> None:
        self._batches: list[list[Entry]] = []
        self.deciding: list[Entry] = []

    def add(self, entries: list[Entry]) -> None:
        """A batch is decided; it goes to the store next."""
        self._batches.append(entries)

    def kept(self, entries: list[Entry]) -> None:
        """A batch is durable."""
        self._batches.remove(entries)

    def by_id(self) -> dict[str, Entry]:
        """Those on their way to the store. Another thread may be keeping them meanwhile."""
        return {entry.id: entry for entries in list(self._batches) for entry in entries}

    def find(self, seq: int) -> Entry | None:
        for entries in (self.deciding, *self._batches):
            if entries and entries[0].seq <= seq <= entries[-1].seq:
                return entries[seq - entries[0].seq]
        return None
