"""What a par sheet holds, as typed records: every figure taken from the solution, none typed in.

``building`` fills them, ``json_record`` makes them data; the handbook lays them out and writes them.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.rows import Counted
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.house_view import Life
from croupier.exact.long_run.shared_dealer import TableSwing
from croupier.exact.long_run.tables import TableFigures
from croupier.exact.long_run.volatility import Pace, Volatility
from croupier.exact.result import Number, Result
from croupier.exact.solver import Beside
from croupier.play.stakes import Limit
from croupier.rulebook.citations import Source
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.interpretations import Interpretation
from croupier.rulebook.rules import Rule, Wager
from croupier.solving.advantage import ESTIMATED_DIGITS, Audit
from croupier.solving.estimates import Estimate
from croupier.solving.figures import Conditions, Jackpot
from croupier.solving.mixes import Mix, SharedTable
from croupier.solving.plays import Stretch
from croupier.solving.published import Comparison
from croupier.units.chance import SIGNIFICANT, square_root_text
from croupier.units.odds import Basis

TIES: Final = "Of decisions that are worth exactly the same, the one that puts up less is taken."
SAMPLED_DIGITS: Final = 3
"""Of an hour's deviation where the covariance of two seats was sampled."""
Status = Literal["document", "sample", "user"]


@dataclass(frozen=True)
class TableUse:
    """A table that the configuration names, and whose it is."""

    wager: Wager
    id: str
    status: Status
    basis: Basis | None
    note: str


@dataclass(frozen=True)
class PayRow(Counted):
    """One row of a wager's table, or one net outcome of a base game."""

    label: str
    pays: str
    count: int
    total: int
    returns: Fraction | None
    """Its part of the expectation, or of a jackpot's fixed return; None where it pays a meter that is not given."""
    share: Fraction | None
    """Its part of everything that is handed back, or of everything won in a base game."""
    event: str | None = None
    """What the table's row names; None for an outcome without a row."""


@dataclass(frozen=True)
class Borderline:
    """A class of hand, or one hand, whose best bet is hardly better than the next."""

    hand: str
    """The class in words."""
    best: str
    best_value: Fraction
    next: str
    next_value: Fraction
    is_settled: bool
    cards: str = ""
    """The cards, of one hand."""

    @property
    def difference(self) -> Fraction:
        return self.best_value - self.next_value


@dataclass(frozen=True)
class StrategySheet:
    """How to play, where it is close, and what simpler ways cost."""

    stretches: tuple[Stretch, ...]
    borderline: tuple[Borderline, ...]
    """Classes, by what their hands are worth on average."""
    closest: tuple[Borderline, ...]
    """Single hands."""
    simple: tuple[tuple[str, Fraction, Fraction], ...]
    """Name, house edge, cost in base wagers a round."""


@dataclass(frozen=True)
class JackpotSheet:
    """What a jackpot returns apart from its meters, and what its meters must show."""

    jackpot: Jackpot
    reserves: Mapping[int, Fraction]
    is_lower_empty: bool
    """Lower meters were not given and are counted as empty in the edges and break-even points."""
    edges: tuple[tuple[Fraction, Fraction, bool], ...]
    """What the top meter shows in cents, the house edge then, and whether this is the break-even point."""
    others: tuple[int, ...]
    break_even: tuple[tuple[int, tuple[Fraction | None, ...]], ...]
    """Base wager in cents, and the top meter in cents for each of ``others``."""
    house: Distribution | None = None
    """What a wager costs house and reserve while the meter grows and is won; None without every seed and rate."""
    why_no_house: str = ""
    """What makes the house's result hang on the meter."""
    life: tuple[Life, ...] = ()
    """Each meter from seed to seed, where its seed and rate are given."""

    @property
    def solution(self) -> JackpotSolution:
        return self.jackpot.solution

    @property
    def long_run_return(self) -> Fraction | None:
        """Fixed pays, contributions and seeds; what the house pays back in the long run, envy left out."""
        averages = self.jackpot.averages
        if averages is None:
            return None
        meters = sum((each.returns(averages[each.level]) for each in self.solution.meters), Fraction())
        return self.solution.fixed_return + meters


class AtPot(NamedTuple):
    """Seats that play for one pot, and what they come to under the best play where that was recorded."""

    seats: int
    estimate: Estimate | None


class Hourly(NamedTuple):
    """How far the result of all seats in an hour lies from the expected one."""

    cents: Number
    is_exact: bool = False
    """Whether it is known how seats that share the dealer's hand move together; otherwise they are taken as apart."""
    digits: int = ESTIMATED_DIGITS


@dataclass(frozen=True)
class WagerSheet:
    """Everything about one wager."""

    wager: Wager
    result: Result
    table: TableUse | None
    samples: tuple[str, ...]
    rows: tuple[PayRow, ...]
    distribution: Distribution | None
    """None for a jackpot whose meters are not given."""
    expectation: Fraction | None
    volatility: Volatility | None
    house: Volatility | None
    """Of what the house keeps of a progressive: the meter grows and is won."""
    together: TableSwing | None
    """A base wager with the covariance of two seats, where that is known."""
    at_table: TableFigures | None
    """The same for the table's seats together."""
    at_pot: AtPot | None
    """The table's seats, where the wager is worth something else as soon as others play; all else is of one player."""
    strategy: StrategySheet | None
    jackpot: JackpotSheet | None
    notes: tuple[str, ...]

    @property
    def is_sample(self) -> bool:
        return bool(self.samples)

    @property
    def total(self) -> int:
        return self.result.total

    @property
    def hourly_deviation(self) -> Hourly:
        """Of the table's result: exact where it is known how seats win and lose together."""
        assert self.volatility is not None
        assert self.distribution is not None
        pace = self.volatility.pace
        if self.together is not None:
            variance, is_exact = self.together.variance(pace.seats), self.together.is_exact or pace.seats == 1
        elif pace.seats == 1:
            variance, is_exact = self.distribution.variance, True
        else:
            return Hourly(self.volatility.deviation_per_hour_cents)
        stake = self.jackpot.solution.stake_cents if self.jackpot else pace.average_wager_cents
        deviation = Fraction(square_root_text(variance * pace.rounds_per_hour)) if variance else Fraction()
        return Hourly(deviation * stake, is_exact, SIGNIFICANT if is_exact else SAMPLED_DIGITS)


@dataclass(frozen=True)
class ValuedSheet:
    """A base wager whose value is known to a bound: under the best play, by its chart, and to a card counter."""

    wager: Wager
    best: Result
    chart: Result
    counter: Result
    pace: Pace
    seat: TableFigures
    """One seat under the best play, over many rounds."""
    table: SharedTable | None
    """The table's seats together; None where it is not known how they move together."""
    cut_card: str | None = None
    """What dealing to a cut card changes, in words; estimated."""
    beside: tuple[tuple[Wager, Beside], ...] = ()
    """Side wagers on the first cards, at the meters of the sheet, and how they move with this one."""


class Agreement(NamedTuple):
    """Something that was counted twice and agreed."""

    words: str
    value: str


@dataclass(frozen=True)
class SheetIdentity:
    """What names a sheet among the papers of a laboratory. The date is part of the input: same input, same bytes."""

    date: datetime.date | None = None
    number: str = ""
    """Of the document; one that follows from what is asked, unless given."""
    revision: int = 1
    prepared_for: str = ""
    prepared_by: str = ""


class Moved(NamedTuple):
    """A figure that differs from an earlier sheet's, and why."""

    wager: str
    figure: str
    was: str
    now: str
    why: str


@dataclass(frozen=True)
class Revision:
    """The differences from an earlier sheet."""

    of: Mapping[str, str]
    """What names the earlier sheet: number, revision, date, software, rulebook."""
    causes: tuple[str, ...]
    moved: tuple[Moved, ...]


@dataclass(frozen=True)
class Sheet:
    """One par sheet."""

    configuration: Configuration
    pace: Pace
    software: str
    tables: tuple[TableUse, ...]
    rules: tuple[Rule, ...]
    wagers: tuple[WagerSheet, ...]
    unsolved: tuple[tuple[Wager, str], ...]
    """Wagers without a solver, and why."""
    advantage: tuple[Audit, ...]
    """What the base game is worth to a player who sees the dealer's cards; empty where that is not audited."""
    interpretations: tuple[Interpretation, ...]
    sources: tuple[Source, ...]
    checks: tuple[Agreement, ...]
    published: tuple[Comparison, ...]
    """What others have printed about these wagers, beside ours."""
    identity: SheetIdentity
    valued: ValuedSheet | None = None
    """The base wager, where it is valued and not counted."""
    revision: Revision | None = None
    """What has changed since an earlier sheet, where one is compared."""
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """What the table posts for its wagers, where a table file was given."""
    mix: Mix | None = None
    """A seat that makes several wagers together, where one was asked for."""
    mix_luck: Volatility | None = None
    """Its bands, where its outcomes are counted."""

    def __repr__(self) -> str:
        return f"<Sheet {self.identity.number or 'of'} {self.name}>"

    @property
    def title(self) -> str:
        return self.configuration.rules.title

    @property
    def name(self) -> str:
        return str(self.configuration)

    @property
    def samples(self) -> tuple[TableUse, ...]:
        return tuple(each for each in self.tables if each.status == "sample")

    def to_dict(self) -> dict[str, Any]:
        """As plain data: the JSON record of the sheet, exact fractions and decimals as text."""
        from croupier.questions.sheet.json_record import sheet_record

        return sheet_record(self)

    def to_records(self) -> list[dict[str, Any]]:
        """One plain record for each row of each wager's pays, as a data frame takes them; the counts are exact."""
        return [
            {
                "wager": each.wager.id,
                "label": row.label,
                "pays": row.pays,
                "count": row.count,
                "total": row.total,
                "probability": float(row.probability),
                "return": None if row.returns is None else float(row.returns),
            }
            for each in self.wagers
            for row in each.rows
        ]


@dataclass(frozen=True)
class Asked:
    """What a sheet is asked to state beside the rules: the table's pace, and what is known of its jackpots."""

    pace: Pace = field(default_factory=Pace)
    conditions: Mapping[str, Conditions] | None = None
    """By jackpot wager."""
    reserves: Mapping[str, Mapping[int, Fraction]] | None = None
    sights: tuple[str, ...] = ()
    """What an advantage player may see of the dealer's hand; without any, what is counted quickly."""
    identity: SheetIdentity = field(default_factory=SheetIdentity)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """What the table posts for its wagers."""
    mix: Mapping[str, int] = field(default_factory=dict)
    """What a seat stakes on each of several wagers, in cents; empty where no mix is asked for."""
    with_luck: bool = True
    """Whether bands, sessions and ruin are worked out, which takes most of the time."""
