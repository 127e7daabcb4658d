"""Base games joined with their solvers, and their solutions in a form that can be kept.

Only what bears on the base wager goes into the proof, so that one solution serves every choice of bonus wagers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from croupier import catalogue
from croupier.cards.cards import format_cards, parse_cards
from croupier.errors import CardError, MissingPart, UnknownName
from croupier.exact.distribution import Distribution
from croupier.exact.notebook import result_html
from croupier.exact.showdown.solution import Bet, BetValue, Cases, ChartRow, CloseHand, Option
from croupier.exact.solver import PlayRow, Progress, in_silence
from croupier.play.game import Game
from croupier.rulebook.aggregates import APPROVAL, LIMIT, SCOPE
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import Spec
from croupier.solving.solvers import solver_of
from croupier.units.chance import fraction_text


@dataclass(frozen=True)
class BaseResult:
    """A base wager under optimal play, in units of the base wager."""

    configuration: Configuration
    wager: str
    distribution: Distribution
    simple: Mapping[str, Distribution]
    """What simpler ways to play bring, by name."""
    chart: tuple[ChartRow, ...]
    """Every class of hand, lowest first; empty where a hand's class does not tell how to play it."""
    closest: tuple[CloseHand, ...] = ()
    """The hands that are hardest to play, lowest class first."""
    plays: tuple[PlayRow, ...] = ()
    """The strategy in words, of games that have no chart by class."""

    def __repr__(self) -> str:
        return f"<BaseResult {self.wager} of {self.configuration}, house edge {self.distribution.house_edge}>"

    def _repr_html_(self) -> str:
        """The outcomes with their plot, for a notebook."""
        return result_html(f"{self.wager} of {self.configuration}", self.distribution)

    @cached_property
    def note(self) -> str | None:
        """What a reader of the figures must know about them."""
        game = playable(base_configuration(self.configuration))
        return solver_of(game).note(game)

    @property
    def total(self) -> int:
        return self.distribution.total

    def cost(self, name: str) -> Fraction:
        """What a simpler way to play gives away, in base wagers a round."""
        return self.distribution.expectation - self.simple[name].expectation


def base_wager(configuration: Configuration) -> str | None:
    """The wager that buys a hand; None for a side wager that stands alone."""
    return next((wager.id for wager in configuration.rules.wagers if wager.kind == "base"), None)


def base_configuration(configuration: Configuration) -> Configuration:
    """The same game without its bonus and jackpot wagers."""
    optional = {wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")}
    theirs = {
        key.id
        for key in configuration.rules.keys
        if key.needs in optional or key.features or key.id in (LIMIT, SCOPE, APPROVAL)
    }
    settings = [setting for setting in configuration.spec.settings if setting[0] not in optional | theirs | {"tables"}]
    return configure(configuration.book, Spec(configuration.name, tuple(settings)))


def playable(configuration: Configuration) -> Game:
    """The game, ready for its solver; MissingPart where the book has its rules and nobody can deal it."""
    try:
        return catalogue.load(configuration)
    except UnknownName:
        bonuses = [wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")]
        raise MissingPart(
            f"{base_wager(configuration)} of {configuration.name} is not solved yet",
            hint=f"its bonus wagers are: {', '.join(bonuses)}",
        ) from None


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
    # A solver that does not know the number of deals beforehand still finds the same for every way to play.
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
