"""How long a table waits, and when it moves by itself. The terminal has no clock: nobody there is hurried or away."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from croupier.table.table import Table


class Clock(NamedTuple):
    """How long a table waits, in seconds; the stated rule for a player who has left."""

    wagers: float = 40.0
    """From the first wager that is ready to the deal; whoever is not ready by then sits the round out."""
    decision: float = 30.0
    """For one decision; then the table decides for the seat, by the rule it states."""
    bot: float = 0.9
    """A bot thinks this long, so that people can follow."""
    settled: float = 2.0
    """How long a settled round is shown, at the least, before the next is dealt."""
    away_rounds: int = 3
    """A seat that sat out this many rounds in a row, or was decided for this often, is open again."""


UNHURRIED: Final = Clock(away_rounds=sys.maxsize)
"""Of a table whose people are asked one after the other."""


def deadline_of(table: Table, now: float) -> float | None:
    """When the table moves by itself, after a change; None while it waits for people."""
    clock = table.clock
    if table.round is None:
        if not any(seat.is_ready for seat in table.people):
            return None
        is_running = table.deadline is not None and table.deadline >= now
        return table.deadline if is_running else now + clock.wagers
    if table.turn is None:
        return now
    seat = table.seats[table.turn.seat]
    is_gone = seat.guest is None or seat.missed >= clock.away_rounds
    return now + (clock.bot if is_gone else clock.decision)


def is_ready_to_deal(table: Table, now: float) -> bool:
    """Everyone has wagered, or the time for it is up and somebody has."""
    if table.round is not None:
        return False
    people = table.people
    if not people:
        return table.keeps_bots and bool(table.seats)
    ready = [seat for seat in people if seat.is_ready]
    return bool(ready) and (len(ready) == len(people) or (table.deadline is not None and now >= table.deadline))


def is_due(table: Table, now: float) -> bool:
    """Whether the table has something to do by itself now."""
    if table.round is None:
        return is_ready_to_deal(table, now)
    return table.deadline is None or now >= table.deadline
