"""Commands that read the book: games, show, paytable, handbook."""

from __future__ import annotations

import json
import re
from typing import Any

import click

from croupier import catalogue
from croupier.errors import BadInput
from croupier.handbook.rules import pages, records
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import parse_spec

_HALVES = re.compile("[\ud800-\udfff]")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def print_json(record: Any) -> None:
    """Data on standard output, keys in the order of the contract."""
    click.echo(json_text(record, indent=2))


def json_text(record: Any, indent: int | None = None) -> str:
    """JSON in letters, not escapes; only half a character, which no encoding can write, stays an escape.

    >>> json_text({"naïve": chr(0xD800)})
    '{"naïve": "\\\\ud800"}'
    """
    text = json.dumps(record, indent=indent, ensure_ascii=False)
    return _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


@click.command()
@as_json
def games(as_json: bool) -> None:
    """List the games, their editions, wagers and paytables."""
    book = catalogue.book()
    if as_json:
        print_json(records.books_record(book))
    else:
        click.echo(pages.render_games(book))


@click.command()
@as_json
def handbook(as_json: bool) -> None:
    """Print the handbook of all games."""
    book = catalogue.book()
    if as_json:
        print_json(records.books_record(book))
    else:
        click.echo(pages.render_handbook(book))


@click.command()
@click.argument("game")
@as_json
def show(game: str, as_json: bool) -> None:
    """Print the rules of GAME in plain words, each with its citation, its tables and our readings.

    GAME is a name such as keep-it-straight, or a configuration such as "keep-it-straight(edition=washington)".
    """
    book = catalogue.book()
    spec = parse_spec(game)
    rules = book.game(spec.name)
    chosen: Configuration = configure(book, spec)
    edition = dict(spec.settings).get("edition")
    if as_json:
        print_json(records.game_record(book, rules, edition) | {"configuration": str(chosen)})
    else:
        click.echo(pages.render_game(book, rules, edition))


@click.command()
@click.argument("table_id", metavar="ID")
@as_json
def paytable(table_id: str, as_json: bool) -> None:
    """Print one paytable, by its id or an alias such as PT-FLT-SRT-02."""
    if not table_id.strip():
        raise BadInput("no paytable named", hint="croupier games lists them all")
    book = catalogue.book()
    found = book.table(table_id)
    if as_json:
        print_json(records.paytable_record(book, found, table_id))
    else:
        click.echo(pages.render_table(found))
