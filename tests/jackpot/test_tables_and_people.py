"""One table stops while others play; people come and go by entries; a link ends; a day closes over open rounds."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from croupier.cards.shuffle import SeededSource
from croupier.casino.audit import moved_nowhere
from croupier.casino.floor import load_layout
from croupier.handbook.reports.day import printed
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.kinds.bank import REASONS
from croupier.jackpot.plan.link_plan import Person, plan_hash, plan_to_json
from croupier.jackpot.reports import day as reports
from croupier.jackpot.reports.alarms import AlarmKind, alarms, by_cause, oddities_of
from croupier.jackpot.state import from_text, to_text
from croupier.people.logins import Device
from croupier.service.books.alerts import _of_link
from croupier.service.books.lamps import Lamps
from croupier.service.books.running import WatchedLink
from croupier.stores.slate import slate_of
from croupier.units import dollars
from tests.jackpot.attackers import rewrite, seq_of
from tests.jackpot.floor import LINK, SEVEN_CARDS, Watch, ask, close_day, go_live, open_book, plan
from tests.jackpot.memory import MemoryStore

SEED = 1_000_000


@pytest.fixture
def book(store: MemoryStore) -> JackpotBook:
    book = open_book(store)
    go_live(book)
    return book


def wager(book: JackpotBook, table: str, number: int = 1, by: str = "dee") -> str:
    return ask(book, "wager", by, table=table, round=number, seats=[1]).code


def sound(book: JackpotBook, store: MemoryStore) -> None:
    assert from_text(to_text(book.state)) == book.state
    assert audit(store, LINK, load_layout).is_clean


# Tables


def test_one_table_is_stopped_and_drained_while_the_others_play(book: JackpotBook, store: MemoryStore) -> None:
    assert wager(book, "T01") == "ok"
    assert ask(book, "fault", "dee", table="T01", reason="the sensor of seat 3 is dark").code == "ok"
    assert wager(book, "T02") == "ok"
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[2]).code == "fault"
    assert book.display.accepts_wagers
    assert book.display.stopped_tables == ("T01",)
    # What is on the table is settled; nothing new begins.
    assert ask(book, "lock", "dee", table="T01", round=1).code == "ok"
    assert ask(book, "result", "dee", table="T01", round=1, hands={}).code == "ok"
    assert wager(book, "T01", 2) == "fault"
    assert ask(book, "clear", "ann", second="bob", reason="mended").code == "ok"
    assert wager(book, "T01", 2) == "fault", "that cleared the controller, not the table"
    assert ask(book, "clear", "ann", second="bob", reason="mended", table="T01").code == "ok"
    assert wager(book, "T01", 2) == "ok"
    sound(book, store)


def test_a_table_is_retired_when_it_is_drained(book: JackpotBook, store: MemoryStore) -> None:
    assert wager(book, "T01") == "ok"
    without = replace(plan(), tables=plan().tables[1:])
    assert ask(book, "propose", "ann", plan=plan_to_json(without)).code == "ok"
    assert ask(book, "accept", "bob", plan=plan_hash(without)).code == "rounds_open"
    assert ask(book, "void", "dee", second="ann", table="T01", round=1, reason="retired").code == "ok"
    assert ask(book, "accept", "bob", plan=plan_hash(without)).code == "ok"
    assert wager(book, "T01", 2) == "unknown_table"
    sound(book, store)


# People


def test_people_join_change_and_leave_by_two(book: JackpotBook, store: MemoryStore) -> None:
    assert wager(book, "T01", by="kim") == "unknown_person"
    assert ask(book, "appoint", "dee", person="kim", name="Kim", role="supervisor").code == "not_allowed"
    assert ask(book, "appoint", "ann", person="kim", name="Kim", role="dealer").code == "ok"
    assert wager(book, "T01", by="kim") == "ok"
    assert ask(book, "dismiss", "ann", person="bob", reason="left").code == "too_few_supervisors"
    assert ask(book, "appoint", "ann", person="kim", name="Kim", role="supervisor").code == "ok"
    assert ask(book, "dismiss", "ann", second="kim", person="bob", reason="left").code == "ok"
    assert ask(book, "approve", "bob", award=1).code == "unknown_person"
    assert ask(book, "dismiss", "ann", second="kim", person="bob", reason="again").code == "unknown_member"
    sound(book, store)


def test_no_plan_brings_anybody_in_or_back(book: JackpotBook, store: MemoryStore) -> None:
    """A plan with one more supervisor, approved by two: the people are those of the entries."""
    more = replace(plan(), title="Another", people=(*plan().people, Person("eve", "Eve", "supervisor")))
    assert ask(book, "propose", "ann", plan=plan_to_json(more)).code == "ok"
    assert ask(book, "accept", "bob", plan=plan_hash(more)).code == "ok"
    assert book.state.plan is not None
    assert (book.state.plan.title, book.state.plan.role("eve")) == ("Another", None)
    assert book.state.waiting is None
    sound(book, store)


def test_somebody_slipped_into_the_journal_is_found(book: JackpotBook, store: MemoryStore) -> None:
    assert ask(book, "appoint", "ann", person="kim", name="Kim", role="dealer").code == "ok"

    def edit(body: dict[str, Any]) -> None:
        del body["req"]["second"]
        del body["actor"][1]

    rewrite(store, LINK, seq_of(store, LINK, "appoint"), edit)
    assert audit(store, LINK, load_layout).findings[0].what == "was done by one person"


# The end


def test_a_link_is_ended_and_its_money_moves_to_another_jackpot(book: JackpotBook, store: MemoryStore) -> None:
    assert wager(book, "T01") == "ok"
    about: dict[str, Any] = {"reason": "moved_out", "level": 1, "note": "to link pp"}
    assert ask(book, "adjust", "ann", **about, amount=SEED).code == "link_not_ended"
    assert ask(book, "end", "ann", second="ann", reason="the room closes").code == "same_person"
    assert ask(book, "end", "ann", reason="the room closes").code == "ok"
    assert (wager(book, "T02"), book.display.why_not) == ("link_ended", "link_ended")
    # What is on the table is settled, and what was won is paid.
    assert ask(book, "lock", "dee", table="T01", round=1).code == "ok"
    assert ask(book, "result", "dee", table="T01", round=1, hands={"1": SEVEN_CARDS}).code == "ok"
    assert ask(book, "adjust", "ann", **about, amount=SEED + 1).code == "more_than_there"
    assert ask(book, "adjust", "ann", **about, amount=SEED).code == "ok"
    assert (book.state.meter_cents(1), book.state.cents("moved_out")) == (0, SEED)
    assert "our own reading" in REASONS["moved_out"].cite
    sound(book, store)
    (told,) = moved_nowhere([audit(store, LINK, load_layout)])
    assert told == f"{dollars(SEED)} was moved out of an ended link, and came in on no link of this book"


def test_money_moves_in_from_a_jackpot_that_was_ended(book: JackpotBook, store: MemoryStore) -> None:
    about: dict[str, Any] = {"reason": "moved_in", "level": 1, "note": "from link pp", "amount": 777}
    assert ask(book, "adjust", "ann", **about).code == "ok"
    assert book.display.meters == {1: SEED + 777}
    sound(book, store)
    came = audit(store, LINK, load_layout)
    assert moved_nowhere([came]) == ["$7.77 came in as moved from another jackpot, and left no link of this book"]
    assert moved_nowhere([came, replace(came, moved=777)]) == []


# The day


def test_a_day_closes_over_open_rounds(book: JackpotBook, store: MemoryStore) -> None:
    """A 24-hour floor never pauses: the wagers of a round count in the first day, its award in the second."""
    assert wager(book, "T01") == "ok"
    assert close_day(book, "2026-01-01").code == "ok"
    assert ask(book, "lock", "dee", table="T01", round=1).code == "ok"
    assert ask(book, "result", "dee", table="T01", round=1, hands={"1": SEVEN_CARDS}).code == "ok"
    assert book.state.awards["1"].day == "2026-01-02"
    assert close_day(book, "2026-01-02").code == "ok"
    first, second = (reports.report(store, LINK, day) for day in ("2026-01-01", "2026-01-02"))
    assert [(day.tables[0].wagers, day.tables[0].rounds, len(day.prizes)) for day in (first, second)] == [
        (1, 0, 0),
        (0, 1, 1),
    ]
    sound(book, store)


@pytest.fixture
def hasty(store: MemoryStore) -> JackpotBook:
    """A book in which no time passes."""
    book = open_book(store, lambda: 1_767_300_000_000)
    go_live(book)
    return book


def void_seven(book: JackpotBook, table: str) -> None:
    """Seven rounds, each voided."""
    for number in range(1, 8):
        assert wager(book, table, number) == "ok"
        assert ask(book, "void", "dee", second="ann", table=table, round=number, reason="misdeal").code == "ok"


def test_rounds_faster_than_any_table_deals_are_an_alarm(hasty: JackpotBook, store: MemoryStore) -> None:
    book = hasty
    for number in range(1, 10):
        assert wager(book, "T01", number) == "ok"
        assert ask(book, "lock", "dee", table="T01", round=number).code == "ok"
        assert ask(book, "result", "dee", table="T01", round=number, hands={}).code == "ok"
    told = [each for each in reports.report(store, LINK, "open").exceptions if each.what == "unreasonable rate"]
    assert [each.detail for each in told] == ["T01: more than 6 rounds in a minute"]
    alarm = "unreasonable rate: T01 had more than 6 rounds in a minute (2026-01-01)"
    hand = "unreasonable rate: T01 had a hand dealt in less than a second (2026-01-01)"
    assert [each.words for each in oddities_of(store, book.state).not_confirmed(book.state)] == [hand, alarm]
    void_seven(book, "T02")
    lamps = cast("Lamps", SimpleNamespace(is_silent=lambda *_: False))
    raised = list(_of_link(WatchedLink(store, LINK), lamps, [], 1_767_300_000_000))
    sent = {each.id: each.words for each in raised if each.kind is AlarmKind.UNREASONABLE_RATE}
    assert list(sent.values()) == [hand, alarm, alarm.replace("T01", "T02")], "another table is news"
    [_, both] = by_cause(each for each in raised if each.kind is AlarmKind.UNREASONABLE_RATE)
    assert (both.tables, both.words) == (("T01", "T02"), alarm.replace("T01", "T01 and T02"))


def test_voided_rounds_count_towards_the_rate_of_a_table(hasty: JackpotBook, store: MemoryStore) -> None:
    void_seven(hasty, "T01")
    [odd] = oddities_of(store, hasty.state).not_confirmed(hasty.state)
    assert (odd.kind, odd.tables, odd.per) == (AlarmKind.UNREASONABLE_RATE, ("T01",), "minute")


def test_what_was_odd_is_an_alarm_until_its_day_is_closed() -> None:
    """Three days without an entry are no fault yet, and nobody should find out from a report alone."""
    store, watch = MemoryStore(), Watch()
    book = open_book(store, watch)
    go_live(book)
    watched = WatchedLink(store, LINK)
    watch.now += 72 * HOUR
    assert wager(book, "T01") == "ok"
    watch.now -= 5 * HOUR
    assert wager(book, "T02") == "ok"
    watched.catch_up()
    seq = book.state.seq
    silent = "no entry was made for 2 days between 2026-01-01 and 2026-01-04: the casino was closed, or the clock"
    back = f"the clock ran back: at entry {seq:,} it was 5 hours behind the entry before (2026-01-04)"
    read = oddities_of(store, book.state).not_confirmed(book.state)
    assert watched.odd == read
    assert [each.words for each in read] == [f"{silent} is wrong (2026-01-01)", back]
    assert {each.words for each in read} < {each.words for each in alarms(book.state, watch.now, read)}
    assert ask(book, "close_day", "cy", day="2026-01-01").code == "ok"
    left = oddities_of(store, book.state).not_confirmed(book.state)
    assert [each.words for each in left] == [back], "it is a little less behind by now"


@pytest.mark.parametrize(("more", "words"), [(5_00, "$5 more than"), (-5_00, "$5 less than")])
def test_a_bank_statement_that_differs_is_an_alarm_until_one_agrees(more: int, words: str) -> None:
    """A surplus is as unexplained as a lack."""
    store = MemoryStore()
    book = open_book(store, lambda: MORNING)
    go_live(book)
    assert ask(book, "deposit", "cy", amount=10_000, reference="slip 8").code == "ok"
    books = book.state.bank_cents
    assert ask(book, "statement", "ann", amount=books + more, reference="ST-1").code == "ok"
    (told,) = alarms(book.state, MORNING)
    assert words in told.words
    assert wager(book, "T01") == "ok", "the bank holds what is due"
    page = printed([reports.report(store, LINK, "open")]).text()
    assert f"The last bank statement shows {words} the books" in " ".join(page.split())
    assert ask(book, "statement", "ann", amount=books, reference="ST-2").code == "ok"
    assert alarms(book.state, MORNING) == []


# Alarms and the clock

MORNING = 1_767_254_400_000
"""2026-01-01 08:00 UTC; the gambling day ends a day later at 06:00."""
HOUR = 3_600_000


def test_a_day_that_nobody_closed_is_an_alarm() -> None:
    book = open_book(MemoryStore(), lambda: MORNING)
    go_live(book)
    assert alarms(book.state, MORNING) == []
    [over] = alarms(book.state, MORNING + 22 * HOUR)
    assert over.words == "gambling day 2026-01-01 is over and not closed"
    assert alarms(book.state, MORNING + 70 * HOUR)[0].words == "no entry was made for 2 days: is the clock right?"
    [behind] = alarms(book.state, MORNING - HOUR)
    assert behind.words == "the clock is 60 minutes behind the last entry"


def test_a_clock_that_jumps_is_in_the_journal_and_in_the_report() -> None:
    store = MemoryStore()
    clock, steady = [MORNING], [0]
    book = JackpotBook.open(
        store,
        LINK,
        load_layout,
        SeededSource(1),
        lambda: clock[0],
        Identity("software", "rulebook"),
        steady=lambda: steady[0],
    )
    go_live(book)
    clock[0], steady[0] = clock[0] + HOUR, steady[0] + HOUR  # time has passed
    assert wager(book, "T01") == "ok"
    clock[0] += 60_000  # as far as a clock may be put right without a word
    assert wager(book, "T04") == "ok"
    clock[0] += HOUR  # and now it has not
    assert wager(book, "T02") == "ok"
    clock[0] -= 2 * HOUR
    assert wager(book, "T03") == "ok"
    told = [(each.what, each.detail) for each in reports.report(store, LINK, "open").exceptions if "clock" in each.what]
    assert told == [
        ("clock jumped", "+3,600 seconds"),
        ("clock jumped", "-7,200 seconds"),
        ("clock went back", "7,200.000 seconds behind the entry before"),
    ]
    farthest = f"the clock jumped 120 minutes back at entry {book.state.seq:,}, the farthest of"
    clock[0] += 61_000
    assert wager(book, "T05") == "ok"
    odd = oddities_of(store, book.state).not_confirmed(book.state)
    assert f"{farthest} 3 jumps (2026-01-01)" in [each.words for each in odd], "a small jump afterwards hides no other"
    sound(book, store)


def test_a_clock_put_back_a_little_and_then_far_is_reported_as_far_as_it_was(store: MemoryStore) -> None:
    """1. Put the clock back by a second. 2. While it is behind, put it back by hours."""
    watch = Watch()
    book = open_book(store, watch)
    go_live(book)
    for table, back in (("T01", 1_000), ("T02", 5 * HOUR), ("T03", -2 * HOUR)):
        watch.now -= back
        assert wager(book, table) == "ok"
    (told,) = [each for each in reports.report(store, LINK, "open").exceptions if each.what == "clock went back"]
    assert told.detail.startswith("18,000.9")
    assert told.detail.endswith(f"seconds behind the entry before; still behind at entry {book.state.seq:,}")


def test_a_sensor_that_falls_silent_stops_its_table_alone(book: JackpotBook, store: MemoryStore) -> None:
    now = [0.0]
    lamps = Lamps(slate_of("memory:"), silent_after=30, clock=lambda: now[0])
    first, second = (Device(kind="sensor", link=LINK, table=table, person="dee", at=0) for table in ("T01", "T02"))
    lamps.expect(first, book.post_all)
    lamps.expect(second, book.post_all)
    now[0] = 29
    lamps.hear(second, None, 1, book.post_all)
    assert lamps.look() == []
    now[0] = 31
    assert lamps.look() == ["T01"]
    assert lamps.look() == [], "it is said once"
    assert (wager(book, "T01"), wager(book, "T02")) == ("fault", "ok")
    lamps.hear(first, None, 1, book.post_all)
    assert wager(book, "T01") == "fault", "two people clear it"
    assert ask(book, "clear", "ann", table="T01", reason="a new cable").code == "ok"
    assert wager(book, "T01") == "ok"
    now[0] = 120
    lamps.forget(LINK, "T02")
    assert lamps.look() == ["T01"]
    sound(book, store)
