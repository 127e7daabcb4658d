"""What somebody should look at though play goes on: a day that nobody closed, money that waits, a bank statement that
differs, a clock that jumped, rounds that no table deals.

An alarm is computed, never kept: it is there as long as its reason is. What happened once is there until somebody has
closed its day, whose report names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from croupier.jackpot.gambling_day import begins_at, days_between, ends_at, gambling_day
from croupier.jackpot.money.bank import bank_is_short, missing_tomorrow, required_cents
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.reports.alarm_kinds import Alarm, AlarmKind
from croupier.jackpot.reports.oddities import LEAST_BEHIND_MS
from croupier.jackpot.state import LinkState
from croupier.records import replace

A_DAY_MS: Final = 86_400_000
"""A link may be opened in the evening before its first day."""


def alarms(state: LinkState, now: int, odd: Sequence[Alarm] = ()) -> list[Alarm]:
    """Every alarm of a link at a time, in milliseconds since 1970 (UTC); ``odd`` is what no state tells
    (``Oddities.not_confirmed``)."""
    plan = state.plan
    if plan is None:
        return []
    raised = [*_of_days(state, plan, now), *odd, *_of_money(state, plan), *_of_tables(state, plan)]
    return [replace(alarm, link=state.link, open_day=state.day) for alarm in raised]


def _of_days(state: LinkState, plan: LinkPlan, now: int) -> Iterator[Alarm]:
    open_days = [unclosed["day"] for unclosed in state.unclosed]
    if now >= ends_at(state.day, plan.time_zone, plan.day_begins):
        open_days.append(state.day)  # nothing was written since it ended
        silent = days_between(state.day, gambling_day(now, plan.time_zone, plan.day_begins))
        if silent > 0:
            yield Alarm(kind=AlarmKind.NO_ENTRIES, count=silent)
    if open_days:
        yield Alarm(kind=AlarmKind.DAY_NOT_CLOSED, day=open_days[0], count=len(open_days) - 1)
    ahead = begins_at(state.day, plan.time_zone, plan.day_begins) - now
    if ahead > A_DAY_MS:
        yield Alarm(kind=AlarmKind.DAY_NOT_BEGUN, day=state.day, milliseconds=ahead)
    if state.at - now >= LEAST_BEHIND_MS:
        yield Alarm(kind=AlarmKind.CLOCK_BEHIND, milliseconds=state.at - now)


def _of_money(state: LinkState, plan: LinkPlan) -> Iterator[Alarm]:
    if state.bank_difference:
        yield Alarm(kind=AlarmKind.BANK_DIFFERS, cents=state.bank_difference, currency=plan.currency)
    missing = missing_tomorrow(state, plan)
    if missing and not state.ended:
        short = required_cents(state, plan) - state.bank_cents if bank_is_short(state, plan) else 0
        yield Alarm(kind=AlarmKind.DEPOSIT_DUE, cents=missing, short_cents=short, currency=plan.currency)


def _of_tables(state: LinkState, plan: LinkPlan) -> Iterator[Alarm]:
    for table, reasons in sorted(state.table_faults.items()):
        yield Alarm(kind=AlarmKind.TABLE_STOPPED, tables=(table,), reason=reasons[0])
    for number, debt in sorted(state.receivable.items(), key=lambda item: int(item[0])):
        yield Alarm(
            kind=AlarmKind.PAID_BY_MISTAKE,
            award=int(number),
            tables=(debt["table"],),
            round=debt["round"],
            seat=debt["seat"],
            cents=debt["cents"],
            currency=plan.currency,
        )
