"""Search for a paytable: integer pays for a wager's own events that bring a wanted house edge.

Every row's deals are counted once, so an edge is a sum of integers. The search goes from the most common row to the
rarest, pays never falling, and leaves every branch whose rest cannot reach the wanted sum; what remains is exact. Pays
are those that a felt prints (``FELT``), within the bounds that are given for each row.
"""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import mul
from typing import Final, NamedTuple

from croupier.errors import BadInput
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.rows import CountedRow, CountedTable
from croupier.exact.distribution import Distribution

FELT: Final = tuple(
    sorted(
        {*range(1, 13), 14, 15, 16, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90}
        | {step * size for size in (100, 1_000, 10_000, 100_000) for step in (1, 2, 3, 4, 5, 6, 8)}
        | {125, 150, 250, 750, 1_250, 1_500, 2_500, 7_500, 12_500, 15_000, 25_000, 50_000, 1_000_000}
    )
)
"""Pays that are printed on felts."""
NODES: Final = 400_000
"""Branches looked at before the search stops and says so; about two seconds."""
WIDENINGS: Final = (1, 4, 16, 64)
"""How much farther from the target the search looks, where the nearer part holds too few tables."""
FARTHER: Final = 4
"""And how much farther at a time where it holds none at all, until every table has been looked at."""

Pays = tuple[int, ...]
"""Of one table, top row first."""


@dataclass(frozen=True)
class Wanted:
    """What a paytable should come to; edges and frequencies as parts of one."""

    edge: Fraction
    hit_frequency: Fraction | None = None
    top_pay: int = 1_000
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By event, the least and the largest pay."""
    deviation: tuple[float, float] | None = None
    """Of one round, in units."""
    tolerance: Fraction = Fraction(1, 1000)


class Designed(NamedTuple):
    """One paytable that was found, top row first; rows beyond its pays are not paid."""

    pays: tuple[int, ...]
    rows: tuple[CountedRow, ...]
    distribution: Distribution
    distance: Fraction
    """From the wanted edge."""

    @property
    def edge(self) -> Fraction:
        return self.distribution.house_edge

    def contribution(self, place: int) -> Fraction:
        """What a row adds to the expectation."""
        return self.pays[place] * self.rows[place].probability


@dataclass(frozen=True)
class Search:
    """What a search has found, best first."""

    found: tuple[Designed, ...]
    is_complete: bool
    """Whether every table within the last distance was looked at."""
    fits: bool
    """Whether the best of them is within the tolerance, and within the band of deviation that was asked for."""


def design(counted: CountedTable, wanted: Wanted, most: int = 10) -> Search:
    """Paytables for the events of a flat wager, best first."""
    rows = _paid_rows(counted, wanted)
    losing = counted.total - sum(row.count for row in rows)
    choices = [_choices(row, wanted) for row in rows]
    counts = [row.count for row in rows]
    least, most_of_all = _ends(rows, choices)
    # A sum of pays times deals, for the wanted edge: what loses less what the house keeps.
    target = losing - wanted.edge * counted.total
    complete, best, missed = True, list[Pays](), list[tuple[float, Pays]]()
    for reach in _reaches(wanted.tolerance * counted.total, target, least, most_of_all):
        looked = _Looked()
        best, missed = [], []
        for pays in _sums(counts, choices, target - reach, target + reach, looked):
            outside = _outside(counts, pays, losing, wanted)
            if outside:
                missed.append((outside, pays))
            else:
                best.append(pays)
        complete = looked.nodes < NODES
        is_far = reach > wanted.tolerance * counted.total * WIDENINGS[-1]
        if len(best) >= most or not complete or (best and is_far):
            break
    distance = {pays: abs(sum(map(mul, pays, counts)) - target) for pays in best}
    chosen = heapq.nsmallest(most, best, key=lambda pays: (distance[pays], -len(set(pays)), pays))
    fits = bool(best) and distance[chosen[0]] <= wanted.tolerance * counted.total
    nearest = chosen or [pays for _, pays in heapq.nsmallest(most, missed)]
    return Search(tuple(_designed(rows, pays, losing, wanted) for pays in nearest), complete, fits)


def _reaches(tolerance: Fraction, target: Fraction, least: int, most: int) -> Iterator[Fraction]:
    """How far from the target to look: near it, then as far as the nearest end, then on to the farther one."""
    near = [tolerance * each for each in WIDENINGS]
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
                hint="change the bounds of one of them, or --max-top-pay",
            )
        low.append(fitting[0])
    for place in range(len(rows)):
        high.append(max(pay for pay in choices[place] if not high or pay <= high[-1]))
    counts = [row.count for row in rows]
    return (
        sum(pay * count for pay, count in zip(reversed(low), counts, strict=True)),
        sum(pay * count for pay, count in zip(high, counts, strict=True)),
    )


def _paid_rows(counted: CountedTable, wanted: Wanted) -> list[CountedRow]:
    """All rows that any hand reaches, or the upper ones that come nearest to the wanted hit frequency."""
    rows = [row for row in counted.rows if row.count]
    unknown = sorted(set(wanted.bounds) - {row.row.event for row in counted.rows})
    if unknown:
        raise BadInput(f"'{unknown[0]}' is not a row", hint=f"rows: {', '.join(row.row.event for row in counted.rows)}")
    if wanted.hit_frequency is None:
        return rows
    hits = [Fraction(sum(row.count for row in rows[:place]), counted.total) for place in range(1, len(rows) + 1)]
    cut = min(range(len(rows)), key=lambda place: abs(hits[place] - (wanted.hit_frequency or 0)))
    return rows[: cut + 1]


def _choices(row: CountedRow, wanted: Wanted) -> tuple[int, ...]:
    low, high = wanted.bounds.get(row.row.event, (1, wanted.top_pay))
    within = {each for each in FELT if low <= each <= min(high, wanted.top_pay)}
    pays = sorted(within | ({low} if low == high else set()))
    if not pays:
        raise BadInput(f"{row.row.event} has no pay from {low} to {high}", hint="widen its bounds, or --max-top-pay")
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


def _designed(rows: list[CountedRow], pays: tuple[int, ...], losing: int, wanted: Wanted) -> Designed:
    nets = [(Fraction(pay), row.count) for pay, row in zip(pays, rows, strict=True)]
    distribution = Distribution.of([(Fraction(-1), losing), *nets])
    return Designed(pays, tuple(rows), distribution, abs(distribution.house_edge - wanted.edge))


def _outside(counts: list[int], pays: Pays, losing: int, wanted: Wanted) -> float:
    """How far its deviation is from the band that was asked for."""
    if wanted.deviation is None:
        return 0.0
    total = sum(counts) + losing
    won = sum(map(mul, pays, counts))
    squares = sum(pay * pay * count for pay, count in zip(pays, counts, strict=True))
    deviation = math.sqrt((squares + losing) * total - (won - losing) ** 2) / total
    return max(0.0, wanted.deviation[0] - deviation, deviation - wanted.deviation[1])


def design_meter(solution: JackpotSolution, edge: Fraction, seeds: list[int]) -> list[tuple[int, Fraction]]:
    """For a jackpot with one meter: the rate at which it must grow for the edge in the long run, by seed.

    Seeds are in cents, as stated for a $1 wager; those whose own return leaves no room are left out.
    """
    if len(solution.meters) != 1:
        raise BadInput(f"{solution.paytable} has {len(solution.meters)} levels", hint="design one level at a time")
    meter = solution.meters[0]
    found = []
    for seed in seeds:
        back = solution.fixed_return + meter.hit_probability * solution.seed_cents(seed) / solution.stake_cents
        rate = 1 - edge - back
        if 0 <= rate <= 1:
            found.append((seed, rate))
    return found
