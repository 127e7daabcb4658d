"""The time of an entry: by the wall clock, never earlier than the previous entry, with a note if the clock jumped."""

from __future__ import annotations

from collections.abc import Callable

from croupier.jackpot.journal import StoreBusy

Clock = Callable[[], int]
"""Milliseconds since 1970 (UTC)."""

FURTHEST_JUMP_MS = 60_000
"""How far the clock may move away from one that never jumps before an entry says so."""
FURTHEST_AHEAD_MS = 10 * 366 * 86_400_000
"""No casino opens again after so long: whatever the clock shows beyond it is a mistake."""
LATEST_MS = 200_000_000_000_000
"""In the year 8307; a calendar has to be left after it."""


class ClockAhead(StoreBusy):
    """The clock cannot be right; once it is corrected, the writer goes on by itself."""


class Clocks:
    """The wall clock, compared with one that never jumps if there is one."""

    def __init__(self, wall: Clock, steady: Clock | None) -> None:
        self._wall = wall
        self._steady = steady
        self._before: tuple[int, int] | None = None
        self.now = 0
        self.jump = 0
        """The jump in milliseconds since the last call, if it is out of bounds."""

    def look(self, last: int = 0) -> int:
        """The time that holds until the next look at the clock: never before the last entry.

        ClockAhead if the clock cannot be right: an entry with its time would be the last day that the books ever see,
        because days never go back.
        """
        now = self._wall()
        if now > LATEST_MS or (last and now - last > FURTHEST_AHEAD_MS):
            raise ClockAhead(
                "the clock of this machine shows a time more than ten years after the last entry",
                hint="correct the clock, and send it again: nothing was written",
            )
        self.now = now
        if self._steady is not None:
            before, self._before = self._before, (self.now, self._steady())
            moved = (self._before[0] - before[0]) - (self._before[1] - before[1]) if before else 0
            self.jump += moved if abs(moved) > FURTHEST_JUMP_MS else 0
        return max(now, last)

    def jumped(self) -> int:
        """The jump, reported only once."""
        jump, self.jump = self.jump, 0
        return jump
