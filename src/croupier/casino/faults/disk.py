"""Where a book lies, and the seam at which its process is killed.

A store tells of each statement of a write before it runs, and of the commit after it: those are the boundaries. At
the chosen one the disk is kept as it is at that moment and ``Crash`` ends the call; what the dying process still does
(a rollback, a checkpoint) no longer reaches what the next one opens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from croupier.jackpot.journal import Store


class Disk(Protocol):
    """What outlives a process."""

    def open(self, on_statement: Callable[[str], None]) -> Store:
        """A store of a process of its own."""

    def freeze(self) -> None:
        """From now on the disk is what it is now, whatever open stores still do to it."""

    def replace(self) -> None:
        """Another disk, with nothing on it."""

    def wipe(self) -> None:
        """Nothing is needed any more."""


class Crash(Exception):
    """The process was killed."""


class Seam:
    """Counts the statements that reach a disk, and crashes at one of them."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self.crash_at = 0
        """How many statements from now; zero for never."""
        self.statements: dict[str, int] = {}
        """By statement, how often a process was killed there."""
        self.on_commit: Callable[[], None] | None = None
        """What happens while a commit is on its way."""

    def __call__(self, statement: str) -> None:
        if self.on_commit and statement == "commit":
            self.on_commit()
        if self.crash_at == 0:
            return
        self.crash_at -= 1
        if self.crash_at == 0:
            self.statements[statement] = self.statements.get(statement, 0) + 1
            self._disk.freeze()
            raise Crash(statement)
