"""Decks for live deals: shuffled by the operating system's generator and committed to before bets close.

The table publishes ``root`` while bets are open. After the round the transcript opens the cards that were dealt, and
when the deck is done an auditor gets the rest.
"""

from __future__ import annotations

from croupier.cards.shuffle import RandomSource, SystemSource, draw
from croupier.errors import RoundError
from croupier.play.commitments import Commitment, Disclosure
from croupier.play.dealing import Order
from croupier.play.game import Draw, Game
from croupier.play.lines import Cards


class PreparedDeck:
    """A shuffled deck with the dice of the deal, if the table deals by dice, and its commitment, if it is live."""

    def __init__(self, game: Game, source: RandomSource, *, committed: bool, count: int | None = None) -> None:
        """A committed deck is shuffled whole; a test deal may stop after ``count`` cards."""
        self.cards = draw(source, game.deck, count or len(game.deck))
        self.dice = tuple([source.below(6) + 1 for _ in range(game.dice)])
        self.commitment = Commitment.make(source, self.cards) if committed else None
        self.dealt = 0
        """How many cards earlier rounds have taken; ``play.shoes`` deals several rounds from one deck or shoe."""

    @classmethod
    def live(cls, game: Game) -> PreparedDeck:
        """For a live table: the operating system's generator, with a commitment."""
        return cls(game, SystemSource(), committed=True)

    @property
    def root(self) -> str | None:
        """What the table publishes before bets close."""
        return self.commitment.root.hex() if self.commitment else None

    def open_all(self) -> Disclosure | None:
        """Every card, for the auditor, when the deck is done."""
        return self.commitment.disclose(range(len(self.cards))) if self.commitment else None


class DeckDeal:
    """Deals a prepared deck in the order of the table.

    ``positions`` remembers which position of the deck went to which slot, in the order in which they came to it.
    """

    def __init__(self, game: Game, seats: list[int], deck: PreparedDeck) -> None:
        self.deck = deck
        self.positions: dict[str, tuple[int, ...]] = {}
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

    def disclose(self) -> Disclosure | None:
        """The cards dealt to players and dealer, opened; packets of open seats and the rest stay closed."""
        if self.deck.commitment is None:
            return None
        return self.deck.commitment.disclose(sorted(place for own in self.positions.values() for place in own))
