"""The audit of one link: its chain, its decisions, and what the store keeps beside them, in one verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from croupier.jackpot.actors import Session
from croupier.jackpot.audit.again import DecidedAgain, decide_again
from croupier.jackpot.audit.anchors import check_anchors
from croupier.jackpot.audit.chain import BEGINNING, ChainPart, audit_part, join
from croupier.jackpot.audit.findings import Finding, Findings
from croupier.jackpot.audit.personal import check_personal
from croupier.jackpot.checkpoints import Note
from croupier.jackpot.journal import Head, Store, finder
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.state import LinkState


class Proofs(NamedTuple):
    """What an auditor holds that the book does not: checkpoints, and the key that signed the first of them."""

    notes: tuple[Note, ...] = ()
    key: str | None = None


NO_PROOFS = Proofs()


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
    decided: int = 0
    """Entries that were decided again."""
    notes: tuple[str, ...] = ()
    """What an auditor should know though nothing is wrong."""
    sessions: frozenset[Session] = frozenset()
    """Who acted under which log-in."""
    moved: int = 0
    """Cents that went to other jackpots, less those that came from there."""
    covered: str = ""
    """What the checkpoints vouch for, and what they do not, in words."""
    unlike: int = 0
    """Findings about entries that are not those written down elsewhere."""

    @property
    def is_clean(self) -> bool:
        return not self.findings

    @property
    def is_another(self) -> bool:
        """Whether the journal is sound in itself, and only not the one whose hashes were written down elsewhere."""
        return bool(self.findings) and self.unlike == len(self.findings) + self.more


def audit(
    store: Store,
    link: str,
    load_game: GameLoader,
    anchors: Mapping[int, str] | None = None,
    proofs: Proofs = NO_PROOFS,
) -> LinkAudit:
    """Audit one link. ``anchors`` are hashes, or their beginnings, that somebody wrote down elsewhere, by entry."""
    chain = join(store, link, [audit_part(store.entries(link), BEGINNING, anchors)], anchors)
    again = decide_again(
        store.entries(link, to=chain.head.seq), BEGINNING, LinkState(link), load_game, finder(store, link)
    )
    return verdict(store, link, chain, again, proofs)


def verdict(store: Store, link: str, chain: ChainPart, again: DecidedAgain, proofs: Proofs = NO_PROOFS) -> LinkAudit:
    """Every look at a journal as one result, the first wrong entry first."""
    anchored = check_anchors(store, link, chain, proofs.notes, proofs.key)
    personal, missing = check_personal(store, link, again.payees, again.purged)
    found = Findings(more=chain.more + again.more + anchored.more)
    for finding in sorted([*chain.findings, *again.findings, *anchored.findings, *personal], key=_place):
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
        chain.unlike,
    )


def _place(finding: Finding) -> tuple[float, bool]:
    """The entry that a finding is about, itself before what depends on it; what is about no entry comes last."""
    about, _, number = finding.where.rpartition("entry ")
    return int(number) if number.isdecimal() else math.inf, bool(about)
