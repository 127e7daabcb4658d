"""How long a table waits, and when it moves by itself. The terminal has no clock: nobody there is hurried or away."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from croupier.table.seats import Seat
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
    idle: float = 300.0
    """A seat from which nothing was wagered for this long is open again, also at a table that deals nothing."""


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
    return now + (clock.bot if seat.guest is None or is_gone(table, seat) else clock.decision)


def is_gone(table: Table, seat: Seat) -> bool:
    """Whether nobody need wait for a person: away for rounds, or missed one and no page of theirs is open."""
    is_watching = table.watching is None or seat.guest in table.watching
    return seat.missed >= table.clock.away_rounds or (seat.missed > 0 and not is_watching)


def is_ready_to_deal(table: Table, now: float) -> bool:
    """Everyone who is here has wagered, or the time for it is up and somebody has."""
    if table.round is not None:
        return False
    people = table.people
    if not people:
        return table.keeps_bots and bool(table.seats)
    if not any(seat.is_ready for seat in people):
        return False
    is_time = table.deadline is not None and now >= table.deadline
    return is_time or all(seat.is_ready or is_gone(table, seat) for seat in people)


def idle_seats(table: Table, now: float) -> list[int]:
    """Seats whose people have wagered nothing for so long that somebody else may have them."""
    if table.round is not None:
        return []
    return [
        number
        for number, seat in table.seats.items()
        if seat.guest is not None and not seat.is_ready and seat.since and now - seat.since >= table.clock.idle
    ]


def is_due(table: Table, now: float) -> bool:
    """Whether the table has something to do by itself now."""
    if table.round is None:
        return is_ready_to_deal(table, now) or bool(idle_seats(table, now))
    return table.deadline is None or now >= table.deadline
