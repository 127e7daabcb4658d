"""One shoe for many rounds: dealt on until the cut card is out, then shuffled again; or shuffled for every round.

The table publishes ``root`` for each shoe before its first bets close. When a shoe is done, ``close`` hands it out so
that an auditor can open every card of it. A game without a shoe of its own gets a fresh deck for every round.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from croupier.cards.shuffle import RandomSource, SystemSource
from croupier.errors import RoundError
from croupier.play.game import Game
from croupier.play.live import DeckDeal, PreparedDeck
from croupier.play.round import Round
from croupier.play.stakes import Limits

RESERVE = 8
RESERVE_A_HAND = 4
"""A shoe is shuffled early rather than run dry: what must be left to begin a round, for each seat and the dealer."""


class ShoeTable:
    """Deals round after round at one table.

    >>> from croupier import catalogue
    >>> from croupier.cards.shuffle import SeededSource
    >>> table = ShoeTable(catalogue.load("blackjack(decks=1, penetration=1/2)"), SeededSource(7))
    >>> for _ in range(7):
    ...     round = table.start({1: {"bet": "10.00"}})
    ...     while not round.is_over:
    ...         round.act(round.legal_actions[1].name)  # stand, or decline
    ...     done = table.close(round)
    >>> table.shoes, table.deck.dealt
    (2, 5)
    """

    def __init__(self, game: Game, source: RandomSource | None = None) -> None:
        """A live table, committed to its shoes; or a test table that a source repeats."""
        self.game = game
        self._is_live = source is None
        self._source: RandomSource = source or SystemSource()
        values = game.configuration.values
        self.is_continuous = values.get("shuffler", "continuous") == "continuous"
        self.cut_card = int(len(game.deck) * Fraction(values.get("penetration", "1")))
        """How many cards lie in front of the cut card."""
        self.shoes = 0
        self.deck = self._shuffle()

    def _shuffle(self) -> PreparedDeck:
        self.shoes += 1
        return PreparedDeck(self.game, self._source, committed=self._is_live)

    @property
    def root(self) -> str | None:
        """The commitment to the shoe that the next round is dealt from."""
        return self.deck.root

    @property
    def is_cut_card_out(self) -> bool:
        return self.deck.dealt >= self.cut_card

    def start(self, wagers: Mapping[int, Mapping[str, str | int]], limits: Limits | None = None) -> Round:
        """The next round, from where the last one left the shoe."""
        return Round.start(self.game, wagers, deck=self.deck, limits=limits)

    def close(self, round: Round) -> PreparedDeck | None:
        """Put a round's cards with the discards; the shoe, if it is done and another has taken its place."""
        deal = round.deal
        if not isinstance(deal, DeckDeal) or deal.deck is not self.deck:
            raise RoundError("the round was not dealt from this table's shoe")
        done = self.deck
        done.dealt = max(done.dealt, deal.next_position)
        reserve = RESERVE + RESERVE_A_HAND * (len(round.state.stakes) + 1)
        if self.is_continuous or self.is_cut_card_out or len(done.cards) - done.dealt < reserve:
            self.deck = self._shuffle()
            return done
        return None
