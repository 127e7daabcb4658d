"""What simulators by a compiled kernel share: the kernel fills an array of counts, and the layout reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from croupier.kernels.cells import Counts, Layout, Tally
from croupier.kernels.compiled import is_compiled
from croupier.kernels.stream import Word
from croupier.play.game import Game
from croupier.sim.shoe_kernels import boosts_of_round


class ByKernel:
    """A simulator that can be run anywhere: it holds arrays only. A class of one names the kernel that it calls."""

    layout: Layout
    seats: int
    _kernel: ClassVar[Callable[..., Any] | None] = None

    def __init_subclass__(cls, kernel: Callable[..., Any] | None = None) -> None:
        super().__init_subclass__()
        if kernel is not None:
            cls._kernel = staticmethod(kernel)

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        """Call the kernel with the tables that it needs."""
        raise NotImplementedError

    @property
    def is_ready(self) -> bool:
        """Whether the kernel is compiled, so that a run begins at once."""
        assert self._kernel is not None
        return is_compiled(self._kernel)

    def run(self, seed: int, first: int, count: int) -> Tally:
        """Play some rounds and count their outcomes."""
        counts = self.layout.no_counts()
        self.play(np.uint64(seed), first, count, counts)
        return self.layout.tally(counts, self.seats)

    def boosts(self, seed: int, number: int) -> dict[str, int]:  # noqa: ARG002
        """The dynamic pays of a round; none, unless a table of the game has some."""
        return {}


class FromShoe(ByKernel):
    """One whose tables may have dynamic pays, which the game draws."""

    game: Game | None

    def boosts(self, seed: int, number: int) -> dict[str, int]:
        return boosts_of_round(self.game, seed, number) if self.game else {}

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "game": None}
