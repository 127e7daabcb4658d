"""A pot simulator's tables as bytes for C, and the constants that name their places."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.kernels import graders, pot_tables
from croupier.kernels.cells import Tally
from croupier.sim.gpu.packing import Body, Packing
from croupier.sim.pot import PotSimulator

CHUNK: Final = 1 << 28
THREADS: Final = 128
_NAMES: Final = {
    graders: ("BY_RANKS", "BY_SUIT", "BY_COLORS", "LOW_KEYS"),
    pot_tables: (
        *("NOBODY", "DEALER", "PLAYERS"),
        *("ALONE", "JOINS", "NONE_LEFT"),
        *("FOLDED", "BEATEN", "TOOK", "WON"),
        *("DUEL", "MOST_SEATS"),
    ),
}
"""By name in the numba kernels, the name in the C body."""


def pot_body(simulator: PotSimulator) -> Body:
    """What the simulator looks up, for the body."""
    packing, tables, layout, seats = Packing(), simulator.tables, simulator.layout, simulator.seats
    lookups = tables.lookups
    listed = -(-len(layout.wagers) * seats // 4)
    packing.constants |= {name: str(getattr(module, name)) for module, names in _NAMES.items() for name in names}
    packing.constants |= {
        "SEATS": str(seats),
        "AWARDS": str(tables.awards),
        "BONUSES": str(len(tables.bonuses)),
        "CELLS": str(layout.size - len(layout.wagers)),
        "LISTED": str(listed),
        "THREADS": str(THREADS),
        "TABLE_BYTES": "0u",
    }
    named: dict[str, NDArray[Any]] = {
        "SPREAD": lookups.spread,
        "LOW": lookups.low,
        "HIGH": lookups.high,
        "PLAIN": lookups.plain,
        "SUITED": lookups.suited,
        "GRADERS": lookups.graders.astype(np.int32),
        "ACTING": tables.acting,
        "BEATEN": tables.beaten_from,
        "PLAYS": tables.plays,
        "KICKED": tables.kicked_out,
        "BECOMES": tables.becomes,
        "OFFERED": tables.offered,
        "AWARD": tables.award,
        "CELL": tables.cell,
        "NETS": tables.nets,
        "BONUS": tables.bonuses.astype(np.int32),
        "PLACES": tables.places,
        "RANKED": tables.rank_of_pocket,
        "DUEL": tables.wins_duel_from,
    }
    for name, table in named.items():
        packing.add(name, table)

    def tally(counts: NDArray[np.uint64]) -> Tally:
        wagers = len(layout.wagers)
        cells, low, high = (
            part.tolist() for part in np.split(counts, [len(counts) - 2 * wagers, len(counts) - wagers])
        )
        squares = [one + (other << 32) for one, other in zip(low, high, strict=True)]
        return layout.tally(np.array([*cells, *squares], dtype=object), seats)

    return Body(packing.content(), packing.constants, "pot", layout.size + len(layout.wagers), CHUNK, listed, tally)
