"""How many of the dealer's hidden hands are below, or not above, each hand of the player's: one sweep up the ranking.

Against a player's set P the hidden sets passed that share no card with it number, by inclusion and exclusion, the sum
over the parts S of P of (-1)^|S| times the sets passed that hold S.
"""

import numpy as np

from croupier.kernels.arrays import Bytes, Int16s, Int32s, Whole
from croupier.kernels.compiled import compiled


@compiled
def parts_of(size: int, most: int) -> Whole:
    """Parts of a set with at most so many cards: bits, the part without its highest card, that card, how many cards."""
    parts = np.zeros((1 << size, 4), np.int64)
    count = 0
    for bits in range(1 << size):
        many, highest = 0, 0
        for at in range(size):
            if bits >> at & 1:
                many += 1
                highest = at
        if many <= most:
            parts[count, 0] = bits
            parts[count, 1] = bits ^ (1 << highest) if bits else 0
            parts[count, 2] = highest
            parts[count, 3] = many
            count += 1
    return parts[:count]


@compiled
def _counted(cards: Bytes, parts: Whole, at: Whole, start: Whole, counters: Int32s, choose: Whole) -> int:
    below = int(counters[0])
    for number in range(1, len(parts)):
        many = parts[number, 3]
        place = at[parts[number, 1]] + choose[cards[parts[number, 2]], many]
        at[parts[number, 0]] = place
        if many & 1:
            below -= counters[start[many] + place]
        else:
            below += counters[start[many] + place]
    return below


@compiled
def order_by_class(places: Int16s, classes: int) -> Int32s:
    """The numbers of hands in the order of their classes."""
    first = np.zeros(classes + 1, np.int64)
    for place in places:
        first[place + 1] += 1
    for number in range(classes):
        first[number + 1] += first[number]
    order = np.zeros(len(places), np.int32)
    for hand in range(len(places)):
        order[first[places[hand]]] = hand
        first[places[hand]] += 1
    return order


@compiled
def sweep(
    hidden: Bytes,
    hidden_class: Int16s,
    own: Bytes,
    own_class: Int16s,
    classes: int,
    marks: Whole,
    choose: Whole,
) -> Int32s:
    """(own sets, 2 + marks) hidden sets below the own class, not above it, and below each mark; cards lowest first."""
    many, size = hidden.shape
    own_size = own.shape[1]
    cards = len(choose) - 1
    most = min(size, own_size)
    add, ask = parts_of(size, most), parts_of(own_size, most)
    at = np.zeros(1 << max(size, own_size), np.int64)
    start = np.zeros(most + 2, np.int64)
    for part in range(most + 1):
        start[part + 1] = start[part] + choose[cards, part]
    counters = np.zeros(start[most + 1], np.int32)
    order, own_order = order_by_class(hidden_class, classes), order_by_class(own_class, classes)
    counts = np.zeros((len(own), 2 + len(marks)), np.int32)
    passed, asked, asked_after = 0, 0, 0
    for level in range(classes + 1):
        for mark in range(len(marks)):
            if marks[mark] == level:
                for hand in range(len(own)):
                    counts[hand, 2 + mark] = _counted(own[hand], ask, at, start, counters, choose)
        while asked < len(own) and own_class[own_order[asked]] == level:
            hand = own_order[asked]
            counts[hand, 0] = _counted(own[hand], ask, at, start, counters, choose)
            asked += 1
        while passed < many and hidden_class[order[passed]] == level:
            row = hidden[order[passed]]
            counters[0] += 1
            for number in range(1, len(add)):
                parts = add[number, 3]
                place = at[add[number, 1]] + choose[row[add[number, 2]], parts]
                at[add[number, 0]] = place
                counters[start[parts] + place] += 1
            passed += 1
        while asked_after < asked:
            hand = own_order[asked_after]
            counts[hand, 1] = _counted(own[hand], ask, at, start, counters, choose)
            asked_after += 1
    return counts


def compared(own: Bytes, own_class: int, hidden: Bytes, hidden_class: Int16s, marks: Whole) -> Whole:
    """The same for one hand, every hidden set looked at."""
    free = hidden_class[~np.isin(hidden, own).any(axis=1)]
    return np.array([(free < own_class).sum(), (free <= own_class).sum(), *((free < mark).sum() for mark in marks)])
