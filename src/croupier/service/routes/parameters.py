"""Parts of addresses that several routes share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

TableId = Annotated[str, Path(max_length=64, description="A table of the plan, such as KIS-01.")]
OneOrAll = Annotated[
    str | None,
    Query(max_length=64, description="The jackpot, where it is for one only; else all that the table plays for."),
]
