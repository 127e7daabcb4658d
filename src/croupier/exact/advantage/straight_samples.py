"""Sampled deals of hands that rank by which ranks they hold, compiled.

The ranks are cut into a low and a high half, as in ``showdown.straights``. For every set of ranks of a half, the
dealer's ways to show just this set with so many cards are a polynomial, and those of a set with one rank more follow by
a short product. Below a level, low sets that go with the same high sets are alike and are added up; what is left is a
scalar product for each two kinds that go together. A sight of a label takes a second polynomial for each set: one of
its cards is the one seen.

A polynomial is four words, two numbers of 32 bits to a word: they are added and multiplied two at a time, and no number
of hands is so great that one runs into the next.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from croupier.exact.advantage.sample_deals import Known, Run, deal, new_paper
from croupier.exact.advantage.sample_kernels import Offered, best_bet, book_change, sort_into_cases
from croupier.kernels.arrays import Bytes, UInt16s, Whole, Words
from croupier.kernels.compiled import compiled, inlined
from croupier.kernels.stream import ZERO, Word, whole

SUITS: Final = 4
"""The most cards of a rank."""
WIDTH: Final = 8
"""The cards of a hand, none to seven."""
WORDS: Final = WIDTH // 2
_HALF, _LOW = np.uint64(32), np.uint64(0xFFFFFFFF)


class HalfLevels(NamedTuple):
    """By level, the sets of one half of the ranks: sorted by kind, and where each kind begins."""

    order: Bytes
    """(levels, sets)"""
    starts: UInt16s
    """(levels, kinds + 1)"""


class StraightTables(NamedTuple):
    """A deck's ranks, and for the level below each class which sets go together."""

    rank: Whole
    """(cards) the rank of a card, by its place in the deck's ranks."""
    place: Whole
    """(sets) the class of a hand that shows just these ranks."""
    suits: int
    ranks: int
    low_ranks: int
    low: HalfLevels
    high: HalfLevels
    kinds: Whole
    """(levels) of low sets, those that go with no high set left out."""
    partners: Bytes
    """(levels x kinds of low sets, kinds of high sets) the high kinds that go with each low kind,"""
    many: Bytes
    """(levels, kinds of low sets) and how many there are."""
    choose: Whole
    """(cards left, cards taken)"""


class StraightRoom(NamedTuple):
    """Room for one deal."""

    left: Whole
    held: Whole
    alike: Whole
    """(ranks) cards left, cards seen in the dealer's hand, and cards that look like the one seen."""
    low: Words
    high: Words
    """(sets, words) ways to show just a set."""
    low_seen: Words
    high_seen: Words
    """The same with one card marked as the one that was seen."""
    sums: Words
    """(kinds of high sets, words)"""
    mine: Words
    theirs: Words
    """(words)"""
    present: Words
    marked: Words
    """(cards of a rank)"""


# Rows are named by their numbers: a view of a row that is handed from function to function costs more than its sums.


@inlined
def _multiply(rows: Words, at: int, by: Words, factor: int, ways: Words) -> None:
    """Add to a row another one times the ways to take one to four cards of a rank."""
    one, two, three, four = ways[1], ways[2], ways[3], ways[4]
    w0, w1, w2, w3 = by[factor, 0], by[factor, 1], by[factor, 2], by[factor, 3]
    # The same with one card more.
    s0, s1 = w0 << _HALF, w1 << _HALF | w0 >> _HALF
    s2, s3 = w2 << _HALF | w1 >> _HALF, w3 << _HALF | w2 >> _HALF
    rows[at, 0] += one * s0
    rows[at, 1] += one * s1 + two * w0 + three * s0
    rows[at, 2] += one * s2 + two * w1 + three * s1 + four * w0
    rows[at, 3] += one * s3 + two * w2 + three * s2 + four * w1


@inlined
def _ways_of_rank(tables: StraightTables, room: StraightRoom, rank: int) -> None:
    """To hold a rank with so many cards, those seen among them; and with one of those alike as the one seen."""
    left, held = room.left[rank], room.held[rank]
    for taken in range(1, SUITS + 1):
        more = taken - held
        room.present[taken] = np.uint64(tables.choose[left, more] if 0 <= more <= left else 0)
        room.marked[taken] = np.uint64(room.alike[rank] * tables.choose[left - 1, taken - 1] if left >= taken else 0)


@compiled
def _show(
    tables: StraightTables, room: StraightRoom, rows: Words, seen: Words, first: int, many: int, marks: bool
) -> None:
    """Fill the polynomials of one half: every set of its ranks."""
    present = room.present
    rows[0] = 0
    rows[0, 0] = 1
    if marks:
        seen[0] = 0
    for rank in range(many):
        half = 1 << rank
        rows[half : 2 * half] = 0
        if marks:
            seen[half : 2 * half] = 0
        # With many seats, many ranks are gone.
        if room.left[first + rank] == 0 and room.held[first + rank] == 0:
            continue
        _ways_of_rank(tables, room, first + rank)
        for at in range(half):
            _multiply(rows, half + at, rows, at, present)
            if marks:
                _multiply(seen, half + at, seen, at, present)
                _multiply(seen, half + at, rows, at, room.marked)
        if room.held[first + rank]:
            rows[:half] = 0


@inlined
def _add_up(rows: Words, order: Bytes, line: int, first: int, last: int) -> tuple[Word, Word, Word, Word]:
    """The sum of the rows that a line of ``order`` names."""
    w0 = w1 = w2 = w3 = ZERO
    for number in range(first, last):
        at = order[line, number]
        w0 += rows[at, 0]
        w1 += rows[at, 1]
        w2 += rows[at, 2]
        w3 += rows[at, 3]
    return w0, w1, w2, w3


@inlined
def _crosswise(one: Word, other: Word) -> int:
    """Of two words, the lower number of each times the higher of the other."""
    return whole(one & _LOW) * whole(other >> _HALF) + whole(one >> _HALF) * whole(other & _LOW)


@inlined
def _number(row: Words, cards: int) -> int:
    """One number of a polynomial."""
    word = row[cards >> 1]
    return whole(word >> _HALF) if cards & 1 else whole(word & _LOW)


@compiled
def _together(tables: StraightTables, room: StraightRoom, level: int, low: Words, high: Words, size: int) -> int:
    """The dealer's hands below a level."""
    sums, order, starts = room.sums, tables.high.order, tables.high.starts
    for kind in range(sums.shape[0]):
        first, last = whole(starts[level, kind]), whole(starts[level, kind + 1])
        if first == last:
            break
        sums[kind, 0], sums[kind, 1], sums[kind, 2], sums[kind, 3] = _add_up(high, order, level, first, last)
    order, starts = tables.low.order, tables.low.starts
    partners, many = tables.partners, tables.many
    found = 0
    for kind in range(tables.kinds[level]):
        m0, m1, m2, m3 = _add_up(low, order, level, whole(starts[level, kind]), whole(starts[level, kind + 1]))
        line = level * many.shape[1] + kind
        t0, t1, t2, t3 = _add_up(sums, partners, line, 0, whole(many[level, kind]))
        if size == WIDTH - 1:
            found += _crosswise(m0, t3) + _crosswise(m1, t2) + _crosswise(m2, t1) + _crosswise(m3, t0)
        else:
            room.mine[0], room.mine[1], room.mine[2], room.mine[3] = m0, m1, m2, m3
            room.theirs[0], room.theirs[1], room.theirs[2], room.theirs[3] = t0, t1, t2, t3
            for cards in range(size + 1):
                found += _number(room.mine, cards) * _number(room.theirs, size - cards)
    return found


@compiled
def _count(
    tables: StraightTables, offered: Offered, place: int, room: StraightRoom, size: int, marks: bool, cases: Whole
) -> None:
    """Sort the dealer's hands into cases."""
    _show(tables, room, room.low, room.low_seen, 0, tables.low_ranks, marks)
    _show(tables, room, room.high, room.high_seen, tables.low_ranks, tables.ranks - tables.low_ranks, marks)
    left = missing = alike = 0
    for rank in range(tables.ranks):
        left += room.left[rank]
        missing += room.held[rank]
        alike += room.alike[rank]
    total = alike * tables.choose[left - 1, size - 1] if marks else tables.choose[left, size - missing]
    first = offered.first_qualifying
    low = below = up_to = 0
    # One call in loops: written out, each would be compiled by itself.
    for step in range(3 if place >= first else 1):
        found = 0
        for half in range(2 if marks else 1):
            lows = room.low_seen if marks and half == 0 else room.low
            highs = room.high_seen if half == 1 else room.high
            found += _together(tables, room, first if step == 0 else place + step - 1, lows, highs, size)
        if step == 0:
            low = below = found
        elif step == 1:
            below = found
        up_to = found
    sort_into_cases(cases, low, below, up_to, total)


@compiled
def sample_straights(booked: Whole, run: Run, known: Known, offered: Offered, tables: StraightTables) -> None:
    """Deal, decide with the sight and without it, and book what differs."""
    lows, highs = 1 << tables.low_ranks, 1 << (tables.ranks - tables.low_ranks)
    room = StraightRoom(
        np.zeros(tables.ranks, dtype=np.int64),
        np.zeros(tables.ranks, dtype=np.int64),
        np.zeros(tables.ranks, dtype=np.int64),
        np.zeros((lows, WORDS), dtype=np.uint64),
        np.zeros((highs, WORDS), dtype=np.uint64),
        np.zeros((lows, WORDS), dtype=np.uint64),
        np.zeros((highs, WORDS), dtype=np.uint64),
        np.zeros((tables.partners.shape[1], WORDS), dtype=np.uint64),
        np.zeros(WORDS, dtype=np.uint64),
        np.zeros(WORDS, dtype=np.uint64),
        np.zeros(SUITS + 1, dtype=np.uint64),
        np.zeros(SUITS + 1, dtype=np.uint64),
    )
    paper = new_paper(known)
    cards, cases = paper.cards, paper.cases
    left, held, alike = room.left, room.held, room.alike
    marks = len(known.labels) > 0
    for number in range(run.first, run.first + run.many):
        deal(known, paper, run.seed, number)
        left[:] = tables.suits
        held[:] = 0
        alike[:] = 0
        shown = 0
        for at in range(known.size):
            rank = tables.rank[cards[at]]
            left[rank] -= 1
            shown |= 1 << rank
        place = tables.place[shown]
        plain = offered.settled[place]
        if plain < 0:
            cases[:] = 0
            _count(tables, offered, place, room, known.size, False, cases)
            plain = best_bet(offered, place, cases)
        for at in range(known.size, known.gone):
            left[tables.rank[cards[at]]] -= 1
        many = 1
        if marks:
            label = known.labels[cards[known.gone]]
            many = 0
            for at in range(known.gone, known.deck):
                if known.labels[cards[at]] == label:
                    alike[tables.rank[cards[at]]] += 1
                    many += 1
        else:
            for at in range(known.gone, known.gone + known.seen):
                left[tables.rank[cards[at]]] -= 1
                held[tables.rank[cards[at]]] += 1
        cases[:] = 0
        _count(tables, offered, place, room, known.size, marks, cases)
        book_change(booked, many, offered, place, plain, cases)
