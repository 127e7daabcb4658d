"""How the dealer's hand ends, for many shoes at once and in floating point.

The same list of drawings serves as in ``dealer``; only those that are neither bust nor blackjack are summed, and a
bust is what is left. Every term is a product of positive factors, so an ending is good to about a dozen rounding
errors; ``tests/exact`` measures the largest difference from the exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np

from croupier.cards.hands.blackjack import Total
from croupier.errors import BadInput
from croupier.exact.blackjack.dealer import BUST, Drawing, Ending, drawings
from croupier.exact.blackjack.lattice import ACE, BEST, HARD_POINTS, TEN, VALUES, Floats, Integers

TOTALS: Final = (17, 18, 19, 20, 21)
ENDINGS: Final = (*(Ending(points) for points in TOTALS), BUST)
"""The columns of a table of endings; a blackjack is kept apart."""
_CHUNK: Final = 1024
_BLOCK: Final = 64
"""Columns of a matrix product: few enough that no library starts threads for it, which cost more than they save."""


def draws_on(draws: Callable[[Total], bool]) -> frozenset[Total]:
    """The totals on which a dealer takes another card."""
    counts = [Total(points, soft) for points in range(2, BEST + 1) for soft in (False, True)]
    return frozenset(each for each in counts if draws(each))


def blackjack_value(up: int) -> int | None:
    """Which second card makes a blackjack under the card at this place; none under most."""
    return {TEN: ACE, ACE: TEN}.get(up)


def chance_of(value: int, left: Floats, cards: float, removed: Integers) -> Floats:
    """That the next card is of this value; nothing is asked of a shoe that is empty."""
    chance: Floats = np.maximum(left[value] - removed[..., value], 0.0) / np.maximum(cards - removed.sum(axis=-1), 1.0)
    return chance


class Endings:
    """A dealer who shows the card at this place of a composition."""

    def __init__(self, up: int, draws: frozenset[Total]) -> None:
        self.up = up
        listed = drawings(11 if up == ACE else HARD_POINTS[up], draws)
        kept = [each for each in listed if each.ending != BUST and not each.ending.is_blackjack]
        if {each.ending.points for each in kept} - set(TOTALS):
            raise BadInput("the dealer may stand below seventeen", hint="the fast engine knows totals of 17 to 21")
        self._most = max(max(each.cards) for each in kept)
        self._steps, self._terms = _shared_products(kept)

    def chances(self, left: Floats, cards: float, removed: Integers) -> Floats:
        """For each set of removed cards the chance of 17 to 21 and of a bust; with a blackjack they sum to one.

        ``left`` are the cards of each value and ``cards`` their number before anything is removed.
        """
        found = np.zeros((len(removed), len(ENDINGS)))
        gone = removed.sum(axis=1)
        order = np.argsort(gone, kind="stable")
        for start in range(0, len(order), _CHUNK):
            rows = order[start : start + _CHUNK]
            products = self._products(left - removed[rows])
            numbers, edges = np.unique(gone[rows], return_index=True)
            for number, first, last in zip(numbers, edges, (*edges[1:], len(rows)), strict=True):
                weights = self._weights(cards - float(number))
                for at in range(first, last, _BLOCK):
                    block = slice(at, min(at + _BLOCK, last))
                    found[rows[block], : len(TOTALS)] = (weights @ products[:, block]).T
        second = blackjack_value(self.up)
        blackjack = 0.0 if second is None else chance_of(second, left, cards, removed)
        found[:, -1] = 1.0 - blackjack - found[:, : len(TOTALS)].sum(axis=1)
        return found

    def _weights(self, cards: float) -> Floats:
        """By total and product: the orders of its cards over all ways to draw equally many."""
        steps, totals, sizes, orders = self._terms.T
        ways = np.cumprod(np.maximum(cards - np.arange(sizes.max()), 0.0))[sizes - 1]
        weights = np.zeros((len(TOTALS), len(self._steps) + 1))
        weights[totals, steps] = np.divide(orders, ways, out=np.zeros(len(ways)), where=ways > 0)
        return weights

    def _products(self, left: Floats) -> Floats:
        """Every product of the steps: ways to take this many cards of each value, for each shoe."""
        factors = np.ones((VALUES, self._most + 1, len(left)))
        for taken in range(self._most):
            np.multiply(factors[:, taken], np.maximum(left.T - taken, 0.0), out=factors[:, taken + 1])
        products = np.empty((len(self._steps) + 1, len(left)))
        products[0] = 1.0
        for at, (before, value, taken) in enumerate(self._steps, 1):
            np.multiply(products[before], factors[value, taken], out=products[at])
        return products


def _shared_products(drawn: list[Drawing]) -> tuple[list[tuple[int, int, int]], Integers]:
    """Products as steps from an earlier one, tens first, and the terms: step, total, cards, orders."""
    steps: list[tuple[int, int, int]] = []
    known: dict[tuple[int, int, int], int] = {}
    terms = []
    for drawing in drawn:
        at = 0
        for value in (*range(TEN, -1, -1), ACE):
            taken = drawing.cards[value]
            if taken:
                step = (at, value, taken)
                if step not in known:
                    steps.append(step)
                    known[step] = len(steps)
                at = known[step]
        terms.append((at, drawing.ending.points - TOTALS[0], sum(drawing.cards), drawing.orders))
    return steps, np.array(terms, dtype=np.int64)


@cache
def endings_of(up: int, draws: frozenset[Total]) -> Endings:
    """The lists are long and the same for every shoe."""
    return Endings(up, draws)
