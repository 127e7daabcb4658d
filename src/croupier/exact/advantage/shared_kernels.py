"""The compiled step of ``shared_ranks``: a low way beside many high ways, decided and booked.

Counts are 32-bit integers: sums of products may wrap on the way, but the results are below 2 ** 31 and so are right.
Gains are compared in float64, where they are exact; deals are added up in 64 bits, as the caller has checked.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.exact.showdown.technique import Counts
from croupier.exact.showdown.terms import CASES
from croupier.kernels.compiled import compiled

ABREAST: Final = 128
"""High ways at a time, so that their counts stay in the processor's cache."""
PART: Final = 31
"""Sums of many rows are kept in two parts, the lower of this many bits."""

Numbers = NDArray[np.int32]


@compiled
def _hands(rows: Numbers, low: Numbers, high: Numbers, starts: Counts, begin: int, wide: int) -> None:
    """For each group, the hands of a low way beside some high ways: a sum of products over the group's terms."""
    for group in range(len(starts) - 1):
        row = rows[group]
        for at in range(wide):
            row[at] = 0
        for term in range(starts[group], starts[group + 1]):
            ways = low[term]
            if ways:
                theirs = high[term, begin : begin + wide]
                for at in range(wide):
                    row[at] += ways * theirs[at]


@compiled
def _gains(
    best: Numbers, most: NDArray[np.float64], number: int, extra: NDArray[np.float64], levels: Numbers, total: int
) -> None:
    """Take a bet wherever it brings more than the best before it."""
    by_low, by_below, by_equal = extra[0] - extra[1], extra[1] - extra[2], extra[2] - extra[3]
    whole = extra[3] * total
    for at in range(len(best)):
        gain = by_low * levels[0, at] + by_below * levels[1, at] + by_equal * levels[2, at] + whole
        best[at] = number if gain > most[at] else best[at]
        most[at] = gain if gain > most[at] else most[at]


@compiled
def _book(
    account: Counts, best: Numbers, number: int, hands: Numbers, weight: Numbers, levels: Numbers, total: int
) -> None:
    """Add up, by case, the deals that are played with one bet."""
    low = below = equal = whole = np.int64(0)
    for at in range(len(best)):
        deals = np.int64(hands[at]) * weight[at] if best[at] == number else np.int64(0)
        low += deals * levels[0, at]
        below += deals * levels[1, at]
        equal += deals * levels[2, at]
        whole += deals
    account[0] += low
    account[1] += below - low
    account[2] += equal - below
    account[3] += whole * total - equal


@compiled
def count_shared(
    booked: Counts,
    own_low: Numbers,
    dealer_low: Numbers,
    own_high: Numbers,
    dealer_high: Numbers,
    starts: Counts,
    qualifying: int,
    totals: tuple[int, int],
    low_weight: Counts,
    high_weight: Numbers,
    extra: NDArray[np.float64],
    bets: Counts,
) -> None:
    """Decide and book each of some low ways beside each of some high ways.

    ``booked`` (parts, groups, bets, cases); ``own_low`` and ``dealer_low`` (low ways, terms), ``own_high`` and
    ``dealer_high`` (terms, high ways). The first groups are the ``qualifying`` classes, lowest first; the last one is
    whatever the others leave. ``extra`` (groups, bets, cases) is what a bet brings beyond the first.
    """
    groups, high_ways = len(bets), own_high.shape[1]
    mine = np.zeros((groups, ABREAST), dtype=np.int32)
    theirs = np.zeros((qualifying, ABREAST), dtype=np.int32)
    levels = np.zeros((3, ABREAST), dtype=np.int32)
    best = np.zeros(ABREAST, dtype=np.int32)
    most = np.zeros(ABREAST)
    account = np.zeros((groups, booked.shape[2], CASES), dtype=np.int64)
    own_total, dealer_total = totals
    for row in range(len(own_low)):
        account[:] = 0
        for begin in range(0, high_ways, ABREAST):
            wide = min(ABREAST, high_ways - begin)
            weight = high_weight[begin : begin + wide]
            _hands(mine, own_low[row], own_high, starts, begin, wide)
            _hands(theirs, dealer_low[row], dealer_high, starts[: qualifying + 1], begin, wide)
            rest = mine[groups - 1]
            for at in range(wide):
                rest[at] = own_total
                levels[0, at] = dealer_total
            for group in range(groups - 1):
                for at in range(wide):
                    rest[at] -= mine[group, at]
            for group in range(qualifying):
                for at in range(wide):
                    levels[0, at] -= theirs[group, at]
            for at in range(wide):
                levels[1, at] = levels[2, at] = levels[0, at]
            for each in range(groups):
                # Classes that do not qualify come first, where all three levels are the same.
                group = (each + qualifying) % groups
                if group < qualifying:
                    for at in range(wide):
                        levels[1, at] = levels[2, at]
                        levels[2, at] += theirs[group, at]
                for at in range(wide):
                    best[at] = 0
                    most[at] = 0.0
                for number in range(1, bets[group]):
                    _gains(best[:wide], most[:wide], number, extra[group, number], levels, dealer_total)
                for number in range(bets[group]):
                    _book(account[group, number], best[:wide], number, mine[group], weight, levels, dealer_total)
        for group in range(groups):
            for number in range(bets[group]):
                for case in range(CASES):
                    deals = account[group, number, case]
                    booked[0, group, number, case] += (deals >> PART) * low_weight[row]
                    booked[1, group, number, case] += (deals & ((1 << PART) - 1)) * low_weight[row]
