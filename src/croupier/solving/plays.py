"""Strategies and single decisions as records: what to do, and what every alternative is worth."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from math import ceil, floor
from typing import Any, NamedTuple

from croupier.cards.cards import format_cards
from croupier.exact.showdown.solution import Advice, Bet, BetValue, ChartRow
from croupier.play.lines import Cards
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import BaseResult
from croupier.solving.figures import SCHEMA, exact, percentage
from croupier.solving.solutions import Solution
from croupier.units.odds import format_odds


def bet_name(bet: Bet, bets: list[Bet]) -> str:
    """``play`` where the amount is not the player's to choose, else ``raise 4x``, as round files write them."""
    return bet.action if sum(each.action == bet.action for each in bets) == 1 else str(bet)


def whole_multiples(advice: Advice) -> list[BetValue]:
    """Every bet, with the whole multiples between the ends of a range.

    The solver weighs the ends alone: what a bet brings is linear in its amount, so none in between can be better.
    """
    found: list[BetValue] = []
    for each in advice.values:
        if found and found[-1].bet.action == each.bet.action:
            low = found[-1]
            slope = (each.value - low.value) / (each.bet.amount - low.bet.amount)
            for amount in range(floor(low.bet.amount) + 1, ceil(each.bet.amount)):
                between = low.value + slope * (amount - low.bet.amount)
                found.append(BetValue(Bet(each.bet.action, Fraction(amount)), between))
        found.append(each)
    return found


def advice_record(configuration: Configuration, cards: Cards, advice: Advice) -> dict[str, Any]:
    """One decision; expectations are for the whole round, in base wagers."""
    bets = [each.bet for each in advice.values]
    cases = advice.cases
    return {
        "schema": SCHEMA,
        "game": str(configuration),
        "cards": format_cards(cards),
        "hand": advice.words,
        "method": "exact",
        "actions": [
            {
                "action": bet_name(each.bet, bets),
                "amount": format_odds(each.bet.amount),
                "expectation": exact(each.value),
            }
            for each in whole_multiples(advice)
        ],
        "best": bet_name(advice.best.bet, bets),
        "counts": {
            "win": str(cases.lower),
            "tie": str(cases.equal),
            "lose": str(cases.higher),
            "not_qualified": str(cases.not_qualified),
            "total": str(cases.total),
        },
        "rulebook_hash": configuration.rulebook_hash,
    }


class Stretch(NamedTuple):
    """Neighboring classes of hand, lowest first, that are played alike."""

    rows: tuple[ChartRow, ...]
    best: str | None
    """The bet that is best for every hand of them; None where the other cards decide."""

    @property
    def hands(self) -> int:
        return sum(row.hands for row in self.rows)

    @property
    def hands_by_bet(self) -> dict[str, int]:
        """How many hands do best with each bet."""
        found: dict[str, int] = {}
        for row in self.rows:
            bets = [option.bet for option in row.options]
            for option in row.options:
                name = bet_name(option.bet, bets)
                found[name] = found.get(name, 0) + option.hands
        return {name: hands for name, hands in found.items() if hands}


def stretches(chart: tuple[ChartRow, ...]) -> list[Stretch]:
    """The chart in as few lines as it takes."""
    return [Stretch(tuple(rows), best) for best, rows in groupby(chart, key=_settled_bet)]


def _settled_bet(row: ChartRow) -> str | None:
    bets = [option.bet for option in row.options]
    return next((bet_name(each.bet, bets) for each in row.options if each.hands == row.hands), None)


def strategy_record(solution: Solution, result: BaseResult) -> dict[str, Any]:
    """The whole chart, class by class, and what simpler ways to play cost."""
    return {
        "schema": SCHEMA,
        "game": solution.configuration,
        "wager": result.wager,
        "method": solution.method,
        "expectation": exact(result.distribution.expectation),
        "house_edge": percentage(result.distribution.house_edge),
        "chart": [_chart_record(row) for row in result.chart],
        "strategies": {
            name: {"house_edge": percentage(each.house_edge), "cost": exact(result.cost(name))}
            for name, each in result.simple.items()
        },
        "rulebook_hash": solution.rulebook_hash,
    }


def _chart_record(row: ChartRow) -> dict[str, Any]:
    bets = [option.bet for option in row.options]
    return {
        "hand": row.words,
        "hands": str(row.hands),
        "best": bet_name(row.best.bet, bets),
        "settled": row.is_settled,
        "actions": [
            {
                "action": bet_name(option.bet, bets),
                "amount": format_odds(option.bet.amount),
                "expectation": exact(row.value(option)),
                "best_hands": str(option.hands),
            }
            for option in row.options
        ],
    }
