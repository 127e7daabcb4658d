"""Four Up: the best four of five cards against the best four of the dealer's six, one of which lies open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.play.game import Action, BotRule, Cards, Choice, Declaration, Line, Ranked, least, most
from croupier.play.streets import Ask, Deal, SeatedHand, Streets

from .hands import Four, Kind, best_four


def _raise_tens(own: Cards, actions: Mapping[str, Action]) -> Choice:
    hand = best_four(own)
    if hand >= Four(Kind.PAIR, (10, 0, 0)):
        return most(actions["raise"])
    return least(actions["raise"]) if hand >= Four(Kind.PAIR, (3, 0, 0)) else ("fold", 0)


class FourUp(Streets):
    """Four-card poker against a dealer."""

    follow_or_fold = ("raise",)
    declares = Declaration(
        solver="streets",
        bot=BotRule("they raise the most with a pair of tens or better, the least with threes or better", _raise_tens),
        hands="best_four",
        rules=("decide", "wins", "loses", "bonus"),
        numbers=("own_cards", "dealer_cards", "hand_cards", "raise_least", "raise_most"),
        ranks=(Ranked(("own",), 4), Ranked(("dealer up", "dealer"), 4)),
    )

    def phases(self) -> Iterator[Deal | Ask]:
        number = self.rules.number
        yield Deal("own", int(number("own_cards")))
        yield Deal("dealer up", 1)
        yield Ask("decide", "fold", "raise", number("raise_least"), number("raise_most"))
        yield Deal("dealer", int(number("dealer_cards")) - 1)

    def settle(self, hand: SeatedHand) -> Iterator[Line]:
        own, dealer = self.rank(hand.cards("own")), self.rank(hand.cards("dealer up", "dealer"))
        rule, times = ("wins", 1) if own >= dealer else ("loses", -1)
        why = self.against(own, dealer)
        for wager in ("ante", "raise"):
            yield self.line(hand, wager, times, rule, why)
        yield from self.award(hand, "automatic_bonus", "ante", own, "bonus", why)


play = FourUp
