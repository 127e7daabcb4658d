"""The monthly summary: its days follow from one another, and prizes that nobody claimed have their deadline."""

from __future__ import annotations

import csv
import io
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.errors import BadInput
from croupier.handbook.page.text import plain
from croupier.handbook.page.workbook import csv_files, csv_sections
from croupier.handbook.reports.day import printed_month as printed
from croupier.jackpot import requests
from croupier.jackpot.entries import Asking
from croupier.jackpot.plan.link_plan import LinkPlan, plan_from_json, plan_hash, plan_to_json
from croupier.jackpot.reports.day import DoesNotAddUp, MonthSummary, _told, deadline, report_of, summary, unclaimed
from tests.jackpot.floor import SEVEN_CARDS, ask, go_live, let_day_pass, open_book, plan
from tests.jackpot.memory import MemoryStore
from tests.jackpot.test_reports import PROGRESSIVE, Casino, corrected_after_payment, first_day, opened
from tests.jackpot.worksheets import equal_csv, worksheets

CLAIMED = replace(
    PROGRESSIVE,
    claim_days=30,
    claim_rule="=Rule 7 [#strong[x]] @ house",
    casino="Lantern Casino",
    location="Spokane",
    license="67-1",
)


def three_days() -> Casino:
    casino = first_day()
    casino.play("T1", 3, [1], {"1": "As Ks Qs Js Ts 2d 3c"})  # award 4: $200, pending
    casino.close_day("2026-01-02")
    casino.do("approve", "ann", award=4)
    return casino


@pytest.fixture(scope="module")
def month() -> MonthSummary:
    return summary(three_days().store, "sf", "2026-01")


def test_the_days_stand_side_by_side_and_add_up(month: MonthSummary) -> None:
    assert [(day.day, day.is_closed) for day in month.days] == [
        ("2026-01-01", True),
        ("2026-01-02", True),
        ("2026-01-03", False),
    ]

    def total(*names: str) -> tuple[int, ...]:
        return tuple(sum(getattr(day, name) for day in month.figures) for name in names)

    assert total("rounds", "voided", "wagers", "wagered", "hits") == (4, 1, 6, 600, 1)
    assert total("accrued_millionths") == (sum(day.liability.accrued_millionths for day in month.days),)
    assert total("awarded", "taken_back") == (20_000 + 1_000_123 + 300 + 20_000, 0)
    assert total("paid") == (20_000 + 1_000_123 + 300,)
    begins, ends = month.first.liability.beginning_millionths, month.last.liability.ending_millionths
    assert begins + sum(each.millionths for each in month.owed) == ends
    assert not month.is_closed


def test_what_is_paid_on_a_later_day_counts_there() -> None:
    casino = three_days()
    casino.do("pay", "acc", award=4, method="cash", camera="tape 8")
    assert [day.paid for day in summary(casino.store, "sf", "2026-01").figures] == [1_020_423, 0, 20_000]
    assert summary(casino.store, "sf", "2026-01").unclaimed == ()


def test_a_prize_that_is_corrected_on_a_later_day_was_paid_once() -> None:
    casino = corrected_after_payment()
    found = summary(casino.store, "sf", "2026-01")
    assert [day.paid for day in found.figures] == [1_000_086, 0]
    first, second = found.figures
    given, again, back = first.awarded, second.awarded, second.taken_back
    assert (given, back) == (1_000_086, 1_000_086), "on the first day, and taken back on the second"
    assert given + again - back == sum(each.won_today for day in found.days for each in day.meters)
    assert [(prize.no, prize.status) for prize in found.unclaimed] == [(2, "pending")]


def test_a_payment_counts_in_its_month_whatever_the_clock_shows() -> None:
    """With the first request of a day it has the very time of the boundary; before the first day has begun, an earlier
    one."""
    for day, passes in (("2026-01-01", True), ("2026-02-01", False)):
        book = open_book(MemoryStore())
        go_live(book, replace(plan(), first_day=day))
        for do, more in (("wager", {"seats": [1]}), ("lock", {}), ("result", {"hands": {"1": SEVEN_CARDS}})):
            assert ask(book, do, "dee", table="T01", round=1, **more).code == "ok"
        if passes:
            let_day_pass(book)
        assert ask(book, "pay", "cy", award=1, method="cash").code == "ok"
        found = summary(book.store, "sf", day[:7])
        assert sum(day.paid for day in found.figures) == 1_000_018
        assert found.figures[-1].paid == 1_000_018


def claimed(plan: LinkPlan = CLAIMED) -> MonthSummary:
    casino = opened(plan)
    casino.do("deposit", "acc", amount=1_000_050, reference="opening-1")
    casino.play("T1", 1, [1], {"1": "As Ks Qs Js Ts 2d 3c"})
    return summary(casino.store, "sf", "2026-01")


def test_unclaimed_prizes_have_their_deadline() -> None:
    found = claimed()
    (late,) = found.unclaimed
    assert (late.no, late.cents, late.claim_until, late.late) == (1, 20_000, "2026-01-31", False)
    for day, is_late in (("2026-01-31", False), ("2026-02-01", True)):
        (prize,) = unclaimed(replace(found.last, day=day))
        assert prize.late is is_late
    assert deadline(CLAIMED, "2026-12-31") == "2027-01-30"
    text = printed([found]).text()
    assert "2026-01-31" in text
    assert "=Rule 7 [#strong[x]] @ house" in " ".join(text.split())
    assert "Lantern Casino, Spokane; license 67-1" in text
    assert "GC2-263 itself could not be read" in " ".join(text.split())


def test_without_a_rule_it_is_a_reading_and_without_days_there_is_no_deadline(month: MonthSummary) -> None:
    assert "by the operator's own reading" in " ".join(
        printed([claimed(replace(CLAIMED, claim_rule=""))]).text().split()
    )
    assert [prize.claim_until for prize in month.unclaimed] == [None]
    assert "so none is shown" in " ".join(printed([month]).text().split())


def test_a_plan_without_a_deadline_has_the_hash_that_it_always_had() -> None:
    assert plan_to_json(PROGRESSIVE)["claim_days"] == 0
    assert plan_from_json(plan_to_json(CLAIMED)) == CLAIMED
    assert plan_hash(CLAIMED) != plan_hash(PROGRESSIVE)


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "#", "\t"])
def test_what_people_typed_stays_text(first: str) -> None:
    typed = f"{first}1+1 *x* _y_ $z$ `w` \\u{{41}} [#panic()]"
    found = claimed()
    plan = replace(found.plan, claim_rule=typed, casino=typed, title=typed)
    found = replace(found, plan=plan, days=tuple(replace(day, plan=plan) for day in found.days))
    rows = list(csv.reader(io.StringIO(csv_files(printed([found]).tables)["unclaimed.csv"])))
    cell = rows[1][rows[0].index("rule")]
    assert cell.startswith(("'", "#")), "no spreadsheet takes it for a formula"
    assert float(rows[1][rows[0].index("amount")]) == 200
    sheets = worksheets(printed([found]).written("xlsx"))
    assert sheets["unclaimed"][0]["rule"] == sheets["report"][0]["value"] == plain(typed)
    assert printed([found]).written("pdf").startswith(b"%PDF"), "as code it would panic"


def test_csv_holds_every_day(month: MonthSummary) -> None:
    rows = list(csv.reader(io.StringIO(csv_files(printed([month]).tables)["days.csv"])))
    assert [row[2:4] for row in rows[1:]] == [["2026-01-01", "yes"], ["2026-01-02", "yes"], ["2026-01-03", "no"]]
    sections = csv_sections(printed([month]).tables)
    assert "unclaimed\r\n" in sections
    named = replace(month, plan=replace(month.plan, casino="=Room", location="@Spokane", license="-7"))
    rows = list(csv.reader(io.StringIO(csv_files(printed([named]).tables)["report.csv"])))
    assert [row[2:] for row in rows[1:4]] == [["casino", "'=Room"], ["location", "'@Spokane"], ["license", "'-7"]]


def test_the_same_month_gives_the_same_pdf_and_the_same_workbook(month: MonthSummary) -> None:
    assert printed([month]).written("pdf") == printed([month]).written("pdf")
    content = printed([month]).written("xlsx")
    assert content == printed([month]).written("xlsx")
    equal_csv(worksheets(content), csv_files(printed([month]).tables))


@pytest.mark.parametrize("month_", ["2026-1", "2026-13", "january", "", "2026-01-01"])
def test_what_is_not_a_month_is_refused(month_: str) -> None:
    with pytest.raises(BadInput, match="is not a month"):
        summary(first_day().store, "sf", month_)


def test_a_month_without_a_day_is_refused() -> None:
    with pytest.raises(BadInput, match="has no gambling day in 2025-12"):
        summary(first_day().store, "sf", "2025-12")


def test_days_that_do_not_follow_from_one_another_are_not_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    casino = three_days()
    real = report_of

    def tampered(*given: object) -> object:
        day = real(*given)  # type: ignore[arg-type]
        return replace(day, bank=replace(day.bank, ending=day.bank.ending + 1)) if day.day == "2026-01-01" else day

    monkeypatch.setattr("croupier.jackpot.reports.day.report_of", tampered)
    with pytest.raises(DoesNotAddUp, match="in the bank"):
        summary(casino.store, "sf", "2026-01")


def test_a_plan_file_names_the_deadline() -> None:
    from croupier import catalogue
    from croupier.casino.proofs import SAMPLE
    from croupier.jackpot.plan.file import read_plan

    text = SAMPLE.read_text().replace("[casino]", '[casino]\nclaim_days = 180\nclaim_rule = "our house rule 7"', 1)
    plan = read_plan(text, catalogue.book())
    assert {(link.claim_days, link.claim_rule) for link in plan.links.values()} == {(180, "our house rule 7")}


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli.main import run
    from croupier.stores.opening import open_store

    book = str(tmp_path / "book.db")
    store = open_store(book, create=True)
    first_day(store)
    store.close()
    assert run(["jackpot", "report", book, "--month", "2026-01"]) == 0
    assert "January 2026" in capsys.readouterr().out
    assert run(["jackpot", "report", book, "--month", "2026-01", "-o", str(tmp_path / "out")]) == 0
    written = sorted((tmp_path / "out").iterdir())
    assert [each.name for each in written] == [
        "days.csv",
        "owed.csv",
        "report.csv",
        "summary.pdf",
        "summary.xlsx",
        "unclaimed.csv",
    ]
    assert {stat.S_IMODE(each.stat().st_mode) for each in written} == {0o600}, "payees are named in it, as in the book"
    assert run(["jackpot", "report", book, "--month", "2026-01", "--json"]) == 0
    assert '"month": "2026-01"' in capsys.readouterr().out
    assert run(["jackpot", "report", book, "--month", "2026-01", "--day", "open"]) == 2
    assert run(["jackpot", "report", book, "--month", "soon"]) == 2


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (requests.Void(by="dee", table="T01", round=7, reason="misdeal"), "void: misdeal"),
        (requests.Adjust(by="dee", amount=500, reason="counted", note="by hand"), "adjust: counted"),
    ],
)
def test_what_a_second_person_was_asked_for_is_told_with_its_reason(wanted: requests.Waiting, words: str) -> None:
    assert list(_told(Asking(req=wanted, ask=1), "asked")) == [("second person asked for", words, None)]
