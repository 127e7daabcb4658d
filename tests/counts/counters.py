"""Counting hands without dealing them all: by rank multiset, by suit, by shoe.

Each counter gives every hand of a (possibly stripped) deck its weight through classes of like hands; ``test_counts``
holds them to plain enumeration on small decks and to the ``.counts`` files on whole ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, groupby
from math import comb, prod
from typing import TypeVar

from croupier.cards.cards import Card
from croupier.cards.hands import Setting, five_card, pairs

Hand = TypeVar("Hand", bound=Hashable)

ALL_RANKS = tuple(range(2, 15))


def every_hand(deck: Sequence[Card], size: int, classify: Callable[[tuple[Card, ...]], Hand]) -> Counter[Hand]:
    """The plain way: deal them all."""
    return Counter(map(classify, combinations(deck, size)))


def rank_multisets(ranks: Sequence[int], suits: int, size: int) -> Iterator[dict[int, int]]:
    """How many cards of each rank: 49,205 ways for seven cards of a whole deck."""
    for multiset in combinations_with_replacement(ranks, size):
        held = Counter(multiset)
        if max(held.values()) <= suits:
            yield held


def spread(held: dict[int, int], suits: int) -> tuple[Card, ...]:
    """Cards of these ranks with the suits taken in turn, so that no suit holds five of seven cards."""
    ranks = [rank for rank, count in held.items() for _ in range(count)]
    return tuple(Card.of(rank, place % suits) for place, rank in enumerate(ranks))


def by_ranks(
    ranks: Sequence[int], suits: int, size: int, classify: Callable[[tuple[Card, ...]], Hand]
) -> Counter[Hand]:
    """Classes that suits do not touch: one hand for every rank multiset, weighted by its choices of suits."""
    counts: Counter[Hand] = Counter()
    for held in rank_multisets(ranks, suits, size):
        counts[classify(spread(held, suits))] += prod(comb(suits, count) for count in held.values())
    return counts


def by_best_suit(
    ranks: Sequence[int], suits: int, size: int, classify: Callable[[tuple[Card, ...]], Hand]
) -> Counter[Hand]:
    """Classes that are the best over the suits: the hands no better than each class, and then their differences.

    If ``n[k]`` sets of k cards of one suit are no better than a class, the hands of all suits together that are no
    better number the coefficient of ``x ** size`` in ``(sum of n[k] * x ** k) ** suits``.
    """
    one_suit = sorted(
        (classify(tuple(Card.of(rank, 0) for rank in chosen)), count)
        for count in range(1, size + 1)
        for chosen in combinations(ranks, count)
    )
    no_better = [1] + [0] * size
    counts: Counter[Hand] = Counter()
    before = 0
    for hand, group in groupby(one_suit, key=lambda pair: pair[0]):
        for _, count in group:
            no_better[count] += 1
        hands = _power(no_better, suits)[size]
        counts[hand] = hands - before
        before = hands
    return +counts


def _power(polynomial: Sequence[int], exponent: int) -> list[int]:
    result = [1] + [0] * (len(polynomial) - 1)
    for _ in range(exponent):
        result = [
            sum(result[low] * polynomial[degree - low] for low in range(degree + 1)) for degree in range(len(result))
        ]
    return result


def by_poker_hand(ranks: Sequence[int], suits: int, size: int) -> Counter[five_card.FiveCardHand]:
    """The best five of five to seven cards.

    Hands with five of a suit are dealt for the first suit and multiplied; the others depend on the rank multiset
    alone, weighted by the choices of suits that leave every suit below five.
    """
    counts: Counter[five_card.FiveCardHand] = Counter()
    first_suit = [Card.of(rank, 0) for rank in ranks]
    other_suits = [Card.of(rank, suit) for rank in ranks for suit in range(1, suits)]
    for length in range(5, size + 1):
        for flush in combinations(first_suit, length):
            for rest in combinations(other_suits, size - length):
                counts[five_card.best(flush + rest)] += suits
    for held in rank_multisets(ranks, suits, size):
        weight = prod(comb(suits, count) for count in held.values()) - suits * _holding_five_of_first_suit(held, suits)
        counts[five_card.best(spread(held, suits))] += weight
    return +counts


def _holding_five_of_first_suit(held: dict[int, int], suits: int) -> int:
    """Choices of suits for these ranks that put five or more cards into the first suit."""
    ways = [1]
    for count in held.values():
        without, with_first = comb(suits - 1, count), comb(suits - 1, count - 1)
        ways = [low * with_first + high * without for low, high in zip([0, *ways], [*ways, 0], strict=True)]
    return sum(ways[5:])


def by_shoe(ranks: Sequence[int], decks: int, setting: Setting) -> Counter[pairs.PairHand]:
    """The player's two cards, in no order, and the up-card, from a shoe of several decks."""
    cards = [Card.of(rank, suit) for rank in ranks for suit in range(4)]
    counts: Counter[pairs.PairHand] = Counter()
    for first, second in combinations_with_replacement(cards, 2):
        ways = comb(decks, 2) if first == second else decks * decks
        for up in cards:
            left = decks - (first, second).count(up)
            counts[pairs.classify((first, second), up, setting)] += ways * left
    return +counts
