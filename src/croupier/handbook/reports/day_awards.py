"""Awards on the end-of-day reports: prize records, what was paid at the tables, the last hits of the meter."""

from __future__ import annotations

from collections import Counter
from typing import Final

from croupier.handbook.page.blocks import Block, Section, Words, grid_of
from croupier.handbook.page.figures import money
from croupier.handbook.reports.day_times import clock, moment
from croupier.jackpot.plan.play_chips import PLAY_CHIPS
from croupier.jackpot.reports.records import DayReport, Hit, Prize

_DUTIES: Final = {"approval": "approval", "camera": "camera", "check": "check", "tax_form": "tax form"}
_KINDS: Final = {"meter": "meter", "fixed": "fixed pay", "envy": "envy", "dealer_envy": "dealer envy"}


def prizes_section(report: DayReport) -> Section:
    """Every award with a record of its own, and the sums of those without."""
    small = [each for each in report.prizes if each.is_small]
    records = [each for each in report.prizes if not each.is_small]
    blocks: list[Block] = [Words(PLAY_CHIPS, "warning")] if report.plan.currency == "chips" else []
    if records:
        columns = ("No.", "Won", "Hand and cards", "Amount", "Duties", "Approved and paid")
        rows = [_prize(report, each) for each in records]
        stand = [each for each in records if not each.is_void]
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


def _share(each: Prize | Hit, of: str = "") -> str:
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
            str(each.no),
            moment(report, each.at, "%Y-%m-%d %H:%M"),
            f"{each.table} round {each.round}, seat {each.seat}",
            each.hand,
            _share(each, f"level {each.level}" if many else ""),
            money(each.cents),
            each.status,
        )
        for each in report.last_hits
    ]
    columns = ("No.", "Time", "Where", "Hand", "Share", "Amount", "Status")
    return Section("Last 25 hits", (grid_of(columns, rows, numbers=(0, 5)),))
