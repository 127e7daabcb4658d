"""A long history: opening a book, reading its meters and auditing it, beside the bare reading of its rows.

``make bench`` builds a small book; ``python -m benchmarks.jackpot_history 10000000`` builds one of ten million entries
(some minutes, some gigabytes) and its figures are kept in ``benchmarks/recorded.md``.
"""

from __future__ import annotations

import shutil
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.jackpot_books import open_book, traffic
from croupier.casino.audit import audit_links
from croupier.casino.floor import opened
from croupier.casino.scripted import scripted
from croupier.jackpot.book.book import SNAPSHOT_EVERY
from croupier.jackpot.journal import Store
from croupier.stores.opening import open_store

ENTRIES = 150_000


def build(path: str, entries: int) -> None:
    with opened(path, create=True, write=True) as store:
        _fill(store, entries)


def _fill(store: Store, entries: int) -> None:
    book = open_book(store)
    most = min(SNAPSHOT_EVERY, entries)
    waiting = []
    for batch in traffic(1, 10**9):
        waiting += batch
        if len(waiting) >= 500:
            replies = book.post_all([*map(scripted, waiting)])
            assert all(reply.code == "ok" for reply in replies), replies
            waiting = []
            if book.state.seq >= entries and book.state.seq - book._last_snapshot >= most - 500:
                break
    # No close: it would keep a snapshot of the last entry, and the start after a power cut is the one that counts. The
    # worst one comes just before the next snapshot.


def seconds(action: Callable[[], object], times: int = 5) -> float:
    found = []
    for _ in range(times):
        started = time.perf_counter()
        action()
        found.append(time.perf_counter() - started)
    return statistics.median(found)


def opening(path: str) -> None:
    with opened(path, write=True) as store:
        open_book(store)


def bare_read(path: str) -> None:
    database = sqlite3.connect(path)
    for _ in database.execute("SELECT link, seq, id, at, kind, body, hash FROM journal ORDER BY link, seq"):
        pass
    database.close()


def measure(entries: int) -> list[Figure]:
    folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
    try:
        short, long = str(folder / "short.db"), str(folder / "long.db")
        build(short, 1_000)
        build(long, entries)
        opened = seconds(lambda: opening(long))
        reads = []
        for path in (short, long):
            store = open_store(path)
            reads.append(seconds(lambda store=store: [store.balances("sf") for _ in range(200)]) / 200)  # type: ignore[misc]
            store.close()
        store = open_store(long)
        began = time.perf_counter()
        found = audit_links(long, store, ["sf"])[0]
        took = time.perf_counter() - began
        assert found.is_clean, found.findings
        store.close()
        bare = seconds(lambda: bare_read(long), 1)
    finally:
        shutil.rmtree(folder)
    ratio = reads[1] / reads[0]
    words = f"a book of {found.entries:,} entries"
    return [
        Figure(f"opening {words}", f"{opened:.2f} s", "under 2 s", opened < 2),
        Figure(f"a meter read, {words} to one of 1,000", f"{ratio:.2f}", "constant: under 1.5", ratio < 1.5),
        Figure("a meter read", f"{reads[1] * 1e6:.0f} µs", "reported", None),
        Figure("the audit, every entry decided again", f"{found.decided / took:,.0f} entries/s", "reported", None),
        Figure("bare reading of the same rows", f"{found.entries / bare:,.0f} entries/s", "baseline", None),
    ]


def figures() -> list[Figure]:
    return measure(ENTRIES)


if __name__ == "__main__":
    for figure in measure(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES):
        print(*figure)
