"""What the kernels of all families share: the best bet, and the book of what a sight changes.

Nothing here knows a rule. Bets and what they bring in each case come in ``Offered``, the dealer's hands from the
family's own counter. Everything booked is a whole number, so the order in which deals are added up does not show.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.kernels.arrays import Whole
from croupier.kernels.compiled import compiled

CASES: Final = 4
"""The dealer does not qualify, or qualifies and is lower, equal or higher."""
ALL: Final = 4
"""Behind the cases: all of the dealer's hands."""
PART: Final = 31
"""Products are added up in two parts, the lower of this many bits; either sum has room for 2 ** 32 deals."""
LOW_PART: Final = (1 << PART) - 1
PAIRS: Final = CASES * (CASES + 1) // 2
SUMS_AT, HIGH_AT, LOW_AT = 1, 1 + CASES, 1 + CASES + PAIRS
FIELDS: Final = LOW_AT + PAIRS
"""Of a line of the book: deals, the sum of each case, and the products of any two cases in their parts."""


class Offered(NamedTuple):
    """What the player may do, by class of hand."""

    nets: Whole
    """(classes, bets, cases)"""
    bets: Whole
    """(classes) how many there are, the smallest first."""
    settled: Whole
    """(classes) the bet without the sight; -1 where the hand's other cards decide."""
    change: Whole
    """(classes, bets, bets) the line of the book for the bet without the sight and the one with it."""
    first_qualifying: int


@compiled
def sort_into_cases(cases: Whole, low: int, below: int, up_to: int, total: int) -> None:
    """Add hands that are counted up to each level: not qualified, below the player's class, and up to it."""
    cases[0] += low
    cases[1] += below - low
    cases[2] += up_to - below
    cases[3] += total - up_to
    cases[ALL] += total


@compiled
def best_bet(offered: Offered, place: int, cases: Whole) -> int:
    """Of equal bets the smaller, which comes first."""
    best, most = 0, np.int64(0)
    for bet in range(offered.bets[place]):
        worth = np.int64(0)
        for case in range(CASES):
            worth += offered.nets[place, bet, case] * cases[case]
        if bet == 0 or worth > most:
            best, most = bet, worth
    return best


@compiled
def bet_if(offered: Offered, place: int, cases: Whole, low: int, below: int, up_to: int, total: int) -> int:
    """The best bet if so many hands were counted up to each level.

    A bet's worth is linear in these numbers. So where they are known only within limits, the bet stays the same if it
    does at every corner of them, and a deal whose bet stays is not booked: it need not be counted to the end.
    """
    cases[:] = 0
    sort_into_cases(cases, low, below, up_to, total)
    return best_bet(offered, place, cases)


@compiled
def book_change(booked: Whole, many: int, offered: Offered, place: int, plain: int, cases: Whole) -> None:
    """Enter a deal whose bet the sight changes: ``booked`` (cards alike, lines, fields)."""
    best = best_bet(offered, place, cases)
    if best == plain:
        return
    assert booked.shape[2] == FIELDS
    line = booked[many, offered.change[place, plain, best]]
    line[0] += 1
    pair = 0
    for one in range(CASES):
        line[SUMS_AT + one] += cases[one]
        for other in range(one, CASES):
            product = cases[one] * cases[other]
            line[HIGH_AT + pair] += product >> PART
            line[LOW_AT + pair] += product & LOW_PART
            pair += 1
