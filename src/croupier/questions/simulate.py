"""What simulated rounds bring, beside exact values where they are known: ``Simulate`` and its record. ``simulating``
plays the rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated

from croupier import catalogue
from croupier.questions.asking import Asked, Game, Large, Meters, Question, told
from croupier.questions.conditions import Given, by_jackpot
from croupier.questions.edge import with_only_table
from croupier.questions.figures import Decimal, Money, head_of, to_places
from croupier.records import UNSET, Count, Of, Record, UnsetType, Written, record_of

if TYPE_CHECKING:
    from croupier.questions.simulating import SimulationPlan, SimulationResult, SimulationRun
    from croupier.sim.statistics import WagerCounts

Significant = Annotated[str, Written("{:.6g}".format)]


class MeterPart(Record):
    """What an outcome takes of a meter."""

    level: int
    share: Decimal


class SimulatedOutcome(Record):
    """One outcome: how often it came, and how often it should have."""

    net: Decimal
    count: Count
    expected: Decimal | None
    event: str | None
    envy: Decimal | UnsetType = UNSET  # What it pays to each other player who bets.
    meter: MeterPart | UnsetType = UNSET


class ChiSquareRecord(Record):
    """How well all outcomes together fit."""

    statistic: Annotated[str, to_places(4)]
    freedom: int
    probability: Significant


class SimulatedWager(Record):
    """A wager's rounds beside its exact value."""

    wager: str
    mean: Decimal
    standard_error: Significant
    exact: Annotated[Decimal | None, Of("exact_mean")]
    excludes: list[str]  # What values leave out: a jackpot whose meter is not given.
    estimated: bool  # Whether there is no exact value to compare with.
    z: Annotated[str | None, to_places(4)]
    hit_frequency: Decimal
    chi_square: ChiSquareRecord | None
    probability: Significant | None  # Of a deviation as large as this one, if both values are right.
    outcomes: list[SimulatedOutcome]


class SimulationRecord(Record):
    """What some rounds brought, wager by wager."""

    schema: int
    game: str
    strategy: str
    strategy_file: str | UnsetType = UNSET
    seats: int
    rounds: Count
    seed: int
    backend: str
    device: str
    seconds: Annotated[str, to_places(3)]
    by: str  # A kernel, or the play driver where no kernel plays it.
    stream: str  # The cards that a seed stands for.
    meters: dict[str, dict[str, Money]]
    wagers: list[SimulatedWager]
    agrees: bool | None  # None where nothing could be compared.
    game_hash: str


def simulation_record(result: SimulationResult) -> SimulationRecord:
    plan = result.plan
    return record_of(
        SimulationRecord,
        result,
        **head_of(plan.configuration),
        strategy=plan.strategy,
        seats=plan.seats,
        by="kernel" if plan.by_kernel else "play driver",
        stream=plan.simulator.stream,
        meters=plan.meters,
        wagers=[_wager_record(wager, wager.wager in plan.meters) for wager in result.wagers],
    )


def _wager_record(wager: WagerCounts, is_valued: bool) -> SimulatedWager:
    shares = not is_valued and any(outcome.share for outcome in wager.outcomes)
    outcomes = [
        record_of(
            SimulatedOutcome,
            outcome,
            count=wager.counts.get(outcome, 0),
            expected=wager.expected(outcome),
            envy=outcome.envy or UNSET,
            meter=UNSET if outcome.share is None else record_of(MeterPart, outcome),
        )
        for outcome in wager.outcomes
    ]
    left_out = ["jackpot"] if shares else []
    return record_of(SimulatedWager, wager, excludes=left_out, estimated=wager.exact_mean is None, outcomes=outcomes)


@dataclass(frozen=True)
class SimulateAnswer:
    result: SimulationResult

    @cached_property
    def record(self) -> SimulationRecord:
        return simulation_record(self.result)


class Simulate(Question[SimulateAnswer]):
    """What do simulated rounds bring, beside the exact values?"""

    game: Game
    rounds: Annotated[int, told("How many rounds, as in 1e9.", Large)] = 1_000_000
    seed: Annotated[int, told("The same seed gives the same rounds.", Large)] = 1
    strategy: Annotated[
        str | dict[str, object] | None, told("optimal, chart, sketch or basic; or a FILE as grade takes it.", "NAME")
    ] = None
    """A name, or what ``strategy`` prints as JSON."""
    seats: Annotated[int, told("Players at the table.")] = 1
    meter: Meters = ()
    deal: Annotated[str, told("cards, or ranks where they suffice.", "WHAT")] = "cards"
    backend: Annotated[str, told("threads, cuda or dask.", "NAME")] = "threads"
    threads: Annotated[int | None, told("Threads; as many as there are cores, unless given.", "N")] = None
    dask_address: Annotated[str | None, told("An existing Dask cluster, as in tcp://host:8786.", "URL")] = None

    def answered(self, asked: Asked) -> SimulateAnswer:
        run = run_of(self, asked)
        for result in run:
            asked.progress(result.rounds, self.rounds)
        return SimulateAnswer(run.result())


def run_of(
    question: Simulate, asked: Asked, checkpoint: Mapping[str, object] | None = None, plan: SimulationPlan | None = None
) -> SimulationRun:
    """The run that answers a question, for one who watches it or stops it. It may be taken up from a checkpoint, and
    have the plan that an earlier run of the same question has made."""
    from croupier.questions.simulating import check_numbers, simulate  # loads numpy, which --help does without

    check_numbers(question.rounds, question.seed)
    configuration = with_only_table(catalogue.configuration(question.game))
    conditions = by_jackpot(configuration, Given(question.meter), asked.by)
    return simulate(
        plan or configuration,
        question.rounds,
        question.seed,
        strategy=question.strategy,
        seats=question.seats,
        meters={wager: given.meters for wager, given in conditions.items()},
        deal=question.deal,
        backend=question.backend,
        threads=question.threads,
        dask_address=question.dask_address,
        checkpoint=checkpoint,
        remember=asked.remember,
    )
