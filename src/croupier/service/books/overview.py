"""The operator's overview, derived from the state: every jackpot, what waits for somebody, what to settle before a
close."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier import records
from croupier.handbook.reports.plan_changes import differences
from croupier.jackpot import accounts
from croupier.jackpot.codes import CODES
from croupier.jackpot.gambling_day import ends_at
from croupier.jackpot.money.adjustments import REASONS
from croupier.jackpot.money.bank import days_waiting, required_cents
from croupier.jackpot.plan.changes import needs_reset
from croupier.jackpot.plan.link_plan import LinkPlan, plan_hash
from croupier.jackpot.reports.alarm_kinds import Alarm, AlarmKind, Severity, by_cause
from croupier.jackpot.reports.alarms import alarms
from croupier.jackpot.state import LinkState
from croupier.jackpot.vouching import reporters
from croupier.records import plain
from croupier.service.books.entitlement import barred_from
from croupier.service.books.pit import Name, duty_words, standing
from croupier.service.books.watching import WatchedLink
from croupier.units.money import amount

Record = dict[str, Any]


def overview(links: Iterable[WatchedLink], name: Name, demonstration: bool, now: int) -> Record:
    """Everything on the first page of the office; amounts are cents."""
    jackpots, approvals, close, plans = [], [], [], []
    for link in links:
        with link.lock:
            state = link.state
            plan = state.plan
            approvals += _approvals(link, name)
            plans += _plans(state, name)
            if plan is not None:
                jackpots.append(_jackpot(link, plan, demonstration))
                close.append(_close(link, plan, now))
    reasons = [{"reason": each, "what": reason.what, "cite": reason.cite} for each, reason in REASONS.items()]
    return {"jackpots": jackpots, "approvals": approvals, "day_close": close, "plans": plans, "reasons": reasons}


def _jackpot(link: WatchedLink, plan: LinkPlan, demonstration: bool) -> Record:
    state, shown = link.state, link.display
    return {
        "link": plan.id,
        "title": plan.title,
        "type": plan.type,
        "currency": plan.currency,
        "casino": plan.casino,
        "location": plan.location,
        "license": plan.license,
        "standing": standing(plan, demonstration),
        "seq": state.seq,
        "day": state.day,
        "meters": [{"level": level, "cents": cents} for level, cents in shown.meters.items()],
        "limits": [{"level": each.number, "cents": each.limit_cents} for each in plan.levels],
        "requires": list(duty_words(plan.threshold(state.day), plan.currency).values()),
        "reserve": shown.reserve,
        "wagers": state.wager_count,
        "wagered": -state.cents(accounts.WAGERS),
        "hits": state.wins,
        "owed": state.liability_cents,
        "bank": state.bank_cents,
        "required": required_cents(state, plan),
        "bank_difference": state.bank_difference,
        "receivable": [{"award": int(number), **debt} for number, debt in state.receivable.items()],
        "ended": state.ended,
        "seized": bool(state.seized),
        "latest": [
            {key: hit.get(key) for key in ("no", "at", "table", "seat", "round", "label", "cents", "status")}
            for hit in reversed(state.last_hits)
        ],
        "pending": len(shown.pending),
        "takes_wagers": shown.accepts_wagers,
        "why_not": CODES.get(shown.why_not, shown.why_not),
        "tables": [
            {
                "table": each.id,
                "game": each.game,
                "seats": each.seats,
                "location": each.location,
                "round": state.rounds[each.id].number if each.id in state.rounds else None,
                "last_round": state.last_round.get(each.id, 0),
                "stopped": state.table_faults.get(each.id, []),
            }
            for each in plan.tables
        ],
    }


def _approvals(link: WatchedLink, name: Name) -> list[Record]:
    """What waits for another person, or for its payment."""
    state = link.state
    found: list[Record] = []
    for award in state.awards.values():
        found.append(
            {
                "kind": "award",
                "link": state.link,
                "number": award["no"],
                "what": award["label"] + (f", {award['percent']} % of the meter" if award.get("percent") else ""),
                "where": f"{award['table']}, seat {award['seat']}, round {award['round']}",
                "table": award["table"],
                "by": name(next(iter(reporters(award)), "")),
                "at": award["at"],
                "cents": award["cents"],
                "status": award["status"],
                "waits_for": award.get("waits_for", []),
                "duties": award["duties"],
                "barred": barred_from(link, state.plan, award)["approve"] if state.plan else {},
            }
        )
    for number, waiting in state.asked.items():
        request = plain(waiting)
        where = ", ".join(str(request[key]) for key in ("table", "round", "award") if key in request)
        found.append(
            {
                "kind": "request",
                "link": state.link,
                "number": int(number),
                "what": request["do"],
                "where": where,
                "table": request.get("table"),
                "by": name(request["by"]),
                "at": request.get("at"),
                "cents": request.get("amount") if type(request.get("amount")) is int else None,
                "status": "second",
                "reason": request.get("reason", request.get("note", "")),
            }
        )
    return found


def _plans(state: LinkState, name: Name) -> list[Record]:
    """A plan that somebody has put forward, and one that is approved and not yet in force."""
    found = []
    if state.proposal is not None:
        proposed = state.proposal
        found.append(
            {
                "link": state.link,
                "status": "proposed",
                "hash": proposed.hash,
                "by": name(proposed.by),
                "in_force": "with its approval" if state.plan else "when it is approved: the link is new",
                "changes": differences(state.plan, proposed.plan) if state.plan else [],
            }
        )
    if state.waiting is not None and state.plan is not None:
        reset = needs_reset(state.plan, state.waiting)
        found.append(
            {
                "link": state.link,
                "status": "waiting",
                "hash": plan_hash(state.waiting),
                "by": "",
                "in_force": "at a full reset" if reset else "after the next win or a full reset",
                "changes": differences(state.plan, state.waiting),
            }
        )
    return found


class OfficeAlarm(records.Record):
    """An alarm of the books; tables that share a cause are one alarm."""

    kind: AlarmKind
    severity: Severity
    title: str
    text: str
    tables: tuple[str, ...]
    runbook: str


def office_alarm(alarm: Alarm) -> OfficeAlarm:
    return OfficeAlarm(
        kind=alarm.kind,
        severity=alarm.severity,
        title=alarm.title,
        text=alarm.words,
        tables=alarm.tables,
        runbook=alarm.runbook,
    )


def _close(link: WatchedLink, plan: LinkPlan, now: int) -> Record:
    """The open day, earlier days that nobody has closed, by the plan's clock, and what is not settled."""
    state = link.state
    ends = ends_at(state.day, plan.time_zone, plan.day_begins)
    over = [each["day"] for each in state.unclosed] + ([state.day] if now >= ends else [])
    return {
        "link": plan.id,
        "title": plan.title,
        "day": state.day,
        "ends_at": ends,
        "to_close": over,
        "checks": _checks(state, plan),
        "alarms": [records.plain(office_alarm(alarm)) for alarm in by_cause(alarms(state, now, link.odd))],
    }


def _checks(state: LinkState, plan: LinkPlan) -> list[Record]:
    """What a supervisor checks before the day is closed. None of it prevents the close."""

    def money(cents: int) -> str:
        return amount(cents, plan.currency)

    rounds = [f"{table} {each.number}" for table, each in sorted(state.rounds.items())]
    owed = [
        f"{each['no']} {'waits for approval' if each['status'] == 'pending' else 'is to be paid'}"
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


def _check(is_fine: bool, fine: str, wrong: str, detail: str) -> Record:
    return {"ok": is_fine, "title": fine if is_fine else wrong, "detail": detail}
