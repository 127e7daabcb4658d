"""The compiled step of ``seen_flushes``: hands whose class one given set makes, beside all that may be seen.

A suit is given by the set of ranks that the player holds in it. The seen cards of a suit matter only through three
numbers. Each number counts sets of the level's length that hold the seen cards and avoid the player's: those below the
first set that qualifies, those below the player's own, and those up to it. Seen cards with equal numbers are counted
together. The *entries* of a suit list them by how many of its cards are seen. The dealer's hands are linear in the
numbers of each suit, so the innermost loop is three products and a comparison.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from croupier.exact.showdown.technique import Counts, Floats
from croupier.kernels.compiled import compiled

SUITS: Final = 4
LEVELS: Final = 3
"""Hands that do not qualify; these and those below the player's; all of these and those that tie."""
PAIRS: Final = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
COEFFICIENTS: Final = 1 + SUITS + len(PAIRS)
MOST_BETS: Final = 3

Lists = tuple[Counts, Counts, Counts, Counts]
"""One table for each suit."""
Numbers = tuple[Floats, Floats, Floats, Floats]


@compiled
def _tally(count: Counts, sets: Counts, until: int, held: int, sizes: Counts, seen: int) -> None:
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
        _tally(low, low_sets, low_until, held, sizes, seen)
        if own >= 0:
            _tally(below, own_sets, own, held, sizes, seen)
            _tally(up_to, own_sets[own : own + 1], 1, held, sizes, seen)
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
    spans = np.zeros((SUITS, 2), dtype=np.int64)
    scratch = (
        np.zeros((MOST_BETS, LEVELS + 1)),
        np.zeros((MOST_BETS, LEVELS + 1), dtype=np.int64),
        np.zeros(LEVELS, dtype=np.int64),
        np.zeros(LEVELS, dtype=np.int64),
    )
    chosen = np.zeros(SUITS, dtype=np.int64)
    for two in range(own + 1 if shape[1] == shape[0] else len(offsets[1])):
        for three in range(two + 1 if shape[2] == shape[1] else len(offsets[2])):
            for four in range(three + 1 if shape[3] == shape[2] else len(offsets[3])):
                # Ways to give the sets to the suits: fewer where some are equal.
                weight, alike = 24, 1
                chosen[1], chosen[2], chosen[3] = two, three, four
                for suit in range(1, SUITS):
                    before = own if suit == 1 else chosen[suit - 1]
                    alike = alike + 1 if shape[suit] == shape[suit - 1] and chosen[suit] == before else 1
                    weight //= alike
                for number in range(len(vectors)):
                    order = orders[number]
                    for loop in range(SUITS):
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
