"""From the worth of one hand to that of a split, however often the pair is split again, and by which strategy.

Nothing is divided, so this serves floats and fractions alike (docs/concepts/methods.md).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, NamedTuple, TypeVar

from croupier.errors import BadInput

CDZ: Final = "CDZ-"
CDP1: Final = "CDP1"
CDP: Final = "CDP"
CDH: Final = "CDH"
POST_SPLIT: Final = (CDZ, CDP1, CDP, CDH)
PLAYABLE: Final = (CDZ, CDP1, CDH)  # Those that a player can follow.
SPLIT_WORDS: Final = {
    CDZ: "each is played like a hand that was not split",
    CDP1: "all are played as is best for the first of them",
    CDP: "each is valued as is best for the number of the pair's cards gone, as published calculators do",
    CDH: "each is played as is best for the number of hands on the table",
}

Number = TypeVar("Number", float, Fraction)


def refuse_unknown(post_split: str) -> None:
    """Refuse a name that is not one of the strategies above."""
    if post_split not in POST_SPLIT:
        raise BadInput(f"'{post_split}' is not a strategy for split hands", hint=f"one of {', '.join(POST_SPLIT)}")


class Stage(NamedTuple):
    """A hand waits for its second card: hands on the table, hands that settled before, and orders of the cards."""

    hands: int
    settled: int
    orders: int


def stages(most: int) -> list[Stage]:
    """Every stage before the most hands are reached.

    >>> [tuple(each) for each in stages(3)]
    [(2, 0, 1), (2, 1, 1)]
    """
    orders = {(2, 0): 1}
    found = []
    for hands in range(2, most):
        for settled in range(hands):
            ways = orders.get((hands, settled), 0)
            if ways:
                found.append(Stage(hands, settled, ways))
                orders[hands + 1, settled] = orders.get((hands + 1, settled), 0) + ways
                if settled + 1 < hands:
                    orders[hands, settled + 1] = orders.get((hands, settled + 1), 0) + ways
    return found


def most_others(most: int, hands: int) -> int:
    """The most others that a hand settling beside this many asks for: those there, and one for each settled."""
    return max(2 * most - 3, 1) if hands == most else 2 * hands - 2


@dataclass(frozen=True)
class OneHand(Generic[Number]):
    """What one hand of a split is worth, by the hands on the table when it is played and by others of the pair gone."""

    pair_chance: Callable[[int], Number]
    any_card: Callable[[int, int], Number]
    pair: Callable[[int, int], Number]

    def joint(self, hands: int, settled: int, *, may_pair: bool) -> Number:
        """Its worth times the chance that this many hands before it drew no pair."""
        first = hands - 1
        chances = [self.pair_chance(others) for others in range(first, first + settled + 1)]
        worths = []
        for others, chance in enumerate(chances, first):
            # Once no card of the pair is left, no worth is needed.
            if others > first and not chances[others - first - 1]:
                worths.append(chance)
            elif may_pair or not chance:
                worths.append(self.any_card(hands, others))
            else:
                worths.append(self.any_card(hands, others) - chance * self.pair(hands, others))
        for _ in range(settled):
            worths = [
                here - chance * more for here, more, chance in zip(worths[:-1], worths[1:], chances, strict=False)
            ]
        return worths[0]

    def reached(self, most: int) -> list[Number]:
        """By number of hands: the chance of the pairs that make this many, leaving out the draws between them."""
        reached = [self.pair_chance(0) * 0 + 1] * 3
        for hands in range(3, most + 1):
            reached.append(reached[-1] * self.pair_chance(hands - 2))
        return reached


def split_worth(most: int, hand: OneHand[Number]) -> Number:
    """What all hands of a split are worth together."""
    if most == 2:
        return 2 * hand.joint(2, 0, may_pair=True)
    reached = hand.reached(most)
    worth = reached[0] * 0
    for hands, settled, orders in stages(most):
        if reached[hands]:
            worth += orders * reached[hands] * hand.joint(hands, settled, may_pair=False)
        if hands == most - 1 and reached[most]:
            waiting = most - settled
            worth += waiting * orders * reached[most] * hand.joint(most, settled, may_pair=True)
    return worth


def first_worth(most: int, hand: OneHand[Number]) -> Number:
    """What the hand that is played first is worth: it settles before any other, or waits while all are made."""
    if most == 2:
        return hand.joint(2, 0, may_pair=True)
    reached = hand.reached(most)
    worth = reached[0] * 0
    for hands, settled, orders in stages(most):
        if settled == 0:
            if reached[hands]:
                worth += orders * reached[hands] * hand.joint(hands, 0, may_pair=False)
            if hands == most - 1 and reached[most]:
                worth += orders * reached[most] * hand.joint(most, 0, may_pair=True)
    return worth
