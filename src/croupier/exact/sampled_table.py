"""A table of several players under the best play, as a sample shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from croupier.exact.result import Progress

if TYPE_CHECKING:
    from croupier.exact.policies import Decide, Graded
    from croupier.play.game import Game


class Mean(NamedTuple):
    """An average with its standard error, in base wagers."""

    mean: float
    error: float

    def with_change(self, other: Mean) -> Mean:
        """The sum of two averages of independent samples."""
        return Mean(self.mean + other.mean, (self.error**2 + other.error**2) ** 0.5)


Means = tuple[Mean, ...]  # A seat of the table on average, then each in the order of acting.


class Sample(NamedTuple):
    """How much is sampled; the same sample gives the same figures on any machine."""

    deals: int
    checked: int  # About how many close decisions are made as exactly as possible.
    seed: int = 7

    @classmethod
    def usual(cls, seats: int) -> Sample:
        """Enough for an error below 0.02 points; the average of more seats varies less."""
        return cls(8_000_000 // seats // 20_000 * 20_000, 400)


@dataclass(frozen=True)
class SampledTable:
    """What a seat ends with on average under the best play."""

    seats: int
    sample: Sample
    quick: Means  # Under quick decisions.
    change: Means  # What the best decisions change of each.
    plays: float  # The part of the seats that play on.
    close: int  # Close decisions that were checked.
    exact: int  # How many of these the exact solver decided.
    changed: int  # How many were changed.

    @cached_property
    def seat(self) -> Mean:
        """Any seat; the order of acting is random."""
        return self.quick[0].with_change(self.change[0])

    @cached_property
    def in_order(self) -> Means:
        """Each seat in the order of acting."""
        return tuple(one.with_change(other) for one, other in zip(self.quick[1:], self.change[1:], strict=True))


@runtime_checkable
class SamplesTables(Protocol):
    """A solver of games whose value depends on how many play."""

    table_rule: str  # The play that is sampled, in words.

    def sample_table(self, game: Game, seats: int, sample: Sample, progress: Progress) -> SampledTable:
        """All seats under the best play."""

    def grade_table(self, game: Game, decide: Decide, seats: int, progress: Progress) -> Graded:
        """All seats under a policy."""
