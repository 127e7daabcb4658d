"""The end-of-day reports of jackpots as tables of plain figures: amounts are decimal dollars, times are UTC.

A spreadsheet takes a text that begins like a formula for one: such a text gets an apostrophe in front. Amounts stay
numbers, also below zero.

Every table begins with the link and the day, so that the files of many days can be put together. Prizes are complete
here, down to the smallest fixed pay.
"""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Iterator, Sequence
from typing import Final

from croupier.handbook.page.plain import plain
from croupier.handbook.reports.day import warnings
from croupier.jackpot.plan.link_plan import MILLION
from croupier.jackpot.reports.records import DayReport, Hit, Prize
from croupier.units.money import format_money

Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class _Figure(str):
    """Digits that we wrote ourselves."""

    __slots__ = ()


def csv_tables(reports: Sequence[DayReport]) -> dict[str, Table]:
    """By name: the columns and the lines of every table, over all links."""
    tables: dict[str, Table] = {}
    for report in reports:
        for name, columns, rows in _tables(report):
            _, lines = tables.setdefault(name, (("link", "day", *columns), []))
            lines += [tuple(_cell(cell) for cell in (report.plan.id, report.day, *row)) for row in rows]
    return tables


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int | _Figure):
        return str(value)
    text = str(value)
    return f"'{plain(text)}" if text.startswith(_FORMULA) else plain(text)


def csv_files(reports: Sequence[DayReport]) -> dict[str, str]:
    """By file name, one table each."""
    return {f"{name}.csv": _written(table) for name, table in csv_tables(reports).items()}


def csv_sections(reports: Sequence[DayReport]) -> str:
    """All tables in one file: each under a line with its name, a blank line between them."""
    parts = [f"{name}\r\n{_written(table)}" for name, table in csv_tables(reports).items()]
    return "\r\n".join(parts)


def _written(table: Table) -> str:
    columns, lines = table
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows(lines)
    return out.getvalue()


_Rows = list[tuple[object, ...]]
_PRIZE: Final = tuple(
    (
        "no won_on time table round seat hand cards read_by kind level percent amount from_meter duties status "
        "approved_by decided_at rejected_for paid_by paid_at method reference tax_form dealer receivable payee camera"
    ).split()
)


def _tables(report: DayReport) -> Iterator[tuple[str, tuple[str, ...], _Rows]]:
    plan, bank, owed = report.plan, report.bank, report.liability
    facts: _Rows = [
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
                _money(each.shown_before),
                _money(each.shown),
                _money(each.limit),
                _money(each.overflow),
                _money(each.wagered),
                _money(each.wagered_today),
                each.hits,
                each.hits_today,
                _money(each.won),
                _money(each.won_today),
                _money(report.reserve),
            )
            for each in report.meters
        ],
    )
    yield "changes", ("account", "title", "change", "entries", "amount"), list(_changes(report))
    yield (
        "tables",
        ("table", "rounds", "voided", "wagers", "wagered", "accrued", "paid_at_table", "awarded"),
        [
            (
                each.table,
                each.rounds,
                each.voided,
                each.wagers,
                _money(each.wagered),
                _exact(each.accrued_millionths),
                _money(each.paid_at_table),
                _money(each.awarded),
            )
            for each in report.tables
        ],
    )
    yield (
        "liability",
        ("change", "amount"),
        [
            ("beginning", _exact(owed.beginning_millionths)),
            *((each.what, _exact(each.millionths)) for each in owed.changes),
            ("ending", _exact(owed.ending_millionths)),
            (
                "master games report adjustment",
                _exact(owed.accrued_millionths) if owed.adjusts_master_games_report else "not adjusted",
            ),
        ],
    )
    yield (
        "bank",
        ("what", "time", "by", "reference", "amount"),
        [
            ("beginning", "", "", "", _money(bank.beginning)),
            *((each.what, _utc(each.at), each.by, each.reference, _money(each.cents)) for each in bank.moves),
            ("ending", "", "", "", _money(bank.ending)),
            ("statement", "", "", "", _money(bank.statement)),
            ("difference", "", "", "", _money(bank.difference)),
            ("owed", "", "", "", _money(bank.owed)),
            ("required", "", "", "", _money(bank.required)),
            ("short", "", "", "", _money(bank.short)),
            ("deposit_due", "", "", "", _money(bank.deposit_due)),
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
                _money(each.cents),
                each.status,
            )
            for each in report.last_hits
        ],
    )
    yield (
        "exceptions",
        ("entry", "time", "what", "who", "detail", "amount"),
        [(each.seq, _utc(each.at), each.what, each.who, each.detail, _money(each.cents)) for each in report.exceptions],
    )


def _changes(report: DayReport) -> Iterator[tuple[object, ...]]:
    for each in report.accounts:
        yield each.account, each.title, "beginning", "", _money(each.beginning)
        for change in each.changes:
            yield each.account, each.title, change.what, change.entries, _money(change.cents)
        yield each.account, each.title, "ending", "", _money(each.ending)
    for account, (before, after) in report.fractions.items():
        title = f"Fractions of a cent towards {account}"
        yield f"remainder.{account}", title, "beginning", "", _exact(before)
        yield f"remainder.{account}", title, "change", "", _exact(after - before)
        yield f"remainder.{account}", title, "ending", "", _exact(after)


def _won(each: Prize | Hit) -> tuple[object, ...]:
    """Which prize it is, when and where it was won, and with what."""
    return each.no, each.day, _utc(each.at), each.table, each.round, each.seat, each.hand


def _prizes(report: DayReport) -> Iterator[tuple[object, ...]]:
    for each in report.prizes:
        yield (
            *_won(each),
            each.cards,
            each.read_by,
            each.kind,
            each.level,
            each.percent,
            _money(each.cents),
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
            _money(each.receivable),
            each.payee,
            each.camera,
        )


def _money(cents: int | None) -> str:
    return "" if cents is None else _Figure(format_money(cents))


def _exact(millionths: int) -> str:
    """Dollars, with as many places as a fraction of a cent needs."""
    if millionths % MILLION == 0:
        return _Figure(format_money(millionths // MILLION))
    whole, rest = divmod(abs(millionths), 100 * MILLION)
    return _Figure(f"{'-' if millionths < 0 else ''}{whole}.{rest:08d}".rstrip("0"))


def _utc(at: int | None) -> str:
    if at is None:
        return ""
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
