"""Where a book lies, and the seam at which its process is killed.

A store tells of each statement of a write before it runs, and of the commit after it: those are the boundaries. At
the chosen one the disk is kept as it is at that moment and ``Crash`` ends the call; what the dying process still does
(a rollback, a checkpoint) no longer reaches what the next one opens.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from croupier.jackpot.journal import Store
from croupier.stores.sqlite import SqliteStore
from tests.jackpot.memory import Memory, MemoryStore
from tests.jackpot.telling import telling


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


class MemoryDisk:
    """A store in memory shows a write only when it commits, so there is nothing to freeze."""

    def __init__(self) -> None:
        self._memory = Memory()

    def open(self, on_statement: Callable[[str], None]) -> Store:
        return MemoryStore(self._memory, on_statement=on_statement)

    def freeze(self) -> None:
        pass

    def replace(self) -> None:
        self._memory = Memory()

    def wipe(self) -> None:
        pass


class SqliteDisk:
    """A folder with the file and its log; a freeze is a copy of both, as a killed process leaves them."""

    def __init__(self) -> None:
        fast = Path("/dev/shm")
        self._folder = Path(tempfile.mkdtemp(prefix="croupier-torture-", dir=fast if fast.is_dir() else None))
        self._copies = 0
        self._path = self._folder / "book-0"

    def open(self, on_statement: Callable[[str], None]) -> Store:
        return telling(SqliteStore(self._path, create=True), on_statement)

    def freeze(self) -> None:
        self._copies += 1
        frozen = self._folder / f"book-{self._copies}"
        for end in ("", "-wal"):  # the index of the log is made again
            if (lies := Path(f"{self._path}{end}")).exists():
                shutil.copyfile(lies, f"{frozen}{end}")
        self._path = frozen

    def replace(self) -> None:
        self._copies += 1
        self._path = self._folder / f"book-{self._copies}"

    def wipe(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


DISKS: dict[str, Callable[[], Disk]] = {"memory": MemoryDisk, "sqlite": SqliteDisk}
