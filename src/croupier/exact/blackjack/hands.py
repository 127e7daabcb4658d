"""Blackjack hands and the dealer's by the exact composition of the shoe, in integers (docs/concepts/methods.md)."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd, perm
from operator import itemgetter, mul
from typing import Final, NamedTuple, Protocol

from croupier.cards.cards import ACE, Card
from croupier.cards.hands.blackjack import Total, is_blackjack, total, value
from croupier.errors import BadInput
from croupier.play.game import Cards, State
from croupier.rulebook.configuration import Configuration

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
    def of(ways: Mapping[Ending, int]) -> "DealerOdds":
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

    def after_look(self) -> "DealerOdds":
        """The odds once the dealer has looked and has no blackjack."""
        return DealerOdds.of({ending: count for ending, count in self.ways.items() if not ending.is_blackjack})


def draws_on(draws: Callable[[Total], bool]) -> frozenset[Total]:
    """The totals on which a dealer takes another card."""
    counts = [Total(points, soft) for points in range(2, _BEST + 1) for soft in (False, True)]
    return frozenset(count for count in counts if draws(count))


class Dealer:
    """A dealer who shows a card: 2 to 11 points, an ace being 11.

    >>> from croupier.cards.cards import DECK, parse_cards
    >>> dealer = Dealer(11, lambda total: total.total < 17)
    >>> odds = dealer.odds(without(composition(DECK), composition(parse_cards("As"))))
    >>> odds.blackjack, odds.after_look()[BUST]
    (Fraction(16, 51), Fraction(623348491, 3670751700))
    """

    def __init__(self, up: int, draws: Callable[[Total], bool]) -> None:
        self.drawings = drawings(up, draws_on(draws))
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
            sum(drawing.cards)
            for drawing in self.drawings
            if all(need <= have for need, have in zip(drawing.cards, left, strict=True))
        ]
        return max(possible, default=0)

    def ways(self, left: Composition, length: int) -> dict[Ending, int]:
        """Of all ways to deal ``length`` cards from a shoe one by one, how many lead to each ending."""
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
    """Products over the values as steps, (an earlier product, a factor); and by drawing, the number of its product."""
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


class Fate(Protocol):
    """How a wager fared."""

    @property
    def net(self) -> Fraction:
        """In units of the wager."""


class HouseRules(Protocol):
    """What a house allows and pays, on totals alone; an ace up counts 11 points."""

    @property
    def twenty_one(self) -> int:
        """The points of the best hand."""

    @property
    def grain(self) -> int:
        """Bets are multiples of this many cents, so that every pay is whole cents."""

    @property
    def insurance_part(self) -> Fraction:
        """The part of a bet that insurance costs."""

    def dealer_draws(self, total: Total) -> bool:
        """Whether the dealer takes another card."""

    def looks(self, up: int) -> bool:
        """Whether the dealer looks for blackjack under this up-card."""

    def offers_insurance(self, up: int) -> bool: ...
    def surrenders_before_look(self, up: int) -> bool:
        """Whether a hand may be given up before the dealer looks."""

    def resolve_surrender(self, dealer_has_blackjack: bool) -> Fate: ...
    def resolve_insurance(self, dealer_has_blackjack: bool) -> Fate: ...


class BlackjackGame(Protocol):
    """What a solver asks of the game."""

    configuration: Configuration
    deck: Cards

    @property
    def base_wager(self) -> str: ...
    @property
    def house(self) -> HouseRules: ...
    def hand_asked(self, state: State) -> tuple[Cards, int]:
        """The hand that is to act, and the points of the up-card."""

    def actions_on(self, cards: Cards, up: int, hands: int = 1) -> tuple[str, ...]:
        """What a hand may do when the player holds this many."""

    def hand_to_act(self, state: State, seat: int) -> int:
        """The place of that hand among those of the bet, from one."""

    def net_on(self, cards: Cards, dealer_points: int, dealer_has_blackjack: bool, hands: int = 1) -> Fraction:
        """What a hand that is over comes to, in units of its bet."""

    def added_on(self, cards: Cards, dealer_points: int, dealer_has_blackjack: bool) -> Fraction:
        """The result of a bet that was put up during the hand: a double, or the bet of a split hand."""


class Hands:
    """All hands against one up-card; ``left`` is the shoe before any card of theirs is dealt.

    Worths are summed over ways and are for one bet of ``unit``, in which every net is whole. ``hands`` is how many the
    bet has become: the hands of a split are not blackjacks. ``is_added`` is a hand that was split off: its bet was put
    up while the round was played, as every double is.
    """

    def __init__(
        self, game: BlackjackGame, up: int, left: Composition, hands: int = 1, *, is_added: bool = False
    ) -> None:
        self.game = game
        self.hands = hands
        self.is_added = is_added
        self.up = up
        self.left = left
        self.unit = game.house.grain
        self.looks = game.house.looks(up)
        self.dealer = Dealer(up, game.house.dealer_draws)
        # A hand that may draw has at most twenty points, an ace being one, so no hand has more than 21 cards.
        self._laid_out = min(sum(left), game.house.twenty_one + self.dealer.longest(left))
        self._ways: dict[Composition, dict[Ending, int]] = {}
        self._best: dict[Composition, int] = {}
        self._nets: dict[tuple[int, bool, bool], dict[Ending, int]] = {}
        self._open: dict[Total, bool] = {}

    @property
    def spares_added(self) -> bool:
        """Whether a blackjack may come later that takes original bets only."""
        if self.looks or not self.dealer.blackjack_places:
            return False
        twenty = (CARD_OF[-2], CARD_OF[-2])
        lost = self.game.net_on(twenty, self.game.house.twenty_one, True)
        return self.game.added_on(twenty, self.game.house.twenty_one, True) != lost

    def odds(self, held: Composition) -> DealerOdds:
        """How the dealer's hand may end while the player holds these cards, before any look."""
        return DealerOdds.of(self._endings(held))

    def average(self, held: Composition, worth: int) -> Fraction:
        """A worth in bets: after the look, where there is one."""
        return Fraction(worth, self._counted(held) * self.unit)

    def part(self, held: Composition, worth: int) -> Fraction:
        """A worth in bets over all ways: those of a blackjack that was looked for count, and bring nothing."""
        left = without(self.left, held)
        return Fraction(worth, perm(sum(left), self._laid_out - sum(held)) * self.unit)

    def stand(self, held: Composition) -> int:
        """What the hand brings as it is, even if it is bust."""
        return self._as_it_is(held, is_added=self.is_added)

    def _as_it_is(self, held: Composition, *, is_added: bool) -> int:
        nets = self._nets_of(held, is_added)
        if total(cards_of(held)).total > self.game.house.twenty_one:
            return nets[BUST] * self._counted(held)
        return sum(
            nets[ending] * count
            for ending, count in self._endings(held).items()
            if not (self.looks and ending.is_blackjack)
        )

    def hit(self, held: Composition) -> int:
        """One more card, and the best play from there."""
        return self.drawn(held, self._played_on)

    def double(self, held: Composition) -> int:
        """Exactly one more card, for the hand's bet and an equal second bet."""
        return self.drawn(held, lambda drawn: self.stand(drawn) + self._as_it_is(drawn, is_added=True))

    def drawn(self, held: Composition, worth: Callable[[Composition], int]) -> int:
        """One more card, and what the hand that it makes is worth."""
        left = without(self.left, held)
        return sum(count * worth(with_card(held, place)) for place, count in enumerate(left) if count)

    def _played_on(self, held: Composition) -> int:
        worth = self._best.get(held)
        if worth is None:
            worth = self.stand(held)
            if self._may_hit(held):
                worth = max(worth, self.hit(held))
            self._best[held] = worth
        return worth

    def _may_hit(self, held: Composition) -> bool:
        """Whether a hand that was drawn to may draw again; its total alone decides that."""
        cards = cards_of(held)
        count = total(cards)
        if count not in self._open:
            actions = self.game.actions_on(cards, self.up, self.hands)
            if not {"hit", "stand"}.issuperset(actions):
                raise ValueError(f"a hand of {len(cards)} cards may {', '.join(actions)}")
            self._open[count] = "hit" in actions
        return self._open[count]

    def _nets_of(self, held: Composition, is_added: bool) -> dict[Ending, int]:
        cards = cards_of(held)
        kind = (total(cards).total, is_blackjack(cards), is_added)
        if kind not in self._nets:
            endings = {drawing.ending for drawing in self.dealer.drawings} | {BUST}
            if is_added:
                nets = {each: self.game.added_on(cards, each.points, each.is_blackjack) for each in endings}
            else:
                nets = {each: self.game.net_on(cards, each.points, each.is_blackjack, self.hands) for each in endings}
            self._nets[kind] = {each: int(self.unit * net) for each, net in nets.items()}
        return self._nets[kind]

    def _endings(self, held: Composition) -> dict[Ending, int]:
        ways = self._ways.get(held)
        if ways is None:
            ways = self.dealer.ways(without(self.left, held), self._laid_out - sum(held))
            self._ways[held] = ways
        return ways

    def _counted(self, held: Composition) -> int:
        """All ways from here; with a look, only those in which the dealer has no blackjack."""
        left = without(self.left, held)
        cards, length = sum(left), self._laid_out - sum(held)
        if not cards:
            raise BadInput("the shoe may run out before the hand is played")
        if not self.looks:
            return perm(cards, length)
        second = cards - sum(left[place] for place in self.dealer.blackjack_places)
        return second * perm(cards - 1, length - 1)
