"""Who sits in the other seats, and how they decide: one simple, stated strategy a game, and no chance at all.

A bot sees its own cards and nothing that another player would not. It is company, not advice: for the best decision
ask ``advise``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from croupier.cards.cards import parse_rank
from croupier.cards.hands import blackjack, flushes, straights, three_card
from croupier.cards.hands.flushes import Flush
from croupier.cards.hands.straights import Straight
from croupier.cards.hands.three_card import Category, ThreeCardHand
from croupier.play.game import Action, Cards, Decision, Game, State

GIVING_UP = ("fold", "surrender")
Choice = tuple[str, int]
Decide = Callable[[Cards, dict[str, Action]], Choice]


class Strategy(NamedTuple):
    """A way to decide, and the words for it."""

    words: str
    decide: Decide


def strategy_for(game: Game) -> Strategy:
    return STRATEGIES.get(game.rules.name, STAY)


def decide(game: Game, state: State, seat: int, actions: Sequence[Action]) -> Decision:
    """What the bot in this seat does now."""
    own = tuple(card for dealt in state.dealt if is_slot_of(dealt.slot, seat) for card in dealt.cards)
    name, amount = strategy_for(game).decide(own, {action.name: action for action in actions})
    return Decision(seat, name, amount)


def bets(game: Game, base_stake: int) -> dict[str, int]:
    """What a bot puts up: the player's own base wager, and the fixed stake of every jackpot."""
    jackpots = [wager for wager in game.wagers if game.stake_rules[wager].is_jackpot]
    return {game.base_wager: base_stake} | dict.fromkeys(jackpots, game.base_wager_cents)


def is_slot_of(slot: str, seat: int) -> bool:
    return slot == f"seat {seat}" or slot.startswith(f"seat {seat} ")


def _least(action: Action) -> Choice:
    return action.name, action.minimum


def _most(action: Action) -> Choice:
    return action.name, action.maximum


def _stay(_own: Cards, actions: dict[str, Action]) -> Choice:
    """Actions that cost the same rank as the game lists them."""
    staying = [action for name, action in actions.items() if name not in GIVING_UP]
    return _least(min(staying or actions.values(), key=lambda action: action.minimum))


def _keep_it_straight(own: Cards, actions: dict[str, Action]) -> Choice:
    hand = straights.classify(own)
    if "raise" not in actions or hand < Straight(3, 4):
        return "fold", 0
    return _most(actions["raise"]) if hand >= Straight(3, parse_rank("Q")) else _least(actions["raise"])


def _three_card_prime(own: Cards, actions: dict[str, Action]) -> Choice:
    lowest = ThreeCardHand(Category.HIGH_CARD, (parse_rank("Q"), 6, 4))
    return _least(actions["play"]) if three_card.classify(own) >= lowest else ("fold", 0)


def _high_card_flush(own: Cards, actions: dict[str, Action]) -> Choice:
    return _most(actions["raise"]) if flushes.classify(own) >= Flush(3, (parse_rank("J"),)) else ("fold", 0)


def _ricochet_poker(own: Cards, actions: dict[str, Action]) -> Choice:
    ranks = [card.rank for card in own]
    if "fold" in actions and len(set(ranks)) == len(ranks) and max(ranks) < parse_rank("K"):
        return "fold", 0
    return _stay(own, actions)


def _blackjack(own: Cards, actions: dict[str, Action]) -> Choice:
    if "hit" in actions and "stand" in actions:
        return ("hit", 0) if blackjack.total(own).total < 17 else ("stand", 0)
    return _stay(own, actions)


STAY = Strategy("they stay in for the least it costs", _stay)
STRATEGIES = {
    "keep-it-straight": Strategy(
        "they raise the most from a three-card straight, queen-high, the least from one four-high, else fold",
        _keep_it_straight,
    ),
    "three-card-prime": Strategy("they play from queen-six-four, else fold", _three_card_prime),
    "high-card-flush": Strategy(
        "they raise all they may from a three-card flush, jack-high, else fold", _high_card_flush
    ),
    "ricochet-poker": Strategy("they play with a pair, a king or an ace, else fold", _ricochet_poker),
    "blackjack": Strategy("they hit below 17 and stand from there; they never double, split or insure", _blackjack),
}
