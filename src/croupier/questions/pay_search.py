"""Pays that bring a wanted sum. Every row's deals are counted once, so an edge is a sum of integers. The search goes
from the most common row to the rarest, pays never falling, and leaves every branch whose rest cannot reach the wanted
sum; what remains is exact. Pays are those that a felt prints (``FELT``), within the bounds that are given for each row.
"""

import heapq
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from operator import mul
from typing import Final, NamedTuple

from croupier.errors import BadInput
from croupier.exact.counting.rows import CountedRow, CountedTable
from croupier.exact.distribution import Distribution
from croupier.rulebook.rules import Paytable
from croupier.units import ToOne

FELT: Final = tuple(
    sorted(
        {*range(1, 13), 14, 15, 16, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90}
        | {step * size for size in (100, 1_000, 10_000, 100_000) for step in (1, 2, 3, 4, 5, 6, 8)}
        | {125, 150, 250, 750, 1_250, 1_500, 2_500, 7_500, 12_500, 15_000, 25_000, 50_000, 1_000_000}
    )
)
"""Pays that are printed on felts."""
MOST_TABLES: Final = 50
NODES: Final = 400_000  # Branches looked at before the search stops and says so; about two seconds.
WIDENINGS: Final = (1, 4, 16, 64)
"""How much farther from the target the search looks, where the nearer part holds too few tables."""
FARTHER: Final = 4  # And how much farther at a time where it holds none at all, until every table has been looked at.

Pays = tuple[int, ...]  # Of one table, top row first.


@dataclass(frozen=True)
class Wanted:
    """What a paytable should come to; edges as parts of one."""

    edge: Fraction
    top_pay: int = 1_000
    bounds: Mapping[str, tuple[int, int]] = dataclass_field(default_factory=dict)
    """By event, the least and the largest pay."""
    tolerance: Fraction = Fraction(1, 1000)
    own: Mapping[str, int] = dataclass_field(default_factory=dict)
    """By event, what the table at hand pays: tables near it come first. Without it, those nearest to the edge."""


class DesignedTable(NamedTuple):
    """One paytable that was found, top row first; rows beyond its pays are not paid."""

    pays: tuple[int, ...]
    rows: tuple[CountedRow, ...]
    distribution: Distribution
    distance: Fraction  # From the wanted edge.
    returns: tuple[Fraction, ...]  # By row, what each unit of its pay brings.

    @property
    def edge(self) -> Fraction:
        return self.distribution.house_edge

    def contribution(self, place: int) -> Fraction:
        return self.pays[place] * self.returns[place]


@dataclass(frozen=True)
class Search:
    found: tuple[DesignedTable, ...]
    is_complete: bool  # Whether every table within the last distance was looked at.
    fits: bool  # Whether the best of them is within the tolerance.


def design(counted: CountedTable, wanted: Wanted, most: int = 10) -> Search:
    """Paytables for the events of a flat wager, best first."""
    rows, found, complete, fits = search(counted, wanted, most)
    returns = tuple(row.probability for row in rows)
    tables = []
    for pays in found:
        nets = [(Fraction(pay), row.count) for pay, row in zip(pays, rows, strict=True)]
        distribution = Distribution.of([(Fraction(-1), counted.losing), *nets])
        away = abs(distribution.house_edge - wanted.edge)
        tables.append(DesignedTable(pays, tuple(rows), distribution, away, returns))
    return Search(tuple(tables), complete, fits)


def search(counted: CountedTable, wanted: Wanted, most: int) -> tuple[list[CountedRow], Sequence[Pays], bool, bool]:
    """The rows that are paid, pays for them, best first, whether all were looked at, and whether the first fits."""
    rows = _reached_rows(counted, wanted)
    choices = [_choices(row, wanted) for row in rows]
    counts = [row.count for row in rows]
    least, most_of_all = _ends(rows, choices)
    # A sum of pays times deals, for the wanted edge: what loses less what the house keeps.
    target = counted.losing - wanted.edge * counted.total
    near_enough = wanted.tolerance * counted.total
    complete, best = True, list[Pays]()
    for reach in _reaches(near_enough, target, least, most_of_all):
        looked = _Looked()
        best = list(_sums(counts, choices, target - reach, target + reach, looked))
        complete = looked.nodes < NODES
        is_far = reach > near_enough * WIDENINGS[-1]
        if len(best) >= most or not complete or (best and is_far):
            break

    def away(pays: Pays) -> Fraction:
        return abs(Fraction(sum(map(mul, pays, counts))) - target)

    if wanted.own:
        own = tuple(wanted.own.get(row.row.event, 0) for row in rows)
        # A pay that no felt prints may stay as it is, unless the row or the top pay is bound.
        allowed = [
            (*fitting, pay) if row.row.event not in wanted.bounds and 0 < pay <= wanted.top_pay else fitting
            for row, pay, fitting in zip(rows, own, choices, strict=True)
        ]
        best += (pays for pays in _near(own, allowed) if away(pays) <= near_enough)
        # Tables that fit come first, by how little they change; the others by how far they are from the edge.
        chosen = heapq.nsmallest(
            most,
            dict.fromkeys(best),
            key=lambda pays: (0, *_changes(own, pays), away(pays)) if away(pays) <= near_enough else (1, away(pays)),
        )
    else:
        chosen = heapq.nsmallest(most, best, key=lambda pays: (away(pays), -len(set(pays)), pays))
    fits = bool(chosen) and away(chosen[0]) <= near_enough
    return rows, chosen, complete, fits


def _changes(own: Pays, pays: Pays) -> tuple[int, int]:
    """How many rows pay something else, and by how many steps of what felts print."""
    steps = [abs(bisect_left(FELT, was) - bisect_left(FELT, pay)) for was, pay in zip(own, pays, strict=True)]
    return sum(was != pay for was, pay in zip(own, pays, strict=True)), sum(steps)


def _near(own: Pays, allowed: list[tuple[int, ...]]) -> Iterator[Pays]:
    """Every table that changes at most two rows of the one at hand and keeps the order of its pays."""
    for one, two in combinations_with_replacement(range(len(own)), 2):
        for pay, other in product(allowed[one], allowed[two] if one != two else (0,)):
            pays = list(own)
            pays[two], pays[one] = other, pay
            is_allowed = all(each in within for each, within in zip(pays, allowed, strict=True))
            if is_allowed and all(above >= below for above, below in pairwise(pays)):
                yield tuple(pays)


def _reaches(tolerance: Fraction, target: Fraction, least: int, most: int) -> Iterator[Fraction]:
    """How far from the target to look: near it, then as far as the nearest end, then on to the farther one."""
    near = [tolerance * widening for widening in WIDENINGS]
    yield from near
    farthest = max(abs(target - least), abs(target - most))
    reach = max(near[-1], least - target, target - most)
    if reach > near[-1]:
        yield reach
    while reach < farthest:
        reach = min(farthest, max(reach * FARTHER, Fraction(1)))
        yield reach


def _ends(rows: list[CountedRow], choices: list[tuple[int, ...]]) -> tuple[int, int]:
    """The least and the largest sum of pays times deals; refused where no pays fall with the rank of the hand."""
    low, high = list[int](), list[int]()
    for place in reversed(range(len(rows))):
        floor = low[-1] if low else 0
        fitting = [pay for pay in choices[place] if pay >= floor]
        if not fitting:
            lower = rows[len(rows) - 1 - max(at for at, pay in enumerate(low) if at == 0 or pay > low[at - 1])]
            raise BadInput(
                f"{lower.row.event} pays at least {floor}, and {rows[place].row.event}, the better hand, at most "
                f"{choices[place][-1]}",
                hint="change the bounds of one of them, or the top pay",
            )
        low.append(fitting[0])
    for place in range(len(rows)):
        high.append(max(pay for pay in choices[place] if not high or pay <= high[-1]))
    counts = [row.count for row in rows]
    return (
        sum(pay * count for pay, count in zip(reversed(low), counts, strict=True)),
        sum(pay * count for pay, count in zip(high, counts, strict=True)),
    )


def _reached_rows(counted: CountedTable, wanted: Wanted) -> list[CountedRow]:
    """All rows that any hand reaches."""
    known = [row.row.event for row in counted.rows]
    unknown = sorted(set(wanted.bounds) - set(known))
    if unknown:
        raise BadInput(f"'{unknown[0]}' is not a row", hint=f"rows: {', '.join(known)}")
    return [row for row in counted.rows if row.count]


def _choices(row: CountedRow, wanted: Wanted) -> tuple[int, ...]:
    low, high = wanted.bounds.get(row.row.event, (1, wanted.top_pay))
    within = {each for each in FELT if low <= each <= min(high, wanted.top_pay)}
    pays = sorted(within | ({low} if low == high else set()))
    if not pays:
        hint = "widen its bounds, or raise the top pay"
        raise BadInput(f"{row.row.event} has no pay from {low} to {high}", hint=hint)
    return tuple(pays)


@dataclass
class _Looked:
    nodes: int = 0


def _sums(
    counts: list[int], choices: list[tuple[int, ...]], low: Fraction, high: Fraction, looked: _Looked
) -> Iterator[tuple[int, ...]]:
    """Pays, top row first and never rising downward, whose sum with the counts lies between two bounds."""
    # What the rows above a row can come to, at least as much each as its own pay.
    above_most = [sum(counts[other] * choices[other][-1] for other in range(place)) for place in range(len(counts))]

    def go(place: int, floor: int, so_far: int, chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        pays = choices[place]
        count = counts[place]
        begin = bisect_left(pays, floor)
        if place == 0:
            first = bisect_left(pays, math.ceil((low - so_far) / count), begin)
            last = bisect_right(pays, math.floor((high - so_far) / count))
            looked.nodes += 1
            for pay in pays[first:last]:
                yield (pay, *chosen)
            # A far reach holds many tables at the end of each branch: they are looked at as well.
            looked.nodes += max(0, last - first - 1)
            return
        others = sum(counts[:place])
        for pay in pays[begin:]:
            looked.nodes += 1
            if looked.nodes >= NODES:
                return
            now = so_far + pay * count
            if now + pay * others > high:
                return
            if now + above_most[place] >= low:
                yield from go(place - 1, pay, now, (pay, *chosen))

    yield from go(len(counts) - 1, 0, 0, ())


def whole_pays(table: Paytable) -> dict[str, int]:
    """What the table at hand pays to 1, by event; rows with other pays are left out."""
    return {
        row.event: int(row.pay.odds)
        for row in table.rows
        if isinstance(row.pay, ToOne) and row.pay.odds.denominator == 1
    }
