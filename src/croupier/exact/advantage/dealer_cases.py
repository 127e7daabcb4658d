"""The dealer's hands against one player's hand when more cards are known, held by the dealer or gone.

One counter for each family of hands, in whole numbers. Against a player's hand of known class it says how many of the
dealer's hands fall into each case. It counts the hands that hold every card *seen* and none of the player's *own* cards
or of those that are *gone*. These exact counts are the inner part of figures that are sampled over deals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from math import comb
from typing import Any, Final, Protocol

import numpy as np

from croupier.cards.cards import Card
from croupier.exact.showdown.flushes import FlushShowdown
from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.technique import Floats
from croupier.play.lines import Cards
from croupier.play.showdown import Showdown


class DealerCases(Protocol):
    """Counts the dealer's hands for one family."""

    @property
    def ranking(self) -> Sequence[Any]:
        """Every class of hand, lowest first."""

    def alike(self, card: Card) -> object:
        """A key that is equal for cards that tell the same when they are seen in the dealer's hand."""

    def cases(
        self, place: int, first_qualifying: int, own: Cards, seen: Cards = (), gone: Collection[Card] = ()
    ) -> Cases:
        """The dealer's hands against a class of hand."""


class CasesByHand:
    """Hands of few cards, one by one."""

    def __init__(self, game: Showdown) -> None:
        self._at = {card: at for at, card in enumerate(game.deck)}
        hands = list(combinations(game.deck, game.hand_size))
        classes = [game.rank(hand) for hand in hands]
        self.ranking = sorted(set(classes))
        number = {hand: at for at, hand in enumerate(self.ranking)}
        self._place = np.array([number[hand] for hand in classes])
        self._holds = np.zeros((len(game.deck), len(hands)), dtype=bool)
        positions = np.array(list(combinations(range(len(game.deck)), game.hand_size)))
        for column in positions.T:
            self._holds[column, np.arange(len(hands))] = True

    def alike(self, card: Card) -> object:
        return card

    def cases(
        self, place: int, first_qualifying: int, own: Cards, seen: Cards = (), gone: Collection[Card] = ()
    ) -> Cases:
        fits = ~self._holds[[self._at[card] for card in (*own, *gone)]].any(axis=0)
        if seen:
            fits &= self._holds[[self._at[card] for card in seen]].all(axis=0)
        dealer = self._place[fits]
        low = int((dealer < first_qualifying).sum())
        below = max(low, int((dealer < place).sum()))
        up_to = max(low, int((dealer <= place).sum()))
        return Cases(low, below - low, up_to - below, len(dealer) - up_to)


class CasesByRank:
    """Hands whose class depends on their ranks: a polynomial for each rank, multiplied out over sets of ranks."""

    def __init__(self, game: Showdown) -> None:
        straights = StraightShowdown(game)
        self.ranking = straights.ranking
        self._size, self._places = straights.size, straights.place_of_set
        self._ranks, self._suits = straights.pack.ranks, len(straights.pack.suits)
        self._low_ranks = straights.low.ranks

    def alike(self, card: Card) -> object:
        return card.rank

    def cases(
        self, place: int, first_qualifying: int, own: Cards, seen: Cards = (), gone: Collection[Card] = ()
    ) -> Cases:
        left = dict.fromkeys(self._ranks, self._suits)
        held = dict.fromkeys(self._ranks, 0)
        for card in (*own, *gone, *seen):
            left[card.rank] -= 1
        for card in seen:
            held[card.rank] += 1
        supplies = [(left[rank], held[rank]) for rank in self._ranks]
        low, high = self._picks(supplies[: self._low_ranks]), self._picks(supplies[self._low_ranks :])
        # At most C(45, 7) hands: float64 counts them exactly.
        hands = low @ high[:, ::-1].T
        by_place = np.bincount(self._places.ravel(), hands.ravel(), len(self.ranking) + 1)
        low_hands = int(by_place[:first_qualifying].sum())
        below = max(low_hands, int(by_place[:place].sum()))
        up_to = max(low_hands, int(by_place[: place + 1].sum()))
        return Cases(low_hands, below - low_hands, up_to - below, int(by_place.sum()) - up_to)

    def _picks(self, supplies: Sequence[tuple[int, int]]) -> Floats:
        """(sets, cards) the ways to show exactly a set of ranks with this many cards, those seen included."""
        table = np.zeros((1, self._size + 1))
        table[0, 0] = 1
        for left, held in supplies:
            present = np.zeros_like(table)
            for more in range(0 if held else 1, min(left, self._size - held) + 1):
                taken = held + more
                present[:, taken:] += comb(left, more) * table[:, : self._size + 1 - taken]
            table = np.concatenate([table * (not held), present])
        return table


class CasesBySuit:
    """Hands whose class is their best suit: a polynomial for each suit."""

    def __init__(self, game: Showdown) -> None:
        self._flushes = FlushShowdown(game)
        self.ranking = self._flushes.ranking
        self._bit = {rank: 1 << at for at, rank in enumerate(self._flushes.pack.ranks)}
        self._sets = self._flushes.sets

    def alike(self, card: Card) -> object:
        return card

    def cases(
        self, place: int, first_qualifying: int, own: Cards, seen: Cards = (), gone: Collection[Card] = ()
    ) -> Cases:
        every = (1 << self._flushes.ranks) - 1
        free = dict.fromkeys(self._flushes.pack.suits, every)
        held = dict.fromkeys(self._flushes.pack.suits, 0)
        for card in (*own, *gone, *seen):
            free[card.suit] &= ~self._bit[card.rank]
        for card in seen:
            held[card.suit] |= self._bit[card.rank]
        suits = [(free[suit], held[suit]) for suit in free]
        left = sum(each.bit_count() for each in free.values())
        total = comb(left, self._flushes.size - len(seen))
        low = self._below(first_qualifying, suits, total)
        below = max(low, self._below(place, suits, total))
        up_to = max(low, self._below(place + 1, suits, total))
        return Cases(low, below - low, up_to - below, total - up_to)

    def _below(self, place: int, suits: Sequence[tuple[int, int]], total: int) -> int:
        if place >= len(self.ranking):
            return total
        length, start = self._flushes.level(place)
        size = self._flushes.size
        lower_sets = self._sets[length][:start]
        product = [1] + [0] * size
        for free, held in suits:
            cards, forced = free.bit_count(), held.bit_count()
            ways = [comb(cards, taken - forced) if taken >= forced else 0 for taken in range(length)]
            fitting = ((lower_sets & ~(free | held)) == 0) & ((lower_sets & held) == held)
            ways.append(int(fitting.sum()))
            product = [
                sum(product[many - taken] * each for taken, each in enumerate(ways[: many + 1]))
                for many in range(size + 1)
            ]
        return product[size]


COUNTERS: Final[dict[str, Callable[[Showdown], DealerCases]]] = {
    "three_card": CasesByHand,
    "straights": CasesByRank,
    "flushes": CasesBySuit,
}
"""By family of hands."""
