"""How fast a link's book takes wagers, durably, beside the bare database doing the same inserts.

The traffic is a floor's: fifteen tables report their sensors together, lock, and report results; each of the three
makes one batch of fifteen requests, kept by one commit. The bare database inserts the very same rows in the same
batches into a table with the same keys under the same durability. Both alternate in short turns, so that noise hits
both.
"""

from __future__ import annotations

import collections
import itertools
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.figures import Figure, show
from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.book.writer import Writer
from croupier.jackpot.journal import Append, Entry, Store
from croupier.jackpot.plan.link_plan import Level, LinkPlan, Person, TablePlan, carry_rules, plan_hash, plan_to_json
from croupier.stores.opening import open_store
from tools.postgres import Server

LINK = "sf"
TABLES, SEATS = 15, 6
TURNS, ROUNDS = 12, 20
"""Turns of each side, and rounds of all tables in a turn."""


def plan() -> LinkPlan:
    spec = str(
        catalogue.configuration("keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-03)")
    )
    tables = tuple(
        TablePlan(f"T{number:02d}", spec, "straight_flush_progressive", SEATS, "here")
        for number in range(1, TABLES + 1)
    )
    people = (Person("ann", "Ann", "supervisor"), Person("bob", "Bob", "supervisor"), Person("dee", "Dee", "dealer"))
    configuration = catalogue.configuration(spec)
    return LinkPlan(
        id=LINK,
        title="Straight Flush",
        type="progressive",
        jurisdiction="washington",
        paytable="PT-BJS-HCF-SF-03",
        base_wager_cents=100,
        levels=(Level(1, 1_000_000, 1_000_000, 1_000_000, 180_000, 20_000),),
        tables=tables,
        people=people,
        thresholds=(),
        unreasonable_cents=100 * SEATS,
        approval="sample",
        rules=(carry_rules(configuration, "straight_flush_progressive"),),
    )


def open_book(store: Store) -> JackpotBook:
    def clock() -> int:
        return time.time_ns() // 1_000_000

    book = JackpotBook.open(store, LINK, load_layout, SeededSource(1), clock, Identity("benchmark", "benchmark"))
    if book.state.plan is None:
        chosen = plan()
        for request in (
            {"id": "plan", "do": "propose", "by": "ann", "plan": plan_to_json(chosen)},
            {"id": "second", "do": "accept", "by": "bob", "plan": plan_hash(chosen)},
            {"id": "seed", "do": "deposit", "by": "ann", "amount": 1_000_000, "reference": f"seed-1-{LINK}"},
        ):
            reply = book.post_all([scripted(request)])[0]
            assert reply.code == "ok", reply
    return book


Batch = list[dict[str, Any]]


def traffic(first_round: int, rounds: int, seats: Sequence[Sequence[int]] = (range(1, SEATS + 1),)) -> Iterator[Batch]:
    """Batches of fifteen requests; ``seats`` are those that one report carries."""
    tables = [f"T{number:02d}" for number in range(1, TABLES + 1)]
    for number in range(first_round, first_round + rounds):
        for part, some in enumerate(seats):
            yield [
                {"id": f"w:{table}:{number}:{part}", "do": "wager", "by": "dee", "table": table, "round": number,
                 "seats": list(some)}
                for table in tables
            ]  # fmt: skip
        yield [
            {"id": f"l:{table}:{number}", "do": "lock", "by": "dee", "table": table, "round": number}
            for table in tables
        ]
        yield [
            {"id": f"r:{table}:{number}", "do": "result", "by": "dee", "table": table, "round": number, "hands": {}}
            for table in tables
        ]


def post(book: JackpotBook, batches: Sequence[Batch]) -> float:
    """Seconds for the batches, each with one commit; who asks is known before, as the bare database's rows are."""
    asked = [[*map(scripted, batch)] for batch in batches]
    started = time.perf_counter()
    for batch in asked:
        _check(book.post_all(batch))
    return time.perf_counter() - started


def post_through_writer(writer: Writer, batches: Sequence[Batch], ahead: int) -> float:
    """Seconds for the batches from another thread, each handed in while ``ahead`` others are on their way."""
    started = time.perf_counter()
    waiting: collections.deque[Future[list[Reply]]] = collections.deque()
    for batch in batches:
        waiting.append(writer.submit(LINK, [*map(scripted, batch)]))
        if len(waiting) > ahead:
            _check(waiting.popleft().result())
    while waiting:
        _check(waiting.popleft().result())
    return time.perf_counter() - started


def _check(replies: list[Reply]) -> None:
    for reply in replies:
        if reply.code != "ok":
            raise AssertionError(reply)


def one_by_one(batches: Iterable[Batch]) -> list[Batch]:
    return [[request] for batch in batches for request in batch]


class Recorder:
    """A store that lets everything through and remembers the batches of rows that went by."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.batches: list[list[Entry]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, asked: Append) -> None:
        self._store.append(asked)
        self.batches.append(list(asked.entries))


BARE = "CREATE TABLE bare (link text, seq bigint, id text, at bigint, kind text, body text, hash text, {})"


def bare_sqlite(folder: Path) -> Callable[[Sequence[Sequence[Entry]]], float]:
    database = sqlite3.connect(folder / "bare.db", isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute(BARE.format("PRIMARY KEY (link, seq), UNIQUE (link, id)"))

    def insert(batches: Sequence[Sequence[Entry]]) -> float:
        rows = [[tuple(entry) for entry in batch] for batch in batches]
        started = time.perf_counter()
        for batch in rows:
            database.execute("BEGIN IMMEDIATE")
            database.executemany("INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?, ?)", batch)
            database.execute("COMMIT")
        return time.perf_counter() - started

    return insert


def bare_postgres(url: str) -> Callable[[Sequence[Sequence[Entry]]], float]:
    database = psycopg.connect(url, autocommit=True)
    database.execute("SET synchronous_commit = on")
    database.execute(BARE.format("PRIMARY KEY (link, seq), UNIQUE (link, id)"))

    def insert(batches: Sequence[Sequence[Entry]]) -> float:
        rows = [[tuple(entry) for entry in batch] for batch in batches]
        started = time.perf_counter()
        cursor = database.cursor()
        for batch in rows:
            with database.transaction():
                cursor.executemany("INSERT INTO bare VALUES (%s, %s, %s, %s, %s, %s, %s)", batch)
        return time.perf_counter() - started

    return insert


def compare(name: str, url: str, bare: Callable[[Sequence[Sequence[Entry]]], float]) -> list[Figure]:
    recorder = Recorder(open_store(url, create=True))
    book = open_book(recorder)
    rounds = itertools.count(1)
    wagers = TABLES * SEATS * ROUNDS
    ours, theirs, single = [], [], []
    for turn in range(TURNS + 1):
        batches = [batch for _ in range(ROUNDS) for batch in traffic(next(rounds), 1)]
        recorder.batches.clear()
        seconds = post(book, batches)
        bare_seconds = bare(recorder.batches)
        each_alone = one_by_one(traffic(next(rounds), 1, [[seat] for seat in range(1, SEATS + 1)]))
        alone = post(book, each_alone) * ROUNDS
        if turn:  # the first warms up
            ours.append(seconds)
            theirs.append(bare_seconds)
            single.append(alone)
    book.close()
    writer = Writer(lambda _: open_book(recorder))
    threaded = [
        post_through_writer(writer, [batch for _ in range(ROUNDS) for batch in traffic(next(rounds), 1)], ahead=2)
        for _ in range(TURNS)
    ]
    writer.close()
    recorder.close()
    rate, through = wagers / statistics.median(ours), wagers / statistics.median(threaded)
    of_bare = statistics.median(theirs) / statistics.median(ours)
    over_single = statistics.median(single) / statistics.median(ours)
    rows = TABLES * 3 * ROUNDS / statistics.median(theirs)
    return [
        Figure(f"{name}: durable wagers on one link", f"{rate:,.0f} /s", "reported", None),
        Figure(f"{name}: the same from another thread, merged", f"{through:,.0f} /s", "reported", None),
        Figure(f"{name}: bare inserts, {TABLES} rows a commit", f"{rows:,.0f} rows/s", "baseline", None),
        Figure(f"{name}: the book beside the bare database", f"{of_bare:.2f}", "at least 0.50", of_bare >= 0.5),
        Figure(f"{name}: against one commit a wager", f"{over_single:.1f} times", "at least 10", over_single >= 10),
    ]


def figures() -> Iterator[Figure]:
    folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
    try:
        yield from compare("SQLite", str(folder / "book.db"), bare_sqlite(folder))
        with Server(fsync=True) as server:
            yield from compare("PostgreSQL", server.database(), bare_postgres(server.database()))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    show(figures())
