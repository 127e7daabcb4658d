"""The sensors of the physical tables: which seats have a wager on them now, and whether a real sensor still speaks.

A lamp is what a sensor sees; only the lock takes it into the books. A table without a paired sensor has its lamps set
by hand. A paired sensor that falls silent stops its table, in the name of the supervisor who stands behind it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from croupier.casino.heartbeats import SILENT_AFTER, Heartbeats, Post
from croupier.casino.login_file import Device
from croupier.jackpot.actors import Actor


@dataclass
class TableLamps:
    """The lamps of one table."""

    seats: frozenset[int] = frozenset()
    by: str = "hand"
    """hand or sensor."""
    heard: float | None = None
    """When the sensor last spoke."""
    round: int = 0
    """The round for which they were set: those of a round that is over are out."""


@dataclass
class Lamps:
    """The lamps of every table of the house."""

    silent_after: float = SILENT_AFTER
    clock: Callable[[], float] = time.monotonic
    tables: dict[tuple[str, str], TableLamps] = field(default_factory=dict)
    _beats: dict[tuple[str, str], Heartbeats] = field(default_factory=dict)

    def of(self, link: str, table: str) -> TableLamps:
        return self.tables.setdefault((link, table), TableLamps())

    def set_by_hand(self, link: str, table: str, seats: frozenset[int], round: int) -> None:
        lamps = self.of(link, table)
        lamps.seats, lamps.by, lamps.round = seats, "hand", round

    def hear(self, device: Device, seats: frozenset[int] | None, round: int, post: Post) -> None:
        """A sensor says that it is there, and with ``seats`` what it sees."""
        lamps = self.of(device.link, device.table)
        lamps.heard, lamps.by = self.clock(), "sensor"
        if seats is not None:
            lamps.seats, lamps.round = seats, round
        self.expect(device, post)
        self._beats[device.link, device.table].beat(device.table)

    def expect(self, device: Device, post: Post) -> None:
        """From now on a sensor's silence stops its table."""
        key = (device.link, device.table)
        if key not in self._beats:
            actor = Actor(device.person, "table token", "", device.table)
            self._beats[key] = Heartbeats([device.table], post, actor, silent_after=self.silent_after, clock=self.clock)
            self.of(*key).by = "sensor"

    def forget(self, link: str, table: str) -> None:
        """The sensor was unpaired; the lamps are set by hand again."""
        self._beats.pop((link, table), None)
        lamps = self.of(link, table)
        lamps.by, lamps.heard, lamps.seats = "hand", None, frozenset()

    @property
    def expected(self) -> set[tuple[str, str]]:
        """The tables with a sensor, by link and table."""
        return set(self._beats)

    def is_expected(self, link: str, table: str) -> bool:
        return (link, table) in self._beats

    def is_silent(self, link: str, table: str) -> bool:
        """Whether a paired sensor has not spoken for too long."""
        if not self.is_expected(link, table):
            return False
        heard = self.of(link, table).heard
        return heard is None or self.clock() - heard > self.silent_after

    def look(self) -> list[str]:
        """Stop every table whose sensor fell silent; it posts, so not on the event loop."""
        return [table for beats in list(self._beats.values()) for table in beats.look()]
