"""The best bet of every group of player's hands, and what it brings in each case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.technique import Block, Floats, Technique
from croupier.exact.showdown.terms import CASES, Terms


class BestBets(NamedTuple):
    """A block of groups and how they are played."""

    block: Block
    nets: NDArray[np.int64]
    """(rows, columns, cases) what the best bet brings in each case, in the terms' units."""
    cases: Floats
    """(cases, rows, columns) the dealer's hands against each hand of a group."""

    @property
    def worth(self) -> Floats:
        """(rows, columns) the sum over the dealer's hands; whole numbers far below 2 ** 53."""
        return np.asarray(np.einsum("rck,krc->rc", self.nets.astype(np.float64), self.cases))


def played_best(technique: Technique, terms: Terms) -> Iterator[BestBets]:
    """Every group with its best bet; of equally good bets the smaller."""
    bets = max(map(len, terms.offers))
    nets = np.zeros((len(terms.ranking), bets, CASES), dtype=np.int64)
    barred = np.full((len(terms.ranking), bets), np.inf)
    for place, offers in enumerate(terms.offers):
        for number, offer in enumerate(offers):
            nets[place, number] = offer.nets
            barred[place, number] = 0.0
    for block in technique.blocks(terms.first_qualifying):
        known = (block.not_qualified, block.lower, block.equal)
        cases = np.stack([*known, technique.dealer_hands - sum(known)])
        worth = np.einsum("rbk,krc->brc", nets[block.place].astype(np.float64), cases)
        best = (worth - barred[block.place].T[:, :, None]).argmax(axis=0)
        yield BestBets(block, nets[block.place[:, None], best], cases)


def case_of(dealer: int, own: NDArray[np.intp], first_qualifying: int) -> NDArray[np.intp]:
    """In which case hands of these classes are against a dealer's class, as in ``Cases``."""
    if dealer < first_qualifying:
        return np.full(own.shape, Cases._fields.index("not_qualified"))
    lower, equal, higher = (Cases._fields.index(name) for name in ("lower", "equal", "higher"))
    return np.where(own > dealer, lower, np.where(own == dealer, equal, higher))
