"""Lantern Road: two cards, stay or fold; a third card, check or raise; then hand against hand.

How hands rank is defined in ``hands.py``; every number here comes from ``rules.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping

from croupier.play.game import (
    DEALER,
    EVERYONE,
    Action,
    BotRule,
    Cards,
    Choice,
    Choose,
    Decision,
    Declaration,
    Draw,
    Game,
    Line,
    Named,
    Settled,
    Slot,
    State,
    Turn,
    Why,
    least,
)
from croupier.rulebook.configuration import Configuration

from .hands import Kind, Lantern, describe, describe_ember, ember, lantern

FOLD, CHECK = Action("fold"), Action("check")
_NETS = {"not-qualified": (1, 0), "beats": (0, 1), "ties": (0, 0), "loses": (-1, -1)}
"""By rule, the net on the Ante and on what was put up later, in stakes."""


def _bold(own: Cards, actions: Mapping[str, Action]) -> Choice:
    """Stay with a pair, one suit or a king; raise the least with twins or better."""
    if "stay" in actions:
        hand = ember(own)
        stays = hand.suited or hand.high == hand.low or hand.high >= 13
        return least(actions["stay"]) if stays else ("fold", 0)
    return least(actions["raise"]) if lantern(own).kind >= Kind.TWINS else ("check", 0)


class LanternRoad(Game):
    """The example."""

    declares = Declaration(
        solver="tree",
        bot=BotRule("they stay with a pair, one suit or a king, and raise with twins or better", _bold),
        hands="lanterns",
        rules=("stay", "raise", "not-qualified", "beats", "ties", "loses"),
        numbers=("first_cards", "dealer_cards", "raise_maximum", "qualifying_rank"),
        actions=("fold", "stay", "check", "raise"),
    )

    def __init__(self, configuration: Configuration, deck: Cards | None = None) -> None:
        super().__init__(configuration, deck)
        number = configuration.rules.number
        self.first_cards = int(number("first_cards"))
        self.dealer_cards = int(number("dealer_cards"))
        self.raise_maximum = int(number("raise_maximum"))
        self.qualifying_rank = int(number("qualifying_rank"))

    def most_cards(self, seats: int) -> int:
        return seats * (self.first_cards + 1) + self.dealer_cards

    def hand_words(self, cards: Cards) -> str:
        if len(cards) == self.first_cards:
            return describe_ember(ember(cards))
        return describe(lantern(cards)) if len(cards) == self.dealer_cards else ""

    def in_order(self, cards: Cards) -> Cards:
        return tuple(sorted(cards, reverse=True))

    def turn(self, state: State) -> Turn:
        """One phase after the other, each in the order of the seats."""
        dealt = {each.slot: each.cards for each in state.dealt}
        for seat, _ in state.stakes:
            if Slot(seat) not in dealt:
                return Draw(Slot(seat), self.first_cards, seat)
        for seat, amounts in state.stakes:
            if not _decisions(state, seat):
                return Choose(seat, (FOLD, Action("stay", amounts[0], amounts[0])), "stay")
        staying = [each for each in state.stakes if _decisions(state, each.seat)[0].action == "stay"]
        for seat, _ in staying:
            if Slot(seat, "draw") not in dealt:
                return Draw(Slot(seat, "draw"), 1, seat)
        for seat, amounts in staying:
            if len(_decisions(state, seat)) == 1:
                ante = amounts[0]
                return Choose(seat, (CHECK, Action("raise", ante, ante * self.raise_maximum, ante)), "raise")
        if Slot(DEALER) not in dealt:
            return Draw(Slot(DEALER), self.dealer_cards, EVERYONE)
        return self._settle(state, dealt)

    def _settle(self, state: State, dealt: Mapping[Slot, Cards]) -> Settled:
        dealer = dealt[Slot(DEALER)]
        theirs = lantern(dealer)
        lines: list[Line] = []
        for seat, amounts in state.stakes:
            own = (*dealt[Slot(seat)], *dealt.get(Slot(seat, "draw"), ()))
            first, *second = _decisions(state, seat)
            ante = amounts[0]
            if first.action == "fold":
                lines.append(Line(seat, "ante", ante, "fold", "fold", -ante, self.cites["stay"], Why("folded")))
            else:
                hand = lantern(own)
                rule, words = self._verdict(hand, theirs)
                why = Why(words, (Named(describe, hand), Named(describe, theirs)))
                base, more = _NETS[rule]
                staked = [("ante", ante, base), ("stay", first.amount, more)]
                staked += [("raise", each.amount, more) for each in second if each.amount]
                for wager, stake, times in staked:
                    outcome = ("push", "win", "lose")[times]
                    lines.append(Line(seat, wager, stake, outcome, rule, stake * times, self.cites[rule], why))
            lines += self.settle_bonuses(seat, amounts, own, dealer)[0]
        return Settled(tuple(lines), ())

    def _verdict(self, hand: Lantern, dealer: Lantern) -> tuple[str, str]:
        if dealer.kind == Kind.SPARK and dealer.ranks[0] < self.qualifying_rank:
            return "not-qualified", "the dealer's {1} does not qualify"
        if hand > dealer:
            return "beats", "{0} beats the dealer's {1}"
        return ("ties", "{0} ties the dealer's {1}") if hand == dealer else ("loses", "{0} loses to the dealer's {1}")


def _decisions(state: State, seat: int) -> list[Decision]:
    return [each for each in state.decisions if each.seat == seat]


play = LanternRoad
