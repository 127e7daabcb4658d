"""War: one card each from a shoe, and the higher wins. A tie is given up for half, or goes to war for as much again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from croupier.cards.cards import DECK, Card
from croupier.play.game import (
    DEALER,
    EVERYONE,
    Action,
    BotRule,
    Cards,
    Choice,
    Choose,
    Declaration,
    Draw,
    Game,
    Line,
    Settled,
    Slot,
    State,
    Turn,
    Why,
    least,
)
from croupier.rulebook.configuration import Configuration


def rank(card: Card) -> int:
    return card.rank


def _go_to_war(_own: Cards, actions: Mapping[str, Action]) -> Choice:
    return least(actions["war"])


class War(Game):
    """Its second cards lie in places that no other game has: ``seat 1 war`` and ``dealer war``."""

    declares = Declaration(
        solver="tree",
        bot=BotRule("they always go to war", _go_to_war),
        rules=("deal", "decide", "beats", "loses", "war-wins", "war-loses"),
        numbers=("cards",),
        keys=("decks",),
        parts=("surrender_costs",),
        alike=rank,
        actions=("surrender", "war"),
    )

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, DECK * configuration.decks if deck is None else deck)
        self.costs = configuration.rules.number("surrender_costs")

    def most_cards(self, seats: int) -> int:
        return 2 * seats + 2

    def turn(self, state: State) -> Turn:
        lies = {dealt.slot: dealt.cards for dealt in state.dealt}
        said = {decision.seat: decision.action for decision in state.decisions}
        for slot in (*(Slot(seat) for seat, _ in state.stakes), Slot(DEALER)):
            if slot not in lies:
                return Draw(slot, 1, EVERYONE)
        dealer = lies[Slot(DEALER)][0].rank
        tied = {seat: amounts for seat, amounts in state.stakes if lies[Slot(seat)][0].rank == dealer}
        for seat, amounts in tied.items():
            if seat not in said:
                return Choose(seat, (Action("surrender"), Action("war", amounts[0], amounts[0])), "decide")
        at_war = [Slot(seat, "war") for seat in tied if said[seat] == "war"]
        for slot in (*at_war, *([Slot(DEALER, "war")] if at_war else [])):
            if slot not in lies:
                return Draw(slot, 1, EVERYONE)
        lines = [line for seat, amounts in state.stakes for line in self._settled(seat, amounts[0], lies, said)]
        for seat, amounts in state.stakes:
            lines += self.settle_bonuses(seat, amounts, lies[Slot(seat)], lies[Slot(DEALER)])[0]
        return Settled(tuple(lines), ())

    def _settled(self, seat: int, ante: int, lies: Mapping[Slot, Cards], said: Mapping[int, str]) -> Iterator[Line]:
        own, dealer = lies[Slot(seat)][0].rank, lies[Slot(DEALER)][0].rank
        if own != dealer:
            rule, times = ("beats", 1) if own > dealer else ("loses", -1)
            yield self._line(seat, "ante", ante, Fraction(times), rule)
        elif said[seat] == "surrender":
            yield self._line(seat, "ante", ante, -self.costs, "decide")
        else:
            won = lies[Slot(seat, "war")][0].rank >= lies[Slot(DEALER, "war")][0].rank
            rule = "war-wins" if won else "war-loses"
            yield self._line(seat, "ante", ante, Fraction(0 if won else -1), rule)
            yield self._line(seat, "war", ante, Fraction(1 if won else -1), rule)

    def _line(self, seat: int, wager: str, stake: int, times: Fraction, rule: str) -> Line:
        outcome = "win" if times > 0 else "lose" if times < 0 else "push"
        return Line(seat, wager, stake, outcome, rule, stake * times, self.cites[rule], Why(rule.replace("-", " ")))  # type: ignore[arg-type]


play = War
