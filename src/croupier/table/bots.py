"""Who sits in the other seats, and how they decide: by the one simple, stated rule that their game declares.

A bot sees its own cards and nothing that another player would not. It is company, not advice: for the best decision
ask ``advise``.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.play.game import Action, Decision, Game, State


def decide(game: Game, state: State, seat: int, actions: Sequence[Action]) -> Decision:
    """What the bot in this seat does now."""
    own = tuple(card for dealt in state.dealt if dealt.slot.seat == seat for card in dealt.cards)
    name, amount = game.declares.bot.decide(own, {action.name: action for action in actions})
    return Decision(seat, name, amount)


def bets(game: Game, base_stake: int) -> dict[str, int]:
    """What a bot puts up: the player's own base wager, and the fixed stake of every jackpot."""
    jackpots = [wager for wager in game.wagers if game.stake_rules[wager].is_jackpot]
    return {game.base_wager: base_stake} | {wager: game.configuration.fixed_stake(wager) for wager in jackpots}
