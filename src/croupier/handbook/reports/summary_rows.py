"""The monthly summary of jackpots as tables of plain figures, for CSV and XLSX, written as the day's reports are."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from croupier.handbook.page.tables import Row, Tables
from croupier.handbook.page.workbook import tables_workbook
from croupier.handbook.reports.day_rows import as_dollars, as_exact_dollars
from croupier.handbook.reports.summary import day_figures
from croupier.jackpot.reports.summary import MonthSummary


def tables(summaries: Sequence[MonthSummary]) -> Tables:
    """By name: the columns and the lines of every table, over all links."""
    report: list[Row] = []
    days: list[Row] = []
    owed: list[Row] = []
    unclaimed: list[Row] = []
    for each in summaries:
        plan, about = each.plan, (each.plan.id, each.month)
        head = ("casino", plan.casino), ("location", plan.location), ("license", plan.license), ("title", plan.title)
        report += [(*about, *fact) for fact in head]
        for day, figures in zip(each.days, day_figures(each), strict=True):
            rounds, voided, wagers, wagered, accrued, hits, *awards = figures
            amounts = as_dollars(wagered), as_exact_dollars(accrued), hits, *map(as_dollars, awards)
            ends = as_exact_dollars(day.liability.ending_millionths), as_dollars(day.bank.ending)
            days.append((*about, day.day, "yes" if day.is_closed else "no", rounds, voided, wagers, *amounts, *ends))
        owed += [(*about, change.what, as_exact_dollars(change.millionths)) for change in each.owed]
        for late in each.unclaimed:
            prize = late.prize
            where = prize.no, prize.day, prize.table, prize.round, prize.seat, prize.hand
            unclaimed.append(
                (*about, *where, prize.status, as_dollars(prize.cents), late.deadline, each.plan.claim_rule)
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
    last = max(each.last.day for each in summaries)
    return tables_workbook(
        tables(summaries), f"Jackpot summary of {summaries[0].month}", datetime.date.fromisoformat(last)
    )
