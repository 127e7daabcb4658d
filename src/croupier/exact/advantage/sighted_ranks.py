"""Several of the dealer's cards seen where only ranks matter: every player's hand beside all that may be seen.

*One player.* The player holds p cards of a rank, the dealer shows s of it, and the dealer's other cards are d of it:
these are dealt in C(suits - p - s, d) ways, which is the sum over e of (-1) ** (d - e) C(s + d - e - 1, d - e) times
C(suits - p, e). Multiplied out over the ranks, the dealer's hands below a level beside a sight s number

    sum over e of K[s, e] * W[e, p],

where W counts the ways to take the cards e from what the player leaves (``takings``) and K, in which the player does
not occur, adds up the coefficients over all d that with s make a class below the level. Of ranks that are not seen only
d itself remains in the sum, so K is filled quickly; it grows from class to class by that class's own d.

*In bulk.* That is a matrix product for each class of player's hand, of few or short rows whatever is seen: with many
cards seen there are many s and few e, and the other way round.

*Exactness.* With a player's hand go at most C(45, 7) C(7, 3) < 2 ** 31 deals, with those of one block of players below
2 ** 53; the terms of a sum count ways to take up to seven cards, with coefficients of few digits.
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
"""At a time: so few that their deals together stay below 2 ** 53, with room to spare."""
BLOCK = 1 << 15
"""Player's hands beside things seen at a time, so that their counts stay in the processor's cache."""
MOST_NAMED = 3
"""So many cards seen are named in a chart; more are named by what they make, for there are thousands of them."""


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
        self.takings = Takings(ranks, suits, self.rest)
        self._sights = Takings(ranks, suits, number)
        # Backwards, so that a chart begins with the low cards.
        self._shown = np.flatnonzero(self._sights.held.sum(axis=1) == number)[::-1]
        self.seen: Counts = self._sights.held[self._shown]
        """(sights, ranks)"""
        names, ordered_by = _names(game, plain.pack.first_suit, self.seen)
        self.names = sorted(ordered_by, key=lambda name: ordered_by[name])
        self.name_of: Places = np.array([self.names.index(name) for name in names])

    def levels(self) -> Iterator[Floats]:
        """K for the level above each class of the ranking, lowest first; the same table every time, as it grows."""
        suits, digits = self.takings.suits, self.takings.digits
        rests = self.takings.held[self.takings.held.sum(axis=1) == self.rest]
        sets = ((self.seen > 0) @ self._bits)[:, None] | (rests > 0) @ self._bits
        place = self._place_of_set[sets].ravel()
        seen, rest = (each.ravel() for each in np.indices(sets.shape))
        code, times = (rests @ digits)[rest], np.ones(len(rest))
        for rank, digit in enumerate(digits):
            shown, other = self.seen[seen, rank], rests[rest, rank]
            # The terms with e = d stand already; those with fewer go to the end.
            parts = [(place, seen, rest, code, times)]
            for fewer in range(1, suits + 1):
                at = np.flatnonzero((shown > 0) & (other >= fewer))
                sign = np.array([(-1) ** fewer * comb(many + fewer - 1, fewer) for many in range(suits + 1)])
                parts.append((place[at], seen[at], rest[at], code[at] - fewer * digit, times[at] * sign[shown[at]]))
            place, seen, rest, code, times = (np.concatenate(each) for each in zip(*parts, strict=True))
        order = np.argsort(place, kind="stable")
        where = (seen * len(self.takings.held) + self.takings.place(code))[order]
        times = times[order]
        ends = np.searchsorted(place[order], np.arange(len(self.ranking)), side="right").tolist()
        table = np.zeros((len(self.seen), len(self.takings.held)))
        start = 0
        for end in ends:
            np.add.at(table.reshape(-1), where[start:end], times[start:end])
            start = end
            yield table

    def book(self, ledger: Ledger) -> None:
        """The best play of every player's hand beside every sight."""
        first = ledger.terms.first_qualifying
        low = below = np.zeros((len(self.seen), len(self.takings.held)))
        for place, table in enumerate(self.levels()):
            if place >= first:
                self._book_class(ledger, place, (0, 1, 2, 3), [low, below, table])
            elif place + 1 == first:
                low = table.copy()
                # Against a hand that would not qualify the dealer's either does not or is higher.
                for lower in range(first):
                    self._book_class(ledger, lower, (0, 3), [low])
            below = table.copy()

    def _book_class(self, ledger: Ledger, place: int, cases: tuple[int, ...], tables: list[Floats]) -> None:
        """All players of one class, by blocks."""
        start, end = self.starts[place : place + 2].tolist()
        # Where what is seen beats the class already, nothing else needs to be counted.
        beaten: NDArray[np.bool_] = ~np.any(tables[-1], axis=1)
        for one in range(start, end, PLAYERS):
            players = slice(one, min(one + PLAYERS, end))
            held, hands = self.players[:, players], self.hands[players]
            beside = self._sights.beside(held)
            for rows in _blocks(beaten):
                deals = self._sights.ways(beside, self._shown[rows]) * self.total
                ledger.book_class(place, self.name_of[rows], hands, cases[-1:], [deals])
            ways = self.takings.ways(self.takings.beside(held), np.arange(len(self.takings.held)))
            for rows in _blocks(~beaten):
                weight = self._sights.ways(beside, self._shown[rows])
                up_to = [(table[rows] @ ways) * weight for table in tables]
                ledger.book_class(place, self.name_of[rows], hands, cases, [*up_to, weight * self.total])


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

    They are the ranks where these are few, else what the cards make of themselves.
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
