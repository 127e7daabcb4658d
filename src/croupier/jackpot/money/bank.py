"""What must be in the jackpot's bank account, and whether it is there."""

from __future__ import annotations

from croupier.jackpot.journal import FORMAT
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.state import LinkState


def required_cents(state: LinkState, plan: LinkPlan, version: int = FORMAT) -> int:
    """What must be in the bank.

    Of a progressive jackpot what was due at the last deposit, unless less is owed by now; of a house jackpot the prizes
    that are posted, and those that were won by the end of the last gambling day and are not paid yet. Format 1 asked
    for the posted ones alone.
    """
    due = min(state.due_level, state.liability_cents)
    if plan.type == "house":
        return sum(level.seed_cents for level in plan.levels) + (due if version > 1 else 0)
    return due


def bank_is_short(state: LinkState, plan: LinkPlan, version: int = FORMAT) -> bool:
    bank = state.bank_cents
    if plan.type == "progressive" and bank >= state.due_level:
        return False
    return bank < required_cents(state, plan, version)
