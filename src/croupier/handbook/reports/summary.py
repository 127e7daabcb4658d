"""The monthly summary of a jackpot as sections of grids: the same for the terminal, for print and, as rows, for CSV."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Final

from croupier.handbook.page.blocks import Document, Section, Words, grid_of
from croupier.handbook.page.text import money, plain
from croupier.handbook.reports.day import (
    NamedTable,
    Printed,
    as_dollars,
    as_exact_dollars,
    declared,
    declared_grid,
    exact_money,
    header_facts,
    of_casino,
    over_links,
    sign,
    title,
    unit,
    warnings,
)
from croupier.jackpot.reports.day import MonthSummary
from croupier.records import replace

_FIGURES: Final = (
    "rounds:# voided:# wagers:# wagered:$ accrued=accrued_millionths:exact hits:# awarded:$ taken_back:$ paid:$"
)
_UNCLAIMED: Final = "no won_on=day table round seat hand status amount=cents:$ claim_until"


def printed(summaries: Sequence[MonthSummary]) -> Printed:
    """The summaries of a month."""
    tables = over_links("month", ((summary.plan.id, summary.month, _rows(summary)) for summary in summaries))
    month, last = summaries[0].month, max(summary.last.day for summary in summaries)
    return Printed("summary", f"Jackpot summary of {month}", month, last, list(map(document, summaries)), tables)


def _rows(summary: MonthSummary) -> Iterator[NamedTable]:
    plan = summary.plan
    yield "report", ("fact", "value"), [(name, getattr(plan, name)) for name in "casino location license title".split()]
    columns, days = declared(f"day closed:yes {_FIGURES}", summary.figures)
    ends = [(as_exact_dollars(day.liability.ending_millionths), as_dollars(day.bank.ending)) for day in summary.days]
    yield "days", (*columns, "owed", "bank"), [(*line, *end) for line, end in zip(days, ends, strict=True)]
    yield "owed", *declared("change=what amount=millionths:exact", summary.owed)
    columns, unclaimed = declared(_UNCLAIMED, summary.unclaimed)
    yield "unclaimed", (*columns, "rule"), [(*line, plan.claim_rule) for line in unclaimed]


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


def _notices(summary: MonthSummary) -> Section:
    told = [Words(text, "warning") for text in warnings(summary.plan)]
    if not summary.is_closed:
        told.append(Words("Not every day of the month is closed: these figures still change.", "warning"))
    return Section("", tuple(told))


def _days(summary: MonthSummary) -> Section:
    days = [replace(day, day=f"{day.day}{'' if day.closed else ' (not closed)'}") for day in summary.figures]
    grid = declared_grid(f"day {_FIGURES}", days, summary.last, "The month", unit(summary.plan))
    words = (
        "Each day shows what happened on it: an award that was rejected or corrected on a later day is awarded on the "
        "first and taken back on the second. Hits are counted without those taken back."
    )
    accrued = ACCRUED if summary.last.liability.adjusts_master_games_report else NOT_ACCRUED
    return Section("Days", (grid, Words(words), Words(accrued)))


def _meters(summary: MonthSummary) -> Section:
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


def _bank(summary: MonthSummary) -> Section:
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
    rows = [
        (
            str(prize.no),
            prize.day,
            f"{prize.table}, {prize.who}",
            prize.hand,
            prize.status,
            money(prize.cents),
            f"{prize.claim_until}, passed" if prize.late else prize.claim_until or "none",
        )
        for prize in summary.unclaimed
    ]
    columns = ("No.", "Won on", "Where", "Hand", "Status", "Amount", "Claim until")
    foot = ("All", "", "", "", "", money(sum(prize.cents for prize in summary.unclaimed)), "")
    return Section("Unclaimed prizes", (grid_of(columns, rows, numbers=(5,), foot=foot), Words(plain(words))))
