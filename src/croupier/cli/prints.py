"""What a table posts, the rules that it is played by, and its felt, on paper: ``placard``, ``rules``, ``layout``."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier import catalogue
from croupier.cli.main import together
from croupier.cli.options import GameName, chosen_table, game_argument, table_option
from croupier.cli.output import ending_of, remark, wrote
from croupier.play.stakes import above_state_limits
from croupier.units import dollars_of

if TYPE_CHECKING:
    from croupier.handbook.rules.placard import Size
    from croupier.questions.sheet.wording import Limits
    from croupier.rulebook.configuration import Configuration


SIZES = ("tabloid", "letter", "half-letter", "a4", "rack-card")


limit_options = together(  # What may be wagered, as both papers take it.
    click.option("--minimum", metavar="AMOUNT", help="The least base wager; 5.00 unless given."),
    click.option("--maximum", metavar="AMOUNT", help="The largest base wager; 500.00 unless given."),
    click.option("--bonus-minimum", default="1.00", show_default=True, metavar="AMOUNT", help="The least bonus wager."),
    click.option(
        "--bonus-maximum", default="100.00", show_default=True, metavar="AMOUNT", help="The largest bonus wager."
    ),
)


def posted_table(
    game: str | None, table_file: str | None, amounts: Mapping[str, str | None]
) -> "tuple[Configuration, Limits]":
    from croupier.questions.edge import with_only_table
    from croupier.questions.sheet.wording import Limits

    chosen, posted = chosen_table(game, table_file)
    given = {
        name: dollars_of(text, f"--{name.replace('_', '-')}") for name, text in amounts.items() if text is not None
    }
    configuration = with_only_table(chosen)
    limits = Limits(given.get("minimum"), given.get("maximum"), given["bonus_minimum"], given["bonus_maximum"], posted)
    for warning in above_state_limits(configuration, limits.largest(configuration)):
        remark(warning)
    return configuration, limits


@click.command()
@click.argument("game", required=False, type=GameName())
@table_option
@click.option("-o", "--output", required=True, metavar="FILE", help="placard.svg or placard.pdf.")
@limit_options
@click.option(
    "--size",
    type=click.Choice(SIZES),
    default="tabloid",
    show_default=True,
    help="Of the paper; a rack card is 4 by 9 inches, both sides.",
)
def placard(game: str | None, table_file: str | None, output: str, size: "Size", **amounts: str | None) -> None:
    """Write the table placard of GAME: limits, what each wager pays, the rules in order of play and the notices.

    A placard is one sheet. A rack card has two sides: one PDF of two pages, or two files, card-1.svg and card-2.svg.
    """
    ending = ending_of(output, ("svg", "pdf"))
    from croupier.handbook.rules.placard import placard_pages, render_placard_pdf

    configuration, limits = posted_table(game, table_file, amounts)
    told = f"{'rack card' if size == 'rack-card' else 'placard'} of {configuration}, {size}"
    if ending == "pdf":
        wrote(Path(output), render_placard_pdf(configuration, limits, size), told)
        return
    pages = placard_pages(configuration, limits, size)
    for place, page in enumerate(pages, 1):
        path = Path(output)
        if len(pages) > 1:
            path = path.with_name(f"{path.stem}-{place}{path.suffix}")
        wrote(path, page.encode(), f"{told}, {'side' if len(pages) > 1 else 'sheet'} {place} of {len(pages)}")


@click.command()
@click.argument("game", required=False, type=GameName())
@table_option
@click.option("-o", "--output", required=True, metavar="FILE", help="rules.pdf or rules.html.")
@limit_options
def rules(game: str | None, table_file: str | None, output: str, **amounts: str | None) -> None:
    """Write the rules of play of GAME as a document: object, wagers, procedure, pays, irregularities, each cited.

    Only what this configuration plays by is printed.

    \b
    croupier rules "keep-it-straight(edition=washington, straight=PT-FLT-STR-01)" -o rules.pdf
    """
    ending = ending_of(output, ("pdf", "html"))
    from croupier.handbook.rules.document import render_rules_html, render_rules_pdf

    configuration, limits = posted_table(game, table_file, amounts)
    is_pdf = ending == "pdf"
    content = render_rules_pdf(configuration, limits) if is_pdf else render_rules_html(configuration, limits).encode()
    wrote(Path(output), content, f"rules of play of {configuration}")


@click.command()
@game_argument
@click.option("-o", "--output", required=True, metavar="FILE", help="felt.svg or felt.pdf, in the table's own size.")
def layout(game: str, output: str) -> None:
    """Draw the felt of GAME to scale: a spot for every wager of every seat, and what each wager pays.

    \b
    croupier layout "keep-it-straight(edition=washington, straight=PT-FLT-STR-01)" -o felt.svg
    """
    ending = ending_of(output, ("svg", "pdf"))
    from croupier.handbook.rules.felt import render_felt, render_felt_pdf

    table = catalogue.load(game)
    content = render_felt(table).encode() if ending == "svg" else render_felt_pdf(table)
    wrote(Path(output), content, f"layout of {table.configuration}, one to one")
