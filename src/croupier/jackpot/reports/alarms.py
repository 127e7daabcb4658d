"""What somebody should look at though play goes on: a day that nobody closed, money that waits, a bank statement that
differs, a clock that jumped, rounds that no table deals.

An alarm is computed, never kept: it is there as long as its reason is. What happened once is there until somebody has
closed its day, whose report names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from croupier.jackpot.gambling_day import begins_at, days_between, ends_at, gambling_day
from croupier.jackpot.money.bank import bank_is_short, missing_tomorrow, required_cents
from croupier.jackpot.reports.oddities import LEAST_BEHIND_MS, span
from croupier.jackpot.state import LinkState
from croupier.units.money import amount

A_DAY_MS: Final = 86_400_000
"""A link may be opened in the evening before its first day."""


def alarms(state: LinkState, now: int, odd: Sequence[str] = ()) -> list[str]:
    """Every alarm of a link at a time, in milliseconds since 1970 (UTC); ``odd`` is what no state tells
    (``Oddities.not_confirmed``)."""
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
    ahead = begins_at(state.day, plan.time_zone, plan.day_begins) - now
    if ahead > A_DAY_MS:
        found.append(
            f"the open day {state.day} begins in {span(ahead)}: until it ends no day is closed and no money is due"
        )
    if state.at - now >= LEAST_BEHIND_MS:
        found.append(f"the clock is {span(state.at - now)} behind the last entry")
    found += odd
    if state.bank_difference:
        more = "more" if state.bank_difference > 0 else "less"
        differs = amount(abs(state.bank_difference), plan.currency)
        found.append(f"the last bank statement shows {differs} {more} than the books, and no entry explains it")
    missing = missing_tomorrow(state, plan)
    if missing and not state.ended:
        cents = amount(missing, plan.currency)
        when = "before the next gambling day begins, or the link stops"
        if bank_is_short(state, plan):
            short = amount(required_cents(state, plan) - state.bank_cents, plan.currency)
            when = f"now, since no wagers are taken while the bank is {short} short, and with what is due tomorrow"
        found.append(f"money must be deposited {when}: {cents}")
    for table, reasons in sorted(state.table_faults.items()):
        found.append(f"table {table} is stopped: {reasons[0]}")
    for number, debt in sorted(state.receivable.items(), key=lambda each: int(each[0])):
        where = f"{debt['table']} round {debt['round']}, seat {debt['seat']}"
        back = amount(debt["cents"], plan.currency)
        found.append(f"award {number} ({where}) was paid by mistake: {back} is to come back")
    return found
