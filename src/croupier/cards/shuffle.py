"""Where chance comes from: the only module that draws randomness, and the only way cards are put in random order.

Live deals ask ``SystemSource`` (the operating system's CSPRNG); simulated and test deals ask ``SeededSource``, which
repeats itself. Both reduce to a range by rejection, so no value is favored, and both feed the same Fisher-Yates
steps. What the order is used for is the business of ``play``; proof of it, of ``play.commitments``.
"""

import hashlib
import math
import random
import secrets
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Protocol

from croupier.cards.cards import Card
from croupier.errors import BadInput

STEPS_PER_NUMBER: Final = 16
"""How many Fisher-Yates steps share one random number: few, so that the arithmetic stays on short integers."""


class RandomSource(Protocol):
    """What a shuffle may ask of chance."""

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, each equally likely."""
        ...

    def bits(self, k: int) -> int:
        """A whole number of ``k`` fair, independent bits."""
        ...


class SystemSource:
    """The operating system's CSPRNG, for every live deal: it has no state here that could be read, copied or repeated.

    >>> SystemSource().below(6) in range(6)
    True
    """

    __slots__ = ()

    def below(self, n: int) -> int:
        return _below(secrets.randbits, n)

    def bits(self, k: int) -> int:
        return secrets.randbits(k)


class SeededSource:
    """A repeatable source for simulated and test deals; never for live play, since it can be predicted.

    The seed is read as text, so ``SeededSource(7)`` and ``SeededSource("7")`` are the same and a command line needs no
    rule of its own, and is hashed, so that seeds which look alike (7 and -7, "1/1" and "1/2") share nothing.

    >>> source = SeededSource("doctest")
    >>> [source.below(52) for _ in range(5)]
    [46, 29, 39, 8, 14]
    """

    __slots__ = ("_getrandbits",)

    def __init__(self, seed: int | str) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            raise BadInput(f"seed {seed!r:.40} is not a seed", hint="a whole number or a text")
        digest = hashlib.sha256(f"{seed}".encode("utf-8", "surrogatepass")).digest()
        # Only the generator's bits are used: their order is fixed, while the stdlib's shuffle and randrange may change.
        self._getrandbits: Callable[[int], int] = random.Random(int.from_bytes(digest, "big")).getrandbits

    def below(self, n: int) -> int:
        return _below(self._getrandbits, n)

    def bits(self, k: int) -> int:
        return self._getrandbits(k)


def shuffle(source: RandomSource, cards: Sequence[Card]) -> tuple[Card, ...]:
    """All the cards in random order, every order equally likely.

    >>> from croupier.cards.cards import parse_cards
    >>> shuffle(SeededSource("doctest"), parse_cards("2c 3c 4c 5c"))
    (5c, 4c, 3c, 2c)
    """
    return draw(source, cards, len(cards))


def draw(source: RandomSource, cards: Sequence[Card], count: int) -> tuple[Card, ...]:
    """As many cards as a shuffle would put first, without shuffling the rest; every draw is equally likely.

    A Fisher-Yates step picks one of the ``n`` cards left and closes the gap with the last of them. Several steps share
    one number, uniform below ``n (n - 1) (n - 2) ...``: its digits in the mixed radix ``n, n - 1, n - 2, ...`` are
    exactly uniform and independent, because numbers and digit strings match one to one.
    """
    pool = list(cards)
    drawn: list[Card] = []
    for product, lefts in _steps(len(pool), count):
        number = source.below(product)
        for left in lefts:
            at = number % left
            number //= left
            drawn.append(pool[at])
            pool[at] = pool[left - 1]
    return tuple(drawn)


def _below(bits: Callable[[int], int], n: int) -> int:
    """Rejection sampling: of the numbers of the needed width, those of ``n`` and above are thrown away and redrawn.

    Less than half are thrown away, and a remainder (``bits % n``) or a product, which would favor some values, is
    never taken.
    """
    if n < 1:
        raise BadInput(f"cannot choose among {n} possibilities")
    width = (n - 1).bit_length()
    number = bits(width)
    while number >= n:
        number = bits(width)
    return number


@lru_cache(maxsize=4096)
def _steps(size: int, count: int) -> tuple[tuple[int, range], ...]:
    """For drawing ``count`` of ``size``: per random number its range, and how many cards are left at each step."""
    if not 0 <= count <= size:
        raise BadInput(f"cannot draw {count} of {size} cards")
    firsts = range(size, size - count, -STEPS_PER_NUMBER)
    groups = (range(first, max(first - STEPS_PER_NUMBER, size - count), -1) for first in firsts)
    return tuple((math.prod(lefts), lefts) for lefts in groups)
