"""What somebody should look at though play goes on: a day that nobody closed, money that waits, a clock that jumped.

An alarm is computed, never kept: it is there as long as its reason is.
"""

from __future__ import annotations

from croupier.jackpot.gambling_day import days_between, ends_at, gambling_day
from croupier.jackpot.money.bank import days_waiting
from croupier.jackpot.state import LinkState
from croupier.units.money import amount


def alarms(state: LinkState, now: int) -> list[str]:
    """Every alarm of a link at a time, in milliseconds since 1970 (UTC)."""
    plan = state.plan
    if plan is None:
        return []
    found = []
    open_days = [each["day"] for each in state.unclosed]
    if now >= ends_at(state.day, plan.time_zone, plan.day_begins):
        open_days.append(state.day)  # nothing was written since it ended
        silent = days_between(state.day, gambling_day(now, plan.time_zone, plan.day_begins))
        if silent > 0:
            found.append(f"no entry was made for {silent:,} day{'s' * (silent > 1)}: is the clock right?")
    if open_days:
        more = f", and so are {len(open_days) - 1:,} after it" if len(open_days) > 1 else ""
        found.append(f"gambling day {open_days[0]} is over and not closed{more}")
    if now < state.at:
        found.append(f"the clock is {(state.at - now) / 1000:,.0f} seconds behind the last entry")
    if plan.type == "progressive" and not state.ended and days_waiting(state, plan) >= plan.deposit_days - 1 > 0:
        found.append("money must be deposited before the next gambling day begins, or the link stops")
    for table, reasons in sorted(state.table_faults.items()):
        found.append(f"table {table} is stopped: {reasons[0]}")
    if state.receivable:
        owed = sum(debt["cents"] for debt in state.receivable.values())
        awards = len(state.receivable)
        paid = "1 award was" if awards == 1 else f"{awards:,} awards were"
        found.append(f"{paid} paid by mistake: {amount(owed, plan.currency)} is to come back")
    return found
