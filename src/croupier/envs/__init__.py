"""Environments for those who train players, over the game's own rounds: Gymnasium for one seat, PettingZoo for several.
``gymnasium.make("croupier.envs:croupier/ThreeCardPrime-v0")`` opens a game of the catalogue,
``croupier.envs:croupier/Table-v0`` any configuration; ``gymnasium.make_vec`` many single seats at once."""

from croupier import catalogue
from croupier.envs.seats import SeatEnv, TableEnv
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


NAMES = {
    registered_name(name): {"game": name}
    for name, game in catalogue.book().games.items()
    if any(wager.kind == "base" for wager in game.wagers)
}
for _name, _arguments in (NAMES | {"croupier/Table-v0": {}}).items():
    if _name not in registry:
        _entry, _many = "croupier.envs.seats:SeatEnv", "croupier.envs.vector:SeatsEnv"
        register(id=_name, entry_point=_entry, vector_entry_point=_many, kwargs=_arguments)
