"""All seats share what they see, where only ranks count: exact, over how many cards of each rank are known.

With N seats, 7N cards are known. For each way u to hold that many cards by rank, a seat's own hand is any seven of
them and the dealer's any seven of those left, so both are counted from u alone, by two halves of the ranks as in
``showdown.straights``: a matrix product for each level of the ranking. The best bet then depends on one's own class and
on u. The ways u number 6e6, 5.9e7, 8.8e7, 2.1e7 and 5.7e5 for two to six seats of seven cards.

*Exactness.* Products of matrices count hands below 2 ** 53. Sums over u are kept in two parts of 64-bit integers.

The last step is compiled (the ``sim`` extra).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.errors import BadInput, MissingPart
from croupier.exact.distribution import Distribution
from croupier.exact.showdown.straights import Half, StraightShowdown, kinds_of
from croupier.exact.showdown.technique import Counts, Floats, Places
from croupier.exact.showdown.terms import CASES, Terms
from croupier.exact.solver import Progress, in_silence
from croupier.play.showdown import Showdown

AT_ONCE: Final = 1 << 14
"""Ways to hold known cards at a time, so that their counts stay in the processor's cache."""
PART: Final = 2**31


class _Levels:
    """Hands below each level of the ranking, from the cards of a low and a high way."""

    def __init__(self, technique: StraightShowdown, low: Half, high: Half) -> None:
        self._low, self._high, self.size = low, high, technique.size
        self.kinds = []
        for level in range(1, len(technique.ranking) + 1):
            allowed = technique.place_of_set < level
            low_kind, high_kind = kinds_of(allowed), kinds_of(allowed.T)
            together = np.zeros((low_kind.max() + 1, high_kind.max() + 1))
            together[low_kind[:, None], high_kind] = allowed
            self.kinds.append((low_kind, high_kind, together))

    def _picks(self, half: Half, ways: Places, kind: Places) -> Floats:
        """(kinds, ways, cards) to take cards from what a way leaves, up to a hand."""
        return half.picks_added_up(ways, kind).astype(np.float64)

    def right(self, highs: Places) -> list[Floats]:
        """For each level (kinds and cards, high ways)."""
        found = []
        for _, kind, together in self.kinds:
            turned = self._picks(self._high, highs, kind)[:, :, ::-1]
            found.append(np.einsum("lh,hwk->lkw", together, turned).reshape(-1, len(highs)))
        return found

    def below(self, lows: Places, right: list[Floats]) -> Floats:
        """(levels, low ways, high ways)"""
        found = np.empty((len(right), len(lows), right[0].shape[1]))
        for level, ((kind, _, _), theirs) in enumerate(zip(self.kinds, right, strict=True)):
            mine = self._picks(self._low, lows, kind).transpose(1, 0, 2).reshape(len(lows), -1)
            np.matmul(mine, theirs, out=found[level])
        return found


def share_ranks(game: Showdown, seats: int, progress: Progress = in_silence) -> Distribution:
    """The best play of one seat that knows the cards of all seats, exactly."""
    technique = StraightShowdown(game)
    terms = Terms(game, technique.ranking)
    size, suits, cards = technique.size, len(technique.pack.suits), len(game.deck)
    if (seats + 1) * size > cards:
        raise BadInput(f"{seats} seats need {(seats + 1) * size} of {cards} cards", hint="fewer seats")
    # Any number of cards of a rank may be known: a hand is taken from those, the dealer's from the rest.
    low, high = (Half(half.ranks, suits, half.ranks * suits, size) for half in (technique.low, technique.high))
    levels = _Levels(technique, low, high)
    low_rest, high_rest = _rest(low), _rest(high)
    offers = _offers(terms)
    kernel = _compiled()
    booked = np.zeros((2, len(terms.ranking), offers[0].shape[1], CASES), dtype=object)
    known = seats * size
    pairs = [
        (np.flatnonzero(low.cards == here), np.flatnonzero(high.cards == known - here)) for here in range(known + 1)
    ]
    pairs = [(lows, highs) for lows, highs in pairs if len(lows) and len(highs)]
    work, done = sum(len(lows) * len(highs) for lows, highs in pairs), 0
    for lows, highs in pairs:
        own, rest = levels.right(high_rest[highs]), levels.right(highs)
        step = max(1, AT_ONCE // len(highs))
        for start in range(0, len(lows), step):
            some = lows[start : start + step]
            mine, theirs = levels.below(low_rest[some], own), levels.below(some, rest)
            found = kernel(mine, theirs, low.hands[some], high.hands[highs], *offers, terms.first_qualifying)
            booked += found.astype(object)
            done += len(some) * len(highs)
            progress(done, work)
    counts: dict[int, int] = {}
    put_up = 0
    for place, bet, case in np.argwhere((booked[0] != 0) | (booked[1] != 0)).tolist():
        deals = int(booked[0, place, bet, case]) * PART + int(booked[1, place, bet, case])
        offer = terms.offers[place][bet]
        counts[offer.nets[case]] = counts.get(offer.nets[case], 0) + deals
        put_up += offer.put_up * deals
    total = comb(cards, known) * comb(known, size) * comb(cards - known, size)
    if sum(counts.values()) != total:
        raise ArithmeticError(f"{sum(counts.values())} deals counted of {total}")
    unit = terms.unit
    return Distribution.of({Fraction(net, unit): count for net, count in counts.items()}, Fraction(put_up, unit))


def _rest(half: Half) -> Places:
    """For each way to hold cards, the way that holds just the others."""
    digits = (half.suits + 1) ** np.arange(half.ranks)
    codes = digits @ half.held
    order = np.argsort(codes)
    found: Places = order[np.searchsorted(codes[order], digits @ (half.suits - half.held))]
    return found


def _offers(terms: Terms) -> tuple[Counts, NDArray[np.int64]]:
    """(classes, bets, cases) what each bet brings, and (classes) how many bets there are."""
    most = max(map(len, terms.offers))
    nets = np.zeros((len(terms.ranking), most, CASES), dtype=np.int64)
    for place, offers in enumerate(terms.offers):
        for number, offer in enumerate(offers):
            nets[place, number] = offer.nets
    return nets, np.array([len(offers) for offers in terms.offers])


@cache
def _compiled() -> Callable[..., NDArray[np.int64]]:
    try:
        from numba import njit
    except ModuleNotFoundError:
        raise MissingPart(
            "what seats know together needs a compiled kernel", hint="pip install 'croupier[sim]', which brings numba"
        ) from None

    def kernel(
        own: Any, dealer: Any, low_hands: Any, high_hands: Any, nets: Any, bets: Any, first: int
    ) -> NDArray[np.int64]:
        classes = nets.shape[0]
        booked = np.zeros((2, classes, nets.shape[1], 4), dtype=np.int64)
        cases = np.zeros(4, dtype=np.int64)
        for here in range(len(low_hands)):
            for there in range(len(high_hands)):
                weight = low_hands[here] * high_hands[there]
                total = np.int64(dealer[classes - 1, here, there])
                low = np.int64(dealer[first - 1, here, there]) if first > 0 else 0
                before = np.int64(0)
                for place in range(classes):
                    up_to = np.int64(own[place, here, there])
                    hands = up_to - before
                    before = up_to
                    if hands == 0:
                        continue
                    below = low if place <= first else np.int64(dealer[place - 1, here, there])
                    equal = low if place < first else np.int64(dealer[place, here, there])
                    cases[0], cases[1], cases[2], cases[3] = low, below - low, equal - below, total - equal
                    best, most = 0, np.int64(0)
                    for bet in range(bets[place]):
                        worth = np.int64(0)
                        for case in range(4):
                            worth += nets[place, bet, case] * cases[case]
                        if bet == 0 or worth > most:
                            best, most = bet, worth
                    for case in range(4):
                        deals = hands * cases[case]
                        booked[0, place, best, case] += (deals // 2147483648) * weight
                        booked[1, place, best, case] += (deals % 2147483648) * weight
        # What the second part has gathered goes over into the first, so that sums of many stay small.
        booked[0] += booked[1] // 2147483648
        booked[1] %= 2147483648
        return booked

    compiled: Callable[..., NDArray[np.int64]] = njit(kernel, nogil=True)
    return compiled
