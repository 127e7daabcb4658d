"""The solution of a base game: by the solver that the game names, or from a kept form that adds up."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from croupier.cards.cards import format_cards, parse_cards
from croupier.errors import CardError
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.solution import BetValue, Cases, ChartRow, CloseHand, Option
from croupier.exact.solver import PlayRow, Progress, in_silence
from croupier.play.showdown import Bet
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import BaseResult, base_configuration, playable
from croupier.solving.solvers import solver_of
from croupier.units.chance import fraction_text


def solve_base(configuration: Configuration, progress: Progress = in_silence) -> BaseResult:
    """Optimal play of the base wager, by the solver that the game names."""
    game = playable(base_configuration(configuration))
    return BaseResult(configuration, game.base_wager, *solver_of(game).solve(game, progress))


def kept_form(result: BaseResult) -> dict[str, Any]:
    """A result as JSON data; ``from_kept`` is the inverse."""
    return {
        "distribution": _kept_distribution(result.distribution),
        "simple": {name: _kept_distribution(each) for name, each in result.simple.items()},
        "chart": [
            [row.words, row.hands, list(row.cases), [_kept_option(option) for option in row.options]]
            for row in result.chart
        ],
        "closest": [
            [format_cards(each.cards), each.words, [_kept_value(value) for value in each.values]]
            for each in result.closest
        ],
        "plays": [[row.question, row.hand, dict(row.best)] for row in result.plays],
    }


def _kept_value(value: BetValue) -> list[str]:
    return [value.bet.action, fraction_text(value.bet.amount), fraction_text(value.value)]


def _kept_option(option: Option) -> list[Any]:
    bet = option.bet
    return [bet.action, fraction_text(bet.amount), [fraction_text(net) for net in option.nets], option.hands]


def from_kept(configuration: Configuration, kept: Any) -> BaseResult | None:
    """A kept result, if its figures add up to all deals of the game; None for anything else."""
    game = playable(base_configuration(configuration))
    deals = solver_of(game).deals(game)
    try:
        chart = tuple(
            ChartRow(
                words,
                words,
                hands,
                Cases(*cases),
                tuple(
                    Option(Bet(action, _fraction(amount)), tuple(map(_fraction, nets)), best)
                    for action, amount, nets, best in options
                ),
            )
            for words, hands, cases, options in kept["chart"]
        )
        optimal = _distribution(kept["distribution"])
        simple = {name: _distribution(each) for name, each in kept["simple"].items()}
        closest = tuple(
            CloseHand(
                parse_cards(cards),
                words,
                tuple(BetValue(Bet(action, Fraction(amount)), Fraction(value)) for action, amount, value in values),
            )
            for cards, words, values in kept["closest"]
        )
        plays = tuple(PlayRow(question, hand, dict(best)) for question, hand, best in kept["plays"])
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, CardError):
        return None
    sums = [each.total for each in (optimal, *simple.values())]
    if chart:
        sums.append(sum(row.cases.total for row in chart))
    # A solver that does not know the number of deals beforehand still finds the same number for every way to play.
    if any(each != (sums[0] if deals is None else deals) for each in sums):
        return None
    if any(count < 0 for _, count in optimal.counts):
        return None
    return BaseResult(configuration, game.base_wager, optimal, simple, chart, closest, plays)


def _kept_distribution(distribution: Distribution) -> dict[str, Any]:
    return {
        "wagered": fraction_text(distribution.wagered),
        "counts": [[fraction_text(net), count] for net, count in distribution.counts],
    }


@cache
def _fraction(text: str) -> Fraction:
    """Charts hold few different figures, thousands of times."""
    return Fraction(text)


def _distribution(kept: Any) -> Distribution:
    return Distribution.of([(Fraction(net), int(count)) for net, count in kept["counts"]], Fraction(kept["wagered"]))
