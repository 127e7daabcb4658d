"""A par sheet: what it holds, every figure taken from the solution and none typed in, and its record. ``building``
fills it; the handbook lays it out and writes it. The record is the contract that others script against. A wager's part
is the record of ``croupier edge --json`` with what the sheet adds to it. Exact figures are fractions and decimals as
text; a figure that is not exact is beside its method, such as ``"method": "estimated"``."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Annotated, Final, NamedTuple

from croupier.exact.distribution import Distribution
from croupier.exact.long_run.volatility import (
    BANKROLLS,
    CHANCES,
    NORMAL,
    Pace,
    SessionResult,
    TableFigures,
    Volatility,
    ruin_as_normal,
)
from croupier.exact.result import Beside, Number, Result
from croupier.play.documents import Json
from croupier.play.stakes import Limit
from croupier.questions import figures
from croupier.questions.advantage import Audit
from croupier.questions.conditions import Conditions, Jackpot
from croupier.questions.edge import EdgeRecord, edge_record
from croupier.questions.mix import BandRecord, Mix, MixRecord, RuinRecord, SeatsRecord
from croupier.questions.solved.published import Comparison
from croupier.questions.solved.recorded import SeatCovariance
from croupier.questions.strategy import PlayLine, Stretch
from croupier.records import UNSET, Count, Of, Record, UnsetType, Written, plain, replace
from croupier.records import field as record_field
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.rules import Wager
from croupier.units import decimal_text

TIES: Final = "Of decisions that are worth exactly the same, the one that puts up less is taken."


_ENDS: Final = figures.by_key(
    BANKROLLS, lambda ruin: RuinRecord(chance=figures.chance_text(ruin.chance), method=ruin.method)
)


class SheetIdentity(Record):
    """What names a sheet among the papers of a laboratory. The date is part of the input: same input, same bytes."""

    number: str = ""  # One that follows from what is asked, unless given.
    revision: int = 1
    date: datetime.date | None = None
    prepared_for: str | None = None
    prepared_by: str | None = None


class SheetTable(Record):
    """A table that the configuration names, whose it is, and what it is where it is not the maker's."""

    wager: str
    id: str
    status: str
    basis: str | None
    note: str


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

    event: str  # In words.
    row: str | None  # What the table's row names; null for an outcome without a row.
    pays: str
    count: Count
    probability: figures.Decimal
    one_in: figures.Decimal | None
    returns: figures.Exact | None = record_field(name="return")
    """Its part of the expectation, or of a jackpot's fixed return; null where it pays a meter that is not given."""
    share: figures.Exact | None  # Its part of everything that is handed back, or of everything won in a base game.


class SheetAward(Record):
    """One row that is paid beside a base wager, by a table of its own."""

    event: str
    pays: str
    table: str


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

    stretches: list[Stretch]
    ties: str = TIES
    borderline: list[CloseDecision]  # Classes, by what their hands are worth on average.
    closest: list[CloseDecision]  # Single hands.
    simple: list[SimplePlay]
    plays: list[PlayLine]  # By what is seen in words, of a game with streets.


class EdgeAtMeter(Record):
    """The house edge at what the top meter shows, in dollars."""

    meter: figures.Exact
    house_edge: figures.Percentage
    break_even: bool


class BreakEven(Record):
    """The top meter at which the wager is fair, in dollars, by base wager and other players who bet."""

    base_wager: figures.Money
    others: int
    meter: figures.Exact


class SheetJackpot(Record):
    """What a jackpot returns apart from its meters, and what its meters must show."""

    fixed_return: figures.Percentage
    seeds: dict[str, figures.Money]
    rates: dict[str, figures.Percentage]
    long_run_return: figures.Percentage | None
    """Fixed pays, contributions and seeds: what the house pays back in the long run, envy left out."""
    lower_meters_counted_as_empty: bool  # In the edges and break-even points, where they are not given.
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
    net: dict[str, str]
    house_ahead: str
    risk_of_ruin: dict[str, str | None]  # By bankroll in units, and by which method.

    @classmethod
    def of(cls, session: SessionResult) -> "SheetSession":
        """What is known from mean and deviation alone has fewer places."""
        nets = [figures.estimate(net) for net in session.nets]
        ahead = figures.chance_text(session.house_ahead)
        write = figures.chance_text
        if session.method == NORMAL:
            nets, ahead = [f"{net:.1f}" for net in session.nets], f"{session.house_ahead:.4f}"
            write = "{:.2f}".format
        ruin = [None if risk is None else write(risk) for risk in session.ruin]
        return cls(
            rounds=session.rounds,
            method=session.method,
            net=dict(zip((f"{float(chance):g}" for chance in CHANCES), nets, strict=True)),
            house_ahead=ahead,
            risk_of_ruin={"method": "estimated", **dict(zip(map(str, BANKROLLS), ruin, strict=True))},
        )


class HourlyRecord(Record):
    """How far an hour's result lies from the expected one, in dollars."""

    method: str
    """Estimated where it is not known how seats that share the dealer's hand move together: they are taken as apart."""
    amount: str


def hourly(cents: Number, digits: int = 0, *, is_exact: bool = False) -> HourlyRecord:
    """With so many digits that count; without a number of them, those of an estimate, and every whole cent."""
    amount = Fraction(cents) / 100
    digits = digits or max(figures.ESTIMATED_DIGITS, len(str(int(amount))) + 2)
    return HourlyRecord(method="exact" if is_exact else "estimated", amount=decimal_text(amount, digits))


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
    returned: figures.Exact  # Of all rows whose return is known.
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


class FactTableRecord(Record):
    """Figures that a solver shows beside its result."""

    columns: list[str] | None
    rows: list[list[str]]


Short = Annotated[EdgeRecord, Written(lambda result: replace(edge_record(result), first_hands=UNSET))]
"""Without its hundreds of first hands, which are left to ``edge``."""


class SheetValued(Record):
    """A base wager that is known to a bound: under the best play, by the chart, and to a card counter."""

    wager: Annotated[str, Of("id")]
    title: str
    best: Short
    chart: Short
    counter: Short
    beside: dict[str, MovesWith]
    volatility_index: Annotated[str, figures.to_places(6)]
    chart_costs: Annotated[str, Written(lambda part: f"{100 * part:.6f}")]  # In percent of the wager.
    sessions: list[SheetSession]
    win_per_hour: Annotated[str, figures.to_places(2)]
    standard_deviation_per_hour: HourlyRecord | None
    tables: dict[str, list[FactTableRecord]]  # Of the best play, the chart and the counter.
    seat: SeatsRecord
    table: SeatsRecord | None  # The table's seats together, where it was sampled how they move together.


class SheetMix(MixRecord):
    """A seat that makes several wagers together, with its bands."""

    volatility: SheetVolatility | UnsetType | None = UNSET


class SheetUnsolved(Record):
    """A wager without a solver, and why."""

    wager: str
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


class SheetReading(Record):
    """How a document is read where it leaves room."""

    id: str
    question: str
    answer: str
    confidence: str
    key: str | None  # The choice of the house that decides it.
    affects: list[str]  # The wagers that depend on it.


class SheetCheck(Record):
    """Something that was counted twice and agreed."""

    what: str
    value: str


class SheetPublished(Record):
    """What others have printed, and our figure to the same digits."""

    wager: Annotated[str, Of("published.wager")]
    figure: Annotated[str, Of("published.figure")]
    of: Annotated[str, Of("published.of")]  # Empty where it is of the wager.
    unit: Annotated[str, Of("published.unit")]
    relation: Annotated[str, Of("published.relation")]
    printed: Annotated[str, Of("published.printed")]
    ours: str
    agrees: bool
    source: Annotated[str, Of("published.source")]
    address: Annotated[str, Of("published.address")]


class SheetSource(Record):
    """A document that the sheet rests on."""

    document: Annotated[str, Of("tag")]
    title: str
    edition: str
    publisher: str
    address: str
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
    document: SheetIdentity
    game: str
    title: Annotated[str, Of("rules.title")]
    edition: Annotated[str, Of("edition.id")]
    decks: int
    tables: list[SheetTable]
    limits: dict[str, SheetLimit] | UnsetType = UNSET  # What a table file posts.
    method: str  # Of figures that are not marked otherwise.
    game_hash: str
    software: str
    assumptions: list[Assumption]
    rules: list[SheetRule]
    wagers: list[SheetWager]
    valued: SheetValued | None
    mix: SheetMix | None
    unsolved: list[SheetUnsolved]
    advantage: list[SheetSight]
    interpretations: list[SheetReading]
    checks: list[SheetCheck]
    published: list[SheetPublished]
    sources: list[SheetSource]
    revision: SheetRevision | None


class WagerSheet(NamedTuple):
    """One wager: what was solved, and the record of it. Figures of the record have their fraction."""

    wager: Wager
    result: Result
    record: SheetWager
    distribution: Distribution | None  # None for a jackpot whose meters are not given.
    expectation: Fraction | None
    volatility: Volatility | None
    at_table: TableFigures | None  # The table's seats together, where it is known how two of them move together.
    jackpot: Jackpot | None
    pot_seats: int
    """Seats at one pot, where the wager is worth something else as soon as others play; all else is of one player."""

    @property
    def is_sample(self) -> bool:
        return bool(self.record.samples)


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


class ValuedSheet(NamedTuple):
    """A base wager whose value is known to a bound: under the best play, by its chart, and to a card counter."""

    wager: Wager
    best: Result
    chart: Result
    counter: Result
    record: SheetValued
    pace: Pace
    seat: TableFigures  # One seat under the best play, over many rounds.
    table: TableFigures | None  # The table's seats together; None where it is not known how they move together.
    sampled: SeatCovariance | None  # What that rests on.
    cut_card: str | None  # What dealing to a cut card changes, in words; estimated.
    beside: tuple[tuple[Wager, Beside], ...]
    """Side wagers on the first cards, at the meters of the sheet, and how they move with this one."""
    win_per_hour: float  # Of all seats, in dollars.


@dataclass(frozen=True)
class Sheet:
    """One par sheet: its record, and what was solved for it."""

    record: SheetRecord
    configuration: Configuration
    wagers: tuple[WagerSheet, ...]
    advantage: tuple[Audit, ...]
    """What the base game is worth to a player who sees the dealer's cards; empty where that is not audited."""
    published: tuple[Comparison, ...]  # What others have printed about these wagers, beside ours.
    limits: Mapping[str, Limit]  # What the table posts for its wagers, where a table file was given.
    valued: ValuedSheet | None  # The base wager, where it is valued and not counted.
    mix: Mix | None  # A seat that makes several wagers together, where one was asked for.
    mix_luck: Volatility | None  # Its bands, where its outcomes are counted.

    def __repr__(self) -> str:
        return f"<Sheet {self.record.document.number} {self.record.game}>"

    @property
    def samples(self) -> list[SheetTable]:
        return [table for table in self.record.tables if table.status == "sample"]

    def to_dict(self) -> Json:
        """The record as plain data: exact fractions and decimals as text."""
        data: Json = plain(self.record)
        return data


@dataclass(frozen=True)
class Asked:
    """What a sheet is asked to state beside the rules: the table's pace, and what is known of its jackpots."""

    pace: Pace = field(default_factory=Pace)
    conditions: Mapping[str, Conditions] | None = None  # By jackpot wager.
    sights: tuple[str, ...] = ()
    """What an advantage player may see of the dealer's hand; without any, what is counted quickly."""
    identity: SheetIdentity = SheetIdentity()  # noqa: RUF009 a record is frozen
    limits: Mapping[str, Limit] = field(default_factory=dict)  # What the table posts for its wagers.
    mix: Mapping[str, int] = field(default_factory=dict)
    """What a seat stakes on each of several wagers, in cents; empty where no mix is asked for."""
    with_luck: bool = True  # Whether bands, sessions and ruin are worked out, which takes most of the time.
