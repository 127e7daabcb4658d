"""The end-of-day reports of jackpots as tables for CSV and XLSX: amounts are decimal dollars, times are UTC.

Every table begins with the link and the day, so that the files of many days can be put together. Prizes are complete
here, down to the smallest fixed pay.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Final

from croupier.handbook.page.workbook import Cell, Row, Table, Tables, tables_workbook
from croupier.handbook.reports.day import warnings
from croupier.jackpot.plan.link_plan import MILLION
from croupier.jackpot.reports.records import DayReport
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
    day = max(report.day for report in reports)
    return tables_workbook(tables(reports), f"Jackpot report of {day}", datetime.date.fromisoformat(day))


_METERS: Final = (
    "level shown_before:$ shown:$ limit:$ overflow:$ wagered:$ wagered_day=wagered_today:$ hits hits_day=hits_today "
    "won:$ won_day=won_today:$"
)
_TABLES: Final = (
    "table rounds voided wagers wagered:$ accrued=accrued_millionths:exact paid_at_table:$ awarded:$ taken_back:$"
)
_WON: Final = "no won_on=day time=at:utc table round seat hand"
_PRIZES: Final = (
    f"{_WON} cards read_by kind level percent amount=cents:$ from_meter:yes duties:words status approved_by "
    "decided_at:utc rejected_for paid_by paid_at:utc method reference tax_form dealer receivable:$ payee camera"
)
_HITS: Final = f"{_WON} level percent shared=is_shared:yes amount=cents:$ status"
_EXCEPTIONS: Final = "entry=seq time=at:utc what who detail amount=cents:$"
_BANK: Final = ("statement", "difference", "owed", "required", "short", "deposit_due")


def declared(columns: str, things: Iterable[object]) -> Table:
    """A line for each thing, by columns such as ``hits``, ``entry=seq`` (its attribute) or ``won:$`` (how written)."""
    parts = [column.partition(":") for column in columns.split()]
    names = [told.partition("=") for told, _, _ in parts]
    reads = [(attribute or name, _HOW.get(how)) for (name, _, attribute), (_, _, how) in zip(names, parts, strict=True)]
    lines: list[Row] = [
        tuple(write(getattr(thing, name)) if write else getattr(thing, name) for name, write in reads)
        for thing in things
    ]
    return tuple(name for name, _, _ in names), lines


def _tables(report: DayReport) -> Iterator[tuple[str, tuple[str, ...], list[Row]]]:
    plan, bank, owed = report.plan, report.bank, report.liability
    facts: list[Row] = [
        *((name, getattr(plan, name)) for name in ("casino", "location", "license", "title", "type", "jurisdiction")),
        ("status", "closed" if report.is_closed else "not closed"),
        ("closed_at", _utc(report.closed_at)),
        *((name, getattr(report, name)) for name in ("closed_by", "first_entry", "last_entry", "last_hash")),
        ("plan", report.plan_hash),
        ("notice", " ".join(plan.notice.split())),
        *(("warning", text) for text in warnings(plan)),
    ]
    yield "report", ("fact", "value"), facts
    columns, meters = declared(_METERS, report.meters)
    yield "meters", (*columns, "reserve"), [(*line, as_dollars(report.reserve)) for line in meters]
    yield "changes", ("account", "title", "change", "entries", "amount"), list(_changes(report))
    yield "tables", *declared(_TABLES, report.tables)
    adjusted = as_exact_dollars(owed.accrued_millionths) if owed.adjusts_master_games_report else "not adjusted"
    changes: list[Row] = [
        ("beginning", as_exact_dollars(owed.beginning_millionths)),
        *((change.what, as_exact_dollars(change.millionths)) for change in owed.changes),
        ("ending", as_exact_dollars(owed.ending_millionths)),
        ("master games report adjustment", adjusted),
    ]
    yield "liability", ("change", "amount"), changes
    columns, moves = declared("what time=at:utc by reference amount=cents:$", bank.moves)
    ends: list[Row] = [(name, "", "", "", as_dollars(getattr(bank, name))) for name in ("beginning", "ending", *_BANK)]
    yield "bank", columns, [ends[0], *moves, *ends[1:]]
    yield "prizes", *declared(_PRIZES, report.prizes)
    yield "last_hits", *declared(_HITS, report.last_hits)
    yield "exceptions", *declared(_EXCEPTIONS, report.exceptions)


def _changes(report: DayReport) -> Iterator[Row]:
    for each in report.accounts:
        yield each.account, each.title, "beginning", "", as_dollars(each.beginning)
        for change in each.changes:
            yield each.account, each.title, change.what, change.entries, as_dollars(change.cents)
        yield each.account, each.title, "ending", "", as_dollars(each.ending)
    for account, (before, after) in report.fractions.items():
        title = f"Fractions of a cent towards {account}"
        for what, millionths in (("beginning", before), ("change", after - before), ("ending", after)):
            yield f"remainder.{account}", title, what, "", as_exact_dollars(millionths)


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


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


_HOW: Final[dict[str, Callable[..., Cell]]] = {
    "$": as_dollars,
    "exact": as_exact_dollars,
    "utc": _utc,
    "yes": _yes,
    "words": " ".join,
}
"""How a declared column is written."""
