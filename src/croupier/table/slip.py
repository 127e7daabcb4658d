"""The wagers before the deal, seat by seat, with every change undoable until the cards come."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.errors import BadInput

Wagers = dict[str, int]
"""Cents by wager, for one seat."""


class Slip:
    """What the player's own seats have put up.

    >>> slip = Slip()
    >>> slip.put(1, {"ante": 1000}); slip.put(1, {"ante": 1000, "straight": 500})
    >>> slip.total, slip.undo(), slip.of(1)
    (1500, 1, {'ante': 1000})
    """

    def __init__(self) -> None:
        self._now: dict[int, Wagers] = {}
        self._before: list[tuple[int, dict[int, Wagers]]] = []

    @property
    def seats(self) -> dict[int, Wagers]:
        """By seat, the wagers of those that have any."""
        return {seat: dict(wagers) for seat, wagers in self._now.items() if wagers}

    @property
    def total(self) -> int:
        return sum(sum(wagers.values()) for wagers in self._now.values())

    def of(self, seat: int) -> Wagers:
        return dict(self._now.get(seat, {}))

    def put(self, seat: int, wagers: Mapping[str, int]) -> None:
        """Replace a seat's wagers."""
        self._before.append((seat, dict(self._now)))
        self._now = self._now | {seat: dict(wagers)}

    def undo(self) -> int:
        """Take back the last change; says whose it was."""
        if not self._before:
            raise BadInput("there is nothing to undo")
        seat, self._now = self._before.pop()
        return seat

    def clear(self) -> None:
        """A fresh slip, with nothing to undo."""
        self._now, self._before = {}, []
