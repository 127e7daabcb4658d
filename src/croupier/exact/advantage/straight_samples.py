"""Sampled deals of hands that rank by which ranks they hold, compiled.

The hands whose ranks all lie in a set M are as many as the ways to choose from the cards left of M. The sets of ranks
below a level are a sum of such "all in M" with whole coefficients (``terms``, by Moebius inversion, from the game's own
class of each set), so the hands below a level are a sum of binomials. The cards left of M are those of its low ranks
and those of its high ranks, which are added up once a deal. A set that lacks the rank of a seen card counts nothing: it
is given so few cards that its place in the table of binomials holds a zero.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.exact.advantage.sample_kernels import (
    ALL,
    FIELDS,
    Known,
    Offered,
    best_bet,
    book,
    deal,
    sort_into_cases,
)
from croupier.sim.arrays import Bytes, Int16s, Int32s, UInt16s, Whole
from croupier.sim.compiled import compiled
from croupier.sim.stream import Word

LACKS: Final = -64
"""Cards left of a half of a set that lacks what is seen: fewer than any number of cards makes up for."""
NONE_BEFORE: Final = 128
"""Zeros in front of a table of binomials."""


class StraightTables(NamedTuple):
    """A deck's ranks, and its levels as sums."""

    rank: Whole
    """(cards) the rank of a card, by its place in the deck's ranks."""
    place: Whole
    """(sets) the class of a hand that shows just these ranks."""
    suits: int
    ranks: int
    low_ranks: int
    starts: Whole
    """(classes + 2) where the terms of the level below each class begin."""
    sets: UInt16s
    factors: Int16s
    """(terms)"""
    choose: Int32s
    """(cards taken, ``NONE_BEFORE`` and cards left)"""


class StraightRoom(NamedTuple):
    """Room for one deal."""

    left: Whole
    """(ranks) cards left."""
    in_low: Int32s
    in_high: Int32s
    """(sets of half the ranks) cards left."""
    alike_low: Int32s
    alike_high: Int32s
    """The same of cards that look like the one seen."""


@compiled
def _add_up(sums: Int32s, numbers: Whole, first: int, many: int) -> None:
    """For every set of these ranks, the sum of their numbers."""
    sums[0] = 0
    for rank in range(many):
        half = 1 << rank
        number = np.int32(numbers[first + rank])
        for at in range(half):
            sums[half + at] = sums[at] + number


@compiled
def _hands_below(tables: StraightTables, place: int, room: StraightRoom, taken: int) -> int:
    """The dealer's hands whose class is below a given one."""
    low_bits = tables.low_ranks
    low_mask = (1 << low_bits) - 1
    choose = tables.choose[taken]
    found = np.int64(0)
    for term in range(tables.starts[place], tables.starts[place + 1]):
        ranks = np.int64(tables.sets[term])
        cards = room.in_low[ranks & low_mask] + room.in_high[ranks >> low_bits]
        found += np.int64(tables.factors[term]) * np.int64(choose[NONE_BEFORE + cards])
    return found


@compiled
def _hands_alike_below(tables: StraightTables, place: int, room: StraightRoom, taken: int) -> int:
    """The same, once for every card that may be the one whose label was seen."""
    low_bits = tables.low_ranks
    low_mask = (1 << low_bits) - 1
    choose = tables.choose[taken]
    found = np.int64(0)
    for term in range(tables.starts[place], tables.starts[place + 1]):
        ranks = np.int64(tables.sets[term])
        low, high = ranks & low_mask, ranks >> low_bits
        cards = room.in_low[low] + room.in_high[high] - 1
        alike = np.int64(room.alike_low[low]) + np.int64(room.alike_high[high])
        found += alike * np.int64(tables.factors[term]) * np.int64(choose[NONE_BEFORE + cards])
    return found


@compiled
def _count(tables: StraightTables, offered: Offered, place: int, room: StraightRoom, taken: int, cases: Whole) -> None:
    low = below = up_to = _hands_below(tables, offered.first_qualifying, room, taken)
    if place >= offered.first_qualifying:
        below = _hands_below(tables, place, room, taken)
        up_to = _hands_below(tables, place + 1, room, taken)
    total = np.int64(tables.choose[taken, NONE_BEFORE + room.in_low[-1] + room.in_high[-1]])
    sort_into_cases(cases, low, below, up_to, total)


@compiled
def _count_alike(
    tables: StraightTables, offered: Offered, place: int, room: StraightRoom, taken: int, cases: Whole
) -> None:
    low = below = up_to = _hands_alike_below(tables, offered.first_qualifying, room, taken)
    if place >= offered.first_qualifying:
        below = _hands_alike_below(tables, place, room, taken)
        up_to = _hands_alike_below(tables, place + 1, room, taken)
    alike = np.int64(room.alike_low[-1] + room.alike_high[-1])
    total = alike * np.int64(tables.choose[taken, NONE_BEFORE + room.in_low[-1] + room.in_high[-1] - 1])
    sort_into_cases(cases, low, below, up_to, total)


@compiled
def _halves(tables: StraightTables, room: StraightRoom) -> None:
    _add_up(room.in_low, room.left, 0, tables.low_ranks)
    _add_up(room.in_high, room.left, tables.low_ranks, tables.ranks - tables.low_ranks)


@compiled
def _see(tables: StraightTables, room: StraightRoom, known: Known, cards: Bytes) -> None:
    """Sets of ranks that lack a seen one lose all their hands."""
    low = high = 0
    for at in range(known.gone, known.gone + known.seen):
        rank = tables.rank[cards[at]]
        if rank < tables.low_ranks:
            low |= 1 << rank
        else:
            high |= 1 << (rank - tables.low_ranks)
    for ranks in range(len(room.in_low)):
        if ranks & low != low:
            room.in_low[ranks] = LACKS
    for ranks in range(len(room.in_high)):
        if ranks & high != high:
            room.in_high[ranks] = LACKS


@compiled
def sample_straights(
    booked: Whole, seed: Word, first: int, count: int, known: Known, offered: Offered, tables: StraightTables
) -> None:
    """Deal, decide with the sight and without it, and book what differs: ``booked`` (cards alike, lines, fields)."""
    cards, words = np.zeros(known.deck, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    cases = np.zeros(ALL + 1, dtype=np.int64)
    alike = np.zeros(tables.ranks, dtype=np.int64)
    lows, highs = 1 << tables.low_ranks, 1 << (tables.ranks - tables.low_ranks)
    room = StraightRoom(
        np.zeros(tables.ranks, dtype=np.int64),
        np.zeros(lows, dtype=np.int32),
        np.zeros(highs, dtype=np.int32),
        np.zeros(lows, dtype=np.int32),
        np.zeros(highs, dtype=np.int32),
    )
    left = room.left
    assert booked.shape[2] == FIELDS
    for number in range(first, first + count):
        deal(known, cards, words, seed, number)
        left[:] = tables.suits
        shown = 0
        for at in range(known.size):
            rank = tables.rank[cards[at]]
            left[rank] -= 1
            shown |= 1 << rank
        place = tables.place[shown]
        plain = offered.settled[place]
        if plain < 0:
            _halves(tables, room)
            cases[:] = 0
            _count(tables, offered, place, room, known.size, cases)
            plain = best_bet(offered, place, cases)
        for at in range(known.size, known.gone):
            left[tables.rank[cards[at]]] -= 1
        cases[:] = 0
        many = 1
        if len(known.labels):
            label = known.labels[cards[known.gone]]
            alike[:] = 0
            many = 0
            for at in range(known.gone, known.deck):
                if known.labels[cards[at]] == label:
                    alike[tables.rank[cards[at]]] += 1
                    many += 1
            _halves(tables, room)
            _add_up(room.alike_low, alike, 0, tables.low_ranks)
            _add_up(room.alike_high, alike, tables.low_ranks, tables.ranks - tables.low_ranks)
            _count_alike(tables, offered, place, room, known.size - 1, cases)
        else:
            for at in range(known.gone, known.gone + known.seen):
                left[tables.rank[cards[at]]] -= 1
            _halves(tables, room)
            if known.seen:
                _see(tables, room, known, cards)
            _count(tables, offered, place, room, known.size - known.seen, cases)
        best = best_bet(offered, place, cases)
        if best != plain:
            book(booked[many, offered.change[place, plain, best]], cases)
