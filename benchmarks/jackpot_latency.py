"""How soon every table can read a wager on the meter, at a thousand wagers a second, on SQLite and on PostgreSQL.

An open loop: each wager is due at its own moment, whether or not the writer keeps up, and its time runs from that
moment until the display shows a commit that holds it.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, show
from benchmarks.jackpot_books import LINK, SEATS, TABLES, open_book
from croupier.casino.scripted import scripted
from croupier.jackpot.book.writer import Writer
from croupier.stores.opening import open_store
from tools.postgres import Server

WAGERS_PER_SECOND = 1_000
SECONDS = 10


def latencies(url: str) -> list[float]:
    store = open_store(url, create=True)
    writer = Writer(lambda _: open_book(store))
    writer.open(LINK)
    table_rounds = [(f"T{table:02d}", number) for number in range(1, 10_000) for table in range(1, TABLES + 1)]
    found: list[float] = []
    done = threading.Semaphore(0)
    sent = 0
    begin = time.perf_counter() + 0.05
    for table, number in table_rounds:
        if sent >= WAGERS_PER_SECOND * SECONDS:
            break
        for seat in range(1, SEATS + 1):
            due = begin + sent / WAGERS_PER_SECOND
            wait = due - time.perf_counter()
            if wait > 0:
                time.sleep(wait)
            request = {"id": f"w:{table}:{number}:{seat}", "do": "wager", "by": "dee", "table": table,
                       "round": number, "seats": [seat]}  # fmt: skip
            future = writer.submit(LINK, [scripted(request)])

            def shown(_answer: object, due: float = due) -> None:
                found.append(time.perf_counter() - due)  # the display is changed before anybody is answered
                done.release()

            future.add_done_callback(shown)
            sent += 1
        about = {"by": "dee", "table": table, "round": number}
        writer.submit(LINK, [scripted({"id": f"l:{table}:{number}", "do": "lock", **about})])
        writer.submit(LINK, [scripted({"id": f"r:{table}:{number}", "do": "result", **about, "hands": {}})])
    for _ in range(sent):
        done.acquire()
    writer.close()
    assert writer.book(LINK).state.wager_count == sent
    store.close()
    return sorted(found)


def figures() -> Iterator[Figure]:
    folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
    try:
        yield from figures_of("SQLite", str(folder / "book.db"))
        with Server(fsync=True) as server:
            yield from figures_of("PostgreSQL", server.database())
    finally:
        shutil.rmtree(folder)


def figures_of(store: str, url: str) -> list[Figure]:
    found = latencies(url)
    half, most = (found[int(len(found) * share)] * 1000 for share in (0.5, 0.99))
    name = f"{store}: wager to meter at {WAGERS_PER_SECOND:,} wagers/s"
    return [
        Figure(f"{name}, median", f"{half:.1f} ms", "reported", None),
        Figure(f"{name}, p99", f"{most:.1f} ms", "under 50 ms", most < 50),
    ]


if __name__ == "__main__":
    show(figures())
