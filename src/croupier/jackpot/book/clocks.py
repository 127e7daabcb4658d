"""The time of an entry: by the wall clock, never earlier than the previous entry, with a note if the clock jumped."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], int]
"""Milliseconds since 1970 (UTC)."""

FURTHEST_JUMP_MS = 60_000
"""How far the clock may move away from one that never jumps before an entry says so."""


class Clocks:
    """The wall clock, compared with one that never jumps if there is one."""

    def __init__(self, wall: Clock, steady: Clock | None) -> None:
        self._wall = wall
        self._steady = steady
        self._before: tuple[int, int] | None = None
        self.now = 0
        self.jump = 0
        """The jump in milliseconds since the last call, if it is out of bounds."""

    def look(self) -> int:
        """The time that holds until the next look at the clock."""
        self.now = self._wall()
        if self._steady is not None:
            before, self._before = self._before, (self.now, self._steady())
            moved = (self._before[0] - before[0]) - (self._before[1] - before[1]) if before else 0
            self.jump += moved if abs(moved) > FURTHEST_JUMP_MS else 0
        return self.now

    def jumped(self) -> int:
        """The jump, reported only once."""
        jump, self.jump = self.jump, 0
        return jump
