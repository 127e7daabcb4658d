"""The end-of-day reports of one small day whose every figure is computed by hand here.

One table pays for a $1 wager: 18.25 cents to the meter, 2 cents to the reserve, 79.75 cents to the house.
"""

from __future__ import annotations

import csv
import datetime
import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.shuffle import SeededSource
from croupier.casino.floor import load_layout
from croupier.casino.scripted import scripted
from croupier.errors import BadInput, CheckFailed, UnknownName
from croupier.handbook.page.text import plain
from croupier.handbook.page.workbook import Row, csv_files, csv_sections, tables_workbook
from croupier.handbook.reports.day import WIDTH, layout, printed
from croupier.jackpot.book.book import JackpotBook
from croupier.jackpot.book.reading import find_day, read_state
from croupier.jackpot.book.recovery import Identity
from croupier.jackpot.journal import Entry, Store, StoreBroken
from croupier.jackpot.plan.link_plan import Level, LinkPlan, Person, TablePlan, Threshold, plan_hash, plan_to_json
from croupier.jackpot.reports import day as reports
from croupier.jackpot.reports.day import DoesNotAddUp, report_of
from croupier.jackpot.reports.records import DayReport
from croupier.jackpot.requests import changed
from croupier.records import replace as rewritten
from tests.jackpot.carrying import with_rules
from tests.jackpot.floor import by_two, plan, staff
from tests.jackpot.memory import MemoryStore
from tests.jackpot.papers import with_papers
from tests.jackpot.worksheets import equal_csv, worksheets

GAME = str(catalogue.configuration("keep-it-straight(edition=washington, straight_flush_progressive=PT-BJS-HCF-SF-03)"))
HOUSE_GAME = str(
    catalogue.configuration(
        "keep-it-straight(edition=washington, jackpot=house, straight_flush_progressive=PT-BJS-HCF-SF-08)"
    )
)
NOTICE = "House Jackpot prizes are paid by the casino."
PEOPLE = staff(ann="supervisor", bob="supervisor", dee="dealer", acc="accounting")
PROGRESSIVE = with_rules(
    replace(
        plan(),
        title="Straight Flush Progressive",
        levels=(Level(1, 1_000_000, 1_000_000, 1_000_050, 182_500, 20_000, None),),
        tables=(
            TablePlan("T1", GAME, "straight_flush_progressive", 6, "Spokane"),
            TablePlan("T2", GAME, "straight_flush_progressive", 6, "Spokane"),
        ),
        people=PEOPLE,
        thresholds=(Threshold("2026-01-01", 15_000, 50_000, 500_000, 200_000),),
        approval="on file",
    )
)
HOUSE = with_rules(
    replace(
        PROGRESSIVE,
        id="house",
        title="House Jackpot",
        type="house",
        paytable="PT-BJS-HCF-SF-08",
        simultaneous="full",
        levels=(Level(1, 2_500_000, 2_500_000, 2_500_000),),
        tables=(TablePlan("T1", HOUSE_GAME, "straight_flush_progressive", 6, "Spokane"),),
        notice=NOTICE,
    )
)
NINE_O_CLOCK = 1_767_258_000_000
"""2026-01-01 09:00 UTC."""


class Ticks:
    """A clock that goes on a second with every look."""

    def __init__(self, at: int) -> None:
        self.now = at - 1000

    def __call__(self) -> int:
        self.now += 1000
        return self.now


@dataclass
class Casino:
    store: Store
    book: JackpotBook
    ids: Iterator[int]

    def do(self, kind: str, by: str, **fields: Any) -> None:
        """Post a request that must be accepted."""
        request = with_papers(self.book, {"id": f"x{next(self.ids)}", "do": kind, "by": by, **fields})
        reply = self.book.post_all([by_two(scripted(request))])[0]
        assert reply.code == "ok", reply

    def close_day(self, day: str) -> None:
        """Ten minutes after its end, if it is not later already."""
        clock = self.book._clocks._wall
        assert isinstance(clock, Ticks)
        if self.book.state.day == day:
            clock.now = max(clock.now, int(self.book.state.day_ends) + 600_000)
        self.do("close_day", "acc", day=day)

    def play(self, table: str, round: int, seats: list[int], hands: dict[str, Any], by: str = "dee") -> None:
        self.do("wager", "dee", table=table, round=round, seats=seats)
        self.do("lock", "dee", table=table, round=round)
        self.do("result", by, table=table, round=round, hands=hands)


def opened(plan: LinkPlan, store: Store | None = None) -> Casino:
    store = store or MemoryStore()
    casino = Casino(store, open_book(store, plan.id, NINE_O_CLOCK), itertools.count(1))
    casino.do("propose", "ann", plan=plan_to_json(plan))
    casino.do("accept", "bob", plan=plan_hash(plan))
    return casino


def open_book(store: Store, link: str, at: int, software: str = "soft") -> JackpotBook:
    """A book whose clock begins at a time and goes on a second with every entry."""
    running = Identity(software * 16, "rule" * 16)
    return JackpotBook.open(store, link, load_layout, SeededSource(1), Ticks(at), running)


def first_day(store: Store | None = None) -> Casino:
    casino = opened(PROGRESSIVE, store)
    casino.do("deposit", "acc", amount=1_000_050, reference="opening-1")
    casino.play("T1", 1, [1, 2, 3], {"1": "As Ks Qs Js Ts 2d 3c"})  # award 1: fixed, $200
    casino.do("wager", "dee", table="T2", round=1, seats=[1, 2])
    casino.do("void", "ann", table="T2", round=1, reason="misdeal")
    casino.play("T1", 2, [4], {"4": "As Ks Qs Js Ts 9s 2d"})  # award 2: the whole meter
    casino.do("fault", "dee", reason="display dark")
    casino.do("clear", "ann", second="bob", reason="display replaced")
    casino.do("approve", "ann", award=1)
    casino.do("pay", "acc", award=1, method="cash", camera="tape 7")
    casino.do("approve", "ann", award=2)
    casino.do("deposit", "acc", amount=1_001_500, reference="for-the-winner-2")
    casino.do("pay", "acc", award=2, method="check", reference="no-7", tax_form="W-2G", camera="tape 7")
    casino.do("adjust", "ann", second="bob", reason="house_adds", level=1, amount=500, note="promotion")
    casino.play("T2", 2, [6], {"6": {"event": "straight_flush_3"}}, by="bob")  # award 3: fixed, $3, paid at once
    casino.do("statement", "ann", amount=1_001_327, reference="on-line")
    casino.close_day("2026-01-01")
    return casino


@pytest.fixture(scope="module")
def casino() -> Casino:
    return first_day()


@pytest.fixture(scope="module")
def day(casino: Casino) -> DayReport:
    return reports.report(casino.store, "sf")


def changes(day: DayReport, account: str) -> dict[str, tuple[int, int]]:
    return {change.what: (change.entries, change.cents) for change in day.account(account).changes}


def test_the_day_is_closed_and_says_by_whom(day: DayReport) -> None:
    assert (day.day, day.is_closed, day.closed_by) == ("2026-01-01", True, "acc")
    assert (day.first_entry, day.last_entry) == (1, 27)


def test_the_meter_is_explained_from_its_beginning_to_its_end(day: DayReport) -> None:
    # Three wagers bring 54.75 cents: 54 at once, .75 waits. Two bring 36.50: 36, .75 + .50 make one more, .25 waits.
    # Voided, 36 go back and .50 is taken from the remainder, which needs a cent of the meter for it: .75 waits.
    # One wager brings 18.25: 18, and .75 + .25 make one more, nothing waits. The last one brings 18, and .25 waits.
    before = 1_000_000 + 50 + 54 + 37 - 37 + 19
    assert before == 1_000_123
    meter = day.account("meter.1")
    assert meter.beginning == 0
    assert changes(day, "meter.1") == {
        "Seed advanced by the house, at the opening": (1, 1_000_000),
        "Carried in from another system, at the opening": (1, 50),
        "Contributions from wagers": (4, 54 + 37 + 19 + 18),
        "Voided rounds": (1, -37),
        "Won by players": (1, -1_000_123),
        "Reseeded from the reserve": (1, 8),
        "Seed advanced by the house": (1, 999_992),
        "Adjustment: the house adds to the meter (WAC 230-15-685(3))": (1, 500),
    }
    assert meter.ending == 1_000_000 + 500 + 18


def test_the_reserve_and_the_fractions_are_explained(day: DayReport) -> None:
    assert changes(day, "reserve") == {
        "Contributions from wagers": (4, 6 + 4 + 2 + 2),
        "Voided rounds": (1, -4),
        "To reseed a meter": (1, -8),
    }
    assert day.reserve == 2
    # Of the house: .25 and .50 in, .50 back, then .75 makes a cent, and .75 waits.
    assert day.fractions == {"meter.1": (0, 250_000), "house": (0, 750_000)}


def test_the_meters_are_those_of_the_regulators_list(day: DayReport) -> None:
    (meter,) = day.meters
    assert (meter.wagered, meter.wagered_today) == (500, 500)
    assert (meter.shown_before, meter.shown, meter.overflow, meter.limit) == (0, 1_000_518, 0, None)
    assert (meter.hits, meter.hits_today, meter.won, meter.won_today) == (1, 1, 1_000_123, 1_000_123)


def test_every_table_has_its_part(day: DayReport) -> None:
    one, two = day.tables
    # A wager accrues 20.25 cents for players.
    assert (one.table, one.rounds, one.voided, one.wagers, one.wagered) == ("T1", 2, 0, 4, 400)
    assert one.accrued_millionths == 81_000_000
    assert (one.paid_at_table, one.awarded) == (0, 20_000 + 1_000_123)
    assert (two.table, two.rounds, two.voided, two.wagers, two.wagered) == ("T2", 1, 1, 1, 100)
    assert two.accrued_millionths == 20_250_000
    assert (two.paid_at_table, two.awarded) == (300, 300)


def test_the_accrued_liability_feeds_the_master_games_report(day: DayReport) -> None:
    owed = day.liability
    assert owed.adjusts_master_games_report
    assert owed.accrued_millionths == 101_250_000  # five wagers of 20.25 cents
    assert {change.what: change.millionths for change in owed.changes} == {
        "Seed advanced by the house": (1_000_000 + 999_992) * 1_000_000,
        "Carried in from another system": 50_000_000,
        "Accrued from wagers": 7 * 20_250_000,
        "Voided rounds, taken back": -2 * 20_250_000,
        "Prizes that the house owes": 20_000 * 1_000_000,
        "Prizes paid": -(20_000 + 1_000_123) * 1_000_000,
        "Adjustment: the house adds to the meter (WAC 230-15-685(3))": 500_000_000,
    }
    # The meter, the reserve and a quarter of a cent on its way.
    assert owed.ending_millionths == (1_000_518 + 2) * 1_000_000 + 250_000
    assert owed.ending == 1_000_521


def test_the_bank_is_reconciled(day: DayReport) -> None:
    bank = day.bank
    assert [(move.what, move.cents, move.reference) for move in bank.moves] == [
        ("deposit", 1_000_050, "opening-1"),
        ("deposit", 1_001_500, "for-the-winner-2"),
        ("award 2 paid by check", -1_000_123, "no-7"),
    ]
    assert (bank.beginning, bank.ending) == (0, 1_001_427)
    assert (bank.statement, bank.difference, bank.certain) == (1_001_327, -100, 1_001_327)
    assert (bank.owed, bank.short, bank.deposit_due) == (1_000_521, 0, 0)


def test_prize_records_say_what_was_won_and_how_it_was_paid(day: DayReport) -> None:
    fixed, whole, small = day.prizes
    assert (fixed.no, fixed.cents, fixed.duties, fixed.cards) == (1, 20_000, ("approval",), "As Ks Qs Js Ts 2d 3c")
    assert (fixed.status, fixed.approved_by, fixed.paid_by, fixed.method) == ("paid", "ann", "acc", "cash")
    assert (whole.no, whole.cents, whole.percent, whole.from_meter) == (2, 1_000_123, "100", True)
    assert whole.duties == ("approval", "camera", "check", "tax_form")
    assert (whole.method, whole.reference, whole.tax_form) == ("check", "no-7", "W-2G")
    assert (small.no, small.cents, small.read_by, small.cards, small.is_small) == (3, 300, "bob", "", True)


def test_last_hits_and_exceptions(day: DayReport) -> None:
    (hit,) = day.last_hits
    assert (hit.no, hit.table, hit.round, hit.seat, hit.cents, hit.status) == (2, "T1", 2, 4, 1_000_123, "paid")
    assert [(each.what, each.who, each.cents) for each in day.exceptions] == [
        ("system started", "", None),
        ("plan proposed", "ann", None),
        ("plan approved", "bob", None),
        ("round voided", "ann and bob", -200),
        ("fault", "dee", None),
        ("faults cleared", "ann and bob", None),
        ("adjustment", "ann and bob", 500),
        ("hand read by a supervisor", "bob and ann", None),
        ("bank statement differs", "ann", -100),
    ]


def test_the_next_day_goes_on_from_the_readings() -> None:
    casino = first_day()
    casino.play("T1", 3, [1], {"1": "As Ks Qs Js Ts 2d 3c"})
    later = reports.report(casino.store, "sf", "open")
    assert (later.day, later.is_closed, later.first_entry) == ("2026-01-02", False, 28)
    meter = later.account("meter.1")
    assert (meter.beginning, meter.ending) == (1_000_518, 1_000_518 + 18)
    assert (later.meters[0].hits, later.meters[0].hits_today) == (1, 0)
    assert [prize.status for prize in later.prizes] == ["pending"]
    assert "not closed" in printed([later]).text()
    casino.close_day("2026-01-02")
    casino.do("approve", "ann", award=4)
    casino.do("pay", "acc", award=4, method="cash", camera="tape 7")
    third = reports.report(casino.store, "sf", "open")
    (carried,) = third.prizes
    assert (carried.day, carried.status, carried.cents) == ("2026-01-02", "paid", 20_000)
    assert list(reports.history(casino.store, "sf")) == ["2026-01-02", "2026-01-01"]
    first = reports.report(casino.store, "sf", "2026-01-01")
    assert first.meters == reports.report(first_day().store, "sf").meters
    assert first.account("meter.1").ending == 1_000_518


def test_a_rejected_award_is_no_hit() -> None:
    casino = opened(PROGRESSIVE)
    casino.do("deposit", "acc", amount=1_000_050, reference="opening-1")
    casino.play("T1", 1, [1, 2], {"1": "Ks Qs Js Ts 9s 8s 2d", "2": "4h 3h 2h 9c Jd Kd 7s"})
    assert reports.report(casino.store, "sf", "open").tables[0].paid_at_table == 300
    casino.do("reject", "bob", award=1, reason="camera")
    day = reports.report(casino.store, "sf", "open")
    assert (day.meters[0].hits, day.meters[0].won, day.meters[0].shown) == (0, 0, 1_000_086)
    assert changes(day, "meter.1")["Awards of a rejected result"] == (1, 1_000_086)
    assert changes(day, "meter.1")["Seed advanced by the house, the result being rejected"] == (1, -999_996)
    assert changes(day, "meter.1")["Reserve for the seed, the result being rejected"] == (1, -4)
    (one, _) = day.tables
    assert (one.rounds, one.wagers, one.paid_at_table, one.awarded) == (1, 2, 300, 300)
    assert [hit.status for hit in day.last_hits] == ["rejected"]
    assert [(prize.no, prize.status) for prize in day.prizes] == [(1, "rejected"), (2, "paid")]
    told = next(each for each in day.exceptions if each.what == "award rejected")
    assert (told.detail, told.cents) == ("award 1, T1 round 1 seat 1: camera", 1_000_086)
    casino.do("correct", "bob", table="T1", round=1, hands={"2": {"event": "straight_flush_6"}}, reason="seat 2 had it")
    day = reports.report(casino.store, "sf", "open")
    assert (day.meters[0].hits, day.meters[0].shown) == (1, 1_000_000)
    statuses = [(prize.no, prize.seat, prize.cents, prize.status) for prize in day.prizes]
    assert statuses == [
        (1, 1, 1_000_086, "rejected"),
        (2, 2, 300, "corrected"),
        (3, 2, 300, "paid"),
        (4, 2, 999_786, "pending"),
    ]
    assert "All but those taken back" in printed([day]).text()


def corrected_after_payment() -> Casino:
    """A jackpot was paid to seat 1; on the next day it turns out that seat 2 had won it."""
    casino = opened(PROGRESSIVE)
    casino.do("deposit", "acc", amount=1_000_050, reference="opening-1")
    casino.play("T1", 1, [1, 2], {"1": "As Ks Qs Js Ts 9s 2d"})
    entry = casino.book.state.seq
    casino.do("deposit", "acc", amount=1_000_000, reference="reseed")
    casino.do("approve", "ann", award=1)
    casino.do("pay", "acc", award=1, method="check", reference="no. 1", camera="tape 1", tax_form="W-2G")
    casino.close_day("2026-01-01")
    hands = {"2": "As Ks Qs Js Ts 9s 2d"}
    casino.do("correct", "bob", table="T1", round=1, hands=hands, reason="seat 2 had it", entry=entry)
    return casino


def test_an_award_of_the_day_before_that_was_paid_is_corrected_on_the_next() -> None:
    casino = corrected_after_payment()
    day = reports.report(casino.store, "sf", "open")
    (one, _) = day.tables
    assert (one.rounds, one.voided, one.wagers, one.wagered, one.paid_at_table) == (0, 0, 0, 0, 0)
    assert (day.meters[0].wagered, day.meters[0].hits, day.meters[0].hits_today) == (200, 1, 0)
    assert [(each.no, each.status, each.receivable) for each in day.prizes] == [
        (1, "corrected", 1_000_086),
        (2, "pending", 0),
    ]
    assert next(each for each in day.prizes if each.no == 2).cards == "As Ks Qs Js Ts 9s 2d"
    casino.do("collect", "acc", award=1, amount=1_000_000, reference="check 8")
    casino.do("write_off", "ann", award=1, reason="gone")
    text = printed([reports.report(casino.store, "sf", "open")]).text()
    assert "paid by mistake, receivable" in text
    assert "paid by mistake, written off" in text


def test_a_house_jackpot_never_adjusts_the_master_games_report() -> None:
    casino = opened(HOUSE)
    casino.do("deposit", "acc", amount=2_500_000, reference="opening-1")
    casino.play("T1", 1, [1, 2], {"1": "As Ks Qs Js Ts 9s 2d", "2": "Ah Kh Qh Jh Th 9h 2c"})
    day = reports.report(casino.store, "house", "open")
    assert day.meters[0].shown == 2_500_000
    assert [prize.cents for prize in day.prizes] == [2_500_000, 2_500_000]
    assert not day.liability.adjusts_master_games_report
    assert day.bank.required == 2_500_000
    text = printed([day]).text()
    assert "the master games report is not adjusted" in text
    assert NOTICE in text


def test_a_day_keeps_the_plan_that_it_was_closed_under() -> None:
    casino = first_day()
    before = reports.report(casino.store, "sf")
    assert (before.plan, before.plan_hash) == (PROGRESSIVE, plan_hash(PROGRESSIVE))
    moved = replace(
        PROGRESSIVE,
        title="Another Title",
        time_zone="Asia/Tokyo",
        deposit_days=3,
        people=(*PEOPLE[:3], Person("acc", "Somebody Else", "accounting")),
        tables=PROGRESSIVE.tables[:1],
    )
    casino.do("propose", "ann", plan=plan_to_json(moved))
    casino.do("accept", "bob", plan=plan_hash(moved))
    after = reports.report(casino.store, "sf", "2026-01-01")
    assert after == before
    assert printed([after]).text() == printed([before]).text()
    today = reports.report(casino.store, "sf", "open")
    assert (today.plan.title, today.plan.time_zone, today.bank.deposit_days) == ("Another Title", "Asia/Tokyo", 3)


def test_software_that_changed_over_the_days_end_is_named() -> None:
    casino = first_day()
    casino.book.close()
    open_book(casino.store, "sf", NINE_O_CLOCK + 86_400_000, "hard").close()
    day = reports.report(casino.store, "sf", "open")
    assert [each.detail for each in day.exceptions if each.what == "system started"] == [
        "the software changed: software hardhard, rulebook rulerule"
    ]


def by_the_clock(day: DayReport) -> list[tuple[str, str]]:
    return [(each.what, each.detail) for each in day.exceptions if each.what.startswith("day")]


def test_a_round_that_spans_the_days_end_counts_in_both() -> None:
    """Its wagers in the first day, its award in the second; a close hours later reads the accounts of six sharp."""
    casino = opened(PROGRESSIVE)
    casino.do("deposit", "acc", amount=1_000_050, reference="opening-1")
    casino.book.close()
    casino.book = open_book(casino.store, "sf", NINE_O_CLOCK + 21 * 3_600_000 - 3_000)
    casino.play("T1", 1, [1], {"1": "As Ks Qs Js Ts 9s 2d"})  # its result comes at six sharp
    casino.play("T1", 2, [1], {})
    told = reports.report(casino.store, "sf", "2026-01-01")
    assert (told.is_closed, told.tables[0].wagers, told.tables[0].rounds, told.prizes) == (False, 1, 0, ())
    casino.close_day("2026-01-01")
    first = reports.report(casino.store, "sf")
    assert replace(first, is_closed=False, closed_at=None, closed_by="") == told, "a late close changes no figure"
    assert first.meters[0].shown == 1_000_050 + 18
    second = reports.report(casino.store, "sf", "open")
    assert (second.day, second.tables[0].wagers, second.tables[0].rounds) == ("2026-01-02", 1, 2)
    assert [(each.day, each.cents) for each in second.prizes] == [("2026-01-02", 1_000_068)]
    assert second.meters[0].shown_before == first.meters[0].shown


def test_days_on_which_nothing_was_written_are_an_exception() -> None:
    casino = opened(PROGRESSIVE)
    casino.book.close()
    casino.book = open_book(casino.store, "sf", NINE_O_CLOCK + 72 * 3_600_000)
    casino.close_day("2026-01-01")
    assert by_the_clock(reports.report(casino.store, "sf")) == [
        ("days without an entry", "2 days between 2026-01-01 and 2026-01-04")
    ]
    with pytest.raises(UnknownName, match="2026-01-02"):
        reports.report(casino.store, "sf", "2026-01-02")


def test_a_day_that_is_closed_after_its_end_without_an_entry_is_none() -> None:
    casino = opened(PROGRESSIVE)
    casino.book.close()
    casino.book = open_book(casino.store, "sf", NINE_O_CLOCK + 22 * 3_600_000)
    casino.close_day("2026-01-01")
    assert by_the_clock(reports.report(casino.store, "sf")) == []


def test_local_times_carry_their_offset() -> None:
    """The clocks of Los Angeles go back at two on November 1, in the gambling day of October 31."""
    casino = Casino(MemoryStore(), None, itertools.count(1))  # type: ignore[arg-type]
    plan = replace(PROGRESSIVE, time_zone="America/Los_Angeles", first_day="2026-10-31")
    half_past_one = 1_793_521_800_000  # 01:30 in summer time
    casino.book = open_book(casino.store, "sf", half_past_one)
    casino.do("propose", "ann", plan=plan_to_json(plan))
    casino.do("accept", "bob", plan=plan_hash(plan))
    casino.book.close()
    casino.book = open_book(casino.store, "sf", half_past_one + 3_600_000)
    casino.do("fault", "dee", reason="dark")
    text = printed([reports.report(casino.store, "sf", "open")]).text()
    assert "Times         as clocks show them in America/Los_Angeles, UTC-07:00 where nothing else is said" in text
    shown = [" ".join(line.split()[1:4]) for line in text.splitlines() if " 01:30:" in line]
    assert "01:30:01 plan proposed" in shown
    assert "01:30:01 UTC-08:00 fault" in shown


def test_the_deposit_that_is_due_goes_by_what_is_held_for_certain() -> None:
    casino = first_day()
    casino.do("statement", "ann", amount=1_000_427, reference="a thousand too few")  # 1,001,427 by the books
    bank = reports.report(casino.store, "sf", "open").bank
    assert (bank.certain, bank.owed) == (1_000_427, 1_000_521)
    assert bank.deposit_due == 94
    casino.do("statement", "ann", amount=1_001_426, reference="a cent too few")
    assert reports.report(casino.store, "sf", "open").bank.deposit_due == 0
    casino.do("statement", "ann", amount=1_000_520, reference="a cent too few of all that is owed")
    assert reports.report(casino.store, "sf", "open").bank.deposit_due == 1


def test_a_meter_that_several_won_together_was_shared() -> None:
    casino = opened(PROGRESSIVE)
    casino.do("deposit", "acc", amount=1_000_050, reference="opening-1")
    two = {"1": "As Ks Qs Js Ts 9s 2d", "2": "Ah Kh Qh Jh Th 9h 2c"}
    casino.play("T1", 1, [1, 2], two)
    casino.play("T1", 2, [1], {"1": two["1"]})
    day = reports.report(casino.store, "sf", "open")
    assert [(hit.round, hit.seat, hit.is_shared) for hit in day.last_hits] == [
        (2, 1, False),
        (1, 2, True),
        (1, 1, True),
    ]
    assert [prize.is_shared for prize in day.prizes] == [True, True, False]
    text = printed([day]).text()
    assert text.count("100%, shared") == 2
    assert [each.text for each in layout(day)[6].blocks[0].rows[0]][2].startswith(  # type: ignore[union-attr]
        "6-Card Straight Flush, 100% of the meter, shared"
    )


NASTY = "=1+1\ud800\x00\x1b[2J\nat fault: no\u202e"
SHOWN = "=1+1\\ud800\\x00\\x1b[2J\\nat fault: no\\u202e"


def test_no_text_of_a_journal_can_spoil_a_report(day: DayReport) -> None:
    """Texts that were let in once, under whatever rules there were then."""
    nasty = replace(
        day,
        plan=replace(day.plan, title=NASTY, notice=NASTY, people=(Person("acc", NASTY, "accounting"),)),
        faults=(NASTY,),
        exceptions=tuple(replace(each, detail=NASTY) for each in day.exceptions),
        prizes=tuple(rewritten(prize, reference=NASTY, hand=NASTY) for prize in day.prizes),
    )
    for text in (printed([nasty]).text(), *csv_files(printed([nasty]).tables).values(), printed([nasty]).source()):
        assert not set(text) & set("\ud800\x00\x1b\u202e")
        text.encode()
    assert SHOWN in printed([nasty]).text()
    assert f",'{SHOWN}," in csv_files(printed([nasty]).tables)["exceptions.csv"]
    assert worksheets(printed([nasty]).written("xlsx"))["exceptions"][0]["detail"] == SHOWN
    assert printed([nasty]).written("pdf").startswith(b"%PDF")


@pytest.mark.parametrize(
    "first",
    [
        "=",
        "+",
        "-",
        "@",
        "\t",
        "\r",
        " =",
        "\uff1d",
        "\uff0b",
        "\uff0d",
        "\uff20",
        "#",
        "http://",
        "{=",
        "12 ",
        "_x003D_",
    ],
)
def test_a_text_never_becomes_a_formula_and_an_amount_stays_a_number(day: DayReport, first: str) -> None:
    text = f"{first}cmd|'/c calc'!A0"
    found = replace(day, exceptions=(replace(day.exceptions[0], detail=text, cents=-100),))
    files = csv_files(printed([found]).tables)
    (row,) = csv.DictReader(io.StringIO(files["exceptions.csv"], newline=""))
    assert row["detail"].startswith("'") == (first.strip(" ") in "=+-@\t\r\uff1d\uff0b\uff0d\uff20")
    assert float(row["amount"]) == -1
    bank = csv.DictReader(io.StringIO(files["bank.csv"], newline=""))
    assert "-10001.23" in [line["amount"] for line in bank]
    (line,) = worksheets(printed([found]).written("xlsx"))["exceptions"]
    assert (line["detail"], line["amount"]) == (plain(text), -1.0)


def test_a_day_that_never_was_is_refused(casino: Casino) -> None:
    with pytest.raises(UnknownName, match="2025-12-31"):
        reports.report(casino.store, "sf", "2025-12-31")
    with pytest.raises(UnknownName, match="unknown link 'sv'"):
        reports.report(casino.store, "sv")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("wagers", 4, "wagers that stand"),
        ("wins", 2, "awards numbered"),
        ("liability", 1_000_520, "what is owed to players"),
        ("hits", {"1": 2}, "hits of level 1"),
        ("won", {"1": 1_000_124}, "won of level 1"),
        ("contributed", {"meter.1": 1}, "what they contributed"),
    ],
)
def test_a_report_that_does_not_add_up_is_not_given_out(casino: Casino, name: str, value: object, words: str) -> None:
    state = read_state(casino.store, "sf")
    day = find_day(casino.store, state, "2026-01-01")
    with pytest.raises(DoesNotAddUp, match=words) as caught:
        report_of(casino.store, state, day._replace(closing=changed(day.closing, **{name: value})))
    assert isinstance(caught.value, CheckFailed)


def test_every_account_is_held_against_its_reading(casino: Casino) -> None:
    state = read_state(casino.store, "sf")
    day = find_day(casino.store, state, "2026-01-01")
    for account, (debits, credits) in day.closing.balances.items():
        balances = {**day.closing.balances, account: [debits, credits + 1]}
        with pytest.raises(DoesNotAddUp, match=account):
            report_of(casino.store, state, day._replace(closing=changed(day.closing, balances=balances)))


class Tampered(MemoryStore):
    """A store in which somebody changes one entry's words."""

    was = "misdeal"

    def entries(self, link: str, after: int = 0, to: int | None = None) -> Iterator[Entry]:
        for entry in super().entries(link, after, to):
            yield entry._replace(body=entry.body.replace("misdeal", self.was))


def test_a_changed_entry_is_never_reported() -> None:
    store = Tampered()
    first_day(store)
    state = read_state(store, "sf")
    day = find_day(store, state)
    assert report_of(store, state, day).day == "2026-01-01"
    store.was = "mistake"
    with pytest.raises(StoreBroken, match="chain breaks at entry 9"):
        report_of(store, state, day)


def test_text_fits_the_page_and_names_the_software(day: DayReport) -> None:
    text = printed([day]).text()
    assert max(len(line) for line in text.splitlines()) <= WIDTH
    assert "not approved equipment in Washington" in text
    assert "Adjust the master games report by $1.0125" in text


def test_csv_holds_every_figure(day: DayReport) -> None:
    files = csv_files(printed([day]).tables)
    assert set(files) == {
        f"{name}.csv" for name in "report meters changes tables liability bank prizes last_hits exceptions".split()
    }
    assert 'sf,2026-01-01,meter.1,"Meter, level 1",Won by players,1,-10001.23' in files["changes.csv"]
    assert "not approved equipment" in files["report.csv"]
    assert csv_sections(printed([day]).tables).count("\r\n\r\n") == len(files) - 1


def test_the_same_day_gives_the_same_pdf(day: DayReport) -> None:
    content = printed([day]).written("pdf")
    assert content.startswith(b"%PDF")
    assert content == printed([reports.report(first_day().store, "sf")]).written("pdf")
    assert "not approved equipment" in printed([day]).source()


def test_a_prize_record_of_a_later_day_still_has_its_cards() -> None:
    casino = opened(PROGRESSIVE)
    casino.do("deposit", "acc", amount=1_000_050, reference="opening-1")
    casino.play("T1", 1, [1], {"1": "As Ks Qs Js Ts 9s 2d"})
    casino.close_day("2026-01-01")
    casino.do("approve", "ann", award=1)
    later = reports.report(casino.store, "sf", "open")
    assert [(each.day, each.cards) for each in later.prizes] == [("2026-01-01", "As Ks Qs Js Ts 9s 2d")]


def test_a_workbook_holds_what_the_csv_holds(day: DayReport) -> None:
    day = replace(day, plan=replace(day.plan, casino="=Room", location="@Spokane", license="0012"))
    content = printed([day]).written("xlsx")
    sheets = worksheets(content)
    equal_csv(sheets, csv_files(printed([day]).tables))
    assert [line["value"] for line in sheets["report"][:3]] == ["=Room", "@Spokane", "0012"]
    assert sheets["liability"][-1]["amount"] == 1.0125, "a fraction of a cent is not rounded away"
    assert content == printed([day]).written("xlsx")


def test_a_figure_that_no_cell_can_hold_is_text() -> None:
    rows: list[Row] = [(Decimal("12345678901234.56"),), (Decimal("1234567890123.25"),), (10**20,), (-5,)]
    sheets = worksheets(tables_workbook({"long": (("figure",), rows)}, "Long", datetime.date(2026, 1, 1)))
    assert [line["figure"] for line in sheets["long"]] == ["12345678901234.56", 1234567890123.25, 1e20, -5]
    with pytest.raises(BadInput, match="long: line 1 does not fit"):
        tables_workbook({"long": (("text",), [("x" * 32_768,)])}, "Long", datetime.date(2026, 1, 1))
