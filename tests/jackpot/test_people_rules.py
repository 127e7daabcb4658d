"""Nobody robs the house alone: by a token, by many small awards, or by a bank that nobody else has asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from croupier.casino.floor import load_layout
from croupier.casino.proofs import prove_link
from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.journal import Store
from croupier.jackpot.kinds.table import KINDS, record_of
from croupier.jackpot.plan.link_plan import LinkPlan, LinkRefused, Threshold, plan_hash, plan_to_json
from croupier.stores.desks import asked_from_text, asked_to_text
from tests.jackpot.conftest import MakeStore
from tests.jackpot.floor import LINK, SEVEN_CARDS, ask, go_live, let_day_pass, open_book, plan, staff, with_level

FIVE_IN_A_ROW = "9s 8s 7s 6s 5s 2d 3h"
"""A straight flush of five cards: a fixed pay that leaves the tray at once."""
APPROVAL = (Threshold("2026-01-01", approval_cents=100_000),)
SIX_PEOPLE = staff(
    ann="supervisor", bob="supervisor", eve="supervisor", dee="dealer", dan="dealer", cy="accounting", fay="accounting"
)


def watched() -> LinkPlan:
    return replace(plan(), thresholds=APPROVAL, people=SIX_PEOPLE)


@pytest.fixture
def store(make_store: MakeStore) -> Store:
    return make_store()


@pytest.fixture
def book(store: Store) -> JackpotBook:
    book = open_book(store)
    go_live(book, watched())
    return book


def play(book: JackpotBook, number: int, hands: dict[str, str], by: str = "dee", table: str = "T01") -> list[Any]:
    """The awards of a round."""
    about: dict[str, Any] = {"table": table, "round": number}
    assert ask(book, "wager", by, **about, seats=[1, 2]).code == "ok"
    assert ask(book, "lock", by, **about).code == "ok"
    reply = ask(book, "result", by, **about, hands=hands)
    assert reply.code == "ok", reply
    assert reply.body is not None
    return list(reply.body["awards"])


def sound(store: Store) -> None:
    assert not audit(store, LINK, load_layout).findings


# A token reports and locks


@pytest.mark.parametrize("how", ["token", "table token"])
def test_a_token_decides_nothing(book: JackpotBook, store: Store, how: str) -> None:
    token = Actor("bob", how, "", "T01", ("ann", "bob"))
    play(book, 1, {"1": SEVEN_CARDS})
    tries: list[dict[str, Any]] = [
        {"do": "approve", "award": 1},
        {"do": "confirm", "award": 1, "camera": "CAM-1"},
        {"do": "grant", "ask": 1},
        {"do": "pay", "award": 1, "method": "check", "reference": "C-1"},
        {"do": "deposit", "amount": 500, "reference": "D-1"},
        {"do": "statement", "amount": 500, "reference": "S-1"},
        {"do": "void", "table": "T01", "round": 2, "reason": "none"},
    ]
    for number, request in enumerate(tries):
        reply = book.post({"id": f"t:{number}", **request}, token)
        assert (reply.code, reply.detail) == (
            "not_allowed",
            "a token reports and locks; this is for somebody who has logged in",
        )
    reject = {"id": "t:r", "do": "reject", "award": 1, "reason": "none"}
    assert book.post(reject, Actor("eve", "password"), Actor("ann", how, "", "T01")).code == "not_allowed"
    assert book.post({"id": "t:f", "do": "fault", "reason": "dark"}, token).code == "ok"
    sound(store)


def test_what_a_token_may_say_is_in_the_table() -> None:
    assert {do for do, kind in KINDS.items() if kind.record.by_token} == {
        "wager",
        "lock",
        "result",
        "fault",
        "close_day",
    }
    read = record_of({"do": "result", "table": "T01", "round": 1, "hands": {"1": {"event": "royal_flush"}}}, "ann")
    assert read.needs_second, "a hand without cards is read by two people, and by no token"


def test_whoever_made_a_token_is_a_reporter_of_what_it_reports(book: JackpotBook, store: Store) -> None:
    token = Actor("dee", "table token", "s", "T01", ("ann", "bob"))
    for do, fields in (("wager", {"seats": [1]}), ("lock", {}), ("result", {"hands": {"1": SEVEN_CARDS}})):
        request = {"id": f"made:{do}", "do": do, "table": "T01", "round": 1, **fields}
        assert book.post(request, token).code == "ok"
    assert book.state.awards["1"].reported == ["dee", "ann", "bob"]
    for person in ("ann", "bob"):
        assert ask(book, "approve", person, award=1).code == "three_people"
    assert ask(book, "approve", "eve", award=1).code == "ok"
    sound(store)


def test_who_made_a_token_is_told_to_the_process_that_writes() -> None:
    asked = Asked({"id": "a"}, Actor("dee", "token", "s", "T01", ("ann", "bob")), Actor("eve"))
    assert asked_from_text(asked_to_text(LINK, [asked], 1.0)) == (LINK, 1.0, [asked])


# Small awards add up


def test_many_small_awards_of_one_dealer_need_a_second_person(book: JackpotBook, store: Store) -> None:
    """The tray pays below the threshold; at the threshold in all, a supervisor looks."""
    [award] = play(book, 1, {"1": FIVE_IN_A_ROW})
    cents = award["cents"]
    assert (award["status"], 0 < cents < 100_000) == ("paid", True)
    at_once = -(-100_000 // cents) - 1
    for number in range(2, at_once + 1):
        assert play(book, number, {"1": FIVE_IN_A_ROW}, table="T01")[0]["status"] == "paid"
    assert at_once * cents < 100_000 <= (at_once + 1) * cents
    [waits] = play(book, at_once + 1, {"1": FIVE_IN_A_ROW})
    assert (waits["status"], waits["duties"][0]) == ("pending", "approval")
    assert play(book, 1, {"1": FIVE_IN_A_ROW}, table="T02")[0]["status"] == "pending", "the same dealer elsewhere"
    assert play(book, 1, {"1": FIVE_IN_A_ROW}, by="dan", table="T03")[0]["status"] == "paid", "another dealer"
    assert play(book, at_once + 2, {"1": FIVE_IN_A_ROW}, by="dan")[0]["status"] == "pending", "the table of the first"
    assert ask(book, "approve", "ann", award=waits["no"]).code == "ok"
    assert play(book, at_once + 3, {"1": FIVE_IN_A_ROW})[0]["status"] == "paid", "somebody has looked"
    sound(store)


def test_another_day_counts_anew(book: JackpotBook) -> None:
    rounds = iter(range(1, 1_000))
    while play(book, next(rounds), {"1": FIVE_IN_A_ROW})[0]["status"] == "paid":
        pass
    let_day_pass(book)
    assert play(book, next(rounds), {"1": FIVE_IN_A_ROW})[0]["status"] == "paid"


def test_whoever_reported_a_hand_never_pays_it_from_a_meter(store: Store) -> None:
    """Also where no threshold demands approval: a supervisor reads a hand with another, and neither pays it."""
    book = open_book(store)
    go_live(book, replace(plan(), people=SIX_PEOPLE))
    assert ask(book, "deposit", "cy", amount=100_000, reference="D-1").code == "ok"
    play(book, 1, {"1": SEVEN_CARDS}, by="ann")
    payment: dict[str, Any] = {"award": 1, "method": "check", "reference": "C-1"}
    assert ask(book, "pay", "ann", **payment).code == "three_people"
    assert ask(book, "pay", "cy", **payment).code == "ok"


# The bank


def test_a_deposit_and_the_statement_that_agrees_are_by_different_people(book: JackpotBook, store: Store) -> None:
    assert ask(book, "deposit", "fay", amount=500_000, reference="D-1").code == "ok"
    for person in ("cy", "fay"):
        refused = ask(book, "statement", person, amount=1_500_000, reference="S-1")
        assert (refused.code, refused.detail) == (
            "same_person",
            f"{person} has booked money at the bank since its last statement that agreed",
        )
    assert ask(book, "statement", "ann", amount=1_500_000, reference="S-1").code == "ok"
    assert ask(book, "statement", "cy", amount=1_500_000, reference="S-2").code == "ok", "nothing was booked since"
    sound(store)


def test_a_statement_that_differs_does_not_let_the_depositor_state(book: JackpotBook, store: Store) -> None:
    """A deposit that never was, an honest statement that differs, and then one that "agrees" by the depositor."""
    held = book.state.bank_cents
    assert ask(book, "deposit", "fay", amount=4_500_000, reference="D-1").code == "ok"
    assert ask(book, "statement", "ann", amount=held, reference="S-1").code == "ok"
    for _ in range(2):  # also once the book was closed and opened again
        assert ask(book, "statement", "fay", amount=held + 4_500_000, reference="S-2").code == "same_person"
        assert book.state.bank_difference == -4_500_000
        book.close()
        book = open_book(store)
    assert ask(book, "statement", "bob", amount=held + 4_500_000, reference="S-3").code == "ok"
    assert (book.state.bank_difference, book.state.bankers) == (0, [])
    assert ask(book, "statement", "fay", amount=held + 4_500_000, reference="S-4").code == "ok"
    sound(store)


def test_the_second_person_of_a_withdrawal_does_not_say_that_the_bank_agrees(book: JackpotBook, store: Store) -> None:
    assert ask(book, "deposit", "cy", amount=100_000, reference="D-9").code == "ok"
    assert ask(book, "withdraw", "cy", amount=100_000, reference="W-1", second="ann").code == "ok"
    held = book.state.bank_cents
    assert ask(book, "statement", "ann", amount=held, reference="S-1").code == "same_person"
    assert ask(book, "statement", "bob", amount=held, reference="S-1").code == "ok"
    sound(store)


def test_nobody_alone_says_that_a_debt_came_back(book: JackpotBook) -> None:
    assert ask(book, "deposit", "cy", amount=100_000, reference="D-1").code == "ok"
    play(book, 1, {"1": SEVEN_CARDS})
    assert ask(book, "approve", "ann", award=1).code == "ok"
    assert ask(book, "pay", "cy", award=1, method="check", reference="C-1").code == "ok"
    result = next(each.seq for each in book.store.entries(LINK) if each.kind == "result")
    reason = "the film shows it"
    assert ask(book, "correct", "ann", table="T01", round=1, entry=result, hands={}, reason=reason).code == "ok"
    alone = book.post({"id": "c", "do": "collect", "award": 1, "amount": 100, "reference": "R-1"}, Actor("cy"))
    assert (alone.code, alone.body and alone.body["ask"]) == ("ok", 1)
    assert book.state.receivable["1"].cents == 1_000_036, "it waits for a second person"
    assert ask(book, "grant", "bob", ask=1).code == "ok"
    assert book.state.receivable["1"].cents == 999_936


# Requests that wait


def test_what_waits_for_a_second_person_waits_until_the_next_day_is_over(book: JackpotBook, store: Store) -> None:
    void = {"id": "v", "do": "void", "table": "T01", "round": 1, "reason": "a misdeal"}
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1]).code == "ok"
    assert book.post(void, Actor("dee")).code == "ok"
    let_day_pass(book)
    assert ask(book, "fault", "dee", table="T02", reason="dark").code == "ok"
    assert set(book.state.asked) == {"1"}, "the next day is still to come"
    let_day_pass(book)
    refused = ask(book, "grant", "ann", ask=1)
    assert (refused.code, book.state.asked) == ("unknown_ask", {})
    sound(store)


# Plans and names


@pytest.mark.parametrize(
    "off", [(), (Threshold("2026-01-01", camera_cents=5),), (Threshold("2026-01-01", 90_000_000),)]
)
def test_no_plan_switches_approval_off(off: tuple[Threshold, ...]) -> None:
    prove_link(watched())
    with pytest.raises(LinkRefused, match="approval"):
        prove_link(replace(watched(), thresholds=off))


def test_two_people_give_no_more_by_corrections_than_by_results(book: JackpotBook, store: Store) -> None:
    """Two supervisors corrected lost round after lost round: each award was small, so nobody else approved any, one of
    the two paid them, and the odds heard of none."""
    given = []
    for number in range(1, 8):
        assert play(book, number, {}) == []
        about = {"table": "T01", "round": number, "entry": book.state.seq}
        reply = ask(book, "correct", "ann", second="bob", **about, hands={"1": FIVE_IN_A_ROW}, reason="misread")
        assert reply.code == "ok"
        assert reply.body is not None
        (award,) = reply.body["awards"]
        given.append((award["cents"], award["status"]))
    each = given[0][0]
    before = 100_000 // each - 1
    assert given == [(each, "payable")] * before + [(each, "pending")] * (7 - before)
    assert book.state.unapproved == dict.fromkeys(("table T01", "person ann", "person bob"), before * each)
    assert book.state.hands_told == {"T01\nann\nstraight_flush_5": 7}
    assert ask(book, "approve", "bob", award=before + 1).code == "three_people"
    assert ask(book, "approve", "eve", award=before + 1).code == "ok"
    assert book.state.unapproved == {}, "eve has looked"
    last = {"table": "T01", "round": 7}
    moved = ask(book, "correct", "ann", second="bob", **last, hands={"2": FIVE_IN_A_ROW}, reason="the other seat")
    assert moved.code == "ok"
    assert book.state.hands_told == {"T01\nann\nstraight_flush_5": 7}, "one hand, told of another seat"
    sound(store)


@pytest.mark.parametrize("resets", [False, True])
def test_no_first_day_far_ahead_switches_approval_off(store: Store, resets: bool) -> None:
    """A plan for a live link named a first day far ahead and thresholds from then on: until then one person reported a
    whole meter and another paid it, without approval. The day came in by a full reset as well."""
    book = open_book(store)
    book.link.check_plan = prove_link
    go_live(book, watched())
    later = replace(watched(), first_day="2999-01-01")
    if resets:
        later = replace(plan("PT-BJS-HCF-SF-E01"), thresholds=APPROVAL, people=SIX_PEOPLE, first_day="2999-01-01")
        assert ask(book, "propose", "ann", plan=plan_to_json(later)).code == "ok"
        assert ask(book, "accept", "bob", plan=plan_hash(later)).code == "ok"
        assert ask(book, "reset", "ann", second="bob", reason="another reading").code == "ok"
    assert ask(book, "propose", "ann", plan=plan_to_json(replace(later, thresholds=()))).code == "link_refused"
    off = replace(later, thresholds=(Threshold("2999-01-01", approval_cents=100_000),))
    reply = ask(book, "propose", "ann", plan=plan_to_json(off))
    assert (reply.code, "no award of sf needs approval" in reply.detail) == ("link_refused", True)


def test_the_books_refuse_such_a_plan(store: Store) -> None:
    book = open_book(store)
    book.link.check_plan = prove_link
    assert ask(book, "propose", "ann", plan=plan_to_json(replace(watched(), thresholds=()))).code == "link_refused"


@pytest.mark.parametrize("alike", ["d\u0435e", "Dee.", "D e e", "\u0501ee", "dEE", "D\u1d07e", "\ua4d3ee"])
def test_no_name_looks_like_that_of_somebody_else(book: JackpotBook, alike: str) -> None:
    new = {"role": "dealer", "name": "Somebody Quite Different"}
    assert ask(book, "appoint", "ann", person=alike, **new).code == "name_taken"
    assert ask(book, "appoint", "ann", person="gil", **{**new, "name": alike}).code == "name_taken"


@pytest.mark.parametrize("alike", ["GiI", "Gi1", "Gl1", "G\u0131l", "gli"])
def test_a_large_i_is_drawn_as_a_small_l(book: JackpotBook, alike: str) -> None:
    assert ask(book, "appoint", "ann", person="gil", name="Gil", role="dealer").code == "ok"
    assert ask(book, "appoint", "ann", person="max", name=alike, role="dealer").code == "name_taken"


# Corrections


def test_a_false_win_on_a_meter_below_its_seed_leaves_it_where_it_stood(store: Store) -> None:
    """The meter stands at $7,291.69 with a seed of $10,000; a whole win that never was is corrected away again."""
    book = open_book(store)
    below = with_level(watched(), beginning_cents=729_169)
    go_live(book, replace(below, thresholds=(Threshold("2026-01-01", approval_cents=500_000),)))
    assert ask(book, "deposit", "cy", amount=3_000_000, reference="D-1").code == "ok"
    play(book, 1, {})
    stood, seeds = book.state.meter_cents(1), dict(book.state.seed_in_meter)
    held = {name: credits - debits for name, (debits, credits) in book.state.balances.items()}
    assert stood == 729_205, "two wagers of a dollar brought 18 cents each"
    right: dict[str, Any] = {"table": "T01", "round": 1, "reason": "the film shows it"}
    told = ask(book, "correct", "ann", **right, entry=book.state.seq, hands={"1": SEVEN_CARDS})
    assert (told.code, book.state.meter_cents(1)) == ("ok", 1_000_000), "won whole, it begins again"
    assert ask(book, "correct", "ann", **right, entry=book.state.seq, hands={}).code == "ok"
    assert (book.state.meter_cents(1), book.state.seed_in_meter) == (stood, seeds)
    assert {name: credits - debits for name, (debits, credits) in book.state.balances.items() if credits != debits} == {
        name: cents for name, cents in held.items() if cents
    }
    play(book, 2, {"1": SEVEN_CARDS})
    assert ask(book, "reject", "ann", second="bob", award=2, reason="no such hand").code == "ok"
    assert book.state.meter_cents(1) == stood + 36
    sound(store)
