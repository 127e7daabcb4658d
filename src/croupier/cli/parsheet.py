"""``croupier parsheet``: the par sheet of a game, or of every game and table, in every format."""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.termui import progressbar

from croupier import catalogue
from croupier.cli.files import read_input
from croupier.cli.names import GameName, WagerName
from croupier.cli.options import table_option
from croupier.cli.output import ending_of, remark, write_whole, wrote
from croupier.cli.tables import chosen_table
from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.handbook.page.pdf import Paper
    from croupier.questions.asking import Asked
    from croupier.questions.sheet.question import ParSheet

FORMATS = ("html", "pdf", "xlsx", "json", "csv")


@click.command()
@click.argument("game", type=GameName(), required=False)
@table_option
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="sheet.pdf, .html, .xlsx, .json, .csv; - for JSON here."
)
@click.option("--wager", type=WagerName(), help="One wager alone; all of the configuration unless one is named.")
@click.option("--all", "everything", is_flag=True, help="Every game with every table, into the folder FILE.")
@click.option("--format", "formats", type=click.Choice(FORMATS), multiple=True, help="With --all; html unless named.")
@click.option("--meter", "meters", metavar="AMOUNT", multiple=True, help="What a meter shows; [WAGER:][LEVEL=]AMOUNT.")
@click.option("--jackpot-seed", "seeds", metavar="AMOUNT", multiple=True, help="The seed for a $1 wager, likewise.")
@click.option("--rate", "rates", metavar="RATE", multiple=True, help="The increment, as in 18% or 0.18, likewise.")
@click.option("--reserve", "reserves", metavar="RATE", multiple=True, help="What is set aside for the next seed.")
@click.option("--others", type=click.IntRange(0, 20), default=0, show_default=True, help="Others who bet the jackpot.")
@click.option(
    "--sees", "sights", metavar="SIGHT", multiple=True, help="Audit what is seen, as in dealer:1; may be slow."
)
@click.option("--mix", metavar="STAKES", help="A seat that makes several wagers, as in ante=10,straight=5.")
@click.option("--rounds-per-hour", type=int, default=40, show_default=True)
@click.option("--seats", type=int, help="Seats that bet; 5, or as many as there are.")
@click.option("--average-wager", default="10.00", show_default=True, metavar="AMOUNT")
@click.option("--date", metavar="YYYY-MM-DD", help="The sheet's date; today unless given. Same date, same bytes.")
@click.option("--document", "number", default="", metavar="NUMBER", help="The document's number, instead of ours.")
@click.option("--revision", type=click.IntRange(1, 9999), default=1, show_default=True)
@click.option("--prepared-for", default="", metavar="WHO")
@click.option("--prepared-by", default="", metavar="WHO")
@click.option("--compare", metavar="OLD.json", help="State every figure that differs from an earlier sheet, and why.")
@click.option("--paper", "paper_name", type=click.Choice(("letter", "a4")), help="Of a PDF; letter unless given.")
def parsheet(
    game: str | None,
    table_file: str | None,
    output: str,
    wager: str | None,
    everything: bool,
    formats: tuple[str, ...],
    meters: tuple[str, ...],
    seeds: tuple[str, ...],
    rates: tuple[str, ...],
    reserves: tuple[str, ...],
    others: int,
    sights: tuple[str, ...],
    mix: str | None,
    rounds_per_hour: int,
    seats: int | None,
    average_wager: str,
    date: str | None,
    number: str,
    revision: int,
    prepared_for: str,
    prepared_by: str,
    compare: str | None,
    paper_name: str | None,
) -> None:
    """Write the par sheet of GAME: every wager's pays, probabilities, edge, volatility and how to play it.

    GAME is a name or a configuration such as "three-card-prime(pair_bonus=PT-FLT-TCPR-PB-02)". A jackpot has an edge
    only at a given meter, or at a seed and a rate; without them its fixed return and break-even are printed.
    """
    from croupier.questions.asking import COMMAND, Asked
    from croupier.questions.sheet.question import ParSheet, sheet_of

    asked = Asked(COMMAND)
    question = ParSheet(
        game=game or "",
        wager=wager,
        meter=meters,
        jackpot_seed=seeds,
        rate=rates,
        reserve=reserves,
        others=others,
        sees=sights,
        mix=mix,
        rounds_per_hour=rounds_per_hour,
        seats=seats,
        average_wager=average_wager,
        date=_date(date),
        document=number,
        revision=revision,
        prepared_for=prepared_for,
        prepared_by=prepared_by,
    )
    paper: Paper = "a4" if paper_name == "a4" else "us-letter"
    if everything:
        if (
            game
            or table_file
            or wager
            or meters
            or seeds
            or rates
            or reserves
            or others
            or sights
            or compare
            or number
            or mix
        ):
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
    content = _render(sheet, ending, paper)
    if output == "-":
        click.echo(content.decode(), nl=False)
    else:
        wrote(Path(output), content, f"par sheet {sheet.identity.number} of {sheet.configuration}")


def _date(text: str | None) -> datetime.date:
    if text is None:
        return datetime.datetime.now(datetime.UTC).astimezone().date()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise BadInput(f"--date {text[:40]}: not a date", hint="as in --date 2026-11-15") from None


def _render(sheet: Any, ending: str, paper: Paper) -> bytes:
    match ending:
        case "json":
            from croupier.questions.sheet.json_record import sheet_record

            return (json.dumps(sheet_record(sheet), indent=2, ensure_ascii=False) + "\n").encode()
        case "csv":
            from croupier.handbook.parsheet.csv_file import render_csv

            return render_csv(sheet).encode()
        case "html":
            from croupier.handbook.parsheet.html import render_html

            return render_html(sheet).encode()
        case "xlsx":
            from croupier.handbook.parsheet.workbook import render_workbook

            return render_workbook(sheet)
        case _:
            from croupier.handbook.parsheet.pdf import render_pdf

            return render_pdf(sheet, paper)


def _write_all(
    folder: Path,
    formats: tuple[str, ...],
    question: ParSheet,
    asked: Asked,
    paper: Paper,
) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is not a folder", hint="--all writes many sheets into one")
    folder.mkdir(parents=True, exist_ok=True)
    from croupier.handbook.parsheet.every import index_page
    from croupier.questions.sheet.building import build_sheet
    from croupier.questions.sheet.records import Asked as AskedOfSheet

    work = list(_every_sheet())
    endings = list(dict.fromkeys(formats))
    written = []
    with progressbar(work, label="par sheets", file=sys.stderr, show_pos=True) as bar:
        for name, spec, wager in bar:
            configuration = catalogue.configuration(spec)
            sheet = build_sheet(
                configuration, wager, AskedOfSheet(question.pace(configuration, asked), identity=question.identity)
            )
            for ending in endings:
                write_whole(folder / f"{name}.{ending}", _render(sheet, ending, paper))
            written.append((name, sheet))
    from croupier.handbook.page import html

    write_whole(folder / "index.html", html.render(index_page(written, endings)).encode())
    told = f"{len(work)} sheets in {folder}, as {', '.join(endings)}; index.html lists them"
    remark(told)


def _every_sheet() -> Iterator[tuple[str, str, str | None]]:
    from croupier.handbook.parsheet.every import every_sheet

    return every_sheet()
