"""A showdown game of seven cards dealt by ranks alone: the same tables, without a card's suit anywhere.

One seat, a bet for each class of hand, wagers on the ranks of the player's own hand; a stream of its own. How alias
tables deal two hands in four draws: docs/concepts/methods.md.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations, product
from math import comb
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.errors import MissingPart
from croupier.kernels.arrays import UInt32s, Words
from croupier.kernels.cells import Counts, Layout
from croupier.kernels.compiled import compiled
from croupier.kernels.graders import BY_RANKS, KIND, PLAIN_AT
from croupier.kernels.philox import STREAM, PhiloxSource
from croupier.kernels.stream import ONE, WORD_BITS, ZERO, Word, block
from croupier.kernels.terms import CASES
from croupier.sim import showdown
from croupier.sim.running import ByKernel

RANKS_STREAM: Final = f"{STREAM} ranks"


@compiled
def play_ranks(
    seed: Word,
    first: int,
    count: int,
    entries: UInt32s,
    rest: Words,
    tables: showdown.ShowdownTables,
    counts: Counts,
) -> None:
    """One seat, seven ranks each."""
    graders, plain = tables.lookups.graders, tables.lookups.plain
    first_qualifying, bonuses, places = np.uint64(tables.first_qualifying), tables.bonuses, tables.places
    cells = np.zeros(tables.bet_of_class.shape[0] * CASES, dtype=np.int16)
    showdown.settled_cells(tables.bet_of_class, tables.bets, tables.outcome, cells)
    for number in range(first, first + count):
        own, dealer, _ = two_rank_sets(seed, np.uint64(number), entries, rest)
        own_class, dealer_class = np.uint64(plain[own]), np.uint64(plain[dealer])
        counts[np.uint64(showdown.base_cell(own_class, dealer_class, ZERO, ONE, first_qualifying, cells))] += 1
        for each in range(bonuses.shape[0]):
            found = np.uint64(plain[np.uint64(graders[bonuses[each, showdown.GRADER], PLAIN_AT]) + own])
            place = np.uint64(places[np.uint64(bonuses[each, showdown.PLACES_AT]) + found])
            counts[np.uint64(bonuses[each, showdown.COUNTS_AT]) + place] += 1


@dataclass(frozen=True)
class RankSimulator(ByKernel, kernel=play_ranks):
    """The tables of a showdown simulator with the deal by ranks."""

    layout: Layout
    tables: showdown.ShowdownTables
    deals: "RankTables"
    seats: int = 1
    chunk: int = 1 << 20
    stream: str = RANKS_STREAM

    def play(self, seed: Word, first: int, count: int, counts: Counts) -> None:
        play_ranks(seed, first, count, self.deals.entries, self.deals.rest, self.tables, counts)

    def cards(self, seed: int, number: int) -> tuple[Card, ...]:
        return cards_of_ranks(seed, number)


def rank_simulator(simulator: showdown.ShowdownSimulator, name: str) -> RankSimulator:
    """The same game by ranks; MissingPart names what asks for more than ranks."""
    tables = simulator.tables
    hint = "deal cards, the default"
    if simulator.seats > 1:
        raise MissingPart(f"{name}: ranks alone are dealt to one seat", hint=hint)
    if simulator.size != showdown.SEVEN or tables.lookups.graders[0, KIND] != BY_RANKS:
        raise MissingPart(f"{name}: the ranks of seven cards do not tell who wins", hint=hint)
    if (tables.bet_of_class >= showdown.ASK).any():
        raise MissingPart(f"{name}: this strategy asks for more than the class of a hand", hint="use --strategy chart")
    for wager, row in zip(simulator.layout.wagers[1:], tables.bonuses, strict=True):
        if row[showdown.SEES_DEALER] or tables.lookups.graders[row[showdown.GRADER], KIND] != BY_RANKS:
            raise MissingPart(f"{name}: {wager.wager} looks at more than the player's ranks", hint=hint)
    return RankSimulator(simulator.layout, tables, rank_tables())


HAND: Final = 7
SUITS: Final = 4
SMALL, LARGE = 4, 5  # Ranks in the two low groups, and in the high one.
EVERY_PAIR: Final = HAND + 8 * HAND
PAIRS: Final = 36  # Pairs of counts from none to seven, whichever hand has more.
SPLIT_BITS, SMALL_BITS, LARGE_BITS = 12, 2 * SMALL, 2 * LARGE
SMALL_AT: Final = 1 << SPLIT_BITS
LARGE_AT: Final = SMALL_AT + (PAIRS << SMALL_BITS)
ENTRIES: Final = LARGE_AT + (PAIRS << LARGE_BITS)
BLOCK_AT: Final = 2  # The block of a round's words that deals by ranks.
CHOSEN_CARDS: Final = 1 << 62  # Added to a round's number: the stream that chooses cards for its ranks.
_BLOCK_AT = np.uint64(BLOCK_AT)


class RankTables(NamedTuple):
    """The table of splits, those of four ranks and those of five, one after the other."""

    entries: UInt32s  # A threshold above the other choice; both fill 32 bits.
    rest: Words  # The next 64 bits of each threshold.


def _alias(weights: Sequence[int], bits: int) -> Iterator[tuple[int, int]]:
    """The columns of one table: an entry and the rest of its threshold, by whole numbers throughout."""
    columns, total = 1 << bits, sum(weights)
    left = [weight * columns for weight in weights]
    other = list(range(columns))
    low = [place for place, weight in enumerate(left) if weight < total]
    high = [place for place, weight in enumerate(left) if weight >= total]
    full = dict.fromkeys(range(columns), True)
    while low:
        poor, rich = low.pop(), high[-1]
        other[poor], full[poor] = rich, False
        left[rich] -= total - left[poor]
        if left[rich] < total:
            low.append(high.pop())
    room = 32 - bits
    for place in range(columns):
        threshold, part = (0, 0) if full[place] else divmod(left[place] << room, total)
        yield threshold << bits | other[place], (part << 64) // total


def _ways(ranks: int) -> dict[tuple[int, int, int], dict[tuple[int, int], int]]:
    """By ranks that both hands hold, the first alone, the second alone: by cards of each, the ways to choose them."""

    def one_rank(first: bool, second: bool) -> dict[tuple[int, int], int]:
        return {
            (a, b): comb(SUITS, a) * comb(SUITS - a, b)
            for a in (range(1, SUITS + 1) if first else (0,))
            for b in (range(1, SUITS - a + 1) if second else (0,))
        }

    def times(one: dict[tuple[int, int], int], other: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
        found: dict[tuple[int, int], int] = {}
        for (a, b), ways in one.items():
            for (c, d), more in other.items():
                if a + c <= HAND and b + d <= HAND:
                    found[a + c, b + d] = found.get((a + c, b + d), 0) + ways * more
        return found

    both, first, second = one_rank(True, True), one_rank(True, False), one_rank(False, True)
    table = {(0, 0, 0): {(0, 0): 1}}
    for shared, mine in product(range(ranks + 1), repeat=2):
        for theirs in range(ranks + 1 - shared - mine if shared + mine <= ranks else 0):
            if theirs:
                table[shared, mine, theirs] = times(table[shared, mine, theirs - 1], second)
            elif mine:
                table[shared, mine, 0] = times(table[shared, mine - 1, 0], first)
            elif shared:
                table[shared, 0, 0] = times(table[shared - 1, 0, 0], both)
    return table


def _weights(ranks: int) -> Iterator[list[int]]:
    """For every pair of counts, larger hand first: by sets of ranks of both, the ways to deal them."""
    ways = _ways(ranks)
    every = range(1 << ranks)
    kinds = [
        ((one & other).bit_count(), (one & ~other).bit_count(), (other & ~one).bit_count())
        for other in every
        for one in every
    ]
    for more in range(HAND + 1):
        for fewer in range(more + 1):
            yield [ways[kind].get((more, fewer), 0) for kind in kinds]


def _split_weights() -> list[int]:
    """By the pairs of both low groups, the ways to deal that many cards from each group."""

    def ways(ranks: int, own: int, dealer: int) -> int:
        return comb(SUITS * ranks, own) * comb(SUITS * ranks - own, dealer)

    weights = [0] * (1 << SPLIT_BITS)
    counts = [(one, two) for one in range(HAND + 1) for two in range(HAND + 1 - one)]
    for own, dealer in product(counts, repeat=2):
        first, second = (own[group] + 8 * dealer[group] for group in range(2))
        last = HAND - sum(own), HAND - sum(dealer)
        weights[first | second << 6] = (
            ways(SMALL, own[0], dealer[0]) * ways(SMALL, own[1], dealer[1]) * ways(LARGE, *last)
        )
    return weights


@cache
def rank_tables() -> RankTables:
    """All alias tables; a fifth of a second."""
    columns = list(_alias(_split_weights(), SPLIT_BITS))
    for ranks, bits in ((SMALL, SMALL_BITS), (LARGE, LARGE_BITS)):
        for weights in _weights(ranks):
            columns += _alias(weights, bits)
    entries, rest = zip(*columns, strict=True)
    return RankTables(np.array(entries, dtype=np.uint32), np.array(rest, dtype=np.uint64))


@compiled
def _choose(
    word: Word,
    bits: Word,
    at: Word,
    which: Word,
    seed: Word,
    number: Word,
    entries: UInt32s,
    rest: Words,
) -> Word:
    """One draw from the table that begins at a place."""
    column = word >> (WORD_BITS - bits)
    entry = np.uint64(entries[at + column])
    part, threshold = word & ((ONE << (WORD_BITS - bits)) - ONE), entry >> bits
    other = entry & ((ONE << bits) - ONE)
    if part != threshold:
        return column if part < threshold else other
    w0, w1, _, _ = block(seed, number, _BLOCK_AT, which + ONE)
    return column if (w0 << WORD_BITS | w1) < rest[at + column] else other


_3, _6, _7, _8, _15, _31, _63 = (np.uint64(each) for each in (3, 6, 7, 8, 15, 31, 63))
_4, _5, _2 = np.uint64(4), np.uint64(5), np.uint64(2)
_SPLIT_BITS, _SMALL_BITS, _LARGE_BITS = np.uint64(SPLIT_BITS), np.uint64(SMALL_BITS), np.uint64(LARGE_BITS)
_SMALL_AT, _LARGE_AT, _EVERY_PAIR = np.uint64(SMALL_AT), np.uint64(LARGE_AT), np.uint64(EVERY_PAIR)


@compiled
def _place_of_pair(pair: Word) -> Word:
    own, dealer = pair & _7, pair >> _3
    more, fewer = max(own, dealer), min(own, dealer)
    place: Word = (more * (more + ONE) >> ONE) + fewer
    return place


@compiled
def two_rank_sets(seed: Word, number: Word, entries: UInt32s, rest: Words) -> tuple[Word, Word, Word]:
    """The ranks of the player's hand, those of the dealer's, and the pairs of the two low groups."""
    w0, w1, w2, w3 = block(seed, number, _BLOCK_AT, ZERO)
    split = _choose(w0, _SPLIT_BITS, ZERO, ZERO, seed, number, entries, rest)
    p0, p1 = split & _63, split >> _6
    p2 = _EVERY_PAIR - p0 - p1
    s0 = _choose(w1, _SMALL_BITS, _SMALL_AT + (_place_of_pair(p0) << _SMALL_BITS), ONE, seed, number, entries, rest)
    s1 = _choose(w2, _SMALL_BITS, _SMALL_AT + (_place_of_pair(p1) << _SMALL_BITS), _2, seed, number, entries, rest)
    s2 = _choose(w3, _LARGE_BITS, _LARGE_AT + (_place_of_pair(p2) << _LARGE_BITS), _3, seed, number, entries, rest)
    if p0 & _7 < p0 >> _3:
        s0 = s0 >> _4 | (s0 & _15) << _4
    if p1 & _7 < p1 >> _3:
        s1 = s1 >> _4 | (s1 & _15) << _4
    if p2 & _7 < p2 >> _3:
        s2 = s2 >> _5 | (s2 & _31) << _5
    own = s0 & _15 | (s1 & _15) << _4 | (s2 & _31) << _8
    dealer = s0 >> _4 | s1 >> _4 << _4 | s2 >> _5 << _8
    return own, dealer, split


def cards_of_ranks(seed: int, number: int) -> tuple[Card, ...]:
    """Cards that a round by ranks may have had, from a stream of their own: the player's seven, then the dealer's."""
    tables = rank_tables()
    found = two_rank_sets(np.uint64(seed), np.uint64(number), tables.entries, tables.rest)
    own_ranks, dealer_ranks, split = map(int, found)
    pairs = (split & 63, split >> 6, EVERY_PAIR - (split & 63) - (split >> 6))
    source = PhiloxSource(seed, number | CHOSEN_CARDS)
    own: list[Card] = []
    dealer: list[Card] = []
    first = 0
    for pair, size in zip(pairs, (SMALL, SMALL, LARGE), strict=True):
        flags = [(own_ranks >> rank & 1, dealer_ranks >> rank & 1) for rank in range(first, first + size)]
        listed = list(_holdings(flags, pair & 7, pair >> 3))
        ends = list(accumulate(ways for _, ways in listed))
        counts, _ = listed[bisect_right(ends, source.below(ends[-1]))]
        for rank, (mine, theirs) in enumerate(counts, first):
            suits = list(range(SUITS))
            for hand, many in ((own, mine), (dealer, theirs)):
                chosen = list(combinations(suits, many))
                taken = chosen[source.below(len(chosen))]
                hand += [DECK[rank * SUITS + suit] for suit in taken]
                suits = [suit for suit in suits if suit not in taken]
        first += size
    return (*own, *dealer)


def _holdings(
    flags: Sequence[tuple[int, int]], own: int, dealer: int
) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
    """Every way to spread cards of both hands over ranks that they are known to hold, with its weight."""
    if not flags:
        if own == dealer == 0:
            yield (), 1
        return
    (has_own, has_dealer), *others = flags
    for mine in range(1, min(own, SUITS) + 1) if has_own else (0,):
        for theirs in range(1, min(dealer, SUITS - mine) + 1) if has_dealer else (0,):
            weight = comb(SUITS, mine) * comb(SUITS - mine, theirs)
            for rest, ways in _holdings(others, own - mine, dealer - theirs):
                yield ((mine, theirs), *rest), weight * ways
