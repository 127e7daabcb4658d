"""High Card Flush: seven cards each, and more cards of one suit win.

Which hands are flushes is defined in ``cards.hands.flushes``; every number here comes from ``rules.toml``.
"""

from __future__ import annotations

from typing import Any

from croupier.cards.cards import DECK
from croupier.cards.hands import flushes, straight_flush
from croupier.cards.hands.flushes import Flush
from croupier.play.game import Action, Cards, Choose
from croupier.play.showdown import Showdown
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")


class HighCardFlush(Showdown):
    """The game as casinos publish it."""

    fold_rule = "decide"

    def __init__(self, configuration: Configuration, deck: Cards = DECK, hand_size: int | None = None) -> None:
        super().__init__(configuration, deck, hand_size)
        number = configuration.rules.number
        self.caps = (
            (int(number("six_card_flush")), int(number("raise_cap_long"))),
            (int(number("five_card_flush")), int(number("raise_cap_five"))),
            (0, int(number("raise_cap_short"))),
        )
        self.qualifying = Flush(int(number("qualifying_flush")), (int(number("qualifying_rank")),))

    def bonus_hands(self) -> dict[str, Any]:
        """All bonus wagers look at the player's own seven cards, in any suit."""
        return {
            "flush": lambda own, _dealer: flushes.classify(own),
            "straight_flush": lambda own, _dealer: straight_flush.classify(own),
            "straight_flush_progressive": lambda own, _dealer: straight_flush.classify(own),
        }

    def rank(self, cards: Cards) -> Flush:
        return flushes.classify(cards)

    def describe(self, hand: Any) -> str:
        return flushes.describe(hand)

    def choose(self, seat: int, ante: int, hand: Flush) -> Choose:
        """Once the Ante is the least; the longest suit caps the Raise."""
        cap = next(multiple for length, multiple in self.caps if hand.length >= length)
        return Choose(seat, (FOLD, Action("raise", ante, ante * cap)), "raise-cap")

    def qualifies(self, hand: Flush) -> bool:
        return hand >= self.qualifying


play = HighCardFlush
