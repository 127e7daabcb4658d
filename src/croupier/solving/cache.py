"""Solved results kept on disk between runs, so that a slow proof is done once.

A result is found again only under the same rulebook, the same configuration and the same sources of this package, and
its totals are checked when it is recalled. The cache is a convenience: one that is damaged, foreign or not writable is
treated as empty (``kept_files``).
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from croupier import __version__, kept_files

SCHEMA = 1
MOST_RESULTS = 500
"""Beyond this the oldest go: versions of the software leave their results behind."""
# What can change a result; the packages above these only ask for results and print them.
_SOURCES = ("units", "cards", "rulebook", "play", "games", "kernels", "exact", "solving")


@cache
def software() -> str:
    """This version of the software, down to its sources: a changed solver never meets a result of the old one."""
    digest = kept_files.hash_of(Path(__file__).parent.parent, _SOURCES, ".py")
    return f"{__version__}+{digest[:16]}"


def _place(name: dict[str, str]) -> Path | None:
    home = kept_files.folder("solved")
    digest = hashlib.sha256(json.dumps(name, sort_keys=True).encode()).hexdigest()
    return home / f"{digest[:40]}.json" if home else None


def _full_name(name: dict[str, str]) -> dict[str, str]:
    return {**name, "software": software()}


def recall(name: dict[str, str]) -> Any:
    """What was remembered under this name, or None."""
    name = _full_name(name)
    place = _place(name)
    content = kept_files.read(place) if place else None
    if content is None:
        return None
    try:
        kept = json.loads(content)
        return kept["result"] if kept["schema"] == SCHEMA and kept["name"] == name else None
    except (ValueError, LookupError, TypeError, RecursionError):
        return None


def remember(name: dict[str, str], result: Any) -> None:
    """Keep a result, whole or not at all."""
    name = _full_name(name)
    place = _place(name)
    if place:
        # Not json.dump, which encodes piece by piece and takes many times as long.
        content = json.dumps({"schema": SCHEMA, "name": name, "result": result}).encode()
        kept_files.write(place, content, MOST_RESULTS)
