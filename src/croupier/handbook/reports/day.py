"""The end-of-day reports of a jackpot as sections of grids: the same for the terminal and for print.

``jackpot.reports`` proves the figures; here they are only put in their place. Amounts are dollars with two places, a
fraction of a cent is written out where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Final

from croupier.handbook.page.blocks import Cell, Document, Grid, Section, Words, grid_of
from croupier.handbook.page.figures import money
from croupier.handbook.page.plain import plain
from croupier.handbook.reports.day_awards import hits_section, prizes_section
from croupier.handbook.reports.day_times import begins, clock, hours, moment, next_date, offset
from croupier.jackpot.plan.link_plan import MILLION, LinkPlan
from croupier.jackpot.plan.link_rules import NOT_APPROVED, WASHINGTON
from croupier.jackpot.plan.play_chips import PLAY_CHIPS
from croupier.jackpot.reports.day import day_in_words
from croupier.jackpot.reports.explanations import Explained
from croupier.jackpot.reports.records import DayReport
from croupier.units.money import amount

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
    told += [Words(f"At fault: {plain(each)}. No wagers are taken.", "warning") for each in report.faults]
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
    for each in report.meters:
        level = f", level {each.level}" if many else ""
        lines: list[tuple[str, Callable[[int], str], int, int]] = [
            (f"{'Posted prize' if is_house else 'Display'}{level}", money, each.shown_before, each.shown),
            (f"Overflow{level}", money, report.account(f"overflow.{each.level}").beginning, each.overflow),
            (f"Hits{level}", str, each.hits - each.hits_today, each.hits),
            (f"Wins{level}", money, each.won - each.won_today, each.won),
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
        f"level {each.level} {sign(report.plan)}{money(each.limit)}" for each in report.meters if each.limit is not None
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
                each.what.capitalize(),
                clock(report, each.at),
                report.person.get(each.by, each.by),
                each.reference,
                _signed(each.cents),
            )
            for each in bank.moves
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
            f"{each.seq:,}",
            clock(report, each.at),
            each.what,
            " and ".join(names.get(who, who) for who in each.who.split(" and ")) or "the system",
            each.detail,
            "" if each.cents is None else money(each.cents),
        )
        for each in report.exceptions
    ]
    columns = ("Entry", "Time", "What", "Who", "Detail", "Amount")
    return Section("Exceptions", (grid_of(columns, rows, numbers=(0, 5)),))
