"""Games with streets simulated: no line is written for any of them, the tables come from the game itself.

Rounds are counted by terminal, class and case, so that the game's own nets turn them into money.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from croupier.cards.cards import Card
from croupier.kernels.arrays import Whole
from croupier.kernels.cells import Outcome, Tally
from croupier.kernels.philox import STREAM, PhiloxSource
from croupier.kernels.views import RoundTables, play_rounds
from croupier.sim.running import ByKernel

CHUNK: Final = 1 << 16


def counted_rounds(tables: RoundTables, seed: int, first: int, many: int) -> Whole:
    """Rounds from a number on, counted by terminal, class and case."""
    classes, terminals, cases = tables.program.nets.shape
    tally = np.zeros((terminals, classes, cases), dtype=np.int64)
    play_rounds(tables, np.uint64(seed), first, many, tally)
    return tally


@dataclass(frozen=True)
class StreetSimulator(ByKernel, kernel=play_rounds):
    """One seat of a game with streets, by its tables."""

    tables: RoundTables
    deck: tuple[Card, ...]
    wager: str
    unit: int  # The tables' nets are in this part of the wager.
    chunk: int = CHUNK
    stream: str = STREAM

    def run(self, seed: int, first: int, count: int) -> Tally:
        """Play some rounds and count their outcomes."""
        counted = counted_rounds(self.tables, seed, first, count).transpose(1, 0, 2)
        nets, places = np.unique(self.tables.program.nets, return_inverse=True)
        times = np.bincount(places.ravel(), counted.ravel(), len(nets))
        tally = Tally({self.wager: {}})
        for net, many in zip(nets.tolist(), times.tolist(), strict=True):
            if many:
                tally.count(self.wager, Outcome(Fraction(net, self.unit)), int(many))
        return tally

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        places = PhiloxSource(seed, number).first_of(len(self.deck), len(self.tables.roles))
        return tuple(self.deck[place] for place in places)
