"""A game by its name, or a table by its file, as commands take them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from croupier import catalogue
from croupier.errors import BadInput
from croupier.play.stakes import Limit
from croupier.play.tablefile import read_table
from croupier.rulebook.configuration import Configuration


def chosen_table(game: str | None, table_file: str | None) -> tuple[Configuration, Mapping[str, Limit]]:
    """The configuration that was named, or that of a table file with its limits."""
    if table_file is None:
        if game is None:
            raise BadInput("no game named", hint="croupier games lists them; or give a table by --table FILE")
        return catalogue.configuration(game), {}
    table = read_table(Path(table_file), catalogue.load)
    if game is not None and str(catalogue.configuration(game)) != str(table.game.configuration):
        raise BadInput(f"{game[:60]} is not the game of {table_file}", hint="leave GAME out")
    return table.game.configuration, table.limits
