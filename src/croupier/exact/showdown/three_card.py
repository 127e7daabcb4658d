"""Three cards against three: the dealer's hands counted by inclusion and exclusion (docs/concepts/methods.md)."""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.terms import Block, Floats, Places
from croupier.play.game import Cards
from croupier.play.showdown import Showdown

SIZE = 3


class Sums(NamedTuple):
    """The N above, by class as the last axis."""

    all: Places
    with_card: Places
    with_pair: Places
    among: NDArray[np.bool_]  # Which hands are counted.


class ThreeCardShowdown:
    """Every hand of three cards with its class, and the N above as integer arrays."""

    def __init__(self, game: Showdown) -> None:
        if game.hand_size != SIZE:
            raise ValueError(f"hands of {game.hand_size} cards; this technique counts hands of {SIZE}")
        deck = game.deck
        hands = list(combinations(deck, SIZE))
        classes = [game.rank(hand) for hand in hands]
        self.ranking = sorted(set(classes))
        self.player_hands = len(hands)
        self.dealer_hands = comb(len(deck) - SIZE, SIZE)
        place_of = {hand: place for place, hand in enumerate(self.ranking)}
        self.place = np.array([place_of[hand] for hand in classes], dtype=np.intp)
        self._deck, self._hands = deck, hands
        # The cards of each hand by their position in the deck, and its pairs of them, xy as x * cards + y.
        positions = np.array(list(combinations(range(len(deck)), SIZE)), dtype=np.intp)
        self._cards = positions.T
        self._pairs = np.array([x * len(deck) + y for x, y in combinations(positions.T, 2)])
        self.everyone = self._sums(np.ones(len(hands), dtype=bool))

    def _sums(self, among: NDArray[np.bool_]) -> Sums:
        """The N, counting only the hands that are marked."""
        cards = len(self._deck)
        return Sums(
            self._at_most(np.zeros((1, self.player_hands), dtype=np.intp), 1, among)[0],
            self._at_most(self._cards, cards, among),
            self._at_most(self._pairs, cards**2, among),
            among,
        )

    def _at_most(self, parts: Places, kinds: int, among: NDArray[np.bool_]) -> Places:
        """N by part and class: how many hands hold the part and are at most of the class; the first column is zero."""
        classes = len(self.ranking)
        exactly = np.bincount((parts * classes + self.place)[:, among].ravel(), minlength=kinds * classes)
        summed = np.zeros((kinds, classes + 1), dtype=np.intp)
        np.cumsum(exactly.reshape(kinds, classes), axis=1, out=summed[:, 1:])
        return summed

    def _below(self, hands: Places, level: Places, sums: Sums) -> Places:
        """For each hand, the dealer's hands whose place in the ranking is below a level."""
        counts: Places = sums.all[level] - ((self.place[hands] < level) & sums.among[hands])
        for cards in self._cards[:, hands]:
            counts -= sums.with_card[cards, level]
        for pairs in self._pairs[:, hands]:
            counts += sums.with_pair[pairs, level]
        return counts

    def _against(self, hands: Places, first_qualifying: int, sums: Sums | None = None) -> tuple[Places, Places, Places]:
        sums = sums or self.everyone
        place = self.place[hands]
        not_qualified = self._below(hands, np.full_like(place, first_qualifying), sums)
        # A level below the first qualifying one counts nothing beyond those that do not qualify.
        below = self._below(hands, np.maximum(place, first_qualifying), sums)
        up_to = self._below(hands, np.maximum(place + 1, first_qualifying), sums)
        return not_qualified, below - not_qualified, up_to - below

    def cases_among(self, among: NDArray[np.bool_], first_qualifying: int) -> Floats:
        """(cases, hands) the marked hands of the dealer, against every hand."""
        hands, sums = np.arange(self.player_hands), self._sums(among)
        counts = self._against(hands, first_qualifying, sums)
        whole = self._below(hands, np.full_like(self.place, len(self.ranking)), sums)
        return np.stack([*counts, whole - sum(counts)]).astype(np.float64)

    def blocks(self, first_qualifying: int) -> Iterator[Block]:
        everyone = np.arange(self.player_hands)
        counts = [each.astype(np.float64)[:, None] for each in self._against(everyone, first_qualifying)]
        not_qualified, lower, equal = counts
        ones = np.ones(self.player_hands)
        yield Block(self.place, ones, np.ones(1), not_qualified, lower, equal, lambda row, _: self._hands[row][::-1])

    def cases(self, cards: Cards, first_qualifying: int) -> Cases:
        one = np.array([self._hands.index(tuple(sorted(cards, key=self._deck.index)))])
        not_qualified, lower, equal = (int(each[0]) for each in self._against(one, first_qualifying))
        return Cases(not_qualified, lower, equal, self.dealer_hands - not_qualified - lower - equal)
