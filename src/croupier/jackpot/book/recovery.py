"""The state of a link from its journal: the last snapshot that a checkpoint vouches for, and the entries after it.

Opening believes no more than the audit: a snapshot, with the entry that names its hash, can be made by anybody who can
write to the store. A checkpoint at or after that entry cannot. Without one, the journal is folded from its beginning.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import ExitStack
from typing import NamedTuple

from croupier.jackpot.book.effects import apply
from croupier.jackpot.checkpoints import Note, is_signed_by
from croupier.jackpot.journal import AUDIT_HINT as _HINT
from croupier.jackpot.journal import GENESIS, Entry, Fenced, Head, Store, StoreBroken, entry_hash, vouched_for
from croupier.jackpot.records import read_body
from croupier.jackpot.state import LinkState, conservation_faults, from_text


class Recovered(NamedTuple):
    """The state of a link, and how it was arrived at."""

    state: LinkState
    head: Head
    folded_from: int
    """The entry of the snapshot that it was folded from; 0 where that was the first entry."""
    note: str = ""
    """Why a newer snapshot was passed over."""


def recover(store: Store, name: str, epoch: int | None = None) -> Recovered:
    """For whoever has claimed the link: its state and its head.

    StoreBroken where the journal does not end at its head, or comes to other balances than are kept beside it. Fenced
    if it only seems so: another writer has claimed the link since ``epoch`` and writes to it.
    """
    try:
        return _recover(store, name)
    except StoreBroken as error:
        if epoch is None or store.holds(name, epoch):
            raise
        raise Fenced(
            f"another writer has taken link '{name}' over while it was being opened", hint="send it again"
        ) from error


def _recover(store: Store, name: str) -> Recovered:
    found = _fold_to(store, name, store.head(name), None)
    kept = store.balances(name)
    folded = {account: (each[0], each[1]) for account, each in found.state.balances.items()}
    for account in sorted(kept.keys() | folded.keys()):
        if kept.get(account) != folded.get(account):
            raise StoreBroken(
                f"{name}: account {account} is kept as {kept.get(account)}, its entries come to {folded.get(account)}",
                hint=_HINT,
            )
    return found


def state_at(store: Store, name: str, head: Head) -> LinkState:
    """For whoever reads beside the writer: the state as of a head, whatever is written meanwhile."""
    return _fold_to(store, name, head, head.seq).state


def read_now(store: Store, name: str) -> tuple[LinkState, Head]:
    """For whoever goes on reading: the state and the head of the last commit."""
    head = store.head(name)
    return state_at(store, name, head), head


def _fold_to(store: Store, name: str, head: Head, to: int | None) -> Recovered:
    """From the last snapshot that a checkpoint vouches for: one that anybody could have written is not believed."""
    notes = store.witness.notes(name) if store.witness else []
    passed = 0
    for snapshot in store.snapshots(name):
        covering = [note for note in notes if snapshot.seq < note.checkpoint.seq <= head.seq]
        in_journal = snapshot.seq < head.seq and vouched_for(
            store.entries(name, snapshot.seq - 1, snapshot.seq + 1), snapshot
        )
        if covering and in_journal:
            state = from_text(snapshot.state)
            reached, fitting = fold(state, store.entries(name, after=state.seq, to=to), snapshot.hash, covering)
            if fitting:
                return _checked(Recovered(state, head, snapshot.seq, _passed_over(passed, snapshot.seq)), reached)
        passed = max(passed, snapshot.seq)
    state = LinkState(name)
    reached, _ = fold(state, store.entries(name, to=to), GENESIS, notes)
    return _checked(Recovered(state, head, 0, _passed_over(passed, 0)), reached)


def _passed_over(newest: int, used: int) -> str:
    if not newest:
        return ""
    return f"no checkpoint covers the snapshot of entry {newest:,}: folded from entry {used:,}"


def _checked(found: Recovered, reached: Head) -> Recovered:
    name, head = found.state.link, found.head
    if reached != head:
        raise StoreBroken(f"{name}: the journal ends at entry {reached.seq}, its head says {head.seq}", hint=_HINT)
    for fault in conservation_faults(found.state):
        raise StoreBroken(f"{name}: {fault}", hint=_HINT)
    return found


def fold(state: LinkState, entries: Iterable[Entry], before: str, notes: Iterable[Note] = ()) -> tuple[Head, int]:
    """Apply entries to a state, checking the chain and the checkpoints on the way; how many checkpoints fit.

    StoreBroken names the first entry that does not fit.
    """
    seq, fitting = state.seq, 0
    anchored: dict[int, list[Note]] = {}
    for note in notes:
        anchored.setdefault(note.checkpoint.seq, []).append(note)
    with ExitStack() as done:
        if isinstance(entries, Generator):
            done.callback(entries.close)  # also where something is wrong halfway: it holds a connection to its store
        for entry in entries:
            if entry.seq != seq + 1 or entry_hash(before, *entry[:-1]) != entry.hash:
                raise StoreBroken(f"{state.link}: the chain breaks at entry {entry.seq}", hint=_HINT)
            apply(state, entry.kind, read_body(entry), entry.seq, entry.at)
            before, seq = entry.hash, entry.seq
            for note in anchored.get(seq, ()):
                if note.checkpoint.chain != state.chain:
                    continue  # given up by a new chain, or begun by a book that went on elsewhere
                if not is_signed_by(note, state.key):
                    raise StoreBroken(
                        f"{state.link}: entry {seq} has a checkpoint that is not signed by the key in force there",
                        hint=_HINT,
                    )
                if note.checkpoint.hash != entry.hash:
                    raise StoreBroken(
                        f"{state.link}: entry {seq} is not the one whose checkpoint was signed", hint=_HINT
                    )
                fitting += 1
    return Head(seq, before), fitting
