"""A jackpot book in a real PostgreSQL by command: attacked by the owner of its database, and through its crashes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from croupier.casino.proofs import SAMPLE
from croupier.jackpot.checkpoints import Signer
from tests.cli.calling import Call, hash_that_waits
from tests.cli.test_jackpot_run import LINK, fault, post, running
from tests.jackpot.attackers import mend_balances, mend_snapshots, rewrite, rewrite_snapshot, seq_of
from tests.jackpot.memory import MemoryStore
from tests.jackpot.owners import as_owner
from tools import postgres

SETTINGS = ("KEY", "ANCHORS", "ACCESS_LOG")
WAGER = {"id": "w", "do": "wager", "table": "KIS-01", "round": 1, "seats": [1]}


@pytest.fixture(scope="module")
def server() -> Iterator[postgres.Server]:
    """A server that may be killed."""
    with postgres.Server() as started:
        yield started


@pytest.fixture
def book(server: postgres.Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Call) -> str:
    for name in SETTINGS:
        monkeypatch.setenv(f"CROUPIER_{name}", str(tmp_path / name.lower()))
    url = server.database()
    assert croupier("jackpot", "propose", str(SAMPLE), url, "--by", "sam", "--link", LINK)[0] == 0
    assert croupier("jackpot", "accept", url, "--by", "robin", "--hash", hash_that_waits(url))[0] == 0
    deposit = {"id": "bank", "do": "deposit", "amount": "50000", "reference": "DEP-1"}
    assert post(croupier, url, tmp_path, deposit, WAGER) == (0, ["ok", "ok"])
    return url


def a_thousand_dollars(store: MemoryStore) -> None:
    """From the meter to the house, in a wager's entry."""
    move = ["meter.1", "house", 1_000_00 * 1_000_000]
    rewrite(store, LINK, seq_of(store, LINK, "wager"), lambda body: body["moves"].append(move))


def a_rate(store: MemoryStore) -> None:
    rewrite_snapshot(store, LINK, lambda state: state["plan"]["levels"][0].update(increment_ppm=10))


def a_word_that_no_rule_looks_at(store: MemoryStore) -> None:
    rewrite(store, LINK, seq_of(store, LINK, "deposit"), lambda body: body["req"].update(reference="DEP-7"))


def another_key(store: MemoryStore) -> None:
    """The whole book under the thief's key, which lies where the book's own one was."""
    thief = Signer.generate()
    rewrite(store, LINK, seq_of(store, LINK, "key"), lambda body: body.update(key=thief.vkey))
    Path(os.environ["CROUPIER_KEY"]).write_bytes(thief.to_pem())


def a_cut_tail(store: MemoryStore) -> None:
    del store._memory.links[LINK].entries[-2:]
    mend_balances(store, LINK)
    mend_snapshots(store, LINK)


def test_a_lawful_new_key_is_announced_by_the_old_one(book: str, tmp_path: Path, croupier: Call) -> None:
    key = Path(os.environ["CROUPIER_KEY"])
    before = key.read_bytes()
    assert croupier("jackpot", "new-key", book, "--by", "sam", "--second", "robin")[0] == 0
    assert key.read_bytes() != before
    later = {**WAGER, "id": "later", "table": "KIS-02"}
    assert post(croupier, book, tmp_path, later) == (0, ["ok"])
    status, out, _ = croupier("jackpot", "audit", book)
    assert (status, "all agree" in out) == (0, True)
    key.write_bytes(before)
    status, codes = post(croupier, book, tmp_path, {**later, "id": "old-key", "round": 2})
    assert (status, codes) == (1, ["stopped"]), "the old key no longer signs"


@pytest.mark.parametrize(
    "attack",
    [a_thousand_dollars, a_rate, a_word_that_no_rule_looks_at, another_key, a_cut_tail],
    ids=lambda it: it.__name__,
)
def test_the_owner_of_the_database_rewrites_the_book(
    attack: Callable[[MemoryStore], None], book: str, tmp_path: Path, croupier: Call
) -> None:
    """Chain, balances, readings and snapshots are recomputed: the audit finds it, and nothing is posted any more."""
    with as_owner(book, LINK) as taken:
        attack(taken)
    assert croupier("jackpot", "audit", book)[0] == 1
    status, codes = post(croupier, book, tmp_path, {**WAGER, "id": "next", "table": "KIS-02"})
    assert (status, codes) == ((1, ["stopped"]) if attack is a_cut_tail else (1, []))
    if attack is a_cut_tail:
        _, out, _ = croupier("jackpot", "meters", book, "--json")
        assert [(each["accepts_wagers"], each["why_not"]) for each in json.loads(out)] == [(False, "stopped")]


def test_a_writer_outlives_the_crash_of_the_database(
    server: postgres.Server, book: str, tmp_path: Path, croupier: Call
) -> None:
    with running(book) as writer:
        server.kill9()
        server.start()
        assert post(croupier, book, tmp_path, fault("after"))[0] == 0
        assert json.loads(croupier("jackpot", "meters", book, "--json")[1])[0]["why_not"] == "fault"
        assert writer.poll() is None
    assert croupier("jackpot", "audit", book)[0] == 0
