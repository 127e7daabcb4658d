"""Simulated figures of a base game on a page: one line for each number of seats, always marked as estimated."""

from __future__ import annotations

from croupier.handbook.page.blocks import Block, Cell, Column, Grid, Words, percent
from croupier.handbook.parsheet.table_section import method_cell
from croupier.rulebook.configuration import Configuration
from croupier.solving.estimates import estimates_of

PLACES = 3


def estimates_blocks(configuration: Configuration) -> list[Block]:
    """What was recorded for the base game; nothing where nothing was."""
    found = estimates_of(configuration)
    if not found:
        return []
    columns = (
        Column("Seats", True),
        Column("House edge, %", True),
        Column("Standard error", True),
        Column("Rounds", True),
        Column("Method"),
    )
    rows = tuple(
        (
            Cell(str(each.seats)),
            Cell(percent(each.house_edge, PLACES)),
            Cell(percent(each.standard_error, PLACES)),
            Cell(f"{each.rounds:,}"),
            method_cell("estimated"),
        )
        for each in found
    )
    rule = found[0].rule.removeprefix("they ")
    caption = f"Every seat under the stated {found[0].strategy} strategy, which is not the best one: {rule}."
    return [Grid(columns, rows, caption), Words(f"Simulated; repeat a line with {found[-1].command}.", "note")]
