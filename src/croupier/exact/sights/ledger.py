"""Deals decided and counted: by class of hand, bet and case, and by what was seen of the dealer's cards.

Whatever technique counts the dealer's hands, the best bet is taken here; of equal bets the smaller.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.exact.distribution import Distribution
from croupier.exact.showdown.terms import CASES, Counts, Floats, Places, Terms
from croupier.exact.sights.sight import SightRow

Amounts = NDArray[np.float64] | NDArray[np.int64]


class Ledger:
    """What was decided under one sight; every deal is counted ``times`` times."""

    def __init__(self, terms: Terms, seen: Sequence[str], times: int = 1) -> None:
        self.terms, self.seen, self._times = terms, seen, times
        classes, bets = len(terms.ranking), max(map(len, terms.offers))
        self._extra = np.full((classes, bets, CASES), -1.0)
        """What a bet brings beyond the smallest; one that is not offered brings less."""
        for place, offers in enumerate(terms.offers):
            for number, offer in enumerate(offers):
                self._extra[place, number] = np.subtract(offer.nets, offers[0].nets)
        self._deals = np.zeros((classes, bets, CASES), dtype=np.int64)
        self._plays = np.zeros((len(seen), classes, bets), dtype=np.int64)

    def book(
        self, seen: int | Places, place: Places, weight: Amounts, cases: Mapping[int, Amounts], whole: int = 0
    ) -> None:
        """Decide and count.

        ``place`` (rows) is the class of hand; ``weight`` and each of ``cases``, of those that arise, broadcast to
        (rows, columns): player's hands with something seen, and the dealer's hands against each. ``seen`` says what is
        seen: one number for all columns, or one for each column in rising order. ``whole`` is how many dealer's hands
        there are in all, if they are the same everywhere. Sums over a row must stay below 2 ** 53.
        """
        shape = np.broadcast_shapes(weight.shape, *(case.shape for case in cases.values()))
        best, most = np.zeros((1, 1), dtype=np.int8), np.zeros((1, 1))
        bets = self._extra.shape[1]
        for bet in range(1, bets):
            gain = sum((self._extra[place, bet, case, None] * many for case, many in cases.items()), np.zeros((1, 1)))
            best = np.where(gain > most, np.int8(bet), best)
            most = np.maximum(most, gain)
        for bet in range(bets):
            is_best = best == bet
            if not is_best.any():
                continue
            chosen = np.broadcast_to(is_best * weight, shape)
            sums = {case: np.einsum("rc,rc->r", chosen, np.broadcast_to(many, shape)) for case, many in cases.items()}
            for case, amount in sums.items():
                self._add(self._deals[:, bet, case], place, amount)
            if isinstance(seen, int):
                self._add(self._plays[seen, :, bet], place, sum(sums.values(), np.zeros(1)))
                continue
            names, starts = np.unique(seen, return_index=True)
            dealt = chosen if whole else chosen * sum(cases.values(), np.zeros((1, 1)))
            played = np.add.reduceat(dealt, starts, axis=1) * (whole or 1)
            for name, amount in zip(names.tolist(), played.T, strict=True):
                self._add(self._plays[name, :, bet], place, amount)

    def enter(self, place: int, booked: Counts) -> None:
        """Enter (things seen, bets, cases) deals of one class that were decided elsewhere."""
        bets = self._deals.shape[1]
        if (booked < 0).any() or booked[:, bets:].any():
            raise ArithmeticError("impossible counts of deals")
        self._deals[place] += booked[:, :bets].sum(axis=0)
        if self.seen:
            self._plays[:, place] += booked[:, :bets].sum(axis=2)

    @staticmethod
    def _add(account: Counts, place: Places, amount: Floats) -> None:
        np.add.at(account, place, amount.astype(np.int64))

    @property
    def total(self) -> int:
        return int(self._deals.sum())

    def distribution(self) -> Distribution:
        """What was booked, each deal once."""
        counts: dict[int, int] = {}
        put_up = 0
        for place, bet in np.argwhere(self._deals.any(axis=2)).tolist():
            offer = self.terms.offers[place][bet]
            for net, count in zip(offer.nets, self._deals[place, bet].tolist(), strict=True):
                counts[net] = counts.get(net, 0) + count
                put_up += offer.put_up * count
        if any(count % self._times for count in counts.values()):
            raise ArithmeticError("the deals do not come in whole groups")
        unit, times = self.terms.unit, self._times
        return Distribution.of(
            {Fraction(net, unit): count // times for net, count in counts.items()}, Fraction(put_up, unit * times)
        )

    def chart(self) -> tuple[SightRow, ...]:
        """By what is seen and by class of hand, lowest first."""
        if (self._plays % self._times).any():
            raise ArithmeticError("the deals do not come in whole groups")
        rows = []
        for seen, place in np.argwhere(self._plays.any(axis=2)).tolist():
            offers = self.terms.offers[place]
            plays = self._plays[seen, place] // self._times
            bets = {offer.bet: int(plays[number]) for number, offer in enumerate(offers)}
            hand = self.terms.ranking[place]
            rows.append(SightRow(self.seen[seen], hand, self.terms.game.describe(hand), bets))
        return tuple(rows)
