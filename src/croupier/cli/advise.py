"""The command that advises: what every decision is worth."""

from __future__ import annotations

from pathlib import Path

import click

from croupier import catalogue
from croupier.cli.files import read_input
from croupier.cli.names import GameName
from croupier.cli.options import as_json, table_option
from croupier.cli.output import print_json, print_page
from croupier.cli.progress import progress_bar
from croupier.play.documents import parse_document
from croupier.play.tablefile import read_table
from croupier.questions.advise import Advise, advised
from croupier.questions.asking import COMMAND, Asked


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.option("--cards", metavar="CARDS", help='The player\'s hand, as in "Qs 6h 4d".')
@click.option("--up", metavar="CARD", help="The dealer's up-card, for a hand of blackjack.")
@click.option("--round", "round_file", metavar="FILE", help='A round file with a decision left open; "-" for stdin.')
@table_option
@click.option("--memory", type=float, metavar="GB", help="Memory that an exact answer may use; 4 if not given.")
@click.option("--seconds", type=float, metavar="S", help="How long it may take, by its own estimate; 600 if not given.")
@as_json
def advise(
    game: str | None,
    cards: str | None,
    up: str | None,
    round_file: str | None,
    table_file: str | None,
    memory: float | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Print what every decision is worth with one hand, in base wagers for the whole round.

    With several players at one pot an exact answer may take more memory or time than --memory and --seconds allow. An
    NVIDIA GPU then solves it if there is one (croupier[cuda]). Otherwise it is estimated from sampled draws, and marked
    as an estimate with its standard error.
    """
    read = None if round_file is None else parse_document(read_input(round_file), "round")
    question = Advise(game=game, cards=cards, up=up, round=read, memory=memory, seconds=seconds)
    table = None if table_file is None else read_table(Path(table_file), catalogue.load)
    found = advised(question, Asked(COMMAND, progress=progress_bar("solving")), table)
    if as_json:
        print_json(found.record)
    else:
        from croupier.cli.advice_text import advice_page

        print_page(advice_page(found.configuration, found.advice))
