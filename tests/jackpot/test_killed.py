"""Real processes, killed in the middle of the load: nothing acknowledged is lost, nothing is posted twice."""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.state import conservation_faults
from croupier.stores.opening import open_store
from tests.jackpot import relentless
from tests.jackpot.floor import LINK, open_book
from tools import postgres

PHASES = 50
KILLS = int(os.environ.get("KILLS", "15"))
"""In each test; `KILLS=50` is the recorded run (benchmarks/recorded.md)."""
FORKING = multiprocessing.get_context("forkserver")
"""Every writer is a process of its own; what all of them import is loaded once."""
FORKING.set_forkserver_preload(["tests.jackpot.relentless_ready"])

pytestmark = pytest.mark.slow


class Victim:
    """A writer in a process of its own, and what it has said."""

    def __init__(self, url: str, folder: Path) -> None:
        self.sent: dict[str, dict[str, Any]] = {}
        self.acknowledged: set[str] = set()
        self.last_words = ""
        self._stderr = folder / "stderr.txt"
        self._stderr.write_text("")
        self._said, saying = FORKING.Pipe(duplex=False)
        self.process = FORKING.Process(target=relentless.run, args=(url, saying, str(self._stderr)))
        self.process.start()
        saying.close()
        self._begun = threading.Event()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        with os.fdopen(os.dup(self._said.fileno())) as said:
            for line in said:
                if not line.endswith("\n"):
                    break  # killed in the middle of a word
                mark, _, what = line.rstrip("\n").partition(" ")
                if mark == ">":
                    request = json.loads(what)
                    self.sent[request["id"]] = request
                elif mark == "<":
                    self.acknowledged.add(what)
                    self._begun.set()
                else:
                    self.last_words = what
        self._begun.set()

    def run_for(self, seconds: float) -> None:
        assert self._begun.wait(30), "the writer never came up"
        time.sleep(seconds)

    def join(self) -> None:
        self.process.join(30)
        assert self.process.exitcode is not None, "the writer did not end"
        self._reader.join()
        self._said.close()
        self.errors = self._stderr.read_text()


def check(url: str, victim: Victim, all_sent: dict[str, dict[str, Any]]) -> None:
    """The book after a crash, opened as the next start would."""
    all_sent |= victim.sent
    with closing(open_store(url)) as store:
        kept = store.known(LINK, sorted(victim.acknowledged))
        assert set(kept) == victim.acknowledged, "an acknowledged request is lost"
        book = open_book(store)
        unsure = sorted(set(victim.sent) - victim.acknowledged, key=list(victim.sent).index)
        for id in unsure:
            reply = book.post_all([scripted(victim.sent[id])])[0]
            assert reply.code in ("ok", "exists"), reply
        for id in list(victim.sent)[-40:]:
            assert book.post_all([scripted(victim.sent[id])])[0].code == "exists"
        assert conservation_faults(book.state) == []


def check_whole(url: str) -> None:
    """The whole history, at the end: what each start folds from its snapshot is only its tail."""
    with closing(open_store(url)) as store:
        found = audit(store, LINK, load_layout)
        assert found.is_clean, found.findings
    by_entries, by_state = seats_posted(url)
    assert by_entries == by_state


def seats_posted(url: str) -> tuple[int, int]:
    """Wagers by the journal's own entries, and by the state's count."""
    seen: set[str] = set()
    wagers: dict[tuple[str, int], int] = {}
    with closing(open_store(url)) as store:
        for entry in store.entries(LINK):
            assert entry.id not in seen, "posted twice"
            seen.add(entry.id)
            said = json.loads(entry.body).get("req", {})
            if entry.kind == "wager":
                wagers[said["table"], said["round"]] = len(said["seats"])
            elif entry.kind == "void":
                del wagers[said["table"], said["round"]]
        return sum(wagers.values()), open_book(store).state.wager_count


def pauses() -> list[float]:
    """From at once to a while, so that the kill falls on every phase of a commit."""
    numbers = (PHASES * kill // KILLS for kill in range(KILLS))
    return [0.0003 * number * number % 0.12 for number in numbers]


def kill_writers(url: str, folder: Path) -> None:
    all_sent: dict[str, dict[str, Any]] = {}
    acknowledged = 0
    for pause in pauses():
        victim = Victim(url, folder)
        victim.run_for(pause)
        victim.process.kill()
        victim.join()
        assert victim.errors == ""
        acknowledged += len(victim.acknowledged)
        check(url, victim, all_sent)
    assert acknowledged > KILLS
    check_whole(url)


def test_sigkill_of_the_writer_on_sqlite(tmp_path: Path) -> None:
    url = str(tmp_path / "book.db")
    open_store(url, create=True).close()
    kill_writers(url, tmp_path)


def test_sigkill_of_the_writer_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    kill_writers(postgres_url, tmp_path)


def test_sigkill_of_the_postgresql_server(tmp_path: Path) -> None:
    all_sent: dict[str, dict[str, Any]] = {}
    with postgres.Server(fsync=True) as server:
        url = server.database()
        open_store(url, create=True).close()
        for pause in pauses():
            victim = Victim(url, tmp_path)
            victim.run_for(pause)
            server.kill9()
            victim.join()
            assert "Traceback" not in victim.errors, victim.errors
            assert victim.last_words, "the writer did not say that it lost its store"
            server.start()
            check(url, victim, all_sent)
        check_whole(url)
