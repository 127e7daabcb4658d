"""Call or Fold: hold'em with one decision on the flop, against a dealer who needs a pair of fours.

How hands rank is the family of five-card hands; the Ante's pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.cards.hands.five_card import Category, threshold
from croupier.play.game import Action, BotRule, Cards, Choice, Declaration, Line, Ranked, least
from croupier.play.streets import Ask, Deal, SeatedHand, Streets
from croupier.rulebook.configuration import Configuration


def _call(_own: Cards, actions: Mapping[str, Action]) -> Choice:
    return least(actions["call"])


class CallOrFold(Streets):
    """The example."""

    follow_or_fold = ("call",)
    declares = Declaration(
        solver="streets",
        bot=BotRule("they call every flop", _call),
        hands="five_card",
        rules=("decide", "not-qualified", "beats", "ties", "loses"),
        numbers=("own_cards", "flop_cards", "last_cards", "call_multiple", "qualifying_rank"),
        ranks=(Ranked(("own", "flop", "last"), 5), Ranked(("dealer", "flop", "last"), 5)),
    )

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, deck)
        self.qualifies = threshold(Category.PAIR, int(self.rules.number("qualifying_rank")))

    def phases(self) -> Iterator[Deal | Ask]:
        number = self.rules.number
        yield Deal("own", int(number("own_cards")))
        yield Deal("flop", int(number("flop_cards")))
        yield Ask("decide", "fold", "call", number("call_multiple"))
        yield Deal("last", int(number("last_cards")))
        yield Deal("dealer", int(number("own_cards")))

    def settle(self, hand: SeatedHand) -> Iterator[Line]:
        own = self.rank(hand.cards("own", "flop", "last"))
        dealer = self.rank(hand.cards("dealer", "flop", "last"))
        paid = self.chart("pays").times(own, 1)
        nets = {"not-qualified": (paid, 0), "beats": (paid, 1), "ties": (0, 0), "loses": (-1, -1)}
        rule = "beats" if own > dealer else "ties" if own == dealer else "loses"
        rule = rule if dealer >= self.qualifies else "not-qualified"
        for wager, times in zip(("ante", "call"), nets[rule], strict=True):
            yield self.line(hand, wager, times, rule, self.against(own, dealer))


play = CallOrFold
