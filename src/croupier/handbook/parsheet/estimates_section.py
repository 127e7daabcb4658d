"""Sampled figures of a base game on a page: one line for each number of seats, always marked as estimated."""

from __future__ import annotations

from fractions import Fraction

from croupier.handbook.page.blocks import Block, Cell, Column, Grid, Words, method_cell, percent
from croupier.rulebook.configuration import Configuration
from croupier.solving.estimates import Estimate, estimates_of

PLACES = 3


def estimates_blocks(configuration: Configuration) -> list[Block]:
    """What was recorded for the base game, under the best play and under a stated rule; nothing where nothing was."""
    found = estimates_of(configuration)
    best = [each for each in found if each.is_best_play]
    ruled = [each for each in found if not each.is_best_play]
    blocks: list[Block] = []
    if best:
        blocks += [_by_seats(best, "deals", _capital(f"{best[0].rule}.")), in_order_block(best)]
        blocks.append(Words(f"Sampled; repeat a line with {best[-1].command}.", "note"))
    if ruled:
        rule = ruled[0].rule.removeprefix("they ")
        caption = f"Every seat under the stated {ruled[0].strategy} strategy, which is not the best one: {rule}."
        blocks += [_by_seats(ruled, "rounds", caption)]
        blocks.append(Words(f"Simulated; repeat a line with {ruled[-1].command}.", "note"))
    return blocks


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _by_seats(found: list[Estimate], sampled: str, caption: str) -> Grid:
    columns = (
        Column("Seats", True),
        Column("House edge, %", True),
        Column("Standard error", True),
        Column(_capital(sampled), True),
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
    return Grid(columns, rows, caption)


def in_order_block(found: list[Estimate]) -> Grid:
    """What each seat ends with, in Antes, from the first to act to the last."""
    most = max(each.seats for each in found)
    columns = (Column("Seats", True), *(Column(f"acts {place}", True) for place in range(1, most + 1)))
    rows = []
    for each in found:
        cells = [Cell(_told(mean, error)) for mean, error in each.in_order]
        rows.append((Cell(str(each.seats)), *cells, *[Cell("")] * (most - len(cells))))
    caption = "Average net by place in the order of acting, in base wagers; the lowest two cards act first (estimated)."
    return Grid(columns, tuple(rows), caption)


def _told(mean: Fraction, error: Fraction) -> str:
    """To the digit that the error reaches."""
    places = 4 if error < Fraction(1, 1000) else 3 if error < Fraction(1, 100) else 2
    return f"{float(mean):+.{places}f}"
