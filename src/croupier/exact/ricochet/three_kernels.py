"""Three to act, compiled and in whole numbers: what the first takes from the pot over all draws of all three.

*The last to act.* How many of its draws reach a class depends on the ranks that are gone, and on the cards that are
gone of its own suit; the two parts add up. A draw of its own suit is counted by rank first and then moved to its flush,
and whether it can be drawn depends on that suit alone. So two small tables (``by_rank``, ``in_suit``) serve every pair
of draws before.

*The second* is summed over the same types of cards: by rank, and by the last one's suit. Its own flushes are moved
afterwards in the same way, draw by draw, so that no pair of draws needs more types than that. What the first keeps is
summed only where the second is found to play.

A class is always its *column*: the last one's classes in rising order, those that are at least as high.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Int16s, UInt16s, Whole
from croupier.kernels.compiled import compiled

RANKS = 13
TRIPLES = 455
SIXES = 18_564
MASKS = (1 << RANKS) + 32
"""With some more, so that the columns of a table do not all share a line of the processor's cache."""
BLOCK = 1024
"""Draws of the first at a time: a column of the last one's tables then serves all of them while it is at hand."""


class LastTables(NamedTuple):
    """Of the last to act, how many draws reach a column, and what all of its draws are paid as a bonus."""

    by_rank: Int16s
    """(columns + 1, sets of ranks gone)"""
    bonus_by_rank: Whole
    in_suit: Int16s
    """(columns + 1, ranks gone of its suit) what its flushes change."""
    bonus_in_suit: Whole


class Stakes(NamedTuple):
    """Parts of the pot in whole units, for as many draws as were made before the last to act."""

    draws: int
    """Of the last to act."""
    price: int
    """What its draws must bring for it to play."""
    kept: Whole
    """By holders, each one's part if the last to act plays as well."""
    left: Whole
    """By holders, each one's part if it does not."""


class Held(NamedTuple):
    """Draws of three cards of types: what they make, and how they leave the stub."""

    triple: Whole
    """The number of their ranks."""
    mask: Whole
    """Their ranks in the last one's suit."""
    factors: Whole
    """(draws, 3) where the factors of a draw's ways lie."""
    reaches: Whole
    """The column of those that are not lower."""
    beats: Whole
    """The column of those that are higher."""
    made: Whole


@compiled
def number_sixes(threes: Int16s, pair: UInt16s, counts: Int16s) -> None:
    """By two threes, the number of the six ranks together; and by number, how many there are of each rank."""
    choose = np.zeros((RANKS + 6, 7), dtype=np.int64)
    for size in range(RANKS + 6):
        choose[size, 0] = 1
        for taken in range(1, min(size, 6) + 1):
            choose[size, taken] = choose[size - 1, taken - 1] + choose[size - 1, taken]
    held = np.zeros(RANKS, dtype=np.int64)
    for one in range(TRIPLES):
        for other in range(TRIPLES):
            held[:] = 0
            for each in range(3):
                held[threes[one, each]] += 1
                held[threes[other, each]] += 1
            number, at = 0, 0
            for rank in range(RANKS):
                for _ in range(held[rank]):
                    number += choose[rank + at, at + 1]
                    at += 1
            pair[one, other] = number
            for rank in range(RANKS):
                counts[rank, number] = held[rank]


@compiled
def count_by_rank(
    left: Whole, counts: Int16s, ways: Whole, starts: Whole, paid: Whole, found: Int16s, bonus: Whole
) -> None:
    """Every set of ranks gone: how many draws reach each column, from the highest down, and what all are paid.

    The draws below the lowest column come first; they count for the bonus alone.
    """
    columns, many = starts.shape[0] - 2, counts.shape[1]
    block = 128
    factors = np.ones((1 + 3 * RANKS, block), dtype=np.int32)
    sums, reach = np.zeros(block, dtype=np.int64), np.zeros(block, dtype=np.int32)
    for first in range(0, many, block):
        last = min(first + block, many)
        is_possible = False
        for each in range(first, last):
            enough = True
            for rank in range(RANKS):
                enough &= counts[rank, each] <= left[rank]
            is_possible |= enough
        if not is_possible:
            continue
        for rank in range(RANKS):
            for each in range(last - first):
                free = np.int32(max(left[rank] - counts[rank, first + each], 0))
                factors[1 + rank, each] = free
                factors[1 + RANKS + rank, each] = free * (free - 1) // 2
                factors[1 + 2 * RANKS + rank, each] = free * (free - 1) * (free - 2) // 6
        sums[:] = 0
        reach[:] = 0
        for column in range(columns, -1, -1):
            for draw in range(starts[column], starts[column + 1]):
                one, two, three = factors[ways[draw, 0]], factors[ways[draw, 1]], factors[ways[draw, 2]]
                if column:
                    for each in range(block):
                        reach[each] += one[each] * two[each] * three[each]
                if paid[draw]:
                    for each in range(block):
                        sums[each] += paid[draw] * (one[each] * two[each] * three[each])
            if column:
                found[column - 1, first:last] = reach[: last - first]
        bonus[first:last] = sums[: last - first]


@compiled
def count_in_suit(
    free: int, masks: Whole, flush: Whole, plain: Whole, gain: Whole, found: Int16s, bonus: Whole
) -> None:
    """Up to six cards of the suit gone: what moving the other draws of the suit to their flushes changes.

    ``free`` are the ranks left of the suit; by draw, ``flush`` and ``plain`` are columns, -1 for none.
    """
    columns = found.shape[0] - 1
    change = np.zeros(columns + 1, dtype=np.int16)
    gone = free
    while True:
        size, rest = 0, gone
        while rest:
            size, rest = size + 1, rest & (rest - 1)
        if size <= 6:
            change[:] = 0
            paid = 0
            for draw in range(masks.shape[0]):
                if masks[draw] & gone == 0:
                    paid += gain[draw]
                    if flush[draw] >= 0:
                        change[flush[draw]] += 1
                    if plain[draw] >= 0:
                        change[plain[draw]] -= 1
            bonus[gone] = paid
            so_far = 0
            for column in range(columns - 1, -1, -1):
                so_far += change[column]
                found[column, gone] = so_far
        if gone == 0:
            break
        gone = (gone - 1) & free


@compiled
def _part(
    higher: int, reach: int, bonus: int, draws: int, price: int, lead: int, alone: int, shared: int, left: int
) -> int:
    """What each holder gets over all draws of the last to act, which plays where that is worth its price."""
    sharing = (reach - higher) * shared
    kept = (draws - reach) * alone + sharing
    return kept if higher * lead + sharing + bonus >= price else left


@compiled
def _kept(tables: LastTables, stakes: Stakes, reaches: int, beats: int, holders: int, ranks: int, mask: int) -> int:
    """The same for so many holders, when these cards are gone."""
    return _part(
        np.int64(tables.by_rank[beats, ranks]) + tables.in_suit[beats, mask],
        np.int64(tables.by_rank[reaches, ranks]) + tables.in_suit[reaches, mask],
        tables.bonus_by_rank[ranks] + tables.bonus_in_suit[mask],
        stakes.draws,
        stakes.price,
        stakes.kept[1],
        stakes.kept[holders],
        stakes.kept[holders + 1],
        stakes.left[holders],
    )


@compiled
def _sharing(made: int, best: int, holders: int, is_second: bool) -> int:
    """How many share the best hand once the second has made a class against it; 0 where it is not worth asking."""
    if made == best:
        return holders + 1
    if is_second:
        return 1 if made > best else 0
    return holders if made < best else 0


@compiled
def by_type(
    asked: Whole,
    first: Held,
    holders: Whole,
    second: Held,
    bonus: Whole,
    counts: Whole,
    threes: Whole,
    pair: UInt16s,
    tables: LastTables,
    stakes: Stakes,
    is_second: bool,
    found: Whole,
) -> None:
    """For the draws of the first that are asked for: what the second gets over all of its own, or what the first keeps.

    By types alone, flushes of the second counted by rank; the second's draws and the first's come in rising order. What
    the second is paid as a bonus counts for all draws of the last to act.
    """
    types = counts.shape[0]
    factors = np.ones((1 + 3 * types, BLOCK), dtype=np.int8)
    triple, masks = np.zeros(BLOCK, dtype=np.uint16), np.zeros(BLOCK, dtype=np.uint16)
    sums, best = np.zeros(BLOCK, dtype=np.int64), np.zeros(BLOCK, dtype=np.int64)
    draws, price = stakes.draws, stakes.price
    alone, shared, left = stakes.kept[1], stakes.kept[2], stakes.left[1]
    of_ranks, of_mask = tables.bonus_by_rank, tables.bonus_in_suit
    for start in range(0, asked.shape[0], BLOCK):
        many = min(BLOCK, asked.shape[0] - start)
        for at in range(many):
            each = asked[start + at]
            triple[at], masks[at], best[at] = first.triple[each], first.mask[each], first.made[each]
            for kind in range(types):
                free = counts[kind]
                for card in range(3):
                    free -= threes[each, card] == kind
                factors[1 + kind, at] = free
                factors[1 + types + kind, at] = free * (free - 1) // 2
                factors[1 + 2 * types + kind, at] = free * (free - 1) * (free - 2) // 6
        sums[:] = 0
        lower = tied = 0
        for draw in range(second.made.shape[0]):
            made, mask = second.made[draw], np.uint16(second.mask[draw])
            while lower < many and best[lower] < made:
                lower += 1
            while tied < many and best[tied] <= made:
                tied += 1
            one, two = factors[second.factors[draw, 0]], factors[second.factors[draw, 1]]
            three, six = factors[second.factors[draw, 2]], pair[second.triple[draw]]
            if is_second:
                # Where the second leads: one class for all draws of the first that are lower.
                reach, more = tables.by_rank[second.reaches[draw]], tables.in_suit[second.reaches[draw]]
                above, over = tables.by_rank[second.beats[draw]], tables.in_suit[second.beats[draw]]
                for at in range(lower):
                    ranks, gone = six[triple[at]], mask | masks[at]
                    higher, reached = np.int64(above[ranks]) + over[gone], np.int64(reach[ranks]) + more[gone]
                    paid = of_ranks[ranks] + of_mask[gone]
                    part = _part(higher, reached, paid, draws, price, alone, alone, shared, left)
                    sums[at] += one[at] * two[at] * three[at] * part
                if bonus[draw]:
                    for at in range(many):
                        sums[at] += one[at] * two[at] * three[at] * (bonus[draw] * draws)
            for at in range(lower, tied if is_second else many):
                each = asked[start + at]
                share = holders[each] + (at < tied)
                ranks, gone = six[triple[at]], mask | masks[at]
                part = _kept(tables, stakes, first.reaches[each], first.beats[each], share, ranks, gone)
                sums[at] += one[at] * two[at] * three[at] * part
        for at in range(many):
            found[asked[start + at]] = sums[at]


@compiled
def by_flush(
    asked: Whole,
    first: Held,
    holders: Whole,
    is_second: bool,
    flushes: Held,
    plain: Held,
    gain: Whole,
    found: Whole,
    pair: UInt16s,
    tables: LastTables,
    stakes: Stakes,
) -> None:
    """What moving a draw of the second to its flush changes of the same figures; ``plain`` are these draws by rank."""
    for each in asked:
        for draw in range(flushes.made.shape[0]):
            gone = flushes.mask[draw] | first.mask[each]
            ranks = pair[flushes.triple[draw], first.triple[each]]
            change, best = gain[draw] * stakes.draws * is_second, first.made[each]
            for is_flush in range(2):
                made = flushes.made[draw] if is_flush else plain.made[draw]
                share = _sharing(made, best, holders[each], is_second)
                if share:
                    reaches, beats = first.reaches[each], first.beats[each]
                    if made > best:
                        reaches = flushes.reaches[draw] if is_flush else plain.reaches[draw]
                        beats = flushes.beats[draw] if is_flush else plain.beats[draw]
                    kept = _kept(tables, stakes, reaches, beats, share, ranks, gone)
                    change += kept if is_flush else -kept
            found[each, draw] = change


@compiled
def with_flushes(draws: Whole, masks: Whole, by_type: Whole, by_flush: Whole, flushes: Whole, found: Whole) -> None:
    """By draw of the first, what it comes to for those flushes of the second that it leaves in the stub.

    ``draws`` are its places in the other tables; ``masks`` and ``flushes`` are ranks of the second one's suit.
    """
    for draw in range(draws.shape[0]):
        each = draws[draw]
        total = by_type[each]
        for flush in range(flushes.shape[0]):
            if flushes[flush] & masks[draw] == 0:
                total += by_flush[each, flush]
        found[draw] = total


@compiled
def unless_second_plays(first: Held, holders: Whole, tables: LastTables, stakes: Stakes, found: Whole) -> None:
    """By draw of the first, what it keeps if only the last to act may draw after it."""
    for each in range(first.made.shape[0]):
        held = (holders[each], first.triple[each], first.mask[each])
        found[each] = _kept(tables, stakes, first.reaches[each], first.beats[each], *held)
