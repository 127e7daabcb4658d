"""A configuration joined with its simulator: rounds by the billion, beside the exact values where they are known.

``simulate`` checks everything it is given and returns a run; going through it yields partial results until all rounds
are done. A run may be stopped at any time and taken up again from its checkpoint, on another backend or with more
rounds: the integers at the end are the same.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from croupier import catalogue
from croupier.errors import BadInput, MissingPart, UnknownName
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.distribution import Distribution
from croupier.play.documents import Part
from croupier.play.game import Game
from croupier.play.showdown import Showdown
from croupier.rulebook.configuration import Configuration
from croupier.sim.cells import Outcome, Tally
from croupier.sim.clusters import open_cluster
from croupier.sim.gpu.backend import CHUNK, CudaWork
from croupier.sim.gpu.tables import body_tables
from croupier.sim.philox import LARGEST_SEED
from croupier.sim.playing import Decide, NoLookup, PlaySimulator, rule_decider
from croupier.sim.running import Progress, Simulator, Work, run_pieces
from croupier.sim.side_wager import SideWager, pair_simulator
from croupier.sim.statistics import WagerCounts, wager_counts
from croupier.sim.wagers import LOSES, Graded, graded
from croupier.solving.base_games import BaseResult, base_wager
from croupier.solving.solutions import Result, solve
from croupier.units.chance import decimal_text

SCHEMA: Final = 1
STREAM: Final = "philox4x32-7"
"""The stream of the threads and dask backends: docs/simulate.md describes it."""
MOST_ROUNDS: Final = 10**15
BACKENDS: Final = ("threads", "cuda", "dask")
BASIC: Final = "basic"
STRATEGIES: Final = ("optimal", "chart", BASIC)


@dataclass(frozen=True)
class Plan:
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

    @property
    def is_compiled(self) -> bool:
        """Whether the first rounds start at once; a kernel is compiled when it is first called."""
        return self.simulator.is_ready

    @property
    def digest(self) -> str:
        """Names the tables: a checkpoint of other tables is not taken up."""
        if not self.by_kernel:
            return self.configuration.rulebook_hash[:16]
        return hashlib.sha256(pickle.dumps(self.simulator, protocol=5)).hexdigest()[:16]


@dataclass(frozen=True)
class SimulationResult:
    """What some rounds brought; partial until ``is_complete``."""

    plan: Plan
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
    def agrees(self) -> bool:
        """Whether no wager disagrees with its exact value."""
        return all(wager.agrees is not False for wager in self.wagers)

    def __getitem__(self, wager: str) -> WagerCounts:
        return next(each for each in self.wagers if each.wager == wager)

    def record(self) -> dict[str, Any]:
        """The result as JSON data: decimals and counts as text."""
        return {
            "schema": SCHEMA,
            "game": str(self.plan.configuration),
            "strategy": self.plan.strategy,
            "seats": self.plan.seats,
            "rounds": str(self.rounds),
            "seed": self.seed,
            "backend": self.backend,
            "device": self.device,
            "seconds": f"{self.seconds:.3f}",
            "by": "kernel" if self.plan.by_kernel else "play driver",
            "wagers": [_wager_record(wager) for wager in self.wagers],
            "agrees": self.agrees,
            "rulebook_hash": self.plan.configuration.rulebook_hash,
        }

    def checkpoint(self) -> dict[str, Any]:
        """All that is needed to go on from here."""
        return {
            "schema": SCHEMA,
            "checkpoint": STREAM,
            "game": str(self.plan.configuration),
            "strategy": self.plan.strategy,
            "seats": self.plan.seats,
            "seed": self.seed,
            "tables": self.plan.digest,
            "seconds": f"{self.seconds:.3f}",
            "done": [[str(first), str(after)] for first, after in self.done],
            "counts": {
                wager: [[*_outcome_form(outcome), str(count)] for outcome, count in outcomes.items()]
                for wager, outcomes in self.tally.counts.items()
            },
            "squares": {wager: str(square) for wager, square in self.tally.squares.items()},
        }


def _outcome_form(outcome: Outcome) -> list[str | None]:
    share = None if outcome.share is None else str(outcome.share)
    return [str(outcome.net), outcome.event, share, str(outcome.level)]


def _wager_record(wager: WagerCounts) -> dict[str, Any]:
    exact = wager.exact_mean
    return {
        "wager": wager.wager,
        "mean": decimal_text(wager.mean),
        "standard_error": f"{wager.standard_error:.6g}",
        "exact": None if exact is None else decimal_text(exact),
        "estimated": exact is None,
        "z": None if wager.z is None else f"{wager.z:.4f}",
        "hit_frequency": decimal_text(wager.hit_frequency),
        "chi_square": wager.chi_square
        and {
            "statistic": f"{wager.chi_square.statistic:.4f}",
            "freedom": wager.chi_square.freedom,
            "probability": f"{wager.chi_square.probability:.6g}",
        },
        "probability": None if wager.probability is None else f"{wager.probability:.6g}",
        "outcomes": [_outcome_record(wager, outcome) for outcome in wager.outcomes],
    }


def _outcome_record(wager: WagerCounts, outcome: Outcome) -> dict[str, Any]:
    expected = wager.expected(outcome)
    record: dict[str, Any] = {
        "net": decimal_text(outcome.net),
        "count": str(wager.counts.get(outcome, 0)),
        "expected": None if expected is None else decimal_text(expected),
        "event": outcome.event,
    }
    if outcome.share is not None:
        record["meter"] = {"level": outcome.level, "share": decimal_text(outcome.share)}
    return record


def prepare(spec: str | Configuration, strategy: Asked = None, seats: int = 1, *, remember: bool = True) -> Plan:
    """Find the game's simulator and everything exact that it can be compared with."""
    configuration = catalogue.configuration(spec) if isinstance(spec, str) else spec
    most = configuration.edition.seats[1]
    if not 1 <= seats <= most:
        raise BadInput(f"{seats} seats: {configuration.name} has 1 to {most}")
    if isinstance(strategy, str) and strategy not in STRATEGIES:
        raise UnknownName("strategy", strategy, STRATEGIES, note=f"one of {', '.join(STRATEGIES)}, or a file")
    game = game_of(configuration)
    make = _side_plan if isinstance(game, SideWager) else _KERNELS.get(game.declares.solver)
    try:
        return make(game, strategy, seats, remember) if make else _played_plan(game, strategy, seats, remember)
    except NoLookup:
        return _played_plan(game, strategy, seats, remember)


def game_of(configuration: Configuration) -> Game:
    """The game; a side wager without a base game is one of its own."""
    if base_wager(configuration) is None:
        if not configuration.tables:
            wager = next(wager for wager in configuration.rules.wagers if wager.tables)
            offered = wager.tables_in(configuration.edition.id)
            raise BadInput(f"{wager.id} needs a paytable", hint=f"as in {configuration.name}({wager.id}={offered[0]})")
        return SideWager(configuration)
    return catalogue.load(configuration)


def _side_plan(game: Game, strategy: Asked, seats: int, remember: bool) -> Plan:
    assert isinstance(game, SideWager)
    rule = stated_rule(game, strategy)
    simulator = pair_simulator(game, seats)
    exact = _bonus_chances(game, remember)
    return Plan(game.configuration, game, "none", seats, simulator, exact, rule, by_kernel=True)


Asked = str | Mapping[str, Any] | None
"""A strategy as the caller names it."""


def _played_plan(game: Game, strategy: Asked, seats: int, remember: bool) -> Plan:
    """A game without a kernel, under its stated rule."""
    rule = stated_rule(game, strategy)
    simulator = PlaySimulator(game, seats, rule)
    exact = _bonus_chances(game, remember)
    return Plan(game.configuration, game, BASIC, seats, simulator, exact, rule, by_kernel=False)


def _pot_plan(game: Game, strategy: Asked, seats: int, remember: bool) -> Plan:
    from croupier.sim.pot import pot_simulator

    rule = stated_rule(game, strategy)
    simulator = pot_simulator(game, game.declares.bot, seats)
    exact = _bonus_chances(game, remember)
    return Plan(game.configuration, game, BASIC, seats, simulator, exact, rule, by_kernel=True)


def _twenty_one_plan(game: Game, strategy: Asked, seats: int, remember: bool) -> Plan:
    from croupier.sim.twenty_one import decider, twenty_one_simulator
    from croupier.solving.pocket_chart import pocket_chart

    if strategy not in (None, BASIC):
        raise BadInput(f"{game.rules.name} is simulated under its {BASIC} strategy alone")
    chart, value = pocket_chart(game, remember=remember)
    simulator = twenty_one_simulator(game, chart, seats)
    exact, decide = _bonus_chances(game, remember), decider(game, chart)
    values = {game.base_wager: value}
    return Plan(game.configuration, game, BASIC, seats, simulator, exact, decide, by_kernel=True, values=values)


def stated_rule(game: Game, strategy: Asked) -> Decide:
    """The one simple rule that a game declares, as the play driver asks it."""
    if strategy not in (None, BASIC):
        name = strategy if isinstance(strategy, str) else "strategy file"
        raise BadInput(
            f"{game.rules.name} is not simulated under a {name}",
            hint=f"{BASIC} is its stated rule: {game.declares.bot.words}",
        )
    return rule_decider(game.declares.bot)


def _bonus_chances(game: Game, remember: bool) -> dict[str, dict[Outcome, Fraction]]:
    """Every bonus wager whose exact distribution is known."""
    found = {}
    for _, bonus in game.bonuses:
        with suppress(MissingPart):
            solved = _solved(game.configuration, bonus.wager, remember)
            found[bonus.wager] = bonus_chances(graded(game, bonus), solved)
    return found


def _showdown_plan(game: Game, strategy: Asked, seats: int, remember: bool) -> Plan:
    from croupier.sim.showdown import decider, ranking_of, showdown_simulator
    from croupier.solving import simulated_play

    assert isinstance(game, Showdown)
    configuration, base = game.configuration, game.base_wager
    ranking_of(game)
    if strategy == BASIC:
        return _played_plan(game, strategy, seats, remember)
    result = _solved(configuration, base, remember)
    assert isinstance(result, BaseResult)
    if isinstance(strategy, Mapping):
        played = simulated_play.from_file(game, result, "file", strategy)
    elif strategy == "chart":
        played = simulated_play.chart(game, result)
    else:
        played = simulated_play.optimal(game, result, remember=remember)
    simulator = showdown_simulator(game, played.strategy, seats)
    exact = {base: base_chances(played.distribution)}
    exact |= {
        bonus.wager: bonus_chances(
            graded(game, bonus), solve(configuration, bonus.wager, remember=remember)[bonus.wager]
        )
        for _, bonus in game.bonuses
    }
    decide = decider(game, played.strategy)
    return Plan(configuration, game, played.strategy.name, seats, simulator, exact, decide, by_kernel=True)


_KERNELS: Final[dict[str, Callable[[Game, Asked, int, bool], Plan]]] = {
    "showdown": _showdown_plan,
    "sequential-pot": _pot_plan,
    "blackjack": _twenty_one_plan,
}
"""By the name of the solver that a game declares: games of one kind are solved and simulated alike."""


def _solved(configuration: Configuration, wager: str, remember: bool) -> Result:
    return solve(configuration, wager, remember=remember)[wager]


def base_chances(distribution: Distribution) -> dict[Outcome, Fraction]:
    """By net, its probability."""
    return {Outcome(net): Fraction(count, distribution.total) for net, count in distribution.counts}


def bonus_chances(found: Graded, result: Result) -> dict[Outcome, Fraction]:
    """By outcome of a bonus or jackpot wager, its probability."""
    assert not isinstance(result, BaseResult)
    chances = {LOSES: result.counted.losing_probability}
    boosts = result.boosts if isinstance(result, JackpotSolution) else None
    for row in result.counted.rows:
        place = found.place_of[row.row.event]
        dynamic = len(row.row.dynamic or ())
        usual = 1 - boosts.chance if boosts and dynamic else Fraction(1)
        parts = [(place, usual)]
        if boosts and dynamic:
            parts += [(place + number, boosts.chance / dynamic) for number in range(1, dynamic + 1)]
        for at, chance in parts:
            outcome = found.outcomes[at]
            chances[outcome] = chances.get(outcome, Fraction()) + row.probability * chance
    return chances


@dataclass
class SimulationRun:
    """A simulation under way; going through it plays its rounds."""

    plan: Plan
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
            chunk = CHUNK if self.backend == "cuda" else self.plan.simulator.chunk
            pieces = run_pieces(executor, work, self.seed, self.progress, chunk, width)
            for _ in pieces:
                self.seconds = before + time.perf_counter() - started
                yield self.result()
        if not self.progress.rounds_done:
            yield self.result()

    def result(self) -> SimulationResult:
        """What is done so far."""
        return SimulationResult(
            self.plan,
            self.seed,
            self.backend,
            self.device,
            self.progress.rounds_done,
            self.rounds,
            self.seconds,
            deepcopy(self.progress.tally),
            tuple(self.progress.done),
        )

    def finish(self) -> SimulationResult:
        """Play all rounds and return the complete result."""
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
    spec: str | Configuration | Plan,
    rounds: int,
    seed: int = 1,
    *,
    strategy: Asked = None,
    seats: int = 1,
    backend: str = "threads",
    threads: int | None = None,
    dask_address: str | None = None,
    checkpoint: Mapping[str, Any] | None = None,
    remember: bool = True,
) -> SimulationRun:
    """Simulate a game: a run that yields partial results when one goes through it.

    ``strategy`` is a name, or what the command ``strategy`` prints with ``--json``; ``checkpoint`` is that of an
    earlier result. A plan made by ``prepare`` serves any number of runs.

    >>> last = simulate("three-card-prime", 1000, seed=7).finish()
    >>> last.rounds, sum(last["ante"].counts.values())
    (1000, 1000)
    """
    check_numbers(rounds, seed)
    if backend not in BACKENDS:
        raise UnknownName("backend", backend, BACKENDS, note=f"one of {', '.join(BACKENDS)}")
    if dask_address is not None and backend != "dask":
        raise BadInput(f"an address of a Dask cluster goes with the dask backend, not with {backend}")
    if threads is not None and not 1 <= threads <= 1024:
        raise BadInput(f"{threads} threads: expected 1 to 1024")
    plan = spec if isinstance(spec, Plan) else prepare(spec, strategy, seats, remember=remember)
    if backend == "cuda":
        body_tables(plan.simulator)
    progress, seconds = Progress(rounds), 0.0
    if checkpoint is not None:
        progress, seconds = _taken_up(plan, seed, rounds, checkpoint)
    return SimulationRun(plan, rounds, seed, backend, threads, dask_address, progress, seconds)


def check_numbers(rounds: int, seed: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds: expected 1 to {MOST_ROUNDS:.0e}")
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInput(f"seed {seed}: expected a whole number from 0 to 2^64 - 1")


def _taken_up(plan: Plan, seed: int, rounds: int, document: Mapping[str, Any]) -> tuple[Progress, float]:
    """What an earlier run of the same simulation has done; BadInput where it was another one."""
    top = Part(document, "checkpoint")
    same = {
        "checkpoint": STREAM,
        "game": str(plan.configuration),
        "strategy": plan.strategy,
        "tables": plan.digest,
    }
    for key, value in same.items():
        if top.text(key) != value:
            raise BadInput(
                f"checkpoint: {key} is '{top.text(key)[:80]}', and this simulation's is '{value}'",
                hint="a checkpoint goes on only with the simulation that wrote it",
            )
    for key, number in (("seats", plan.seats), ("seed", seed)):
        if top.whole(key) != number:
            raise BadInput(f"checkpoint: {key} is {top.whole(key)}, and this simulation's is {number}")
    try:
        progress = Progress(rounds)
        for first, after in document["done"]:
            progress.take((int(first), int(after)), Tally())
        for wager, outcomes in document["counts"].items():
            for net, event, share, level, count in outcomes:
                part = None if share is None else Fraction(share)
                progress.tally.count(wager, Outcome(Fraction(net), event, part, int(level)), int(count))
        progress.tally.squares = {wager: Fraction(square) for wager, square in document["squares"].items()}
        seconds = float(document["seconds"])
    except (LookupError, TypeError, ValueError, AttributeError, ZeroDivisionError):
        raise BadInput(
            "checkpoint: its counts cannot be read", hint="it was written by simulate, and not changed?"
        ) from None
    _check_counts(plan, progress)
    return progress, seconds


def _check_counts(plan: Plan, progress: Progress) -> None:
    """Counts must add up to the rounds that are said to be done."""
    if any(first < 0 or after <= first for first, after in progress.done):
        raise BadInput("checkpoint: a range of rounds is empty or negative")
    if progress.rounds_done > progress.rounds or (progress.done and progress.done[-1][1] > progress.rounds):
        raise BadInput(
            f"checkpoint: {progress.done[-1][1]} rounds are begun, and {progress.rounds} are asked for",
            hint="ask for at least as many rounds",
        )
    hands = progress.rounds_done * plan.seats
    for wager, outcomes in progress.tally.counts.items():
        if sum(outcomes.values()) != hands or any(count < 0 for count in outcomes.values()):
            raise BadInput(f"checkpoint: the counts of {wager} do not add up to {hands}")
