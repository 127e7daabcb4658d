"""Base games joined with their solvers, and their solutions in a form that can be kept.

Only what bears on the base wager goes into the proof, so that one solution serves every choice of bonus wagers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any

from croupier import catalogue
from croupier.cards.cards import format_cards, parse_cards
from croupier.errors import CardError, MissingPart, UnknownName
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.solution import Bet, BetValue, Cases, ChartRow, CloseHand, Option
from croupier.play.showdown import Showdown
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import Spec
from croupier.solving import ricochet
from croupier.units.chance import fraction_text

if TYPE_CHECKING:
    from croupier.exact.showdown.solution import Advice
    from croupier.play.lines import Cards


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
    theirs = {key.id for key in configuration.rules.keys if key.needs in optional or key.id == "aggregate_limit"}
    settings = [setting for setting in configuration.spec.settings if setting[0] not in optional | theirs | {"tables"}]
    return configure(configuration.book, Spec(configuration.name, tuple(settings)))


_MISSING = {
    "blackjack": ": the whole game needs splits; single hands that are not split are solved, see croupier advise"
}
"""What keeps a game from being solved of which a part is."""


def showdown_of(configuration: Configuration) -> Showdown:
    """The game, ready for the showdown solver; others are not solved yet."""
    try:
        game = catalogue.load(configuration)
    except UnknownName:
        game = None
    if not isinstance(game, Showdown):
        wager = base_wager(configuration)
        bonuses = [wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")]
        raise MissingPart(
            f"{wager} of {configuration.name} is not solved yet{_MISSING.get(configuration.name, '')}",
            hint=f"its bonus wagers are: {', '.join(bonuses)}",
        )
    return game


def solve_base(configuration: Configuration, progress: ricochet.Progress = lambda _done, _all: None) -> BaseResult:
    """Optimal play of the base wager; of Ricochet Poker, with one player."""
    plain = base_configuration(configuration)
    if plain.name == ricochet.NAME:
        alone = ricochet.solve_alone(plain, progress)
        simple = {"play every hand": alone.always_play}
        return BaseResult(configuration, base_wager(plain) or "", alone.distribution, simple, ())
    game = showdown_of(plain)
    from croupier.exact.showdown.solving import solve_showdown  # numpy comes with it

    solved = solve_showdown(game)
    return BaseResult(
        configuration,
        game.base_wager,
        solved.distribution,
        dict(solved.simple),
        tuple(solved.strategy.chart),
        solved.closest,
    )


def advise_base(configuration: Configuration, cards: Cards) -> Advice:
    """What every bet is worth with one hand."""
    game = showdown_of(base_configuration(configuration))
    from croupier.exact.showdown.solving import advise

    return advise(game, cards)


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
    }


def _kept_value(value: BetValue) -> list[str]:
    return [value.bet.action, fraction_text(value.bet.amount), fraction_text(value.value)]


def _kept_option(option: Option) -> list[Any]:
    bet = option.bet
    return [bet.action, fraction_text(bet.amount), [fraction_text(net) for net in option.nets], option.hands]


def from_kept(configuration: Configuration, kept: Any) -> BaseResult | None:
    """A kept result, if its figures add up to all deals of the game; None for anything else."""
    deals = _deals(base_configuration(configuration))
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
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, CardError):
        return None
    sums = [each.total for each in (optimal, *simple.values())]
    if configuration.name != ricochet.NAME:
        sums.append(sum(row.cases.total for row in chart))
    if any(each != deals for each in sums) or any(count < 0 for _, count in optimal.counts):
        return None
    return BaseResult(configuration, base_wager(configuration) or "", optimal, simple, chart, closest)


def _deals(configuration: Configuration) -> int:
    """All deals of the base game."""
    if configuration.name == ricochet.NAME:
        return ricochet.deals_alone(configuration)
    game = showdown_of(configuration)
    return comb(len(game.deck), game.hand_size) * comb(len(game.deck) - game.hand_size, game.hand_size)


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
