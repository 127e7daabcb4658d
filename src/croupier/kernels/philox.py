"""The generator: Philox4x32-7, a counter-based cipher that turns (seed, round, block) into four random words.

Seven rounds are the fewest that passed TestU01's BigCrush (Salmon et al., "Parallel random numbers: as easy as 1, 2,
3", 2011). ``PhiloxSource`` is the same stream for the play driver, in plain Python.
"""

from typing import Final

STREAM: Final = "philox4x32-7"  # The name of the stream that deals whole cards.
ROUNDS: Final = 7
WORD: Final = 0xFFFFFFFF
MULTIPLIERS: Final = (0xD2511F53, 0xCD9E8D57)
WEYL: Final = (0x9E3779B9, 0xBB67AE85)
LARGEST_SEED: Final = 2**64 - 1


def philox_words(counter: tuple[int, int, int, int], key: tuple[int, int], rounds: int = ROUNDS) -> tuple[int, ...]:
    """One block in plain Python.

    >>> [f"{word:08x}" for word in philox_words((0, 0, 0, 0), (0, 0))]
    ['5f6fb709', '0d893f64', '4f121f81', '4f730a48']
    """
    (c0, c1, c2, c3), (k0, k1) = counter, key
    for _ in range(rounds):
        p0, p1 = MULTIPLIERS[0] * c0, MULTIPLIERS[1] * c2
        c0, c1, c2, c3 = p1 >> 32 ^ c1 ^ k0, p1 & WORD, p0 >> 32 ^ c3 ^ k1, p0 & WORD
        k0, k1 = k0 + WEYL[0] & WORD, k1 + WEYL[1] & WORD
    return c0, c1, c2, c3


class PhiloxSource:
    """One round's stream as a source of chance for the play driver: words in order, block after block.

    >>> source = PhiloxSource(7, 0)
    >>> [source.below(52) for _ in range(5)]
    [17, 20, 1, 51, 24]
    """

    __slots__ = ("_block", "_key", "_number", "_words")

    def __init__(self, seed: int, number: int) -> None:
        self._key = (seed & WORD, seed >> 32)
        self._number = number
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        if not self._words:
            counter = (self._number & WORD, self._number >> 32, self._block, 0)
            self._words = list(reversed(philox_words(counter, self._key)))
            self._block += 1
        return self._words.pop()

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, each equally likely, by Lemire's multiplication with refusal."""
        if n <= 1 << 32:
            while True:
                product = self.word() * n
                if product & WORD >= (1 << 32) % n:
                    return product >> 32
        width = (n - 1).bit_length()
        while (number := self.bits(width)) >= n:
            pass
        return number

    def bits(self, k: int) -> int:
        number = 0
        for _ in range(0, k, 32):
            number = number << 32 | self.word()
        return number >> (-k % 32)

    def first_of(self, size: int, count: int) -> list[int]:
        """The first places of a shuffle, drawn as the kernels draw them (``deals.first_of``).

        >>> PhiloxSource(7, 0).first_of(52, 5)
        [17, 20, 3, 51, 26]
        """
        places = list(range(size))
        for place in range(count):
            other = place + self.below(size - place)
            places[place], places[other] = places[other], places[place]
        return places[:count]
