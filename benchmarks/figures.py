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
    """Print each as soon as it is measured, in columns."""
    for figure in figures:
        verdict = {None: "", True: "kept", False: "NOT KEPT"}[figure.kept]
        print(f"{figure.name:<70}  {figure.measured:>22}  {figure.promise:<32}  {verdict}".rstrip(), flush=True)
