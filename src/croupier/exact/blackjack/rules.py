"""What the fast engine looks up: every hand that is not bust, how the dealer ends, and a house's rules over them.

Rules decide nothing: the game is asked once for a hand that stands for all others like it (docs/concepts/methods.md).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import ACE as ACE_RANK
from croupier.cards.cards import Card
from croupier.cards.hands.blackjack import Total
from croupier.errors import BadInput
from croupier.exact.blackjack.hands import (
    BUST,
    CARD_OF,
    BlackjackGame,
    Composition,
    Ending,
    cards_of,
    composition,
    drawings,
    draws_on,
)
from croupier.kernels.arrays import Flags, Floats, Whole

HARD_POINTS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)  # By place in a composition, an ace being one.
VALUES: Final = len(HARD_POINTS)
BEST: Final = 21
TEN, ACE = 8, 9  # Places in a composition.


def card_word(place: int) -> str:
    """A card's value as charts print it."""
    return "A" if place == ACE else str(HARD_POINTS[place])


@dataclass(frozen=True)
class Lattice:
    """Hands of one card or more, lowest hard points first; all arrays run over the hands."""

    held: Whole  # Cards by value.
    size: Whole
    hard: Whole
    points: Whole  # What the hand counts: its best total.
    soft: Flags
    child: Whole  # By value drawn: the hand that comes of it, or the number of hands where it is bust.
    counts: tuple[slice, ...]  # The hands of each hard count, highest first.
    gone: Whole  # Cards by value that the hand finds missing from the shoe: its own, and those of hands beside it.

    @property
    def hands(self) -> int:
        return len(self.held)

    @cached_property
    def may_end(self) -> Whole:
        """The hands that may be stood on: below twelve hard points only split aces and doubles end."""
        short = (self.size == 2) | (self.size == 3)
        return np.flatnonzero(short | ((self.size > 1) & ((self.hard > 11) | (self.held[:, ACE] > 0))))

    @cached_property
    def totals(self) -> tuple[Total, ...]:
        return tuple(Total(int(points), bool(soft)) for points, soft in zip(self.points, self.soft, strict=True))

    @cached_property
    def _singles(self) -> dict[int, int]:
        """By value, the place of the hand of one such card."""
        return {int(self.held[at].argmax()): int(at) for at in np.flatnonzero(self.size == 1)}

    def place(self, *values: int) -> int:
        """The place of the hand of these values."""
        at = self._singles[values[0]]
        for drawn in values[1:]:
            at = int(self.child[at, drawn])
        return at


@cache
def lattice() -> Lattice:
    """All hands that an endless shoe could give.

    >>> lattice().hands
    3082
    """
    found = sorted(_hands(), key=lambda hand: (_hard(hand), hand))
    return _table(found)


@cache
def lattice_of(value: int) -> tuple[Lattice, Whole]:
    """The hands that hold a card of this value, and the place of each among all hands."""
    whole = lattice()
    chosen = np.flatnonzero(whole.held[:, value] > 0)
    return _table([tuple(int(each) for each in row) for row in whole.held[chosen]]), chosen


class Part(NamedTuple):
    """Hands that hold a card of the pair's value, while this many others of that value are gone."""

    pair: int
    others: int


class SplitTable(NamedTuple):
    """The hands of several parts as one table, so that all of them are played together."""

    table: Lattice
    places: tuple[Whole, ...]  # By part: where the hands of its pair's own table are.


@lru_cache(maxsize=4)
def split_table(parts: tuple[Part, ...]) -> SplitTable:
    """One table of all these hands. The up-cards of a house nearly always ask for the same parts, one after another."""
    tables = [lattice_of(part.pair)[0] for part in parts]
    hard = np.concatenate([table.hard for table in tables])
    order = np.argsort(hard, kind="stable")
    place = np.empty(len(order) + 1, dtype=np.int64)
    place[order] = np.arange(len(order))
    place[-1] = len(order)
    starts = np.cumsum([0, *(table.hands for table in tables)]).tolist()
    child = np.concatenate(
        [
            np.where(table.child == table.hands, len(order), table.child + start)
            for table, start in zip(tables, starts, strict=False)
        ]
    )
    held = np.concatenate([table.held for table in tables])[order]
    beside = np.concatenate(
        [
            table.held + part.others * np.eye(VALUES, dtype=np.int64)[part.pair]
            for table, part in zip(tables, parts, strict=True)
        ]
    )
    joined = _with_counts(held, place[child[order]], beside[order])
    return SplitTable(joined, tuple(place[first:last] for first, last in pairwise(starts)))


def _table(hands: list[tuple[int, ...]]) -> Lattice:
    place = {hand: at for at, hand in enumerate(hands)}
    held = np.array(hands, dtype=np.int64)
    child = np.array(
        [
            [place.get((*hand[:value], hand[value] + 1, *hand[value + 1 :]), len(hands)) for value in range(VALUES)]
            for hand in hands
        ],
        dtype=np.int64,
    )
    return _with_counts(held, child, held)


def _with_counts(held: Whole, child: Whole, gone: Whole) -> Lattice:
    """A table of hands that are in order already."""
    hard = held @ np.array(HARD_POINTS)
    soft = (held[:, ACE] > 0) & (hard + 10 <= BEST)
    edges = np.searchsorted(hard, np.arange(BEST + 2))
    slices = tuple(slice(int(edges[count]), int(edges[count + 1])) for count in range(BEST, 0, -1))
    counts = tuple(each for each in slices if each.stop > each.start)
    return Lattice(held, held.sum(axis=1), hard, np.where(soft, hard + 10, hard), soft, child, counts, gone)


def _hard(hand: tuple[int, ...]) -> int:
    return sum(count * points for count, points in zip(hand, HARD_POINTS, strict=True))


def _hands() -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for points in HARD_POINTS:
        longer = []
        for hand in found:
            room = BEST - _hard(hand + (0,) * (VALUES - len(hand)))
            longer += [(*hand, count) for count in range(room // points + 1)]
        found = longer
    return [hand for hand in found if any(hand)]


TOTALS: Final = (17, 18, 19, 20, 21)
ENDINGS: Final = (*(Ending(points) for points in TOTALS), BUST)
"""The columns of a table of endings; a blackjack is kept apart."""
_LOW: Final = 2
"""Deuces and threes are kept apart from the rest: a dealer's low and high cards are summed one after the other."""
_PRODUCT: Final = 200_000
"""Multiplications of a matrix product: few enough that no library starts threads for it, which spin longer than they
help. OpenBLAS starts them at 2**18."""
RADIX: Final = 32 ** np.arange(VALUES, dtype=np.int64)  # A set of cards as one number.


def blackjack_value(up: int) -> int | None:
    """Which second card makes a blackjack with the card at this place; None for most cards."""
    return {TEN: ACE, ACE: TEN}.get(up)


def chance_of(value: int, left: Floats, cards: float, removed: Whole) -> Floats:
    """The chance that the next card has this value; never needed for an empty shoe."""
    chance: Floats = np.maximum(left[value] - removed[..., value], 0.0) / np.maximum(cards - removed.sum(axis=-1), 1.0)
    return chance


class Endings:
    """A dealer who shows this card. Low cards are summed once for each low part and number of cards gone."""

    def __init__(self, up: int, draws: frozenset[Total]) -> None:
        self.up = up
        listed = drawings(11 if up == ACE else HARD_POINTS[up], draws)
        kept = [each for each in listed if each.ending != BUST and not each.ending.is_blackjack]
        if {each.ending.points for each in kept} - set(TOTALS):
            raise BadInput("the dealer may stand below seventeen", hint="the fast engine knows totals of 17 to 21")
        low = {cards: at for at, cards in enumerate(sorted({each.cards[:_LOW] for each in kept}))}
        high = {cards: at for at, cards in enumerate(sorted({each.cards[_LOW:] for each in kept}))}
        self._low, self._high = (np.array(list(part), dtype=np.int64) for part in (low, high))
        self._terms = np.array(
            [
                (each.ending.points - TOTALS[0], high[each.cards[_LOW:]], low[each.cards[:_LOW]], sum(each.cards))
                for each in kept
            ]
        ).T
        self._orders = np.array([float(each.orders) for each in kept])

    def chances(self, left: Floats, cards: float, removed: Whole) -> Floats:
        """For each set of removed cards the chance of 17 to 21 and of a bust; with a blackjack they sum to one."""
        gone = removed.sum(axis=1)
        low_parts, low_of = _parts(removed[:, :_LOW])
        high_parts, high_of = _parts(removed[:, _LOW:])
        low = np.ascontiguousarray(_ways(self._low, left[:_LOW], low_parts).T)
        high = np.ascontiguousarray(_ways(self._high, left[_LOW:], high_parts).T)
        # Sets with as many cards gone and the same low part lie together, so that each product reads one block.
        order = np.lexsort((low_of, gone))
        sorted_low, sorted_high = low_of[order], high[high_of[order]]
        edges = np.flatnonzero(np.diff(gone[order] * len(low_parts) + sorted_low, prepend=-1, append=-1))
        by_total = np.empty((len(removed), len(TOTALS)))
        for number, groups in _grouped(gone[order[edges[:-1]]]):
            weights = self._weights(cards - number)
            block = max(_PRODUCT // weights.size, 1)
            for at in range(groups.start, groups.stop, block):
                bounds = edges[at : min(at + block, groups.stop) + 1].tolist()
                summed = low[sorted_low[bounds[:-1]]] @ weights
                for row, (first, last) in zip(summed, pairwise(bounds), strict=True):
                    np.dot(sorted_high[first:last], row.reshape(-1, len(TOTALS)), by_total[first:last])
        found = np.empty((len(removed), len(ENDINGS)))
        found[order, : len(TOTALS)] = by_total
        second = blackjack_value(self.up)
        blackjack = 0.0 if second is None else chance_of(second, left, cards, removed)
        found[:, -1] = 1.0 - blackjack - found[:, : len(TOTALS)].sum(axis=1)
        return found

    def _weights(self, cards: float) -> Floats:
        """By low cards, and by high cards and total: the orders of a drawing over all ways to draw equally many."""
        totals, highs, lows, sizes = self._terms
        ways = np.cumprod(np.maximum(cards - np.arange(sizes.max()), 0.0))[sizes - 1]
        weights = np.zeros((len(self._low), len(TOTALS) * len(self._high)))
        weights[lows, highs * len(TOTALS) + totals] = np.divide(
            self._orders, ways, out=np.zeros(len(ways)), where=ways > 0
        )
        return weights


def _parts(removed: Whole) -> tuple[Whole, Whole]:
    """The different rows of a table, and which of them each row is."""
    radix = RADIX[: removed.shape[1]]
    keys, of = np.unique(removed @ radix, return_inverse=True)
    return keys[:, None] // radix % RADIX[1], of


def _ways(drawn: Whole, left: Floats, removed: Whole) -> Floats:
    """In how many ways cards may be drawn, one after the other of each value; by drawing and by set removed."""
    ways = np.ones((len(drawn), len(removed)))
    for value, cards in enumerate(left):
        have = cards - removed[:, value]
        taken = [np.ones(len(removed))]
        for before in range(int(drawn[:, value].max())):
            taken.append(taken[-1] * np.maximum(have - before, 0.0))
        ways *= np.array(taken)[drawn[:, value]]
    return ways


def _grouped(numbers: Whole) -> list[tuple[float, range]]:
    """Runs of equal numbers in a sorted row."""
    starts = np.flatnonzero(np.diff(numbers, prepend=-1)).tolist()
    return [(float(numbers[one]), range(one, other)) for one, other in pairwise((*starts, len(numbers)))]


endings_of: Final = cache(Endings)
"""Made once: the lists are long, and the same for every shoe."""


class KnownEndings:
    """The endings behind one up-card from one shoe, each computed once."""

    def __init__(self, counts: tuple[float, ...], up: int, draws: frozenset[Total]) -> None:
        self.left = np.array(counts, dtype=float)
        self.cards = float(self.left.sum())
        self._endings = endings_of(up, draws)
        self._keys: Whole = np.array([np.iinfo(np.int64).max])
        self._chances: Floats = np.zeros((1, len(ENDINGS)))

    def prepare(self, removed: Whole) -> None:
        """Compute the endings for these sets of cards together."""
        sets = removed.reshape(-1, VALUES)
        keys, first = np.unique(sets @ RADIX, return_index=True)
        fresh = self._keys[self._places(keys)] != keys
        if fresh.any():
            found = self._endings.chances(self.left, self.cards, sets[first[fresh]])
            places = np.searchsorted(self._keys, keys[fresh])
            self._keys = np.insert(self._keys, places, keys[fresh])
            self._chances = np.insert(self._chances, places, found, axis=0)

    def of(self, removed: Whole) -> Floats:
        """By set of cards that are gone: the chances of 17 to 21 and of a bust."""
        keys = removed @ RADIX
        places = self._places(keys)
        if (self._keys[places] != keys).any():
            self.prepare(removed)
            places = self._places(keys)
        rows: Floats = self._chances[places]
        return rows

    def _places(self, keys: Whole) -> Whole:
        """Where these sets are, or would be; the last of all keys belongs to no set."""
        return np.searchsorted(self._keys, keys)


@lru_cache(maxsize=10)
def known_endings(counts: tuple[float, ...], up: int, draws: frozenset[Total]) -> KnownEndings:
    """Results for one shoe are shared between rule sets; a house has ten up-cards."""
    return KnownEndings(counts, up, draws)


UPS = range(VALUES)
TEN_RANKS = (10, 11, 12, 13)


class Shoe(NamedTuple):
    """What a shoe holds: cards by value, and its ten-values by rank, for houses that split by rank."""

    counts: tuple[float, ...]
    tens: tuple[float, ...]

    @staticmethod
    def of(cards: tuple[Card, ...]) -> Shoe:
        ranks = Counter(card.rank for card in cards)
        return Shoe(composition(cards), tuple(ranks[rank] for rank in TEN_RANKS))

    @property
    def cards(self) -> float:
        return sum(self.counts)

    def less(self, place: int) -> Shoe:
        """One card of a value gone; of the ten-values, a part of each rank."""
        counts = list(self.counts)
        counts[place] -= 1
        share = counts[TEN] / self.counts[TEN] if self.counts[TEN] else 1
        return Shoe(tuple(counts), tuple(rank * share for rank in self.tens) if place == TEN else self.tens)


ByUpCard = tuple[bool, ...]  # Whether something holds, by the dealer's up-card.


class Offers(NamedTuple):
    """Which hands of the lattice may draw on, and which may double."""

    hit: Flags
    double: Flags


@dataclass(frozen=True)
class Rules:
    """All tables of one house; hands as in ``lattice()``, up-cards by their place in a composition."""

    draws: frozenset[Total]
    looks: ByUpCard
    unsplit: Offers
    split: Offers
    split_aces: Offers
    nets: Floats  # By points and ending: a hand that is neither bust nor a blackjack.
    blackjack_nets: Floats  # The player's blackjack, by ending.
    lost_to_blackjack: float  # A hand, bust or not, against the dealer's blackjack.
    added_to_blackjack: float  # A bet that was put up while the hand was played, against a blackjack that comes later.
    doubled_to_blackjack: float  # A doubled hand against such a blackjack, both bets together.
    blackjack_to_blackjack: float
    bust: float
    double: float  # How many bets a doubled hand plays for.
    surrenders: ByUpCard  # Where a hand may be given up after the look, or without one.
    surrenders_early: ByUpCard
    surrender: float
    surrender_to_blackjack: float
    insures: ByUpCard
    insurance: tuple[float, float]  # What the largest insurance brings with and without a dealer's blackjack.
    most_hands: tuple[int, ...]  # How many hands a pair of this value may become; one where it is never split.
    splits_by_rank: bool

    @staticmethod
    def of(game: BlackjackGame) -> Rules:
        """The house's answers to everything that the solver asks, once."""
        house = game.house
        ups = [11 if place == ACE else HARD_POINTS[place] for place in UPS]
        ten, other_ten = Card.of(10, 0), Card.of(13, 0)
        sixteen = (CARD_OF[TEN], CARD_OF[4])
        give_up = [house.resolve_surrender(True).net, house.resolve_surrender(False).net]
        insurance = [float(house.insurance_part * house.resolve_insurance(yes).net) for yes in (True, False)]
        natural = (Card.of(ACE_RANK, 0), ten)
        return Rules(
            draws=draws_on(house.dealer_draws),
            looks=tuple(house.looks(up) for up in ups),
            unsplit=_offers(game, 1),
            split=_offers(game, 2),
            split_aces=_offers(game, 2, aces=True),
            nets=_nets(game),
            blackjack_nets=np.array([float(game.net_on(natural, ending.points, False)) for ending in ENDINGS]),
            lost_to_blackjack=float(game.net_on(sixteen, BEST, True)),
            added_to_blackjack=float(game.added_on(sixteen, BEST, True)),
            doubled_to_blackjack=float(game.net_on(sixteen, BEST, True) + game.added_on(sixteen, BEST, True)),
            blackjack_to_blackjack=float(game.net_on(natural, BEST, True)),
            bust=float(game.net_on((*sixteen, CARD_OF[7]), 17, False)),
            double=2.0,
            surrenders=tuple("surrender" in game.actions_on(sixteen, up) for up in ups),
            surrenders_early=tuple(house.surrenders_before_look(up) for up in ups),
            surrender=float(give_up[1]),
            surrender_to_blackjack=float(give_up[0]),
            insures=tuple(house.offers_insurance(up) for up in ups),
            insurance=(insurance[0], insurance[1]),
            most_hands=tuple(_most_hands(game, (card, card), ups[0]) for card in CARD_OF),
            splits_by_rank="split" not in game.actions_on((ten, other_ten), ups[0]),
        )

    @property
    def added(self) -> Rules:
        """The same house for a hand that was split off, whose bet was put up while the round was played."""
        return replace(
            self,
            lost_to_blackjack=self.added_to_blackjack,
            doubled_to_blackjack=self.double * self.added_to_blackjack,
        )

    def after_split(self, pair: int) -> Offers:
        """What a hand of a split pair may do; aces have their own rules."""
        return self.split_aces if pair == ACE else self.split


def _most_hands(game: BlackjackGame, cards: tuple[Card, Card], up: int) -> int:
    hands = 1
    while "split" in game.actions_on(cards, up, hands):
        hands += 1
    return hands


def _offers(game: BlackjackGame, hands: int, *, aces: bool = False) -> Offers:
    """Asked once for each count of two cards, and of more; a hand of one card draws its second."""
    table = lattice()
    hit, double = np.ones(table.hands, dtype=bool), np.zeros(table.hands, dtype=bool)
    asked = table.size > 1
    if hands > 1:
        asked &= (table.held[:, ACE] > 0) if aces else (table.held[:, ACE] < table.size)
    # Hands of the same total are alike; so are those of three cards and of more.
    kinds = (table.points * 2 + table.soft) * 2 + (table.size == 2)
    for kind in np.unique(kinds[asked]):
        alike = np.flatnonzero(asked & (kinds == kind))
        held: Composition = tuple(int(each) for each in table.held[alike[0]])
        # The card that was split lies first; aces come last in a composition.
        cards = cards_of(held)
        offered = game.actions_on(cards[::-1] if aces else cards, 2, hands)
        hit[alike], double[alike] = "hit" in offered, "double" in offered
    return Offers(hit, double)


def _nets(game: BlackjackGame) -> Floats:
    """What each total brings against each ending; a hand of the lattice that has it stands for all of them."""
    table = lattice()
    nets = np.zeros((BEST + 1, len(ENDINGS)))
    for points in range(2, BEST + 1):
        alike = np.flatnonzero((table.points == points) & (table.size != 2))
        at = int(alike[0]) if len(alike) else int(np.flatnonzero(table.points == points)[0])
        cards = cards_of(tuple(int(each) for each in table.held[at]))
        nets[points] = [float(game.net_on(cards, ending.points, ending.is_blackjack)) for ending in ENDINGS]
    return nets
