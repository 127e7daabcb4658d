"""The exact figures of a flat bonus wager: every row with its deals, and the distribution of the net outcome."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from croupier.errors import BadInput
from croupier.exact.counting.rows import CountedTable, CountedWager, count_wager, returned, table_of
from croupier.exact.distribution import Distribution
from croupier.exact.notebook import result_html
from croupier.rulebook.configuration import Configuration
from croupier.units.odds import Pay


@dataclass(frozen=True, slots=True)
class RowFigures:
    """One row as a par sheet prints it; ``contribution`` is its part of the expectation."""

    event: str
    label: str
    pay: Pay
    net: Fraction
    count: int
    probability: Fraction
    one_in: Fraction | None
    contribution: Fraction


@dataclass(frozen=True)
class WagerSolution(CountedWager):
    """A flat wager, solved; nets are in units of the wager."""

    distribution: Distribution

    def __repr__(self) -> str:
        return f"<WagerSolution {self.wager} of {self.configuration}, house edge {self.distribution.house_edge}>"

    def _repr_html_(self) -> str:
        """The outcomes with their plot, for a notebook."""
        return result_html(f"{self.wager} of {self.configuration}", self.distribution)

    @property
    def rows(self) -> tuple[RowFigures, ...]:
        """In the table's order; with ``losing`` their contributions sum to the expectation."""
        figures = []
        for each in self.counted.rows:
            net = returned(each.row.pay) - 1
            figures.append(
                RowFigures(
                    each.row.event,
                    each.label,
                    each.row.pay,
                    net,
                    each.count,
                    each.probability,
                    each.one_in,
                    net * each.probability,
                )
            )
        return tuple(figures)


def solve_wager(configuration: Configuration, wager: str, counted: CountedTable | None = None) -> WagerSolution:
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
    return WagerSolution(configuration, wager, counted, Distribution.of(outcomes))
