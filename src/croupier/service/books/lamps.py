"""The sensors of the physical tables: which seats have a wager now, and whether a real sensor still reports. One that
falls silent stops its table, in the name of the supervisor who signed for it. Lamps are on the slate, so any process
hears a sensor or locks the round; silence is measured by a clock that never jumps."""

import secrets
import threading
import time
from collections.abc import Callable
from typing import Final, NamedTuple

from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.book import Reply
from croupier.people.logins import Device, hash_of
from croupier.records import Record, replace
from croupier.stores.slate import Notes, Slate

LAMP: Final = "lamp"
KEPT_SECONDS: Final = 7 * 24 * 3600.0
SILENT_AFTER: Final = 30.0  # Seconds without a word after which a sensor is at fault.
Key = tuple[str, str]  # A link and a table.
Post = Callable[[list[Asked]], list[Reply]]


class _Expected(NamedTuple):
    """A sensor whose silence stops its table."""

    device: Device
    post: Post
    since: float


class TableLamps(Record):
    """The lamps of one table."""

    seats: frozenset[int] = frozenset()
    by: str = "hand"  # hand or sensor.
    round: int = 0  # The round for which they were set. Lamps of a finished round are off.
    beats: str = ""  # Changes whenever the sensor reports.


class Lamps:
    """The lamps of every table of the house. Writing waits for the slate, so do not write on an event loop."""

    def __init__(
        self, slate: Slate, silent_after: float = SILENT_AFTER, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.silent_after = silent_after
        self.clock = clock
        self._notes = Notes(slate, LAMP, TableLamps)
        self._tables: dict[Key, TableLamps] = {}
        self._heard: dict[Key, float] = {}
        """When each sensor last reported, as far as this process knows."""
        self._sensors: dict[Key, _Expected] = {}
        self._told: set[Key] = set()
        """Those whose silence is in the books."""
        self._lock = threading.RLock()

    def of(self, link: str, table: str) -> TableLamps:
        """As this process last saw them."""
        return self._tables.get((link, table), TableLamps())

    def read(self, link: str, table: str) -> TableLamps:
        """As they are now. What a sensor saw before it fell silent is dark: the note may be an old one, put back."""
        kept = self._notes.read(_key(link, table))
        is_old = kept is not None and kept.note.by == "sensor" and kept.age > self.silent_after
        self._take((link, table), TableLamps(by="sensor") if is_old else kept.note if kept else TableLamps())
        return self.of(link, table)

    def refresh(self) -> bool:
        """Read what other processes wrote; returns whether a visible lamp changed."""
        notes = {tuple(key.split("\n")): lamps for key, lamps in self._notes.all().items()}
        changed = False
        for key in {*notes, *self._tables}:
            link, table = key
            changed = self._take((link, table), notes.get(key, TableLamps())) or changed
        return changed

    def set_by_hand(self, link: str, table: str, seats: frozenset[int], round: int) -> None:
        self._change(link, table, lambda before: replace(before, seats=seats, by="hand", round=round))

    def light(self, link: str, table: str, seat: int, lit: bool, round: int) -> None:
        """Set one lamp by hand without touching the others, so that two quick presses both count."""

        def change(before: TableLamps) -> TableLamps:
            others = (before.seats if before.round == round else frozenset()) - {seat}
            return replace(before, seats=others | {seat} if lit else others, by="hand", round=round)

        self._change(link, table, change)

    def hear(self, device: Device, seats: frozenset[int] | None, round: int, post: Post) -> None:
        """A sensor reports that it is alive and, with ``seats``, what it sees. What hands lit beside it is dark."""

        def heard(before: TableLamps) -> TableLamps:
            seen = before if before.by == "sensor" else TableLamps()
            spoke = replace(seen, by="sensor", beats=secrets.token_hex(6))
            return spoke if seats is None else replace(spoke, seats=seats, round=round)

        self.expect(device, post)
        self._change(device.link, device.table, heard, tell=seats is not None)

    def hand_over(self, device: Device, post: Post) -> None:
        """A sensor was paired: what hands have lit is dark until it has seen it."""
        self.expect(device, post)
        self._change(device.link, device.table, lambda before: TableLamps(by="sensor", beats=before.beats))

    def expect(self, device: Device, post: Post) -> None:
        """From now on a sensor's silence stops its table."""
        with self._lock:
            self._sensors.setdefault((device.link, device.table), _Expected(device, post, self.clock()))

    def forget(self, link: str, table: str) -> None:
        """The last sensor of a jackpot at a table was unpaired; the lamps are set by hand again."""
        with self._lock:
            self._sensors.pop((link, table), None)
            self._heard.pop((link, table), None)
            self._told.discard((link, table))
        self._change(link, table, lambda before: TableLamps() if before.by == "sensor" else before)

    @property
    def expected(self) -> set[Key]:
        """The tables with a sensor, by link and table."""
        return set(self._sensors)

    def by(self, link: str, table: str) -> str:
        """Who sets the lamps: a sensor, from the moment it is paired, or a person."""
        return "sensor" if (link, table) in self._sensors else self.of(link, table).by

    def is_silent(self, link: str, table: str) -> bool:
        """Whether a paired sensor has been silent for too long."""
        if (link, table) not in self._sensors:
            return False
        heard = self._heard.get((link, table))
        return heard is None or self.clock() - heard > self.silent_after

    def look(self) -> list[str]:
        """Stop every table whose sensor fell silent, once; which of them were stopped now."""
        now, stopped = self.clock(), []
        for (link, table), sensor in sorted(self._sensors.items()):
            heard = max(sensor.since, self._heard.get((link, table), sensor.since))
            if (link, table) in self._told or now - heard <= self.silent_after:
                continue
            # Every process of the house notices this silence of this sensor; under one id it is posted once.
            silence = f"{link}\n{table}\n{sensor.device.at}\n{self.of(link, table).beats}"
            asked = {"id": f"silent:{hash_of(silence)[:24]}", "do": "fault", "table": table}
            reason = f"the sensor has been silent for {self.silent_after:g} seconds"
            actor = Actor(sensor.device.person, "table token", "", table)
            if sensor.post([Asked(asked | {"reason": reason}, actor)])[0].posted:
                self._told.add((link, table))
                stopped.append(table)
        return stopped

    def _change(self, link: str, table: str, change: Callable[[TableLamps], TableLamps], *, tell: bool = True) -> None:
        made = self._notes.change(
            _key(link, table), lambda before, _: change(before or TableLamps()), KEPT_SECONDS, tell=tell
        )
        assert made is not None
        self._take((link, table), made)

    def _take(self, key: Key, lamps: TableLamps) -> bool:
        """Write them down; returns whether anything changed besides the count of reports."""
        with self._lock:
            before = self._tables.get(key, TableLamps())
            self._tables[key] = lamps
            if lamps.beats and lamps.beats != before.beats:
                self._heard[key] = self.clock()
                self._told.discard(key)
        return replace(before, beats="") != replace(lamps, beats="")


def _key(link: str, table: str) -> str:
    return f"{link}\n{table}"
