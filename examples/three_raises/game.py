"""Three Raises: hold'em with an Ante and an equal Blind; one raise, before the flop, on it, or at the end.

The earlier the raise, the larger it may be. How hands rank is the family of five-card hands; the Blind's pays come
from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.cards.hands.five_card import Category, threshold
from croupier.play.game import Action, BotRule, Cards, Choice, Declaration, Line, Ranked, most
from croupier.play.streets import Ask, Deal, SeatedHand, Streets

BOARD = ("flop", "last")
PAIR = threshold(Category.PAIR)


def _raise_a_pair(own: Cards, actions: Mapping[str, Action]) -> Choice:
    """Raise a pair or an ace at once, and stay to the end with everything else."""
    is_strong = own[0].rank == own[1].rank or max(card.rank for card in own) == 14
    return most(actions["raise"]) if is_strong or "fold" in actions else ("check", 0)


class ThreeRaises(Streets):
    """The example."""

    follow_or_fold = ("raise",)
    asks_until_paid = True
    declares = Declaration(
        solver="streets",
        bot=BotRule("they raise a pair or an ace at once, and everything else at the end", _raise_a_pair),
        hands="five_card",
        rules=("before", "flop", "last", "not-qualified", "beats", "ties", "loses", "blind"),
        numbers=("own_cards", "flop_cards", "last_cards", "before_least", "before_most", "flop_raise", "last_raise"),
        ranks=(Ranked(("own", *BOARD), 5), Ranked(("dealer", *BOARD), 5)),
    )

    def phases(self) -> Iterator[Deal | Ask]:
        number = self.rules.number
        yield Deal("own", int(number("own_cards")))
        yield Ask("before", "check", "raise", number("before_least"), number("before_most"))
        yield Deal("flop", int(number("flop_cards")))
        yield Ask("flop", "check", "raise", number("flop_raise"))
        yield Deal("last", int(number("last_cards")))
        yield Ask("last", "fold", "raise", number("last_raise"))
        yield Deal("dealer", int(number("own_cards")))

    def settle(self, hand: SeatedHand) -> Iterator[Line]:
        own, dealer = self.rank(hand.cards("own", *BOARD)), self.rank(hand.cards("dealer", *BOARD))
        why = self.against(own, dealer)
        rule, won = ("beats", 1) if own > dealer else ("ties", 0) if own == dealer else ("loses", -1)
        qualifies = dealer >= PAIR
        yield self.line(hand, "ante", won if qualifies else 0, rule if qualifies else "not-qualified", why)
        # A winning hand below a straight gets its Blind back.
        blind = self.chart("blind_pays").times(own, 0) if won > 0 else won
        yield self.line(hand, "blind", blind, "blind", why)
        yield self.line(hand, "raise", won, rule, why)


play = ThreeRaises
