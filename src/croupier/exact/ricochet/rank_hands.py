"""What two cards and three drawn ones make by their ranks alone."""

from __future__ import annotations

import numpy as np

from croupier.kernels import evaluate
from croupier.kernels.arrays import Flags, Whole

RANKS = 13


def possible_beside(triples: Whole, one: int, other: int) -> Flags:
    """(draws) whether a deck has such cards beside two of these ranks."""
    enough = np.ones(len(triples), dtype=bool)
    for rank in {one, other}:
        enough &= (triples == rank).sum(axis=1) + (one == rank) + (other == rank) <= 4
    return enough


def classes_by_rank(triples: Whole, one: int, other: int) -> Whole:
    """(draws) the class of five cards, with suits chosen so that there is no flush; ranks count from 0 and rise."""
    suits = np.tile(np.arange(4), (RANKS, 1))
    # A pocket is a club and a diamond; the cards drawn take the suits that are left.
    suits[one, :3] = [1, 2, 3]
    suits[other, :3] = [0, 2, 3] if one != other else [2, 3, 3]
    first, second, third = triples.T
    copies = np.stack([0 * first, second == first, (third == second) + 1 * (third == first)], axis=1)
    hands = np.empty((len(triples), 5), dtype=np.int64)
    hands[:, 0], hands[:, 1] = one * 4, other * 4 + 1
    hands[:, 2:] = triples * 4 + suits[triples, copies]
    return evaluate.five_card(hands).astype(np.int64)
