"""Play meters: a jackpot needs one to pay from, and at home there is no jackpot system. Every figure here is a sample.

A meter starts at the amount given or at a sample seed, grows by a sample part of each wager when bets close, and is
reseeded after it was won. House Jackpots do not grow. Real meters and their books are in ``croupier.jackpot``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from croupier.play.awards import Meters
from croupier.play.game import Game
from croupier.rulebook.paytables import UNIT_CENTS

SAMPLE_SEEDS = (1_000_000, 250_000, 50_000)
"""Cents by level, for a $1 wager."""
SAMPLE_RATE = Fraction(18, 100)
"""The part of each wager that goes to the meters, shared evenly by the levels."""

Given = Mapping[str, Mapping[int, int]]
"""By wager, what its meters begin with, by level; a level that is not named begins at its seed."""


class PlayMeters:
    """What the displays show, from round to round."""

    def __init__(self, game: Game, given: Given | None = None) -> None:
        given = given or {}
        self.jackpots = tuple(wager for wager in game.wagers if game.stake_rules[wager].is_jackpot)
        self.grows = not game.configuration.is_house_jackpot
        self.seeds: Meters = {}
        self.shown: Meters = {}
        self.remainder: dict[str, Fraction] = {}
        """By wager, the part of a cent that waits for the next round."""
        for wager in self.jackpots:
            scale = Fraction(game.configuration.fixed_stake(wager), UNIT_CENTS)
            if game.configuration.choice("scale_seed", wager) == "no":
                scale = Fraction(1)
            levels = game.configuration.tables[wager].meters
            seeds = [int(SAMPLE_SEEDS[min(level, len(SAMPLE_SEEDS) - 1)] * scale) for level in range(levels)]
            self.seeds[wager] = dict(enumerate(seeds, 1))
            self.shown[wager] = self.seeds[wager] | {**given.get(wager, {})}

    def after_bets(self, wagers: Iterable[Mapping[str, int]]) -> tuple[Meters, dict[str, Fraction]]:
        """The displays with this round's wagers in them, and the parts of a cent that wait for the next."""
        grown = {wager: dict(levels) for wager, levels in self.shown.items()}
        remainder = dict(self.remainder)
        placed = list(wagers)
        for wager in self.jackpots if self.grows else ():
            levels = grown[wager]
            staked = sum(own.get(wager, 0) for own in placed)
            share = remainder.get(wager, Fraction(0)) + staked * SAMPLE_RATE / len(levels)
            for level in levels:
                levels[level] += int(share)
            remainder[wager] = share - int(share)
        return grown, remainder

    def commit(self, after: Meters, remainder: dict[str, Fraction]) -> None:
        """The round is settled: this is what the displays show now."""
        self.shown = {wager: dict(levels) for wager, levels in after.items()}
        self.remainder = remainder
