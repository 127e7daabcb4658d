"""What one insider, or two, might try around a payment: an exchanged payee, an early purge, one person in two parts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.casino.scripted import scripted
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.plan.link_plan import Person
from tests.jackpot.attackers import rewrite, seq_of
from tests.jackpot.floor import LINK, go_live, open_book, plan
from tests.jackpot.memory import MemoryStore
from tests.jackpot.test_payees import DUTIES, PAYMENT, audited, keep, say, win


@pytest.fixture
def book(store: MemoryStore) -> JackpotBook:
    """A link with a third supervisor, and money in its bank."""
    made = open_book(store)
    go_live(made, replace(plan(), thresholds=DUTIES, people=(*plan().people, Person("eve", "Eve", "supervisor"))))
    assert say(made, "deposit", "cy", amount=20_000_000, reference="DEP-1").code == "ok"
    keep(store)
    return made


def pay(book: JackpotBook, award: int = 1) -> None:
    assert say(book, "approve", "ann", award=award).code == "ok"
    assert say(book, "confirm", "bob", award=award, camera=f"CAM-{award}").code == "ok"
    papers = {"award": award, "reference": f"100{award}", "tax_form": f"W2G-{award}"}
    assert say(book, "pay", "cy", **{**PAYMENT, **papers}).code == "ok"


# Personal records


def test_an_exchange_is_found_though_a_later_payment_names_the_new_record(
    book: JackpotBook, store: MemoryStore
) -> None:
    win(book)
    pay(book)
    store.forget_personal(LINK, [1])
    keep(store, name="Accomplice")
    win(book, 2)
    pay(book, 2)
    assert [each[:2] for each in audited(store).findings] == [
        ("personal record 1", "was exchanged: the payments that name it hold different hashes")
    ]


def test_an_early_purge_after_the_time_was_changed_is_found(book: JackpotBook, store: MemoryStore) -> None:
    win(book)
    pay(book)
    assert audited(store).is_clean
    store.forget_personal(LINK, [1])
    keep(store, until="2025-12-31")
    assert not audited(store).is_clean, "the time is in the hash"
    assert say(book, "purge", "ann", reason="its time is over").code == "ok"
    (found,) = audited(store).findings
    assert found.what == f"was purged on {book.state.day}, and must be kept until 2031-01-01"


def test_a_payment_rewritten_to_a_shorter_time_is_found(book: JackpotBook, store: MemoryStore) -> None:
    win(book)
    pay(book)
    rewrite(store, LINK, seq_of(store, LINK, "pay"), lambda body: body.update(keep_until="2026-01-01"))
    assert not audited(store).is_clean


# A hand that two people read without cards


def test_nobody_who_read_a_hand_without_cards_approves_films_or_pays_it(book: JackpotBook) -> None:
    about = {"table": "T01", "round": 1}
    assert say(book, "wager", "dee", **about, seats=[1]).code == "ok"
    assert say(book, "lock", "dee", **about).code == "ok"
    hands = {"1": {"event": "straight_flush_7"}}
    assert say(book, "result", "ann", **about, hands=hands, second="bob").code == "ok"
    for person in ("ann", "bob"):
        assert say(book, "approve", person, award=1).code == "three_people"
        assert say(book, "confirm", person, award=1, camera="CAM-7").code == "three_people"
    assert say(book, "approve", "eve", award=1).code == "ok"
    assert say(book, "confirm", "eve", award=1, camera="CAM-7").code == "ok"
    for person in ("ann", "bob", "eve"):
        assert say(book, "pay", person, **PAYMENT).code == "three_people"
    assert say(book, "pay", "cy", **PAYMENT).code == "ok"


# The film


def test_nobody_puts_another_film_in_the_place_of_a_confirmed_one(book: JackpotBook, store: MemoryStore) -> None:
    win(book)
    assert say(book, "confirm", "bob", award=1, camera="CAM-1").code == "ok"
    for person in ("bob", "ann"):
        reply = say(book, "confirm", person, award=1, camera="CAM-2")
        assert (reply.code, reply.detail) == ("film_confirmed", "CAM-1")
    win(book, 2)
    assert say(book, "confirm", "bob", award=2, camera="CAM-2").code == "ok", "another award has a film of its own"
    seq = seq_of(store, LINK, "confirm", -1)
    rewrite(store, LINK, seq, lambda body: body["req"].update(award=1))
    assert audited(store).findings[0][:2] == (f"entry {seq}", "would have been refused: film_confirmed CAM-1")


# What waits for a second person


def test_a_dealer_does_not_decline_the_correction_of_her_own_round(book: JackpotBook, store: MemoryStore) -> None:
    win(book)
    correction = {"table": "T01", "round": 1, "hands": {}, "reason": "no such hand on the film"}
    request = {"id": "c", "do": "correct", "by": "ann", **correction}
    assert book.post_all([scripted(request)])[0].code == "ok"
    for person in ("dee", "cy"):
        assert say(book, "decline", person, ask=1, reason="nothing to see").code == "not_allowed"
    assert set(book.state.asked) == {"1"}
    assert say(book, "decline", "ann", ask=1, reason="I looked again").code == "ok"
    assert audited(store).is_clean
    rewrite(store, LINK, seq_of(store, LINK, "decline"), lambda body: body["req"].update(by="dee"))
    assert not audited(store).is_clean


def test_whoever_asked_takes_it_back(book: JackpotBook) -> None:
    about = {"table": "T01", "round": 1}
    assert say(book, "wager", "dee", **about, seats=[1]).code == "ok"
    assert (
        book.post_all([scripted({"id": "v", "do": "void", "by": "dee", **about, "reason": "misdeal"})])[0].code == "ok"
    )
    assert say(book, "decline", "dee", ask=1, reason="my mistake").code == "ok"


# Appointments


def test_nobody_appoints_themselves(book: JackpotBook) -> None:
    role = {"name": "Ann", "role": "accounting"}
    assert say(book, "appoint", "ann", person="ann", **role, second="bob").code == "same_person"
    assert say(book, "appoint", "bob", person="ann", **role, second="ann").code == "same_person"
    assert book.post_all([scripted({"id": "a", "do": "appoint", "by": "bob", "person": "ann", **role})])[0].code == "ok"
    assert say(book, "grant", "ann", ask=1).code == "same_person"
    assert say(book, "grant", "eve", ask=1).code == "ok"


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann "])
def test_nobody_joins_under_the_name_of_somebody_else(book: JackpotBook, name: str) -> None:
    reply = say(book, "appoint", "ann", person="ann2", name=name, role="supervisor", second="bob")
    assert (reply.code, reply.detail) == ("name_taken", "ann is Ann")
    assert say(book, "appoint", "bob", person="ann", name=name, role="supervisor", second="eve").code == "ok"
