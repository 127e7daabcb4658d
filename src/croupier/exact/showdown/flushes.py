"""Flushes against flushes: hands whose class is the best, over the suits, of the cards they hold in one suit.

What is a shape, and how hands below a level are counted: docs/concepts/methods.md.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, groupby, pairwise
from math import comb, factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import Card
from croupier.exact.counting.spaces import grid_of
from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.terms import Block, Counts, Floats, Places
from croupier.play.game import Cards
from croupier.play.showdown import Hand, Showdown

CHUNK = 1 << 17  # Groups at a time, so that their counts stay in the processor's cache.


class Cut(NamedTuple):
    """A place to cut the ranking: below the set at ``start`` among the sorted sets of one length."""

    length: int
    start: int


class Gathered(NamedTuple):
    """The suits of one size: every choice of their sets in no order."""

    size: int
    choices: Places
    """(suits of that size, choices) sets by their place among the sorted sets of the size.

    The highest set of a choice is its first; choices are in rising order of it.
    """
    orders: Floats  # (choices) in how many orders the sets can be given to the suits.


class FlushShowdown:
    """All sets of ranks by size, sorted by the game's own ranking of them."""

    def __init__(self, game: Showdown) -> None:
        pack = grid_of(game.deck)
        self.ranks, self.suits, self.size = len(pack.ranks), len(pack.suits), game.hand_size
        self.pack = pack
        self.player_hands = comb(len(game.deck), self.size)
        self.dealer_hands = comb(len(game.deck) - self.size, self.size)
        suit = [Card.of(rank, pack.suits[0]) for rank in pack.ranks]
        longest, shortest = min(self.size, self.ranks), -(-self.size // self.suits)
        self.sets: dict[int, Counts] = {0: np.zeros(1, dtype=np.int64)}
        self.ranking: list[Hand] = []
        self.first_place: dict[int, int] = {}
        for length in range(1, longest + 1):
            ranked = sorted((game.rank(cards), _set_of(pack.ranks, cards)) for cards in combinations(suit, length))
            self.sets[length] = np.array([ranks for _, ranks in ranked])
            if length >= shortest:
                self.first_place[length] = len(self.ranking)
                self.ranking += [hand for hand, _ in ranked]
        if any(low >= high for low, high in pairwise(self.ranking)):
            raise ValueError("a longer set of one suit does not rank above every shorter one")

    def level(self, place: int) -> Cut:
        """Where a place in the ranking falls among the sets."""
        length = max(length for length, first in self.first_place.items() if first <= place)
        return Cut(length, place - self.first_place[length])

    def blocks(self, first_qualifying: int) -> Iterator[Block]:
        for shape in suit_shapes(self.size, self.suits, self.ranks):
            yield from self._blocks_of(shape, first_qualifying)

    def _blocks_of(self, shape: tuple[int, ...], first_qualifying: int) -> Iterator[Block]:
        """All hands of one shape: a row for each choice of the longest sets, a column for each choice of the others."""
        first, *others = [self.gather(size, len(list(suits))) for size, suits in groupby(shape)]
        # The most choices last, where the matrix product is.
        others = sorted(others, key=lambda each: len(each.orders)) or [self.gather(0, 0)]
        columns = np.ones(1)
        for other in others:
            columns = np.multiply.outer(columns, other.orders).ravel()
        arrangements = factorial(self.suits) // prod(factorial(shape.count(size)) for size in set(shape))
        length = shape[0]
        qualifying = self.level(first_qualifying)
        # By size, T for the levels asked about: below the first qualifying class, below the player's, and up to it.
        low, below, up_to = {}, {}, {}
        for size in {first.size, *(other.size for other in others)}:
            avoid = self._disjoint(qualifying.length, size)[: qualifying.start]
            low[size] = avoid.sum(axis=0, dtype=np.int32)[None]
            avoid = self._disjoint(length, size)
            up_to[size] = np.cumsum(avoid, axis=0, dtype=np.int32)
            below[size] = up_to[size] - avoid
        step = max(1, CHUNK // len(columns))
        for start in range(0, first.choices.shape[1], step):
            part = slice(start, start + step)
            suits = [first.choices[:, part, None], *(other.choices[:, None, :] for other in others)]
            sizes = [first.size, *(other.size for other in others)]
            rows = first.choices[0, part, None]
            place = self.first_place[length] + rows
            not_qualified = self._count(qualifying.length, low, np.zeros_like(rows), sizes, suits)
            lower = equal = np.zeros_like(not_qualified)
            if place[-1] >= first_qualifying:
                qualifies = place >= first_qualifying
                less = self._count(length, below, rows, sizes, suits)
                lower = (less - not_qualified) * qualifies
                equal = (self._count(length, up_to, rows, sizes, suits) - less) * qualifies
            row_weight = first.orders[part] * arrangements
            example = partial(self._example, first, others, start)
            best = partial(self._best_over_suits, sizes, suits)
            yield Block(place[:, 0], row_weight, columns, not_qualified, lower, equal, example, best)

    def _best_over_suits(self, sizes: Sequence[int], suits: Sequence[Places], values: Counts) -> Counts:
        (size, first), *others = zip(sizes, suits, strict=True)
        best: Counts = values[self.sets[size]][first].max(axis=0)
        for size, chosen in others:
            if len(chosen):
                theirs = values[self.sets[size]][chosen].max(axis=0)
                best = np.maximum(best[:, :, None], theirs[:, None, :]).reshape(len(best), -1)
        return best

    def _example(self, first: Gathered, others: Sequence[Gathered], start: int, row: int, column: int) -> Cards:
        """Cards of the sets that a row and a column stand for, a suit for each set."""
        sets = [self.sets[first.size][each] for each in first.choices[:, start + row]]
        where = np.unravel_index(column, [len(other.orders) for other in others])
        for each, place in zip(others, where, strict=True):
            sets += [self.sets[each.size][chosen] for chosen in each.choices[:, place]]
        return tuple(
            Card.of(rank, suit)
            for suit, ranks in zip(self.pack.suits, sets, strict=False)
            for place, rank in reversed(list(enumerate(self.pack.ranks)))
            if int(ranks) >> place & 1
        )

    def gather(self, size: int, suits: int) -> Gathered:
        """Every choice of sets for some suits of one size, the highest set first, and its orders."""
        return gathered(len(self.sets[size]), size, suits)

    def _disjoint(self, length: int, size: int) -> NDArray[np.bool_]:
        """(sets of a length, sets of a size) whether they share no rank."""
        disjoint: NDArray[np.bool_] = (self.sets[length][:, None] & self.sets[size]) == 0
        return disjoint

    def _count(
        self,
        length: int,
        tables: Mapping[int, NDArray[np.int32]],
        rows: Places,
        sizes: Sequence[int],
        suits: Sequence[Places],
    ) -> Floats:
        """(rows, columns) the dealer's hands in which no suit exceeds a level; ``tables`` holds the T of each size."""
        factors = [
            self._of_suits(length, tables[size], rows, size, choices)
            for size, choices in zip(sizes, suits, strict=True)
        ]
        product = factors[0]
        for factor in factors[1:-1]:
            shape = (self.size + 1, len(rows), -1)
            product = _times(product[:, :, :, None], factor[:, :, None, :]).reshape(shape)
        # (rows, so far, degree) @ (rows, degree, last): degrees that add up to the hand's size.
        counts: Floats = np.matmul(product.transpose(1, 2, 0), factors[-1][::-1].transpose(1, 0, 2))
        return counts.reshape(len(rows), -1)

    def _of_suits(self, length: int, table: NDArray[np.int32], rows: Places, size: int, choices: Places) -> Floats:
        """(degree, rows, choices) the product of the polynomials of all suits of one size; one where there is none."""
        shorter = [comb(self.ranks - size, taken) for taken in range(length)]
        product = np.zeros((self.size + 1, len(rows), 1))
        product[0] = 1
        for number, chosen in enumerate(choices):
            before, top = product, table[rows, chosen]
            product = np.zeros((self.size + 1, *np.broadcast_shapes(before.shape[1:], top.shape)))
            if number == 0:
                # The first factor is the polynomial itself; all its coefficients but the last are the same for all.
                product[:length] = np.array(shorter)[:, None, None]
                product[length] = top
                continue
            for taken, ways in enumerate(shorter):
                product[taken:] += ways * before[: len(before) - taken]
            product[length:] += top * before[: len(before) - length]
        return product

    def cases(self, cards: Cards, first_qualifying: int) -> Cases:
        """One hand's polynomials in plain integers."""
        held = [_set_of(self.pack.ranks, [card for card in cards if card.suit == suit]) for suit in self.pack.suits]
        length = max(each.bit_count() for each in held)
        order = self.sets[length].tolist()
        start = max(order.index(each) for each in held if each.bit_count() == length)
        not_qualified = self._below(self.level(first_qualifying), held)
        if self.first_place[length] + start < first_qualifying:
            return Cases(not_qualified, 0, 0, self.dealer_hands - not_qualified)
        below = self._below(Cut(length, start), held)
        up_to = self._below(Cut(length, start + 1), held)
        return Cases(not_qualified, below - not_qualified, up_to - below, self.dealer_hands - up_to)

    def _below(self, level: Cut, held: Sequence[int]) -> int:
        lower_sets = self.sets[level.length][: level.start].tolist()
        product = [1] + [0] * self.size
        for mine in held:
            suit = [comb(self.ranks - mine.bit_count(), taken) for taken in range(level.length)]
            suit.append(sum(1 for ranks in lower_sets if not ranks & mine))
            product = [
                sum(product[total - taken] * ways for taken, ways in enumerate(suit[: total + 1]))
                for total in range(self.size + 1)
            ]
        return product[self.size]


def gathered(sets: int, size: int, suits: int) -> Gathered:
    """Every choice, for some suits, among this many sets of one size."""
    descending = list(combinations_with_replacement(range(sets - 1, -1, -1), suits))
    choices = np.array(descending[::-1], dtype=np.intp).reshape(len(descending), suits).T
    orders = np.full(choices.shape[1], float(factorial(suits)))
    run = np.ones(choices.shape[1])
    for left, right in pairwise(choices):
        # The k-th of equal sets divides by k: together the factorial of how many there are.
        run = np.where(left == right, run + 1, 1)
        orders /= run
    return Gathered(size, choices, orders)


def _set_of(ranks: Sequence[int], cards: Sequence[Card]) -> int:
    """The ranks of cards as bits, the lowest rank of the deck first."""
    return sum(1 << ranks.index(card.rank) for card in cards)


def suit_shapes(size: int, suits: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to spread a hand over the suits, in falling order."""
    if suits == 0:
        if size == 0:
            yield ()
        return
    for first in range(min(size, most), -1, -1):
        for rest in suit_shapes(size - first, suits - 1, first):
            yield (first, *rest)


def _times(left: Floats, right: Floats) -> Floats:
    """The product of polynomials, whose degree is the first axis; degrees beyond the hand's size are dropped."""
    product = np.zeros(np.broadcast_shapes(left.shape, right.shape))
    for degree, coefficient in enumerate(left):
        product[degree:] += coefficient * right[: len(right) - degree]
    return product
