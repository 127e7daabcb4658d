"""What every store checks alike, so that a forgiving one does not hide a mistake from a strict one.

At opening the version of the tables and the end of each journal are looked at: the head is the hash of what was last
written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence

from croupier.jackpot.journal import (
    GENESIS,
    Balances,
    Beside,
    EmptyBook,
    Entry,
    Fenced,
    Head,
    NumberUse,
    Snapshot,
    Store,
    StoreBroken,
    StoreError,
    entry_hash,
)

LARGEST = 2**63 - 1
"""What a database's integer holds: 92 billion dollars in millionths of a cent."""

LOOK_EVERY = 0.05
"""Seconds between two looks of a follower where a store cannot tell it of a commit."""

SNAPSHOTS_KEPT = 3
"""The newest; older ones that are kept are far apart, so that an audit may begin at each of them."""

SNAPSHOTS_APART = 10_000
"""Entries between older snapshots: a book of ten million entries keeps a few hundred."""


def head_after(link: str, after: Head, entries: Sequence[Entry], balances: Balances) -> Head:
    """The head once the entries are kept; they must follow the old one without a gap and fit the tables."""
    seq = after.seq
    for entry in entries:
        seq += 1
        if entry.seq != seq or entry.link != link:
            raise StoreError(f"entry {entry.seq} of link '{entry.link}' cannot be entry {seq} of link '{link}'")
    for account, (debits, credits) in balances.items():
        if not (0 <= debits <= LARGEST and 0 <= credits <= LARGEST):
            raise StoreError(f"the balance of account '{account}' of link '{link}' does not fit 64 bits")
    return Head(seq, entries[-1].hash if entries else after.hash)


def storable(ids: Sequence[str]) -> list[str]:
    """The ids that can be in a journal at all; asking a database for the others would be an error there."""
    together = "".join(ids)
    if together.isascii() and "\0" not in together:
        return list(ids)
    return [id for id in ids if id.isascii() and "\0" not in id]


def checksum(link: str, snapshot: Snapshot) -> str:
    """Over all that a snapshot says: a damaged one is passed over, and an older one or the journal serves."""
    text = f"{link}\n{snapshot.seq}\n{snapshot.hash}\n{snapshot.state}"
    return hashlib.sha256(text.encode()).hexdigest()


def newest_first(link: str, fetch: Callable[[int], tuple[int, str, str, str] | None]) -> Iterator[Snapshot]:
    """The sound snapshots of a link, one at a time: those of a long journal would not fit into memory together.

    ``fetch`` gets the newest row below an entry: seq, hash, state and checksum.
    """
    below = LARGEST
    while row := fetch(below):
        below = row[0]
        snapshot = Snapshot(*row[:3])
        if checksum(link, snapshot) == row[3]:
            yield snapshot


def expendable_snapshots(kept: Sequence[int]) -> list[int]:
    """Which snapshots may go, of those kept after these entries.

    >>> expendable_snapshots([5, 20_000, 20_100, 40_000, 40_010, 40_020])
    [5, 20100]
    """
    gone, last = [], 0
    for seq in sorted(kept)[:-SNAPSHOTS_KEPT]:
        if seq - last < SNAPSHOTS_APART:
            gone.append(seq)
        else:
            last = seq
    return gone


def damaged_snapshots(rows: Iterable[tuple[str, int, str, str, str]]) -> list[str]:
    """Which rows of the table are not what was written there."""
    return [
        f"the snapshot of link '{link}' at {seq} is damaged"
        for link, seq, hash, state, sum in rows
        if checksum(link, Snapshot(seq, hash, state)) != sum
    ]


def fenced(link: str) -> Fenced:
    """For a writer that has lost its link."""
    return Fenced(
        f"another writer has taken over link '{link}' or has written to it",
        hint="only one process may write a link; this one must be opened again",
    )


NUMBER_TAKEN = "another link of the book used a number or a name of these entries in the same instant"
TAKEN_HINT = "send it again: nothing was kept"


def uses_of(link: str, beside: Beside) -> list[NumberUse]:
    """The numbers that entries of a link use, as rows of their table."""
    return [(number, link, seq) for number, seq in beside.numbers.items()]


def check_version(found: int, wanted: int, book: str) -> None:
    """Books of other versions are refused, and the owner told which of the two must move."""
    if found == 0:
        raise EmptyBook(f"{book} is empty: no book has been made there", hint="check the path")
    if found != wanted:
        raise StoreBroken(
            f"{book} has schema version {found}, and this software reads version {wanted} alone",
            hint="only the software that wrote it reads it",
        )


TAIL = 100
"""Entries whose chain is verified when a book is opened. The audit goes back to the first."""


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
        seq = max(head.seq - TAIL, 0)
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
