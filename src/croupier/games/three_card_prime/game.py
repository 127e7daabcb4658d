"""Three Card Prime (Nevada): three cards each, Play or fold, and an Ante Bonus for whoever played.

Which hands rank how is defined in ``cards.hands.three_card``; every number here comes from ``rules.toml``.
"""

from __future__ import annotations

from typing import Any

from croupier.cards.cards import DECK
from croupier.cards.hands import colors, five_card, three_card
from croupier.cards.hands.three_card import ThreeCardHand
from croupier.play.game import Action, Cards, Choose
from croupier.play.showdown import Showdown
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")


class ThreeCardPrime(Showdown):
    """The Nevada game."""

    raise_wager = "play"
    fold_rule = "decide"

    def __init__(self, configuration: Configuration, deck: Cards = DECK, hand_size: int | None = None) -> None:
        super().__init__(configuration, deck, hand_size)
        self.play_multiple = int(configuration.rules.number("play_multiple"))
        self.qualifying_rank = int(configuration.rules.number("qualifying_rank"))

    def bonus_hands(self) -> dict[str, Any]:
        """Pair Bonus and Mini-Royal look at the player's three cards, Prime and All Six at the dealer's as well."""
        return {
            "pair_bonus": lambda own, _dealer: three_card.classify(own),
            "prime": colors.classify,
            "all_six": lambda own, dealer: five_card.best(own + dealer),
            "mini_royal_progressive": lambda own, _dealer: three_card.classify_mini_royal(own),
        }

    def rank(self, cards: Cards) -> ThreeCardHand:
        return three_card.classify(cards)

    def describe(self, hand: Any) -> str:
        return three_card.describe(hand)

    def choose(self, seat: int, ante: int, _hand: ThreeCardHand) -> Choose:
        """Play or fold, whatever the hand."""
        wager = ante * self.play_multiple
        return Choose(seat, (FOLD, Action("play", wager, wager)), "decide")

    def qualifies(self, hand: ThreeCardHand) -> bool:
        return three_card.is_at_least_high_card(hand, self.qualifying_rank)


play = ThreeCardPrime
