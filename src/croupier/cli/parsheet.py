"""``croupier parsheet``: the par sheet of a game in every format."""

import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier.cli.options import GivenOptions, asks, chosen_table, table_option
from croupier.cli.output import ending_of, read_input, wrote
from croupier.errors import BadInput
from croupier.handbook.parsheet import FORMATS
from croupier.questions.asking import COMMAND, Asked
from croupier.questions.sheet.question import ParSheet, sheet_of

if TYPE_CHECKING:
    from croupier.handbook.page.pdf import Paper


@click.command()
@asks(ParSheet, without=("luck",))
@table_option
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="sheet.pdf, .html, .xlsx, .json, .csv; - for JSON here."
)
@click.option("--compare", metavar="OLD.json", help="State every figure that differs from an earlier sheet, and why.")
@click.option("--paper", "paper_name", type=click.Choice(("letter", "a4")), help="Of a PDF; letter unless given.")
def parsheet(
    given: GivenOptions,
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
    from croupier.handbook.parsheet.writers import (  # loads numpy, which --help does without
        compared,
        read_earlier,
        render,
    )

    earlier = None if compare is None else read_earlier(read_input(compare), compare)
    configuration, posted = chosen_table(game, table_file)
    sheet = sheet_of(question, asked, configuration, posted)
    content = render(sheet if earlier is None else compared(sheet, earlier), ending, paper)
    if output == "-":
        click.echo(content.decode(), nl=False)
    else:
        wrote(Path(output), content, f"par sheet {sheet.record.document.number} of {sheet.configuration}")
