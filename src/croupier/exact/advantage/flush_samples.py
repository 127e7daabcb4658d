"""Sampled deals of hands that rank by their best suit, compiled.

A hand is below a level where every suit's ranks are: shorter than the level's length, or of that length and below the
level's set. For each suit that is a polynomial in the number of cards, and the hands are a coefficient of the product.
Sets of one length rank as the numbers that their ranks make as bits (the tables are checked for it), so the sets below
a given one are counted bit by bit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.exact.advantage.sample_deals import Known, Run, deal, looks_alike, new_paper
from croupier.exact.advantage.sample_kernels import Offered, best_bet, book_change, sort_into_cases
from croupier.kernels.arrays import Whole
from croupier.kernels.compiled import compiled
from croupier.kernels.stream import whole

SUITS: Final = 4
"""At most; a suit that the deck lacks has no cards."""


class FlushTables(NamedTuple):
    """A deck's sets of ranks, in their order."""

    suit: Whole
    bit: Whole
    """(cards) the suit of a card, and its rank as a bit."""
    place: Whole
    """(sets) the class that a suit's ranks make; -1 where no hand is so short."""
    length: Whole
    start: Whole
    """(classes) of the level below each class, the length and the set."""
    ranks: int
    choose: Whole
    held: Whole
    """(sets) how many ranks there are."""


class FlushRoom(NamedTuple):
    """Room for one deal."""

    free: Whole
    seen: Whole
    """(suits) ranks that are left, and those seen in the dealer's hand."""
    ways: Whole
    """(suits, cards)"""


@compiled
def _sets_below(tables: FlushTables, length: int, start: int, free: int, seen: int) -> int:
    """The sets of a length that hold all that is seen and otherwise only free ranks, and rank below ``start``."""
    choose, held = tables.choose, tables.held
    missing = length - held[seen]
    found = 0
    for rank in range(tables.ranks - 1, -1, -1):
        if missing < 0:
            break
        bit = 1 << rank
        if start & bit:
            if not seen & bit:
                # Sets without this rank rank lower, whatever else they hold.
                found += choose[held[free & (bit - 1)], missing]
                if not free & bit:
                    break
                missing -= 1
        elif seen & bit:
            break
    return found


@compiled
def _hands_below(tables: FlushTables, place: int, room: FlushRoom, size: int) -> int:
    """The dealer's hands whose class is below a given one."""
    length, start = tables.length[place], tables.start[place]
    ways = room.ways
    for suit in range(SUITS):
        free, seen = room.free[suit], room.seen[suit]
        many, forced = tables.held[free], tables.held[seen]
        for taken in range(size + 1):
            ways[suit, taken] = 0
        for taken in range(forced, min(length, size + 1)):
            ways[suit, taken] = tables.choose[many, taken - forced]
        if length <= size:
            ways[suit, length] = _sets_below(tables, length, start, free, seen)
    found = np.int64(0)
    for two in range(size + 1):
        one_pair = other_pair = np.int64(0)
        for taken in range(two + 1):
            one_pair += ways[0, taken] * ways[1, two - taken]
        if one_pair:
            rest = size - two
            for taken in range(rest + 1):
                other_pair += ways[2, taken] * ways[3, rest - taken]
            found += one_pair * other_pair
    return whole(found)


@compiled
def _count(tables: FlushTables, offered: Offered, place: int, room: FlushRoom, size: int, cases: Whole) -> None:
    left = missing = 0
    for suit in range(SUITS):
        left += tables.held[room.free[suit]]
        missing += tables.held[room.seen[suit]]
    total = tables.choose[left, size - missing]
    low = below = up_to = _hands_below(tables, offered.first_qualifying, room, size)
    if place >= offered.first_qualifying:
        below = _hands_below(tables, place, room, size)
        up_to = _hands_below(tables, place + 1, room, size)
    sort_into_cases(cases, low, below, up_to, total)


@compiled
def sample_flushes(booked: Whole, run: Run, known: Known, offered: Offered, tables: FlushTables) -> None:
    """Deal, decide with the sight and without it, and book what differs."""
    room = FlushRoom(
        np.zeros(SUITS, dtype=np.int64),
        np.zeros(SUITS, dtype=np.int64),
        np.zeros((SUITS, known.size + 1), dtype=np.int64),
    )
    paper = new_paper(known)
    cards, alike, cases = paper.cards, paper.alike, paper.cases
    whole_suit = np.zeros(SUITS, dtype=np.int64)
    for card in range(known.deck):
        whole_suit[tables.suit[card]] |= tables.bit[card]
    free, seen = room.free, room.seen
    for number in range(run.first, run.first + run.many):
        deal(known, paper, run.seed, number)
        free[:] = whole_suit
        seen[:] = 0
        for at in range(known.size):
            free[tables.suit[cards[at]]] ^= tables.bit[cards[at]]
        place = -1
        for suit in range(SUITS):
            place = max(place, tables.place[whole_suit[suit] ^ free[suit]])
        plain = offered.settled[place]
        if plain < 0:
            cases[:] = 0
            _count(tables, offered, place, room, known.size, cases)
            plain = best_bet(offered, place, cases)
        for at in range(known.size, known.gone):
            free[tables.suit[cards[at]]] ^= tables.bit[cards[at]]
        cases[:] = 0
        many = 1
        if len(known.labels):
            many = looks_alike(known, paper)
            for at in range(many):
                suit, bit = tables.suit[alike[at]], tables.bit[alike[at]]
                free[suit] ^= bit
                seen[suit] |= bit
                _count(tables, offered, place, room, known.size, cases)
                free[suit] ^= bit
                seen[suit] = 0
        else:
            for at in range(known.gone, known.gone + known.seen):
                free[tables.suit[cards[at]]] ^= tables.bit[cards[at]]
                seen[tables.suit[cards[at]]] |= tables.bit[cards[at]]
            _count(tables, offered, place, room, known.size, cases)
        book_change(booked, many, offered, place, plain, cases)
