"""One-Up Stud: five cards against the dealer's five, one of which lies open; raise twice the Ante or fold.

How hands rank is the family of five-card hands; the Raise's pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import Category, threshold
from croupier.play.game import Action, BotRule, Cards, Choice, Declaration, Line, Ranked, least
from croupier.play.streets import Ask, Deal, SeatedHand, Streets
from croupier.rulebook.configuration import Configuration


def _raise_with_a_pair(own: Cards, actions: Mapping[str, Action]) -> Choice:
    return least(actions["raise"]) if five_card.classify(own) >= threshold(Category.PAIR) else ("fold", 0)


class OneUpStud(Streets):
    """The example."""

    follow_or_fold = ("raise",)
    declares = Declaration(
        solver="streets",
        bot=BotRule("they raise with a pair or better, else fold", _raise_with_a_pair),
        hands="five_card",
        rules=("decide", "not-qualified", "beats", "ties", "loses"),
        numbers=("hand_cards", "raise_multiple", "qualifying_rank", "qualifying_kicker"),
        ranks=(Ranked(("own",), 5), Ranked(("dealer up", "dealer"), 5)),
    )

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, deck)
        marks = [int(self.rules.number(name)) for name in ("qualifying_rank", "qualifying_kicker")]
        self.qualifies = five_card.FiveCardHand(Category.HIGH_CARD, tuple(marks))

    def phases(self) -> Iterator[Deal | Ask]:
        cards = int(self.rules.number("hand_cards"))
        yield Deal("own", cards)
        yield Deal("dealer up", 1)
        yield Ask("decide", "fold", "raise", self.rules.number("raise_multiple"))
        yield Deal("dealer", cards - 1)

    def settle(self, hand: SeatedHand) -> Iterator[Line]:
        own, dealer = self.rank(hand.cards("own")), self.rank(hand.cards("dealer up", "dealer"))
        nets = {
            "not-qualified": (1, 0),
            "beats": (1, self.chart("pays").times(own, 1)),
            "ties": (0, 0),
            "loses": (-1, -1),
        }
        rule = "beats" if own > dealer else "ties" if own == dealer else "loses"
        rule = rule if dealer >= self.qualifies else "not-qualified"
        for wager, times in zip(("ante", "raise"), nets[rule], strict=True):
            yield self.line(hand, wager, times, rule, self.against(own, dealer))


play = OneUpStud
