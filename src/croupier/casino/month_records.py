"""What a simulation of months is asked and what it answers: the pace of the tables, every hit, the sums."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.jackpot.plan.link_plan import LinkPlan

DAYS_A_MONTH: Final = 30

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class LinkPace:
    """How the link is played: the same at every table and every hour."""

    tables: int
    seats: int
    rounds_per_hour: int = 40
    hours_per_day: int = 16
    take_up: Fraction = Fraction(1, 2)
    """How likely a seat makes the wager in a round."""
    months: int = 12

    @property
    def days(self) -> int:
        return self.months * DAYS_A_MONTH

    @property
    def rounds_a_day(self) -> int:
        """Of all tables together."""
        return self.tables * self.rounds_per_hour * self.hours_per_day

    @property
    def rounds(self) -> int:
        return self.days * self.rounds_a_day

    @property
    def wagers_a_day(self) -> Fraction:
        """On average."""
        return self.rounds_a_day * self.seats * self.take_up


@dataclass
class Hits:
    """Every whole meter that was won, in columns: run, level, round of the run, and the money, in cents."""

    run: array[int] = field(default_factory=lambda: array("q"))
    level: array[int] = field(default_factory=lambda: array("q"))
    round: array[int] = field(default_factory=lambda: array("q"))
    amount: array[int] = field(default_factory=lambda: array("q"))
    reserve: array[int] = field(default_factory=lambda: array("q"))
    """What the reserve held when the meter was to be filled again."""
    advanced: array[int] = field(default_factory=lambda: array("q"))
    """What the house had to add for that round's winners; nothing where the reserve covered it."""

    def columns(self) -> dict[str, Whole]:
        """The columns as arrays, for statistics."""
        return {name: np.array(column, dtype=np.int64) for name, column in vars(self).items()}


@dataclass(frozen=True)
class Months:
    """What happened in every run."""

    link: LinkPlan
    pace: LinkPace
    runs: int
    seed: str
    meters: dict[int, Whole]
    """By level: runs x (days + 1), cents at the beginning and at the end of each day."""
    reserve: Whole
    """Runs x (days + 1), cents."""
    house: Whole
    """Runs x (days + 1), in millionths of a cent: what the house has won so far, seeds it advanced taken off."""
    wagers: Whole
    """By run."""
    hits: dict[str, Whole]
    """Columns as in ``Hits``."""
    parts: dict[int, Whole]
    """By level, the awards that took a part of a meter, in cents."""
    totals: dict[str, Whole]
    """By run, each account at the end, in millionths of a cent; ``conserved`` says how they add up."""

    def conserved(self) -> Whole:
        """By run: what came in less what went out and what is left, in millionths of a cent. Zero, to the last one."""
        come = self.totals["beginning"] + self.totals["wagered"]
        gone = self.totals["from_meters"] + self.totals["from_reserve"] + self.totals["from_house"]
        left = sum((self.totals[name] for name in ("meters", "overflow", "reserve", "remainders")), np.zeros_like(come))
        balance: Whole = come - gone - left - self.totals["house"]
        return balance
