"""Plans made by hand, with the rules of the rulebook that every plan carries for its layouts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from croupier import catalogue
from croupier.jackpot.plan.link_plan import CarriedRules, LinkPlan, carry_rules


def with_rules(plan: LinkPlan) -> LinkPlan:
    """The plan with what its tables play now, one set of rules for each layout."""
    wagers = {table.game: table.wager for table in plan.tables}
    return replace(plan, rules=tuple(_carried(game, wager) for game, wager in sorted(wagers.items())))


@cache
def _carried(game: str, wager: str) -> CarriedRules:
    return carry_rules(catalogue.configuration(game), wager)
