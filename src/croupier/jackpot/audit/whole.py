"""The audit of one link: its journal, and what is kept beside it and elsewhere, in one verdict."""

import math
from collections.abc import Collection, Mapping
from typing import NamedTuple

from croupier.jackpot.audit.again import MOST_FINDINGS, Era, Finding, LinkAudit, decide_again
from croupier.jackpot.book.reading import personal_records
from croupier.jackpot.checkpoints import HEAD, NEW_CHAIN, Checkpoint, Note, has_said, is_signed_by
from croupier.jackpot.journal import BEGINNING, Store, finder, restored_from, vouched_for
from croupier.jackpot.kinds.link import Payee
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.state import LinkState


class Proofs(NamedTuple):
    """What an auditor holds that the book does not: checkpoints, the first key, new chains known to be right."""

    notes: tuple[Note, ...] = ()
    key: str | None = None
    accepted: tuple[str, ...] = ()  # Beginnings of hashes of entries that began a confirmed new chain.

    def signed(self, link: str) -> set[int]:
        """The entries of a link that have a checkpoint."""
        return {note.checkpoint.seq for note in self.notes if note.checkpoint.link == link}


NO_PROOFS = Proofs()


def audit(
    store: Store, link: str, load_game: GameLoader, anchors: Mapping[int, str] | None = None, proofs: Proofs = NO_PROOFS
) -> LinkAudit:
    """Audit one link. ``anchors`` are hashes, or their beginnings, that somebody wrote down elsewhere, by entry."""
    signed = proofs.signed(link)
    journal = decide_again(
        store.entries(link), BEGINNING, LinkState(link), load_game, finder(store, link), signed, anchors
    )
    return verdict(store, journal, anchors, proofs)


def verdict(
    store: Store, journal: LinkAudit, anchors: Mapping[int, str] | None = None, proofs: Proofs = NO_PROOFS
) -> LinkAudit:
    """Compare a journal that was walked with what is kept beside it; the first wrong entry is named first."""
    anchored = _Anchored(store, journal, proofs)
    personal, missing = check_personal(store, journal.link, journal.payees, journal.purged)
    unlike = [
        Finding(f"entry {seq}", "was written down elsewhere and is not in the journal", seq)
        for seq in sorted(anchors or ())
        if not 0 < seq <= journal.head.seq
    ]
    found = [*journal.findings, *unlike, *_beside(store, journal), *anchored.findings, *personal]

    def place(finding: Finding) -> tuple[float, bool]:
        """An entry itself before what depends on it; what is about no entry comes last."""
        return finding.entry or math.inf, finding.where != f"entry {finding.entry}"

    journal.findings = sorted(found, key=place)[:MOST_FINDINGS]
    journal.more += len(found) - len(journal.findings)
    journal.unlike += len(unlike)
    journal.notes += missing
    journal.covered, journal.lost_links = anchored.in_words, anchored.lost_links
    return journal


def _beside(store: Store, journal: LinkAudit) -> list[Finding]:
    """What the store keeps beside the journal otherwise than its entries come to."""
    found, head, link = [], store.head(journal.link), journal.link
    if head != journal.head:
        told = f"says entry {head.seq} with hash {head.hash[:16]}…, the journal ends differently"
        found.append(Finding("the head", told))
    kept = store.balances(link) if journal.ends_with else {}
    for account in sorted(kept.keys() | journal.balances.keys()):
        ours, theirs = journal.balances.get(account, (0, 0)), kept.get(account, (0, 0))
        if ours != theirs:
            told = f"debits {ours[0]}, credits {ours[1]} (millionths of a cent)"
            what = f"{account}: debits {theirs[0]}, credits {theirs[1]}; its entries come to {told}"
            found.append(Finding("the balances kept", what))
    for snapshot in store.snapshots(link):
        if not vouched_for(store.entries(link, snapshot.seq - 1, snapshot.seq + 1), snapshot):
            told = "is not the state that the journal says it is"
            found.append(Finding(f"the snapshot of entry {snapshot.seq}", told, snapshot.seq))
    key = journal.eras[-1].key if journal.eras else ""
    kept_head, signature = store.signed_head(link)
    # The writer signs every head; a backup brings the signature with it.
    if key and kept_head == journal.head and not has_said(key, signature, link, HEAD, *kept_head):
        told = "is not signed by the writer of the book: entries after the last checkpoint may be forged"
        found.append(Finding("the head", told))
    return found


class _Anchored:
    """What checkpoints, and whoever keeps them, say of a journal that was walked."""

    def __init__(self, store: Store, journal: LinkAudit, proofs: Proofs) -> None:
        self._store = store
        self._journal = journal
        self.findings: list[Finding] = []
        self.fitting = self.last = 0  # How many fit, and the last entry that one of them names.
        self.lost = 0  # Checkpoints of entries that were lost, as a new chain cites them.
        self.lost_links: dict[str, int] = {}
        eras = journal.eras
        if proofs.key and (not eras or eras[0].key != proofs.key):
            where, seq = (f"entry {eras[0].seq}", eras[0].seq) if eras else ("the journal", 0)
            self.findings.append(Finding(where, "does not announce the key that was written down elsewhere", seq))
        self._check_new_chains(proofs.accepted)
        self._begun: dict[int, Era] = {}
        """The new chains by their number. One may be skipped: it was begun and lost again elsewhere."""
        for era in eras:
            if era.begun:
                self._begun[era.begun.cites.chain + 1] = era
        own = [note for note in proofs.notes if note.checkpoint.link == journal.link]
        signed = {note for note in own if any(is_signed_by(note, era.key) for era in eras)}
        self._signed = {(note.checkpoint.chain, note.checkpoint.seq, note.checkpoint.hash) for note in signed}
        for note in own:
            told = "has a checkpoint signed by no key that the journal announces"
            if wrong := self._wrong(note) if note in signed else told:
                self._find(note.checkpoint.seq, wrong)

    @property
    def in_words(self) -> str:
        """What is covered, and what is not."""
        if not self.fitting:
            return "no checkpoint covers any of it"
        after = self._journal.entries - self.last
        fit = "1 checkpoint fits" if self.fitting == 1 else f"{self.fitting:,} checkpoints fit"
        told = f"{fit}; entries 1 to {self.last:,} are as they were signed"
        told += f"; the {after:,} after them are not signed" if after else ", which is all of it"
        return told + (f"; {self.lost:,} were of entries that a new chain gives up" if self.lost else "")

    def _find(self, seq: int, what: str) -> None:
        self.findings.append(Finding(f"entry {seq}", what, seq))

    def _wrong(self, note: Note) -> str | None:
        """What is wrong with the journal by one checkpoint; or with the checkpoint."""
        point, journal, begun = note.checkpoint, self._journal, self._begun
        later = next((number for number in begun if number > point.chain), None)
        if later is None and point.chain not in (1, *begun):
            return f"has a checkpoint of chain {point.chain}, which the journal does not have"
        if later and (point.chain not in (1, *begun) or begun[later].seq <= point.seq):
            return self._given_up(later, begun[later], point)
        if point.seq > journal.head.seq:
            return f"was signed and is not there: the journal ends at entry {journal.head.seq}"
        in_force = [era for era in journal.eras if era.seq <= point.seq]
        if not in_force or not is_signed_by(note, in_force[-1].key):
            return "has a checkpoint that is not signed by the key in force there"
        entry = finder(self._store, point.link)(point.seq)
        if entry is None or entry.hash != point.hash:
            return "is not the one whose checkpoint was signed"
        if journal.roots.get(point.seq, point.root) != point.root:  # what could not be folded has its own finding
            return "has a checkpoint with another root than that of the tree over the entries"
        self.fitting += 1
        self.last = max(self.last, point.seq)
        return None

    def _given_up(self, number: int, era: Era, point: Checkpoint) -> str | None:
        """A checkpoint of what a new chain left behind must be among what it cites; what was given up before the chain
        that it cites was cited by that one, which is lost, so a checkpoint must show that there was such a chain."""
        assert era.begun is not None
        seq, hash = era.begun.cites.seq, era.begun.cites.hash
        if point.chain < number - 1:
            if (number - 1, seq, hash) not in self._signed:
                return f"was signed, and the new chain of entry {era.seq} cites chain {number - 1}, which nobody signed"
        elif point.seq > seq or (point.seq == seq and point.hash != hash):
            return f"was signed, and the new chain of entry {era.seq} does not cite it"
        self.lost += 1
        return None

    def _check_new_chains(self, accepted: Collection[str]) -> None:
        """Whoever can write to the store can write that two people began a new chain: somebody outside must have said
        so, and the key before must have signed it."""
        before = ""
        for seq, hash, key, begun in self._journal.eras:
            if begun and any(hash.startswith(known) for known in accepted):
                self.lost_links |= begun.lost_links
            elif begun:
                said = seq, begun.cites.seq, begun.cites.hash, key
                is_signed = has_said(before, begun.signature, self._journal.link, NEW_CHAIN, *said)
                signed = "" if is_signed else ", which the key before it did not sign"
                people = self._journal.chains.get(seq, "whose keys signed it could not be told")
                told = f"nobody outside has confirmed it (--accept-chain {hash[:16]}); {people}"
                self._find(seq, f"begins a new chain{signed}; {told}")
            before = key


def check_personal(
    store: Store, link: str, payees: Mapping[int, Collection[Payee]], purged: Mapping[int, str]
) -> tuple[list[Finding], list[str]]:
    """What is wrong with the records that payments name, and what an auditor should know."""
    found = personal_records(store, link)
    restored, false = restored_from(store, link)
    kept, wrong = found or {}, [Finding("the mark of a backup", false)] if false else []
    for number, said in sorted(payees.items()):
        where = f"personal record {number}"
        if len(said) > 1:
            wrong.append(Finding(where, "was exchanged: the payments that name it hold different hashes"))
        elif number in kept and (kept[number].hash, kept[number].keep_until) not in said:
            wrong.append(Finding(where, "is not the one whose hash the payment holds"))
        latest = max(until for _, until in said)
        if number in purged and purged[number] <= latest:
            wrong.append(Finding(where, f"was purged on {purged[number]}, and must be kept until {latest}"))
    gone = [number for number in sorted(payees) if number not in kept and number not in purged]
    notes = []
    if found is None:
        return wrong, [f"{len(payees):,} personal records were not compared: this user may not read them"] * bool(
            payees
        )
    if gone and restored:
        notes.append(f"{len(gone):,} personal records are not here: a backup holds none")
    elif gone:
        wrong += [Finding(f"personal record {number}", "is gone, and nobody purged it") for number in gone]
    late = sorted(set(purged) & set(kept))
    if late:
        notes.append(f"personal records that were purged are still kept: {', '.join(map(str, late[:20]))}")
    unnamed = sorted(kept.keys() - payees.keys() - purged.keys())
    if unnamed:
        notes.append(f"personal records that no payment names: {', '.join(map(str, unnamed[:20]))}; ask who wrote them")
    return wrong, notes
