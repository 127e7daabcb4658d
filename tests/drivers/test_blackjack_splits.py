"""Split hands against the referee, which walks the game's own state machine through every deal of a stripped shoe.

A split is worth what its strategy makes of it, so the referee is shown only what the strategy does with split hands:
at every decision after the split it may take no other answer. Equal means equal as fractions; the fast engine, which
is floating point, must agree to twelve digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from croupier import catalogue
from croupier.cards.cards import Card, parse_cards
from croupier.cards.hands.blackjack import value
from croupier.exact.blackjack.hands import composition
from croupier.exact.blackjack.resplits import PLAYABLE
from croupier.exact.blackjack.rules import Rules, Shoe
from croupier.exact.blackjack.solver import Against, SplitHands
from croupier.exact.blackjack.swings import TwoHands, as_squares
from croupier.exact.blackjack.whole import ERROR_BOUND, Splits, UpCard
from croupier.exact.tree import solve_tree
from croupier.games.blackjack.game import Blackjack, Hand, Spot
from croupier.games.blackjack.house import Holding
from croupier.play.game import DEALER, EVERYONE, Cards, Choose, Dealt, Slot, Stakes, State, Turn
from croupier.rulebook.configuration import Configuration

BET = 10


class House:
    """The house, which offers a split hand only what the strategy does."""

    def __init__(self, game: ForcedSplit) -> None:
        self.game = game
        self.real = game.house

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def actions(self, holding: Holding, up: int) -> tuple[str, ...]:
        offered: tuple[str, ...] = self.real.actions(holding, up)
        cards, hands = self.game.asked
        if hands == 1 or not offered:
            return offered
        plan = "split" if "split" in offered else self.game.plan.play(hands, composition(cards))
        return (plan,)


class ForcedSplit(Blackjack):
    """The game from the moment a pair and the up-card lie on the table: the pair is split, by a strategy."""

    def __init__(self, configuration: Configuration, deck: Cards, cards: Cards, up: Card, plan: SplitHands) -> None:
        super().__init__(configuration, deck)
        self.opening = (Dealt(Slot(1), cards, EVERYONE), Dealt(Slot(DEALER, "up"), (up,), EVERYONE))
        self.plan = plan
        self.asked: tuple[Cards, int] = ((), 1)
        self.house: Any = House(self)

    def open(self, stakes: Sequence[Stakes]) -> State:
        return super().open(stakes)._replace(dealt=self.opening)

    def holding(self, spot: Spot, hand: Hand) -> Holding:
        self.asked = (hand.cards, len(spot.hands))
        return super().holding(spot, hand)

    def turn(self, state: State) -> Turn:
        turn = super().turn(state)
        if isinstance(turn, Choose):
            quiet = [each for each in turn.actions if each.name in ("decline", "split")]
            return turn._replace(actions=tuple(quiet) or turn.actions)
        return turn


def check(rules: str, shoe: str, pair: str, up: str, post_split: str) -> None:
    game = Blackjack(catalogue.configuration(f"blackjack(decks=8, {rules})"), parse_cards(shoe))
    cards, shown = parse_cards(pair), Card.parse(up)
    against = Against(game, shown, post_split=post_split)
    advice = against.advise(cards)
    worth = next(each.value for each in advice.play.worths if each.action == "split")
    assert worth is not None
    plan = SplitHands(against.hands, composition(cards[:1]).index(1), post_split)
    forced = ForcedSplit(game.configuration, game.deck, cards, shown, plan)
    blackjack = advice.odds.blackjack if advice.looks else Fraction()
    slow = solve_tree(forced, [Stakes(1, (BET,))]).distributions[1]
    assert worth * (1 - blackjack) - blackjack == slow.expectation
    fast = UpCard(Rules.of(game), Shoe.of(game.deck), value(shown) - 2)
    splits = Splits(fast, fast.unsplit().choices(), post_split)
    left = sum(card.rank == cards[0].rank for card in game.deck) - (shown.rank == cards[0].rank)
    found = splits.worth(value(cards[0]) - 2, left) / (1 - float(blackjack))
    assert found == pytest.approx(float(worth), abs=ERROR_BOUND)
    if not rules.endswith("rank"):
        squared = UpCard(as_squares(fast.rules), Shoe.of(game.deck), fast.up)
        both = TwoHands(fast, splits.plays, value(cards[0]) - 2).products(left)
        alone = Splits(squared, fast.unsplit().choices(), post_split, plays=splits.plays)
        square = alone.worth(value(cards[0]) - 2, left) + 2 * both + float(blackjack)
        assert square == pytest.approx(float(slow.variance + slow.expectation**2), abs=ERROR_BOUND)


EIGHTS = "8c 8c 8c 8c 3c 5c 6c 9c Tc Tc Jc"
FOUR_EIGHTS = "8c 8c 8c 8c 3c 6c Tc Tc Tc Tc Tc Tc Tc"
ACES = "Ac Ac Ac Ac 6c 7c Tc Tc Tc Tc Tc"
ACED_EIGHTS = "8c 8c 8c 8c Ac Ac 7c 9c Tc Tc Jc"
KINGS = "Tc Tc Tc Kc Kc 6c 9c 9c 9c 7c"
"""Shoes that never run out while hands are split: few low cards, so that hands and dealer are soon done."""


@pytest.mark.parametrize("post_split", PLAYABLE)
@pytest.mark.parametrize(
    ("rules", "shoe", "pair", "up"),
    [
        ("split_hands=2", EIGHTS, "8c 8c", "6c"),
        ("split_hands=3, hole_card=none, soft17=hits", EIGHTS, "8c 8c", "Tc"),
        ("split_hands=4", FOUR_EIGHTS, "8c 8c", "6c"),
        ("split_hands=4, double_after_split=no", FOUR_EIGHTS, "8c 8c", "6c"),
        ("split_hands=4", ACES, "Ac Ac", "6c"),
        ("split_hands=4, resplit_aces=yes", ACES, "Ac Ac", "6c"),
        ("split_hands=2, hit_split_aces=yes", ACES, "Ac Ac", "Tc"),
        ("split_hands=3, split_by=rank", KINGS, "Tc Tc", "6c"),
        ("split_hands=2, hole_card=none, original_bets_only=yes", EIGHTS, "8c 8c", "Tc"),
        ("split_hands=3, hole_card=none, original_bets_only=yes", ACED_EIGHTS, "8c 8c", "Ac"),
        ("split_hands=4, hole_card=none, original_bets_only=yes", FOUR_EIGHTS, "8c 8c", "Tc"),
        ("split_hands=4, resplit_aces=yes, hole_card=none, original_bets_only=yes", ACES, "Ac Ac", "Tc"),
    ],
)
def test_a_split_against_the_referee(rules: str, shoe: str, pair: str, up: str, post_split: str) -> None:
    check(rules, shoe, pair, up, post_split)
