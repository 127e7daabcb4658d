"""Alerts: each stays on every console until a person has acknowledged it. They are derived from the state, the latest
entries and the access log, so a restart loses none. Who has seen one is in the access log too, which every process of
the house reads. What to do about each is written once in data, for the pages and the documents.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final

from croupier.jackpot.reports.alarms import Alarm, AlarmKind, Severity
from croupier.jackpot.state import LinkState
from croupier.people.access_log import AccessLog, Act, Line
from croupier.records import Record, plain, replace
from croupier.service.books.running import WatchedLink

OF_STOPS: Final = {"fault": "fault", "seized": "seized", "bank_short": "bank-short", "stopped": "book-stopped"}
"""By the code that wagers are refused with, what to do about it."""


class Runbook(Record):
    """One alert: what it means, and what people do about it."""

    id: str
    title: str
    means: str
    steps: tuple[str, ...]


@cache
def runbooks() -> tuple[Runbook, ...]:
    """Every runbook, in the order of the file.

    >>> runbooks()[0].id
    'pending-award'
    """
    text = files(__package__).joinpath("runbooks.toml").read_text("utf-8")
    return tuple(
        Runbook(id=id, title=each["title"], means=each["means"], steps=tuple(each["steps"]))
        for id, each in tomllib.loads(text).items()
    )


def runbook_page() -> str:
    """All of them as Markdown."""
    parts = [
        "# What to do about an alert",
        "",
        "Every alert of the pit and the office links to its part of this page. It stays until somebody has seen it.",
    ]
    for each in runbooks():
        parts += ["", f'<a id="{each.id}"></a>', "", f"## {each.title}", "", each.means, ""]
        parts += [f"{number}. {step}" for number, step in enumerate(each.steps, 1)]
    return "\n".join(parts) + "\n"


class AlertView(Record):
    """An alarm as consoles and receivers are told of it; tables that share a cause are one alarm."""

    id: str
    kind: AlarmKind
    severity: Severity
    link: str
    tables: tuple[str, ...]
    title: str
    detail: str
    words: str
    at: int | None
    runbook: str


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
        if request.get("table", award.table if award else None) in (None, table):
            yield number, request


def _waiting(state: LinkState, table: str) -> Iterator[Alarm]:
    plan = state.plan
    currency = plan.currency if plan else ""
    names = {person.id: person.name for person in plan.people} if plan else {}
    at_table = partial(Alarm, link=state.link, tables=(table,), currency=currency)
    for award in state.awards.values():
        if award.status == "pending" and award.table == table and not award.waits_for:
            yield at_table(kind=AlarmKind.AWARD_PENDING, award=award.no, cents=award.cents, at=award.at)
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
        if debt.table == table:
            owed = at_table(kind=AlarmKind.PAID_BY_MISTAKE, award=int(number), at=state.at)
            yield replace(owed, round=debt.round, seat=debt.seat, cents=debt.cents)


def _stopped(link: WatchedLink, table: str, is_silent: bool) -> Iterator[Alarm]:
    """Conditions that hold now. ``since`` is the entry that ended the previous occurrence, so a second occurrence is a
    new alarm."""
    state = link.state
    of_link = partial(Alarm, link=state.link, at=state.at)
    at_table = partial(of_link, tables=(table,), since=link.mended(f"table {table}"))
    for place, reason in enumerate(state.faults):
        yield of_link(kind=AlarmKind.LINK_STOPPED, place=place, reason=reason, since=link.mended("link"))
    for place, reason in enumerate(state.table_faults.get(table, ())):
        yield at_table(kind=AlarmKind.TABLE_STOPPED, place=place, reason=reason)
    if is_silent and table not in state.table_faults:
        yield at_table(kind=AlarmKind.SENSOR_SILENT)
    if link.stopped:
        yield of_link(kind=AlarmKind.BOOK_STOPPED, reason=link.stopped, since=state.seq)
    if link.unsent:
        yield of_link(kind=AlarmKind.CHECKPOINT_KEPT, reason=link.unsent)
    if state.seized:
        yield of_link(kind=AlarmKind.FUNDS_SEIZED, since=link.mended("seized"))


def _happened(link: WatchedLink, table: str) -> Iterator[Alarm]:
    state = link.state
    currency = state.plan.currency if state.plan else ""
    for entry in link.table(table):
        told = partial(Alarm, link=state.link, tables=(table,), entry=entry.seq, at=entry.at)
        if entry.kind == "result":
            for level in map(int, entry.body.get("emptied") or ()):
                yield told(kind=AlarmKind.LEVEL_WON, level=level, cents=state.meter_cents(level), currency=currency)
        elif entry.kind in ("correct", "reject"):
            kind = AlarmKind.ROUND_CORRECTED if entry.kind == "correct" else AlarmKind.AWARD_REJECTED
            yield told(kind=kind, round=entry.round, reason=entry.body["req"].get("reason", ""))


def _copied(state: LinkState, logged: list[Line]) -> Iterator[Alarm]:
    """Passkeys of the link's people that were copied. No entry tells of them: they are not about the jackpot."""
    names = {person.id: person.name for person in state.plan.people} if state.plan else {}
    told = partial(Alarm, kind=AlarmKind.PASSKEY_COPIED, link=state.link)
    yield from (told(person=names[line.who], passkey=line.about, at=line.at) for line in logged if line.who in names)
