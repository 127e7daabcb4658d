"""Chunks of rounds on an executor: started, merged as they end, stopped and taken up again.

A chunk's counts depend on the seed and its rounds' numbers alone, so neither workers nor stops show in the result.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np

from croupier.cards.cards import Card
from croupier.errors import BadInput
from croupier.kernels.cells import Counts, Layout, Tally
from croupier.kernels.compiled import is_compiled
from croupier.kernels.stream import Word
from croupier.play.game import Game
from croupier.sim.shoe_kernels import boosts_of_round

MOST_RETRIES = 5
Range = tuple[int, int]  # Rounds from the first number up to, but not including, the second.


class Simulator(Protocol):
    """A game, a strategy and seats, ready to be run."""

    @property
    def chunk(self) -> int:
        """Rounds that make a piece of work worth handing over."""

    @property
    def stream(self) -> str:
        """The stream that its rounds are dealt from, the same on all backends (docs/guides/simulate.md)."""

    @property
    def is_ready(self) -> bool:
        """Whether the first rounds start at once."""

    def run(self, seed: int, first: int, count: int, /) -> Tally:
        """Play rounds by their numbers and count what they bring."""

    def cards(self, seed: int, number: int, /) -> tuple[Card, ...]:
        """The cards of one round in the order in which they are dealt; more than it needs, where that depends."""

    def boosts(self, seed: int, number: int, /) -> Mapping[str, int]:
        """One round's dynamic pays in cents by event."""


@dataclass
class Progress:
    """How far a run is: the rounds that are done, and what they brought."""

    rounds: int
    tally: Tally = field(default_factory=Tally)
    done: list[Range] = field(default_factory=list)

    @property
    def rounds_done(self) -> int:
        return sum(after - first for first, after in self.done)

    def missing(self, chunk: int) -> Iterator[Range]:
        """What is left to do, in pieces that lie on a fixed grid."""
        begin = 0
        for first, after in [*self.done, (self.rounds, self.rounds)]:
            while begin < min(first, self.rounds):
                end = min((begin // chunk + 1) * chunk, first, self.rounds)
                yield begin, end
                begin = end
            begin = max(begin, after)

    def take(self, piece: Range, tally: Tally) -> None:
        """Enter a finished piece."""
        self.tally.add(tally)
        merged: list[Range] = []
        for first, after in sorted([*self.done, piece]):
            if merged and merged[-1][1] > first:
                raise BadInput(f"rounds {first} to {after} are counted twice")
            if merged and merged[-1][1] == first:
                merged[-1] = (merged[-1][0], after)
            else:
                merged.append((first, after))
        self.done = merged


class Work(Protocol):
    """What runs a chunk: called with the seed, the first round and how many."""

    def __call__(self, seed: int, first: int, count: int, /) -> Tally: ...


def run_pieces(
    executor: Executor, work: Work, seed: int, progress: Progress, chunk: int, width: int
) -> Iterator[Progress]:
    """Run what is missing, ``width`` pieces at a time; yields whenever one ends."""
    pieces = progress.missing(chunk)
    running: dict[Future[Tally], tuple[Range, int]] = {}

    def start(piece: Range, tries: int) -> None:
        first, after = piece
        running[executor.submit(work, seed, first, after - first)] = (piece, tries)

    try:
        for piece in pieces:
            start(piece, 0)
            if len(running) >= width:
                break
        while running:
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                piece, tries = running.pop(future)
                try:
                    tally = future.result()
                except Exception as problem:
                    if tries >= MOST_RETRIES or not _is_lost(problem):
                        raise
                    start(piece, tries + 1)
                    continue
                progress.take(piece, tally)
                following = next(pieces, None)
                if following is not None:
                    start(following, 0)
            yield progress
    finally:
        for future in running:
            future.cancel()


def _is_lost(problem: BaseException) -> bool:
    """Whether the worker died, as a cluster says in words of its own, not that the work is wrong."""
    of_cluster = ("KilledWorker", "CommClosedError", "FutureCancelledError")
    is_of_cluster = any(each.__name__ in of_cluster for each in type(problem).__mro__)
    return is_of_cluster or isinstance(problem, CancelledError | ConnectionError | TimeoutError)


class ByKernel:
    """A simulator that can be run anywhere: it holds arrays only. A class of one names the kernel that it calls."""

    layout: Layout
    seats: int
    _kernel: ClassVar[Callable[..., object] | None] = None

    def __init_subclass__(cls, kernel: Callable[..., object] | None = None) -> None:
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
