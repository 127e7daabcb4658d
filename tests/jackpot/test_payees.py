"""Payees, films and numbers: what a payment needs, what is kept beside the journal, and what somebody might try."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from croupier.cards.shuffle import SeededSource
from croupier.casino.audit import misused, own_payees
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.errors import BadInput
from croupier.jackpot.actors import make_record, years_after
from croupier.jackpot.audit.again import LinkAudit
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.journal import NumberTaken, Store, StoreError
from croupier.jackpot.kinds.numbers import is_number
from croupier.jackpot.plan.link_plan import LinkPlan, Threshold, plan_hash, plan_to_json
from croupier.jackpot.reports import day as reports
from tests.jackpot.attackers import entries_of, rewrite, seq_of
from tests.jackpot.floor import LINK, SEVEN_CARDS, by_two, go_live, let_day_pass, open_book, plan
from tests.jackpot.memory import MemoryStore

DUTIES = (Threshold("2025-01-01", 1, 1, 1, 1, 1),)
PAYMENT: dict[str, Any] = {"award": 1, "method": "check", "reference": "1001", "tax_form": "W2G-1", "payee": 1}


def say(book: JackpotBook, do: str, by: str, **fields: Any) -> Reply:
    """The request as it is typed; nothing is added to it."""
    id = f"{do}:{book.state.seq}:{len(fields)}:{by}"
    return book.post_all([by_two(scripted({"id": id, "do": do, "by": by, **fields}))])[0]


def keep(store: Store, number: int = 1, until: str = "2031-01-01", name: str = "Pat Winner") -> None:
    store.keep_personal(make_record(LINK, number, name, "1 Main Street", "passport, seen by Cy", until, "salt"))


def win(book: JackpotBook, round: int = 1, by: str = "dee") -> None:
    """A round in which seat 1 wins the whole meter, to its result."""
    about = {"table": "T01", "round": round}
    assert say(book, "wager", by, **about, seats=[1]).code == "ok"
    assert say(book, "lock", by, **about).code == "ok"
    assert say(book, "result", by, **about, hands={"1": SEVEN_CARDS}).code == "ok"


def audited(store: MemoryStore) -> LinkAudit:
    return audit(store, LINK, load_layout)


@pytest.fixture
def book(store: MemoryStore) -> JackpotBook:
    """A jackpot was won, approved and filmed; its winner is known."""
    made = open_book(store)
    go_live(made, replace(plan(), thresholds=DUTIES))
    win(made)
    assert say(made, "approve", "ann", award=1).code == "ok"
    assert say(made, "deposit", "cy", amount=2_000_000, reference="DEP-1").code == "ok"
    keep(store)
    return made


@pytest.fixture
def paid(book: JackpotBook, store: MemoryStore) -> MemoryStore:
    assert say(book, "confirm", "bob", award=1, camera="CAM-7").code == "ok"
    assert say(book, "pay", "cy", **PAYMENT).code == "ok"
    assert audited(store).is_clean
    return store


# What holds


def test_a_prize_paid_to_somebody_of_the_house_is_remarked_on(paid: MemoryStore) -> None:
    assert own_payees(paid, paid.links()) == []
    paid.keep_personal(make_record(LINK, 2, "C Y", "", "passport", "2031-01-01", "salt"))
    assert own_payees(paid, paid.links()) == [f"personal record 2 of link {LINK} has the name of cy, who works there"]


def test_a_payee_whom_no_payment_names_is_remarked_on(paid: MemoryStore) -> None:
    assert audited(paid).notes == []
    paid.keep_personal(make_record(LINK, 7, "Eve Planted", "", "passport", "2031-01-01", "salt"))
    found = audited(paid)
    assert (found.is_clean, found.notes) == (
        True,
        ["personal records that no payment names: 7; ask who wrote them"],
    )


def test_the_journal_holds_a_number_and_a_salted_hash_and_no_name(paid: MemoryStore) -> None:
    journal = "".join(entry.body for entry in paid.entries(LINK))
    assert "Pat" not in journal
    assert "Main Street" not in journal
    body = json.loads(entries_of(paid, LINK)[seq_of(paid, LINK, "pay") - 1].body)
    assert (body["req"]["payee"], len(body["payee"])) == (1, 64)
    assert body["payee"] == paid.personal(LINK)[0].hash


def test_reports_print_the_payee_while_the_record_is_kept(paid: MemoryStore) -> None:
    (prize,) = reports.report(paid, LINK, "open").prizes
    assert (prize.payee, prize.camera, prize.tax_form) == ("Pat Winner (record 1)", "CAM-7", "W2G-1")
    paid.forget_personal(LINK, [1])
    (prize,) = reports.report(paid, LINK, "open").prizes
    assert prize.payee == "record 1, no longer kept here"


def test_a_record_is_purged_after_its_time_and_the_audit_stays_clean(book: JackpotBook, store: MemoryStore) -> None:
    keep(store, 2, until="2026-01-01", name="Lee Earlier")
    assert say(book, "confirm", "bob", award=1, camera="CAM-7").code == "ok"
    assert say(book, "pay", "cy", **{**PAYMENT, "payee": 2}).code == "ok"
    assert say(book, "purge", "ann", reason="x").code == "nothing_to_purge"
    let_day_pass(book)
    reply = say(book, "purge", "ann", reason="its time is over")
    assert (reply.code, (reply.body or {})["purged"]) == ("ok", [2])
    assert [each.no for each in store.personal(LINK)] == [1]
    assert audited(store).is_clean
    told = [each.what for each in reports.report(store, LINK, "open").exceptions]
    assert "personal records purged" in told


def test_a_purge_takes_two_people_and_waits_for_the_second(book: JackpotBook, store: MemoryStore) -> None:
    keep(store, 2, until="2025-12-31")
    request = {"id": "p", "do": "purge", "by": "ann", "reason": "its time is over"}
    assert book.post_all([scripted(request)])[0].code == "ok"
    assert len(store.personal(LINK)) == 2, "one person is not enough"
    assert say(book, "grant", "ann", ask=1).code == "same_person"
    assert say(book, "grant", "bob", ask=1).code == "ok"
    assert [each.no for each in store.personal(LINK)] == [1]
    assert audited(store).is_clean


def test_a_record_outlives_a_leap_day() -> None:
    assert years_after("2024-02-29", 5) == "2029-02-28"
    assert years_after("2026-03-01") == "2031-03-01"


@pytest.mark.parametrize(
    ("text", "fits"),
    [("1001", True), ("a1", True), ("DEP-2026/17.2", True), ("9" * 32, True), ("9" * 33, False), ("slip", False),
     ("-1", False), ("no 7", False), ("1;2", False), ("=1+1", False), ("٣", False), ("123-45-6789", False),
     ("123.45.6789", False), ("12-3456789", False), ("", False)],
)  # fmt: skip
def test_numbers_have_one_shape(text: str, fits: bool) -> None:
    assert is_number(text) == fits


# Attacks


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"payee": None}, "payee_required"),
        ({"payee": 99}, "unknown_payee"),
        ({"payee": "Pat Winner"}, "malformed"),
        ({"payee": 0}, "malformed"),
        ({"reference": None}, "reference_required"),
        ({"reference": "check"}, "reference_malformed"),
        ({"reference": "123-45-6789"}, "reference_malformed"),
        ({"tax_form": None}, "tax_form_required"),
        ({"tax_form": "987-65-4321"}, "reference_malformed"),
        ({"camera": "CAM-8"}, "camera_required"),
    ],
)
def test_a_payment_that_lacks_something_is_refused(book: JackpotBook, change: dict[str, Any], code: str) -> None:
    assert say(book, "confirm", "bob", award=1, camera="CAM-7").code == "ok"
    fields = {name: value for name, value in {**PAYMENT, **change}.items() if value is not None}
    before = book.state.seq
    assert say(book, "pay", "cy", **fields).code == code
    assert book.state.seq == before


def test_a_film_that_nobody_confirmed_pays_nothing(book: JackpotBook) -> None:
    """Typing a number into the payment is not having looked."""
    assert say(book, "pay", "cy", **PAYMENT, camera="CAM-7").code == "camera_required"


def test_who_reported_the_hand_does_not_confirm_its_film(store: MemoryStore) -> None:
    book = open_book(store)
    go_live(book, replace(plan(), thresholds=DUTIES))
    win(book, by="ann")
    assert say(book, "confirm", "ann", award=1, camera="CAM-7").code == "three_people"
    assert say(book, "confirm", "cy", award=1, camera="CAM-7").code == "not_allowed"
    assert say(book, "confirm", "bob", award=1, camera="CAM-7").code == "ok"


@pytest.mark.parametrize("number", ["DEP-1", "dep-1"])
def test_a_deposit_slip_is_not_counted_twice(book: JackpotBook, number: str) -> None:
    reply = say(book, "deposit", "cy", amount=100, reference=number)
    assert reply.code == "reference_used"
    assert "entry" in reply.detail


def test_one_check_pays_one_award(book: JackpotBook, store: MemoryStore) -> None:
    assert say(book, "confirm", "bob", award=1, camera="CAM-7").code == "ok"
    assert say(book, "pay", "cy", **PAYMENT).code == "ok"
    win(book, 2)
    assert say(book, "approve", "ann", award=2).code == "ok"
    assert say(book, "confirm", "bob", award=2, camera="CAM-7").code == "ok", "one film may show two awards"
    for change in ({"reference": "1001", "tax_form": "W2G-2"}, {"reference": "1002", "tax_form": "w2g-1"}):
        assert say(book, "pay", "cy", **{**PAYMENT, **change, "award": 2}).code == "reference_used"
    assert say(book, "deposit", "cy", amount=1, reference="1001").code == "ok", "a deposit has numbers of its own"


def test_a_number_of_another_link_is_used_too(book: JackpotBook, store: MemoryStore) -> None:
    """The same slip for the deposit of two jackpots: the money would be in the bank once."""
    running = Identity("software", "rulebook")
    other = JackpotBook.open(store, "other", load_layout, SeededSource(1), lambda: book.state.at, running)
    chosen = replace(plan(), id="other", thresholds=DUTIES)
    _go_live(other, chosen)
    reply = say(other, "deposit", "cy", amount=500, reference="dep-1")
    assert (reply.code, reply.detail.startswith("deposit dep-1: link sf, entry")) == ("reference_used", True)
    assert misused(store, store.links()) == []
    other.link.elsewhere = lambda _key: ""  # as two writers at the same instant
    head = store.head("other")
    with pytest.raises(NumberTaken):
        say(other, "deposit", "cy", amount=501, reference="DEP-1")
    assert (store.head("other"), other.stopped != "") == (head, True)
    store._memory.numbers.clear()  # as a database administrator would
    (told, _) = misused(store, store.links())
    assert told.startswith("the table of used numbers lacks")
    again = JackpotBook.open(store, "other", load_layout, SeededSource(1), lambda: book.state.at, running)
    assert say(again, "deposit", "cy", amount=501, reference="DEP-1").code == "ok"
    told = misused(store, store.links())[0]
    assert told.startswith("deposit DEP-1 was used twice: link other, entry")


def _go_live(book: JackpotBook, chosen: LinkPlan) -> None:
    assert say(book, "propose", "ann", plan=plan_to_json(chosen)).code == "ok"
    assert say(book, "accept", "bob", plan=plan_hash(chosen)).code == "ok"


@pytest.mark.parametrize(
    "edit",
    [
        lambda body: body["req"].update(payee=2),
        lambda body: body.update(payee="0" * 64),
        lambda body: body.pop("payee"),
        lambda body: body["req"].update(reference="check"),
        lambda body: body["req"].pop("reference"),
    ],
)
def test_a_payment_rewritten_to_another_payee_or_number_is_found(paid: MemoryStore, edit: Any) -> None:
    rewrite(paid, LINK, seq_of(paid, LINK, "pay"), edit)
    assert not audited(paid).is_clean


def test_a_check_number_rewritten_to_one_that_was_used_is_found(book: JackpotBook, store: MemoryStore) -> None:
    assert say(book, "deposit", "cy", amount=100, reference="DEP-2").code == "ok"
    seq = seq_of(store, LINK, "deposit", -1)
    rewrite(store, LINK, seq, lambda body: body["req"].update(reference="DEP-1"))
    assert audited(store).findings[0].where == f"entry {seq}"


def test_a_record_that_was_exchanged_is_found(paid: MemoryStore) -> None:
    """Another name under the same number: the salted hash in the journal gives it away."""
    paid.forget_personal(LINK, [1])
    keep(paid, name="Accomplice")
    assert [tuple(each)[:2] for each in audited(paid).findings] == [
        ("personal record 1", "is not the one whose hash the payment holds")
    ]


def test_a_record_that_is_gone_before_its_time_is_found(paid: MemoryStore) -> None:
    paid.forget_personal(LINK, [1])
    assert [tuple(each)[:2] for each in audited(paid).findings] == [
        ("personal record 1", "is gone, and nobody purged it")
    ]


def test_a_forged_purge_is_found(paid: MemoryStore, book: JackpotBook) -> None:
    """An entry that lists nobody, or more than one person stands behind."""
    keep(paid, 3, until="2025-12-31")
    assert say(book, "purge", "ann", reason="old").code == "ok"
    seq = seq_of(paid, LINK, "purge")
    rewrite(paid, LINK, seq, lambda body: body.update(purged=[]))
    assert audited(paid).findings[0].where == f"entry {seq}"


def test_a_number_is_never_given_to_somebody_else(paid: MemoryStore) -> None:
    with pytest.raises(StoreError, match="personal record 1 is taken"):
        keep(paid, name="Somebody Else")


@pytest.mark.parametrize(
    "change",
    [{"name": "123-45-6789"}, {"identified": "SSN 123 45 6789"}, {"address": "EIN 12-3456789"},
     {"identified": "123456789"}, {"identified": "tax id 123456789"}, {"identified": "SSN card 123456789"},
     {"identified": "passport 123.45.6789"}, {"name": "123.45.6789"}, {"address": "card 123456789"},
     {"name": ""}, {"name": "a\nb"}, {"name": "x" * 201}, {"keep_until": "soon"}],
)  # fmt: skip
def test_no_tax_id_and_no_nonsense_is_stored(change: dict[str, str]) -> None:
    fields = {"name": "Pat", "address": "Spokane, WA 98101-1234", "identified": "passport", "keep_until": "2031-01-01"}
    make_record(LINK, 1, **fields, salt="s")
    with pytest.raises(BadInput):
        make_record(LINK, 1, **{**fields, **change}, salt="s")


@pytest.mark.parametrize("text", ["US passport 512345678", "license 123456789, seen by Cy", "state ID 123456789"])
def test_the_number_of_a_named_document_is_no_tax_id(text: str) -> None:
    assert make_record(LINK, 1, "Pat", "", text, "2031-01-01", "s").identified == text


def test_personal_records_are_kept_by_every_store(store_url: str, make_store: Any) -> None:
    one, other = make_store(), make_store()
    one.claim(LINK)
    keep(one, 2)
    keep(one, 1)
    assert [each.no for each in other.personal(LINK)] == [1, 2]
    assert other.personal(LINK)[0] == make_record(
        LINK, 1, "Pat Winner", "1 Main Street", "passport, seen by Cy", "2031-01-01", "salt"
    )
    with pytest.raises(StoreError, match="is taken"):
        keep(other, 2)
    other.forget_personal(LINK, [2, 7])
    assert [each.no for each in one.personal(LINK)] == [1]
    assert one.personal("nowhere") == []
