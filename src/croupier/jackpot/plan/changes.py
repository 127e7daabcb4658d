"""When an approved change of plan takes effect on a live link.

A parameter of a live meter changes only after the meter is next won, or at a documented full reset. What is not a
parameter of the jackpot (people, thresholds, tables joining or leaving) takes effect with its approval. A change of
what the jackpot *is* (its paytable, base wager or rules) waits for a full reset, and everything else in that plan waits
with it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan

_OF_THE_JACKPOT = (
    "paytable",
    "base_wager_cents",
    "simultaneous",
    "below_seed",
    "overflow_to",
    "dealer_envy_from",
)


def needs_reset(plan: LinkPlan, waiting: LinkPlan) -> bool:
    """Whether a plan changes what the jackpot is."""
    if any(getattr(plan, name) != getattr(waiting, name) for name in _OF_THE_JACKPOT):
        return True
    if _most_taken(plan, waiting) > MILLION:
        return True  # level by level, rates of both plans could together take more than the wager
    now = {table.id: table for table in plan.tables}
    return any(table.id in now and table != now[table.id] for table in waiting.tables)


def _most_taken(plan: LinkPlan, waiting: LinkPlan) -> int:
    both = ((level, waiting.level(level.number)) for level in plan.levels)
    return sum(max(old.increment_ppm + old.reserve_ppm, new.increment_ppm + new.reserve_ppm) for old, new in both)


def adopt_at_once(plan: LinkPlan, waiting: LinkPlan) -> LinkPlan:
    """The plan in force after an approval: the new one, with the meters' parameters as they were."""
    return plan if needs_reset(plan, waiting) else replace(waiting, levels=plan.levels, first_day=plan.first_day)


def adopt_levels(plan: LinkPlan, waiting: LinkPlan | None, won: Collection[int]) -> LinkPlan:
    """The plan in force after these levels were won."""
    if waiting is None or needs_reset(plan, waiting):
        return plan
    levels = tuple(waiting.level(each.number) if each.number in won else each for each in plan.levels)
    return replace(plan, levels=levels)


def replace_level(plan: LinkPlan, level: Level) -> LinkPlan:
    """The plan with one level as given."""
    return replace(plan, levels=tuple(level if each.number == level.number else each for each in plan.levels))


def rates_of(plan: LinkPlan) -> int:
    """What all meters and reserves take of a wager, in millionths."""
    return sum(level.increment_ppm + level.reserve_ppm for level in plan.levels)


def wait_again(plan: LinkPlan, waiting: LinkPlan | None, levels: Collection[Level]) -> tuple[LinkPlan, LinkPlan | None]:
    """The plan in force and the one that waits, once the parameters of some levels are as they were before a win."""
    before = plan
    for level in levels:
        plan = replace_level(plan, level)
    return plan, still_waiting(plan, waiting or before)


def still_waiting(plan: LinkPlan, waiting: LinkPlan | None) -> LinkPlan | None:
    """The waiting plan, unless all of it is in force."""
    if waiting is None:
        return None
    return None if replace(waiting, first_day=plan.first_day) == plan else waiting
