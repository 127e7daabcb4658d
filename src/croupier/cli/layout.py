"""``croupier layout``: the felt of a game, drawn to scale."""

from __future__ import annotations

from pathlib import Path

import click

from croupier import catalogue
from croupier.cli.names import game_argument
from croupier.cli.output import ending_of, wrote


@click.command()
@game_argument
@click.option("-o", "--output", required=True, metavar="FILE", help="felt.svg or felt.pdf, in the table's own size.")
def layout(game: str, output: str) -> None:
    """Draw the felt of GAME to scale: a spot for every wager of every seat, and what each wager pays.

    \b
    croupier layout "keep-it-straight(edition=washington, straight=PT-FLT-STR-01)" -o felt.svg
    """
    ending = ending_of(output, ("svg", "pdf"))
    from croupier.handbook.rules.felt import check_felt, render_felt, render_felt_pdf

    table = catalogue.load(game)
    check_felt(table)
    content = render_felt(table).encode() if ending == "svg" else render_felt_pdf(table)
    wrote(Path(output), content, f"layout of {table.configuration}, one to one")
