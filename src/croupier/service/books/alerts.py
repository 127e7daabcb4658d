"""Alerts: each stays on every console until a person has acknowledged it. They are derived from the state, the latest
entries and the access log, so a restart loses none. Who has seen one is in the access log too, which every process of
the house reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.jackpot.reports.alarm_kinds import Alarm, AlarmKind, Severity
from croupier.jackpot.state import LinkState
from croupier.people.access_log import AccessLog, Act, Line
from croupier.records import Record, plain
from croupier.service.books.watching import WatchedLink


class AlertView(Record):
    """An alarm as the consoles show it."""

    id: str
    kind: AlarmKind
    severity: Severity
    title: str
    detail: str
    at: int
    runbook: str


def view_of(alarm: Alarm) -> AlertView:
    return AlertView(
        id=alarm.id,
        kind=alarm.kind,
        severity=alarm.severity,
        title=alarm.title,
        detail=alarm.detail,
        at=alarm.at or 0,
        runbook=alarm.runbook,
    )


class SeenAlerts:
    """What the access log says about alerts: which of them somebody has seen, by link and alert, and its own alarms."""

    def __init__(self, log: AccessLog) -> None:
        self._log = log
        self._seen: set[str] = set()
        self.alarms: list[Line] = []
        """Passkeys that were copied."""
        self._read = 0
        self.refresh()

    def refresh(self) -> None:
        """Read what was written since the last time, here or by another process."""
        if self._log.size() != self._read:
            self._read, lines = self._log.lines_after(self._read)
            self._seen.update(line.about for line in lines if line.what == Act.ALERT_SEEN)
            self.alarms += [line for line in lines if line.what == Act.PASSKEY_COPIED]

    def has(self, link: str, alert: str) -> bool:
        return f"{link}/{alert}" in self._seen

    def mark(self, link: str, alert: str, who: str, where: str) -> None:
        """Write it durably. Not for the event loop."""
        if not self.has(link, alert):
            self._log.write(Act.ALERT_SEEN, who, f"from {where}", link=link, about=f"{link}/{alert}")
            self._seen.add(f"{link}/{alert}")


def alerts(link: WatchedLink, table: str, is_silent: bool, logged: list[Line]) -> list[Alarm]:
    """Every alarm of a table, its link and its people, the most urgent first; under the link's lock. ``logged`` are
    those of the access log."""
    state = link.state
    raised = [*_waiting(state, table), *_stopped(link, table, is_silent), *_happened(link, table)]
    raised += _copied(state, logged)
    return sorted(raised, key=lambda alarm: (alarm.severity != Severity.WARN, -(alarm.at or 0)))


def asked_at(state: LinkState, table: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Requests that wait for a second person: those about a table or its awards, and those about the whole link."""
    for number, waiting in state.asked.items():
        request = plain(waiting)
        award = state.awards.get(str(request.get("award")))
        if request.get("table", award["table"] if award else None) in (None, table):
            yield number, request


def _waiting(state: LinkState, table: str) -> Iterator[Alarm]:
    plan = state.plan
    currency = plan.currency if plan else ""
    names = {person.id: person.name for person in plan.people} if plan else {}
    for award in state.awards.values():
        if award["status"] == "pending" and award["table"] == table and "waits_for" not in award:
            yield Alarm(
                kind=AlarmKind.AWARD_PENDING,
                link=state.link,
                tables=(table,),
                award=award["no"],
                cents=award["cents"],
                currency=currency,
                at=award["at"],
            )
    for number, request in asked_at(state, table):
        yield Alarm(
            kind=AlarmKind.SECOND_PERSON,
            link=state.link,
            tables=(table,) if "table" in request or "award" in request else (),
            request=int(number),
            do=str(request["do"]),
            round=request.get("round", 0),
            award=request.get("award", 0),
            person=request.get("person", ""),
            by=names.get(request["by"], request["by"]),
            at=state.at,
        )
    for number, debt in state.receivable.items():
        if debt["table"] == table:
            yield Alarm(
                kind=AlarmKind.PAID_BY_MISTAKE,
                link=state.link,
                tables=(table,),
                award=int(number),
                round=debt["round"],
                seat=debt["seat"],
                cents=debt["cents"],
                currency=currency,
                at=state.at,
            )


def _stopped(link: WatchedLink, table: str, is_silent: bool) -> Iterator[Alarm]:
    """Conditions that hold now. ``since`` is the entry that ended the previous occurrence, so a second occurrence is a
    new alarm."""
    state = link.state
    since = link.mended(f"table {table}")
    for place, reason in enumerate(state.faults):
        yield Alarm(
            kind=AlarmKind.LINK_STOPPED,
            link=state.link,
            place=place,
            reason=reason,
            since=link.mended("link"),
            at=state.at,
        )
    for place, reason in enumerate(state.table_faults.get(table, ())):
        yield Alarm(
            kind=AlarmKind.TABLE_STOPPED,
            link=state.link,
            tables=(table,),
            place=place,
            reason=reason,
            since=since,
            at=state.at,
        )
    if is_silent and table not in state.table_faults:
        yield Alarm(kind=AlarmKind.SENSOR_SILENT, link=state.link, tables=(table,), since=since, at=state.at)
    if link.stopped:
        yield Alarm(kind=AlarmKind.BOOK_STOPPED, link=state.link, reason=link.stopped, since=state.seq, at=state.at)
    if state.seized:
        yield Alarm(kind=AlarmKind.FUNDS_SEIZED, link=state.link, since=link.mended("seized"), at=state.at)


def _happened(link: WatchedLink, table: str) -> Iterator[Alarm]:
    state = link.state
    currency = state.plan.currency if state.plan else ""
    for entry in link.table(table):
        if entry.kind == "result":
            for level in entry.body.get("emptied") or ():
                yield Alarm(
                    kind=AlarmKind.LEVEL_WON,
                    link=state.link,
                    tables=(table,),
                    entry=entry.seq,
                    level=int(level),
                    cents=state.meter_cents(level),
                    currency=currency,
                    at=entry.at,
                )
        elif entry.kind in ("correct", "reject"):
            yield Alarm(
                kind=AlarmKind.ROUND_CORRECTED if entry.kind == "correct" else AlarmKind.AWARD_REJECTED,
                link=state.link,
                tables=(table,),
                entry=entry.seq,
                round=entry.round,
                reason=entry.body["req"].get("reason", ""),
                at=entry.at,
            )


def _copied(state: LinkState, logged: list[Line]) -> Iterator[Alarm]:
    """Passkeys of the link's people that were copied. No entry tells of them: they are not about the jackpot."""
    names = {person.id: person.name for person in state.plan.people} if state.plan else {}
    for line in logged:
        if line.who in names:
            yield Alarm(
                kind=AlarmKind.PASSKEY_COPIED, link=state.link, person=names[line.who], passkey=line.about, at=line.at
            )
