"""Hands by the million: arrays of cards in, arrays of classes out.

A row is a hand; a card is a whole number from 0 to 51, as ``Card`` is. A class is its place in the family's own
ranking, so a higher number beats a lower one and equal numbers tie; ``classes`` says what each number is.

>>> import numpy as np
>>> from croupier import evaluate, parse_cards
>>> hands = np.array([parse_cards("Ac 2d 3h 3s 9c 9d Jh"), parse_cards("Tc Jd Qh Ks Ac 9d 2h")])
>>> [evaluate.classes("straights", 7)[number] for number in evaluate.straights(hands)]
[Straight(length=3, high=3), Straight(length=6, high=14)]
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from croupier.errors import BadInput
from croupier.kernels.arrays import Bytes, Int16s, Int32s, Words
from croupier.kernels.compiled import compiled
from croupier.kernels.deals import CARDS, bit_of
from croupier.kernels.graders import BY_CARDS, BY_RANKS, Grader, Lookups, grader_of, join, key_of
from croupier.kernels.stream import ZERO, whole

Classes = Int16s
Hands = Bytes
ONE = np.uint64(1)
_SUIT = np.uint64(0x1FFF)
_13, _26, _39 = np.uint64(13), np.uint64(26), np.uint64(39)
_HIGH_AT, _SUITS_AT = 20, 40
_LOW_KEY = np.uint64((1 << _HIGH_AT) - 1)
_20, _40 = np.uint64(_HIGH_AT), np.uint64(_SUITS_AT)


def straights(cards: ArrayLike) -> Classes:
    """The longest run of ranks in each hand of one to seven cards."""
    return _evaluate("straights", cards, range(1, 8))


def straight_flushes(cards: ArrayLike) -> Classes:
    """The longest run of ranks within one suit of each hand of one to seven cards."""
    return _evaluate("straight_flush", cards, range(1, 8))


def three_card(cards: ArrayLike) -> Classes:
    """The three-card poker hand of each row of three."""
    return _evaluate("three_card", cards, range(3, 4))


def five_card(cards: ArrayLike) -> Classes:
    """The best five-card poker hand of each row of five, six or seven."""
    return _evaluate("five_card", cards, range(5, 8))


def classes(family: str, size: int) -> tuple[Any, ...]:
    """The classes of a family for hands of this size, lowest first: the meaning of the numbers."""
    return grader_of(family, size).classes


def _evaluate(family: str, cards: ArrayLike, sizes: range) -> Classes:
    hands = np.asarray(cards)
    if hands.ndim != 2 or hands.shape[1] not in sizes:
        takes = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
        raise BadInput(f"an array of shape {hands.shape} holds no such hands", hint=f"rows of {takes} cards each")
    if not np.issubdtype(hands.dtype, np.integer):
        raise BadInput(f"cards of type {hands.dtype}: expected whole numbers from 0 to 51")
    if hands.size and not (int(hands.min()) >= 0 and int(hands.max()) < CARDS):
        raise BadInput(f"card {int(hands.max())}: expected whole numbers from 0 to 51")
    rows = np.ascontiguousarray(hands, dtype=np.uint8)
    found = np.zeros(len(rows), dtype=np.int16)
    grader, lookups, keys, bits = _prepared(family, rows.shape[1])
    # This also shows whether a card occurs twice: its bit counts twice in the sum, once in the union.
    if grader.kind == BY_CARDS:
        low, high = lookups.low[0], lookups.high
        repeated = _by_cards(rows, keys, bits, grader.plain, grader.suited, low, high, grader.needed, found)
    else:
        repeated = _by_bits(rows, bits, grader.plain, grader.kind != BY_RANKS, found)
    if repeated >= 0:
        raise BadInput(f"row {repeated}: a card is in the hand twice", hint="a hand is of one deck")
    return found


@cache
def _prepared(family: str, size: int) -> tuple[Grader, Lookups, Words, Words]:
    grader = grader_of(family, size)
    keys = []
    for card in range(CARDS):
        low, high = key_of([card >> 2])
        keys.append(low | high << _HIGH_AT | 1 << (_SUITS_AT + 4 * (card & 3)))
    bits = [1 << bit_of(card) for card in range(CARDS)]
    return grader, join([grader]), np.array(keys, dtype=np.uint64), np.array(bits, dtype=np.uint64)


@compiled
def _by_bits(hands: Hands, bits: Words, plain: Classes, is_by_suit: bool, found: Classes) -> int:
    """Every hand's class, by its ranks or by its best suit; the first row that holds a card twice, or -1."""
    size, repeated = hands.shape[1], -1
    for row in range(hands.shape[0]):
        hand, total = ZERO, ZERO
        for place in range(size):
            hand |= bits[hands[row, place]]
            total += bits[hands[row, place]]
        if hand != total and repeated < 0:
            repeated = row
        if is_by_suit:
            best = max(plain[hand & _SUIT], plain[hand >> _13 & _SUIT])
            found[row] = max(best, plain[hand >> _26 & _SUIT], plain[hand >> _39])
        else:
            found[row] = plain[(hand | hand >> _13 | hand >> _26 | hand >> _39) & _SUIT]
    return repeated


@compiled
def _by_cards(
    hands: Hands,
    keys: Words,
    bits: Words,
    plain: Classes,
    suited: Classes,
    low: Int32s,
    high: Int32s,
    needed: int,
    found: Classes,
) -> int:
    size, repeated = hands.shape[1], -1
    enough = np.uint64((8 - needed) * 0x1111)
    marks = np.uint64(0x8888)
    for row in range(hands.shape[0]):
        key, hand, total = ZERO, ZERO, ZERO
        for place in range(size):
            key += keys[hands[row, place]]
            hand |= bits[hands[row, place]]
            total += bits[hands[row, place]]
        if hand != total:
            # Such a key may be outside the tables.
            repeated = row if repeated < 0 else repeated
            continue
        number = plain[low[key & _LOW_KEY] + high[key >> _20 & _LOW_KEY]]
        if ((key >> _40) + enough) & marks:
            for suit in range(4):
                if ((key >> np.uint64(40 + 4 * suit)) & np.uint64(15)) >= np.uint64(needed):
                    number = max(number, suited[suit * 8192 + whole(hand >> np.uint64(13 * suit) & _SUIT)])
        found[row] = number
    return repeated


__all__ = ["classes", "five_card", "straight_flushes", "straights", "three_card"]
