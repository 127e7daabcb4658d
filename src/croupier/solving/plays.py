"""Strategies and single decisions as records: what to do, and what every alternative is worth."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from croupier.exact.result import PlayRow, Result
from croupier.exact.showdown.solution import ChartRow
from croupier.solving.figures import SCHEMA, percentage
from croupier.units.chance import exact_record
from croupier.units.odds import format_odds


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
                name = option.bet.name_among(bets)
                found[name] = found.get(name, 0) + option.hands
        return {name: hands for name, hands in found.items() if hands}


def stretches(chart: tuple[ChartRow, ...]) -> list[Stretch]:
    """The chart in as few lines as it takes."""
    return [Stretch(tuple(rows), best) for best, rows in groupby(chart, key=_settled_bet)]


def stretches_by_class(chart: tuple[ChartRow, ...]) -> list[Stretch]:
    """The chart of a player who looks only at the hand's class: every line has one bet, the best of its class."""
    return [Stretch(tuple(rows), best) for best, rows in groupby(chart, key=_bet_of_class)]


def _bet_of_class(row: ChartRow) -> str:
    return row.best.bet.name_among([option.bet for option in row.options])


def _settled_bet(row: ChartRow) -> str | None:
    bets = [option.bet for option in row.options]
    return next((each.bet.name_among(bets) for each in row.options if each.hands == row.hands), None)


def strategy_record(result: Result) -> dict[str, Any]:
    """The whole chart, class by class, and what simpler ways to play cost."""
    return {
        "schema": SCHEMA,
        "game": str(result.configuration),
        "wager": result.wager,
        "method": result.method,
        "expectation": exact_record(result.distribution.expectation),
        "house_edge": percentage(result.distribution.house_edge),
        "chart": [_chart_record(row) for row in result.chart],
        **({"plays": [_play_record(row) for row in result.plays]} if result.plays else {}),
        "strategies": {
            name: {"house_edge": percentage(each.house_edge), "cost": exact_record(result.cost(name))}
            for name, each in result.simple.items()
        },
        "rulebook_hash": result.configuration.rulebook_hash,
    }


def _play_record(row: PlayRow) -> dict[str, Any]:
    return {
        "question": row.question,
        "hand": row.hand,
        "best": {decision: str(count) for decision, count in row.best.items()},
    }


def _chart_record(row: ChartRow) -> dict[str, Any]:
    bets = [option.bet for option in row.options]
    return {
        "hand": row.words,
        "hands": str(row.hands),
        "best": row.best.bet.name_among(bets),
        "settled": row.is_settled,
        "actions": [
            {
                "action": option.bet.name_among(bets),
                "amount": format_odds(option.bet.amount),
                "expectation": exact_record(row.value(option)),
                "best_hands": str(option.hands),
            }
            for option in row.options
        ],
    }
