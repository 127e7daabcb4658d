"""The state of a link from its journal: the last snapshot that a checkpoint vouches for, and the entries after it.
Anybody who can write to the store can make a snapshot, but not a checkpoint at or after it. Without one, the journal is
folded from its beginning."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import NamedTuple

from croupier.jackpot import checkpoints, journal
from croupier.jackpot.entries import read_body
from croupier.jackpot.journal import AUDIT_HINT as _HINT
from croupier.jackpot.kinds.link import Barred, cited_words
from croupier.jackpot.kinds.table import apply
from croupier.jackpot.state import LinkState, conservation_faults, from_text


class Recovered(NamedTuple):
    """The state of a link, and how it was arrived at."""

    state: LinkState
    head: journal.Head
    folded_from: int  # The entry of the snapshot that it was folded from; 0 where that was the first entry.
    note: str = ""  # Why a newer snapshot was passed over.


def recover(store: journal.Store, name: str, epoch: int | None = None) -> Recovered:
    """For whoever has claimed the link: its state and its head. StoreBroken where the journal comes to another head,
    other balances or other used numbers than are kept; Fenced if only because another writer has claimed it since
    ``epoch``."""
    try:
        return _recover(store, name)
    except journal.StoreBroken as error:
        if epoch is None or store.holds(name, epoch):
            raise
        raise journal.Fenced(
            f"another writer has taken link '{name}' over while it was being opened", hint="send it again"
        ) from error


def _recover(store: journal.Store, name: str) -> Recovered:
    found = _fold_to(store, name, store.head(name), None)
    kept = store.balances(name)
    folded = {account: (each[0], each[1]) for account, each in found.state.balances.items()}
    for account in sorted(kept.keys() | folded.keys()):
        if kept.get(account) != folded.get(account):
            raise journal.StoreBroken(
                f"{name}: account {account} is kept as {kept.get(account)}, its entries come to {folded.get(account)}",
                hint=_HINT,
            )
    numbers = store.numbers(name)
    for number, seq in found.state.references.items():
        if numbers.get(number) != seq:
            raise journal.StoreBroken(
                f"{name}: {number} of entry {seq} is not in the table of used numbers", hint=_HINT
            )
    return found


def state_at(store: journal.Store, name: str, head: journal.Head) -> LinkState:
    """For whoever reads beside the writer: the state as of a head, whatever is written meanwhile."""
    return _fold_to(store, name, head, head.seq).state


def read_now(store: journal.Store, name: str) -> tuple[LinkState, journal.Head]:
    """For whoever goes on reading: the state and the head of the last commit."""
    head = store.head(name)
    return state_at(store, name, head), head


def _fold_to(store: journal.Store, name: str, head: journal.Head, to: int | None) -> Recovered:
    """From the last snapshot that a checkpoint vouches for: one that anybody could have written is not believed."""
    notes = store.witness.notes(name) if store.witness else []
    passed = 0
    for snapshot in store.snapshots(name):
        covering = [note for note in notes if snapshot.seq < note.checkpoint.seq <= head.seq]
        in_journal = snapshot.seq < head.seq and journal.vouched_for(
            store.entries(name, snapshot.seq - 1, snapshot.seq + 1), snapshot
        )
        if covering and in_journal:
            state = from_text(snapshot.state)
            reached, fitting = fold(state, store.entries(name, after=state.seq, to=to), snapshot.hash, covering)
            if fitting:
                return _checked(Recovered(state, head, snapshot.seq, _passed_over(passed, snapshot.seq)), reached)
        passed = max(passed, snapshot.seq)
    state = LinkState(name)
    reached, _ = fold(state, store.entries(name, to=to), journal.GENESIS, notes)
    return _checked(Recovered(state, head, 0, _passed_over(passed, 0)), reached)


def _passed_over(newest: int, used: int) -> str:
    if not newest:
        return ""
    return f"no checkpoint covers the snapshot of entry {newest:,}: folded from entry {used:,}"


def _checked(found: Recovered, reached: journal.Head) -> Recovered:
    name, head = found.state.link, found.head
    if reached != head:
        raise journal.StoreBroken(
            f"{name}: the journal ends at entry {reached.seq}, its head says {head.seq}", hint=_HINT
        )
    for fault in conservation_faults(found.state):
        raise journal.StoreBroken(f"{name}: {fault}", hint=_HINT)
    return found


def fold(
    state: LinkState, entries: Iterable[journal.Entry], before: str, notes: Iterable[checkpoints.Note] = ()
) -> tuple[journal.Head, int]:
    """Apply entries, checking chain and checkpoints on the way; how many fit. StoreBroken names the first entry that
    does not."""
    seq, fitting = state.seq, 0
    anchored: dict[int, list[checkpoints.Note]] = {}
    for note in notes:
        anchored.setdefault(note.checkpoint.seq, []).append(note)
    with ExitStack() as done:
        if isinstance(entries, Generator):
            done.callback(entries.close)  # also where something is wrong halfway: it holds a connection to its store
        for entry in entries:
            if entry.seq != seq + 1 or journal.entry_hash(before, *entry[:-1]) != entry.hash:
                raise journal.StoreBroken(f"{state.link}: the chain breaks at entry {entry.seq}", hint=_HINT)
            apply(state, entry.kind, read_body(entry), entry.seq, entry.at, entry.hash)
            before, seq = entry.hash, entry.seq
            for note in anchored.get(seq, ()):
                if note.checkpoint.chain != state.chain:
                    continue  # given up by a new chain, or begun by a book that went on elsewhere
                if not checkpoints.is_signed_by(note, state.key):
                    raise journal.StoreBroken(
                        f"{state.link}: entry {seq} has a checkpoint that is not signed by the key in force there",
                        hint=_HINT,
                    )
                if (note.checkpoint.hash, note.checkpoint.root) != (entry.hash, checkpoints.root_of(state.edge)):
                    raise journal.StoreBroken(
                        f"{state.link}: entry {seq} is not the one whose checkpoint was signed", hint=_HINT
                    )
                fitting += 1
    return journal.Head(seq, before), fitting


@dataclass(frozen=True)
class Identity:
    """What is running: checked and written down at every start."""

    software: str
    rulebook: str


def barred(store: journal.Store, state: LinkState, head: journal.Head, identity: Identity) -> Barred | None:
    """Why a book may not go on by itself: restored, behind its checkpoints, or without the key that it announced."""
    witness = store.witness
    signer = checkpoints.signer_of(witness, state.key)
    at_hand = [each.vkey for each in witness.signers] if witness else []
    lost, chain, cited, gone = lacks(store, state, head, at_hand)
    if not lost and state.key and signer is None:
        lost = f"the key that the journal announces is {state.key}, and it is not at hand"
    lost = lost or keyless(store, state, at_hand) or unsigned(store, state, head)
    if not lost:
        return None
    key = signer.vkey if signer else next(iter(at_hand), "")
    is_old = signer is not None and signer.vkey == state.key
    signature = signer.say(state.link, checkpoints.NEW_CHAIN, state.seq + 1, *cited, key) if signer and is_old else ""
    return Barred(lost, chain, *cited, key, signature, identity.software, identity.rulebook, gone)


def keyless(store: journal.Store, state: LinkState, at_hand: Sequence[str] = ()) -> str:
    """How it is known that a journal ought to have announced a key; empty where it has, or there is none. Whoever can
    write to the store can take the announcement out, but not sign what is left."""
    if state.key:
        return ""
    if at_hand:
        return "the journal announces no key, and there is one" if state.seq else ""
    others = (name for name in store.links() if name != state.link)
    has_key = next((name for name in others if (first := journal.finder(store, name)(1)) and first.kind == "key"), None)
    return f"the journal announces no key, and that of link {has_key} does" if has_key else ""


def unsigned(store: journal.Store, state: LinkState, head: journal.Head) -> str:
    """How it is known that the end of a journal was not written by this book's writer; empty where it was."""
    kept, signature = store.signed_head(state.link)
    if not state.key or kept != head or checkpoints.has_said(state.key, signature, state.link, checkpoints.HEAD, *head):
        return ""
    notes = store.witness.notes(state.link) if store.witness else []
    vouched = max((note.checkpoint.seq for note in notes if note.checkpoint.seq <= head.seq), default=0)
    return f"no writer of this book signed entry {head.seq}, where it ends; the last checkpoint is of entry {vouched}"


def why_stopped(store: journal.Store, state: LinkState, head: journal.Head) -> str:
    """For whoever only reads: why nobody writes before two people begin a new chain, or nothing. More entries by now
    mean that the book is being written: a checkpoint is signed after its entry was stored."""
    why, _, cited, _ = lacks(store, state, head)
    why = why or keyless(store, state) or unsigned(store, state, head)
    return cited_words(why, cited) if why and store.head(state.link) == head else ""


def lacks(
    store: journal.Store, state: LinkState, head: journal.Head, at_hand: Sequence[str] = ()
) -> tuple[str, int, journal.Head, dict[str, int]]:
    """How it is known that a book lacks entries or a link (or nothing), the last entry known to have existed, with its
    chain; and by lost link, when its last checkpoint was signed."""
    ours = [key for key in (state.key, *at_hand) if key]
    why, chain, cited = _lacks_entries(store, state, head, ours)
    gone = missing_links(store, ours, state)
    told = [f"the book lacks link {name}; checkpoints were signed of its entries to {gone[name].seq}" for name in gone]
    return "; ".join(filter(None, [why, *told])), chain, cited, {name: point.at for name, point in gone.items()}


def _lacks_entries(
    store: journal.Store, state: LinkState, head: journal.Head, ours: Sequence[str]
) -> tuple[str, int, journal.Head]:
    witness = store.witness
    beyond = [
        note.checkpoint
        for note in (witness.notes(state.link) if witness else ())
        if (note.checkpoint.chain, note.checkpoint.seq) > (state.chain, head.seq)
        and any(checkpoints.is_signed_by(note, key) for key in ours)
    ]
    if beyond:
        first, last = beyond[0], max(beyond, key=lambda point: (point.chain, point.seq))
        if last.chain > state.chain and last.seq <= head.seq:
            why = f"the book went on elsewhere as chain {last.chain}, and this is chain {state.chain}"
        else:
            entries = f"entry {last.seq}" if first.seq == last.seq else f"entries {first.seq} to {last.seq}"
            why = f"the book ends at entry {head.seq}; checkpoints were signed of {entries}"
        return why, last.chain, journal.Head(last.seq, last.hash)
    restored, false = journal.restored_from(store, state.link)
    if false:
        return false, state.chain, head
    if restored and restored >= state.chain_from:
        # A backup may end with the very entry that began a chain: that was before it was restored.
        return f"the book was restored from a backup that ends at entry {restored}", state.chain, head
    return "", state.chain, head


def missing_links(store: journal.Store, keys: Sequence[str], state: LinkState) -> dict[str, checkpoints.Checkpoint]:
    """The last checkpoint, signed by one of the keys, of each link that the book lacks, but for those that a new chain,
    whose end its writer signed, names as lost."""
    there = store.links()
    notes = [note for note in store.witness.notes() if note.checkpoint.link not in there] if store.witness else []
    points = [note.checkpoint for note in notes if any(checkpoints.is_signed_by(note, key) for key in keys)]
    lost = dict(state.lost_links)
    for name in there if checkpoints.missing(points, there, lost) else ():
        other, head = read_now(store, name) if name != state.link else (state, journal.Head(0, ""))
        if other is not state and other.lost_links and not unsigned(store, other, head):
            lost |= other.lost_links
    return checkpoints.missing(points, there, lost)
