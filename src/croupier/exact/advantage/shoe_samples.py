"""Shoes dealt down and valued at every depth, compiled.

What a rank adds to the next hand's expectation depends on how many of its cards are left in each suit, and on the cards
left in all, by which it is linear: ``alone + cards * times``, looked up. Sums are floats: pieces of work are added up
in the order of their shoes, so that the number of threads does not show.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.sim.arrays import Floats, UInt16s, Whole, Words
from croupier.sim.compiled import compiled, inlined
from croupier.sim.deals import first_of
from croupier.sim.stream import Word, open_stream

CARDS, RANKS = 52, 13
NET, SQUARE, HIT = range(3)
"""What is averaged over the next hand: what it brings, its square, and whether it brings anything."""
PERFECT, COUNTING, PERFECT_SO_FAR, COUNTING_SO_FAR = range(4)
MANY, VALUE, WAGERS, MISS, VALUES, WAGERS_TWICE, MISSES, VALUE_MISS = range(8)
"""Sums over shoes: their number, the value, the wagers and the miss, their squares, and value times miss."""


class ShoeTables(NamedTuple):
    """A wager from a shoe."""

    decks: int
    kind: Whole
    """(ranks) ranks that pay alike share their tables."""
    alone: Floats
    times: Floats
    """(what is averaged, kinds, cards left in each suit)"""
    otherwise: Floats
    """(what is averaged) where no pair is dealt."""
    tags: Whole
    """(cards) of the count, in parts of ``unit``."""
    unit: float
    drop: Whole
    """(cards) by how much the place in the tables falls when the card is gone."""
    cuts: Whole
    """(depths) the cards dealt."""
    full: float
    base: float
    """The expectation from a full shoe, and what the value is there; values are added up as differences from it."""


class ShoeRoom(NamedTuple):
    """Room for one shoe."""

    cards: UInt16s
    words: Words
    left: Whole
    """(ranks) the place in the tables."""
    worth: Floats
    counted: Floats
    square: Floats
    hits: Floats
    """(depths) the last two where the wager is made."""


@compiled
def new_room(tables: ShoeTables) -> ShoeRoom:
    """Empty room."""
    depths = len(tables.cuts)
    return ShoeRoom(
        np.zeros(tables.decks * CARDS, dtype=np.uint16),
        np.zeros(6, dtype=np.uint64),
        np.zeros(RANKS, dtype=np.int64),
        np.zeros(depths),
        np.zeros(depths),
        np.zeros(depths),
        np.zeros(depths),
    )


@inlined
def _average(tables: ShoeTables, room: ShoeRoom, what: int, cards: float, deals: float) -> float:
    total = tables.otherwise[what] * deals
    for rank in range(RANKS):
        kind, at = tables.kind[rank], room.left[rank]
        total += tables.alone[what, kind, at] + cards * tables.times[what, kind, at]
    mean: float = total / deals
    return mean


@compiled
def deal_shoe(tables: ShoeTables, room: ShoeRoom, seed: Word, number: int) -> None:
    """One shoe, valued at every depth."""
    size = tables.decks * CARDS
    open_stream(room.words)
    first_of(size, tables.cuts[-1], room.cards, room.words, seed, np.uint64(number))
    whole_rank = tables.alone.shape[2] - 1
    for rank in range(RANKS):
        room.left[rank] = whole_rank
    at = tagged = 0
    for depth in range(len(tables.cuts)):
        while at < tables.cuts[depth]:
            card = np.int64(room.cards[at]) % CARDS
            room.left[card >> 2] -= tables.drop[card]
            tagged += tables.tags[card]
            at += 1
        cards = float(size - at)
        deals = cards * (cards - 1) / 2 * (cards - 2)
        worth = _average(tables, room, NET, cards, deals)
        room.worth[depth] = worth
        room.counted[depth] = tagged / (cards * tables.unit)
        room.square[depth] = room.hits[depth] = 0.0
        if worth > 0:
            room.square[depth] = _average(tables, room, SQUARE, cards, deals)
            room.hits[depth] = _average(tables, room, HIT, cards, deals)


@compiled
def value_shoes(tables: ShoeTables, seed: Word, first: int, every: int, worth: Floats, count: Floats) -> None:
    """Single shoes: what the next hand is worth and the count, (shoes, depths)."""
    room = new_room(tables)
    for number in range(len(worth)):
        deal_shoe(tables, room, seed, first + every * number)
        worth[number] = room.worth
        count[number] = room.counted


@inlined
def _enter(known: Floats, depth: int, who: int, value: float, wagers: float, miss: float) -> None:
    known[depth, who, MANY] += 1.0
    known[depth, who, VALUE] += value
    known[depth, who, WAGERS] += wagers
    known[depth, who, MISS] += miss
    known[depth, who, VALUES] += value * value
    known[depth, who, WAGERS_TWICE] += wagers * wagers
    known[depth, who, MISSES] += miss * miss
    known[depth, who, VALUE_MISS] += value * miss


@compiled
def add_shoes(
    tables: ShoeTables,
    seed: Word,
    first: int,
    many: int,
    trained: int,
    lines: Floats,
    known: Floats,
    spread: Floats,
    together: Floats,
) -> None:
    """Add up shoes. The count is tried on shoes that it was not trained on.

    ``known`` (depths, who, sums) by the constants above; ``spread`` has square and hits on average over the depths,
    both squared, square times value, and wagers times value; ``together`` is ``shoe_sums.TOGETHER``.
    """
    room = new_room(tables)
    depths = len(tables.cuts)
    for number in range(first, first + many):
        deal_shoe(tables, room, seed, number)
        is_tried = number % 2 == 1 or number >= 2 * trained
        value = wagers = miss = counted = tried = 0.0
        square = hits = 0.0
        for depth in range(depths):
            worth = room.worth[depth]
            missed = worth - tables.full
            here = (worth if worth > 0 else 0.0) - tables.base
            made = 1.0 if worth > 0 else 0.0
            value += here
            wagers += made
            miss += missed
            rounds = depth + 1.0
            _enter(known, depth, PERFECT, here, made, missed)
            _enter(known, depth, PERFECT_SO_FAR, value / rounds, wagers / rounds, miss / rounds)
            square += room.square[depth]
            hits += room.hits[depth]
            if is_tried:
                made = 1.0 if room.counted[depth] >= lines[depth] else 0.0
                here = worth * made - tables.base
                counted += here
                tried += made
                _enter(known, depth, COUNTING, here, made, missed)
                _enter(known, depth, COUNTING_SO_FAR, counted / rounds, tried / rounds, miss / rounds)
        square, hits, value, wagers = square / depths, hits / depths, value / depths, wagers / depths
        spread[0] += square
        spread[1] += hits
        spread[2] += square * square
        spread[3] += hits * hits
        spread[4] += square * value
        spread[5] += wagers * value
        c, w = room.counted[depths - 1], room.worth[depths - 1] - tables.full
        together[0] += c * c
        together[1] += c * w
        together[2] += w * w
        together[3] += c * c * c * c
        together[4] += c * c * c * w
        together[5] += c * c * w * w
        together[6] += c * w * w * w
        together[7] += w * w * w * w
