"""Simulations on threads, a GPU or a cluster, rounds by the billion, beside exact values where known. A game names its
solver; games of one kind are solved and simulated alike, so the kernel is found by the same name. What no kernel looks
up is played by the play driver. ``simulate`` checks everything it is given and returns a run; going through it yields
partial results until all rounds are done. A run may be stopped at any time and taken up again from its checkpoint, on
another backend or with more rounds: the integers at the end are the same."""

import hashlib
import json
import os
import platform
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier import catalogue
from croupier.errors import BadInput, MissingPart, UnknownName
from croupier.exact.by_tree import alone, best_decision, is_quick
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.exact.showdown.solution import Option, played_by_class
from croupier.exact.showdown.solving import Advisor, bets_by_class
from croupier.exact.showdown.terms import played_best
from croupier.kernels.cells import LOSES, NO_METERS, Graded, Meters, Outcome, Tally, graded
from croupier.kernels.deals import hand_of
from croupier.kernels.graders import NoLookup
from croupier.kernels.philox import LARGEST_SEED
from croupier.play.documents import Part
from croupier.play.game import Choose, Decision, Game, State
from croupier.play.showdown import Bet, Showdown
from croupier.questions.figures import SCHEMA
from croupier.questions.grade import grade, read_policy
from croupier.questions.solved import cache
from croupier.questions.solved.solutions import base_configuration, base_wager, check_asks, solve
from croupier.records import converted, plain
from croupier.rulebook.configuration import Configuration
from croupier.sim.clusters import check_address, open_cluster
from croupier.sim.gpu.backend import CudaWork, body_of
from croupier.sim.playing import Decide, PlaySimulator, rule_decider
from croupier.sim.running import Progress, Simulator, Work, run_pieces
from croupier.sim.showdown import ShowdownStrategy
from croupier.sim.side_wager import SideWager, pair_simulator
from croupier.sim.statistics import WagerCounts, wager_counts
from croupier.units import MeterShare

BASIC: Final = "basic"
OPTIMAL, SKETCH = "optimal", "sketch"
STRATEGIES: Final = (OPTIMAL, "chart", SKETCH, BASIC)
SKETCH_WORDS: Final = (
    "each plays for its own best by a quick sketch of the draws to come, 0.1 % of the Ante off at most"
)
Play = str | Mapping[str, object] | None  # A strategy as the caller names it.
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
    decide: Decide  # The strategy as the play driver asks it, for rounds that are played again.
    by_kernel: bool = True
    values: Mapping[str, Fraction] = field(default_factory=dict)
    """Exact means of wagers whose outcomes are not counted one by one."""
    meters: Meters = field(default_factory=dict)
    """What meters show, in cents by wager and level, where they are valued."""
    has_no_kernel: str = "the game"  # What it is that no kernel plays, where the play driver does.
    whose: str = ""  # The stated rule that decides, in words, where it is not the best play or its chart.
    best: Fraction | None = None  # What best play brings, where a chart is played.
    deal: str = CARDS
    asked: Mapping[str, object] | None = None  # The strategy file, where one was given.

    @property
    def is_compiled(self) -> bool:
        """Whether the first rounds start at once; a kernel is compiled when it is first called."""
        return self.simulator.is_ready

    @property
    def digest(self) -> str:
        """Names the tables: a checkpoint of other tables is not taken up."""
        if not self.by_kernel:
            meters = (
                f" {name}:{level}={cents}" for name in self.meters for level, cents in sorted(self.meters[name].items())
            )
            return (
                self.configuration.game_hash[:16] + "".join(meters) + (_sum_of(self.asked)[:16] if self.asked else "")
            )
        digest = hashlib.sha256()
        for part in _parts(self.simulator):
            digest.update(part)
        return digest.hexdigest()[:16]


def _parts(value: object) -> Iterator[bytes]:
    """Everything that a simulator looks up, as bytes that are the same in every process."""
    if isinstance(value, np.ndarray):
        yield f"{value.dtype}{value.shape}".encode() + value.tobytes()
    elif is_dataclass(value):
        for part in fields(value):
            if part.name != "game":
                yield from _parts(getattr(value, part.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _parts(item)
    else:
        yield f"{value!r};".encode()


def prepare(
    spec: str | Configuration,
    strategy: Play = None,
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
    if strategy == SKETCH and game.declares.solver != "sequential-pot":
        raise BadInput(
            f"{configuration.name} is not simulated under the strategy '{SKETCH}'", hint="players at one pot are"
        )
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


def _plan(
    game: Game, setup: Setup, strategy: str, simulator: Simulator, decide: Decide, **known: Any
) -> SimulationPlan:
    """By a kernel, unless more is known; every bonus wager beside its exact distribution."""
    exact = known.pop("exact", {}) | _bonus_chances(game, setup)
    return SimulationPlan(game.configuration, game, strategy, setup.seats, simulator, exact, decide, **known)


def _side_plan(game: Game, strategy: Play, setup: Setup) -> SimulationPlan:
    assert isinstance(game, SideWager)
    return _plan(game, setup, "none", pair_simulator(game, setup.seats, setup.meters), stated_rule(game, strategy))


def _played_plan(game: Game, strategy: Play, setup: Setup) -> SimulationPlan:
    """A game without a kernel, under its stated rule."""
    rule = stated_rule(game, strategy)
    simulator = PlaySimulator(game, setup.seats, rule, setup.meters)
    return _plan(game, setup, BASIC, simulator, rule, by_kernel=False, whose=game.declares.bot.words)


def _walked_plan(game: Game, strategy: Play, setup: Setup) -> SimulationPlan:
    """By the best decisions, where there are none or a walk finds them in seconds; else under the stated rule."""
    is_best = strategy in (None, OPTIMAL) and len(game.rules.bases) == 1 and is_quick(game)
    if game.actions and not is_best:
        return _played_plan(game, strategy, setup)
    name, decide = (OPTIMAL, partial(best_decision, game)) if game.actions else (BASIC, stated_rule(game, strategy))
    exact = {}
    for wager in game.rules.bases:
        with suppress(MissingPart):
            exact[wager] = base_chances(_solved(game.configuration, wager, setup.remember).distribution)
    simulator = PlaySimulator(game, setup.seats, decide, setup.meters)
    return _plan(game, setup, name, simulator, decide, exact=exact, by_kernel=False)


def _pot_plan(game: Game, strategy: Play, setup: Setup) -> SimulationPlan:
    """All seats by the sketch, which is the best play of one alone; or by the stated rule."""
    from croupier.sim.pot import pot_simulator, sketch_decider

    exact: dict[str, Mapping[Outcome, Fraction]] = {}
    if strategy == BASIC:
        name, whose, bot, decide = BASIC, game.declares.bot.words, game.declares.bot, stated_rule(game, strategy)
    else:
        is_alone = setup.seats == 1
        name, whose, bot, decide = OPTIMAL if is_alone else SKETCH, SKETCH_WORDS, None, sketch_decider(game)
        if strategy not in (None, name):
            raise BadInput(f"{game.rules.name} with {setup.seats} at the pot is simulated by {name} or {BASIC}")
        if is_alone:
            result = _solved(game.configuration, game.base_wager, setup.remember)
            exact[game.base_wager] = base_chances(result.distribution)
    simulator = pot_simulator(game, bot, setup.seats, setup.meters)
    return _plan(game, setup, name, simulator, decide, exact=exact, whose=whose)


def _twenty_one_plan(game: Game, strategy: Play, setup: Setup) -> SimulationPlan:
    from croupier.questions.solved.pocket_chart import as_strategy, pocket_chart
    from croupier.sim.twenty_one import TwentyOneGame, decider, twenty_one_simulator

    if isinstance(strategy, Mapping) and isinstance(game, TwentyOneGame):
        policy = read_policy(game, strategy, "strategy")
        value = Fraction(f"{grade(base_configuration(game.configuration), policy).graded.expectation:.12f}")
        name, chart = "file", as_strategy(game, policy, "file")
    elif strategy in (None, BASIC):
        name, (chart, value) = BASIC, pocket_chart(game, remember=setup.remember)
    else:
        raise BadInput(f"{game.rules.name} is simulated under its {BASIC} strategy, or one of a file")
    simulator = twenty_one_simulator(game, chart, setup.seats, setup.meters)
    return _plan(game, setup, name, simulator, decider(game, chart), values={game.base_wager: value})


def _streets_plan(game: Game, strategy: Play, setup: Setup) -> SimulationPlan:
    """One seat by its tables: best play where tables tell it, or the chart of the strategy; several seats alike."""
    from croupier.exact.streets.grading import told_views
    from croupier.exact.streets.kept import counted, solution_of
    from croupier.exact.streets.solver import decided
    from croupier.exact.streets.solving import Policy, Views
    from croupier.sim.streets import StreetSimulator

    if strategy == BASIC or game.bonuses:
        what = f"the {BASIC} strategy" if strategy == BASIC else "a bonus wager"
        return replace(_played_plan(game, BASIC, setup), has_no_kernel=what)
    if isinstance(strategy, Mapping):
        brought = read_policy(game, strategy, "strategy")
        solution, told = told_views(game, brought)
        brought.check_spelling()
        name = "file"
    else:
        try:
            solution = solution_of(game)
        except MissingPart:
            if strategy is not None:
                raise
            return _played_plan(game, BASIC, setup)  # What the solver refuses is estimated, as its hint says.
        told, name = solution.by_class, strategy or ("optimal" if solution.best_is_told else "chart")
    # Where no table tells what is best beside all shown cards, the play driver looks at every hidden hand.
    asks = name == "optimal" and not solution.best_is_told
    policy, played = told, solution.distribution
    if name == "optimal":
        policy = Policy({}, solution.choices) if asks else solution.best
    else:
        played = counted(Views(solution.rules, told)).distribution
    exact = {game.base_wager: base_chances(played)}

    def decide(state: State, turn: Choose) -> Decision:
        return decided(solution, policy, alone(game, state, turn.seat), turn)

    best = solution.expectation if name == "chart" else None
    if asks or setup.seats > 1:
        simulator: Simulator = PlaySimulator(game, setup.seats, decide, setup.meters)
        why = "best play once all cards are shown" if asks else "a table of several seats"
        return _plan(game, setup, name, simulator, decide, exact=exact, best=best, by_kernel=False, has_no_kernel=why)
    simulator = StreetSimulator(solution.round_tables(policy), game.deck, game.base_wager, solution.rules.unit)
    return _plan(game, setup, name, simulator, decide, exact=exact, best=best)


def stated_rule(game: Game, strategy: Play) -> Decide:
    """The one simple rule that a game declares, as the play driver asks it."""
    if strategy not in (None, BASIC):
        name = f"the strategy '{strategy}'" if isinstance(strategy, str) else "a strategy file"
        raise BadInput(
            f"{game.rules.name} is not simulated under {name}",
            hint=f"{BASIC} is its stated rule: {game.declares.bot.words}",
        )
    return rule_decider(game.declares.bot)


def _bonus_chances(game: Game, setup: Setup) -> dict[str, dict[Outcome, Fraction]]:
    """Every bonus wager whose exact distribution is known."""
    chances = {}
    for _, bonus in game.bonuses:
        with suppress(MissingPart):
            solved = _solved(game.configuration, bonus.wager, setup.remember)
            chances[bonus.wager] = bonus_chances(graded(game, bonus, setup.meters), solved)
    return chances


def _showdown_plan(game: Game, strategy: Play, setup: Setup) -> SimulationPlan:
    from croupier.sim.ranks import rank_simulator
    from croupier.sim.showdown import ShowdownSimulator, decider, ranking_of, showdown_simulator

    assert isinstance(game, Showdown)
    configuration, base = game.configuration, game.base_wager
    ranking_of(game)
    if strategy == BASIC:
        return replace(_played_plan(game, strategy, setup), has_no_kernel=f"the {BASIC} strategy")
    result = _solved(configuration, base, setup.remember)
    if isinstance(strategy, Mapping):
        policy = read_policy(game, strategy, "strategy")
        played = by_class(game, result, "file", bets_by_class(game, result.chart, policy))
        policy.check_spelling()
    elif strategy == "chart":
        played = by_class(game, result, "chart", {row.words: row.best for row in result.chart})
    else:
        played = optimal(game, result, remember=setup.remember)
    simulator: Simulator = showdown_simulator(game, played.strategy, setup.seats, setup.meters)
    if setup.deal == RANKS_ALONE:
        assert isinstance(simulator, ShowdownSimulator)
        simulator = rank_simulator(simulator, configuration.name)
    exact = {base: base_chances(played.distribution)}
    best = result.distribution.expectation if strategy == "chart" else None
    return _plan(game, setup, played.strategy.name, simulator, decider(game, played.strategy), exact=exact, best=best)


_KERNELS: Final[dict[str, Callable[[Game, Play, Setup], SimulationPlan]]] = {
    "showdown": _showdown_plan,
    "sequential-pot": _pot_plan,
    "blackjack": _twenty_one_plan,
    "streets": _streets_plan,
    "tree": _walked_plan,
}
"""By the name of the solver that a game declares: games of one kind are solved and simulated alike."""


def _solved(configuration: Configuration, wager: str, remember: bool) -> Result:
    return solve(configuration, wager, remember=remember)[wager]


def base_chances(distribution: Distribution) -> dict[Outcome, Fraction]:
    """By net, its probability."""
    return {Outcome(net): Fraction(count, distribution.total) for net, count in distribution.counts}


def bonus_chances(wager: Graded, result: Result) -> dict[Outcome, Fraction]:
    """By outcome of a bonus or jackpot wager, its probability."""
    chances = {LOSES: result.counted.losing_probability}
    boosts = result.jackpot.boosts if result.jackpot else None
    for row in result.counted.rows:
        place = wager.place_of[row.row.event]
        # The default first, then every dynamic pay, as ``graded`` places them; each has the chance of its draw.
        pays = [chance for _, chance in boosts.returns(row.row)] if boosts and row.row.dynamic else [Fraction(1)]
        parts = [(place + number, chance) for number, chance in enumerate(pays)]
        for at, chance in parts:
            outcome = wager.outcomes[at]
            chances[outcome] = chances.get(outcome, Fraction()) + row.probability * chance
    return chances


FOLD = "fold"
Exceptions = Mapping[Bet, NDArray[np.uint64]]  # By bet, the hands that make it although their class makes another.


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


def by_class(game: Showdown, result: Result, name: str, options: Mapping[str, Option]) -> SimulatedPlay:
    """One bet for all hands of a class, by its words."""
    played = played_by_class(result.chart, lambda row: options[row.words])
    return SimulatedPlay(ShowdownStrategy(name, _by_words(game, options)), played)


def _by_words(game: Showdown, options: Mapping[str, Option]) -> Callable[[Hashable], Bet]:
    def bet(hand: Hashable) -> Bet:
        option = options.get(game.describe(hand))
        # A lookup knows classes that no hand of this size has; they are never played.
        return option.bet if option else Bet(FOLD, Fraction())

    return bet


def _remembered(game: Showdown, usual: Mapping[str, Option], unsettled: set[str], remember: bool) -> Exceptions:
    """The exceptions, kept on disk like solved results: they cost as much to find."""
    plain = base_configuration(game.configuration)
    name = {"rulebook": plain.game_hash, "configuration": str(plain), "wager": "exceptions of the optimal strategy"}
    exceptions = cache.kept(
        name,
        list[tuple[Bet, list[int]]],
        lambda: [(bet, hands.tolist()) for bet, hands in _exceptions(game, usual, unsettled).items()],
        remember_it=remember,
        is_good=bool,
    )
    return {bet: np.array(hands, dtype=np.uint64) for bet, hands in exceptions}


def _exceptions(game: Showdown, usual: Mapping[str, Option], unsettled: set[str]) -> Exceptions:
    """Every group of hands that does better with another bet than its class does on average."""
    advisor = Advisor(game)
    technique, terms = advisor.technique, advisor.terms
    words = [game.describe(hand) for hand in terms.ranking]
    better: dict[Bet, list[int]] = {}
    for played in played_best(technique, terms):
        for row, place in enumerate(played.block.place.tolist()):
            if words[place] not in unsettled:
                continue
            bets, best = [offer.bet for offer in terms.offers[place]], played.best[row]
            for column in np.flatnonzero(best != bets.index(usual[words[place]].bet)).tolist():
                hand = hand_of(played.block.example(row, column))
                better.setdefault(bets[int(best[column])], []).append(hand)
    return {bet: np.array(hands, dtype=np.uint64) for bet, hands in better.items()}


UNCHANGED: Final = "it was written by simulate, and not changed?"


@dataclass(frozen=True)
class SimulationResult:
    """What some rounds brought; partial until ``is_complete``."""

    plan: SimulationPlan
    seed: int
    backend: str
    device: str
    rounds: int
    rounds_asked: int
    seconds: float
    tally: Tally
    done: tuple[tuple[int, int], ...]

    @property
    def is_complete(self) -> bool:
        return self.rounds == self.rounds_asked

    @property
    def wagers(self) -> list[WagerCounts]:
        """Every wager with its counts; nothing to say before the first rounds are done."""
        if not self.rounds:
            return []
        return wager_counts(self.tally, self.rounds, self.plan.seats, self.plan.exact, self.plan.values)

    @property
    def agrees(self) -> bool | None:
        """Whether no wager disagrees with its exact value; None where none has one to be compared with."""
        compared = [wager.agrees for wager in self.wagers if wager.agrees is not None]
        return all(compared) if compared else None

    def __getitem__(self, wager: str) -> WagerCounts:
        return next(each for each in self.wagers if each.wager == wager)

    def checkpoint(self) -> dict[str, object]:
        """All that is needed to continue from here."""
        told = {
            "schema": SCHEMA,
            "checkpoint": self.plan.simulator.stream,
            "game": str(self.plan.configuration),
            "strategy": self.plan.strategy,
            "seats": self.plan.seats,
            "seed": self.seed,
            "tables": self.plan.digest,
            "seconds": f"{self.seconds:.3f}",
            "done": self.done,
            "counts": {
                wager: [(*outcome, count) for outcome, count in own.items()] for wager, own in self.tally.counts.items()
            },
            "squares": self.tally.squares,
        }
        kept: dict[str, object] = plain(told)
        return kept | {"sha256": _sum_of(kept)}


def _sum_of(checkpoint: Mapping[str, object]) -> str:
    """SHA-256 of everything else in a document: a checkpoint's counts that were changed are not gone on with."""
    told = {name: value for name, value in checkpoint.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


def taken_up(plan: SimulationPlan, seed: int, rounds: int, document: Mapping[str, Any]) -> tuple[Progress, float]:
    """What an earlier run of the same simulation has done; BadInput where it was another one."""
    top = Part(document, "checkpoint")
    if not top.has("checkpoint"):
        raise BadInput("checkpoint: this is not one: it does not say which stream it counts", hint=UNCHANGED)
    same = {
        "checkpoint": plan.simulator.stream,
        "game": str(plan.configuration),
        "strategy": plan.strategy,
        "tables": plan.digest,
    }
    for key, value in same.items():
        if top.text(key) != value:
            raise BadInput(
                f"checkpoint: {key} is '{top.text(key)[:80]}', and this simulation's is '{value}'",
                hint="only the simulation that wrote a checkpoint continues it",
            )
    for key, number in (("seats", plan.seats), ("seed", seed)):
        if top.whole(key) != number:
            raise BadInput(f"checkpoint: {key} is {top.whole(key)}, and this simulation's is {number}")
    if document.get("sha256") != _sum_of(document):
        raise BadInput("checkpoint: its counts are not the ones that were kept, their SHA-256 differs", hint=UNCHANGED)
    progress = Progress(rounds, done=converted(list[tuple[int, int]], document["done"]))
    if progress.done and progress.done[-1][1] > rounds:
        raise BadInput(
            f"checkpoint: {progress.done[-1][1]} rounds are begun, and {rounds} are asked for",
            hint="ask for at least as many rounds",
        )
    for wager, outcomes in document["counts"].items():
        progress.tally.counts[wager] = {}
        for *outcome, count in outcomes:
            progress.tally.count(wager, converted(Outcome, outcome), count)
    progress.tally.squares = converted(dict[str, Fraction], document["squares"])
    return progress, float(document["seconds"])


MOST_ROUNDS: Final = 10**15
BACKENDS: Final = ("threads", "cuda", "dask")


@dataclass
class SimulationRun:
    """A simulation under way; going through it plays its rounds."""

    plan: SimulationPlan
    rounds: int
    seed: int
    backend: str
    threads: int | None = None
    dask_address: str | None = None
    progress: Progress = field(default_factory=lambda: Progress(0))
    seconds: float = 0.0
    device: str = ""

    def __iter__(self) -> Iterator[SimulationResult]:
        started = time.perf_counter()
        before = self.seconds
        with ExitStack() as stack:
            executor, work, width, self.device = self._open(stack)
            chunk = work.body.chunk if isinstance(work, CudaWork) else self.plan.simulator.chunk
            pieces = run_pieces(executor, work, self.seed, self.progress, chunk, width)
            for _ in pieces:
                self.seconds = before + time.perf_counter() - started
                yield self.result()
        if not self.progress.rounds_done:
            yield self.result()

    def result(self) -> SimulationResult:
        return SimulationResult(
            self.plan,
            self.seed,
            self.backend,
            self.device,
            self.progress.rounds_done,
            self.rounds,
            self.seconds,
            self.progress.tally.copy(),
            tuple(self.progress.done),
        )

    def finish(self) -> SimulationResult:
        for _ in self:
            pass
        return self.result()

    def _open(self, stack: ExitStack) -> tuple[Executor, Work, int, str]:
        threads = self.threads or os.cpu_count() or 1
        if self.backend == "dask":
            cluster = open_cluster(stack, self.plan.simulator, self.dask_address, threads)
            return cluster.executor, cluster.work, 3 * cluster.workers, cluster.words
        if self.backend == "cuda":
            work = CudaWork(self.plan.simulator)
            pool = ThreadPoolExecutor(1, thread_name_prefix="simulate")
            stack.callback(pool.shutdown, wait=True, cancel_futures=True)
            return pool, work, 2, work.device
        pool = ThreadPoolExecutor(threads, thread_name_prefix="simulate")
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        words = f"{platform.machine()}, {threads} thread{'s' if threads > 1 else ''}"
        return pool, self.plan.simulator.run, 2 * threads, words


def simulate(
    spec: str | Configuration | SimulationPlan,
    rounds: int,
    seed: int = 1,
    *,
    strategy: Play = None,
    seats: int = 1,
    meters: Meters = NO_METERS,
    deal: str = CARDS,
    backend: str = "threads",
    threads: int | None = None,
    dask_address: str | None = None,
    checkpoint: Mapping[str, object] | None = None,
    remember: bool = True,
) -> SimulationRun:
    """Simulate a game: a run that yields partial results when one goes through it.

    ``strategy`` is a name, or what the command ``strategy`` prints with ``--json``. ``meters`` is what jackpots show,
    in cents by wager and level. ``deal`` is cards, or ranks where they suffice. ``checkpoint`` is that of an earlier
    result. A plan made by ``prepare`` serves any number of runs.

    >>> last = simulate("three-card-prime", 1000, seed=7).finish()
    >>> last.rounds, sum(last["ante"].counts.values())
    (1000, 1000)
    """
    check_numbers(rounds, seed)
    if backend not in BACKENDS:
        raise UnknownName("backend", backend, BACKENDS, note=f"one of {', '.join(BACKENDS)}")
    if dask_address is not None and backend != "dask":
        raise BadInput(f"an address of a Dask cluster goes with the dask backend, not with {backend}")
    if dask_address is not None:
        check_address(dask_address)
    if threads is not None and not 1 <= threads <= 1024:
        raise BadInput(f"{threads} threads: expected 1 to 1024")
    plan = (
        spec
        if isinstance(spec, SimulationPlan)
        else prepare(spec, strategy, seats, meters=meters, deal=deal, remember=remember)
    )
    if backend == "cuda":
        body_of(plan.simulator)
    progress, seconds = Progress(rounds), 0.0
    if checkpoint is not None:
        progress, seconds = taken_up(plan, seed, rounds, checkpoint)
    return SimulationRun(plan, rounds, seed, backend, threads, dask_address, progress, seconds)


def check_numbers(rounds: int, seed: int) -> None:
    for name, value in (("rounds", rounds), ("seed", seed)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(f"{name} {value!r:.40}: expected a whole number")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds: expected 1 to {MOST_ROUNDS:.0e}")
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInput(f"seed {seed}: expected a whole number from 0 to 2^64 - 1")
