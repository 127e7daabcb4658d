"""The end-of-day reports of a jackpot as sections of grids: the same for the terminal and for print.

``jackpot.reports`` proves the figures; here they are only put in their place. Amounts are dollars with two places, a
fraction of a cent is written out where there is one.
"""

from __future__ import annotations

import datetime
import zoneinfo
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Final

from croupier.handbook.page import pdf
from croupier.handbook.page.blocks import Block, Cell, Document, Grid, Section, Words, grid_of
from croupier.handbook.page.terminal import Terminal
from croupier.handbook.page.text import money, plain
from croupier.handbook.page.typesetting import typeset
from croupier.jackpot.gambling_day import begins_at, ends_at
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.jackpot.plan.link_rules import NOT_APPROVED, PLAY_CHIPS, WASHINGTON
from croupier.jackpot.reports.day import day_in_words
from croupier.jackpot.reports.records import DayReport, Explained, Prize
from croupier.units.money import amount


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
    start, end = (each(report.day, plan.time_zone, plan.day_begins) for each in (begins_at, ends_at))
    first, last = _local(report, start), _local(report, end)
    if {f"{first:%H:%M}", f"{last:%H:%M}"} == {plan.day_begins} and first.utcoffset() == last.utcoffset():
        return f"from {plan.day_begins}"
    long = f"{(end - start) / 3_600_000:g} hours"
    return f"from {first:%H:%M} {offset(first)} to {last:%H:%M} {offset(last)}, {long}: the clocks change"


def next_date(report: DayReport) -> str:
    """The date of the calendar on which the day ends."""
    return (datetime.date.fromisoformat(report.day) + datetime.timedelta(days=1)).isoformat()


def offset(local: datetime.datetime) -> str:
    """The zone's distance from UTC then."""
    return f"UTC{local.isoformat()[-6:]}"


def _local(report: DayReport, at: int) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(at / 1000, zoneinfo.ZoneInfo(report.plan.time_zone))


_DUTIES: Final = {"approval": "approval", "camera": "camera", "check": "check", "tax_form": "tax form"}
_KINDS: Final = {"meter": "meter", "fixed": "fixed pay", "envy": "envy", "dealer_envy": "dealer envy"}


def prizes_section(report: DayReport) -> Section:
    """Every award with a record of its own, and the sums of those without."""
    small = [prize for prize in report.prizes if prize.is_small]
    records = [prize for prize in report.prizes if not prize.is_small]
    blocks: list[Block] = [Words(PLAY_CHIPS, "warning")] if report.plan.currency == "chips" else []
    if records:
        columns = ("No.", "Won", "Hand and cards", "Amount", "Duties", "Approved and paid")
        rows = [_prize(report, record) for record in records]
        stand = [record for record in records if not record.is_void]
        label = "All of these" if len(stand) == len(records) else "All but those taken back"
        total = money(sum(each.cents for each in stand))
        blocks.append(grid_of(columns, rows, numbers=(0, 3), foot=("", "", label, total, "", "")))
    else:
        blocks.append(Words("No award needed a record of its own."))
    if small:
        counted = Counter((each.hand, each.kind) for each in small)
        sums = [
            (hand, _KINDS[kind], f"{times:,}", money(sum(p.cents for p in small if (p.hand, p.kind) == (hand, kind))))
            for (hand, kind), times in counted.items()
        ]
        foot = ("All of these", "", f"{len(small):,}", money(sum(each.cents for each in small)))
        blocks.append(grid_of(("Paid at the tables", "Kind", "Number", "Amount"), sums, numbers=(2, 3), foot=foot))
    return Section("Prize records", tuple(blocks))


def _prize(report: DayReport, each: Prize) -> tuple[str, ...]:
    who = "dealer" if each.seat == 0 else f"seat {each.seat}"
    # A win after midnight has the date of the calendar here, not that of its gambling day.
    won = clock(report, each.at) if each.day == report.day or each.at is None else moment(report, each.at)
    where = f"{won} {each.table} round {each.round}, {who}".strip()
    of = f"level {each.level}" if len(report.meters) > 1 else "the meter"
    share = _share(each, of) if each.kind == "meter" else _KINDS.get(each.kind, each.kind)
    reader = report.person.get(each.read_by, each.read_by)
    cards = each.cards or (f"read by {reader}" if reader else "")
    dealer = f"dealer {each.dealer}" if each.dealer else ""
    hand = "; ".join(part for part in (f"{each.hand}, {share}", cards, dealer) if part)
    return (
        str(each.no),
        where,
        hand,
        money(each.cents),
        ", ".join(_DUTIES.get(duty, duty) for duty in each.duties) or "none",
        settled(report, each),
    )


def _share(each: Prize, of: str = "") -> str:
    """What was won of a meter; one that several won together was shared."""
    part = f"{each.percent}% of {of}" if of else f"{each.percent}%"
    return f"{part}, shared" if each.is_shared else part


def settled(report: DayReport, each: Prize) -> str:
    """What has become of an award by the end of the day."""
    names = report.person
    parts = []
    if each.approved_by:
        at = "" if each.is_void else clock(report, each.decided_at)
        parts.append(" ".join(filter(None, ("approved by", names.get(each.approved_by, each.approved_by), at))))
    if each.camera:
        parts.append(f"film {each.camera}")
    if each.paid_by:  # also of an award that was paid before it turned out to be wrong
        how = f"paid by {names.get(each.paid_by, each.paid_by)} {clock(report, each.paid_at)}, {each.method}"
        parts.append(" ".join(part for part in (how, each.reference) if part))
        if each.payee:
            parts.append(f"to {each.payee}")
        if each.tax_form:
            parts.append(f"tax form {each.tax_form}")
    if each.is_void:
        parts.append(f"{each.status} {clock(report, each.decided_at)}: {each.rejected_for}")
        if each.receivable:
            parts.append(f"{money(each.receivable)} to come back")
    elif each.status == "pending":
        parts.append("waits for approval")
    elif each.status == "payable":
        parts.append("not yet paid")
    return "; ".join(parts)


def hits_section(report: DayReport) -> Section:
    """The last hits of the meter."""
    if not report.last_hits:
        return Section("Last 25 hits", (Words("The meter has not been hit."),))
    many = len(report.meters) > 1
    rows = [
        (
            str(hit.no),
            moment(report, hit.at or 0, "%Y-%m-%d %H:%M"),
            f"{hit.table} round {hit.round}, seat {hit.seat}",
            hit.hand,
            _share(hit, f"level {hit.level}" if many else ""),
            money(hit.cents),
            hit.status,
        )
        for hit in report.last_hits
    ]
    columns = ("No.", "Time", "Where", "Hand", "Share", "Amount", "Status")
    return Section("Last 25 hits", (grid_of(columns, rows, numbers=(0, 5)),))


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


def title(report: DayReport) -> str:
    return plain(report.plan.title)


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
        times += f"; hours before {plan.day_begins} are of {next_date(report)}"
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
    if millionths % MILLION == 0:
        return money(millionths // MILLION)
    whole, rest = divmod(abs(millionths), 100 * MILLION)
    return f"{'-' if millionths < 0 else ''}{whole:,}.{rest:08d}".rstrip("0")


def document(report: DayReport) -> Document:
    """All reports of the day, for any writer."""
    kind = "Jackpot, end of day" if report.is_closed else "Jackpot, day not closed"
    foot = f"Jackpot reports of {report.day}{of_casino(report.plan)} · croupier {version('croupier')}"
    return Document(title(report), tuple(layout(report)), kind, tuple(header_facts(report)), foot)


def layout(report: DayReport) -> list[Section]:
    """All reports of the day, in the order in which a manager reads them."""
    return [
        _notices(report),
        _meters(report),
        _explained(report),
        _tables(report),
        _liability(report),
        _bank(report),
        prizes_section(report),
        hits_section(report),
        _exceptions(report),
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
        told.append(
            Words(
                f"The bank is short by {sign(report.plan)}{money(report.bank.short)}: no wagers are taken.", "warning"
            )
        )
    differs = report.bank.difference
    if differs:
        told.append(
            Words(
                f"The last bank statement shows {amount(abs(differs), report.plan.currency)}"
                f" {'more' if differs > 0 else 'less'} than the books, and no entry explains it.",
                "warning",
            )
        )
    if report.plan.notice:
        words = plain(" ".join(report.plan.notice.split()))
        told.append(Words(f"Posted at each table: “{words}”"))
    return Section("", tuple(told))


def _meters(report: DayReport) -> Section:
    many = len(report.meters) > 1
    is_house = report.plan.type == "house"
    rows: list[tuple[str, ...]] = []
    for meter in report.meters:
        level = f", level {meter.level}" if many else ""
        lines: list[tuple[str, Callable[[int], str], int, int]] = [
            (f"{'Posted prize' if is_house else 'Display'}{level}", money, meter.shown_before, meter.shown),
            (f"Overflow{level}", money, report.account(f"overflow.{meter.level}").beginning, meter.overflow),
            (f"Hits{level}", str, meter.hits - meter.hits_today, meter.hits),
            (f"Wins{level}", money, meter.won - meter.won_today, meter.won),
        ]
        for what, write, before, now in lines:
            if not (is_house and what.startswith("Overflow")):
                rows.append((what, write(before), write(now - before), write(now)))
    first = report.meters[0]
    rows.append(
        ("Wagers, in", money(first.wagered - first.wagered_today), money(first.wagered_today), money(first.wagered))
    )
    if not is_house:
        reserve = report.account("reserve")
        rows.append(
            ("Reserve", money(reserve.beginning), money(reserve.ending - reserve.beginning), money(reserve.ending))
        )
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
    shown = [each for each in report.accounts if each.account.partition(".")[0] in ("meter", "overflow", "reserve")]
    told = [each for each in shown if each.beginning or each.changes or each.ending]
    if not told:
        words = "The posted prize is the house's: no wager adds to it and no award takes from it."
        return Section("Every change explained", (Words(words),))
    return Section("Every change explained", (), parts=tuple(_account(each) for each in told))


def _account(each: Explained) -> Section:
    rows = [
        ("Beginning amount", "", money(each.beginning)),
        *((change.what, f"{change.entries:,}", _signed(change.cents)) for change in each.changes),
    ]
    grid = grid_of(
        ("Change", "Entries", "Amount"), rows, numbers=(1, 2), foot=("Ending amount", "", money(each.ending))
    )
    return Section(each.title, (grid,))


def _signed(cents: int) -> str:
    return f"+{money(cents)}" if cents > 0 else money(cents)


def _signed_exact(millionths: int) -> str:
    return f"+{exact_money(millionths)}" if millionths > 0 else exact_money(millionths)


def _tables(report: DayReport) -> Section:
    is_progressive = report.liability.adjusts_master_games_report
    rows, totals = [], [0] * 8
    for each in report.tables:
        figures = (
            each.rounds,
            each.voided,
            each.wagers,
            each.wagered,
            each.accrued_millionths,
            each.paid_at_table,
            each.awarded,
            each.taken_back,
        )
        totals = [total + figure for total, figure in zip(totals, figures, strict=True)]
        rows.append((each.table, *_figures(figures)))
    columns = ("Table", "Rounds", "Voided", "Wagers", "Wagered", "Accrued", "Paid at table", "Awarded", "Taken back")
    grid = grid_of(columns, rows, numbers=range(1, 9), foot=("All tables", *_figures(totals)))
    return Section("Tables", (grid if is_progressive else _without(grid, 5),))


def _figures(figures: Sequence[int]) -> list[str]:
    rounds, voided, wagers, wagered, accrued, paid, awarded, back = figures
    return [
        f"{rounds:,}",
        f"{voided:,}",
        f"{wagers:,}",
        money(wagered),
        exact_money(accrued),
        money(paid),
        money(awarded),
        money(back),
    ]


def _without(grid: Grid, column: int) -> Grid:
    def less(line: tuple[Cell, ...]) -> tuple[Cell, ...]:
        return line[:column] + line[column + 1 :]

    columns = grid.columns[:column] + grid.columns[column + 1 :]
    return Grid(columns, tuple(less(row) for row in grid.rows), grid.caption, less(grid.foot) if grid.foot else ())


def _liability(report: DayReport) -> Section:
    owed = report.liability
    rows = [
        ("Beginning amount", exact_money(owed.beginning_millionths)),
        *((change.what, _signed_exact(change.millionths)) for change in owed.changes),
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


def _exceptions(report: DayReport) -> Section:
    if not report.exceptions:
        return Section("Exceptions", (Words("None."),))
    names = report.person
    rows = [
        (
            f"{exception.seq:,}",
            clock(report, exception.at),
            exception.what,
            " and ".join(names.get(who, who) for who in exception.who.split(" and ")) or "the system",
            exception.detail,
            "" if exception.cents is None else money(exception.cents),
        )
        for exception in report.exceptions
    ]
    columns = ("Entry", "Time", "What", "Who", "Detail", "Amount")
    return Section("Exceptions", (grid_of(columns, rows, numbers=(0, 5)),))


def render_pdf(reports: Sequence[DayReport]) -> bytes:
    """The reports of one or more links as one PDF, each beginning on a page of its own; same input, same bytes."""
    return typeset(source(reports))


def source(reports: Sequence[DayReport]) -> str:
    """The reports as Typst source."""
    return pdf.source([document(report) for report in reports], f"Jackpot reports of {reports[0].day}")


WIDTH: Final = 100
PAGE: Final = Terminal(WIDTH, WIDTH)


def render_text(report: DayReport, page: Terminal = PAGE) -> str:
    """All reports of a day."""
    return page.document(document(report))
