"""Three cards drawn, told apart by their ranks: the total weight of draws that reach a class and avoid some cards.

It is counted by inclusion and exclusion: all draws, less those that hold one of the cards, plus those that hold two,
less those that hold three. Cards of one rank are alike, so the tables are of ranks. The draws that hold one card
follow from those that hold two: each has two pairs with it, and each of all draws holds three cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from croupier.exact.showdown.technique import Counts, Places

EXACT_BITS: Final = 63 - 2
"""The total weight of all draws stays below this power of two; three times as much fits into 64 bits with a sign."""


class Avoided(NamedTuple):
    """Cards that draws must not hold, by rank, with the places of their pairs and threes in flattened tables."""

    rows: int
    ones: tuple[Places, ...]
    pairs: tuple[Places, ...]
    threes: tuple[Places, ...]

    @classmethod
    def of(cls, cards: Places, ranks: int) -> Avoided:
        """``cards`` is (rows, cards), by rank; ``ranks`` is how many there are."""
        columns = [np.ascontiguousarray(column) for column in cards.T]
        return cls(
            len(cards),
            tuple(columns),
            tuple(one * ranks + other for one, other in combinations(columns, 2)),
            tuple((one * ranks + other) * ranks + third for one, other, third in combinations(columns, 3)),
        )


class CardDraws(NamedTuple):
    """All draws from some cards."""

    left: Counts
    """(ranks) how many cards of each rank there are."""
    place: Places
    """(ranks, ranks, ranks) the class that each draw makes."""
    sign: int = 1
    """-1 where these draws are to be taken off."""


class Kinds:
    """Draws counted by kind, several kinds at once, each in its own digits of one number."""

    def __init__(self, kind: Places, kinds: int, most: int) -> None:
        """``kind`` is (classes), -1 for those that do not count; no count is above ``most``."""
        self._kinds = kinds
        self._width = most.bit_length()
        self._at_once = (EXACT_BITS - 1) // self._width
        self.weights = [self._weight(kind - start) for start in range(0, kinds, self._at_once)]
        """(classes) what one draw weighs, for each number that is needed."""

    def _weight(self, kind: Places) -> Counts:
        is_counted = (kind >= 0) & (kind < self._at_once)
        return np.where(is_counted, np.int64(1) << kind.clip(0, self._at_once) * self._width, 0)

    def apart(self, found: Sequence[Counts]) -> list[Counts]:
        """The counts of each kind, from what the draws weigh."""
        of_kind = [divmod(kind, self._at_once) for kind in range(self._kinds)]
        return [found[word] >> place * self._width & (1 << self._width) - 1 for word, place in of_kind]


class RankDraws:
    """The total weight of draws, by the class that they must reach."""

    def __init__(self, draws: Sequence[CardDraws], weight: Counts, asked: Places) -> None:
        """``weight`` is (classes) what one draw weighs; ``asked`` are the classes to be reached."""
        ranks = len(draws[0].left)
        made = np.unique(np.concatenate([each.place.ravel() for each in draws]))
        # Classes that the same draws reach share a row of the tables: from the first of these draws' classes on.
        firsts, row = np.unique(np.searchsorted(made, asked), return_inverse=True)
        self.rows: Places = row
        """(asked) the row of the tables that counts what reaches each class."""
        rows = len(firsts)
        alike = np.eye(ranks, dtype=np.int64)
        by_pair = np.zeros((rows, ranks, ranks), dtype=np.int64)
        by_card = np.zeros((rows, ranks), dtype=np.int64)
        self._in_all = np.zeros(rows, dtype=np.int64)
        self._threes: list[tuple[Places, Counts]] = []
        """For draws of three given ranks, the last row that counts them, and what they weigh."""
        pair = np.arange(ranks * ranks)[:, None]
        for left, place, sign in draws:
            last = np.searchsorted(firsts, np.searchsorted(made, place), side="right") - 1
            weights = sign * weight[place]
            third = (left - alike[:, None, :] - alike[None, :, :]).clip(0)
            second = (left - alike).clip(0)
            # What no row counts goes to one past the last, which is then dropped.
            cells = (last % (rows + 1)).reshape(-1, ranks) * ranks**2 + pair
            found = np.zeros((rows + 1, ranks, ranks), dtype=np.int64)
            np.add.at(found.reshape(-1), cells.ravel(), (third * weights).ravel())
            found = np.cumsum(found[-2::-1], axis=0)[::-1]
            of_card = np.einsum("lij,ij->li", found, second) // 2
            by_pair += found
            by_card += of_card
            self._in_all += of_card @ left // 3
            self._threes.append((last.ravel(), weights.ravel()))
        self._by_pair, self._by_card = by_pair.ravel(), by_card.ravel()
        self._ranks = ranks

    def avoiding(self, row: Places, cards: Avoided) -> Counts:
        """(rows) what the draws weigh that hold none of a row's cards and count in this row of the tables."""
        found: Counts = self._in_all[row]
        if cards.ones:
            of_card = row * self._ranks
            for one in cards.ones:
                found -= self._by_card.take(of_card + one)
        if cards.pairs:
            of_pair = row * self._ranks**2
            for pair in cards.pairs:
                found += self._by_pair.take(of_pair + pair)
        for three in cards.threes:
            for rows, weights in self._threes:
                found -= weights.take(three) * (rows.take(three) >= row)
        return found
