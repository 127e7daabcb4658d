"""Deals decided and counted: by class of hand, bet and case, and by what was seen of the dealer's cards.

Whatever technique counts the dealer's hands, the best bet is taken here; of equal bets the smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.exact.distribution import Distribution
from croupier.exact.showdown.terms import CASES, Counts, Places, Terms
from croupier.exact.sights.sight import SightRow


class Ledger:
    """What was decided under one sight."""

    def __init__(self, terms: Terms, seen: Sequence[str]) -> None:
        self.terms = terms
        self.seen = seen
        classes, bets = len(terms.ranking), max(map(len, terms.offers))
        self._extra = np.full((classes, bets, CASES), -1.0)
        """What a bet brings beyond the smallest; one that is not offered brings less."""
        for place, offers in enumerate(terms.offers):
            for number, offer in enumerate(offers):
                self._extra[place, number] = np.subtract(offer.nets, offers[0].nets)
        self._deals = np.zeros((classes, bets, CASES), dtype=np.int64)
        self._plays = np.zeros((len(seen), classes, bets), dtype=np.int64)

    def book(self, seen: int | Places, place: Places, weight: NDArray[Any], cases: Sequence[NDArray[Any]]) -> None:
        """Decide and count.

        ``place`` (rows) is the class of hand; ``weight`` and each of ``cases`` broadcast to (rows, columns): player's
        hands with something seen, and the dealer's hands against each. ``seen`` says what is seen: one number for all
        columns, or one for each column in rising order. Sums over a row must stay below 2 ** 53.
        """
        names, starts = np.unique(seen, return_index=True)
        shape = np.broadcast_shapes(weight.shape, *(case.shape for case in cases))
        weight = np.broadcast_to(weight, shape)
        cases = [np.broadcast_to(case, shape) for case in cases]
        whole = sum(cases)
        best = np.zeros(shape, dtype=np.int8)
        most: NDArray[Any] = np.zeros((1, 1))
        bets = self._extra.shape[1]
        for bet in range(1, bets):
            extra = self._extra[place, bet]
            gain = extra[:, -1:] * cases[-1]
            for case in range(CASES - 1):
                if extra[:, case].any():
                    gain += extra[:, case, None] * cases[case]
            np.putmask(best, gain > most, bet)
            most = np.maximum(most, gain)
        for bet in range(bets):
            chosen = (best == bet) * weight
            if not chosen.any():
                continue
            for case in range(CASES):
                self._add(self._deals[:, bet, case], place, np.einsum("rc,rc->r", chosen, cases[case]))
            chosen = chosen * whole
            for name, amount in zip(names.tolist(), np.add.reduceat(chosen, starts, axis=1).T, strict=True):
                self._add(self._plays[name, :, bet], place, amount)

    def enter(self, place: int, deals: Counts) -> None:
        """Enter (bets, cases) deals of one class that were decided elsewhere."""
        bets = self._deals.shape[1]
        if (deals < 0).any() or deals[bets:].any():
            raise ArithmeticError("impossible counts of deals")
        self._deals[place] += deals[:bets]

    @staticmethod
    def _add(account: Counts, place: Places, amount: NDArray[Any]) -> None:
        np.add.at(account, place, amount.astype(np.int64))

    @property
    def total(self) -> int:
        return int(self._deals.sum())

    def distribution(self, scale: int = 1) -> Distribution:
        """What was booked; every count is divided by ``scale``, which must leave no remainder."""
        counts: dict[int, int] = {}
        put_up = 0
        for place, bet in np.argwhere(self._deals.any(axis=2)).tolist():
            offer = self.terms.offers[place][bet]
            for net, count in zip(offer.nets, self._deals[place, bet].tolist(), strict=True):
                counts[net] = counts.get(net, 0) + count
                put_up += offer.put_up * count
        if any(count % scale for count in counts.values()):
            raise ArithmeticError("the deals do not come in whole groups")
        unit = self.terms.unit
        return Distribution.of(
            {Fraction(net, unit): count // scale for net, count in counts.items()}, Fraction(put_up, unit * scale)
        )

    def mirror(self) -> None:
        """Count every deal once more, with what was seen read from the other end of the list of things seen."""
        self._deals *= 2
        self._plays = self._plays + self._plays[::-1]

    def chart(self, scale: int = 1) -> tuple[SightRow, ...]:
        """By what is seen and by class of hand, lowest first; every count is divided by ``scale``, as above."""
        if (self._plays % scale).any():
            raise ArithmeticError("the deals do not come in whole groups")
        rows = []
        for seen, place in np.argwhere(self._plays.any(axis=2)).tolist():
            offers = self.terms.offers[place]
            bets = {offer.bet: int(self._plays[seen, place, number]) // scale for number, offer in enumerate(offers)}
            hand = self.terms.ranking[place]
            rows.append(SightRow(self.seen[seen], hand, self.terms.game.describe(hand), bets))
        return tuple(rows)
