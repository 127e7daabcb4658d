"""Simulated figures that were recorded with the command that repeats them, for what is not solved exactly.

``estimates.toml`` holds them; ``python -m tools.estimates`` plays the rounds again and writes it. They are always shown
as estimated, with their standard error. ``tables`` names what the kernel looked up, so that a figure of other rules
cannot stay.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import base_configuration

FILE = "estimates.toml"


@dataclass(frozen=True)
class Estimate:
    """One wager's average net over simulated rounds, per seat that bets."""

    game: str
    wager: str
    strategy: str
    rule: str
    """The strategy in words."""
    seats: int
    rounds: int
    seed: int
    mean: Fraction
    standard_error: Fraction
    tables: str

    @property
    def house_edge(self) -> Fraction:
        return -self.mean

    @property
    def command(self) -> str:
        """Plays the same rounds again."""
        name = self.game.replace("(tables=sample)", "")
        return f'croupier simulate "{name}" --seats {self.seats} --rounds {self.rounds} --seed {self.seed}'

    def record(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "wager": self.wager,
            "strategy": self.strategy,
            "rule": self.rule,
            "seats": self.seats,
            "method": "estimated",
            "mean": f"{float(self.mean):.7f}",
            "house_edge": {"percent": f"{100 * float(self.house_edge):.5f}"},
            "standard_error": f"{float(self.standard_error):.7f}",
            "rounds": str(self.rounds),
            "seed": self.seed,
            "command": self.command,
        }


@cache
def estimates() -> tuple[Estimate, ...]:
    """Every recorded estimate, in the order of the file."""
    data = tomllib.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return tuple(
        Estimate(
            **{
                **entry,
                "rounds": int(entry["rounds"]),
                "mean": Fraction(entry["mean"]),
                "standard_error": Fraction(entry["standard_error"]),
            }
        )
        for entry in data["estimate"]
    )


def estimates_of(configuration: Configuration) -> tuple[Estimate, ...]:
    """What was recorded for the base game of a configuration, by seats; nothing where its rules are the user's own."""
    if configuration.name in configuration.book.outside:
        return ()
    plain = str(base_configuration(configuration))
    return tuple(each for each in estimates() if each.game == plain)
