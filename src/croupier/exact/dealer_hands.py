"""The dealer's five cards in groups that leave a player's draw alike, each represented by cards.

A player whose two cards are of different suits cannot make a flush: the draw then depends only on which ranks are left
how often, so the dealer's hands are grouped by rank. With two suited cards it also matters which cards of their suit
the dealer holds: hands are then grouped by those, and by the ranks held in all other suits together. Whether the
dealer's own hand is a flush belongs to its class and is told apart in both cases.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.cards.hands import five_card
from croupier.exact.one_deck import Pack, choices, rank_multisets, shape_of
from croupier.exact.technique import Counts, Places
from croupier.play.game import Cards

SIZE: Final = 5


class Groups(NamedTuple):
    """Groups of dealer's hands, lowest class first."""

    place: Places
    """(groups) the class, as its place in the ranking."""
    cards: Places
    """(groups, 5) cards that stand for the group: what they take from the deck is right, their suits need not be."""
    hands: Counts
    """(groups) how many hands the group holds."""

    def only(self, kept: Places) -> Groups:
        return Groups(self.place[kept], self.cards[kept], self.hands[kept])


class DealerHands:
    """All dealer's hands of a deck, ready to be grouped for a player's two cards."""

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
        self._place = {key: number[hand] for key, hand in known.items()}
        """By ranks, lowest first, and whether they are of one suit."""

    def facing(self, pocket: Cards) -> Groups:
        """The groups for a player's two cards; if those are suited, of the deck's first suit."""
        one, other = pocket
        if one.suit != other.suit:
            return self._facing_unsuited(pocket)
        if one.suit != self.pack.suits[0]:
            raise ValueError("suited cards must be of the first suit, all suits being alike")
        return self._beside_a_suit.only(np.flatnonzero(~np.isin(self._beside_a_suit.cards, pocket).any(axis=1)))

    @cached_property
    def _beside_a_suit(self) -> Groups:
        """By the cards of the first suit and the ranks in the others."""
        suit, *others = self.pack.suits
        rest = Pack(self.pack.ranks, tuple(others))
        found: list[tuple[int, list[Card], int]] = []
        for elsewhere in range(SIZE + 1):
            for ranks in rank_multisets(rest, elsewhere) if others or not elsewhere else ():
                shape = shape_of(ranks)
                hands = choices(shape, len(others))
                taken = [Card.of(rank, others[ranks[:place].count(rank)]) for place, rank in enumerate(ranks)]
                if elsewhere == SIZE == len(shape):
                    found.append((self._place[ranks, True], taken, len(others)))
                    hands -= len(others)
                if not hands:
                    continue
                for own in combinations(self.pack.ranks, SIZE - elsewhere):
                    place = self._place[tuple(sorted(ranks + own)), not elsewhere]
                    found.append((place, [*taken, *(Card.of(rank, suit) for rank in own)], hands))
        return _groups(found)

    @cached_property
    def _by_rank(self) -> tuple[Places, Places, Counts, Places]:
        """(groups) class; (groups, 5) ranks by their place in the deck; how many equal ones stand before; flush."""
        keys = sorted(self._place, key=lambda key: self._place[key])
        place = np.array([self._place[key] for key in keys], dtype=np.intp)
        ranks = np.array([[self.pack.ranks.index(rank) for rank in key[0]] for key in keys], dtype=np.intp)
        before = np.array([[key[0][:at].count(rank) for at, rank in enumerate(key[0])] for key in keys])
        return place, ranks, before, np.array([key[1] for key in keys], dtype=np.intp)

    def _facing_unsuited(self, pocket: Cards) -> Groups:
        place, ranks, before, is_flush = self._by_rank
        suits = len(self.pack.suits)
        free = [[suit for suit in self.pack.suits if Card.of(rank, suit) not in pocket] for rank in self.pack.ranks]
        left = np.array([len(each) for each in free])
        # C(left, n) for each rank, as the product of (left - i) / (i + 1).
        ways = np.prod(left[ranks] - before, axis=1) // np.prod(before + 1, axis=1)
        # The pocket's two cards are of two suits: each that has a rank of the hand rules out a flush in its own.
        flushes = (suits - (suits - left)[ranks].sum(axis=1)) * (before == 0).all(axis=1)
        hands = np.where(is_flush, flushes, ways - flushes)
        kept = np.flatnonzero(hands > 0)
        stand_in = np.array(
            [
                [Card.of(rank, suit) for suit in own] + [-1] * (suits - len(own))
                for rank, own in zip(self.pack.ranks, free, strict=True)
            ]
        )
        return Groups(place[kept], stand_in[ranks[kept], before[kept]], hands[kept])


def _groups(found: list[tuple[int, list[Card], int]]) -> Groups:
    place, cards, hands = zip(*sorted(found), strict=True)
    return Groups(np.array(place, dtype=np.intp), np.array(cards, dtype=np.intp), np.array(hands, dtype=np.int64))
