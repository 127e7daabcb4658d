"""What the meters show, and their seeds, as a settlement is given them: checked before money is paid by them."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.errors import RoundError
from croupier.play.game import Game
from croupier.units.money import MOST_CENTS, format_money

MetersGiven = Mapping[str, Mapping[int, int]]
"""By jackpot wager and level, whole cents."""


def check_meters(game: Game, what: str, given: MetersGiven) -> None:
    """Refuse meters that this table cannot have: RoundError."""
    jackpots = [wager for wager in game.wagers if game.rules.wager(wager).kind == "jackpot"]
    if not isinstance(given, Mapping):
        raise RoundError(f"{what}: expected them by wager, found {given!r:.40}", hint=_example(jackpots))
    for wager, levels in given.items():
        if wager not in jackpots:
            raise RoundError(f"{what}: {wager} is not a jackpot of this table", hint=f"jackpots: {', '.join(jackpots)}")
        if not isinstance(levels, Mapping):
            raise RoundError(f"{what}: {wager}: expected cents by level, found {levels!r:.40}", hint=_example([wager]))
        highest = game.configuration.tables[wager].meters
        for level, cents in levels.items():
            if type(level) is not int or not 1 <= level <= highest:
                raise RoundError(f"{what}: {wager} has {highest} level(s), not {level!r:.40}")
            if type(cents) is not int:
                raise RoundError(
                    f"{what}: {wager}: {cents!r:.40} is not whole cents", hint="as in 2500000 for 25000.00"
                )
            if not 0 <= cents < MOST_CENTS:
                shown = format_money(cents) if cents < 0 else "the amount"
                raise RoundError(f"{what}: {wager}: {shown} is not what a meter shows", hint="from 0.00 to 13 digits")


def _example(jackpots: list[str]) -> str:
    return f"as in {{'{jackpots[0]}': {{1: 2500000}}}}" if jackpots else "this table has no jackpot"
