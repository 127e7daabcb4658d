"""What the solution of a base game is made of, whatever technique counted it.

A *case* is how the dealer's hand stands to the player's: it does not qualify, or it qualifies and is lower, equal or
higher. The players' hands are gone through by class, lowest first; every figure here is a count of deals (a player's
hand together with a dealer's) or follows from such counts.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any, NamedTuple

from croupier.exact.distribution import Distribution
from croupier.play.game import Cards
from croupier.play.showdown import Bet


class Cases(NamedTuple):
    """Numbers of dealer's hands, by how they stand to the player's."""

    not_qualified: int
    lower: int
    equal: int
    higher: int

    @property
    def total(self) -> int:
        return sum(self)

    def worth(self, nets: tuple[Fraction, ...]) -> Fraction:
        """The average net, given the net of each case."""
        # One fraction at the end: charts have thousands of rows.
        unit = lcm(*[net.denominator for net in nets])
        parts = [net.numerator * (unit // net.denominator) for net in nets]
        return Fraction(sum(map(mul, parts, self)), unit * self.total)


class Option(NamedTuple):
    """One bet that a class of hand may make."""

    bet: Bet
    nets: tuple[Fraction, ...]  # The net of the whole round in each case, awards included, in base wagers.
    hands: int  # How many of the class's hands do best with it; of equal bets the smaller counts.


class ChartRow(NamedTuple):
    """One class of the player's hands."""

    hand: Any
    words: str
    hands: int
    cases: Cases  # Numbers of deals: over all hands of the class and all dealer's hands.
    options: tuple[Option, ...]  # Every bet, the smallest first.

    def value(self, option: Option) -> Fraction:
        """The average net of a bet over the class's hands."""
        return self.cases.worth(option.nets)

    @property
    def best(self) -> Option:
        """The best bet for a player who looks only at the hand's class."""
        return max(self.options, key=lambda option: (self.value(option), -option.bet.amount))

    @property
    def is_settled(self) -> bool:
        """Whether one bet is best for every hand of the class, whatever its other cards."""
        return any(option.hands == self.hands for option in self.options)


def played_by_class(chart: Iterable[ChartRow], choose: Callable[[ChartRow], Option]) -> Distribution:
    """What comes of looking at the hand's class alone and betting by a rule of one's own."""
    counts: dict[Fraction, int] = {}
    wagered = Fraction()
    for row in chart:
        option = choose(row)
        for net, count in zip(option.nets, row.cases, strict=True):
            counts[net] = counts.get(net, 0) + count
        wagered += (1 + option.bet.amount) * row.cases.total
    return Distribution.of(counts, wagered)


class BetValue(NamedTuple):
    """What a bet is worth with one given hand: the average net of the whole round, in base wagers."""

    bet: Bet
    value: Fraction


class HandValues(NamedTuple):
    """One hand: the hand, the dealer's hands against it, and what each bet is worth."""

    hand: Any
    words: str
    cases: Cases
    values: tuple[BetValue, ...]  # Every bet, the smallest first.

    @property
    def best(self) -> BetValue:
        return max(self.values, key=lambda each: (each.value, -each.bet.amount))


class CloseHand(NamedTuple):
    """A hand whose best bet is hardly better than the next, with what each bet is worth."""

    cards: Cards
    words: str
    values: tuple[BetValue, ...]
