"""Seats that share a dealer where only ranks count: every two hands of seven cards, and the dealer's against both.

Two players' hands together are how many cards they hold of each rank, about six million ways. For each, the dealer's
hands below every class come from the technique of ``showdown.straights`` by two halves of the ranks, as products of
matrices; and every way to deal the cards to the two players, one billion in all, is looked up in what their
best bets bring. All numbers are whole: products of matrices stay below 2 ** 53, and sums are kept in two parts.

The last step is compiled (the ``sim`` extra); it takes about five minutes on one core for a whole deck.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.errors import MissingPart
from croupier.exact.result import Progress, in_silence
from croupier.exact.showdown.straights import Half, StraightShowdown, kinds_of
from croupier.exact.showdown.terms import played_best
from croupier.kernels.arrays import Int32s, Whole
from croupier.kernels.terms import Terms
from croupier.play.showdown import Showdown

_AT_ONCE = 256


def straight_covariance(game: Showdown, progress: Progress = in_silence) -> Fraction:
    """The covariance of two seats under optimal play, exactly, in base wagers squared."""
    technique = StraightShowdown(game)
    terms = Terms(game, technique.ranking)
    (played,) = played_best(technique, terms)
    size, suits = technique.size, len(technique.pack.suits)
    hands = _Hands.of(technique, played.block.place, played.nets[:, 0])
    both_low, both_high = (Half(half.ranks, suits, 2 * size) for half in (technique.low, technique.high))
    kernel = _compiled()
    low_codes, high_codes = _codes(both_low, suits), _codes(both_high, suits)
    upper = lower = 0
    done = 0
    by_cards = [
        (np.flatnonzero(both_low.cards == cards), np.flatnonzero(both_high.cards == 2 * size - cards))
        for cards in range(2 * size + 1)
    ]
    all_ways = sum(len(lows) * len(highs) for lows, highs in by_cards)
    for lows, highs in by_cards:
        if not len(lows) or not len(highs):
            continue
        dealers = _Dealers(technique, both_high, highs)
        for start in range(0, len(lows), _AT_ONCE):
            chunk = lows[start : start + _AT_ONCE]
            below = dealers.below(both_low, chunk)
            high, rest = kernel(
                *(both_low.held[:, chunk].T.copy(), low_codes[chunk], both_low.hands[chunk]),
                *(both_high.held[:, highs].T.copy(), high_codes[highs], both_high.hands[highs]),
                *(below, hands.low_at, hands.high_at, hands.rows, hands.place, hands.nets),
                *(terms.first_qualifying, size, suits),
            )
            upper, lower = upper + int(high), lower + int(rest)
            done += len(chunk) * len(highs)
            progress(done, all_ways)
    cards = len(game.deck)
    deals = comb(cards, size) * comb(cards - size, size) * comb(cards - 2 * size, size)
    product = Fraction(upper * 2**31 + lower, deals * terms.unit**2)
    mean = Fraction(
        int((played.worth[:, 0] * played.block.row_weight).sum()),
        technique.player_hands * technique.dealer_hands * terms.unit,
    )
    return product - mean**2


class _Hands(NamedTuple):
    """What each player's hand is and brings, to be found by the codes of its halves."""

    low_at: Whole
    high_at: Whole
    rows: Int32s
    place: Whole
    nets: Whole

    @classmethod
    def of(cls, technique: StraightShowdown, place: NDArray[np.intp], nets: Whole) -> _Hands:
        suits = len(technique.pack.suits)
        found = []
        for half in (technique.low, technique.high):
            at = np.full((suits + 1) ** half.ranks, -1, dtype=np.int64)
            at[_codes(half, suits)] = np.arange(half.held.shape[1])
            found.append(at)
        rows = np.full((technique.low.held.shape[1], technique.high.held.shape[1]), -1, dtype=np.int32)
        rows[technique.player_low, technique.player_high] = np.arange(len(technique.player_low))
        return cls(found[0], found[1], rows, place.astype(np.int64), np.ascontiguousarray(nets))


class _Dealers:
    """The dealer's hands below each class, when two players leave this many cards of the high ranks."""

    def __init__(self, technique: StraightShowdown, high: Half, ways: NDArray[np.intp]) -> None:
        self.size = technique.size
        self.levels = []
        for level in range(len(technique.ranking) + 1):
            allowed = technique.place_of_set < level
            low_kind, high_kind = kinds_of(allowed), kinds_of(allowed.T)
            together = np.zeros((low_kind.max() + 1, high_kind.max() + 1))
            together[low_kind[:, None], high_kind] = allowed
            right = high.picks_added_up(ways, high_kind)[:, :, : self.size + 1][:, :, ::-1].astype(np.float64)
            self.levels.append((low_kind, np.einsum("lh,hwk->lkw", together, right).reshape(-1, len(ways))))

    def below(self, low: Half, ways: NDArray[np.intp]) -> Whole:
        """(low ways, high ways, levels)"""
        found = np.empty((len(ways), self.levels[0][1].shape[1], len(self.levels)), dtype=np.int64)
        for level, (kind, right) in enumerate(self.levels):
            left = low.picks_added_up(ways, kind)[:, :, : self.size + 1].astype(np.float64)
            found[:, :, level] = left.transpose(1, 0, 2).reshape(len(ways), -1) @ right
        return found


def _codes(half: Half, suits: int) -> Whole:
    """Ways to hold cards as numbers, a digit for each rank; the code of a difference is the difference of codes."""
    return np.asarray((suits + 1) ** np.arange(half.ranks) @ half.held, dtype=np.int64)


def _shares(held: Any, code: int, suits: int, size: int) -> Any:
    """Every way to deal some cards to two hands of at most ``size``: codes of both, the first's cards, and the ways."""
    ranks = len(held)
    number = 1
    for rank in range(ranks):
        number *= held[rank] + 1
    found = np.empty((number, 4), dtype=np.int64)
    first = np.zeros(ranks, dtype=np.int64)
    total = held.sum()
    count = 0
    for _ in range(number):
        cards = first.sum()
        if cards <= size and total - cards <= size:
            one, ways, place = 0, 1, 1
            for rank in range(ranks):
                one += first[rank] * place
                place *= suits + 1
                for step in range(first[rank]):
                    ways = ways * (held[rank] - step) // (step + 1)
            found[count] = (one, code - one, cards, ways)
            count += 1
        rank = 0
        while rank < ranks and first[rank] == held[rank]:
            first[rank] = 0
            rank += 1
        if rank < ranks:
            first[rank] += 1
    found = found[:count]
    return found[np.argsort(found[:, 2], kind="mergesort")]


def _product(below: Any, one: int, other: int, place: Any, nets: Any, qualifies: int) -> int:
    """What two hands bring together, summed over the dealer's hands; cases as in ``Cases``."""
    if place[one] > place[other]:
        one, other = other, one
    low, high = place[one], place[other]
    total = nets[one, 0] * nets[other, 0] * below[qualifies]
    start = below[qualifies]
    if low >= qualifies:
        total += nets[one, 1] * nets[other, 1] * (below[low] - start)
        if low == high:
            total += nets[one, 2] * nets[other, 2] * (below[low + 1] - below[low])
        else:
            total += nets[one, 2] * nets[other, 1] * (below[low + 1] - below[low])
        start = below[low + 1]
    if high >= qualifies and high > low:
        total += nets[one, 3] * nets[other, 1] * (below[high] - start)
        total += nets[one, 3] * nets[other, 2] * (below[high + 1] - below[high])
        start = below[high + 1]
    total += nets[one, 3] * nets[other, 3] * (below[-1] - start)
    return total  # type: ignore[no-any-return]


def _compiled() -> Callable[..., tuple[int, int]]:
    try:
        from numba import njit
    except ModuleNotFoundError:
        raise MissingPart(
            "the covariance of seats needs a compiled kernel", hint="pip install 'croupier[sim]', which brings numba"
        ) from None
    shares, product = njit(_shares, nogil=True), njit(_product, nogil=True)

    def kernel(
        low_held: Any,
        low_codes: Any,
        low_hands: Any,
        high_held: Any,
        high_codes: Any,
        high_hands: Any,
        below: Any,
        low_at: Any,
        high_at: Any,
        rows: Any,
        place: Any,
        nets: Any,
        qualifies: int,
        size: int,
        suits: int,
    ) -> tuple[int, int]:
        upper, lower = 0, 0
        dealt = [shares(high_held[there], high_codes[there], suits, size) for there in range(len(high_codes))]
        for here in range(len(low_codes)):
            lows = shares(low_held[here], low_codes[here], suits, size)
            for there in range(len(high_codes)):
                highs = dealt[there]
                total = 0
                for low in lows:
                    one_low, other_low = low_at[low[0]], low_at[low[1]]
                    first = np.searchsorted(highs[:, 2], size - low[2])
                    for at in range(first, len(highs)):
                        high = highs[at]
                        if high[2] != size - low[2]:
                            break
                        one, other = rows[one_low, high_at[high[0]]], rows[other_low, high_at[high[1]]]
                        # Both orders bring the same, so one of them is worked out.
                        if one <= other:
                            times = low[3] * high[3] * (1 if one == other else 2)
                            total += times * product(below[here, there], one, other, place, nets, qualifies)
                total *= low_hands[here]
                upper_part, lower_part = total // 2**31, total % 2**31
                upper += upper_part * high_hands[there]
                lower += lower_part * high_hands[there]
        return upper, lower

    compiled: Callable[..., tuple[int, int]] = njit(kernel, nogil=True)
    return compiled
