"""Base games, and what a solver finds of one. ``base_solutions`` solves them; a side wager needs none of that.

Only what affects the base wager goes into the proof, so that one solution serves every choice of bonus wagers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from croupier import catalogue
from croupier.errors import MissingPart, UnknownName
from croupier.exact.distribution import Distribution
from croupier.exact.notebook import result_html
from croupier.rulebook.aggregates import APPROVAL, LIMIT, SCOPE
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import Spec

if TYPE_CHECKING:
    from croupier.exact.showdown.solution import ChartRow, CloseHand
    from croupier.exact.solver import PlayRow
    from croupier.play.game import Game


@dataclass(frozen=True)
class BaseResult:
    """A base wager under optimal play, in units of the base wager."""

    configuration: Configuration
    wager: str
    distribution: Distribution
    simple: Mapping[str, Distribution]
    """What simpler ways to play bring, by name."""
    chart: tuple[ChartRow, ...]
    """Every class of hand, lowest first; empty where a hand's class does not tell how to play it."""
    closest: tuple[CloseHand, ...] = ()
    """The hands that are hardest to play, lowest class first."""
    plays: tuple[PlayRow, ...] = ()
    """The strategy in words, of games that have no chart by class."""

    def __repr__(self) -> str:
        return f"<BaseResult {self.wager} of {self.configuration}, house edge {self.distribution.house_edge}>"

    def _repr_html_(self) -> str:
        """The outcomes with their plot, for a notebook."""
        return result_html(f"{self.wager} of {self.configuration}", self.distribution)

    @cached_property
    def note(self) -> str | None:
        """What a reader of the figures must know about them."""
        from croupier.solving.solvers import solver_of

        game = playable(base_configuration(self.configuration))
        return solver_of(game).note(game)

    @property
    def is_of_one_player(self) -> bool:
        """Whether the wager is worth something else as soon as others play."""
        from croupier.exact.sampled_table import SamplesTables
        from croupier.solving.solvers import solver_of

        return isinstance(solver_of(playable(base_configuration(self.configuration))), SamplesTables)

    @property
    def total(self) -> int:
        return self.distribution.total

    def cost(self, name: str) -> Fraction:
        """What a simpler way to play gives away, in base wagers a round."""
        return self.distribution.expectation - self.simple[name].expectation


def base_wager(configuration: Configuration) -> str | None:
    """The wager that buys a hand; None for a side wager that stands alone."""
    return next((wager.id for wager in configuration.rules.wagers if wager.kind == "base"), None)


def base_configuration(configuration: Configuration) -> Configuration:
    """The same game without its bonus and jackpot wagers."""
    optional = {wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")}
    theirs = {
        key.id
        for key in configuration.rules.keys
        if key.needs in optional or key.features or key.id in (LIMIT, SCOPE, APPROVAL)
    }
    settings = [setting for setting in configuration.spec.settings if setting[0] not in optional | theirs | {"tables"}]
    return configure(configuration.book, Spec(configuration.name, tuple(settings)))


def playable(configuration: Configuration) -> Game:
    """The game, ready for its solver; MissingPart where the book has its rules and nobody can deal it."""
    try:
        return catalogue.load(configuration)
    except UnknownName:
        bonuses = [wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")]
        raise MissingPart(
            f"{base_wager(configuration)} of {configuration.name} is not solved yet",
            hint=f"its bonus wagers are: {', '.join(bonuses)}",
        ) from None
