"""The access log: log-ins, refusals and changes of secrets, one line each, every line chained to the one before.

It lies in BOOK.access, or where CROUPIER_ACCESS_LOG says. A line that is changed, taken out or put in between is found;
so is a missing end, as long as somebody wrote the last hash down.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from croupier.jackpot.actors import Session
from croupier.stores.opening import kind_of, sqlite_path
from croupier.stores.private_files import append_private, locked, read_text

BEGINNING = "0" * 64
LOGGED_IN = ("log-in", "log-in by token", "log-in by key")
LONGEST_LINE = 4_096


class Line(NamedTuple):
    """One thing that somebody did, or tried."""

    at: int
    what: str
    who: str
    detail: str
    hash: str


class AccessLog:
    """Lines in a file; without one, nothing is kept."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def write(self, what: str, who: str, detail: str = "") -> None:
        """Durably, before the caller is answered."""
        if self.path is None:
            return
        with locked(self.path):
            said = [time.time_ns() // 1_000_000, what[:100], who[:64], detail[:200]]
            line = json.dumps([*said, _hash(self._last(), said)])
            append_private(self.path, f"{line}\n".encode())

    def size(self) -> int:
        """Its size in bytes."""
        return self.path.stat().st_size if self.path and self.path.exists() else 0

    def lines_after(self, place: int) -> tuple[int, list[Line]]:
        """The complete lines after this many bytes, and where they end."""
        if self.path is None or not self.path.exists():
            return 0, []
        with self.path.open("rb") as file:
            file.seek(place)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        return place + len(whole), _lines(whole.decode(errors="replace"))

    def lines(self) -> list[Line]:
        """Every line that can be read."""
        return _lines(read_text(self.path)) if self.path and self.path.exists() else []

    def faults(self) -> list[str]:
        """What is wrong with the chain; nothing where every line follows from the one before."""
        before, wrong = BEGINNING, []
        for number, line in enumerate(self.lines(), 1):
            if _hash(before, list(line[:-1])) != line.hash:
                wrong.append(f"line {number} of the access log does not follow from the one before")
            before = line.hash
        return wrong

    def remarks(self, sessions: Collection[Session]) -> list[str]:
        """What the log lacks, beside the log-ins that the journal names: a missing log, log-ins it never saw."""
        if self.path is None:
            return ["no access log is kept, so no log-in was looked up (CROUPIER_ACCESS_LOG names a file)"]
        if not self.path.exists():
            return ["the access log is missing: no log-in that the journal names can be looked up"] if sessions else []
        seen = {(line.who, line.detail.partition(" ")[0]) for line in self.lines() if line.what in LOGGED_IN}
        unknown = sorted(set(sessions) - seen)
        if not unknown:
            return []
        shown = ", ".join(f"{person} ({session})" for person, session in unknown[:5])
        more = f" and {len(unknown) - 5:,} more" if len(unknown) > 5 else ""
        return [f"the journal names log-ins that are not in the access log: {shown}{more}"]

    def _last(self) -> str:
        """The hash of the last line; only the end of the file is read."""
        assert self.path is not None
        if not self.path.exists():
            return BEGINNING
        with self.path.open("rb") as file:
            file.seek(max(0, self.path.stat().st_size - LONGEST_LINE))
            end = file.read().decode(errors="replace").splitlines()
        try:
            return str(json.loads(end[-1])[-1]) if end else BEGINNING
        except (ValueError, LookupError, TypeError):
            return ""  # a torn line: the chain says so from here on


def access_log_of(url: str | Path) -> AccessLog:
    """The log that belongs to a book."""
    named = os.environ.get("CROUPIER_ACCESS_LOG")
    if named:
        return AccessLog(Path(named))
    if kind_of(url) == "sqlite":
        return AccessLog(sqlite_path(url).with_name(f"{sqlite_path(url).name}.access"))
    return AccessLog(None)


def _lines(text: str) -> list[Line]:
    found = []
    for each in text.splitlines():
        try:
            line = Line(*json.loads(each))
        except (ValueError, TypeError, RecursionError):
            line = Line(0, "", "", "", "")
        is_ours = type(line.at) is int and all(type(part) is str for part in line[1:])
        found.append(line if is_ours and line.hash else Line(0, "cannot be read", "", "", ""))
    return found


def _hash(before: str, said: list[object]) -> str:
    return hashlib.sha256(f"{before}\n{json.dumps(said)}".encode()).hexdigest()
