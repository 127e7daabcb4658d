"""Commands that read the book: games, show, paytable."""

import click

from croupier import catalogue
from croupier.cli.options import GameName, TableId, as_json
from croupier.cli.output import print_json, print_page
from croupier.errors import BadInput, UnknownName
from croupier.handbook.page.blocks import Document
from croupier.handbook.rules import pages, records
from croupier.rulebook.configuration import parse_spec


@click.command()
@as_json
def games(as_json: bool) -> None:
    """List the games, their editions, wagers and paytables.

    Exit status: 0, or 2 where the code of a game outside the package cannot be loaded.
    """
    book = catalogue.book()
    if as_json:
        print_json(records.books_record(book))
    else:
        print_page(pages.games_page(book))
    for name in book.outside:
        catalogue.load(name)


@click.command()
@click.argument("game", type=GameName(tells=False))
@click.option("--section", metavar="WORDS", help="One section alone, by the first words of its title.")
@as_json
def show(game: str, section: str | None, as_json: bool) -> None:
    """Print the rules of GAME in plain words, each with its citation, its tables and our readings.

    GAME is a name such as keep-it-straight, or a configuration such as "keep-it-straight(edition=washington)". One
    that names tables or choices is printed as it stands, with the sentences of ``croupier rules``.

    \b
    croupier show keep-it-straight --section "How hands rank"
    """
    if section is not None and not section.strip():
        raise BadInput("--section is empty", hint='as in --section "How hands rank"')
    if section is not None and as_json:
        raise BadInput("--section goes with text", hint="JSON has all of it")
    book = catalogue.book()
    spec = parse_spec(game)
    rules = book.game(spec.name)
    chosen = catalogue.configuration(game)
    edition = dict(spec.settings).get("edition")
    is_table = bool(set(dict(spec.settings)) - {"edition"})
    from croupier.handbook.rules.document import shown_document

    if as_json:
        print_json(records.game_record(book, chosen, edition, posted=is_table))
    else:
        page = shown_document(chosen) if is_table else pages.game_page(book, rules, edition)
        print_page(page if section is None else _only(page, section))


def _only(page: Document, wanted: str) -> Document:
    """The page with one section, or a refusal that names them all."""
    titles = [section.title for section in page.sections if section.title]
    found = [
        section for section in page.sections if section.title and section.title.casefold().startswith(wanted.casefold())
    ]
    if not found:
        raise UnknownName("section", wanted, titles, note=f"sections: {', '.join(titles)}")
    return page._replace(sections=tuple(found))


@click.command()
@click.argument("table_id", metavar="ID", type=TableId())
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
        print_page(pages.table_page(book, found, book.spelled(table_id)))
