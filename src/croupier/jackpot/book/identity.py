"""What is running."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Identity:
    """What is running: checked and written down at every start."""

    software: str
    rulebook: str
