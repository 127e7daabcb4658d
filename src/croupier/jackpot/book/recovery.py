"""The state of a link from its journal: the last snapshot that the journal vouches for, and the entries after it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from croupier.jackpot.book.effects import apply
from croupier.jackpot.journal import GENESIS, Entry, Head, Store, StoreBroken, entry_hash, vouched_for
from croupier.jackpot.state import State, conservation_faults, from_text

_HINT = "run croupier jackpot audit, and restore a backup"


def recover(store: Store, name: str) -> tuple[State, Head, int]:
    """For whoever has claimed the link: the state, its head, and the entry of the snapshot that it was folded from.

    StoreBroken where the journal does not end at its head, or comes to other balances than are kept beside it.
    """
    head = store.head(name)
    state, folded_from = _fold_to(store, name, head, None)
    kept = store.balances(name)
    folded = {account: (each[0], each[1]) for account, each in state.balances.items()}
    for account in sorted(kept.keys() | folded.keys()):
        if kept.get(account) != folded.get(account):
            raise StoreBroken(
                f"{name}: account {account} is kept as {kept.get(account)}, its entries come to {folded.get(account)}",
                hint=_HINT,
            )
    return state, head, folded_from


def state_at(store: Store, name: str, head: Head) -> State:
    """For whoever reads beside the writer: the state as of a head, whatever is written meanwhile."""
    return _fold_to(store, name, head, head.seq)[0]


def _fold_to(store: Store, name: str, head: Head, to: int | None) -> tuple[State, int]:
    state, before = State(name), GENESIS
    for snapshot in store.snapshots(name):
        if snapshot.seq < head.seq and vouched_for(store.entries(name, snapshot.seq - 1, snapshot.seq + 1), snapshot):
            state, before = from_text(snapshot.state), snapshot.hash
            break
    folded_from = state.seq
    reached = fold(state, store.entries(name, after=state.seq, to=to), before)
    if reached != head:
        raise StoreBroken(f"{name}: the journal ends at entry {reached.seq}, its head says {head.seq}", hint=_HINT)
    for fault in conservation_faults(state):
        raise StoreBroken(f"{name}: {fault}", hint=_HINT)
    return state, folded_from


def fold(state: State, entries: Iterable[Entry], before: str) -> Head:
    """Apply entries to a state, checking the chain; StoreBroken names the first entry that does not fit."""
    seq = state.seq
    for entry in entries:
        if entry.seq != seq + 1 or entry_hash(before, *entry[:-1]) != entry.hash:
            raise StoreBroken(f"{state.link}: the chain breaks at entry {entry.seq}", hint=_HINT)
        apply(state, entry.kind, json.loads(entry.body), entry.seq, entry.at)
        before, seq = entry.hash, entry.seq
    return Head(seq, before)
