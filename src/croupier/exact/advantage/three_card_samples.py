"""Sampled deals of three cards each, compiled: the dealer's hands by inclusion and exclusion.

Of all hands that hold what is seen, those that hold a known card are taken off, those that hold two of them put back,
and those of three known cards taken off again. ``ThreeCardShowdown`` counts the hands of a class that hold a card or
two.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.exact.advantage.sample_deals import Known, Run, deal, looks_alike, new_paper
from croupier.exact.advantage.sample_kernels import Offered, best_bet, bet_if, book_change, sort_into_cases
from croupier.kernels.arrays import Bytes, Int16s, Int32s, Whole
from croupier.kernels.compiled import compiled
from croupier.kernels.stream import whole

SIZE: Final = 3
LEVELS: Final = 3
"""Not qualified, below the player's class, and up to it."""


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
    choose: Whole
    """(cards left, cards taken)"""


@compiled
def _number(tables: ThreeTables, one: int, two: int, three: int) -> int:
    """The number of a hand whose cards are in any order."""
    a, b, c = whole(one), whole(two), whole(three)
    low, high = min(a, b, c), max(a, b, c)
    return whole(low + tables.twos[a + b + c - low - high] + tables.threes[high])


@compiled
def _levels(offered: Offered, place: int, levels: Whole) -> int:
    """The classes up to which hands are counted: one where the player's hand is too low for the others to differ."""
    first = offered.first_qualifying
    levels[0], levels[1], levels[2] = first, place, place + 1
    return LEVELS if place >= first else 1


@compiled
def _unseen(tables: ThreeTables, levels: Whole, many_levels: int, known: Bytes, many: int, found: Whole) -> None:
    """Hands of three that avoid the known cards, those of known cards alone not yet taken off."""
    for level in range(many_levels):
        with_card, with_pair = tables.with_card[levels[level]], tables.with_pair[levels[level]]
        count = np.int64(tables.all[levels[level]])
        for first in range(many):
            count -= with_card[known[first]]
            row = with_pair[known[first]]
            for second in range(first):
                count += row[known[second]]
        found[level] = count


@compiled
def _less_known(tables: ThreeTables, levels: Whole, known: Bytes, many: int, found: Whole) -> None:
    """Take off the hands of known cards alone, which are in rising order."""
    one, two, three = levels[0], levels[1], levels[2]
    low = below = up_to = 0
    for c in range(2, many):
        of_c = tables.threes[known[c]]
        for b in range(1, c):
            hands = tables.place[of_c + tables.twos[known[b]] :]
            for a in range(b):
                place = hands[known[a]]
                low += place < one
                below += place < two
                up_to += place < three
    found[0] -= low
    found[1] -= below
    found[2] -= up_to


@compiled
def _stays(
    offered: Offered, place: int, plain: int, found: Whole, many_levels: int, most: int, total: int, cases: Whole
) -> bool:
    """Whether the bet stays the same wherever the known hands, which are still to be taken off, fall.

    They may all lie above the last level, between two levels, or below the first.
    """
    if many_levels == 1:
        fewest = found[0] - most
        return (
            bet_if(offered, place, cases, found[0], found[0], found[0], total) == plain
            and bet_if(offered, place, cases, fewest, fewest, fewest, total) == plain
        )
    for corner in range(LEVELS + 1):
        low = found[0] - (most if corner > 2 else 0)
        below = found[1] - (most if corner > 1 else 0)
        up_to = found[2] - (most if corner > 0 else 0)
        if bet_if(offered, place, cases, low, below, up_to, total) != plain:
            return False
    return True


@compiled
def _seen(
    tables: ThreeTables,
    levels: Whole,
    many_levels: int,
    known: Bytes,
    many: int,
    seen: Bytes,
    number: int,
    found: Whole,
) -> None:
    """Hands that hold the seen cards and avoid the known ones."""
    for level in range(many_levels):
        at = levels[level]
        if number == 1:
            row = tables.with_pair[at, seen[0]]
            count = np.int64(tables.with_card[at, seen[0]])
            for card in range(many):
                count -= row[known[card]]
        else:
            count = np.int64(tables.with_pair[at, seen[0], seen[1]] if number == 2 else 0)
        found[level] = count
    one, two, three = levels[0], levels[1], levels[2]
    low = below = up_to = 0
    if number == SIZE:
        place = tables.place[_number(tables, seen[0], seen[1], seen[2])]
        low, below, up_to = low + (place < one), below + (place < two), up_to + (place < three)
    elif number == 2:
        for first in range(many):
            place = tables.place[_number(tables, seen[0], seen[1], known[first])]
            low, below, up_to = low - (place < one), below - (place < two), up_to - (place < three)
    else:
        for first in range(many):
            for second in range(first):
                place = tables.place[_number(tables, seen[0], known[first], known[second])]
                low, below, up_to = low + (place < one), below + (place < two), up_to + (place < three)
    found[0] += low
    found[1] += below
    found[2] += up_to


@compiled
def _count(cases: Whole, found: Whole, many_levels: int, total: int) -> None:
    if many_levels == 1:
        sort_into_cases(cases, found[0], found[0], found[0], total)
    else:
        sort_into_cases(cases, found[0], found[1], found[2], total)


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
def sample_threes(booked: Whole, run: Run, known: Known, offered: Offered, tables: ThreeTables) -> None:
    """Deal, decide with the sight and without it, and book what differs."""
    in_order, seen = np.zeros(known.deck, dtype=np.uint8), np.zeros(SIZE, dtype=np.uint8)
    levels, found = np.zeros(LEVELS, dtype=np.int64), np.zeros(LEVELS, dtype=np.int64)
    paper = new_paper(known)
    cards, alike, cases = paper.cards, paper.alike, paper.cases
    for number in range(run.first, run.first + run.many):
        deal(known, paper, run.seed, number)
        _sorted(in_order, cards, SIZE)
        place = whole(tables.place[_number(tables, in_order[0], in_order[1], in_order[2])])
        many_levels = _levels(offered, place, levels)
        plain = offered.settled[place]
        if plain < 0:
            cases[:] = 0
            _unseen(tables, levels, many_levels, in_order, SIZE, found)
            _less_known(tables, levels, in_order, SIZE, found)
            _count(cases, found, many_levels, tables.choose[known.deck - SIZE, SIZE])
            plain = best_bet(offered, place, cases)
        cases[:] = 0
        many = 1
        total = tables.choose[known.deck - known.gone - known.seen, SIZE - known.seen]
        if len(known.labels):
            many = looks_alike(known, paper)
            for at in range(many):
                seen[0] = alike[at]
                _seen(tables, levels, many_levels, cards, known.gone, seen, 1, found)
                _count(cases, found, many_levels, total)
        elif known.seen:
            for at in range(known.seen):
                seen[at] = cards[known.gone + at]
            _seen(tables, levels, many_levels, cards, known.gone, seen, known.seen, found)
            _count(cases, found, many_levels, total)
        else:
            _unseen(tables, levels, many_levels, cards, known.gone, found)
            most = tables.choose[known.gone, SIZE]
            if _stays(offered, place, plain, found, many_levels, most, total, cases):
                continue
            _sorted(in_order, cards, known.gone)
            _less_known(tables, levels, in_order, known.gone, found)
            cases[:] = 0
            _count(cases, found, many_levels, total)
        book_change(booked, many, offered, place, plain, cases)
