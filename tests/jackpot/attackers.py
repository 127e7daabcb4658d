"""What a clever hand does to a book that it can write to: entries rewritten, every hash after them computed again.

It also mends what is kept beside the journal (head, balances, snapshots and the entries that vouch for them), so that
only a look at what the rules would have done can tell.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.jackpot.entries import BODIES
from croupier.jackpot.journal import GENESIS, Entry, Head, Snapshot, canonical, entry_hash, text_hash
from croupier.jackpot.kinds.table import apply
from croupier.jackpot.state import LinkState, from_text, to_text
from tests.jackpot.memory import MemoryStore

Edit = Callable[[dict[str, Any]], None]


def entries_of(store: MemoryStore, link: str) -> list[Entry]:
    return store._memory.links[link].entries


def seq_of(store: MemoryStore, link: str, kind: str, nth: int = 0) -> int:
    """The number of the nth entry of a kind; from the end where it is below zero."""
    return [entry.seq for entry in entries_of(store, link) if entry.kind == kind][nth]


def mend_chain(store: MemoryStore, link: str) -> None:
    """Every hash again, and the head."""
    kept = store._memory.links[link]
    before = GENESIS
    for index, each in enumerate(kept.entries):
        seq = index + 1
        kept.entries[index] = each._replace(seq=seq, hash=entry_hash(before, each.link, seq, *each[2:-1]))
        before = kept.entries[index].hash
    kept.head = Head(len(kept.entries), before)
    kept.ids = {entry.id: entry for entry in kept.entries}


def mend_balances(store: MemoryStore, link: str) -> None:
    totals: dict[str, list[int]] = {}
    for entry in entries_of(store, link):
        for debit, credit, amount in json.loads(entry.body).get("moves", ()):
            totals.setdefault(debit, [0, 0])[0] += amount
            totals.setdefault(credit, [0, 0])[1] += amount
    store._memory.links[link].balances = {name: (each[0], each[1]) for name, each in totals.items()}


def mend_readings(store: MemoryStore, link: str) -> None:
    """The balances that were written down at each close of a day, as the falsified entries come to them."""
    totals: dict[str, list[int]] = {}
    entries = entries_of(store, link)
    for index, entry in enumerate(entries):
        body = json.loads(entry.body)
        for debit, credit, amount in body.get("moves", ()):
            totals.setdefault(debit, [0, 0])[0] += amount
            totals.setdefault(credit, [0, 0])[1] += amount
        if "readings" in body:
            body["readings"]["balances"] = {name: list(each) for name, each in sorted(totals.items())}
            entries[index] = entry._replace(body=canonical(body))


def mend_snapshots(store: MemoryStore, link: str) -> None:
    """Every snapshot as the falsified journal comes to it, and the entries that vouch for them."""
    kept = store._memory.links[link]
    state, snapshots, before = LinkState(link), [], GENESIS
    for index, entry in enumerate(kept.entries):
        body = json.loads(entry.body)
        if entry.kind == "snapshot":
            text = to_text(state)
            body["state"] = text_hash(text)
            kept.entries[index] = entry._replace(body=canonical(body))
            snapshots.append(Snapshot(index, "", text))
        try:
            read = msgspec.json.decode(canonical(body), type=BODIES[entry.kind])  # whatever format it says it is of
        except msgspec.ValidationError:
            return  # nobody can fold it, so what follows stays as it was
        before = entry_hash(before, *kept.entries[index][:-1])
        apply(state, entry.kind, read, entry.seq, entry.at, before)
    mend_chain(store, link)
    kept.snapshots = [each._replace(hash=kept.entries[each.seq - 1].hash) for each in reversed(snapshots)]


def rewrite(store: MemoryStore, link: str, seq: int, edit: Edit, *, thorough: bool = True) -> None:
    """One entry's body changed; with ``thorough`` everything that could give it away as well."""
    entries = entries_of(store, link)
    body = json.loads(entries[seq - 1].body)
    edit(body)
    entries[seq - 1] = entries[seq - 1]._replace(body=canonical(body))
    mend_balances(store, link)
    if thorough:
        mend_readings(store, link)
        mend_snapshots(store, link)
    mend_chain(store, link)


def rewrite_snapshot(store: MemoryStore, link: str, edit: Edit) -> int:
    """The last snapshot says something else, and the entry after it vouches for that; the entry's number."""
    kept = store._memory.links[link]
    newest = kept.snapshots[0]
    value = json.loads(newest.state)
    edit(value)
    text = canonical(value)
    from_text(text)  # the attacker makes sure that it can be read
    index = newest.seq
    body = json.loads(kept.entries[index].body)
    kept.entries[index] = kept.entries[index]._replace(body=canonical({**body, "state": text_hash(text)}))
    mend_chain(store, link)
    kept.snapshots[0] = Snapshot(newest.seq, kept.entries[newest.seq - 1].hash, text)
    return index + 1


def remove(store: MemoryStore, link: str, seq: int) -> None:
    """An entry goes, and the others close up."""
    del entries_of(store, link)[seq - 1]
    mend_balances(store, link)
    mend_chain(store, link)


def insert(store: MemoryStore, link: str, seq: int, kind: str, body: dict[str, Any], id: str = "forged:1") -> None:
    """An entry that nobody made, before another."""
    entries = entries_of(store, link)
    at = entries[seq - 2].at
    entries.insert(seq - 1, Entry(link, seq, id, at, kind, canonical(body), ""))
    mend_balances(store, link)
    mend_chain(store, link)
