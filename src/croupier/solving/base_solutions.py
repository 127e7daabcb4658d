"""The solution of a base wager: by the solver that the game names, or from a kept form that adds up.

Most base wagers are counted. One whose outcomes are too many is valued to a bound, under a way to play that its solver
names: the best play (under an assumption), its chart, or what a card counter goes by.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache as once
from typing import Any, Final

from croupier import catalogue
from croupier.cards.cards import format_cards, parse_cards
from croupier.errors import BadInput, CardError, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.result import FactTable, Moments, PlayRow, Result
from croupier.exact.sampled_table import SamplesTables
from croupier.exact.showdown.solution import BetValue, Cases, ChartRow, CloseHand, Option
from croupier.exact.solver import Progress, Values, in_silence
from croupier.play.game import Game
from croupier.play.showdown import Bet
from croupier.rulebook.configuration import Configuration
from croupier.solving import cache
from croupier.solving.base_games import base_configuration, base_wager, playable
from croupier.solving.solvers import solver_of
from croupier.units.chance import fraction_text

CHART: Final = "chart"
COUNTER: Final = "counter"


def valuer_of(configuration: Configuration) -> Values | None:
    """The solver of a base game that is valued; None for games whose outcomes are counted."""
    try:
        solver: object = solver_of(playable(base_configuration(configuration)))
    except MissingPart:
        return None
    return solver if isinstance(solver, Values) else None


def ways_to_play(configuration: Configuration) -> tuple[str, ...]:
    """What a value may rest on, by name; only a base game that is valued has several."""
    solver = valuer_of(configuration)
    return (*solver.assumptions, CHART) if solver else ()


def base_result(
    configuration: Configuration, play: str | None = None, *, remember: bool = True, progress: Progress = in_silence
) -> Result:
    """The base wager under the best play, or under another that its solver names; kept on disk and checked."""
    plain = base_configuration(configuration)
    name = {"rulebook": plain.rulebook_hash, "configuration": str(plain), "wager": base_wager(plain) or ""}
    code = catalogue.code_of(configuration.name)
    name |= ({"code": code} if code else {}) | ({"play": play} if play else {})
    kept = cache.recall(name) if remember else None
    result = from_kept(configuration, kept) if kept is not None else None
    if result is None:
        result = solve_base(configuration, play, progress, remember=remember)
        if remember:
            cache.remember(name, kept_form(result))
    return result


def solve_base(
    configuration: Configuration,
    play: str | None = None,
    progress: Progress = in_silence,
    *,
    remember: bool = True,
) -> Result:
    """The same, solved now."""
    game = playable(base_configuration(configuration))
    solver = solver_of(game)
    if play is None:
        return told(solver.solve(game, progress), configuration, game)
    if not isinstance(solver, Values):
        raise BadInput(
            f"{game.base_wager} of {configuration.name} is solved under the best play alone", hint="leave --play out"
        )
    if play == CHART:
        found = solver.chart(game)
    elif play == COUNTER:
        found = solver.counter(game, base_result(configuration, remember=remember))
    elif play in solver.assumptions:
        found = solver.value(game, play)
    else:
        ways = ", ".join((*solver.assumptions, CHART))
        raise BadInput(f"'{play}' is not a way to play {configuration.name}", hint=f"one of {ways}")
    return told(found, configuration, game)


def told(result: Result, configuration: Configuration, game: Game) -> Result:
    """With the configuration that was asked, and with what a reader must know."""
    solver = solver_of(game)
    return replace(
        result,
        configuration=configuration,
        note=solver.note(game),
        is_of_one_player=isinstance(solver, SamplesTables),
    )


def kept_form(result: Result) -> dict[str, Any]:
    """A result as JSON data; ``from_kept`` is the inverse."""
    if result.moments is not None:
        return {
            "moments": list(result.moments),
            "error": result.error,
            "basis": result.basis,
            "tables": [list(table) for table in result.tables],
            "facts": dict(result.facts),
        }
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


def from_kept(configuration: Configuration, kept: Any) -> Result | None:
    """A kept result, if its figures add up to all deals of the game; None for anything else."""
    game = playable(base_configuration(configuration))
    deals = solver_of(game).deals(game)
    try:
        if "moments" in kept:
            return _valued(configuration, game, kept)
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
    found = Result(configuration, game.base_wager, optimal, simple=simple, chart=chart, closest=closest, plays=plays)
    return told(found, configuration, game)


def _valued(configuration: Configuration, game: Game, kept: Any) -> Result:
    moments = Moments(*kept["moments"])
    if not all(isinstance(figure, float) for figure in moments):
        raise TypeError("a kept figure is not a number")
    return Result(
        configuration,
        game.base_wager,
        moments=moments,
        error=kept["error"],
        basis=kept["basis"],
        tables=tuple(
            FactTable(tuple(map(tuple, rows)), tuple(columns) if columns else None) for rows, columns in kept["tables"]
        ),
        facts=kept["facts"],
    )


def _kept_distribution(distribution: Distribution) -> dict[str, Any]:
    return {
        "wagered": fraction_text(distribution.wagered),
        "counts": [[fraction_text(net), count] for net, count in distribution.counts],
    }


@once
def _fraction(text: str) -> Fraction:
    """Charts hold few different figures, thousands of times."""
    return Fraction(text)


def _distribution(kept: Any) -> Distribution:
    return Distribution.of([(Fraction(net), int(count)) for net, count in kept["counts"]], Fraction(kept["wagered"]))
