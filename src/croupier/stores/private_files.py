"""Files that only their owner may read, or a readers' group that CROUPIER_READERS names.

A book, its backups, its checkpoints and its key are made so, whatever the umask of the process says.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from croupier.errors import BadInput

READERS = "CROUPIER_READERS"


def make_private(path: Path, content: bytes = b"", *, secret: bool = True) -> None:
    """A new file; FileExistsError where there is one. A secret is its owner's alone, group or not."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if not secret:
        share_with_readers(path)


def append_private(path: Path, content: bytes) -> None:
    """To the end of a file, which is made where there is none; on the disk when this returns."""
    if not path.exists():
        make_private(path, secret=False)
    with path.open("ab") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def share_with_readers(path: Path) -> None:
    """0600, or 0640 for the readers' group where one is named."""
    group = os.environ.get(READERS)
    if not group:
        path.chmod(0o600)
        return
    try:
        shutil.chown(path, group=int(group) if group.isdecimal() else group)
    except (LookupError, OSError) as error:
        raise BadInput(f"{READERS}: the group {group[:40]} cannot be given {path}: {error}") from None
    path.chmod(0o640)


def read_text(path: Path) -> str:
    """A text that may be damaged: bytes that are not UTF-8 stay visible and do not stop the reading."""
    return path.read_text(encoding="utf-8", errors="replace")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Exclusive use of a file among the processes and threads that ask here. The lock file is beside it and ends with
    us."""
    fd = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if sys.platform != "win32":  # there only one process uses a book's files at a time
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)
