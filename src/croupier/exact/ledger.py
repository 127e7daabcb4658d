"""The decisions of a player who sees more than his own hand, taken in bulk and booked as counts.

A *deal* here is a player's hand, a dealer's hand and a choice of the dealer's cards that are seen. All deals that look
alike to the player are decided at once: whoever counts them hands over how many dealer's hands stand in each case
(``solution.Cases``), and the bet that brings most over them is booked for all of them. Of equal bets the smaller is
taken. All numbers are whole and below 2 ** 63; blocks given as float64 must keep the sum of every row below 2 ** 53.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.exact.distribution import Distribution
from croupier.exact.solution import Bet
from croupier.exact.technique import Counts, Places
from croupier.exact.terms import CASES, Terms


class SightRow(NamedTuple):
    """One class of the player's hands beside one thing seen: how many deals are best played with each bet."""

    seen: str
    hand: Any
    words: str
    bets: Mapping[Bet, int]

    @property
    def best(self) -> Bet | None:
        """The bet that is best whatever the other cards are; None where they decide."""
        used = [bet for bet, deals in self.bets.items() if deals]
        return used[0] if len(used) == 1 else None


class Ledger:
    """Deals by class of hand, bet and case, and by what was seen."""

    def __init__(self, terms: Terms, seen: Sequence[str]) -> None:
        self.terms = terms
        self.seen = seen
        classes, bets = len(terms.ranking), max(map(len, terms.offers))
        self._nets = np.zeros((classes, bets, CASES), dtype=np.int64)
        self._offered = np.zeros((classes, bets), dtype=bool)
        for place, offers in enumerate(terms.offers):
            for number, offer in enumerate(offers):
                self._nets[place, number] = offer.nets
                self._offered[place, number] = True
        self._deals = np.zeros((classes, bets, CASES), dtype=np.int64)
        self._plays = np.zeros((len(seen), classes, bets), dtype=np.int64)

    def book(self, seen: int | Places, place: Places, weight: NDArray[Any], cases: Sequence[NDArray[Any]]) -> None:
        """Decide and count.

        ``place`` (rows) is the class of hand; ``weight`` and each of ``cases`` have a shape that stretches to (rows,
        columns): player's hands with something seen, and the dealer's hands against each. ``seen`` says what, for all
        or for each column in rising order.
        """
        names, starts = np.unique(seen, return_index=True)
        bets = self._nets.shape[1]
        worth = []
        for bet in range(bets):
            nets = self._nets[place, bet]
            worth.append(sum(nets[:, case, None] * cases[case] for case in range(CASES)))
        best = np.zeros(np.broadcast_shapes(worth[0].shape, weight.shape), dtype=np.int8)
        most = np.broadcast_to(worth[0], best.shape)
        for bet in range(1, bets):
            better = (worth[bet] > most) & self._offered[place, bet, None]
            best[better] = bet
            most = np.where(better, worth[bet], most)
        for bet in range(bets):
            chosen = (best == bet) * weight
            if not chosen.any():
                continue
            for case in range(CASES):
                self._add(self._deals[:, bet, case], place, (chosen * cases[case]).sum(axis=1))
            by_name = np.add.reduceat(chosen * sum(cases), starts, axis=1)
            for name, amount in zip(names.tolist(), by_name.T, strict=True):
                self._add(self._plays[name, :, bet], place, amount)

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

    def chart(self) -> tuple[SightRow, ...]:
        """By what is seen and by class of hand, lowest first."""
        rows = []
        for seen, place in np.argwhere(self._plays.any(axis=2)).tolist():
            offers = self.terms.offers[place]
            bets = {offer.bet: int(self._plays[seen, place, number]) for number, offer in enumerate(offers)}
            hand = self.terms.ranking[place]
            rows.append(SightRow(self.seen[seen], hand, self.terms.game.describe(hand), bets))
        return tuple(rows)
