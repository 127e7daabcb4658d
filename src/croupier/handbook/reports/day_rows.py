"""The end-of-day reports of jackpots as tables for CSV and XLSX: amounts are decimal dollars, times are UTC.

Every table begins with the link and the day, so that the files of many days can be put together. Prizes are complete
here, down to the smallest fixed pay.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from croupier.handbook.page.workbook import Row, Table, Tables, tables_workbook
from croupier.handbook.reports.day import warnings
from croupier.jackpot.plan.link_plan import MILLION
from croupier.jackpot.reports.records import DayReport, Prize
from croupier.units.money import format_money


def tables(reports: Sequence[DayReport]) -> Tables:
    """By name: the columns and the lines of every table, over all links."""
    found: dict[str, Table] = {}
    for report in reports:
        for name, columns, rows in _tables(report):
            _, lines = found.setdefault(name, (("link", "day", *columns), []))
            lines += [(report.plan.id, report.day, *row) for row in rows]
    return found


def workbook(reports: Sequence[DayReport]) -> bytes:
    """The reports as XLSX, dated by the last day among them."""
    day = max(each.day for each in reports)
    return tables_workbook(tables(reports), f"Jackpot report of {day}", datetime.date.fromisoformat(day))


_PRIZE: Final = tuple(
    (
        "no won_on time table round seat hand cards read_by kind level percent amount from_meter duties status "
        "approved_by decided_at rejected_for paid_by paid_at method reference tax_form dealer receivable payee camera"
    ).split()
)


def _tables(report: DayReport) -> Iterator[tuple[str, tuple[str, ...], list[Row]]]:
    plan, bank, owed = report.plan, report.bank, report.liability
    facts: list[Row] = [
        ("casino", plan.casino),
        ("location", plan.location),
        ("license", plan.license),
        ("title", plan.title),
        ("type", plan.type),
        ("jurisdiction", plan.jurisdiction),
        ("status", "closed" if report.is_closed else "not closed"),
        ("closed_at", _utc(report.closed_at)),
        ("closed_by", report.closed_by),
        ("first_entry", report.first_entry),
        ("last_entry", report.last_entry),
        ("last_hash", report.last_hash),
        ("plan", report.plan_hash),
        ("notice", " ".join(plan.notice.split())),
        *(("warning", text) for text in warnings(plan)),
    ]
    yield "report", ("fact", "value"), facts
    yield (
        "meters",
        (
            "level",
            "shown_before",
            "shown",
            "limit",
            "overflow",
            "wagered",
            "wagered_day",
            "hits",
            "hits_day",
            "won",
            "won_day",
            "reserve",
        ),
        [
            (
                each.level,
                as_dollars(each.shown_before),
                as_dollars(each.shown),
                as_dollars(each.limit),
                as_dollars(each.overflow),
                as_dollars(each.wagered),
                as_dollars(each.wagered_today),
                each.hits,
                each.hits_today,
                as_dollars(each.won),
                as_dollars(each.won_today),
                as_dollars(report.reserve),
            )
            for each in report.meters
        ],
    )
    yield "changes", ("account", "title", "change", "entries", "amount"), list(_changes(report))
    yield (
        "tables",
        ("table", "rounds", "voided", "wagers", "wagered", "accrued", "paid_at_table", "awarded", "taken_back"),
        [
            (
                each.table,
                each.rounds,
                each.voided,
                each.wagers,
                as_dollars(each.wagered),
                as_exact_dollars(each.accrued_millionths),
                as_dollars(each.paid_at_table),
                as_dollars(each.awarded),
                as_dollars(each.taken_back),
            )
            for each in report.tables
        ],
    )
    yield (
        "liability",
        ("change", "amount"),
        [
            ("beginning", as_exact_dollars(owed.beginning_millionths)),
            *((each.what, as_exact_dollars(each.millionths)) for each in owed.changes),
            ("ending", as_exact_dollars(owed.ending_millionths)),
            (
                "master games report adjustment",
                as_exact_dollars(owed.accrued_millionths) if owed.adjusts_master_games_report else "not adjusted",
            ),
        ],
    )
    yield (
        "bank",
        ("what", "time", "by", "reference", "amount"),
        [
            ("beginning", "", "", "", as_dollars(bank.beginning)),
            *((each.what, _utc(each.at), each.by, each.reference, as_dollars(each.cents)) for each in bank.moves),
            ("ending", "", "", "", as_dollars(bank.ending)),
            ("statement", "", "", "", as_dollars(bank.statement)),
            ("difference", "", "", "", as_dollars(bank.difference)),
            ("owed", "", "", "", as_dollars(bank.owed)),
            ("required", "", "", "", as_dollars(bank.required)),
            ("short", "", "", "", as_dollars(bank.short)),
            ("deposit_due", "", "", "", as_dollars(bank.deposit_due)),
        ],
    )
    yield "prizes", _PRIZE, list(_prizes(report))
    yield (
        "last_hits",
        ("no", "won_on", "time", "table", "round", "seat", "hand", "level", "percent", "shared", "amount", "status"),
        [
            (
                *_won(each),
                each.level,
                each.percent,
                "yes" if each.is_shared else "no",
                as_dollars(each.cents),
                each.status,
            )
            for each in report.last_hits
        ],
    )
    yield (
        "exceptions",
        ("entry", "time", "what", "who", "detail", "amount"),
        [
            (each.seq, _utc(each.at), each.what, each.who, each.detail, as_dollars(each.cents))
            for each in report.exceptions
        ],
    )


def _changes(report: DayReport) -> Iterator[Row]:
    for each in report.accounts:
        yield each.account, each.title, "beginning", "", as_dollars(each.beginning)
        for change in each.changes:
            yield each.account, each.title, change.what, change.entries, as_dollars(change.cents)
        yield each.account, each.title, "ending", "", as_dollars(each.ending)
    for account, (before, after) in report.fractions.items():
        title = f"Fractions of a cent towards {account}"
        yield f"remainder.{account}", title, "beginning", "", as_exact_dollars(before)
        yield f"remainder.{account}", title, "change", "", as_exact_dollars(after - before)
        yield f"remainder.{account}", title, "ending", "", as_exact_dollars(after)


def _won(each: Prize) -> Row:
    """Which prize it is, when and where it was won, and with what."""
    return each.no, each.day, _utc(each.at), each.table, each.round, each.seat, each.hand


def _prizes(report: DayReport) -> Iterator[Row]:
    for each in report.prizes:
        yield (
            *_won(each),
            each.cards,
            each.read_by,
            each.kind,
            each.level,
            each.percent,
            as_dollars(each.cents),
            "yes" if each.from_meter else "no",
            " ".join(each.duties),
            each.status,
            each.approved_by,
            _utc(each.decided_at),
            each.rejected_for,
            each.paid_by,
            _utc(each.paid_at),
            each.method,
            each.reference,
            each.tax_form,
            each.dealer,
            as_dollars(each.receivable),
            each.payee,
            each.camera,
        )


def as_dollars(cents: int | None) -> Decimal | None:
    """An amount that stays a number, also below zero."""
    return None if cents is None else Decimal(format_money(cents))


def as_exact_dollars(millionths: int) -> Decimal:
    """Dollars, with as many places as a fraction of a cent needs."""
    if millionths % MILLION == 0:
        return Decimal(format_money(millionths // MILLION))
    whole, rest = divmod(abs(millionths), 100 * MILLION)
    return Decimal(f"{'-' if millionths < 0 else ''}{whole}.{rest:08d}".rstrip("0"))


def _utc(at: int | None) -> str:
    if at is None:
        return ""
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
