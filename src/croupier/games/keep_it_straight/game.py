"""Keep It Straight: seven cards each, and the longer run of ranks wins.

Which hands are straights is defined in ``cards.hands.straights``; every number here comes from ``rules.toml``.
"""

from collections.abc import Mapping

from croupier.cards.cards import DECK, parse_rank
from croupier.cards.hands import straights
from croupier.cards.hands.straights import Straight
from croupier.play.game import Action, BotRule, Cards, Choice, Choose, least, most
from croupier.play.showdown import Showdown, Verdict, showdown
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")


def _raise_three_card_straights(own: Cards, actions: Mapping[str, Action]) -> Choice:
    hand = straights.classify(own)
    if "raise" not in actions or hand < Straight(3, 4):
        return "fold", 0
    return most(actions["raise"]) if hand >= Straight(3, parse_rank("Q")) else least(actions["raise"])


class KeepItStraight(Showdown):
    """The generic and the Washington game; they differ in tables, jackpots and dealing only."""

    follow_or_fold = ("raise",)
    declares = showdown(
        "straights",
        BotRule(
            "they raise the most from a three-card straight, queen-high, the least from one four-high, else fold",
            _raise_three_card_straights,
        ),
        rules=("fold", "forced-fold", "raise", "long-straight"),
        numbers=(
            "raise_minimum",
            "raise_maximum",
            "shortest_raising_straight",
            "qualifying_straight",
            "long_straight",
            "long_straight_pay",
        ),
        keys=("raise_step",),
    )

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

    def in_order(self, cards: Cards) -> Cards:
        """The straight first."""
        run = straights.cards_of(cards)
        return (*run, *sorted(set(cards) - set(run), reverse=True))

    def making(self, cards: Cards) -> int:
        length = straights.classify(cards).length
        return length if length >= self.shortest_raising else len(cards)

    def choose(self, seat: int, ante: int, hand: Straight) -> Choose:
        if hand.length < self.shortest_raising:
            return Choose(seat, (FOLD,), "forced-fold")
        return Choose(seat, (FOLD, self._raising(ante)), "raise")

    def _raising(self, ante: int) -> Action:
        step = ante if self.whole_multiples else 1
        return Action("raise", ante * self.raise_minimum, ante * self.raise_maximum, step)

    def range_of(self, action: str, base: int) -> Action | None:
        return self._raising(base) if action == "raise" else None

    def qualifies(self, hand: Straight) -> bool:
        return hand.length >= self.qualifying

    def winning(self, hand: Straight) -> Verdict:
        """A long straight earns more on the Raise, and only when it beats a dealer who qualifies (K10, K11)."""
        return self.beats_long if hand.length >= self.long else self.beats


play = KeepItStraight
