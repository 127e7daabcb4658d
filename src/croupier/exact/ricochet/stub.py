"""The stub, the cards not yet dealt, and every way to draw three of them to two that are held.

*Avoiding cards.* How many completions reach a class and avoid some cards is counted by inclusion and exclusion: all of
them, less those that hold one of the cards, plus those that hold two, less those that hold three. The numbers that hold
one card follow from those that hold two: a completion with a card has two pairs with it, and every completion has three
cards.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import combinations, permutations
from math import comb
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import FiveCardHand
from croupier.exact.showdown.technique import Counts, Places
from croupier.play.lines import Cards

DRAWN: Final = 3
Number = TypeVar("Number", bound="np.generic[Any]")


class Stub:
    """All draws of three cards; a card is known by its place in the stub."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.size = len(cards)
        self.draws = _draws(self.size)
        first, second, third = self.draws.T
        self.pairs = (first * self.size + second, first * self.size + third, second * self.size + third)
        """The three pairs of each draw, as places in a flattened square of the stub."""
        self.bits: Counts = (1 << self.draws).sum(axis=1)

    def draws_without(self, cards: int) -> int:
        """How many draws there are once this many cards have left the stub."""
        return comb(self.size - cards, DRAWN)

    def sum_by_pair(self, weights: Counts) -> Counts:
        """(size, size) what the draws that hold two given cards weigh together; float64 is exact below 2 ** 53."""
        sums = np.zeros(self.size**2)
        for pair in self.pairs:
            sums += np.bincount(pair, weights, self.size**2)
        square = sums.reshape(self.size, self.size).astype(np.int64)
        return square + square.T

    def sum_avoiding(self, weights: Counts, cards: Places) -> Counts:
        """(rows) what all draws weigh together that hold none of a row's cards; ``cards`` is (rows, cards)."""
        by_pair = self.sum_by_pair(weights)
        by_card = by_pair.sum(axis=1) // 2
        sums: Counts = np.full(len(cards), by_card.sum() // 3)
        columns = cards.T
        for card in columns:
            sums -= by_card[card]
        for one, other in combinations(columns, 2):
            sums += by_pair.take(one * self.size + other)
        cube = self.cube_of(weights, 0)
        for one, other, third in combinations(columns, 3):
            sums -= cube.take((one * self.size + other) * self.size + third)
        return sums

    def cube_of(self, values: NDArray[Number], where_cards_repeat: int) -> NDArray[Number]:
        """(size, size, size) the draws' values by their three cards in any order."""
        cube = np.full((self.size,) * DRAWN, where_cards_repeat, dtype=values.dtype)
        for one, other, third in permutations(self.draws.T):
            cube[one, other, third] = values
        return cube


@cache
def _draws(size: int) -> Places:
    draws = np.array(list(combinations(range(size), DRAWN)), dtype=np.intp).reshape(-1, DRAWN)
    draws.flags.writeable = False
    return draws


class Completions:
    """A player's two cards with every draw of the stub, by class of the five."""

    def __init__(self, stub: Stub, pocket: Cards) -> None:
        self.stub = stub
        ranks = np.array([card.rank for card in stub.cards], dtype=np.intp)[stub.draws]
        suits = np.array([card.suit for card in stub.cards], dtype=np.intp)[stub.draws]
        suited = np.all(suits == pocket[0].suit, axis=1) & (pocket[0].suit == pocket[1].suit)
        # The stub is in rising order, so cards of the same ranks have the same code.
        code = ((ranks[:, 0] * 16 + ranks[:, 1]) * 16 + ranks[:, 2]) * 2 + suited
        examples = np.full(1 << 13, -1, dtype=np.intp)
        examples[code[::-1]] = np.arange(len(code))[::-1]
        codes = np.flatnonzero(examples >= 0)
        hands = [
            five_card.classify((*pocket, stub.cards[a], stub.cards[b], stub.cards[c]))
            for a, b, c in stub.draws[examples[codes]].tolist()
        ]
        self.classes: list[FiveCardHand] = sorted(set(hands))
        """Every class that a draw can make, lowest first."""
        place = {hand: number for number, hand in enumerate(self.classes)}
        examples[codes] = [place[hand] for hand in hands]
        self.place: Places = examples[code]
        """(draws) the class that each draw makes."""

    @cached_property
    def cube(self) -> Places:
        """The class by three cards in any order; one past the last class where cards repeat."""
        return self.stub.cube_of(self.place, len(self.classes))

    @cached_property
    def reach(self) -> Reach:
        """How many draws make a class or a higher one."""
        return Reach(self.stub, self.place, len(self.classes))


class Reach:
    """How many draws reach a level and avoid some cards."""

    def __init__(self, stub: Stub, level: Places, levels: int) -> None:
        self.stub = stub
        self.level = level
        size = stub.size
        # The highest level first, so that counts add up from there.
        row = levels - level
        cards = list(stub.draws.T)
        pairs = [one * size + other for one, other in permutations(cards, 2)]
        self.levels = levels
        self.in_all = np.cumsum(np.bincount(row, minlength=levels + 1))
        self.by_card = _counts_up(row, cards, levels + 1, size)
        self.by_pair = _counts_up(row, pairs, levels + 1, size**2)

    @cached_property
    def cube(self) -> Places:
        """The level by three cards in any order; -1 where cards repeat."""
        return self.stub.cube_of(self.level, -1)

    def avoiding(self, levels: Places, cards: Places) -> Counts:
        """(rows) how many draws reach the row's level and hold none of the row's cards; ``cards`` is (rows, cards)."""
        size = self.stub.size
        rows = self.levels - levels
        found: Counts = self.in_all[rows]
        columns = cards.T
        row = rows * size
        for card in columns:
            found -= self.by_card.take(row + card)
        row = rows * size**2
        for one, other in combinations(columns, 2):
            found += self.by_pair.take(row + one * size + other)
        for one, other, third in combinations(columns, 3):
            found -= self.cube.take((one * size + other) * size + third) >= levels
        return found


def _counts_up(row: Places, columns: list[Places], rows: int, width: int) -> NDArray[np.int32]:
    """(rows, width) how often a column comes up in a row or an earlier one."""
    cells = np.concatenate([row * width + column for column in columns])
    found = np.bincount(cells, minlength=rows * width).astype(np.int32).reshape(rows, width)
    return np.cumsum(found, axis=0, out=found)
