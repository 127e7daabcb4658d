"""Which awards are shown as won: those that were given, or approved, within the last minute, by the journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

SHOWN_MS = 60_000
"""How long a win is on the displays."""


class FollowedEntry(Protocol):
    """An entry of the journal, as whoever follows it keeps it."""

    @property
    def seq(self) -> int: ...

    @property
    def at(self) -> int: ...

    @property
    def kind(self) -> str: ...

    @property
    def body(self) -> dict[str, Any]: ...


def won_lately(entries: Iterable[Iterable[FollowedEntry]], now: int) -> tuple[int, ...]:
    """The numbers of the awards, the newest first; ``entries`` are those of each table, the newest first.

    An award that waits for approval is won when it is approved.
    """
    found: list[tuple[int, int]] = []
    for of_table in entries:
        for entry in of_table:
            if entry.at <= now - SHOWN_MS:
                break
            found += [(entry.seq, number) for number in _numbers(entry)]
    return tuple(dict.fromkeys(number for _, number in sorted(found, reverse=True)))


def _numbers(entry: FollowedEntry) -> list[int]:
    if entry.kind == "approve":
        return [entry.body["req"]["award"]]
    awards = entry.body.get("awards") or ()
    return [each["no"] for each in awards if each["kind"] == "meter" and each["status"] != "pending"]
