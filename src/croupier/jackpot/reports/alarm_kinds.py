"""Every alarm there is: its kind and fields, and by kind its words, title, severity and runbook.

What makes an alarm says the kind and the fields; who shows it asks for words at the last moment. Which runbook it
leads to, whether it leaves the house, and whether it is news, go by kind and fields, never by words. ``alarms``
computes those of the books, the service those of its consoles.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from msgspec.structs import asdict

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
        return _text(KINDS[self.kind].title, self)

    @property
    def words(self) -> str:
        """The whole of it in a sentence."""
        return _text(KINDS[self.kind].words, self)

    @property
    def detail(self) -> str:
        """What the title leaves out."""
        return _text(KINDS[self.kind].detail or KINDS[self.kind].words, self)

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


class Sort(NamedTuple):
    """What is known of a kind. In its texts a name in braces is a field, or one of ``_said``."""

    title: str
    words: str
    runbook: str
    same: tuple[str, ...]
    """The fields that tell one alarm of the kind from another: as long as they stay, it is not news."""
    detail: str = ""
    """Where it says less than the words."""
    severity: Severity = Severity.WARN
    at_tables: bool = False
    """Whether the consoles of tables show it until somebody has seen it."""


def _text(template: str, alarm: Alarm) -> str:
    return template.format_map(asdict(alarm) | _said(alarm))


def _said(alarm: Alarm) -> dict[str, str]:
    """Parts of sentences."""
    many, ahead = len(alarm.tables) > 1, alarm.milliseconds > 0
    where = " and ".join(filter(None, [", ".join(alarm.tables[:-1]), *alarm.tables[-1:]]))
    due = "before the next gambling day begins, or the link stops"
    if alarm.short_cents:
        short = amount(alarm.short_cents, alarm.currency)
        due = f"now, since no wagers are taken while the bank is {short} short, and with what is due tomorrow"
    return {
        "where": where,
        "are": "are" if many else "is",
        "the_tables": f"tables {where}" if many else f"table {where}",
        "money": amount(abs(alarm.cents), alarm.currency),
        "more_or_less": "more" if alarm.cents > 0 else "less",
        "due": due,
        "time": span(abs(alarm.milliseconds)),
        "minutes": f"{alarm.milliseconds / 60_000:g}",
        "way": "ahead" if ahead else "back",
        "days": f"{alarm.count:,} day{'s' * (alarm.count > 1)}",
        "between": silent_days(alarm.count, alarm.day, alarm.until),
        "and_so_are": f", and so are {alarm.count:,} after it" if alarm.count else "",
        "farthest": f", the farthest of {alarm.count:,} jumps" if alarm.count > 1 else "",
        "rate": too_fast(alarm.per, alarm.count),
        "at_entry": f"{alarm.entry:,}",
        "asked": request_words(alarm.do, alarm.round, alarm.award, alarm.person),
        "lost": alarm.reason or "the database does not answer",
    }


KINDS: Final[Mapping[AlarmKind, Sort]] = {
    AlarmKind.NO_ENTRIES: Sort(
        "Nothing was entered for days", "no entry was made for {days}: is the clock right?", "clock", ("open_day",)
    ),
    AlarmKind.SILENT_DAYS: Sort(
        "Nothing was entered for days",
        "no entry was made for {between}: the casino was closed, or the clock is wrong ({day})",
        "clock",
        ("open_day",),
    ),
    AlarmKind.DAY_NOT_CLOSED: Sort(
        "A gambling day is not closed",
        "gambling day {day} is over and not closed{and_so_are}",
        "not-closed",
        ("open_day",),
    ),
    AlarmKind.DAY_NOT_BEGUN: Sort(
        "The open day has not begun",
        "the open day {day} begins in {time}: until it ends no day is closed and no money is due",
        "clock",
        ("open_day",),
    ),
    AlarmKind.CLOCK_BEHIND: Sort(
        "The clock runs behind", "the clock is {time} behind the last entry", "clock", ("open_day",)
    ),
    AlarmKind.CLOCK_JUMPED: Sort(
        "The clock jumped",
        "the clock jumped {time} {way} at entry {at_entry}{farthest} ({day})",
        "clock",
        ("open_day", "entry", "count"),  # another jump is news though somebody has seen the first
    ),
    AlarmKind.CLOCK_RAN_BACK: Sort(
        "The clock ran back",
        "the clock ran back: at entry {at_entry} it was {time} behind the entry before ({day})",
        "clock",
        ("open_day",),
    ),
    AlarmKind.UNREASONABLE_RATE: Sort(
        "Rounds come faster than a table deals",
        "unreasonable rate: {where} had {rate} ({day})",
        "unreasonable-rate",
        ("open_day", "day", "tables", "per"),  # another table is news
    ),
    AlarmKind.BANK_DIFFERS: Sort(
        "The bank and the books differ",
        "the last bank statement shows {money} {more_or_less} than the books, and no entry explains it",
        "bank-differs",
        ("open_day",),
    ),
    AlarmKind.DEPOSIT_DUE: Sort(
        "Money must be deposited", "money must be deposited {due}: {money}", "bank-short", ("open_day",)
    ),
    AlarmKind.BANK_SHORT: Sort("The bank holds less than is due", "no wagers are taken", "bank-short", ("open_day",)),
    AlarmKind.TABLE_STOPPED: Sort(
        "{where} {are} stopped",
        "{the_tables} {are} stopped: {reason}",
        "table-stopped",
        ("tables", "place", "reason", "since"),
        detail="{reason}",
        at_tables=True,
    ),
    AlarmKind.PAID_BY_MISTAKE: Sort(
        "Award {award} was paid by mistake",
        "award {award} ({where} round {round}, seat {seat}) was paid by mistake: {money} is to come back",
        "receivable",
        ("award",),
        detail="{money} to come back",
        at_tables=True,
    ),
    AlarmKind.AWARD_PENDING: Sort(
        "Award {award} waits for approval",
        "award {award} of {money} waits for approval",
        "pending-award",
        ("award",),
        detail="{money}",
        at_tables=True,
    ),
    AlarmKind.SECOND_PERSON: Sort(
        "{asked}: waits for a second person",
        "{asked}, asked by {by}, waits for a second person",
        "second-person",
        ("request",),
        detail="asked by {by}",
        at_tables=True,
    ),
    AlarmKind.LINK_STOPPED: Sort(
        "The jackpot is stopped",
        "the jackpot is stopped: {reason}",
        "fault",
        ("place", "reason", "since"),
        detail="{reason}",
        at_tables=True,
    ),
    AlarmKind.BOOK_STOPPED: Sort(
        "The book is stopped",
        "the book is stopped: {reason}",
        "book-stopped",
        ("reason", "since"),
        detail="{reason}",
        at_tables=True,
    ),
    AlarmKind.SENSOR_SILENT: Sort(
        "The sensor is silent",
        "the sensor of {where} is silent: no wager is seen",
        "sensor-silent",
        ("tables", "since"),
        detail="no wager is seen",
        at_tables=True,
    ),
    AlarmKind.FUNDS_SEIZED: Sort(
        "The funds were seized",
        "the funds were seized: no wagers until they are back",
        "seized",
        ("since",),
        detail="no wagers until they are back",
        at_tables=True,
    ),
    AlarmKind.LEVEL_WON: Sort(
        "Level {level} was won and reseeded",
        "level {level} was won and reseeded, now {money}",
        "level-won",
        ("entry", "level"),
        detail="now {money}",
        severity=Severity.INFO,
        at_tables=True,
    ),
    AlarmKind.ROUND_CORRECTED: Sort(
        "Round {round} was corrected",
        "round {round} was corrected: {reason}",
        "round-corrected",
        ("entry",),
        detail="{reason}",
        severity=Severity.INFO,
        at_tables=True,
    ),
    AlarmKind.AWARD_REJECTED: Sort(
        "Round {round} was restated: an award was rejected",
        "round {round} was restated, an award was rejected: {reason}",
        "round-corrected",
        ("entry",),
        detail="{reason}",
        severity=Severity.INFO,
        at_tables=True,
    ),
    AlarmKind.PASSKEY_COPIED: Sort(
        "A passkey of {person} was copied",
        "a passkey of {person} was copied: it is refused from now on",
        "passkey-copied",
        ("passkey", "at"),
        detail="it is refused from now on",
        at_tables=True,
    ),
    AlarmKind.DATABASE_LOST: Sort(
        "The book cannot be read: no wagers are taken", "{lost}", "database-lost", ("since",)
    ),
    AlarmKind.UNWATCHED: Sort("Nobody looks at a console", "for {minutes} minutes", "unwatched", ("since",)),
}


def _mark(value: object) -> str:
    """A field in an id: tables by name, what somebody wrote by a check sum, numbers as they are."""
    if isinstance(value, tuple):
        return "+".join(value)
    if isinstance(value, str) and not value.replace("-", "").isalnum():
        return f"{zlib.crc32(value.encode('utf-8', 'replace')):08x}"
    return str(value)
