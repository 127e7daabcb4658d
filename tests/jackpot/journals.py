"""Entries for tests of the stores: chained and moving money, but of no jackpot in particular."""

from __future__ import annotations

import json
from collections.abc import Iterable

from croupier.jackpot.journal import FORMAT, GENESIS, Append, Entry, Head, Store, canonical, entry_hash

START = Head(0, GENESIS)


def chain(link: str = "L", count: int = 3, after: Head = START, *, tag: str = "e", size: int = 0) -> list[Entry]:
    """Entries that follow a head; entry n moves n from 'wagers' to 'meter'."""
    entries = []
    seq, hash = after
    for seq in range(after.seq + 1, after.seq + count + 1):
        body = canonical(
            {"v": FORMAT, "moves": [["wagers", "meter", seq]], "note": 'a "quoted" \\ word\tx' + "x" * size}
        )
        id, at, kind = f"{tag}-{seq}", 1_700_000_000_000 + seq, "wager"
        hash = entry_hash(hash, link, seq, id, at, kind, body)
        entries.append(Entry(link, seq, id, at, kind, body, hash))
    return entries


def head_of(entries: list[Entry]) -> Head:
    return Head(entries[-1].seq, entries[-1].hash)


def totals(entries: Iterable[Entry]) -> dict[str, tuple[int, int]]:
    """The balances that follow from entries, added up in the plainest way."""
    found: dict[str, tuple[int, int]] = {}
    for entry in entries:
        for debit, credit, amount in json.loads(entry.body)["moves"]:
            found[debit] = (found.get(debit, (0, 0))[0] + amount, found.get(debit, (0, 0))[1])
            found[credit] = (found.get(credit, (0, 0))[0], found.get(credit, (0, 0))[1] + amount)
    return found


def post(store: Store, count: int = 3, link: str = "L", *, tag: str = "e", size: int = 0) -> list[Entry]:
    """Claim a link and append to it, balances included; the whole journal after."""
    epoch = store.claim(link)
    before = list(store.entries(link))
    new = chain(link, count, store.head(link), tag=tag, size=size)
    store.append(Append(link, epoch, store.head(link), new, totals([*before, *new])))
    return [*before, *new]


def check_sound(store: Store, link: str = "L") -> list[Entry]:
    """The chain from the first entry, the head and the balances agree; the journal, for more questions."""
    entries = list(store.entries(link))
    before = GENESIS
    for seq, entry in enumerate(entries, start=1):
        assert entry.seq == seq
        assert entry.link == link
        before = entry_hash(before, link, seq, entry.id, entry.at, entry.kind, entry.body)
        assert entry.hash == before, f"the chain is broken at {seq}"
    assert store.head(link) == Head(len(entries), before)
    assert store.balances(link) == totals(entries)
    return entries
