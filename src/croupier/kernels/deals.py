"""Deals from one deck without bias: two hands of seven from one block, two hands of three from half of one, or any.

A hand is a set of cards in 52 bits, thirteen to a suit: bit ``suit * 13 + rank - 2`` (docs/concepts/methods.md).
"""

from functools import cache
from itertools import combinations
from math import comb, prod
from typing import Final

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.kernels.arrays import Bytes, UInt16s, UInt32s, Words
from croupier.kernels.compiled import compiled
from croupier.kernels.stream import LOW, ONE, WORD_BITS, ZERO, Word, below, block, open_stream, whole

RANKS: Final = 13
CARDS: Final = 52
WORD_BOUNDS: Final = ((39, 41, 43, 47), (40, 45, 46, 51), (44, 48, 49, 50), (42, 52, 3432))
"""What each of a block's four words decides in the deal of two sevens."""
_REFUSED = np.array([(1 << 32) % prod(bounds) for bounds in WORD_BOUNDS], dtype=np.uint64)
_R0, _R1, _R2, _R3 = (np.uint64(each) for each in _REFUSED)
OWN_THREES: Final = comb(52, 3)
DEALER_THREES: Final = comb(49, 3)
_OWN, _DEALERS = np.uint64(OWN_THREES), np.uint64(DEALER_THREES)
_OWN_REFUSED, _DEALERS_REFUSED = np.uint64((1 << 32) % OWN_THREES), np.uint64((1 << 32) % DEALER_THREES)


def bit_of(card: int) -> int:
    """The place of a card in a hand of 52 bits."""
    return (card & 3) * RANKS + (card >> 2)


def card_at(bit: int) -> Card:
    """The inverse of ``bit_of``.

    >>> all(card_at(bit_of(card)) == card for card in DECK)
    True
    """
    return DECK[bit % RANKS * 4 + bit // RANKS]


def hand_of(cards: tuple[int, ...]) -> int:
    """Cards as a set in 52 bits."""
    return sum(1 << bit_of(card) for card in cards)


def cards_of(hand: int) -> tuple[Card, ...]:
    """The cards of a set, by suit and rank."""
    return tuple(card_at(bit) for bit in range(CARDS) if hand >> bit & 1)


@cache
def seven_of_fourteen() -> UInt16s:
    """Every way to mark seven of fourteen cards."""
    return np.array([sum(1 << mark for mark in marks) for marks in combinations(range(14), 7)], dtype=np.uint16)


@compiled
def _digit(word: Word, bound: Word) -> tuple[Word, Word]:
    product = word * bound
    return product >> WORD_BITS, product & LOW


@compiled
def _take(taken: Word, own: Word, drawn: Word, last: Word, mark: Word) -> tuple[Word, Word]:
    """One step of Floyd's: the card drawn, or the last of those it was drawn from if that one is taken."""
    bit = ONE << (last if (taken >> drawn) & ONE else drawn)
    return taken | bit, own | (bit & (ZERO - (mark & ONE)))


@compiled
def two_sevens(seed: Word, number: Word, marks: UInt16s) -> tuple[Word, Word]:
    """The player's seven cards and the dealer's."""
    stream = ZERO
    while True:
        w0, w1, w2, w3 = block(seed, number, ZERO, stream)
        d39, w0 = _digit(w0, np.uint64(39))
        d41, w0 = _digit(w0, np.uint64(41))
        d43, w0 = _digit(w0, np.uint64(43))
        d47, w0 = _digit(w0, np.uint64(47))
        d40, w1 = _digit(w1, np.uint64(40))
        d45, w1 = _digit(w1, np.uint64(45))
        d46, w1 = _digit(w1, np.uint64(46))
        d51, w1 = _digit(w1, np.uint64(51))
        d44, w2 = _digit(w2, np.uint64(44))
        d48, w2 = _digit(w2, np.uint64(48))
        d49, w2 = _digit(w2, np.uint64(49))
        d50, w2 = _digit(w2, np.uint64(50))
        d42, w3 = _digit(w3, np.uint64(42))
        d52, w3 = _digit(w3, np.uint64(52))
        which, w3 = _digit(w3, np.uint64(3432))
        if w0 >= _R0 and w1 >= _R1 and w2 >= _R2 and w3 >= _R3:
            break
        stream += ONE
    mark = np.uint64(marks[which])
    taken, own = ONE << d39, (mark & ONE) << d39
    taken, own = _take(taken, own, d40, np.uint64(39), mark >> np.uint64(1))
    taken, own = _take(taken, own, d41, np.uint64(40), mark >> np.uint64(2))
    taken, own = _take(taken, own, d42, np.uint64(41), mark >> np.uint64(3))
    taken, own = _take(taken, own, d43, np.uint64(42), mark >> np.uint64(4))
    taken, own = _take(taken, own, d44, np.uint64(43), mark >> np.uint64(5))
    taken, own = _take(taken, own, d45, np.uint64(44), mark >> np.uint64(6))
    taken, own = _take(taken, own, d46, np.uint64(45), mark >> np.uint64(7))
    taken, own = _take(taken, own, d47, np.uint64(46), mark >> np.uint64(8))
    taken, own = _take(taken, own, d48, np.uint64(47), mark >> np.uint64(9))
    taken, own = _take(taken, own, d49, np.uint64(48), mark >> np.uint64(10))
    taken, own = _take(taken, own, d50, np.uint64(49), mark >> np.uint64(11))
    taken, own = _take(taken, own, d51, np.uint64(50), mark >> np.uint64(12))
    taken, own = _take(taken, own, d52, np.uint64(51), mark >> np.uint64(13))
    return own, taken ^ own


def threes(cards: int) -> UInt32s:
    """Every three of that many cards in colexicographic order, as places of six bits, the lowest first."""
    every = sorted(combinations(range(cards), 3), key=lambda three: three[::-1])
    return np.array([low | middle << 6 | high << 12 for low, middle, high in every], dtype=np.uint32)


@compiled
def two_threes(seed: Word, number: Word) -> tuple[Word, Word]:
    """Which three cards are the player's, and which three of those left are the dealer's."""
    w0, w1, w2, w3 = block(seed, number >> ONE, ONE, ZERO)
    if number & ONE:
        w0, w1 = w2, w3
    own, own_rest = _digit(w0, _OWN)
    dealer, dealer_rest = _digit(w1, _DEALERS)
    stream = ZERO
    while own_rest < _OWN_REFUSED or dealer_rest < _DEALERS_REFUSED:
        stream += ONE
        w0, w1, w2, w3 = block(seed, number, ONE, stream)
        own, own_rest = _digit(w0, _OWN)
        dealer, dealer_rest = _digit(w1, _DEALERS)
    return own, dealer


@compiled
def first_of(size: int, count: int, cards: Bytes | UInt16s, words: Words, seed: Word, number: Word) -> None:
    """Put that many of the first ``size`` places in front, as a shuffle of them all would."""
    for place in range(size):
        cards[place] = place
    for place in range(count):
        other = place + whole(below(np.uint64(size - place), words, seed, number))
        drawn = cards[other]
        cards[other] = cards[place]
        cards[place] = drawn


@compiled
def first_cards(count: int, cards: Bytes, words: Words, seed: Word, number: Word) -> None:
    """Put that many cards in front, as a shuffle of the whole deck would; ``words`` is the round's open stream."""
    first_of(CARDS, count, cards, words, seed, number)


def cards_in_order(count: int, seed: int, number: int) -> tuple[Card, ...]:
    """The first cards of a round's shuffle."""
    cards, words = np.zeros(CARDS, dtype=np.uint8), np.zeros(6, dtype=np.uint64)
    open_stream(words)
    first_cards(count, cards, words, np.uint64(seed), np.uint64(number))
    return tuple(card_at(int(bit)) for bit in cards[:count])
