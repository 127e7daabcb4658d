"""A par sheet: what it holds, every figure taken from the solution and none typed in, and its record. ``building``
fills it; the handbook lays it out and writes it. The record is the contract that others script against. A wager's part
is the record of ``croupier edge --json`` with what the sheet adds to it. Exact figures are fractions and decimals as
text; a figure that is not exact is beside its method, such as ``"method": "estimated"``."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import Annotated, Final, Literal, NamedTuple

from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.rows import Counted
from croupier.exact.distribution import Distribution
from croupier.exact.long_run.volatility import (
    BANKROLLS,
    CHANCES,
    NORMAL,
    VOLATILITY_INDEX,
    Pace,
    SessionResult,
    TableFigures,
    Volatility,
    rounds_to_deviation,
    ruin_as_normal,
)
from croupier.exact.result import Beside, Number, Result
from croupier.play.documents import Json
from croupier.play.stakes import Limit
from croupier.questions import figures
from croupier.questions.advantage import Audit
from croupier.questions.conditions import NO_CONDITIONS, Conditions, Jackpot
from croupier.questions.edge import EdgeRecord, edge_record
from croupier.questions.mix import (
    BandRecord,
    Mix,
    MixAnswer,
    MixRecord,
    RuinRecord,
    SeatsRecord,
    seat_record,
    shared_record,
    table_record,
)
from croupier.questions.solved.published import Comparison
from croupier.questions.solved.recorded import Estimate, SeatCovariance
from croupier.questions.strategy import PlayLine
from croupier.records import UNSET, Count, Of, Record, UnsetType, Written, plain, record_of, replace
from croupier.records import field as record_field
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.interpretations import Interpretation, Source
from croupier.rulebook.rules import Rule, Wager
from croupier.units import SIGNIFICANT, Basis, decimal_text, square_root_text

KIND: Final = "par sheet"
METHODS: Final = ("exact", "exact; the base game in floating point with its bound")
TIES: Final = "Of decisions that are worth exactly the same, the one that puts up less is taken."
SAMPLED_DIGITS: Final = 3  # Of an hour's deviation where the covariance of two seats was sampled.
Status = Literal["document", "sample", "user"]


_NETS: Final = figures.by_key(CHANCES, "{:.1f}".format)
_RUINS: Final = figures.by_key(BANKROLLS, "{:.2f}".format)
_ENDS: Final = figures.by_key(
    BANKROLLS, lambda ruin: RuinRecord(chance=figures.chance_text(ruin.chance), method=ruin.method)
)


def _risks(risks: Iterable[float | None]) -> dict[str, str | None]:
    """Of ruin within a session, by bankroll."""
    told = (None if risk is None else figures.chance_text(risk) for risk in risks)
    return {"method": "estimated"} | dict(zip(map(str, BANKROLLS), told, strict=True))


_WITHIN: Final = Written(_risks)


class Hourly(NamedTuple):
    """How far the result of all seats in an hour lies from the expected one."""

    cents: Number
    is_exact: bool = False
    """Whether it is known how seats that share the dealer's hand move together; otherwise they are taken as apart."""
    digits: int = figures.ESTIMATED_DIGITS


class SheetDocument(Record):
    """What names the sheet among the papers of a laboratory."""

    number: str
    revision: int
    date: Annotated[str | None, Written(datetime.date.isoformat)]
    prepared_for: str | None
    prepared_by: str | None


class SheetTable(Record):
    """A table that the configuration names, and whose it is."""

    wager: Annotated[str, Of("wager.id")]
    id: str
    status: str
    basis: str | None


class SheetLimit(Record):
    """What the table posts for a wager."""

    minimum: figures.Money
    maximum: figures.Money | None
    step: figures.Money


class CitedPlace(Record):
    """A section of a document."""

    document: str
    section: str


class SheetRule(Record):
    """A rule in brief, and where it is from."""

    id: str
    text: str
    cites: list[CitedPlace]


class SheetPay(Record):
    """One row of a wager's table, or one net outcome of a base game."""

    event: Annotated[str, Of("label")]  # In words.
    row: Annotated[str | None, Of("event")]  # What the table's row names; null for an outcome without a row.
    pays: str
    count: Count
    probability: figures.Decimal
    one_in: figures.Decimal | None
    returns: figures.Decimal | None = record_field(name="return")
    share: figures.Decimal | None  # Its part of everything that is handed back, or of everything won in a base game.


class SheetAward(Record):
    """One row that is paid beside a base wager, by a table of its own."""

    event: str
    pays: str
    table: str


class SheetStretch(Record):
    """Neighboring classes of hand that are played alike."""

    first: str = record_field(name="from")
    last: str = record_field(name="to")
    hands: Count
    best: str | None
    hands_by_bet: dict[str, Count]


class CloseDecision(Record):
    """A class of hand, or one hand, whose best bet is hardly better than the next."""

    cards: str | UnsetType = UNSET
    hand: str
    best: str
    best_value: figures.Exact
    next: str
    next_value: figures.Exact
    difference: figures.Exact
    settled: bool  # Whether the best bet is the same for every hand of the class.


class SimplePlay(Record):
    """A simpler way to play, and what it costs."""

    name: str
    house_edge: figures.Percentage
    cost: figures.Exact


class SheetStrategy(Record):
    """How to play, where it is close, and what simpler ways cost."""

    stretches: list[SheetStretch]
    ties: str = TIES
    borderline: list[CloseDecision]  # Classes, by what their hands are worth on average.
    closest: list[CloseDecision]  # Single hands.
    simple: list[SimplePlay]
    plays: list[PlayLine]  # By what is seen in words, of a game with streets.


class EdgeAtMeter(Record):
    """The house edge at what the top meter shows, in dollars."""

    meter: figures.Dollars
    house_edge: figures.Percentage
    break_even: bool


class BreakEven(Record):
    """The top meter at which the wager is fair, in dollars, by base wager and other players who bet."""

    base_wager: figures.Money
    others: int
    meter: figures.Dollars | None


class SheetJackpot(Record):
    """What a jackpot returns apart from its meters, and what its meters must show."""

    fixed_return: Annotated[figures.Percentage, Of("solution.fixed_return")]
    seeds: Annotated[dict[str, figures.Money], Of("jackpot.conditions.seeds")]
    rates: Annotated[dict[str, figures.Percentage], Of("jackpot.conditions.rates")]
    long_run_return: figures.Percentage | None  # Envy left out.
    lower_meters_counted_as_empty: Annotated[bool, Of("is_lower_empty")]
    edge_by_meter: list[EdgeAtMeter]
    break_even: list[BreakEven]


class SheetPace(Record):
    """What is stated of the table, not measured."""

    rounds_per_hour: int
    seats: int
    average_wager: Annotated[figures.Money, Of("average_wager_cents")]


class SheetSession(Record):
    """One player's net after some rounds, in units: not exceeded with each probability."""

    rounds: int
    method: str
    net: Annotated[dict[str, str], Of("nets"), figures.by_key(CHANCES, figures.estimate)]
    house_ahead: figures.Chance
    risk_of_ruin: Annotated[dict[str, str | None], Of("ruin"), _WITHIN]  # By bankroll in units, and by which method.


class HourlyRecord(Record):
    """How far an hour's result lies from the expected one, in dollars."""

    method: str
    amount: str

    @classmethod
    def of(cls, hour: Hourly) -> "HourlyRecord":
        method = "exact" if hour.is_exact else "estimated"
        return cls(method=method, amount=decimal_text(Fraction(hour.cents) / 100, hour.digits))


class SheetVolatility(Record):
    """What luck does in many rounds."""

    pace: SheetPace
    bands: list[BandRecord]
    sessions: list[SheetSession]
    ruin_in_the_end: Annotated[dict[str, RuinRecord], Of("endless_ruin"), _ENDS]
    win_per_hour: Annotated[figures.Dollars, Of("win_per_hour_cents")]
    standard_deviation_per_hour: HourlyRecord


class SheetWager(EdgeRecord):
    """Everything about one wager: its edge, with what the sheet adds."""

    title: str
    samples: list[str]  # Tables that bear on it and are not the maker's.
    pays: list[SheetPay]
    awards: list[SheetAward]  # What is paid beside a base wager; its outcomes count it.
    returned: figures.Decimal  # Of all rows whose return is known.
    volatility_index: str | None  # 1.65 standard deviations of one round.
    strategy: SheetStrategy | None
    jackpot: SheetJackpot | None
    volatility: SheetVolatility | None
    n0: figures.Decimal | None  # Rounds after which the expected result equals one standard deviation.
    table: SeatsRecord | None  # The table's seats together, where it is known how they move together.
    seat_covariance: figures.Exact | None
    win_per_hour_at_pot: figures.Dollars | None  # Of all seats at one pot, in dollars; estimated.


class MovesWith(Record):
    """How a side wager moves with the base wager."""

    covariance: Annotated[str, figures.to_places(9)]
    correlation: Annotated[str, figures.to_places(9)]


class NormalSessionRecord(Record):
    """One player's session as if its way were normal; nets in units, ruin by bankroll in units."""

    rounds: int
    method: str
    net: Annotated[dict[str, str], Of("nets"), _NETS]
    house_ahead: Annotated[str, figures.to_places(4)]
    risk_of_ruin: Annotated[dict[str, str], Of("ruin"), _RUINS]


class FactTableRecord(Record):
    """Figures that a solver shows beside its result."""

    columns: list[str] | None
    rows: list[list[str]]


Short = Annotated[EdgeRecord, Written(lambda result: replace(edge_record(result), first_hands=UNSET))]
"""Without its hundreds of first hands, which are left to ``edge``."""


class SheetValued(Record):
    """A base wager that is known to a bound: under the best play, by the chart, and to a card counter."""

    wager: Annotated[str, Of("wager.id")]
    title: Annotated[str, Of("wager.title")]
    best: Short
    chart: Short
    counter: Short
    beside: dict[str, MovesWith]
    volatility_index: Annotated[str, figures.to_places(6)]
    chart_costs: Annotated[str, Written(lambda part: f"{100 * part:.6f}")]  # In percent of the wager.
    sessions: list[NormalSessionRecord]
    win_per_hour: Annotated[str, figures.to_places(2)]
    standard_deviation_per_hour: Annotated[HourlyRecord | None, Of("deviation_per_hour")]
    tables: dict[str, list[FactTableRecord]]  # Of the best play, the chart and the counter.
    seat: SeatsRecord
    table: SeatsRecord | None  # The table's seats together, where it was sampled how they move together.


class SheetMix(MixRecord):
    """A seat that makes several wagers together, with its bands."""

    volatility: SheetVolatility | UnsetType | None = UNSET


class SheetUnsolved(Record):
    """A wager without a solver, and why."""

    wager: Annotated[str, Of("wager.id")]
    why: str


class SheetSight(Record):
    """What the base game is worth to a player who sees too much."""

    wager: str
    method: str
    sees: list[str]
    expectation: figures.Exact
    standard_error: str | None
    desirability_index: str | None
    n0: str | None
    total: str


class SheetSample(Record):
    """A table that is not the maker's."""

    id: str
    note: str


class SheetReading(Record):
    """How a document is read where it leaves room."""

    id: str
    question: str
    answer: str
    confidence: str


class SheetCheck(Record):
    """Something that was counted twice and agreed."""

    what: str
    value: str


class SheetPublished(Record):
    """What others have printed, and our figure to the same digits."""

    wager: str
    figure: str
    of: str | None
    unit: str | None
    relation: str
    printed: str
    ours: str
    agrees: bool
    source: str
    address: str | None


class SheetSource(Record):
    """A document that the sheet rests on."""

    document: Annotated[str, Of("tag")]
    title: str
    mark: str


class Assumption(Record):
    """What the figures take for granted."""

    what: str
    words: str


class MovedFigure(Record):
    """A figure that differs from an earlier sheet's, and why."""

    wager: str
    figure: str
    was: str
    now: str
    why: str


class SheetRevision(Record):
    """The differences from an earlier sheet."""

    of: dict[str, str]  # What names the earlier sheet.
    causes: list[str]
    moved: list[MovedFigure]


class SheetRecord(Record):
    """A whole par sheet."""

    schema: int
    kind: str
    document: SheetDocument
    game: Annotated[str, Of("name")]
    title: str
    edition: Annotated[str, Of("configuration.edition.id")]
    decks: Annotated[int, Of("configuration.decks")]
    tables: list[SheetTable]
    limits: dict[str, SheetLimit] | UnsetType = UNSET  # What a table file posts.
    method: str  # Of figures that are not marked otherwise.
    game_hash: Annotated[str, Of("configuration.game_hash")]
    software: str
    assumptions: list[Assumption]
    rules: list[SheetRule]
    wagers: list[SheetWager]
    valued: SheetValued | None
    mix: SheetMix | None
    unsolved: list[SheetUnsolved]
    advantage: list[SheetSight]
    samples: list[SheetSample]
    interpretations: list[SheetReading]
    checks: list[SheetCheck]
    published: list[SheetPublished]
    sources: list[SheetSource]
    revision: SheetRevision | None


@dataclass(frozen=True)
class TableUse:
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
    share: Fraction | None  # Its part of everything that is handed back, or of everything won in a base game.
    event: str | None = None  # What the table's row names; None for an outcome without a row.


@dataclass(frozen=True)
class JackpotSheet:
    """What a jackpot returns apart from its meters, and what its meters must show."""

    jackpot: Jackpot
    is_lower_empty: bool  # Lower meters were not given and are counted as empty in the edges and break-even points.
    edges: tuple[tuple[Fraction, Fraction, bool], ...]
    """What the top meter shows in cents, the house edge then, and whether this is the break-even point."""
    others: tuple[int, ...]
    break_even: tuple[tuple[int, tuple[Fraction | None, ...]], ...]
    """Base wager in cents, and the top meter in cents for each of ``others``."""

    @property
    def solution(self) -> JackpotSolution:
        return self.jackpot.solution

    @property
    def long_run_return(self) -> Fraction | None:
        """Fixed pays, contributions and seeds; what the house pays back in the long run, envy left out."""
        averages = self.jackpot.averages
        if averages is None:
            return None
        meters = sum((meter.returns(averages[meter.level]) for meter in self.solution.meters), Fraction())
        return self.solution.fixed_return + meters


class Unsolved(NamedTuple):
    """A wager without a solver, and why."""

    wager: Wager
    why: str


class AtPot(NamedTuple):
    """Seats that play for one pot, and what they come to under the best play where that was recorded."""

    seats: int
    estimate: Estimate | None


@dataclass(frozen=True)
class WagerSheet:
    wager: Wager
    result: Result
    table: TableUse | None
    samples: tuple[str, ...]
    rows: tuple[PayRow, ...]
    awards: tuple[SheetAward, ...]
    distribution: Distribution | None  # None for a jackpot whose meters are not given.
    expectation: Fraction | None
    volatility: Volatility | None
    at_table: TableFigures | None  # The table's seats together, where it is known how two of them move together.
    at_pot: AtPot | None
    """The table's seats, where the wager is worth something else as soon as others play; all else is of one player."""
    strategy: SheetStrategy | None
    jackpot: JackpotSheet | None
    notes: tuple[str, ...]

    @property
    def is_sample(self) -> bool:
        return bool(self.samples)

    @property
    def total(self) -> int:
        return self.result.total

    @property
    def returned(self) -> Fraction:
        return sum((row.returns for row in self.rows if row.returns is not None), Fraction())

    @property
    def win_per_hour_at_pot(self) -> Fraction | None:
        """What the house wins an hour of all seats at one pot, in cents; None where it was not recorded."""
        if self.volatility is None or self.at_pot is None or self.at_pot.estimate is None:
            return None
        pace = self.volatility.pace
        hands = pace.rounds_per_hour * self.at_pot.seats
        return self.at_pot.estimate.house_edge * hands * pace.average_wager_cents

    @property
    def hourly_deviation(self) -> Hourly:
        """Of the table's result: exact where it is known how seats win and lose together."""
        assert self.volatility is not None
        assert self.distribution is not None
        pace = self.volatility.pace
        if self.at_table is not None:
            variance, is_exact = self.at_table.round_variance, self.at_table.is_exact or pace.seats == 1
        elif pace.seats == 1:
            variance, is_exact = self.distribution.variance, True
        else:
            return Hourly(self.volatility.deviation_per_hour_cents)
        stake = self.jackpot.solution.stake_cents if self.jackpot else pace.average_wager_cents
        deviation = Fraction(square_root_text(variance * pace.rounds_per_hour)) if variance else Fraction()
        return Hourly(deviation * stake, is_exact, SIGNIFICANT if is_exact else SAMPLED_DIGITS)


def normal_sessions(seat: TableFigures, pace: Pace) -> tuple[SessionResult, ...]:
    """What sessions of a game bring that is valued and not counted: from mean and deviation alone."""
    mean, variance = float(seat.mean), float(seat.variance)
    sessions = []
    for rounds in pace.sessions:
        normal = NormalDist(mean * rounds, sqrt(variance * rounds))
        nets = tuple(normal.inv_cdf(float(chance)) for chance in CHANCES)
        ruin = tuple(ruin_as_normal(mean, variance, units, rounds) for units in BANKROLLS)
        sessions.append(SessionResult(rounds, NORMAL, nets, normal.cdf(0.0), ruin))
    return tuple(sessions)


@dataclass(frozen=True)
class ValuedSheet:
    """A base wager whose value is known to a bound: under the best play, by its chart, and to a card counter."""

    wager: Wager
    best: Result
    chart: Result
    counter: Result
    pace: Pace
    seat: TableFigures  # One seat under the best play, over many rounds.
    table: TableFigures | None  # The table's seats together; None where it is not known how they move together.
    sampled: SeatCovariance | None  # What that rests on.
    cut_card: str | None = None  # What dealing to a cut card changes, in words; estimated.
    beside: tuple[tuple[Wager, Beside], ...] = ()
    """Side wagers on the first cards, at the meters of the sheet, and how they move with this one."""

    @property
    def volatility_index(self) -> float:
        return float(VOLATILITY_INDEX) * sqrt(self.best.variance)

    @property
    def chart_costs(self) -> float:
        """What playing by the chart costs, in units of the wager."""
        return float(self.best.expectation - self.chart.expectation)

    @property
    def win_per_hour(self) -> float:
        """Of all seats, in dollars."""
        pace = self.pace
        return -float(self.seat.mean) * pace.rounds_per_hour * pace.seats * pace.average_wager_cents / 100

    @property
    def deviation_per_hour(self) -> Hourly | None:
        """Of all seats together; None where it is not known how they move together."""
        pace = self.pace
        if pace.seats == 1:
            cents = sqrt(self.seat.variance * pace.rounds_per_hour) * pace.average_wager_cents
            return Hourly(cents, is_exact=True)
        if self.table is None:
            return None
        cents = sqrt(self.table.round_variance * pace.rounds_per_hour) * pace.average_wager_cents
        return Hourly(cents, digits=self.table.digits)


@dataclass(frozen=True)
class SheetIdentity:
    """What names a sheet among the papers of a laboratory. The date is part of the input: same input, same bytes."""

    date: datetime.date | None = None
    number: str = ""  # Of the document; one that follows from what is asked, unless given.
    revision: int = 1
    prepared_for: str = ""
    prepared_by: str = ""


@dataclass(frozen=True)
class Sheet:
    """One par sheet."""

    configuration: Configuration
    pace: Pace
    software: str
    tables: tuple[TableUse, ...]
    rules: tuple[Rule, ...]
    wagers: tuple[WagerSheet, ...]
    unsolved: tuple[Unsolved, ...]
    advantage: tuple[Audit, ...]
    """What the base game is worth to a player who sees the dealer's cards; empty where that is not audited."""
    interpretations: tuple[Interpretation, ...]
    sources: tuple[Source, ...]
    checks: tuple[SheetCheck, ...]
    published: tuple[Comparison, ...]  # What others have printed about these wagers, beside ours.
    identity: SheetIdentity
    valued: ValuedSheet | None = None  # The base wager, where it is valued and not counted.
    revision: SheetRevision | None = None  # What has changed since an earlier sheet, where one is compared.
    limits: Mapping[str, Limit] = field(default_factory=dict)
    """What the table posts for its wagers, where a table file was given."""
    mix: Mix | None = None  # A seat that makes several wagers together, where one was asked for.
    mix_luck: Volatility | None = None  # Its bands, where its outcomes are counted.
    assumptions: tuple[Assumption, ...] = ()

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
        return tuple(table for table in self.tables if table.status == "sample")

    @property
    def method(self) -> str:
        """Of figures that are not marked otherwise."""
        return METHODS[self.valued is not None]

    @cached_property
    def record(self) -> SheetRecord:
        """As declared for JSON: exact fractions and decimals as text."""
        return sheet_record(self)

    def to_dict(self) -> Json:
        """The record as plain data."""
        data: Json = plain(self.record)
        return data


@dataclass(frozen=True)
class Asked:
    """What a sheet is asked to state beside the rules: the table's pace, and what is known of its jackpots."""

    pace: Pace = field(default_factory=Pace)
    conditions: Mapping[str, Conditions] | None = None  # By jackpot wager.
    sights: tuple[str, ...] = ()
    """What an advantage player may see of the dealer's hand; without any, what is counted quickly."""
    identity: SheetIdentity = field(default_factory=SheetIdentity)
    limits: Mapping[str, Limit] = field(default_factory=dict)  # What the table posts for its wagers.
    mix: Mapping[str, int] = field(default_factory=dict)
    """What a seat stakes on each of several wagers, in cents; empty where no mix is asked for."""
    with_luck: bool = True  # Whether bands, sessions and ruin are worked out, which takes most of the time.


def sheet_record(sheet: Sheet) -> SheetRecord:
    identity = sheet.identity
    return record_of(
        SheetRecord,
        sheet,
        schema=figures.SCHEMA,
        kind=KIND,
        document=record_of(
            SheetDocument,
            identity,
            prepared_for=identity.prepared_for or None,
            prepared_by=identity.prepared_by or None,
        ),
        limits=dict(sheet.limits) or UNSET,
        wagers=[_wager(wager) for wager in sheet.wagers],
        valued=None if sheet.valued is None else _valued(sheet.valued),
        mix=_mix(sheet),
        advantage=[record_of(SheetSight, audit.record) for audit in sheet.advantage],
        published=[
            record_of(
                SheetPublished,
                line.published,
                ours=line.ours,
                agrees=line.agrees,
                of=line.published.of or None,
                unit=line.published.unit or None,
                address=line.published.address or None,
            )
            for line in sheet.published
        ],
    )


def _mix(sheet: Sheet) -> SheetMix | None:
    """A seat that makes several wagers together: the record of ``edge`` with ``--mix``, and its bands."""
    mix, luck = sheet.mix, sheet.mix_luck
    if mix is None:
        return None
    volatility: SheetVolatility | UnsetType | None = UNSET
    if mix.table is not None:
        volatility = None if luck is None else _volatility(luck, _hour(luck, mix.table, mix.staked))
    return record_of(SheetMix, MixAnswer(mix).record, volatility=volatility)


def _valued(valued: ValuedSheet) -> SheetValued:
    return record_of(
        SheetValued,
        valued,
        beside={wager.id: moves for wager, moves in valued.beside},
        sessions=normal_sessions(valued.seat, valued.pace),
        tables={name: getattr(valued, name).tables for name in ("best", "chart", "counter")},
        seat=seat_record(valued.seat),
        table=shared_record(valued.table, valued.sampled) if valued.table and valued.sampled else None,
    )


def _wager(sheet: WagerSheet) -> SheetWager:
    conditions = sheet.jackpot.jackpot.conditions if sheet.jackpot else NO_CONDITIONS
    variance = sheet.distribution.variance if sheet.distribution else None
    table = sheet.at_table
    n0 = None
    if sheet.distribution is not None and sheet.expectation is not None:
        n0 = rounds_to_deviation(sheet.expectation, sheet.distribution.variance)
    return record_of(
        SheetWager,
        edge_record(sheet.result, conditions),
        title=sheet.wager.title,
        samples=list(sheet.samples),
        pays=sheet.rows,
        awards=list(sheet.awards),
        returned=sheet.returned,
        win_per_hour_at_pot=sheet.win_per_hour_at_pot,
        volatility_index=square_root_text(variance * VOLATILITY_INDEX**2) if variance else None,
        strategy=sheet.strategy,
        jackpot=_jackpot(sheet.jackpot) if sheet.jackpot else None,
        volatility=_volatility(sheet.volatility, sheet.hourly_deviation) if sheet.volatility else None,
        n0=n0,
        table=None if table is None else table_record(table),
        seat_covariance=figures.mean(table.covariance) if table and table.is_exact else None,
    )


def _jackpot(sheet: JackpotSheet) -> SheetJackpot:
    return record_of(
        SheetJackpot,
        sheet,
        edge_by_meter=[
            record_of(EdgeAtMeter, None, meter=cents, house_edge=edge, break_even=is_even)
            for cents, edge, is_even in sheet.edges
        ],
        break_even=[
            record_of(BreakEven, None, base_wager=wager, others=others, meter=cents)
            for wager, line in sheet.break_even
            for others, cents in zip(sheet.others, line, strict=True)
        ],
    )


def _hour(luck: Volatility, table: TableFigures, staked: int) -> Hourly:
    """The table's deviation in an hour, with what its seats share."""
    variance = table.round_variance * luck.pace.rounds_per_hour
    return Hourly(Fraction(square_root_text(variance, table.digits)) * staked, table.is_exact, table.digits)


def _volatility(luck: Volatility, hour: Hourly) -> SheetVolatility:
    return record_of(SheetVolatility, luck, standard_deviation_per_hour=hour)
