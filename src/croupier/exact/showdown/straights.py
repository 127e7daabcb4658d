"""Straights against straights: hands whose class depends only on which ranks they hold (docs/concepts/methods.md)."""

from collections.abc import Callable, Iterator
from itertools import product
from math import comb
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import Card
from croupier.exact.counting.spaces import grid_of
from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.terms import Block, Counts, Places
from croupier.play.game import Cards
from croupier.play.showdown import Showdown

Number = TypeVar("Number", np.int64, np.float64)

CHUNK = 4096  # Players at a time, so that their vectors stay in the processor's cache.


class Half:
    """Some of the ranks: every way for a player to hold cards of them, and the ways this leaves to the dealer."""

    def __init__(self, ranks: int, suits: int, size: int, taken: int | None = None) -> None:
        """A player may hold up to ``size`` cards, and as many are taken unless ``taken`` says how many at most."""
        self.ranks, self.suits = ranks, suits
        self.size = size if taken is None else taken
        held = np.indices((suits + 1,) * ranks).reshape(ranks, -1)
        held = held[:, held.sum(axis=0) <= size]
        self.held = held
        """(ranks, ways) cards held of each rank."""
        self.cards = held.sum(axis=0)
        self.rank_set = (1 << np.arange(ranks)) @ (held > 0)
        ways_to_hold = np.array([comb(suits, count) for count in range(suits + 1)])
        self.hands = ways_to_hold[held].prod(axis=0)
        self._table, digits = self._supplies()
        # By set of ranks and way to hold: how many ranks of the set have each supply left, as one number.
        codes = np.zeros((1, held.shape[1]), dtype=np.intp)
        for rank in range(ranks):
            codes = np.concatenate([codes, codes + digits[held[rank]]])
        self._codes = np.minimum(codes, len(self._table) - 1)

    def _supplies(self) -> tuple[Counts, Places]:
        """The polynomial of a set of ranks depends only on how many of its ranks have each supply left.

        These numbers, as digits, make its place in the table; the last place is for sets with a rank that is gone.
        """
        base = self.ranks + 1
        self._picked = {(0,) * self.suits: [1] + [0] * self.size}
        table = np.zeros((base**self.suits + 1, self.size + 1), dtype=np.int64)
        for number, counts in enumerate(product(range(base), repeat=self.suits)):
            if sum(counts) <= self.ranks:
                table[number] = self._picks(tuple(reversed(counts)))
        digits = [
            len(table) - 1 if held == self.suits else base ** (self.suits - held - 1) for held in range(self.suits + 1)
        ]
        return table, np.array(digits)

    def _picks(self, counts: tuple[int, ...]) -> list[int]:
        """Ways to take k cards, at least one of each rank, when ``counts[s - 1]`` ranks have s cards left."""
        if counts not in self._picked:
            last = next(place for place, count in enumerate(counts) if count)
            ways = self._picks((*counts[:last], counts[last] - 1, *counts[last + 1 :]))
            supply = last + 1
            self._picked[counts] = [
                sum(ways[total - taken] * comb(supply, taken) for taken in range(1, min(supply, total) + 1))
                for total in range(self.size + 1)
            ]
        return self._picked[counts]

    def picks(self, ways: Places, sets: Places | slice = slice(None)) -> Counts:
        """(sets, ways, cards) the dealer's ways to take this many cards and show exactly this set of ranks."""
        # The ways first: often only a few of very many are left.
        picks: Counts = self._table[self._codes[:, ways][sets]]
        return picks

    def picks_added_up(self, ways: Places, which: Places) -> Counts:
        """(kinds, ways, cards) the same added up over all sets of one kind; ``which`` says each set's kind."""
        order = np.argsort(which, kind="stable")
        starts = np.searchsorted(which[order], np.arange(which.max() + 1))
        added: Counts = np.add.reduceat(self.picks(ways, order), starts, axis=0)
        return added

    def way_of(self, held: list[int]) -> Places:
        """The place of a way to hold cards."""
        return np.flatnonzero((self.held == np.array(held)[:, None]).all(axis=0))


class StraightShowdown:
    """The players' hands as pairs of ways to hold low and high cards, and the class of every set of ranks."""

    def __init__(self, game: Showdown) -> None:
        pack = grid_of(game.deck)
        suits, size = len(pack.suits), game.hand_size
        self.pack, self.size = pack, size
        self.player_hands = comb(len(game.deck), size)
        self.dealer_hands = comb(len(game.deck) - size, size)
        low_ranks = (len(pack.ranks) + 1) // 2
        self.low = Half(low_ranks, suits, size)
        self.high = Half(len(pack.ranks) - low_ranks, suits, size)
        self.ranking, self.place_of_set = self._classes(game)
        # Bytes: there are millions of pairs.
        low, high = np.nonzero(self.low.cards.astype(np.int8)[:, None] + self.high.cards.astype(np.int8) == size)
        place = self.place_of_set[self.low.rank_set[low], self.high.rank_set[high]]
        order = np.argsort(place, kind="stable")
        self.player_low, self.player_high, self.player_place = low[order], high[order], place[order]

    def _classes(self, game: Showdown) -> tuple[list[object], Places]:
        """The game's own class of each set of ranks that a hand can show; others are put above all."""
        ranks = self.pack.ranks
        cards = [Card.of(rank, self.pack.suits[0]) for rank in ranks]
        least = -(-self.size // len(self.pack.suits))
        hands = {
            number: game.rank(tuple(card for place, card in enumerate(cards) if number >> place & 1))
            for number in range(1 << len(ranks))
            if least <= number.bit_count() <= self.size
        }
        ranking = sorted(set(hands.values()))
        place_of = {hand: place for place, hand in enumerate(ranking)}
        places = np.full(1 << len(ranks), len(ranking))
        for number, hand in hands.items():
            places[number] = place_of[hand]
        # The low ranks are the low bits, so they become the last axis; turn it to the front.
        return ranking, places.reshape(1 << self.high.ranks, 1 << self.low.ranks).T.copy()

    def below(self, level: int, players: slice) -> Counts:
        """For each of these players, the dealer's hands whose place in the ranking is below the level."""
        allowed = self.place_of_set < level
        low_kind, high_kind = kinds_of(allowed), kinds_of(allowed.T)
        go_together = np.zeros((low_kind.max() + 1, high_kind.max() + 1), dtype=np.int64)
        go_together[low_kind[:, None], high_kind] = allowed
        counts = np.zeros(players.stop - players.start, dtype=np.int64)
        for start in range(players.start, players.stop, CHUNK):
            chunk = slice(start, min(start + CHUNK, players.stop))
            lows, low = np.unique(self.player_low[chunk], return_inverse=True)
            highs, high = np.unique(self.player_high[chunk], return_inverse=True)
            left = self.low.picks_added_up(lows, low_kind).transpose(1, 0, 2).reshape(len(lows), -1)
            right = self.high.picks_added_up(highs, high_kind)[:, :, ::-1]
            right = np.einsum("lh,hwk->wlk", go_together, right).reshape(len(highs), -1)
            counts[chunk.start - players.start : chunk.stop - players.start] = np.einsum(
                "pv,pv->p", left[low], right[high]
            )
        return counts

    def blocks(self, first_qualifying: int) -> Iterator[Block]:
        places = self.player_place
        low, below, up_to = sweep_levels(places, len(self.ranking), first_qualifying, self.below)
        weight = self.low.hands[self.player_low] * self.high.hands[self.player_high]
        counts = (low, below - low, up_to - below)
        not_qualified, lower, equal = (count.astype(np.float64)[:, None] for count in counts)
        yield Block(
            places,
            weight.astype(np.float64),
            np.ones(1),
            not_qualified,
            lower,
            equal,
            lambda row, _: self._example(row),
            suits_count=False,
        )

    def _example(self, player: int) -> Cards:
        """Cards of the ranks that a player holds, the suits taken in turn."""
        held = [*self.low.held[:, self.player_low[player]], *self.high.held[:, self.player_high[player]]]
        ranks = [rank for rank, cards in zip(self.pack.ranks, held, strict=True) for _ in range(cards)]
        return self.pack.spreader(self.size)(tuple(reversed(ranks)))

    def cases(self, cards: Cards, first_qualifying: int) -> Cases:
        """With one player's hand the sums over all pairs of sets are small enough to be taken directly."""
        held = [sum(card.rank == rank for card in cards) for rank in self.pack.ranks]
        low = self.low.picks(self.low.way_of(held[: self.low.ranks]))[:, 0]
        high = self.high.picks(self.high.way_of(held[self.low.ranks :]))[:, 0]
        hands = low @ high[:, ::-1].T
        place = int(self.place_of_set[_rank_set(held[: self.low.ranks]), _rank_set(held[self.low.ranks :])])
        qualifies = self.place_of_set >= first_qualifying
        return Cases(
            int(hands[~qualifies].sum()),
            int(hands[qualifies & (self.place_of_set < place)].sum()),
            int(hands[qualifies & (self.place_of_set == place)].sum()),
            int(hands[qualifies & (self.place_of_set > place)].sum()),
        )


def _rank_set(held: list[int]) -> int:
    return sum(1 << place for place, count in enumerate(held) if count)


def kinds_of(allowed: NDArray[np.bool_]) -> Places:
    """For each row of a table, which of its different rows it is."""
    numbers: dict[bytes, int] = {}
    return np.array([numbers.setdefault(row.tobytes(), len(numbers)) for row in allowed])


def sweep_levels(
    places: Places, classes: int, first_qualifying: int, below_level: Callable[[int, slice], NDArray[Number]]
) -> tuple[NDArray[Number], NDArray[Number], NDArray[Number]]:
    """For players in the order of their classes: dealer's hands that do not qualify, below their own, and up to it.

    One count per level serves two classes: those just under it, as their upper end, and those at it, as lower end.
    """
    starts = np.searchsorted(places, np.arange(classes + 2))
    not_qualified = below_level(first_qualifying, slice(0, len(places)))
    below, up_to = not_qualified.copy(), not_qualified.copy()
    for level in range(first_qualifying + 1, classes + 1):
        players = slice(int(starts[level - 1]), int(starts[level + 1]))
        counts = below_level(level, players)
        mine = int(starts[level]) - players.start
        up_to[players.start : starts[level]] = counts[:mine]
        below[starts[level] : players.stop] = counts[mine:]
    return not_qualified, below, up_to
