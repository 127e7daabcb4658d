"""Several of the dealer's cards seen where only ranks matter: every player's hand beside all that may be seen.

*One player.* The player holds p cards of a rank, the dealer shows s of it, and the dealer's other cards are d of it:
these are dealt in C(suits - p - s, d) ways, the coefficient of x ** d in (1 + x) ** (suits - p) * (1 + x) ** -s. Over
all ranks the second factors are (1 + x) ** -n together, where n cards are seen, whatever they are. A class is a set of
ranks, and the ranks seen belong to it anyway; so below a level, beside a sight of the ranks S, the dealer's hands are

    sum over sets E of ranks of [class of S and E together is below the level] * W[E, p],

where W adds up the ways to take cards of just the ranks E, at most as many as are missing, from what the player leaves,
each times the coefficient of (1 + x) ** -n for the cards that are still missing. The low and the high
ranks are taken apart and multiplied.

*In bulk.* That is a matrix product for each class of player's hand, with a table of zeros and ones. A class adds few
sets to the classes below it.

*Exactness.* Beside a player's hand there are at most C(45, 7) C(7, 3) < 2 ** 31 deals, and beside a block of players
fewer than 2 ** 53; the terms of a sum count ways to take up to seven cards, with coefficients of few digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import RANK_LETTERS
from croupier.exact.advantage.ledger import Ledger
from croupier.exact.advantage.sight import Sight
from croupier.exact.advantage.takings import Takings, compositions
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.technique import Counts, Floats, Places
from croupier.exact.showdown.terms import Terms
from croupier.play.lines import Cards
from croupier.play.showdown import Showdown

PLAYERS = 64
"""Players at a time: few enough that their deals together stay below 2 ** 53, with room to spare."""
BLOCK = 1 << 15
"""Player's hands beside things seen at a time, so that their counts stay in the processor's cache."""
MOST_NAMED = 3
"""Up to this many seen cards are named in a chart; more are named by the hand they make, since there are thousands."""


class SightedRanks:
    """Every player's composition of ranks and every composition that may be seen of the dealer's."""

    def __init__(self, game: Showdown, number: int) -> None:
        plain = StraightShowdown(game)
        self.ranking, self.pack = plain.ranking, plain.pack
        ranks, suits = len(plain.pack.ranks), len(plain.pack.suits)
        self.rest = plain.size - number
        self.total = comb(len(game.deck) - plain.size - number, self.rest)
        """The dealer's hands that hold what is seen."""
        self._place_of_set = plain.place_of_set.T.ravel()
        self._bits = 1 << np.arange(ranks)
        players = compositions(ranks, suits, plain.size)
        place = self._place_of_set[(players > 0) @ self._bits]
        order = np.argsort(place, kind="stable")
        self.players: Counts = players[order].T
        self.starts = np.searchsorted(place[order], np.arange(len(self.ranking) + 1))
        choose = np.array([comb(suits, held) for held in range(suits + 1)])
        self.hands: Counts = choose[self.players].prod(axis=0)
        self._set_ways = SetWays(ranks, suits, self.rest, number)
        self._sights = Takings(ranks, suits, number)
        # Backwards, so that a chart begins with the low cards.
        self._shown = np.flatnonzero(self._sights.held.sum(axis=1) == number)[::-1]
        self.seen: Counts = self._sights.held[self._shown]
        """(sights, ranks)"""
        self._reached: Places = self._place_of_set[((self.seen > 0) @ self._bits)[:, None] | self._set_ways.sets]
        """(sights, sets) the class of what is seen together with the ranks of a set."""
        names, ordered_by = _names(game, plain.pack.first_suit, self.seen)
        self.names = sorted(ordered_by, key=lambda name: ordered_by[name])
        self.name_of: Places = np.array([self.names.index(name) for name in names])

    def book(self, ledger: Ledger) -> None:
        """The best play of every player's hand beside every sight."""
        first = ledger.terms.first_qualifying
        for place in range(len(self.ranking)):
            # Against a class that does not qualify, the dealer's hand either does not qualify or is higher.
            levels = (first, place, place + 1) if place >= first else (first,)
            self._book_class(ledger, place, (0, 1, 2, 3) if place >= first else (0, 3), levels)

    def _book_class(self, ledger: Ledger, place: int, cases: tuple[int, ...], levels: tuple[int, ...]) -> None:
        """All players of one class, by blocks; the last level adds just one class to the one before."""
        start, end = self.starts[place : place + 2].tolist()
        tables = [self._allowed(0, level) for level in levels[:2]]
        if len(levels) > len(tables):
            tables.append(self._allowed(levels[-2], levels[-1]))
        # Where what is seen beats the class already, nothing else needs to be counted.
        beaten: NDArray[np.bool_] = np.all(self._reached >= levels[-1], axis=1)
        blocks = [(rows, [(table[rows], sets) for table, sets in tables]) for rows in _blocks(~beaten)]
        for one in range(start, end, PLAYERS):
            players = slice(one, min(one + PLAYERS, end))
            held, hands = self.players[:, players], self.hands[players]
            beside = self._sights.beside(held)
            for rows in _blocks(beaten):
                deals = self._sights.ways(beside, self._shown[rows]) * self.total
                ledger.book_class(place, self.name_of[rows], hands, cases[-1:], [deals])
            by_set = self._set_ways.of(held)
            for rows, parts in blocks:
                weight = self._sights.ways(beside, self._shown[rows])
                up_to = [table @ by_set[sets] for table, sets in parts]
                if len(up_to) > 2:
                    up_to[-1] += up_to[-2]
                for each in up_to:
                    each *= weight
                ledger.book_class(place, self.name_of[rows], hands, cases, [*up_to, weight * self.total])

    def _allowed(self, low: int, high: int) -> tuple[Floats, Places]:
        """(sights, sets) one where the class reached lies between these levels; sets that never do are left out."""
        table = (self._reached >= low) & (self._reached < high)
        sets = np.flatnonzero(table.any(axis=0))
        return table[:, sets].astype(np.float64), sets


class SetWays:
    """For W: the ways to take cards of just some ranks, up to ``rest`` of them, beside ``number`` cards seen."""

    def __init__(self, ranks: int, suits: int, rest: int, number: int) -> None:
        self._low_ranks, self._rest = ranks // 2, rest
        self._choose = np.array(
            [[comb(suits - held, taken) for held in range(suits + 1)] for taken in range(suits + 1)]
        )
        self._signs = np.zeros((rest + 1, rest + 1))
        """By cards of the low ranks and of the high ones."""
        for low in range(rest + 1):
            for high in range(rest + 1 - low):
                missing = rest - low - high
                self._signs[low, high] = (-1) ** missing * comb(number + missing - 1, missing)
        self.sets = np.array([each for each in range(1 << ranks) if each.bit_count() <= rest])
        terms: list[tuple[int, int]] = []
        starts = []
        for each in self.sets.tolist():
            low, high = each % (1 << self._low_ranks), each >> self._low_ranks
            starts.append(len(terms))
            most = rest - high.bit_count() if low else 0
            terms += [
                (low * (rest + 1) + cards, high * (rest + 1) + cards) for cards in range(low.bit_count(), most + 1)
            ]
        self._low, self._high = np.array(terms).T
        self._starts = np.array(starts)

    def of(self, players: Counts) -> Floats:
        """(sets, players); players are given by (ranks, players) how many cards each holds."""
        low = self._by_set(players[: self._low_ranks])
        high = np.einsum("ab,sbp->sap", self._signs, self._by_set(players[self._low_ranks :]))
        terms = low.reshape(-1, low.shape[-1])[self._low]
        terms *= high.reshape(-1, low.shape[-1])[self._high]
        found: Floats = np.add.reduceat(terms, self._starts, axis=0)
        return found

    def _by_set(self, players: Counts) -> Floats:
        """(sets, cards, players) the ways to take this many cards of exactly these ranks, rank by rank."""
        table = np.zeros((1, self._rest + 1, players.shape[1]))
        table[0, 0] = 1.0
        for held in players:
            with_rank = np.zeros_like(table)
            for taken in range(1, min(self._rest, len(self._choose) - 1) + 1):
                with_rank[:, taken:] += table[:, : self._rest + 1 - taken] * self._choose[taken, held]
            table = np.concatenate([table, with_rank])
        return table


def _blocks(wanted: NDArray[np.bool_]) -> Iterator[Places]:
    rows, size = np.flatnonzero(wanted), BLOCK // PLAYERS
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def book_ranks(game: Showdown, sight: Sight) -> Ledger:
    """The best play with several of the dealer's cards seen, exactly."""
    if sight.detail != "card":
        raise ValueError(f"{sight}: this technique sees cards")
    counted = SightedRanks(game, sight.number)
    ledger = Ledger(Terms(game, counted.ranking), counted.names)
    counted.book(ledger)
    return ledger


def _names(game: Showdown, cards: Cards, seen: Counts) -> tuple[list[str], dict[str, Any]]:
    """What a chart calls the things seen, and what orders these names.

    They are the ranks if the cards are few, else the hand that the cards make.
    """
    names: list[str] = []
    order: dict[str, Any] = {}
    for held in seen.tolist():
        shown = [card for card, many in zip(cards, held, strict=True) for _ in range(many)]
        if len(shown) > MOST_NAMED:
            hand = game.rank(tuple(dict.fromkeys(shown)))
            name = game.describe(hand)
            order.setdefault(name, hand)
        else:
            name = "-".join(RANK_LETTERS[card.rank - 2] for card in reversed(shown))
            order.setdefault(name, len(order))
        names.append(name)
    return names, order
