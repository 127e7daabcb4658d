"""One measured figure beside its promise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Figure(NamedTuple):
    """What was measured, what is promised, and whether it is kept; None where nothing is promised."""

    name: str
    measured: str
    promise: str
    kept: bool | None


def show(figures: Iterable[Figure]) -> None:
    """Print each as soon as it is measured."""
    for each in figures:
        print(*each, sep="  ", flush=True)
