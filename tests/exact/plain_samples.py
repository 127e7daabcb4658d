"""Sampled deals and shoes the plain way, one by one in Python: what the kernels are compared with.

One counter for each family of hands, in whole numbers. Against a player's hand of known class it says how many of the
dealer's hands fall into each case. It counts the hands that hold every card *seen* and none of the player's *own* cards
or of those that are *gone*.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Final, Protocol

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.exact.showdown.flushes import FlushShowdown
from croupier.exact.showdown.solution import Cases
from croupier.exact.showdown.solving import solve_showdown
from croupier.exact.showdown.straights import StraightShowdown
from croupier.exact.showdown.terms import Floats
from croupier.exact.sights.sampling import Gains, figures_of
from croupier.exact.sights.shoe_knowledge import TAG_UNIT, TOGETHER, ShoePlan, ShoeSums, line
from croupier.exact.sights.sight import Estimate
from croupier.kernels.philox import PhiloxSource
from croupier.kernels.terms import Offer, Terms
from croupier.play.game import Cards
from croupier.play.showdown import Showdown

Order = Sequence[int]
"""Cards of a shoe in the order in which they are dealt."""


class DealerCases(Protocol):
    """Counts the dealer's hands for one family."""

    @property
    def ranking(self) -> Sequence[Any]:
        """Every class of hand, lowest first."""

    def cases(
        self, place: int, first_qualifying: int, own: Cards, seen: Cards = (), gone: Collection[Card] = ()
    ) -> Cases:
        """The dealer's hands against a class of hand."""


class CasesByHand:
    """Hands of few cards, one by one."""

    def __init__(self, game: Showdown) -> None:
        self._at = {card: at for at, card in enumerate(game.deck)}
        hands = list(combinations(game.deck, game.hand_size))
        classes = [game.rank(hand) for hand in hands]
        self.ranking = sorted(set(classes))
        number = {hand: at for at, hand in enumerate(self.ranking)}
        self._place = np.array([number[hand] for hand in classes])
        self._holds = np.zeros((len(game.deck), len(hands)), dtype=bool)
        positions = np.array(list(combinations(range(len(game.deck)), game.hand_size)))
        for column in positions.T:
            self._holds[column, np.arange(len(hands))] = True

    def cases(
        self, place: int, first_qualifying: int, own: Cards, seen: Cards = (), gone: Collection[Card] = ()
    ) -> Cases:
        fits = ~self._holds[[self._at[card] for card in (*own, *gone)]].any(axis=0)
        if seen:
            fits &= self._holds[[self._at[card] for card in seen]].all(axis=0)
        dealer = self._place[fits]
        low = int((dealer < first_qualifying).sum())
        below = max(low, int((dealer < place).sum()))
        up_to = max(low, int((dealer <= place).sum()))
        return Cases(low, below - low, up_to - below, len(dealer) - up_to)


class CasesByRank:
    """Hands whose class depends on their ranks: a polynomial for each rank, multiplied out over sets of ranks."""

    def __init__(self, game: Showdown) -> None:
        straights = StraightShowdown(game)
        self.ranking = straights.ranking
        self._size, self._places = straights.size, straights.place_of_set
        self._ranks, self._suits = straights.pack.ranks, len(straights.pack.suits)
        self._low_ranks = straights.low.ranks

    def cases(
        self, place: int, first_qualifying: int, own: Cards, seen: Cards = (), gone: Collection[Card] = ()
    ) -> Cases:
        left = dict.fromkeys(self._ranks, self._suits)
        held = dict.fromkeys(self._ranks, 0)
        for card in (*own, *gone, *seen):
            left[card.rank] -= 1
        for card in seen:
            held[card.rank] += 1
        supplies = [(left[rank], held[rank]) for rank in self._ranks]
        low, high = self._picks(supplies[: self._low_ranks]), self._picks(supplies[self._low_ranks :])
        # At most C(45, 7) hands: float64 counts them exactly.
        hands = low @ high[:, ::-1].T
        by_place = np.bincount(self._places.ravel(), hands.ravel(), len(self.ranking) + 1)
        low_hands = int(by_place[:first_qualifying].sum())
        below = max(low_hands, int(by_place[:place].sum()))
        up_to = max(low_hands, int(by_place[: place + 1].sum()))
        return Cases(low_hands, below - low_hands, up_to - below, int(by_place.sum()) - up_to)

    def _picks(self, supplies: Sequence[tuple[int, int]]) -> Floats:
        """(sets, cards) the ways to show exactly a set of ranks with this many cards, those seen included."""
        table = np.zeros((1, self._size + 1))
        table[0, 0] = 1
        for left, held in supplies:
            present = np.zeros_like(table)
            for more in range(0 if held else 1, min(left, self._size - held) + 1):
                taken = held + more
                present[:, taken:] += comb(left, more) * table[:, : self._size + 1 - taken]
            table = np.concatenate([table * (not held), present])
        return table


class CasesBySuit:
    """Hands whose class is their best suit: a polynomial for each suit."""

    def __init__(self, game: Showdown) -> None:
        self._flushes = FlushShowdown(game)
        self.ranking = self._flushes.ranking
        self._bit = {rank: 1 << at for at, rank in enumerate(self._flushes.pack.ranks)}
        self._sets = self._flushes.sets

    def cases(
        self, place: int, first_qualifying: int, own: Cards, seen: Cards = (), gone: Collection[Card] = ()
    ) -> Cases:
        every = (1 << self._flushes.ranks) - 1
        free = dict.fromkeys(self._flushes.pack.suits, every)
        held = dict.fromkeys(self._flushes.pack.suits, 0)
        for card in (*own, *gone, *seen):
            free[card.suit] &= ~self._bit[card.rank]
        for card in seen:
            held[card.suit] |= self._bit[card.rank]
        suits = [(free[suit], held[suit]) for suit in free]
        left = sum(each.bit_count() for each in free.values())
        total = comb(left, self._flushes.size - len(seen))
        low = self._below(first_qualifying, suits, total)
        below = max(low, self._below(place, suits, total))
        up_to = max(low, self._below(place + 1, suits, total))
        return Cases(low, below - low, up_to - below, total - up_to)

    def _below(self, place: int, suits: Sequence[tuple[int, int]], total: int) -> int:
        if place >= len(self.ranking):
            return total
        length, start = self._flushes.level(place)
        size = self._flushes.size
        lower_sets = self._sets[length][:start]
        product = [1] + [0] * size
        for free, held in suits:
            cards, forced = free.bit_count(), held.bit_count()
            ways = [comb(cards, taken - forced) if taken >= forced else 0 for taken in range(length)]
            fitting = ((lower_sets & ~(free | held)) == 0) & ((lower_sets & held) == held)
            ways.append(int(fitting.sum()))
            product = [
                sum(product[many - taken] * each for taken, each in enumerate(ways[: many + 1]))
                for many in range(size + 1)
            ]
        return product[size]


COUNTERS: Final[dict[str, Callable[[Showdown], DealerCases]]] = {
    "three_card": CasesByHand,
    "straights": CasesByRank,
    "flushes": CasesBySuit,
}
"""By family of hands."""


class PlainDeals:
    """Single deals of a game whose seats share their cards, decided."""

    def __init__(self, game: Showdown, seats: int) -> None:
        self.game, self.known = game, seats * game.hand_size
        self.counter = COUNTERS[game.declares.hands or ""](game)
        self.terms = Terms(game, self.counter.ranking)
        self.nets = sorted({net for offers in self.terms.offers for offer in offers for net in offer.nets})
        self._place = {hand: place for place, hand in enumerate(self.counter.ranking)}

    def cards(self, seed: int, number: int) -> Cards:
        """The player's and the other seats'."""
        places = PhiloxSource(seed, number).first_of(len(self.game.deck), self.known)
        return tuple(self.game.deck[place] for place in places)

    def moves(self, cards: Cards) -> list[float] | None:
        """How the chance of each net changes, then what is put up; None where the cards change nothing."""
        own, gone = cards[: self.game.hand_size], cards[self.game.hand_size :]
        place, first = self._place[self.game.rank(own)], self.terms.first_qualifying
        offers = self.terms.offers[place]
        plain = _best(offers, self.counter.cases(place, first, own))
        cases = self.counter.cases(place, first, own, (), gone)
        best = _best(offers, cases)
        if best is plain:
            return None
        found = [0.0] * len(self.nets)
        for case, many in enumerate(cases):
            found[self.nets.index(best.nets[case])] += many / cases.total
            found[self.nets.index(plain.nets[case])] -= many / cases.total
        return [*found, (best.put_up - plain.put_up) / self.terms.unit]


def _worth(offer: Offer, cases: Cases) -> int:
    return sum(net * count for net, count in zip(offer.nets, cases, strict=True))


def _best(offers: Sequence[Offer], cases: Cases) -> Offer:
    """Of equal bets the smaller, which comes first."""
    return max(offers, key=lambda offer: _worth(offer, cases))


def gains_plainly(game: Showdown, seats: int, seed: int, samples: int) -> Gains:
    """Deal by deal."""
    deals = PlainDeals(game, seats)
    moves = [deals.moves(deals.cards(seed, number)) for number in range(samples)]
    found = np.array([each or [0.0] * (len(deals.nets) + 1) for each in moves])
    return Gains(found.sum(axis=0), found.T @ found)


def expected_plainly(game: Showdown, seats: int, seed: int, samples: int) -> Estimate:
    """What a seat that knows the cards of all seats expects, deal by deal."""
    gains, deals = gains_plainly(game, seats, seed, samples), PlainDeals(game, seats)
    nets = [Fraction(net, deals.terms.unit) for net in deals.nets]
    return figures_of(solve_showdown(game).distribution, samples, nets, gains).expectation


def order_of(plan: ShoePlan, seed: int, number: int) -> Order:
    """The cards of a shoe down to the last depth."""
    return [place % len(DECK) for place in PhiloxSource(seed, number).first_of(plan.size, plan.cuts[-1])]


def values_plainly(plan: ShoePlan, orders: Sequence[Order]) -> tuple[Floats, Floats, Floats, Floats]:
    """(shoes, depths) what the next hand is worth, the count, and square and hits where the wager is made."""
    found = []
    (_, *others), cards = plan.shoe.averaged, len(DECK)
    dealt = np.array([order[: plan.cuts[-1]] for order in orders], dtype=np.int64)
    # Each card counts from the first depth at which it is gone.
    depth = np.searchsorted(plan.cuts, np.arange(dealt.shape[1]), side="right")
    shoes = np.arange(len(orders))[:, None]
    places = (shoes * len(plan.cuts) + depth) * cards + dealt
    gone_between = np.bincount(places.ravel(), minlength=len(orders) * len(plan.cuts) * cards)
    for gone, cut in zip(
        gone_between.reshape(len(orders), -1, cards).cumsum(axis=1).transpose(1, 0, 2), plan.cuts, strict=True
    ):
        left = (plan.shoe.decks - gone).reshape(len(orders), -1, 4).astype(np.float64)
        worth = plan.shoe.expectation(left)
        square, hits = (plan.shoe.average(left, of, otherwise) * (worth > 0) for of, otherwise in others)
        found.append((worth, gone @ plan.tags / (float(plan.size - cut) * TAG_UNIT), square, hits))
    worth, count, square, hits = np.array(found).transpose(1, 2, 0)
    return worth, count, square, hits


def sum_plainly(plan: ShoePlan, seed: int) -> ShoeSums:
    """All shoes of a plan, in NumPy."""
    trained = np.array([number % 2 == 0 and number < 2 * plan.trained for number in range(plan.shoes)])
    orders = [order_of(plan, seed, number) for number in range(plan.shoes)]
    worth, count, square, hits = values_plainly(plan, orders)
    depths = len(plan.cuts)
    lines = [line(count[trained, at], worth[trained, at], plan.full) for at in range(depths)]
    rounds = np.arange(1, depths + 1)
    sums = ShoeSums.none(depths)
    for who, (made, among) in enumerate([(worth > 0, trained | True), (count >= lines, ~trained)]):
        here = [np.where(made, worth, 0.0) - plan.base, made.astype(np.float64), worth - plan.full]
        so_far = [np.cumsum(each, axis=1) / rounds for each in here]
        for place, (value, wagers, miss) in ((who, here), (who + 2, so_far)):
            terms = [np.ones_like(value), value, wagers, miss, value**2, wagers**2, miss**2, value * miss]
            sums.known[:, place] = np.array([each[among].sum(axis=0) for each in terms]).T
        if who == 0:
            squares, hit, value, wagers = square.mean(axis=1), hits.mean(axis=1), so_far[0][:, -1], so_far[1][:, -1]
            terms = [squares, hit, squares**2, hit**2, squares * value, wagers * value]
            sums.spread[:] = [each.sum() for each in terms]
    last, miss = count[:, -1], worth[:, -1] - plan.full
    sums.together[:] = [(last**one * miss**other).sum() for one, other in TOGETHER]
    return sums
