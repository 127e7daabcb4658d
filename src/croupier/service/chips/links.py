"""A link for each jackpot wager of each play table: the sample figures of play meters as a plan that says play chips.

Each play table has its own link, shared with no other table. A money book refuses a plan in chips.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from croupier import catalogue
from croupier.jackpot.plan.carried import carry_rules
from croupier.jackpot.plan.file import link_hash
from croupier.jackpot.plan.link_plan import MILLION, Level, LinkPlan, Person, TablePlan, Threshold
from croupier.jackpot.plan.play_chips import PLAY_TABLES
from croupier.table.meters import SAMPLE_RATE, PlayMeters
from croupier.table.table import AnnouncedTable

DEALER, FIRST, SECOND, TILL = "dana", "sam", "robin", "alex"
PEOPLE: Final = (
    Person(DEALER, "The dealer of the play tables", "dealer"),
    Person(FIRST, "The first supervisor of the play tables", "supervisor"),
    Person(SECOND, "The second supervisor of the play tables", "supervisor"),
    Person(TILL, "The till of the play tables", "accounting"),
    Person("olga", "The operator of the play tables", "operator"),
    Person("anton", "The auditor of the play tables", "auditor"),
)
"""None of them can log in unless the book has a log-in of that name, as a demonstration does."""


def jackpots_of(plan: AnnouncedTable) -> tuple[str, ...]:
    """The jackpot wagers of a play table whose meters grow."""
    return () if plan.configuration.is_house_jackpot else PlayMeters(plan.game).jackpots


def link_id(plan: AnnouncedTable, wager: str) -> str:
    """The same for as long as the table plays by the same rules."""
    rules = f"{plan.configuration} {plan.configuration.rulebook_hash}"
    return f"{plan.id}-{wager.replace('_', '-')[:20]}-{hashlib.sha256(rules.encode()).hexdigest()[:8]}"


def link_for(plan: AnnouncedTable, wager: str, shown: Mapping[int, int], day: str) -> LinkPlan:
    """The link of one jackpot wager, which begins with what the table shows now."""
    configuration = plan.configuration
    seeds = PlayMeters(plan.game).seeds[wager]
    rate = SAMPLE_RATE * MILLION / len(seeds)
    if rate.denominator != 1:
        raise ArithmeticError(f"{wager} of {plan.id} has {len(seeds)} levels, which do not share the rate evenly")
    levels = [Level(number, seed, seed, max(seed, shown[number]), int(rate)) for number, seed in seeds.items()]
    stake = configuration.fixed_stake(wager)
    link = LinkPlan(
        id=link_id(plan, wager),
        title=configuration.rules.wager(wager).title,
        type="progressive",
        jurisdiction="generic",
        paytable=configuration.tables[wager].id,
        base_wager_cents=stake,
        levels=tuple(levels),
        tables=(TablePlan(plan.id, str(configuration), wager, plan.seats, "a play table of the house"),),
        people=PEOPLE,
        thresholds=(Threshold(day),),
        unreasonable_cents=stake * plan.seats,
        first_day=day,
        casino=PLAY_TABLES,
        currency="chips",
        rules=(carry_rules(configuration, wager),),
    )
    return replace(link, rulebook_hash=link_hash(catalogue.book(), link))
