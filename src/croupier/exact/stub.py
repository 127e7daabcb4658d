"""The stub, the cards not yet dealt, and every way to draw three of them to two that are held.

*Avoiding cards.* How many completions reach a class and avoid some cards is counted by inclusion and exclusion: all of
them, less those that hold one of the cards, plus those that hold two, less those that hold three. The numbers that
hold given cards follow from those that hold two: a completion with a card holds two pairs with it, and three in all.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import FiveCardHand
from croupier.exact.technique import Counts, Places
from croupier.play.game import Cards

DRAWN: Final = 3


class Stub:
    """All draws of three cards; a card is known by its place in the stub."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.size = len(cards)
        self.draws: Places = np.array(list(combinations(range(self.size), DRAWN)), dtype=np.intp).reshape(-1, DRAWN)
        first, second, third = self.draws.T
        self.pairs = (first * self.size + second, first * self.size + third, second * self.size + third)
        """The three pairs of each draw, as places in a flattened square of the stub."""
        one = np.ones(self.size, dtype=np.int64) << np.arange(self.size)
        self.bits: Counts = one[self.draws].sum(axis=1)

    def draws_without(self, cards: int) -> int:
        """How many draws there are once so many cards have left the stub."""
        return comb(self.size - cards, DRAWN)

    def sum_by_pair(self, weights: Counts) -> Counts:
        """(size, size) what the draws that hold two given cards weigh together; float64 is exact below 2 ** 53."""
        sums = np.zeros(self.size**2)
        for pair in self.pairs:
            sums += np.bincount(pair, weights, self.size**2)
        square = sums.reshape(self.size, self.size).astype(np.int64)
        return square + square.T

    def sum_avoiding(self, weights: Counts) -> Counts:
        """(draws) for each draw, what all those weigh together that share no card with it."""
        by_pair = self.sum_by_pair(weights)
        by_card = by_pair.sum(axis=1) // 2
        sums: Counts = by_card.sum() // 3 - by_card[self.draws].sum(axis=1) - weights
        for pair in self.pairs:
            sums += by_pair.ravel()[pair]
        return sums


class Completions:
    """A player's two cards with every draw of the stub, by class of the five."""

    def __init__(self, stub: Stub, pocket: Cards) -> None:
        self.stub = stub
        ranks = np.array([card.rank for card in stub.cards], dtype=np.intp)[stub.draws]
        suits = np.array([card.suit for card in stub.cards], dtype=np.intp)[stub.draws]
        suited = np.all(suits == pocket[0].suit, axis=1) & (pocket[0].suit == pocket[1].suit)
        # The stub stands in rising order, so cards of the same ranks have the same code.
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
    def _reaching(self) -> tuple[Counts, Counts, Counts]:
        """(classes + 1, ...) how many draws reach a class, in all, with a given card and with two given cards."""
        size, classes = self.stub.size, len(self.classes)
        found = np.zeros((classes + 1) * size * size, dtype=np.int64)
        for pair in self.stub.pairs:
            found += np.bincount(self.place * size**2 + pair, minlength=len(found))
        square = found.reshape(classes + 1, size, size)
        square = square + square.transpose(0, 2, 1)
        by_pair = np.cumsum(square[::-1], axis=0)[::-1]
        by_card = by_pair.sum(axis=2) // 2
        return by_card.sum(axis=1) // 3, by_card, by_pair

    def reach(self, level: int) -> int:
        """How many draws make this class or a higher one."""
        return int((self.place >= level).sum())

    def reach_by_pair(self, level: int) -> Counts:
        """(size, size) the same with two given cards."""
        pairs: Counts = self._reaching[2][level]
        return pairs

    def reach_avoiding(self, levels: Places) -> Counts:
        """(draws) for each draw, how many that share no card with it reach the class given for it."""
        in_all, by_card, by_pair = self._reaching
        flat = by_pair.reshape(len(by_pair), -1)
        found: Counts = in_all[levels] - (self.place >= levels)
        for card in self.stub.draws.T:
            found -= by_card[levels, card]
        for pair in self.stub.pairs:
            found += flat[levels, pair]
        return found

    @cached_property
    def cube(self) -> NDArray[np.int16]:
        """(size, size, size) the class by the three cards in any order; one past the last class where cards repeat."""
        cube = np.full((self.stub.size,) * DRAWN, len(self.classes), dtype=np.int16)
        a, b, c = self.stub.draws.T
        for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
            cube[x, y, z] = self.place
        return cube
