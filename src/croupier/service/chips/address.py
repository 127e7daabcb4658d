"""Where the chips book is: named, or beside the house's database if that is a file."""

from __future__ import annotations

import os
from typing import Final

from croupier.errors import BadInput
from croupier.service.settings import Settings
from croupier.stores.opening import kind_of, sqlite_path

_OF_MONEY: Final = ("CROUPIER_KEY", "CROUPIER_ANCHORS", "CROUPIER_ANCHOR_COMMAND")
"""Settings of a book of money: play chips must not be signed with its key or kept among its checkpoints."""


def chips_address(settings: Settings, named: str | None) -> str:
    """The address of the chips book; empty if the play tables keep their meters themselves."""
    held = [each for each in _OF_MONEY if os.environ.get(each)]
    if named is not None:
        if not settings.play_tables:
            raise BadInput("--no-tables leaves no jackpots for --chips-book", hint="name one of the two")
        if held:
            raise BadInput(
                f"{held[0]} is set: a chips book would be signed as the book of money is",
                hint=f"start the play tables as a process of their own, without --book and without {held[0]}",
            )
        return named
    if held or not settings.play_tables or kind_of(settings.database) != "sqlite":
        return ""
    path = sqlite_path(settings.database)
    return str(path.with_name(f"{path.stem}-chips{path.suffix or '.db'}"))
