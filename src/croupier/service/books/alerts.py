"""Alerts: each stays on every console until a person has acknowledged it. They are derived from the state, the latest
entries and the access log, so a restart loses none. Who has seen one is in the access log too, which every process of
the house reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.jackpot.state import LinkState
from croupier.people.access_log import AccessLog, Act, Line
from croupier.service.books.watching import WatchedLink
from croupier.units.money import amount

Record = dict[str, Any]


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


def alerts(link: WatchedLink, table: str, is_silent: bool, alarms: list[Line]) -> list[Record]:
    """Every alert of a table, its link and its people, the most urgent first; under the link's lock. ``alarms`` are
    those of the access log."""
    state = link.state
    found = [*_waiting(state, table), *_stopped(link, table, is_silent), *_happened(link, table)]
    found += _copied(state, alarms)
    return sorted(found, key=lambda each: (each["kind"] != "warn", -each["at"]))


def _alert(id: str, title: str, detail: str, at: int, kind: str = "warn", runbook: str = "") -> Record:
    return {"id": id, "title": title, "detail": detail, "at": at, "kind": kind, "runbook": runbook}


def asked_at(state: LinkState, table: str) -> Iterator[tuple[str, Record]]:
    """Requests that wait for a second person: those about a table or its awards, and those about the whole link."""
    for number, request in state.asked.items():
        award = state.awards.get(str(request.get("award")))
        if request.get("table", award["table"] if award else None) in (None, table):
            yield number, request


def asked_words(request: Record) -> str:
    """What a request is about: ``Void, round 7`` or ``Correct film, award 2``."""
    about = [f"{each} {request[each]}" for each in ("round", "award", "person") if each in request]
    return ", ".join([str(request["do"]).replace("_", " ").capitalize(), *about])


def _waiting(state: LinkState, table: str) -> list[Record]:
    plan = state.plan
    money = plan.currency if plan else ""
    names = {each.id: each.name for each in plan.people} if plan else {}
    found = [
        _alert(
            f"pending-{award['no']}",
            f"Award {award['no']} waits for approval",
            amount(award["cents"], money),
            award["at"],
            runbook="pending-award",
        )
        for award in state.awards.values()
        if award["status"] == "pending" and award["table"] == table and "waits_for" not in award
    ]
    for number, request in asked_at(state, table):
        title = f"{asked_words(request)}: waits for a second person"
        detail = f"asked by {names.get(request['by'], request['by'])}"
        found.append(_alert(f"ask-{number}", title, detail, state.at, runbook="second-person"))
    for number, debt in state.receivable.items():
        if debt["table"] == table:
            title = f"Award {number} was paid by mistake"
            detail = f"{amount(debt['cents'], money)} to come back"
            found.append(_alert(f"owed-{number}", title, detail, state.at, runbook="receivable"))
    return found


def _stopped(link: WatchedLink, table: str, is_silent: bool) -> list[Record]:
    """Conditions that hold now. The id also names the entry that ended the previous occurrence, so a second occurrence
    is a new alert."""
    state = link.state
    found = []
    since, here_since = link.mended("link"), link.mended(f"table {table}")
    for number, reason in enumerate(state.faults):
        id = f"fault-{number}-{_mark(reason)}-{since}"
        found.append(_alert(id, "The jackpot is stopped", reason, state.at, runbook="fault"))
    for number, reason in enumerate(state.table_faults.get(table, ())):
        id = f"stop-{table}-{number}-{_mark(reason)}-{here_since}"
        found.append(_alert(id, f"{table} is stopped", reason, state.at, runbook="table-stopped"))
    if is_silent and table not in state.table_faults:
        id = f"silent-{table}-{here_since}"
        found.append(_alert(id, "The sensor is silent", "no wager is seen", state.at, runbook="sensor-silent"))
    if link.stopped:
        id = f"book-{_mark(link.stopped)}-{state.seq}"
        found.append(_alert(id, "The book is stopped", link.stopped, state.at, runbook="book-stopped"))
    if state.seized:
        id = f"seized-{link.mended('seized')}"
        found.append(_alert(id, "The funds were seized", "no wagers until they are back", state.at, runbook="seized"))
    return found


def _happened(link: WatchedLink, table: str) -> list[Record]:
    found = []
    plan = link.state.plan
    money = plan.currency if plan else ""
    for each in link.table(table):
        if each.kind == "result":
            for level in each.body.get("emptied") or ():
                title = f"Level {level} was won and reseeded"
                now = f"now {amount(link.state.meter_cents(level), money)}"
                found.append(_alert(f"won-{each.seq}-{level}", title, now, each.at, "info", runbook="level-won"))
        elif each.kind in ("correct", "reject"):
            words = "corrected" if each.kind == "correct" else "restated: an award was rejected"
            detail = each.body["req"].get("reason", "")
            title = f"Round {each.round} was {words}"
            found.append(_alert(f"{each.kind}-{each.seq}", title, detail, each.at, "info", runbook="round-corrected"))
    return found


def _copied(state: LinkState, alarms: list[Line]) -> Iterator[Record]:
    """Passkeys of the link's people that were copied. No entry tells of them: they are not about the jackpot."""
    names = {each.id: each.name for each in state.plan.people} if state.plan else {}
    for line in alarms:
        if line.who in names:
            id = f"passkey-{line.about}-{line.at}"
            title, detail = f"A passkey of {names[line.who]} was copied", "it is refused from now on"
            yield _alert(id, title, detail, line.at, runbook="passkey-copied")


def _mark(reason: str) -> str:
    """A fault that comes back for a different reason is a new alert."""
    import zlib

    return f"{zlib.crc32(reason.encode('utf-8', 'replace')):08x}"
