"""The operator's overview, derived from the state: every jackpot, what waits for somebody, what to settle before a
close."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Literal

from croupier.casino.audit import InquiryRecord
from croupier.handbook.reports.plan_changes import differences
from croupier.jackpot import accounts
from croupier.jackpot.codes import CODES
from croupier.jackpot.entries import KeptAward
from croupier.jackpot.gambling_day import ends_at
from croupier.jackpot.kinds.bank import REASONS, days_waiting, required_cents
from croupier.jackpot.kinds.table import KINDS
from croupier.jackpot.plan.link_plan import LinkPlan, needs_reset, plan_hash
from croupier.jackpot.reports.alarms import alarms, by_cause
from croupier.jackpot.state import LinkState
from croupier.records import UNSET, Record, UnsetType, plain, record_of
from croupier.service.books.alerts import AlertView
from croupier.service.books.pit import (
    DutyWords,
    MeterLevel,
    OwedBack,
    PitLine,
    barred_from,
    duty_words,
    meter_levels,
    table_line,
)
from croupier.service.books.running import Name, PageStanding, WatchedLink, standing
from croupier.units.money import amount


class OfficeJackpot(Record):
    """A jackpot on the first page of the office; amounts are cents."""

    link: str
    title: str
    type: str
    currency: str
    casino: str
    location: str
    license: str
    standing: PageStanding
    seq: int
    day: str
    meters: list[MeterLevel]
    requires: list[DutyWords]
    reserve: int
    wagers: int
    wagered: int
    hits: int
    owed: int
    bank: int
    required: int
    bank_difference: int
    receivable: list[OwedBack]
    ended: str
    seized: bool
    latest: list[KeptAward]
    pending: int
    takes_wagers: bool
    why_not: str
    tables: list[PitLine]
    may: list[str]
    """The requests that the person signed in may make of this jackpot, as the books decide."""


class Approval(Record):
    """What waits for another person, or for its payment."""

    kind: Literal["award", "request"]
    link: str
    number: int
    what: str
    where: str
    table: str | None
    by: str
    at: int | None
    cents: int | None
    status: str
    waits_for: list[int] | UnsetType = UNSET
    duties: list[str] | UnsetType = UNSET
    barred: dict[str, str] | UnsetType = UNSET
    """By person, why that one may not approve."""
    reason: str | UnsetType = UNSET


class WaitingPlan(Record):
    """A plan that somebody has put forward, or one that is approved and not yet in force."""

    link: str
    status: Literal["proposed", "waiting"]
    hash: str
    by: str
    in_force: str
    changes: list[tuple[str, str, str]]
    """Field, before, after."""


class CloseCheck(Record):
    """What a supervisor checks before a day is closed."""

    ok: bool
    title: str
    detail: str


class DayClose(Record):
    """The open day of a link, earlier days that nobody has closed, and what is not settled."""

    link: str
    title: str
    day: str
    ends_at: int
    to_close: list[str]
    checks: list[CloseCheck]
    alarms: list[AlertView]


class ReasonRecord(Record):
    """A reason for an adjustment."""

    reason: str
    what: str
    cite: str


class BookAudit(InquiryRecord):
    """An audit that somebody in the office asked for."""

    seconds: float
    at: int
    by: str


class Overview(Record):
    """Everything on the first page of the office; amounts are cents."""

    at: int
    trouble: str
    age: float
    jackpots: list[OfficeJackpot]
    approvals: list[Approval]
    day_close: list[DayClose]
    plans: list[WaitingPlan]
    reasons: list[ReasonRecord]
    audited: BookAudit | None


def overview(
    links: Iterable[WatchedLink],
    name: Name,
    demonstration: bool,
    now: int,
    *,
    roles: Mapping[str, str],
    audited: BookAudit | None,
    trouble: str,
    age: float,
) -> Overview:
    """Everything on the first page of the office, for somebody with these roles by link."""
    jackpots, approvals, close, plans = [], [], [], []
    for link in links:
        with link.lock:
            state = link.state
            plan = state.plan
            approvals += _approvals(link, name)
            plans += _plans(state, name)
            if plan is not None:
                jackpots.append(_jackpot(link, plan, standing(plan, demonstration), roles.get(plan.id)))
                close.append(_close(link, plan, now))
    return Overview(
        at=now,
        trouble=trouble,
        age=round(age, 1),
        jackpots=jackpots,
        approvals=approvals,
        day_close=close,
        plans=plans,
        reasons=[record_of(ReasonRecord, reason, reason=key) for key, reason in REASONS.items()],
        audited=audited,
    )


def _jackpot(link: WatchedLink, plan: LinkPlan, standing: PageStanding, role: str | None) -> OfficeJackpot:
    state, shown = link.state, link.display
    return record_of(
        OfficeJackpot,
        plan,
        link=plan.id,
        standing=standing,
        seq=state.seq,
        day=state.day,
        meters=meter_levels(plan, shown),
        requires=list(duty_words(plan.threshold(state.day), plan.currency).values()),
        reserve=shown.reserve,
        wagers=state.wager_count,
        wagered=-state.cents(accounts.WAGERS),
        hits=state.wins,
        owed=state.liability_cents,
        bank=state.bank_cents,
        required=required_cents(state, plan),
        bank_difference=state.bank_difference,
        receivable=[record_of(OwedBack, debt, award=int(number)) for number, debt in state.receivable.items()],
        ended=state.ended,
        seized=bool(state.seized),
        latest=state.last_hits[::-1],
        pending=len(shown.pending),
        takes_wagers=shown.accepts_wagers,
        why_not=CODES.get(shown.why_not, shown.why_not),
        tables=[table_line(link, plan, table) for table in plan.tables],
        may=[do for do, kind in KINDS.items() if role in kind.record.asks and standing.may_act],
    )


def _approvals(link: WatchedLink, name: Name) -> list[Approval]:
    """What waits for another person, or for its payment."""
    state = link.state
    approvals = [
        Approval(
            kind="award",
            link=state.link,
            number=award.no,
            what=award.label + (f", {award.percent} % of the meter" if award.percent else ""),
            where=f"{award.table}, seat {award.seat}, round {award.round}",
            table=award.table,
            by=name(next(iter(award.reported), "")),
            at=award.at,
            cents=award.cents,
            status=award.status,
            waits_for=award.waits_for,
            duties=award.duties,
            barred=barred_from(link, state.plan, award)["approve"] if state.plan else {},
        )
        for award in state.awards.values()
    ]
    for number, waiting in state.asked.items():
        request = plain(waiting)
        amount_asked = request.get("amount")
        approvals.append(
            Approval(
                kind="request",
                link=state.link,
                number=int(number),
                what=request["do"],
                where=", ".join(str(request[key]) for key in ("table", "round", "award") if key in request),
                table=request.get("table"),
                by=name(request["by"]),
                at=request.get("at"),
                cents=amount_asked if type(amount_asked) is int else None,
                status="second",
                reason=request.get("reason", request.get("note", "")),
            )
        )
    return approvals


def _plans(state: LinkState, name: Name) -> list[WaitingPlan]:
    """A plan that somebody has put forward, and one that is approved and not yet in force."""
    told = partial(WaitingPlan, link=state.link)
    plans = []
    if (proposed := state.proposal) is not None:
        changes = differences(state.plan, proposed.plan) if state.plan else []
        force = "with its approval" if state.plan else "when it is approved: the link is new"
        by = name(proposed.by)
        plans.append(told(status="proposed", hash=proposed.hash, by=by, in_force=force, changes=changes))
    if state.waiting is not None and state.plan is not None:
        changes = differences(state.plan, state.waiting)
        is_reset = needs_reset(state.plan, state.waiting)
        force = "at a full reset" if is_reset else "after the next win or a full reset"
        plans.append(told(status="waiting", hash=plan_hash(state.waiting), by="", in_force=force, changes=changes))
    return plans


def _close(link: WatchedLink, plan: LinkPlan, now: int) -> DayClose:
    """The open day, earlier days that nobody has closed, by the plan's clock, and what is not settled."""
    state = link.state
    ends = ends_at(state.day, plan.time_zone, plan.day_begins)
    return DayClose(
        link=plan.id,
        title=plan.title,
        day=state.day,
        ends_at=ends,
        to_close=[unclosed.day for unclosed in state.unclosed] + ([state.day] if now >= ends else []),
        checks=_checks(state, plan),
        alarms=[record_of(AlertView, alarm) for alarm in by_cause(alarms(state, now, link.odd))],
    )


def _checks(state: LinkState, plan: LinkPlan) -> list[CloseCheck]:
    """What a supervisor checks before the day is closed. None of it prevents the close."""

    def money(cents: int) -> str:
        return amount(cents, plan.currency)

    rounds = [f"{table} {each.number}" for table, each in sorted(state.rounds.items())]
    owed = [
        f"{each.no} {'waits for approval' if each.status == 'pending' else 'is to be paid'}"
        for each in state.awards.values()
    ]
    short = required_cents(state, plan) - state.bank_cents
    waiting = days_waiting(state, plan) if plan.type == "progressive" else 0
    return [
        _check(not rounds, "No round is open", f"{_many(rounds, 'round is', 'rounds are')} open", ", ".join(rounds)),
        _check(
            not owed, "Every award is paid", _many(owed, "award is not paid", "awards are not paid"), "; ".join(owed)
        ),
        _check(
            short <= 0,
            "The bank holds what is required",
            "The bank holds less than is required",
            f"{money(state.bank_cents)} of {money(required_cents(state, plan))}",
        ),
        _check(
            waiting < plan.deposit_days,
            "Nothing waits too long for its deposit",
            "Money waits too long for its deposit",
            f"{waiting} days; {plan.deposit_days} are allowed",
        ),
        _check(
            not state.bank_difference,
            "The last bank statement agrees with the books",
            "The last bank statement differs from the books",
            money(state.bank_difference) if state.bank_difference else "",
        ),
    ]


def _many(items: list[str], one: str, many: str) -> str:
    return f"{len(items)} {one if len(items) == 1 else many}"


def _check(is_fine: bool, fine: str, wrong: str, detail: str) -> CloseCheck:
    return CloseCheck(ok=is_fine, title=fine if is_fine else wrong, detail=detail)
