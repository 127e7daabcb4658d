"""The dealer's cards seen where hands are flushes: the flushes' technique, conditioned on what is seen.

*One card, or colors* (``book_flushes``). As in ``showdown.flushes`` a player's hand is a set of ranks for each suit,
and a suit of the dealer's counts as the polynomial c(x) + T x ** l: fewer than l cards in any way, or one of the T sets
of l ranks that are allowed. With a marked card of rank r in that suit it counts as x c'(x) + T' x ** l, where the
marked card is taken and T' counts the allowed sets that hold r. Everything but T' is the same for all ranks of the
suit, so the dealer's hands with the marked card number A + B T', where A and B come from the other suits. Multiplied
out, A and B are sums of products of the other suits' T with coefficients that depend on the hand's shape alone.

Colors tell suits apart, which a shape does not: the four suits can be paired into two colors in three equivalent ways,
and either color may be red, so deals are counted six times over. The dealer's hands with k cards of a color number the
coefficient of x ** k in the product of that color's two suits, times the other color's of x ** (7 - k); of the cards
seen, j are of the first color in C(k, j) C(7 - k, n - j) choices.

*Several cards* (``book_seen``). Where a of a suit's cards are seen and the player holds m of them, c(x) takes the other
cards from 13 - m - a, and T counts the allowed sets that hold the seen cards and avoid the player's. At most two suits
have l cards, so the dealer's hands are a sum over single suits and pairs of suits of T, with factors that depend only
on how many cards of each suit are held and seen (``factors``). The seen cards of a suit matter only through three
numbers: sets of the level's length that hold the seen cards and avoid the player's, below the first set that qualifies,
below the player's own, and up to it. Seen cards with equal numbers are counted together; the *entries* of a suit list
them by how many of its cards are seen. The dealer's hands are linear in the numbers of each suit, so the innermost loop
is three products and a comparison. The smallest bet is not counted: it gets the deals that the others leave. Decks have
four suits. It runs on all cores: under a minute for two cards, several times longer for each card more.

*Exactness.* Numbers in float64 count deals of few hands and stay below 2 ** 53; the books are kept in 64-bit integers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import combinations, groupby, pairwise, product
from math import comb, factorial, prod
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.flushes import FlushShowdown, suit_shapes
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.terms import CASES, Counts, Floats, Places, Terms
from croupier.exact.sights.ledger import Ledger
from croupier.exact.sights.sight import COLORS, Sight
from croupier.exact.solver import Progress, in_silence
from croupier.kernels.compiled import compiled
from croupier.play.showdown import Showdown


def products(factors: Sequence[list[Floats]], degree: int) -> list[Floats]:
    """The product of polynomials up to a degree, where each coefficient is a table."""
    product: list[Floats] = [np.ones((1, 1))]
    for factor in factors:
        longer: list[Floats] = [np.zeros((1, 1))] * (degree + 1)
        for one, mine in enumerate(product):
            for other, theirs in enumerate(factor[: degree + 1 - one]):
                longer[one + other] = longer[one + other] + mine * theirs
        product = longer
    return product


def coefficient(factors: Sequence[Sequence[int]], degree: int) -> int:
    """Of the product of some polynomials."""
    product = [1]
    for factor in factors:
        product = np.convolve(product, factor).tolist()
    return product[degree] if 0 <= degree < len(product) else 0


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
                    block.book_cards(ledger)
                elif sight.detail == "color":
                    self._book_colors(ledger, block, sight.number)
                else:
                    self._book_ranks(ledger, block, [names.index(word) for word in words])
        return ledger

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
        low = below = up_to = self._count(0, suit, rank)
        if self._qualifies.any():
            below, up_to = (np.where(self._qualifies, self._count(level, suit, rank), low) for level in (1, 2))
        return [low, below - low, up_to - below, self.flushes.total - up_to]

    def book_cards(self, ledger: Ledger) -> None:
        """Every card that is left."""
        for suit in range(len(self.suits)):
            for rank in range(self.flushes.ranks):
                free = self.weight * self.is_free(suit, rank)
                ledger.book(rank, self.place, free, self.cases(suit, rank))

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
                rest = [
                    [comb(ranks - suit.size, taken) for taken in range(length)]
                    for at, suit in enumerate(others)
                    if at not in full_suits
                ]
                degree = size - many * length
                product: Floats = prod((tops[at] for at in full_suits), start=np.ones((1, 1)))
                for polynomial, is_short in ((short, True), (full, False)):
                    ways = coefficient([*rest, polynomial], degree)
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


FOUR: Final = 4
LEVELS: Final = 3
"""Hands that do not qualify; these and those below the player's; all of these and those that tie."""
MOST_BETS: Final = 3

Lists = tuple[Counts, Counts, Counts, Counts]
"""One table for each suit."""
Numbers = tuple[Floats, Floats, Floats, Floats]


@compiled
def _tally_sets(count: Counts, sets: Counts, until: int, held: int, sizes: Counts, seen: int) -> None:
    """For every mask of up to ``seen`` ranks, how many of the first ``until`` sets contain it and avoid those held."""
    for number in range(until):
        ranks = sets[number]
        if ranks & held:
            continue
        part = ranks
        while part:
            if sizes[part] <= seen:
                count[part] += 1
            part = (part - 1) & ranks
        count[0] += 1


@compiled
def list_entries(
    numbers: Floats,
    sums: Counts,
    offsets: Counts,
    of_size: Counts,
    masks: Counts,
    mask_starts: Counts,
    sizes: Counts,
    low_sets: Counts,
    low_until: int,
    own_sets: Counts,
    own: int,
) -> None:
    """The entries of every set of one size: three numbers, and how many masks of seen ranks share them.

    ``numbers`` (levels, entries); ``sums`` (1 + levels, entries) how many masks there are, alone and times each number;
    ``offsets`` (sets, seen + 2) where the entries of each number of seen cards begin. ``masks`` are all masks by size.
    ``own`` is the place of the set that makes the player's class; negative where only hands that do not qualify matter.
    """
    seen = offsets.shape[1] - 2
    low = np.zeros(len(sizes), dtype=np.int64)
    below, up_to = np.zeros_like(low), np.zeros_like(low)
    keys = np.zeros(len(masks), dtype=np.int64)
    at = 0
    for number in range(len(of_size)):
        held = of_size[number]
        _tally_sets(low, low_sets, low_until, held, sizes, seen)
        if own >= 0:
            _tally_sets(below, own_sets, own, held, sizes, seen)
            _tally_sets(up_to, own_sets[own : own + 1], 1, held, sizes, seen)
        for many in range(seen + 1):
            offsets[number, many] = at
            found = 0
            for place in range(mask_starts[many], mask_starts[many + 1]):
                mask = masks[place]
                if mask & held == 0:
                    keys[found] = low[mask] | below[mask] << 20 | up_to[mask] << 40
                    low[mask] = below[mask] = up_to[mask] = 0
                    found += 1
            ordered = np.sort(keys[:found])
            for place in range(found):
                key = ordered[place]
                if place == 0 or key != ordered[place - 1]:
                    numbers[0, at] = key & 0xFFFFF
                    numbers[1, at] = key >> 20 & 0xFFFFF if own >= 0 else numbers[0, at]
                    numbers[2, at] = numbers[1, at] + (key >> 40)
                    sums[0, at] = 0
                    at += 1
                sums[0, at - 1] += 1
        offsets[number, seen + 1] = at
    for place in range(at):
        for level in range(LEVELS):
            sums[level + 1, place] = sums[0, place] * np.int64(numbers[level, place])


@compiled
def _two_bets(found: Counts, numbers: Floats, sums: Counts, first: int, last: int, gain: Floats) -> None:
    """Add up the entries for which the greater bet is better."""
    alone, by_low, by_below, by_up_to = gain[0], gain[1], gain[2], gain[3]
    many = low = below = up_to = np.int64(0)
    for at in range(first, last):
        better = alone + by_low * numbers[0, at] + by_below * numbers[1, at] + by_up_to * numbers[2, at] > 0
        many += sums[0, at] if better else 0
        low += sums[1, at] if better else 0
        below += sums[2, at] if better else 0
        up_to += sums[3, at] if better else 0
    found[0], found[1], found[2], found[3] = many, low, below, up_to


@compiled
def _three_bets(found: Counts, numbers: Floats, sums: Counts, first: int, last: int, gains: Floats) -> None:
    """The same for three bets: an entry is added to its best bet, unless that is the smallest."""
    found[:] = 0
    for at in range(first, last):
        best, most = 0, 0.0
        for bet in range(1, MOST_BETS):
            gain = gains[bet, 0]
            for level in range(LEVELS):
                gain += gains[bet, level + 1] * numbers[level, at]
            if gain > most:
                best, most = bet, gain
        if best:
            for each in range(LEVELS + 1):
                found[best, each] += sums[each, at]


@compiled
def _book_hand(
    booked: Counts,
    weight: int,
    numbers: Numbers,
    sums: Lists,
    spans: Counts,
    low_factors: Counts,
    own_factors: Counts,
    steps: Floats,
    total: int,
    bets: int,
    scratch: tuple[Floats, Counts, Counts, Counts],
) -> None:
    """Decide one hand beside all that may be seen, for given numbers of seen cards of each suit.

    ``steps`` (bets, levels and all) is what a bet brings beyond the first, by levels. The dealer's hands up to a level
    are alone + times * T, where T is the last suit's number.
    """
    gains, found, alone, times = scratch
    for one in range(spans[0, 0], spans[0, 1]):
        for two in range(spans[1, 0], spans[1, 1]):
            for three in range(spans[2, 0], spans[2, 1]):
                for level in range(LEVELS):
                    factors = low_factors if level == 0 else own_factors
                    a, b = np.int64(numbers[0][level, one]), np.int64(numbers[1][level, two])
                    c = np.int64(numbers[2][level, three])
                    alone[level] = factors[0] + factors[1] * a + factors[2] * b + factors[3] * c
                    alone[level] += factors[5] * a * b + factors[6] * a * c + factors[8] * b * c
                    times[level] = factors[4] + factors[7] * a + factors[9] * b + factors[10] * c
                for bet in range(1, bets):
                    gains[bet, 0] = steps[bet, 3] * total
                    for level in range(LEVELS):
                        gains[bet, 0] += steps[bet, level] * alone[level]
                        gains[bet, level + 1] = steps[bet, level] * times[level]
                if bets == 2:
                    _two_bets(found[1], numbers[3], sums[3], spans[3, 0], spans[3, 1], gains[1])
                else:
                    _three_bets(found, numbers[3], sums[3], spans[3, 0], spans[3, 1], gains)
                ways = weight * sums[0][0, one] * sums[1][0, two] * sums[2][0, three]
                for bet in range(1, bets):
                    many = found[bet, 0]
                    if many:
                        low = ways * (alone[0] * many + times[0] * found[bet, 1])
                        below = ways * (alone[1] * many + times[1] * found[bet, 2])
                        up_to = ways * (alone[2] * many + times[2] * found[bet, 3])
                        booked[bet, 0] += low
                        booked[bet, 1] += below - low
                        booked[bet, 2] += up_to - below
                        booked[bet, 3] += ways * many * total - up_to


@compiled
def book_class(
    booked: Counts,
    shape: Counts,
    own: int,
    numbers: Numbers,
    sums: Lists,
    offsets: Lists,
    vectors: Counts,
    orders: Counts,
    low_factors: Counts,
    own_factors: Counts,
    steps: Floats,
    total: int,
    bets: int,
) -> None:
    """All hands of one shape whose class a given set makes: the set of the first suit, whose lists hold no other.

    ``booked`` (bets, cases); ``vectors`` (vectors, suits) how many cards of each suit are seen; ``orders`` the order in
    which the loops take the suits. The factors belong to each vector.
    """
    spans = np.zeros((FOUR, 2), dtype=np.int64)
    scratch = (
        np.zeros((MOST_BETS, LEVELS + 1)),
        np.zeros((MOST_BETS, LEVELS + 1), dtype=np.int64),
        np.zeros(LEVELS, dtype=np.int64),
        np.zeros(LEVELS, dtype=np.int64),
    )
    chosen = np.zeros(FOUR, dtype=np.int64)
    for two in range(own + 1 if shape[1] == shape[0] else len(offsets[1])):
        for three in range(two + 1 if shape[2] == shape[1] else len(offsets[2])):
            for four in range(three + 1 if shape[3] == shape[2] else len(offsets[3])):
                # Ways to give the sets to the suits: fewer where some are equal.
                weight, alike = 24, 1
                chosen[1], chosen[2], chosen[3] = two, three, four
                for suit in range(1, FOUR):
                    before = own if suit == 1 else chosen[suit - 1]
                    alike = alike + 1 if shape[suit] == shape[suit - 1] and chosen[suit] == before else 1
                    weight //= alike
                for number in range(len(vectors)):
                    order = orders[number]
                    for loop in range(FOUR):
                        suit = order[loop]
                        many = vectors[number, suit]
                        spans[loop, 0] = offsets[suit][chosen[suit], many]
                        spans[loop, 1] = offsets[suit][chosen[suit], many + 1]
                    first, second, third, last = order[0], order[1], order[2], order[3]
                    _book_hand(
                        booked,
                        weight,
                        (numbers[first], numbers[second], numbers[third], numbers[last]),
                        (sums[first], sums[second], sums[third], sums[last]),
                        spans,
                        low_factors[number],
                        own_factors[number],
                        steps,
                        total,
                        bets,
                        scratch,
                    )


class Plan(NamedTuple):
    """For one shape: how many cards of each suit may be seen, and the factors of the dealer's hands."""

    shape: Counts
    vectors: Counts
    orders: Counts
    low: Counts
    own: Counts


class SeenFlushes:
    """A game, and how many of the dealer's cards are seen."""

    def __init__(self, game: Showdown, seen: int) -> None:
        plain = FlushShowdown(game)
        self.plain, self.seen = plain, seen
        self.terms = Terms(game, plain.ranking)
        self.total = comb(len(game.deck) - plain.size - seen, plain.size - seen)
        """The dealer's hands that hold the seen cards."""
        if plain.suits != FOUR or self.terms.first_qualifying >= len(plain.ranking):
            raise ValueError("this technique needs four suits, and hands that qualify")
        self.cut = plain.level(self.terms.first_qualifying)
        if 3 * self.cut.length <= plain.size or max(map(len, self.terms.offers)) > 3:
            raise ValueError("this technique serves at most two long suits in a hand, and at most three bets")

    @cached_property
    def masks(self) -> tuple[Counts, Counts, Counts]:
        """All masks of at most ``seen`` ranks by size, where each size begins, and the size of every mask."""
        sizes = np.array([mask.bit_count() for mask in range(1 << self.plain.ranks)], dtype=np.int64)
        by_size = [np.flatnonzero(sizes == size) for size in range(self.seen + 1)]
        starts = np.cumsum([0, *map(len, by_size)])
        return np.concatenate(by_size).astype(np.int64), starts.astype(np.int64), sizes

    def plans(self, length: int) -> Iterator[Plan]:
        """Every shape whose longest suit has this length."""
        for shape in suit_shapes(self.plain.size, FOUR, self.plain.ranks):
            if shape[0] != length:
                continue
            vectors, orders, low, own = [], [], [], []
            for vector in product(*(range(min(self.seen, self.plain.ranks - size) + 1) for size in shape)):
                if sum(vector) != self.seen:
                    continue
                # The suit with the most entries comes last, where the loop is tight.
                order = sorted(range(FOUR), key=lambda suit: comb(self.plain.ranks - shape[suit], vector[suit]))
                turned = [(shape[suit], vector[suit]) for suit in order]
                vectors.append(vector)
                orders.append(order)
                low.append(self.factors(self.cut.length, turned))
                own.append(self.factors(max(length, self.cut.length), turned))
            yield Plan(*(np.array(each, dtype=np.int64) for each in (shape, vectors, orders, low, own)))

    def factors(self, length: int, suits: Sequence[tuple[int, int]]) -> list[int]:
        """The factors of no suit, each suit and each pair of suits with this length, from the cards held and seen of
        each.
        """
        found = []
        for many in range(3):
            for full in combinations(range(FOUR), many):
                rest = [
                    [0] * seen + [comb(self.plain.ranks - held - seen, taken) for taken in range(length - seen)]
                    for number, (held, seen) in enumerate(suits)
                    if number not in full
                ]
                found.append(coefficient(rest, self.plain.size - many * length))
        return found

    def steps(self, place: int) -> tuple[Floats, int]:
        """(bets, levels and all) what each bet brings beyond the first, by levels; and how many bets there are."""
        offers = self.terms.offers[place]
        steps = np.zeros((3, CASES))
        for number, offer in enumerate(offers):
            extra = np.subtract(offer.nets, offers[0].nets)
            if place < self.terms.first_qualifying:
                # All levels are the same.
                steps[number] = (extra[0] - extra[3], 0, 0, extra[3])
            else:
                steps[number] = (*(extra[:-1] - extra[1:]), extra[3])
        return steps, len(offers)

    def book(self, length: int, own: int, plans: Sequence[Plan]) -> Counts:
        """(bets, cases) deals of the class that one set makes."""
        place = self.plain.first_place[length] + own
        steps, bets = self.steps(place)
        booked = np.zeros((3, CASES), dtype=np.int64)
        if bets == 1:
            return booked
        masks, starts, sizes = self.masks
        qualifies = place >= self.terms.first_qualifying

        def listed(sets: Counts) -> tuple[Floats, Counts, Counts]:
            """The entries of suits that hold one of these sets."""
            room = sum(comb(self.plain.ranks - int(sizes[sets[0]]), many) for many in range(self.seen + 1))
            numbers, sums = np.zeros((3, len(sets) * room)), np.zeros((4, len(sets) * room), dtype=np.int64)
            offsets = np.zeros((len(sets), self.seen + 2), dtype=np.int64)
            list_entries(
                numbers, sums, offsets, sets, masks, starts, sizes, self.plain.sets[self.cut.length], self.cut.start,
                self.plain.sets[length], own if qualifies else -1,
            )  # fmt: skip
            used = offsets[-1, -1]
            return numbers[:, :used].copy(), sums[:, :used].copy(), offsets

        first = listed(self.plain.sets[length][own : own + 1])
        others: dict[int, tuple[Floats, Counts, Counts]] = {}
        for plan in plans:
            for size in plan.shape[1:].tolist():
                if size not in others:
                    sets = self.plain.sets[size]
                    others[size] = listed(sets[: own + 1] if size == length else sets)
            tables: Any = zip(first, *(others[size] for size in plan.shape[1:].tolist()), strict=True)
            numbers, sums, offsets = tables
            book_class(
                booked, plan.shape, own, numbers, sums, offsets, plan.vectors, plan.orders, plan.low,
                plan.own if qualifies else plan.low, steps, self.total, bets,
            )  # fmt: skip
        return booked


def book_seen(game: Showdown, sight: Sight, progress: Progress = in_silence) -> Ledger:
    """The best play with several of the dealer's cards seen, exactly; without a chart, since suits decide too."""
    if sight.detail != "card":
        raise ValueError(f"{sight}: this technique sees cards")
    flushes = SeenFlushes(game, sight.number)
    ledger = Ledger(flushes.terms, [])
    plain = solve_showdown(game).strategy.chart
    choices = comb(flushes.plain.size, sight.number)
    plans = {length: list(flushes.plans(length)) for length in flushes.plain.first_place}
    work = [(length, own) for length in plans for own in range(len(flushes.plain.sets[length]))]

    def book(each: tuple[int, int]) -> Counts:
        length, own = each
        return flushes.book(length, own, plans[length])

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done, ((length, own), booked) in enumerate(zip(work, pool.map(book, work), strict=True), start=1):
            place = flushes.plain.first_place[length] + own
            deals: Any = np.array(plain[place].cases, dtype=np.int64) * choices
            booked[0] = deals - booked.sum(axis=0)
            ledger.enter(place, booked)
            progress(done, len(work))
    return ledger
