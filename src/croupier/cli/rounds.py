"""Commands on rounds: settle what happened at a table, and replay what was recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from croupier import catalogue
from croupier.cli.files import read_input
from croupier.cli.names import GameName
from croupier.cli.options import as_json, table_option
from croupier.cli.output import print_json, tell
from croupier.errors import BadInput, CheckFailed
from croupier.play.documents import parse_document
from croupier.play.replay import replay_transcript
from croupier.play.reports import render_settlement
from croupier.play.roundfile import settle_file
from croupier.play.tablefile import read_table

PARQUET: Final = b"PAR1"
"""How every Parquet file begins."""


@click.command()
@click.argument("file", type=click.Path(allow_dash=True), required=False)
@click.option("--example", metavar="GAME", type=GameName(), help="Print a round file of GAME to start from.")
@table_option
@as_json
def settle(file: str | None, example: str | None, table_file: str | None, as_json: bool) -> None:
    """Settle the round in FILE ("-" reads standard input): what is owed, wager by wager, and by which rule.

    Exit status: 0 when the round is settled, 2 when the file breaks a rule of the table.

    \b
    croupier settle --example three-card-prime > round.json
    croupier settle round.json
    """
    if example is not None:
        if file is not None:
            raise BadInput("--example goes without FILE", hint="it prints a round file to start from")
        print_json(_example(example))
        return
    if file is None:
        raise BadInput("Missing argument 'FILE'", hint="croupier settle --example GAME prints one to start from")
    document = parse_document(read_input(file), "round")
    table = read_table(Path(table_file), catalogue.load) if table_file else None
    game, _, settlement = settle_file(document, catalogue.load, table)
    if as_json:
        from croupier.play.round_records import settled  # the text needs no records

        print_json(settled(game, settlement))
    else:
        click.echo(render_settlement(game, settlement))


def _example(spec: str) -> dict[str, object]:
    from croupier.table.example import example_round

    return example_round(catalogue.load(spec))


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--round", "number", type=int, metavar="N", help="A round of a simulated sample (simulate --record).")
@as_json
def replay(file: str, number: int | None, as_json: bool) -> None:
    """Play the transcript in FILE again and verify it to the cent.

    A transcript of another rulebook is played with the tables it carries. Exit status: 0 when everything agrees, 1
    when something differs, 2 when the file cannot be used.
    """
    if number is None:
        content = read_input(file)
        if content.startswith(PARQUET):
            raise BadInput(
                f"{click.format_filename(file)} is a recorded sample: which of its rounds?",
                hint="name one by its number, as in --round 0",
            )
        result = replay_transcript(parse_document(content, "transcript"), catalogue)
    else:
        from croupier.solving.recording import replay_recorded

        result = replay_recorded(file, number)
    if as_json:
        from croupier.play.round_records import replayed

        print_json(replayed(result))
    else:
        tell(result.render())
    if result.differences:
        count = len(result.differences)
        raise CheckFailed(f"{count} difference{'s' if count > 1 else ''} found", hint="see the list above")
