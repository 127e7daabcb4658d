"""Paytable files as an operator writes them, for tests that need one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence


def own_sheet(
    wager: str,
    family: str,
    table: str,
    rows: Iterable[Sequence[str]],
    *,
    basis: str = "to",
    cites: str = "TCP 1",
    games: Sequence[str] = ("three-card-prime",),
    before: str = "",
    after: str = "",
) -> str:
    """A file with one table; ``before`` holds its sources, and ``after`` what follows the rows."""
    lines = [f"  {json.dumps(list(row))}," for row in rows]
    head = {"wager": wager, "family": family, "basis": basis, "status": "user", "cites": [cites], "columns": [table]}
    fields = [f"{key} = {json.dumps(value)}" for key, value in head.items()]
    return "\n".join(
        [
            "schema = 1",
            f"games = {json.dumps(list(games))}",
            before,
            "[[sheets]]",
            *fields,
            "rows = [",
            *lines,
            "]",
            after,
        ]
    )
