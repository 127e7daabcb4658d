"""The end-of-day reports and the monthly summary of jackpots: a document for terminal and print, tables for CSV and
XLSX. ``jackpot.reports`` proves the figures. Times are those of the wall in documents and UTC in tables, where every
line begins with link and day, and prizes are complete."""

import datetime
import re
import zoneinfo
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from croupier.handbook.page.blocks import Block, Document, Grid, Section, Words, grid_of
from croupier.handbook.page.declared import columns_of
from croupier.handbook.page.terminal import Terminal
from croupier.handbook.page.text import money, plain
from croupier.handbook.page.workbook import Cell, Row, Table, Tables, csv_files, csv_sections, tables_workbook
from croupier.jackpot.gambling_day import begins_at, ends_at
from croupier.jackpot.plan.link_plan import MILLION, NOT_APPROVED, PLAY_CHIPS, WASHINGTON, LinkPlan
from croupier.jackpot.reports.day import MonthSummary, day_in_words
from croupier.jackpot.reports.records import DayReport, Explained, Prize
from croupier.records import replace
from croupier.software import VERSION
from croupier.units import amount, format_money


def moment(report: DayReport, at: int, write: str = "%Y-%m-%d %H:%M:%S") -> str:
    """A time as the clock on the wall showed it, with its day; with its offset where that is not the day's first."""
    local = _local(report, at)
    usual = local.utcoffset() == begins(report).utcoffset()
    return local.strftime(write) if usual else f"{local.strftime(write)} {offset(local)}"


def clock(report: DayReport, at: int | None) -> str:
    """The hour alone."""
    return "" if at is None else moment(report, at, "%H:%M:%S")


def begins(report: DayReport) -> datetime.datetime:
    """When the gambling day began."""
    plan = report.plan
    return _local(report, begins_at(report.day, plan.time_zone, plan.day_begins))


def hours(report: DayReport) -> str:
    """From when the day lasts; where the clocks change, to when and how long as well."""
    plan = report.plan
    start, end = (boundary(report.day, plan.time_zone, plan.day_begins) for boundary in (begins_at, ends_at))
    first, last = _local(report, start), _local(report, end)
    if {f"{first:%H:%M}", f"{last:%H:%M}"} == {plan.day_begins} and first.utcoffset() == last.utcoffset():
        return f"from {plan.day_begins}"
    long = f"{(end - start) / 3_600_000:g} hours"
    return f"from {first:%H:%M} {offset(first)} to {last:%H:%M} {offset(last)}, {long}: the clocks change"


def offset(local: datetime.datetime) -> str:
    """The zone's distance from UTC then."""
    return f"UTC{local.isoformat()[-6:]}"


def _local(report: DayReport, at: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(at / 1000, zoneinfo.ZoneInfo(report.plan.time_zone))


def prizes_section(report: DayReport) -> Section:
    """Every award with a record of its own, and the sums of those without."""
    small = [prize for prize in report.prizes if prize.is_small]
    records = [prize for prize in report.prizes if not prize.is_small]
    blocks: list[Block] = [Words(PLAY_CHIPS, "warning")] if report.plan.currency == "chips" else []
    if records:
        lines = [_prize(report, record) for record in records]
        stand = [record for record in records if not record.is_void]
        label = "All of these" if len(stand) == len(records) else "All but those taken back"
        total = money(sum(record.cents for record in stand))
        blocks.append(titled_grid(lines, "No.", "Amount", foot=("", "", label, total, "", "")))
    else:
        blocks.append(Words("No award needed a record of its own."))
    if small:
        counted = Counter((prize.hand, prize.kind) for prize in small)
        sums = [
            (hand, _kind(kind), f"{times:,}", money(sum(p.cents for p in small if (p.hand, p.kind) == (hand, kind))))
            for (hand, kind), times in counted.items()
        ]
        foot = ("All of these", "", f"{len(small):,}", money(sum(prize.cents for prize in small)))
        blocks.append(grid_of(("Paid at the tables", "Kind", "Number", "Amount"), sums, numbers=(2, 3), foot=foot))
    return Section("Prize records", tuple(blocks))


def _prize(report: DayReport, prize: Prize) -> dict[str, str]:
    # A win after midnight has the date of the calendar here, not that of its gambling day.
    won = clock(report, prize.at) if prize.day == report.day or prize.at is None else moment(report, prize.at)
    where = f"{won} {prize.table} round {prize.round}, {prize.who}".strip()
    of = f"level {prize.level}" if len(report.meters) > 1 else "the meter"
    share = _share(prize, of) if prize.kind == "meter" else _kind(prize.kind)
    reader = report.person.get(prize.read_by, prize.read_by)
    cards = prize.cards or (f"read by {reader}" if reader else "")
    dealer = f"dealer {prize.dealer}" if prize.dealer else ""
    hand = "; ".join(part for part in (f"{prize.hand}, {share}", cards, dealer) if part)
    return {
        "No.": str(prize.no),
        "Won": where,
        "Hand and cards": hand,
        "Amount": money(prize.cents),
        "Duties": ", ".join(duty.replace("_", " ") for duty in prize.duties) or "none",
        "Approved and paid": settled(report, prize),
    }


def _kind(kind: str) -> str:
    return "fixed pay" if kind == "fixed" else kind.replace("_", " ")


def _share(prize: Prize, of: str = "") -> str:
    """What was won of a meter; one that several won together was shared."""
    part = f"{prize.percent}% of {of}" if of else f"{prize.percent}%"
    return f"{part}, shared" if prize.is_shared else part


def settled(report: DayReport, prize: Prize) -> str:
    """What has become of an award by the end of the day."""
    names = report.person
    parts = []
    if prize.approved_by:
        at = "" if prize.is_void else clock(report, prize.decided_at)
        parts.append(" ".join(filter(None, ("approved by", names.get(prize.approved_by, prize.approved_by), at))))
    if prize.camera:
        parts.append(f"film {prize.camera}")
    if prize.paid_by:  # also of an award that was paid before it turned out to be wrong
        how = f"paid by {names.get(prize.paid_by, prize.paid_by)} {clock(report, prize.paid_at)}, {prize.method}"
        parts.append(" ".join(part for part in (how, prize.reference) if part))
        if prize.payee:
            parts.append(f"to {prize.payee}")
        if prize.tax_form:
            parts.append(f"tax form {prize.tax_form}")
    if prize.is_void:
        parts.append(f"{prize.status} {clock(report, prize.decided_at)}: {prize.rejected_for}")
        if prize.receivable:
            parts.append(f"{money(prize.receivable)} to come back")
    elif prize.status == "pending":
        parts.append("waits for approval")
    elif prize.status == "payable":
        parts.append("not yet paid")
    return "; ".join(parts)


def hits_section(report: DayReport) -> Section:
    """The last hits of the meter."""
    if not report.last_hits:
        return Section("Last 25 hits", (Words("The meter has not been hit."),))
    many = len(report.meters) > 1
    lines = [
        {
            "No.": str(hit.no),
            "Time": moment(report, hit.at or 0, "%Y-%m-%d %H:%M"),
            "Where": f"{hit.table} round {hit.round}, seat {hit.seat}",
            "Hand": hit.hand,
            "Share": _share(hit, f"level {hit.level}" if many else ""),
            "Amount": money(hit.cents),
            "Status": hit.status,
        }
        for hit in report.last_hits
    ]
    return Section("Last 25 hits", (titled_grid(lines, "No.", "Amount"),))


def titled_grid(lines: Sequence[Mapping[str, str]], *numbers: str, foot: Sequence[str] = ()) -> Grid:
    """A grid of lines that name their columns; ``numbers`` are those that hold figures."""
    titles = list(lines[0])
    return grid_of(titles, [list(line.values()) for line in lines], numbers=[*map(titles.index, numbers)], foot=foot)


_TYPES: Final = {"house": "House Jackpot", "progressive": "Progressive Jackpot"}


def warnings(plan: LinkPlan) -> list[str]:
    """What is said wherever this jackpot is configured or reported."""
    told = [PLAY_CHIPS] if plan.currency == "chips" else []
    if plan.jurisdiction != WASHINGTON:
        return told
    return [
        *told,
        f"{NOT_APPROVED[0].upper()}{NOT_APPROVED[1:]} in Washington: a live link demands a recorded approval.",
    ]


def header_facts(report: DayReport) -> list[tuple[str, str]]:
    """What the report is of: the jackpot, the day, and its place in the journal."""
    plan = report.plan
    if report.is_closed and report.closed_at is not None:
        who = report.person.get(report.closed_by, report.closed_by)
        status = f"closed by {who}, {moment(report, report.closed_at)}"
    else:
        status = f"not closed; as of {moment(report, report.last_at)}"
    entries = f"{report.first_entry:,} to {report.last_entry:,}, the last with hash {report.last_hash[:16]}"
    times = f"as clocks show them in {plan.time_zone}, {offset(begins(report))} where nothing else is said"
    if plan.day_begins != "00:00":
        next_date = datetime.date.fromisoformat(report.day) + datetime.timedelta(days=1)
        times += f"; hours before {plan.day_begins} are of {next_date}"
    wager = amount(plan.base_wager_cents, plan.currency)
    facts = [
        *([("Casino", licensee(plan))] if plan.casino else []),
        ("Gambling day", f"{day_in_words(report.day)}, {hours(report)} ({plan.time_zone})"),
        ("Status", status),
        ("Jackpot", f"{_TYPES[plan.type]} {plan.id}, {plan.paytable}, base wager {wager}"),
        ("Tables", f"{len(plan.tables)}: {', '.join(table.id for table in plan.tables)}"),
        ("Times", times),
        ("Entries", entries),
        ("Plan", report.plan_hash[:16]),
    ]
    return [(label, plain(text)) for label, text in facts]


def licensee(plan: LinkPlan) -> str:
    """Casino, location and license, as the head of every report names them."""
    where = ", ".join(filter(None, (plan.casino, plan.location)))
    return f"{where}; license {plan.license or 'not recorded in the plan'}"


def of_casino(plan: LinkPlan) -> str:
    """For the foot of a page, because a page may lie alone on a desk."""
    return f" · {plain(plan.casino)}, license {plain(plan.license or 'not recorded')}" if plan.casino else ""


def exact_money(millionths: int) -> str:
    """Dollars from millionths of a cent: two places, or as many as a fraction of a cent needs.

    >>> exact_money(123_000_000), exact_money(-1_500_000)
    ('1.23', '-0.015')
    """
    return f"{as_exact_dollars(millionths):,f}"


def document(report: DayReport) -> Document:
    """All reports of the day, for any writer."""
    kind = "Jackpot, end of day" if report.is_closed else "Jackpot, day not closed"
    foot = f"Jackpot reports of {report.day}{of_casino(report.plan)} · croupier {VERSION}"
    return Document(plain(report.plan.title), tuple(layout(report)), kind, tuple(header_facts(report)), foot)


def layout(report: DayReport) -> list[Section]:
    """All reports of the day, in the order in which a manager reads them."""
    tables = declared_grid(_TABLES, report.tables, report, total="All tables")
    return [
        _notices(report),
        _meters(report),
        _explained(report),
        Section("Tables", (tables if report.liability.adjusts_master_games_report else tables.without(5),)),
        _liability(report),
        _bank(report),
        prizes_section(report),
        hits_section(report),
        Section(
            "Exceptions",
            (declared_grid(_EXCEPTIONS, report.exceptions, report) if report.exceptions else Words("None."),),
        ),
    ]


def sign(plan: LinkPlan) -> str:
    """What comes before an amount in running text."""
    return "" if plan.currency == "chips" else "$"


def unit(plan: LinkPlan) -> str:
    """What the amounts of a table are in, for its caption."""
    return f"Amounts in {'play chips' if plan.currency == 'chips' else 'dollars'}."


def _notices(report: DayReport) -> Section:
    told = [Words(text, "warning") for text in warnings(report.plan)]
    if not report.is_closed:
        told.append(Words("The day is not closed: these figures still change.", "warning"))
    if report.is_seized:
        told.append(Words("The funds are seized: no wagers are taken.", "warning"))
    told += [Words(f"At fault: {plain(fault)}. No wagers are taken.", "warning") for fault in report.faults]
    if report.bank.short:
        short = f"{sign(report.plan)}{money(report.bank.short)}"
        told.append(Words(f"The bank is short by {short}: no wagers are taken.", "warning"))
    differs = report.bank.difference
    if differs:
        more = f"{amount(abs(differs), report.plan.currency)} {'more' if differs > 0 else 'less'}"
        words = f"The last bank statement shows {more} than the books, and no entry explains it."
        told.append(Words(words, "warning"))
    if report.plan.notice:
        words = plain(" ".join(report.plan.notice.split()))
        told.append(Words(f"Posted at each table: “{words}”"))
    return Section("", tuple(told))


def _meters(report: DayReport) -> Section:
    many = len(report.meters) > 1
    is_house = report.plan.type == "house"
    rows: list[tuple[str, ...]] = []

    def line(what: str, before: int, now: int, write: Callable[[int], str] = money) -> None:
        rows.append((what, write(before), write(now - before), write(now)))

    for meter in report.meters:
        level = f", level {meter.level}" if many else ""
        line(f"{'Posted prize' if is_house else 'Display'}{level}", meter.shown_before, meter.shown)
        if not is_house:
            line(f"Overflow{level}", report.account(f"overflow.{meter.level}").beginning, meter.overflow)
        line(f"Hits{level}", meter.hits - meter.hits_today, meter.hits, str)
        line(f"Wins{level}", meter.won - meter.won_today, meter.won)
    first, reserve = report.meters[0], report.account("reserve")
    line("Wagers, in", first.wagered - first.wagered_today, first.wagered)
    if not is_house:
        line("Reserve", reserve.beginning, reserve.ending)
    limits = [
        f"level {meter.level} {sign(report.plan)}{money(meter.limit)}"
        for meter in report.meters
        if meter.limit is not None
    ]
    posted = f" Posted limit: {', '.join(limits)}." if limits else ""
    caption = unit(report.plan) + posted
    columns = ("Meter", "Before the day", "Of the day", "At the end")
    return Section("Meter readings", (grid_of(columns, rows, numbers=(1, 2, 3), caption=caption),))


def _explained(report: DayReport) -> Section:
    shown = [
        account for account in report.accounts if account.account.partition(".")[0] in ("meter", "overflow", "reserve")
    ]
    told = [account for account in shown if account.beginning or account.changes or account.ending]
    if not told:
        words = "The posted prize is the house's: no wager adds to it and no award takes from it."
        return Section("Every change explained", (Words(words),))
    return Section("Every change explained", (), parts=tuple(_account(account) for account in told))


def _account(account: Explained) -> Section:
    rows = [
        ("Beginning amount", "", money(account.beginning)),
        *((change.what, f"{change.entries:,}", _signed(change.cents)) for change in account.changes),
    ]
    grid = grid_of(
        ("Change", "Entries", "Amount"), rows, numbers=(1, 2), foot=("Ending amount", "", money(account.ending))
    )
    return Section(account.title, (grid,))


def _signed(cents: int) -> str:
    return f"+{money(cents)}" if cents > 0 else money(cents)


def _liability(report: DayReport) -> Section:
    owed = report.liability
    rows = [
        ("Beginning amount", exact_money(owed.beginning_millionths)),
        *((change.what, f"{'+' * (change.millionths > 0)}{exact_money(change.millionths)}") for change in owed.changes),
    ]
    foot = ("Owed to players at the end", exact_money(owed.ending_millionths))
    grid = grid_of(("Accrued liability", "Amount"), rows, numbers=(1,), foot=foot)
    cite = " (WAC 230-15-671)" if report.plan.jurisdiction == WASHINGTON else ""
    if owed.adjusts_master_games_report:
        text = (
            f"Adjust the master games report by {sign(report.plan)}{exact_money(owed.accrued_millionths)}, what the "
            f"day's wagers accrued towards prizes{cite}."
        )
        if cite:
            text += " The form of that report, GC2-263, could not be read, so its columns are not copied here."
    else:
        text = f"A house jackpot is funded by the house: the master games report is not adjusted{cite}."
    return Section("Accrued liability", (Words(text), grid))


def _bank(report: DayReport) -> Section:
    bank = report.bank
    rows = [
        ("Beginning amount", "", "", "", money(bank.beginning)),
        *(
            (
                move.what.capitalize(),
                clock(report, move.at),
                report.person.get(move.by, move.by),
                move.reference,
                _signed(move.cents),
            )
            for move in bank.moves
        ),
    ]
    columns = ("Bank account", "Time", "Who", "Reference", "Amount")
    account = grid_of(columns, rows, numbers=(4,), foot=("Balance by the books", "", "", "", money(bank.ending)))
    statement = "none" if bank.statement is None else money(bank.statement)
    owed = "Owed to players" if report.plan.type == "progressive" else "Awards not yet paid"
    held = "Required balance" if report.plan.type == "progressive" else "Required balance, with the posted prizes"
    facts = [
        ("Bank statement", statement),
        ("Statement above or below the books", money(bank.difference)),
        ("Held for certain", money(bank.certain)),
        (owed, money(bank.owed)),
        (held, money(bank.required)),
        ("Short of it", money(bank.short)),
        ("Deposit that covers all of it", money(bank.deposit_due)),
    ]
    if report.plan.type == "progressive":
        allowed = f"{bank.days_since_deposit}, of {bank.deposit_days} allowed"
        facts.append(("Days that the oldest money waits for its deposit", allowed))
    grid = grid_of(("Required deposit and reconciliation", "Amount"), facts, numbers=(1,))
    return Section("Bank", (account, grid))


WIDTH: Final = 100
PAGE: Final = Terminal(WIDTH, WIDTH)


class Printed(NamedTuple):
    """The reports of one or more links, in every form that they are written in."""

    name: str  # What a file of them is called.
    title: str
    of: str  # The day or the month.
    last_day: str
    documents: Sequence[Document]
    tables: Tables  # By name: the columns and the lines of every table, over all links.

    def text(self, page: Terminal = PAGE) -> str:
        """For a terminal."""
        return "\n\n\n".join(map(page.document, self.documents))

    def source(self) -> str:
        """As Typst source."""
        from croupier.handbook.page import pdf  # most reports are read on screen

        return pdf.source(self.documents, self.title)

    def written(self, ending: str) -> bytes:
        """As one file: a PDF with a page for each link, a workbook, or one CSV; the same reports are the same bytes."""
        if ending == "pdf":
            from croupier.handbook.page.pdf import typeset

            return typeset(self.source())
        if ending == "csv":
            return csv_sections(self.tables).encode()
        date = datetime.date.fromisoformat(self.last_day)
        return tables_workbook(self.tables, f"Jackpot {self.name} of {self.of}", date)

    def files(self) -> dict[str, bytes]:
        """By name: a PDF, a workbook, and one CSV file for each table."""
        whole = {f"{self.name}.{ending}": self.written(ending) for ending in ("pdf", "xlsx")}
        return whole | {name: text.encode() for name, text in csv_files(self.tables).items()}


def printed(reports: Sequence[DayReport]) -> Printed:
    """The reports of a day."""
    title, last = f"Jackpot reports of {reports[0].day}", max(report.day for report in reports)
    tables = over_links("day", ((report.plan.id, report.day, _rows(report)) for report in reports))
    return Printed("report", title, last, last, [document(report) for report in reports], tables)


NamedTable = tuple[str, tuple[str, ...], list[Row]]


def over_links(of: str, parts: Iterable[tuple[str, str, Iterable[NamedTable]]]) -> Tables:
    """The tables of several links in one, every line with its link and its day or month."""
    lines: dict[str, Table] = {}
    for link, which, tables in parts:
        for name, columns, rows in tables:
            _, joined = lines.setdefault(name, (("link", of, *columns), []))
            joined += [(link, which, *row) for row in rows]
    return lines


_METERS: Final = (
    "level shown_before:$ shown:$ limit:$ overflow:$ wagered:$ wagered_day=wagered_today:$ hits hits_day=hits_today "
    "won:$ won_day=won_today:$"
)
_TABLES: Final = (
    "table rounds:# voided:# wagers:# wagered:$ accrued=accrued_millionths:exact paid_at_table:$ awarded:$ taken_back:$"
)
_WON: Final = "no won_on=day time=at:utc table round seat hand"
_PRIZES: Final = (
    f"{_WON} cards read_by kind level percent amount=cents:$ from_meter:yes duties:words status approved_by "
    "decided_at:utc rejected_for paid_by paid_at:utc method reference tax_form dealer receivable:$ payee camera"
)
_HITS: Final = f"{_WON} level percent shared=is_shared:yes amount=cents:$ status"
_EXCEPTIONS: Final = "entry=seq:# time=at:utc what who:people detail amount=cents:$"
_BANK: Final = ("statement", "difference", "owed", "required", "short", "deposit_due")


def declared(told: str, things: Iterable[object]) -> Table:
    """A table with a line for each thing."""
    columns = columns_of(told)
    lines: list[Row] = [
        tuple(_HOW[how][0](getattr(thing, attribute)) for _, attribute, how in columns) for thing in things
    ]
    return tuple(name for name, _, _ in columns), lines


def declared_grid(told: str, things: Sequence[object], report: DayReport, total: str = "", caption: str = "") -> Grid:
    """The same columns as they are printed, with a line of totals where it has a name."""
    columns = columns_of(told)
    rows = [[_HOW[how][1](getattr(thing, name), report) for _, name, how in columns] for thing in things]
    sums = [
        _HOW[how][1](sum(getattr(thing, name) for thing in things), report) for _, name, how in columns[1:] if total
    ]
    numbers = [place for place, (_, _, how) in enumerate(columns) if how in ("#", "$", "exact")]
    titles = [name.replace("_", " ").capitalize() for name, _, _ in columns]
    return grid_of(titles, rows, numbers=numbers, foot=(total, *sums) if total else (), caption=caption)


def _rows(report: DayReport) -> Iterator[NamedTable]:
    plan, bank, owed = report.plan, report.bank, report.liability
    facts: list[Row] = [
        *((name, getattr(plan, name)) for name in ("casino", "location", "license", "title", "type", "jurisdiction")),
        ("status", "closed" if report.is_closed else "not closed"),
        ("closed_at", _utc(report.closed_at)),
        *((name, getattr(report, name)) for name in ("closed_by", "first_entry", "last_entry", "last_hash")),
        ("plan", report.plan_hash),
        ("notice", " ".join(plan.notice.split())),
        *(("warning", text) for text in warnings(plan)),
    ]
    yield "report", ("fact", "value"), facts
    columns, meters = declared(_METERS, report.meters)
    yield "meters", (*columns, "reserve"), [(*line, as_dollars(report.reserve)) for line in meters]
    yield "changes", ("account", "title", "change", "entries", "amount"), list(_changes(report))
    yield "tables", *declared(_TABLES, report.tables)
    adjusted = as_exact_dollars(owed.accrued_millionths) if owed.adjusts_master_games_report else "not adjusted"
    changes: list[Row] = [
        ("beginning", as_exact_dollars(owed.beginning_millionths)),
        *((change.what, as_exact_dollars(change.millionths)) for change in owed.changes),
        ("ending", as_exact_dollars(owed.ending_millionths)),
        ("master games report adjustment", adjusted),
    ]
    yield "liability", ("change", "amount"), changes
    columns, moves = declared("what time=at:utc by reference amount=cents:$", bank.moves)
    ends: list[Row] = [(name, "", "", "", as_dollars(getattr(bank, name))) for name in ("beginning", "ending", *_BANK)]
    yield "bank", columns, [ends[0], *moves, *ends[1:]]
    yield "prizes", *declared(_PRIZES, report.prizes)
    yield "last_hits", *declared(_HITS, report.last_hits)
    yield "exceptions", *declared(_EXCEPTIONS, report.exceptions)


def _changes(report: DayReport) -> Iterator[Row]:
    for explained in report.accounts:
        yield explained.account, explained.title, "beginning", "", as_dollars(explained.beginning)
        for change in explained.changes:
            yield explained.account, explained.title, change.what, change.entries, as_dollars(change.cents)
        yield explained.account, explained.title, "ending", "", as_dollars(explained.ending)
    for account, (before, after) in report.fractions.items():
        title = f"Fractions of a cent towards {account}"
        for what, millionths in (("beginning", before), ("change", after - before), ("ending", after)):
            yield f"remainder.{account}", title, what, "", as_exact_dollars(millionths)


def as_dollars(cents: int | None) -> Decimal | None:
    """An amount that stays a number, also below zero."""
    return None if cents is None else Decimal(format_money(cents))


def as_exact_dollars(millionths: int) -> Decimal:
    """Dollars, with as many places as a fraction of a cent needs."""
    if millionths % MILLION == 0:
        return Decimal(format_money(millionths // MILLION))
    whole, rest = divmod(abs(millionths), 100 * MILLION)
    return Decimal(f"{'-' if millionths < 0 else ''}{whole}.{rest:08d}".rstrip("0"))


def _utc(at: int | None) -> str:
    if at is None:
        return ""
    return datetime.datetime.fromtimestamp(at / 1000, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _same(value: Cell) -> Cell:
    return value


_HOW: Final[dict[str, tuple[Callable[..., Cell], Callable[..., str]]]] = {
    "": (_same, lambda value, _: str(value)),
    "#": (_same, lambda count, _: f"{count:,}"),
    "$": (as_dollars, lambda cents, _: "" if cents is None else money(cents)),
    "exact": (as_exact_dollars, lambda millionths, _: exact_money(millionths)),
    "utc": (_utc, lambda at, report: clock(report, at)),
    "people": (
        _same,
        lambda who, day: " and ".join(day.person.get(x, x) for x in who.split(" and ")) or "the system",
    ),
    "yes": (lambda is_so: "yes" if is_so else "no", lambda is_so, _: "yes" if is_so else "no"),
    "words": (" ".join, lambda words, _: ", ".join(words)),
}  # How a declared column is written: in a table, and on the page of a report.

_FIGURES: Final = (
    "rounds:# voided:# wagers:# wagered:$ accrued=accrued_millionths:exact hits:# awarded:$ taken_back:$ paid:$"
)
_UNCLAIMED: Final = "no won_on=day table round seat hand status amount=cents:$ claim_until"


def printed_month(summaries: Sequence[MonthSummary]) -> Printed:
    """The summaries of a month."""
    tables = over_links("month", ((summary.plan.id, summary.month, _month_rows(summary)) for summary in summaries))
    month, last = summaries[0].month, max(summary.last.day for summary in summaries)
    return Printed("summary", f"Jackpot summary of {month}", month, last, list(map(month_document, summaries)), tables)


def _month_rows(summary: MonthSummary) -> Iterator[NamedTable]:
    plan = summary.plan
    yield "report", ("fact", "value"), [(name, getattr(plan, name)) for name in "casino location license title".split()]
    columns, days = declared(f"day closed:yes {_FIGURES}", summary.figures)
    ends = [(as_exact_dollars(day.liability.ending_millionths), as_dollars(day.bank.ending)) for day in summary.days]
    yield "days", (*columns, "owed", "bank"), [(*line, *end) for line, end in zip(days, ends, strict=True)]
    yield "owed", *declared("change=what amount=millionths:exact", summary.owed)
    columns, unclaimed = declared(_UNCLAIMED, summary.unclaimed)
    yield "unclaimed", (*columns, "rule"), [(*line, plan.claim_rule) for line in unclaimed]


_ACCRUED: Final = (
    "Accrued is what the wagers added to the players' money, voided rounds taken off: the adjustment of the master "
    "games report. The form GC2-263 itself could not be read, so its columns are not copied here."
)
_NOT_ACCRUED: Final = "A house jackpot is funded by the house: the master games report is not adjusted."


def month_document(summary: MonthSummary) -> Document:
    """The summary of one link, for any writer."""
    month = datetime.date.fromisoformat(f"{summary.month}-01").strftime("%B %Y")
    facts = [
        (label, text) for label, text in header_facts(summary.last) if label in ("Casino", "Jackpot", "Tables", "Plan")
    ]
    first, last = summary.first, summary.last
    days = f"{first.day} to {last.day}, {len(summary.days)} gambling day{'s' if len(summary.days) > 1 else ''}"
    entries = f"{first.first_entry:,} to {last.last_entry:,}, the last with hash {last.last_hash[:16]}"
    facts = [("Month", month), ("Days", days), *facts, ("Entries", entries)]
    kind = "Jackpot, monthly summary" if summary.is_closed else "Jackpot, month not ended"
    foot = f"Jackpot summary of {summary.month}{of_casino(summary.plan)} · croupier {VERSION}"
    told = warnings(summary.plan)
    if not summary.is_closed:
        told.append("Not every day of the month is closed: these figures still change.")
    sections = (
        Section("", tuple(Words(text, "warning") for text in told)),
        _days(summary),
        _month_meters(summary),
        _owed(summary),
        _month_bank(summary),
        _unclaimed(summary),
    )
    return Document(plain(last.plan.title), sections, kind, tuple(facts), foot)


def _days(summary: MonthSummary) -> Section:
    days = [replace(day, day=f"{day.day}{'' if day.closed else ' (not closed)'}") for day in summary.figures]
    grid = declared_grid(f"day {_FIGURES}", days, summary.last, "The month", unit(summary.plan))
    words = (
        "Each day shows what happened on it: an award that was rejected or corrected on a later day is awarded on the "
        "first and taken back on the second. Hits are counted without those taken back."
    )
    accrued = _ACCRUED if summary.last.liability.adjusts_master_games_report else _NOT_ACCRUED
    return Section("Days", (grid, Words(words), Words(accrued)))


def _month_meters(summary: MonthSummary) -> Section:
    rows = []
    for level in summary.plan.levels:
        meters = [next(meter for meter in day.meters if meter.level == level.number) for day in summary.days]
        hits, won = sum(meter.hits_today for meter in meters), sum(meter.won_today for meter in meters)
        name = f"Level {level.number}" if len(summary.plan.levels) > 1 else "Display"
        rows.append((name, money(meters[0].shown_before), money(meters[-1].shown), f"{hits:,}", money(won)))
    columns = ("Meter", "Before the month", "At the end", "Hits", "Wins")
    return Section("Meters", (grid_of(columns, rows, numbers=range(1, 5)),))


def _owed(summary: MonthSummary) -> Section:
    rows = [("Before the month", exact_money(summary.first.liability.beginning_millionths))]
    rows += [(change.what, exact_money(change.millionths)) for change in summary.owed if change.millionths]
    foot = ("At the end", exact_money(summary.last.liability.ending_millionths))
    return Section("Owed to players", (grid_of(("Change", "Amount"), rows, numbers=(1,), foot=foot),))


def _month_bank(summary: MonthSummary) -> Section:
    moves: dict[str, list[int]] = {}
    for day in summary.days:
        for move in day.bank.moves:
            moves.setdefault(re.sub(r"^award \d+", "awards", move.what), []).append(move.cents)
    rows = [("Before the month", "", money(summary.first.bank.beginning))]
    rows += [(what.capitalize(), f"{len(amounts):,}", money(sum(amounts))) for what, amounts in moves.items()]
    foot = ("At the end", "", money(summary.last.bank.ending))
    grid = grid_of(("Change", "Entries", "Amount"), rows, numbers=(1, 2), foot=foot)
    owed = f"Owed to players at the end: {sign(summary.plan)}{money(summary.last.bank.owed)}."
    return Section("Bank", (grid, Words(owed)))


def _unclaimed(summary: MonthSummary) -> Section:
    plan = summary.plan
    rule = plan.claim_rule or "by the operator's own reading; the plan names no rule"
    words = (
        f"A prize may be claimed for {plan.claim_days} days after the gambling day on which it was won ({rule})."
        if plan.claim_days
        else "The plan says nothing of a deadline (claim_days, claim_rule), so none is shown."
    )
    if not summary.unclaimed:
        return Section("Unclaimed prizes", (Words("None: every prize that was won is paid."), Words(plain(words))))
    lines = [
        {
            "No.": str(prize.no),
            "Won on": prize.day,
            "Where": f"{prize.table}, {prize.who}",
            "Hand": prize.hand,
            "Status": prize.status,
            "Amount": money(prize.cents),
            "Claim until": f"{prize.claim_until}, passed" if prize.late else prize.claim_until or "none",
        }
        for prize in summary.unclaimed
    ]
    foot = ("All", "", "", "", "", money(sum(prize.cents for prize in summary.unclaimed)), "")
    return Section("Unclaimed prizes", (titled_grid(lines, "Amount", foot=foot), Words(plain(words))))
