"""How far a round of blackjack swings: the variance of a bet, with doubles and with splits to the last hand.

What the product of two split hands needs is in docs/concepts/methods.md.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, product
from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from croupier.cards.cards import Card
from croupier.cards.hands.blackjack import value
from croupier.errors import MissingPart
from croupier.exact.blackjack.hands import BlackjackGame
from croupier.exact.blackjack.rules import RADIX, TEN, VALUES, Lattice, Rules, Shoe, lattice_of
from croupier.exact.blackjack.whole import DOUBLE, HIT, STAND, SplitPlays, UpCard, WholeGame
from croupier.exact.result import Beside, SideNet
from croupier.kernels.arrays import Floats, Whole


class Swing(NamedTuple):
    """A rule set's bet, per round."""

    mean: float
    variance: float

    @property
    def deviation(self) -> float:
        return float(np.sqrt(self.variance))


_BROUGHT: Final = (
    *("nets", "blackjack_nets", "bust", "surrender", "surrender_to_blackjack"),
    *("lost_to_blackjack", "added_to_blackjack", "doubled_to_blackjack", "blackjack_to_blackjack"),
)
"""What a hand may bring, in the rules of a house."""


def as_squares(rules: Rules) -> Rules:
    """A net squared is a net of another game, in which a double counts four times."""
    squares = {name: getattr(rules, name) ** 2 for name in _BROUGHT}
    return replace(rules, double=rules.double**2, **squares)


def swing_of(game: BlackjackGame, solved: WholeGame) -> Swing:
    """Mean and variance of a bet under the play that was solved, insurance aside."""
    rules, held = Rules.of(game), Shoe.of(game.deck)
    mean = sum(hand.chance * hand.expectation for hand in solved.hands)
    square = solved.played_under(game, as_squares(rules), held).expectation
    for hand in solved.hands:
        if hand.play == "split":
            (pair, _), against = hand.cards, UpCard(rules, held, hand.up)
            both = TwoHands(against, solved.split_plays[hand.up], pair).products(float(against.left[pair]))
            square += 2 * hand.chance * hand.split_chance * both
    return Swing(float(mean), float(square - mean**2))


def average_wagered(game: BlackjackGame, solved: WholeGame) -> float:
    """All that a bet puts up on average, doubles and splits included, insurance aside."""
    rules = Rules.of(game)
    # Every hand brings back what was put up, whatever becomes of it.
    back = replace(rules, **{name: getattr(rules, name) ** 0 for name in _BROUGHT})
    back = replace(back, doubled_to_blackjack=back.double)
    return solved.played_under(game, back, Shoe.of(game.deck)).expectation


class Parts(NamedTuple):
    """What a split hand brings, in parts that add up: for some cards of the hand, whatever else it draws."""

    held: Whole  # The cards, the hand's first included.
    nets: Floats  # By ending of the dealer's, a blackjack last.
    orders: Floats  # In how many orders the cards may come: with any second card, and with one that makes no pair.


class Ended(NamedTuple):
    """One order in which the hands of a split may settle, by number of hands on the table when each is played."""

    settled: tuple[int, ...]
    waiting: int

    @property
    def hands(self) -> int:
        return len(self.settled) + self.waiting


def ended_splits(most: int) -> list[Ended]:
    """Every order in which a split may end.

    >>> [tuple(each) for each in ended_splits(3)]
    [((2, 2), 0), ((2,), 2), ((), 3)]
    """

    def later(settled: tuple[int, ...], waiting: int) -> Iterator[Ended]:
        hands = len(settled) + waiting
        if hands == most or not waiting:
            yield Ended(settled, waiting)
        else:
            yield from later((*settled, hands), waiting - 1)
            yield from later(settled, waiting + 1)

    return list(later((), 2))


class TwoHands:
    """Every two hands of one split pair; where original bets only are lost, also the first hand with one split off."""

    def __init__(self, against: UpCard, plays: SplitPlays, pair: int) -> None:
        if pair == TEN and against.rules.splits_by_rank:
            raise MissingPart(
                "the variance of tens split by rank is not computed",
                hint="the best play from a fresh shoe never splits them",
            )
        self.against, self.pair, self._plays = against, pair, plays
        self.most = against.rules.most_hands[pair] if against.left[pair] >= 2 else 1
        self._follow = {hands: _alike(plays, pair, hands) for hands in range(2, self.most + 1)}
        self._parts: dict[tuple[int, bool], Parts] = {}
        self._together: dict[tuple[int, int, bool], tuple[Whole, Floats]] = {}
        self._known: dict[tuple[int, int, int, bool], Floats] = {}

    def products(self, cards: float) -> float:
        """Over all splits: the sum of products of every two hands."""
        found = self._products(cards, with_first=False, as_first=False)
        if self.against.spares_added:
            found += self._products(cards, with_first=True, as_first=True)
            found -= self._products(cards, with_first=True, as_first=False)
        return found

    def _products(self, cards: float, *, with_first: bool, as_first: bool) -> float:
        """For every two hands, or for the first with each other hand; the first as itself or as one split off."""
        total = self.against.cards

        def chance(others: int) -> float:
            """That one more card of the pair comes, when those of the two hands and this many others are gone."""
            return max(cards - 2 - others, 0.0) / (total - 2 - others)

        asked = Counter[tuple[int, int, int, int, int, int]]()
        for ended in ended_splits(self.most):
            played = [(hands, 1) for hands in ended.settled] + [(ended.hands, 0)] * ended.waiting
            for one, other in combinations(range(ended.hands), 2):
                if not with_first or one == 0:
                    (first, no_pair), (second, nor_here) = played[one], played[other]
                    beside = len(ended.settled) - no_pair - nor_here
                    key = (self._follow[first], self._follow[second], ended.hands - 2, beside, no_pair, nor_here)
                    asked[key] += 1
        found = 0.0
        for (first, second, others, beside, no_pair, nor_here), times in asked.items():
            reached = math.prod(map(chance, range(others)))
            if reached:
                joint = self._joint(chance, (first, second), others, beside, as_first)
                found += times * reached * float(joint[no_pair, nor_here])
        return found

    def _joint(
        self, chance: Callable[[int], float], plays: tuple[int, int], others: int, settled: int, as_first: bool
    ) -> Floats:
        """Two hands beside others of the pair, times the chance that this many more hands draw no pair."""
        kinds = [self._product(*plays, others, as_first)]
        for more in range(1, settled + 1):
            possible = chance(others + more - 1) > 0
            kinds.append(self._product(*plays, others + more, as_first) if possible else np.zeros((2, 2)))
        for _ in range(settled):
            pairs = enumerate(pairwise(kinds), others)
            kinds = [here - chance(at) * more for at, (here, more) in pairs]
        return kinds[0]

    def _product(self, first: int, second: int, others: int, as_first: bool) -> Floats:
        """By second card of either hand, any card or no pair: the average product of what they bring."""
        key = (first, second, others, as_first)
        if key not in self._known:
            unions, sums = self._both(first, second, as_first)
            gone = self._gone(unions, others)
            ends = np.column_stack([self.against.endings.of(gone), self.against.blackjack(gone)])
            weight = np.einsum("ue,stue->stu", ends, sums)
            self._known[key] = np.einsum("stu,u->st", weight, self._chances(unions, others))
        return self._known[key]

    def _both(self, first: int, second: int, as_first: bool) -> tuple[Whole, Floats]:
        """The cards of two hands together, by how many hands lie there when each is played."""
        as_first = as_first and self.against.spares_added
        if (first, second, as_first) not in self._together:
            found = _two_together(self._part(first, is_added=not as_first), self._part(second, is_added=True))
            self.against.endings.prepare(
                np.concatenate([self._gone(found[0], others) for others in range(2 * self.most - 3)])
            )
            self._together[first, second, as_first] = found
        return self._together[first, second, as_first]

    def _part(self, hands: int, *, is_added: bool) -> Parts:
        if (hands, is_added) not in self._parts:
            rules = self.against.rules.added if is_added else self.against.rules
            follow = self._plays[self.pair, hands]
            self._parts[hands, is_added] = _parts(lattice_of(self.pair)[0], self.pair, follow, self.against, rules)
        return self._parts[hands, is_added]

    def _gone(self, unions: Whole, others: int) -> Whole:
        """The cards of two hands together with those of others."""
        gone = unions.copy()
        gone[:, self.pair] += others
        return gone

    def _chances(self, unions: Whole, others: int) -> Floats:
        """The chance of the cards of each union in one order, once the pair's and the others' are gone."""
        left = self.against.left.copy()
        left[self.pair] -= 2 + others
        drawn = unions.copy()
        drawn[:, self.pair] -= 2
        chance = np.ones(len(drawn))
        for place, taken in enumerate(drawn.T):
            steps = np.maximum(left[place] - np.arange(taken.max()), 0.0)
            chance *= np.concatenate([[1.0], np.cumprod(steps)])[taken]
        size = drawn.sum(axis=1)
        total = self.against.cards - 2 - others
        ways = np.concatenate([[1.0], np.cumprod(np.maximum(total - np.arange(int(size.max())), 0.0))])
        return np.asarray(np.divide(chance, ways[size], out=np.zeros(len(chance)), where=ways[size] > 0))


def _alike(plays: SplitPlays, pair: int, hands: int) -> int:
    """The fewest hands beside which a hand of this pair is played as it is beside this many."""
    own = {number: follow for (other, number), follow in plays.items() if other == pair}
    known = own.get(hands)
    # Where all hands are played alike, one strategy is kept; where the shoe has no more of the pair, the last counts.
    if known is None:
        return max(number for number in own if number <= hands)
    return min(number for number, follow in own.items() if np.array_equal(follow, known))


def _two_together(one: Parts, other: Parts) -> tuple[Whole, Floats]:
    """All unions of two parts' cards, each once; and by kind, kind, union and ending the products that belong to it."""
    keys = one.held @ RADIX
    unions, inverse = np.unique((keys[:, None] + other.held @ RADIX).ravel(), return_inverse=True)
    sums = np.zeros((2, 2, len(unions), one.nets.shape[1]))
    for ending in range(one.nets.shape[1]):
        ours, theirs = one.orders * one.nets[:, ending], other.orders * other.nets[:, ending]
        for first, second in product(range(2), repeat=2):
            if one is other and first > second:
                sums[first, second, :, ending] = sums[second, first, :, ending]
            else:
                weights = np.outer(ours[first], theirs[second]).ravel()
                sums[first, second, :, ending] = np.bincount(inverse, weights, len(unions))
    return unions[:, None] // RADIX % (RADIX[1] // RADIX[0]), sums


def _parts(table: Lattice, pair: int, follow: Whole, against: UpCard, rules: Rules) -> Parts:
    """The bet that is lost, by second card; and what every end that is not bust brings beyond that."""
    ends: dict[tuple[int, float], Floats] = {}
    orders = np.zeros((2, table.hands + 1))
    seconds = table.child[table.place(pair)]
    orders[0, seconds] = 1.0
    orders[1, seconds] = np.arange(VALUES) != pair
    lost = orders[:, seconds].copy()
    for rows in reversed(table.counts):
        for at in range(rows.start, rows.stop):
            if not orders[0, at] or table.size[at] < 2:
                continue
            if follow[at] == STAND:
                ends[at, 1.0] = orders[:, at].copy()
            elif follow[at] == HIT:
                for child in table.child[at]:
                    orders[:, child] += orders[:, at]
            else:
                for child in table.child[at][table.child[at] < table.hands]:
                    ends[int(child), rules.double] = ends.get((int(child), rules.double), 0) + orders[:, at]
    places = np.array([at for at, _ in ends], dtype=np.int64)
    bets = np.array([bet for _, bet in ends])
    beyond = bets[:, None] * (rules.nets[table.points[places]] - rules.bust)
    first_bets = np.where(follow[seconds] == DOUBLE, rules.double, 1.0)
    # A blackjack that comes later takes a bust hand's bets too; of others, what the house says.
    kept = np.zeros(len(places))
    if not against.looks:
        kept = np.where(bets > 1, rules.doubled_to_blackjack, rules.lost_to_blackjack) - rules.bust * bets
    bust = rules.bust * np.repeat(first_bets[:, None], beyond.shape[1] + 1, axis=1)
    if against.looks:
        bust[:, -1] = 0.0
    return Parts(
        np.concatenate([table.held[places], table.held[seconds]]),
        np.concatenate([np.column_stack([beyond, kept]), bust]),
        np.concatenate([np.array(list(ends.values())).T, lost], axis=1),
    )


BetWorth = Callable[[int, int, int], float]
"""What the bet brings on average, by the values of the first two cards, the lower first, and of the up-card."""


def beside(worth: BetWorth, swing: Swing, deck: Sequence[Card], net: SideNet) -> Beside:
    """A side wager beside the bet of a game that was solved from this deck."""
    holds = Counter(deck)
    kinds = sorted(holds)
    deals = Counter[tuple[int, int, int]]()
    brought: dict[tuple[int, int, int], Fraction] = {}
    squares = Fraction()
    for one, other in combinations_with_replacement(kinds, 2):
        ways = holds[one] * (holds[one] - 1) // 2 if one == other else holds[one] * holds[other]
        low, high = sorted((value(one) - 2, value(other) - 2))
        for up in kinds:
            count = ways * (holds[up] - (up == one) - (up == other))
            if count > 0:
                key = (low, high, value(up) - 2)
                won = net((one, other), up)
                deals[key] += count
                brought[key] = brought.get(key, Fraction()) + won * count
                squares += won**2 * count
    total = sum(deals.values())
    mean = sum(brought.values(), Fraction()) / total
    variance = squares / total - mean**2
    product = sum(float(won) * worth(*key) for key, won in brought.items()) / total
    covariance = product - float(mean) * swing.mean
    return Beside(mean, variance, covariance, covariance / sqrt(float(variance) * swing.variance))
