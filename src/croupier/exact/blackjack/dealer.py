"""How a blackjack dealer's hand ends behind an up-card, counted exactly from any shoe.

The dealer has no choices, and both the total and the chance of the cards drawn depend on how many there are of each
value, not on their order. So all drawings are listed once for a rule and an up-card: numbers of cards by value, and in
how many orders the dealer would draw them. A shoe is known by its *composition*: how many cards of each value it holds.

*Counts.* A chance is a number of ways to deal some cards from the shoe, one after the other; the same number of cards
is dealt in every case, whether the dealer needs them all or not, so that all ways are equally likely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd, perm
from operator import itemgetter, mul
from typing import Final, NamedTuple

from croupier.cards.cards import ACE, Card
from croupier.cards.hands.blackjack import Total, is_blackjack, total, value
from croupier.errors import BadInput

Composition = tuple[int, ...]
"""Numbers of cards by value: twos first, then threes and so on, ten-values next to last, aces last."""

_FIRST: Final = 2
CARD_OF: Final = tuple(Card.of(rank, 0) for rank in (*range(2, 11), ACE))
"""One card of each value, to stand for all of them."""
_BEST: Final = 21


def composition(cards: Iterable[int]) -> Composition:
    """How many cards there are of each value.

    >>> from croupier.cards.cards import DECK
    >>> composition(DECK)
    (4, 4, 4, 4, 4, 4, 4, 4, 16, 4)
    """
    counts = [0] * len(CARD_OF)
    for card in cards:
        counts[value(card) - _FIRST] += 1
    return tuple(counts)


def cards_of(held: Composition) -> tuple[Card, ...]:
    """Cards with this composition; which ones of a value does not matter to a total."""
    return tuple(card for card, count in zip(CARD_OF, held, strict=True) for _ in range(count))


def with_card(held: Composition, place: int) -> Composition:
    """A composition with one more card of the value at this place."""
    return (*held[:place], held[place] + 1, *held[place + 1 :])


def without(left: Composition, gone: Composition) -> Composition:
    """What is left of a shoe; negative where cards are gone that it does not hold."""
    return tuple(one - other for one, other in zip(left, gone, strict=True))


class Ending(NamedTuple):
    """How the dealer's hand ends; every bust counts the same."""

    points: int
    is_blackjack: bool = False

    def __str__(self) -> str:
        return "blackjack" if self.is_blackjack else "bust" if self.points > _BEST else str(self.points)


BUST: Final = Ending(_BEST + 1)


class Drawing(NamedTuple):
    """Cards that take the dealer from the up-card to the end, and in how many orders they may come."""

    cards: Composition
    ending: Ending
    orders: int


@cache
def drawings(up: int, draws_on: frozenset[Total]) -> tuple[Drawing, ...]:
    """Every drawing of a dealer who shows a card of these points and draws on these totals."""
    shown = CARD_OF[up - _FIRST]
    found: dict[Composition, Drawing] = {}
    unfinished = {(0,) * len(CARD_OF): 1}
    while unfinished:
        longer: dict[Composition, int] = {}
        for held, orders in unfinished.items():
            for place in range(len(CARD_OF)):
                drawn = with_card(held, place)
                hand = (shown, *cards_of(drawn))
                reached = total(hand)
                if reached in draws_on:
                    longer[drawn] = longer.get(drawn, 0) + orders
                else:
                    ending = BUST if reached.total > _BEST else Ending(reached.total, is_blackjack(hand))
                    before = found[drawn].orders if drawn in found else 0
                    found[drawn] = Drawing(drawn, ending, before + orders)
        unfinished = longer
    return tuple(sorted(found.values()))


@dataclass(frozen=True)
class DealerOdds:
    """How the dealer's hand may end: ways by ending, in lowest terms."""

    ways: Mapping[Ending, int]
    total: int

    @staticmethod
    def of(ways: Mapping[Ending, int]) -> DealerOdds:
        """Impossible endings left out, and the counts without a common factor."""
        possible = {ending: count for ending, count in sorted(ways.items()) if count}
        common = gcd(*possible.values())
        reduced = {ending: count // common for ending, count in possible.items()}
        return DealerOdds(reduced, sum(reduced.values()))

    def __getitem__(self, ending: Ending) -> Fraction:
        """The chance of an ending."""
        return Fraction(self.ways.get(ending, 0), self.total)

    @property
    def blackjack(self) -> Fraction:
        """The chance that the dealer has a blackjack."""
        return Fraction(sum(count for ending, count in self.ways.items() if ending.is_blackjack), self.total)

    def after_look(self) -> DealerOdds:
        """The odds once the dealer has looked and has no blackjack."""
        return DealerOdds.of({ending: count for ending, count in self.ways.items() if not ending.is_blackjack})


class Dealer:
    """A dealer who shows a card: 2 to 11 points, an ace being 11.

    >>> from croupier.cards.cards import DECK, parse_cards
    >>> dealer = Dealer(11, lambda total: total.total < 17)
    >>> odds = dealer.odds(without(composition(DECK), composition(parse_cards("As"))))
    >>> odds.blackjack, odds.after_look()[BUST]
    (Fraction(16, 51), Fraction(623348491, 3670751700))
    """

    def __init__(self, up: int, draws: Callable[[Total], bool]) -> None:
        counts = [Total(points, soft) for points in range(2, _BEST + 1) for soft in (False, True)]
        self.drawings = drawings(up, frozenset(each for each in counts if draws(each)))
        self.blackjack_places = tuple(
            place for place in range(len(CARD_OF)) if is_blackjack((CARD_OF[up - _FIRST], CARD_OF[place]))
        )
        """Which second cards make a blackjack."""
        self._most = max(max(each.cards) for each in self.drawings)
        self._steps, ends = _shared_prefixes(self.drawings, self._most + 1)
        grouped: dict[tuple[Ending, int], list[tuple[int, int]]] = {}
        for drawing, step in zip(self.drawings, ends, strict=True):
            # A second entry of no weight keeps itemgetter's answer a tuple.
            own = grouped.setdefault((drawing.ending, sum(drawing.cards)), [(0, 0)])
            own.append((step, drawing.orders))
        self._groups = [
            (ending, size, itemgetter(*(step for step, _ in own)), [orders for _, orders in own])
            for (ending, size), own in grouped.items()
        ]

    def longest(self, left: Composition) -> int:
        """The most cards that the dealer may draw from a shoe."""
        possible = [
            sum(each.cards)
            for each in self.drawings
            if all(need <= have for need, have in zip(each.cards, left, strict=True))
        ]
        return max(possible, default=0)

    def ways(self, left: Composition, length: int) -> dict[Ending, int]:
        """Of all ways to deal ``length`` cards from a shoe one by one, how many lead to each ending.

        They sum to ``perm(sum(left), length)``, or else the shoe may run out.
        """
        factors = [perm(count, taken) for count in left for taken in range(self._most + 1)]
        products = [1]
        for step, factor in self._steps:
            products.append(products[step] * factors[factor])
        cards = sum(left)
        found: dict[Ending, int] = {}
        for ending, size, pick, orders in self._groups:
            if size <= length:
                dealt = sum(map(mul, orders, pick(products)))
                found[ending] = found.get(ending, 0) + (dealt * perm(cards - size, length - size) if dealt else 0)
        if sum(found.values()) != perm(cards, length):
            raise BadInput(f"a shoe of {cards} cards may run out before the dealer is done")
        return found

    def odds(self, left: Composition) -> DealerOdds:
        """The chances from a shoe, before the dealer looks."""
        return DealerOdds.of(self.ways(left, self.longest(left)))


def _shared_prefixes(drawn: tuple[Drawing, ...], stride: int) -> tuple[list[tuple[int, int]], list[int]]:
    """Products over the values as a list of steps; products that begin alike share steps.

    A step multiplies an earlier product, by its number, with a factor: how many ways there are to take this many cards
    of one value. Returns the steps, and the number of the product that belongs to each drawing.
    """
    steps: list[tuple[int, int]] = []
    known: dict[tuple[int, int], int] = {}
    ends = []
    for drawing in drawn:
        at = 0
        for place, taken in enumerate(drawing.cards):
            if taken:
                step = (at, place * stride + taken)
                if step not in known:
                    steps.append(step)
                    known[step] = len(steps)
                at = known[step]
        ends.append(at)
    return steps, ends
