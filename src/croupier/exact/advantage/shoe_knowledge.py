"""What it is worth to know the rest of a shoe before wagering on the next pair, by how far the shoe is dealt.

Shoes are shuffled and dealt down round by round, each of the same number of cards, until the cut card is reached; a
player sees only the depths at which these rounds begin, each once in a shoe, and averages count them that way. (Real
rounds vary in length, and those rich in high cards are shorter; that is not counted.) At the start of each round the
next hand's expectation follows exactly from the cards that are left. With *perfect knowledge* the wager is made just
when that expectation is above zero. A *count* knows only one number: each card that leaves the shoe adds its tag, and
the sum is divided by the cards left. The best tags of that kind are the effects of removal; the count at which to start
wagering is found on half of the shoes (of very many, on 20,000) and tried on all others. Values are per hand dealt, in
wagers, whether the wager is made or not.

Over all shoes the next hand's expectation is that of a full shoe at every depth. How far the sampled shoes miss it is
known, and the part of the values that this explains is taken out (a control variate).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np

from croupier.cards.cards import DECK, Card
from croupier.cards.hands import Setting, pairs
from croupier.cards.shuffle import RandomSource
from croupier.errors import BadInput
from croupier.exact.advantage.estimates import Estimate
from croupier.exact.advantage.shoe_sums import TAG_UNIT, ShoePlan, ShoeSums, sum_shoes
from croupier.exact.showdown.technique import Floats
from croupier.rulebook.paytables import Paytable

CARDS_A_ROUND = 16
"""Cards in a round: five hands and the dealer's, at slightly less than three cards each."""
LEAST_LEFT = 3
"""A pair and an up-card need this many cards."""

_RANKS, _SUITS = 13, 4
_PAIRS = tuple(combinations_with_replacement(range(_SUITS), 2))

_Spread = tuple[Estimate, Estimate, Estimate | None, Estimate | None, Estimate | None]


class Knowing(NamedTuple):
    """What some knowledge brings over the hands of a shoe."""

    value: Estimate
    """Per hand dealt."""
    wagers: Estimate
    """The share of hands on which the wager is made."""


class Depth(NamedTuple):
    """The start of one round: its value there, and the average over all rounds from the full shoe up to it."""

    dealt: Fraction
    perfect: Knowing
    counting: Knowing
    perfect_so_far: Knowing
    counting_so_far: Knowing


class ShoeKnowledge(NamedTuple):
    """What knowing the shoe is worth, depth by depth."""

    shoes: int
    penetration: Fraction
    cards_a_round: int
    depths: tuple[Depth, ...]
    full_shoe: float
    """The expectation of a wager from a full shoe."""
    variance: Estimate
    """Per hand dealt under perfect knowledge, down to the last depth."""
    hit_frequency: Estimate
    element_of_risk: Estimate | None
    """The expected loss divided by what is wagered; None if nothing is."""
    desirability_index: Estimate | None
    n0: Estimate | None
    tags: Mapping[Card, float]
    """The count's tags, the largest being 1; all zero where no card matters more than another."""
    correlation: Estimate
    """Of the count with the expectation at the last depth."""


class PairsFromShoe:
    """The expectation of the next hand for any shoe that is left."""

    def __init__(self, table: Paytable, setting: Setting, nets: Mapping[str, Fraction]) -> None:
        self.decks = setting.decks
        shape = (len(_PAIRS), _SUITS + 1, _RANKS)
        self.net: Floats = np.full(shape, -1.0)
        """By the pair's suits, the up-card's suit (the last for an up-card of another rank) and the pair's rank."""
        for rank in range(_RANKS):
            stranger = Card.of(2 if rank else 3, 0)
            for number, (one, other) in enumerate(_PAIRS):
                pair = (Card.of(rank + 2, one), Card.of(rank + 2, other))
                for up in range(_SUITS + 1):
                    card = Card.of(rank + 2, up) if up < _SUITS else stranger
                    row = table.grade(pairs.classify(pair, card, setting), setting)
                    if row is not None:
                        self.net[number, up, rank] = float(nets[row.event])

    def average(self, left: Floats, of: Floats, otherwise: float) -> Floats:
        """(shoes) the mean over the next hand of a figure that depends on the pair; without a pair it is ``otherwise``.

        ``left`` (shoes, ranks, suits) is how many of each card are left.
        """
        cards = left.sum(axis=(1, 2))
        alone, times = self.of_ranks(left, of, otherwise)
        deals = cards * (cards - 1) / 2 * (cards - 2)
        mean: Floats = (alone.sum(axis=1) + cards * times.sum(axis=1)) / deals + otherwise
        return mean

    def of_ranks(self, left: Floats, of: Floats, otherwise: float) -> tuple[Floats, Floats]:
        """What ranks add to the sum over all deals, by how many of their cards are left: alone, and times all cards.

        ``left`` (..., suits); ``of`` (pairs, up-cards, ...) of the same ranks.
        """
        suits = [left[..., suit] for suit in range(_SUITS)]
        rank = left.sum(axis=-1)
        alone, times = np.zeros_like(rank), np.zeros_like(rank)
        for number, (one, other) in enumerate(_PAIRS):
            hands = suits[one] * (suits[one] - 1) / 2 if one == other else suits[one] * suits[other]
            stranger = of[number, _SUITS] - otherwise
            # An up-card that is not there makes no deals: where it would be negative, there are no pairs.
            ups = sum((suits[up] - (up == one) - (up == other)) * (of[number, up] - otherwise) for up in range(_SUITS))
            alone += hands * (ups - rank * stranger)
            times += hands * stranger
        return alone, times

    @property
    def averaged(self) -> tuple[tuple[Floats, float], ...]:
        """What the next hand brings, its square, and whether it brings anything; each with what no pair is."""
        return (self.net, -1.0), (np.square(self.net), 1.0), (np.where(self.net > 0, 1.0, 0.0), 0.0)

    def expectation(self, left: Floats) -> Floats:
        return self.average(left, self.net, -1.0)

    def effects_of_removal(self) -> Floats:
        """(ranks, suits) how the expectation from a full shoe moves when one card is taken out."""
        full = np.full((1, _RANKS, _SUITS), float(self.decks))
        without = np.repeat(full, _RANKS * _SUITS, axis=0)
        for number in range(_RANKS * _SUITS):
            without[number, number // _SUITS, number % _SUITS] -= 1
        effects = (self.expectation(without) - self.expectation(full)).reshape(_RANKS, _SUITS)
        effects -= effects.mean()
        return np.where(abs(effects) < 1e-13, 0.0, effects)


def plan_of(shoe: PairsFromShoe, penetration: Fraction, shoes: int, cards_a_round: int = CARDS_A_ROUND) -> ShoePlan:
    """The depths at which this many shoes are valued, and the count that is tried on them."""
    if not 0 < penetration < 1:
        raise BadInput(f"a penetration of {penetration} is not a part of a shoe", hint="as in 75%")
    if shoes < 4:
        raise BadInput(f"{shoes} shoes are too few", hint="four or more")
    size = shoe.decks * len(DECK)
    if cards_a_round < LEAST_LEFT:
        raise BadInput(f"{cards_a_round} cards a round: a pair and an up-card take {LEAST_LEFT}", hint="as in 16")
    cuts = [at for at in range(0, size - LEAST_LEFT + 1, cards_a_round) if at < penetration * size]
    full = float(shoe.expectation(np.full((1, _RANKS, _SUITS), float(shoe.decks)))[0])
    effects = shoe.effects_of_removal().ravel()
    largest = abs(effects).max()
    tags = effects / largest if largest else effects
    return ShoePlan(shoe, tuple(cuts), full, np.rint(tags * TAG_UNIT).astype(np.int64), shoes)


def sample_shoes(
    shoe: PairsFromShoe,
    penetration: Fraction,
    shoes: int,
    source: RandomSource,
    progress: Callable[[int], None] = lambda _done: None,
    cards_a_round: int = CARDS_A_ROUND,
) -> ShoeKnowledge:
    """Deal shoes down to the penetration and value what is known at every depth."""
    plan = plan_of(shoe, penetration, shoes, cards_a_round)
    # A source gives the seed alone: every shoe is shuffled by its number.
    return knowledge_of(plan, sum_shoes(plan, source.bits(64), progress), penetration, cards_a_round)


def knowledge_of(plan: ShoePlan, sums: ShoeSums, penetration: Fraction, cards_a_round: int) -> ShoeKnowledge:
    """Every figure, from the sums over all shoes."""
    by_depth = [[_knowing(each, plan.base) for each in depth] for depth in sums.known]
    found = [Depth(Fraction(cut, plan.size), *each) for cut, each in zip(plan.cuts, by_depth, strict=True)]
    return ShoeKnowledge(
        plan.shoes,
        penetration,
        cards_a_round,
        tuple(found),
        plan.full,
        *_spread(plan, sums, found[-1].perfect_so_far.value.value),
        {card: float(plan.tags[card]) / TAG_UNIT for card in DECK},
        _correlation(sums.together / plan.shoes, plan.shoes),
    )


def _spread(plan: ShoePlan, sums: ShoeSums, mean: float) -> _Spread:
    """Variance, hits, element of risk, desirability and N0 under perfect knowledge, by the delta method.

    ``mean`` is the value with the control variate, so that all figures agree with the one printed.
    """
    shoes = plan.shoes
    _, value, made, _, values, made_twice, _, _ = sums.known[-1, 2] / shoes
    square, hit, squares, hits, square_value, made_value = sums.spread / shoes
    moments = np.array([square, made, value])
    products = np.array(
        [
            [squares, 0.0, square_value],
            [0.0, made_twice, made_value],
            [square_value, made_value, values],
        ]
    )
    covariance = (products - np.outer(moments, moments)) / (shoes - 1)

    def told(figure: float, *slopes: float) -> Estimate:
        """By the slopes along square, wagers made, and value; square and wagers never meet in one figure."""
        along = np.array(slopes)
        return Estimate(figure, max(0.0, float(along @ covariance @ along)) ** 0.5)

    variance = square - mean**2
    deviation = max(variance, 0.0) ** 0.5
    risk = told(-mean / made, 0.0, mean / made**2, -1 / made) if made else None
    index = n0 = None
    if deviation > 0:
        slope = -500 * mean / (variance * deviation)
        index = told(1000 * mean / deviation, slope, 0.0, 1000 / deviation - 2 * mean * slope)
    if mean:
        n0 = told(variance / mean**2, 1 / mean**2, 0.0, -2 / mean - 2 * variance / mean**3)
    hits_error = max(0.0, (hits - hit**2) / (shoes - 1)) ** 0.5
    return told(variance, 1.0, 0.0, -2 * mean), Estimate(hit, hits_error), risk, index, n0


def _correlation(means: Floats, shoes: int) -> Estimate:
    """Of the count with the expectation. Both are summed as differences from their known means."""
    cc, cw, ww, c4, c3w, c2w2, cw3, w4 = (float(each) for each in means)
    if cc * ww < 1e-36:
        return Estimate(0.0, 0.0)
    found = cw / (cc * ww) ** 0.5
    # Of z1 z2 - found (z1^2 + z2^2) / 2, where z are the two in units of their deviations.
    spread = c2w2 / (cc * ww) - found * (c3w / cc + cw3 / ww) / (cc * ww) ** 0.5
    spread += found**2 / 4 * (c4 / cc**2 + 2 * c2w2 / (cc * ww) + w4 / ww**2)
    return Estimate(found, (max(0.0, spread) / shoes) ** 0.5)


def _knowing(sums: Floats, base: float) -> Knowing:
    """Values less what the misses explain of them, and wagers."""
    many = float(sums[0])
    value, wagers, miss, values, wagers_twice, misses, value_miss = (float(each) for each in sums[1:] / many)
    spread = misses - miss**2
    # Between equal shoes only rounding differs.
    share = (value_miss - value * miss) / spread if spread > 1e-24 else 0.0
    left = values - value**2 - 2 * share * (value_miss - value * miss) + share**2 * spread
    errors = [(max(0.0, each) / (many - 1)) ** 0.5 for each in (left, wagers_twice - wagers**2)]
    return Knowing(Estimate(base + value - share * miss, errors[0]), Estimate(wagers, errors[1]))
