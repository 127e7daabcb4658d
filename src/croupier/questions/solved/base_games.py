"""Base games: which wager buys a hand, what affects it, and the solver that the game names. Only what affects the base
wager goes into the proof, so that one solution serves every choice of bonus wagers. A solver is imported when a game
first asks for it. ``base_solutions`` solves."""

import importlib
from typing import Final

from croupier import catalogue
from croupier.errors import BadInput, MissingPart, RulebookError, UnknownName
from croupier.exact.solver import Solver
from croupier.play.game import Game
from croupier.rulebook.configuration import Configuration, Spec, configure
from croupier.rulebook.fields import did_you_mean
from croupier.rulebook.key_values import APPROVAL, LIMIT, SCOPE


def base_wager(configuration: Configuration) -> str | None:
    """The first wager that buys a hand; None for a side wager that stands alone."""
    return next(iter(configuration.rules.bases), None)


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


def playable(configuration: Configuration, wager: str | None = None) -> Game:
    """The game, ready to be solved on a base wager; MissingPart where the book has its rules and nobody can deal it."""
    try:
        game = catalogue.load(configuration)
        return game.on(wager) if wager else game
    except UnknownName:
        bonuses = [wager.id for wager in configuration.rules.wagers if wager.kind in ("bonus", "jackpot")]
        raise MissingPart(
            f"{base_wager(configuration)} of {configuration.name} is not solved yet",
            hint=f"its bonus wagers are: {', '.join(bonuses)}",
        ) from None


def decided_game(configuration: Configuration) -> Game:
    """The base game, ready to be solved; BadInput where nobody decides anything."""
    name = configuration.name
    if base_wager(configuration) is None:
        raise BadInput(f"{name} is a side wager: there is nothing to decide")
    game = playable(base_configuration(configuration))
    if not game.actions:
        raise BadInput(f"{name} asks nobody for a decision: there is nothing to decide")
    return game


NONE: Final = "none"
_HOMES: Final = {
    "showdown": "croupier.exact.showdown.solver",
    "sequential-pot": "croupier.exact.ricochet.solver",
    "blackjack": "croupier.exact.blackjack.solver",
    "streets": "croupier.exact.streets.solver",
    "tree": "croupier.exact.by_tree",
}
SOLVERS: Final = tuple(_HOMES)
_ASKS: Final = {
    "showdown": ("resolve", "choose", "qualifies", "hand_size"),
    "sequential-pot": ("course", "opened", "played", "declined", "nets", "pocket_cards", "ante_bonus_for"),
    "blackjack": ("house", "hand_asked"),
}
"""What a solver needs from a game besides its turns; ``tree`` needs nothing."""


def solver_of(game: Game) -> Solver:
    """The solver that a game declares; MissingPart where it declares that it has none."""
    name = game.declares.solver
    if name == NONE:
        raise MissingPart(
            f"{game.base_wager} of {game.rules.name} declares that it has no solver",
            hint="croupier simulate estimates it",
        )
    if name not in _HOMES:
        raise RulebookError(
            f"{game.rules.folder}/game.py",
            "declares.solver",
            f"unknown solver '{name}'",
            hint=did_you_mean(name, [*_HOMES, NONE]),
        )
    check_asks(game)
    solver: Solver = importlib.import_module(_HOMES[name]).SOLVER
    return solver


def check_asks(game: Game) -> None:
    """Check that a game has what its solver needs; RulebookError names the first missing part."""
    name = game.declares.solver
    lacking = next((part for part in _ASKS.get(name, ()) if not hasattr(game, part)), None)
    if lacking:
        raise RulebookError(
            f"{game.rules.folder}/game.py",
            "declares.solver",
            f"'{name}' asks the game for '{lacking}', which it does not have",
            hint='name "tree", or "none"',
        )
