"""Types of cards at one level, and numbers for every set of cards that may have been drawn.

Of a drawn card only the rank matters, and its suit only while a player still to act holds two cards of that suit. A set
is a count of cards by type. Its types fall into two halves; each half's counts are the digits of a key, so that one
more card is an addition. Sets of the same number of draws are numbered without gaps: ``base[draws, key 1] + rank[key
2]``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import prod

import numpy as np

from croupier.cards.cards import Card
from croupier.kernels import evaluate
from croupier.kernels.arrays import Int8s, Whole
from croupier.play.lines import Cards

OTHER = 4
"""Stands for a suit that does not matter."""
DRAWN = 3


def suit_of_pocket(pocket: Cards) -> frozenset[int]:
    """The suit in which two cards can make a flush; none if their suits differ."""
    one, other = pocket
    return frozenset({one.suit}) if one.suit == other.suit else frozenset()


@cache
def _all_triples(types: int) -> Whole:
    return np.array(list(combinations_with_replacement(range(types), DRAWN)), dtype=np.int64).reshape(-1, DRAWN)


@dataclass(frozen=True)
class CardTypes:
    """The types of a stub."""

    cards: tuple[tuple[Card, ...], ...]
    """By type, its cards."""
    split: int
    """The first type of the second half."""
    radix: Whole
    """By type, what one card adds to the key of its half."""

    @classmethod
    def of(cls, stub: Iterable[Card], suits: frozenset[int]) -> CardTypes:
        """The types of these cards; only the suits that matter are kept apart."""
        by_name: dict[tuple[int, int], list[Card]] = {}
        for card in sorted(stub):
            by_name.setdefault((card.rank, card.suit if card.suit in suits else OTHER), []).append(card)
        cards = tuple(tuple(by_name[name]) for name in sorted(by_name))
        sizes = [len(each) + 1 for each in cards]
        split = min(range(len(sizes) + 1), key=lambda at: prod(sizes[:at]) + prod(sizes[at:]))
        radix = [prod(sizes[:at]) if at < split else prod(sizes[split:at]) for at in range(len(sizes))]
        return cls(cards, split, np.array(radix, dtype=np.int64))

    @property
    def counts(self) -> Whole:
        return np.array([len(each) for each in self.cards], dtype=np.int64)

    @property
    def keys(self) -> int:
        """Of both halves together."""
        sizes = [len(each) + 1 for each in self.cards]
        return prod(sizes[: self.split]) + prod(sizes[self.split :])

    def sets(self, size: int) -> int:
        """How many sets of that many cards there are."""
        ways = [1]
        for each in self.cards:
            longer = [0] * (len(ways) + len(each))
            for taken in range(len(each) + 1):
                for at, count in enumerate(ways):
                    longer[at + taken] += count
            ways = longer[: size + 1]
        return ways[size] if size < len(ways) else 0

    def number_of(self, cards: Iterable[Card]) -> Whole:
        """By card, its type."""
        number = {card: at for at, each in enumerate(self.cards) for card in each}
        return np.array([number[card] for card in cards], dtype=np.int64)

    def onto(self, later: CardTypes) -> Whole:
        """By type, the type that it becomes."""
        return later.number_of(each[0] for each in self.cards)

    def triples(self) -> Whole:
        """(draws, 3) every draw of three cards, as types in rising order."""
        counts = self.counts
        found = _all_triples(len(counts))
        one, two, three = found.T
        needed = 1 + (one == two) + ((one == three) & (two == three))
        possible = (counts[one] >= needed) & (counts[two] >= np.where(two == three, 2, 1))
        return np.asarray(found[possible])

    def ways_of(self, triples: Whole) -> Whole:
        """(draws) in how many ways each can be made from the whole stub."""
        left = self.counts
        factors = np.concatenate([[1], left, left * (left - 1) // 2, left * (left - 1) * (left - 2) // 6])
        return np.asarray(factors[factors_of(triples, len(left))].prod(axis=1))

    def classes_of(self, triples: Whole, pocket: Cards) -> Whole:
        """(draws) the class of five cards that each draw makes."""
        most = max(len(each) for each in self.cards)
        table = np.array([[*each, *[each[-1]] * (most - len(each))] for each in self.cards], dtype=np.int64)
        one, two, three = triples.T
        hands = np.empty((len(triples), 5), dtype=np.int64)
        hands[:, :2] = [int(card) for card in pocket]
        hands[:, 2] = table[one, 0]
        second = (one == two).astype(np.int64)
        third = (two == three).astype(np.int64) + ((one == two) & (two == three))
        hands[:, 3] = table[two, second]
        hands[:, 4] = table[three, third]
        return evaluate.five_card(hands).astype(np.int64)


@dataclass(frozen=True)
class SetNumbers:
    """The tables that number sets of one level; see the top of the module."""

    base: Whole
    """(draws, keys of the first half) where the sets with this key begin; -1 where there are none."""
    rank: Whole
    """(keys of the second half) its place among those with as many cards."""
    size: tuple[Int8s, Int8s]
    """By half and key, how many cards."""
    digits: tuple[Int8s, Int8s]
    """By half: (keys, types of the half) the counts."""
    in_order: Whole
    """The keys of the second half by number of cards, then by rank."""
    starts: Whole
    """By number of cards, where they begin in ``in_order``."""
    rows: Whole
    """(draws + 1) where the sets of each number of draws begin."""

    @classmethod
    def of(cls, types: CardTypes, draws: Sequence[int]) -> SetNumbers:
        """All sets of these numbers of draws of three cards, one number of draws after another."""
        counts = types.counts
        halves = [_digits(counts[: types.split]), _digits(counts[types.split :])]
        ones = np.ones_like(counts)
        sizes = [sums_by_key(counts[: types.split], ones), sums_by_key(counts[types.split :], ones)]
        most = DRAWN * max(draws) if draws else 0
        by_size = np.bincount(sizes[1], minlength=most + 1)
        order = np.argsort(sizes[1], kind="stable")
        starts = np.concatenate(([0], np.cumsum(by_size)))
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.arange(len(order)) - starts[sizes[1][order]]
        base = np.full((most // DRAWN + 1, len(halves[0])), -1, dtype=np.int64)
        rows = np.zeros(most // DRAWN + 2, dtype=np.int64)
        for drawn in range(most // DRAWN + 1):
            rows[drawn + 1] = rows[drawn]
            if drawn in draws:
                others = DRAWN * drawn - sizes[0]
                ways = np.where(others >= 0, by_size[np.clip(others, 0, len(by_size) - 1)], 0)
                ways[others >= len(by_size)] = 0
                base[drawn] = rows[drawn] + np.cumsum(ways) - ways
                rows[drawn + 1] = rows[drawn] + int(ways.sum())
        small = (sizes[0].astype(np.int8), sizes[1].astype(np.int8))
        return cls(base, rank, small, (halves[0], halves[1]), order, starts, rows)


def _digits(counts: Whole) -> Int8s:
    """(keys, types) the digits of every key, the first type's the lowest."""
    keys = int(np.prod(counts + 1)) if len(counts) else 1
    found = np.zeros((keys, len(counts)), dtype=np.int8)
    radix = 1
    for at, count in enumerate(counts.tolist()):
        digits = np.arange(count + 1, dtype=np.int8)
        found.reshape(-1, count + 1, radix, len(counts))[..., at] = digits[:, None]
        radix *= count + 1
    return found


def sums_by_key(counts: Whole, steps: Whole) -> Whole:
    """By key, the sum over its cards, where a card of each type counts for its step."""
    found = np.zeros(1, dtype=np.int64)
    for count, step in zip(counts.tolist(), steps.tolist(), strict=False):
        found = (step * np.arange(count + 1)[:, None] + found).ravel()
    return found


def factors_of(triples: Whole, types: int) -> Whole:
    """(draws, 3) where the factors of a draw's ways lie: singles, pairs, threes of a type; 0 is a factor of one."""
    one, two, three = triples.T
    all_same, low_pair, high_pair = one == three, (one == two) & (two != three), (two == three) & (one != two)
    found = 1 + triples
    found[all_same] = 0
    found[all_same, 0] = 1 + 2 * types + one[all_same]
    found[low_pair, 0], found[low_pair, 1] = 1 + types + one[low_pair], 0
    found[high_pair, 1], found[high_pair, 2] = 1 + types + two[high_pair], 0
    return np.asarray(found)
