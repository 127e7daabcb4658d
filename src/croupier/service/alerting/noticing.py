"""What people must be told even if nobody watches a console: read from the book, and sent until it is taken.

One process sends each alert. It claims the alert on the slate, and the claim expires unless the alert was sent. While
the database does not answer nothing can be claimed, so each process sends that alert itself. Every process sends a
heartbeat; a receiver that misses one knows that the house, its network or its machine is gone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import structlog

from croupier import __version__
from croupier.errors import CroupierError
from croupier.jackpot.reports.alarm_kinds import KINDS, Alarm, AlarmKind, Severity
from croupier.jackpot.reports.alarms import alarms
from croupier.people.access_log import Line
from croupier.people.sessions import last_seen
from croupier.records import Record, converted, plain, replace
from croupier.service.alerting.senders import Message, Sender
from croupier.service.alerting.wanted import Wanted
from croupier.service.books.alerts import SeenAlerts, alerts
from croupier.service.books.lamps import Lamps
from croupier.service.books.runbooks import runbooks
from croupier.service.books.running import RunningBook
from croupier.service.books.watching import WatchedLink
from croupier.stores.slate import Note, Slate

SCHEMA: Final = 1
SENT: Final = "sent-alert"
SILENT_SECONDS: Final = 10.0
"""Seconds without a read of the journal after which an alert is sent, whatever the cause. Long enough that a busy
machine raises none."""
CLAIM_SECONDS: Final = 120.0
"""How long a process keeps other processes from sending an alert that it is sending."""
KEPT_SECONDS: Final = 400 * 24 * 3600.0
log = structlog.get_logger("croupier.house")


class ToldRunbook(Record):
    """Where to read what to do."""

    id: str
    title: str
    page: str


class ToldAlarm(Record):
    """What a receiver is told of an alarm."""

    alert: str
    alarm: AlarmKind
    severity: Severity
    link: str
    table: str
    id: str
    title: str
    detail: str
    at: int | None
    runbook: ToldRunbook


class SentNote(Record):
    """Which process sends an alert, or has sent it."""

    by: str
    done: bool = False
    at: float = 0.0


class Noticing:
    """One for each process. ``look`` waits for the slate, so do not call it on an event loop."""

    def __init__(
        self,
        wanted: Wanted,
        book: RunningBook,
        lamps: Lamps,
        seen: SeenAlerts,
        slate: Slate,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._wanted = wanted
        self._book = book
        self._lamps = lamps
        self._seen = seen
        self._slate = slate
        self._clock = clock
        self._senders = [Sender(each) for each in wanted.receivers]
        self._own = f"{wanted.name} {os.getpid()} {clock()}"
        self._handled: set[str] = set()
        """Alerts that are done, as far as this process is concerned."""
        self._sending: dict[str, float] = {}
        """Alerts being sent, and when each was last claimed."""
        self._away_since = 0.0
        self._beat_at = 0.0
        self._watched = clock()
        self._open = 0

    def look(self) -> None:
        """Send what is new, and a heartbeat when it is time for one."""
        raised = {f"{alarm.link}/{alarm.id}": alarm for alarm in self._raised()}
        self._open = len(raised)
        for key in sorted(raised):
            if key not in self._handled:
                self._send(key, raised[key])
        self._handled &= raised.keys()
        now = time.monotonic()
        if now >= self._beat_at:
            self._beat_at = now + self._wanted.heartbeat_seconds
            for sender in self._senders:
                sender.send(self._message("heartbeat", **self._health()), once=True)

    def close(self) -> None:
        for sender in self._senders:
            sender.close()

    # What to send

    def _raised(self) -> Iterator[Alarm]:
        book = self._book
        if book.trouble or book.age > SILENT_SECONDS:
            self._away_since = self._away_since or self._clock()
            yield Alarm(kind=AlarmKind.DATABASE_LOST, reason=book.trouble, since=int(self._away_since))
            return
        self._away_since = 0.0
        self._seen.refresh()
        for name, link in book.links.items():
            with link.lock:
                raised = list(_of_link(link, self._lamps, self._seen.alarms, int(self._clock() * 1000)))
            for alarm in raised:
                if not self._seen.has(name, alarm.id):
                    yield alarm
        yield from self._unwatched()

    def _unwatched(self) -> Iterator[Alarm]:
        """Nobody has used a console for a while. People send requests; a page left open does not."""
        minutes = self._wanted.unwatched_minutes
        if not minutes:
            return
        self._watched = max(self._watched, last_seen(self._slate))
        if self._clock() - self._watched > minutes * 60:
            yield Alarm(kind=AlarmKind.UNWATCHED, milliseconds=round(minutes * 60_000), since=int(self._watched))

    # Sending

    def _send(self, key: str, alarm: Alarm) -> None:
        now = time.monotonic()
        is_away = alarm.kind is AlarmKind.DATABASE_LOST
        if key in self._sending:
            if not is_away and now - self._sending[key] > CLAIM_SECONDS / 3:
                self._sending[key] = now
                self._claim(key)
            return
        if not is_away and not self._claim(key):
            return
        self._sending[key] = now
        left = [len(self._senders)]

        def taken() -> None:
            left[0] -= 1
            if left[0] <= 0:
                self._taken(key)

        message = self._message("alert", **plain(self._told(key, alarm)))
        accepted = [sender.send(message, taken) for sender in self._senders]
        if not all(accepted):
            log.warning("too many alerts wait for their receiver", alert=key)
            self._sending.pop(key, None)

    def _told(self, key: str, alarm: Alarm) -> ToldAlarm:
        titles = {runbook.id: runbook.title for runbook in runbooks()}
        page = f"{self._wanted.house}/runbooks#{alarm.runbook}"
        return ToldAlarm(
            alert=key,
            alarm=alarm.kind,
            severity=alarm.severity,
            link=alarm.link,
            table=", ".join(alarm.tables),
            id=alarm.id,
            title=alarm.title,
            detail=alarm.detail,
            at=alarm.at,
            runbook=ToldRunbook(id=alarm.runbook, title=titles[alarm.runbook], page=page),
        )

    def _taken(self, key: str) -> None:
        """Every receiver has it."""
        self._handled.add(key)
        self._sending.pop(key, None)
        try:
            done = plain(SentNote(by=self._own, done=True))
            self._slate.write(SENT, key[:200], done, KEPT_SECONDS, tell=False)
        except CroupierError as problem:
            log.warning("an alert may be sent twice", alert=key, why=problem.message)

    def _claim(self, key: str) -> bool:
        """Whether this process should send it. An alert that was sent is not sent again."""
        mine = False

        def decide(note: Note | None, now: float) -> dict[str, Any]:
            nonlocal mine
            claim = converted(SentNote, note.value) if note else SentNote(by=self._own)
            if note is not None and (claim.done or 0 <= now - claim.at < CLAIM_SECONDS):
                if claim.done:
                    self._handled.add(key)
                mine = claim.by == self._own and not claim.done
            else:
                mine, claim = True, SentNote(by=self._own)
            changed: dict[str, Any] = plain(replace(claim, at=now) if mine else claim)
            return changed

        self._slate.change(SENT, key[:200], decide, KEPT_SECONDS, tell=False)
        return mine

    def _health(self) -> Message:
        book = self._book
        watched = max(0, int(self._clock() - self._watched))
        return {
            "ok": not book.is_away,
            "trouble": book.trouble,
            "open_alerts": self._open,
            "console_seen_seconds_ago": watched,
            "next_within_seconds": self._wanted.heartbeat_seconds,
        }

    def _message(self, kind: str, **more: Any) -> Message:
        at = int(self._clock() * 1000)
        return {
            "schema": SCHEMA,
            "kind": kind,
            "from": self._wanted.name,
            "software": __version__,
            "sent_at": at,
            **more,
        }


def _of_link(link: WatchedLink, lamps: Lamps, logged: list[Line], now: int) -> Iterator[Alarm]:
    """The alarms of a link and of its tables that a console shows as urgent, each once; under the link's lock."""
    state = link.state
    plan = state.plan
    if plan is None:
        return
    told: set[str] = set()
    for table in plan.tables:
        for alarm in alerts(link, table.id, lamps.is_silent(plan.id, table.id), logged):
            if alarm.severity is Severity.WARN and alarm.id not in told:
                told.add(alarm.id)
                yield alarm
    for alarm in alarms(state, now, link.odd):
        if not KINDS[alarm.kind].at_tables:  # those were told above
            yield alarm
    if link.display.why_not == "bank_short":
        yield Alarm(kind=AlarmKind.BANK_SHORT, link=plan.id, open_day=state.day)
