"""A game's own tables as the sampling kernels read them; None where a technique does not have them in that form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any, Final

import numpy as np

from croupier.exact.advantage import flush_samples, three_card_samples
from croupier.exact.advantage.flush_samples import FlushTables, sample_flushes
from croupier.exact.advantage.sample_book import Book, change_of
from croupier.exact.advantage.sample_kernels import FIELDS, Known, Offered
from croupier.exact.advantage.sampling import Deals
from croupier.exact.advantage.straight_samples import NONE_BEFORE, StraightTables, sample_straights
from croupier.exact.advantage.three_card_samples import ThreeTables, sample_threes
from croupier.exact.showdown.flushes import FlushShowdown
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.technique import Counts
from croupier.exact.showdown.terms import CASES
from croupier.exact.showdown.three_card import ThreeCardShowdown
from croupier.play.showdown import Showdown

MOST_RANKS: Final = 16
"""Sets of ranks are kept in 16 bits."""


@dataclass(frozen=True)
class Kernel:
    """A family's kernel with its tables."""

    play: Callable[..., None]
    tables: Any
    fields: int = FIELDS

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

    def offered(self, deals: Deals, book: Book) -> Offered:
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
        for row in solve_showdown(deals.game).strategy.chart:
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
    ranks = len(pack.ranks)
    if ranks > MOST_RANKS or len(game.deck) >= NONE_BEFORE:
        return None
    # The low ranks are the low bits.
    places = technique.place_of_set.T.ravel().astype(np.int64)
    shown = places < len(technique.ranking)
    sets, factors, starts = [], [], [0]
    for level in range(len(technique.ranking) + 1):
        found = _terms(shown, places < level, ranks)
        if found is None:
            return None
        held = np.flatnonzero(found)
        sets.append(held)
        factors.append(found[held])
        starts.append(starts[-1] + len(held))
    choose = np.zeros((size + 1, NONE_BEFORE + len(game.deck) + 1), dtype=np.int32)
    choose[:, NONE_BEFORE:] = _binomials(len(game.deck), size).T
    tables = StraightTables(
        np.array([pack.ranks.index(card.rank) for card in game.deck], dtype=np.int64),
        places,
        len(pack.suits),
        ranks,
        technique.low.ranks,
        np.array(starts, dtype=np.int64),
        np.concatenate(sets).astype(np.uint16),
        np.concatenate(factors).astype(np.int16),
        choose,
    )
    return Kernel(sample_straights, tables)


def _terms(shown: Any, below: Any, ranks: int) -> Counts | None:
    """(sets) the factors with which "all ranks in the set" adds up to "below the level".

    Sets that no hand shows may count either way. They count as below where no part of them that a hand shows is not,
    which leaves the fewest terms. None where a hand with more ranks may stand below one with fewer of them.
    """
    above: Counts = (shown & ~below).astype(np.int64)
    for rank in range(ranks):
        pairs = above.reshape(-1, 2, 1 << rank)
        pairs[:, 1] |= pairs[:, 0]
    if (above[shown & below]).any():
        return None
    factors = 1 - above
    for rank in range(ranks):
        pairs = factors.reshape(-1, 2, 1 << rank)
        pairs[:, 0] -= pairs[:, 1]
    return factors


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
        np.array([comb(many, 3) for many in range(cards + 1)], dtype=np.int64),
    )
    return Kernel(sample_threes, tables)


_KERNELS: Final[dict[str, Callable[[Showdown], Kernel | None]]] = {
    "three_card": _threes,
    "straights": _straights,
    "flushes": _flushes,
}
"""By family of hands."""
