"""A round to start from: one seat with every flat wager, dealt and played by a bot, as a person would write it down."""

from __future__ import annotations

from croupier.play.game import Game
from croupier.play.reading import ROUND_KEYS
from croupier.play.round import Round
from croupier.play.stakes import Limit
from croupier.table import bots

SEEDS = 20
"""Rounds to try: one in which the first wager wins shows more than a fold."""


def example_round(game: Game) -> dict[str, object]:
    """A round file of the game; the same one every time."""
    for seed in range(SEEDS):
        played = _played(game, seed)
        settlement = played.settle()
        if settlement.lines[0].net > 0:
            break
    record = played.transcript(settlement)
    return {key: record[key] for key in ROUND_KEYS if key in record}


def _played(game: Game, seed: int) -> Round:
    flat = [wager for wager in game.wagers if not game.stake_rules[wager].is_jackpot]
    # A posted maximum stands beside the largest wager that it must cover.
    limits = {wager: Limit(maximum=1000) for wager in game.configuration.aggregates}
    played = Round.start(game, {1: dict.fromkeys(flat, "10.00")}, seed=f"example {seed}", limits=limits)
    while (seat := played.seat_to_act) is not None:
        played.act(bots.decide(game, played.state, seat, played.legal_actions))
    return played
