"""On paper: what a table posts, its rules and felt, its par sheet: ``placard``, ``rules``, ``layout``, ``parsheet``."""

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier import catalogue
from croupier.cli import main, options
from croupier.cli.output import ending_of, read_input, remark, wrote
from croupier.errors import BadInput
from croupier.handbook.parsheet import FORMATS
from croupier.play.stakes import above_state_limits
from croupier.questions.asking import COMMAND, Asked
from croupier.questions.sheet.question import ParSheet, sheet_of
from croupier.units import dollars_of

if TYPE_CHECKING:
    from croupier.handbook.page.pdf import Paper
    from croupier.handbook.rules.placard import Size
    from croupier.questions.sheet.wording import Limits
    from croupier.rulebook.configuration import Configuration


SIZES = ("tabloid", "letter", "half-letter", "a4", "rack-card")


limit_options = main.together(  # What may be wagered, as both papers take it.
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

    chosen, posted = options.chosen_table(game, table_file)
    given = {
        name: dollars_of(text, f"--{name.replace('_', '-')}") for name, text in amounts.items() if text is not None
    }
    configuration = with_only_table(chosen)
    limits = Limits(given.get("minimum"), given.get("maximum"), given["bonus_minimum"], given["bonus_maximum"], posted)
    for warning in above_state_limits(configuration, limits.largest(configuration)):
        remark(warning)
    return configuration, limits


@click.command()
@click.argument("game", required=False, type=options.GameName())
@options.table_option
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
@click.argument("game", required=False, type=options.GameName())
@options.table_option
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
@options.game_argument
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


@click.command()
@options.asks(ParSheet, without=("luck",))
@options.table_option
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="sheet.pdf, .html, .xlsx, .json, .csv; - for JSON here."
)
@click.option("--compare", metavar="OLD.json", help="State every figure that differs from an earlier sheet, and why.")
@click.option("--paper", "paper_name", type=click.Choice(("letter", "a4")), help="Of a PDF; letter unless given.")
def parsheet(
    given: options.GivenOptions,
    table_file: str | None,
    output: str,
    compare: str | None,
    paper_name: str | None,
) -> None:
    """Write the par sheet of GAME: every wager's pays, probabilities, edge, volatility and how to play it.

    GAME is a name or a configuration such as "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)". A jackpot has an edge
    only at a given meter, or at a seed and a rate; without them its fixed return and break-even are printed.
    """
    asked = Asked(COMMAND)
    given.setdefault("date", datetime.datetime.now(datetime.UTC).astimezone().date())
    game = given.pop("game", None)
    question = ParSheet(game=game or "", **given)
    paper: Paper = "a4" if paper_name == "a4" else "us-letter"
    if not game and not table_file:
        raise BadInput("no game named", hint='as in croupier parsheet "three-card-prime" -o sheet.html')
    ending = "json" if output == "-" else ending_of(output, FORMATS)
    if paper_name and ending != "pdf":
        raise BadInput(f"--paper {paper_name}: a {ending} file has no paper", hint="it goes with -o sheet.pdf")
    from croupier.handbook.parsheet import writers  # loads numpy, which --help does without

    earlier = None if compare is None else writers.read_earlier(read_input(compare), compare)
    configuration, posted = options.chosen_table(game, table_file)
    sheet = sheet_of(question, asked, configuration, posted)
    content = writers.render(sheet if earlier is None else writers.compared(sheet, earlier), ending, paper)
    if output == "-":
        click.echo(content.decode(), nl=False)
    else:
        wrote(Path(output), content, f"par sheet {sheet.record.document.number} of {sheet.configuration}")
