"""The wager of one seat is taken back after the result, by two people: on every store, to the cent, and only once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from croupier.casino.floor import load_layout
from croupier.jackpot.accounts import HOUSE, REMAINDER, RESERVE, WAGERS
from croupier.jackpot.actors import Actor
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.journal import Store
from croupier.jackpot.kinds.rounds import reverse
from croupier.jackpot.plan.link_plan import MILLION, Threshold
from croupier.jackpot.reports import day as reports
from croupier.jackpot.state import LinkState, conservation_faults, from_text, to_text
from tests.jackpot.floor import LINK, OTHER_SEVEN, SEVEN_CARDS, ask, close_day, go_live, open_book, plan, staff

SEED = 1_000_000


@pytest.fixture
def book(each_store: Store) -> JackpotBook:
    book = open_book(each_store)
    chosen = replace(plan(), thresholds=(Threshold("2026-01-01", approval_cents=50_000),))
    go_live(book, replace(chosen, people=(*chosen.people, *staff(eve="supervisor"))))
    ask(book, "deposit", "cy", amount=2_000_000, reference="plenty")
    return book


def play(book: JackpotBook, seats: list[int], hands: dict[str, Any], number: int = 1) -> int:
    about: dict[str, Any] = {"table": "T01", "round": number}
    assert ask(book, "wager", "dee", **about, seats=seats).code == "ok"
    assert ask(book, "lock", "dee", **about).code == "ok"
    reply = ask(book, "result", "dee", **about, hands=hands)
    assert (reply.code, reply.seq is not None) == ("ok", True), reply.detail
    return reply.seq or 0


def take_back(book: JackpotBook, seat: int, **fields: Any) -> Any:
    about: dict[str, Any] = {"table": "T01", "round": 1, "reason": "the chip was the next player's"}
    return ask(book, "take_back", "ann", **about, seat=seat, **fields)


def sound(book: JackpotBook) -> None:
    assert conservation_faults(book.state) == []
    assert from_text(to_text(book.state)) == book.state
    assert not audit(book.store, LINK, load_layout).findings


def test_the_stake_comes_from_the_house_and_the_meter_stays(book: JackpotBook) -> None:
    entry = play(book, [1, 2], {})
    state = book.state
    shown, house, wagers = state.meter_cents(1), state.cents("house"), state.cents("wagers")
    assert take_back(book, 2, entry=entry).code == "ok"
    base = plan().base_wager_cents
    assert (state.meter_cents(1), state.cents("house"), state.cents("wagers")) == (shown, house - base, wagers + base)
    assert state.wager_count == 1
    told = [
        (line.what, line.who, line.detail, line.cents) for line in reports.report(book.store, LINK, "open").exceptions
    ]
    detail = "T01 round 1 seat 2: the chip was the next player's"
    assert ("wager taken back", "ann and bob", detail, -base) in told
    (table,) = [line for line in reports.report(book.store, LINK, "open").tables if line.table == "T01"]
    assert (table.rounds, table.wagers, table.wagered) == (1, 1, base)
    sound(book)
    assert close_day(book).code == "ok"
    sound(book)


def test_nobody_takes_it_back_twice_or_for_a_seat_that_had_none(book: JackpotBook) -> None:
    entry = play(book, [1, 2], {})
    assert take_back(book, 3, entry=entry).code == "seat_without_wager"
    done = take_back(book, 2, entry=entry)
    assert done.code == "ok"
    assert take_back(book, 2, entry=entry).code == "other_result"
    assert take_back(book, 2).code == "seat_without_wager"
    hands = {"2": SEVEN_CARDS}
    corrected = ask(book, "correct", "ann", table="T01", round=1, hands=hands, entry=done.seq, reason="it won")
    assert corrected.code == "seat_without_wager"
    assert book.state.wager_count == 1
    sound(book)


def test_one_person_alone_or_a_dealer_takes_nothing_back(book: JackpotBook) -> None:
    entry = play(book, [1], {})
    about: dict[str, Any] = {"table": "T01", "round": 1, "seat": 1, "entry": entry, "reason": "mine"}
    assert ask(book, "take_back", "dee", **about).code == "not_allowed"
    assert ask(book, "take_back", "ann", **about, second="ann").code == "same_person"
    before = dict(book.state.balances)
    alone = book.post({"id": "alone", "do": "take_back", **about}, Actor("ann", "script"))
    assert alone.code == "ok"
    assert "1" in book.state.asked, "it waits for a second person"
    assert dict(book.state.balances) == before
    assert ask(book, "grant", "ann", ask=1).code == "same_person"
    assert ask(book, "grant", "eve", ask=1).code == "ok"
    assert book.state.wager_count == 0
    sound(book)


def test_what_the_seat_won_goes_with_its_wager(book: JackpotBook) -> None:
    """Two seats share the meter. Without the second, the first wins all of it."""
    play(book, [1, 2], {"1": SEVEN_CARDS, "2": OTHER_SEVEN})
    shared = {award.seat: award.cents for award in book.state.awards.values()}
    whole = sum(shared.values())
    assert take_back(book, 2).code == "ok"
    assert {award.seat: award.cents for award in book.state.awards.values()} == {1: whole}
    assert book.state.meter_cents(1) == SEED
    sound(book)
    assert close_day(book).code == "ok"
    sound(book)


def test_what_was_paid_is_owed(book: JackpotBook) -> None:
    play(book, [1], {"1": SEVEN_CARDS})
    (award,) = book.state.awards.values()
    assert ask(book, "approve", "eve", award=1).code == "ok"
    assert ask(book, "pay", "cy", award=1, method="check", reference="no. 1").code == "ok"
    assert take_back(book, 1, entry=award.entry).code == "ok"
    assert {no: debt.cents for no, debt in book.state.receivable.items()} == {"1": award.cents}
    assert (book.state.level_hits, book.state.awards) == ({"1": 0}, {})
    sound(book)


def test_what_a_reserve_gave_once_it_does_not_give_again_for_its_fractions() -> None:
    """All that it holds goes back to the wagers; the cent that its fractions have made since is the house's to bear."""
    fractions = REMAINDER + RESERVE
    state = LinkState(link=LINK, balances={RESERVE: [0, 150 * MILLION], fractions: [0, 0]})
    assert reverse(state, {RESERVE: 150 * MILLION, fractions: 300_000}, []) == [
        (RESERVE, WAGERS, 150 * MILLION),
        (HOUSE, fractions, MILLION),
        (fractions, WAGERS, 300_000),
    ]
