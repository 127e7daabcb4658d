"""One of the dealer's cards, or colors, seen where hands are flushes: the flushes' technique, conditioned on them.

As in ``showdown.flushes`` a player's hand is a set of ranks for each suit, and a suit of the dealer's counts as the
polynomial c(x) + T x ** l: fewer than l cards in any way, or one of the T sets of l ranks that are allowed. With a
marked card of rank r in that suit it counts as x c'(x) + T' x ** l, where the marked card is taken and T' counts the
allowed sets that hold r. Everything but T' is the same for all ranks of the suit, so the dealer's hands with the
marked card number A + B T', where A and B come from the other suits. Multiplied out, A and B are sums of products of
the other suits' T with coefficients that depend on the hand's shape alone.

Colors tell suits apart, which a shape does not: the four suits can be paired into two colors in three equivalent ways,
and either color may be red, so deals are counted six times over. The dealer's hands with k cards of a color number the
coefficient of x ** k in the product of that color's two suits, times the other color's of x ** (7 - k); of the cards
seen, j are of the first color in C(k, j) C(7 - k, n - j) choices.

*Exactness.* Numbers in float64 count deals of few hands and stay below 2 ** 53; the books are kept in 64-bit integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from itertools import combinations, groupby, pairwise
from math import comb, factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.exact.advantage.ledger import Ledger
from croupier.exact.advantage.polynomials import coefficient, multiplied, products
from croupier.exact.advantage.sight import COLORS, Sight
from croupier.exact.showdown.flushes import FlushShowdown, suit_shapes
from croupier.exact.showdown.technique import Floats, Places
from croupier.exact.showdown.terms import Terms
from croupier.play.showdown import Showdown

CHUNK = 1 << 15
"""Groups at a time, so that their counts stay in the processor's cache."""

PAIRINGS = ((0, 1), (0, 2), (0, 3))
"""Which two of the four suits share a color; the other two share the other."""


class Suit(NamedTuple):
    """One suit of all hands of a shape: the size of its set, and which set, as rows or as columns."""

    size: int
    chosen: Places
    """(rows, 1) or (1, columns), places among the sorted sets of the size."""
    is_row: bool
    """Whether the set is the row's own: the one that makes the player's class."""


class Allowed(NamedTuple):
    """Allowed sets of one length, by the size of the player's set in the suit: how many avoid it, and how many also
    hold a rank.
    """

    length: int
    avoiding: dict[int, Floats]
    """(levels, sets)"""
    holding: dict[int, Floats]
    """(ranks, levels, sets)"""


class SightedFlushes:
    """Every player's hand, up to the names of suits, against the dealer's hands with one card marked."""

    def __init__(self, game: Showdown) -> None:
        plain = FlushShowdown(game)
        self.plain = plain
        self.ranks, self.suits, self.size = plain.ranks, plain.suits, plain.size
        self.total = comb(len(game.deck) - self.size - 1, self.size - 1)
        """The dealer's hands that hold one given card."""

    def book(self, sight: Sight, terms: Terms) -> Ledger:
        words = [sight.words(card) for card in self.plain.pack.first_suit]
        names = _color_names(sight.number) if sight.detail == "color" else list(dict.fromkeys(words))
        ledger = Ledger(terms, names)
        for shape in suit_shapes(self.size, self.suits, self.ranks):
            for block in self._blocks(shape, terms.first_qualifying):
                if sight.detail == "card":
                    self._book_cards(ledger, block)
                elif sight.detail == "color":
                    self._book_colors(ledger, block, sight.number)
                else:
                    self._book_ranks(ledger, block, [names.index(each) for each in words])
        return ledger

    def _book_cards(self, ledger: Ledger, block: Block) -> None:
        if find_spec("numba") is not None:
            block.book_compiled(ledger)
            return
        for suit in range(self.suits):
            for rank in range(self.ranks):
                free = block.is_free(suit, rank)
                if free.any():
                    levels = block.up_to(suit, rank)
                    ledger.book_levels(rank, block.place, block.weight * free, levels, float(self.total))

    def _book_ranks(self, ledger: Ledger, block: Block, seen: Sequence[int]) -> None:
        """``seen`` says, for each rank, what is seen of its cards."""
        for number in set(seen):
            ranks = [rank for rank, each in enumerate(seen) if each == number]
            cases = _sum(block.free_cases(suit, rank) for suit in range(self.suits) for rank in ranks)
            ledger.book(number, block.place, block.weight, cases)

    def _book_colors(self, ledger: Ledger, block: Block, number: int) -> None:
        if self.suits != 4:
            raise ValueError("colors are told apart in a deck of four suits only")
        # Of the cards of a color in the dealer's hand, how many are among those seen.
        ways = [
            [comb(many, seen) * comb(self.size - many, number - seen) for many in range(self.size + 1)]
            for seen in range(number + 1)
        ]
        for one in PAIRINGS:
            by_color = block.cases_by_color(one)
            for seen, times in enumerate(ways):
                cases = [_weighted(times, case) for case in by_color]
                ledger.book(seen, block.place, block.weight, cases)

    def _blocks(self, shape: tuple[int, ...], first_qualifying: int) -> Iterator[Block]:
        gathered = [self.plain.gather(size, len(list(group))) for size, group in groupby(shape)]
        (_, first, first_orders), *others = gathered
        columns = np.ones(1)
        chosen: list[tuple[int, Places]] = []
        for size, choices, orders in others:
            chosen = [(each, np.repeat(sets, len(orders))) for each, sets in chosen]
            chosen += [(size, np.tile(sets, len(columns))) for sets in choices]
            columns = np.multiply.outer(columns, orders).ravel()
        arrangements = factorial(self.suits) // prod(factorial(shape.count(size)) for size in set(shape))
        length = shape[0]
        qualifying = self.plain.level(first_qualifying) if first_qualifying < len(self.plain.ranking) else None
        sizes = set(shape)
        is_alone = shape.count(length) == 1
        below, up_to = self._levels(length, sizes, is_alone)
        low = self._low(qualifying, sizes)
        step = max(1, CHUNK // len(columns))
        for start in range(0, first.shape[1], step):
            part = slice(start, start + step)
            rows = first[0, part, None]
            suits = [Suit(length, each[part, None], number == 0) for number, each in enumerate(first)]
            suits += [Suit(size, sets[None, :], False) for size, sets in chosen]
            place = self.plain.first_place[length] + rows[:, 0]
            weight = np.multiply.outer(first_orders[part] * arrangements, columns)
            yield Block(self, suits, rows, place, weight, (low, below, up_to), place >= first_qualifying, is_alone)

    def _avoids(self, length: int, size: int) -> NDArray[np.bool_]:
        """(sets of the length, sets of the size) whether they share no rank."""
        avoids: NDArray[np.bool_] = (self.plain.sets[length][:, None] & self.plain.sets[size]) == 0
        return avoids

    def _holds(self, length: int, rank: int) -> NDArray[np.bool_]:
        holds: NDArray[np.bool_] = (self.plain.sets[length] >> rank & 1).astype(bool)
        return holds

    def _levels(self, length: int, sizes: set[int], is_alone: bool) -> tuple[Allowed, Allowed]:
        """Sets strictly below each row's, and sets up to it."""
        below, up_to = Allowed(length, {}, {}), Allowed(length, {}, {})
        for size in sizes:
            avoids = self._avoids(length, size)
            for rank in (None, *range(self.ranks)):
                allowed = avoids if rank is None else avoids & self._holds(length, rank)[:, None]
                summed = np.cumsum(allowed.astype(np.int32), axis=0, dtype=np.int32)
                less = summed - allowed
                if size == length and is_alone:
                    # The row's own set is the only one of its size.
                    summed, less = np.diagonal(summed)[:, None], np.diagonal(less)[:, None]
                for level, counts in ((below, less), (up_to, summed)):
                    if rank is None:
                        level.avoiding[size] = counts.astype(np.float64)
                        level.holding[size] = np.zeros((self.ranks, *counts.shape))
                    else:
                        level.holding[size][rank] = counts
        return below, up_to

    def _low(self, qualifying: tuple[int, int] | None, sizes: set[int]) -> Allowed | None:
        """Sets below the first qualifying class: the same for every row."""
        if qualifying is None:
            return None
        length, start = qualifying
        low = Allowed(length, {}, {})
        for size in sizes:
            avoids = self._avoids(length, size)[:start]
            low.avoiding[size] = avoids.sum(axis=0)[None].astype(np.float64)
            holding = [(avoids & self._holds(length, rank)[:start, None]).sum(axis=0) for rank in range(self.ranks)]
            low.holding[size] = np.array(holding)[:, None].astype(np.float64)
        return low


class Block:
    """Some hands of one shape, in rows and columns, with the dealer's hands for any marked card."""

    def __init__(
        self,
        flushes: SightedFlushes,
        suits: Sequence[Suit],
        rows: Places,
        place: Places,
        weight: Floats,
        levels: tuple[Allowed | None, Allowed, Allowed],
        qualifies: NDArray[np.bool_],
        is_alone: bool,
    ) -> None:
        self.flushes, self.suits, self.rows = flushes, suits, rows
        self.place, self.weight = place, weight
        self._levels, self._qualifies, self._is_alone = levels, qualifies[:, None], is_alone

    @cached_property
    def _others(self) -> list[list[tuple[Floats, Floats]]]:
        return [[self._other_suits(level, suit) for suit in range(len(self.suits))] for level in self._levels]

    def cases_by_color(self, one: Sequence[int]) -> list[list[Floats]]:
        """All of the dealer's hands, by case and by how many cards of the color ``one`` they hold.

        The polynomials of both suits of a color are multiplied out, and those of the other color beside them.
        """
        other = [suit for suit in range(len(self.suits)) if suit not in one]
        size = self.flushes.size
        left = [sum(self.flushes.ranks - self.suits[suit].size for suit in suits) for suits in (one, other)]
        whole = [np.full((1, 1), float(comb(left[0], many) * comb(left[1], size - many))) for many in range(size + 1)]
        counts = []
        for number, level in enumerate(self._levels):
            if level is None:
                # No class qualifies: every hand of the dealer's is below.
                counts.append(whole)
                continue
            mine, theirs = (
                products([self._polynomial(level, suit, number == 0) for suit in suits], size) for suits in (one, other)
            )
            counts.append([mine[many] * theirs[size - many] for many in range(size + 1)])
        low, below, up_to = counts
        below, up_to = (
            [np.where(self._qualifies, each, least) for each, least in zip(level, low, strict=True)]
            for level in (below, up_to)
        )
        above = [
            [more - less for more, less in zip(upper, lower, strict=True)]
            for lower, upper in pairwise([low, below, up_to, whole])
        ]
        return [low, *above]

    def _polynomial(self, level: Allowed, suit: int, is_low: bool) -> list[Floats]:
        """The ways to take this many cards of a suit, none of them above the level."""
        own = self.suits[suit]
        short = [np.full((1, 1), float(comb(self.flushes.ranks - own.size, taken))) for taken in range(level.length)]
        return [*short, self._at(level.avoiding[own.size], own, is_low)]

    def is_free(self, suit: int, rank: int) -> NDArray[np.bool_]:
        """Whether the player leaves a card."""
        own = self.suits[suit]
        free: NDArray[np.bool_] = (self.flushes.plain.sets[own.size][own.chosen] >> rank & 1) == 0
        return free

    def cases(self, suit: int, rank: int) -> list[Floats]:
        """The dealer's hands that hold a card which the player leaves, by case."""
        low, below, up_to = self.up_to(suit, rank)
        return [low, below - low, up_to - below, self.flushes.total - up_to]

    def up_to(self, suit: int, rank: int) -> tuple[Floats, Floats, Floats]:
        """The same by levels: hands that do not qualify; these and those below the player's; all of these and those
        that tie.
        """
        low = self._count(0, suit, rank)
        if not self._qualifies.any():
            return low, low, low
        below, up_to = (self._count(number, suit, rank) for number in (1, 2))
        if self._qualifies.all():
            return low, below, up_to
        return low, np.where(self._qualifies, below, low), np.where(self._qualifies, up_to, low)

    def book_compiled(self, ledger: Ledger) -> None:
        """Every card that is left, decided by compiled code, which finds what ``Ledger.book_levels`` finds."""
        # numba is slow to load, so it is imported only here.
        from croupier.exact.advantage.level_kernels import decide_levels

        shape, total = self.weight.shape, float(self.flushes.total)
        steps, base = map(np.ascontiguousarray, ledger.steps(self.place, total))
        weight, qualifies = self.weight.copy(), self._qualifies[:, 0].copy()
        nothing, nowhere = np.zeros((1, 1)), np.zeros((1, 1), dtype=np.intp)

        def spread(each: NDArray[Any]) -> NDArray[Any]:
            # Copies, so that the kernel is compiled for one kind of array only.
            return np.broadcast_to(each, shape).copy()

        found = np.zeros((self.flushes.ranks, base.shape[1] + 1, 4, len(self.place)))
        for suit, own in enumerate(self.suits):
            at = [
                (nowhere, nowhere) if level is None else self._point(own, number == 0)
                for number, level in enumerate(self._levels)
            ]
            rows, columns = (tuple(spread(each) for each in part) for part in zip(*at, strict=True))
            others = [
                (np.full((1, 1), total), nothing) if level is None else self._others[number][suit]
                for number, level in enumerate(self._levels)
            ]
            alone, times = (tuple(spread(each) for each in part) for part in zip(*others, strict=True))
            for rank in range(self.flushes.ranks):
                holding = tuple(nothing if level is None else level.holding[own.size][rank] for level in self._levels)
                decide_levels(
                    weight, spread(self.is_free(suit, rank)), qualifies, alone, times, holding, rows,
                    columns, steps, base, total, found[rank],
                )  # fmt: skip
        for rank, by_bet in enumerate(found):
            for bet, sums in enumerate(by_bet):
                ledger.book_sums(rank, self.place, bet, sums)

    def free_cases(self, suit: int, rank: int) -> list[Floats]:
        """The same, and none where the player holds the card."""
        free = self.is_free(suit, rank)
        return [each * free for each in self.cases(suit, rank)]

    def _point(self, suit: Suit, is_low: bool) -> tuple[Places, Places]:
        """Where the numbers of a suit are in a table of counts: its rows and columns."""
        nowhere = np.zeros((1, 1), dtype=np.intp)
        if is_low:
            return nowhere, suit.chosen
        return self.rows, nowhere if suit.is_row and self._is_alone else suit.chosen

    def _at(self, counts: Floats, suit: Suit, is_low: bool) -> Floats:
        found: Floats = counts[self._point(suit, is_low)]
        return found

    def _count(self, number: int, suit: int, rank: int) -> Floats:
        level = self._levels[number]
        if level is None:
            # No class qualifies: every hand of the dealer's is below.
            return np.full((1, 1), float(self.flushes.total))
        alone, times = self._others[number][suit]
        own = self.suits[suit]
        counts: Floats = alone + times * self._at(level.holding[own.size][rank], own, number == 0)
        return counts

    def _other_suits(self, level: Allowed | None, marked: int) -> tuple[Floats, Floats]:
        """A and B: the hands in which the marked suit has fewer than l cards, and those for each set of l."""
        if level is None:
            return np.zeros((1, 1)), np.zeros((1, 1))
        ranks, size, length = self.flushes.ranks, self.flushes.size, level.length
        own = self.suits[marked]
        short = [0] + [comb(ranks - own.size - 1, taken - 1) if ranks > own.size else 0 for taken in range(1, length)]
        full = [0] * length + [1]
        others = [suit for at, suit in enumerate(self.suits) if at != marked]
        tops = [self._at(level.avoiding[suit.size], suit, level is self._levels[0]) for suit in others]
        alone, times = np.zeros((1, 1)), np.zeros((1, 1))
        for many in range(len(others) + 1):
            for full_suits in combinations(range(len(others)), many):
                rest = [1]
                for at, suit in enumerate(others):
                    if at not in full_suits:
                        rest = multiplied(rest, [comb(ranks - suit.size, taken) for taken in range(length)])
                degree = size - many * length
                product: Floats = prod((tops[at] for at in full_suits), start=np.ones((1, 1)))
                for polynomial, is_short in ((short, True), (full, False)):
                    ways = coefficient(multiplied(rest, polynomial), degree)
                    if ways and is_short:
                        alone = alone + ways * product
                    elif ways:
                        times = times + ways * product
        return alone, times


def book_flushes(game: Showdown, sight: Sight) -> tuple[Ledger, int]:
    """The best play with something of one card or the colors of several seen, and how often each deal is counted."""
    if sight.number != 1 and sight.detail != "color":
        raise ValueError(f"{sight}: this technique sees one card, or colors")
    flushes = SightedFlushes(game)
    ledger = flushes.book(sight, Terms(game, flushes.plain.ranking))
    if sight.detail != "color":
        return ledger, 1
    # Either color may be the red one: every deal counts both ways.
    ledger.mirror()
    return ledger, 2 * len(PAIRINGS)


def _sum(parts: Iterator[list[Floats]]) -> list[Floats]:
    total = [np.zeros((1, 1))] * 4
    for part in parts:
        total = [one + other for one, other in zip(total, part, strict=True)]
    return total


def _weighted(weights: Sequence[int], each: Sequence[Floats]) -> Floats:
    total: Floats = np.zeros((1, 1))
    for weight, counts in zip(weights, each, strict=True):
        if weight:
            total = total + weight * counts
    return total


def _color_names(number: int) -> list[str]:
    """What a chart calls this many cards of which none, one, two and so on are red.

    >>> _color_names(2)
    ['black-black', 'red-black', 'red-red']
    """
    black, red = COLORS
    return ["-".join([red] * many + [black] * (number - many)) for many in range(number + 1)]
