"""What is simulated: a configuration with its strategy and seats, its simulator, and what is known of it exactly.

A game names its solver; games of one kind are solved and simulated alike, so the kernel is found by the same name. What
no kernel looks up is played by the play driver.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np

from croupier import catalogue
from croupier.errors import BadInput, MissingPart, UnknownName
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.kernels.cells import Outcome
from croupier.kernels.families import NoLookup
from croupier.kernels.wagers import LOSES, NO_METERS, Graded, Meters, graded
from croupier.play.game import Game
from croupier.play.showdown import Showdown
from croupier.rulebook.configuration import Configuration
from croupier.sim.playing import Decide, PlaySimulator, rule_decider
from croupier.sim.running import Simulator
from croupier.sim.side_wager import SideWager, pair_simulator
from croupier.solving.base_games import base_wager
from croupier.solving.solutions import solve
from croupier.solving.solvers import check_asks
from croupier.units.odds import MeterShare

BASIC: Final = "basic"
STRATEGIES: Final = ("optimal", "chart", BASIC)
Asked = str | Mapping[str, Any] | None
"""A strategy as the caller names it."""
CARDS, RANKS_ALONE = "cards", "ranks"
DEALS: Final = (CARDS, RANKS_ALONE)
"""What is dealt: whole cards, or the ranks of both hands where nothing else is asked."""


class Setup(NamedTuple):
    """How a simulated table is set up, beside its game and strategy."""

    seats: int = 1
    meters: Meters = NO_METERS
    deal: str = CARDS
    remember: bool = True


@dataclass(frozen=True)
class SimulationPlan:
    """What is simulated: a game with its strategy and seats, its simulator, and what is known exactly."""

    configuration: Configuration
    game: Game
    strategy: str
    seats: int
    simulator: Simulator
    exact: Mapping[str, Mapping[Outcome, Fraction]]
    decide: Decide
    """The strategy as the play driver asks it, for rounds that are played again."""
    by_kernel: bool
    values: Mapping[str, Fraction] = field(default_factory=dict)
    """Exact means of wagers whose outcomes are not counted one by one."""
    meters: Meters = field(default_factory=dict)
    """What meters show, in cents by wager and level, where they are valued."""
    has_no_kernel: str = "the game"
    """What it is that no kernel plays, where the play driver does."""
    deal: str = CARDS
    asked: Mapping[str, Any] | None = None
    """The strategy file, where one was given."""

    @property
    def is_compiled(self) -> bool:
        """Whether the first rounds start at once; a kernel is compiled when it is first called."""
        return self.simulator.is_ready

    @property
    def digest(self) -> str:
        """Names the tables: a checkpoint of other tables is not taken up."""
        if not self.by_kernel:
            return self.configuration.rulebook_hash[:16] + _meters_name(self.meters)
        digest = hashlib.sha256()
        for part in _parts(self.simulator):
            digest.update(part)
        return digest.hexdigest()[:16]


def _meters_name(meters: Meters) -> str:
    return "".join(f" {wager}:{level}={cents}" for wager in meters for level, cents in sorted(meters[wager].items()))


def _parts(value: object) -> Iterator[bytes]:
    """Everything that a simulator looks up, as bytes that are the same in every process."""
    if isinstance(value, np.ndarray):
        yield f"{value.dtype}{value.shape}".encode() + value.tobytes()
    elif is_dataclass(value):
        for each in fields(value):
            if each.name != "game":
                yield from _parts(getattr(value, each.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _parts(item)
    else:
        yield f"{value!r};".encode()


def prepare(
    spec: str | Configuration,
    strategy: Asked = None,
    seats: int = 1,
    *,
    meters: Meters = NO_METERS,
    deal: str = CARDS,
    remember: bool = True,
) -> SimulationPlan:
    """Find the game's simulator and everything exact that it can be compared with."""
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    most = configuration.edition.seats[1]
    if not 1 <= seats <= most:
        raise BadInput(f"{seats} seats: {configuration.name} has 1 to {most}")
    if isinstance(strategy, str) and strategy not in STRATEGIES:
        raise UnknownName("strategy", strategy, STRATEGIES, note=f"one of {', '.join(STRATEGIES)}, or a file")
    if deal not in DEALS:
        raise UnknownName("deal", deal, DEALS, note=f"one of {', '.join(DEALS)}")
    game = game_of(configuration)
    check_asks(game)
    check_meters(game, meters)
    setup = Setup(seats, meters, deal, remember)
    make = _side_plan if isinstance(game, SideWager) else _KERNELS.get(game.declares.solver)
    if deal == RANKS_ALONE and make is not _showdown_plan:
        raise MissingPart(f"{configuration.name} is not dealt by ranks alone", hint=f"leave out deal={RANKS_ALONE}")
    try:
        plan = make(game, strategy, setup) if make else _played_plan(game, strategy, setup)
    except NoLookup:
        plan = _played_plan(game, strategy, setup)
    return replace(plan, meters=meters, deal=deal, asked=strategy if isinstance(strategy, Mapping) else None)


def check_meters(game: Game, meters: Meters) -> None:
    """Meters must be those of the configuration's jackpots, with every level."""
    levels = {
        bonus.wager: sorted({row.pay.level or 1 for row in bonus.chart.table.rows if isinstance(row.pay, MeterShare)})
        for _, bonus in game.bonuses
    }
    for wager, amounts in meters.items():
        known = levels.get(wager)
        if not known:
            raise BadInput(f"{wager} of {game.rules.name} has no meter", hint="a meter belongs to a jackpot wager")
        for level in (*amounts, *known):
            if level not in known:
                raise BadInput(f"{wager} has no level {level}", hint=f"its levels: {', '.join(map(str, known))}")
            if level not in amounts:
                raise BadInput(f"{wager}: the meter of level {level} is not given")
            if amounts[level] < 0:
                raise BadInput(f"{wager}: the meter of level {level} cannot be negative")


def game_of(configuration: Configuration) -> Game:
    """The game; a side wager without a base game is one of its own."""
    if base_wager(configuration) is None:
        if not configuration.tables:
            wager = next(wager for wager in configuration.rules.wagers if wager.tables)
            offered = wager.tables_in(configuration.edition.id)
            raise BadInput(f"{wager.id} needs a paytable", hint=f"as in {configuration.name}({wager.id}={offered[0]})")
        return SideWager(configuration)
    return catalogue.load(configuration)


def _side_plan(game: Game, strategy: Asked, setup: Setup) -> SimulationPlan:
    assert isinstance(game, SideWager)
    rule = stated_rule(game, strategy)
    simulator = pair_simulator(game, setup.seats, setup.meters)
    exact = _bonus_chances(game, setup)
    return SimulationPlan(game.configuration, game, "none", setup.seats, simulator, exact, rule, by_kernel=True)


def _played_plan(game: Game, strategy: Asked, setup: Setup) -> SimulationPlan:
    """A game without a kernel, under its stated rule."""
    rule = stated_rule(game, strategy)
    simulator = PlaySimulator(game, setup.seats, rule, setup.meters)
    exact = _bonus_chances(game, setup)
    return SimulationPlan(game.configuration, game, BASIC, setup.seats, simulator, exact, rule, by_kernel=False)


def _pot_plan(game: Game, strategy: Asked, setup: Setup) -> SimulationPlan:
    from croupier.sim.pot import pot_simulator

    rule = stated_rule(game, strategy)
    simulator = pot_simulator(game, game.declares.bot, setup.seats, setup.meters)
    exact = _bonus_chances(game, setup)
    return SimulationPlan(game.configuration, game, BASIC, setup.seats, simulator, exact, rule, by_kernel=True)


def _twenty_one_plan(game: Game, strategy: Asked, setup: Setup) -> SimulationPlan:
    from croupier.sim.twenty_one import decider, twenty_one_simulator
    from croupier.solving.pocket_chart import pocket_chart

    if strategy not in (None, BASIC):
        raise BadInput(f"{game.rules.name} is simulated under its {BASIC} strategy alone")
    chart, value = pocket_chart(game, remember=setup.remember)
    simulator = twenty_one_simulator(game, chart, setup.seats, setup.meters)
    exact, decide = _bonus_chances(game, setup), decider(game, chart)
    values = {game.base_wager: value}
    return SimulationPlan(
        game.configuration, game, BASIC, setup.seats, simulator, exact, decide, by_kernel=True, values=values
    )


def _streets_plan(game: Game, strategy: Asked, setup: Setup) -> SimulationPlan:
    """One seat by its tables: best play, or by class of hand where a question is asked once everything is shown."""
    from croupier.exact.streets.solver import decided, solution_of
    from croupier.exact.streets.solving import solve_rules
    from croupier.sim.streets import StreetSimulator

    if strategy == BASIC or setup.seats > 1 or game.bonuses:
        what = f"the {BASIC} strategy" if strategy == BASIC else "several seats" if setup.seats > 1 else "a bonus wager"
        return replace(_played_plan(game, BASIC, setup), has_no_kernel=what)
    if isinstance(strategy, Mapping):
        raise BadInput(f"{game.rules.name} is not simulated under a strategy file", hint="leave it out")
    solution = solution_of(game)
    charts = solution.by_class.by_class
    played = solve_rules(solution.rules, policy=solution.by_class).distribution if charts else solution.distribution
    name = "chart" if charts else "optimal"
    if strategy not in (None, name):
        raise BadInput(f"{game.rules.name} is simulated under its {name} strategy", hint=f"leave {strategy} out")
    simulator = StreetSimulator(solution.round_tables(), game.deck, game.base_wager, solution.rules.unit)
    exact = {game.base_wager: base_chances(played)}
    return SimulationPlan(
        game.configuration,
        game,
        name,
        1,
        simulator,
        exact,
        lambda state, turn: decided(solution, state, turn),
        by_kernel=True,
    )


def stated_rule(game: Game, strategy: Asked) -> Decide:
    """The one simple rule that a game declares, as the play driver asks it."""
    if strategy not in (None, BASIC):
        name = strategy if isinstance(strategy, str) else "strategy file"
        raise BadInput(
            f"{game.rules.name} is not simulated under a {name}",
            hint=f"{BASIC} is its stated rule: {game.declares.bot.words}",
        )
    return rule_decider(game.declares.bot)


def _bonus_chances(game: Game, setup: Setup) -> dict[str, dict[Outcome, Fraction]]:
    """Every bonus wager whose exact distribution is known."""
    found = {}
    for _, bonus in game.bonuses:
        with suppress(MissingPart):
            solved = _solved(game.configuration, bonus.wager, setup.remember)
            found[bonus.wager] = bonus_chances(graded(game, bonus, setup.meters), solved)
    return found


def _showdown_plan(game: Game, strategy: Asked, setup: Setup) -> SimulationPlan:
    from croupier.sim.ranks import rank_simulator
    from croupier.sim.showdown import ShowdownSimulator, decider, ranking_of, showdown_simulator
    from croupier.solving import simulated_play

    assert isinstance(game, Showdown)
    configuration, base = game.configuration, game.base_wager
    ranking_of(game)
    if strategy == BASIC:
        return replace(_played_plan(game, strategy, setup), has_no_kernel=f"the {BASIC} strategy")
    result = _solved(configuration, base, setup.remember)
    if isinstance(strategy, Mapping):
        played = simulated_play.from_file(game, result, "file", strategy)
    elif strategy == "chart":
        played = simulated_play.chart(game, result)
    else:
        played = simulated_play.optimal(game, result, remember=setup.remember)
    simulator: Simulator = showdown_simulator(game, played.strategy, setup.seats, setup.meters)
    if setup.deal == RANKS_ALONE:
        assert isinstance(simulator, ShowdownSimulator)
        simulator = rank_simulator(simulator, configuration.name)
    exact = {base: base_chances(played.distribution)}
    exact |= {
        bonus.wager: bonus_chances(
            graded(game, bonus, setup.meters), _solved(configuration, bonus.wager, setup.remember)
        )
        for _, bonus in game.bonuses
    }
    decide = decider(game, played.strategy)
    return SimulationPlan(
        configuration, game, played.strategy.name, setup.seats, simulator, exact, decide, by_kernel=True
    )


_KERNELS: Final[dict[str, Callable[[Game, Asked, Setup], SimulationPlan]]] = {
    "showdown": _showdown_plan,
    "sequential-pot": _pot_plan,
    "blackjack": _twenty_one_plan,
    "streets": _streets_plan,
}
"""By the name of the solver that a game declares: games of one kind are solved and simulated alike."""


def _solved(configuration: Configuration, wager: str, remember: bool) -> Result:
    return solve(configuration, wager, remember=remember)[wager]


def base_chances(distribution: Distribution) -> dict[Outcome, Fraction]:
    """By net, its probability."""
    return {Outcome(net): Fraction(count, distribution.total) for net, count in distribution.counts}


def bonus_chances(found: Graded, result: Result) -> dict[Outcome, Fraction]:
    """By outcome of a bonus or jackpot wager, its probability."""
    chances = {LOSES: result.counted.losing_probability}
    boosts = result.jackpot.boosts if result.jackpot else None
    for row in result.counted.rows:
        place = found.place_of[row.row.event]
        # The default first, then every dynamic pay, as ``graded`` places them; each has the chance of its draw.
        pays = [chance for _, chance in boosts.returns(row.row)] if boosts and row.row.dynamic else [Fraction(1)]
        parts = [(place + number, chance) for number, chance in enumerate(pays)]
        for at, chance in parts:
            outcome = found.outcomes[at]
            chances[outcome] = chances.get(outcome, Fraction()) + row.probability * chance
    return chances
