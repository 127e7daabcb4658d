"""A transcript of every round, one JSON file each, written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from croupier.errors import BadInput

Record = dict[str, Any]


def default_folder() -> Path:
    """Where a user's state belongs (XDG)."""
    state = os.environ.get("XDG_STATE_HOME", "")
    home = Path(state) if state.startswith("/") else Path.home() / ".local" / "state"
    return home / "croupier" / "transcripts"


class Archive:
    """A folder of transcripts. What cannot be written is kept and tried again with the next."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder
        self.prefix = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
        self.waiting: list[tuple[str, Record]] = []
        self.problem: str | None = None
        self.last: Path | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, prefix=".croupier-"):
                pass
        except (OSError, ValueError) as problem:
            why = problem.strerror if isinstance(problem, OSError) else "not a folder name"
            raise BadInput(f"cannot write transcripts to {folder}: {why}", hint="choose another --transcript") from None

    def save(self, number: int, record: Record) -> Path | None:
        """Write a round, and earlier ones that could not be written; None where the folder takes nothing now."""
        self.waiting.append((f"{self.prefix}-{number:03d}", record))
        path = None
        self.problem = None
        while self.waiting:
            stem, document = self.waiting[0]
            try:
                path = self.last = self._write(stem, document)
            except OSError as problem:
                self.problem = problem.strerror or str(problem)
                return None
            self.waiting.pop(0)
        return path

    def _write(self, stem: str, record: Record) -> Path:
        handle, name = tempfile.mkstemp(dir=self.folder, prefix=".croupier-", suffix=".tmp")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(record, file, indent=2, ensure_ascii=False)
                file.write("\n")
                file.flush()
                os.fsync(file.fileno())
            return self._publish(temporary, stem)
        finally:
            temporary.unlink(missing_ok=True)

    def _publish(self, temporary: Path, stem: str) -> Path:
        """Give the finished file its name; never that of another session's round."""
        for attempt in range(1, 1000):
            path = self.folder / (f"{stem}.json" if attempt == 1 else f"{stem}-{attempt}.json")
            try:
                path.hardlink_to(temporary)
            except FileExistsError:
                continue
            except OSError:
                # A file system without hard links: the name was free a moment ago.
                if not path.exists():
                    temporary.replace(path)
                    return path
                continue
            return path
        raise OSError(None, "every file name is taken")
