"""Dynamic pays: how often a row is boosted in a round, and by how much (PPP App. D, reading P18).

The number of boosted rows is drawn first, evenly from one to one fewer than there are or by the operator's weights,
then which rows, evenly; each boosted row draws one of its pays evenly. A hand reaches one row only, so what matters
to a wager is the chance that *its* row is boosted, which is the same for all rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from croupier.exact.counting.rows import returned
from croupier.rulebook.paytables import Paytable, Row

EVENLY = "uniform"


@dataclass(frozen=True, slots=True)
class Boosts:
    """The draw of a round: ``weights[j - 1]`` is the weight of boosting j of the ``rows`` rows that have options."""

    rows: int
    weights: tuple[int, ...]

    @property
    def chance(self) -> Fraction:
        """That a given row is boosted: the average number of boosted rows over their number."""
        boosted = sum(number * weight for number, weight in enumerate(self.weights, 1))
        return Fraction(boosted, sum(self.weights) * self.rows)

    def returns(self, row: Row) -> Iterator[tuple[Fraction, Fraction]]:
        """What the row hands back for each unit staked, with the chance of each pay; defaults first."""
        if not row.dynamic:
            yield returned(row.pay), Fraction(1)
            return
        yield returned(row.pay), 1 - self.chance
        for pay in row.dynamic:
            yield returned(pay), self.chance / len(row.dynamic)


def boosts_of(table: Paytable, dynamic_draw: str = EVENLY) -> Boosts | None:
    """The draw of a dynamic table under the operator's weights; None for a table without dynamic pays.

    >>> from croupier import catalogue
    >>> boosts_of(catalogue.book().paytable("PT-PRG-PP-D01")).chance
    Fraction(1, 2)
    """
    rows = sum(1 for row in table.rows if row.dynamic)
    if not rows:
        return None
    if dynamic_draw == EVENLY:
        return Boosts(rows, (1,) * (rows - 1))
    return Boosts(rows, tuple(map(int, dynamic_draw.split("-"))))


def draws_a_round(table: Paytable, boosts: Boosts | None) -> int:
    """Into how many equally likely draws a round is cut so that every pay falls on a whole number of them."""
    options = math.lcm(*(len(row.dynamic) for row in table.rows if row.dynamic))
    return boosts.chance.denominator * options if boosts else 1
