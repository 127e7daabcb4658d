"""Dynamic pays: how often a row is boosted in a round, and by how much (PPP App. D, reading P18).

The number of boosted rows is drawn first, then which rows, then one of its pays for each: evenly, or by the weights
that the operator states (``rulebook.boosting``). A hand reaches one row only, so what matters to a wager is the chance
that *its* row is boosted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from croupier.exact.counting.rows import returned
from croupier.rulebook.boosting import EVENLY, BoostDraw, draws_a_round, parse_draw
from croupier.rulebook.paytables import Paytable, Row


@dataclass(frozen=True, slots=True)
class Boosts:
    """The draw of a round: ``weights[j - 1]`` is the weight of boosting j of the ``rows`` rows that have options."""

    rows: int
    weights: tuple[int, ...]
    hands: tuple[int, ...] = ()
    """The weight of each row, in the order of the table; empty where all are drawn evenly."""
    amounts: tuple[int, ...] = ()
    """The weight of each of a row's pays; empty where all are drawn evenly."""
    events: tuple[str, ...] = ()
    """The rows by name."""

    @property
    def chance(self) -> Fraction:
        """The average chance that a row is boosted: the average number of boosted rows over the number of rows."""
        boosted = sum(number * weight for number, weight in enumerate(self.weights, 1))
        return Fraction(boosted, sum(self.weights) * self.rows)

    def chance_of(self, row: Row) -> Fraction:
        """The chance that this row is boosted."""
        if not self.hands:
            return self.chance
        return BoostDraw(self.weights, self.hands).chances()[self.events.index(row.event)]

    def returns(self, row: Row) -> Iterator[tuple[Fraction, Fraction]]:
        """What the row hands back for each unit staked, with the chance of each pay; defaults first."""
        if not row.dynamic:
            yield returned(row.pay), Fraction(1)
            return
        chance = self.chance_of(row)
        yield returned(row.pay), 1 - chance
        weights = self.amounts or (1,) * len(row.dynamic)
        for pay, weight in zip(row.dynamic, weights, strict=True):
            yield returned(pay), chance * Fraction(weight, sum(weights))


def boosts_of(table: Paytable, dynamic_draw: str = EVENLY) -> Boosts | None:
    """The draw of a dynamic table under the operator's weights; None for a table without dynamic pays.

    >>> from croupier import catalogue
    >>> boosts_of(catalogue.book().paytable("PT-PRG-PP-D01")).chance
    Fraction(1, 2)
    """
    events = tuple(row.event for row in table.rows if row.dynamic)
    if not events:
        return None
    draw = parse_draw(dynamic_draw)
    numbers = draw.numbers or (1,) * (len(events) - 1)
    return Boosts(len(events), numbers, draw.hands, draw.amounts, events)


def draws_of(table: Paytable, boosts: Boosts | None) -> int:
    """Into how many equally likely draws a round is cut so that every pay falls on a whole number of them."""
    if boosts is None:
        return 1
    options = max(len(row.dynamic) for row in table.rows if row.dynamic)
    return draws_a_round(
        BoostDraw(boosts.weights, boosts.hands, boosts.amounts).for_table(boosts.rows, options), options
    )
