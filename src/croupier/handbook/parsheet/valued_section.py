"""A base game whose value is known to a bound, on a par sheet: figures, a chart, and what a card counter knows."""

from __future__ import annotations

import re
from math import sqrt
from typing import Final

from croupier.exact.long_run.volatility import VOLATILITY_INDEX
from croupier.exact.result import FactTable
from croupier.handbook.page.blocks import Block, Cell, Column, Grid, Section, Words, facts_grid
from croupier.handbook.parsheet.valued_rounds import N0_WORDS, many_rounds
from croupier.questions.sheet.records import ValuedSheet

_FIGURE: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
UNITS = "units: 1.65 standard deviations"


def valued_section(each: ValuedSheet) -> Section:
    """Everything about a wager that is valued and not counted."""
    best, chart, counter = each.best, each.chart, each.counter
    cost = 100 * (best.expectation - chart.expectation)
    figures = [
        ("House edge", f"{100 * best.house_edge:.6f}", "% of the initial wager"),
        ("Element of risk", f"{100 * best.element_of_risk:.6f}", "% of all that is put up"),
        ("Average wagered", f"{best.average_wagered:.6f}", "units"),
        ("Variance", f"{best.variance:.6f}", "units squared"),
        ("Standard deviation", f"{sqrt(best.variance):.6f}", "units"),
        ("Volatility index", f"{float(VOLATILITY_INDEX) * sqrt(best.variance):.6f}", UNITS),
        ("N0", f"{best.variance / best.expectation**2:,.0f}" if best.expectation else "–", N0_WORDS),
        ("House edge by the chart", f"{100 * chart.house_edge:.6f}", "% of the initial wager"),
        ("The chart costs", f"{cost:.6f}", "% of the initial wager against play by composition"),
        *(
            (f"Correlation with {wager.title}", f"{moves.correlation:.6f}", "of the two results in a round")
            for wager, moves in each.beside
        ),
    ]
    bound = f"{best.basis}. Worked out in floating point: every figure is off by less than {best.error:g}."
    blocks: list[Block] = [
        Words(each.wager.text),
        facts_grid(figures, numbers=(1,)),
        Words(_sentence(bound), "note"),
        *(Words(_sentence(f"{told}."), "note") for told in (each.cut_card,) if told),
        *map(_grid, best.tables),
    ]
    parts = (
        many_rounds(each),
        Section("Basic strategy by totals", (*map(_grid, chart.tables), Words(_sentence(f"{chart.basis}."), "note"))),
        Section(
            "What a card counter knows", (*map(_grid, counter.tables), Words(_sentence(f"{counter.basis}."), "note"))
        ),
    )
    return Section(each.wager.title, tuple(blocks), parts=parts)


def overview_row(each: ValuedSheet) -> tuple[Cell, ...]:
    """The wager's line at the head of the sheet; how often it wins is not worked out."""
    best = each.best
    return (
        Cell(each.wager.title),
        Cell(f"{100 * best.house_edge:.4f}"),
        Cell(f"{100 * best.element_of_risk:.4f}"),
        Cell("–"),
        Cell(f"{sqrt(best.variance):.4f}"),
    )


def _grid(table: FactTable) -> Grid:
    columns = table.columns or ("",) * len(table.rows[0])
    numbers = [all(_FIGURE.fullmatch(row[place]) for row in table.rows) for place in range(len(columns))]
    rows = tuple(
        tuple(Cell(text.replace("-", "−") if is_number else text) for text, is_number in zip(row, numbers, strict=True))
        for row in table.rows
    )
    titles = zip(columns, numbers, strict=True)
    return Grid(tuple(Column(name, is_number) for name, is_number in titles), rows)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"
