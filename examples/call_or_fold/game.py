"""Call or Fold: hold'em with one decision on the flop, against a dealer who needs a pair of fours.

How hands rank is the family of five-card hands; the Ante's pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards.hands import five_card
from croupier.cards.hands.five_card import Category, threshold
from croupier.play.declaration import BotRule, Choice, Declaration, Ranked, least
from croupier.play.game import EVERYONE, Action, Choose, Draw, Game, Settled, State, Turn
from croupier.play.lines import Cards, Line, Named, Why
from croupier.play.slots import DEALER, TABLE, Slot
from croupier.play.wagers.bonus import PayChart, net_of
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")
FLOP, LAST, HOUSE = Slot(TABLE, "flop"), Slot(TABLE, "last"), Slot(DEALER)


def _call(_own: Cards, actions: Mapping[str, Action]) -> Choice:
    return least(actions["call"])


class CallOrFold(Game):
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
        number = configuration.rules.number
        self.own_cards = int(number("own_cards"))
        self.board = {FLOP: int(number("flop_cards")), LAST: int(number("last_cards"))}
        self.call_multiple = int(number("call_multiple"))
        self.qualifies = threshold(Category.PAIR, int(number("qualifying_rank")))
        table = configuration.tables["pays"]
        self.pays = PayChart(table, configuration.setting_for(table))

    def most_cards(self, seats: int) -> int:
        return (seats + 1) * self.own_cards + sum(self.board.values())

    def hand_words(self, cards: Cards) -> str:
        return five_card.describe(five_card.best(cards)) if len(cards) >= 5 else ""

    def in_order(self, cards: Cards) -> Cards:
        return tuple(sorted(cards, reverse=True))

    def range_of(self, action: str, base: int) -> Action | None:
        amount = base * self.call_multiple
        return Action("call", amount, amount) if action == "call" else None

    def turn(self, state: State) -> Turn:
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        for seat, _ in state.stakes:
            if Slot(seat) not in lies:
                return Draw(Slot(seat), self.own_cards, seat)
        if FLOP not in lies:
            return Draw(FLOP, self.board[FLOP], EVERYONE)
        if len(state.decisions) < len(state.stakes):
            seat, amounts = state.stakes[len(state.decisions)]
            calling = self.range_of("call", amounts[0])
            assert calling is not None
            return Choose(seat, (FOLD, calling), "decide")
        if any(decision.action == "call" for decision in state.decisions):
            if LAST not in lies:
                return Draw(LAST, self.board[LAST], EVERYONE)
            if HOUSE not in lies:
                return Draw(HOUSE, self.own_cards, EVERYONE)
        return self._settle(state, lies)

    def _settle(self, state: State, lies: Mapping[Slot, Cards]) -> Settled:
        lines = []
        for (seat, amounts), decision in zip(state.stakes, state.decisions, strict=True):
            ante, called = amounts[0], decision.amount
            if decision.action == "fold":
                cite = self.cites["decide"]
                lines.append(Line(seat, "ante", ante, "fold", "fold", -ante, cite, Why("folded")))
                continue
            shared = (*lies[FLOP], *lies[LAST])
            hand, dealer = five_card.best((*lies[Slot(seat)], *shared)), five_card.best((*lies[HOUSE], *shared))
            why = Why("{0} against the dealer's {1}", tuple(Named(five_card.describe, each) for each in (hand, dealer)))
            row = self.pays.grade(hand)
            paid = net_of(row, ante) if row else ante
            nets = {
                "not-qualified": (paid, 0),
                "beats": (paid, called),
                "ties": (0, 0),
                "loses": (-ante, -called),
            }
            rule = "beats" if hand > dealer else "ties" if hand == dealer else "loses"
            rule = rule if dealer >= self.qualifies else "not-qualified"
            for wager, stake, net in zip(("ante", "call"), (ante, called), nets[rule], strict=True):
                outcome = "win" if net > 0 else "lose" if net < 0 else "push"
                lines.append(Line(seat, wager, stake, outcome, rule, net, self.cites[rule], why))
        return Settled(tuple(lines), ())


play = CallOrFold
