"""A paytable for a wanted house edge: ``Design``; for a jackpot, the rate at which its meter must grow. ``pay_search``
finds the pays of a bonus wager, ``award_pays`` those of an award, under the best play of each table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Final, Literal

from croupier import catalogue
from croupier.errors import BadInput
from croupier.exact.counting.jackpots import JackpotSolution
from croupier.questions.asking import Asked, Game, Question, told
from croupier.questions.edge import only_table
from croupier.questions.figures import head_of
from croupier.questions.pay_search import MOST_TABLES, DesignedTable, Search, Wanted, design, whole_pays
from croupier.questions.solved.solutions import decided_game, solve
from croupier.records import Count, Of, Record, field, record_of
from croupier.rulebook.configuration import Configuration
from croupier.units import ToOne, fixed_text, format_odds, fraction_of


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
