"""One-Up Stud: five cards each, one of the dealer's is seen; raise twice the Ante or fold.

How hands rank is the family of five-card hands; the pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import Category, threshold
from croupier.play.declaration import BotRule, Choice, Declaration, Ranked, least
from croupier.play.game import EVERYONE, Action, Choose, Draw, Game, Settled, State, Turn
from croupier.play.lines import Cards, Line, Named, Why
from croupier.play.slots import DEALER, Slot
from croupier.play.wagers.bonus import PayChart, net_of
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")
UP = Slot(DEALER, "up")
REST = Slot(DEALER)


def _raise_with_a_pair(own: Cards, actions: Mapping[str, Action]) -> Choice:
    return least(actions["raise"]) if five_card.classify(own) >= threshold(Category.PAIR) else ("fold", 0)


class OneUpStud(Game):
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
        number = configuration.rules.number
        self.hand_cards = int(number("hand_cards"))
        self.raise_multiple = int(number("raise_multiple"))
        marks = (int(number("qualifying_rank")), int(number("qualifying_kicker")))
        self.qualifies = five_card.FiveCardHand(Category.HIGH_CARD, marks)
        table = configuration.tables["pays"]
        self.pays = PayChart(table, configuration.setting_for(table))

    def most_cards(self, seats: int) -> int:
        return (seats + 1) * self.hand_cards

    def hand_words(self, cards: Cards) -> str:
        return five_card.describe(five_card.classify(cards)) if len(cards) == self.hand_cards else ""

    def in_order(self, cards: Cards) -> Cards:
        return tuple(sorted(cards, reverse=True))

    def range_of(self, action: str, base: int) -> Action | None:
        amount = base * self.raise_multiple
        return Action("raise", amount, amount) if action == "raise" else None

    def turn(self, state: State) -> Turn:
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        for seat, _ in state.stakes:
            if Slot(seat) not in lies:
                return Draw(Slot(seat), self.hand_cards, seat)
        if UP not in lies:
            return Draw(UP, 1, EVERYONE)
        if len(state.decisions) < len(state.stakes):
            seat, amounts = state.stakes[len(state.decisions)]
            raising = self.range_of("raise", amounts[0])
            assert raising is not None
            return Choose(seat, (FOLD, raising), "decide")
        if all(decision.action == "fold" for decision in state.decisions) or REST in lies:
            return self._settle(state, lies)
        return Draw(REST, self.hand_cards - 1, EVERYONE)

    def _settle(self, state: State, lies: Mapping[Slot, Cards]) -> Settled:
        dealer = five_card.classify((*lies[UP], *lies[REST])) if REST in lies else None
        lines = []
        for (seat, amounts), decision in zip(state.stakes, state.decisions, strict=True):
            ante, raised = amounts[0], decision.amount
            if decision.action == "fold" or dealer is None:
                cite = self.cites["decide"]
                lines.append(Line(seat, "ante", ante, "fold", "fold", -ante, cite, Why("folded")))
                continue
            hand = five_card.classify(lies[Slot(seat)])
            why = Why("{0} against the dealer's {1}", tuple(Named(five_card.describe, each) for each in (hand, dealer)))
            row = self.pays.grade(hand)
            nets = {
                "not-qualified": (ante, 0),
                "beats": (ante, net_of(row, raised) if row else raised),
                "ties": (0, 0),
                "loses": (-ante, -raised),
            }
            rule = "beats" if hand > dealer else "ties" if hand == dealer else "loses"
            rule = rule if dealer >= self.qualifies else "not-qualified"
            for wager, stake, net in zip(("ante", "raise"), (ante, raised), nets[rule], strict=True):
                outcome = "win" if net > 0 else "lose" if net < 0 else "push"
                lines.append(Line(seat, wager, stake, outcome, rule, net, self.cites[rule], why))
        return Settled(tuple(lines), ())


play = OneUpStud
