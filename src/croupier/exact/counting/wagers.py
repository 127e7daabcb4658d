"""A bonus or jackpot wager, solved: every row of its table with its deals, and what follows from them."""

from __future__ import annotations

from fractions import Fraction

from croupier.errors import BadInput
from croupier.exact.counting.jackpots import solve_jackpot
from croupier.exact.counting.rows import CountedTable, count_wager, returned, table_of
from croupier.exact.distribution import Distribution
from croupier.exact.result import Result
from croupier.rulebook.configuration import Configuration


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
