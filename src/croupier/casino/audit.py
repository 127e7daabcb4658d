"""The audit of a whole book, its store and access log included, as one result. Stretches of long journals are audited
at once: one begins with what a snapshot claims, and the stretch before it proves the claim."""

import os
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from croupier.casino.floor import link_names, load_layout, one_link
from croupier.errors import BadInput
from croupier.jackpot import checkpoints, journal
from croupier.jackpot.audit.again import LinkAudit, decide_again, join
from croupier.jackpot.audit.whole import NO_PROOFS, Proofs, audit, verdict
from croupier.jackpot.book.reading import contradictions, names_of, personal_records, read_state
from croupier.jackpot.kinds.running import joining
from croupier.jackpot.state import LinkState, from_text
from croupier.people.access_log import access_log_of
from croupier.records import Of, Record
from croupier.stores import opening, private_files, witness
from croupier.units import as_read, dollars

WORTH_SPLITTING = 50_000  # Entries below which one pass is quicker than starting processes.


@contextmanager
def opened_for_inquiry(url: str) -> Iterator[tuple[journal.Store, list[str]]]:
    """A store for the audit, with what is wrong with it at first sight: a book that may not be used can be read."""
    wrong: list[str] = []
    try:
        store = opening.open_store(url)
    except journal.StoreBroken as problem:
        wrong.append(problem.message)
        try:
            store = opening.open_store(url, check=False)
            store.links()
        except journal.StoreError:
            raise problem from None
    try:
        yield store, wrong
    finally:
        store.close()


def proofs_of(url: str, files: Sequence[str] = (), key: str | None = None, accepted: Sequence[str] = ()) -> Proofs:
    """What the audit compares a book with: the checkpoints named, else those that lie beside it."""
    if key is not None and not checkpoints.is_key(key):
        raise BadInput(
            f"--key {key[:80]} is not a public key", hint="as the journal announces it: name+8 digits+44 letters"
        )
    beside = witness.Places(url).file
    places = [Path(each) for each in files] or ([beside] if beside and beside.exists() else [])
    notes: list[checkpoints.Note] = []
    for place in places:
        found = list(checkpoints.read_notes(private_files.read_text(place).splitlines(keepends=True)))
        if not found and files:
            raise BadInput(
                f"{place} holds no checkpoint", hint="a file of signed notes, as a book writes to BOOK.anchors"
            )
        notes += found
    return Proofs(tuple(dict.fromkeys(notes)), key, tuple(accepted))


def audit_links(
    url: str,
    store: journal.Store,
    links: Sequence[str],
    anchors: Mapping[int, str] | None = None,
    jobs: int | None = None,
    proofs: Proofs = NO_PROOFS,
) -> list[LinkAudit]:
    """Audit links of a book, stretch by stretch on every core where their journals are long."""
    heads, jobs, known = store.heads(), jobs or os.cpu_count() or 1, dict(anchors or {})
    entries = sum(heads[link].seq for link in links)
    if jobs == 1 or entries < WORTH_SPLITTING:
        return [audit(store, link, load_layout, anchors, proofs) for link in links]
    with ProcessPoolExecutor(jobs) as pool:
        looks = {}
        for link in links:
            cuts = snapshots_to_cut_at(store, link, heads[link].seq, max(1, entries // (4 * jobs)))
            stretches = zip(cuts, [*cuts[1:], None], strict=True)
            about = proofs.signed(link), known
            looks[link] = [pool.submit(_audit_stretch, url, link, after, to, *about) for after, to in stretches]
        walked = [join(look.result() for look in of_link) for of_link in looks.values()]
    return [verdict(store, whole, anchors, proofs) for whole in walked]


def snapshots_to_cut_at(store: journal.Store, link: str, last: int, apart: int) -> list[int]:
    """Entries after which a stretch may begin: 0, and snapshots that the journal vouches for, well apart."""
    cuts = [last]
    for snapshot in store.snapshots(link):
        far = snapshot.seq >= apart and cuts[-1] - snapshot.seq >= apart
        if far and journal.vouched_for(store.entries(link, snapshot.seq - 1, snapshot.seq + 1), snapshot):
            cuts.append(snapshot.seq)
    return [0, *reversed(cuts[1:])]


def _audit_stretch(
    url: str, link: str, after: int, to: int | None, signed: Collection[int], anchors: dict[int, str]
) -> LinkAudit:
    """A stretch of a journal; the last one goes on to whatever row is there."""
    with closing(opening.open_store(url, check=False)) as store:
        before, state = journal.BEGINNING, LinkState(link)
        if after:
            last = journal.finder(store, link)(after)
            before = journal.Head(after, last.hash if last else "")
            state = from_text(next(snapshot.state for snapshot in store.snapshots(link) if snapshot.seq == after))
        stretch = store.entries(link, after=after, to=to)
        return decide_again(stretch, before, state, load_layout, journal.finder(store, link), signed, anchors)


def misused(store: journal.Store, links: Sequence[str]) -> list[str]:
    """Numbers that two links have used, and where the table of used numbers is not what the journals come to."""
    places: dict[str, list[str]] = {}
    wrong = []
    # A backup does not say which link took on whom.
    is_restored = any(journal.restored_from(store, name)[0] for name in links)
    for name in links:
        state, kept = read_state(store, name), store.numbers(name)
        for key, seq in state.references.items():
            places.setdefault(key, []).append(f"link {name}, entry {seq}")
        people = joining(names_of(state).items(), {})
        named = [*sorted(state.references), *(() if is_restored else people)]
        gone = [key for key in named if store.number_used(key) is None]
        if gone:
            wrong.append(f"the table of used numbers lacks {len(gone):,} of link {name}, such as {gone[0]}")
        more = sorted(set(kept) - {*state.references, *people})
        if more:
            wrong.append(f"the table of used numbers holds {more[0]}, which link {name} never used")
    twice = [(key, used) for key, used in sorted(places.items()) if used[1:]]
    return [*(f"{key} was used twice: {' and '.join(used)}" for key, used in twice), *wrong]


class JournalHead(Record):
    """Where a journal ends."""

    seq: int
    hash: str


class FindingRecord(Record):
    """One thing that is not as it must be."""

    where: str
    what: str


class AuditedLink(Record):
    """What the audit of a link came to."""

    link: str
    entries: int
    transfers: int
    decided: int  # Entries that were decided again.
    head: JournalHead
    findings: list[FindingRecord]
    more: int  # Findings beyond those that are named.
    notes: list[str]
    checkpoints: Annotated[str, Of("covered")]


class InquiryRecord(Record):
    """What was found, link by link; `store` is what is wrong with the store or the access log."""

    clean: Annotated[bool, Of("is_clean")]
    store: Annotated[Sequence[str], Of("damage")]
    cannot_promise: Sequence[str]
    remarks: Sequence[str]
    links: list[AuditedLink]


@dataclass(frozen=True)
class Inquiry:
    """What was found, link by link."""

    links: tuple[LinkAudit, ...]
    damage: tuple[str, ...]  # What is wrong with the store or the access log.
    cannot_promise: tuple[str, ...]
    remarks: tuple[str, ...]
    seconds: float

    @property
    def is_clean(self) -> bool:
        return not self.damage and all(link.is_clean for link in self.links)

    @property
    def entries(self) -> int:
        return sum(link.entries for link in self.links)


def inquire(
    book: str,
    link: str | None = None,
    written: Mapping[int, str] | None = None,
    files: Sequence[str] = (),
    key: str | None = None,
    jobs: int | None = None,
    accepted: Sequence[str] = (),
) -> Inquiry:
    """Audit a book from its first entry, or one link against hashes that were ``written`` down; ``accepted`` are hashes
    of entries that began a new chain, as somebody outside has confirmed them."""
    proofs = proofs_of(book, tuple(files), key, accepted)
    with opened_for_inquiry(book) as (store, wrong):
        names = [one_link(store, link)] if written else link_names(store, link)
        log = access_log_of(book)
        marked = {name: seq for name in names if (seq := journal.restored_from(store, name)[0])}
        damage = (*wrong, *store.integrity(), *log.faults())
        weak = tuple(store.weaknesses())
        began = time.perf_counter()
        found = tuple(audit_links(book, store, names, written, jobs, proofs))
        took = time.perf_counter() - began
        damage += tuple(lacking(store, proofs, found))
        damage += tuple(keyless(found))
        if not damage and all(each.is_clean for each in found):
            damage = tuple(misused(store, link_names(store)))
        people = contradictions(store, link_names(store)) + own_payees(store, link_names(store)) if not damage else []
    sessions = {session for each in found for session in each.sessions}
    remarks = ["the access log is missing: no log-in that the journal names can be looked up"]
    if not log.is_missing or not sessions:
        remarks = log.lacks(sessions) if marked else []
    if not marked:
        damage += tuple(log.lacks(sessions))
    remarks += [
        f"link {name} says that it was restored from a backup that ends at entry {seq:,}: ask who restored it; what "
        "is missing beside its journal is only remarked on"
        for name, seq in marked.items()
    ]
    lost = moved_nowhere(found) if link is None and not written else []
    return Inquiry(found, damage, weak, (*remarks, *log.founded_alone(), *people, *lost), took)


def own_payees(store: journal.Store, links: Sequence[str]) -> list[str]:
    """Prizes that were paid to somebody who has the name of a person of the book."""
    people = {as_read(name): id for link in links for id, name in names_of(read_state(store, link)).items()}
    return [
        f"personal record {number} of link {link} has the name of {people[as_read(record.name)]}, who works there"
        for link in links
        for number, record in sorted((personal_records(store, link) or {}).items())
        if as_read(record.name) in people
    ]


def lacking(store: journal.Store, proofs: Proofs, links: Sequence[LinkAudit]) -> list[str]:
    """Links that checkpoints name and the book lacks, unless a new chain says that they were lost."""
    lost = {name: at for link in links for name, at in link.lost_links.items()}
    gone = checkpoints.missing((note.checkpoint for note in proofs.notes), store.links(), lost)
    return [
        f"link {name} is missing: checkpoints were signed of its entries to {point.seq:,}"
        for name, point in gone.items()
    ]


def keyless(links: Sequence[LinkAudit]) -> list[str]:
    """Links of a book with a key whose journals announce none: it may have been taken out, to write them again."""
    with_key = [each.link for each in links if any(era.key for era in each.eras)]
    without = [each.link for each in links if each.link not in with_key]
    return [f"link {name} announces no key, and link {with_key[0]} does" for name in without if with_key]


def moved_nowhere(links: Sequence[LinkAudit]) -> list[str]:
    """What one jackpot gave up to another must have come in there: else somebody has taken a meter."""
    moved = sum(link.moved for link in links)
    if moved > 0:
        return [f"{dollars(moved)} was moved out of an ended link, and came in on no link of this book"]
    return [f"{dollars(-moved)} came in as moved from another jackpot, and left no link of this book"] if moved else []
