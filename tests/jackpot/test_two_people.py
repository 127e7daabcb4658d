"""One person is never enough: who stands behind an entry, and what waits for a second person."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from croupier.casino.floor import load_layout
from croupier.jackpot.actors import Actor
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import JackpotBook, Reply
from croupier.jackpot.plan.link_plan import Threshold
from croupier.jackpot.state import from_text, to_text
from tests.jackpot.attackers import rewrite, seq_of
from tests.jackpot.floor import LINK, SEVEN_CARDS, ask, go_live, open_book, plan
from tests.jackpot.memory import MemoryStore

ANN, BOB, DEE, CY = (
    Actor(name, "password", f"session-{name}", "pit-1") for name in ("ann", "bob", "dee", "cy")
)  # fmt: skip


@pytest.fixture
def book(store: MemoryStore) -> JackpotBook:
    book = open_book(store)
    go_live(book)
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1, 2]).code == "ok"
    return book


def say(book: JackpotBook, actor: Actor, do: str, second: Actor | None = None, **fields: Any) -> Reply:
    return book.post({"id": f"{do}-{book.state.seq}-{actor.person}", "do": do, **fields}, actor, second)


VOID: dict[str, Any] = {"table": "T01", "round": 1, "reason": "misdeal"}


def test_a_name_in_a_request_counts_for_nothing(book: JackpotBook) -> None:
    for name in ("by", "second"):
        reply = book.post({"id": "f", "do": "fault", "reason": "dark", name: "ann"}, DEE)
        assert (reply.code, reply.detail) == ("malformed", f"{name}: not a field of fault")


def test_every_entry_says_how_its_people_were_authenticated(book: JackpotBook, store: MemoryStore) -> None:
    reply = say(book, DEE, "void", ANN, **VOID)
    body = json.loads(list(store.entries(LINK))[reply.seq - 1].body)  # type: ignore[operator]
    assert (body["req"]["by"], body["req"]["second"]) == ("dee", "ann")
    assert body["actor"] == [["password", "session-dee", "pit-1"], ["password", "session-ann", "pit-1"]]


def test_whoever_changes_an_answer_does_not_change_what_the_next_entry_says(book: JackpotBook) -> None:
    """A program is given the entry that it made, and says there that it was authenticated by a key."""
    reply = say(book, DEE, "void", **VOID)
    assert reply.body is not None
    reply.body["actor"][0][0] = "key"
    reply.body["req"]["by"] = "ann"
    granted = say(book, ANN, "grant", ask=1).body
    assert granted is not None
    assert [each["req"]["by"] for each in (reply.body, granted)] == ["dee", "dee"]
    assert [each["actor"][0][0] for each in (reply.body, granted)] == ["password", "password"]


def test_the_dealer_asks_and_the_supervisor_grants(book: JackpotBook, store: MemoryStore) -> None:
    before = book.display.meters
    asked = say(book, DEE, "void", **VOID)
    assert asked.body is not None
    assert (asked.code, asked.body["ask"]) == ("ok", 1)
    assert "moves" not in asked.body
    assert book.display.meters == before
    assert say(book, DEE, "grant", ask=1).code == "not_allowed"
    assert say(book, CY, "grant", ask=1).code == "not_allowed"
    assert say(book, ANN, "grant", ask=2).code == "unknown_ask"
    book.close()
    book = open_book(store)  # it waits over a restart
    granted = say(book, ANN, "grant", ask=1)
    assert granted.code == "ok"
    assert book.state.rounds == {}
    assert say(book, ANN, "grant", ask=1).code == "unknown_ask"
    assert from_text(to_text(book.state)) == book.state
    assert audit(store, LINK, load_layout).is_clean


def test_a_grant_that_is_sent_again_is_posted_once(book: JackpotBook) -> None:
    say(book, DEE, "void", **VOID)
    request = {"id": "g", "do": "grant", "ask": 1}
    first, again = book.post(request, ANN), book.post(request, ANN)
    assert (first.code, again.code, again.seq) == ("ok", "exists", first.seq)
    assert book.post(request, BOB).code == "id_reused"


def test_nobody_grants_their_own_request(book: JackpotBook) -> None:
    about: dict[str, Any] = {"reason": "house_adds", "level": 1, "amount": 5, "note": "gift"}
    assert say(book, ANN, "adjust", **about).code == "ok"
    assert say(book, ANN, "grant", ask=1).code == "same_person"
    assert say(book, ANN, "adjust", ANN, **about).code == "same_person"
    assert say(book, ANN, "adjust", DEE, **about).code == "not_allowed"
    assert say(book, BOB, "grant", ask=1).code == "ok"


def test_what_waits_is_looked_at_again_when_it_is_granted(book: JackpotBook) -> None:
    assert say(book, DEE, "void", **VOID).code == "ok"
    assert say(book, DEE, "void", ANN, **VOID).code == "ok"
    assert say(book, ANN, "grant", ask=1).code == "round_over"


def test_what_waits_can_be_declined(book: JackpotBook) -> None:
    assert say(book, DEE, "void", **VOID).code == "ok"
    assert say(book, BOB, "decline", ask=1, reason="the film shows no misdeal").code == "ok"
    assert say(book, ANN, "grant", ask=1).code == "unknown_ask"


def test_a_hand_without_cards_is_read_by_two(book: JackpotBook) -> None:
    assert say(book, DEE, "lock", table="T01", round=1).code == "ok"
    read: dict[str, Any] = {"table": "T01", "round": 1, "hands": {"1": {"event": "straight_flush_6"}}}
    assert say(book, ANN, "result", **read).code == "ok"
    assert (book.state.awards, set(book.state.asked)) == ({}, {"1"})
    assert say(book, BOB, "grant", ask=1).code == "ok"
    assert len(book.state.awards) == 1
    assert say(book, DEE, "fault", ANN, reason="x").code == "malformed", "a second person where none is needed"


def test_a_withdrawal_needs_two(book: JackpotBook) -> None:
    assert say(book, CY, "deposit", amount=500, reference="slip-1").code == "ok"
    assert say(book, CY, "withdraw", amount=100, reference="slip-1").code == "ok"
    bank = book.state.bank_cents
    assert say(book, ANN, "grant", ask=1).code == "ok"
    assert book.state.bank_cents == bank - 100


def test_an_actor_that_cannot_be_written_down_is_refused(book: JackpotBook) -> None:
    for person in ("", "a\nb", "x" * 65, "a\ud800"):
        assert book.post({"id": "a", "do": "fault", "reason": "x"}, Actor(person)).code == "malformed"


# Attacks on the journal


def attacked(store: MemoryStore, seq: int, edit: Any) -> str:
    rewrite(store, LINK, seq, edit)
    return audit(store, LINK, load_layout).findings[0].what


def test_a_second_person_taken_out_of_an_entry(book: JackpotBook, store: MemoryStore) -> None:
    say(book, DEE, "void", ANN, **VOID)

    def edit(body: dict[str, Any]) -> None:
        del body["req"]["second"]
        del body["actor"][1]

    assert attacked(store, seq_of(store, LINK, "void"), edit) == "was done by one person"


def test_how_somebody_was_authenticated_taken_out(book: JackpotBook, store: MemoryStore) -> None:
    say(book, DEE, "void", ANN, **VOID)
    told = attacked(store, seq_of(store, LINK, "void"), lambda body: body.pop("actor"))
    assert told == "does not say how its people were authenticated"


def test_a_grant_of_something_else_than_was_asked(book: JackpotBook, store: MemoryStore) -> None:
    about: dict[str, Any] = {"reason": "house_adds", "level": 1, "amount": 5, "note": "gift"}
    say(book, ANN, "adjust", **about)
    say(book, BOB, "grant", ask=1)

    def edit(body: dict[str, Any]) -> None:
        body["req"]["amount"] = 6
        body["moves"][0][2] = 6_000_000

    assert attacked(store, seq_of(store, LINK, "adjust"), edit) == "grants what nobody asked for"


def test_a_request_that_moved_money_while_it_waited(book: JackpotBook, store: MemoryStore) -> None:
    say(book, ANN, "adjust", reason="house_adds", level=1, amount=5, note="gift")
    told = attacked(store, seq_of(store, LINK, "ask"), lambda body: body.update(moves=[["meter.1", "house", 10**6]]))
    assert told.startswith("is not what the rules come to: moves")


def test_an_approval_by_whoever_reported_the_hand() -> None:
    other = MemoryStore()
    book = open_book(other)
    go_live(book, replace(plan(), thresholds=(Threshold("2026-01-01", approval_cents=1_000),)))
    about: dict[str, Any] = {"table": "T01", "round": 1}
    steps: list[tuple[str, dict[str, Any]]] = [
        ("wager", {"seats": [1]}),
        ("lock", {}),
        ("result", {"hands": {"1": SEVEN_CARDS}}),
    ]
    for do, fields in steps:
        assert say(book, ANN, do, **about, **fields).code == "ok"
    assert say(book, BOB, "approve", award=1).code == "ok"
    told = attacked(other, seq_of(other, LINK, "approve"), lambda body: body["req"].update(by="ann"))
    assert told.startswith("would have been refused: three_people")
