"""One level of a full table, compiled: what each holder of the best hand expects, set by set and contest by contest.

Sets are taken in blocks, so that the ways to make a draw are found for a whole block at once and neighboring sets read
neighboring rows of the next level's table. Draws come in rising order of the class that they make.

*A draw* that is lower than a contest leaves the holders what the next level says; one that ties shares with the seat to
act; one that is higher brings the seat what a lone holder of its class expects. Where few contests are possible for
a set (``few_contests``) only those are computed; the rest of its row is never read.
"""

from __future__ import annotations

import numpy as np

from croupier.exact.ricochet.level_tables import Contests, Draws, Next, Possible, Sets
from croupier.kernels.arrays import Bytes, Floats, Whole
from croupier.kernels.compiled import compiled

BLOCK = 64


@compiled
def _places(sets: Sets, drawn: int, key1: int, is_end: bool) -> tuple[int, int]:
    """The places of the second keys that make a set with a first one; past the last, one turn finishes the block."""
    if is_end:
        return 0, 1
    others = 3 * drawn - sets.size1[key1]
    if others < 0 or others + 1 >= sets.starts.shape[0]:
        return 0, 0
    return sets.starts[others], sets.starts[others + 1]


@compiled
def _enter(sets: Sets, key1: int, key2: int, factors: Floats, key: Whole, at: int) -> None:
    """A set joins the block: the keys that it has on the next level, and how many ways to draw cards of each type."""
    key[at, 0] = sets.onto1[key1, 0] + sets.onto2[key2, 0]
    key[at, 1] = sets.onto1[key1, 1] + sets.onto2[key2, 1]
    types1 = sets.digits1.shape[1]
    types = types1 + sets.digits2.shape[1]
    for each in range(types):
        taken = sets.digits1[key1, each] if each < types1 else sets.digits2[key2, each - types1]
        left = float(sets.counts[each] - taken)
        factors[1 + each, at] = left
        factors[1 + types + each, at] = left * (left - 1) / 2
        factors[1 + 2 * types + each, at] = left * (left - 1) * (left - 2) / 6


@compiled
def _add_up(lead: Floats, in_block: int) -> None:
    """By class, what it and all higher ones bring."""
    for cls in range(lead.shape[0] - 2, -1, -1):
        for each in range(in_block):
            lead[cls, each] += lead[cls + 1, each]


@compiled
def _list_few(sets: Sets, possible: Possible, key1: int, key2: int, few: Whole, seen: Bytes, cards: Whole) -> int:
    """The contests that a set can lead to, in rising order; how many there are."""
    types1 = sets.digits1.shape[1]
    held = 0
    for each in range(types1 + sets.digits2.shape[1]):
        taken = sets.digits1[key1, each] if each < types1 else sets.digits2[key2, each - types1]
        for _ in range(taken):
            cards[held] = each
            held += 1
    low, high = seen.shape[0], 0
    if possible.always >= 0:
        low = high = possible.always
        seen[low] = 1
    for one in range(held):
        for two in range(one + 1, held):
            for three in range(two + 1, held):
                triple = possible.triple[cards[one], cards[two], cards[three]]
                for place in range(possible.starts[triple], possible.starts[triple + 1]):
                    contest = possible.found[place]
                    seen[contest] = 1
                    low, high = min(low, contest), max(high, contest)
    many = 0
    for contest in range(low, high + 1):
        if seen[contest]:
            seen[contest] = 0
            for more in range(possible.holders[contest] + 1):
                few[many] = contest + more
                many += 1
    return many


@compiled
def few_contests(
    first: int,
    last: int,
    drawn: int,
    sets: Sets,
    later: Next,
    draws: Draws,
    contests: Contests,
    possible: Possible,
    total: float,
    multiple: float,
    error: float,
    worth: Floats,
) -> None:
    """The sets of a range of first keys, each with the contests that it can lead to."""
    classes = draws.leads.shape[0]
    types = sets.counts.shape[0]
    width = contests.stays.shape[0]
    factors = np.ones((1 + 3 * types, BLOCK))
    ways = np.zeros(BLOCK)
    key = np.zeros((BLOCK, 2), dtype=np.int64)
    row = np.zeros(BLOCK, dtype=np.int64)
    many = np.zeros(BLOCK, dtype=np.int64)
    few = np.zeros((BLOCK, width), dtype=np.int64)
    kept, tied = np.zeros((BLOCK, width)), np.zeros((BLOCK, width))
    at_reach, at_tie = np.zeros(BLOCK, dtype=np.int64), np.zeros(BLOCK, dtype=np.int64)
    lead, bonus = np.zeros((classes + 1, BLOCK)), np.zeros(BLOCK)
    seen = np.zeros(width, dtype=np.uint8)
    cards = np.zeros(64, dtype=np.int64)
    values = later.worth
    in_block = 0
    for key1 in range(first, last + 1):
        is_end = key1 == last
        start, stop = _places(sets, drawn, key1, is_end)
        for place in range(start, stop):
            if not is_end:
                key2 = sets.in_order[place]
                found = _list_few(sets, possible, key1, key2, few[in_block], seen, cards)
                if found:
                    many[in_block] = found
                    _enter(sets, key1, key2, factors, key, in_block)
                    row[in_block] = sets.base[key1] + place - start
                    kept[in_block, :found] = 0.0
                    tied[in_block, :found] = 0.0
                    in_block += 1
            if in_block == 0 or (in_block < BLOCK and not is_end):
                continue
            lead[:] = 0.0
            bonus[:] = 0.0
            at_reach[:] = 0
            at_tie[:] = 0
            for cls in range(classes):
                for each in range(in_block):
                    # From here on contests are not lower than the class: first those that tie, then the higher ones.
                    while at_tie[each] < many[each] and contests.beats[few[each, at_tie[each]]] <= cls:
                        at_tie[each] += 1
                    at_reach[each] = max(at_reach[each], at_tie[each])
                    while at_reach[each] < many[each] and contests.reaches[few[each, at_reach[each]]] <= cls:
                        at_reach[each] += 1
                leads = draws.leads[cls]
                for draw in range(draws.starts[cls], draws.starts[cls + 1]):
                    one, two, three = draws.ways[draw, 0], draws.ways[draw, 1], draws.ways[draw, 2]
                    for each in range(in_block):
                        ways[each] = factors[one, each] * factors[two, each] * factors[three, each]
                    step1, step2 = draws.keys[draw, 0], draws.keys[draw, 1]
                    for each in range(in_block):
                        weight = ways[each]
                        if weight == 0.0:
                            continue
                        at = later.drawn_base[key[each, 0] + step1] + later.rank[key[each, 1] + step2]
                        bonus[each] += weight * draws.bonus[draw]
                        if leads >= 0 and at_tie[each] > 0:
                            lead[cls, each] += weight * values[at, leads]
                        for which in range(at_tie[each], at_reach[each]):
                            tied[each, which] += weight * values[at, contests.ties[few[each, which]]]
                        for which in range(at_reach[each], many[each]):
                            kept[each, which] += weight * values[at, contests.stays[few[each, which]]]
            _add_up(lead, in_block)
            for each in range(in_block):
                folded = later.stays_base[key[each, 0]] + later.rank[key[each, 1]]
                for which in range(many[each]):
                    contest = few[each, which]
                    own = lead[contests.beats[contest], each] + tied[each, which] + bonus[each]
                    if own / total - multiple >= -error:
                        worth[row[each], contest] = (kept[each, which] + tied[each, which]) / total
                    else:
                        worth[row[each], contest] = values[folded, contests.stays[contest]]
            in_block = 0


@compiled
def all_contests(
    first: int,
    last: int,
    drawn: int,
    sets: Sets,
    later: Next,
    draws: Draws,
    contests: Contests,
    total: float,
    multiple: float,
    error: float,
    worth: Floats,
) -> None:
    """The sets of a range of first keys, each with every contest of the level."""
    classes = draws.leads.shape[0]
    types = sets.counts.shape[0]
    width, here = later.worth.shape[1], worth.shape[1]
    factors = np.ones((1 + 3 * types, BLOCK))
    ways = np.zeros(BLOCK)
    key = np.zeros((BLOCK, 2), dtype=np.int64)
    row = np.zeros(BLOCK, dtype=np.int64)
    so_far = np.zeros((BLOCK, width))
    kept, tied = np.zeros((BLOCK, here)), np.zeros((BLOCK, here))
    lead, bonus = np.zeros((classes + 1, BLOCK)), np.zeros(BLOCK)
    values = later.worth
    in_block = 0
    for key1 in range(first, last + 1):
        is_end = key1 == last
        start, stop = _places(sets, drawn, key1, is_end)
        for place in range(start, stop):
            if not is_end:
                key2 = sets.in_order[place]
                _enter(sets, key1, key2, factors, key, in_block)
                row[in_block] = sets.base[key1] + place - start
                in_block += 1
            if in_block == 0 or (in_block < BLOCK and not is_end):
                continue
            lead[:] = 0.0
            bonus[:] = 0.0
            so_far[:] = 0.0
            tied[:] = 0.0
            for cls in range(classes + 1):
                # The contests with this class for their best hand: all that is lower has been added up.
                for contest in range(contests.first_tie[cls], contests.first_tie[cls + 1]):
                    for each in range(in_block):
                        kept[each, contest] = so_far[each, contests.stays[contest]]
                if cls == classes:
                    break
                ties_from, ties_to = contests.first_tie[cls], contests.first_tie[cls + 1]
                leads, low = draws.leads[cls], contests.lowest[cls]
                for draw in range(draws.starts[cls], draws.starts[cls + 1]):
                    one, two, three = draws.ways[draw, 0], draws.ways[draw, 1], draws.ways[draw, 2]
                    for each in range(in_block):
                        ways[each] = factors[one, each] * factors[two, each] * factors[three, each]
                    step1, step2 = draws.keys[draw, 0], draws.keys[draw, 1]
                    for each in range(in_block):
                        weight = ways[each]
                        if weight == 0.0:
                            continue
                        at = later.drawn_base[key[each, 0] + step1] + later.rank[key[each, 1] + step2]
                        bonus[each] += weight * draws.bonus[draw]
                        if leads >= 0:
                            lead[cls, each] += weight * values[at, leads]
                        for contest in range(ties_from, ties_to):
                            if contests.beats[contest] > cls:
                                tied[each, contest] += weight * values[at, contests.ties[contest]]
                        for contest in range(low, width):
                            so_far[each, contest] += weight * values[at, contest]
            _add_up(lead, in_block)
            for each in range(in_block):
                folded = later.stays_base[key[each, 0]] + later.rank[key[each, 1]]
                for contest in range(here):
                    own = lead[contests.beats[contest], each] + tied[each, contest] + bonus[each]
                    if own / total - multiple >= -error:
                        worth[row[each], contest] = (kept[each, contest] + tied[each, contest]) / total
                    else:
                        worth[row[each], contest] = values[folded, contests.stays[contest]]
            in_block = 0


@compiled
def last_to_act(
    first: int,
    last: int,
    drawn: int,
    sets: Sets,
    rank_of_type: Whole,
    in_suit: Whole,
    ways_of: Whole,
    starts: Whole,
    signs: Floats,
    bonus_of: Floats,
    contests: Contests,
    holders: Whole,
    shares: Floats,
    total: float,
    multiple: float,
    error: float,
    worth: Floats,
) -> None:
    """The sets of a range of first keys before the last to act: only the classes that its draws make count.

    Draws are by rank; those of its own suit, where it holds one, are then moved to their flushes (``signs``).
    """
    classes = starts.shape[0] - 1
    ranks = 13
    types1, here = sets.digits1.shape[1], worth.shape[1]
    types = types1 + sets.digits2.shape[1]
    left = np.zeros((2 * ranks, BLOCK))
    factors = np.ones((1 + 4 * ranks, BLOCK))
    row = np.zeros(BLOCK, dtype=np.int64)
    made = np.zeros((classes + 1, BLOCK))
    bonus = np.zeros(BLOCK)
    in_block = 0
    for key1 in range(first, last + 1):
        is_end = key1 == last
        start, stop = _places(sets, drawn, key1, is_end)
        for place in range(start, stop):
            if not is_end:
                key2 = sets.in_order[place]
                left[:, in_block] = 0.0
                for each in range(types):
                    taken = sets.digits1[key1, each] if each < types1 else sets.digits2[key2, each - types1]
                    free = float(sets.counts[each] - taken)
                    left[rank_of_type[each], in_block] += free
                    if in_suit[each]:
                        left[ranks + rank_of_type[each], in_block] = free
                row[in_block] = sets.base[key1] + place - start
                in_block += 1
            if in_block == 0 or (in_block < BLOCK and not is_end):
                continue
            for rank in range(ranks):
                for each in range(BLOCK):
                    free = left[rank, each]
                    factors[1 + rank, each] = free
                    factors[1 + ranks + rank, each] = free * (free - 1) / 2
                    factors[1 + 2 * ranks + rank, each] = free * (free - 1) * (free - 2) / 6
                    factors[1 + 3 * ranks + rank, each] = left[ranks + rank, each]
            bonus[:] = 0.0
            made[classes, :] = 0.0
            for cls in range(classes - 1, -1, -1):
                of_class = made[cls]
                of_class[:] = 0.0
                for draw in range(starts[cls], starts[cls + 1]):
                    one, two, three = ways_of[draw, 0], ways_of[draw, 1], ways_of[draw, 2]
                    sign, paid = signs[draw], signs[draw] * bonus_of[draw]
                    for each in range(BLOCK):
                        of_class[each] += sign * factors[one, each] * factors[two, each] * factors[three, each]
                    if paid != 0.0:
                        for each in range(BLOCK):
                            bonus[each] += paid * factors[one, each] * factors[two, each] * factors[three, each]
                for each in range(BLOCK):
                    of_class[each] += made[cls + 1, each]
            for each in range(in_block):
                for contest in range(here):
                    shared = holders[contest]
                    higher = made[contests.beats[contest], each]
                    equal = made[contests.reaches[contest], each] - higher
                    own = higher * shares[drawn + 1, 1] + equal * shares[drawn + 1, shared + 1] + bonus[each]
                    if own / total - multiple >= -error:
                        lower = total - higher - equal
                        kept = lower * shares[drawn + 1, shared] + equal * shares[drawn + 1, shared + 1]
                        worth[row[each], contest] = kept / total
                    else:
                        worth[row[each], contest] = shares[drawn, shared]
            in_block = 0
