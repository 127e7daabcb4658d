"""How a simulated seat plays a showdown game: the optimal strategy, its chart by class, or a chart from a file.

With each comes the exact distribution of the base wager under it, for the simulation to be compared with. A strategy
file is what ``croupier strategy --json`` prints, as it is or with other entries under "best".
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier import catalogue
from croupier.errors import BadInput
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.exact.showdown.solution import ChartRow, Option
from croupier.exact.showdown.solving import Advisor
from croupier.kernels.deals import hand_of
from croupier.play.documents import Part
from croupier.play.showdown import Bet, Showdown
from croupier.sim.showdown import ShowdownStrategy
from croupier.solving import cache
from croupier.solving.base_games import base_configuration
from croupier.units.chance import fraction_text
from croupier.units.odds import format_odds

FOLD = "fold"
Exceptions = Mapping[Bet, NDArray[np.uint64]]
"""By bet, the hands that make it although their class makes another."""


class SimulatedPlay(NamedTuple):
    """A strategy with the exact outcomes of the base wager under it."""

    strategy: ShowdownStrategy
    distribution: Distribution


def optimal(game: Showdown, result: Result, *, remember: bool = True) -> SimulatedPlay:
    """The best bet for every hand, its other cards considered."""
    usual = {row.words: row.best for row in result.chart}
    unsettled = {row.words for row in result.chart if not row.is_settled}
    exceptions = _remembered(game, usual, unsettled, remember) if unsettled else {}
    return SimulatedPlay(ShowdownStrategy("optimal", _by_words(game, usual), exceptions), result.distribution)


def chart(game: Showdown, result: Result) -> SimulatedPlay:
    """The best bet for the class of the hand."""
    return _by_class(game, result, "chart", {row.words: row.best for row in result.chart})


def from_file(game: Showdown, result: Result, name: str, document: Mapping[str, Any]) -> SimulatedPlay:
    """A chart as ``strategy --json`` prints it; every class of hand must be in it."""
    top = Part(document, "strategy")
    if top.has("game"):
        _check_game(game, top.text("game"))
    chosen: dict[str, str] = {}
    offered: dict[str, dict[str, str]] = {}
    for index, item in enumerate(top.items("chart")):
        entry = Part(item, f"strategy: chart[{index}]")
        chosen[entry.text("hand")] = entry.text("best")
        offered[entry.text("hand")] = {
            each.text("action"): each.text("amount")
            for each in (Part(one, f"strategy: chart[{index}]: actions") for one in entry.items("actions"))
        }
    options = {}
    for row in result.chart:
        if row.words not in chosen:
            raise BadInput(
                f"strategy: '{row.words}' is not in its chart", hint="croupier strategy --json prints every class"
            )
        options[row.words] = _option(row, chosen[row.words])
        _check_amounts(row, offered[row.words])
    known = {row.words for row in result.chart}
    strange = next((words for words in chosen if words not in known), None)
    if strange is not None:
        raise BadInput(f"strategy: '{strange[:60]}' is not a class of hand of {game.rules.name}")
    return _by_class(game, result, name, options)


def _check_game(game: Showdown, spec: str) -> None:
    """A chart of another game, or of other rules, is not played by mistake; side wagers may differ."""
    try:
        told = base_configuration(catalogue.configuration(spec))
    except BadInput as problem:
        raise BadInput(f"strategy: game: {problem.message}", hint=problem.hint) from None
    if str(told) != (asked := str(base_configuration(game.configuration))):
        raise BadInput(f"strategy: it is for {told}, and {asked} is simulated")


def _check_amounts(row: ChartRow, offered: Mapping[str, str]) -> None:
    """Where the file says what its actions put up, that is what they put up here."""
    bets = [option.bet for option in row.options]
    known = {bet.name_among(bets): format_odds(bet.amount) for bet in bets}
    for action, amount in offered.items():
        if known.get(action) != amount:
            told = f"here it puts up {known[action]}" if action in known else f"it may: {', '.join(known)}"
            raise BadInput(f"strategy: {row.words}: '{action[:40]}' with the amount '{amount[:40]}'", hint=told)


def _option(row: ChartRow, name: str) -> Option:
    bets = [option.bet for option in row.options]
    for option in row.options:
        if option.bet.name_among(bets) == name:
            return option
    legal = ", ".join(bet.name_among(bets) for bet in bets)
    raise BadInput(f"strategy: {row.words} may not '{name[:40]}'", hint=f"it may: {legal}")


def _by_class(game: Showdown, result: Result, name: str, options: Mapping[str, Option]) -> SimulatedPlay:
    counts: dict[Fraction, int] = {}
    wagered = Fraction()
    for row in result.chart:
        option = options[row.words]
        for net, count in zip(option.nets, row.cases, strict=True):
            counts[net] = counts.get(net, 0) + count
        wagered += (1 + option.bet.amount) * row.cases.total
    return SimulatedPlay(ShowdownStrategy(name, _by_words(game, options)), Distribution.of(counts, wagered))


def _by_words(game: Showdown, options: Mapping[str, Option]) -> Any:
    def bet(hand: Any) -> Bet:
        option = options.get(game.describe(hand))
        # A lookup knows classes that no hand of this size has; they are never played.
        return option.bet if option else Bet(FOLD, Fraction())

    return bet


def _remembered(game: Showdown, usual: Mapping[str, Option], unsettled: set[str], remember: bool) -> Exceptions:
    """The exceptions, kept on disk like solved results: they cost as much to find."""
    if not remember:
        return _exceptions(game, usual, unsettled)
    plain = base_configuration(game.configuration)
    name = {"rulebook": plain.rulebook_hash, "configuration": str(plain), "wager": "exceptions of the optimal strategy"}
    kept = _from_kept(cache.recall(name))
    if kept:
        return kept
    found = _exceptions(game, usual, unsettled)
    cache.remember(name, [[action, fraction_text(amount), each.tolist()] for (action, amount), each in found.items()])
    return found


def _from_kept(kept: Any) -> Exceptions | None:
    try:
        return {Bet(action, Fraction(amount)): np.array(hands, dtype=np.uint64) for action, amount, hands in kept}
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, ArithmeticError):
        return None


def _exceptions(game: Showdown, usual: Mapping[str, Option], unsettled: set[str]) -> Exceptions:
    """Every group of hands that does better with another bet than its class does on average."""
    advisor = Advisor(game)
    technique, terms = advisor.technique, advisor.terms
    words = [game.describe(hand) for hand in terms.ranking]
    found: dict[Bet, list[int]] = {}
    for block in technique.blocks(terms.first_qualifying):
        asked = [row for row, place in enumerate(block.place.tolist()) if words[place] in unsettled]
        if not asked:
            continue
        higher = technique.dealer_hands - block.not_qualified - block.lower - block.equal
        cases = (block.not_qualified, block.lower, block.equal, higher)
        for row in asked:
            place = int(block.place[row])
            offers = terms.offers[place]
            # Whole numbers far below 2 ** 53, as the solver's own; the first of equal bets is the smaller.
            worth = [sum(net * case[row] for net, case in zip(offer.nets, cases, strict=True)) for offer in offers]
            best = np.argmax(np.broadcast_arrays(*worth), axis=0)
            mine = usual[words[place]].bet
            usual_number = next(number for number, offer in enumerate(offers) if offer.bet == mine)
            for column in np.flatnonzero(best != usual_number).tolist():
                bet = offers[int(best[column])].bet
                found.setdefault(bet, []).append(hand_of(block.example(row, column)))
    return {bet: np.array(hands, dtype=np.uint64) for bet, hands in found.items()}
