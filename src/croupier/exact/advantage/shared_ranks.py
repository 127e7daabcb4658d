"""All seats share what they see, where only ranks count: exact, over how many cards of each rank are known.

With N seats, 7N cards are known. For each way u to hold that many cards by rank, a seat's own hand is any seven of
them and the dealer's any seven of those left, so both are counted from u alone. The best bet then depends on one's
own class and on u. The ways u number 6e6, 5.9e7, 8.8e7, 2.1e7 and 5.7e5 for two to six seats of seven cards.

*Terms.* The ranks are cut into two halves, as in ``showdown.straights``. For one class, low sets of ranks that go with
the same high sets are added up beforehand; most go with none. What is left is a short sum of products, low ways to
take k cards times high ways to take the others. The same tables serve one's own hand, which is taken from u, and the
dealer's, which is taken from what u leaves.

*Groups.* Classes that do not qualify and are offered the same bets are decided alike: they are one group.

*Exactness.* Every count of hands is below 2 ** 31, and all deals of one low way below 2 ** 63; both are checked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.straights import Half, StraightShowdown
from croupier.exact.showdown.technique import Counts, Floats, Places
from croupier.exact.showdown.terms import CASES, Offer, Terms
from croupier.exact.solver import Progress, in_silence
from croupier.play.showdown import Showdown

if TYPE_CHECKING:
    from croupier.exact.advantage.shared_kernels import Numbers

ROWS: Final = 256
"""Low ways at a time: a piece of work of well under a second."""


class Group(NamedTuple):
    """Classes that are decided alike."""

    places: tuple[int, ...]
    offers: tuple[Offer, ...]


class _Groups:
    """The classes that qualify one by one, lowest first, and then the others by what they are offered."""

    def __init__(self, terms: Terms) -> None:
        classes, first = len(terms.ranking), terms.first_qualifying
        low: dict[tuple[Offer, ...], list[int]] = {}
        for place in range(first):
            low.setdefault(terms.offers[place], []).append(place)
        self.qualifying = classes - first
        self.all = [Group((place,), terms.offers[place]) for place in range(first, classes)]
        self.all += [Group(tuple(places), offers) for offers, places in low.items()] or [Group((), ())]
        """The last one is whatever the others leave; it is empty where every class qualifies."""

    def extra(self) -> tuple[Floats, Counts]:
        """(groups, bets, cases) what each bet brings beyond the first, and (groups) how many bets there are."""
        extra = np.zeros((len(self.all), max(len(group.offers) for group in self.all), CASES))
        for number, group in enumerate(self.all):
            for bet, offer in enumerate(group.offers):
                extra[number, bet] = np.subtract(offer.nets, group.offers[0].nets)
        return extra, np.array([len(group.offers) for group in self.all], dtype=np.int64)


class _Tables:
    """For every term, the ways of either half to take its cards from any supply of ranks."""

    def __init__(self, technique: StraightShowdown, groups: _Groups) -> None:
        suits, self.size = len(technique.pack.suits), technique.size
        # Any number of cards of a rank can be known.
        self.low, self.high = (
            Half(half.ranks, suits, half.ranks * suits, self.size) for half in (technique.low, technique.high)
        )
        self._terms: list[tuple[Places, Places, int]] = []
        """The low sets, the high sets that go with them, and how many cards are taken of the low ones."""
        starts = [0]
        for group in groups.all[:-1]:
            self._terms += self._terms_of(np.isin(technique.place_of_set, group.places))
            starts.append(len(self._terms))
        self.starts = np.array(starts, dtype=np.int64)
        self.low_rest, self.high_rest = _rest(self.low), _rest(self.high)

    def _terms_of(self, allowed: NDArray[np.bool_]) -> Iterator[tuple[Places, Places, int]]:
        by_row: dict[bytes, list[int]] = {}
        for number, row in enumerate(allowed):
            if row.any():
                by_row.setdefault(row.tobytes(), []).append(number)
        for numbers in by_row.values():
            lows, highs = np.array(numbers), np.flatnonzero(allowed[numbers[0]])
            least = min(each.bit_count() for each in numbers)
            most = self.size - min(each.bit_count() for each in highs.tolist())
            yield from ((lows, highs, taken) for taken in range(least, most + 1))

    def low_ways(self, ways: Places) -> Numbers:
        """(ways, terms) from the cards that a way leaves."""
        picks = self.low.picks(ways)
        return np.array([picks[lows, :, taken].sum(axis=0) for lows, _, taken in self._terms], dtype=np.int32).T.copy()

    def high_ways(self, ways: Places) -> Numbers:
        """(terms, ways) from the cards that a way leaves."""
        picks = self.high.picks(ways)
        return np.array(
            [picks[highs, :, self.size - taken].sum(axis=0) for _, highs, taken in self._terms], dtype=np.int32
        )


class _Shared:
    """A game whose seats share their cards."""

    def __init__(self, game: Showdown, seats: int) -> None:
        technique = StraightShowdown(game)
        self.terms = Terms(game, technique.ranking)
        self.groups = _Groups(self.terms)
        size, cards, self.known = technique.size, len(game.deck), seats * technique.size
        if self.known + size > cards:
            raise BadInput(f"{seats} seats need {self.known + size} of {cards} cards", hint="fewer seats")
        self.tables = _Tables(technique, self.groups)
        self.totals = comb(self.known, size), comb(cards - self.known, size)
        high_cards = self.tables.high.ranks * self.tables.high.suits
        if max(self.totals) >= 2**31 or self.totals[0] * self.totals[1] * comb(high_cards, high_cards // 2) >= 2**63:
            raise BadInput(f"{seats} seats have more deals than this technique can add up", hint="fewer seats")
        self.deals = comb(cards, self.known) * self.totals[0] * self.totals[1]

    def pieces(self) -> Iterator[tuple[Places, Places]]:
        """Low ways and high ways that hold all known cards together."""
        low, high = self.tables.low, self.tables.high
        for here in range(self.known + 1):
            lows, highs = np.flatnonzero(low.cards == here), np.flatnonzero(high.cards == self.known - here)
            if len(lows) and len(highs):
                yield from ((lows[start : start + ROWS], highs) for start in range(0, len(lows), ROWS))

    def booked(self, progress: Progress) -> NDArray[Any]:
        """(groups, bets, cases) deals, as Python's integers."""
        # numba is slow to load, so it is imported only here.
        from croupier.exact.advantage.shared_kernels import PART, count_shared

        tables, qualifying = self.tables, self.groups.qualifying
        extra, bets = self.groups.extra()
        shape = (2, len(bets), extra.shape[1], CASES)
        of_highs: dict[int, tuple[Numbers, Numbers, Numbers]] = {}

        def count(piece: tuple[Places, Places]) -> Counts:
            lows, highs = piece
            own, dealers, weight = of_highs[int(highs[0])]
            booked = np.zeros(shape, dtype=np.int64)
            own_low, dealer_low = tables.low_ways(tables.low_rest[lows]), tables.low_ways(lows)
            count_shared(
                booked, own_low, dealer_low, own, dealers, tables.starts, qualifying, self.totals,
                tables.low.hands[lows], weight, extra, bets,
            )  # fmt: skip
            return booked

        whole = np.zeros(shape[1:], dtype=object)
        pieces = list(self.pieces())
        for _, highs in pieces:
            if int(highs[0]) not in of_highs:
                weight = tables.high.hands[highs].astype(np.int32)
                own, dealers = tables.high_ways(tables.high_rest[highs]), tables.high_ways(highs)
                of_highs[int(highs[0])] = own, dealers, weight
        work, done = sum(len(lows) * len(highs) for lows, highs in pieces), 0
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            for (lows, highs), booked in zip(pieces, pool.map(count, pieces), strict=True):
                whole += booked[0].astype(object) * 2**PART + booked[1].astype(object)
                done += len(lows) * len(highs)
                progress(done, work)
        return whole


def share_ranks(game: Showdown, seats: int, progress: Progress = in_silence) -> Distribution:
    """The best play of one seat that knows the cards of all seats, exactly."""
    shared = _Shared(game, seats)
    booked = shared.booked(progress)
    counts: dict[int, int] = {}
    put_up = 0
    for group, bet, case in np.argwhere(booked != 0).tolist():
        offer = shared.groups.all[group].offers[bet]
        deals = int(booked[group, bet, case])
        counts[offer.nets[case]] = counts.get(offer.nets[case], 0) + deals
        put_up += offer.put_up * deals
    if sum(counts.values()) != shared.deals:
        raise ArithmeticError(f"{sum(counts.values())} deals counted of {shared.deals}")
    unit = shared.terms.unit
    return Distribution.of({Fraction(net, unit): count for net, count in counts.items()}, Fraction(put_up, unit))


def _rest(half: Half) -> Places:
    """For each way to hold cards, the way that holds exactly the other cards."""
    digits = (half.suits + 1) ** np.arange(half.ranks)
    codes = digits @ half.held
    order = np.argsort(codes)
    found: Places = order[np.searchsorted(codes[order], digits @ (half.suits - half.held))]
    return found
