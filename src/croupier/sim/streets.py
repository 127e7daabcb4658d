"""Games with streets simulated: no line is written for any of them, the tables come from the game itself."""

from __future__ import annotations

from typing import Final

import numpy as np

from croupier.kernels.arrays import Whole
from croupier.kernels.chunks import in_chunks
from croupier.kernels.street_rounds import RoundTables, play_rounds

CHUNK: Final = 1 << 16


def simulate_streets(tables: RoundTables, rounds: int, seed: int, first: int = 0, threads: int | None = None) -> Whole:
    """Rounds from a number on, counted by terminal, class and case; the same on any number of threads."""
    classes, terminals, cases = tables.program.nets.shape

    def play(start: int, many: int) -> Whole:
        tally = np.zeros((terminals, classes, cases), dtype=np.int64)
        play_rounds(tables, np.uint64(seed), first + start, many, tally)
        return tally

    total = np.zeros((terminals, classes, cases), dtype=np.int64)
    for _, tally in in_chunks(play, rounds, CHUNK, threads):
        total += tally
    return total
