"""The gambling day: it begins at a local hour and takes its name from the date on which it begins."""

import datetime
import zoneinfo
from functools import lru_cache


def gambling_day(at_ms: int, time_zone: str, day_begins: str) -> str:
    """The day that a moment (milliseconds since 1970, UTC) belongs to.

    >>> gambling_day(1_767_254_399_000, "UTC", "08:00"), gambling_day(1_767_254_400_000, "UTC", "08:00")
    ('2025-12-31', '2026-01-01')
    """
    local = datetime.datetime.fromtimestamp(at_ms / 1000, zoneinfo.ZoneInfo(time_zone))
    day = local.date()
    if at_ms < begins_at(day.isoformat(), time_zone, day_begins):
        day -= datetime.timedelta(days=1)
    return day.isoformat()


def begins_at(day: str, time_zone: str, day_begins: str) -> int:
    """When a day begins, in milliseconds since 1970 (UTC). An hour that the clocks skip comes as if they had waited,
    one that they show twice with its first showing: no moment is without a day, none in two."""
    hour = datetime.time.fromisoformat(day_begins)
    local = datetime.datetime.combine(datetime.date.fromisoformat(day), hour, zoneinfo.ZoneInfo(time_zone))
    return int(local.timestamp() * 1000)


@lru_cache(64)
def ends_at(day: str, time_zone: str, day_begins: str) -> int:
    """When the next day begins: 23, 24 or 25 hours later."""
    after = datetime.date.fromisoformat(day) + datetime.timedelta(days=1)
    return begins_at(after.isoformat(), time_zone, day_begins)


def days_between(one: str, other: str) -> int:
    """How many days lie between two, on which no entry was made."""
    return (datetime.date.fromisoformat(other) - datetime.date.fromisoformat(one)).days - 1
