"""Tables for a quick sketch of a pot: what each pocket's draws make, and coarse groups of classes.

A draw of three cards is known by its ranks (455 of them) and, in a pocket's own suit, by three different ranks of it.
Groups of classes are narrow where best hands are likely to be: they divide x + x ** 8 evenly, where x is the part of
all hands that a class beats.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np

from croupier.exact.ricochet.rank_hands import RANKS, classes_by_rank, possible_beside
from croupier.kernels import evaluate
from croupier.kernels.arrays import Floats, Int16s, Int32s, Whole

GROUPS: Final = 128


class PocketTables(NamedTuple):
    """By pocket: a pair of ranks, ``low * 13 + high``."""

    draws: Int32s
    """(pairs of ranks, 455) the draws, highest class first: class, then the ranks in four bits each."""
    by_ranks: Int16s
    """(pairs of ranks, 13 * 13 * 13) the class of three ranks in rising order, without a flush."""
    flushes: Int16s
    """The same for three different ranks of the pocket's own suit."""
    group: Int16s
    """By class of five cards, its group."""
    of_group: Floats
    """By group, the chance that five cards are of it."""


@cache
def pocket_tables() -> PocketTables:
    """Computed once, from the one classifier of hands."""
    triples = np.array(list(combinations_with_replacement(range(RANKS), 3)), dtype=np.int64)
    place = (triples[:, 0] * RANKS + triples[:, 1]) * RANKS + triples[:, 2]
    draws = np.zeros((RANKS * RANKS, len(triples)), dtype=np.int32)
    by_ranks = np.zeros((RANKS * RANKS, RANKS**3), dtype=np.int16)
    flushes = np.zeros((RANKS * RANKS, RANKS**3), dtype=np.int16)
    for low, high in combinations_with_replacement(range(RANKS), 2):
        pair = low * RANKS + high
        possible = possible_beside(triples, low, high)
        made = np.full(len(triples), -1, dtype=np.int64)
        made[possible] = classes_by_rank(triples[possible], low, high)
        packed = np.where(made >= 0, made << 12 | triples[:, 0] << 8 | triples[:, 1] << 4 | triples[:, 2], -1)
        draws[pair] = np.sort(packed)[::-1]
        by_ranks[pair, place] = made
        if low != high:
            others = [rank for rank in range(RANKS) if rank not in (low, high)]
            three = np.array(list(combinations(others, 3)), dtype=np.int64)
            hands = np.concatenate([np.tile([low, high], (len(three), 1)), three], axis=1) * 4
            flushes[pair, (three[:, 0] * RANKS + three[:, 1]) * RANKS + three[:, 2]] = evaluate.five_card(hands)
    return PocketTables(draws, by_ranks, flushes, *_groups())


def hands_of_class() -> Whole:
    """By class of five cards, how many of the 2,598,960 hands are of it."""
    shapes = {0: 1020, 1: 384, 2: 144, 3: 64, 4: 1020, 5: 4, 6: 24, 7: 4, 8: 4}
    """Choices of suits by category: a pair's is 6 * 4 * 4 * 4, two pairs' 6 * 6 * 4, and so on."""
    return np.array([shapes[int(hand.category)] for hand in evaluate.classes("five_card", 5)], dtype=np.int64)


def _groups() -> tuple[Int16s, Floats]:
    hands = hands_of_class()
    beats = (np.cumsum(hands) - hands) / hands.sum()
    mark = (beats + beats**8) / 2
    group = np.minimum((mark * GROUPS).astype(np.int64), GROUPS - 1).astype(np.int16)
    return group, np.bincount(group, hands, GROUPS) / hands.sum()
