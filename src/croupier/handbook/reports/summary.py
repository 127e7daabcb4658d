"""The monthly summary of a jackpot as sections of grids: the same for the terminal, for print and, as rows, for CSV."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Final

from croupier.handbook.page import pdf
from croupier.handbook.page.blocks import Document, Section, Words, grid_of
from croupier.handbook.page.terminal import Terminal
from croupier.handbook.page.text import money, plain
from croupier.handbook.page.typesetting import typeset
from croupier.handbook.page.workbook import Row, Tables, tables_workbook
from croupier.handbook.reports.day import PAGE, exact_money, header_facts, of_casino, sign, title, unit, warnings
from croupier.handbook.reports.day_rows import as_dollars, as_exact_dollars
from croupier.jackpot.reports.day import MonthSummary


def tables(summaries: Sequence[MonthSummary]) -> Tables:
    """By name: the columns and the lines of every table, over all links."""
    report: list[Row] = []
    days: list[Row] = []
    owed: list[Row] = []
    unclaimed: list[Row] = []
    for summary in summaries:
        plan, about = summary.plan, (summary.plan.id, summary.month)
        head = ("casino", plan.casino), ("location", plan.location), ("license", plan.license), ("title", plan.title)
        report += [(*about, *fact) for fact in head]
        for day, figures in zip(summary.days, day_figures(summary), strict=True):
            rounds, voided, wagers, wagered, accrued, hits, *awards = figures
            amounts = as_dollars(wagered), as_exact_dollars(accrued), hits, *map(as_dollars, awards)
            ends = as_exact_dollars(day.liability.ending_millionths), as_dollars(day.bank.ending)
            days.append((*about, day.day, "yes" if day.is_closed else "no", rounds, voided, wagers, *amounts, *ends))
        owed += [(*about, change.what, as_exact_dollars(change.millionths)) for change in summary.owed]
        for late in summary.unclaimed:
            prize = late.prize
            where = prize.no, prize.day, prize.table, prize.round, prize.seat, prize.hand
            unclaimed.append(
                (*about, *where, prize.status, as_dollars(prize.cents), late.deadline, summary.plan.claim_rule)
            )
    columns = {
        "report": "link month fact value",
        "days": "link month day closed rounds voided wagers wagered accrued hits awarded taken_back paid owed bank",
        "owed": "link month change amount",
        "unclaimed": "link month no won_on table round seat hand status amount claim_until rule",
    }
    rows = {"report": report, "days": days, "owed": owed, "unclaimed": unclaimed}
    return {name: (tuple(names.split()), rows[name]) for name, names in columns.items()}


def workbook(summaries: Sequence[MonthSummary]) -> bytes:
    """The summaries as XLSX, dated by the last day among them."""
    last = max(summary.last.day for summary in summaries)
    return tables_workbook(
        tables(summaries), f"Jackpot summary of {summaries[0].month}", datetime.date.fromisoformat(last)
    )


ACCRUED: Final = (
    "Accrued is what the wagers added to the players' money, voided rounds taken off: the adjustment of the master "
    "games report. The form GC2-263 itself could not be read, so its columns are not copied here."
)
NOT_ACCRUED: Final = "A house jackpot is funded by the house: the master games report is not adjusted."


def document(summary: MonthSummary) -> Document:
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
    foot = f"Jackpot summary of {summary.month}{of_casino(summary.plan)} · croupier {version('croupier')}"
    sections = (
        _notices(summary),
        _days(summary),
        _meters(summary),
        _owed(summary),
        _bank(summary),
        _unclaimed(summary),
    )
    return Document(title(last), sections, kind, tuple(facts), foot)


def render_text(summary: MonthSummary, page: Terminal = PAGE) -> str:
    """The summary for a terminal."""
    return page.document(document(summary))


def render_pdf(summaries: Sequence[MonthSummary]) -> bytes:
    """The summaries of one or more links as one PDF, each beginning on a page of its own; same input, same bytes."""
    return typeset(source(summaries))


def source(summaries: Sequence[MonthSummary]) -> str:
    """The summaries as Typst source."""
    return pdf.source([document(summary) for summary in summaries], f"Jackpot summary of {summaries[0].month}")


def _notices(summary: MonthSummary) -> Section:
    told = [Words(text, "warning") for text in warnings(summary.plan)]
    if not summary.is_closed:
        told.append(Words("Not every day of the month is closed: these figures still change.", "warning"))
    return Section("", tuple(told))


def day_figures(summary: MonthSummary) -> list[tuple[int, ...]]:
    """Of each day: rounds, voided rounds, wagers, wagered, accrued (millionths), hits, awarded, taken back, paid."""
    found: list[tuple[int, ...]] = []
    for day, paid in zip(summary.days, summary.paid, strict=True):
        tables = day.tables
        rounds, voided = sum(table.rounds for table in tables), sum(table.voided for table in tables)
        wagers, wagered = sum(table.wagers for table in tables), sum(table.wagered for table in tables)
        hits, accrued = sum(meter.hits_today for meter in day.meters), day.liability.accrued_millionths
        awarded, back = sum(table.awarded for table in tables), sum(table.taken_back for table in tables)
        found.append((rounds, voided, wagers, wagered, accrued, hits, awarded, back, paid))
    return found


def _written(figures: Sequence[int]) -> list[str]:
    rounds, voided, wagers, wagered, accrued, hits, awarded, back, paid = figures
    counts = [f"{each:,}" for each in (rounds, voided, wagers)]
    return [*counts, money(wagered), exact_money(accrued), f"{hits:,}", money(awarded), money(back), money(paid)]


def _days(summary: MonthSummary) -> Section:
    figures = day_figures(summary)
    rows = [
        (day.day + ("" if day.is_closed else " (not closed)"), *_written(each))
        for day, each in zip(summary.days, figures, strict=True)
    ]
    totals = [sum(column) for column in zip(*figures, strict=True)]
    columns = ("Day", "Rounds", "Voided", "Wagers", "Wagered", "Accrued", "Hits", "Awarded", "Taken back", "Paid")
    grid = grid_of(
        columns, rows, numbers=range(1, 10), foot=("The month", *_written(totals)), caption=unit(summary.plan)
    )
    words = (
        "Each day shows what happened on it: an award that was rejected or corrected on a later day is awarded on the "
        "first and taken back on the second. Hits are counted without those taken back."
    )
    accrued = ACCRUED if summary.last.liability.adjusts_master_games_report else NOT_ACCRUED
    return Section("Days", (grid, Words(words), Words(accrued)))


def _meters(summary: MonthSummary) -> Section:
    rows = []
    for level in summary.plan.levels:
        found = [next(meter for meter in day.meters if meter.level == level.number) for day in summary.days]
        hits, won = sum(each.hits_today for each in found), sum(each.won_today for each in found)
        name = f"Level {level.number}" if len(summary.plan.levels) > 1 else "Display"
        rows.append((name, money(found[0].shown_before), money(found[-1].shown), f"{hits:,}", money(won)))
    columns = ("Meter", "Before the month", "At the end", "Hits", "Wins")
    return Section("Meters", (grid_of(columns, rows, numbers=range(1, 5)),))


def _owed(summary: MonthSummary) -> Section:
    rows = [("Before the month", exact_money(summary.first.liability.beginning_millionths))]
    rows += [(each.what, exact_money(each.millionths)) for each in summary.owed if each.millionths]
    foot = ("At the end", exact_money(summary.last.liability.ending_millionths))
    return Section("Owed to players", (grid_of(("Change", "Amount"), rows, numbers=(1,), foot=foot),))


def _bank(summary: MonthSummary) -> Section:
    moves: dict[str, list[int]] = {}
    for day in summary.days:
        for move in day.bank.moves:
            moves.setdefault(re.sub(r"^award \d+", "awards", move.what), []).append(move.cents)
    rows = [("Before the month", "", money(summary.first.bank.beginning))]
    rows += [(what.capitalize(), f"{len(each):,}", money(sum(each))) for what, each in moves.items()]
    foot = ("At the end", "", money(summary.last.bank.ending))
    grid = grid_of(("Change", "Entries", "Amount"), rows, numbers=(1, 2), foot=foot)
    owed = f"Owed to players at the end: {sign(summary.plan)}{money(summary.last.bank.owed)}."
    return Section("Bank", (grid, Words(owed)))


def _unclaimed(summary: MonthSummary) -> Section:
    plan, ended = summary.plan, summary.last.day
    rule = plan.claim_rule or "by the operator's own reading; the plan names no rule"
    words = (
        f"A prize may be claimed for {plan.claim_days} days after the gambling day on which it was won ({rule})."
        if plan.claim_days
        else "The plan says nothing of a deadline (claim_days, claim_rule), so none is shown."
    )
    if not summary.unclaimed:
        return Section("Unclaimed prizes", (Words("None: every prize that was won is paid."), Words(plain(words))))
    rows = [
        (
            f"{each.prize.no}",
            each.prize.day,
            f"{each.prize.table}, seat {each.prize.seat}" if each.prize.seat else f"{each.prize.table}, dealer",
            each.prize.hand,
            each.prize.status,
            money(each.prize.cents),
            (f"{each.deadline}, passed" if each.is_late(ended) else each.deadline) or "none",
        )
        for each in summary.unclaimed
    ]
    columns = ("No.", "Won on", "Where", "Hand", "Status", "Amount", "Claim until")
    foot = ("All", "", "", "", "", money(sum(each.prize.cents for each in summary.unclaimed)), "")
    return Section("Unclaimed prizes", (grid_of(columns, rows, numbers=(5,), foot=foot), Words(plain(words))))
