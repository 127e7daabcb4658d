"""What people of the house might try with what they may do: payees, numbers, films, names; and what then happens."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from croupier.cards.shuffle import SeededSource
from croupier.casino.acts import back_up_payees, restore_payees
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.jackpot.actors import Actor, Payee, make_record
from croupier.jackpot.audit.whole import Proofs, audit
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.reading import contradictions, read_state
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.book.writer import Writer
from croupier.jackpot.journal import NumberTaken, Store, text_hash
from croupier.jackpot.plan.link_plan import (
    PLAY_TABLES,
    LinkPlan,
    Person,
    is_of_play_tables,
    plan_hash,
    plan_to_json,
)
from croupier.people.permissions import check_authority
from croupier.stores.opening import open_store
from croupier.stores.sqlite import connect
from tests.jackpot.attackers import entries_of, mend_balances, mend_chain
from tests.jackpot.conftest import MakeStore
from tests.jackpot.floor import LINK, ask, close_day, go_live, open_book, plan
from tests.jackpot.memory import MemoryStore
from tests.jackpot.test_payees import DUTIES, PAYMENT, audited, say, win
from tests.processes import finished
from tests.torture.witness import MemoryWitness, signer_from

PAT = Payee("Pat Winner", "1 Main Street", "passport, seen by Cy")
PAID = {name: value for name, value in PAYMENT.items() if name != "payee"}


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def book(store: MemoryStore) -> JackpotBook:
    """Three supervisors, money in the bank, and a jackpot that was won."""
    made = open_book(store)
    people = (*plan().people, Person("eve", "Eve", "supervisor"))
    go_live(made, replace(plan(), thresholds=DUTIES, people=people, payee_years=7))
    assert say(made, "deposit", "cy", amount=20_000_000, reference="DEP-1").code == "ok"
    win(made)
    return made


def post(book: JackpotBook, id: str, payee: Payee, **fields: Any) -> Reply:
    return book.post_all([scripted({"id": id, "do": "pay", "by": "cy", **PAID, **fields, "payee": payee})])[0]


def approve(book: JackpotBook, award: int = 1) -> None:
    assert say(book, "approve", "ann", award=award).code == "ok"
    assert say(book, "confirm", "bob", award=award, camera=f"CAM-{award}").code == "ok"


# Whom a payment names


def test_a_refused_payment_leaves_nobody_behind(book: JackpotBook, store: MemoryStore) -> None:
    assert post(book, "p1", PAT).code == "award_pending"
    approve(book)
    assert post(book, "p2", PAT, method="cash").code == "check_required"
    assert post(book, "p3", PAT, reference="no number").code == "reference_malformed"
    assert say(book, "pay", "cy", **{**PAYMENT, "payee": 1}).code == "unknown_payee", "a draft is nobody's record"
    assert store.personal(LINK) == []
    paid = post(book, "p4", PAT)
    assert (paid.code, paid.body and paid.body["req"]["payee"]) == ("ok", 1)
    (kept,) = store.personal(LINK)
    assert (kept.name, kept.keep_until[:4], kept.hash) == ("Pat Winner", "2033", (paid.body or {})["payee"])
    assert "Pat" not in "".join(entry.body for entry in entries_of(store, LINK))
    assert audited(store).is_clean


def test_a_payment_that_is_sent_again_answers_as_before(book: JackpotBook, store: MemoryStore) -> None:
    approve(book)
    first, again = post(book, "p", PAT), post(book, "p", PAT)
    assert (again.code, again.seq, again.body) == ("exists", first.seq, json.loads(json.dumps(first.body)))
    assert post(book, "p", PAT._replace(name="Accomplice")).code == "id_reused"
    assert len(store.personal(LINK)) == 1
    store.forget_personal(LINK, [1])
    assert post(book, "p", PAT).code == "exists", "also when the record is gone"


def test_payments_that_are_decided_together_have_a_record_each(book: JackpotBook, store: MemoryStore) -> None:
    win(book, 2)
    approve(book)
    approve(book, 2)
    papers = [{"award": each, "reference": f"200{each}", "tax_form": f"W-{each}"} for each in (1, 2)]
    asked = [
        {"id": f"p{each['award']}", "do": "pay", "by": "cy", "method": "check", "payee": PAT, **each} for each in papers
    ]
    replies = book.post_all([*map(scripted, asked)])
    assert [reply.code for reply in replies] == ["ok", "ok"]
    assert [(each.no, each.name) for each in store.personal(LINK)] == [(1, "Pat Winner"), (2, "Pat Winner")]


@pytest.mark.parametrize(
    ("payee", "change", "told"),
    [
        (PAT._replace(name="123-45-6789"), {}, "tax id"),
        (PAT._replace(name="a\nb"), {}, "one line"),
        (PAT._replace(name="evil\x1b[2J"), {}, "one line"),
        (PAT._replace(address="\u202egnp.exe"), {}, "one line"),
        (PAT._replace(identified=" "), {}, "one line"),
        (PAT._replace(name="x" * 201), {}, "one line"),
        (PAT, {"do": "approve"}, "nobody is paid"),
    ],
)
def test_a_payee_that_cannot_be_kept(book: JackpotBook, payee: Payee, change: dict[str, Any], told: str) -> None:
    request = {"id": "p", "do": "pay", "by": "cy", **PAID, "payee": payee}
    if change:
        request = {"id": "p", "by": "ann", "award": 1, "payee": payee, **change}
    (reply,) = book.post_all([scripted(request)])
    assert (reply.code, told in reply.detail) == ("malformed", True), reply


def test_payees_are_backed_up_apart_and_read_back(book: JackpotBook, store: MemoryStore, tmp_path: Path) -> None:
    approve(book)
    assert post(book, "p", PAT).code == "ok"
    file = tmp_path / "payees"
    assert back_up_payees(store, file) == 1
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(BadInput, match="exists"):
        back_up_payees(store, file)
    kept = store.personal(LINK)
    store.forget_personal(LINK, [1])
    assert (restore_payees(store, file), restore_payees(store, file), store.personal(LINK)) == (1, 0, kept)
    store.forget_personal(LINK, [1])
    text = file.read_text()
    file.write_text(text.replace("Pat Winner", "Pat Cheater"))
    with pytest.raises(BadInput, match="damaged"):
        restore_payees(store, file)
    file.write_text("{}\n")
    with pytest.raises(BadInput, match="damaged"):
        restore_payees(store, file)
    other = text.partition("\n")[0].replace('"schema":1', '"schema":2')
    file.write_text(f"{other}\n{text_hash(other)}\n")
    with pytest.raises(BadInput, match="is of schema 2; this version of croupier reads schema 1"):
        restore_payees(store, file)
    file.write_text(text)
    with pytest.raises(CheckFailed, match="no payment names it"):
        restore_payees(open_book(MemoryStore()).store, file)


# Numbers of two links


def other_book(store: Store, at: int) -> JackpotBook:
    book = JackpotBook.open(store, "other", load_layout, SeededSource(1), lambda: at, Identity("s", "r"))
    if book.state.plan is None:
        chosen = replace(plan(), id="other")
        assert say(book, "propose", "ann", plan=plan_to_json(chosen)).code == "ok"
        assert say(book, "accept", "bob", plan=plan_hash(chosen)).code == "ok"
    return book


DEPOSIT = {"do": "deposit", "by": "cy", "amount": 500, "reference": "SLIP-7"}
KIM = {"do": "appoint", "by": "ann", "second": "bob", "person": "kim", "name": "Kim Lee", "role": "dealer"}
AT_ONCE = [
    pytest.param(DEPOSIT, DEPOSIT, "reference_used", id="one-number"),
    pytest.param(KIM, {**KIM, "name": "Kim Jones"}, "name_taken", id="one-person-two-names"),
    pytest.param(KIM, {**KIM, "person": "max", "name": "kim  LEE"}, "name_taken", id="one-name-two-people"),
    pytest.param(KIM, KIM, "ok", id="one-person-one-name"),
]
"""What two links of one book are asked at once, and what the second of them is answered."""
Request = dict[str, Any]


@pytest.mark.parametrize(("first", "second", "code"), AT_ONCE)
def test_two_writers_at_the_same_instant(make_store: MakeStore, first: Request, second: Request, code: str) -> None:
    """Each has decided before the other has written; the store takes the one and not the other."""
    stores = make_store(), make_store()
    one = open_book(stores[0])
    go_live(one)
    other = other_book(stores[1], one.state.at)
    asked = [scripted({"id": "d", **request}) for request in (first, second)]
    batches = [book.decide_all([each]) for book, each in zip((one, other), asked, strict=True)]
    assert [batch.replies[0].code for batch in batches] == ["ok", "ok"]
    one.commit(batches[0])
    head = stores[1].head("other")
    with pytest.raises(NumberTaken):
        other.commit(batches[1])
    assert stores[1].head("other") == head
    (reply,) = other_book(stores[1], one.state.at).post_all([asked[1]])
    assert reply.code == code
    (key, *_) = batches[0].numbers
    assert stores[1].number_used(key) == (LINK, batches[0].replies[0].seq)
    assert contradictions(stores[0], (LINK, "other")) == []


@pytest.mark.parametrize(("first", "second", "code"), AT_ONCE)
def test_one_writer_of_two_links(make_store: MakeStore, first: Request, second: Request, code: str) -> None:
    """Both links share a commit, so both decide before either is written; whoever was refused hears it."""
    store = make_store()
    book = open_book(store)
    go_live(book)
    other_book(store, book.state.at).close()
    book.close()
    writer = Writer(lambda link: open_book(store) if link == LINK else other_book(store, book.state.at))
    for link in (LINK, "other"):
        writer.open(link)
    asked = {LINK: scripted({"id": "d", **first}), "other": scripted({"id": "d", **second})}
    with writer._wake._lock:  # type: ignore[attr-defined]  # reentrant: the writer sees both at once
        waiting = [writer.submit(link, [each]) for link, each in asked.items()]
    assert sorted(each.result(30)[0].code for each in waiting) == sorted(["ok", code])
    writer.close()
    assert contradictions(store, store.links()) == []


# Films


def test_a_mistyped_film_is_corrected_by_two_who_did_not_report_the_hand(book: JackpotBook) -> None:
    approve(book)
    film = {"award": 1, "camera": "CAM-9", "reason": "mistyped"}
    waits = book.post_all([scripted({"id": "f", "do": "correct_film", "by": "ann", **film})])[0]
    assert (waits.code, waits.body and waits.body["ask"]) == ("ok", 1), "one person is not enough"
    assert book.state.awards["1"].camera == "CAM-1"
    assert say(book, "correct_film", "ann", second="bob", **{**film, "camera": "CAM-1"}).code == "nothing_to_correct"
    assert say(book, "correct_film", "cy", second="bob", **film).code == "not_allowed"
    assert say(book, "correct_film", "ann", second="eve", **film).code == "ok"
    assert book.state.awards["1"].camera == "CAM-9"
    assert post(book, "p", PAT, camera="CAM-1").code == "camera_required"
    assert post(book, "p2", PAT, camera="CAM-9").code == "ok"
    assert say(book, "correct_film", "ann", second="eve", **film).code == "unknown_award", "paid is paid"
    assert audited(book.store).is_clean  # type: ignore[arg-type]


# People


def test_nobody_has_two_names_and_no_name_two_people(book: JackpotBook, store: MemoryStore) -> None:
    new = {"person": "kim", "name": "Kim Lee", "role": "dealer"}
    assert say(book, "appoint", "ann", **new).code == "ok"
    assert say(book, "appoint", "ann", **{**new, "name": "Kim Jones"}).code == "name_taken"
    assert say(book, "dismiss", "ann", person="kim", reason="left").code == "ok"
    for change in ({"name": "Kim Jones"}, {"person": "max", "name": "kim  LEE"}):
        assert say(book, "appoint", "ann", **{**new, **change}).code == "name_taken", "also after they have left"
    other = JackpotBook.open(store, "other", load_layout, SeededSource(1), lambda: book.state.at, Identity("s", "r"))
    for people in ([("cy", "Cyrus")], [("kim", "Kim Jones")], [("zed", "Eve")]):
        chosen = replace(plan(), id="other", people=(*plan().people[:3], *(Person(*each, "dealer") for each in people)))
        chosen = replace(chosen, people=tuple({each.id: each for each in chosen.people}.values()))
        assert say(other, "propose", "ann", plan=plan_to_json(chosen)).code == "name_taken"
    assert say(other, "propose", "ann", plan=plan_to_json(replace(plan(), id="other"))).code == "ok"
    assert say(other, "accept", "bob", plan=plan_hash(replace(plan(), id="other"))).code == "ok"
    assert say(other, "appoint", "ann", **{**new, "person": "eve", "name": "Evelyn"}).code == "name_taken"
    assert contradictions(store, store.links()) == []
    store._memory.numbers.clear()  # as somebody with access to the database might
    other.link.colleagues = dict
    assert say(other, "appoint", "ann", **{**new, "person": "eve", "name": "Evelyn"}).code == "ok"
    assert contradictions(store, store.links()) == ["eve is Evelyn on link other and Eve on link sf"]
    assert say(other, "appoint", "ann", **{**new, "person": "zed", "name": "Kim Lee"}).code == "ok"
    assert "Kim Lee is zed on link other and kim on link sf" in contradictions(store, store.links())
    assert audited(store).is_clean


@pytest.mark.parametrize(
    "alike",
    ["Jose\u0301 Lee", "Jos\u00e9 Lee\u3164", "Jos\u00e9\u034f Lee", "Jos\u00e9\u2800Lee", "Jos\u00e9 \uff2cee\ufe0f"],
)
def test_a_name_that_only_looks_the_same_is_the_same(alike: str, book: JackpotBook) -> None:
    """An accomplice who reads on every screen and paper like somebody else."""
    new = {"person": "jose", "name": "Jos\u00e9 Lee", "role": "dealer"}
    assert say(book, "appoint", "ann", **new).code == "ok"
    assert say(book, "appoint", "ann", **{**new, "person": "max", "name": alike}).code == "name_taken"
    assert say(book, "appoint", "ann", **{**new, "person": "max", "name": "Jose Lee"}).code == "ok", "no accent"


def test_a_link_that_was_claimed_and_never_written_hinders_nobody(make_store: MakeStore) -> None:
    """As after a process that was killed in between, or by somebody who may write to the database."""
    store = make_store()
    book = open_book(store)
    go_live(book)
    store.claim("x")
    assert read_state(store, "x").plan is None
    assert contradictions(store, store.links()) == []
    assert say(book, "appoint", "ann", person="kim", name="Kim", role="dealer").code == "ok"
    assert audit(store, "x", load_layout).is_clean
    with pytest.raises(UnknownName, match="unknown link 'y'"):
        read_state(store, "y")


@pytest.mark.parametrize("what", ["table", "person"])
def test_a_plan_with_one_id_for_two_is_refused(store: MemoryStore, what: str) -> None:
    book, chosen = open_book(store), plan()
    twice: dict[str, LinkPlan] = {
        "table": replace(chosen, tables=(*chosen.tables, chosen.tables[0])),
        "person": replace(chosen, people=(*chosen.people, replace(chosen.people[0], name="Somebody Else"))),
    }
    reply = say(book, "propose", "bob", plan=plan_to_json(twice[what]))
    assert reply.code == "malformed"
    id = chosen.tables[0].id if what == "table" else chosen.people[0].id
    assert reply.detail.startswith(f"plan: {what} '{id}' has no name of its own")


def test_only_the_house_deals_at_its_play_tables() -> None:
    chosen = plan()
    cases = (("chips", PLAY_TABLES, True), ("", PLAY_TABLES, False), ("chips", "Spokane", False))
    for currency, casino, is_so in cases:
        assert is_of_play_tables(replace(chosen, currency=currency, casino=casino)) is is_so  # type: ignore[arg-type]


def test_a_plan_with_one_name_for_two_people_is_refused(store: MemoryStore) -> None:
    book = open_book(store)
    chosen = replace(plan(), people=(*plan().people, Person("ann2", " ANN", "supervisor")))
    reply = say(book, "propose", "bob", plan=plan_to_json(chosen))
    assert (reply.code, reply.detail) == ("malformed", "plan: ann and ann2 are both called Ann")


@pytest.mark.parametrize("what", ["put somebody out", "enroll"])
def test_supervisors_of_one_link_change_no_log_in_of_anothers(what: str) -> None:
    links = [{"ann": "supervisor", "bob": "supervisor", "kim": "dealer"}, {"eve": "supervisor", "kim": "dealer"}]
    two, enrolled = (Actor("ann"), Actor("bob")), {"ann", "bob", "eve", "kim", "pat"}
    for person in ("kim", "eve"):
        with pytest.raises(CheckFailed, match=f"not on every link of {person}"):
            check_authority(what, person, two, enrolled, links)
    check_authority(what, "pat", two, enrolled, links)  # who is on no link
    with pytest.raises(CheckFailed, match="dan is not one"):
        check_authority(what, "pat", (Actor("ann"), Actor("dan")), enrolled, links)


# Whoever can write to the store


def _swapped(store: MemoryStore) -> None:
    """Two wagers in another order, every hash computed again."""
    entries = entries_of(store, LINK)
    at = next(index for index, entry in enumerate(entries) if entry.kind == "deposit")
    entries[at], entries[at + 1] = entries[at + 1], entries[at]


def _earlier(store: MemoryStore) -> None:
    """The time of an entry before the one before it."""
    entries = entries_of(store, LINK)
    entries[-1] = entries[-1]._replace(at=entries[-2].at - 1)


def _earlier_day(store: MemoryStore) -> None:
    """A win moved to the day before, by the clock of all entries after it."""
    entries = entries_of(store, LINK)
    entries[:] = [entry._replace(at=entry.at - 86_400_000 * 3) if entry.seq > 5 else entry for entry in entries]


def _closed_twice(store: MemoryStore) -> None:
    entries = entries_of(store, LINK)
    close = next(entry for entry in entries if entry.kind == "close_day")
    entries.append(close._replace(id="again", at=entries[-1].at))


def _number_freed(store: MemoryStore) -> None:
    """A deposit entered a second time under the number of the first."""
    entries = entries_of(store, LINK)
    deposit = next(entry for entry in entries if entry.kind == "deposit")
    entries.append(deposit._replace(id="again", at=entries[-1].at))


@pytest.mark.parametrize("attack", [_swapped, _earlier, _earlier_day, _closed_twice, _number_freed])
def test_a_journal_that_was_written_again_is_found(
    book: JackpotBook, store: MemoryStore, attack: Callable[[MemoryStore], None]
) -> None:
    assert close_day(book).code == "ok"
    assert ask(book, "statement", "ann", amount=20_000_000, reference="ST-1").code == "ok"
    assert audited(store).is_clean
    attack(store)
    mend_chain(store, LINK)
    mend_balances(store, LINK)
    assert not audited(store).is_clean


def _signed(witness: MemoryWitness, chosen: LinkPlan | None = None) -> MemoryStore:
    store = MemoryStore()
    store.witness = witness
    book = open_book(store)
    go_live(book, chosen)
    assert close_day(book).code == "ok"
    return store


def test_checkpoints_that_are_replayed_or_of_another_book() -> None:
    """The same note twice proves nothing new; a note of another book, under our name, does not fit."""
    ours, theirs = (MemoryWitness(signer_from(each)) for each in ("ours", "theirs"))
    store = _signed(ours)
    _signed(theirs, replace(plan(), unreasonable_cents=100))
    mine, foreign = ours.notes(LINK), theirs.notes(LINK)
    assert min(len(mine), len(foreign)) > 0
    proved = audit(store, LINK, load_layout, proofs=Proofs((*mine, *mine)))
    assert (proved.is_clean, len(proved.findings)) == (True, 0)
    assert not audit(store, LINK, load_layout, proofs=Proofs((*mine, *foreign))).is_clean


def test_a_socket_that_another_user_has_made_is_told_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket
    import threading

    from croupier.jackpot.book.answers import NobodyThere
    from croupier.stores import desks

    book = tmp_path / "book.db"
    book.touch()
    heard: list[bytes] = []
    impostor = socket.socket(socket.AF_UNIX)
    impostor.bind(str(tmp_path / "book.db.sock"))
    impostor.listen(1)
    impostor.settimeout(5)

    def listen() -> None:
        line, _ = impostor.accept()
        heard.append(line.recv(100))
        line.close()

    thread = threading.Thread(target=listen)
    thread.start()
    monkeypatch.setattr(desks, "_is_ours", lambda _line, *owners: os.getuid() + 1 in owners)
    duty = desks.SocketDuty(book, "us")
    with pytest.raises(NobodyThere, match="another user answers"):
        duty.forward(LINK, [scripted({"id": "p", "do": "pay", "by": "cy", **PAID, "payee": PAT})], 2)
    thread.join()
    impostor.close()
    assert heard == [b""]


def test_a_payee_that_was_purged_leaves_no_letter_in_the_file(sqlite_book: Path) -> None:
    """Whoever copies the file later finds nobody, whatever default the SQLite library was built with."""
    with closing(open_store(str(sqlite_book))) as store:
        go_live(open_book(store))
        store.keep_personal(make_record(LINK, 1, "Pat Winner", "1 Main Street", "passport", "2026-01-02", "salt"))
    assert b"Pat Winner" in sqlite_book.read_bytes()
    with closing(open_store(str(sqlite_book))) as store:
        store.forget_personal(LINK, [1])
    assert b"Pat Winner" not in sqlite_book.read_bytes()
    with closing(connect(sqlite_book)) as db:
        assert db.execute("PRAGMA secure_delete").fetchone() == (1,)


def test_a_payee_that_was_purged_is_not_in_the_log_of_an_open_book(sqlite_book: Path) -> None:
    """The house is open for months. Another process looks: in this one, reading the files would drop its locks."""
    look = ["grep", "-lar", "Pat Winner", str(sqlite_book.parent)]
    with closing(open_store(str(sqlite_book))) as store:
        go_live(open_book(store))
        store.keep_personal(make_record(LINK, 1, "Pat Winner", "1 Main Street", "passport", "2026-01-02", "salt"))
        assert finished(look).stdout.split() == [f"{sqlite_book}-wal"]
        store.forget_personal(LINK, [1])
        assert finished(look).stdout == ""
