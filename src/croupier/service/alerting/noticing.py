"""What people must be told even if nobody watches a console: read from the book, and sent until it is taken.

One process sends each alert. It claims the alert on the slate, and the claim expires unless the alert was sent. While
the database does not answer nothing can be claimed, so each process sends that alert itself. Every process sends a
heartbeat; a receiver that misses one knows that the house, its network or its machine is gone.
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any, Final

import structlog

from croupier import __version__
from croupier.errors import CroupierError
from croupier.jackpot.reports.alarms import alarms
from croupier.people.access_log import Line
from croupier.people.sessions import last_seen
from croupier.service.alerting.senders import Message, Sender
from croupier.service.alerting.wanted import Wanted
from croupier.service.books.alerts import SeenAlerts, alerts
from croupier.service.books.lamps import Lamps
from croupier.service.books.runbooks import of_alarm, runbooks
from croupier.service.books.running import RunningBook
from croupier.service.books.watching import WatchedLink
from croupier.stores.slate import Note, Slate

SCHEMA: Final = 1
SENT: Final = "sent-alert"
AWAY: Final = "database"
SILENT_SECONDS: Final = 10.0
"""Seconds without a read of the journal after which an alert is sent, whatever the cause. Long enough that a busy
machine raises none."""
CLAIM_SECONDS: Final = 120.0
"""How long a process keeps other processes from sending an alert that it is sending."""
KEPT_SECONDS: Final = 400 * 24 * 3600.0
_ALARMS: Final = (
    ("gambling day", "A gambling day is not closed"),
    ("no entry was made", "Nothing was entered for days"),
    ("the clock is", "The clock runs behind"),
    ("the clock jumped", "The clock jumped"),
    ("the clock ran back", "The clock ran back"),
    ("the open day", "The open day has not begun"),
    ("unreasonable rate", "Rounds come faster than a table deals"),
    ("the last bank statement", "The bank and the books differ"),
    ("money must be deposited", "Money must be deposited"),
)
_EACH: Final = ("the clock jumped", "unreasonable rate")
"""Alarms that are sent one by one: another table, or another jump, is news though somebody has seen the first."""
log = structlog.get_logger("croupier.house")


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
        found = {f"{each['link']}/{each['id']}": each for each in self._found()}
        self._open = len(found)
        for key in sorted(found):
            if key not in self._handled:
                self._send(key, found[key])
        self._handled &= found.keys()
        now = time.monotonic()
        if now >= self._beat_at:
            self._beat_at = now + self._wanted.heartbeat_seconds
            for sender in self._senders:
                sender.send(self._message("heartbeat", **self._health()), once=True)

    def close(self) -> None:
        for sender in self._senders:
            sender.close()

    # What to send

    def _found(self) -> Iterator[Message]:
        book = self._book
        if book.trouble or book.age > SILENT_SECONDS:
            self._away_since = self._away_since or self._clock()
            detail = book.trouble or "the database does not answer"
            id = f"{AWAY}-{int(self._away_since)}"
            yield _alert("", id, "The book cannot be read: no wagers are taken", detail, "database-lost")
            return
        self._away_since = 0.0
        self._seen.refresh()
        for name, link in book.links.items():
            with link.lock:
                found = list(_of_link(link, self._lamps, self._seen.alarms, int(self._clock() * 1000)))
            for each in found:
                if not self._seen.has(name, each["id"]):
                    yield each
        yield from self._unwatched()

    def _unwatched(self) -> Iterator[Message]:
        """Nobody has used a console for a while. People send requests; a page left open does not."""
        minutes = self._wanted.unwatched_minutes
        if not minutes:
            return
        self._watched = max(self._watched, last_seen(self._slate))
        if self._clock() - self._watched > minutes * 60:
            detail = f"for {minutes:g} minutes"
            yield _alert("", f"unwatched-{int(self._watched)}", "Nobody looks at a console", detail, "unwatched")

    # Sending

    def _send(self, key: str, alert: Message) -> None:
        now = time.monotonic()
        is_away = alert["id"].startswith(AWAY)
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

        titles = {each.id: each.title for each in runbooks()}
        runbook = alert["runbook"]
        about = {"id": runbook, "title": titles[runbook], "page": f"{self._wanted.house}/runbooks#{runbook}"}
        message = self._message("alert", **{**alert, "alert": key, "runbook": about})
        accepted = [sender.send(message, taken) for sender in self._senders]
        if not all(accepted):
            log.warning("too many alerts wait for their receiver", alert=key)
            self._sending.pop(key, None)

    def _taken(self, key: str) -> None:
        """Every receiver has it."""
        self._handled.add(key)
        self._sending.pop(key, None)
        try:
            self._slate.write(SENT, key[:200], {"by": self._own, "done": True}, KEPT_SECONDS, tell=False)
        except CroupierError as problem:
            log.warning("an alert may be sent twice", alert=key, why=problem.message)

    def _claim(self, key: str) -> bool:
        """Whether this process should send it. An alert that was sent is not sent again."""
        mine = False

        def decide(note: Note | None, now: float) -> dict[str, Any]:
            nonlocal mine
            if note is not None and (note.value["done"] or 0 <= now - note.value["at"] < CLAIM_SECONDS):
                if note.value["done"]:
                    self._handled.add(key)
                mine = note.value["by"] == self._own and not note.value["done"]
                return {**note.value, "at": now} if mine else note.value
            mine = True
            return {"by": self._own, "done": False, "at": now}

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


def _alert(link: str, id: str, title: str, detail: str, runbook: str) -> Message:
    return {"link": link, "table": "", "id": id, "title": title, "detail": detail, "at": None, "runbook": runbook}


def _of_link(link: WatchedLink, lamps: Lamps, logged: list[Line], now: int) -> Iterator[Message]:
    """The alerts of a link and of its tables that a console shows as urgent, each once; under the link's lock."""
    state = link.state
    plan = state.plan
    if plan is None:
        return
    told: set[str] = set()
    for table in plan.tables:
        for each in alerts(link, table.id, lamps.is_silent(plan.id, table.id), logged):
            if each["kind"] == "warn" and each["id"] not in told:
                told.add(each["id"])
                is_own = table.id in each["id"] or each["id"].startswith(("pending", "owed"))
                yield {**_plain(each), "link": plan.id, "table": table.id if is_own else ""}
    for text in alarms(state, now, link.odd):
        for beginning, title in _ALARMS:
            if text.startswith(beginning):
                mark = zlib.crc32(f"{text if beginning in _EACH else title} {state.day}".encode())
                yield _alert(plan.id, f"alarm-{mark:08x}", title, text, of_alarm(text))
    if link.display.why_not == "bank_short":
        detail = "no wagers are taken"
        yield _alert(plan.id, f"short-{state.day}", "The bank holds less than is due", detail, "bank-short")


def _plain(alert: Message) -> Message:
    return {name: alert[name] for name in ("id", "title", "detail", "at", "runbook")}
