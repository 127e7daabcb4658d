"""What somebody with write access to the store, and without the book's key, forges: each is refused, or found.

The checkpoints and the key lie away from the store, as a casino keeps them. Every attack is run on both databases.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from croupier.cards.shuffle import SeededSource
from croupier.casino.audit import Inquiry, inquire
from croupier.casino.floor import FrontDesk, at_desk, load_layout, opened
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.answers import Desk, Duty, NobodyThere, Reply
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.reading import read_state
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.checkpoints import Checkpoint, Signer, word_of
from croupier.jackpot.journal import Entry, Store, StoreBroken, StoreBusy, StoreError, canonical
from croupier.jackpot.plan.link_plan import Threshold, plan_hash, plan_to_json
from croupier.jackpot.reports.alarms import AlarmKind, alarms
from croupier.service.books.running import WatchedLink
from croupier.stores import backup
from croupier.stores.desks import SocketDuty, asked_from_text, asked_to_text
from croupier.stores.queue_desk import QueueDuty
from croupier.stores.witness import SEAL_SECONDS, FileWitness, Seal, read_key
from tests.jackpot.attackers import entries_of, mend_balances, mend_chain, mend_snapshots, rewrite, seq_of
from tests.jackpot.floor import LINK, SEVEN_CARDS, Watch, ask, go_live, open_book, plan, staff
from tests.jackpot.memory import MemoryStore
from tests.jackpot.owners import as_owner
from tests.jackpot.tampering import execute, tamper
from tests.jackpot.test_anchors import play, verifier
from tests.torture.witness import signer_from

OTHER = "other"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A live book with some rounds; its key and its checkpoints are kept where the attacker cannot write."""
    monkeypatch.setenv("CROUPIER_ANCHORS", str(tmp_path / "anchors"))
    monkeypatch.setenv("CROUPIER_KEY", str(tmp_path / "key"))
    is_postgres = request.param == "postgres"
    made = str(request.getfixturevalue("postgres_url")) if is_postgres else str(tmp_path / "book.db")
    with opened(made, create=True, write=True) as store:
        book = open_book(store)
        go_live(book, replace(plan(), thresholds=(Threshold("2026-01-01", approval_cents=100_000),)))
        play(book, 1, 6)
        book.close()
    assert audited(made, tmp_path).is_clean
    return made


def audited(url: str, folder: Path, accepted: tuple[str, ...] = ()) -> Inquiry:
    """As an auditor does it, with the checkpoints and the key that were written down."""
    return inquire(url, None, None, [str(folder / "anchors")], read_key(folder / "key").vkey, 1, accepted)


def why_stopped(url: str) -> str:
    with opened(url, write=True) as store:
        book = open_book(store)
        assert ask(book, "wager", "dee", seats=[1], table="T02", round=1).code == "stopped"
        assert book.link.barred is not None
        return book.link.barred.why


def forged_chain(taken: MemoryStore, cut: int, key: str) -> str:
    """Cut the journal, and write that two supervisors let it go on, citing the true head; the entry's hash."""
    kept = taken._memory.links[LINK]
    lost = kept.head
    started = next(json.loads(entry.body) for entry in kept.entries if entry.kind == "start")
    del kept.entries[cut:]
    asked = {"by": "ann", "do": "new_chain", "head": lost.hash, "reason": "a lost disk", "second": "bob"}
    body = {
        "actor": [["password", "copied", "desk"]] * 2,
        "cites": {"chain": 1, "hash": lost.hash, "seq": lost.seq},
        "key": key,
        "req": asked,
        "rulebook": started["rulebook"],
        "signature": "",
        "software": started["software"],
        "v": 1,
    }
    kept.entries.append(Entry(LINK, cut + 1, "forged:1", kept.entries[-1].at, "new_chain", canonical(body), ""))
    mend_balances(taken, LINK)
    mend_snapshots(taken, LINK)
    mend_chain(taken, LINK)
    return kept.head.hash


@pytest.mark.parametrize("whose", ["the house's key", "no key", "the thief's key"])
def test_a_forged_new_chain_erases_nothing(url: str, whose: str, tmp_path: Path) -> None:
    """Issue 29, 1: cut the journal before a jackpot and let "two supervisors" begin a new chain."""
    thief = signer_from("thief")
    keys = {"the house's key": read_key(tmp_path / "key").vkey, "no key": "", "the thief's key": thief.vkey}
    with as_owner(url, LINK) as taken:
        cut = seq_of(taken, LINK, "result", 2)
        chain = forged_chain(taken, cut, keys[whose])
        if whose == "the thief's key":
            kept = taken._memory.links[LINK]
            kept.signed = thief.say(LINK, "head", *kept.head)
    told = audited(url, tmp_path)
    (link,) = told.links
    assert not told.is_clean
    assert any(
        f"begins a new chain, which the key before it did not sign; nobody outside has confirmed it ({chain[:16]})"
        in finding.what.replace("--accept-chain ", "")
        for finding in link.findings
    )
    stops = {
        "the house's key": f"no writer of this book signed entry {cut + 1}",
        "no key": "announces no key, and there is one",
        "the thief's key": "it is not at hand",
    }
    assert stops[whose] in why_stopped(url)
    backed_up = tmp_path / "backup"
    backup.backup(url, backed_up)
    code, words = verifier(backed_up, "--anchors", tmp_path / "anchors")
    assert (code, "begins a new chain that nobody outside has confirmed" in words) == (1, True)


def test_a_new_chain_that_the_auditor_knows_of_is_accepted(url: str, tmp_path: Path) -> None:
    with as_owner(url, LINK) as taken:  # a disk that forgot its last entries
        kept = taken._memory.links[LINK]
        del kept.entries[-4:]
        mend_balances(taken, LINK)
        mend_snapshots(taken, LINK)
        mend_chain(taken, LINK)
    with opened(url, write=True) as store:
        book = open_book(store)
        assert book.link.barred is not None
        assert ask(book, "new_chain", "ann", second="bob", head=book.link.barred.head, reason="disk").code == "ok"
        play(book, 20, 21)
        book.close()
        chain = next(entry.hash for entry in store.entries(LINK) if entry.kind == "new_chain")
    (finding,) = audited(url, tmp_path).links[0].findings
    assert "did not sign" not in finding.what, "the key in force has signed it"
    assert audited(url, tmp_path, (chain[:16],)).is_clean
    with opened(url, write=True) as store:
        book = open_book(store)
        assert [alarm.kind for alarm in alarms(book.state, book.state.at)].count(AlarmKind.NEW_CHAIN) == 1
        assert ask(book, "appoint", "ann", second="bob", person="zoe", name="Zoe", role="auditor").code == "ok"
        assert ask(book, "confirm_chain", "ann", chain=2).code == "not_allowed"
        assert ask(book, "confirm_chain", "zoe", chain=2).code == "ok"
        assert AlarmKind.NEW_CHAIN not in [alarm.kind for alarm in alarms(book.state, book.state.at)]
        assert ask(book, "confirm_chain", "zoe", chain=2).code == "chain_whole"
        book.close()
    assert not audited(url, tmp_path).is_clean, "the audit believes nobody who could have been forged"
    assert audited(url, tmp_path, (chain[:16],)).is_clean
    backup.backup(url, tmp_path / "backup")
    assert verifier(tmp_path / "backup", "--anchors", tmp_path / "anchors", "--accept-chain", chain)[0] == 0


def test_a_new_chain_carries_the_signatures_of_the_two_who_began_it(url: str, tmp_path: Path) -> None:
    with as_owner(url, LINK) as taken:
        kept = taken._memory.links[LINK]
        del kept.entries[-4:]
        mend_balances(taken, LINK)
        mend_snapshots(taken, LINK)
        mend_chain(taken, LINK)
    begin_chain_signed(url, tmp_path, {})


def test_whoever_has_named_a_key_begins_no_new_chain_without_it(url: str, tmp_path: Path) -> None:
    """A thief with the store and both passwords, and without their files, makes keys under their names."""
    named = {name: Signer.generate(name) for name in ("ann", "bob")}
    not_signed = "which has not signed for this one"
    with opened(url, write=True) as store:
        book = open_book(store)
        about = {"key": named["ann"].vkey, "second": "bob"}
        for key in ("ann", named["bob"].vkey, named["ann"].vkey[:-1]):
            assert ask(book, "own_key", "ann", **(about | {"key": key})).code == "bad_signature"
        assert ask(book, "own_key", "ann", **about).code == "ok"
        assert ask(book, "own_key", "bob", key=named["bob"].vkey).code == "ok"
        for name, signer in named.items():  # before the theft, with both passwords: keys of the thief's own
            reply = ask(book, "own_key", name, key=Signer.generate(name).vkey)
            assert (reply.code, reply.detail) == ("bad_signature", f"{name} has named another key, {not_signed}")
            assert ask(book, "own_key", name, key=signer.vkey).code == "ok", "the same again changes nothing"
        play(book, 20, 24)
        book.close()
    begin_chain_signed(url, tmp_path, named)


def test_a_key_of_ones_own_signs_for_the_next_and_a_lost_one_goes_with_the_role(url: str, tmp_path: Path) -> None:
    """A key that was lost locked its supervisor out of new chains for ever; one that might be known could not go."""
    first, second, third = (Signer.generate("ann") for _ in range(3))
    others = {"max": Signer.generate("max"), "bob": Signer.generate("bob")}

    def names(who: str, key: Signer, old: Signer | None = None) -> str:
        signature = {"signature": old.say(LINK, "new key", key.vkey)} if old else {}
        return ask(book, "own_key", who, key=key.vkey, **signature).code

    with opened(url, write=True) as store:
        book = open_book(store)
        assert names("ann", first) == names("ann", second, first) == "ok"
        assert names("ann", third, first) == names("ann", third, third) == "bad_signature", "only the one before"
        assert names("bob", others["bob"], second) == "ok", "a first one needs no signature"
        assert book.state.own_keys == {"ann": second.vkey, "bob": others["bob"].vkey}
        assert ask(book, "appoint", "ann", person="max", name="Max", role="supervisor").code == "ok"
        assert ask(book, "dismiss", "bob", second="max", person="ann", reason="lost her key").code == "ok"
        about = {"person": "ann", "name": "Ann", "role": "supervisor"}
        assert ask(book, "appoint", "bob", second="ann", **about).code == "unknown_person"
        assert ask(book, "appoint", "bob", second="max", **about).code == "ok"
        assert names("ann", third) == "ok"
        play(book, 20, 24)
        book.close()
    assert audited(url, tmp_path).is_clean
    backup.backup(url, tmp_path / "sound")
    assert verifier(tmp_path / "sound", "--anchors", tmp_path / "anchors")[0] == 0
    with as_owner(url, LINK) as taken:
        rotated = seq_of(taken, LINK, "own_key", 1)
        rewrite(taken, LINK, rotated, lambda body: body["req"].pop("signature"))
    assert any("bad_signature" in finding.what for finding in audited(url, tmp_path).links[0].findings)
    backup.backup(url, tmp_path / "rewritten")
    words = verifier(tmp_path / "rewritten")[1]
    assert f"entry {rotated}: the key that ann named before has not signed for the new one" in words


def begin_chain_signed(url: str, tmp_path: Path, named: dict[str, Signer]) -> None:
    with as_owner(url, LINK) as taken:
        kept = taken._memory.links[LINK]
        del kept.entries[-4:]
        mend_balances(taken, LINK)
        mend_snapshots(taken, LINK)
        mend_chain(taken, LINK)
    ann, bob = named.values() if named else (Signer.generate(name) for name in ("ann", "bob"))
    with opened(url, write=True) as store:
        book = open_book(store)
        assert book.link.barred is not None
        head, seq = book.link.barred.head, book.state.seq + 1
        words = [word_of(signer, LINK, seq, head) for signer in (ann, bob)]
        about = {"second": "bob", "head": head, "reason": "disk"}
        other_head = [word_of(signer, LINK, seq, "0" * 64) for signer in (ann, bob)]
        other_cut = [word_of(signer, LINK, seq - 1, head) for signer in (ann, bob)]
        wrong = [
            [],
            words[:1],
            words[::-1],
            [*words, words[0]],
            [words[0], words[0]],
            other_head,
            other_cut,
            ["x", "y"],
        ]
        thief = [word_of(Signer.generate(name), LINK, seq, head) for name in ("ann", "bob")]
        for signed in (*wrong, *([thief, [words[0], thief[1]]] if named else [])):
            assert ask(book, "new_chain", "ann", signed=signed, **about).code == "bad_signature"
        if named:
            assert ask(book, "new_chain", "ann", **about).code == "bad_signature", "nor without any"
        assert ask(book, "new_chain", "ann", signed=words, **about).code == "ok"
        book.close()
    unnamed = "" if named else ", which the journal had not named"
    signed_by = f"signed by {ann.vkey}{unnamed} and {bob.vkey}{unnamed}"
    (finding,) = audited(url, tmp_path).links[0].findings
    assert finding.what.endswith(signed_by)
    backup.backup(url, tmp_path / "backup")
    code, told = verifier(tmp_path / "backup", "--anchors", tmp_path / "anchors")
    assert (code, signed_by in told) == (1, True)
    with as_owner(url, LINK) as taken:  # another's signature in the place of theirs
        chain = seq_of(taken, LINK, "new_chain")
        rewrite(
            taken, LINK, chain, lambda body: body["req"].update(signed=[f"{ann.vkey} {thief[0].split()[1]}", words[1]])
        )
        hash = taken._memory.links[LINK].entries[chain - 1].hash
    assert any("bad_signature" in finding.what for finding in audited(url, tmp_path, (hash,)).links[0].findings)
    backup.backup(url, tmp_path / "forged")
    code, told = verifier(tmp_path / "forged", "--accept-chain", hash)
    assert (code, "ann has named a key and did not sign with it" in told) == (1, bool(named))


def test_a_deleted_link_is_missed_by_everybody(url: str, tmp_path: Path) -> None:
    """Issue 29, 2: the store holds nothing of a link, and the checkpoints do."""
    with_another_link(url)
    check_missed_when_deleted(url, tmp_path)


def test_a_new_chain_of_one_link_excuses_no_older_link(url: str, tmp_path: Path) -> None:
    """With junk at its end a link goes on as a new chain, which the auditor accepts; another link went missing then,
    and audit, opening and verifier took it for one that the new chain gave up."""
    with_another_link(url)
    with opened(url, write=True) as store:
        book = open_book(store)
        play(book, 7, 7)
        book.close()
    with as_owner(url, LINK) as taken:
        book = open_book(taken)
        book.link.barred = None
        play(book, 8, 9)
        book.stop("done")
    with opened(url, write=True) as store:
        book = open_book(store)
        assert book.link.barred is not None
        assert ask(book, "new_chain", "ann", head=book.link.barred.head, reason="junk").code == "ok"
        assert book.state.lost_links == {}
        book.close()
        chain = next(entry.hash for entry in store.entries(LINK) if entry.kind == "new_chain")
    assert audited(url, tmp_path, (chain,)).is_clean
    check_missed_when_deleted(url, tmp_path, chain)


def test_a_new_chain_excuses_no_link_that_was_there_when_it_began(url: str, tmp_path: Path) -> None:
    """A link that was begun after the last entry which another's new chain kept, and before that chain, could be
    deleted afterwards: it was taken for lost with what the chain gave up."""
    with as_owner(url, LINK) as taken:  # a disk that forgot the last entries of one link
        kept = taken._memory.links[LINK]
        del kept.entries[-4:]
        mend_balances(taken, LINK)
        mend_snapshots(taken, LINK)
        mend_chain(taken, LINK)
    with opened(url, write=True) as store:
        begin_other(store, store_at(store) + 1_000)
        book = open_book(store)
        assert book.link.barred is not None
        watch_to(book, store_at(store, OTHER) + 1_000)
        assert ask(book, "new_chain", "ann", head=book.link.barred.head, reason="disk").code == "ok"
        book.close()
        chain = next(entry.hash for entry in store.entries(LINK) if entry.kind == "new_chain")
    assert audited(url, tmp_path, (chain,)).is_clean
    check_missed_when_deleted(url, tmp_path, chain)


def test_a_link_that_a_backup_lacks_is_named_by_the_new_chain(url: str, tmp_path: Path) -> None:
    """Whoever begins the chain reads that it is gone, and so does the auditor; then other links may be begun."""
    backup.backup(url, tmp_path / "before")
    with_another_link(url)
    if url.startswith("postgresql"):
        tamper(url, "TRUNCATE journal, balances, snapshots, numbers, personal, heads CASCADE")
    else:
        Path(url).unlink()
    backup.restore(tmp_path / "before", url)
    with opened(url, write=True) as store:
        book = open_book(store)
        assert book.link.barred is not None
        assert f"; the book lacks link {OTHER}; checkpoints were signed of its entries to" in book.link.barred.why
        assert ask(book, "new_chain", "ann", head=book.link.barred.head, reason="a lost disk").code == "ok"
        assert list(book.state.lost_links) == [OTHER]
        at, last = book.state.at, book.state.lost_links[OTHER]
        book.close()
        chain = next(entry.hash for entry in store.entries(LINK) if entry.kind == "new_chain")
        third = JackpotBook.open(store, "third", load_layout, SeededSource(1), lambda: at, Identity("software", "r"))
        assert third.link.barred is None
        third.close()
    assert any(line.startswith(f"link {OTHER} is missing") for line in audited(url, tmp_path).damage)
    assert audited(url, tmp_path, (chain,)).is_clean
    backup.backup(url, tmp_path / "again")
    anchors = tmp_path / "anchors"
    assert verifier(tmp_path / "again", "--anchors", anchors, "--accept-chain", chain)[0] == 0
    # Where it was found again and written to, and went missing afterwards, it is missed like any other.
    later = Checkpoint(OTHER, 1, 99, "0" * 64, "cd" * 32, last + 1)
    with anchors.open("a") as file:
        file.write(f"\n{read_key(tmp_path / 'key').sign_note(later.text())}")
    check_missed_when_deleted(url, tmp_path, chain)


def with_another_link(url: str) -> None:
    """A second link goes live in the book."""
    with opened(url, write=True) as store:
        book = open_book(store)
        begin_other(store, book.state.at)
        book.close()


def begin_other(store: Store, at: int) -> None:
    other = JackpotBook.open(store, OTHER, load_layout, SeededSource(1), lambda: at, Identity("software", "r"))
    go_live_other(other)
    other.close()


def store_at(store: Store, link: str = LINK) -> int:
    """When the last entry of a link was written."""
    return read_state(store, link).at


def watch_to(book: JackpotBook, at: int) -> None:
    """The book's clock shows a later time."""
    watch = book._clocks._wall
    assert isinstance(watch, Watch)
    watch.now = at


def check_missed_when_deleted(url: str, tmp_path: Path, *accepted: str) -> None:
    """The other link is deleted: audit, opening and verifier miss it, whichever new chains are accepted."""
    for table in ("journal", "balances", "snapshots", "numbers", "personal", "heads"):
        tamper(url, f"DELETE FROM {table} WHERE link = '{OTHER}'")
    told = audited(url, tmp_path, accepted)
    assert [line for line in told.damage if line.startswith(f"link {OTHER} is missing")]
    assert f"the book lacks link {OTHER}" in why_stopped(url)
    backup.backup(url, tmp_path / "backup")
    chains = [word for chain in accepted for word in ("--accept-chain", chain)]
    code, words = verifier(tmp_path / "backup", "--anchors", tmp_path / "anchors", *chains)
    assert (code, f"{OTHER}: the whole link is missing" in words) == (1, True)


def go_live_other(book: JackpotBook) -> None:
    go_live(book, replace(plan(), id=OTHER, people=plan().people))


def test_nobody_begins_a_link_with_people_of_another_that_they_do_not_supervise(url: str) -> None:
    """Two who were no supervisors began a link of their own, called themselves its supervisors and everybody else its
    accounting: an auditor without a second factor was locked out, and nobody could put the two out any more."""
    with opened(url, write=True) as store:
        at = open_book(store).state.at
        book = JackpotBook.open(store, OTHER, load_layout, SeededSource(1), lambda: at, Identity("software", "r"))
        roles = {"dee": "supervisor", "cy": "supervisor", "ann": "accounting", "bob": "accounting"}
        bogus = replace(plan(), id=OTHER, people=staff(**roles))
        reply = ask(book, "propose", "dee", plan=plan_to_json(bogus))
        assert (reply.code, reply.detail) == ("not_allowed", f"dee works on {LINK}, and dee is no supervisor there")
        half = replace(bogus, people=staff(eve="supervisor", dee="supervisor", bob="supervisor"))
        assert ask(book, "propose", "eve", plan=plan_to_json(half)).code == "not_allowed", "who works nowhere else"
        assert ask(book, "propose", "bob", plan=plan_to_json(half)).code == "ok"
        for person in ("eve", "dee"):
            assert ask(book, "accept", person, plan=plan_hash(half)).code == "not_allowed", "nor do they approve it"
        assert ask(book, "withdraw_proposal", "bob", reason="not now").code == "ok"
        own = replace(bogus, people=staff(eve="supervisor", max="supervisor"))
        assert ask(book, "propose", "eve", plan=plan_to_json(own)).code == "ok"
        assert ask(book, "accept", "max", plan=plan_hash(own)).code == "ok", "people of no other link"
        book.close()


def test_forged_entries_are_not_adopted(url: str, tmp_path: Path) -> None:
    """Issue 29, 3: entries that the rules allow, with copied sessions, appended behind the writer's back."""
    with as_owner(url, LINK) as taken:
        book = open_book(taken)
        book.link.barred = None
        play(book, 7, 9)
        kept = taken._memory.links[LINK]
        assert kept.head.seq == len(entries_of(taken, LINK))
        book.stop("done")
    with opened(url) as store:
        ends = store.head(LINK)
    told = audited(url, tmp_path)
    (finding,) = told.links[0].findings
    assert (finding.where, "is not signed by the writer" in finding.what) == ("the head", True)
    execute(url, f"INSERT INTO meta VALUES ('restored {LINK}', '{ends.seq}')")  # as if a backup had brought them
    assert not audited(url, tmp_path).is_clean
    execute(url, "DELETE FROM meta WHERE key LIKE 'restored %'")
    assert f"no writer of this book signed entry {ends.seq}" in why_stopped(url)
    with opened(url) as store:
        assert store.head(LINK) == ends, "a stopped book wrote something"
    backup.backup(url, tmp_path / "backup")
    code, words = verifier(tmp_path / "backup", "--anchors", tmp_path / "anchors")
    assert (code, "no writer of the book signed that" in words) == (1, True)


def test_screens_say_that_a_book_with_forged_entries_is_stopped(url: str) -> None:
    """The writer was idle: the wall showed a jackpot won, and the office an award to pay."""
    with opened(url) as store:
        watched = WatchedLink(store, LINK)
        with opened(url, write=True) as own:
            book = open_book(own)
            play(book, 7, 7)
            assert (watched.catch_up(), watched.stopped) == (4, "")
            book.close()
        assert (watched.catch_up(), watched.stopped) == (1, "")
        with as_owner(url, LINK) as taken:
            book = open_book(taken)
            book.link.barred = None
            play(book, 8, 8)
            book.stop("done")
        assert watched.catch_up()
        assert f"no writer of this book signed entry {watched.head.seq}" in watched.stopped
        assert not watched.display.accepts_wagers


@pytest.mark.parametrize("mark", ["-1", "5", "0x5", "\u0665", "", "999999", str(10**30)])
@pytest.mark.parametrize("is_chained", [False, True], ids=["a first chain", "a new chain"])
def test_a_false_mark_of_a_backup_excuses_nothing(url: str, mark: str, is_chained: bool, tmp_path: Path) -> None:
    """With '-1' the audit took the book for restored and only remarked on what was deleted; the writer saw nothing."""
    accepted: tuple[str, ...] = ()
    if is_chained:
        backup.backup(url, tmp_path / "backup")
        if url.startswith("postgresql"):
            tamper(url, "TRUNCATE journal, balances, snapshots, numbers, personal, heads CASCADE")
        else:
            Path(url).unlink()
        backup.restore(tmp_path / "backup", url)
        with opened(url, write=True) as store:
            book = open_book(store)
            assert book.link.barred is not None
            head = book.link.barred.head
            assert "was restored from a backup" in book.link.barred.why
            assert ask(book, "new_chain", "ann", head=head, reason="a lost disk").code == "ok"
            book.close()
            accepted = tuple(entry.hash for entry in store.entries(LINK) if entry.kind == "new_chain")
    assert audited(url, tmp_path, accepted).is_clean
    execute(url, f"DELETE FROM meta WHERE key = 'restored {LINK}'")
    execute(url, f"INSERT INTO meta VALUES ('restored {LINK}', '{mark}')")
    told = audited(url, tmp_path, accepted)
    assert [finding.where for finding in told.links[0].findings] == ["the mark of a backup"]
    assert "the mark that the book was restored from a backup is false" in why_stopped(url)


def test_a_mark_at_the_very_end_of_an_idle_book_stops_it_and_is_told(url: str, tmp_path: Path) -> None:
    assert not any("restored" in remark for remark in audited(url, tmp_path).remarks)
    with opened(url) as store:
        ends = store.head(LINK).seq
    execute(url, f"INSERT INTO meta VALUES ('restored {LINK}', '{ends}')")
    told = [remark for remark in audited(url, tmp_path).remarks if "ask who restored it" in remark]
    assert [remark.partition(":")[0] for remark in told] == [
        f"link {LINK} says that it was restored from a backup that ends at entry {ends}"
    ]
    assert f"was restored from a backup that ends at entry {ends}" in why_stopped(url)


def test_a_row_beyond_the_head_answers_for_nothing(url: str, tmp_path: Path) -> None:
    """A row with the id of a coming request made the running house say that it was posted; later the row was gone."""
    about: dict[str, Any] = {"table": "T02", "round": 1, "seats": [1]}
    with opened(url, write=True) as store:
        book = open_book(store)
        posted = ask(book, "wager", "dee", id="real:1", **about)
        assert posted.body is not None
        assert ask(book, "wager", "dee", id="real:1", **about).code == "exists"
        body = canonical({**posted.body, "req": {**posted.body["req"], "round": 2}})
        row = f"'{LINK}', 999999, 'forged:1', {posted.at}, 'wager', '{body}', '{'0' * 64}'"
        execute(url, f"INSERT INTO journal (link, seq, id, at, kind, body, hash) VALUES ({row})")
        for _ in range(2):
            reply = ask(book, "wager", "dee", id="forged:1", **{**about, "round": 2})
            assert (reply.code, "an entry 999999 that its writer never wrote" in reply.detail) == ("stopped", True)
        assert store.head(LINK).seq == posted.seq
    assert not audited(url, tmp_path).is_clean
    with pytest.raises(StoreBroken), opened(url, write=True):
        pass
    tamper(url, "DELETE FROM journal WHERE seq = 999999")
    with opened(url, write=True) as store:  # as it was signed
        assert ask(open_book(store), "wager", "dee", id="forged:1", **{**about, "table": "T03"}).code == "ok"


def without_its_key(taken: MemoryStore, link: str = LINK) -> None:
    """The announcement of the key goes, and all is computed again as the software would have done it."""
    kept = taken._memory.links[link]
    del kept.entries[0]
    kept.entries = [entry for entry in kept.entries if entry.kind != "snapshot"]
    kept.entries = [
        entry._replace(id=f"={entry.kind}:{seq}") if entry.id.startswith("=") else entry
        for seq, entry in enumerate(kept.entries, 1)
    ]
    mend_balances(taken, link)
    mend_chain(taken, link)
    kept.snapshots, kept.signed = [], ""
    used = taken._memory.numbers.items()
    taken._memory.numbers = {number: (name, seq - 1) for number, (name, seq) in used}


def test_a_journal_whose_key_was_taken_out_is_not_signed_again(url: str, tmp_path: Path) -> None:
    """With the store and the anchors, and no key: the next honest writer announced its key and signed the forgery."""
    pinned = read_key(tmp_path / "key").vkey
    with opened(url) as store:
        assert next(iter(store.entries(LINK))).kind == "key"
    with as_owner(url, LINK) as taken:
        without_its_key(taken)
    (tmp_path / "anchors").unlink()
    assert "announces no key, and there is one" in why_stopped(url)
    told = inquire(url, key=pinned, jobs=1)
    assert [finding.what for finding in told.links[0].findings] == [
        "does not announce the key that was written down elsewhere"
    ]
    backup.backup(url, tmp_path / "backup")
    code, words = verifier(tmp_path / "backup", "--key", pinned)
    assert (code, "the key is not the one that was written down" in words) == (1, True)
    with as_owner(url, LINK) as taken:  # announced late, as the next writer would have done
        kept = taken._memory.links[LINK]
        seq, last = kept.head.seq + 1, kept.entries[-1]
        body = canonical({"key": pinned, "v": 1})
        kept.entries.append(Entry(LINK, seq, f"=key:{seq}", last.at, "key", body, ""))
        mend_chain(taken, LINK)
        kept.signed = read_key(tmp_path / "key").say(LINK, "head", *kept.head)
    told = inquire(url, key=pinned, jobs=1)
    assert {finding.where for finding in told.links[0].findings} == {f"entry {seq}"}
    backup.backup(url, tmp_path / "late")
    code, words = verifier(tmp_path / "late", "--key", pinned)
    assert (code, f"entry {seq}: announces a key, with which a journal begins" in words) == (1, True)


def test_a_link_without_the_key_of_another_is_found_and_opens_stopped(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_another_link(url)
    with as_owner(url, LINK) as taken:
        without_its_key(taken)
    (tmp_path / "anchors").unlink()
    assert f"link {LINK} announces no key, and link {OTHER} does" in inquire(url, jobs=1).damage
    backup.backup(url, tmp_path / "backup")
    code, words = verifier(tmp_path / "backup")
    assert (code, f"{LINK}: announces no key, and another link does" in words) == (1, True)
    (tmp_path / "key").rename(tmp_path / "elsewhere")  # where no key is at hand either
    (tmp_path / "anchors").write_text("")
    assert f"announces no key, and that of link {OTHER} does" in why_stopped(url)


def test_an_old_signature_is_no_signature_of_another_head(url: str) -> None:
    with as_owner(url, LINK) as taken:
        signed = taken._memory.links[LINK].signed
        book = open_book(taken)
        book.link.barred = None
        play(book, 7, 7)
        taken._memory.links[LINK].signed = signed
        book.stop("done")
    assert "no writer of this book signed entry" in why_stopped(url)


@pytest.mark.parametrize("what", ["a jackpot was hit", "it was approved", "it was paid"])
def test_a_book_put_back_to_before_a_prize_is_stopped(url: str, what: str, tmp_path: Path) -> None:
    """Copy the book, with the head that its writer signed then; go on; kill the writer; put the copy back."""
    about = {"table": "T01", "round": 7}
    steps: dict[str, dict[str, Any]] = {
        "a jackpot was hit": {"do": "result", "by": "dee", "hands": {"1": SEVEN_CARDS}, **about},
        "it was approved": {"do": "approve", "by": "ann", "award": 1},
        "it was paid": {"do": "pay", "by": "bob", "award": 1, "method": "cash", "reference": "slip 1"},
    }
    with opened(url, write=True) as store:
        book = open_book(store)
        assert ask(book, "wager", "dee", seats=[1], **about).code == "ok"
        assert ask(book, "lock", "dee", **about).code == "ok"
        for step, fields in steps.items():
            copied = store.signed_head(LINK)
            assert ask(book, **fields).code == "ok"
            if step == what:
                break
    with as_owner(url, LINK) as taken:
        kept = taken._memory.links[LINK]
        kept.head, kept.signed = copied
        del kept.entries[kept.head.seq :]
        mend_balances(taken, LINK)
        mend_snapshots(taken, LINK)
        taken._memory.numbers = {key: used for key, used in taken._memory.numbers.items() if used[1] <= kept.head.seq}
    assert "was signed and is not there" in audited(url, tmp_path).links[0].findings[0].what
    assert f"the book ends at entry {copied[0].seq}; checkpoints were signed of entr" in why_stopped(url)


def test_used_numbers_that_were_emptied_are_missed(url: str, tmp_path: Path) -> None:
    """Issue 29, 9: with the table empty, a check could be paid a second time on another link."""
    execute(url, "DELETE FROM numbers")
    assert any("the table of used numbers lacks" in line for line in audited(url, tmp_path).damage)
    with opened(url, write=True) as store, pytest.raises(StoreBroken, match="is not in the table of used numbers"):
        open_book(store)


@pytest.mark.parametrize("planted", ["name zoe", "person zoe", "deposit D-9"])
def test_a_number_or_a_name_that_nobody_used_is_found(url: str, tmp_path: Path, planted: str) -> None:
    """Whoever can write to the store kept somebody from ever being taken on: the name seemed to be another's."""
    tamper(url, f"INSERT INTO numbers VALUES ('{planted}', '{LINK}', 3)")
    (line,) = audited(url, tmp_path).damage
    assert line == f"the table of used numbers holds {planted}, which link {LINK} never used"


GUARDS = {
    "the guard is emptied": "CREATE OR REPLACE FUNCTION journal_refuses() RETURNS trigger LANGUAGE plpgsql"
    " AS $$BEGIN RETURN NULL; END$$",
    "the guard is switched off": "ALTER TABLE journal DISABLE TRIGGER journal_no_change",
    "the guard hears of less": "DROP TRIGGER journal_no_change ON journal; CREATE TRIGGER journal_no_change"
    " BEFORE DELETE ON journal FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses()",
    "the view says less": "CREATE OR REPLACE VIEW transfers AS SELECT j.link, j.seq, j.at, j.kind,"
    " m.move ->> 0 AS debit, m.move ->> 1 AS credit, (m.move ->> 2)::bigint AS amount FROM journal j,"
    " LATERAL jsonb_array_elements(j.body::jsonb -> 'moves') AS m(move) WHERE j.seq < 9",
    "rows are hidden": "ALTER TABLE journal ENABLE ROW LEVEL SECURITY",
    "a rule swallows what is deleted": "CREATE RULE quiet AS ON DELETE TO numbers DO INSTEAD NOTHING",
    "another trigger on the numbers": "CREATE TRIGGER more BEFORE INSERT ON numbers"
    " FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses()",
    "a child that the guard does not see": "CREATE TABLE younger () INHERITS (journal)",
    "a check is gone": "ALTER TABLE journal DROP CONSTRAINT journal_seq_check",
    "a table that a crash empties": "ALTER TABLE numbers SET UNLOGGED",
    "another trigger, and a list of triggers that leaves it out": "CREATE TRIGGER more BEFORE INSERT ON numbers"
    " FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();"
    " CREATE VIEW public.pg_trigger AS SELECT * FROM pg_catalog.pg_trigger WHERE tgname <> 'more';"
    " DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$",
}


@pytest.mark.parametrize("what", GUARDS)
def test_guards_are_compared_by_what_they_say(what: str, postgres_url: str) -> None:
    """Issue 29, 9: PostgreSQL's guards were compared by name."""
    with opened(postgres_url, create=True) as store:
        book = open_book(store)
        go_live(book)
        book.close()
    execute(postgres_url, GUARDS[what])
    with pytest.raises(StoreBroken, match="in its schema"), opened(postgres_url):
        pass
    assert any("in its schema" in line for line in inquire(postgres_url, jobs=1).damage)


SCHEMA_ROWS = {
    "a trigger under a name of SQLite's": ("trigger", "sqlite_x"),
    "under the name of an index of its own": ("trigger", "sqlite_autoindex_journal_9"),
    "under the name of statistics": ("trigger", "sqlite_stat9"),
    "under the name of a table of the book": ("trigger", "journal"),
}


@pytest.mark.parametrize("what", SCHEMA_ROWS)
def test_a_hidden_trigger_is_found_under_whatever_name(what: str, sqlite_book: Path) -> None:
    kind, name = SCHEMA_ROWS[what]
    with opened(str(sqlite_book), write=True) as store:
        go_live(open_book(store))
    with closing(sqlite3.connect(sqlite_book, isolation_level=None)) as lite:
        lite.execute("ANALYZE")
    with opened(str(sqlite_book)):
        pass  # SQLite's own statistics belong there
    with closing(sqlite3.connect(sqlite_book, isolation_level=None)) as lite:
        lite.execute("PRAGMA writable_schema = ON")
        text = f"CREATE TRIGGER {name} AFTER INSERT ON journal BEGIN DELETE FROM personal; END"
        lite.execute("INSERT INTO sqlite_schema VALUES (?, ?, 'journal', 0, ?)", (kind, name, text))
    with pytest.raises(StoreBroken, match=f"'{name}' does not belong there in its schema"), opened(str(sqlite_book)):
        pass
    assert any("in its schema" in line for line in inquire(str(sqlite_book), jobs=1).damage)


def test_requests_that_somebody_else_put_into_the_queue_are_not_looked_at(postgres_url: str, tmp_path: Path) -> None:
    """Issue 29, 3: a member of croupier_writer puts a request with a copied session before the process on duty."""
    key, thief = tmp_path / "key", tmp_path / "thief"
    for place in (key, thief):
        place.write_bytes(Signer.generate().to_pem())
    taken: list[Asked] = []

    class Hears:
        def submit(self, _link: str, asked: Sequence[Asked], *, within: float | None = None) -> Future[list[Reply]]:
            assert within is not None
            taken.extend(asked)
            answer: Future[list[Reply]] = Future()
            answer.set_result([Reply("x", "ok") for _ in asked])
            return answer

    duty = QueueDuty(postgres_url, "the writer", Seal(key))
    honest, forger, bare = (QueueDuty(postgres_url, "another", Seal(place)) for place in (key, thief, None))
    try:
        assert duty.take(LINK) is None
        duty.serve(cast("Desk", Hears()))
        request = Asked({"id": "x", "do": "fault", "reason": "x"}, Actor("ann", session="copied"))
        for dishonest in (forger, bare):
            with pytest.raises(StoreError, match="not sealed by the key of the book"):
                dishonest.forward(LINK, [request], 5)
        assert taken == []
        assert honest.forward(LINK, [request], 5)[0].code == "ok"
        assert duty.take(OTHER) is None
        text = asked_to_text(LINK, [request], 5, Seal(key))
        execute(postgres_url, f"INSERT INTO asked (link, body, until) VALUES ('{OTHER}', '{text}', now() + '5 s')")
        with pytest.raises(NobodyThere):  # what was sealed for one link is not taken for another
            honest.forward("nobody", [request], 0.5)
        answers = execute(postgres_url, f"SELECT answer FROM asked WHERE link = '{OTHER}'")
        assert all(answer is None or "was put before link" in answer for (answer,) in answers)
        assert len(taken) == 1
    finally:
        for each in (honest, forger, bare, duty):
            each.close()


def test_an_answer_that_somebody_else_put_into_the_queue_is_not_believed(postgres_url: str, tmp_path: Path) -> None:
    """A member of croupier_writer takes the duty and answers that a payment is in the book: the cage would pay."""
    key = tmp_path / "key"
    key.write_bytes(Signer.generate().to_pem())
    yes: Future[list[Reply]] = Future()
    yes.set_result([Reply("x", "ok", "", 7, 1, "{}")])

    class SaysYes:
        def submit(self, _link: str, _asked: Sequence[Asked], *, within: float | None = None) -> Future[list[Reply]]:
            assert within is not None
            return yes

    thief, honest = QueueDuty(postgres_url, "the thief", Seal(None)), QueueDuty(postgres_url, "another", Seal(key))
    try:
        assert thief.take(LINK) is None
        thief.serve(cast("Desk", SaysYes()))
        with pytest.raises(StoreError, match="an answer came that is not sealed by the key of the book"):
            honest.forward(LINK, [Asked({"id": "x", "do": "fault", "reason": "x"}, Actor("ann"))], 5)
    finally:
        honest.close()
        thief.close()


class Refuses:
    """A desk that refuses whatever is handed in."""

    def __init__(self) -> None:
        self.heard = 0

    def submit(self, _link: str, asked: Sequence[Asked], *, within: float | None = None) -> Future[list[Reply]]:
        assert within is not None
        self.heard += 1
        answer: Future[list[Reply]] = Future()
        answer.set_result([Reply("x", "award_pending") for _ in asked])
        return answer


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_request_that_was_refused_cannot_be_sent_again_by_who_captured_it(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "key").write_bytes(Signer.generate().to_pem())
    desk = Refuses()
    captured = asked_to_text(LINK, [Asked({"id": "x", "do": "pay"}, Actor("cy"))], 5, Seal(tmp_path / "key"))
    monkeypatch.setattr("croupier.stores.desks.asked_to_text", replay)
    monkeypatch.setattr("tests.jackpot.test_forged.CAPTURED", captured)
    (tmp_path / "book.db").touch()
    if kind == "sqlite":
        duty: Duty = SocketDuty(tmp_path / "book.db", "the writer", Seal(tmp_path / "key"))
    else:
        duty = QueueDuty(request.getfixturevalue("postgres_url"), "the writer", Seal(tmp_path / "key"))
    try:
        assert duty.take(LINK) is None
        duty.serve(cast("Desk", desk))
        assert duty.forward(LINK, [], 5)[0].code == "award_pending"
        with pytest.raises(StoreError, match="a second time under one seal"):
            duty.forward(LINK, [], 5)
        assert desk.heard == 1
    finally:
        duty.close()
    with monkeypatch.context() as later:
        sent = json.loads(json.loads(captured)[0])[2]
        for seconds, is_late in (
            (5 + SEAL_SECONDS - 1, False),
            (5 + SEAL_SECONDS + 1, True),
            (-SEAL_SECONDS - 1, True),
        ):
            later.setattr("croupier.stores.witness.time.time", lambda seconds=seconds: sent + seconds)
            with pytest.raises(StoreError, match="at another time") if is_late else nullcontext():
                asked_from_text(captured, Seal(tmp_path / "key"))


CAPTURED = ""


def replay(*_asked: object) -> str:
    """What somebody has copied on its way."""
    return CAPTURED


def test_nobody_restores_over_a_book_that_is_being_written(url: str, tmp_path: Path) -> None:
    """Issue 29, 21: the file was replaced under a running house, which went on acknowledging."""
    backup.backup(url, tmp_path / "backup")
    with at_desk(url) as desk:
        assert desk.hold(LINK) is None
        if not url.startswith("postgresql"):
            Path(url).rename(tmp_path / "away.db")
        with pytest.raises(StoreBusy, match="is on duty for this book"):
            backup.restore(tmp_path / "backup", url)
        if not url.startswith("postgresql"):
            (tmp_path / "away.db").rename(url)


def test_a_writer_whose_file_was_replaced_acknowledges_nothing(tmp_path: Path) -> None:
    url = str(tmp_path / "book.db")
    with opened(url, create=True, write=True) as store:
        book = open_book(store)
        go_live(book)
        (tmp_path / "other.db").write_bytes(Path(url).read_bytes())
        (tmp_path / "other.db").rename(url)
        with pytest.raises(StoreBroken, match="was replaced while it was open"):
            play(book, 1, 1)
        assert (book.shown.why_not, "was replaced" in book.stopped) == ("stopped", True)


def test_an_idle_writer_notices_that_its_file_is_gone(tmp_path: Path) -> None:
    url = str(tmp_path / "book.db")
    with opened(url, create=True, write=True) as store:
        book = open_book(store)
        go_live(book)
        Path(url).rename(tmp_path / "away.db")
        with pytest.raises(StoreBroken, match="was replaced while it was open"):
            book.renew()
        assert book.shown.why_not == "stopped"


def test_a_command_that_fails_is_an_alarm_until_one_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 29, 10: it was one line on stderr."""
    works = tmp_path / "works"
    monkeypatch.setenv("CROUPIER_ANCHOR_COMMAND", f"test -e {works}")
    told: list[str] = []
    desk = FrontDesk(str(tmp_path / "book.db"), create=True, told=told.append)
    try:
        assert desk.hold(LINK) is None
        witness = desk.store.witness
        assert isinstance(witness, FileWitness)
        witness._reap(10)
        assert desk.unpublished == "the command for checkpoints ended with status 1"
        works.touch()
        witness.publish(witness.signers[0].sign_note("croupier.jackpot/x/1\n"))
        witness._reap(10)
        assert desk.unpublished == ""
        works.unlink()
        witness.publish(witness.signers[0].sign_note("croupier.jackpot/x/1\n"))
    finally:
        desk.close()
    assert told[-1] == "a checkpoint did not leave the machine: the command for checkpoints ended with status 1"
