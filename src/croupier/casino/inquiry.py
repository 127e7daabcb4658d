"""The audit of a whole book, its store and its access log included, as one result that a command or a page shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from croupier.casino.audit import Took, audit_link
from croupier.casino.floor import link_names, one_link, opened_for_inquiry, proofs_of
from croupier.casino.numbers import used_twice
from croupier.jackpot.audit.whole import LinkAudit
from croupier.jackpot.book.people import contradictions
from croupier.people.access_log import access_log_of
from croupier.records import Record, record_of
from croupier.units.money import dollars


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
    decided: int
    """Entries that were decided again."""
    head: JournalHead
    findings: list[FindingRecord]
    more: int
    """Findings beyond those that are named."""
    notes: list[str]
    checkpoints: str


class InquiryRecord(Record):
    """What was found, link by link; `store` is what is wrong with the store or the access log."""

    clean: bool
    store: Sequence[str]
    cannot_promise: Sequence[str]
    remarks: Sequence[str]
    links: list[AuditedLink]


@dataclass(frozen=True)
class Inquiry:
    """What was found, link by link."""

    links: tuple[LinkAudit, ...]
    damage: tuple[str, ...]
    """What is wrong with the store or the access log."""
    cannot_promise: tuple[str, ...]
    remarks: tuple[str, ...]
    seconds: float

    @property
    def is_clean(self) -> bool:
        return not self.damage and all(each.is_clean for each in self.links)

    @property
    def entries(self) -> int:
        return sum(each.entries for each in self.links)

    def record(self) -> InquiryRecord:
        """As ``croupier jackpot audit --json`` prints it."""
        return InquiryRecord(
            clean=self.is_clean,
            store=self.damage,
            cannot_promise=self.cannot_promise,
            remarks=self.remarks,
            links=[
                record_of(
                    AuditedLink,
                    link,
                    head=record_of(JournalHead, link.head),
                    findings=[record_of(FindingRecord, finding) for finding in link.findings],
                    checkpoints=link.covered,
                )
                for link in self.links
            ],
        )


def inquire(
    book: str,
    link: str | None = None,
    written: Mapping[int, str] | None = None,
    files: Sequence[str] = (),
    key: str | None = None,
    jobs: int | None = None,
) -> Inquiry:
    """Audit a book from its first entry, or one link of it against hashes that were ``written`` down."""
    proofs = proofs_of(book, tuple(files), key)
    took: list[Took] = []
    with opened_for_inquiry(book) as (store, wrong):
        names = [one_link(store, link)] if written else link_names(store, link)
        log = access_log_of(book)
        damage = (*wrong, *store.integrity(), *log.faults())
        weak = tuple(store.weaknesses())
        found = tuple(audit_link(book, store, name, written, jobs, proofs, timed=took.append) for name in names)
        if not damage and all(each.is_clean for each in found):
            damage = tuple(used_twice(store, link_names(store)))
        people = contradictions(store, link_names(store)) if not damage else []
    remarks = log.remarks({session for each in found for session in each.sessions})
    lost = moved_nowhere(found) if link is None and not written else []
    return Inquiry(found, damage, weak, (*remarks, *people, *lost), sum(map(sum, took)))


def moved_nowhere(links: Sequence[LinkAudit]) -> list[str]:
    """What one jackpot gave up to another must have come in there: else somebody has taken a meter."""
    moved = sum(each.moved for each in links)
    if moved > 0:
        return [f"{dollars(moved)} was moved out of an ended link, and came in on no link of this book"]
    return [f"{dollars(-moved)} came in as moved from another jackpot, and left no link of this book"] if moved else []
