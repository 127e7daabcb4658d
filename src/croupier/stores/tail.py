"""The end of each journal, verified when a book is opened: the head is the hash of what was last written."""

from __future__ import annotations

from croupier.jackpot.journal import GENESIS, Entry, Store, StoreBroken, entry_hash

ENTRIES = 100
"""How far back. The audit goes back to the first entry."""


def follows(before: str, seq: int, entry: Entry) -> bool:
    """Whether an entry has its number and its hash covers it and the hash before."""
    try:
        wanted = entry_hash(before, entry.link, seq, entry.id, entry.at, entry.kind, entry.body)
    except UnicodeEncodeError:  # a lone surrogate, which no entry holds
        return False
    return entry.seq == seq and entry.hash == wanted


def check_tail(store: Store, book: str) -> None:
    """Refuse a book whose last entries do not add up to the head that it states."""
    hint = "do not use it; find out where it differs: croupier jackpot audit"
    for link in store.links():
        head = store.head(link)
        seq = max(head.seq - ENTRIES, 0)
        before = GENESIS if seq == 0 else None
        for entry in store.entries(link, seq - 1 if seq else 0):
            if before is None:  # the entry before the first one checked: only its hash is needed
                before = entry.hash
                continue
            seq += 1
            if not follows(before, seq, entry):
                raise StoreBroken(f"{book}: the hash chain of link '{link}' is broken at entry {seq}", hint=hint)
            if seq == head.seq and entry.hash != head.hash:
                raise StoreBroken(f"{book}: the head of link '{link}' is not the hash of entry {seq}", hint=hint)
            before = entry.hash
        # Another process may be writing meanwhile: the journal ends between the head then and the head now.
        if not head.seq <= seq <= store.head(link).seq:
            raise StoreBroken(
                f"{book}: the journal of link '{link}' ends at entry {seq}, its head at {head.seq}", hint=hint
            )
