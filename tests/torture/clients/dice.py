"""All that a script draws comes from here, so that one whole number repeats it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from croupier.cards.shuffle import SeededSource

T = TypeVar("T")


class Dice:
    """Chance by one seed."""

    def __init__(self, seed: int | str) -> None:
        self._source = SeededSource(f"torture/{seed}")
        self.below = self._source.below

    def one_in(self, times: int) -> bool:
        return self.below(times) == 0

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def weighted(self, options: Sequence[tuple[T, int]]) -> T:
        number = self.below(sum(weight for _, weight in options))
        for option, weight in options:
            if number < weight:
                return option
            number -= weight
        raise AssertionError("a number beyond its range")

    def some(self, options: Sequence[T]) -> list[T]:
        """At least one of them, in any order."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(self.between(1, min(4, len(left))))]
