"""Commands that read the book: games, show, paytable, handbook."""

from __future__ import annotations

import click

from croupier import catalogue
from croupier.cli.options import as_json
from croupier.cli.output import print_json, print_page
from croupier.errors import BadInput
from croupier.handbook.rules import pages, records
from croupier.handbook.rules.configured import configured_page, configured_record
from croupier.rulebook.configuration import Configuration, configure
from croupier.rulebook.spec import parse_spec


@click.command()
@as_json
def games(as_json: bool) -> None:
    """List the games, their editions, wagers and paytables."""
    book = catalogue.book()
    if as_json:
        print_json(records.books_record(book))
    else:
        print_page(pages.games_page(book))


@click.command()
@as_json
def handbook(as_json: bool) -> None:
    """Print the handbook of all games."""
    book = catalogue.book()
    if as_json:
        print_json(records.books_record(book))
    else:
        print_page(pages.handbook_page(book))


@click.command()
@click.argument("game")
@as_json
def show(game: str, as_json: bool) -> None:
    """Print the rules of GAME in plain words, each with its citation, its tables and our readings.

    GAME is a name such as keep-it-straight, or a configuration such as "keep-it-straight(edition=washington)". One
    that names tables or choices is printed as it stands: the rules in force, with what its wagers pay.
    """
    book = catalogue.book()
    spec = parse_spec(game)
    rules = book.game(spec.name)
    chosen: Configuration = configure(book, spec)
    edition = dict(spec.settings).get("edition")
    is_table = bool(set(dict(spec.settings)) - {"edition"})
    if as_json:
        more = configured_record(chosen) if is_table else {"configuration": str(chosen)}
        print_json(records.game_record(book, rules, edition) | more)
    elif is_table:
        print_page(configured_page(chosen))
    else:
        print_page(pages.game_page(book, rules, edition))


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
        print_page(pages.table_page(found))
