"""Environments for those who train players: Gymnasium for one seat, PettingZoo for several, over the game's own rounds.

``gymnasium.make("croupier.envs:croupier/ThreeCardPrime-v0")`` opens a game of the catalogue with its defaults;
``croupier.envs:croupier/Table-v0`` takes any configuration, also of a game in a folder of one's own. ``seats`` has
the same for several players, ``gymnasium.make_vec`` many single seats at once (``vector``). What a seat may see comes
from ``play.views``, what it may do from the game's own turn.
"""

from __future__ import annotations

from croupier import catalogue
from croupier.envs.seat import SeatEnv
from croupier.envs.several import TableEnv
from croupier.errors import MissingPart

try:
    from gymnasium.envs.registration import register, registry
except ModuleNotFoundError as problem:
    raise MissingPart(f"{problem.name} is not installed", hint="pip install 'croupier[rl]'") from None

__all__ = ["SeatEnv", "TableEnv", "registered_name"]


def registered_name(game: str) -> str:
    """The id under which Gymnasium knows a game of the catalogue.

    >>> registered_name("three-card-prime")
    'croupier/ThreeCardPrime-v0'
    """
    return f"croupier/{''.join(word.capitalize() for word in game.split('-'))}-v0"


def _register() -> None:
    dealt = [name for name, game in catalogue.book().games.items() if any(w.kind == "base" for w in game.wagers)]
    names = {registered_name(game): {"game": game} for game in dealt}
    for name, arguments in (names | {"croupier/Table-v0": {}}).items():
        if name not in registry:
            many = "croupier.envs.vector:seats_env"
            register(id=name, entry_point="croupier.envs.seat:SeatEnv", vector_entry_point=many, kwargs=arguments)


_register()
