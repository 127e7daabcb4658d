"""The time of an entry: by the clock on the wall, never before the entry before it, with a word where it jumped."""

from __future__ import annotations

from collections.abc import Callable

Clock = Callable[[], int]
"""Milliseconds since 1970 (UTC)."""

FURTHEST_JUMP_MS = 60_000
"""How far the clock may move away from one that never jumps before an entry says so."""


class Clocks:
    """The clock on the wall, beside one that never jumps where there is one."""

    def __init__(self, wall: Clock, steady: Clock | None) -> None:
        self._wall = wall
        self._steady = steady
        self._before: tuple[int, int] | None = None
        self.now = 0
        self.jump = 0
        """By how many milliseconds it has jumped, if by more than is within bounds, since somebody asked."""

    def look(self) -> int:
        """What time it is from now on, until somebody looks again."""
        self.now = self._wall()
        if self._steady is not None:
            before, self._before = self._before, (self.now, self._steady())
            moved = (self._before[0] - before[0]) - (self._before[1] - before[1]) if before else 0
            self.jump += moved if abs(moved) > FURTHEST_JUMP_MS else 0
        return self.now

    def jumped(self) -> int:
        """The jump, which the next who asks need not hear of."""
        jump, self.jump = self.jump, 0
        return jump
