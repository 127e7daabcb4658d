"""Figures that took long to find and were written down: the data files beside this module."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def data_in(file: str) -> dict[str, Any]:
    """What a data file of this package holds."""
    return tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))
