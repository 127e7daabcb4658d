"""What is known of a wager, however it was obtained, and what every solver of base games offers.

A wager is *counted* (every outcome with its integer count, so that all figures are exact) or *valued* (mean, variance
and what is put up, each known to a bound). What only some wagers have is a part of the result: the rows of a paytable,
what depends on a meter, how a base wager is played. A game names its solver (``play.game``) and
``questions.solved.solutions`` finds it by that name. A solver receives the game as an argument and refuses by name what
it cannot serve: it never guesses. ``Effort`` says how much an answer may cost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol, runtime_checkable

from croupier.cards.cards import Card
from croupier.errors import BadInput, MissingPart
from croupier.exact.counting.jackpots import Cents, JackpotSolution, solve_jackpot
from croupier.exact.counting.rows import CountedRow, CountedTable, count_wager, returned, table_of
from croupier.exact.distribution import Distribution, result_html
from croupier.exact.showdown.solution import ChartRow, CloseHand
from croupier.play.documents import Json
from croupier.play.game import Cards
from croupier.rulebook.configuration import Configuration
from croupier.units import MeterShare, Pay

if TYPE_CHECKING:
    from croupier.play.game import Choose, Game, State

Progress = Callable[[int, int], None]  # Called with how much of a long piece of work is done, and how much there is.


def in_silence(_done: int, _all: int) -> None:
    """Progress that nobody watches."""


class Worth(NamedTuple):
    """One answer to a question: what it puts up and what the round then brings, in base wagers."""

    action: str
    amount: Fraction
    value: Fraction | None  # None where it is not solved.


class Question(NamedTuple):
    """What a player is asked, by the rule that asks it, with every answer, the smallest stake first."""

    rule: str
    worths: tuple[Worth, ...]
    steps: tuple[Worth, ...] = ()  # Every whole multiple, where a range has some between its ends.
    words: str = "decision"
    ties_to: str | None = None  # The answer that counts as best among equally good ones; None for the smaller stake.

    @property
    def unsolved(self) -> tuple[str, ...]:
        return tuple(worth.action for worth in self.worths if worth.value is None)

    @property
    def best_solved(self) -> Worth | None:
        """The best answer that is solved; of equal ones ``ties_to``, then the smaller stake, then the first."""
        solved = [
            (worth.value, worth.action == self.ties_to, -worth.amount, worth)
            for worth in self.worths
            if worth.value is not None
        ]
        return max(solved, key=lambda each: each[:3])[3] if solved else None

    @property
    def best(self) -> Worth | None:
        """The best answer; None where one that is not solved may be better."""
        return None if self.unsolved else self.best_solved


@dataclass(frozen=True)
class Advice:
    """Everything about one decision: the hand, what is asked, what each answer is worth, and what that rests on."""

    cards: Cards
    hand: str  # The hand as players call it.
    asked: Question  # The question to be answered now.
    on: str  # Which cards the advice takes into account.
    title: str
    basis: str  # In which unit, and on which assumptions.
    questions: tuple[Question, ...] = ()
    """Everything that the player is asked in this hand, in the order of play; if empty, only the one asked."""
    remarks: tuple[str, ...] = ()
    tables: tuple[FactTable, ...] = ()
    notes: tuple[str, ...] = ()
    facts: Json = field(default_factory=dict)
    """What the solver adds to the record of an advice, as plain data."""

    def to_dict(self) -> Json:
        """As plain data: what is asked, what each answer is worth in base wagers, and which is the best."""
        best = self.asked.best
        return {
            "cards": [str(card) for card in self.cards],
            "hand": self.hand,
            "question": self.asked.rule,
            "answers": [
                {
                    "action": each.action,
                    "amount": str(each.amount),
                    "expectation": None if each.value is None else str(each.value),
                }
                for each in self.asked.steps or self.asked.worths
            ],
            "best": best.action if best else None,
        }

    def __repr__(self) -> str:
        best = self.asked.best
        return f"<Advice on {self.title}: {best.action if best else 'not solved'}>"


SideNet = Callable[[Cards, Card], Fraction]
"""What a side wager brings, in its own units, by first two cards and up-card."""


class Beside(NamedTuple):
    """A side wager by itself, and beside the base wager."""

    mean: Fraction
    variance: Fraction
    covariance: float  # In units of either wager.
    correlation: float


@runtime_checkable
class Values(Protocol):
    """A solver that gives a game's value instead of its outcomes."""

    assumptions: tuple[str, ...]  # Ways to play that the value may rest on, the usual one first.

    def value(self, game: Game, assumption: str) -> Result:
        """The whole game under one of these."""

    def chart(self, game: Game) -> Result:
        """How to play by a chart, and what that costs."""

    def counter(self, game: Game, best: Result) -> Result:
        """What a card counter goes by; ``best`` is the value under the usual assumption."""

    def beside(self, game: Game, best: Result, net: SideNet) -> Beside:
        """A side wager on the first cards beside the base wager, which is played as ``best`` says."""


class Solver(Protocol):
    """One way to solve base games; what a solver may see of too many cards is ``sights.sight.Audits``."""

    decides_on_hand: bool = False
    """Whether a decision depends on the player's own hand alone, so that advice needs no other cards."""

    def deals(self, game: Game) -> int | None:  # noqa: ARG002
        """All deals of the base game, to which every solution must add up; None if they are not known beforehand."""
        return None

    def note(self, game: Game) -> str | None:  # noqa: ARG002
        """What a reader of the figures must know about them."""
        return None

    def solve(self, game: Game, progress: Progress) -> Result:
        """Optimal play of the base wager."""

    def advise_hand(self, game: Game, cards: Cards, up: Card | None) -> Advice:
        """What every answer is worth with one hand, and the dealer's up-card where the game shows one."""

    def advise(self, game: Game, state: State, turn: Choose) -> Advice:
        """What every answer is worth to the seat that a round waits for."""


class Effort(NamedTuple):
    """The most that a solver may use; what takes more is estimated, and marked so."""

    memory_bytes: int = 4 << 30
    seconds: float = 600.0
    """Estimated beforehand by the solver for one core, so that the same question always has the same answer."""
    progress: Progress = in_silence


AT_THE_TABLE: Final = Effort(1 << 30, 2.0)  # While others wait for a decision.


@runtime_checkable
class Charts(Protocol):
    """A solver whose strategy in words is a way to play that has a value of its own."""

    def chart_value(self, game: Game, progress: Progress) -> Distribution:
        """What the chart brings, exactly."""


@runtime_checkable
class AdvisesWithin(Protocol):
    """A solver whose advice may be expensive and can be limited."""

    def advise_within(self, game: Game, state: State, turn: Choose, effort: Effort) -> Advice:
        """What every answer is worth, exact where the effort allows it."""


def has_compiler() -> bool:
    """Whether compiled code can run: samples are then drawn at full speed."""
    return find_spec("numba") is not None


def needs_compiler(what: str) -> None:
    """Say what is missing where compiled code would run for minutes, and what works without it."""
    if not has_compiler():
        raise MissingPart(f"{what} by compiled code, which needs numba", hint="pip install 'croupier[sim]'")


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

    def at(self, meters: Mapping[int, Cents] | Cents) -> Result:
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
