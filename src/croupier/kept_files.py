"""Files kept between runs, so that slow work is done once: solved results, and the rulebook as last read. They are in
``$XDG_CACHE_HOME/croupier`` or ``~/.cache/croupier``, and may be removed at any time. A file that is missing,
unreadable or somebody else's is ignored. If nothing can be written, nothing is kept.
"""

import contextlib
import hashlib
import os
import stat
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

Placed = TypeVar("Placed")


def folder(kind: str) -> Path | None:
    """Where files of a kind are kept; None if there is no home folder."""
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    if Path(chosen).is_absolute():
        return Path(chosen) / "croupier" / kind
    try:
        return Path.home() / ".cache" / "croupier" / kind
    except RuntimeError:
        return None


def state_folder() -> Path:
    """Where a user's state belongs (XDG)."""
    state = os.environ.get("XDG_STATE_HOME", "")
    return (Path(state) if state.startswith("/") else Path.home() / ".local" / "state") / "croupier"


def hash_of(root: Path, below: Iterable[str], suffix: str) -> str:
    """SHA-256 over the files with this ending below some folders of a root, or single files of it, by name and content.

    Strings instead of paths, since every small command waits for it.
    """
    digest, start = hashlib.sha256(), len(str(root))
    for part in below:
        place = root / part
        for folder, folders, names in os.walk(place) if place.is_dir() else [(str(root), [], [part])]:
            folders[:] = sorted(each for each in folders if each != "__pycache__")
            for name in sorted(names):
                if name.endswith(suffix):
                    path = os.path.join(folder, name)  # noqa: PTH118
                    with open(path, "rb", buffering=0) as file:  # noqa: PTH123
                        content = file.read()
                    digest.update(f"{path[start:]}\0{len(content)}\0".encode())
                    digest.update(content)
    return digest.hexdigest()


def read(path: Path) -> bytes | None:
    """What is kept there, if only this user can have written it."""
    try:
        with path.open("rb") as file:
            return file.read() if _is_ours(os.fstat(file.fileno())) else None
    except OSError:
        return None


def _is_ours(found: os.stat_result) -> bool:
    if not hasattr(os, "geteuid"):
        return True  # a system without numeric owners protects home folders in its own way
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def written_whole(folder: Path, content: bytes, publish: Callable[[Path], Placed], *, synced: bool = False) -> Placed:
    """Write a file in this folder, and ``publish`` it there under its own name: whole or not at all."""
    import tempfile  # slow to load, and most runs write nothing

    handle, name = tempfile.mkstemp(dir=folder, prefix=".new-")
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        return publish(written)
    finally:
        written.unlink(missing_ok=True)


def write(path: Path, content: bytes, most: int) -> None:
    """Keep a file, atomically. Only the newest of its kind stay, because every version leaves its own."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        written_whole(path.parent, content, lambda written: written.replace(path))
        _forget_oldest(path.parent, f"*{path.suffix}", most)


def _forget_oldest(home: Path, pattern: str, most: int) -> None:
    kept = list(home.glob(pattern))
    if len(kept) > most:
        kept.sort(key=lambda path: path.stat().st_mtime)
        for path in kept[: len(kept) - most]:
            path.unlink(missing_ok=True)
