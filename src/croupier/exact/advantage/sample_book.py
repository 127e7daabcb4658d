"""What a sight changes in sampled deals, in whole numbers: the line of the book for every change of bet.

A deal whose best bet the sight does not change brings no difference and is not booked. Of all others, a line holds how
many there are, the sum over them of the dealer's hands in each case, and of the products of any two cases. Means and
covariances of everything else follow (``tally``). Lines are kept apart by how many cards look alike to the one who
sees, since the dealer's hands are that many times as many.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from croupier.exact.advantage.estimates import Tally
from croupier.exact.showdown.technique import Counts
from croupier.exact.showdown.terms import CASES, Offer, Terms

_PAIRS = tuple(combinations_with_replacement(range(CASES), 2))


class Change(NamedTuple):
    """Another bet than without the sight."""

    nets: tuple[int, ...]
    less: tuple[int, ...]
    """By case, what the bet brings, and what the one without the sight would."""
    put_up: int


def change_of(plain: Offer, best: Offer) -> Change:
    return Change(best.nets, plain.nets, best.put_up - plain.put_up)


class SampleBook:
    """All changes of bet of one game, numbered, and what was booked of them."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        found = {
            change_of(plain, best)
            for offers in terms.offers
            for plain in offers
            for best in offers
            if plain is not best
        }
        self.changes = sorted(found)
        self.line = {change: at for at, change in enumerate(self.changes)}
        self.entries: dict[tuple[int, int], list[int]] = {}
        """By cards alike and line: deals, sums of the cases, sums of the products of any two."""

    def enter(self, alike: int, change: Change, cases: tuple[int, ...]) -> None:
        """One deal."""
        products = [cases[one] * cases[other] for one, other in _PAIRS]
        self._add((alike, self.line[change]), [1, *cases, *products])

    def take(self, booked: Counts) -> None:
        """What a kernel booked of many deals: see ``sample_kernels.FIELDS``."""
        for alike, line in np.argwhere(booked[:, :, 0]).tolist():
            fields = booked[alike, line].tolist()
            head, high, low = fields[: 1 + CASES], fields[1 + CASES : -len(_PAIRS)], fields[-len(_PAIRS) :]
            self._add((alike, line), [*head, *(more * 2**31 + less for more, less in zip(high, low, strict=True))])

    def _add(self, at: tuple[int, int], numbers: list[int]) -> None:
        entry = self.entries.setdefault(at, [0] * len(numbers))
        entry[:] = [one + other for one, other in zip(entry, numbers, strict=True)]

    def tally(self, samples: int, dealers: int) -> Tally:
        """The differences of all deals; ``dealers`` is how many hands the dealer may have if a card is seen whole."""
        unit = self._terms.unit
        nets = sorted({net for offers in self._terms.offers for offer in offers for net in offer.nets})
        place = {net: at for at, net in enumerate(nets)}
        tally = Tally([Fraction(net, unit) for net in nets], samples)
        for (alike, line), (many, *sums) in sorted(self.entries.items()):
            change, total = self.changes[line], alike * dealers
            moves = np.zeros((len(nets) + 1, CASES + 1))
            for case in range(CASES):
                moves[place[change.nets[case]], case] += 1
                moves[place[change.less[case]], case] -= 1
            moves[-1, -1] = change.put_up / unit
            # The cases as parts of all hands, and one for the deal itself.
            means = np.array([*(number / total for number in sums[:CASES]), many])
            products = np.zeros((CASES + 1, CASES + 1))
            for (one, other), product in zip(_PAIRS, sums[CASES:], strict=True):
                products[one, other] = products[other, one] = product / total**2
            products[:, -1] = products[-1, :] = means
            tally.add(moves @ means, moves @ products @ moves.T)
        return tally
