"""Base games: which wager buys a hand, and what affects it. ``base_solutions`` solves them.

Only what affects the base wager goes into the proof, so that one solution serves every choice of bonus wagers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier import catalogue
from croupier.errors import MissingPart, UnknownName
from croupier.rulebook.aggregates import APPROVAL, LIMIT, SCOPE
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import Spec

if TYPE_CHECKING:
    from croupier.play.game import Game


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
