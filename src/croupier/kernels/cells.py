"""What a simulation counts: for each wager, how often each of its outcomes came, as plain integers.

With several seats the outcomes of a round are correlated, so each wager has a cell for the sum of squared round totals.
A share of a meter is worth what the meter shows; where nothing is given, the row carries its share alone.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

import numpy as np

from croupier.errors import BadInput
from croupier.kernels.arrays import Whole
from croupier.play.awards import value_jackpots
from croupier.play.game import Bonus, Game, JackpotBet, Why, net_of
from croupier.rulebook.rules import UNIT_CENTS, Row
from croupier.units import Fixed, MeterShare, NoPay

Counts = Whole
MOST_AT_ONCE = 16  # Times that the largest total of a table may come in one chunk before its squares would overflow.
APART = 16  # Numbers between one thread's counts and its neighbors': two cache lines.


class Outcome(NamedTuple):
    """One way a wager ends: the net in wagers, and the event that its table names, None where no row pays.

    A row that pays a share of a meter has its share and level; the net includes it where the meter's amount was given.
    ``envy`` is what the hand pays to each other bettor at the table.
    """

    net: Fraction
    event: str | None = None
    share: Fraction | None = None
    level: int = 0
    envy: Fraction = Fraction()

    def worth(self, seats: int) -> Fraction:
        """What the hand pays to the whole table, where every seat makes the wager."""
        return self.net + self.envy * (seats - 1)


@dataclass
class Tally:
    """Counts by wager and outcome, and the sums of squared round totals of several seats."""

    counts: dict[str, dict[Outcome, int]] = field(default_factory=dict)
    squares: dict[str, Fraction] = field(default_factory=dict)

    def count(self, wager: str, outcome: Outcome, times: int = 1) -> None:
        own = self.counts.setdefault(wager, {})
        own[outcome] = own.get(outcome, 0) + times

    def copy(self) -> "Tally":
        """The counts as they are now."""
        return Tally({wager: dict(outcomes) for wager, outcomes in self.counts.items()}, dict(self.squares))

    def add(self, other: "Tally") -> None:
        """Take in what another part of the rounds brought."""
        for wager, outcomes in other.counts.items():
            for outcome, times in outcomes.items():
                self.count(wager, outcome, times)
        for wager, square in other.squares.items():
            self.squares[wager] = self.squares.get(wager, Fraction()) + square


@dataclass(frozen=True)
class Cells:
    """One wager's stretch of the counts."""

    wager: str
    first: int
    outcomes: tuple[Outcome, ...]
    squares_at: int  # The cell of squared round totals.
    seats: int = 1

    @cached_property
    def unit(self) -> int:
        """What outcomes are worth is a whole multiple of this part of the wager."""
        return lcm(*(outcome.worth(self.seats).denominator for outcome in self.outcomes))

    @cached_property
    def nets(self) -> Whole:
        """What each outcome is worth to the table, in units."""
        worth = [int(outcome.worth(self.seats) * self.unit) for outcome in self.outcomes]
        if self.seats > 1 and MOST_AT_ONCE * (self.seats * max(map(abs, worth))) ** 2 >= 1 << 63:
            raise BadInput(
                f"{self.wager}: a meter this large cannot be valued with {self.seats} seats",
                hint="give a smaller meter, in whole dollars, or simulate one seat",
            )
        return np.array(worth if self.seats > 1 else [0] * len(worth), dtype=np.int64)


@dataclass(frozen=True)
class Layout:
    """All wagers' cells, side by side."""

    wagers: tuple[Cells, ...]
    size: int

    @property
    def nets(self) -> Whole:
        """Every cell's net in its wager's units."""
        nets = np.zeros(self.size, dtype=np.int64)
        for cells in self.wagers:
            nets[cells.first : cells.first + len(cells.outcomes)] = cells.nets
        return nets

    def no_counts(self) -> Counts:
        """An empty array to count in; no other thread's counts share its cache lines."""
        counts: Counts = np.zeros(self.size + 2 * APART, dtype=np.int64)[APART:-APART]
        return counts

    def tally(self, counts: Counts, seats: int) -> Tally:
        """The array of a chunk as counts by outcome; equal outcomes of one wager fall together."""
        found = Tally()
        for cells in self.wagers:
            found.counts[cells.wager] = {}
            for outcome, times in zip(cells.outcomes, counts[cells.first :].tolist(), strict=False):
                found.count(cells.wager, outcome, times)
            if seats > 1:
                found.squares[cells.wager] = Fraction(int(counts[cells.squares_at]), cells.unit**2)
        return found


def lay_out(wagers: Iterable[tuple[str, Sequence[Outcome]]], seats: int) -> Layout:
    """Give every wager its cells."""
    listed = [(name, tuple(outcomes)) for name, outcomes in wagers]
    first = 0
    cells = []
    after = sum(len(outcomes) for _, outcomes in listed)
    for place, (name, outcomes) in enumerate(listed):
        cells.append(Cells(name, first, outcomes, after + place, seats))
        first += len(outcomes)
    return Layout(tuple(cells), after + len(listed))


LOSES = Outcome(Fraction(-1))
Meters = Mapping[str, Mapping[int, int]]
"""What meters show, in cents by wager and level; an empty one leaves shares out of all values."""
NO_METERS: Meters = {}


class Graded(NamedTuple):
    """A wager's outcomes, and each row's place among them (its dynamic pays follow it); losing is place 0."""

    outcomes: tuple[Outcome, ...]
    place_of: dict[str, int]


def graded(game: Game, bonus: Bonus, meters: Meters) -> Graded:
    """Every way a wager may end, where the meters show this much."""
    outcomes = [LOSES]
    place_of: dict[str, int] = {}
    for row in bonus.chart.table.rows:
        if isinstance(row.pay, NoPay):
            continue
        place_of[row.event] = len(outcomes)
        outcomes.append(_paid(game, bonus, row, {}, meters))
        for pay in row.dynamic or ():
            if isinstance(pay, Fixed):
                outcomes.append(_paid(game, bonus, row, {row.event: pay.cents}, meters))
    return Graded(tuple(outcomes), place_of)


def place_of_class(bonus: Bonus, found: Graded, hand: Hashable) -> int:
    """Which outcome a class of hand has."""
    row = bonus.chart.grade(hand)
    return 0 if row is None or isinstance(row.pay, NoPay) else found.place_of[row.event]


def _paid(game: Game, bonus: Bonus, row: Row, dynamic: Mapping[str, int], meters: Meters) -> Outcome:
    if bonus.is_jackpot:
        bet = JackpotBet(1, bonus.wager, game.configuration.fixed_stake(bonus.wager), row, bonus.cite, Why(""))
        return jackpot_outcome(game, bet, dynamic, meters)
    unit = game.stake_rules[bonus.wager].grain
    return Outcome(Fraction(net_of(row, unit), unit), row.event)


def jackpot_outcome(game: Game, bet: JackpotBet, dynamic: Mapping[str, int], meters: Meters) -> Outcome:
    """What a jackpot wager ends with. Every winner of a meter is counted as its only one, as the exact values do."""
    row = bet.row
    if row is None or isinstance(row.pay, NoPay):
        return LOSES
    envy = Fraction(0 if pays_envy_once(game) else row.envy_cents or 0, UNIT_CENTS)
    if isinstance(row.pay, MeterShare):
        share, level = Fraction(row.pay.percent) / 100, row.pay.level or 1
        amount = meters.get(bet.wager, {}).get(level, 0)
        return Outcome(share * amount / bet.stake - 1, row.event, share, level, envy)
    (line,) = value_jackpots(game.configuration, (bet,), dynamic=dynamic).lines
    return Outcome(Fraction(line.net, bet.stake), row.event, envy=envy)


def pays_envy_once(game: Game) -> bool:
    """Whether a bettor is paid one envy a round at most: what a hand is worth to the others then depends on all."""
    return game.configuration.values.get("envy_per") == "round"
