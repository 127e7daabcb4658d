"""Figures that were computed once and ship with this package: estimates, covariances, published figures."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def written_down(file: str) -> dict[str, Any]:
    """A file of figures as plain data."""
    return tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))
