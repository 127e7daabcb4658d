"""What is known of a wager: one kind of result, however it was obtained.

A wager is *counted* (every outcome with its integer count, so that all figures are exact) or *valued* (mean, variance
and what is put up, each known to a bound). What only some wagers have is a part of the result: the rows of a paytable,
what depends on a meter, how a base wager is played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple

from croupier.errors import BadInput
from croupier.exact.counting.jackpots import Cents, JackpotSolution, solve_jackpot
from croupier.exact.counting.rows import CountedRow, CountedTable, count_wager, returned, table_of
from croupier.exact.distribution import Distribution, result_html
from croupier.exact.showdown.solution import ChartRow, CloseHand
from croupier.play.documents import Json
from croupier.rulebook.configuration import Configuration
from croupier.units.odds import MeterShare, Pay

Number = Fraction | float  # A figure: a fraction where it is exact.
Method = Literal["exact", "floating point"]
COUNTED: Method = "exact"
VALUED: Method = "floating point"


class PlayRow(NamedTuple):
    """How often each decision is best, over all situations that look alike in words: a line of a strategy."""

    question: str
    hand: str
    best: Mapping[str, int]  # By decision, the number of situations in which it is the best.
    plays: str = ""  # The decision that a chart takes in all of them, where it is not simply the most frequent.


class FactTable(NamedTuple):
    """Figures behind a result or an advice, in words and digits."""

    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] | None = None


class Moments(NamedTuple):
    """What is known of a wager whose outcomes are not counted one by one; per unit of the wager."""

    expectation: float
    variance: float
    average_wagered: float


@dataclass(frozen=True, slots=True)
class RowFigures(CountedRow):
    """One row of a paytable as a par sheet prints it."""

    net: Fraction | None  # None where it depends on a meter or on a draw.
    contribution: Fraction | None
    """Its part of the expectation; of a jackpot's fixed return, and None where the row pays from a meter."""

    @property
    def event(self) -> str:
        return self.row.event

    @property
    def pay(self) -> Pay:
        return self.row.pay


@dataclass(frozen=True)
class Result:
    """One wager of a configuration; figures are in units of the wager."""

    configuration: Configuration
    wager: str
    counts: Distribution | None = None
    """Every outcome; None where the outcomes are not counted, or depend on a meter that is not given."""
    moments: Moments | None = None  # Where the outcomes are not counted.
    error: float = 0.0  # What every figure may be off by, in units of the wager; 0 where it is counted.
    table: CountedTable | None = None  # The rows of the wager's paytable, with their deals; None for a base wager.
    jackpot: JackpotSolution | None = None  # What the table's meters must show, and what follows from what they show.
    simple: Mapping[str, Distribution] = field(default_factory=dict)  # What simpler ways to play bring, by name.
    chart: tuple[ChartRow, ...] = ()
    """Every class of hand, lowest first; empty where a hand's class does not tell how to play it."""
    closest: tuple[CloseHand, ...] = ()  # The hands that are hardest to play, lowest class first.
    plays: tuple[PlayRow, ...] = ()  # The strategy in words, of games that have no chart by class.
    basis: str = ""  # Which play the figures rest on, where they are valued.
    tables: tuple[FactTable, ...] = ()  # What the solver shows beside them.
    facts: Json = field(default_factory=dict)  # What the solver adds to the record, as plain data.
    note: str | None = None  # What a reader of the figures must know about them.
    is_of_one_player: bool = False  # Whether the wager is worth something else as soon as others play.

    def __repr__(self) -> str:
        if self.jackpot is not None and self.counts is None:
            known = f"fixed return {self.jackpot.fixed_return}"
        else:
            known = f"house edge {self.house_edge}"
        return f"<Result {self.wager} of {self.configuration}, {known}>"

    def _repr_html_(self) -> str:
        """The outcomes with their plot, for a notebook; without a given meter, what is known without it."""
        if self.jackpot is not None and self.counts is None:
            return self.jackpot._repr_html_()
        if self.counts is None:
            return (
                f"<p>{self.wager} of {self.configuration}: house edge {100 * self.house_edge:.6f} %, {self.method}</p>"
            )
        return result_html(f"{self.wager} of {self.configuration}", self.counts)

    @property
    def method(self) -> Method:
        """How it was obtained."""
        return VALUED if self.moments is not None else COUNTED

    @property
    def is_base(self) -> bool:
        """Whether this is the wager that buys a hand: it has no table of its own."""
        return self.table is None

    @property
    def distribution(self) -> Distribution:
        """Every outcome with its count; BadInput says why there is none."""
        if self.counts is not None:
            return self.counts
        if self.jackpot is not None:
            return self.jackpot.distribution
        raise BadInput(
            f"the outcomes of {self.wager} of {self.configuration.name} are not counted one by one",
            hint="expectation, variance and average_wagered are known, to within error",
        )

    @property
    def expectation(self) -> Number:
        """Average net per unit of the initial wager."""
        return self.distribution.expectation if self.moments is None else self.moments.expectation

    @property
    def variance(self) -> Number:
        return self.distribution.variance if self.moments is None else self.moments.variance

    @property
    def average_wagered(self) -> Number:
        return self.distribution.average_wagered if self.moments is None else self.moments.average_wagered

    @property
    def house_edge(self) -> Number:
        """Expected loss per unit of the initial wager."""
        return -self.expectation

    @property
    def element_of_risk(self) -> Number:
        """Expected loss per unit put up in total."""
        return -self.expectation / self.average_wagered

    @property
    def paytable(self) -> str | None:
        return None if self.table is None else self.table.table.id

    @property
    def counted(self) -> CountedTable:
        """The rows of its paytable; only a wager with a table has them."""
        if self.table is None:
            raise BadInput(f"{self.wager} of {self.configuration.name} has no paytable of its own")
        return self.table

    @property
    def losing(self) -> int:
        """The deals that no row pays."""
        return self.counted.losing

    @property
    def total(self) -> int:
        """Equally likely deals; for a dynamic table, ``distribution`` counts deals with draws."""
        return self.distribution.total if self.table is None else self.table.total

    @cached_property
    def rows(self) -> tuple[RowFigures, ...]:
        """In the table's order; of a flat wager their contributions and the losing deals sum to the expectation."""
        return tuple(map(self._row, self.table.rows)) if self.table else ()

    def _row(self, each: CountedRow) -> RowFigures:
        counted = (each.row, each.label, each.count, each.total)
        if self.jackpot is None:
            net = returned(each.row.pay) - 1
            return RowFigures(*counted, net, net * each.probability)
        is_drawn = isinstance(each.row.pay, MeterShare) or self.jackpot.pays_of(each) > 1
        return RowFigures(*counted, None if is_drawn else returned(each.row.pay) - 1, self.jackpot.row_return(each))

    def at(self, meters: Mapping[int, Cents] | Cents) -> "Result":
        """A jackpot with its meters at these amounts, by level and in cents; one amount where there is one meter."""
        if self.jackpot is None:
            raise BadInput(f"{self.wager} has no meter")
        shown = self.jackpot.at(meters)
        return replace(self, jackpot=shown, counts=shown.distribution)

    def cost(self, name: str) -> Fraction:
        """What a simpler way to play gives away, in base wagers a round."""
        return self.distribution.expectation - self.simple[name].expectation


def solve_tabled(configuration: Configuration, wager: str, counted: CountedTable | None = None) -> Result:
    """Solve a wager that its table pays, from flat pays or from meters; counts found before may be given."""
    if not table_of(configuration, wager).is_jackpot:
        return solve_wager(configuration, wager, counted)
    jackpot = solve_jackpot(configuration, wager, counted)
    return Result(configuration, wager, table=jackpot.counted, jackpot=jackpot)


def solve_wager(configuration: Configuration, wager: str, counted: CountedTable | None = None) -> Result:
    """Solve a flat bonus wager; counts found before may be given.

    >>> from croupier import catalogue
    >>> tables = catalogue.configuration("three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)")
    >>> solve_wager(tables, "pair_bonus").distribution.expectation
    Fraction(-128, 5525)
    """
    if table_of(configuration, wager).is_jackpot:
        raise BadInput(f"{wager} pays from a meter; its return depends on the meter", hint="use solve_jackpot")
    counted = counted or count_wager(configuration, wager)
    outcomes = [(Fraction(-1), counted.losing)]
    outcomes += [(returned(each.row.pay) - 1, each.count) for each in counted.rows]
    return Result(configuration, wager, Distribution.of(outcomes), table=counted)
