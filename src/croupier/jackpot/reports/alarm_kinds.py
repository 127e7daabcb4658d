"""Every alarm there is: its kind and fields, and by kind its words, title, severity and runbook.

What makes an alarm says the kind and the fields; who shows it asks for words at the last moment. Which runbook it
leads to, whether it leaves the house, and whether it is news, go by kind and fields, never by words. ``alarms``
computes those of the books, the service those of its consoles.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from croupier.records import Record, replace
from croupier.units.money import amount


class AlarmKind(StrEnum):
    """What somebody should look at."""

    # Of the books
    NO_ENTRIES = "no-entries"
    SILENT_DAYS = "silent-days"
    DAY_NOT_CLOSED = "day-not-closed"
    DAY_NOT_BEGUN = "day-not-begun"
    CLOCK_BEHIND = "clock-behind"
    CLOCK_JUMPED = "clock-jumped"
    CLOCK_RAN_BACK = "clock-ran-back"
    UNREASONABLE_RATE = "unreasonable-rate"
    BANK_DIFFERS = "bank-differs"
    DEPOSIT_DUE = "deposit-due"
    BANK_SHORT = "bank-short"
    # Of a table and its link
    TABLE_STOPPED = "table-stopped"
    PAID_BY_MISTAKE = "paid-by-mistake"
    AWARD_PENDING = "award-pending"
    SECOND_PERSON = "second-person"
    LINK_STOPPED = "link-stopped"
    BOOK_STOPPED = "book-stopped"
    SENSOR_SILENT = "sensor-silent"
    FUNDS_SEIZED = "funds-seized"
    LEVEL_WON = "level-won"
    ROUND_CORRECTED = "round-corrected"
    AWARD_REJECTED = "award-rejected"
    # Of the house
    PASSKEY_COPIED = "passkey-copied"
    DATABASE_LOST = "database-lost"
    UNWATCHED = "unwatched"


class Severity(StrEnum):
    """Whether it is urgent."""

    WARN = "warn"
    INFO = "info"


class Alarm(Record, omit_defaults=True):
    """One alarm. Which fields a kind has is in its words."""

    kind: AlarmKind
    link: str = ""
    tables: tuple[str, ...] = ()
    """The tables that it is about: one, or all that share its cause (``by_cause``)."""
    open_day: str = ""
    """The gambling day that was open when it was raised."""
    day: str = ""
    """The gambling day that it is about."""
    until: str = ""
    at: int | None = None
    """When it happened, where one moment can be named."""
    entry: int = 0
    since: int = 0
    """The entry or second after which the condition began: a second occurrence is another alarm."""
    place: int = 0
    """Among several of its kind."""
    award: int = 0
    round: int = 0
    seat: int = 0
    level: int = 0
    request: int = 0
    do: str = ""
    """The kind of the request."""
    person: str = ""
    by: str = ""
    passkey: str = ""
    reason: str = ""
    """As somebody has written it."""
    per: str = ""
    """Of a rate: minute or day."""
    count: int = 0
    milliseconds: int = 0
    cents: int = 0
    short_cents: int = 0
    currency: str = ""

    @property
    def id(self) -> str:
        """The same for as long as it is the same alarm; it holds none of its words."""
        return "-".join([self.kind, *(_mark(getattr(self, name)) for name in KINDS[self.kind].same)])

    @property
    def title(self) -> str:
        return KINDS[self.kind].title(self)

    @property
    def words(self) -> str:
        """The whole of it in a sentence."""
        return KINDS[self.kind].words(self)

    @property
    def detail(self) -> str:
        """What the title leaves out."""
        return (KINDS[self.kind].detail or KINDS[self.kind].words)(self)

    @property
    def severity(self) -> Severity:
        return KINDS[self.kind].severity

    @property
    def runbook(self) -> str:
        """The part of the runbooks that says what to do."""
        return KINDS[self.kind].runbook


def by_cause(alarms: Iterable[Alarm]) -> list[Alarm]:
    """Alarms that differ in nothing but their table as one alarm, which names them all.

    >>> stopped = [Alarm(kind=AlarmKind.TABLE_STOPPED, tables=(table,), reason="no power") for table in ("T01", "T02")]
    >>> [alarm.words for alarm in by_cause(stopped)]
    ['tables T01 and T02 are stopped: no power']
    """
    causes: dict[Alarm, list[str]] = {}
    for alarm in alarms:
        causes.setdefault(replace(alarm, tables=()), []).extend(alarm.tables)
    return [replace(cause, tables=tuple(dict.fromkeys(tables))) for cause, tables in causes.items()]


def span(milliseconds: int) -> str:
    """A time that has passed, in the largest unit that says enough.

    >>> span(1_000), span(90_000), span(8_959_972), span(94_694_101_000)
    ('1 second', '90 seconds', '149 minutes', '1,096 days')
    """
    for unit, length in (("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000)):
        if milliseconds >= 3 * length:
            return f"{round(milliseconds / length):,} {unit}s"
    seconds = round(milliseconds / 1_000)
    return f"{seconds:,} second{'s' * (seconds != 1)}"


def too_fast(per: str, most: int) -> str:
    """
    >>> too_fast("minute", 6)
    'more than 6 rounds in a minute'
    """
    return f"more than {most:,} rounds in a {per}"


def silent_days(days: int, after: str, until: str) -> str:
    """
    >>> silent_days(1, "2026-01-01", "2026-01-03")
    'a day between 2026-01-01 and 2026-01-03'
    """
    return f"{'a day' if days == 1 else f'{days:,} days'} between {after} and {until}"


def request_words(do: str, round: int = 0, award: int = 0, person: str = "") -> str:
    """What a request is about.

    >>> request_words("void", round=7), request_words("correct_film", award=2)
    ('Void, round 7', 'Correct film, award 2')
    """
    about = {"round": round, "award": award, "person": person}
    return ", ".join(
        [do.replace("_", " ").capitalize(), *(f"{name} {value}" for name, value in about.items() if value)]
    )


Words = Callable[[Alarm], str]


class Sort(NamedTuple):
    """What is known of a kind."""

    title: Words
    words: Words
    runbook: str
    same: tuple[str, ...]
    """The fields that tell one alarm of the kind from another: as long as they stay, it is not news."""
    severity: Severity = Severity.WARN
    detail: Words | None = None
    """Where it says less than the words."""
    at_tables: bool = False
    """Whether the consoles of tables show it until somebody has seen it."""


def _money(cents: int, alarm: Alarm) -> str:
    return amount(cents, alarm.currency)


def _listed(names: tuple[str, ...]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]])) if names else ""


def _stopped(alarm: Alarm) -> str:
    who = f"tables {_listed(alarm.tables)} are" if len(alarm.tables) > 1 else f"table {_listed(alarm.tables)} is"
    return f"{who} stopped: {alarm.reason}"


def _not_closed(alarm: Alarm) -> str:
    more = f", and so are {alarm.count:,} after it" if alarm.count else ""
    return f"gambling day {alarm.day} is over and not closed{more}"


def _jumped(alarm: Alarm) -> str:
    way = "ahead" if alarm.milliseconds > 0 else "back"
    many = f", the farthest of {alarm.count:,} jumps" if alarm.count > 1 else ""
    return f"the clock jumped {span(abs(alarm.milliseconds))} {way} at entry {alarm.entry:,}{many} ({alarm.day})"


def _due(alarm: Alarm) -> str:
    when = "before the next gambling day begins, or the link stops"
    if alarm.short_cents:
        short = _money(alarm.short_cents, alarm)
        when = f"now, since no wagers are taken while the bank is {short} short, and with what is due tomorrow"
    return f"money must be deposited {when}: {_money(alarm.cents, alarm)}"


def _asked(alarm: Alarm) -> str:
    return request_words(alarm.do, alarm.round, alarm.award, alarm.person)


def _title(text: str) -> Words:
    """The same whatever its fields are, or with one of them in it."""
    return lambda alarm: text.format(alarm=alarm)


KINDS: Final[Mapping[AlarmKind, Sort]] = {
    AlarmKind.NO_ENTRIES: Sort(
        title=_title("Nothing was entered for days"),
        words=lambda alarm: f"no entry was made for {alarm.count:,} day{'s' * (alarm.count > 1)}: is the clock right?",
        runbook="clock",
        same=("open_day",),
    ),
    AlarmKind.SILENT_DAYS: Sort(
        title=_title("Nothing was entered for days"),
        words=lambda alarm: (
            f"no entry was made for {silent_days(alarm.count, alarm.day, alarm.until)}: "
            f"the casino was closed, or the clock is wrong ({alarm.day})"
        ),
        runbook="clock",
        same=("open_day",),
    ),
    AlarmKind.DAY_NOT_CLOSED: Sort(
        title=_title("A gambling day is not closed"), words=_not_closed, runbook="not-closed", same=("open_day",)
    ),
    AlarmKind.DAY_NOT_BEGUN: Sort(
        title=_title("The open day has not begun"),
        words=lambda alarm: (
            f"the open day {alarm.day} begins in {span(alarm.milliseconds)}: "
            "until it ends no day is closed and no money is due"
        ),
        runbook="clock",
        same=("open_day",),
    ),
    AlarmKind.CLOCK_BEHIND: Sort(
        title=_title("The clock runs behind"),
        words=lambda alarm: f"the clock is {span(alarm.milliseconds)} behind the last entry",
        runbook="clock",
        same=("open_day",),
    ),
    AlarmKind.CLOCK_JUMPED: Sort(
        title=_title("The clock jumped"),
        words=_jumped,
        runbook="clock",
        same=("open_day", "entry", "count"),  # another jump is news though somebody has seen the first
    ),
    AlarmKind.CLOCK_RAN_BACK: Sort(
        title=_title("The clock ran back"),
        words=lambda alarm: (
            f"the clock ran back: at entry {alarm.entry:,} it was {span(alarm.milliseconds)} behind the entry before "
            f"({alarm.day})"
        ),
        runbook="clock",
        same=("open_day",),
    ),
    AlarmKind.UNREASONABLE_RATE: Sort(
        title=_title("Rounds come faster than a table deals"),
        words=lambda alarm: (
            f"unreasonable rate: {_listed(alarm.tables)} had {too_fast(alarm.per, alarm.count)} ({alarm.day})"
        ),
        runbook="unreasonable-rate",
        same=("open_day", "day", "tables", "per"),  # another table is news
    ),
    AlarmKind.BANK_DIFFERS: Sort(
        title=_title("The bank and the books differ"),
        words=lambda alarm: (
            f"the last bank statement shows {_money(abs(alarm.cents), alarm)} {'more' if alarm.cents > 0 else 'less'} "
            "than the books, and no entry explains it"
        ),
        runbook="bank-differs",
        same=("open_day",),
    ),
    AlarmKind.DEPOSIT_DUE: Sort(
        title=_title("Money must be deposited"), words=_due, runbook="bank-short", same=("open_day",)
    ),
    AlarmKind.BANK_SHORT: Sort(
        title=_title("The bank holds less than is due"),
        words=_title("no wagers are taken"),
        runbook="bank-short",
        same=("open_day",),
    ),
    AlarmKind.TABLE_STOPPED: Sort(
        title=lambda alarm: f"{_listed(alarm.tables)} {'are' if len(alarm.tables) > 1 else 'is'} stopped",
        words=_stopped,
        detail=lambda alarm: alarm.reason,
        runbook="table-stopped",
        same=("tables", "place", "reason", "since"),
        at_tables=True,
    ),
    AlarmKind.PAID_BY_MISTAKE: Sort(
        title=_title("Award {alarm.award} was paid by mistake"),
        words=lambda alarm: (
            f"award {alarm.award} ({_listed(alarm.tables)} round {alarm.round}, seat {alarm.seat}) was paid by "
            f"mistake: {_money(alarm.cents, alarm)} is to come back"
        ),
        detail=lambda alarm: f"{_money(alarm.cents, alarm)} to come back",
        runbook="receivable",
        same=("award",),
        at_tables=True,
    ),
    AlarmKind.AWARD_PENDING: Sort(
        title=_title("Award {alarm.award} waits for approval"),
        words=lambda alarm: f"award {alarm.award} of {_money(alarm.cents, alarm)} waits for approval",
        detail=lambda alarm: _money(alarm.cents, alarm),
        runbook="pending-award",
        same=("award",),
        at_tables=True,
    ),
    AlarmKind.SECOND_PERSON: Sort(
        title=lambda alarm: f"{_asked(alarm)}: waits for a second person",
        words=lambda alarm: f"{_asked(alarm)}, asked by {alarm.by}, waits for a second person",
        detail=lambda alarm: f"asked by {alarm.by}",
        runbook="second-person",
        same=("request",),
        at_tables=True,
    ),
    AlarmKind.LINK_STOPPED: Sort(
        title=_title("The jackpot is stopped"),
        words=lambda alarm: f"the jackpot is stopped: {alarm.reason}",
        detail=lambda alarm: alarm.reason,
        runbook="fault",
        same=("place", "reason", "since"),
        at_tables=True,
    ),
    AlarmKind.BOOK_STOPPED: Sort(
        title=_title("The book is stopped"),
        words=lambda alarm: f"the book is stopped: {alarm.reason}",
        detail=lambda alarm: alarm.reason,
        runbook="book-stopped",
        same=("reason", "since"),
        at_tables=True,
    ),
    AlarmKind.SENSOR_SILENT: Sort(
        title=_title("The sensor is silent"),
        words=lambda alarm: f"the sensor of {_listed(alarm.tables)} is silent: no wager is seen",
        detail=_title("no wager is seen"),
        runbook="sensor-silent",
        same=("tables", "since"),
        at_tables=True,
    ),
    AlarmKind.FUNDS_SEIZED: Sort(
        title=_title("The funds were seized"),
        words=_title("the funds were seized: no wagers until they are back"),
        detail=_title("no wagers until they are back"),
        runbook="seized",
        same=("since",),
        at_tables=True,
    ),
    AlarmKind.LEVEL_WON: Sort(
        title=_title("Level {alarm.level} was won and reseeded"),
        words=lambda alarm: f"level {alarm.level} was won and reseeded, now {_money(alarm.cents, alarm)}",
        detail=lambda alarm: f"now {_money(alarm.cents, alarm)}",
        runbook="level-won",
        same=("entry", "level"),
        severity=Severity.INFO,
        at_tables=True,
    ),
    AlarmKind.ROUND_CORRECTED: Sort(
        title=_title("Round {alarm.round} was corrected"),
        words=lambda alarm: f"round {alarm.round} was corrected: {alarm.reason}",
        detail=lambda alarm: alarm.reason,
        runbook="round-corrected",
        same=("entry",),
        severity=Severity.INFO,
        at_tables=True,
    ),
    AlarmKind.AWARD_REJECTED: Sort(
        title=_title("Round {alarm.round} was restated: an award was rejected"),
        words=lambda alarm: f"round {alarm.round} was restated, an award was rejected: {alarm.reason}",
        detail=lambda alarm: alarm.reason,
        runbook="round-corrected",
        same=("entry",),
        severity=Severity.INFO,
        at_tables=True,
    ),
    AlarmKind.PASSKEY_COPIED: Sort(
        title=_title("A passkey of {alarm.person} was copied"),
        words=_title("a passkey of {alarm.person} was copied: it is refused from now on"),
        detail=_title("it is refused from now on"),
        runbook="passkey-copied",
        same=("passkey", "at"),
        at_tables=True,
    ),
    AlarmKind.DATABASE_LOST: Sort(
        title=_title("The book cannot be read: no wagers are taken"),
        words=lambda alarm: alarm.reason or "the database does not answer",
        runbook="database-lost",
        same=("since",),
    ),
    AlarmKind.UNWATCHED: Sort(
        title=_title("Nobody looks at a console"),
        words=lambda alarm: f"for {alarm.milliseconds / 60_000:g} minutes",
        runbook="unwatched",
        same=("since",),
    ),
}


def _mark(value: object) -> str:
    """A field in an id: tables by name, what somebody wrote by a check sum, numbers as they are."""
    if isinstance(value, tuple):
        return "+".join(value)
    if isinstance(value, str) and not value.replace("-", "").isalnum():
        return f"{zlib.crc32(value.encode('utf-8', 'replace')):08x}"
    return str(value)
