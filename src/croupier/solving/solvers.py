"""The solvers by the names that games give them. A solver is imported when a game first asks for it."""

from __future__ import annotations

import importlib
from typing import Final

from croupier.errors import MissingPart, RulebookError
from croupier.exact.solver import Solver
from croupier.play.game import Game
from croupier.rulebook.fields import did_you_mean

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
    if game.unsolved:
        raise MissingPart(
            f"{game.rules.name} is not solved with {game.unsolved} yet", hint=f"leave {game.unsolved} out"
        )
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
    lacking = next((each for each in _ASKS.get(name, ()) if not hasattr(game, each)), None)
    if lacking:
        raise RulebookError(
            f"{game.rules.folder}/game.py",
            "declares.solver",
            f"'{name}' asks the game for '{lacking}', which it does not have",
            hint='name "tree", or "none"',
        )
