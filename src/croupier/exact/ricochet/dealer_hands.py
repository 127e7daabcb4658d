"""The dealer's five cards in groups that leave a player's draw alike.

A player's hand depends on its ranks, and on its suits only where it may be a flush. So the dealer's hands are grouped
by rank; beside two suited cards, each group also by the ranks that it holds in their suit. Whether the dealer's own
hand is a flush belongs to its class and is told apart in both cases. Ranks go by their place in the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.hands import five_card
from croupier.exact.counting.one_deck import Pack, rank_multisets
from croupier.exact.showdown.technique import Counts, Places

SIZE: Final = 5
IMPOSSIBLE: Final = 0
"""The class entered for ranks that cannot be held; no deal is ever counted under it."""


class Beside(NamedTuple):
    """Groups divided by which ranks are held in one suit, equally many in all."""

    ranks: Places
    """(sets, ranks) the sets of ranks held in the suit."""
    group: Places
    """(parts) the group by rank."""
    held: Places
    """(parts) the set of ranks."""
    hands: Counts
    """(parts) how many hands that is."""


class DealerHands:
    """All dealer's hands of a deck, lowest class first."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        spread = pack.spreader(SIZE)
        known = {
            (tuple(card.rank for card in cards), True): five_card.classify(cards)
            for cards in combinations(pack.first_suit, SIZE)
        }
        if len(pack.suits) > 1:
            known |= {(ranks, False): five_card.classify(spread(ranks)) for ranks in rank_multisets(pack, SIZE)}
        self.ranking = sorted(set(known.values()))
        """Every class, lowest first."""
        number = {hand: place for place, hand in enumerate(self.ranking)}
        keys = sorted(known, key=known.__getitem__)
        at = {rank: place for place, rank in enumerate(pack.ranks)}
        self.place: Places = np.array([number[known[key]] for key in keys], dtype=np.intp)
        """(groups) the class, as its place in the ranking."""
        self.ranks: Places = np.array([[at[rank] for rank in ranks] for ranks, _ in keys], dtype=np.intp)
        """(groups, 5) lowest first."""
        self.is_flush = np.array([is_flush for _, is_flush in keys])
        sizes = (len(pack.ranks),) * SIZE
        self._place_of = np.full((2, *sizes), IMPOSSIBLE, dtype=np.intp)
        self._place_of[(self.is_flush.astype(np.intp), *self.ranks.T)] = self.place

    @cached_property
    def _before(self) -> Places:
        """(groups, 5) how many cards of the same rank come before."""
        same = self.ranks[:, :, None] == self.ranks[:, None, :]
        before: Places = np.tril(same, -1).sum(axis=2)
        return before

    def completing(self, pocket: tuple[int, int], is_flush: bool) -> Places:
        """(ranks, ranks, ranks) the class that three cards of these ranks make with the two, among the dealer's
        classes.
        """
        ranks = len(self.pack.ranks)
        drawn = np.indices((ranks,) * 3).reshape(3, -1)
        held = np.broadcast_to(np.array(pocket)[:, None], (2, drawn.shape[1]))
        five = np.sort(np.concatenate([held, drawn]), axis=0)
        made: Places = self._place_of[(int(is_flush), *five)].reshape((ranks,) * 3)
        return made

    def hands_facing(self, pocket: tuple[int, int]) -> Counts:
        """(groups) how many hands there are once two cards of different suits and these ranks have been dealt."""
        suits = len(self.pack.suits)
        left = np.full(len(self.pack.ranks), suits)
        np.subtract.at(left, list(pocket), 1)
        # C(left, n) for each rank, as the product of (left - i) / (i + 1).
        ways = np.prod(left[self.ranks] - self._before, axis=1) // np.prod(self._before + 1, axis=1)
        # The two cards are of two suits: each that has a rank of the hand rules out a flush in its own suit.
        flushes = (suits - (suits - left)[self.ranks].sum(axis=1)) * (self._before == 0).all(axis=1)
        hands: Counts = np.where(self.is_flush, flushes, ways - flushes).clip(0)
        return hands

    @cached_property
    def beside_a_suit(self) -> tuple[Beside, ...]:
        """By how many ranks are held in one suit, from none to five."""
        return tuple(_joined(self._parts(size)) for size in range(SIZE + 1))

    def _parts(self, size: int) -> Iterator[tuple[Places, Places, Counts]]:
        """Groups, the ranks held in the suit and the number of hands, for each choice among the five cards."""
        others = len(self.pack.suits) - 1
        is_first = self._before == 0
        held = (self.ranks[:, :, None] == self.ranks[:, None, :]).sum(axis=2)
        all_differ = is_first.all(axis=1)
        elsewhere = np.array([comb(others, cards) for cards in range(SIZE + 1)])
        for columns in map(list, combinations(range(SIZE), size)):
            own = np.zeros(SIZE, dtype=np.intp)
            own[columns] = 1
            # Each rank's suits elsewhere, counted at the first card of the rank.
            hands = np.where(is_first, elsewhere[held - own], 1).prod(axis=1)
            # All five in the suit, or none of them and all in another, are flushes.
            flushes = all_differ * {0: others, SIZE: 1}.get(size, 0)
            hands = np.where(self.is_flush, flushes, hands - flushes)
            kept = np.flatnonzero((hands > 0) & is_first[:, columns].all(axis=1))
            yield kept, self.ranks[kept][:, columns], hands[kept]


def _joined(parts: Iterable[tuple[Places, Places, Counts]]) -> Beside:
    group, ranks, hands = map(np.concatenate, zip(*parts, strict=True))
    codes = ranks @ 16 ** np.arange(ranks.shape[1])
    _, first, held = np.unique(codes, return_index=True, return_inverse=True)
    return Beside(ranks[first], group, held, hands)
