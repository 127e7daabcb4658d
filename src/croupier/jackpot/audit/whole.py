"""The audit of one link: its chain, its decisions, and what the store keeps beside them, in one verdict."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.jackpot.actors import Session
from croupier.jackpot.audit.again import DecidedAgain, decide_again
from croupier.jackpot.audit.chain import BEGINNING, ChainPart, Era, Finding, Findings, audit_part, join
from croupier.jackpot.book.reading import personal_records
from croupier.jackpot.checkpoints import HEAD, NEW_CHAIN, Checkpoint, Note, has_said, is_signed_by
from croupier.jackpot.journal import Head, Store, finder, restored_from
from croupier.jackpot.kinds.link import Payee
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.state import LinkState

Signed = tuple[int, int, str]  # The chain, the number and the hash that a checkpoint names.


class Proofs(NamedTuple):
    """What an auditor holds that the book does not: checkpoints, the first key, new chains known to be right."""

    notes: tuple[Note, ...] = ()
    key: str | None = None
    accepted: tuple[str, ...] = ()  # Beginnings of hashes of entries that began a confirmed new chain.

    def signed(self, link: str) -> set[int]:
        """The entries of a link that have a checkpoint."""
        return {note.checkpoint.seq for note in self.notes if note.checkpoint.link == link}


NO_PROOFS = Proofs()


@dataclass
class Anchored(Findings):
    """What the checkpoints say of a journal."""

    fitting: int = 0
    first: int = 0
    last: int = 0  # The first and the last entry that a checkpoint names and that is as it was.
    lost: int = 0  # Checkpoints of entries that were lost, as a new chain cites them.
    lost_links: dict[str, int] = field(default_factory=dict)  # By lost link, the time of its last checkpoint.

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
    store: Store,
    link: str,
    chain: ChainPart,
    again: DecidedAgain,
    proofs: Proofs,
) -> Anchored:
    """Compare a journal, whose chain is known and whose requests were decided again, with checkpoints."""
    found, pinned, own = Anchored(), proofs.key, [note for note in proofs.notes if note.checkpoint.link == link]
    eras = chain.eras
    if pinned and (not eras or eras[0].key != pinned):
        found.find(eras[0].seq if eras else "the journal", "does not announce the key that was written down elsewhere")
    _check_new_chains(link, eras, proofs.accepted, found, again.chains)
    _check_head(store, link, chain, found)
    signed = set()
    for note in own:
        point = note.checkpoint
        if any(is_signed_by(note, era.key) for era in eras):
            signed.add((point.chain, point.seq, point.hash))
        else:
            found.find(point.seq, "has a checkpoint signed by no key that the journal announces")
    for note in own:
        point = note.checkpoint
        is_signed = (point.chain, point.seq, point.hash) in signed
        wrong = _wrong(store, chain, note, found, signed, again.roots) if is_signed else None
        if wrong:
            found.find(point.seq, wrong)
    return found


def _wrong(
    store: Store,
    chain: ChainPart,
    note: Note,
    found: Anchored,
    signed: Collection[Signed],
    roots: Mapping[int, str],
) -> str | None:
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
    if roots.get(point.seq, point.root) != point.root:  # one that could not be folded has a finding of its own
        return "has a checkpoint with another root than that of the tree over the entries"
    found.fitting += 1
    found.first = min(found.first or point.seq, point.seq)
    found.last = max(found.last, point.seq)
    return None


def _check_new_chains(
    link: str, eras: Sequence[Era], accepted: Collection[str], found: Anchored, signed_by: Mapping[int, str]
) -> None:
    """Whoever can write to the store can write that two people began a new chain: somebody outside must have said so,
    and the key before must have signed it."""
    for before, era in zip(["", *(era.key for era in eras)], eras, strict=False):
        if not era.is_new_chain:
            continue
        is_accepted = any(era.hash.startswith(hash) for hash in accepted)
        if is_accepted:
            found.lost_links |= era.lost_links
            continue
        is_signed = has_said(before, era.signature, link, NEW_CHAIN, era.seq, *era.cites, era.key)
        signed = "" if is_signed else ", which the key before it did not sign"
        people = signed_by.get(era.seq, "whose keys signed it could not be told")
        what = f"begins a new chain{signed}; nobody outside has confirmed it (--accept-chain {era.hash[:16]}); {people}"
        found.find(era.seq, what)


def _check_head(store: Store, link: str, chain: ChainPart, found: Anchored) -> None:
    """The writer signs every head; a backup brings the signature with it."""
    head, signature = store.signed_head(link)
    key = chain.eras[-1].key if chain.eras else ""
    if not key or head != chain.head:
        return
    if not has_said(key, signature, link, HEAD, *head):
        what = "is not signed by the writer of the book: entries after the last checkpoint may be forged"
        found.find("the head", what)


def _begun(eras: Iterable[Era]) -> dict[int, Era]:
    """The new chains of a journal by their number. One may be skipped: it was begun and lost again elsewhere."""
    begun, number = {}, 1
    for era in eras:
        if era.is_new_chain:
            number = (era.chain or number) + 1
            begun[number] = era
    return begun


def _given_up(number: int, era: Era, point: Checkpoint, found: Anchored, signed: Collection[Signed]) -> str | None:
    """A checkpoint of what a new chain left behind must be among what it cites; what was given up before the chain that
    it cites was cited by that one, which is lost, so a checkpoint must show that there was such a chain."""
    seq, hash = era.cites
    if point.chain < number - 1:
        if (number - 1, seq, hash) not in signed:
            return f"was signed, and the new chain of entry {era.seq} cites chain {number - 1}, which nobody signed"
    elif point.seq > seq or (point.seq == seq and point.hash != hash):
        return f"was signed, and the new chain of entry {era.seq} does not cite it"
    found.lost += 1
    return None


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
    return wrong, notes


@dataclass(frozen=True)
class LinkAudit:
    """The result for one link."""

    link: str
    head: Head
    entries: int
    transfers: int
    balances: dict[str, tuple[int, int]]
    findings: tuple[Finding, ...]
    more: int = 0
    decided: int = 0  # Entries that were decided again.
    notes: tuple[str, ...] = ()  # What an auditor should know though nothing is wrong.
    sessions: frozenset[Session] = frozenset()  # Who acted under which log-in.
    moved: int = 0  # Cents that went to other jackpots, less those that came from there.
    covered: str = ""  # What the checkpoints vouch for, and what they do not, in words.
    lost_links: Mapping[str, int] = field(default_factory=dict)  # By lost link, when its last one was signed.
    unlike: int = 0  # Findings about entries that are not those written down elsewhere.
    has_key: bool = False  # Whether the journal announces a key.

    @property
    def is_clean(self) -> bool:
        return not self.findings

    @property
    def is_another(self) -> bool:
        """Whether the journal is sound in itself, and only not the one whose hashes were written down elsewhere."""
        return bool(self.findings) and self.unlike == len(self.findings) + self.more


def audit(
    store: Store, link: str, load_game: GameLoader, anchors: Mapping[int, str] | None = None, proofs: Proofs = NO_PROOFS
) -> LinkAudit:
    """Audit one link. ``anchors`` are hashes, or their beginnings, that somebody wrote down elsewhere, by entry."""
    chain = join(store, link, [audit_part(store.entries(link), BEGINNING, anchors)], anchors)
    entries, signed = store.entries(link, to=chain.head.seq), proofs.signed(link)
    again = decide_again(entries, BEGINNING, LinkState(link), load_game, finder(store, link), signed)
    return verdict(store, link, chain, again, proofs)


def verdict(store: Store, link: str, chain: ChainPart, again: DecidedAgain, proofs: Proofs = NO_PROOFS) -> LinkAudit:
    """Every look at a journal as one result, the first wrong entry first."""
    anchored = check_anchors(store, link, chain, again, proofs)
    personal, missing = check_personal(store, link, again.payees, again.purged)

    def place(finding: Finding) -> tuple[float, bool]:
        """An entry itself before what depends on it; what is about no entry comes last."""
        return finding.entry or math.inf, finding.where != f"entry {finding.entry}"

    found = Findings(more=chain.more + again.more + anchored.more)
    for finding in sorted([*chain.findings, *again.findings, *anchored.findings, *personal], key=place):
        found.find(*finding)
    balances = {account: (each[0], each[1]) for account, each in sorted(chain.totals.items())}
    return LinkAudit(
        link,
        chain.head,
        chain.entries,
        chain.transfers,
        balances,
        tuple(found.findings),
        found.more,
        again.decided,
        (*again.notes, *missing),
        frozenset(again.sessions),
        again.moved,
        anchored.told(chain.entries),
        anchored.lost_links,
        chain.unlike,
        any(era.key for era in chain.eras),
    )
