"""Pull Back: three cards, two on the table, and two of three equal wagers may be taken back.

How hands rank is the family of five-card hands; the pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards.cards import ranks_text
from croupier.cards.hands import five_card
from croupier.play.declaration import BotRule, Choice, Declaration, Ranked, least
from croupier.play.game import EVERYONE, Action, Choose, Draw, Game, Settled, State, Turn
from croupier.play.lines import Cards, Line, Named, Why
from croupier.play.slots import TABLE, Slot
from croupier.play.wagers.bonus import PayChart, net_of
from croupier.rulebook.configuration import Configuration

PULL = Action("pull")
SHOWN = (Slot(TABLE, "fourth"), Slot(TABLE, "fifth"))
HAND = 5


def _rides_with_a_winner(own: Cards, actions: Mapping[str, Action]) -> Choice:
    """Let it ride with three of a kind or a pair of tens among one's own cards."""
    ranks = [card.rank for card in own]
    wins = any(ranks.count(rank) == 3 or (ranks.count(rank) == 2 and rank >= 10) for rank in ranks)
    return least(actions["ride"]) if wins else ("pull", 0)


class PullBack(Game):
    """The example."""

    declares = Declaration(
        solver="streets",
        bot=BotRule("they let a wager ride with a hand that is paid already", _rides_with_a_winner),
        hands="five_card",
        rules=("first", "second", "pays"),
        numbers=("own_cards",),
        ranks=(Ranked(("own", "fourth", "fifth"), HAND),),
    )

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, deck)
        self.own_cards = int(configuration.rules.number("own_cards"))
        table = configuration.tables["pays"]
        self.pays = PayChart(table, configuration.setting_for(table))

    def most_cards(self, seats: int) -> int:
        return seats * self.own_cards + len(SHOWN)

    def hand_words(self, cards: Cards) -> str:
        if len(cards) == HAND:
            return five_card.describe(five_card.classify(cards))
        suited = "suited" if len({card.suit for card in cards}) == 1 else ""
        return f"{ranks_text(sorted((card.rank for card in cards), reverse=True))} {suited}".strip()

    def in_order(self, cards: Cards) -> Cards:
        return tuple(sorted(cards, reverse=True))

    def wager_of(self, action: str) -> str:
        return "ride" if action == "ride" else action

    def range_of(self, action: str, base: int) -> Action | None:
        return Action("ride", base, base) if action == "ride" else None

    def most_times(self, action: str) -> int:
        return len(SHOWN) if action == "ride" else 1

    def turn(self, state: State) -> Turn:
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        for seat, _ in state.stakes:
            if Slot(seat) not in lies:
                return Draw(Slot(seat), self.own_cards, seat)
        for street, place in enumerate(SHOWN):
            for seat, amounts in state.stakes:
                if sum(each.seat == seat for each in state.decisions) == street:
                    ride = Action("ride", amounts[0], amounts[0])
                    return Choose(seat, (PULL, ride), ("first", "second")[street])
            if place not in lies:
                return Draw(place, 1, EVERYONE)
        return self._settle(state, lies)

    def _settle(self, state: State, lies: Mapping[Slot, Cards]) -> Settled:
        lines = []
        for seat, amounts in state.stakes:
            hand = five_card.classify((*lies[Slot(seat)], *lies[SHOWN[0]], *lies[SHOWN[1]]))
            row = self.pays.grade(hand)
            why = Why("{0} is paid" if row else "{0} is not paid", (Named(five_card.describe, hand),))
            rides = sum(each.amount for each in state.decisions if each.seat == seat)
            for wager, stake in (("ante", amounts[0]), ("ride", rides)):
                if stake:
                    net = net_of(row, stake) if row else -stake
                    event = row.event if row else None
                    lines.append(
                        Line(seat, wager, stake, "win" if row else "lose", event, net, self.cites["pays"], why)
                    )
        return Settled(tuple(lines), ())


play = PullBack
