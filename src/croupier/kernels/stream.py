"""The generator compiled: blocks, one round's words in order, and numbers below a bound without bias.

The words of round ``n`` are the blocks of counter ``(n, n >> 32, block, stream)``; ``stream`` is 0 except for deals
that are redrawn (``deals``).
"""

import numpy as np

from croupier.kernels.arrays import Words
from croupier.kernels.compiled import compiled
from croupier.kernels.philox import MULTIPLIERS, WEYL

LOW = np.uint64(0xFFFFFFFF)
WORD_BITS = np.uint64(32)
WORDS = np.uint64(1 << 32)
ZERO, ONE = np.uint64(0), np.uint64(1)
_M0, _M1 = (np.uint64(multiplier) for multiplier in MULTIPLIERS)
_W0, _W1 = (np.uint64(each) for each in WEYL)

Word = np.uint64
Number = int | np.integer | np.bool_
NEXT, BLOCK = 4, 5  # Places in a stream's array behind its four words: how many are used, and the next block's number.


@compiled
def whole(number: Number) -> int:
    """A number of any width as a signed one of 64 bits: words and signed numbers must not meet, or floats come out."""
    return np.int64(number)  # type: ignore[return-value]


@compiled
def _mix(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word) -> tuple[Word, Word, Word, Word]:
    p0 = _M0 * c0
    p1 = _M1 * c2
    return (p1 >> WORD_BITS) ^ c1 ^ k0, p1 & LOW, (p0 >> WORD_BITS) ^ c3 ^ k1, p0 & LOW


@compiled
def block(seed: Word, number: Word, at: Word, stream: Word) -> tuple[Word, Word, Word, Word]:
    """Four words of 32 bits; the seven rounds are written out so that their keys are sums of constants."""
    k0, k1 = seed & LOW, seed >> WORD_BITS
    c0, c1, c2, c3 = _mix(number & LOW, number >> WORD_BITS, at, stream, k0, k1)
    k0, k1 = (k0 + _W0) & LOW, (k1 + _W1) & LOW
    c0, c1, c2, c3 = _mix(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & LOW, (k1 + _W1) & LOW
    c0, c1, c2, c3 = _mix(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & LOW, (k1 + _W1) & LOW
    c0, c1, c2, c3 = _mix(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & LOW, (k1 + _W1) & LOW
    c0, c1, c2, c3 = _mix(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & LOW, (k1 + _W1) & LOW
    c0, c1, c2, c3 = _mix(c0, c1, c2, c3, k0, k1)
    k0, k1 = (k0 + _W0) & LOW, (k1 + _W1) & LOW
    return _mix(c0, c1, c2, c3, k0, k1)


@compiled
def open_stream(words: Words) -> None:
    """Begin a round: nothing is left of the last one's words."""
    words[NEXT] = np.uint64(4)
    words[BLOCK] = ZERO


@compiled
def next_word(words: Words, seed: Word, number: Word) -> Word:
    """The next word of a round's stream, which ``words`` holds."""
    at = words[NEXT]
    if at == np.uint64(4):
        words[0], words[1], words[2], words[3] = block(seed, number, words[BLOCK], ZERO)
        words[BLOCK] += ONE
        at = ZERO
    words[NEXT] = at + ONE
    word: Word = words[at]
    return word


@compiled
def words_ahead(words: Words, first: int, seed: Word, number: Word) -> None:
    """Fill an array, of which the length is a multiple of four, with a round's words from this block on."""
    for at in range(len(words) // 4):
        place = np.uint64(4 * at)
        words[place], words[place + ONE], words[place + np.uint64(2)], words[place + np.uint64(3)] = block(
            seed, number, np.uint64(first + at), ZERO
        )


@compiled
def below(bound: Word, words: Words, seed: Word, number: Word) -> Word:
    """A whole number from 0 to ``bound - 1``, each equally likely: a word that would favor some is thrown away."""
    product = next_word(words, seed, number) * bound
    if (product & LOW) < bound:
        refused = WORDS % bound
        while (product & LOW) < refused:
            product = next_word(words, seed, number) * bound
    return product >> WORD_BITS
