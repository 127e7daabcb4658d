"""Pays of an award for a wanted house edge of its base wager. How a game is best played changes with its pays, so every
table that is tried is solved: what each row brings is counted under the best play at hand, the search finds pays that
come to the edge under that play, the game is solved with them, and so on from there."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, lcm

import numpy as np

from croupier.errors import BadInput
from croupier.exact.counting.rows import CountedTable, counted
from croupier.exact.result import Progress, in_silence
from croupier.exact.streets.compiling import compile_rules
from croupier.exact.streets.kept import solve
from croupier.exact.streets.solving import Solution, Views
from croupier.kernels.arrays import Whole
from croupier.play.game import Game
from croupier.questions.pay_search import DesignedTable, Pays, Search, Wanted, search, whole_pays
from croupier.rulebook.rules import Paytable
from croupier.units import ToOne


def design_award(game: Game, wager: str, wanted: Wanted, most: int, progress: Progress = in_silence) -> Search:
    """The tables that were solved, the nearest first: until one fits, or so many were tried."""
    table = game.configuration.tables[wager]
    pays = {event: pay for event, pay in whole_pays(table).items() if pay}
    wanted = replace(wanted, bounds={**in_order(table, pays, wanted.top_pay), **wanted.bounds})
    tried: dict[Pays, DesignedTable] = {}
    fits, complete, (brings, _) = False, True, _award(game, wager, pays, _solved(game, progress))
    while not fits and len(tried) < most:
        rows, found, complete, _ = search(brings, wanted, len(tried) + 1)
        chosen = next((each for each in found if each not in tried), None)
        if chosen is None:
            break
        pays |= {row.row.event: pay for row, pay in zip(rows, chosen, strict=True)}
        trial = with_pays(game, wager, pays)
        solution = _solved(trial, progress)
        brings, paid = _award(trial, wager, pays, solution)
        told = {row.row.event: (deals, row.probability) for row, deals in zip(brings.rows, paid.rows, strict=True)}
        shown, each = zip(*(told[row.row.event] for row in rows), strict=True)
        away = abs(solution.distribution.house_edge - wanted.edge)
        tried[chosen] = DesignedTable(chosen, shown, solution.distribution, away, each)
        fits = away <= wanted.tolerance
    return Search(tuple(sorted(tried.values(), key=lambda each: each.distance)), complete, fits)


def _solved(game: Game, progress: Progress) -> Solution:
    return solve(Views(compile_rules(game)), progress, is_kept=False)


def with_pays(game: Game, wager: str, pays: Mapping[str, int]) -> Game:
    """The same game if rows of its award pay so much to 1."""
    configuration = game.configuration
    table = configuration.tables[wager]
    rows = (
        replace(row, pay=ToOne(Fraction(pays.get(row.event, 0)))) if row.event in pays else row for row in table.rows
    )
    tables = configuration.tables | {wager: replace(table, rows=tuple(rows))}
    return type(game)(replace(configuration, tables=tables), deck=game.deck)


def in_order(table: Paytable, pays: Mapping[str, int], top: int) -> dict[str, tuple[int, int]]:
    """Bounds that keep the order of the rows beside those that pay no whole number and stay as they are."""
    bounds, most = dict[str, tuple[int, int]](), top
    rows = [(row.event, row.pay.odds) for row in table.rows if isinstance(row.pay, ToOne)]
    for place, (event, odds) in enumerate(rows):
        least = max([1, *(ceil(below) for other, below in rows[place:] if other not in pays)])
        if event not in pays:
            most = min(most, floor(odds))
        elif (least, most) != (1, top):
            bounds[event] = least, most
    return bounds


def _award(game: Game, wager: str, pays: Mapping[str, int], solution: Solution) -> tuple[CountedTable, CountedTable]:
    """As if it were a wager, what one more in each row brings over all deals; and the deals that the row pays."""
    configuration, rules = game.configuration, solution.rules
    table = configuration.tables[wager]
    raised = compile_rules(with_pays(game, wager, {event: pay + 1 for event, pay in pays.items()}))
    if raised.nets.shape != rules.nets.shape:
        raise BadInput(f"{wager} of {configuration.name}: what is paid changes more than the award")
    unit, tally = lcm(rules.unit, raised.unit), solution.tally
    more = (raised.nets * (unit // raised.unit) - rules.nets * (unit // rules.unit)).transpose(1, 0, 2)
    setting = configuration.setting_for(table)
    graded = [table.grade(made, setting) for made in rules.table.ranking]
    own = replace(table, rows=tuple(row for row in table.rows if row.event in pays))

    def by_row(cells: Whole) -> list[int]:
        by_class = cells.sum(axis=(0, 2)).tolist()
        return [sum(many for row, many in zip(graded, by_class, strict=True) if row == each) for each in own.rows]

    deals, brings = by_row(np.where(more, tally, 0)), by_row(tally * more)
    total = solution.deals * unit
    paid = sum(many * pays[row.event] for many, row in zip(brings, own.rows, strict=True))
    losing = paid - int(solution.distribution.expectation * total)
    as_wager = counted(own, setting, brings, total - sum(brings))._replace(losing=losing)
    return as_wager, counted(own, setting, deals, solution.deals - sum(deals))
