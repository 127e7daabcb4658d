"""Pull Back: three cards, two on the table, and two of three equal wagers may be taken back.

How hands rank is the family of five-card hands; the pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.cards.cards import ranks_text
from croupier.cards.hands import five_card
from croupier.play.game import Action, BotRule, Cards, Choice, Declaration, Line, Named, Ranked, Why, least
from croupier.play.streets import Ask, Deal, SeatedHand, Streets

PLACES = ("own", "fourth", "fifth")
HAND = 5


def _rides_with_a_winner(own: Cards, actions: Mapping[str, Action]) -> Choice:
    """Let it ride with three of a kind or a pair of tens among one's own cards."""
    ranks = [card.rank for card in own]
    wins = any(ranks.count(rank) == 3 or (ranks.count(rank) == 2 and rank >= 10) for rank in ranks)
    return least(actions["ride"]) if wins else ("pull", 0)


class PullBack(Streets):
    """The example."""

    declares = Declaration(
        solver="streets",
        bot=BotRule("they let a wager ride with a hand that is paid already", _rides_with_a_winner),
        hands="five_card",
        rules=("first", "second", "pays"),
        numbers=("own_cards",),
        ranks=(Ranked(PLACES, HAND),),
    )

    def phases(self) -> Iterator[Deal | Ask]:
        yield Deal("own", int(self.rules.number("own_cards")))
        for rule, place in (("first", "fourth"), ("second", "fifth")):
            yield Ask(rule, "pull", "ride")
            yield Deal(place, 1)

    def hand_words(self, cards: Cards) -> str:
        if len(cards) == HAND:
            return five_card.describe(five_card.classify(cards))
        suited = "suited" if len({card.suit for card in cards}) == 1 else ""
        # One card of the table is no hand.
        return (
            f"{ranks_text(sorted((card.rank for card in cards), reverse=True))} {suited}".strip() if cards[1:] else ""
        )

    def settle(self, hand: SeatedHand) -> Iterator[Line]:
        made, pays = self.rank(hand.cards(*PLACES)), self.chart("pays")
        row = pays.grade(made)
        why = Why("{0} is paid" if row else "{0} is not paid", (Named(five_card.describe, made),))
        for wager in ("ante", "ride"):
            if hand.staked.get(wager):
                line = self.line(hand, wager, pays.times(made, -1), "pays", why)
                yield line._replace(event=row.event if row else None)


play = PullBack
