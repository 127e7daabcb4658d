"""Decks for live deals: shuffled by the operating system's generator and committed to before bets close.

The table publishes ``root`` while bets are open. After the round the transcript opens the cards that were dealt with
the dice and the drawn pays, and when the deck is done its commitment opens the rest for an auditor.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from croupier.cards.shuffle import RandomSource, draw
from croupier.errors import RoundError
from croupier.play import commitments, dealing, dynamic
from croupier.play.game import Cards, Draw, Game


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
    def drawn(self) -> "Drawn | None":
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
        self._order = dealing.Order.of(game, seats, dice=deck.dice, first=deck.dealt)

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
