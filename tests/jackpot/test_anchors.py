"""Signed checkpoints: what they prove, and every way around them that we could think of."""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import runpy
import subprocess
import sys
from contextlib import closing
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from croupier.casino.acts import new_chain, new_key
from croupier.casino.audit import audit_links, proofs_of
from croupier.casino.floor import at_desk, load_layout, opened, why_stopped
from croupier.casino.scripted import scripted
from croupier.errors import BadInput
from croupier.jackpot.actors import Actor
from croupier.jackpot.audit.again import LinkAudit
from croupier.jackpot.audit.whole import Proofs, audit
from croupier.jackpot.book.book import CHECKPOINT_EVERY, JackpotBook
from croupier.jackpot.book.recovery import recover
from croupier.jackpot.checkpoints import Checkpoint, grow, is_key, is_signed_by, read_notes, root_of
from croupier.jackpot.journal import GENESIS, Append, Head, Store, StoreBroken, entry_hash
from croupier.stores import backup
from croupier.stores.opening import open_store
from croupier.stores.witness import FileWitness, witness_of
from tests.jackpot import journals
from tests.jackpot.attackers import mend_balances, mend_chain, mend_snapshots, rewrite, rewrite_snapshot, seq_of
from tests.jackpot.floor import LINK, ask, close_day, go_live, let_day_pass, open_book, plan, wall_clock
from tests.jackpot.memory import MemoryStore
from tests.torture.witness import MemoryWitness, signer_from

VERIFIER = Path(__file__).parents[2] / "docs" / "reference" / "verify_book.py"
VERIFY = runpy.run_path(str(VERIFIER))


def play(book: JackpotBook, first: int, last: int) -> None:
    for number in range(first, last + 1):
        about = {"table": "T01", "round": number}
        assert ask(book, "wager", "dee", seats=[1, 2], **about).code == "ok"
        assert ask(book, "lock", "dee", **about).code == "ok"
        assert ask(book, "result", "dee", hands={}, **about).code == "ok"


@pytest.fixture
def witness() -> MemoryWitness:
    return MemoryWitness(signer_from("casino"))


@pytest.fixture
def store(witness: MemoryWitness) -> MemoryStore:
    made = MemoryStore()
    made.witness = witness
    book = open_book(made)
    go_live(book)
    play(book, 1, 5)
    assert close_day(book, "2026-01-01").code == "ok"
    play(book, 6, 8)
    book.close()
    return made


def audited(
    store: MemoryStore, witness: MemoryWitness, key: str | None = None, accepted: tuple[str, ...] = ()
) -> LinkAudit:
    return audit(store, LINK, load_layout, None, Proofs(tuple(witness.notes(LINK)), key, accepted))


def new_chains(store: Store, link: str = LINK) -> tuple[str, ...]:
    """The hashes of the entries that began a new chain, as the two who did it tell the auditor."""
    return tuple(entry.hash for entry in store.entries(link) if entry.kind == "new_chain")


def test_the_form_is_that_of_signed_notes() -> None:
    """Name, key hash and signature as C2SP writes them; the note is read back as it was signed."""
    signer = signer_from("casino")
    point = Checkpoint("sf", 1, 9998, "0a" * 32, "e1" * 32, 1_767_225_600_000, "2026-01-01")
    note = signer.sign_note(point.text())
    text, _, signature = note.partition("\n\n")
    assert text.splitlines()[:3] == ["croupier.jackpot/sf/1", "9998", base64.b64encode(b"\xe1" * 32).decode()]
    assert signature.startswith("\N{EM DASH} croupier-books ")
    assert len(base64.b64decode(signature.split()[-1])) == 4 + 64
    (found,) = read_notes(note.splitlines(keepends=True))
    assert found.checkpoint == point
    assert is_signed_by(found, signer.vkey)
    assert not is_signed_by(found, signer_from("thief").vkey)
    assert not is_signed_by(found._replace(text=found.text.replace("9998", "9999")), signer.vkey)
    assert is_key(signer.vkey)
    assert not is_key(signer.vkey.replace("croupier", "crouper"))


# The vectors that Certificate Transparency's logs test with (RFC 6962): eight leaves, the root of the first n of them,
# by two sizes the proof that one tree goes on from the other, and by place and size the proof that a leaf is in a tree.
LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PROOFS = {
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
PATHS = {
    (1, 8): PROOFS[1, 8],
    (6, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (3, 3): [ROOTS[2]],
    (2, 5): [
        ROOTS[1],
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}


def test_trees_are_those_of_the_published_vectors() -> None:
    leaves = [hashlib.sha256(b"\0" + bytes.fromhex(leaf)).digest() for leaf in LEAVES]
    edge: list[bytes] = []
    for size, root in enumerate(ROOTS):
        assert root_of(edge) == VERIFY["tree"](leaves[:size]).hex() == root
        if size < len(leaves):
            grow(edge, size, leaves[size])
    for (old, new), path in PROOFS.items():
        assert [node.hex() for node in VERIFY["proof"](old, leaves[:new])] == path
    for (nth, size), path in PATHS.items():
        assert [node.hex() for node in VERIFY["place"](nth - 1, leaves[:size])] == path


def test_a_leaf_is_shown_to_be_in_its_tree_alone() -> None:
    leaves = [hashlib.sha256(b"\0%d" % number).digest() for number in range(33)]
    for size in range(1, 34):
        root = VERIFY["tree"](leaves[:size])
        for index in range(size):
            path, leaf = VERIFY["place"](index, leaves[:size]), leaves[index]
            assert VERIFY["is_in"](index, size, leaf, path, root)
            assert not VERIFY["is_in"](index, size, leaves[index - 1], path, root) or size == 1
            assert not VERIFY["is_in"](index ^ 1, size, leaf, path, root)
            assert not VERIFY["is_in"](index, size, leaf, [*path, root], root)
            assert not VERIFY["is_in"](index, size, leaf, path[:-1], root) or size == 1


def test_a_proof_holds_between_its_two_roots_alone() -> None:
    leaves = [hashlib.sha256(b"\0%d" % number).digest() for number in range(40)]
    roots = [VERIFY["tree"](leaves[:size]) for size in range(41)]
    for old, new in combinations_with_replacement(range(1, 41), 2):
        path = VERIFY["proof"](old, leaves[:new])
        assert VERIFY["goes_on"](old, new, path, roots[old], roots[new])
        assert not VERIFY["goes_on"](old, new, path, roots[old - 1], roots[new])
        assert not VERIFY["goes_on"](old, new, path, roots[old], roots[new - 1])
        assert not VERIFY["goes_on"](old, new, [*path, roots[1]], roots[old], roots[new])
        assert old == new or not VERIFY["goes_on"](old, new, path[:-1], roots[old], roots[new])


def test_a_false_root_under_the_good_key_is_found_by_everybody(
    store: MemoryStore, witness: MemoryWitness, tmp_path: Path
) -> None:
    """As of software that grows another tree: number and hash of the entry are right."""
    (entry,) = store.entries(LINK, 4, 5)
    point = Checkpoint(LINK, 1, 5, entry.hash, "cd" * 32, entry.at)
    witness.publish(witness.signers[0].sign_note(point.text()))
    assert [found.what for found in audited(store, witness).findings] == [
        "has a checkpoint with another root than that of the tree over the entries"
    ]
    (tmp_path / "anchors").write_text("\n".join(witness.published))
    backup.write_out(store, tmp_path / "backup")
    code, told = verifier(tmp_path / "backup", "--anchors", tmp_path / "anchors")
    assert (code, "entry 5: its checkpoint has another root" in told) == (1, True)


def test_two_checkpoints_are_proved_to_be_of_one_book(
    store: MemoryStore, witness: MemoryWitness, tmp_path: Path
) -> None:
    """Somebody who holds two checkpoints and no entry is given the proof, and checks it without us."""
    old, new = witness.notes(LINK)[0].checkpoint, witness.notes(LINK)[-1].checkpoint
    backup.write_out(store, tmp_path / "backup")
    code, told = verifier(tmp_path / "backup", "--prove", LINK, old.seq, new.seq)
    assert code == 0
    first, second, *path = (base64.b64decode(line) for line in told.split())
    assert [first.hex(), second.hex()] == [old.root, new.root]
    assert VERIFY["goes_on"](old.seq, new.seq, path, first, second)
    for words in ((LINK, 0, 5), (LINK, 5, 10**9), ("none", 1, 2), (LINK, "x", 3)):
        for option in ("--prove", "--include"):
            code, told = verifier(tmp_path / "backup", option, *words)
            assert (code, "name two of them in order" in told) == (2, True)
    code, told = verifier(tmp_path / "backup", "--include", LINK, 3, new.seq)
    leaf, root, *path = (base64.b64decode(line) for line in told.split())
    (entry,) = store.entries(LINK, 2, 3)
    assert (code, leaf.hex(), root.hex()) == (0, entry.hash, new.root)
    assert VERIFY["is_in"](2, new.seq, leaf, path, root)


def test_a_file_with_rubbish_and_a_torn_end_still_gives_its_notes() -> None:
    signer = signer_from("casino")
    notes = [signer.sign_note(Checkpoint("sf", 1, seq, "ab" * 32, "cd" * 32, 5).text()) for seq in (1, 2, 3)]
    text = "hello\n\n" + notes[0] + "\n\N{EM DASH} x y\n\n" + notes[1] + "\n" + notes[2][:-30].split("\N{EM DASH}")[0]
    assert [note.checkpoint.seq for note in read_notes(text.splitlines(keepends=True))] == [1, 2]


def test_checkpoints_leave_at_the_close_of_a_day_and_after_many_entries(
    store: MemoryStore, witness: MemoryWitness
) -> None:
    days = [note.checkpoint for note in witness.notes(LINK) if note.checkpoint.day]
    assert [(point.day, point.seq) for point in days] == [("2026-01-01", seq_of(store, LINK, "close_day"))]
    book = open_book(store)
    before = len(witness.published)
    play(book, 9, 9 + CHECKPOINT_EVERY // 3 + 1)
    assert len(witness.published) == before + 1
    found = audited(store, witness)
    assert found.is_clean
    assert f"the {store.head(LINK).seq - witness.notes(LINK)[-1].checkpoint.seq:,} after them" in found.covered


def test_a_whole_rewrite_is_found_by_a_checkpoint_kept_elsewhere(store: MemoryStore, witness: MemoryWitness) -> None:
    """1. Change a word that no rule looks at. 2. Recompute chain, balances and snapshots, so that all agree."""
    seq = seq_of(store, LINK, "deposit")
    rewrite(store, LINK, seq, lambda body: body["req"].update(reference="another-1"))
    (head,) = audit(store, LINK, load_layout).findings
    assert (head.where, "is not signed by the writer" in head.what) == ("the head", True)
    found = audited(store, witness)
    assert "is not the one whose checkpoint was signed" in found.findings[0].what


def test_a_cut_tail_is_found_and_the_book_opens_stopped(store: MemoryStore, witness: MemoryWitness) -> None:
    kept = store._memory.links[LINK]
    del kept.entries[-4:]
    kept.head = Head(len(kept.entries), kept.entries[-1].hash)
    mend_snapshots(store, LINK)
    mend_balances(store, LINK)
    assert "was signed and is not there" in audited(store, witness).findings[0].what
    book = open_book(store)
    assert book.link.barred is not None
    last = witness.notes(LINK)[-1].checkpoint
    assert f"of entry {last.seq}" in book.link.barred.why
    reply = ask(book, "wager", "dee", table="T01", round=99, seats=[1])
    assert (reply.code, reply.detail) == ("stopped", book.link.barred.why)
    assert store.head(LINK).seq == len(kept.entries), "a stopped book wrote something"
    wrong = ask(book, "new_chain", "ann", second="bob", head="0" * 64, reason="disk")
    assert wrong.code == "other_head"
    assert ask(book, "new_chain", "ann", second="ann", head=last.hash, reason="disk").code == "same_person"
    assert ask(book, "new_chain", "dee", second="ann", head=last.hash, reason="disk").code == "not_allowed"
    assert ask(book, "new_chain", "ann", second="bob", head=last.hash, reason="disk").code == "ok"
    play(book, 9, 10)
    book.close()
    found = audited(store, witness)
    (chain,) = found.findings
    assert (chain.where, "nobody outside has confirmed it" in chain.what, "did not sign" in chain.what) == (
        f"entry {seq_of(store, LINK, 'new_chain')}",
        True,
        False,
    )
    found = audited(store, witness, accepted=new_chains(store))
    assert found.is_clean
    assert "a new chain gives up" in found.covered
    assert open_book(store).link.barred is None
    assert ask(open_book(store), "new_chain", "ann", second="bob", head=last.hash, reason="x").code == "chain_whole"


def test_a_replaced_key_is_found(store: MemoryStore, witness: MemoryWitness) -> None:
    """1. Put another key where the signing key lies. 2. Open the book. 3. Sign checkpoints of one's own."""
    thief = signer_from("thief")
    witness.signers = [thief]
    book = open_book(store)
    assert book.link.barred is not None
    assert "not at hand" in book.link.barred.why
    head = store.head(LINK)
    witness.publish(thief.sign_note(Checkpoint(LINK, 1, head.seq, head.hash, "cd" * 32, 5).text()))
    assert "by no key that the journal announces" in audited(store, witness).findings[0].what


def test_a_book_made_again_under_another_key_is_found_by_the_key_written_down(store: MemoryStore) -> None:
    pinned = signer_from("casino").vkey
    other = MemoryStore()
    other.witness = MemoryWitness(signer_from("thief"))
    book = open_book(other)
    go_live(book)
    book.close()
    assert audited(other, other.witness).is_clean
    assert "does not announce the key" in audited(other, other.witness, pinned).findings[0].what
    assert audited(store, store.witness, pinned).is_clean  # type: ignore[arg-type]


def test_a_new_key_is_announced_by_the_old_one(store: MemoryStore, witness: MemoryWitness) -> None:
    old, new, thief = witness.signers[0], signer_from("next"), signer_from("thief")
    book = open_book(store)
    forged = thief.say(LINK, "new key", new.vkey)
    assert ask(book, "new_key", "ann", second="bob", key=new.vkey, signature=forged).code == "bad_signature"
    other_link = old.say("other", "new key", new.vkey)
    assert ask(book, "new_key", "ann", second="bob", key=new.vkey, signature=other_link).code == "bad_signature"
    witness.signers = [old, new]
    good = old.say(LINK, "new key", new.vkey)
    assert ask(book, "new_key", "ann", second="bob", key=new.vkey, signature=good).code == "ok"
    play(book, 9, 9)
    book.close()
    assert audited(store, witness, old.vkey).is_clean
    # Whoever finds the old key afterwards can sign nothing with it any more.
    head = store.head(LINK)
    witness.publish(old.sign_note(Checkpoint(LINK, 1, head.seq, head.hash, "cd" * 32, 5).text()))
    assert "not signed by the key in force" in audited(store, witness).findings[0].what


def test_a_key_that_is_announced_twice_is_found(store: MemoryStore) -> None:
    seq = seq_of(store, LINK, "key")
    rewrite(store, LINK, seq_of(store, LINK, "start"), lambda body: None)
    kept = store._memory.links[LINK].entries
    kept.insert(seq, kept[seq - 1]._replace(id=f"=key:{seq + 1}"))
    mend_chain(store, LINK)
    assert audit(store, LINK, load_layout).findings[0].where == f"entry {seq + 1}"


# Opening believes no more than the audit


def test_a_snapshot_is_used_when_a_checkpoint_covers_it(store: MemoryStore) -> None:
    newest = next(store.snapshots(LINK)).seq
    found = recover(store, LINK)
    assert (found.folded_from, found.note) == (newest, "")


def test_a_snapshot_that_no_checkpoint_covers_is_not_believed(store: MemoryStore, witness: MemoryWitness) -> None:
    newest = next(store.snapshots(LINK)).seq
    del witness.published[-1]
    found = recover(store, LINK)
    assert found.folded_from == 0
    assert f"snapshot of entry {newest}" in found.note
    assert open_book(store).note == found.note


def test_a_rewritten_snapshot_stops_the_opening(store: MemoryStore) -> None:
    """The attack on the audit is one on the next start, too."""
    rewrite_snapshot(store, LINK, lambda state: state["plan"]["people"].clear())
    with pytest.raises(StoreBroken, match="is not the one whose checkpoint was signed"):
        open_book(store)


def test_a_forged_checkpoint_does_not_make_a_snapshot_believed(store: MemoryStore, witness: MemoryWitness) -> None:
    rewrite_snapshot(store, LINK, lambda state: state["faults"].append("x"))
    head = store.head(LINK)
    witness.published.clear()
    witness.publish(signer_from("thief").sign_note(Checkpoint(LINK, 1, head.seq, head.hash, "cd" * 32, 5).text()))
    with pytest.raises(StoreBroken, match="not signed by the key in force there"):
        recover(store, LINK)
    witness.published.clear()
    found = recover(store, LINK)
    assert (found.folded_from, found.state.faults) == (0, [])


def test_a_batch_decided_before_a_new_key_is_signed_by_the_key_before(
    store: MemoryStore, witness: MemoryWitness
) -> None:
    """1. Decide the close of a day. 2. Decide a new key while that is on its way to the disk. 3. Both arrive."""
    old, new = witness.signers[0], signer_from("next")
    witness.signers = [old, new]
    book = open_book(store)
    signature = old.say(LINK, "new key", new.vkey)
    closes = {"id": "close", "do": "close_day", "by": "cy", "day": let_day_pass(book)}
    announces = {"id": "key", "do": "new_key", "by": "ann", "second": "bob", "key": new.vkey, "signature": signature}
    decided = [book.decide_all([scripted(each)]) for each in (closes, announces)]
    for batch in decided:
        book.commit(batch)
    assert [reply.code for batch in decided for reply in batch.replies] == ["ok", "ok"]
    assert audited(store, witness).is_clean
    assert open_book(store).state.key == new.vkey


# Files and commands


def test_a_restored_book_opens_stopped_and_goes_on_by_two_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, again = str(tmp_path / "book.db"), str(tmp_path / "again.db")
    with opened(url, create=True, write=True) as store:
        book = open_book(store)
        go_live(book)
        play(book, 1, 2)
        book.close()
    backup.backup(url, tmp_path / "backup")
    with opened(url, write=True) as store:
        book = open_book(store)
        play(book, 3, 4)
        book.close()
    backup.restore(tmp_path / "backup", again)
    monkeypatch.setenv("CROUPIER_ANCHORS", str(tmp_path / "book.db.anchors"))
    monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "book.db.key"))
    with at_desk(again) as desk:
        store = desk.store
        stopped = why_stopped(store, LINK)
        assert stopped is not None
        assert "checkpoints were signed of entr" in stopped.why
        assert new_chain(desk, LINK, stopped.head, "the disk died", Actor("ann"), Actor("ann")).code == "same_person"
        assert new_chain(desk, LINK, stopped.head, "the disk died", Actor("ann"), Actor("bob")).code == "ok"
        assert why_stopped(store, LINK) is None
        proofs = proofs_of(again, [str(tmp_path / "book.db.anchors")], None, new_chains(store))
        assert audit_links(again, store, [LINK], proofs=proofs)[0].is_clean


def live_book(folder: Path) -> str:
    """The address of a book whose one link is live."""
    url = str(folder / "book.db")
    with opened(url, create=True, write=True) as store:
        book = open_book(store)
        go_live(book)
        book.close()
    return url


def test_a_new_key_for_every_link(tmp_path: Path) -> None:
    url = live_book(tmp_path)
    with at_desk(url) as desk:
        first = witness_of(url, sign=True).signers[0].vkey  # type: ignore[union-attr]
        assert [reply.code for _, reply in new_key(desk, url, Actor("ann"), Actor("bob"))] == ["ok"]
    assert not (tmp_path / "book.db.key.next").exists()
    with opened(url, write=True) as store:
        book = open_book(store)
        assert book.link.barred is None
        assert book.state.key != first
        book.close()
        assert audit_links(url, store, [LINK], proofs=proofs_of(url, (), first))[0].is_clean


def test_a_command_is_given_every_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, sent = str(tmp_path / "book.db"), tmp_path / "sent"
    code = f"import sys; open({str(sent)!r}, 'a').write(sys.stdin.read())"
    monkeypatch.setenv("CROUPIER_ANCHOR_COMMAND", f'{sys.executable} -c "{code}"')
    with opened(url, create=True, write=True) as store:
        book = open_book(store)
        go_live(book)
        book.close()
    notes = list(read_notes(sent.read_text().splitlines(keepends=True)))
    assert [note.checkpoint for note in notes] == [
        note.checkpoint for note in FileWitness(tmp_path / "book.db.anchors").notes(LINK)
    ]


def test_a_checkpoint_that_cannot_leave_stops_nobody_and_is_told(store: MemoryStore) -> None:
    class Deaf(MemoryWitness):
        def publish(self, note: str) -> None:
            raise OSError("no space left")

    before = store.witness
    assert before is not None
    deaf = Deaf(*before.signers)
    deaf.published = before.published  # type: ignore[attr-defined]
    store.witness = deaf
    book = open_book(store)
    assert close_day(book, "2026-01-02").code == "ok"
    assert "no space left" in book.unpublished
    store.witness = before
    play(book, 9, 9)
    assert book.unpublished == ""


def test_files_are_their_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def modes() -> dict[str, int]:
        return {each.name: each.stat().st_mode & 0o777 for each in tmp_path.iterdir()}

    url = str(tmp_path / "book.db")
    with opened(url, create=True, write=True) as store:
        go_live(open_book(store))
        assert set(modes().values()) == {0o600}
    backup.backup(url, tmp_path / "backup")
    assert set(modes().values()) == {0o600}
    monkeypatch.setenv("CROUPIER_READERS", str(tmp_path.stat().st_gid))
    with opened(str(tmp_path / "shared.db"), create=True, write=True) as store:
        go_live(open_book(store))
        shared = {name: mode for name, mode in modes().items() if name.startswith("shared")}
    assert shared.pop("shared.db.key") == 0o600
    assert set(shared.values()) == {0o640}
    monkeypatch.setenv("CROUPIER_READERS", "no such group")
    with pytest.raises(BadInput, match="no such group"):
        open_store(tmp_path / "third.db", create=True)


# The verifier that imports nothing of ours


def verifier(*words: Any) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-I", str(VERIFIER), *map(str, words)], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


def test_the_one_file_verifier_agrees(tmp_path: Path) -> None:
    url, anchors = str(tmp_path / "book.db"), tmp_path / "book.db.anchors"
    with opened(url, create=True, write=True) as store:
        book = open_book(store, wall_clock)
        go_live(book, plan())
        play(book, 1, 3)
        book.close()
    backup.backup(url, tmp_path / "early")
    with at_desk(url) as desk:
        assert [reply.code for _, reply in new_key(desk, url, Actor("ann"), Actor("bob"))] == ["ok"]
    with opened(url, write=True) as store:
        book = open_book(store)
        assert ask(book, "clear", "ann", second="bob", reason="other software").code == "ok"
        play(book, 4, 5)
        book.close()
    backup.backup(url, tmp_path / "late")
    code, told = verifier(tmp_path / "late", "--anchors", anchors)
    assert code == 0, told
    assert "all agree" in told
    code, told = verifier(tmp_path / "early", "--anchors", anchors)
    assert code == 1
    assert "is signed by no key that the journal announces" in told
    code, told = verifier(tmp_path / "late", "--anchors", anchors, "--key", signer_from("thief").vkey)
    assert code == 1
    assert "the key is not the one that was written down" in told
    forged = anchors.read_text().replace("\nat ", "\nat 1", 1)
    (tmp_path / "forged").write_text(forged)
    assert verifier(tmp_path / "late", "--anchors", tmp_path / "forged")[0] == 1
    assert verifier(tmp_path / "nothing")[0] == 2
    assert verifier(url)[0] == 2


def test_the_verifier_imports_the_standard_library_alone() -> None:
    tree = ast.parse(VERIFIER.read_text())
    names = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    names |= {str(node.module).split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names <= set(sys.stdlib_module_names)


def test_the_verifier_refuses_another_format(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'other.db'}"
    with closing(open_store(url, create=True)) as store:
        entry = journals.chain(count=1)[0]
        body = entry.body.replace('"v":1', '"v":7')
        changed = entry._replace(body=body, hash=entry_hash(GENESIS, *entry[:5], body))
        store.append(Append("L", store.claim("L"), Head(0, GENESIS), [changed], journals.totals([changed])))
        backup.write_out(store, tmp_path / "other.gz")
    code, told = verifier(tmp_path / "other.gz")
    assert (code, "entry 1: is of format 7, which this file does not know" in told) == (1, True)
    with pytest.raises(StoreBroken, match="entry 1 is of format 7, and this software reads format 1 alone"):
        backup.verify(tmp_path / "other.gz")


def test_a_reader_needs_no_key(tmp_path: Path) -> None:
    url = live_book(tmp_path)
    (tmp_path / "book.db.key").unlink()
    with opened(url) as store, closing(open_store(url)) as bare:
        assert recover(store, LINK).folded_from > 0
        assert recover(bare, LINK).folded_from == 0


def restored_again(store: MemoryStore, witness: MemoryWitness, until: int) -> MemoryStore:
    """The first entries of a book in a new one, as a backup brings them back."""
    made = MemoryStore()
    made.witness = witness
    made.claim(LINK)
    kept = made._memory.links[LINK]
    kept.entries = list(store.entries(LINK, to=until))
    mend_balances(made, LINK)
    mend_chain(made, LINK)
    kept.restored = until
    used = store._memory.numbers.items()
    made._memory.numbers = {number: (link, seq) for number, (link, seq) in used if seq <= until}
    return made


def goes_on(store: MemoryStore, first: int) -> JackpotBook:
    """Two people let it go on as a new chain, and tables play."""
    book = open_book(store)
    assert book.link.barred is not None
    assert book.shown.why_not == "stopped"
    head = book.link.barred.head
    assert ask(book, "new_chain", "ann", head=head, reason="restored").code == "ok"
    play(book, first, first + 2)
    book.close()
    return book


def test_one_backup_restored_again_and_again_never_uses_the_number_of_a_chain_twice(
    store: MemoryStore, witness: MemoryWitness
) -> None:
    """The second time, a chain was begun and lost that the backup knows nothing of."""
    backed_up = seq_of(store, LINK, "result", 5)
    for chain in (2, 3, 4):
        again = restored_again(store, witness, backed_up)
        assert goes_on(again, 10 * chain).state.chain == chain
        assert open_book(again).link.barred is None, "its own checkpoints fit"
        assert audited(again, witness, accepted=new_chains(again)).is_clean
    # The book that everybody thought was lost: it went on as another one by now.
    later = restored_again(store, witness, seq_of(store, LINK, "result", 6))
    assert goes_on(later, 60).state.chain == 5
    assert audited(later, witness, accepted=new_chains(later)).is_clean
    while store.head(LINK).seq < witness.notes(LINK)[-1].checkpoint.seq + 1:
        append_lock(store)
    first = open_book(store)
    assert first.link.barred is not None
    assert "went on elsewhere as chain 5, and this is chain 1" in first.link.barred.why
    assert ask(first, "wager", "dee", seats=[1], table="T05", round=1).code == "stopped"


def test_a_new_chain_that_cites_a_chain_nobody_signed_does_not_hide_what_was_cut_off(
    store: MemoryStore, witness: MemoryWitness, tmp_path: Path
) -> None:
    """1. Cut the book off. 2. Let it go on, and say that a chain is given up that never was, so that nothing of this
    one need be cited."""
    anchors, backed_up = tmp_path / "anchors", tmp_path / "backup"
    anchors.write_text("\n".join(witness.published))
    signed = witness.notes(LINK)
    again = restored_again(store, witness, seq_of(store, LINK, "result", 6))
    goes_on(again, 20)
    seq = seq_of(again, LINK, "new_chain")
    before = again._memory.links[LINK].entries[seq - 2]

    def lie(body: dict[str, Any]) -> None:
        body["cites"] = {"chain": 7, "seq": before.seq, "hash": before.hash}
        body["req"]["head"] = before.hash

    rewrite(again, LINK, seq, lie)
    found = audit(again, LINK, load_layout, None, Proofs(tuple(signed), None, new_chains(again)))
    assert "cites chain 7, which nobody signed" in found.findings[0].what
    backup.write_out(again, backed_up)
    code, told = verifier(backed_up, "--anchors", anchors, "--accept-chain", *new_chains(again))
    assert (code, "does not cite it" in told) == (1, True), told


def append_lock(store: MemoryStore) -> None:
    """Entries that a book wrote where it could not see the checkpoints of the others."""
    witness, store.witness = store.witness, MemoryWitness(*store.witness.signers) if store.witness else None
    book = open_book(store)
    play(book, book.state.last_round.get("T01", 0) + 1, book.state.last_round.get("T01", 0) + 3)
    book.close()
    store.witness = witness


def test_a_rewrite_under_another_key_does_not_open_beside_the_checkpoints_of_the_first(
    store: MemoryStore, witness: MemoryWitness
) -> None:
    """1. Announce the thief's key in the first entries. 2. Recompute all. 3. Put the thief's key in place."""
    thief = signer_from("thief")
    rewrite(store, LINK, seq_of(store, LINK, "key"), lambda body: body.update(key=thief.vkey))
    witness.signers = [thief]
    with pytest.raises(StoreBroken, match="not signed by the key in force there"):
        open_book(store)
    assert not audited(store, witness).is_clean


def test_a_book_that_announced_a_key_opens_stopped_where_nothing_names_it(store: MemoryStore) -> None:
    """As in a shell without the settings: it would go on without a checkpoint, and nobody would notice."""
    store.witness = None
    book = open_book(store)
    assert book.link.barred is not None
    assert "is not at hand" in book.link.barred.why
    assert ask(book, "wager", "dee", seats=[1], table="T05", round=1).code == "stopped"


def test_the_verifier_accepts_no_chain_by_an_empty_word_and_reads_no_endless_nesting(tmp_path: Path) -> None:
    """An unset variable in a script must not accept whatever chain there is."""
    (tmp_path / "deep").write_bytes(gzip.compress(b"[" * 200_000))
    for words, said in (
        (["deep", "--accept-chain", ""], "at least 8 digits"),
        (["deep", "--accept-chain", "a"], "at least 8 digits"),
        (["deep"], "cannot be read"),
    ):
        command = [sys.executable, "-I", str(VERIFIER), *words]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr
