"""What must be in the jackpot's bank account, and whether it is there."""

from __future__ import annotations

from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.state import LinkState


def required_cents(state: LinkState, plan: LinkPlan) -> int:
    """What must be in the bank: the players' money, or for a house jackpot the prizes that are posted."""
    if plan.type == "house":
        return sum(level.seed_cents for level in plan.levels)
    return state.required_cents


def bank_is_short(state: LinkState, plan: LinkPlan) -> bool:
    bank = state.bank_cents
    if plan.type == "progressive" and bank >= state.due_level:
        return False
    return bank < required_cents(state, plan)
