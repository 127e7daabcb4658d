"""The solution of a base wager: by the solver that the game names, or from a kept form that adds up. Most base wagers
are counted. One whose outcomes are too many is valued to a bound, under a way to play that its solver names: the best
play (under an assumption), its chart, or what a card counter goes by; ``beside_base`` says how a side wager on the
first cards rises and falls with it."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from croupier import catalogue
from croupier.cards.cards import Card
from croupier.cards.hands import pairs
from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.rows import returned
from croupier.exact.distribution import Distribution
from croupier.exact.result import FactTable, Moments, PlayRow, Result
from croupier.exact.sampled_table import SamplesTables
from croupier.exact.showdown.solution import ChartRow, CloseHand
from croupier.exact.solver import Beside, Progress, Values, in_silence
from croupier.play.documents import Json
from croupier.play.game import Game
from croupier.play.lines import Cards
from croupier.questions.solved import cache
from croupier.questions.solved.base_games import base_configuration, base_wager, playable, solver_of
from croupier.records import Record
from croupier.rulebook.configuration import Configuration
from croupier.units.odds import MeterShare

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
    configuration: Configuration,
    play: str | None = None,
    *,
    wager: str | None = None,
    remember: bool = True,
    progress: Progress = in_silence,
) -> Result:
    """A base wager, the first by default, under the best play or another that its solver names; kept and checked."""
    name = _name(configuration, play, wager)
    kept = cache.recall(name, KeptResult) if remember else None
    result = from_kept(configuration, kept, name["wager"]) if kept is not None else None
    if result is None:
        result = solve_base(configuration, play, progress, wager=name["wager"], remember=remember)
        if remember:
            cache.remember(name, kept_form(result))
    return result


def is_kept(configuration: Configuration) -> bool:
    """Whether the base wager was solved before, and the result is at hand."""
    return cache.recall(_name(configuration), KeptResult) is not None


def _name(configuration: Configuration, play: str | None = None, wager: str | None = None) -> dict[str, str]:
    plain, code = base_configuration(configuration), catalogue.code_of(configuration.name)
    name = {"rulebook": plain.game_hash, "configuration": str(plain), "wager": wager or base_wager(plain) or ""}
    return name | ({"code": code} if code else {}) | ({"play": play} if play else {})


def solve_base(
    configuration: Configuration,
    play: str | None = None,
    progress: Progress = in_silence,
    *,
    wager: str | None = None,
    remember: bool = True,
) -> Result:
    """The same, solved now."""
    game = playable(base_configuration(configuration), wager)
    solver = solver_of(game)
    if play is None:
        return told(solver.solve(game, progress), configuration, game)
    if not isinstance(solver, Values):
        raise BadInput(
            f"{game.base_wager} of {configuration.name} is solved under the best play alone", hint="leave --play out"
        )
    if play == CHART:
        result = solver.chart(game)
    elif play == COUNTER:
        result = solver.counter(game, base_result(configuration, remember=remember))
    elif play in solver.assumptions:
        result = solver.value(game, play)
    else:
        ways = ", ".join((*solver.assumptions, CHART))
        raise BadInput(f"'{play}' is not a way to play {configuration.name}", hint=f"one of {ways}")
    return told(result, configuration, game)


def told(result: Result, configuration: Configuration, game: Game) -> Result:
    """With the configuration that was asked, and with what a reader must know."""
    solver = solver_of(game)
    return replace(
        result, configuration=configuration, note=solver.note(game), is_of_one_player=isinstance(solver, SamplesTables)
    )


class KeptResult(Record):
    """A result as it is kept; what the configuration says is not repeated."""

    counts: Distribution | None
    moments: Moments | None
    error: float
    basis: str
    tables: tuple[FactTable, ...]
    facts: Json
    simple: dict[str, Distribution]
    chart: tuple[ChartRow, ...]
    closest: tuple[CloseHand, ...]
    plays: tuple[PlayRow, ...]


def kept_form(result: Result) -> KeptResult:
    """A result without its configuration; ``from_kept`` is the inverse."""
    kept = {name: getattr(result, name) for name in KeptResult.__struct_fields__}
    return KeptResult(**kept | {"chart": tuple(row._replace(hand=row.words) for row in result.chart)})


def from_kept(configuration: Configuration, kept: KeptResult, wager: str | None = None) -> Result | None:
    """A kept result, if its figures add up to all deals of the game; None for anything else."""
    game = playable(base_configuration(configuration), wager)
    result = Result(
        configuration, game.base_wager, **{name: getattr(kept, name) for name in KeptResult.__struct_fields__}
    )
    if result.counts is None:
        return None if result.moments is None else told(result, configuration, game)
    sums = [counts.total for counts in (result.counts, *result.simple.values())]
    if result.chart:
        sums.append(sum(row.cases.total for row in result.chart))
    # A solver that does not know the number of deals beforehand still finds the same number for every way to play.
    deals = solver_of(game).deals(game)
    if any(total != (sums[0] if deals is None else deals) for total in sums):
        return None
    return None if any(count < 0 for _, count in result.counts.counts) else told(result, configuration, game)


def beside_base(wager: str, result: Result, meters: Mapping[int, int]) -> Beside | None:
    """The wager beside the base wager; meters in cents by level. None for a wager that is not on the first pair, for a
    meter that is not given, and for pays that are drawn in each round: their spread is larger than that of the average
    pay."""
    configuration = result.configuration
    valuer = valuer_of(configuration)
    if valuer is None or not is_pairs(configuration, wager) or result.is_base:
        return None
    jackpot = result.jackpot
    if jackpot is not None and (jackpot.boosts or {meter.level for meter in jackpot.meters} - set(meters)):
        return None
    table = configuration.tables[wager]
    setting, nets = configuration.setting_for(table), nets_by_event(result, meters)

    def net(cards: Cards, up: Card) -> Fraction:
        row = table.grade(pairs.classify(cards, up, setting), setting)
        return Fraction(-1) if row is None else nets[row.event]

    return valuer.beside(playable(base_configuration(configuration)), base_result(configuration), net)


def is_pairs(configuration: Configuration, wager: str | None) -> bool:
    """Whether a wager is on a pair from a shoe, so that the shoe may be known."""
    rules = configuration.rules
    named = wager or base_wager(configuration) or next((ruled.id for ruled in rules.wagers if ruled.family), None)
    return any(ruled.id == named and ruled.family == "pairs" for ruled in rules.wagers)


def nets_by_event(result: Result, meters: Mapping[int, int | Fraction]) -> dict[str, Fraction]:
    """By event, what a row brings beyond the stake; dynamic pays by their average."""
    jackpot = result.jackpot
    if jackpot is None:
        if meters:
            raise BadInput(f"{result.wager} has no meter", hint="leave --meter out")
        return {row.event: row.net for row in result.rows if row.net is not None}
    missing = [meter.level for meter in jackpot.meters if meter.level not in meters]
    if missing:
        raise BadInput(
            f"{result.paytable} pays a meter: level {missing[0]} is not given",
            hint="say what it shows, as in --meter 25000 or --meter 2=1000",
        )
    jackpot.expectation(meters)  # refuses a level that the table does not have
    nets = {}
    for counted in result.counted.rows:
        pay = counted.row.pay
        if isinstance(pay, MeterShare):
            back = meters[pay.level or 1] * pay.percent / 100 / jackpot.stake_cents
        elif jackpot.boosts:
            back = sum((pays * chance for pays, chance in jackpot.boosts.returns(counted.row)), Fraction())
        else:
            back = returned(pay)
        nets[counted.row.event] = Fraction(back) - 1
    return nets
