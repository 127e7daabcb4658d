"""Write the folder of a new game: a small game that is complete, passes every check and is there to be changed."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import click

from croupier.cli.output import remark
from croupier.errors import BadInput

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@click.group()
def new() -> None:
    """Write the folder of a new game, to be filled in."""


@new.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--name", help="The name of the game, as in lantern-road. Default: that of the folder.")
def game(folder: Path, name: str | None) -> None:
    """Write a first game into DIR: rules, paytables, interpretations, game, rulings and a test.

    It is complete and passes: croupier test-game DIR. Change it step by step as CONTRIBUTING.md says.
    """
    name = name or re.sub(r"[^a-z0-9]+", "-", folder.absolute().name.casefold()).strip("-")
    if not _NAME.fullmatch(name):
        raise BadInput(f"'{name[:60]}' is not the name of a game", hint="small letters and hyphens, as in lantern-road")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} is there already and not empty", hint="name a folder that does not exist yet")
    words = name.split("-")
    blanks = {
        "name": name,
        "title": " ".join(word.capitalize() for word in words),
        "kind": "".join(word.capitalize() for word in words),
        "tag": name.upper(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(resources.files("croupier.cli").joinpath("first_game").iterdir(), key=lambda each: each.name):
        written = folder / path.name.removesuffix(".txt")
        written.write_text(path.read_text(encoding="utf-8").format(**blanks), encoding="utf-8")
        click.echo(str(written))
    remark(f"next: croupier test-game {folder}; croupier --games {folder} edge {name}")
