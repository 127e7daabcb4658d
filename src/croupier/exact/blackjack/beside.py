"""The bet and a side wager on the same first cards: how they rise and fall together.

A side wager that looks at the first two cards and the up-card is settled before the hand is played on. Given the
values of those cards, what becomes of the bet does not depend on their suits; so the average of the product is one sum
over first deals, exact up to the rounding of the bet's own values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt

from croupier.cards.cards import Card
from croupier.cards.hands.blackjack import value
from croupier.exact.blackjack.swings import Swing
from croupier.exact.solver import Beside, SideNet

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
