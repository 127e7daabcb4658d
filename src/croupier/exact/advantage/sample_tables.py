"""A game's own tables as the sampling kernels read them; None where a technique does not have them in that form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any, Final

import numpy as np

from croupier.exact.advantage import flush_samples, straight_samples, three_card_samples
from croupier.exact.advantage.flush_samples import FlushTables, sample_flushes
from croupier.exact.advantage.sample_book import SampleBook, change_of
from croupier.exact.advantage.sample_deals import Known, Run
from croupier.exact.advantage.sample_kernels import FIELDS, Offered
from croupier.exact.advantage.sampling import Deals
from croupier.exact.advantage.straight_samples import HalfLevels, StraightTables, sample_straights
from croupier.exact.advantage.three_card_samples import ThreeTables, sample_threes
from croupier.exact.showdown.flushes import FlushShowdown
from croupier.exact.showdown.straights import StraightShowdown, kinds_of
from croupier.exact.showdown.technique import Counts
from croupier.exact.showdown.terms import CASES
from croupier.exact.showdown.three_card import ThreeCardShowdown
from croupier.kernels.arrays import Flags
from croupier.play.showdown import Showdown

MOST_RANKS: Final = 8
"""Sets of half the ranks are kept in a byte."""


@dataclass(frozen=True)
class Kernel:
    """A family's kernel with its tables."""

    play: Callable[..., None]
    tables: Any
    fields: int = FIELDS

    def book(self, booked: Counts, seed: int, first: int, count: int, known: Known, offered: Offered) -> None:
        """Play deals and enter what the sight changes."""
        self.play(booked, Run(np.uint64(seed), first, count), known, offered, self.tables)

    def known(self, deals: Deals) -> Known:
        labels: list[int] = []
        if deals.sight.detail != "card":
            labels = [deals.sight.label(card) for card in deals.game.deck]
        deck, size = len(deals.game.deck), deals.game.hand_size
        return Known(deck, size, deals.known, deals.sight.number, np.array(labels, dtype=np.int64))

    def most_alike(self, deals: Deals) -> int:
        """The most cards that may be the one seen."""
        if deals.sight.detail == "card":
            return 1
        return max(Counter(deals.sight.label(card) for card in deals.game.deck).values())

    def offered(self, deals: Deals, book: SampleBook) -> Offered:
        terms = deals.terms
        most = max(map(len, terms.offers))
        nets = np.zeros((len(terms.offers), most, CASES), dtype=np.int64)
        change = np.zeros((len(terms.offers), most, most), dtype=np.int64)
        settled = np.full(len(terms.offers), -1, dtype=np.int64)
        for place, offers in enumerate(terms.offers):
            for one, plain in enumerate(offers):
                nets[place, one] = plain.nets
                for other, best in enumerate(offers):
                    if one != other:
                        change[place, one, other] = book.line[change_of(plain, best)]
        place_of = {hand: place for place, hand in enumerate(terms.ranking)}
        for row in deals.solution.strategy.chart:
            if row.is_settled:
                settled[place_of[row.hand]] = next(
                    at for at, option in enumerate(row.options) if option.hands == row.hands
                )
        bets = np.array([len(offers) for offers in terms.offers])
        return Offered(nets, bets, settled, change, terms.first_qualifying)


def kernel_of(deals: Deals) -> Kernel | None:
    """The kernel of a game's family, with its tables."""
    return _KERNELS[deals.game.declares.hands or ""](deals.game)


def _binomials(most: int, size: int) -> Counts:
    return np.array([[comb(cards, taken) for taken in range(size + 1)] for cards in range(most + 1)], dtype=np.int64)


def _flushes(game: Showdown) -> Kernel | None:
    technique = FlushShowdown(game)
    pack, size = technique.pack, game.hand_size
    in_order = all((np.diff(sets) > 0).all() for sets in technique.sets.values())
    if technique.suits > flush_samples.SUITS or not in_order:
        return None
    place = np.full(1 << technique.ranks, -1, dtype=np.int64)
    for length, first in technique.first_place.items():
        place[technique.sets[length]] = first + np.arange(len(technique.sets[length]))
    cuts = [technique.level(at) for at in range(len(technique.ranking))]
    # Behind the last class every hand is below; a suit may then hold any cards of a hand.
    lengths = [*(cut.length for cut in cuts), size + 1]
    starts = [*(int(technique.sets[cut.length][cut.start]) for cut in cuts), 0]
    tables = FlushTables(
        np.array([pack.suits.index(card.suit) for card in game.deck], dtype=np.int64),
        np.array([1 << pack.ranks.index(card.rank) for card in game.deck], dtype=np.int64),
        place,
        np.array(lengths, dtype=np.int64),
        np.array(starts, dtype=np.int64),
        technique.ranks,
        _binomials(len(game.deck), size),
        np.array([ranks.bit_count() for ranks in range(1 << technique.ranks)], dtype=np.int64),
    )
    return Kernel(sample_flushes, tables)


def _straights(game: Showdown) -> Kernel | None:
    technique = StraightShowdown(game)
    pack, size = technique.pack, game.hand_size
    if len(pack.suits) > straight_samples.SUITS or size >= straight_samples.WIDTH or technique.low.ranks > MOST_RANKS:
        return None
    # Up to a last level, below which all hands are.
    below = [technique.place_of_set < level for level in range(len(technique.ranking) + 1)]
    low, high = _half([_by_kind(each) for each in below]), _half([_by_kind(each.T) for each in below])
    most_low, most_high = low.starts.shape[1] - 1, high.starts.shape[1] - 1
    partners = np.zeros((len(below), most_low, most_high), dtype=np.uint8)
    many = np.zeros((len(below), most_low), dtype=np.uint8)
    kinds = np.zeros(len(below), dtype=np.int64)
    for level, allowed in enumerate(below):
        starts = [np.unique(half.starts[level])[:-1] for half in (low, high)]
        kinds[level] = len(starts[0])
        for kind, at in enumerate(starts[0]):
            goes = allowed[low.order[level, at], high.order[level, starts[1]]]
            many[level, kind] = goes.sum()
            partners[level, kind, : many[level, kind]] = np.flatnonzero(goes)
    tables = StraightTables(
        np.array([pack.ranks.index(card.rank) for card in game.deck], dtype=np.int64),
        # The low ranks are the low bits.
        technique.place_of_set.T.ravel().astype(np.int64),
        len(pack.suits),
        len(pack.ranks),
        technique.low.ranks,
        low,
        high,
        kinds,
        partners.reshape(-1, most_high),
        many,
        _binomials(len(game.deck), size),
    )
    return Kernel(sample_straights, tables)


def _by_kind(allowed: Flags) -> list[list[int]]:
    """The rows of a table that are alike, but for those that allow nothing."""
    found: dict[int, list[int]] = {}
    for number, kind in enumerate(kinds_of(allowed).tolist()):
        if allowed[number].any():
            found.setdefault(kind, []).append(number)
    return list(found.values())


def _half(levels: list[list[list[int]]]) -> HalfLevels:
    """The sets of one half, level by level and kind by kind."""
    most, sets = max(map(len, levels)), max(sum(map(len, kinds)) for kinds in levels)
    order = np.zeros((len(levels), sets), dtype=np.uint8)
    starts = np.zeros((len(levels), most + 1), dtype=np.uint16)
    for level, kinds in enumerate(levels):
        listed = [number for kind in kinds for number in kind]
        order[level, : len(listed)] = listed
        starts[level, 1:] = len(listed)
        starts[level, 1 : 1 + len(kinds)] = np.cumsum([len(kind) for kind in kinds])
    return HalfLevels(order, starts)


def _threes(game: Showdown) -> Kernel | None:
    if game.hand_size != three_card_samples.SIZE:
        return None
    technique = ThreeCardShowdown(game)
    cards, sums = len(game.deck), technique.everyone
    twos = np.array([comb(card, 2) for card in range(cards)], dtype=np.int64)
    threes = np.array([comb(card, 3) for card in range(cards)], dtype=np.int64)
    place = np.zeros(comb(cards, 3), dtype=np.int16)
    for (one, two, three), of_hand in zip(combinations(range(cards), 3), technique.place.tolist(), strict=True):
        place[one + twos[two] + threes[three]] = of_hand
    pairs = sums.with_pair.T.reshape(-1, cards, cards).astype(np.int32)
    tables = ThreeTables(
        place,
        twos,
        threes,
        sums.all.astype(np.int32),
        np.ascontiguousarray(sums.with_card.T.astype(np.int32)),
        np.ascontiguousarray(pairs + pairs.transpose(0, 2, 1)),
        _binomials(cards, three_card_samples.SIZE),
    )
    return Kernel(sample_threes, tables)


_KERNELS: Final[dict[str, Callable[[Showdown], Kernel | None]]] = {
    "three_card": _threes,
    "straights": _straights,
    "flushes": _flushes,
}
"""By family of hands."""
