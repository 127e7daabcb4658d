"""Solved results kept on disk between runs, so that a slow proof is done once.

A result is found again only under the same rulebook, the same configuration and the same sources of this package, and
whoever recalls it checks its totals. The cache is a convenience: one that is damaged, foreign or not writable is as
good as empty. It lies in ``$XDG_CACHE_HOME/croupier``, else in ``~/.cache/croupier``, and may be removed at any time.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from croupier import __version__

SCHEMA = 1
MOST_RESULTS = 500
"""Beyond this the oldest go: versions of the software leave their results behind."""
# What can change a result; the packages above these only ask for results and print them.
_SOURCES = ("units", "cards", "rulebook", "play", "games", "exact", "solving")


@cache
def software() -> str:
    """This version of the software, down to its sources: a changed solver never meets a result of the old one."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for part in _SOURCES:
        for path in sorted((package / part).rglob("*.py")):
            digest.update(f"{path.relative_to(package).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:16]}"


def folder() -> Path | None:
    """Where results are kept; None where there is no home to keep them in."""
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    if Path(chosen).is_absolute():
        return Path(chosen) / "croupier" / "solved"
    try:
        return Path.home() / ".cache" / "croupier" / "solved"
    except RuntimeError:
        return None


def _place(name: dict[str, str]) -> Path | None:
    home = folder()
    digest = hashlib.sha256(json.dumps(name, sort_keys=True).encode()).hexdigest()
    return home / f"{digest[:40]}.json" if home else None


def _full_name(name: dict[str, str]) -> dict[str, str]:
    return {**name, "software": software()}


def recall(name: dict[str, str]) -> Any:
    """What was remembered under this name, or None."""
    name = _full_name(name)
    place = _place(name)
    if place is None:
        return None
    try:
        kept = json.loads(place.read_text(encoding="utf-8"))
        return kept["result"] if kept["schema"] == SCHEMA and kept["name"] == name else None
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None


def remember(name: dict[str, str], result: Any) -> None:
    """Keep a result, whole or not at all."""
    name = _full_name(name)
    place = _place(name)
    if place is None:
        return
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, written = tempfile.mkstemp(dir=place.parent, prefix=".new-", suffix=".json")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                # Not json.dump, which encodes piece by piece and takes many times as long.
                file.write(json.dumps({"schema": SCHEMA, "name": name, "result": result}))
            os.replace(written, place)  # noqa: PTH105
            _forget_oldest(place.parent)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(written)  # noqa: PTH108
            raise


def _forget_oldest(home: Path) -> None:
    kept = list(home.glob("*.json"))
    if len(kept) > MOST_RESULTS:
        kept.sort(key=lambda path: path.stat().st_mtime)
        for path in kept[: len(kept) - MOST_RESULTS]:
            path.unlink(missing_ok=True)
