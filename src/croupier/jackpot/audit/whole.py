"""The audit of one link: its chain, its decisions, and what the store keeps beside them, in one verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from croupier.jackpot.audit.again import Stretch, decide_again
from croupier.jackpot.audit.chain import BEGINNING, NOT_THERE, OTHER_HASH, Part, audit_part, join
from croupier.jackpot.audit.findings import Finding, Findings
from croupier.jackpot.journal import Head, Store
from croupier.jackpot.plan.checking import GameLoader
from croupier.jackpot.state import State


@dataclass(frozen=True)
class Audit:
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

    @property
    def is_clean(self) -> bool:
        return not self.findings

    @property
    def is_another(self) -> bool:
        """Whether the journal is sound in itself, and only not the one whose hashes were written down elsewhere."""
        return bool(self.findings) and all(each.what in (OTHER_HASH, NOT_THERE) for each in self.findings)


def audit(store: Store, link: str, load_game: GameLoader, anchors: Mapping[int, str] | None = None) -> Audit:
    """Audit one link. ``anchors`` are hashes, or their beginnings, that somebody wrote down elsewhere, by entry."""
    chain = join(store, link, [audit_part(store.entries(link), BEGINNING, anchors)], anchors)
    return verdict(link, chain, decide_again(store.entries(link, to=chain.head.seq), BEGINNING, State(link), load_game))


def verdict(link: str, chain: Part, again: Stretch) -> Audit:
    """Both looks at a journal as one result, the first wrong entry first."""
    found = Findings(more=chain.more + again.more)
    for finding in sorted([*chain.findings, *again.findings], key=_place):
        found.find(*finding)
    balances = {account: (each[0], each[1]) for account, each in sorted(chain.totals.items())}
    return Audit(
        link,
        chain.head,
        chain.entries,
        chain.transfers,
        balances,
        tuple(found.findings),
        found.more,
        again.decided,
        tuple(again.notes),
    )


def _place(finding: Finding) -> tuple[float, bool]:
    """The entry that a finding is about, itself before what depends on it; what is about no entry comes last."""
    about, _, number = finding.where.rpartition("entry ")
    return int(number) if number.isdecimal() else math.inf, bool(about)
