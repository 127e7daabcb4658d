"""What must be in the jackpot's bank account, and whether it is there.

What was accrued first is due first. Money that came in on a gambling day is due when the plan's number of days has
passed, and not before; a seed that the house advanced is due when the next day begins. What players are paid is taken
off the oldest. A deposit changes nothing but the balance, so an early one is never punished.
"""

from __future__ import annotations

import datetime

from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.state import LinkState


def required_cents(state: LinkState, plan: LinkPlan) -> int:
    """What must be in the bank.

    Of a progressive jackpot what was due at the last deposit, unless less is owed by now; of a house jackpot the prizes
    that are posted, and those that were won on earlier gambling days and are not paid yet.
    """
    if plan.type == "house":
        won = sum(each["cents"] for each in state.awards.values() if each["day"] < state.day)
        return posted_cents(state, plan) + won
    return min(state.due_level, state.liability_cents)


def not_to_be_withdrawn(state: LinkState, plan: LinkPlan) -> int:
    """What a withdrawal must leave: what players are owed, due or not."""
    return state.liability_cents + (posted_cents(state, plan) if plan.type == "house" and not state.ended else 0)


def posted_cents(state: LinkState, plan: LinkPlan) -> int:
    """What the displays show: the meters, or the prizes of a house jackpot."""
    return sum(level.seed_cents if plan.type == "house" else state.meter_cents(level.number) for level in plan.levels)


def pay_off(state: LinkState, cents: int) -> None:
    """Players' money that was paid out need no longer be in the bank: the oldest first."""
    part = min(cents, state.due_level)
    state.due_level -= part
    cents -= part
    while cents and state.accrued:
        part = min(cents, state.accrued[0][1])
        state.accrued[0][1] -= part
        cents -= part
        if not state.accrued[0][1]:
            state.accrued.pop(0)


def take_in(state: LinkState, plan: LinkPlan, seeds: int) -> None:
    """Note what came in up to now, and then what the house advanced: that is due when the next day begins."""
    new = _not_noted(state) - seeds
    if new > 0:
        _note(state, _day_after(state.day, plan.deposit_days), new)
    if seeds > 0:
        _note(state, _day_after(state.day, 1), seeds)


def end_day(state: LinkState, plan: LinkPlan, begins: str) -> None:
    """What came in on the day that ends joins what is owed; what is old enough is due when another one begins."""
    take_in(state, plan, 0)
    gone = -min(0, _not_noted(state))
    while gone and state.accrued:  # the newest is gone: what was accrued before is still as old as it was
        part = min(gone, state.accrued[-1][1])
        state.accrued[-1][1] -= part
        gone -= part
        if not state.accrued[-1][1]:
            state.accrued.pop()
    state.due_level -= min(gone, state.due_level)
    state.due_level += sum(cents for due, cents in state.accrued if due <= begins)
    state.accrued = [[due, cents] for due, cents in state.accrued if due > begins]


def _not_noted(state: LinkState) -> int:
    """What is owed beyond what has its date; below zero where some of that is no longer owed."""
    noted: int = sum(cents for _, cents in state.accrued)
    return state.liability_cents - state.due_level - noted


def _note(state: LinkState, due: str, cents: int) -> None:
    if state.accrued and state.accrued[-1][0] == due:
        state.accrued[-1][1] += cents
    else:
        state.accrued.append([due, cents])


def days_waiting(state: LinkState, plan: LinkPlan) -> int:
    """How old the oldest money is that is not in the bank, in gambling days."""
    covered = state.bank_cents - min(state.due_level, state.liability_cents)
    if covered < 0:
        return plan.deposit_days
    for due, cents in state.accrued:
        covered -= cents
        if covered < 0:
            left = datetime.date.fromisoformat(due) - datetime.date.fromisoformat(state.day)
            return plan.deposit_days - left.days
    return 0


def missing_tomorrow(state: LinkState, plan: LinkPlan) -> int:
    """Cents to be deposited before the next gambling day begins, as far as it is known now."""
    if plan.type == "house":  # what was won is due then
        due = sum(level.seed_cents for level in plan.levels) + state.liability_cents
    else:
        begins = _day_after(state.day, 1)
        today = max(0, _not_noted(state)) if plan.deposit_days == 1 else 0
        due = state.due_level + today + sum(cents for day, cents in state.accrued if day <= begins)
        due = min(due, state.liability_cents)
    return max(0, due - state.bank_cents)


def _day_after(day: str, days: int) -> str:
    return (datetime.date.fromisoformat(day) + datetime.timedelta(days=days)).isoformat()


def bank_is_short(state: LinkState, plan: LinkPlan) -> bool:
    """Whether the bank holds less than what is due there by now."""
    bank = state.bank_cents
    if plan.type == "progressive" and bank >= state.due_level:
        return False
    return bank < required_cents(state, plan)
