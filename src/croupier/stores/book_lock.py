"""The lock of an SQLite book: the process that holds it is on duty for all of its links.

It is a lock of the operating system on the file BOOK.writer, so it ends with its process, however that ends. A process
that takes over puts its own locked file in its place.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from croupier.errors import MissingPart
from croupier.jackpot.book.desk import Holder
from croupier.jackpot.journal import StoreError

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]


class BookLock:
    """Held by one process at a time."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._name = name
        self._fd: int | None = None

    def take(self, *, over: bool = False) -> Holder | None:
        """None if the lock is ours now, otherwise who has it."""
        if self.is_ours():
            return None
        self.release()
        if over:
            self._put_in_place()
            return None
        while True:
            fd = self._open(self._path)
            if not _locked(fd):
                try:
                    return _read(fd)
                finally:
                    os.close(fd)
            self._fd = fd
            if self.is_ours():
                self._sign(fd)
                return None
            self.release()  # another file was put in its place before we had the lock

    def is_ours(self) -> bool:
        """Whether the file that we have locked is still the one in its place."""
        if self._fd is None:
            return False
        try:
            return os.path.samestat(os.fstat(self._fd), self._path.stat())
        except OSError:
            return False

    def release(self) -> None:
        """Release it; releasing twice is fine."""
        if self._fd is not None:
            os.close(self._fd)  # and the lock goes with it
            self._fd = None

    def _put_in_place(self) -> None:
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        beside.unlink(missing_ok=True)
        self._fd = self._open(beside)
        _locked(self._fd)
        self._sign(self._fd)
        beside.replace(self._path)

    def _open(self, path: Path) -> int:
        if fcntl is None:
            raise MissingPart("writing to a book in SQLite needs a system with file locks", hint="use PostgreSQL")
        try:
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise StoreError(f"the lock {path} cannot be opened: {error.strerror or error}") from error

    def _sign(self, fd: int) -> None:
        os.ftruncate(fd, 0)
        os.pwrite(fd, json.dumps([self._name, time.time_ns() // 1_000_000]).encode(), 0)


def _locked(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _read(fd: int) -> Holder:
    try:
        name, since = json.loads(os.pread(fd, 4_096, 0))
        return Holder(str(name), int(since))
    except (ValueError, TypeError):
        return Holder("another process", 0)
