"""A book against the checkpoints that left it: the only proof that it was not rewritten as a whole.

Every checkpoint must name an entry of the journal with its hash, and be signed by the key that the journal announced
before. What lies behind the first and after the last of them is said, since nothing vouches for the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from croupier.jackpot.audit.chain import ChainPart, Era
from croupier.jackpot.audit.findings import Findings
from croupier.jackpot.checkpoints import Checkpoint, Note, is_signed_by
from croupier.jackpot.journal import Store

Signed = tuple[int, int, str]
"""The chain, the number and the hash that a checkpoint names."""


@dataclass
class Anchored(Findings):
    """What the checkpoints say of a journal."""

    fitting: int = 0
    first: int = 0
    last: int = 0
    """The first and the last entry that a checkpoint names and that is as it was."""
    lost: int = 0
    """Checkpoints of entries that were lost, as a new chain cites them."""

    def told(self, entries: int) -> str:
        """In words: what is covered, and what is not."""
        if not self.fitting:
            return "no checkpoint covers any of it"
        after = entries - self.last
        fit = "1 checkpoint fits" if self.fitting == 1 else f"{self.fitting:,} checkpoints fit"
        told = f"{fit}; entries 1 to {self.last:,} are as they were signed"
        told += f"; the {after:,} after them are not signed" if after else ", which is all of it"
        return told + (f"; {self.lost:,} were of entries that a new chain gives up" if self.lost else "")


def check_anchors(
    store: Store, link: str, chain: ChainPart, notes: Iterable[Note], pinned: str | None = None
) -> Anchored:
    """Compare a journal, whose chain is known, with checkpoints; ``pinned`` is its first key as an auditor keeps it."""
    found = Anchored()
    eras = chain.eras
    if pinned and (not eras or eras[0].key != pinned):
        where = f"entry {eras[0].seq}" if eras else "the journal"
        found.find(where, "does not announce the key that was written down elsewhere")
    signed = set()
    own = [note for note in notes if note.checkpoint.link == link]
    for note in own:
        point = note.checkpoint
        if any(is_signed_by(note, era.key) for era in eras):
            signed.add((point.chain, point.seq, point.hash))
        else:
            found.find(f"entry {point.seq}", "has a checkpoint signed by no key that the journal announces")
    for note in own:
        point = note.checkpoint
        wrong = _wrong(store, chain, note, found, signed) if (point.chain, point.seq, point.hash) in signed else None
        if wrong:
            found.find(f"entry {point.seq}", wrong)
    return found


def _wrong(store: Store, chain: ChainPart, note: Note, found: Anchored, signed: Collection[Signed]) -> str | None:
    """What is wrong with the journal by one checkpoint; or with the checkpoint."""
    point, eras = note.checkpoint, chain.eras
    begun = _begun(eras)
    later = next((number for number in begun if number > point.chain), None)
    if later is None and point.chain not in (1, *begun):
        return f"has a checkpoint of chain {point.chain}, which the journal does not have"
    if later and (point.chain not in (1, *begun) or begun[later].seq <= point.seq):
        return _given_up(later, begun[later], point, found, signed)
    if point.seq > chain.head.seq:
        return f"was signed and is not there: the journal ends at entry {chain.head.seq}"
    in_force = [era for era in eras if era.seq <= point.seq]
    if not in_force or not is_signed_by(note, in_force[-1].key):
        return "has a checkpoint that is not signed by the key in force there"
    entry = next(iter(store.entries(point.link, point.seq - 1, point.seq)), None)
    if entry is None or entry.hash != point.hash:
        return "is not the one whose checkpoint was signed"
    found.fitting += 1
    found.first = min(found.first or point.seq, point.seq)
    found.last = max(found.last, point.seq)
    return None


def _begun(eras: Iterable[Era]) -> dict[int, Era]:
    """The new chains of a journal by their number. One may be skipped: it was begun and lost again elsewhere."""
    begun, number = {}, 1
    for era in eras:
        if era.is_new_chain:
            number = (era.chain or number) + 1
            begun[number] = era
    return begun


def _given_up(number: int, era: Era, point: Checkpoint, found: Anchored, signed: Collection[Signed]) -> str | None:
    """A checkpoint of what a new chain left behind must be among what it cites. What was given up before the chain that
    it cites was cited by that one, which is lost; so a checkpoint must show that there was such a chain."""
    seq, hash = era.cites
    if point.chain < number - 1:
        if (number - 1, seq, hash) not in signed:
            return f"was signed, and the new chain of entry {era.seq} cites chain {number - 1}, which nobody signed"
    elif point.seq > seq or (point.seq == seq and point.hash != hash):
        return f"was signed, and the new chain of entry {era.seq} does not cite it"
    found.lost += 1
    return None
