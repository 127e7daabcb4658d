"""Caches for tests that must not find what was solved before them."""

from __future__ import annotations

from pathlib import Path

from croupier import kept_files

SHARED = ("book", "compiled")
"""The rulebook as last read and compiled kernels. Both are kept under a hash of all that they are made from."""


def without_results(place: Path) -> str:
    """A cache in which nothing is solved yet. Reading the rulebook and compiling are not done again for it."""
    inside = place / "cache" / "croupier"
    if not inside.exists():
        inside.mkdir(parents=True)
        for kind in SHARED:
            kept = kept_files.folder(kind)
            if kept is not None:
                kept.mkdir(mode=0o700, parents=True, exist_ok=True)
                (inside / kind).symlink_to(kept, target_is_directory=True)
    return str(inside.parent)
