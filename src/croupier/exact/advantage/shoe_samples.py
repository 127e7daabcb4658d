"""Shoes dealt down and valued at every depth, compiled.

What a rank adds to the next hand's expectation depends on how many of its cards are left in each suit, and on the cards
left in all, by which it is linear: ``alone + cards * times``, looked up. Sums are floats: pieces of work are added up
in the order of their shoes, so that the number of threads does not show.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from croupier.kernels.arrays import Bytes, Floats, Whole, Words
from croupier.kernels.compiled import compiled, inlined
from croupier.kernels.stream import LOW, ONE, WORD_BITS, WORDS, ZERO, Word, words_ahead

RANKS = 13
NET, SQUARE, HIT = range(3)
"""What is averaged over the next hand: what it brings, its square, and whether it brings anything."""
PERFECT, COUNTING, PERFECT_SO_FAR, COUNTING_SO_FAR = range(4)
MANY, VALUE, WAGERS, MISS, VALUES, WAGERS_TWICE, MISSES, VALUE_MISS = range(8)
"""Sums over shoes: their number, the value, the wagers and the miss, their squares, and value times miss."""


class ShoeTables(NamedTuple):
    """A wager from a shoe."""

    deck: Bytes
    """(places) the cards of the shoe before it is shuffled."""
    start: Whole
    """(ranks) where a full rank is in ``parts``; ranks that pay alike share their places."""
    parts: Floats
    """(what is averaged, places, 2) what a rank adds alone, and times the cards left."""
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

    cards: Bytes
    words: Words
    """The words of a shoe that no number is refused for, and one block more."""
    left: Whole
    """(ranks) the place in the tables."""
    worth: Floats
    true_count: Floats
    square: Floats
    hits: Floats
    """(depths) the last two where the wager is made."""


@compiled
def new_room(tables: ShoeTables) -> ShoeRoom:
    """Empty room."""
    depths = len(tables.cuts)
    return ShoeRoom(
        np.zeros(len(tables.deck), dtype=np.uint8),
        np.zeros((tables.cuts[-1] // 4 + 2) * 4, dtype=np.uint64),
        np.zeros(RANKS, dtype=np.int64),
        np.zeros(depths),
        np.zeros(depths),
        np.zeros(depths),
        np.zeros(depths),
    )


@inlined
def _average(tables: ShoeTables, room: ShoeRoom, what: int, cards: float, deals: float) -> float:
    alone = times = 0.0
    for rank in range(RANKS):
        at = np.uint64(room.left[rank])
        alone += tables.parts[what, at, ZERO]
        times += tables.parts[what, at, ONE]
    return float((alone + cards * times) / deals + tables.otherwise[what])


@compiled
def deal_shoe(tables: ShoeTables, room: ShoeRoom, seed: Word, number: int) -> None:
    """One shoe, valued at every depth. Its words are made ahead, which is several times as fast as one by one."""
    size = len(tables.deck)
    blocks, used = len(room.words) // 4, 0
    words_ahead(room.words, 0, seed, np.uint64(number))
    for place in range(size):
        room.cards[place] = tables.deck[place]
    for rank in range(RANKS):
        room.left[rank] = tables.start[rank]
    dealt = tagged = 0
    for depth in range(len(tables.cuts)):
        for at in range(dealt, tables.cuts[depth]):
            bound = np.uint64(size - at)
            while True:
                if used == len(room.words):
                    words_ahead(room.words, blocks, seed, np.uint64(number))
                    blocks, used = blocks + len(room.words) // 4, 0
                product = room.words[np.uint64(used)] * bound
                used += 1
                if (product & LOW) >= bound or (product & LOW) >= WORDS % bound:
                    break
            other = np.uint64(at) + (product >> WORD_BITS)
            card = room.cards[other]
            room.cards[other] = room.cards[np.uint64(at)]
            room.left[card >> 2] -= tables.drop[card]
            tagged += tables.tags[card]
        dealt = tables.cuts[depth]
        cards = float(size - dealt)
        deals = cards * (cards - 1) / 2 * (cards - 2)
        worth = _average(tables, room, NET, cards, deals)
        room.worth[depth] = worth
        room.true_count[depth] = tagged / (cards * tables.unit)
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
        count[number] = room.true_count


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
                made = 1.0 if room.true_count[depth] >= lines[depth] else 0.0
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
        c, w = room.true_count[depths - 1], room.worth[depths - 1] - tables.full
        together[0] += c * c
        together[1] += c * w
        together[2] += w * w
        together[3] += c * c * c * c
        together[4] += c * c * c * w
        together[5] += c * c * w * w
        together[6] += c * w * w * w
        together[7] += w * w * w * w
