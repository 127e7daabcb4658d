"""What no honest floor does: rounds faster than any table deals, a clock that jumps, runs back or leaves days out.

The report of its day names each of these. ``Oddities`` also keeps them at hand while their day is not closed, because
an alarm that only a report tells of is heard a day late.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.jackpot.gambling_day import days_between
from croupier.jackpot.journal import Entry, Store
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

    def dealt(self, at: int) -> str:
        """Count a round that is over; too many are told of once for each minute, and once for the day."""
        minute = at // 60_000
        self.in_minute = self.in_minute + 1 if minute == self.minute else 1
        self.minute = minute
        self.rounds += 1
        if self.rounds == MOST_ROUNDS_A_DAY + 1:
            return f"more than {MOST_ROUNDS_A_DAY:,} rounds in a day"
        if self.in_minute == MOST_ROUNDS_A_MINUTE + 1:
            return f"more than {MOST_ROUNDS_A_MINUTE} rounds in a minute"
        return ""


def told_of_silence(body: Mapping[str, Any]) -> Iterator[tuple[str, str, int | None]]:
    """Days on which nothing was written at all: the casino was closed, or its clock has jumped."""
    silent = days_between(body["over"], body["day"])
    if silent:
        many = "a day" if silent == 1 else f"{silent:,} days"
        yield "days without an entry", f"{many} between {body['over']} and {body['day']}", None


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


@dataclass
class Oddities:
    """Those of the days that nobody has closed, as alarms: one line of each sort and day, with the worst of it. A small
    one that follows hides nothing."""

    day: str = ""
    """The gambling day of the next entry."""
    _paces: dict[str, Pace] = field(default_factory=dict)
    _jumps: list[tuple[int, str]] = field(default_factory=list)
    """How far the clock jumped on that day, and what to say of it."""
    _behind: int = 0
    """How far it ran back at most on that day."""
    _found: dict[str, dict[str, str]] = field(default_factory=dict)
    """By day and sort, what to say."""

    def note(self, entry: Entry) -> None:
        """Look at the next entry of the journal."""
        kind, text = entry.kind, entry.body
        today = self._found.setdefault(self.day, {})
        if kind in ("result", "void"):
            # A day has a hundred thousand of these, so they are not parsed: the request is the last to name its table.
            table = text.rpartition('"table":"')[2].partition('"')[0]
            told = self._paces.setdefault(table, Pace()).dealt(entry.at)
            if told:
                today[f"{table} {told}"] = f"unreasonable rate: {table} had {told}"
        if not (kind == "new_day" or '"jump":' in text or '"clock":' in text):
            return
        body = json.loads(text)
        if "jump" in body:
            by, way = abs(body["jump"]), "ahead" if body["jump"] > 0 else "back"
            self._jumps.append((by, f"the clock jumped {span(by)} {way} at entry {entry.seq:,}"))
            many = f", the farthest of {len(self._jumps):,} jumps" if len(self._jumps) > 1 else ""
            today["jump"] = max(self._jumps)[1] + many
        if "clock" in body and entry.at - body["clock"] >= max(LEAST_BEHIND_MS, self._behind):
            self._behind = entry.at - body["clock"]
            behind = span(self._behind)
            today["back"] = f"the clock ran back: at entry {entry.seq:,} it was {behind} behind the entry before"
        if kind == "new_day":
            for _, between, _ in told_of_silence(body):
                today["silent"] = f"no entry was made for {between}: the casino was closed, or the clock is wrong"
            self.day, self._paces, self._jumps, self._behind = body["day"], {}, [], 0

    def not_confirmed(self, state: LinkState) -> list[str]:
        """What nobody has confirmed by closing its day, the oldest day first."""
        days = [*(each["day"] for each in state.unclosed), state.day]
        self._found = {day: told for day, told in self._found.items() if day in days}
        return [f"{told} ({day})" for day in days for told in self._found.get(day, {}).values()]


def oddities_of(store: Store, state: LinkState) -> Oddities:
    """Those that are to be confirmed: the days that nobody has closed are read once more."""
    first = state.unclosed[0] if state.unclosed else None
    found = Oddities(first["day"] if first else state.day)
    for entry in store.entries(state.link, after=first["after"] if first else state.day_seq, to=state.seq):
        found.note(entry)
    return found
