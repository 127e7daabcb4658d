"""The audit of a whole book, several stretches of a long journal at once.

The chain is cut anywhere, the decisions at snapshots: a stretch begins with the state that a snapshot claims, and the
stretch before it proves the claim. Each process streams its stretch, so memory is bounded by the state and not by the
journal.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from croupier.casino.rules_of_the_day import load_layout
from croupier.jackpot.audit.again import DecidedAgain, decide_again, join_stretches
from croupier.jackpot.audit.chain import BEGINNING, ChainPart, audit_part, join
from croupier.jackpot.audit.whole import NO_PROOFS, LinkAudit, Proofs, audit, verdict
from croupier.jackpot.journal import Head, Store, finder, vouched_for
from croupier.jackpot.state import LinkState, from_text
from croupier.stores.opening import open_store

WORTH_SPLITTING = 50_000
"""Entries below which one pass is quicker than starting processes."""


class Took(NamedTuple):
    """Seconds that the two looks at a journal took."""

    chain: float = 0.0
    again: float = 0.0


def audit_link(
    url: str,
    store: Store,
    link: str,
    anchors: Mapping[int, str] | None = None,
    jobs: int | None = None,
    proofs: Proofs = NO_PROOFS,
    *,
    timed: Callable[[Took], None] | None = None,
) -> LinkAudit:
    """Audit one link of a book, on every core where its journal is long; ``timed`` hears how long its looks took."""
    tell = timed or (lambda _took: None)
    head = store.head(link)
    jobs = jobs or os.cpu_count() or 1
    began = time.perf_counter()
    if jobs == 1 or head.seq < WORTH_SPLITTING or url.startswith("memory:"):
        found = audit(store, link, load_layout, anchors, proofs)
        tell(Took(0.0, time.perf_counter() - began))
        return found
    ends = [head.seq * part // jobs for part in range(jobs + 1)]
    known = dict(anchors or {})
    with ProcessPoolExecutor(jobs) as pool:
        parts = list(pool.map(_audit_stretch, [url] * jobs, [link] * jobs, ends, [*ends[1:-1], None], [known] * jobs))
        chain = join(store, link, parts, anchors)
        half = time.perf_counter()
        cuts = snapshots_to_cut_at(store, link, chain.head.seq, 4 * jobs)
        many = len(cuts)
        stretches = pool.map(_decide_stretch, [url] * many, [link] * many, cuts, [*cuts[1:], chain.head.seq])
        again = join_stretches(stretches)
    tell(Took(half - began, time.perf_counter() - half))
    return verdict(store, link, chain, again, proofs)


def snapshots_to_cut_at(store: Store, link: str, last: int, most: int) -> list[int]:
    """Entries after which a stretch may begin: 0, and snapshots that the journal vouches for, well apart."""
    apart = max(1, last // most)
    cuts = [last]
    for snapshot in store.snapshots(link):
        far = snapshot.seq >= apart and cuts[-1] - snapshot.seq >= apart
        if far and vouched_for(store.entries(link, snapshot.seq - 1, snapshot.seq + 1), snapshot):
            cuts.append(snapshot.seq)
    return [0, *reversed(cuts[1:])]


def _audit_stretch(url: str, link: str, after: int, to: int | None, anchors: dict[int, str]) -> ChainPart:
    store = open_store(url, check=False)
    try:
        return audit_part(store.entries(link, after=after, to=to), _head_at(store, link, after), anchors)
    finally:
        store.close()


def _decide_stretch(url: str, link: str, after: int, to: int) -> DecidedAgain:
    store = open_store(url, check=False)
    try:
        state = LinkState(link)
        if after:
            state = from_text(next(each.state for each in store.snapshots(link) if each.seq == after))
        stretch = store.entries(link, after=after, to=to)
        return decide_again(stretch, _head_at(store, link, after), state, load_layout, finder(store, link))
    finally:
        store.close()


def _head_at(store: Store, link: str, seq: int) -> Head:
    if not seq:
        return BEGINNING
    last = next(iter(store.entries(link, after=seq - 1, to=seq)), None)
    return Head(seq, last.hash if last else "")
