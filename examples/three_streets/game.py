"""Three Streets: two cards, three more on the table; before each a wager of one to three Antes, or fold.

How hands rank is the family of five-card hands; the pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.cards.hands import five_card
from croupier.play.game import Action, BotRule, Cards, Choice, Declaration, Line, Named, Ranked, Why, least
from croupier.play.streets import Ask, Deal, SeatedHand, Streets

STREETS = ("third", "fourth", "fifth")


def _bet_a_high_card(own: Cards, actions: Mapping[str, Action]) -> Choice:
    """Stay in for the least with a pair or a jack, else fold."""
    stays = own[0].rank == own[1].rank or max(card.rank for card in own) >= 11
    return least(actions["bet"]) if stays else ("fold", 0)


class ThreeStreets(Streets):
    """The example."""

    declares = Declaration(
        solver="streets",
        bot=BotRule("they stay in for the least with a pair or a jack", _bet_a_high_card),
        hands="five_card",
        rules=(*STREETS, "pays"),
        numbers=("own_cards", "bet_least", "bet_most"),
        ranks=(Ranked(("own", *STREETS), 5),),
    )

    def phases(self) -> Iterator[Deal | Ask]:
        number = self.rules.number
        yield Deal("own", int(number("own_cards")))
        for street in STREETS:
            yield Ask(street, "fold", "bet", number("bet_least"), number("bet_most"))
            yield Deal(street, 1)

    def settle(self, hand: SeatedHand) -> Iterator[Line]:
        made, pays = self.rank(hand.cards("own", *STREETS)), self.chart("pays")
        row = pays.grade(made)
        why = Why("{0} is paid" if row else "{0} is not paid", (Named(five_card.describe, made),))
        for wager in ("ante", "bet"):
            line = self.line(hand, wager, pays.times(made, -1), "pays", why)
            yield line._replace(event=row.event if row else None)


play = ThreeStreets
