"""Keep It Straight: seven cards each, and the longer run of ranks wins.

Which hands are straights is defined in ``cards.hands.straights``; every number here comes from ``rules.toml``.
"""

from __future__ import annotations

from typing import Any

from croupier.cards.cards import DECK
from croupier.cards.hands import straight_flush, straights
from croupier.cards.hands.straights import Straight
from croupier.play.game import Action, Cards, Choose
from croupier.play.showdown import Showdown, Verdict
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")


class KeepItStraight(Showdown):
    """The generic and the Washington game; they differ in tables, jackpots and dealing only."""

    def __init__(self, configuration: Configuration, deck: Cards = DECK, hand_size: int | None = None) -> None:
        super().__init__(configuration, deck, hand_size)
        number = configuration.rules.number
        self.raise_minimum = int(number("raise_minimum"))
        self.raise_maximum = int(number("raise_maximum"))
        self.whole_multiples = configuration.values["raise_step"] == "whole-multiple"
        self.shortest_raising = int(number("shortest_raising_straight"))
        self.qualifying = int(number("qualifying_straight"))
        self.long = int(number("long_straight"))
        pay = int(number("long_straight_pay"))
        self.beats_long = self.beats._replace(raise_net=pay, raise_rule="long-straight")

    def bonus_hands(self) -> dict[str, Any]:
        """All bonus wagers look at the player's own seven cards."""
        return {
            "straight": lambda own, _dealer: straights.classify(own),
            "straight_flush": lambda own, _dealer: straight_flush.classify(own),
            "straight_flush_progressive": lambda own, _dealer: straight_flush.classify(own),
        }

    def rank(self, cards: Cards) -> Straight:
        return straights.classify(cards)

    def describe(self, hand: Any) -> str:
        return straights.describe(hand)

    def choose(self, seat: int, ante: int, hand: Straight) -> Choose:
        if hand.length < self.shortest_raising:
            return Choose(seat, (FOLD,), "forced-fold")
        step = ante if self.whole_multiples else 1
        raising = Action("raise", ante * self.raise_minimum, ante * self.raise_maximum, step)
        return Choose(seat, (FOLD, raising), "raise")

    def qualifies(self, hand: Straight) -> bool:
        return hand.length >= self.qualifying

    def winning(self, hand: Straight) -> Verdict:
        """A long straight earns more on the Raise, and only when it beats a dealer who qualifies (K10, K11)."""
        return self.beats_long if hand.length >= self.long else self.beats


play = KeepItStraight
