"""Counting the hands of one deck without dealing them: by ranks, by suits, by both.

Each counter gives every class of hand its number of deals through groups of like deals, each represented by cards that
go through the family's own classifier; what a hand is worth is never decided here. Decks may be stripped, so that tests
can compare the counters with plain enumeration. ``five_cards`` holds poker's, ``shoe`` counts several decks and
``spaces`` is the way in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby
from math import comb, prod
from operator import eq, getitem, itemgetter
from typing import Any, NamedTuple, TypeVar

from croupier.cards.cards import Card, stripped_deck
from croupier.cards.hands import colors

Hand = TypeVar("Hand", bound=Hashable)
Classify = Callable[[Sequence[Card]], Hand]
Ranks = tuple[int, ...]


class Pack(NamedTuple):
    """One deck, whole unless some ranks and suits are named, lowest first."""

    ranks: Ranks = tuple(range(2, 15))
    suits: tuple[int, ...] = (0, 1, 2, 3)

    @property
    def cards(self) -> tuple[Card, ...]:
        return stripped_deck(self.ranks, self.suits)

    @property
    def first_suit(self) -> tuple[Card, ...]:
        return stripped_deck(self.ranks, self.suits[:1])

    def spreader(self, size: int) -> Callable[[Ranks], tuple[Card, ...]]:
        """Makes cards of sorted ranks, the suits taken in turn, so that no suit gets more than its share."""
        suits = [self.suits[place % len(self.suits)] for place in range(size)]
        places = [{rank: Card.of(rank, suit) for rank in self.ranks} for suit in suits]
        return lambda ranks: tuple(map(getitem, places, ranks))


def by_rank_set(pack: Pack, size: int, classify: Classify[Hand]) -> Counter[Hand]:
    """Hands that depend only on which ranks are present: every set of ranks, times the deals that show all of it."""
    one_rank = [0] + [comb(len(pack.suits), held) for held in range(1, size + 1)]
    counts: Counter[Hand] = Counter()
    deals = [1] + [0] * size
    for distinct in range(1, size + 1):
        deals = _times(deals, one_rank)
        if deals[size]:
            for chosen in combinations(pack.first_suit, distinct):
                counts[classify(chosen)] += deals[size]
    return counts


def by_best_suit(pack: Pack, size: int, classify: Classify[Any]) -> Counter[Any]:
    """Hands that are the best over the suits.

    If ``n[k]`` sets of k cards of one suit are no better than a class, then the deals of all suits together that are
    no better number the coefficient of ``x ** size`` in ``(sum of n[k] * x ** k) ** suits``. The deals of the class
    itself are the increase of that number: with P before and A after, ``A**s - P**s`` is ``(A - P)`` times the sum of
    ``A**i * P**(s - 1 - i)``, of which only the low degrees are needed.
    """
    one_suit = sorted(
        (classify(chosen), length) for length in range(1, size + 1) for chosen in combinations(pack.first_suit, length)
    )
    counts: Counter[Any] = Counter()
    no_better = [1] + [0] * size
    for hand, group in groupby(one_suit, key=itemgetter(0)):
        added: dict[int, int] = {}
        for _, length in group:
            added[length] = added.get(length, 0) + 1
        degrees = size - min(added) + 1
        before = tuple(no_better[:degrees])
        for length, sets in added.items():
            no_better[length] += sets
        others = _mixed_powers(before, tuple(no_better[:degrees]), len(pack.suits) - 1)
        deals = sum([sets * others[size - length] for length, sets in added.items()])
        if deals:
            counts[hand] = deals
    return counts


@cache
def _mixed_powers(one: tuple[int, ...], other: tuple[int, ...], degree: int) -> list[int]:
    """The sum of all products of this many factors, each of them one polynomial or the other, in order."""
    unit = [1] + [0] * (len(one) - 1)
    total = power = unit
    for _ in range(degree):
        power = _times(power, other)
        total = [low + high for low, high in zip(_times(total, one), power, strict=True)]
    return total


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The product of two polynomials, cut off at the degree of the first."""
    return [sum(one[low] * other[degree - low] for low in range(degree + 1)) for degree in range(len(one))]


def by_ranks_and_suitedness(pack: Pack, size: int, classify: Classify[Hand]) -> Counter[Hand]:
    """Hands that depend on the ranks held and on whether all cards share a suit; that suit may matter too."""
    counts: Counter[Hand] = Counter()
    for suit in pack.suits:
        for cards in combinations(stripped_deck(pack.ranks, [suit]), size):
            counts[classify(cards)] += 1
    for _, cards, deals in unsuited(pack, size):
        counts[classify(cards)] += deals
    return counts


def unsuited(pack: Pack, size: int) -> Iterator[tuple[Ranks, tuple[Card, ...], int]]:
    """Ranks, cards that show them in more than one suit, and the number of such deals."""
    suits = len(pack.suits)
    spread = pack.spreader(size)
    for ranks in rank_multisets(pack, size):
        shape = shape_of(ranks)
        deals = choices(shape, suits) - (suits if len(shape) == size else 0)
        if deals:
            yield ranks, spread(ranks), deals


def rank_multisets(pack: Pack, size: int) -> Iterator[Ranks]:
    """Every way to hold this many cards by rank, lowest first, no rank more often than there are suits."""
    most = len(pack.suits)
    for ranks in combinations_with_replacement(pack.ranks, size):
        if not any(map(eq, ranks, ranks[most:])):
            yield ranks


def shape_of(ranks: Ranks) -> tuple[int, ...]:
    """How often each rank is held: 2, 1, 1 is a pair and two others."""
    return tuple(map(ranks.count, dict.fromkeys(ranks)))


@cache
def choices(shape: tuple[int, ...], suits: int) -> int:
    """The deals that hold each rank this often; none where one is held more often than there are suits."""
    return prod(comb(suits, held) for held in shape)


def by_colors(pack: Pack, own: int, dealer: int) -> Counter[colors.Colors]:
    """By how many red cards each side holds."""
    reds = [card for card in pack.cards if card.is_red]
    blacks = [card for card in pack.cards if not card.is_red]
    counts: Counter[colors.Colors] = Counter()
    for red in range(max(0, own - len(blacks)), min(own, len(reds)) + 1):
        black = own - red
        for dealer_red in range(dealer + 1):
            dealer_black = dealer - dealer_red
            deals = comb(len(reds), red) * comb(len(blacks), black)
            deals *= comb(len(reds) - red, dealer_red) * comb(len(blacks) - black, dealer_black)
            if deals:
                theirs = reds[red : red + dealer_red] + blacks[black : black + dealer_black]
                counts[colors.classify(reds[:red] + blacks[:black], theirs)] += deals
    return counts
