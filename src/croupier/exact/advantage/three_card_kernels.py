"""The compiled step of ``shared_three_cards``: all ways to know cards, rank by rank, up to the names of suits.

A *mask* says which suits of a rank are known. Suits that have been alike so far are told apart only by it, so one mask
stands for all that differ only in the names of such suits. While ranks are added, two tallies are kept, of the known
cards and of those left: how many there are, pairs of different ranks, and by suit cards and pairs of cards, in fields
of 16 bits.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.technique import Counts
from croupier.kernels.compiled import compiled

KNOWN, LEFT = 0, 1
"""The sides."""
CARDS, PAIRS, BY_SUIT, PAIRS_BY_SUIT, PLAIN = 0, 1, 2, 3, 4
"""What a side's tally holds; ``PLAIN`` are the plain hands whose top rank is below the first that qualifies."""
TALLY: Final = 5
FIELDS = 0x0001_0001_0001_0001
DONE, OPEN = 0, 1

MASK, WAYS, CODE = 0, 1, 2
"""Columns of an option."""


@compiled
def _plain_with_top(tally: Counts, masks: Counts, rank: int, mask: int, straights: Counts, tables: Counts) -> int:
    """Hands of three ranks, not of one suit and not straight, whose top rank has these suits."""
    sizes, fields = tables[0], tables[1]
    pairs = tally[PAIRS]
    flushes = (((tally[PAIRS_BY_SUIT] & fields[mask]) * FIELDS) >> 48) & 0xFFFF
    for number in range(straights.shape[1]):
        middle, low = straights[rank, number]
        if middle >= 0:
            pairs -= sizes[masks[middle]] * sizes[masks[low]]
            flushes -= sizes[mask & masks[middle] & masks[low]]
    plain: int = sizes[mask] * pairs - flushes
    return plain


@compiled
def _add_rank(before: Counts, after: Counts, mask: int, tables: Counts) -> None:
    """A tally with one more rank."""
    size, field = tables[0, mask], tables[1, mask]
    after[PAIRS] = before[PAIRS] + before[CARDS] * size
    after[CARDS] = before[CARDS] + size
    after[PAIRS_BY_SUIT] = before[PAIRS_BY_SUIT] + (before[BY_SUIT] & field)
    after[BY_SUIT] = before[BY_SUIT] + (field & FIELDS)
    after[PLAIN] = before[PLAIN]


@compiled
def _fold_with_top(
    folded: Counts, masks: Counts, rank: int, is_plain: NDArray[np.bool_], sizes: Counts, worth: Counts, state: Counts
) -> int:
    """Fold the plain hands of one top rank, lowest first, until one is worth playing; whether one was found.

    ``state`` is how many hands the dealer has that do not qualify, that qualify and are lower, and all; and the ways.
    """
    own_top, dealer_top = masks[KNOWN, rank], masks[LEFT, rank]
    low, below, total, ways = state
    for middle in range(rank):
        for last in range(middle):
            if not is_plain[rank, middle, last]:
                continue
            all_left = dealer_top & masks[LEFT, middle] & masks[LEFT, last]
            equal = sizes[dealer_top] * sizes[masks[LEFT, middle]] * sizes[masks[LEFT, last]] - sizes[all_left]
            above = total - low - below - equal
            if worth[0] * low + worth[1] * below + worth[2] * equal + worth[3] * above > 0:
                return DONE
            all_known = own_top & masks[KNOWN, middle] & masks[KNOWN, last]
            own = sizes[own_top] * sizes[masks[KNOWN, middle]] * sizes[masks[KNOWN, last]] - sizes[all_known]
            if own:
                folded[0] += ways * own * low
                folded[1] += ways * own * below
                folded[2] += ways * own * equal
                folded[3] += ways * own * above
            below += equal
    state[1] = below
    # If even a hand that ties with none of the dealer's would be played, so is every better one.
    rest = total - low - below
    return DONE if worth[0] * low + worth[1] * below + worth[3] * rest > 0 else OPEN


@compiled
def count_folds(
    folded: Counts,
    unsettled: Counts,
    path: Counts,
    options: Counts,
    known: int,
    first_top: int,
    total: int,
    worth: Counts,
    is_plain: NDArray[np.bool_],
    straights: Counts,
    choose: Counts,
    tables: Counts,
) -> int:
    """Add up the deals that fold, by case, over all ways to know cards that begin with some masks.

    Ways in which no plain hand is worth playing are written to ``unsettled`` (number, masks of suits from the lowest
    rank and how many ways it stands for), as far as there is room, and their number is returned.

    ``options`` (codes, numbers, columns): for suits that are alike in some way, masks up to their names, in how many
    ways each comes, and which suits are still alike after it; rows beyond a code's last option have no ways. ``path``
    names the first masks by their numbers. ``choose`` (ranks, cards) are ways to know this many cards of this many last
    ranks.
    """
    ranks, full = is_plain.shape[0], tables.shape[1] - 1
    sizes = tables[0]
    found = 0
    tally = np.zeros((ranks + 1, 2, TALLY), dtype=np.int64)
    masks = np.zeros((2, ranks), dtype=np.int64)
    code = np.zeros(ranks + 1, dtype=np.int64)
    ways = np.ones(ranks + 1, dtype=np.int64)
    open_cards = np.full(ranks + 1, known, dtype=np.int64)
    below = np.zeros(ranks + 1, dtype=np.int64)
    number = np.zeros(ranks + 1, dtype=np.int64)
    state = np.zeros(4, dtype=np.int64)
    fixed = len(path)
    number[:fixed] = path
    rank = 0
    while rank >= 0:
        at = number[rank]
        if at >= options.shape[1] or options[code[rank], at, WAYS] == 0 or (rank < fixed and at > path[rank]):
            number[rank] = 0 if rank >= fixed else path[rank]
            rank -= 1
            continue
        number[rank] += 1
        mask = options[code[rank], at, MASK]
        left = open_cards[rank] - sizes[mask]
        if left < 0 or choose[ranks - rank - 1, left] == 0:
            continue
        masks[KNOWN, rank], masks[LEFT, rank] = mask, full - mask
        after = rank + 1
        ways[after] = ways[rank] * options[code[rank], at, WAYS]
        code[after] = options[code[rank], at, CODE]
        open_cards[after] = left
        for side in range(2):
            _add_rank(tally[rank, side], tally[after, side], masks[side, rank], tables)
        if rank < first_top:
            for side in range(2):
                tally[after, side, PLAIN] += _plain_with_top(
                    tally[rank, side], masks[side], rank, masks[side, rank], straights, tables
                )
            if after < first_top:
                rank = after
                continue
            low = tally[after, LEFT, PLAIN]
            if worth[0] * low + worth[3] * (total - low) > 0:
                continue
            deals = ways[after] * choose[ranks - after, left] * tally[after, KNOWN, PLAIN]
            folded[0] += deals * low
            folded[3] += deals * (total - low)
            below[after] = 0
        else:
            low = tally[rank, LEFT, PLAIN]
            if mask == 0:
                # No own hand has this top rank: the only question is whether better ones are played.
                dealers = _plain_with_top(tally[rank, LEFT], masks[LEFT], rank, full, straights, tables)
                below[after] = below[rank] + dealers
                rest = total - low - below[after]
                if worth[0] * low + worth[1] * below[after] + worth[3] * rest > 0:
                    continue
            else:
                state[0], state[1], state[2] = low, below[rank], total
                state[3] = ways[after] * choose[ranks - after, left]
                if _fold_with_top(folded, masks, rank, is_plain, sizes, worth, state) == DONE:
                    continue
                below[after] = state[1]
        if after == ranks:
            if found < len(unsettled):
                unsettled[found, :ranks] = masks[KNOWN]
                unsettled[found, ranks] = ways[after]
            found += 1
            continue
        rank = after
    return found
