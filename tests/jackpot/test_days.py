"""The gambling day by the clock, and what somebody might do to it."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace

import pytest

from croupier.casino.floor import load_layout
from croupier.handbook.reports.day import header_facts, printed, settled
from croupier.jackpot.audit.again import LinkAudit
from croupier.jackpot.audit.whole import audit
from croupier.jackpot.book.book import FURTHEST_AHEAD_MS, LATEST_MS, ClockAhead, Clocks, JackpotBook
from croupier.jackpot.journal import StoreBusy
from croupier.jackpot.plan.link_plan import Threshold, plan_hash, plan_to_json
from croupier.jackpot.reports import day as reports
from croupier.jackpot.reports.alarms import AlarmKind, alarms
from tests.jackpot.attackers import entries_of, mend_chain, mend_snapshots, remove, rewrite, seq_of
from tests.jackpot.floor import LINK, SEVEN_CARDS, Watch, ask, close_day, go_live, let_day_pass, open_book, plan
from tests.jackpot.memory import MemoryStore

HOUR = 3_600_000


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def book(store: MemoryStore, watch: Watch) -> JackpotBook:
    made = open_book(store, watch)
    go_live(made)
    return made


def audited(store: MemoryStore) -> LinkAudit:
    return audit(store, LINK, load_layout)


def wager(book: JackpotBook, round: int, **fields: object) -> str:
    return ask(book, "wager", "dee", table="T01", round=round, seats=[1], **fields).code


def play(book: JackpotBook, round: int, hands: dict[str, str]) -> None:
    assert wager(book, round) == "ok"
    assert ask(book, "lock", "dee", table="T01", round=round).code == "ok"
    assert ask(book, "result", "dee", table="T01", round=round, hands=hands).code == "ok"


# What holds


def test_an_entry_belongs_to_the_day_in_which_it_was_made(book: JackpotBook, store: MemoryStore, watch: Watch) -> None:
    watch.now = int(book.state.day_ends) - 2
    assert wager(book, 1) == "ok"  # the last millisecond of the day
    assert book.state.day == "2026-01-01"
    assert ask(book, "lock", "dee", table="T01", round=1).code == "ok"  # the first of the next
    assert book.state.day == "2026-01-02"
    assert [each.day for each in book.state.unclosed] == ["2026-01-01"]
    assert audited(store).is_clean


def test_a_book_that_is_opened_after_midnight_turns_the_day_before_it_starts(
    book: JackpotBook, store: MemoryStore, watch: Watch
) -> None:
    over = let_day_pass(book)
    assert open_book(store, watch).state.day > over
    assert [entry.kind for entry in entries_of(store, LINK)[-2:]] == ["new_day", "start"]
    assert audited(store).is_clean


def test_a_refused_request_turns_the_day_as_well(book: JackpotBook, watch: Watch) -> None:
    let_day_pass(book)
    assert wager(book, 1, day="2026-01-01") == "wrong_day"
    assert book.state.day == "2026-01-02"
    assert wager(book, 1, day="2026-01-02") == "ok"


def test_days_are_closed_late_and_in_order_while_play_goes_on(book: JackpotBook, store: MemoryStore) -> None:
    for number in range(1, 4):
        play(book, number, {})
        let_day_pass(book)
    assert ask(book, "close_day", "cy", day="2026-01-02").code == "wrong_day"
    for day in ("2026-01-01", "2026-01-02", "2026-01-03"):
        assert wager(book, 4) == ("ok" if day == "2026-01-01" else "seat_has_wagered")
        before = reports.report(store, LINK, day)
        assert ask(book, "close_day", "cy", day=day).code == "ok"
        after = reports.report(store, LINK, day)
        assert replace(after, is_closed=False, closed_at=None, closed_by="") == before
        assert after.tables[0].wagers == 1, "what came after the boundary is not in it"
    assert ask(book, "close_day", "cy", day="2026-01-03").code == "wrong_day"
    assert list(reports.history(store, LINK)) == ["2026-01-03", "2026-01-02", "2026-01-01"]
    assert audited(store).is_clean


def test_a_void_takes_back_the_wagers_of_both_sides_of_midnight(book: JackpotBook, store: MemoryStore) -> None:
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[1, 2]).code == "ok"
    let_day_pass(book)
    assert ask(book, "wager", "dee", table="T01", round=1, seats=[3]).code == "ok"
    assert ask(book, "void", "dee", table="T01", round=1, reason="misdeal").code == "ok"
    second = reports.report(store, LINK, "2026-01-02")
    assert (second.tables[0].wagers, second.tables[0].wagered) == (1 - 3, (1 - 3) * plan().base_wager_cents)
    assert book.state.wager_count == 0


def test_nobody_closes_a_day_before_its_end(book: JackpotBook, watch: Watch) -> None:
    watch.now = int(book.state.day_ends) - 10
    reply = ask(book, "close_day", "cy", day="2026-01-01")
    assert (reply.code, reply.detail) == ("day_not_over", "2026-01-01")


def test_money_is_due_by_the_clock_and_not_by_the_close(store: MemoryStore, watch: Watch) -> None:
    book = open_book(store, watch)
    go_live(book, replace(plan(), deposit_days=1))
    play(book, 1, {})
    let_day_pass(book)
    assert wager(book, 2) == "bank_short"
    assert ask(book, "deposit", "cy", amount=book.state.liability_cents, reference="slip 2").code == "ok"
    assert wager(book, 2) == "ok"
    assert [each.day for each in book.state.unclosed] == ["2026-01-01"], "nobody has closed it yet"
    assert audited(store).is_clean


def test_a_threshold_that_begins_at_midday_of_a_round_holds_for_its_award(store: MemoryStore, watch: Watch) -> None:
    """Wagered on the first day, won on the second: the second day's thresholds hold."""
    book = open_book(store, watch)
    go_live(book, replace(plan(), thresholds=(Threshold("2026-01-02", approval_cents=1),)))
    assert wager(book, 1) == "ok"
    assert ask(book, "lock", "dee", table="T01", round=1).code == "ok"
    let_day_pass(book)
    assert ask(book, "result", "dee", table="T01", round=1, hands={"1": SEVEN_CARDS}).code == "ok"
    assert (book.state.awards["1"].day, book.state.awards["1"].status) == ("2026-01-02", "pending")


def test_a_link_opens_on_its_first_day_or_later(store: MemoryStore, watch: Watch) -> None:
    watch.now += 240 * HOUR
    book = open_book(store, watch)
    go_live(book)
    assert book.state.day == "2026-01-11"
    other = MemoryStore()
    early = open_book(other, Watch())
    go_live(early, replace(plan(), first_day="2026-02-01"))
    assert early.state.day == "2026-02-01"
    assert alarms(early.state, Watch().now)[0].words.startswith("the open day 2026-02-01 begins in 31 days: ")
    assert audited(store).is_clean
    assert audited(other).is_clean


def test_a_plan_with_other_hours_ends_the_day_at_its_own(store: MemoryStore, watch: Watch) -> None:
    book = open_book(store, watch)
    go_live(book)
    new = replace(plan(), day_begins="09:00")
    assert ask(book, "propose", "ann", plan=plan_to_json(new)).code == "ok"
    assert ask(book, "accept", "bob", plan=plan_hash(new)).code == "ok"
    watch.now += 21 * HOUR  # seven in the morning: no longer the end
    assert wager(book, 1) == "ok"
    assert book.state.day == "2026-01-01"
    watch.now += 2 * HOUR
    assert ask(book, "lock", "dee", table="T01", round=1).code == "ok"
    assert book.state.day == "2026-01-02"
    book.close()
    assert audited(store).is_clean


@pytest.mark.parametrize(("zone", "hours"), [("America/Los_Angeles", 23), ("UTC", 24)])
def test_the_day_of_a_zone_whose_clocks_change(store: MemoryStore, watch: Watch, zone: str, hours: int) -> None:
    watch.now = 1_772_895_600_000  # 2026-03-07 15:00 UTC, seven in the morning in Los Angeles
    book = open_book(store, watch)
    go_live(book, replace(plan(), time_zone=zone))
    assert book.state.day == "2026-03-07"
    begins = 14 if zone != "UTC" else 6
    assert int(book.state.day_ends) == 1_772_895_600_000 + (begins - 15 + hours) * HOUR
    assert close_day(book, "2026-03-07").code == "ok"
    assert audited(store).is_clean


ODD_DAYS = """
2026-01-01 20:00 America/Los_Angeles 06:00
2026-03-07 20:00 America/Los_Angeles 02:30 UTC-08:00 to 03:30 UTC-07:00, 24 hours
2026-03-08 20:00 America/Los_Angeles 03:30 UTC-07:00 to 02:30 UTC-07:00, 23 hours
2026-11-01 20:00 America/Los_Angeles 01:30 UTC-07:00 to 01:30 UTC-08:00, 25 hours
2026-10-03 03:00 Australia/Lord_Howe 03:00 UTC+10:30 to 03:00 UTC+11:00, 23.5 hours
2026-06-01 03:00 Asia/Kolkata 03:00
"""
"""A moment in UTC, the zone, and what the report of its day says. At 02:30 there is no March 8 in Los Angeles."""


@pytest.mark.parametrize("line", ODD_DAYS.strip().splitlines())
def test_a_report_says_when_its_day_began(store: MemoryStore, watch: Watch, line: str) -> None:
    day, hour, zone, told = line.split(" ", 3)
    watch.now = int(datetime.datetime.fromisoformat(f"{day}T{hour}+00:00").timestamp() * 1000)
    book = open_book(store, watch)
    go_live(book, replace(plan(), time_zone=zone, day_begins="02:30" if "03:30" in told else told[:5]))
    assert book.state.day == day
    facts = dict(header_facts(reports.report(store, LINK, "open")))
    changes = ": the clocks change" if "hours" in told else ""
    assert f", from {told}{changes} ({zone})" in facts["Gambling day"]


def test_a_win_after_midnight_has_the_date_of_the_calendar(store: MemoryStore, watch: Watch) -> None:
    """It belongs to the gambling day before; on a later day's report an hour beside that day would be a day off."""
    book = open_book(store, watch)
    go_live(book, replace(plan(), thresholds=(Threshold("2026-01-01", approval_cents=1),)))
    watch.now += 19 * HOUR  # five in the morning of January 2
    play(book, 1, {"1": SEVEN_CARDS})
    assert book.state.awards["1"].day == "2026-01-01"
    first = reports.report(store, LINK, "open")
    assert dict(header_facts(first))["Times"].endswith("; hours before 06:00 are of 2026-01-02")
    assert "\n  1  05:00:00 T01" in printed([first]).text()
    let_day_pass(book)
    assert ask(book, "approve", "bob", award=1).code == "ok"
    second = reports.report(store, LINK, "open")
    assert "\n  1  2026-01-02 05:00:00" in printed([second]).text()
    assert settled(second, second.prizes[0]) == "approved by Bob 06:00:00; not yet paid"


# Clocks that are wrong


def test_a_clock_that_runs_back_over_the_boundary_opens_no_day_again(
    book: JackpotBook, store: MemoryStore, watch: Watch
) -> None:
    let_day_pass(book)
    assert wager(book, 1) == "ok"
    watch.now -= 5 * HOUR
    assert ask(book, "lock", "dee", table="T01", round=1).code == "ok"
    assert book.state.day == "2026-01-02"
    last = json.loads(entries_of(store, LINK)[-1].body)
    assert last["clock"] < entries_of(store, LINK)[-1].at
    assert alarms(book.state, watch.now)[-1].kind is AlarmKind.CLOCK_BEHIND
    assert audited(store).is_clean


def test_a_clock_that_jumps_a_week_stops_play_until_two_people_look(
    book: JackpotBook, store: MemoryStore, watch: Watch
) -> None:
    assert ask(book, "deposit", "cy", amount=10**6, reference="slip 9").code == "ok"
    watch.now += 8 * 24 * HOUR
    assert wager(book, 1) == "fault"
    assert book.state.faults == ["7 days without an entry: look at the clock"]
    assert ask(book, "clear", "ann", reason="it was right").code == "ok"
    assert wager(book, 1) == "ok"
    (told,) = [
        each for each in reports.report(store, LINK, "2026-01-01").exceptions if each.what == "days without an entry"
    ]
    assert told.detail == "7 days between 2026-01-01 and 2026-01-09"
    assert audited(store).is_clean


@pytest.mark.parametrize("last", [0, 1_767_261_600_000])
def test_the_last_moment_that_a_clock_may_show_is_still_taken(last: int) -> None:
    latest = last + FURTHEST_AHEAD_MS if last else LATEST_MS
    assert Clocks(lambda: latest, None).look(last) == latest
    with pytest.raises(ClockAhead):
        Clocks(lambda: latest + 1, None).look(last)


@pytest.mark.parametrize("years", [11, 300, 7_973])
def test_a_clock_that_cannot_be_right_writes_nothing(
    book: JackpotBook, store: MemoryStore, watch: Watch, years: int
) -> None:
    """Days never go back, so a date far ahead would stay the open day for good; the last year has no day after it."""
    before, right = entries_of(store, LINK), watch.now
    watch.now += years * 365 * 24 * HOUR
    with pytest.raises(StoreBusy, match="more than ten years after the last entry"):
        wager(book, 1)
    with pytest.raises(StoreBusy, match="more than ten years after the last entry"):
        open_book(store, watch)
    assert entries_of(store, LINK) == before
    watch.now = right
    again = open_book(store, watch)
    assert (wager(again, 1), again.state.day) == ("ok", "2026-01-01")
    assert audited(store).is_clean


def test_six_silent_days_are_told_and_stop_nobody(book: JackpotBook, watch: Watch) -> None:
    watch.now += 7 * 24 * HOUR
    assert alarms(book.state, watch.now)[0].words == "no entry was made for 6 days: is the clock right?"
    assert ask(book, "deposit", "cy", amount=10**6, reference="slip 9").code == "ok"
    assert book.state.faults == []
    assert wager(book, 1) == "ok"


# Attacks


@pytest.fixture
def two_days(book: JackpotBook, store: MemoryStore) -> MemoryStore:
    """A round over the boundary, and a close after it."""
    play(book, 1, {})
    assert wager(book, 2) == "ok"
    let_day_pass(book)
    assert ask(book, "lock", "dee", table="T01", round=2).code == "ok"
    assert ask(book, "result", "dee", table="T01", round=2, hands={"1": SEVEN_CARDS}).code == "ok"
    assert ask(book, "close_day", "cy", day="2026-01-01").code == "ok"
    book.close()
    assert audited(store).is_clean
    return store


def first_finding(store: MemoryStore) -> tuple[str, str]:
    found = audited(store).findings[0]
    return found.where, found.what


def test_a_boundary_that_was_taken_out_is_found(two_days: MemoryStore) -> None:
    """A win is pulled into the day before it: nothing says any more that another day began."""
    turned = seq_of(two_days, LINK, "new_day")
    remove(two_days, LINK, turned)
    where, what = first_finding(two_days)
    assert (where, what) == (f"entry {turned}", "does not belong to gambling day 2026-01-01")


def test_a_boundary_that_comes_too_early_is_found(two_days: MemoryStore) -> None:
    """The last wager of a day is pushed into the next."""
    turned = seq_of(two_days, LINK, "new_day")
    entries = entries_of(two_days, LINK)
    early, last = entries[turned - 1], entries[turned - 2]
    entries[turned - 2] = early._replace(seq=turned - 1, id=f"=new_day:{turned - 1}", at=last.at)
    entries[turned - 1] = last._replace(seq=turned)
    mend_chain(two_days, LINK)
    assert first_finding(two_days)[0] == f"entry {turned - 1}"


def test_an_entry_with_another_time_is_found(two_days: MemoryStore) -> None:
    """The award of the second day is dated back to the first."""
    result = seq_of(two_days, LINK, "result", -1)
    entries = entries_of(two_days, LINK)
    for seq in range(result - 1, result + 1):
        entries[seq - 1] = entries[seq - 1]._replace(at=entries[result - 4].at)
    mend_chain(two_days, LINK)
    mend_snapshots(two_days, LINK)
    assert any("older than" in each.what or "does not belong" in each.what for each in audited(two_days).findings)


def test_boundary_readings_that_hide_a_wager_are_found(two_days: MemoryStore) -> None:
    seq = seq_of(two_days, LINK, "new_day")
    rewrite(two_days, LINK, seq, lambda body: body["readings"].update(liability=1), thorough=False)
    assert first_finding(two_days)[0] == f"entry {seq}"


def test_a_boundary_to_another_date_is_found(two_days: MemoryStore) -> None:
    """Deposits would be due later, or a threshold begin earlier."""
    seq = seq_of(two_days, LINK, "new_day")
    rewrite(two_days, LINK, seq, lambda body: body.update(day="2026-01-03"))
    assert first_finding(two_days)[0] == f"entry {seq}"


def test_a_close_that_names_another_boundary_is_found(two_days: MemoryStore) -> None:
    seq = seq_of(two_days, LINK, "close_day")
    rewrite(two_days, LINK, seq, lambda body: body.update(ends=body["ends"] - 1))
    assert first_finding(two_days)[0] == f"entry {seq}"


def test_a_close_of_a_day_that_is_not_over_is_found(two_days: MemoryStore) -> None:
    seq = seq_of(two_days, LINK, "close_day")
    rewrite(two_days, LINK, seq, lambda body: body["req"].update(day="2026-01-02"))
    where, what = first_finding(two_days)
    assert (where, what.split(":")[0]) == (f"entry {seq}", "would have been refused")


def test_a_day_passed_off_as_one_that_people_ended_is_found(two_days: MemoryStore) -> None:
    """Format 3 let people end a day when they liked; no entry of it follows one of format 4."""
    seq = seq_of(two_days, LINK, "close_day")
    rewrite(two_days, LINK, seq, lambda body: body.update(v=3))
    assert first_finding(two_days)[0] == f"entry {seq}"


def test_a_client_cannot_turn_the_day(book: JackpotBook) -> None:
    assert ask(book, "new_day", "ann", day="2026-01-02").code == "malformed"
