"""What somebody should look at though play goes on. An alarm is computed, never kept: it is there as long as its reason
is; what happened once is there until somebody has closed its day, whose report names it."""

import json
import tomllib
import zlib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final

from msgspec.structs import asdict

from croupier.jackpot import gambling_day, journal
from croupier.jackpot.kinds.bank import bank_is_short, missing_tomorrow, required_cents
from croupier.jackpot.plan.link_plan import LinkPlan
from croupier.jackpot.state import LinkState
from croupier.records import Record, converted, replace
from croupier.units import amount


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
    HITS_BEYOND_ODDS = "hits-beyond-odds"
    BANK_DIFFERS = "bank-differs"
    DEPOSIT_DUE = "deposit-due"
    BANK_SHORT = "bank-short"
    # Of a table and its link
    TABLE_STOPPED = "table-stopped"
    PAID_BY_MISTAKE = "paid-by-mistake"
    AWARD_PENDING = "award-pending"
    SECOND_PERSON = "second-person"
    NEW_CHAIN = "new-chain"
    LINK_STOPPED = "link-stopped"
    BOOK_STOPPED = "book-stopped"
    CHECKPOINT_KEPT = "checkpoint-kept"
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
    tables: tuple[str, ...] = ()  # The tables that it is about: one, or all that share its cause (``by_cause``).
    open_day: str = ""  # The gambling day that was open when it was raised.
    day: str = ""  # The gambling day that it is about.
    until: str = ""
    at: int | None = None  # When it happened, where one moment can be named.
    entry: int = 0
    since: int = 0  # The entry or second after which the condition began: a second occurrence is another alarm.
    place: int = 0  # Among several of its kind.
    award: int = 0
    round: int = 0
    seat: int = 0
    level: int = 0
    request: int = 0
    do: str = ""  # The kind of the request.
    person: str = ""
    by: str = ""
    passkey: str = ""
    reason: str = ""  # As somebody has written it.
    per: str = ""  # Of a rate: minute, day or hand.
    hand: str = ""
    expected: str = ""  # How many hits were to be expected, in figures.
    one_in: int = 0  # As many hits or more are less likely than one in this.
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
    >>> too_fast("minute", 6), too_fast("hand", 1)
    ('more than 6 rounds in a minute', 'a hand dealt in less than a second')
    """
    if per == "hand":
        return f"a hand dealt in less than {'a second' if most == 1 else f'{most} seconds'}"
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


class Sort(Record):
    """What is known of a kind (``alarms.toml``). In its texts a name in braces is a field, or one of ``_said``."""

    title: str
    words: str = ""  # Where they say more than title and detail.
    runbook: str = ""  # Where it is not called as the kind is.
    same: tuple[str, ...] = ("open_day",)  # Fields that tell one alarm of the kind from another.
    detail: str = ""  # Where it says less than the words.
    severity: Severity = Severity.WARN
    at_tables: bool = False  # Whether the consoles of tables show it until somebody has seen it.


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
        "who": alarm.person or (f"tables {where}" if many else f"table {where}"),
        "odds": f"{alarm.one_in:,}",
        "asked": request_words(alarm.do, alarm.round, alarm.award, alarm.person),
        "lost": alarm.reason or "the database does not answer",
    }


def _kinds() -> Iterator[tuple[AlarmKind, Sort]]:
    for whose, kinds in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items():
        for name, told in kinds.items():
            title = told["title"]
            usual = {"words": f"{title[0].lower()}{title[1:]}: {told.get('detail', '')}", "runbook": name}
            yield AlarmKind(name), converted(Sort, {**usual, **told, "at_tables": whose == "consoles"}, name)


KINDS: Final[Mapping[AlarmKind, Sort]] = dict(_kinds())


def _mark(value: object) -> str:
    """A field in an id: tables by name, what somebody wrote by a check sum, numbers as they are."""
    if isinstance(value, tuple):
        return "+".join(value)
    if isinstance(value, str) and not value.replace("-", "").isalnum():
        return f"{zlib.crc32(value.encode('utf-8', 'replace')):08x}"
    return str(value)


MOST_ROUNDS_A_MINUTE: Final = 6
MOST_ROUNDS_A_DAY: Final = 4_000  # No table deals faster: what comes faster was not dealt.
LEAST_HAND_SECONDS: Final = 1  # From the lock of a round to its result: no dealer deals and reads a hand in less.
LEAST_BEHIND_MS: Final = 1_000  # Clocks of two machines differ by less than this, so nobody is told of it.


@dataclass
class Pace:
    """How fast one table deals, voided rounds included."""

    rounds: int = 0
    minute: int = 0
    in_minute: int = 0  # Rounds in that minute.

    def dealt(self, at: int) -> tuple[str, int] | None:
        """Count a round that is over; too many are told of once a minute and once a day, with how many a table deals at
        most."""
        minute = at // 60_000
        self.in_minute = self.in_minute + 1 if minute == self.minute else 1
        self.minute = minute
        self.rounds += 1
        if self.rounds == MOST_ROUNDS_A_DAY + 1:
            return "day", MOST_ROUNDS_A_DAY
        if self.in_minute == MOST_ROUNDS_A_MINUTE + 1:
            return "minute", MOST_ROUNDS_A_MINUTE
        return None


@dataclass
class Oddities:
    """Those of the days that nobody has closed: one alarm of each sort and day, with the worst of it."""

    day: str = ""  # The gambling day of the next entry.
    _paces: dict[str, Pace] = field(default_factory=dict)
    _locked: dict[str, int] = field(default_factory=dict)  # By table, when its round was locked.
    _jumps: list[tuple[int, int, int]] = field(default_factory=list)  # How far on that day, at which entry, and how.
    _behind: int = 0  # How far it ran back at most on that day.
    _found: dict[str, dict[Hashable, Alarm]] = field(default_factory=dict)  # By day and sort, the worst of it.

    def note(self, entry: journal.Entry) -> None:
        """Look at the next entry of the journal."""
        kind, text = entry.kind, entry.body
        today = self._found.setdefault(self.day, {})
        if kind in ("lock", "result", "void"):
            # A day has a hundred thousand of these, so they are not parsed: the request is the last to name its table.
            table = text.rpartition('"table":"')[2].partition('"')[0]
            told = []
            if kind == "lock":
                self._locked[table] = entry.at
            else:
                told.append(self._paces.setdefault(table, Pace()).dealt(entry.at))
                since = entry.at - self._locked.pop(table, 0)
                told.append(
                    ("hand", LEAST_HAND_SECONDS) if kind == "result" and since < LEAST_HAND_SECONDS * 1_000 else None
                )
            for per, most in filter(None, told):
                today[table, per] = Alarm(
                    kind=AlarmKind.UNREASONABLE_RATE, tables=(table,), per=per, count=most, day=self.day
                )
        if not (kind == "new_day" or '"jump":' in text or '"clock":' in text):
            return
        body = json.loads(text)
        if "jump" in body:
            self._jumps.append((abs(body["jump"]), entry.seq, body["jump"]))
            _, seq, by = max(self._jumps)
            today[AlarmKind.CLOCK_JUMPED] = Alarm(
                kind=AlarmKind.CLOCK_JUMPED, entry=seq, milliseconds=by, count=len(self._jumps), day=self.day
            )
        if "clock" in body and entry.at - body["clock"] >= max(LEAST_BEHIND_MS, self._behind):
            self._behind = entry.at - body["clock"]
            today[AlarmKind.CLOCK_RAN_BACK] = Alarm(
                kind=AlarmKind.CLOCK_RAN_BACK, entry=entry.seq, milliseconds=self._behind, day=self.day
            )
        if kind == "new_day":
            days = gambling_day.days_between(body["over"], body["day"])
            if days:
                today[AlarmKind.SILENT_DAYS] = Alarm(
                    kind=AlarmKind.SILENT_DAYS, count=days, day=body["over"], until=body["day"]
                )
            self.day, self._paces, self._jumps, self._behind = body["day"], {}, [], 0

    def not_confirmed(self, state: LinkState) -> list[Alarm]:
        """What nobody has confirmed by closing its day, the oldest day first."""
        days = [*(unclosed.day for unclosed in state.unclosed), state.day]
        self._found = {day: told for day, told in self._found.items() if day in days}
        return [alarm for day in days for alarm in self._found.get(day, {}).values()]


def oddities_of(store: journal.Store, state: LinkState) -> Oddities:
    """Those that are to be confirmed: the days that nobody has closed are read once more."""
    first = state.unclosed[0] if state.unclosed else None
    oddities = Oddities(first.day if first else state.day)
    for entry in store.entries(state.link, after=first.after if first else state.day_seq, to=state.seq):
        oddities.note(entry)
    return oddities


A_DAY_MS: Final = 86_400_000  # A link may be opened in the evening before its first day.


def alarms(state: LinkState, now: int, odd: Sequence[Alarm] = ()) -> list[Alarm]:
    """Every alarm of a link at a time (UTC milliseconds); ``odd`` is what no state tells
    (``Oddities.not_confirmed``)."""
    plan = state.plan
    if plan is None:
        return []
    raised = [*_of_days(state, plan, now), *odd, *_of_money(state, plan), *_of_tables(state, plan)]
    return [replace(alarm, link=state.link, open_day=state.day) for alarm in raised]


def _of_days(state: LinkState, plan: LinkPlan, now: int) -> Iterator[Alarm]:
    open_days = [unclosed.day for unclosed in state.unclosed]
    if now >= gambling_day.ends_at(state.day, plan.time_zone, plan.day_begins):
        open_days.append(state.day)  # nothing was written since it ended
        silent = gambling_day.days_between(state.day, gambling_day.gambling_day(now, plan.time_zone, plan.day_begins))
        if silent > 0:
            yield Alarm(kind=AlarmKind.NO_ENTRIES, count=silent)
    if open_days:
        yield Alarm(kind=AlarmKind.DAY_NOT_CLOSED, day=open_days[0], count=len(open_days) - 1)
    ahead = gambling_day.begins_at(state.day, plan.time_zone, plan.day_begins) - now
    if ahead > A_DAY_MS:
        yield Alarm(kind=AlarmKind.DAY_NOT_BEGUN, day=state.day, milliseconds=ahead)
    if not state.chain_confirmed:
        yield Alarm(kind=AlarmKind.NEW_CHAIN, count=state.chain, entry=state.chain_from)
    if state.at - now >= LEAST_BEHIND_MS:
        yield Alarm(kind=AlarmKind.CLOCK_BEHIND, milliseconds=state.at - now)


def _of_money(state: LinkState, plan: LinkPlan) -> Iterator[Alarm]:
    if state.bank_difference:
        yield Alarm(kind=AlarmKind.BANK_DIFFERS, cents=state.bank_difference, currency=plan.currency)
    missing = missing_tomorrow(state, plan)
    if missing and not state.ended:
        short = required_cents(state, plan) - state.bank_cents if bank_is_short(state, plan) else 0
        yield Alarm(kind=AlarmKind.DEPOSIT_DUE, cents=missing, short_cents=short, currency=plan.currency)


def _of_tables(state: LinkState, plan: LinkPlan) -> Iterator[Alarm]:
    for table, reasons in sorted(state.table_faults.items()):
        yield Alarm(kind=AlarmKind.TABLE_STOPPED, tables=(table,), reason=reasons[0])
    for number, debt in sorted(state.receivable.items(), key=lambda item: int(item[0])):
        yield Alarm(
            kind=AlarmKind.PAID_BY_MISTAKE,
            award=int(number),
            tables=(debt.table,),
            round=debt.round,
            seat=debt.seat,
            cents=debt.cents,
            currency=plan.currency,
        )
