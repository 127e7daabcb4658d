"""The dealer's cards seen where only ranks matter: every player's hand beside all that may be seen, counted exactly.

By cards, by labels of ranks, and by one color: docs/concepts/methods.md.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, groupby, pairwise
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import RANK_LETTERS, Card
from croupier.cards.hands.family import Ranked
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.terms import Counts, Floats, Places
from croupier.exact.sights.ledger import Ledger
from croupier.exact.sights.sight import COLORS, Sight
from croupier.kernels.terms import CASES, Terms
from croupier.play.game import Cards
from croupier.play.showdown import Showdown


def compositions(ranks: int, suits: int, cards: int) -> Counts:
    """(takings, ranks) every way to take this many cards of this many ranks, each rank up to the number of suits.

    >>> compositions(3, 2, 2).tolist()
    [[0, 0, 2], [0, 1, 1], [0, 2, 0], [1, 0, 1], [1, 1, 0], [2, 0, 0]]
    """
    takings = np.zeros((1, 0), dtype=np.int64)
    for left in range(ranks - 1, -1, -1):
        longer = np.repeat(takings, suits + 1, axis=0)
        more = np.tile(np.arange(suits + 1), len(takings))
        takings = np.column_stack([longer, more])
        taken = takings.sum(axis=1)
        takings = takings[(taken <= cards) & (taken + left * suits >= cards)]
    return takings


class Takings:
    """All takings of up to this many cards, the fewest first; each has a code, in which ranks are digits."""

    def __init__(self, ranks: int, suits: int, cards: int) -> None:
        self.suits = suits
        self.held = np.concatenate([compositions(ranks, suits, many) for many in range(cards + 1)])
        self.digits = (suits + 1) ** np.arange(ranks, dtype=np.int64)
        codes = self.held @ self.digits
        self._order = np.argsort(codes)
        self._sorted = codes[self._order]
        # The low and the high ranks apart are few enough for the processor's cache.
        self._halves = []
        for half in (slice(0, ranks // 2), slice(ranks // 2, ranks)):
            _, first, part = np.unique(self.held[:, half] @ self.digits[half], return_index=True, return_inverse=True)
            self._halves.append((half, self.held[first, half], part))
        self._choose = np.array(
            [[comb(suits - held, taken) for held in range(suits + 1)] for taken in range(suits + 1)], dtype=np.float64
        )

    def place(self, codes: Counts) -> Places:
        """The places of takings that are given by their codes."""
        return self._order[np.searchsorted(self._sorted, codes)]

    def beside(self, players: Counts) -> tuple[Floats, Floats]:
        """For ``ways``: players are given by (ranks, players) how many cards each holds."""
        low, high = (
            prod(
                (self._choose[taken[:, None], held] for taken, held in zip(parts.T, players[half], strict=True)),
                start=np.ones((1, 1)),
            )
            for half, parts, _ in self._halves
        )
        return low, high

    def ways(self, beside: tuple[Floats, Floats], takings: Places) -> Floats:
        """(takings, players) in how many ways each is taken from what each player leaves."""
        (_, _, low), (_, _, high) = self._halves
        ways: Floats = beside[0][low[takings]]
        ways *= beside[1][high[takings]]
        return ways


def _by_color(held: Counts, reds: int, blacks: int) -> tuple[Counts, Counts, Counts]:
    """Every way to give colors to cards held by rank: (ways, ranks) red ones, in how many hands, and of which row."""
    taken = np.zeros((len(held), 0), dtype=np.int64)
    ways = np.ones(len(held), dtype=np.int64)
    owner = np.arange(len(held))
    for rank in range(held.shape[1]):
        many = held[owner, rank]
        parts = []
        for red in range(reds + 1):
            fits = (many >= red) & (many - red <= blacks)
            choose = np.array(
                [comb(reds, red) * comb(blacks, max(cards - red, 0)) for cards in range(reds + blacks + 1)]
            )
            column = np.full((int(fits.sum()), 1), red)
            parts.append((np.hstack([taken[fits], column]), ways[fits] * choose[many[fits]], owner[fits]))
        taken, ways, owner = (np.concatenate(part) for part in zip(*parts, strict=True))
    return taken, ways, owner


PLAYERS = 64  # Players at a time: few enough that their deals together stay below 2 ** 53, with room to spare.
BLOCK = 1 << 15  # Player's hands beside things seen at a time, so that their counts stay in the processor's cache.
MOST_NAMED = 3
"""Up to this many seen cards are named in a chart; more are named by the hand they make, since there are thousands."""


class Counted(NamedTuple):
    """Players of one class beside some of the things that may be seen."""

    place: Places  # (players) the class.
    players: slice
    rows: Places  # The things seen, by their numbers.
    ways: Floats  # (players, things seen) in how many ways each is seen.
    cases: dict[int, Floats]  # (players, things seen) the dealer's hands that hold it, by case that arises.


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
        shown = np.flatnonzero(self._sights.held.sum(axis=1) == number)[::-1]
        names, ordered_by = _names(game, plain.pack.first_suit, self._sights.held[shown])
        self.names = sorted(ordered_by, key=lambda name: ordered_by[name])
        name_of = np.array([self.names.index(name) for name in names])
        order = np.argsort(name_of, kind="stable")
        self.name_of: Places = name_of[order]
        self._shown = shown[order]
        self.seen: Counts = self._sights.held[self._shown]
        """(sights, ranks)"""
        self._reached: Places = self._place_of_set[((self.seen > 0) @ self._bits)[:, None] | self._set_ways.sets]
        """(sights, sets) the class of what is seen together with the ranks of a set."""

    def counted(self, first: int, *, apart: bool = True) -> Iterator[Counted]:
        """Every player's hand beside everything that may be seen; a dealer qualifies from ``first`` on.

        Unless they are to be added up, things seen that beat the player's class already come ``apart``: beside them
        nothing else needs to be counted.
        """
        for place in range(len(self.ranking)):
            # Against a class that does not qualify, the dealer's hand either does not qualify or is higher.
            ends = (0, first, place, place + 1) if place >= first else (0, first)
            beaten: NDArray[np.bool_] = np.all(self._reached >= ends[-1], axis=1) & apart
            tables = [self._allowed(low, high) for low, high in pairwise(ends)]
            blocks = [(rows, [(table[rows].T, sets) for table, sets in tables]) for rows in _blocks(~beaten)]
            start, end = self.starts[place : place + 2].tolist()
            for one in range(start, end, PLAYERS):
                players = slice(one, min(one + PLAYERS, end))
                held = self.players[:, players]
                beside, by_set = self._sights.beside(held), self._set_ways.of(held)
                for rows, parts in (*((rows, []) for rows in _blocks(beaten)), *blocks):
                    ways = np.ascontiguousarray(self._sights.ways(beside, self._shown[rows]).T)
                    cases = {case: by_set[sets].T @ table for case, (table, sets) in enumerate(parts)}
                    cases[CASES - 1] = self.total - sum(cases.values(), np.zeros((1, 1)))
                    yield Counted(np.full(held.shape[1], place), players, rows, ways, cases)

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
        self.sets = np.array([held for held in range(1 << ranks) if held.bit_count() <= rest])
        terms: list[tuple[int, int]] = []
        starts = []
        for held in self.sets.tolist():
            low, high = held % (1 << self._low_ranks), held >> self._low_ranks
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
        by_set: Floats = np.add.reduceat(terms, self._starts, axis=0)
        return by_set

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


def _book_cards(game: Showdown, sight: Sight) -> Ledger:
    """The best play with some of the dealer's cards seen."""
    sighted = SightedRanks(game, sight.number)
    ledger = Ledger(Terms(game, sighted.ranking), sighted.names)
    for place, players, rows, ways, cases in sighted.counted(ledger.terms.first_qualifying):
        ledger.book(sighted.name_of[rows], place, ways * sighted.hands[players, None], cases, sighted.total)
    return ledger


def _book_labels(game: Showdown, sight: Sight) -> Ledger:
    """The best play when some of the dealer's cards are seen in less detail than their ranks."""
    sighted = SightedRanks(game, sight.number)
    words = [sight.words(card) for card in sighted.pack.first_suit]
    labels = list(dict.fromkeys(words))
    things = list(combinations_with_replacement(range(len(labels)), sight.number))
    label_of = np.array([labels.index(word) for word in words])
    looks = [things.index(tuple(sorted(np.repeat(label_of, held).tolist()))) for held in sighted.seen]
    looks_like = np.eye(len(things))[looks]
    """(sights, things seen)"""
    ledger = Ledger(
        Terms(game, sighted.ranking), ["-".join(labels[label] for label in reversed(seen)) for seen in things]
    )
    first = ledger.terms.first_qualifying
    for players, parts in groupby(sighted.counted(first, apart=False), key=lambda counted: counted.players):
        shown: dict[int, Floats] = {}
        for part in parts:
            place = part.place
            for case, hands in part.cases.items():
                shown[case] = shown.get(case, 0.0) + (part.ways * hands) @ looks_like[part.rows]
        weight = sighted.hands[players, None]
        for number in range(len(things)):
            ledger.book(number, place, weight, {case: hands[:, number, None] for case, hands in shown.items()})
    return ledger


def _book_color(game: Showdown) -> Ledger:
    """The best play with the color of one of the dealer's cards seen."""
    sighted = SightedRanks(game, 1)
    suits = sighted.pack.suits
    reds = sum(Card.of(2, suit).is_red for suit in suits)
    ledger = Ledger(Terms(game, sighted.ranking), COLORS)
    for place, players, rows, _, cases in sighted.counted(ledger.terms.first_qualifying, apart=False):
        held = sighted.players[:, players].T
        taken, ways, owner = _by_color(held, reds, len(suits) - reds)
        ranks = sighted.seen[rows].argmax(axis=1)
        for color, name in enumerate(COLORS):
            left = reds - taken if name == "red" else len(suits) - reds - (held[owner] - taken)
            deals = {
                case: np.einsum("hr,hr->h", left[:, ranks], hands[owner])[:, None] for case, hands in cases.items()
            }
            ledger.book(color, place[owner], ways[:, None], deals)
    return ledger


def _names(game: Showdown, cards: Cards, seen: Counts) -> tuple[list[str], dict[str, Ranked]]:
    """What a chart calls the things seen, and what orders these names.

    They are the ranks if the cards are few, else the hand that the cards make.
    """
    names: list[str] = []
    order: dict[str, Ranked] = {}
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


def book_ranks(game: Showdown, sight: Sight) -> Ledger:
    """The best play with something of the dealer's cards seen, exactly."""
    if sight.detail == "color":
        if sight.number != 1:
            raise ValueError(f"{sight}: the color of one card is seen, or ranks are")
        return _book_color(game)
    if sight.detail != "card":
        return _book_labels(game, sight)
    return _book_cards(game, sight)
