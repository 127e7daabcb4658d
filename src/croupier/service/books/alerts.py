"""Alerts: each stays on every console until a person has acknowledged it. They are derived from the state and the
latest entries, so a restart loses none. Who has seen one is in the access log, which every process of the house reads.
"""

from __future__ import annotations

from typing import Any, Final

from croupier.casino.access_log import AccessLog
from croupier.jackpot.state import LinkState
from croupier.service.books.watching import WatchedLink
from croupier.units.money import dollars

SEEN: Final = "seen"
Record = dict[str, Any]


class SeenAlerts:
    """Which alerts somebody has seen, by link and alert."""

    def __init__(self, log: AccessLog) -> None:
        self._log = log
        self._seen: set[str] = set()
        self._read = 0
        self.refresh()

    def refresh(self) -> None:
        """Read what was written since the last time, here or by another process."""
        if self._log.size() != self._read:
            self._read, lines = self._log.lines_after(self._read)
            self._seen.update(line.detail.partition(" ")[0] for line in lines if line.what == SEEN)

    def has(self, link: str, alert: str) -> bool:
        return f"{link}/{alert}" in self._seen

    def mark(self, link: str, alert: str, who: str, where: str) -> None:
        """Write it durably. Not for the event loop."""
        if not self.has(link, alert):
            self._log.write(SEEN, who, f"{link}/{alert} from {where}")
            self._seen.add(f"{link}/{alert}")


def alerts(link: WatchedLink, table: str, is_silent: bool) -> list[Record]:
    """Every alert of a table and its link, the most urgent first; under the link's lock."""
    state = link.state
    found = [*_waiting(state, table), *_stopped(link, table, is_silent), *_happened(link, table)]
    return sorted(found, key=lambda each: (each["kind"] != "warn", -each["at"]))


def _alert(id: str, title: str, detail: str, at: int, kind: str = "warn", runbook: str = "") -> Record:
    return {"id": id, "title": title, "detail": detail, "at": at, "kind": kind, "runbook": runbook}


def _waiting(state: LinkState, table: str) -> list[Record]:
    found = [
        _alert(
            f"pending-{award['no']}",
            f"Award {award['no']} waits for approval",
            dollars(award["cents"]),
            award["at"],
            runbook="pending-award",
        )
        for award in state.awards.values()
        if award["status"] == "pending" and award["table"] == table and "waits_for" not in award
    ]
    for number, request in state.asked.items():
        if request.get("table") in (None, table):
            title = f"Request {number} waits for a second person"
            found.append(
                _alert(f"ask-{number}", title, f"{request['do']} by {request['by']}", state.at, runbook="second-person")
            )
    for number, debt in state.receivable.items():
        if debt["table"] == table:
            title = f"Award {number} was paid by mistake"
            found.append(
                _alert(
                    f"owed-{number}", title, f"{dollars(debt['cents'])} to come back", state.at, runbook="receivable"
                )
            )
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
    if state.seized:
        id = f"seized-{link.mended('seized')}"
        found.append(_alert(id, "The funds were seized", "no wagers until they are back", state.at, runbook="seized"))
    return found


def _happened(link: WatchedLink, table: str) -> list[Record]:
    found = []
    plan = link.state.plan
    for each in link.table(table):
        if each.kind == "result":
            for level in each.body.get("emptied") or ():
                title = f"Level {level} was won and reseeded"
                now = link.state.meter_cents(level) if plan else 0
                found.append(
                    _alert(
                        f"won-{each.seq}-{level}", title, f"now {dollars(now)}", each.at, "info", runbook="level-won"
                    )
                )
        elif each.kind in ("correct", "reject"):
            words = "corrected" if each.kind == "correct" else "restated: an award was rejected"
            detail = each.body["req"].get("reason", "")
            title = f"Round {each.round} was {words}"
            found.append(_alert(f"{each.kind}-{each.seq}", title, detail, each.at, "info", runbook="round-corrected"))
    return found


def _mark(reason: str) -> str:
    """A fault that comes back for a different reason is a new alert."""
    import zlib

    return f"{zlib.crc32(reason.encode('utf-8', 'replace')):08x}"
