"""What somebody should look at though play goes on: a day that nobody closed, money that waits, a clock that jumped.

An alarm is computed, never kept: it is there as long as its reason is.
"""

from __future__ import annotations

from croupier.jackpot.money.bank import days_waiting
from croupier.jackpot.reports.gambling_day import ends_at
from croupier.jackpot.state import LinkState
from croupier.units.money import dollars


def alarms(state: LinkState, now: int) -> list[str]:
    """Every alarm of a link at a time, in milliseconds since 1970 (UTC)."""
    plan = state.plan
    if plan is None:
        return []
    found = []
    late = now - ends_at(state.day, plan.time_zone, plan.day_begins)
    if late >= 0:
        days = late // 86_400_000
        many = f"{days + 1} days end" if days else "the day ends"
        found.append(f"gambling day {state.day} is over and not closed ({many} without a close)")
    if now < state.at:
        found.append(f"the clock is {(state.at - now) / 1000:,.0f} seconds behind the last entry")
    if plan.type == "progressive" and not state.ended and days_waiting(state, plan) >= plan.deposit_days - 1 > 0:
        found.append("money must be deposited before the next gambling day begins, or the link stops")
    for table, reasons in sorted(state.table_faults.items()):
        found.append(f"table {table} is stopped: {reasons[0]}")
    if state.receivable:
        owed = sum(debt["cents"] for debt in state.receivable.values())
        found.append(f"{len(state.receivable)} awards were paid by mistake: {dollars(owed)} is to come back")
    return found
