"""What no honest floor does: rounds faster than any table deals, a clock that jumps, runs back or leaves days out.

The report of its day names each of these. ``Oddities`` also keeps them at hand while their day is not closed, because
an alarm that only a report tells of is heard a day late.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.jackpot.gambling_day import days_between
from croupier.jackpot.journal import Entry, Store
from croupier.jackpot.reports.alarm_kinds import Alarm, AlarmKind, silent_days
from croupier.jackpot.state import LinkState

MOST_ROUNDS_A_MINUTE: Final = 6
MOST_ROUNDS_A_DAY: Final = 4_000
"""No table deals faster: what comes faster was not dealt."""
LEAST_BEHIND_MS: Final = 1_000
"""Clocks of two machines differ by less than this, so nobody is told of it."""


@dataclass
class Pace:
    """How fast one table deals, voided rounds included."""

    rounds: int = 0
    minute: int = 0
    in_minute: int = 0
    """Rounds in that minute."""

    def dealt(self, at: int) -> tuple[str, int] | None:
        """Count a round that is over. Too many are told of once for each minute and once for the day: in which of them,
        and how many a table deals at most."""
        minute = at // 60_000
        self.in_minute = self.in_minute + 1 if minute == self.minute else 1
        self.minute = minute
        self.rounds += 1
        if self.rounds == MOST_ROUNDS_A_DAY + 1:
            return "day", MOST_ROUNDS_A_DAY
        if self.in_minute == MOST_ROUNDS_A_MINUTE + 1:
            return "minute", MOST_ROUNDS_A_MINUTE
        return None


def told_of_silence(body: Mapping[str, Any]) -> Iterator[tuple[str, str, int | None]]:
    """Days on which nothing was written at all: the casino was closed, or its clock has jumped."""
    days = days_between(body["over"], body["day"])
    if days:
        yield "days without an entry", silent_days(days, body["over"], body["day"]), None


@dataclass
class Oddities:
    """Those of the days that nobody has closed, as alarms: one of each sort and day, with the worst of it. A small
    one that follows hides nothing."""

    day: str = ""
    """The gambling day of the next entry."""
    _paces: dict[str, Pace] = field(default_factory=dict)
    _jumps: list[tuple[int, int, int]] = field(default_factory=list)
    """How far the clock jumped on that day, at which entry, and whether ahead or back."""
    _behind: int = 0
    """How far it ran back at most on that day."""
    _found: dict[str, dict[Hashable, Alarm]] = field(default_factory=dict)
    """By day and sort, the worst of it."""

    def note(self, entry: Entry) -> None:
        """Look at the next entry of the journal."""
        kind, text = entry.kind, entry.body
        today = self._found.setdefault(self.day, {})
        if kind in ("result", "void"):
            # A day has a hundred thousand of these, so they are not parsed: the request is the last to name its table.
            table = text.rpartition('"table":"')[2].partition('"')[0]
            told = self._paces.setdefault(table, Pace()).dealt(entry.at)
            if told:
                per, most = told
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
            days = days_between(body["over"], body["day"])
            if days:
                today[AlarmKind.SILENT_DAYS] = Alarm(
                    kind=AlarmKind.SILENT_DAYS, count=days, day=body["over"], until=body["day"]
                )
            self.day, self._paces, self._jumps, self._behind = body["day"], {}, [], 0

    def not_confirmed(self, state: LinkState) -> list[Alarm]:
        """What nobody has confirmed by closing its day, the oldest day first."""
        days = [*(each["day"] for each in state.unclosed), state.day]
        self._found = {day: told for day, told in self._found.items() if day in days}
        return [alarm for day in days for alarm in self._found.get(day, {}).values()]


def oddities_of(store: Store, state: LinkState) -> Oddities:
    """Those that are to be confirmed: the days that nobody has closed are read once more."""
    first = state.unclosed[0] if state.unclosed else None
    found = Oddities(first["day"] if first else state.day)
    for entry in store.entries(state.link, after=first["after"] if first else state.day_seq, to=state.seq):
        found.note(entry)
    return found
