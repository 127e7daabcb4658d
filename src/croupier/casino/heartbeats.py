"""Sensors that fall silent: a table whose sensor no longer answers is stopped, and the others play on.

Every sensor says now and then that it is there. One that has not for too long is a fault of its table, posted once; two
people clear it when it answers again. Time is that of a clock that never jumps.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import InitVar, dataclass, field
from uuid import uuid4

from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.book import Reply

SILENT_AFTER = 30.0
"""Seconds without a word after which a sensor is at fault."""

Post = Callable[[list[Asked]], list[Reply]]


@dataclass
class Heartbeats:
    """When each sensor of a link was last heard."""

    tables: InitVar[Iterable[str]]
    post: Post
    actor: Actor
    silent_after: float = field(default=SILENT_AFTER, kw_only=True)
    clock: Callable[[], float] = field(default=time.monotonic, kw_only=True)
    mark: Callable[[str], str] = field(default=lambda _: str(uuid4()), kw_only=True)
    """Names a silence, so that it is posted once even if several processes notice it."""

    def __post_init__(self, tables: Iterable[str]) -> None:
        self._heard = dict.fromkeys(tables, self.clock())
        self._told: set[str] = set()

    def beat(self, table: str) -> None:
        """A sensor says that it is there."""
        self._heard[table] = self.clock()
        self._told.discard(table)

    def forget(self, table: str) -> None:
        """The table has left the link."""
        self._heard.pop(table, None)
        self._told.discard(table)

    def look(self) -> list[str]:
        """Stop every table whose sensor has been silent for too long; which of them were stopped now."""
        now = self.clock()
        silent = [table for table, heard in sorted(self._heard.items()) if now - heard > self.silent_after]
        new = [table for table in silent if table not in self._told]
        if not new:
            return []
        reason = f"the sensor has been silent for {self.silent_after:g} seconds"
        asked = [
            Asked({"id": f"silent:{self.mark(table)}", "do": "fault", "table": table, "reason": reason}, self.actor)
            for table in new
        ]
        replies = self.post(asked)
        stopped = [table for table, reply in zip(new, replies, strict=True) if reply.posted]
        self._told.update(stopped)
        return stopped
