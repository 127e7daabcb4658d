"""Sampled deals of three cards each, compiled: the dealer's hands by inclusion and exclusion.

Of all hands that hold what is seen, those that hold a known card are taken off, those that hold two of them put back,
and those of three known cards taken off again. ``ThreeCardShowdown`` counts the hands of a class that hold a card or
two.
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
    looks_alike,
    sort_into_cases,
)
from croupier.sim.arrays import Bytes, Int16s, Int32s, Whole
from croupier.sim.compiled import compiled
from croupier.sim.stream import Word, whole

SIZE: Final = 3
LEVELS: Final = 4
"""Not qualified, below the player's class, up to it, and all."""


class ThreeTables(NamedTuple):
    """Hands of three by class; of cards in rising order, ``a + twos[b] + threes[c]`` is a hand's number."""

    place: Int16s
    """(hands) the class."""
    twos: Whole
    threes: Whole
    all: Int32s
    """(classes + 1) hands below a class,"""
    with_card: Int32s
    """(classes + 1, cards) those that hold a card,"""
    with_pair: Int32s
    """(classes + 1, cards, cards) and those that hold two."""
    dealers: Whole
    """(cards + 1) hands of three out of so many cards."""


@compiled
def _number(tables: ThreeTables, one: int, two: int, three: int) -> int:
    """The number of a hand whose cards are in any order."""
    a, b, c = whole(one), whole(two), whole(three)
    low, high = min(a, b, c), max(a, b, c)
    return low + tables.twos[a + b + c - low - high] + tables.threes[high]


@compiled
def _levels(tables: ThreeTables, offered: Offered, place: int, levels: Whole) -> None:
    """The classes up to which hands are counted."""
    first = offered.first_qualifying
    levels[0], levels[1], levels[2] = first, max(first, place), max(first, place + 1)
    levels[3] = len(tables.all) - 1


@compiled
def _take(found: Whole, levels: Whole, place: int, factor: int) -> None:
    """A single hand, counted up to the levels it stands below."""
    for level in range(LEVELS):
        if place < levels[level]:
            found[level] += factor


@compiled
def _unseen(tables: ThreeTables, levels: Whole, known: Bytes, many: int, found: Whole) -> None:
    """Hands of three that avoid the known cards, which are in rising order."""
    one, two, three = levels[0], levels[1], levels[2]
    for level in range(LEVELS):
        at = levels[level]
        count = np.int64(tables.all[at])
        for first in range(many):
            count -= tables.with_card[at, known[first]]
            for second in range(first):
                count += tables.with_pair[at, known[first], known[second]]
        found[level] = count
    # The hands of known cards alone: every one is below the last level.
    low = below = up_to = 0
    for c in range(2, many):
        of_c = tables.threes[known[c]]
        for b in range(1, c):
            of_b = of_c + tables.twos[known[b]]
            for a in range(b):
                place = tables.place[of_b + known[a]]
                low += place < one
                below += place < two
                up_to += place < three
    found[0] -= low
    found[1] -= below
    found[2] -= up_to
    found[3] -= tables.dealers[many]


@compiled
def _seen(tables: ThreeTables, levels: Whole, known: Bytes, many: int, seen: Bytes, number: int, found: Whole) -> None:
    """Hands that hold the seen cards and avoid the known ones."""
    found[:] = 0
    if number == SIZE:
        _take(found, levels, tables.place[_number(tables, seen[0], seen[1], seen[2])], 1)
        return
    for level in range(LEVELS):
        at = levels[level]
        if number == 1:
            found[level] = tables.with_card[at, seen[0]]
            for card in range(many):
                found[level] -= tables.with_pair[at, seen[0], known[card]]
        else:
            found[level] = tables.with_pair[at, seen[0], seen[1]]
    for first in range(many):
        if number == 2:
            _take(found, levels, tables.place[_number(tables, seen[0], seen[1], known[first])], -1)
        else:
            for second in range(first):
                _take(found, levels, tables.place[_number(tables, seen[0], known[first], known[second])], 1)


@compiled
def _count(cases: Whole, found: Whole) -> None:
    sort_into_cases(cases, found[0], found[1], found[2], found[3])


@compiled
def _sorted(known: Bytes, cards: Bytes, many: int) -> None:
    """The first cards in rising order."""
    for at in range(many):
        card, place = cards[at], at
        while place > 0 and known[place - 1] > card:
            known[place] = known[place - 1]
            place -= 1
        known[place] = card


@compiled
def sample_threes(
    booked: Whole, seed: Word, first: int, count: int, known: Known, offered: Offered, tables: ThreeTables
) -> None:
    """Deal, decide with the sight and without it, and book what differs: ``booked`` (cards alike, lines, fields)."""
    cards, words = np.zeros(known.deck, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    in_order, seen = np.zeros(known.deck, dtype=np.uint8), np.zeros(SIZE, dtype=np.uint8)
    alike = np.zeros(known.deck, dtype=np.int64)
    cases = np.zeros(ALL + 1, dtype=np.int64)
    levels, found = np.zeros(LEVELS, dtype=np.int64), np.zeros(LEVELS, dtype=np.int64)
    assert booked.shape[2] == FIELDS
    for number in range(first, first + count):
        deal(known, cards, words, seed, number)
        _sorted(in_order, cards, SIZE)
        place = np.int64(tables.place[_number(tables, in_order[0], in_order[1], in_order[2])])
        _levels(tables, offered, place, levels)
        plain = offered.settled[place]
        if plain < 0:
            cases[:] = 0
            _unseen(tables, levels, in_order, SIZE, found)
            _count(cases, found)
            plain = best_bet(offered, place, cases)
        cases[:] = 0
        many = 1
        if len(known.labels):
            many = looks_alike(known, cards, alike)
            for at in range(many):
                seen[0] = alike[at]
                _seen(tables, levels, cards, known.gone, seen, 1, found)
                _count(cases, found)
        elif known.seen:
            for at in range(known.seen):
                seen[at] = cards[known.gone + at]
            _seen(tables, levels, cards, known.gone, seen, known.seen, found)
            _count(cases, found)
        else:
            _sorted(in_order, cards, known.gone)
            _unseen(tables, levels, in_order, known.gone, found)
            _count(cases, found)
        best = best_bet(offered, place, cases)
        if best != plain:
            book(booked[many, offered.change[place, plain, best]], cases)
