"""The monthly summary of a link: its gambling days side by side, what they come to, and prizes that nobody has claimed.

Each day is the report that was checked against the day's close. The days of a month must also follow from one another:
what one ends with, the next begins with; a summary that does not add up is not given out.
"""

from __future__ import annotations

import datetime
import itertools
import re
from collections import Counter
from dataclasses import dataclass

from croupier.errors import BadInput
from croupier.jackpot.book.reading import closed_days, live_plan, open_day, read_state, unclosed_days
from croupier.jackpot.journal import Store
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.reports.day import DoesNotAddUp, report_of
from croupier.jackpot.reports.records import DayReport, OwedChange, Prize

_MONTH = re.compile(r"2\d{3}-(0[1-9]|1[0-2])", re.ASCII)


@dataclass(frozen=True)
class Unclaimed:
    """A prize that was won and is not paid yet."""

    prize: Prize
    deadline: str
    """The last day on which it may be claimed; empty where the plan says nothing."""

    def is_late(self, day: str) -> bool:
        """Whether the deadline lay before a day."""
        return bool(self.deadline) and self.deadline < day


@dataclass(frozen=True)
class MonthSummary:
    """One link over the gambling days of a month."""

    plan: LinkPlan
    month: str
    days: tuple[DayReport, ...]
    """In order; some may not be closed yet, and the last may not be over."""
    paid: tuple[int, ...]
    """By day, what players were paid on it, whenever it was won."""
    owed: tuple[OwedChange, ...]
    """What changed the players' money over the month, in millionths of a cent."""
    unclaimed: tuple[Unclaimed, ...]
    """As of the end of the last day."""

    @property
    def is_closed(self) -> bool:
        """Whether every day that it holds is closed, and none of the month is still to come."""
        last = datetime.date.fromisoformat(self.days[-1].day)
        ends = (last + datetime.timedelta(days=1)).strftime("%Y-%m") != self.month
        return ends and all(day.is_closed for day in self.days)

    @property
    def first(self) -> DayReport:
        return self.days[0]

    @property
    def last(self) -> DayReport:
        return self.days[-1]


def summary(store: Store, link: str, month: str) -> MonthSummary:
    """The summary of a month, as in 2026-01; BadInput where the link has no day in it."""
    if not _MONTH.fullmatch(month):
        raise BadInput(f"{month[:40]} is not a month", hint="as in 2026-01")
    state = read_state(store, link)
    plan = live_plan(state)
    days = [*closed_days(store, state), *unclosed_days(store, state), open_day(store, state)]
    days.sort(key=lambda each: each.after)
    found = [report_of(store, state, each) for each in days if each.day[:7] == month]
    if not found:
        raise BadInput(
            f"link {link} has no gambling day in {month}", hint=f"its days are {plan.first_day} to {state.day}"
        )
    for before, after in itertools.pairwise(found):
        _check_follows(link, before, after)
    changes: Counter[str] = Counter()
    for day in found:
        for change in day.liability.changes:
            changes[change.what] += change.millionths
    owed = tuple(OwedChange(what, millionths) for what, millionths in changes.items())
    begins, ends = found[0].liability.beginning_millionths, found[-1].liability.ending_millionths
    if begins + sum(each.millionths for each in owed) != ends:
        raise DoesNotAddUp(link, month, "owed to players", begins + sum(each.millionths for each in owed), ends)
    last = found[-1]
    return MonthSummary(last.plan, month, tuple(found), tuple(map(_paid, found)), owed, tuple(_unclaimed(last)))


def _paid(day: DayReport) -> int:
    """A report has the time of a payment only if it was made on its day."""
    small = sum(each.paid_at_table for each in day.tables)
    return small + sum(each.cents for each in day.prizes if not each.is_small and each.paid_at is not None)


def _check_follows(link: str, before: DayReport, after: DayReport) -> None:
    pairs = {
        "owed to players": (before.liability.ending_millionths, after.liability.beginning_millionths),
        "in the bank": (before.bank.ending, after.bank.beginning),
        "last entry": (before.last_entry + 1, after.first_entry),
    }
    for what, (ended, begins) in pairs.items():
        if ended != begins:
            raise DoesNotAddUp(link, after.day, f"{what}, at the end of {before.day}", ended, begins)


def _unclaimed(day: DayReport) -> list[Unclaimed]:
    """Pending ones wait for the house, payable ones for the player; both are the player's."""
    return [
        Unclaimed(prize, deadline(day.plan, prize.day))
        for prize in day.prizes
        if prize.status in ("pending", "payable")
    ]


def deadline(plan: LinkPlan, won_on: str) -> str:
    """Until which day a prize of a gambling day may be claimed."""
    if not plan.claim_days:
        return ""
    return (datetime.date.fromisoformat(won_on) + datetime.timedelta(days=plan.claim_days)).isoformat()
