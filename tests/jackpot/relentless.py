"""A writer under full load, to be killed: it tells what it sends and what is acknowledged, and never stops itself."""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Any

from croupier.casino.scripted import scripted
from croupier.errors import CroupierError
from croupier.jackpot.book.book import Reply
from croupier.jackpot.book.writer import QueueLimits, Writer
from croupier.stores.opening import open_store
from tests.jackpot.floor import LINK, TABLES, go_live, open_book, rounds_of


def tell(mark: str, what: str) -> None:
    sys.stdout.write(f"{mark} {what}\n")
    sys.stdout.flush()


def write(url: str) -> None:
    store = open_store(url)
    book = open_book(store)
    go_live(book)
    # A crash leaves tables in the middle of a round; a supervisor voids those, and play goes on.
    for table, each in list(book.state.rounds.items()):
        request = {"id": f"v:{table}:{each.number}", "do": "void", "by": "ann", "table": table, "round": each.number,
                   "reason": "restart", "second": "bob"}  # fmt: skip
        assert book.post_all([scripted(request)])[0].code == "ok"
    first = {table: book.state.last_round.get(table, 0) + 1 for table in TABLES}
    writer = Writer(lambda _: book, QueueLimits(retry_seconds=0))  # it says at once that its store is gone
    streams = {table: rounds_of(table, first[table]) for table in TABLES}
    waiting: list[tuple[dict[str, Any], Future[list[Reply]]]] = []
    while True:
        for table in TABLES:
            request = next(streams[table])
            tell(">", json.dumps(request))
            waiting.append((request, writer.submit(LINK, [scripted(request)])))
        for request, future in waiting:
            reply = future.result()[0]
            if reply.code != "ok":
                raise AssertionError(reply)
            tell("<", str(request["id"]))
        waiting.clear()


def run(url: str, out: Connection, errors: str) -> None:
    """In a process of its own: what it says goes to ``out``, and a traceback to the file ``errors``."""
    os.dup2(out.fileno(), 1)
    os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)  # noqa: SIM115
    try:
        write(url)
    except CroupierError as error:
        tell("!", error.message)
