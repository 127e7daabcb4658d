"""The audit of a whole book, several stretches of a long journal at once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor

from croupier.jackpot.audit import Audit, Part, audit, audit_part, join
from croupier.jackpot.journal import GENESIS, Head, Store
from croupier.stores.opening import open_store

WORTH_SPLITTING = 50_000
"""Entries below which one pass is quicker than starting processes."""


def audit_link(
    url: str, store: Store, link: str, anchors: Mapping[int, str] | None = None, jobs: int | None = None
) -> Audit:
    """Audit one link of a book, on every core where its journal is long."""
    head = store.head(link)
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1 or head.seq < WORTH_SPLITTING or url.startswith("memory:"):
        return audit(store, link, anchors)
    ends = [head.seq * part // jobs for part in range(jobs + 1)]
    known = dict(anchors or {})
    with ProcessPoolExecutor(jobs) as pool:
        parts = list(pool.map(_audit_stretch, [url] * jobs, [link] * jobs, ends, [*ends[1:-1], None], [known] * jobs))
    return join(store, link, parts, anchors)


def _audit_stretch(url: str, link: str, after: int, to: int | None, anchors: dict[int, str]) -> Part:
    store = open_store(url, check=False)
    try:
        before = Head(0, GENESIS)
        if after:
            last = next(iter(store.entries(link, after=after - 1, to=after)), None)
            before = Head(after, last.hash if last else "")
        return audit_part(store.entries(link, after=after, to=to), before, anchors)
    finally:
        store.close()
