"""Mistakes are mended award by award, by two people, by new transfers; also after something was paid."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from croupier.casino.floor import load_layout
from croupier.cli.jackpot.post import answer_of
from croupier.handbook.reports.day import settled
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.entries import Debt
from croupier.jackpot.plan.link_plan import LinkPlan, Threshold, plan_hash, plan_to_json
from croupier.jackpot.reports import day as reports
from croupier.jackpot.reports.alarms import AlarmKind, alarms
from croupier.jackpot.state import conservation_faults, from_text, to_text
from tests.jackpot.attackers import rewrite, seq_of
from tests.jackpot.floor import (
    LINK,
    OTHER_SEVEN,
    SEVEN_CARDS,
    ask,
    close_day,
    go_live,
    open_book,
    plan,
    staff,
    with_level,
)
from tests.jackpot.memory import MemoryStore
from tests.jackpot.rejections import balances, reject_a_false_win

SEED = 1_000_000
PENDING_FROM = (Threshold("2026-01-01", approval_cents=50_000),)


@pytest.fixture
def book(store: MemoryStore) -> JackpotBook:
    return open_book(store)


def play(book: JackpotBook, seats: list[int], hands: dict[str, Any], number: int = 1, table: str = "T01") -> int:
    """A round to its result; the entry of the result."""
    about: dict[str, Any] = {"table": table, "round": number}
    assert ask(book, "wager", "dee", **about, seats=seats).code == "ok"
    assert ask(book, "lock", "dee", **about).code == "ok"
    reply = ask(book, "result", "dee", **about, hands=hands)
    assert reply.code == "ok", reply.detail
    assert reply.seq is not None
    return reply.seq


def correct(book: JackpotBook, hands: dict[str, Any], number: int = 1, **fields: Any) -> Any:
    about: dict[str, Any] = {"table": "T01", "round": number, "reason": "the film shows it"}
    return ask(book, "correct", "ann", **about, hands=hands, **fields)


def sound(book: JackpotBook, store: MemoryStore) -> None:
    """The money is all there, the state can be written down, and an audit decides every entry alike."""
    assert conservation_faults(book.state) == []
    assert from_text(to_text(book.state)) == book.state
    found = audit(store, LINK, load_layout)
    assert not found.findings


def live(book: JackpotBook, chosen: LinkPlan) -> None:
    """With a third supervisor: whoever asks for a correction or grants it does not approve what it gives."""
    go_live(book, replace(chosen, people=(*chosen.people, *staff(eve="supervisor"))))
    ask(book, "deposit", "cy", amount=2_000_000, reference="plenty")


def pay(book: JackpotBook, award: int) -> None:
    if book.state.awards[str(award)].status == "pending":
        assert ask(book, "approve", "eve", award=award).code == "ok"
    assert ask(book, "pay", "cy", award=award, method="check", reference=f"no. {award}").code == "ok"


def statuses(book: JackpotBook) -> dict[int, tuple[int, int, str]]:
    return {int(no): (each.seat, each.cents, each.status) for no, each in sorted(book.state.awards.items())}


def test_a_rejected_award_goes_back_to_its_meter_and_the_round_stays_over(
    book: JackpotBook, store: MemoryStore
) -> None:
    live(book, replace(plan(), thresholds=PENDING_FROM))
    reject_a_false_win(book)
    assert (book.state.level_hits, book.state.level_won, book.state.awards) == ({"1": 0}, {"1": 0}, {})
    assert ask(book, "result", "dee", table="T01", round=1, hands={}).code == "round_over"
    assert close_day(book, "2026-01-01").code == "ok"
    sound(book, store)


def test_the_wrong_seat(book: JackpotBook, store: MemoryStore) -> None:
    """Approved and paid to seat 1, and seat 2 had won it: seat 1 owes it, seat 2 is given it."""
    live(book, replace(plan(), thresholds=PENDING_FROM))
    entry = play(book, [1, 2], {"1": SEVEN_CARDS})
    pay(book, 1)
    before = balances(book)
    assert correct(book, {"2": SEVEN_CARDS}).code == "unknown_result", "nothing of the round is open: name the entry"
    reply = correct(book, {"2": SEVEN_CARDS}, entry=entry)
    told = answer_of(LINK, reply)
    assert (reply.code, told.voided, told.to_come_back) == ("ok", [1], {"1": SEED + 36})
    report = reports.report(store, LINK, "open")
    assert "paid by Cy 10:00:00, check" in (said := settled(report, report.prizes[0])), "how it was paid is not lost"
    assert said.endswith("; 10,000.36 to come back")
    assert statuses(book) == {2: (2, SEED + 36, "pending")}
    assert book.state.receivable == {"1": Debt(table="T01", round=1, seat=1, cents=SEED + 36)}
    changed = {name: value - before.get(name, 0) for name, value in balances(book).items()}
    assert {name: cents // 10**6 for name, cents in changed.items() if cents} == {
        "pending": SEED + 36,
        "receivable": -(SEED + 36),
    }
    assert book.state.level_hits == {"1": 1}
    assert ask(book, "approve", "ann", award=2).code == "three_people", "who corrected it has reported it"
    assert ask(book, "approve", "bob", award=2).code == "three_people", "and so has whoever granted that"
    pay(book, 2)
    assert alarms(book.state, book.state.at)[-1].words == (
        "award 1 (T01 round 1, seat 1) was paid by mistake: $10,000.36 is to come back"
    )
    too_much = ask(book, "collect", "cy", award=1, amount=SEED + 37, reference="check 6")
    assert (too_much.code, too_much.detail) == ("more_than_there", "at most $10,000.36")
    assert ask(book, "collect", "cy", award=1, amount=SEED, reference="check 7").code == "ok"
    assert ask(book, "collect", "cy", award=1, amount=37, reference="check 8").code == "more_than_there"
    assert ask(book, "write_off", "ann", award=1, reason="he has left the country").code == "ok"
    assert (book.state.receivable, book.state.cents("receivable")) == ({}, 0)
    sound(book, store)


def test_what_was_written_off_is_not_given_again(book: JackpotBook, store: MemoryStore) -> None:
    """Paid, corrected away, written off, and corrected back: whoever has the money is given nothing, and the house has
    its write-off back. Of a debt that came back in part, only that part is given again."""
    live(book, replace(plan(), thresholds=PENDING_FROM))
    entry = play(book, [1, 2], {"1": SEVEN_CARDS})
    pay(book, 1)
    before = balances(book)
    assert correct(book, {}, entry=entry).code == "ok"
    assert ask(book, "write_off", "ann", award=1, reason="he has left the country").code == "ok"
    assert ask(book, "write_off", "ann", award=1, reason="once more").code == "unknown_award"
    assert correct(book, {"1": SEVEN_CARDS}).code == "ok"
    assert (statuses(book), book.state.receivable, book.state.written_off) == ({}, {}, {})
    assert balances(book) == before
    sound(book, store)
    assert correct(book, {}).code == "ok"
    assert ask(book, "collect", "cy", award=2, amount=36, reference="check 7").code == "ok"
    assert ask(book, "write_off", "ann", award=2, reason="he has left the country").code == "ok"
    assert correct(book, {"1": SEVEN_CARDS}).code == "ok"
    assert statuses(book) == {4: (1, 36, "pending")}
    sound(book, store)


def test_a_missed_winner(book: JackpotBook, store: MemoryStore) -> None:
    """Seat 1 was paid all of it; seat 2 held the other seven-card hand, and they share."""
    live(book, replace(plan(), thresholds=PENDING_FROM))
    entry = play(book, [1, 2], {"1": SEVEN_CARDS})
    pay(book, 1)
    meter = book.display.meters
    assert correct(book, {"1": SEVEN_CARDS, "2": OTHER_SEVEN}, entry=entry).code == "ok"
    half = (SEED + 36) // 2
    assert statuses(book) == {3: (2, half, "pending")}
    assert {no: debt.cents for no, debt in book.state.receivable.items()} == {"1": half}
    assert book.display.meters == meter, "the meter was won once"
    assert (book.state.level_hits, book.state.level_won) == ({"1": 2}, {"1": SEED + 36})
    sound(book, store)


def test_approved_by_mistake(book: JackpotBook, store: MemoryStore) -> None:
    """Approved, not paid yet: the hand had won nothing, and everything is as if it had been said so."""
    live(book, replace(plan("PT-BJS-HCF-SF-E01"), thresholds=PENDING_FROM))
    ask(book, "wager", "dee", table="T01", round=1, seats=[1, 2])
    ask(book, "lock", "dee", table="T01", round=1)
    before = balances(book)
    ask(book, "result", "dee", table="T01", round=1, hands={"1": SEVEN_CARDS})
    assert ask(book, "approve", "bob", award=1).code == "ok"
    assert correct(book, {}).code == "ok", "the books know the entry of an open award"
    assert balances(book) == before
    assert (book.state.awards, book.state.receivable) == ({}, {})
    assert correct(book, {}).code == "nothing_to_correct"
    sound(book, store)


def test_a_jackpot_that_nobody_reported(book: JackpotBook, store: MemoryStore) -> None:
    live(book, replace(plan(), thresholds=PENDING_FROM))
    entry = play(book, [1, 2], {})
    play(book, [1, 2, 3], {}, number=2)
    assert correct(book, {"2": SEVEN_CARDS}, entry=entry).code == "ok"
    assert statuses(book) == {1: (2, SEED + 36, "pending")}
    assert book.display.meters == {1: SEED + 54}, "the seed, and what came in since"
    assert book.state.seed_in_meter == {"1": SEED - 10}, "ten cents came out of the reserve"
    sound(book, store)


def test_a_jackpot_that_nobody_reported_and_somebody_won_since(book: JackpotBook, store: MemoryStore) -> None:
    """The meter is not charged twice: the house makes up what is no longer there, as a prize of its own."""
    live(book, replace(plan(), thresholds=PENDING_FROM))
    entry = play(book, [1, 2], {})
    play(book, [1, 2, 3], {"1": SEVEN_CARDS}, number=2)
    meter, seed = book.display.meters[1], book.state.seed_in_meter["1"]
    assert correct(book, {"2": SEVEN_CARDS}, entry=entry).code == "ok"
    assert statuses(book)[2] == (2, SEED + 36, "pending")
    assert book.display.meters[1] == min(meter, SEED)
    assert -book.state.cents("prizes") > 0
    assert book.state.seed_in_meter["1"] >= seed
    # and back again: what the house made up is not left to the players
    assert correct(book, {}).code == "ok"
    assert (book.state.cents("prizes"), book.display.meters[1]) == (0, meter)
    sound(book, store)


def test_one_of_two_winners_is_disputed(book: JackpotBook, store: MemoryStore) -> None:
    """The other was paid his half: he is given the rest, and keeps what he has."""
    live(book, replace(plan(), thresholds=PENDING_FROM))
    play(book, [1, 2], {"1": SEVEN_CARDS, "2": OTHER_SEVEN})
    pay(book, 1)
    assert ask(book, "reject", "ann", award=2, reason="the nine was a club").code == "ok"
    half = (SEED + 36) // 2
    assert statuses(book) == {4: (1, half, "pending")}
    assert book.state.awards["4"].rest_of == 3
    assert book.state.receivable == {}
    assert (book.state.level_hits, book.state.level_won) == ({"1": 1}, {"1": SEED + 36})
    pay(book, 4)
    assert book.state.cents("payable") == book.state.cents("pending") == 0
    sound(book, store)


def test_envy_waits_for_the_approval_of_its_jackpot(book: JackpotBook, store: MemoryStore) -> None:
    live(book, replace(plan("PT-BJS-HCF-SF-E01"), thresholds=PENDING_FROM))
    play(book, [1, 2, 3], {"1": SEVEN_CARDS})
    assert {no: status for no, (_, _, status) in statuses(book).items()} == {1: "pending", 2: "pending", 3: "pending"}
    assert book.state.awards["2"].waits_for == [1]
    assert ask(book, "pay", "cy", award=2, method="cash").code == "award_pending"
    assert ask(book, "approve", "ann", award=2).code == "jackpot_pending"
    assert ask(book, "approve", "ann", award=1).code == "ok"
    assert {no: status for no, (_, _, status) in statuses(book).items()} == {1: "payable", 2: "payable", 3: "payable"}
    prizes = reports.report(store, LINK, "open").prizes
    assert [(prize.no, prize.kind, prize.status) for prize in prizes] == [
        (1, "meter", "payable"),
        (2, "envy", "payable"),
        (3, "envy", "payable"),
    ]
    assert len({prize.decided_at for prize in prizes}) == 1
    assert ask(book, "pay", "cy", award=2, method="cash").code == "ok"
    sound(book, store)


def test_envy_goes_with_its_jackpot(book: JackpotBook, store: MemoryStore) -> None:
    live(book, replace(plan("PT-BJS-HCF-SF-E01"), thresholds=PENDING_FROM))
    play(book, [1, 2, 3], {"1": SEVEN_CARDS})
    assert ask(book, "reject", "ann", award=1, reason="the nine was a club").code == "ok"
    assert statuses(book) == {}
    assert correct(book, {"2": SEVEN_CARDS}).code == "ok"
    assert [(each.seat, each.kind, each.status) for each in book.state.awards.values()] == [
        (2, "meter", "pending"),
        (1, "envy", "pending"),
        (3, "envy", "pending"),
    ]
    assert [each.waits_for for each in book.state.awards.values()] == [[], [4], [4]]
    sound(book, store)


def test_a_correction_needs_two_and_the_entry_that_holds(book: JackpotBook) -> None:
    live(book, replace(plan(), thresholds=PENDING_FROM))
    entry = play(book, [1, 2], {"1": SEVEN_CARDS})
    about: dict[str, Any] = {"table": "T01", "round": 1, "reason": "film", "hands": {"2": SEVEN_CARDS}}
    assert ask(book, "correct", "dee", **about).code == "not_allowed"
    assert ask(book, "correct", "ann", second="ann", **about).code == "same_person"
    assert ask(book, "correct", "ann", **{**about, "hands": {"3": SEVEN_CARDS}}).code == "seat_without_wager"
    assert ask(book, "correct", "ann", **{**about, "hands": {"2": "Zz"}}).code == "cards_malformed"
    assert ask(book, "correct", "ann", **about, entry=entry - 1).code == "unknown_result"
    assert ask(book, "correct", "ann", **{**about, "round": 2}, entry=entry).code == "unknown_result"
    assert ask(book, "correct", "ann", **about, entry=entry + 50).code == "unknown_result"
    assert ask(book, "correct", "ann", **about, entry=entry).code == "ok"
    assert ask(book, "correct", "ann", **{**about, "hands": {}}, entry=entry).code == "other_result"
    assert ask(book, "correct", "ann", **{**about, "hands": {}}).code == "ok"


def test_an_old_layout_is_corrected_by_its_old_rules(book: JackpotBook, store: MemoryStore) -> None:
    """After a full reset to another paytable, a round of the old one pays by the old one."""
    live(book, replace(plan(), thresholds=PENDING_FROM))
    entry = play(book, [1], {})
    new = replace(plan("PT-BJS-HCF-SF-E01"), thresholds=PENDING_FROM)
    assert ask(book, "propose", "ann", plan=plan_to_json(new)).code == "ok"
    assert ask(book, "accept", "bob", plan=plan_hash(new)).code == "ok"
    assert ask(book, "reset", "ann", reason="a new paytable").code == "ok"
    play(book, [1, 2], {}, number=2)
    assert correct(book, {"1": "7s 6s 5s 4s 3s Kd Jd"}, entry=entry).code == "ok"
    assert [each.event for each in book.state.awards.values()] == ["straight_flush_5"]
    assert len(book.state.layouts) == 2
    sound(book, store)


def test_a_limit_holds_after_a_correction(book: JackpotBook, store: MemoryStore) -> None:
    live(book, with_level(replace(plan(), thresholds=PENDING_FROM), limit_cents=SEED + 40))
    play(book, [1, 2], {"1": SEVEN_CARDS})
    play(book, [1], {}, number=2)
    assert ask(book, "reject", "bob", award=1, reason="misread").code == "ok"
    assert book.display.meters == {1: SEED + 40}
    assert book.display.overflow == {1: 14}
    sound(book, store)


# Attacks on the journal


def attacked(store: MemoryStore, kind: str, edit: Any) -> str:
    rewrite(store, LINK, seq_of(store, LINK, kind), edit)
    return audit(store, LINK, load_layout).findings[0].what


@pytest.mark.parametrize("what", ["seat", "money", "receivable", "second", "cites"])
def test_a_correction_that_was_rewritten(book: JackpotBook, store: MemoryStore, what: str) -> None:
    live(book, replace(plan(), thresholds=PENDING_FROM))
    entry = play(book, [1, 2], {"1": SEVEN_CARDS})
    play(book, [1, 2], {"1": OTHER_SEVEN}, number=2)
    pay(book, 1)
    assert correct(book, {"2": SEVEN_CARDS}, entry=entry).code == "ok"

    def edit(body: dict[str, Any]) -> None:
        if what == "seat":
            body["req"]["hands"] = {"1": OTHER_SEVEN}
        elif what == "money":
            body["moves"][0][1] = "house"
        elif what == "receivable":
            body["receivable"] = {}
        elif what == "second":
            del body["req"]["second"]
            del body["actor"][1]
        else:
            body["req"]["entry"] = entry + 3

    told = attacked(store, "correct", edit)
    assert told.startswith(("is not what the rules come to", "was done by one person", "would have been refused"))


def test_the_facts_of_a_result_that_were_rewritten(book: JackpotBook, store: MemoryStore) -> None:
    """A meter made larger in the entry of a result, so that a correction would pay more."""
    live(book, replace(plan(), thresholds=PENDING_FROM))
    play(book, [1, 2], {})

    def edit(body: dict[str, Any]) -> None:
        body["settled"]["before"]["1"] += 5_000_000

    assert attacked(store, "result", edit).startswith("is not what the rules come to: settled")


def test_an_alarm_says_when_the_bank_already_is_short(book: JackpotBook) -> None:
    """It used to say that the link would stop tomorrow when it had stopped today."""
    live(book, plan())
    book.state.due_level = book.state.liability_cents
    ask(book, "statement", "ann", amount=book.state.liability_cents - 500, reference="of the bank")
    (said,) = [each for each in alarms(book.state, book.state.at) if each.kind is AlarmKind.DEPOSIT_DUE]
    assert said.short_cents == 500
    assert said.words.startswith("money must be deposited now, since no wagers are taken while the bank is $5 short")
    refused = ask(book, "wager", "dee", table="T01", round=1, seats=[1])
    assert (refused.code, refused.detail) == (
        "bank_short",
        "$10,000 must be in the bank, and it holds $9,995",
    )
