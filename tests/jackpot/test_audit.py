"""The audit finds what was changed, and says where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.shuffle import SeededSource
from croupier.casino import audit as jackpot_audit
from croupier.casino.floor import load_layout
from croupier.jackpot.audit import whole
from croupier.jackpot.audit.again import Finding, LinkAudit, decide_again, join
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.recovery import Identity, fold, recover
from croupier.jackpot.journal import BEGINNING, GENESIS, Head, entry_hash
from croupier.jackpot.state import LinkState, from_text, to_text
from croupier.stores.opening import open_store
from tests.jackpot.attackers import rewrite
from tests.jackpot.floor import LINK, SEVEN_CARDS, ask, close_day, go_live, open_book, plan, with_level
from tests.jackpot.memory import MemoryStore


def played(store: MemoryStore) -> None:
    """A short history: rounds, a win, a void, a closed day, a snapshot."""
    book = open_book(store)
    go_live(book, with_level(plan(), increment_ppm=175_555))
    for number in range(1, 6):
        about = {"table": "T01", "round": number}
        ask(book, "wager", "dee", seats=[1, 2, 3], **about)
        if number == 4:
            ask(book, "void", "ann", reason="misdeal", **about)
            continue
        ask(book, "lock", "dee", **about)
        ask(book, "result", "dee", hands={"2": SEVEN_CARDS} if number == 2 else {}, **about)
    close_day(book, "2026-01-01")
    book.close()


def audit(store: Any, link: str, anchors: dict[int, str] | None = None) -> LinkAudit:
    return whole.audit(store, link, load_layout, anchors)


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore()
    played(made)
    return made


def change(store: MemoryStore, seq: int, *, mend_chain: bool = False, **fields: Any) -> None:
    """Falsify one entry; with ``mend_chain`` compute every hash after it again, as a clever hand would."""
    entries = store._memory.links[LINK].entries
    entries[seq - 1] = entries[seq - 1]._replace(**fields)
    if mend_chain:
        before = entries[seq - 2].hash
        for index in range(seq - 1, len(entries)):
            each = entries[index]
            entries[index] = each._replace(hash=entry_hash(before, *each[:-1]))
            before = entries[index].hash
        store._memory.links[LINK].head = Head(len(entries), before)


def entry_of(store: MemoryStore, kind: str) -> int:
    return next(entry.seq for entry in store.entries(LINK) if entry.kind == kind)


def falsified(store: MemoryStore, seq: int, edit: Callable[[dict[str, Any]], None]) -> str:
    body = json.loads(store._memory.links[LINK].entries[seq - 1].body)
    edit(body)
    return json.dumps(body)


def places(found: LinkAudit) -> list[str]:
    return [finding.where for finding in found.findings]


def test_a_sound_book_has_no_findings(store: MemoryStore) -> None:
    found = audit(store, LINK)
    assert found.is_clean
    assert found.head == store.head(LINK)
    assert found.balances == store.balances(LINK)
    assert found.entries == store.head(LINK).seq


def test_a_changed_amount_is_found_at_its_entry_and_in_the_balances(store: MemoryStore) -> None:
    seq = entry_of(store, "wager")

    def edit(body: dict[str, list[list[object]]]) -> None:
        body["moves"][0][2] = 1

    change(store, seq, body=falsified(store, seq, edit))
    found = audit(store, LINK)
    assert f"entry {seq}" in places(found)
    assert "the balances kept" in places(found)
    assert any(finding.what.startswith("meter.1: ") for finding in found.findings)


def test_a_history_rewritten_with_its_hashes_is_found_by_the_balances(store: MemoryStore) -> None:
    seq = entry_of(store, "deposit")

    def edit(body: dict[str, list[list[object]]]) -> None:
        body["moves"][0][2] = 10**12 + 10**6

    change(store, seq, body=falsified(store, seq, edit), mend_chain=True)
    found = audit(store, LINK)
    assert "the balances kept" in places(found)
    assert f"entry {entry_of(store, 'new_day')}" in places(found), "it says what the balances were"
    assert any(place.startswith("the snapshot") for place in places(found))


def test_a_hash_written_down_elsewhere_tells_of_a_rewritten_history(store: MemoryStore) -> None:
    """The one forgery that leaves no trace in the store: a changed word, and every hash after it computed again, those
    of snapshots included."""
    last = store.head(LINK)
    rewrite(store, LINK, entry_of(store, "void"), lambda body: body["req"].update(reason="nothing"))
    assert audit(store, LINK).is_clean
    assert places(audit(store, LINK, {last.seq: last.hash[:16]})) == [f"entry {last.seq}"]


def test_a_snapshot_that_the_journal_does_not_vouch_for_is_named_and_never_used(store: MemoryStore) -> None:
    """Balances alone are not the state: whoever edits a snapshot could end a seizure, or approve an award."""
    kept = store._memory.links[LINK].snapshots
    kept[0] = kept[0]._replace(state=kept[0].state.replace('"due_level":', '"due_level":9'))
    assert places(audit(store, LINK)) == [f"the snapshot of entry {kept[0].seq}"]
    assert recover(store, LINK)[2] == 0, "the journal was not folded from its beginning"


def test_a_missing_entry_is_named(store: MemoryStore) -> None:
    del store._memory.links[LINK].entries[6]
    entries = list(store._memory.links[LINK].entries)
    part = decide_again(entries, BEGINNING, LinkState(LINK), load_layout)
    assert part.findings[0].where == "entry 7"
    assert "missing" in part.findings[0].what


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (["wagers", "pocket", 5], '["wagers","pocket",5]'),
        (["wagers", "house", -5], '["wagers","house",-5]'),
        (["wagers", "house", 0], '["wagers","house",0]'),
        (["wagers", "house", 1.5], "cannot be read"),
        (["wagers", "house"], "cannot be read"),
    ],
)
def test_a_transfer_that_cannot_be_is_named(store: MemoryStore, move: list[object], words: str) -> None:
    seq = entry_of(store, "wager")
    change(store, seq, body=falsified(store, seq, lambda body: body["moves"].append(move)))
    assert any(finding.where == f"entry {seq}" and words in finding.what for finding in audit(store, LINK).findings)


@pytest.mark.parametrize(
    "readings", [5, [], {}, {"balances": 5}, {"balances": {"bank": 7}}, {"balances": {"bank": []}}]
)
def test_readings_that_nobody_can_have_written_are_named(store: MemoryStore, readings: object) -> None:
    """Whoever wrote them wants the audit to break off, so that nobody learns the rest."""
    seq = entry_of(store, "new_day")
    change(store, seq, body=falsified(store, seq, lambda body: body.update(readings=readings)))
    assert f"entry {seq}" in places(audit(store, LINK))


def test_a_format_is_a_whole_number(store: MemoryStore) -> None:
    seq = entry_of(store, "wager")
    change(store, seq, body=falsified(store, seq, lambda body: body.update(v=1.0)), mend_chain=True)
    told = "is of format 1.0, and this software reads format 1 alone"
    assert Finding(f"entry {seq}", told, seq) in audit(store, LINK).findings


def test_an_entry_older_than_the_one_before_is_named(store: MemoryStore) -> None:
    change(store, 8, at=5)
    assert Finding("entry 8", "is older than the entry before it", 8) in audit(store, LINK).findings


def test_a_wrong_balance_beside_the_journal_is_named(store: MemoryStore) -> None:
    kept = store._memory.links[LINK].balances
    debits, credits = kept["meter.1"]
    kept["meter.1"] = (debits, credits + 1)
    (finding,) = audit(store, LINK).findings
    assert finding.where == "the balances kept"
    assert f"meter.1: debits {debits}, credits {credits + 1}" in finding.what


def test_a_head_that_is_not_the_end_is_named(store: MemoryStore) -> None:
    store._memory.links[LINK].head = Head(3, "f" * 64)
    assert "the head" in places(audit(store, LINK))


def test_stretches_between_snapshots_come_to_the_same_as_the_whole(store: MemoryStore) -> None:
    entries = list(store.entries(LINK))
    alone = decide_again(entries, BEGINNING, LinkState(LINK), load_layout)
    assert (alone.findings, alone.decided) == ([], len(entries))
    state = LinkState(LINK)
    for cut in range(1, len(entries)):
        middle = Head(cut, entries[cut - 1].hash)
        fold(state, entries[cut - 1 : cut], entries[cut - 2].hash if cut > 1 else GENESIS)
        first = decide_again(entries[:cut], BEGINNING, LinkState(LINK), load_layout)
        second = decide_again(entries[cut:], middle, from_text(to_text(state)), load_layout)
        assert join([first, second]) == alone


def test_a_stretch_that_begins_with_a_lie_is_found_by_the_one_before(store: MemoryStore) -> None:
    entries = list(store.entries(LINK))
    state = LinkState(LINK)
    fold(state, entries[:10], GENESIS)
    state.due_level += 1
    first = decide_again(entries[:10], BEGINNING, LinkState(LINK), load_layout)
    second = decide_again(entries[10:12], Head(10, entries[9].hash), state, load_layout)
    assert join([first, second]).findings[0].where == "the snapshot of entry 10"


def test_many_processes_audit_one_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = str(tmp_path / "book.db")
    made = open_store(url, create=True)
    played(made)  # type: ignore[arg-type]
    monkeypatch.setattr(jackpot_audit, "WORTH_SPLITTING", 1)
    assert jackpot_audit.audit_links(url, made, [LINK], jobs=3)[0] == audit(made, LINK)
    running = Identity("software", "rulebook")
    other = JackpotBook.open(made, "other", load_layout, SeededSource(1), lambda: 1_900_000_000_000, running)
    other.close()
    for links in (["other", LINK], [LINK, "other"]):
        found = jackpot_audit.audit_links(url, made, links, jobs=3)
        assert found == [audit(made, link) for link in links], "the links side by side"
    made.close()
