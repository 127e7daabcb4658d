"""A paytable for a wanted house edge: ``Design``; for a jackpot, the rate at which its meter must grow. Every row's
deals are counted once, so an edge is a sum of integers. The search goes from the most common row to the rarest, pays
never falling, and leaves every branch whose rest cannot reach the wanted sum; what remains is exact. Pays are those
that a felt prints (``FELT``), within the bounds that are given for each row."""

import heapq
import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, pairwise, product
from operator import mul
from typing import Annotated, Final, Literal, NamedTuple

from croupier import catalogue
from croupier.errors import BadInput
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.exact.counting.rows import CountedRow, CountedTable
from croupier.exact.distribution import Distribution
from croupier.questions.asking import Asked, Game, Question, told
from croupier.questions.edge import only_table
from croupier.questions.figures import head_of
from croupier.questions.solved.base_games import decided_game
from croupier.questions.solved.solutions import solve
from croupier.records import Count, Of, Record, field, record_of
from croupier.rulebook.configuration import Configuration
from croupier.rulebook.paytables import Paytable
from croupier.units.chance import fixed_text
from croupier.units.odds import ToOne, format_odds
from croupier.units.typed import fraction_of

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


def design_meter(solution: JackpotSolution, edge: Fraction, seeds: list[int]) -> list[tuple[int, Fraction]]:
    """For a jackpot with one meter: the rate at which it must grow for the edge in the long run, by seed. Seeds are in
    cents, as stated for a $1 wager; those whose own return leaves no room are left out."""
    if len(solution.meters) != 1:
        raise BadInput(f"{solution.paytable} has {len(solution.meters)} levels", hint="design one level at a time")
    meter = solution.meters[0]
    rates = []
    for seed in seeds:
        back = solution.fixed_return + meter.hit_probability * solution.seed_cents(seed) / solution.stake_cents
        rate = 1 - edge - back
        if 0 <= rate <= 1:
            rates.append((seed, rate))
    return rates


SEEDS: Final = (0, 1_000, 2_500, 10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000)


def search_rates(
    configuration: Configuration, wager: str, edge: Fraction
) -> tuple[JackpotSolution, list[tuple[int, Fraction]]]:
    """For each of several seeds, the rate at which a jackpot's meter must grow; refused where none does."""
    solution = solve(configuration, wager)[wager].jackpot
    assert solution is not None
    rates = design_meter(solution, edge, list(SEEDS))
    if not rates:
        alone = float(solution.fixed_return) * 100
        raise BadInput(
            f"no seed and rate give a house edge of {float(edge) * 100:.4f} %: "
            f"the fixed pays alone return {alone:.4f} %",
            hint=f"what comes nearest is {100 - alone:.4f} %, without a seed and at a rate of 0",
        )
    return solution, rates


def with_rows_of(configuration: Configuration, wager: str, like: str | None) -> Configuration:
    """The configuration with a table whose rows are used: the one named, else the first that fits."""
    known = {each.id: each for each in configuration.rules.wagers}
    if wager not in known or known[wager].kind not in ("bonus", "jackpot", "award"):
        stakes = [each.id for each in known.values() if each.kind in ("bonus", "jackpot", "award")]
        none = f"{configuration.name} has no table whose pays could be changed"
        raise BadInput(f"'{wager}' has no table to design", hint=f"wagers: {', '.join(stakes)}" if stakes else none)
    if like is not None:
        return configuration.with_table(wager, like)
    if wager in configuration.tables:
        return configuration
    problem: BadInput | None = None
    for each in known[wager].tables_in(configuration.edition.id):
        try:
            return configuration.with_table(wager, each)
        except BadInput as refused:
            problem = refused
    raise problem or BadInput(f"{wager} has no table in this edition")


def read_percent(text: str, option: str) -> Fraction:
    try:
        found = fraction_of(text.removesuffix("%")) / 100
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{option} {text[:40]}: not a percentage", hint="as in 5.5") from None
    if not -1 < found < 1:
        raise BadInput(f"{option} {text[:40]}: not a part of the wager", hint="as in 5.5")
    return found


def read_bound(text: str, option: str) -> tuple[str, tuple[int, int]]:
    match = re.fullmatch(r"([a-z0-9_]+)=([1-9]\d{0,6})(?:-([1-9]\d{0,6}))?", text, re.ASCII)
    if not match:
        raise BadInput(f"{option} {text[:40]}: cannot be read", hint=f"as in {option} flush=3-6")
    low, high = int(match[2]), int(match[3] or match[2])
    if low > high:
        raise BadInput(f"{option} {text[:40]}: the least is above the most", hint=f"as in {option} flush=3-6")
    return match[1], (low, high)


def table_file(configuration: Configuration, wager: str, best: DesignedTable, table_id: str, edge: Fraction) -> str:
    """The table as a file that loads (``CROUPIER_PAYTABLES``)."""
    if not re.fullmatch(r"[A-Z0-9]+(-[A-Z0-9a-z]+)+", table_id):
        raise BadInput(f"'{table_id[:40]}': not an id", hint="as in OWN-DESIGN-01")
    table = configuration.tables[wager]
    pays: dict[str, object] = {row.row.event: pay for row, pay in zip(best.rows, best.pays, strict=True)}
    if is_award(configuration, wager):
        # Rows that were not searched are paid as they were.
        pays = {row.event: format_odds(row.pay.odds) for row in table.rows if isinstance(row.pay, ToOne)} | pays
    rows = "\n".join(
        f'  ["{row.event}", "{row.label}", "{pays[row.event]}"],' for row in table.rows if row.event in pays
    )
    return (
        f"# Found by croupier design for a house edge of {float(edge) * 100:g} %: it is {best.edge} exactly, "
        f"{float(best.edge) * 100:.6f} %.\n"
        f'schema = 1\ngames = ["{configuration.name}"]\n\n[[sheets]]\nwager = "{wager}"\nfamily = "{table.family}"\n'
        f'basis = "to"\nstatus = "user"\ncites = ["{table.cites[0]}"]\ncolumns = ["{table_id}"]\nrows = [\n{rows}\n]\n'
    )


class DesignedRow(Record):
    """One row of a table that was found."""

    event: str
    label: str
    pay: int  # To 1.
    was: int | None  # What the table at hand pays; None where it has no whole pay for the row.
    count: Count
    returns: str = field(name="return")
    shown: str  # The same in percent, as a page prints it.


class ShownTable(Record):
    """A table's figures as a page prints them, in percent but for the deviation."""

    house_edge: str
    away: str
    standard_deviation: str
    hit_frequency: str


class DesignedRecord(Record):
    """A table that was found: fractions, and as a page prints them."""

    house_edge: Count
    variance: Count
    hit_frequency: Count
    rows: list[DesignedRow]
    shown: ShownTable


class DesignRecord(Record):
    """Tables that come to a wanted house edge, in the order asked for."""

    schema: int
    game: str
    wager: str
    like: str  # The table whose rows are used.
    order: str
    complete: Annotated[bool, Of("search.is_complete")]  # Whether every table within the last distance was looked at.
    fits: Annotated[bool, Of("search.fits")]  # Whether the first is within the tolerance.
    tables: list[DesignedRecord]


class ShownRate(Record):
    """A rate in percent as a page prints it, and what the meter shows on average when it is paid."""

    rate: str
    average_meter_cents: int


class SeedAndRate(Record):
    """A seed for a $1 wager, and the rate at which the meter must grow."""

    seed_cents: int
    rate: str
    shown: ShownRate


class RatesRecord(Record):
    """How a jackpot's meter must grow for a wanted house edge in the long run, by its seed."""

    schema: int
    game: str
    wager: str
    like: str
    fixed_return: str  # In percent.
    rates: list[SeedAndRate]


@dataclass(frozen=True)
class DesignAnswer:
    configuration: Configuration
    wager: str
    order: str
    edge: Fraction  # The one that was wanted.
    search: Search

    @property
    def best(self) -> DesignedTable:
        return self.search.found[0]

    @cached_property
    def record(self) -> DesignRecord:
        own = whole_pays(self.configuration.tables[self.wager])
        tables, like = (
            [_designed_record(table, own) for table in self.search.found],
            self.configuration.tables[self.wager],
        )
        return record_of(DesignRecord, self, **head_of(self.configuration), like=like.id, tables=tables)

    def file(self, table_id: str, place: int = 1) -> str:
        if not 1 <= place <= len(self.search.found):
            raise BadInput(f"place {place}: {len(self.search.found)} tables were found")
        return table_file(self.configuration, self.wager, self.search.found[place - 1], table_id, self.edge)


@dataclass(frozen=True)
class RatesAnswer:
    solution: JackpotSolution
    edge: Fraction
    rates: tuple[tuple[int, Fraction], ...]

    def average(self, seed: int, rate: Fraction) -> Fraction:
        """What the meter shows on average when it is paid, in cents."""
        return self.solution.meters[0].average_cents(self.solution.seed_cents(seed), rate)

    @cached_property
    def record(self) -> RatesRecord:
        solution = self.solution
        rates = [
            SeedAndRate(
                seed_cents=seed,
                rate=str(rate),
                shown=ShownRate(rate=_percent(rate), average_meter_cents=int(self.average(seed, rate))),
            )
            for seed, rate in self.rates
        ]
        head, fixed = head_of(solution.configuration), _percent(solution.fixed_return)
        return record_of(RatesRecord, solution, **head, like=solution.paytable, fixed_return=fixed, rates=rates)

    def file(self, table_id: str, place: int = 1) -> str:  # noqa: ARG002
        raise BadInput("a jackpot is designed by its seed and rate alone: there is no table to write")


def _percent(value: Fraction, places: int = 4) -> str:
    return fixed_text(value * 100, places)


def _designed_record(table: DesignedTable, own: Mapping[str, int]) -> DesignedRecord:
    distribution = table.distribution
    return record_of(
        DesignedRecord,
        distribution,
        rows=[
            record_of(
                DesignedRow,
                row,
                event=row.row.event,
                pay=pay,
                was=own.get(row.row.event),
                returns=str(table.contribution(place)),
                shown=_percent(table.contribution(place)),
            )
            for place, (row, pay) in enumerate(zip(table.rows, table.pays, strict=False))
        ],
        shown=ShownTable(
            house_edge=_percent(table.edge),
            away=_percent(table.distance),
            standard_deviation=distribution.standard_deviation_text(5),
            hit_frequency=_percent(distribution.hit_frequency, 2),
        ),
    )


def whole_pays(table: Paytable) -> dict[str, int]:
    """What the table at hand pays to 1, by event; rows with other pays are left out."""
    return {
        row.event: int(row.pay.odds)
        for row in table.rows
        if isinstance(row.pay, ToOne) and row.pay.odds.denominator == 1
    }


def is_award(configuration: Configuration, wager: str) -> bool:
    """Whether the table pays on other wagers' stakes."""
    return configuration.rules.wager(wager).kind == "award"


class Design(Question[DesignAnswer | RatesAnswer]):
    """Which pays bring a wanted house edge?"""

    game: Game
    wager: Annotated[str, told("A bonus or jackpot wager, or an award.", "WAGER")]
    target_edge: Annotated[str, told("In percent, as in 5.5 or 5.5%.", "EDGE")]
    like: Annotated[str | None, told("The table with its rows; a bonus wager takes the first.", "ID")] = None
    order: Annotated[
        Literal["table", "edge"], told("What comes first: tables near the one at hand, or near the edge.")
    ] = "table"
    tolerance: Annotated[str, told("In percent: how far from the edge is near enough.", "PERCENT")] = "0.1"
    max_top_pay: Annotated[int, told("The largest pay.")] = 1_000
    row: Annotated[tuple[str, ...], told("Bounds of one row, as in flush=3-6.", "EVENT=LOW-HIGH")] = ()
    most: Annotated[int, told("How many are found; for an award, at most so many are solved.")] = 10

    def answered(self, asked: Asked) -> DesignAnswer | RatesAnswer:
        by = asked.by
        for name, given, most in (("max_top_pay", self.max_top_pay, 1_000_000), ("most", self.most, MOST_TABLES)):
            if not 1 <= given <= most:
                raise BadInput(f"{by.option(name)} {given}: expected 1 to {most:,}")
        edge = read_percent(self.target_edge, by.option("target_edge"))
        near = read_percent(self.tolerance, by.option("tolerance"))
        if near < 0:
            raise BadInput(f"{by.option('tolerance')} {self.tolerance}: it cannot be negative", hint="as in 0.1")
        named = catalogue.configuration(self.game)
        configuration = with_rows_of(named, self.wager, self.like)
        if configuration.tables[self.wager].is_jackpot:
            if self.row:
                raise BadInput("a jackpot is designed by its seed and rate alone", hint="leave the other options out")
            if self.like is None:
                # A jackpot keeps its fixed pays, so that each table has an answer of its own: none is chosen unasked.
                only_table(named, self.wager, f"{by.option('like')}{by.between}{{table}}")
            solution, rates = search_rates(configuration, self.wager, edge)
            return RatesAnswer(solution, edge, tuple(rates))
        own = whole_pays(configuration.tables[self.wager]) if self.order == "table" else {}
        wanted = Wanted(edge, self.max_top_pay, self._bounds(asked), near, own)
        if is_award(configuration, self.wager):
            tables = self._award(configuration, wanted, asked)
        else:
            tables = design(solve(configuration, self.wager)[self.wager].counted, wanted, self.most)
        if not tables.found:
            raise BadInput("the search ended before it found a paytable", hint="bounds on rows make it shorter")
        return DesignAnswer(configuration, self.wager, "table" if own else "edge", edge, tables)

    def _award(self, configuration: Configuration, wanted: Wanted, asked: Asked) -> Search:
        game = decided_game(configuration)
        if game.declares.solver != "streets":
            raise BadInput(
                f"{self.wager} is an award: how the game is played changes with its pays",
                hint="awards of games with streets are designed; change other tables, and croupier edge values them",
            )
        from croupier.questions.award_pays import design_award

        return design_award(game, self.wager, wanted, self.most, asked.progress)

    def _bounds(self, asked: Asked) -> dict[str, tuple[int, int]]:
        option = asked.by.option("row")
        bounds: dict[str, tuple[int, int]] = {}
        for text in self.row:
            event, bound = read_bound(text, option)
            if event in bounds:
                raise BadInput(f"{option} {text[:40]}: the row {event} is given twice", hint="give each row once")
            bounds[event] = bound
        return bounds
