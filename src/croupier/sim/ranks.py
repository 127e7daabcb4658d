"""A showdown game of seven cards dealt by ranks alone: the same tables, without a card's suit anywhere.

It serves one seat, a bet for each class of hand, and wagers that look at the ranks of the player's own hand. This deal
is cheaper than that of whole cards; its stream has a name of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from croupier.cards.cards import Card
from croupier.errors import MissingPart
from croupier.kernels.arrays import UInt32s, Words
from croupier.kernels.cells import Counts, Layout
from croupier.kernels.compiled import compiled
from croupier.kernels.graders import BY_RANKS, KIND, PLAIN_AT
from croupier.kernels.philox import STREAM
from croupier.kernels.stream import ONE, ZERO, Word
from croupier.sim.by_kernel import ByKernel
from croupier.sim.rank_deals import RankTables, cards_of_ranks, rank_tables, two_rank_sets
from croupier.sim.showdown import SEVEN, ShowdownSimulator
from croupier.sim.showdown_kernels import (
    ASK,
    CASES,
    COUNTS_AT,
    GRADER,
    PLACES_AT,
    SEES_DEALER,
    ShowdownTables,
    base_cell,
    settled_cells,
)

RANKS_STREAM: Final = f"{STREAM} ranks"


@compiled
def play_ranks(
    seed: Word,
    first: int,
    count: int,
    entries: UInt32s,
    rest: Words,
    tables: ShowdownTables,
    counts: Counts,
) -> None:
    """One seat, seven ranks each."""
    graders, plain = tables.lookups.graders, tables.lookups.plain
    first_qualifying, bonuses, places = np.uint64(tables.first_qualifying), tables.bonuses, tables.places
    cells = np.zeros(tables.bet_of_class.shape[0] * CASES, dtype=np.int16)
    settled_cells(tables.bet_of_class, tables.bets, tables.outcome, cells)
    for number in range(first, first + count):
        own, dealer, _ = two_rank_sets(seed, np.uint64(number), entries, rest)
        own_class, dealer_class = np.uint64(plain[own]), np.uint64(plain[dealer])
        counts[np.uint64(base_cell(own_class, dealer_class, ZERO, ONE, first_qualifying, cells))] += 1
        for each in range(bonuses.shape[0]):
            found = np.uint64(plain[np.uint64(graders[bonuses[each, GRADER], PLAIN_AT]) + own])
            place = np.uint64(places[np.uint64(bonuses[each, PLACES_AT]) + found])
            counts[np.uint64(bonuses[each, COUNTS_AT]) + place] += 1


@dataclass(frozen=True)
class RankSimulator(ByKernel, kernel=play_ranks):
    """The tables of a showdown simulator with the deal by ranks."""

    layout: Layout
    tables: ShowdownTables
    deals: RankTables
    seats: int = 1
    chunk: int = 1 << 20
    stream: str = RANKS_STREAM

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        play_ranks(seed, first, count, self.deals.entries, self.deals.rest, self.tables, counts)

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        return cards_of_ranks(seed, number)


def rank_simulator(simulator: ShowdownSimulator, name: str) -> RankSimulator:
    """The same game by ranks; MissingPart names what asks for more than ranks."""
    tables = simulator.tables
    hint = "deal cards, the default"
    if simulator.seats > 1:
        raise MissingPart(f"{name}: ranks alone are dealt to one seat", hint=hint)
    if simulator.size != SEVEN or tables.lookups.graders[0, KIND] != BY_RANKS:
        raise MissingPart(f"{name}: the ranks of seven cards do not tell who wins", hint=hint)
    if (tables.bet_of_class >= ASK).any():
        raise MissingPart(f"{name}: this strategy asks for more than the class of a hand", hint="use --strategy chart")
    for wager, row in zip(simulator.layout.wagers[1:], tables.bonuses, strict=True):
        if row[SEES_DEALER] or tables.lookups.graders[row[GRADER], KIND] != BY_RANKS:
            raise MissingPart(f"{name}: {wager.wager} looks at more than the player's ranks", hint=hint)
    return RankSimulator(simulator.layout, tables, rank_tables())
