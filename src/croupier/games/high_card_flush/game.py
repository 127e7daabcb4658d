"""High Card Flush: seven cards each, and more cards of one suit win.

Which hands are flushes is defined in ``cards.hands.flushes``; every number here comes from ``rules.toml``.
"""

from collections.abc import Mapping

from croupier.cards.cards import DECK, parse_rank
from croupier.cards.hands import flushes
from croupier.cards.hands.flushes import Flush
from croupier.play.game import Action, BotRule, Cards, Choice, Choose, most
from croupier.play.showdown import Showdown, showdown
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")


def _raise_three_card_flushes(own: Cards, actions: Mapping[str, Action]) -> Choice:
    return most(actions["raise"]) if flushes.classify(own) >= Flush(3, (parse_rank("J"),)) else ("fold", 0)


class HighCardFlush(Showdown):
    """The game as casinos publish it."""

    follow_or_fold = ("raise",)
    declares = showdown(
        "flushes",
        BotRule("they raise all they may from a three-card flush, jack-high, else fold", _raise_three_card_flushes),
        rules=("decide", "raise-cap"),
        numbers=(
            "six_card_flush",
            "raise_cap_long",
            "five_card_flush",
            "raise_cap_five",
            "raise_cap_short",
            "qualifying_flush",
            "qualifying_rank",
        ),
    )
    fold_rule = "decide"

    def __init__(self, configuration: Configuration, deck: Cards = DECK, hand_size: int | None = None) -> None:
        super().__init__(configuration, deck, hand_size)
        number = configuration.rules.number
        self.caps = (
            (int(number("six_card_flush")), int(number("raise_cap_long"))),
            (int(number("five_card_flush")), int(number("raise_cap_five"))),
            (0, int(number("raise_cap_short"))),
        )
        self.qualifying = Flush(int(number("qualifying_flush")), (int(number("qualifying_rank")),))

    def in_order(self, cards: Cards) -> Cards:
        """The longest suit first, of equal ones the higher."""
        suits = [sorted((card for card in cards if card.suit == suit), reverse=True) for suit in range(4)]
        best_first = sorted(suits, key=lambda suit: (len(suit), [card.rank for card in suit]), reverse=True)
        return tuple(card for suit in best_first for card in suit)

    def making(self, cards: Cards) -> int:
        return flushes.classify(cards).length

    def choose(self, seat: int, ante: int, hand: Flush) -> Choose:
        """Once the Ante is the least; the longest suit caps the Raise."""
        cap = next(multiple for length, multiple in self.caps if hand.length >= length)
        return Choose(seat, (FOLD, Action("raise", ante, ante * cap)), "raise-cap")

    def range_of(self, action: str, base: int) -> Action | None:
        return Action("raise", base, base * self.caps[0][1]) if action == "raise" else None

    def narrowest_of(self, action: str, base: int) -> Action | None:
        return Action("raise", base, base * self.caps[-1][1]) if action == "raise" else None

    def qualifies(self, hand: Flush) -> bool:
        return hand >= self.qualifying


play = HighCardFlush
