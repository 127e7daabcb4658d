"""The physical deal: which positions of the deck go to which slot.

A game asks for slots; how a table deals them is data. Packets go to the seats and then the dealer, or, in the
Washington edition's alternative, start where the dice point and serve open seats too, whose packets are collected.
Where a game deals single cards round the table before anybody acts, these cards have their positions from the start,
whenever the game asks for them: nothing that a player does changes a card that already lies on the table.

Decks for live deals are shuffled by the operating system's generator and committed to before bets close. The table
publishes ``root`` while bets are open. After the round the transcript opens the cards that were dealt with the dice and
the drawn pays, and when the deck is done its commitment opens the rest for an auditor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from croupier.cards.shuffle import RandomSource, draw
from croupier.errors import RoundError
from croupier.play import commitments, dynamic
from croupier.play.game import DEALER, Cards, Draw, Game, Slot

DICE = 3  # How many a cup typically holds (KIS-W Appendix D).


class NoCards(RoundError):
    """The cards end before this draw: those of a misdeal may, those of a round that was played may not."""


class Order:
    """Hands out positions of the deck: those that the opening deal fixed, then one card after another."""

    def __init__(self, fixed: Mapping[Slot, tuple[int, ...]], following: int) -> None:
        self._fixed = dict(fixed)
        self.following = following
        """The first position that is still in the deck."""

    @staticmethod
    def of(game: Game, seats: Sequence[int], *, dice: Sequence[int] = (), first: int = 0) -> Order:
        """How this table deals these seats, from this position of its deck on."""
        if game.deals_by_dice and dice:
            places = game.configuration.edition.seats[1]
            size = int(game.rules.number("cards"))
            packets = by_dice(seats, size, dice, clockwise=is_clockwise(game), open_seats=places, count=game.dice)
            return Order(packets, size * (places + 1))
        fixed: dict[Slot, tuple[int, ...]] = {}
        opening = game.opening_deal(sorted(seats))
        for place, slot in enumerate(opening, first):
            fixed[slot] = (*fixed.get(slot, ()), place)
        return Order(fixed, first + len(opening))

    def take(self, slot: Slot, size: int) -> tuple[int, ...]:
        """The positions of the next cards for a slot."""
        waiting = self._fixed.get(slot, ())
        if len(waiting) >= size:
            self._fixed[slot] = waiting[size:]
            return waiting[:size]
        places = tuple(range(self.following, self.following + size))
        self.following += size
        return places


def is_clockwise(game: Game) -> bool:
    """Whether the deal goes clockwise from its first seat."""
    return game.configuration.values.get("dealing") == "dice-clockwise"


def direction_of(game: Game) -> str:
    """The same in one word, as round files spell it."""
    return "clockwise" if is_clockwise(game) else "counterclockwise"


def first_served(game: Game, dice: Sequence[int]) -> Slot:
    """Whose packet comes first: the place at which the count of the dice ends, open or not."""
    places = _places(game.configuration.edition.seats[1], clockwise=is_clockwise(game))
    return Slot(places[starting_position(dice, len(places), game.dice) - 1])


def _places(open_seats: int, *, clockwise: bool) -> list[int]:
    """Every position of the table in the order of the count, the dealer first."""
    order = list(range(1, open_seats + 1)) if clockwise else list(range(open_seats, 0, -1))
    return [DEALER, *order]


def starting_position(dice: Sequence[int], positions: int, count: int = DICE) -> int:
    """Where the deal begins: positions are counted from the dealer as one, round and round, to the sum of the dice.

    >>> starting_position((1, 1, 1), 7), starting_position((6, 1, 1), 7), starting_position((6, 6, 6), 7)
    (3, 1, 4)
    """
    if len(dice) != count or not all(1 <= die <= 6 for die in dice):
        words = {1: "one number", 2: "two numbers", 3: "three numbers"}.get(count, f"{count} numbers")
        raise RoundError(f"dealing: dice {list(dice)[:12]}: expected {words} from 1 to 6")
    return (sum(dice) - 1) % positions + 1


def by_dice(
    seats: Sequence[int],
    size: int,
    dice: Sequence[int],
    *,
    clockwise: bool,
    open_seats: int = 6,
    count: int = DICE,
) -> dict[Slot, tuple[int, ...]]:
    """Appendix D of the Washington edition: every position gets a packet, from where the dice point. Those of open
    seats, which go to the discard rack unseen, are left out.

    Position 1 is the dealer. Seats are numbered clockwise from the dealer's left, so that counting clockwise meets
    seat 1 as position 2, and counting counterclockwise the highest seat.

    >>> by_dice([1, 3], 7, (1, 1, 1), clockwise=True)["seat 3"]
    (7, 8, 9, 10, 11, 12, 13)
    """
    places = _places(open_seats, clockwise=clockwise)
    start = starting_position(dice, len(places), count) - 1
    taken: dict[Slot, tuple[int, ...]] = {}
    for packet, place in enumerate([*places[start:], *places[:start]]):
        if place == DEALER or place in seats:
            taken[Slot(place)] = tuple(range(size * packet, size * (packet + 1)))
    return taken


class PreparedDeck:
    """A shuffled deck, with the dice of the deal where the table deals by dice, the drawn pays of every round that may
    be dealt from it where the table draws pays, and its commitment, if it is live."""

    def __init__(
        self, game: Game, source: RandomSource, *, committed: bool, count: int | None = None, rounds: int = 1
    ) -> None:
        """A committed deck is shuffled whole; a test deal may stop after ``count`` cards."""
        self.cards = draw(source, game.deck, count or len(game.deck))
        self.dice = tuple([source.below(6) + 1 for _ in range(game.dice)])
        self.draws = [_drawn(source, game) for _ in range(rounds)] if game.dynamic_table else []
        pays = [drawn.pays for drawn in self.draws] or ([{}] if self.dice else [])
        chances = [commitments.Chance(self.dice, pay) for pay in pays]
        self.commitment = commitments.Commitment.make(source, self.cards, chances) if committed else None
        self.dealt = 0
        """How many cards earlier rounds have taken; ``play.round`` deals several rounds from one deck or shoe."""
        self.rounds = 0
        """How many rounds were dealt from it."""

    @property
    def root(self) -> str | None:
        """What the table publishes before bets close."""
        return self.commitment.root.hex() if self.commitment else None

    @property
    def drawn(self) -> Drawn | None:
        """The drawn pays of the next round; None where the table draws none."""
        return self.draws[self.rounds] if self.draws else None

    @property
    def is_out_of_rounds(self) -> bool:
        """Whether no pays are left for another round."""
        return bool(self.draws) and self.rounds >= len(self.draws)


class NotedSource:
    """Chance, noted down; or an earlier note of it, read back in the same order."""

    def __init__(self, source: RandomSource, again: Iterable[int] | None = None) -> None:
        self.numbers: list[int] = []
        self._source = source
        self._again = None if again is None else iter(again)

    def below(self, n: int) -> int:
        return self._noted(self._source.below, n)

    def bits(self, k: int) -> int:
        return self._noted(self._source.bits, k)

    def _noted(self, chance: Callable[[int], int], size: int) -> int:
        self.numbers.append(chance(size) if self._again is None else next(self._again))
        return self.numbers[-1]


class Drawn(NamedTuple):
    """The pays that chance has drawn for one round, with the numbers by which whoever draws again comes to the same."""

    pays: dynamic.Boosted
    numbers: tuple[int, ...]


def _drawn(source: RandomSource, game: Game) -> Drawn:
    noted = NotedSource(source)
    pays = dynamic.draw_for_round(noted, game)
    return Drawn(pays, tuple(noted.numbers))


class DeckDeal:
    """Deals a prepared deck in the order of the table.

    ``positions`` remembers which position of the deck went to which slot, in the order in which they came to it.
    """

    def __init__(self, game: Game, seats: list[int], deck: PreparedDeck) -> None:
        self.deck = deck
        self.positions: dict[str, tuple[int, ...]] = {}
        self._round = deck.rounds
        self._order = Order.of(game, seats, dice=deck.dice, first=deck.dealt)

    def __call__(self, wanted: Draw) -> Cards:
        places = self._order.take(wanted.slot, wanted.size)
        cards = self.deck.cards
        if places[-1] >= len(cards):
            raise RoundError(f"{wanted.slot}: the deck has run out", hint="declare a misdeal: every stake goes back")
        # A slot may be drawn for more than once, as a hand that is hit.
        self.positions[wanted.slot] = self.positions.get(wanted.slot, ()) + places
        return tuple([cards[place] for place in places])

    @property
    def next_position(self) -> int:
        """The position of the first card that this deal has left."""
        return self._order.following

    def disclose(self) -> commitments.Disclosure | None:
        """The cards dealt to players and dealer, opened with the chance of the round; packets of open seats and the
        rest stay closed."""
        commitment = self.deck.commitment
        if commitment is None:
            return None
        positions = sorted(place for own in self.positions.values() for place in own)
        return commitment.disclose(positions, [self._round] if commitment.rounds else ())
