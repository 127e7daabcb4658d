"""The command that advises: what every decision is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from croupier import catalogue
from croupier.cards.cards import parse_cards
from croupier.cli.files import read_input
from croupier.cli.names import GameName
from croupier.cli.options import as_json, table_option
from croupier.cli.output import print_json, print_page
from croupier.cli.progress import progress_bar
from croupier.errors import BadInput
from croupier.exact.effort import Effort
from croupier.play.documents import parse_document
from croupier.play.roundfile import at_table, read_round
from croupier.play.tablefile import read_table
from croupier.solving.advice import advice_record, advise_hand, advise_round, asked_about

MOST_EFFORT: Final = 1_000_000
"""Gigabytes or seconds."""


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
    if (cards is None) == (round_file is None):
        raise BadInput("advise needs a hand", hint='either --cards "Qs 6h 4d" or --round FILE')
    read = None if round_file is None else read_round(parse_document(read_input(round_file), "round"))
    if table_file is not None and read is None:
        raise BadInput("--table goes with a round", hint="limits apply to a decision in a round: add --round FILE")
    if read is not None and table_file is not None:
        at_table(read, read_table(Path(table_file), catalogue.load), catalogue.load)
    example = 'croupier advise three-card-prime --cards "Qs 6h 4d"'
    configuration = asked_about(game, read, named="GAME", example=example)
    if up is not None and read is not None:
        raise BadInput("--up goes with --cards", hint="the round file has the dealer's cards")
    if read is None and not (memory is None and seconds is None):
        raise BadInput("--memory and --seconds go with a round", hint="a hand alone is solved at once: leave them out")
    if read is not None:
        advice = advise_round(configuration, read, _effort(memory, seconds))
    else:
        shown = parse_cards(up) if up is not None else ()
        if up is not None and len(shown) != 1:
            raise BadInput(f"--up '{up[:40]}': expected one card", hint="as in --up 9c")
        advice = advise_hand(configuration, parse_cards(cards or ""), *shown)
    if as_json:
        print_json(advice_record(configuration, advice))
    else:
        from croupier.cli.advice_text import advice_page

        print_page(advice_page(configuration, advice))


def _effort(memory: float | None, seconds: float | None) -> Effort:
    """What an answer may cost, as it was typed."""
    usual = Effort()
    for name, given in (("--memory", memory), ("--seconds", seconds)):
        if given is not None and not 0 < given < MOST_EFFORT:
            raise BadInput(f"{name} {given:g}: expected more than 0 and less than {MOST_EFFORT:,}")
    return Effort(
        usual.memory_bytes if memory is None else int(memory * (1 << 30)),
        usual.seconds if seconds is None else seconds,
        progress_bar("solving"),
    )
