"""Files that only their owner may read, or a readers' group that CROUPIER_READERS names, whatever the umask says."""

import os
import shutil
import stat
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


def replace_private(path: Path, content: bytes) -> None:
    """A secret file as a whole: whatever happens, it has the old content or the new one. Call it under ``locked``."""
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)  # left by a process that was killed while it wrote
    make_private(beside, content)
    if path.exists():
        made, before = beside.stat(), path.stat().st_mtime_ns
        if made.st_mtime_ns <= before:
            # Readers tell one version from the next by this time, and clocks are coarse or set back.
            os.utime(beside, ns=(made.st_atime_ns, before + 1))
    beside.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """The name, too, survives a power cut."""
    if sys.platform == "win32":  # there a folder cannot be opened
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def append_private(path: Path, content: bytes) -> None:
    """To the end of a file, on the disk when this returns; on a new line, also where a full disk tore off the end."""
    if not path.exists():
        make_private(path, secret=False)
    with path.open("ab+") as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            content = content if file.read(1) == b"\n" else b"\n" + content
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


def repair_private(path: Path) -> None:
    """Nobody but its owner reads a file with secrets, nor what SQLite keeps beside it, or writes into its folder."""
    folder = path.parent
    if folder.exists() and _is_ours(folder) and not folder.stat().st_mode & stat.S_ISVTX:
        is_named_for_us = folder.name == "croupier" and READERS not in os.environ
        _narrow(folder, 0o700 if is_named_for_us else 0o755)
    for ending in ("", "-wal", "-shm"):
        file = path.with_name(path.name + ending)
        if file.exists() and _is_ours(file):
            _narrow(file, 0o600)


def make_folder(folder: Path) -> None:
    """A folder for secrets, where there is none yet."""
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.chmod(0o700)


def _is_ours(path: Path) -> bool:
    return sys.platform != "win32" and path.stat().st_uid == os.geteuid()


def _narrow(path: Path, most: int) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & ~most:
        path.chmod(mode & most)


def read_text(path: Path) -> str:
    """A text that may be damaged: bytes that are not UTF-8 stay visible and do not stop the reading."""
    return path.read_text(encoding="utf-8", errors="replace")


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Exclusive use of a file among those that ask here; the lock file is beside it and ends with us."""
    fd = os.open(path.with_name(f".{path.name}.lock"), os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if sys.platform != "win32":  # there only one process uses a book's files at a time
            import fcntl

            fcntl.flock(fd, fcntl.LOCK_EX)
        yield
    finally:
        os.close(fd)
