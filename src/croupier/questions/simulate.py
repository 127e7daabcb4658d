"""What simulated rounds bring, beside exact values where they are known: ``Simulate`` and its record.

``simulating`` plays the rounds.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

from croupier.questions.asking import Asked, Game, Large, Meters, Question, told
from croupier.questions.figures import Decimal, Money, to_places
from croupier.records import UNSET, Count, Of, Record, UnsetType, Written

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
    envy: Decimal | UnsetType = UNSET
    """What it pays to each other player who bets."""
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
    excludes: list[str]
    """What values leave out: a jackpot whose meter is not given."""
    estimated: bool
    """Whether there is no exact value to compare with."""
    z: Annotated[str | None, to_places(4)]
    hit_frequency: Decimal
    chi_square: ChiSquareRecord | None
    probability: Significant | None
    """Of a deviation as large as this one, if both values are right."""
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
    by: str
    """A kernel, or the play driver where no kernel plays it."""
    stream: str
    """The cards that a seed stands for."""
    meters: dict[str, dict[str, Money]]
    wagers: list[SimulatedWager]
    agrees: bool | None
    """None where nothing could be compared."""
    game_hash: str


class Simulated(Protocol):
    """What some rounds brought."""

    @property
    def record(self) -> SimulationRecord: ...


class Simulate(Question[Simulated]):
    """What do simulated rounds bring, beside the exact values?"""

    game: Game
    rounds: Annotated[int, told("How many rounds, as in 1e9.", Large)] = 1_000_000
    seed: Annotated[int, told("The same seed gives the same rounds.", Large)] = 1
    strategy: Annotated[
        str | dict[str, Any] | None,
        told("optimal, chart, sketch or basic; or a FILE that strategy --json printed.", "NAME"),
    ] = None
    """A name, or what ``strategy`` prints as JSON."""
    seats: Annotated[int, told("Players at the table.")] = 1
    meter: Meters = ()
    deal: Annotated[str, told("cards, or ranks where they suffice.", "WHAT")] = "cards"
    backend: Annotated[str, told("threads, cuda or dask.", "NAME")] = "threads"
    threads: Annotated[int | None, told("Threads; as many as there are cores, unless given.", "N")] = None
    dask_address: Annotated[str | None, told("An existing Dask cluster, as in tcp://host:8786.", "URL")] = None

    def answered(self, asked: Asked) -> Simulated:
        from croupier.questions.simulating import run_of  # loads numpy, which --help does without

        run = run_of(self, asked)
        for result in run:
            asked.progress(result.rounds, self.rounds)
        return run.result()
