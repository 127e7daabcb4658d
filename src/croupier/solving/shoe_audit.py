"""The advantage-play audit of a pair wager: what it is worth to know the rest of the shoe, and its JSON record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier import catalogue
from croupier.cards.cards import format_cards
from croupier.cards.shuffle import SeededSource
from croupier.errors import BadInput
from croupier.exact.counting.rows import returned
from croupier.exact.effort import has_compiler
from croupier.exact.result import Result
from croupier.rulebook.configuration import Configuration
from croupier.solving.advantage import (
    Progress,
    error_text,
    figure_text,
    percentage_record,
    root_text,
    value_record,
)
from croupier.solving.base_games import base_wager
from croupier.solving.figures import SCHEMA
from croupier.solving.solutions import check_wager, solve
from croupier.units.chance import decimal_text
from croupier.units.odds import MeterShare

if TYPE_CHECKING:
    from croupier.exact.advantage.shoe_knowledge import Knowing, PairsFromShoe, ShoeKnowledge

SHOES = 200_000
"""Shoes that are sampled unless another number is given."""
PLAIN_SHOES = 2_000
"""The same without numba, in about the same time."""
PENETRATION = Fraction(3, 4)


def usual_shoes() -> int:
    """Shoes that are sampled where nobody says how many."""
    return SHOES if has_compiler() else PLAIN_SHOES


def is_pairs(configuration: Configuration, wager: str | None) -> bool:
    """Whether a wager is on a pair from a shoe, so that the shoe may be known."""
    rules = configuration.rules
    named = wager or base_wager(configuration) or next((each.id for each in rules.wagers if each.family), None)
    return any(each.id == named and each.family == "pairs" for each in rules.wagers)


@dataclass(frozen=True)
class ShoeAudit:
    """What knowing the shoe is worth to a player who makes a pair wager."""

    configuration: Configuration
    wager: str
    paytable: str
    knowledge: ShoeKnowledge


def audit_shoe(
    spec: str | Configuration,
    wager: str | None = None,
    *,
    meters: Mapping[int, int] | None = None,
    penetration: Fraction = PENETRATION,
    shoes: int | None = None,
    seed: int | str = 1,
    progress: Progress = lambda _done: None,
) -> ShoeAudit:
    """Value perfect knowledge and the best count, for a wager on a pair from a shoe; meters in cents by level."""
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    wager = wager or next(each.id for each in configuration.rules.wagers if each.family == "pairs")
    check_wager(configuration, wager)
    from croupier.exact.advantage.shoe_knowledge import sample_shoes

    shoe = pairs_from_shoe(configuration, wager, meters or {})
    knowledge = sample_shoes(shoe, penetration, shoes or usual_shoes(), SeededSource(seed), progress)
    return ShoeAudit(configuration, wager, configuration.tables[wager].id, knowledge)


def pairs_from_shoe(configuration: Configuration, wager: str, meters: Mapping[int, int]) -> PairsFromShoe:
    """The wager at these meters, for any shoe that is left."""
    from croupier.exact.advantage.shoe_knowledge import PairsFromShoe

    result = solve(configuration, wager)[wager]
    table = configuration.tables[wager]
    return PairsFromShoe(table, configuration.setting_for(table), nets_by_event(result, meters))


def nets_by_event(result: Result, meters: Mapping[int, int]) -> dict[str, Fraction]:
    """By event, what a row brings beyond the stake; dynamic pays by their average."""
    jackpot = result.jackpot
    if jackpot is None:
        if meters:
            raise BadInput(f"{result.wager} has no meter", hint="leave --meter out")
        return {row.event: row.net for row in result.rows if row.net is not None}
    missing = [each.level for each in jackpot.meters if each.level not in meters]
    if missing:
        raise BadInput(
            f"{result.paytable} pays a meter: level {missing[0]} is not given",
            hint="say what it shows, as in --meter 25000 or --meter 2=1000",
        )
    jackpot.expectation(meters)  # refuses a level that the table does not have
    nets = {}
    for each in result.counted.rows:
        pay = each.row.pay
        if isinstance(pay, MeterShare):
            back = meters[pay.level or 1] * pay.percent / 100 / jackpot.stake_cents
        elif jackpot.boosts:
            back = sum((pays * chance for pays, chance in jackpot.boosts.returns(each.row)), Fraction())
        else:
            back = returned(pay)
        nets[each.row.event] = Fraction(back) - 1
    return nets


def shoe_record(found: ShoeAudit) -> dict[str, Any]:
    """The headline, per hand dealt down to the penetration under perfect knowledge, then depth by depth."""
    knowledge = found.knowledge
    last = knowledge.depths[-1]
    value, error = last.perfect_so_far.value
    wagered = last.perfect_so_far.wagers.value
    variance, hits, risk = knowledge.variance, knowledge.hit_frequency, knowledge.element_of_risk
    index, n0 = knowledge.desirability_index, knowledge.n0
    root = max(variance.value, 0.0) ** 0.5
    errors = {
        "expectation": error,
        "house_edge": error,
        "variance": variance.standard_error,
        "hit_frequency": hits.standard_error,
        "average_wagered": last.perfect_so_far.wagers.standard_error,
        **({"standard_deviation": variance.standard_error / (2 * root)} if root else {}),
        **({"element_of_risk": risk.standard_error} if risk else {}),
        **({"desirability_index": index.standard_error} if index else {}),
        **({"n0": n0.standard_error} if n0 else {}),
        "count_correlation": knowledge.correlation.standard_error,
    }
    return {
        "schema": SCHEMA,
        "game": str(found.configuration),
        "wager": found.wager,
        "paytable": found.paytable,
        "method": "estimated",
        "sees": ["shoe"],
        "penetration": decimal_text(knowledge.penetration),
        "cards_a_round": knowledge.cards_a_round,
        "expectation": value_record(value),
        "standard_error": error_text(error),
        "standard_errors": {name: error_text(each) for name, each in errors.items()},
        "house_edge": percentage_record(-value),
        "element_of_risk": percentage_record(-value / wagered) if wagered else None,
        "standard_deviation": root_text(Fraction(max(variance.value, 0.0)), False),
        "variance": figure_text(variance.value, False),
        "hit_frequency": figure_text(hits.value, False),
        "push_frequency": None,
        "average_wagered": figure_text(wagered, False),
        "desirability_index": figure_text(index.value, False) if index else None,
        "n0": figure_text(n0.value, False) if n0 else None,
        "outcomes": [],
        "total": str(knowledge.shoes),
        "full_shoe": value_record(knowledge.full_shoe),
        "depths": [
            {
                "dealt": decimal_text(depth.dealt),
                "perfect": _knowing(depth.perfect),
                "count": _knowing(depth.counting),
                "perfect_so_far": _knowing(depth.perfect_so_far),
                "count_so_far": _knowing(depth.counting_so_far),
            }
            for depth in knowledge.depths
        ],
        "count_tags": {format_cards([card]): f"{tag:.4f}" for card, tag in knowledge.tags.items()},
        "count_correlation": f"{knowledge.correlation.value:.4f}",
        "rulebook_hash": found.configuration.rulebook_hash,
    }


def _knowing(known: Knowing) -> dict[str, str]:
    return {
        "value": figure_text(known.value.value, False),
        "standard_error": error_text(known.value.standard_error),
        "wagers": figure_text(known.wagers.value, False),
        "wagers_standard_error": error_text(known.wagers.standard_error),
    }
