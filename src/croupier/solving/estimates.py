"""Simulated figures that were recorded with the command that repeats them, for what is not solved exactly.

``estimates.toml`` holds them; ``python -m tools.estimates`` plays the rounds again and writes it. They are always shown
as estimated, with their standard error. ``tables`` names what the kernel looked up, so that a figure of other rules
cannot stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from croupier.exact.sampled_table import THREADS
from croupier.rulebook.configuration import Configuration
from croupier.solving.base_games import base_configuration
from croupier.solving.written_down import written_down

FILE = "estimates.toml"
BEST = "best"
"""The strategy of a table at which every seat plays for its own best."""


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
    checked: int = 0
    """Of sampled deals under the best play: about how many close decisions were checked."""
    exact: int = 0
    """How many of these were solved exactly."""
    changed: int = 0
    """How many of these changed."""
    backend: str = THREADS
    """The solver of doubtful decisions."""
    quick: Fraction | None = None
    """The result of quick decisions alone, before the gain from changed ones."""
    in_order: tuple[tuple[Fraction, Fraction], ...] = ()
    """By place in the order of acting, the average net and its standard error."""
    plays: Fraction | None = None
    """The part of the seats that play on."""

    @property
    def is_best_play(self) -> bool:
        return self.strategy == BEST

    @property
    def house_edge(self) -> Fraction:
        return -self.mean

    @property
    def command(self) -> str:
        """Plays the same rounds again."""
        name = self.game.replace("(tables=sample)", "")
        if self.is_best_play:
            sample = f"--deals {self.rounds} --checked {self.checked} --seed {self.seed}"
            sample += "" if self.backend == THREADS else f" --backend {self.backend}"
            return f'croupier edge "{name}" --seats {self.seats} {sample}'
        return f'croupier simulate "{name}" --seats {self.seats} --rounds {self.rounds} --seed {self.seed}'

    def record(self) -> dict[str, Any]:
        """As JSON data."""
        best: dict[str, Any] = {}
        if self.is_best_play:
            best = {
                "checked": str(self.checked),
                "solved_exactly": str(self.exact),
                "changed": str(self.changed),
                "backend": self.backend,
                "quick_decisions": f"{float(self.quick or 0):.7f}",
                "plays": f"{float(self.plays or 0):.4f}",
                "in_order": [
                    {"place": place, "mean": f"{float(mean):.5f}", "standard_error": f"{float(error):.5f}"}
                    for place, (mean, error) in enumerate(self.in_order, start=1)
                ],
            }
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
            **best,
        }


@cache
def estimates() -> tuple[Estimate, ...]:
    """Every recorded estimate, in the order of the file."""
    return tuple(
        Estimate(
            **{
                **entry,
                "rounds": int(entry["rounds"]),
                **{key: Fraction(entry[key]) for key in _FRACTIONS if key in entry},
                "in_order": tuple((Fraction(mean), Fraction(error)) for mean, error in entry.get("in_order", ())),
            }
        )
        for entry in written_down(FILE)["estimate"]
    )


_FRACTIONS = ("mean", "standard_error", "quick", "plays")


def estimates_of(configuration: Configuration) -> tuple[Estimate, ...]:
    """What was recorded for the base game of a configuration; nothing if its rules are the user's own.

    The best play first, then a stated rule; by seats.
    """
    if configuration.name in configuration.book.outside:
        return ()
    plain = str(base_configuration(configuration))
    found = [each for each in estimates() if each.game == plain]
    return tuple(sorted(found, key=lambda each: (not each.is_best_play, each.seats)))
