"""``croupier parsheet``: the par sheet of a game, or of every game and table, in every format."""

import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.termui import progressbar

from croupier import catalogue
from croupier.cli.options import GivenOptions, asks, chosen_table, table_option
from croupier.cli.output import ending_of, read_input, remark, write_whole, wrote
from croupier.errors import BadInput
from croupier.handbook.parsheet import FORMATS
from croupier.questions.asking import COMMAND, Asked
from croupier.questions.sheet.question import ParSheet, sheet_of

if TYPE_CHECKING:
    from croupier.handbook.page.pdf import Paper

EVERY_SHEET = {"date", "rounds_per_hour", "seats", "average_wager", "revision", "prepared_for", "prepared_by"}
"""What may be said of all sheets at once."""


@click.command()
@asks(ParSheet, without=("luck",))
@table_option
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="sheet.pdf, .html, .xlsx, .json, .csv; - for JSON here."
)
@click.option("--all", "everything", is_flag=True, help="Every game with every table, into the folder FILE.")
@click.option("--format", "formats", type=click.Choice(FORMATS), multiple=True, help="With --all; html unless named.")
@click.option("--compare", metavar="OLD.json", help="State every figure that differs from an earlier sheet, and why.")
@click.option("--paper", "paper_name", type=click.Choice(("letter", "a4")), help="Of a PDF; letter unless given.")
def parsheet(
    given: GivenOptions,
    table_file: str | None,
    output: str,
    everything: bool,
    formats: tuple[str, ...],
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
    if everything:
        if game or table_file or compare or set(given) - EVERY_SHEET:
            raise BadInput("--all takes no game, wager or meter", hint="croupier parsheet --all -o FOLDER")
        if paper_name and "pdf" not in formats:
            raise BadInput("--paper goes with a PDF", hint="add --format pdf")
        _write_all(Path(output), formats or ("html",), question, asked, paper)
        return
    if not game and not table_file:
        raise BadInput("no game named", hint='as in croupier parsheet "three-card-prime" -o sheet.html')
    if formats:
        raise BadInput("--format goes with --all", hint="the ending of FILE says the format")
    ending = "json" if output == "-" else ending_of(output, FORMATS)
    if paper_name and ending != "pdf":
        raise BadInput(f"--paper {paper_name}: a {ending} file has no paper", hint="it goes with -o sheet.pdf")
    earlier = None
    if compare is not None:
        from croupier.handbook.parsheet.compare import read_earlier

        earlier = read_earlier(read_input(compare), compare)
    configuration, posted = chosen_table(game, table_file)
    sheet = sheet_of(question, asked, configuration, posted)
    if earlier is not None:
        from croupier.handbook.parsheet.compare import compared

        sheet = compared(sheet, earlier)
    from croupier.handbook.parsheet.writers import render

    content = render(sheet, ending, paper)
    if output == "-":
        click.echo(content.decode(), nl=False)
    else:
        wrote(Path(output), content, f"par sheet {sheet.identity.number} of {sheet.configuration}")


def _write_all(folder: Path, formats: tuple[str, ...], question: ParSheet, asked: Asked, paper: "Paper") -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is not a folder", hint="--all writes many sheets into one")
    folder.mkdir(parents=True, exist_ok=True)
    from croupier.handbook.parsheet.every import every_sheet, index_page
    from croupier.handbook.parsheet.writers import render
    from croupier.questions.sheet.building import build_sheet
    from croupier.questions.sheet.records import Asked as AskedOfSheet

    work = list(every_sheet())
    endings = list(dict.fromkeys(formats))
    written = []
    with progressbar(work, label="par sheets", file=sys.stderr, show_pos=True) as bar:
        for name, spec, wager in bar:
            configuration = catalogue.configuration(spec)
            sheet = build_sheet(
                configuration, wager, AskedOfSheet(question.pace(configuration, asked), identity=question.identity)
            )
            for ending in endings:
                write_whole(folder / f"{name}.{ending}", render(sheet, ending, paper))
            written.append((name, sheet))
    from croupier.handbook.page import html

    write_whole(folder / "index.html", html.render(index_page(written, endings)).encode())
    told = f"{len(work)} sheets in {folder}, as {', '.join(endings)}; index.html lists them"
    remark(told)
