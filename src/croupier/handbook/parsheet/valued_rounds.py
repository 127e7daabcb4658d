"""Many rounds of a game that is valued to a bound, on a par sheet: a seat, and a table of seats.

Mean and deviation are known to the bound. What follows from them alone is marked: bands as normal, ruin as estimated.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

from croupier.exact.long_run.tables import NORMAL, TableFigures, ruin_as_normal
from croupier.exact.long_run.volatility import BANKROLLS, CHANCES, Pace
from croupier.handbook.page.blocks import Block, Cell, Column, Grid, Section, Words, method_cell
from croupier.handbook.page.figures import fixed, likely
from croupier.handbook.parsheet.table_section import bank_grid, normal_bands, table_blocks
from croupier.handbook.parsheet.volatility_section import TINY
from croupier.questions.sheet.records import ValuedSheet
from croupier.solving.mixes import NO_TABLE
from croupier.units.chance import decimal_text
from croupier.units.money import dollars

N0_WORDS: Final = "rounds until the expected result is one deviation"


def many_rounds(each: ValuedSheet) -> Section:
    """A seat over many rounds, and the table's seats together."""
    pace, seat = each.pace, each.seat
    blocks: list[Block] = [*seat_blocks(seat, pace), _hour(each)]
    if each.table is not None:
        value, error, deals = each.table.covariance
        told = (
            f"Two seats that share the dealer's hand have a covariance of {float(value):g}, estimated by {deals:,} "
            f"simulated rounds under the chart with a standard error of {error}."
        )
        blocks += [Words(told, "note"), *table_blocks(each.table.figures)]
    elif pace.seats > 1:
        blocks.append(Words(f"{NO_TABLE}.", "note"))
    return Section("Many rounds", tuple(blocks))


def seat_blocks(seat: TableFigures, pace: Pace | None = None) -> list[Block]:
    """Bands, sessions where a pace is given, and ruin on either side."""
    blocks: list[Block] = [normal_bands(seat, "one seat")]
    mean, variance = float(seat.mean), float(seat.variance)
    sessions = pace.sessions if pace else ()
    if pace:
        blocks.append(_sessions(mean, variance, pace))
    ruin = tuple(
        (
            Cell(f"{units:,}"),
            *(Cell(likely(ruin_as_normal(mean, variance, units, rounds) or TINY, 0)) for rounds in sessions),
            *([method_cell("estimated")] if sessions else []),
            Cell("certain" if mean <= 0 else likely(ruin_as_normal(mean, variance, units) or TINY, 1)),
            method_cell("exact" if mean <= 0 else "estimated"),
        )
        for units in BANKROLLS
    )
    within = (
        *(Column(f"{rounds:,} rounds, %", True) for rounds in sessions),
        *([Column("Method")] if sessions else []),
    )
    columns = (Column("Bankroll, units", True), *within, Column("In the end, %", True), Column("Method"))
    words = "Risk of ruin: the losses reach the bankroll within the session, to about a point, or ever."
    blocks.append(Grid(columns, ruin, words if pace else "Risk of ruin without end."))
    blocks.append(bank_grid(seat))
    return blocks


def _sessions(mean: float, variance: float, pace: Pace) -> Grid:
    rows = []
    for rounds in pace.sessions:
        normal = NormalDist(mean * rounds, sqrt(variance * rounds))
        nets = (Cell(fixed(normal.inv_cdf(float(chance)), 1)) for chance in CHANCES)
        rows.append((Cell(f"{rounds:,}"), *nets, Cell(likely(normal.cdf(0.0), 2)), method_cell(NORMAL)))
    names = ("Rounds", *(f"{int(chance * 100)} %" for chance in CHANCES), "House ahead, %")
    hours = ", ".join(map(str, pace.hours))
    return Grid(
        (*(Column(name, True) for name in names), Column("Method")),
        tuple(rows),
        f"One player's net after sessions of {hours} hours, in units: not exceeded with this probability.",
    )


def _hour(each: ValuedSheet) -> Grid:
    """The house's win of all seats in an hour; its deviation where it is known how they move together."""
    pace, seat = each.pace, each.seat
    rounds, wager = pace.rounds_per_hour, pace.average_wager_cents / 100
    win = Cell(fixed(-float(seat.mean) * rounds * pace.seats * wager, 2))
    name = Cell("Standard deviation an hour")
    spread = (name, Cell("not counted"), Cell(""))
    if pace.seats == 1:
        spread = (name, Cell(fixed(sqrt(seat.variance * rounds) * wager, 2)), Cell("dollars"))
    elif each.table is not None:
        figures = each.table.figures
        deviation = sqrt(figures.round_variance * rounds) * wager
        spread = (name, Cell(decimal_text(Fraction(deviation), figures.digits)), Cell("dollars", "estimated"))
    seats = "one player alone" if pace.seats == 1 else f"{pace.seats} seats that all bet"
    return Grid(
        (Column("Figure"), Column("Value", True), Column("Unit")),
        ((Cell("Expected win an hour"), win, Cell("dollars")), spread),
        f"Stated, not measured: {rounds} rounds an hour, {seats}, {dollars(pace.average_wager_cents)} each.",
        is_facts=True,
    )
