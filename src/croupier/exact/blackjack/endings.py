"""How the dealer's hand ends, for many shoes at once and in floating point.

This uses the list of drawings of ``dealer``. Only those that are neither bust nor blackjack are summed; a bust is what
is left. Every term is a product of positive factors, so an ending is good to about a dozen rounding errors;
``tests/exact`` measures the largest difference from the exact fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

import numpy as np

from croupier.cards.hands.blackjack import Total
from croupier.errors import BadInput
from croupier.exact.blackjack.dealer import BUST, Ending, drawings
from croupier.exact.blackjack.lattice import ACE, BEST, HARD_POINTS, TEN, VALUES
from croupier.kernels.arrays import Floats, Whole

TOTALS: Final = (17, 18, 19, 20, 21)
ENDINGS: Final = (*(Ending(points) for points in TOTALS), BUST)
"""The columns of a table of endings; a blackjack is kept apart."""
_LOW: Final = 2
"""Deuces and threes are kept apart from the rest: a dealer's low and high cards are summed one after the other."""
_PRODUCT: Final = 200_000
"""Multiplications of a matrix product: few enough that no library starts threads for it, which spin longer than they
help. OpenBLAS starts them at 2**18."""
RADIX: Final = 32 ** np.arange(VALUES, dtype=np.int64)
"""A set of cards as one number."""


def draws_on(draws: Callable[[Total], bool]) -> frozenset[Total]:
    """The totals on which a dealer takes another card."""
    counts = [Total(points, soft) for points in range(2, BEST + 1) for soft in (False, True)]
    return frozenset(each for each in counts if draws(each))


def blackjack_value(up: int) -> int | None:
    """Which second card makes a blackjack with the card at this place; None for most cards."""
    return {TEN: ACE, ACE: TEN}.get(up)


def chance_of(value: int, left: Floats, cards: float, removed: Whole) -> Floats:
    """The chance that the next card has this value; never needed for an empty shoe."""
    chance: Floats = np.maximum(left[value] - removed[..., value], 0.0) / np.maximum(cards - removed.sum(axis=-1), 1.0)
    return chance


class Endings:
    """A dealer who shows the card at this place of a composition.

    A drawing is its low cards and its high cards. Sets of removed cards have few low parts and few high parts, so the
    low cards are summed once for each low part and number of cards gone; a set then costs one short product.
    """

    def __init__(self, up: int, draws: frozenset[Total]) -> None:
        self.up = up
        listed = drawings(11 if up == ACE else HARD_POINTS[up], draws)
        kept = [each for each in listed if each.ending != BUST and not each.ending.is_blackjack]
        if {each.ending.points for each in kept} - set(TOTALS):
            raise BadInput("the dealer may stand below seventeen", hint="the fast engine knows totals of 17 to 21")
        low = {cards: at for at, cards in enumerate(sorted({each.cards[:_LOW] for each in kept}))}
        high = {cards: at for at, cards in enumerate(sorted({each.cards[_LOW:] for each in kept}))}
        self._low, self._high = (np.array(list(part), dtype=np.int64) for part in (low, high))
        self._terms = np.array(
            [
                (each.ending.points - TOTALS[0], high[each.cards[_LOW:]], low[each.cards[:_LOW]], sum(each.cards))
                for each in kept
            ]
        ).T
        self._orders = np.array([float(each.orders) for each in kept])

    def chances(self, left: Floats, cards: float, removed: Whole) -> Floats:
        """For each set of removed cards the chance of 17 to 21 and of a bust; with a blackjack they sum to one.

        ``left`` are the cards of each value and ``cards`` their number before anything is removed.
        """
        gone = removed.sum(axis=1)
        low_parts, low_of = _parts(removed[:, :_LOW])
        high_parts, high_of = _parts(removed[:, _LOW:])
        low = np.ascontiguousarray(_ways(self._low, left[:_LOW], low_parts).T)
        high = np.ascontiguousarray(_ways(self._high, left[_LOW:], high_parts).T)
        # Sets with as many cards gone and the same low part lie together, so that each product reads one block.
        order = np.lexsort((low_of, gone))
        sorted_low, sorted_high = low_of[order], high[high_of[order]]
        edges = np.flatnonzero(np.diff(gone[order] * len(low_parts) + sorted_low, prepend=-1, append=-1))
        by_total = np.empty((len(removed), len(TOTALS)))
        for number, groups in _grouped(gone[order[edges[:-1]]]):
            weights = self._weights(cards - number)
            block = max(_PRODUCT // weights.size, 1)
            for at in range(groups.start, groups.stop, block):
                bounds = edges[at : min(at + block, groups.stop) + 1].tolist()
                summed = low[sorted_low[bounds[:-1]]] @ weights
                for row, (first, last) in zip(summed, pairwise(bounds), strict=True):
                    np.dot(sorted_high[first:last], row.reshape(-1, len(TOTALS)), by_total[first:last])
        found = np.empty((len(removed), len(ENDINGS)))
        found[order, : len(TOTALS)] = by_total
        second = blackjack_value(self.up)
        blackjack = 0.0 if second is None else chance_of(second, left, cards, removed)
        found[:, -1] = 1.0 - blackjack - found[:, : len(TOTALS)].sum(axis=1)
        return found

    def _weights(self, cards: float) -> Floats:
        """By low cards, and by high cards and total: the orders of a drawing over all ways to draw equally many."""
        totals, highs, lows, sizes = self._terms
        ways = np.cumprod(np.maximum(cards - np.arange(sizes.max()), 0.0))[sizes - 1]
        weights = np.zeros((len(self._low), len(TOTALS) * len(self._high)))
        weights[lows, highs * len(TOTALS) + totals] = np.divide(
            self._orders, ways, out=np.zeros(len(ways)), where=ways > 0
        )
        return weights


def _parts(removed: Whole) -> tuple[Whole, Whole]:
    """The different rows of a table, and which of them each row is."""
    radix = RADIX[: removed.shape[1]]
    keys, of = np.unique(removed @ radix, return_inverse=True)
    return keys[:, None] // radix % RADIX[1], of


def _ways(drawn: Whole, left: Floats, removed: Whole) -> Floats:
    """In how many ways cards may be drawn, one after the other of each value; by drawing and by set removed."""
    ways = np.ones((len(drawn), len(removed)))
    for value, cards in enumerate(left):
        have = cards - removed[:, value]
        taken = [np.ones(len(removed))]
        for before in range(int(drawn[:, value].max())):
            taken.append(taken[-1] * np.maximum(have - before, 0.0))
        ways *= np.array(taken)[drawn[:, value]]
    return ways


def _grouped(numbers: Whole) -> list[tuple[float, range]]:
    """Runs of equal numbers in a sorted row."""
    starts = np.flatnonzero(np.diff(numbers, prepend=-1)).tolist()
    return [(float(numbers[one]), range(one, other)) for one, other in pairwise((*starts, len(numbers)))]


@cache
def endings_of(up: int, draws: frozenset[Total]) -> Endings:
    """Made once: the lists are long, and the same for every shoe."""
    return Endings(up, draws)


class KnownEndings:
    """The endings behind one up-card from one shoe, each computed once."""

    def __init__(self, counts: tuple[float, ...], up: int, draws: frozenset[Total]) -> None:
        self.left = np.array(counts, dtype=float)
        self.cards = float(self.left.sum())
        self._endings = endings_of(up, draws)
        self._keys: Whole = np.array([np.iinfo(np.int64).max])
        self._chances: Floats = np.zeros((1, len(ENDINGS)))

    def prepare(self, removed: Whole) -> None:
        """Compute the endings for these sets of cards together."""
        sets = removed.reshape(-1, VALUES)
        keys, first = np.unique(sets @ RADIX, return_index=True)
        fresh = self._keys[self._places(keys)] != keys
        if fresh.any():
            found = self._endings.chances(self.left, self.cards, sets[first[fresh]])
            places = np.searchsorted(self._keys, keys[fresh])
            self._keys = np.insert(self._keys, places, keys[fresh])
            self._chances = np.insert(self._chances, places, found, axis=0)

    def of(self, removed: Whole) -> Floats:
        """By set of cards that are gone: the chances of 17 to 21 and of a bust."""
        keys = removed @ RADIX
        places = self._places(keys)
        if (self._keys[places] != keys).any():
            self.prepare(removed)
            places = self._places(keys)
        rows: Floats = self._chances[places]
        return rows

    def _places(self, keys: Whole) -> Whole:
        """Where these sets are, or would be; the last of all keys belongs to no set."""
        return np.searchsorted(self._keys, keys)


@lru_cache(maxsize=10)
def known_endings(counts: tuple[float, ...], up: int, draws: frozenset[Total]) -> KnownEndings:
    """Results for one shoe are shared between rule sets; a house has ten up-cards."""
    return KnownEndings(counts, up, draws)
