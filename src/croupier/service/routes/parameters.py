"""Parts of addresses that several routes share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

TableId = Annotated[str, Path(max_length=64, description="A table of the plan, such as KIS-01.")]
