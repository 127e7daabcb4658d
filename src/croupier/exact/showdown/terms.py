"""Groups of player's hands, as every technique lays them out, and the best bet of each (``played_best``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.solution import Cases
from croupier.kernels.terms import CASES, Terms
from croupier.play.game import Cards
from croupier.play.showdown import Hand


class BestBets(NamedTuple):
    """A block of groups and how they are played."""

    block: Block
    cases: Floats  # (cases, rows, columns) the dealer's hands against each hand of a group.
    worths: Floats
    """(bets, rows, columns) what each bet brings over them; whole numbers far below 2 ** 53, or no offer."""
    best: Places  # (rows, columns) the number of the best bet.
    of_bets: Counts  # (classes, bets, cases) what every bet brings, in the terms' units.

    @property
    def nets(self) -> Counts:
        """(rows, columns, cases) what the best bet brings in each case."""
        return np.asarray(self.of_bets[self.block.place[:, None], self.best])

    @property
    def worth(self) -> Floats:
        """(rows, columns) what the best bet brings over all the dealer's hands."""
        return np.asarray(self.worths.max(axis=0))


def played_best(technique: Technique, terms: Terms) -> Iterator[BestBets]:
    """Every group with its best bet; of equally good bets the smaller."""
    bets = max(map(len, terms.offers))
    nets = np.zeros((len(terms.ranking), bets, CASES), dtype=np.int64)
    offered = np.zeros((len(terms.ranking), bets), dtype=bool)
    for place, offers in enumerate(terms.offers):
        nets[place, : len(offers)] = [offer.nets for offer in offers]
        offered[place, : len(offers)] = True
    for block in technique.blocks(terms.first_qualifying):
        known = (block.not_qualified, block.lower, block.equal)
        cases = np.stack([*known, technique.dealer_hands - sum(known)])
        worths = np.empty((bets, *cases.shape[1:]))
        for bet in range(bets):
            worths[bet] = sum(nets[block.place, bet, case, None] * counts for case, counts in enumerate(cases))
            worths[bet][~offered[block.place, bet]] = -np.inf
        yield BestBets(block, cases, worths, worths.argmax(axis=0), nets)


def case_of(dealer: int, own: NDArray[np.intp], first_qualifying: int) -> NDArray[np.intp]:
    """In which case hands of these classes are against a dealer's class, as in ``Cases``."""
    if dealer < first_qualifying:
        return np.full(own.shape, Cases._fields.index("not_qualified"))
    lower, equal, higher = (Cases._fields.index(name) for name in ("lower", "equal", "higher"))
    return np.where(own > dealer, lower, np.where(own == dealer, equal, higher))


Floats = NDArray[np.float64]
"""Whole numbers below 2 ** 53, on which float64 sums and products are exact; each use says why they stay below."""
Counts = NDArray[np.int64]
Places = NDArray[np.intp]


def _no_suits(_values: Counts) -> Counts:
    raise TypeError("these groups do not tell the suits of a hand apart")


class Block(NamedTuple):
    """Groups of player's hands, laid out in rows and columns; all groups of a row have the same class."""

    place: Places  # (rows) the class, as its place in the ranking.
    row_weight: Floats
    column_weight: Floats  # (rows), (columns) a group holds ``row_weight * column_weight`` hands.
    not_qualified: Floats
    lower: Floats
    equal: Floats  # (rows, columns) the dealer's hands against each hand of the group; all the others are higher.
    example: Callable[[int, int], Cards]  # One hand of the group in a row and a column.
    best_over_suits: Callable[[Counts], Counts] = _no_suits
    """(rows, columns) the greatest over a hand's suits of a number that is given for every set of ranks, as bits."""
    suits_count: bool = True  # Whether the hands of a group differ in nothing but which suit is which.


class Technique(Protocol):
    """One way to count a game's hands."""

    @property
    def ranking(self) -> Sequence[Hand]:
        """Every class of hand, lowest first."""

    @property
    def player_hands(self) -> int:
        """How many hands a player may have."""

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer may have once the player's is known."""

    def blocks(self, first_qualifying: int) -> Iterator[Block]:
        """All groups of player's hands; a dealer qualifies from this place of the ranking on."""

    def cases(self, cards: Cards, first_qualifying: int) -> Cases:
        """The dealer's hands against one given hand."""
