"""What it is worth to know the rest of a shoe before wagering on the next pair, by how far the shoe is dealt.

Shoes are shuffled and dealt down round by round, each of the same number of cards, until the cut card is reached; a
player sees only the depths at which these rounds begin, each once in a shoe, and averages count them that way. (Real
rounds vary in length, and those rich in high cards are shorter; that is not counted.) At the start of each round the
next hand's expectation follows exactly from the cards that are left. With *perfect knowledge* the wager is made just
when that expectation is above zero. A *count* knows only one number: each card that leaves the shoe adds its tag, and
the sum is divided by the cards left. The best tags of that kind are the effects of removal; the count at which to start
wagering is found on half of the shoes and tried on the other half. Values are per hand dealt, in wagers, whether the
wager is made or not.

Over all shoes the next hand's expectation is that of a full shoe at every depth. How far the sampled shoes miss it is
known, and the part of the values that this explains is taken out (a control variate).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards.cards import DECK, Card
from croupier.cards.hands import Setting, pairs
from croupier.cards.shuffle import RandomSource, shuffle
from croupier.errors import BadInput
from croupier.exact.advantage.estimates import Estimate
from croupier.exact.showdown.technique import Floats
from croupier.rulebook.paytables import Paytable

CARDS_A_ROUND = 16
"""Cards in a round: five hands and the dealer's, at slightly less than three cards each."""
LEAST_LEFT = 3
"""A pair and an up-card need this many cards."""

_RANKS, _SUITS = 13, 4
_PAIRS = tuple(combinations_with_replacement(range(_SUITS), 2))


class SampledShoes(NamedTuple):
    """The figures of every shoe at one depth."""

    value: Floats
    wagers: NDArray[np.bool_]
    miss: Floats
    """By how much the expectation differs from a full shoe's; zero on average."""


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
    tags: Mapping[Card, float]
    """The count's tags, the largest being 1; all zero where no card matters more than another."""
    correlation: float
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
        by_rank = left.sum(axis=2)
        cards = by_rank.sum(axis=1)
        total = np.zeros(len(left))
        for number, (one, other) in enumerate(_PAIRS):
            first, second = left[:, :, one], left[:, :, other]
            hands = first * (first - 1) / 2 if one == other else first * second
            for up in range(_SUITS):
                # An up-card that is not there makes no deals: where it would be negative, there are no pairs.
                third = left[:, :, up] - (up == one) - (up == other)
                total += (hands * third) @ (of[number, up] - otherwise)
            total += (hands * (cards[:, None] - by_rank)) @ (of[number, _SUITS] - otherwise)
        deals = cards * (cards - 1) / 2 * (cards - 2)
        mean: Floats = total / deals + otherwise
        return mean

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


def sample_shoes(
    shoe: PairsFromShoe,
    penetration: Fraction,
    shoes: int,
    source: RandomSource,
    progress: Callable[[int], None] = lambda _done: None,
    cards_a_round: int = CARDS_A_ROUND,
) -> ShoeKnowledge:
    """Deal shoes down to the penetration and value what is known at every depth."""
    if not 0 < penetration < 1:
        raise BadInput(f"a penetration of {penetration} is not a part of a shoe", hint="as in 75%")
    if shoes < 4:
        raise BadInput(f"{shoes} shoes are too few", hint="four or more")
    size = shoe.decks * len(DECK)
    if cards_a_round < LEAST_LEFT:
        raise BadInput(f"{cards_a_round} cards a round: a pair and an up-card take {LEAST_LEFT}", hint="as in 16")
    cuts = [at for at in range(0, size - LEAST_LEFT + 1, cards_a_round) if at < penetration * size]
    depths = [Fraction(at, size) for at in cuts]
    gone = np.zeros((len(cuts), shoes, len(DECK)))
    cards = tuple(DECK) * shoe.decks
    for number in range(shoes):
        order = np.array(shuffle(source, cards), dtype=np.intp)
        for at, cut in enumerate(cuts):
            gone[at, number] = np.bincount(order[:cut], minlength=len(DECK))
        progress(number + 1)
    full = float(shoe.expectation(np.full((1, _RANKS, _SUITS), float(shoe.decks)))[0])
    effects = shoe.effects_of_removal()
    largest = abs(effects).max()
    tags = effects / largest if largest else effects
    trained = np.arange(shoes) % 2 == 0
    perfect: list[SampledShoes] = []
    by_count: list[SampledShoes] = []
    squares, hits = np.zeros(shoes), np.zeros(shoes)
    squared: Floats = np.square(shoe.net)
    correlation = 0.0
    for at, cut in enumerate(cuts):
        left = (shoe.decks - gone[at]).reshape(shoes, _RANKS, _SUITS)
        worth = shoe.expectation(left)
        wagers = worth > 0
        perfect.append(SampledShoes(np.where(wagers, worth, 0.0), wagers, worth - full))
        squares += shoe.average(left, squared, 1.0) * wagers / len(cuts)
        hits += shoe.average(left, np.where(shoe.net > 0, 1.0, 0.0), 0.0) * wagers / len(cuts)
        true_count = gone[at] @ tags.ravel() / (size - cut)
        correlation = _correlation(true_count, worth)
        tried = true_count[~trained] >= _line(true_count[trained], worth[trained], full)
        by_count.append(SampledShoes(np.where(tried, worth[~trained], 0.0), tried, worth[~trained] - full))
    found = tuple(
        Depth(
            depth,
            _knowing(perfect[at : at + 1]),
            _knowing(by_count[at : at + 1]),
            _knowing(perfect[: at + 1]),
            _knowing(by_count[: at + 1]),
        )
        for at, depth in enumerate(depths)
    )
    mean = found[-1].perfect_so_far.value.value
    by_card = {card: float(tags.ravel()[card]) for card in DECK}
    values, made = (np.mean([each[at] for each in perfect], axis=0) for at in range(2))
    spread = _estimate(squares - 2 * mean * values)
    variance = Estimate(float(squares.mean()) - mean**2, spread.standard_error)
    risk = None
    if made.any():
        part = float(made.mean())
        slope = _estimate((mean / part * made - values) / part)
        risk = Estimate(-mean / part, slope.standard_error)
    return ShoeKnowledge(
        shoes, penetration, cards_a_round, found, full, variance, _estimate(hits), risk, by_card, correlation
    )


def _line(count: Floats, worth: Floats, full: float) -> float:
    """The count from which wagering on these shoes brings the most; all or none where the counts are equal."""
    if float(count.max() - count.min()) < 1e-12:
        return -np.inf if full > 0 else np.inf
    order = np.argsort(-count)
    brought = np.cumsum(worth[order])
    best = int(np.argmax(brought))
    return float(count[order[best]]) if brought[best] > 0 else np.inf


def _correlation(count: Floats, worth: Floats) -> float:
    deviation = float(worth.std() * count.std())
    together = float(((count - count.mean()) * (worth - worth.mean())).mean())
    return together / deviation if deviation > 1e-18 else 0.0


def _knowing(depths: list[SampledShoes]) -> Knowing:
    """The mean over depths, shoe by shoe."""
    values, wagers, misses = (np.mean(each, axis=0) for each in zip(*depths, strict=True))
    spread = float(misses.var())
    # Between equal shoes only rounding differs.
    share = float(((values - values.mean()) * misses).mean()) / spread if spread > 1e-24 else 0.0
    return Knowing(_estimate(values - share * misses), _estimate(wagers))


def _estimate(values: Floats) -> Estimate:
    return Estimate(float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5)
