"""Alerts: derived from the state, the latest entries and the access log, on every console until somebody has seen them.
Urgent ones leave the house, to a command or a webhook, with a heartbeat: a receiver that misses one knows that the
house is gone. One process sends each alert, which it claims on the slate; without the database each sends it itself."""

import contextlib
import http.client
import ipaddress
import os
import queue
import shutil
import signal
import socket
import subprocess
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Final, NamedTuple
from urllib.parse import urlsplit

import orjson
import structlog
from msgspec import Meta

from croupier.errors import BadInput, CroupierError
from croupier.jackpot.entries import Restated, Settled
from croupier.jackpot.reports.alarms import KINDS, Alarm, AlarmKind, Severity, alarms, request_words
from croupier.jackpot.state import LinkState
from croupier.people import access_log, signing_in
from croupier.records import Record, converted, plain, record_of, replace
from croupier.rulebook.fields import parse_toml
from croupier.service.books.lamps import Lamps
from croupier.service.books.running import RunningBook, WatchedLink
from croupier.software import VERSION
from croupier.stores.slate import Notes, Slate

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
    return tuple(converted(Runbook, {"id": id, **said}) for id, said in tomllib.loads(text).items())


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

    def __init__(self, log: access_log.AccessLog) -> None:
        self._log = log
        self._seen: set[str] = set()
        self.alarms: list[access_log.Line] = []
        """Passkeys that were copied."""
        self._read = 0
        self.refresh()

    def refresh(self) -> None:
        """Read what was written since the last time, here or by another process."""
        if self._log.size() != self._read:
            self._read, lines = self._log.lines_after(self._read)
            self._seen.update(line.about for line in lines if line.what == access_log.Act.ALERT_SEEN)
            self.alarms += [line for line in lines if line.what == access_log.Act.PASSKEY_COPIED]

    def has(self, link: str, alert: str) -> bool:
        return f"{link}/{alert}" in self._seen

    def mark(self, link: str, alert: str, who: str, where: str) -> None:
        """Write it durably. Not for the event loop."""
        if not self.has(link, alert):
            self._log.write(access_log.Act.ALERT_SEEN, who, f"from {where}", link=link, about=f"{link}/{alert}")
            self._seen.add(f"{link}/{alert}")


def alerts(link: WatchedLink, table: str, is_silent: bool, logged: list[access_log.Line]) -> list[Alarm]:
    """Every alarm of a table, its link and its people, the most urgent first; under the link's lock."""
    state = link.state
    raised = [*_waiting(state, table), *_stopped(link, table, is_silent), *_happened(link, table)]
    raised += _copied(state, logged)
    return sorted(raised, key=lambda alarm: (alarm.severity != Severity.WARN, -(alarm.at or 0)))


class AskedFor(Record):
    """What a request is about that waits for a second person."""

    number: int
    do: str
    by: str
    table: str | None = None
    round: int = 0
    award: int = 0
    person: str = ""
    amount: int | None = None
    reason: str
    note: str = ""

    @property
    def words(self) -> str:
        return request_words(self.do, self.round, self.award, self.person)


def asked_for(state: LinkState) -> list[AskedFor]:
    """Every request that waits for a second person."""
    return [record_of(AskedFor, request, number=int(number)) for number, request in state.asked.items()]


def asked_at(state: LinkState, table: str) -> Iterator[AskedFor]:
    """Those about a table or its awards, and those about the whole link."""
    for asked in asked_for(state):
        award = state.awards.get(str(asked.award))
        if (asked.table or (award.table if award else None)) in (None, table):
            yield asked


def _waiting(state: LinkState, table: str) -> Iterator[Alarm]:
    plan = state.plan
    currency = plan.currency if plan else ""
    names = {person.id: person.name for person in plan.people} if plan else {}
    at_table = partial(Alarm, link=state.link, tables=(table,), currency=currency)
    for award in state.awards.values():
        if award.status == "pending" and award.table == table and not award.waits_for:
            yield at_table(kind=AlarmKind.AWARD_PENDING, award=award.no, cents=award.cents, at=award.at)
    for asked in asked_at(state, table):
        yield record_of(
            Alarm,
            asked,
            kind=AlarmKind.SECOND_PERSON,
            link=state.link,
            tables=(table,) if asked.table or asked.award else (),
            request=asked.number,
            by=names.get(asked.by, asked.by),
            reason="",
            at=state.at,
        )
    for number, debt in state.receivable.items():
        if debt.table == table:
            owed = at_table(kind=AlarmKind.PAID_BY_MISTAKE, award=int(number), at=state.at)
            yield replace(owed, round=debt.round, seat=debt.seat, cents=debt.cents)


def _stopped(link: WatchedLink, table: str, is_silent: bool) -> Iterator[Alarm]:
    """Conditions that hold now. ``since``, the entry that ended the one before, makes a second one a new alarm."""
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
        if isinstance(entry.body, Settled):
            for level in entry.body.emptied:
                yield told(kind=AlarmKind.LEVEL_WON, level=level, cents=state.meter_cents(level), currency=currency)
        elif isinstance(entry.body, Restated):
            kind = AlarmKind.AWARD_REJECTED if entry.kind == "reject" else AlarmKind.ROUND_CORRECTED
            yield told(kind=kind, round=entry.round, reason=entry.body.req.reason)


def _copied(state: LinkState, logged: list[access_log.Line]) -> Iterator[Alarm]:
    """Passkeys of the link's people that were copied. No entry tells of them: they are not about the jackpot."""
    names = {person.id: person.name for person in state.plan.people} if state.plan else {}
    told = partial(Alarm, kind=AlarmKind.PASSKEY_COPIED, link=state.link)
    yield from (told(person=names[line.who], passkey=line.about, at=line.at) for line in logged if line.who in names)


_LONGEST: Final = 7 * 24 * 3600.0
_EXAMPLE: Final = 'as in command = ["/usr/local/bin/page-us"] or webhook = "https://alerts.example.com/croupier"'
ShortText = Annotated[str, Meta(max_length=500)]


class Receiver(Record):
    """A command, or the address of a webhook."""

    command: tuple[str, ...] = ()
    webhook: ShortText = ""
    timeout_seconds: Annotated[float, Meta(ge=0.1, le=_LONGEST)] = 10.0

    @property
    def name(self) -> str:
        """For logs; the path of an address may hold a secret."""
        return self.command[0] if self.command else f"the webhook at {urlsplit(self.webhook).hostname}"

    def check(self, where: str) -> None:
        """BadInput names what does not fit."""
        if bool(self.command) == bool(self.webhook):
            raise BadInput(f"{where}: a [[send]] part names a command or a webhook, one of them", hint=_EXAMPLE)
        if self.webhook:
            _check_web(where, "webhook", self.webhook)
        elif any("\0" in word for word in self.command) or shutil.which(self.command[0]) is None:
            program = ascii(self.command[0][:80])
            raise BadInput(f"{where}: there is no program {program}", hint="name it with its whole path")


class AlertsFile(Record):
    """The file of ``serve --alerts``."""

    send: tuple[Receiver, ...] = ()
    name: ShortText = ""  # The name of this process in messages; by default the machine's.
    house: ShortText = ""  # The address of the pages, for links to runbooks.
    heartbeat_seconds: Annotated[float, Meta(ge=1, le=_LONGEST)] = 60.0
    unwatched_minutes: Annotated[float, Meta(ge=0, le=_LONGEST)] = 30.0
    """Minutes without anybody at a console until an alert is sent; 0 turns it off."""


def read_alerts(path: str) -> AlertsFile:
    """BadInput names what does not fit."""
    where = f"--alerts {path}"
    try:
        said = parse_toml(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        words = problem.strerror or problem if isinstance(problem, OSError) else problem
        raise BadInput(f"{where}: {words}", hint="a TOML file") from None
    wanted = converted(AlertsFile, said, where)
    if not wanted.send:
        raise BadInput(f"{where}: no receiver is named", hint=f"a [[send]] part, {_EXAMPLE}")
    for receiver in wanted.send:
        receiver.check(where)
    if wanted.house:
        _check_web(where, "house", wanted.house)
    if not f"{wanted.name}{wanted.house}".isprintable():
        raise BadInput(f"{where}: name or house cannot be printed")
    return replace(wanted, name=wanted.name or os.uname().nodename, house=wanted.house.rstrip("/"))


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _check_web(where: str, key: str, address: str) -> None:
    """Alerts cross a network only over HTTPS."""
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or not address.isascii() or not address.isprintable() or " " in address:
        raise BadInput(f"{where}: {key} is not an address", hint="https://HOST/PATH")
    if parts.username is not None or parts.password is not None:
        raise BadInput(f"{where}: {key} holds a password", hint="do not put secrets into an address")
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(host)):
        raise BadInput(f"{where}: {key} is neither https nor on this machine", hint="https://HOST/PATH")


Message = dict[str, object]
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
MOST_WAITING: Final = 500
_KEPT_VARIABLES: Final = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR")
log = structlog.get_logger("croupier.house")


class NotTaken(Exception):
    """The receiver did not take a message, and why."""


class _Waiting(NamedTuple):
    message: Message
    taken: Callable[[], object]
    once: bool


class Sender:
    """Messages on their way to one receiver, in their order."""

    def __init__(self, receiver: Receiver, first_pause: float = FIRST_PAUSE) -> None:
        self.receiver = receiver
        self._first_pause = first_pause
        self._waiting: queue.Queue[_Waiting | None] = queue.Queue(MOST_WAITING)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="alerts", daemon=True)
        self._thread.start()

    def send(self, message: Message, taken: Callable[[], object] = lambda: None, *, once: bool = False) -> bool:
        """Queue a message, one that is soon out of date ``once``. False if too many wait: it is to be sent later."""
        try:
            self._waiting.put_nowait(_Waiting(message, taken, once))
        except queue.Full:
            return False
        return True

    def close(self, seconds: float = 2.0) -> None:
        """Try waiting messages once more if time allows. The thread does not outlive its process."""
        self._closing.set()
        with contextlib.suppress(queue.Full):
            self._waiting.put_nowait(None)
        self._thread.join(seconds)

    def _run(self) -> None:
        while (waiting := self._waiting.get()) is not None:
            pause = self._first_pause
            while True:
                try:
                    deliver(self.receiver, waiting.message)
                    waiting.taken()
                    break
                except NotTaken as problem:
                    log.warning("alert not taken", receiver=self.receiver.name, why=str(problem))
                except Exception:
                    # Otherwise nobody would notice that alerts no longer leave the house.
                    log.exception("sending an alert failed")
                if waiting.once or self._closing.wait(pause):
                    break
                pause = min(LONGEST_PAUSE, 2 * pause)


def deliver(receiver: Receiver, message: Message) -> None:
    """One try; NotTaken if it failed."""
    body = orjson.dumps(message)
    if receiver.command:
        _run_command(receiver, body)
    else:
        _post(receiver, body)


def _run_command(receiver: Receiver, body: bytes) -> None:
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    nowhere = subprocess.DEVNULL
    try:
        child = subprocess.Popen(
            receiver.command,
            stdin=subprocess.PIPE,
            stdout=nowhere,
            stderr=nowhere,
            env=kept,
            cwd="/",
            start_new_session=True,
        )
    except OSError as problem:
        raise NotTaken(problem.strerror or str(problem)) from None
    with child:
        try:
            child.communicate(body, receiver.timeout_seconds)
        except subprocess.TimeoutExpired:
            raise NotTaken(f"it did not end within {receiver.timeout_seconds:g} seconds") from None
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)  # with its child processes
    if child.returncode != 0:
        raise NotTaken(f"it ended with status {child.returncode}")


def _post(receiver: Receiver, body: bytes) -> None:
    parts = urlsplit(receiver.webhook)
    assert parts.hostname is not None
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    line = kind(parts.hostname, parts.port, timeout=receiver.timeout_seconds)
    # A socket's timeout restarts with each byte, so a slow answer needs a limit of its own.
    end = threading.Timer(receiver.timeout_seconds, _hang_up, (line,))
    end.daemon = True
    until = time.monotonic() + receiver.timeout_seconds
    try:
        end.start()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        line.request("POST", path, body, {"content-type": "application/json", "user-agent": "croupier"})
        status = line.getresponse().status
        if time.monotonic() >= until:  # a connection that was cut off looks like an answer
            raise TimeoutError
    except (OSError, http.client.HTTPException, ValueError) as problem:
        if time.monotonic() >= until:
            raise NotTaken(f"no answer within {receiver.timeout_seconds:g} seconds") from None
        raise NotTaken(f"{type(problem).__name__}: {problem!s:.100}") from None
    finally:
        end.cancel()
        line.close()
    if not 200 <= status < 300:
        raise NotTaken(f"it answered {status}")


def _hang_up(line: http.client.HTTPConnection) -> None:
    with contextlib.suppress(OSError, AttributeError):
        line.sock.shutdown(socket.SHUT_RDWR)


SCHEMA: Final = 1
SENT: Final = "sent-alert"
SILENT_SECONDS: Final = 10.0
"""Seconds without a read of the journal after which an alert is sent, whatever the cause. Long enough that a busy
machine raises none."""
CLAIM_SECONDS: Final = 120.0  # How long a process keeps other processes from sending an alert that it is sending.
KEPT_SECONDS: Final = 400 * 24 * 3600.0


class ToldAlarm(AlertView):
    """What a receiver is told of an alarm, under a key of its own, and where to read what to do."""

    alert: str
    todo: str
    page: str


class SentNote(Record):
    """Which process sends an alert, or has sent it."""

    by: str
    done: bool = False
    at: float = 0.0


class Noticing:
    """One for each process. ``look`` waits for the slate, so do not call it on an event loop."""

    def __init__(
        self,
        wanted: AlertsFile,
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
        self._notes = Notes(slate, SENT, SentNote)
        self._clock = clock
        self._senders = [Sender(receiver) for receiver in wanted.send]
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
                sender.send(self._message("heartbeat", self._health()), once=True)

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
        self._watched = max(self._watched, signing_in.last_seen(self._slate))
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

        todo = next(runbook.title for runbook in runbooks() if runbook.id == alarm.runbook)
        page = f"{self._wanted.house}/runbooks#{alarm.runbook}"
        message = self._message("alert", plain(record_of(ToldAlarm, alarm, alert=key, todo=todo, page=page)))
        accepted = [sender.send(message, taken) for sender in self._senders]
        if not all(accepted):
            log.warning("too many alerts wait for their receiver", alert=key)
            self._sending.pop(key, None)

    def _taken(self, key: str) -> None:
        """Every receiver has it."""
        self._handled.add(key)
        self._sending.pop(key, None)
        try:
            self._notes.write(key[:200], SentNote(by=self._own, done=True), KEPT_SECONDS, tell=False)
        except CroupierError as problem:
            log.warning("an alert may be sent twice", alert=key, why=problem.message)

    def _claim(self, key: str) -> bool:
        """Whether this process should send it. An alert that was sent is not sent again."""
        mine = False

        def decide(noted: SentNote | None, now: float) -> SentNote:
            nonlocal mine
            claim = noted or SentNote(by=self._own)
            if noted is not None and (claim.done or 0 <= now - claim.at < CLAIM_SECONDS):
                if claim.done:
                    self._handled.add(key)
                mine = claim.by == self._own and not claim.done
            else:
                mine, claim = True, SentNote(by=self._own)
            return replace(claim, at=now) if mine else claim

        self._notes.change(key[:200], decide, KEPT_SECONDS, tell=False)
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

    def _message(self, message: str, more: Message) -> Message:
        made = {"schema": SCHEMA, "message": message, "from": self._wanted.name, "software": VERSION}
        return made | {"sent_at": int(self._clock() * 1000)} | more


def _of_link(link: WatchedLink, lamps: Lamps, logged: list[access_log.Line], now: int) -> Iterator[Alarm]:
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
