"""A whole table on a par sheet: seats that share the dealer, with their exact deviation and N0, and bands as normal."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from croupier.exact.long_run.ruin import RuinMethod
from croupier.exact.long_run.tables import NORMAL, TableBand, TableFigures
from croupier.exact.long_run.volatility import BANKROLLS, ROUNDS
from croupier.handbook.page.blocks import (
    Block,
    Cell,
    Column,
    Grid,
    Words,
    facts_grid,
    fixed,
    likely,
    method_cell,
    percent,
)
from croupier.units.chance import decimal_text, square_root_text

RUIN: Final[dict[RuinMethod, str]] = {"root": "exact root", "upper bound": "upper bound", "certain": "exact"}
"""How ruin in the end was found, in words."""


def table_blocks(table: TableFigures) -> list[Block]:
    """Seats that all do the same: exact deviation and N0, bands as normal."""
    deviation = square_root_text(table.round_variance, table.digits) if table.round_variance else "0"
    facts = [
        ("Seats", str(table.seats), ""),
        ("Standard deviation of a round", deviation, "units, all seats together"),
        ("N0 of the table", "–" if table.n0 is None else decimal_text(table.n0, table.digits), "rounds"),
    ]
    if table.is_exact:
        facts.insert(1, ("Correlation of two seats", f"{table.correlation:.6f}", ""))
    else:
        words = (
            "Estimated: how the base wagers of two seats move together is counted or sampled; bonus wagers of "
            "different seats are taken as independent of one another."
        )
        if not table.covariance:
            words = "Estimated: seats are taken as independent of one another; how they move together is not counted."
    told: list[Block] = [] if table.is_exact else [Words(words, "note")]
    return [facts_grid(facts, numbers=(1,)), *told, normal_bands(table, "the whole table"), bank_grid(table)]


def normal_bands(table: TableFigures, of: str) -> Grid:
    """The house's win after many rounds, from mean and deviation alone."""
    rows = tuple(
        (
            Cell(f"{band.rounds:,}"),
            Cell(_deviation(band, table)),
            *(Cell(percent(hold, 2 if table.is_exact else 1)) for hold in band.holds),
            Cell(likely(band.house_ahead, _places(table))),
            method_cell(NORMAL),
        )
        for band in map(table.band, ROUNDS)
    )
    names = ("Rounds", "SD, %", "99 %: from", "95 %: from", "95 %: to", "99 %: to", "House ahead, %")
    return Grid(
        (*(Column(name, True) for name in names), Column("Method")),
        rows,
        f"Bands of the house's win from {of}, in percent of what is staked before the deal: normal, from the mean and "
        "the deviation above.",
    )


def bank_grid(table: TableFigures) -> Grid:
    """How likely the house loses its bank to a table, or to one seat."""
    ruin = table.bank_ruin()
    bank = tuple(
        (
            Cell(f"{units:,}"),
            Cell("certain" if risk >= 1 else likely(risk, 3) if ruin.is_exact else _two_digits(risk)),
            Cell(ruin.method),
        )
        for units, risk in zip(BANKROLLS, ruin.chances, strict=True)
    )
    columns = (Column("Bank, units of one seat", True), Column("House loses it in the end, %", True), Column("Method"))
    whose = "this seat" if table.seats == 1 else "this table"
    words = f"The house's bank against {whose}."
    if not ruin.is_exact:
        words += " As Brownian motion: exp(-2 edge bank / variance), which leaves out the shape of a round's outcomes."
    return Grid(columns, bank, words)


def _two_digits(risk: float) -> str:
    """In percent; a chance that is told by mean and deviation alone has no more."""
    return f"{100 * risk:.2g}" if risk >= 0.0001 else "< 0.01"


def _places(table: TableFigures) -> int:
    """Decimals of a chance that follows from mean and deviation alone."""
    return 1 if not table.is_exact else 2 if table.seats == 1 else 4


def _deviation(band: TableBand, table: TableFigures) -> str:
    """In percent, with the digits it has."""
    part = Fraction(band.deviation) * 100
    return fixed(part, 4) if table.is_exact else decimal_text(part, table.digits)
