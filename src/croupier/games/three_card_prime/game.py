"""Three Card Prime (Nevada): three cards each, Play or fold, and an Ante Bonus for whoever played.

Which hands rank how is defined in ``cards.hands.three_card``; every number here comes from ``rules.toml``.
"""

from collections.abc import Mapping

from croupier.cards.cards import DECK, parse_rank
from croupier.cards.hands import three_card
from croupier.cards.hands.three_card import Category, ThreeCardHand
from croupier.play.game import Action, BotRule, Cards, Choice, Choose, least
from croupier.play.showdown import Showdown, showdown
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")


def _play_from_queen_six_four(own: Cards, actions: Mapping[str, Action]) -> Choice:
    lowest = ThreeCardHand(Category.HIGH_CARD, (parse_rank("Q"), 6, 4))
    return least(actions["play"]) if three_card.classify(own) >= lowest else ("fold", 0)


class ThreeCardPrime(Showdown):
    """The Nevada game."""

    follow_or_fold = ("play",)
    declares = showdown(
        "three_card",
        BotRule("they play from queen-six-four, else fold", _play_from_queen_six_four),
        rules=("decide", "ante-bonus"),
        numbers=("play_multiple", "qualifying_rank"),
    )
    raise_wager = "play"
    fold_rule = "decide"

    def __init__(self, configuration: Configuration, deck: Cards = DECK, hand_size: int | None = None) -> None:
        super().__init__(configuration, deck, hand_size)
        self.play_multiple = int(configuration.rules.number("play_multiple"))
        self.qualifying_rank = int(configuration.rules.number("qualifying_rank"))

    def choose(self, seat: int, ante: int, _hand: ThreeCardHand) -> Choose:
        """Play or fold, whatever the hand."""
        return Choose(seat, (FOLD, self._playing(ante)), "decide")

    def _playing(self, ante: int) -> Action:
        wager = ante * self.play_multiple
        return Action("play", wager, wager)

    def range_of(self, action: str, base: int) -> Action | None:
        return self._playing(base) if action == "play" else None

    def qualifies(self, hand: ThreeCardHand) -> bool:
        return three_card.is_at_least_high_card(hand, self.qualifying_rank)


play = ThreeCardPrime
