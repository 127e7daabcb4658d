"""Whoever said what a hand is neither approves its award nor pays it, however often the award is given again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier.casino.floor import load_layout
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.plan.link_plan import Threshold
from croupier.jackpot.reports.day import report
from croupier.jackpot.reports.records import Prize
from tests.jackpot.attackers import rewrite, seq_of
from tests.jackpot.floor import LINK, OTHER_SEVEN, SEVEN_CARDS, ask, close_day, go_live, open_book, plan, staff
from tests.jackpot.memory import MemoryStore

HERE: dict[str, Any] = {"table": "T01", "round": 1}
FROM_A_DOLLAR = (Threshold("2026-01-01", approval_cents=100, camera_cents=100),)


@pytest.fixture
def book(store: MemoryStore) -> JackpotBook:
    """A locked round of three seats; four supervisors and somebody who pays."""
    book = open_book(store)
    more = staff(eve="supervisor", flo="supervisor")
    go_live(book, replace(plan("PT-BJS-HCF-SF-E01"), thresholds=FROM_A_DOLLAR, people=(*plan().people, *more)))
    assert ask(book, "deposit", "cy", amount=2_000_000, reference="plenty").code == "ok"
    assert ask(book, "wager", "dee", **HERE, seats=[1, 2, 3]).code == "ok"
    assert ask(book, "lock", "dee", **HERE).code == "ok"
    return book


def two_winners(book: JackpotBook, by: str = "eve") -> None:
    assert ask(book, "result", by, **HERE, hands={"1": SEVEN_CARDS, "2": OTHER_SEVEN}).code == "ok"


def given_last(book: JackpotBook, kind: str = "meter") -> int:
    return max(each.no for each in book.state.awards.values() if each.kind == kind)


def refused_to(book: JackpotBook, do: str, award: int, *people: str, **fields: Any) -> None:
    for each in people:
        assert ask(book, do, each, award=award, **fields).code == "three_people", each


def correct(book: JackpotBook, by: str, hands: dict[str, Any], **fields: Any) -> str:
    return ask(book, "correct", by, **HERE, hands=hands, reason="the film shows it", **fields).code


def pay(book: JackpotBook, award: int, by: str) -> str:
    papers: dict[str, Any] = {"method": "check", "reference": f"check {award}"}
    return ask(book, "pay", by, award=award, **papers).code


def test_whoever_grants_a_correction_neither_approves_its_award_nor_pays_it(
    book: JackpotBook, store: MemoryStore
) -> None:
    entry = ask(book, "result", "dee", **HERE, hands={}).seq
    assert correct(book, "ann", {"1": SEVEN_CARDS}, entry=entry) == "ok", "bob grants it"
    award = given_last(book)
    refused_to(book, "approve", award, "ann", "bob")
    refused_to(book, "confirm", award, "ann", "bob", camera="CAM-1")
    assert ask(book, "approve", "eve", award=award).code == "ok"
    assert ask(book, "confirm", "flo", award=award, camera="CAM-1").code == "ok"
    for person in ("ann", "bob", "eve"):
        assert pay(book, award, person) == "three_people", person
    assert pay(book, award, "cy") == "ok"
    rewrite(store, LINK, seq_of(store, LINK, "approve"), lambda body: body["req"].update(by="bob"))
    told = audit(store, LINK, load_layout).findings[0].what
    assert told.startswith("would have been refused: three_people"), "nor by rewriting the entry"


def test_a_rejection_of_another_hand_lets_nobody_approve_their_own(book: JackpotBook, store: MemoryStore) -> None:
    """Eve reports two winners. A friend rejects one, so that the other is given anew, with more."""
    two_winners(book)
    assert ask(book, "reject", "ann", second="flo", award=2, reason="misread").code == "ok"
    award = given_last(book)
    assert (book.state.awards[str(award)].seat, book.state.awards[str(award)].reported) == (
        1,
        ["eve", "ann", "flo"],
    )
    refused_to(book, "approve", award, "eve", "ann")
    assert ask(book, "approve", "bob", award=award).code == "ok"
    assert audit(store, LINK, load_layout).is_clean


def test_a_correction_of_another_hand_lets_nobody_approve_their_own(book: JackpotBook, store: MemoryStore) -> None:
    two_winners(book)
    assert correct(book, "ann", {"1": SEVEN_CARDS}) == "ok"
    award = given_last(book)
    refused_to(book, "approve", award, "eve", "ann", "bob")
    assert ask(book, "approve", "flo", award=award).code == "ok"
    assert audit(store, LINK, load_layout).is_clean


def test_who_reported_a_hand_that_was_not_there_may_approve_the_right_one(book: JackpotBook) -> None:
    assert ask(book, "result", "eve", **HERE, hands={"1": SEVEN_CARDS}).code == "ok"
    assert correct(book, "ann", {"2": OTHER_SEVEN}) == "ok"
    assert book.state.awards[str(given_last(book))].reported == ["ann", "bob"]


def test_an_envy_is_approved_by_nobody_who_reported_its_jackpot(book: JackpotBook) -> None:
    two_winners(book)
    assert ask(book, "reject", "ann", second="flo", award=2, reason="misread").code == "ok"
    jackpot = given_last(book)
    assert ask(book, "approve", "bob", award=jackpot).code == "ok"
    refused_to(book, "approve", given_last(book, "envy"), "eve")
    assert ask(book, "approve", "bob", award=given_last(book, "envy")).code == "ok"


@pytest.mark.parametrize(
    "edit",
    [
        lambda award: award["reported"].remove("eve"),
        lambda award: award.pop("reported"),
        lambda award: award["reported"].append("bob"),
        lambda award: award.update(cards=OTHER_SEVEN),
        lambda award: award.pop("cards"),
    ],
)
def test_who_reported_a_hand_and_its_cards_cannot_be_rewritten(
    book: JackpotBook, store: MemoryStore, edit: Callable[[dict[str, Any]], Any]
) -> None:
    """In the entry of a rejection, which says nothing of hands itself; every hash after it is computed again."""
    two_winners(book)
    assert ask(book, "reject", "ann", second="flo", award=2, reason="misread").code == "ok"
    assert ask(book, "approve", "bob", award=given_last(book)).code == "ok"
    rewrite(store, LINK, where := seq_of(store, LINK, "reject"), lambda body: edit(body["awards"][0]))
    first = audit(store, LINK, load_layout).findings[0]
    told = ("is not what the rules come to: awards", "cannot be read: Object missing required field `reported`")
    assert (first.where, first.what.startswith(told)) == (f"entry {where}", True)


def test_an_entry_passed_off_as_one_of_another_format(book: JackpotBook, store: MemoryStore) -> None:
    """Under a number of another format nothing is believed, whatever its rules may have been."""
    entry = ask(book, "result", "dee", **HERE, hands={}).seq
    assert correct(book, "ann", {"1": SEVEN_CARDS}, entry=entry) == "ok"
    assert ask(book, "approve", "eve", award=given_last(book)).code == "ok"

    def as_before(body: dict[str, Any]) -> None:
        body["v"] = 5
        for award in body["awards"]:
            del award["reported"]
            award.pop("cards", None)

    rewrite(store, LINK, seq_of(store, LINK, "correct"), as_before)
    rewrite(store, LINK, seq_of(store, LINK, "approve"), lambda body: body["req"].update(by="bob"))
    told = [each.what for each in audit(store, LINK, load_layout).findings]
    assert "is of format 5, and this software reads format 1 alone" in told


def test_an_envy_that_stands_is_approved_by_nobody_who_corrected_its_jackpot(
    book: JackpotBook, store: MemoryStore
) -> None:
    """Seat 3 is owed the same whoever of the others held the hand, so the correction leaves its award."""
    assert ask(book, "result", "eve", **HERE, hands={"1": SEVEN_CARDS}).code == "ok"
    [envy] = [each.no for each in book.state.awards.values() if each.seat == 3]
    assert correct(book, "ann", {"2": OTHER_SEVEN}) == "ok"
    assert ask(book, "approve", "flo", award=given_last(book)).code == "ok"
    refused_to(book, "approve", envy, "ann", "bob", "eve")
    assert ask(book, "approve", "flo", award=envy).code == "ok"
    assert audit(store, LINK, load_layout).is_clean


# What the prize records say


def prizes(store: MemoryStore, day: str | None = None) -> dict[int, Prize]:
    found = report(store, LINK, day or "open")
    return {each.no: each for each in found.prizes}


def test_cards_stay_with_a_hand_that_is_given_another_award(book: JackpotBook, store: MemoryStore) -> None:
    """After a rejection, on the days after it, and in the record of one that was paid and then voided."""
    entry = ask(book, "result", "eve", **HERE, hands={"1": SEVEN_CARDS, "2": OTHER_SEVEN}).seq
    assert ask(book, "reject", "ann", second="flo", award=2, reason="misread").code == "ok"
    award = given_last(book)
    assert prizes(store)[award].cards == SEVEN_CARDS
    assert ask(book, "approve", "bob", award=award).code == "ok"
    assert ask(book, "confirm", "bob", award=award, camera="CAM-1").code == "ok"
    close_day(book)
    assert prizes(store)[award].cards == SEVEN_CARDS
    assert pay(book, award, "cy") == "ok"
    close_day(book)
    assert correct(book, "ann", {"2": OTHER_SEVEN}, entry=entry) == "other_result"
    assert correct(book, "ann", {"2": OTHER_SEVEN}) == "ok"
    voided = prizes(store)[award]
    assert (voided.status, voided.cards) == ("corrected", SEVEN_CARDS)


def test_who_read_a_hand_without_cards_is_still_named_on_the_next_day(book: JackpotBook, store: MemoryStore) -> None:
    assert ask(book, "result", "ann", **HERE, hands={"1": {"event": "straight_flush_7"}}).code == "ok"
    close_day(book)
    assert prizes(store)[1].read_by == "ann"
    assert book.state.awards["1"].reported == ["ann", "bob"]


def test_a_prize_record_names_the_film_that_was_corrected(book: JackpotBook, store: MemoryStore) -> None:
    assert ask(book, "result", "dee", **HERE, hands={"1": SEVEN_CARDS}).code == "ok"
    assert ask(book, "confirm", "ann", award=1, camera="CAM-1").code == "ok"
    assert ask(book, "correct_film", "ann", award=1, camera="CAM-2", reason="mistyped").code == "ok"
    assert prizes(store)[1].camera == "CAM-2"


# Rejections, which take two people since format 7


def test_nobody_rejects_a_jackpot_alone(book: JackpotBook, store: MemoryStore) -> None:
    """A supervisor would keep a player's jackpot in the meter until a friend sits there."""
    assert ask(book, "result", "dee", **HERE, hands={"1": SEVEN_CARDS}).code == "ok"
    award = given_last(book)
    alone = Asked({"id": "alone", "do": "reject", "award": award, "reason": "misread"}, Actor("ann", "script"))
    [reply] = book.post_all([alone])
    assert (reply.code, reply.body and reply.body["ask"], str(award) in book.state.awards) == ("ok", 1, True)
    assert ask(book, "grant", "ann", ask=1).code == "same_person"
    assert ask(book, "grant", "bob", ask=1).code == "ok"
    assert str(award) not in book.state.awards
    assert audit(store, LINK, load_layout).is_clean

    def as_one(body: dict[str, Any]) -> None:
        del body["req"]["second"], body["req"]["ask"], body["sent"]

    rewrite(store, LINK, seq_of(store, LINK, "reject"), as_one)
    assert "was done by one person" in [each.what for each in audit(store, LINK, load_layout).findings]


def test_nobody_rejects_their_own_hand(book: JackpotBook) -> None:
    two_winners(book)
    refused_to(book, "reject", 1, "eve", reason="misread")
    assert ask(book, "reject", "ann", second="eve", award=1, reason="misread").code == "three_people"
    assert correct(book, "eve", {"2": OTHER_SEVEN}) == "ok", "with a second person, what was misread is corrected"


@pytest.mark.parametrize("voided_by", ["reject", "correct"])
def test_a_hand_that_is_voided_and_told_again_is_approved_by_nobody_who_told_it_first(
    book: JackpotBook, store: MemoryStore, voided_by: str
) -> None:
    """Eve reports a hand; two friends void it and enter it again, so that she is the third person."""
    assert ask(book, "result", "eve", **HERE, hands={"1": SEVEN_CARDS}).code == "ok"
    if voided_by == "reject":
        assert ask(book, "reject", "ann", award=1, reason="misread").code == "ok"
    else:
        assert correct(book, "ann", {"2": OTHER_SEVEN}) == "ok"
        assert correct(book, "ann", {}) == "ok"
    assert correct(book, "ann", {"1": SEVEN_CARDS}) == "ok"
    award = given_last(book)
    assert book.state.awards[str(award)].reported == ["eve", "ann", "bob"]
    refused_to(book, "approve", award, "eve", "ann", "bob")
    assert ask(book, "approve", "flo", award=award).code == "ok"
    assert pay(book, award, "eve") == "three_people"
    assert audit(store, LINK, load_layout).is_clean
