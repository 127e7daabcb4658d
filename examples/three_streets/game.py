"""Three Streets: two cards, three more on the table; before each a wager of one to three Antes, or fold.

How hands rank is the family of five-card hands; the pays come from ``paytables.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards.hands import five_card
from croupier.play.declaration import BotRule, Choice, Declaration, Ranked, least
from croupier.play.game import EVERYONE, Action, Choose, Decision, Draw, Game, Settled, State, Turn
from croupier.play.lines import Cards, Line, Named, Why
from croupier.play.slots import TABLE, Slot
from croupier.play.wagers.bonus import PayChart, net_of
from croupier.rulebook.configuration import Configuration

FOLD = Action("fold")
STREETS = ("third", "fourth", "fifth")
HAND = 5


def _bet_a_high_card(own: Cards, actions: Mapping[str, Action]) -> Choice:
    """Stay in for the least with a pair or a jack, else fold."""
    stays = own[0].rank == own[1].rank or max(card.rank for card in own) >= 11
    return least(actions["bet"]) if stays else ("fold", 0)


class ThreeStreets(Game):
    """The example."""

    declares = Declaration(
        solver="streets",
        bot=BotRule("they stay in for the least with a pair or a jack", _bet_a_high_card),
        hands="five_card",
        rules=(*STREETS, "pays"),
        numbers=("own_cards", "bet_least", "bet_most"),
        ranks=(Ranked(("own", *STREETS), HAND),),
    )

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, deck)
        number = configuration.rules.number
        self.own_cards = int(number("own_cards"))
        self.bets = int(number("bet_least")), int(number("bet_most"))
        table = configuration.tables["pays"]
        self.pays = PayChart(table, configuration.setting_for(table))

    def most_cards(self, seats: int) -> int:
        return seats * self.own_cards + len(STREETS)

    def hand_words(self, cards: Cards) -> str:
        return five_card.describe(five_card.classify(cards)) if len(cards) == HAND else ""

    def in_order(self, cards: Cards) -> Cards:
        return tuple(sorted(cards, reverse=True))

    def range_of(self, action: str, base: int) -> Action | None:
        return Action("bet", base * self.bets[0], base * self.bets[1], base) if action == "bet" else None

    def most_times(self, action: str) -> int:
        return len(STREETS) if action == "bet" else 1

    def turn(self, state: State) -> Turn:
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        for seat, _ in state.stakes:
            if Slot(seat) not in lies:
                return Draw(Slot(seat), self.own_cards, seat)
        for street, name in enumerate(STREETS):
            for seat, amounts in state.stakes:
                made = [decision for decision in state.decisions if decision.seat == seat]
                if len(made) == street and not _folded(made):
                    betting = self.range_of("bet", amounts[0])
                    assert betting is not None
                    return Choose(seat, (FOLD, betting), name)
            everybody = [[each for each in state.decisions if each.seat == seat] for seat, _ in state.stakes]
            if all(map(_folded, everybody)):
                break
            if Slot(TABLE, name) not in lies:
                return Draw(Slot(TABLE, name), 1, EVERYONE)
        return self._settle(state, lies)

    def _settle(self, state: State, lies: Mapping[Slot, Cards]) -> Settled:
        lines = []
        shown = tuple(card for name in STREETS for card in lies.get(Slot(TABLE, name), ()))
        for seat, amounts in state.stakes:
            made = [decision for decision in state.decisions if decision.seat == seat]
            staked = (("ante", amounts[0]), ("bet", sum(decision.amount for decision in made)))
            if _folded(made):
                outcome, event, row, why, rule = "fold", "fold", None, Why("folded"), STREETS[len(made) - 1]
            else:
                hand = five_card.classify((*lies[Slot(seat)], *shown))
                row, rule = self.pays.grade(hand), "pays"
                why = Why("{0} is paid" if row else "{0} is not paid", (Named(five_card.describe, hand),))
                outcome, event = ("win", row.event) if row else ("lose", None)
            for wager, stake in staked:
                if stake:
                    net = net_of(row, stake) if row else -stake
                    result = "push" if row and not net else outcome
                    lines.append(Line(seat, wager, stake, result, event, net, self.cites[rule], why))
        return Settled(tuple(lines), ())


def _folded(made: list[Decision]) -> bool:
    return any(decision.action == "fold" for decision in made)


play = ThreeStreets
