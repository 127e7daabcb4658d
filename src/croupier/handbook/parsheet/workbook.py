"""A par sheet as a workbook with live formulas: change a pay, a meter or a count, and every figure follows. Every
formula cell holds our own figure too, so that a program that does not calculate shows it. A wager that is decided by
the player keeps the strategy that was solved for the printed pays, and its sheet says so. After the live sheets come
all sections of the printed sheet, a worksheet each, with the same digits."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, Literal

from croupier.exact.counting.jackpots import JackpotSolution, draws_of
from croupier.exact.long_run.volatility import ROUNDS, VOLATILITY_INDEX
from croupier.exact.result import Number
from croupier.handbook.page.workbook import DIGITS, add_sections, write_workbook
from croupier.handbook.parsheet.layout import SIGNED, WORDS, header_facts, layout
from croupier.questions.sheet.records import Sheet, ValuedSheet, WagerSheet
from croupier.rulebook.rules import UNIT_CENTS
from croupier.units import Fixed, ForOne, MeterShare, Pay, Push, ToOne, square_root_text

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet


UNKNOWN: Final = "needs the meter"
Kind = Literal["to 1", "for 1", "$ for $1", "% of meter", "push", "loses", "net"]


@dataclass(frozen=True)
class WorkbookRow:
    """One row: what the cell of its pay holds, and how that is read."""

    label: str
    pay: Fraction
    kind: Kind
    count: int
    level: int = 0  # Of the meter it is a share of; zero where it pays none.
    envy: Fraction = Fraction()  # Dollars for each $1 that each other bettor receives.

    def back(self, line: int, inputs: dict[str, str]) -> str:
        """What it hands back for each unit staked, as a formula of the cells of its line."""
        match self.kind:
            case "to 1" | "net":
                return f"=B{line}+1"
            case "for 1" | "$ for $1":
                return f"=B{line}"
            case "% of meter":
                meter = inputs[f"meter {self.level}"]
                return f'=IF(ISNUMBER({meter}),B{line}/100*{meter}/{inputs["stake"]},"{UNKNOWN}")'
        return "=1" if self.kind == "push" else "=0"

    def returned(self, meters: dict[int, Fraction] | None, stake: Fraction) -> Fraction | None:
        """The same as our own figure, meters and stake in dollars; None where its meter is not given."""
        if self.kind == "% of meter":
            return None if meters is None else self.pay / 100 * meters[self.level] / stake
        own = {"to 1": self.pay + 1, "net": self.pay + 1, "push": Fraction(1), "loses": Fraction()}
        return own.get(self.kind, self.pay)


def outcomes_of(each: WagerSheet) -> list[WorkbookRow]:
    """All outcomes of a wager; where pays are dynamic, a row for each pay that may be drawn."""
    result = each.result
    if result.jackpot is not None:
        return list(_jackpot(result.jackpot))
    if result.table is not None:
        rows = [WorkbookRow(row.label, *_pay(row.pay), row.count) for row in result.rows]
        return [*rows, WorkbookRow("everything else", Fraction(), "loses", result.losing)]
    counts = reversed(result.distribution.counts)
    words = {1: "wins", 0: "pushes", -1: "loses"}
    return [WorkbookRow(words[(net > 0) - (net < 0)], net, "net", count) for net, count in counts]


def _pay(pay: Pay) -> tuple[Fraction, Kind]:
    match pay:
        case ToOne(odds):
            return odds, "to 1"
        case ForOne(odds):
            return odds, "for 1"
        case Fixed(cents):
            return Fraction(cents, UNIT_CENTS), "$ for $1"
        case MeterShare(percent):
            return percent, "% of meter"
        case Push():
            return Fraction(), "push"
        case _:
            return Fraction(), "loses"


def _jackpot(result: JackpotSolution) -> Iterator[WorkbookRow]:
    draws = draws_of(result.counted.table, result.boosts)
    for row in result.counted.rows:
        pay = row.row.pay
        envy = Fraction(row.row.envy_cents or 0, UNIT_CENTS)
        if isinstance(pay, MeterShare):
            yield WorkbookRow(row.label, pay.percent, "% of meter", row.count * draws, pay.level or 1, envy)
            continue
        drawn = result.pays(row.row)
        for back, chance in drawn:
            label = row.label if len(drawn) == 1 else f"{row.label}, at ${float(back):,.2f}"
            count = row.count * draws * chance
            assert count.denominator == 1
            kind: Kind = "$ for $1" if isinstance(pay, Fixed) else "for 1"
            yield WorkbookRow(label, back, kind, count.numerator, 0, envy)
    yield WorkbookRow("everything else", Fraction(), "loses", result.losing * draws)


def render_workbook(sheet: Sheet) -> bytes:
    """The workbook; the same sheet gives the same bytes."""
    properties = {
        "title": f"{sheet.record.title}: par sheet",
        "subject": sheet.record.game,
        "comments": f"{sheet.record.document.number}, game {sheet.record.game_hash}",
    }

    def fill(book: Workbook) -> None:
        book.set_calc_mode("auto")
        _front(book, sheet)
        taken = ["Par sheet", *(sheet_name(each) for each in sheet.wagers)]
        if sheet.valued:
            _valued_page(book, sheet.valued)
            taken.append(sheet.valued.wager.id[:31])
        for each in sheet.wagers:
            _Page(book, each, sheet).write()
        printed = [section for section in layout(sheet) if section.title != SIGNED]
        add_sections(book, printed, taken)

    return write_workbook(sheet.record.document.date or datetime.date(1970, 1, 1), properties, fill)


def sheet_name(each: WagerSheet) -> str:
    """A wager's sheet: its id, cut to what a name may hold."""
    return each.wager.id[:31]


def _front(book: Workbook, sheet: Sheet) -> None:
    page = book.add_worksheet("Par sheet")
    bold, muted = book.add_format({"bold": True, "font_size": 16}), book.add_format({"font_color": "#66716c"})
    head, percent = book.add_format({"bold": True, "bottom": 1}), book.add_format({"num_format": "0.000000%"})
    page.set_column(0, 0, 28)
    page.set_column(1, 1, 60)
    page.write(0, 0, sheet.record.title, bold)
    at = 2
    for label, value in header_facts(sheet):
        page.write_string(at, 0, label, muted)
        page.write_string(at, 1, value)
        at += 1
    at += 1
    page.write_row(at, 0, ("Wager", "House edge, of the initial wager"), head)
    if sheet.valued:
        at += 1
        name = sheet.valued.wager.id[:31]
        page.write_string(at, 0, sheet.valued.wager.title)
        page.write_formula(at, 1, f"='{name}'!{_EDGE}", percent, float(sheet.valued.best.house_edge))
    for left in sheet.record.unsolved:
        at += 1
        page.write_string(at, 0, sheet.configuration.rules.wager(left.wager).title)
        page.write_string(at, 1, f"not solved: {left.why}")
    for each in sheet.wagers:
        at += 1
        page.write_string(at, 0, each.wager.title)
        edge = UNKNOWN if each.expectation is None else float(-each.expectation)
        page.write_formula(at, 1, f"='{sheet_name(each)}'!{_EDGE}", percent, edge)
    for use in sheet.samples:
        at += 1
        page.write_string(at + 1, 0, f"Sample: {use.id} is not the maker's table. {use.note}", muted)
    page.fit_to_pages(1, 0)
    page.print_area(0, 0, at + 1, 1)


_EDGE: Final = "$B$5"  # Where every wager's sheet has its house edge, so that others can refer to it.


def _live_page(
    book: Workbook, name: str, title: str, about: str, widths: Sequence[int]
) -> tuple[Worksheet, dict[str, Format]]:
    """A sheet of its own with its title, what may be changed on it, and the looks of its cells."""
    page = book.add_worksheet(name)
    formats = {look: book.add_format(properties) for look, properties in WORDS.looks.items()}
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.freeze_panes(3, 1)
    for place, width in enumerate(widths):
        page.set_column(place, place, width)
    page.write_string(0, 0, title, formats["title"])
    page.write_string(1, 0, about, formats["muted"])
    return page, formats


def write_bands(
    page: Worksheet, formats: dict[str, Format], at: int, edge: Number | None, variance: Number | None
) -> None:
    """The house's win after many rounds as if normal, from the edge in B5 and the variance in B8."""
    reach = [NormalDist().inv_cdf(chance) for chance in (0.005, 0.025, 0.975, 0.995)]
    columns = ("Rounds; bands as normal", "SD", "99 %: from", "95 %: from", "95 %: to", "99 %: to")
    page.write_row(at, 0, columns, formats["head"])
    for line, rounds in enumerate(ROUNDS, at + 2):
        page.write_number(line - 1, 0, rounds, formats["count"])
        deviation = None if variance is None else sqrt(variance / rounds)
        told = f'=IF(ISNUMBER($B$8),SQRT($B$8/A{line}),"{UNKNOWN}")'
        page.write_formula(line - 1, 1, told, formats["percent"], UNKNOWN if deviation is None else deviation)
        for place, z in enumerate(reach, 2):
            value = UNKNOWN if deviation is None or edge is None else float(edge) + z * deviation
            told = f'=IF(ISNUMBER(B{line}),$B$5+{z:.15g}*B{line},"{UNKNOWN}")'
            page.write_formula(line - 1, place, told, formats["percent"], value)


def _valued_page(book: Workbook, sheet: ValuedSheet) -> None:
    """A wager that is valued to a bound: what was worked out is given, and what follows from it is live."""
    about = f"Shaded cells were worked out in floating point, off by less than {sheet.best.error:g}; all else follows."
    page, formats = _live_page(book, sheet.wager.id[:31], sheet.wager.title, about, (34, *[18] * 5))
    best, pace = sheet.best, sheet.pace
    deviation = sqrt(best.variance)
    lines: list[tuple[str, str, Number, str]] = [
        ("Expectation, units", "", best.expectation, "figure"),
        ("House edge", "-B4", best.house_edge, "percent"),
        ("Average wagered, units", "", best.average_wagered, "figure"),
        ("Element of risk", "B5/B6", best.element_of_risk, "percent"),
        ("Variance, units squared", "", best.variance, "figure"),
        ("Standard deviation, units", "SQRT(B8)", deviation, "figure"),
        ("Volatility index, units", f"{float(VOLATILITY_INDEX):g}*B9", float(VOLATILITY_INDEX) * deviation, "figure"),
        ("N0, rounds", "B8/B4^2", best.variance / best.expectation**2 if best.expectation else 0.0, "figure"),
        ("Expectation by the chart, units", "", sheet.chart.expectation, "figure"),
        ("House edge by the chart", "-B12", sheet.chart.house_edge, "percent"),
        ("The chart costs", "B13-B5", float(best.expectation - sheet.chart.expectation), "percent"),
        ("Rounds an hour", "", pace.rounds_per_hour, "count"),
        ("Seats", "", pace.seats, "count"),
        ("Average wager, $", "", pace.average_wager_cents / 100, "figure"),
        ("Expected win an hour, $", "B5*B15*B16*B17", sheet.win_per_hour, "figure"),
    ]
    for at, (label, formula, value, look) in enumerate(lines, 3):
        page.write_string(at, 0, label)
        if formula:
            page.write_formula(at, 1, f"={formula}", formats[look], float(value))
        else:
            page.write_number(at, 1, float(value), book.add_format(WORDS.looks["input"] | WORDS.looks[look]))
    bands = len(lines) + 4
    write_bands(page, formats, bands, best.house_edge, best.variance)
    page.print_area(0, 0, bands + len(ROUNDS), 5)


@dataclass
class _Page:
    """One wager's sheet: figures above, what they rest on below."""

    book: Workbook
    each: WagerSheet
    sheet: Sheet
    page: Worksheet = field(init=False)
    formats: dict[str, Format] = field(init=False)

    def write(self) -> None:
        rows = outcomes_of(self.each)
        record = self.each.record
        title = record.title + (f" – {record.paytable}" if record.paytable else "")
        widths = list(WORDS.columns.values())
        self.page, self.formats = _live_page(self.book, sheet_name(self.each), title, self._about(), widths)
        inputs = self._inputs()
        first = 20 + len(inputs) + 2
        self._figures(rows, inputs, first)
        self._table(rows, inputs, first)
        bands = first + len(rows) + 3
        figures, expectation = self.each.distribution, self.each.expectation
        edge = None if expectation is None else -expectation
        write_bands(self.page, self.formats, bands, edge, figures.variance if figures else None)
        self.page.print_area(0, 0, bands + len(ROUNDS), len(WORDS.columns) - 1)

    def _about(self) -> str:
        if self.each.result.is_base:
            return (
                "Net outcomes of the whole round under the strategy solved for the printed pays: a changed outcome "
                "does not change the strategy."
            )
        return "Shaded cells may be changed; every figure follows. The wager is decided before any card is seen."

    @property
    def jackpot(self) -> JackpotSolution | None:
        return self.each.result.jackpot

    @property
    def meters(self) -> dict[int, Fraction] | None:
        """What every meter shows, in dollars; None where one is not given."""
        if self.each.jackpot is None:
            return {}
        shown = self.each.jackpot.shown
        return None if shown is None else {level: Fraction(cents) / 100 for level, cents in shown.items()}

    def _inputs(self) -> dict[str, str]:
        """The cells above the table that may be changed, by what they hold; a line each from line 21 on."""
        if self.jackpot is None or self.each.jackpot is None:
            return {}
        found: dict[str, str] = {}
        conditions = self.each.jackpot.conditions
        given: list[tuple[str, str, float | None]] = [
            ("stake", "Base wager, $", self.jackpot.stake_cents / 100),
            ("others", "Other players who bet", conditions.others),
        ]
        for meter in self.jackpot.meters:
            shown = None if self.meters is None else float(self.meters[meter.level])
            given.append((f"meter {meter.level}", f"Meter of level {meter.level}, $", shown))
        for place, (name, label, value) in enumerate(given):
            at = 20 + place
            self.page.write_string(at, 0, label)
            if value is None:
                self.page.write_blank(at, 1, None, self.formats["input"])
            else:
                self.page.write_number(at, 1, value, self.formats["input"])
            found[name] = f"$B${at + 1}"
        return found

    def _table(self, rows: list[WorkbookRow], inputs: dict[str, str], first: int) -> None:
        self.page.write_row(first - 1, 0, list(WORDS.columns), self.formats["head"])
        total = sum(row.count for row in rows)
        stake = Fraction(self.jackpot.stake_cents, 100) if self.jackpot else Fraction(1)
        for place, row in enumerate(rows):
            at = first + place
            line = at + 1
            back = row.returned(self.meters, stake)
            self.page.write_string(at, 0, row.label)
            if row.kind not in ("push", "loses"):
                self.page.write_number(at, 1, float(row.pay), self.formats["input"])
            self.page.write_string(at, 2, row.kind)
            if row.level:
                self.page.write_number(at, 3, row.level)
            self._formula(at, 4, row.back(line, inputs), back)
            self._formula(at, 5, f"=IF(ISNUMBER(E{line}),E{line}-1,E{line})", None if back is None else back - 1)
            self.page.write_number(at, 6, row.count, self.formats["count"])
            if len(str(row.count)) > DIGITS:
                self.page.write_string(at, 7, f"{row.count:,}")
            chance = Fraction(row.count, total)
            self._formula(at, 8, f"=G{line}/SUM({_span('G', first, rows)})", chance, "chance")
            part = f"E{line}" if self.jackpot else f"F{line}"
            value = None if back is None else chance * (back if self.jackpot else back - 1)
            self._formula(at, 9, f"=IF(ISNUMBER({part}),{part}*I{line},{part})", value, "figure")
            if row.envy:
                self.page.write_number(at, 10, float(row.envy), self.formats["input"])
        at = first + len(rows)
        self.page.write_string(at, 0, "all outcomes", self.formats["head"])
        self._formula(at, 6, f"=SUM({_span('G', first, rows)})", Fraction(total), "count")
        if len(str(total)) > DIGITS:
            self.page.write_string(at, 7, f"{total:,}")
        self._formula(at, 8, f"=SUM({_span('I', first, rows)})", Fraction(1), "chance")

    def _figures(self, rows: list[WorkbookRow], inputs: dict[str, str], first: int) -> None:
        """The figures, each with its formula and our own value; the house edge is in line 5 on every sheet."""
        nets, chances = _span("F", first, rows), _span("I", first, rows)
        figures, expectation = self.each.distribution, self.each.expectation
        known = f"COUNT({nets})={len(rows)}"
        own = f"SUMPRODUCT({nets},{chances})"
        envy = f"+{inputs['others']}*B12" if self.jackpot else ""
        variance = f"SUMPRODUCT({chances},({nets}-B4)^2)"
        if self.jackpot:
            variance = f"SUMPRODUCT({chances},({nets}-(B4-{inputs['others']}*B12))^2)"
        hits = pushes = spread = deviation = None
        if figures:
            hits, pushes, spread = figures.hit_frequency, figures.push_frequency, figures.variance
            deviation = float(square_root_text(spread, 20)) if spread else None
        lines: list[tuple[str, str, Fraction | float | None, str]] = [
            ("Expectation, units", f"{own}{envy}", expectation, "figure"),
            ("House edge", "-B4", None if expectation is None else -expectation, "percent"),
            ("Hit frequency", f'SUMIF({nets},">0",{chances})', hits, "percent"),
            ("Push frequency", f'SUMIF({nets},"=0",{chances})', pushes, "percent"),
            ("Variance, units squared", variance, spread, "figure"),
            ("Standard deviation, units", "SQRT(B8)", deviation, "figure"),
        ]
        for place, (label, formula, value, look) in enumerate(lines):
            self.page.write_string(3 + place, 0, label)
            self._formula(3 + place, 1, f'=IF({known},{formula},"{UNKNOWN}")', value, look)
        if self.jackpot is None:
            if figures and figures.average_wagered != 1:
                self.page.write_string(9, 0, "Average wagered, units")
                self.page.write_number(9, 1, float(figures.average_wagered), self.formats["input"])
                self.page.write_string(10, 0, "Element of risk")
                self._formula(10, 1, "=B5/B10", figures.element_of_risk, "percent")
            return
        self._jackpot_figures(rows, inputs, first)

    def _jackpot_figures(self, rows: list[WorkbookRow], inputs: dict[str, str], first: int) -> None:
        solution, sheet = self.jackpot, self.each.jackpot
        assert solution is not None
        assert sheet is not None
        kinds, pays = _span("C", first, rows), _span("B", first, rows)
        chances, levels, envies = _span("I", first, rows), _span("D", first, rows), _span("K", first, rows)
        fixed = "+".join(f'SUMIF({kinds},"{kind}",{_span("J", first, rows)})' for kind in ("$ for $1", "for 1", "push"))
        lines: list[tuple[str, str, Fraction | None, str]] = [
            ("Fixed return", fixed, solution.fixed_return, "percent"),
            ("Envy, each other player", f"SUMPRODUCT({envies},{chances})", solution.envy_return, "percent"),
        ]
        top, *lower = solution.meters
        for meter in solution.meters:
            share = f"SUMPRODUCT(({levels}={meter.level})*{pays}*{chances})/100"
            lines.append((f"Level {meter.level}: average share of it paid", share, meter.share, "chance"))
        cells = {meter.level: f"B{13 + place}" for place, meter in enumerate(solution.meters)}
        less = "".join(f"-{cells[each.level]}*{inputs[f'meter {each.level}']}/{inputs['stake']}" for each in lower)
        short = f"(1-B11-{inputs['others']}*B12{less})"
        even = sheet.break_even_cents
        needed = "".join(f",ISNUMBER({inputs[f'meter {each.level}']})" for each in lower)
        found = f"{short}*{inputs['stake']}/{cells[top.level]}"
        has_lower = ", lower meters as given" if lower else ""
        lines.append(
            (
                f"Break-even meter, ${has_lower}",
                f'IF(AND(TRUE{needed}),{found},"{UNKNOWN}")' if lower else found,
                None if even is None else even / 100,
                "figure",
            )
        )
        for place, (label, formula, value, look) in enumerate(lines):
            self.page.write_string(10 + place, 0, label)
            self._formula(10 + place, 1, f"={formula}", value, look)

    def _formula(self, row: int, column: int, formula: str, value: Fraction | float | None, look: str = "") -> None:
        shown: object = UNKNOWN if value is None else float(value)
        self.page.write_formula(row, column, formula, self.formats.get(look), shown)


def _span(column: str, first: int, rows: list[WorkbookRow]) -> str:
    return f"${column}${first + 1}:${column}${first + len(rows)}"
