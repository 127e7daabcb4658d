"""Counting the player's first two cards and the dealer's up-card from a shoe of several decks.

The player's two cards are in no order and the up-card is separate, so a shoe of n cards has C(n, 2) x (n - 2) deals.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

from croupier.cards.cards import Card
from croupier.cards.hands import Setting, pairs
from croupier.exact.counting.one_deck import Pack


def by_pair(pack: Pack, setting: Setting) -> Counter[pairs.PairHand]:
    """Pairs card by card with every up-card that can join them; all other deals by their ranks."""
    decks, suits = setting.decks, pack.suits
    cards_in_shoe = len(pack.cards) * decks
    cards_of_rank = len(suits) * decks
    counts: Counter[pairs.PairHand] = Counter()
    for rank in pack.ranks:
        for one, other in combinations_with_replacement(suits, 2):
            pair = (Card.of(rank, one), Card.of(rank, other))
            deals = comb(decks, 2) if one == other else decks * decks
            for suit in suits:
                up = Card.of(rank, suit)
                counts[pairs.classify(pair, up, setting)] += deals * (decks - pair.count(up))
            stranger = next((each for each in pack.cards if each.rank != rank), None)
            if stranger is not None:
                counts[pairs.classify(pair, stranger, setting)] += deals * (cards_in_shoe - cards_of_rank)
    for low, high in combinations(pack.ranks, 2):
        unlike = (Card.of(low, suits[0]), Card.of(high, suits[0]))
        for rank in pack.ranks:
            left = cards_of_rank - (rank in (low, high))
            counts[pairs.classify(unlike, Card.of(rank, suits[0]), setting)] += cards_of_rank**2 * left
    return +counts
