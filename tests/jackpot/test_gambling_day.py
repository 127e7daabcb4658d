"""Which gambling day a moment belongs to, over the days on which the clocks change."""

from __future__ import annotations

import datetime
import zoneinfo

import pytest

from croupier.jackpot.gambling_day import begins_at, ends_at, gambling_day

LOS_ANGELES = "America/Los_Angeles"
HOUR = 3_600_000


def at(text: str, zone: str = LOS_ANGELES) -> int:
    """A local time in milliseconds; with an offset in it, just that moment."""
    moment = datetime.datetime.fromisoformat(text)
    local = moment if moment.tzinfo else moment.replace(tzinfo=zoneinfo.ZoneInfo(zone))
    return int(local.timestamp() * 1000)


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("2026-01-01T05:59:59", "2025-12-31"),
        ("2026-01-01T06:00:00", "2026-01-01"),
        ("2026-01-01T23:59:59", "2026-01-01"),
        ("2026-01-02T05:59:59", "2026-01-01"),
        # Clocks go from 02:00 to 03:00 on March 8, and from 02:00 back to 01:00 on November 1.
        ("2026-03-08T01:59:59", "2026-03-07"),
        ("2026-03-08T03:00:00", "2026-03-07"),
        ("2026-03-08T05:59:59", "2026-03-07"),
        ("2026-03-08T06:00:00", "2026-03-08"),
        ("2026-11-01T01:30:00-07:00", "2026-10-31"),
        ("2026-11-01T01:30:00-08:00", "2026-10-31"),
        ("2026-11-01T05:59:59", "2026-10-31"),
        ("2026-11-01T06:00:00", "2026-11-01"),
    ],
)
def test_a_day_begins_at_its_local_hour(time: str, day: str) -> None:
    assert gambling_day(at(time), LOS_ANGELES, "06:00") == day


@pytest.mark.parametrize(
    ("day", "begins", "hours"),
    [
        ("2026-01-01", "06:00", 24),
        ("2026-03-07", "06:00", 23),
        ("2026-03-08", "06:00", 24),
        ("2026-10-31", "06:00", 25),
        ("2026-03-07", "02:30", 24),  # skipped: it begins at 03:30, as if the clocks had waited
        ("2026-03-08", "02:30", 23),
        ("2026-10-31", "01:30", 24),  # shown twice: it begins at the first showing
        ("2026-11-01", "01:30", 25),
        ("2026-03-08", "00:00", 23),
    ],
)
def test_a_day_has_the_hours_that_the_clocks_give_it(day: str, begins: str, hours: int) -> None:
    assert ends_at(day, LOS_ANGELES, begins) - begins_at(day, LOS_ANGELES, begins) == hours * HOUR


@pytest.mark.parametrize("zone", [LOS_ANGELES, "Africa/Cairo", "Australia/Lord_Howe"])
@pytest.mark.parametrize("begins", ["00:00", "02:30", "06:00"])
def test_every_moment_is_in_one_day(zone: str, begins: str) -> None:
    """Every half hour of a year, and the last millisecond before it."""
    first = at("2025-12-31T00:00:00+00:00")
    last = ""
    for moment in range(first, first + 366 * 24 * HOUR, HOUR // 2):
        for each in (moment - 1, moment):
            day = gambling_day(each, zone, begins)
            assert begins_at(day, zone, begins) <= each < ends_at(day, zone, begins)
            assert day >= last, "days never go back"
            last = day
