"""A seat that makes several wagers together, and a table of such seats: ``EdgeOfMix``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from croupier import catalogue
from croupier.errors import BadInput
from croupier.questions.asking import Asked, Question, declared
from croupier.questions.edge import Exact, Percentage
from croupier.records import UNSET, Record, UnsetType
from croupier.solving.conditions import Given, by_jackpot
from croupier.solving.mixes import Mix, mix_of, mix_record, parse_stakes

USUAL_SEATS = 5


class MixedWager(Record):
    """One wager of the seat, in its own units."""

    wager: str
    stake: str
    expectation: Exact
    variance: str


class MixedPair(Record):
    """How two wagers of the seat move together."""

    wagers: list[str]
    covariance: Exact | str
    correlation: str


class RuinRecord(Record):
    """How likely a bankroll is lost in the end."""

    chance: str
    method: str


class BandRecord(Record):
    """The house's win after many rounds, as a part of what is staked."""

    rounds: int
    method: str
    standard_deviation: str
    win: dict[str, str]
    house_ahead: str


class SeatsRecord(Record):
    """Seats that all do the same; the covariance is of two of them."""

    seats: int
    method: str
    covariance: Exact | UnsetType | None = UNSET
    variance: str
    n0: str | None
    bands: list[BandRecord]
    bank_ruin: dict[str, str]
    ruin_in_the_end: dict[str, str] | UnsetType = UNSET


class MixRecord(Record):
    """Everything about a mix; figures are in units of all that is staked before the deal."""

    schema: int
    game: str
    stakes: dict[str, str]
    staked: str
    method: str
    error_bound: str | UnsetType = UNSET
    expectation: Exact
    house_edge: Percentage
    element_of_risk: Percentage
    standard_deviation: str
    variance: str
    hit_frequency: str | UnsetType = UNSET
    push_frequency: str | UnsetType = UNSET
    n0: str | UnsetType | None = UNSET
    wagers: list[MixedWager]
    together: list[MixedPair]
    ruin_in_the_end: dict[str, RuinRecord] | UnsetType = UNSET
    table: SeatsRecord | UnsetType = UNSET
    seat: SeatsRecord | UnsetType = UNSET
    rulebook_hash: str


@dataclass(frozen=True)
class MixAnswer:
    """The seat's mix."""

    mix: Mix

    @cached_property
    def record(self) -> MixRecord:
        return declared(MixRecord, mix_record(self.mix))


class EdgeOfMix(Question[MixAnswer]):
    """What does a seat that makes several wagers together come to?"""

    game: str
    mix: str
    """The stakes, as in ante=10,straight=5."""
    seats: int | None = None
    """Seats that all make it: five, or the game's most."""
    meter: tuple[str, ...] = ()
    """What a meter shows, as ``[WAGER:][LEVEL=]AMOUNT``."""

    def answered(self, asked: Asked) -> MixAnswer:
        configuration = catalogue.configuration(self.game)
        least, most = configuration.edition.seats
        seats = min(USUAL_SEATS, most) if self.seats is None else self.seats
        if not least <= seats <= most:
            option = asked.by.option("seats")
            raise BadInput(f"{option} {seats}: {configuration.name} is played with {least} to {most}")
        stakes = parse_stakes(configuration, self.mix, asked.by)
        conditions, _ = by_jackpot(configuration, Given(self.meter), asked.by)
        return MixAnswer(
            mix_of(
                configuration,
                stakes,
                seats=seats,
                conditions=conditions,
                remember=asked.remember,
                progress=asked.progress,
            )
        )
