"""Times on the end-of-day reports, as the clock on the wall showed them."""

from __future__ import annotations

import datetime
import zoneinfo

from croupier.jackpot.gambling_day import begins_at, ends_at
from croupier.jackpot.reports.records import DayReport


def moment(report: DayReport, at: int, write: str = "%Y-%m-%d %H:%M:%S") -> str:
    """A time as the clock on the wall showed it, with its day; with its offset where that is not the day's first."""
    local = _local(report, at)
    usual = local.utcoffset() == begins(report).utcoffset()
    return local.strftime(write) if usual else f"{local.strftime(write)} {offset(local)}"


def clock(report: DayReport, at: int | None) -> str:
    """The hour alone."""
    return "" if at is None else moment(report, at, "%H:%M:%S")


def begins(report: DayReport) -> datetime.datetime:
    """When the gambling day began."""
    plan = report.plan
    return _local(report, begins_at(report.day, plan.time_zone, plan.day_begins))


def hours(report: DayReport) -> str:
    """From when the day lasts; where the clocks change, to when and how long as well."""
    plan = report.plan
    start, end = (each(report.day, plan.time_zone, plan.day_begins) for each in (begins_at, ends_at))
    first, last = _local(report, start), _local(report, end)
    if {f"{first:%H:%M}", f"{last:%H:%M}"} == {plan.day_begins} and first.utcoffset() == last.utcoffset():
        return f"from {plan.day_begins}"
    long = f"{(end - start) / 3_600_000:g} hours"
    return f"from {first:%H:%M} {offset(first)} to {last:%H:%M} {offset(last)}, {long}: the clocks change"


def next_date(report: DayReport) -> str:
    """The date of the calendar on which the day ends."""
    return (datetime.date.fromisoformat(report.day) + datetime.timedelta(days=1)).isoformat()


def offset(local: datetime.datetime) -> str:
    """The zone's distance from UTC then."""
    return f"UTC{local.isoformat()[-6:]}"


def _local(report: DayReport, at: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(at / 1000, zoneinfo.ZoneInfo(report.plan.time_zone))
