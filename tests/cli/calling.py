"""What calling a command gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from croupier.casino.floor import opened, waiting_plan

Shown = tuple[int, str, str]
"""The exit status, standard output and standard error."""
Call = Callable[..., Shown]


def hash_that_waits(book: str | Path, link: str = "sf") -> str:
    """The hash of the plan that waits for a second person, as whoever has seen it knows it."""
    with opened(str(book)) as store:
        return waiting_plan(store, link)[0].hash
