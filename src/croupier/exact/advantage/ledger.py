"""The decisions of a player who sees more than their own hand, taken in bulk and booked as counts.

A *deal* here is a player's hand, a dealer's hand and a choice of the dealer's cards that are seen. All deals that look
alike to the player are decided at once: the caller says how many of the dealer's hands fall into each case
(``solution.Cases``), and the bet that brings the most over them is booked for all. Of equal bets the smaller is taken.
All numbers are whole and below 2 ** 63; blocks given as float64 must keep the sum of every row below 2 ** 53.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.exact.distribution import Distribution
from croupier.exact.showdown.technique import Counts, Floats, Places
from croupier.exact.showdown.terms import CASES, Terms
from croupier.play.showdown import Bet


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

        ``place`` (rows) is the class of hand; ``weight`` and each of ``cases`` broadcast to (rows, columns): player's
        hands with something seen, and the dealer's hands against each. ``seen`` says what is seen: one number for all
        columns, or one for each column in rising order.
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

    def book_levels(
        self, seen: int, place: Places, weight: Floats, up_to: tuple[Floats, Floats, Floats], total: float
    ) -> None:
        """Decide and count, as ``book`` does, what is given by levels.

        ``up_to`` counts the dealer's hands that do not qualify; these and those below the player's; all of these and
        those that tie. ``total`` counts all. Bets are compared by what they bring beyond the smallest bet, which keeps
        every deal that no other bet takes.
        """
        steps, base = self.steps(place, total)
        shape = np.broadcast_shapes(weight.shape, *(each.shape for each in up_to))
        most = np.zeros(shape)
        best = np.zeros(shape, dtype=np.int8)
        gain, part = np.empty(shape), np.empty(shape)
        for bet in range(base.shape[1]):
            if np.isneginf(base[:, bet]).all():
                continue
            np.multiply(steps[:, bet, 0, None], up_to[0], out=gain)
            for case in (1, 2):
                np.multiply(steps[:, bet, case, None], up_to[case], out=part)
                gain += part
            gain += base[:, bet, None]
            best[gain > most] = bet + 1
            np.maximum(most, gain, out=most)
        levels = [np.broadcast_to(each, shape) for each in up_to]
        rest = self._sums(np.broadcast_to(weight, shape), levels, total)
        for bet in range(1, base.shape[1] + 1):
            is_best = best == bet
            if not is_best.any():
                continue
            np.multiply(is_best, weight, out=part)
            own = self._sums(part, levels, total)
            rest -= own
            self.book_sums(seen, place, bet, own)
        self.book_sums(seen, place, 0, rest)

    def steps(self, place: Places, total: float) -> tuple[Floats, Floats]:
        """(rows, bets, levels) what a bet brings beyond the smallest for each deal up to a level; and for all of them.

        The latter is minus infinity where a bet is not offered.
        """
        extra = (self._nets[place, 1:] - self._nets[place, :1]).astype(np.float64)
        return extra[:, :, :-1] - extra[:, :, 1:], np.where(self._offered[place, 1:], extra[:, :, -1] * total, -np.inf)

    @staticmethod
    def _sums(weight: Floats, levels: Sequence[Floats], total: float) -> Floats:
        """(levels and all, rows) deals up to each level, over all columns."""
        found = [np.einsum("rc,rc->r", weight, each) for each in levels]
        return np.array([*found, total * weight.sum(axis=1)])

    def book_sums(self, seen: int, place: Places, bet: int, sums: Floats) -> None:
        """Enter (levels and all, rows) deals that were decided for a bet."""
        for case, amount in enumerate(np.diff(sums, axis=0, prepend=0.0)):
            self._add(self._deals[:, bet, case], place, amount)
        self._add(self._plays[seen, :, bet], place, sums[-1])

    def book_class(
        self, place: int, seen: Places, hands: Counts, which: Sequence[int], up_to: Sequence[Floats]
    ) -> None:
        """Decide and count the players of one class.

        ``up_to`` are tables (things seen, players) of deals in the first of the cases ``which``, in the first two, and
        so on to all; a player stands for this many ``hands`` and ``seen`` names each thing seen. Sums of a table, times
        the hands, must stay below 2 ** 53.
        """
        whole = [each.sum(axis=0) for each in up_to]
        plays = up_to[-1] @ hands
        gains = [self._gain(place, bet, which, up_to) for bet in range(1, len(self.terms.offers[place]))]
        most = np.zeros((1, 1))
        best = []
        for gain in gains:
            best.append(gain > most)
            most = np.maximum(most, gain)
        for bet, is_best in enumerate(best, start=1):
            for later in best[bet:]:
                is_best &= ~later
            if not is_best.any():
                continue
            chosen = is_best.astype(np.float64)
            parts = [np.einsum("sp,sp->p", chosen, each) for each in up_to]
            whole = [one - other for one, other in zip(whole, parts, strict=True)]
            self._book_parts(place, bet, hands, which, parts)
            chosen *= up_to[-1]
            by_row = chosen @ hands
            plays -= by_row
            np.add.at(self._plays[:, place, bet], seen, by_row.astype(np.int64))
        self._book_parts(place, 0, hands, which, whole)
        np.add.at(self._plays[:, place, 0], seen, plays.astype(np.int64))

    def _gain(self, place: int, bet: int, which: Sequence[int], up_to: Sequence[Floats]) -> Floats:
        """(things seen, players) what a bet brings over all their deals, beyond what the smallest bet brings."""
        nets = (self._nets[place, bet] - self._nets[place, 0])[list(which)]
        gain: Floats = up_to[-1] * float(nets[-1])
        for more, each in zip((nets[:-1] - nets[1:]).tolist(), up_to, strict=False):
            if more:
                gain += more * each
        return gain

    def _book_parts(self, place: int, bet: int, hands: Counts, which: Sequence[int], up_to: Sequence[Floats]) -> None:
        before = 0
        for case, each in zip(which, up_to, strict=True):
            deals = int(each.astype(np.int64) @ hands)
            self._deals[place, bet, case] += deals - before
            before = deals

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
