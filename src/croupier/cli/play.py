"""Sit down and play: one table in the terminal, with bots in the other seats."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import click

from croupier import catalogue
from croupier.cli.names import GameName
from croupier.cli.options import table_option
from croupier.cli.tables import chosen_table
from croupier.errors import BadInput
from croupier.play.game import Game
from croupier.play.stakes import Limits
from croupier.rulebook.configuration import Configuration
from croupier.units.typed import dollars_of

MOST_CHIPS = 10_000_000_000
"""One hundred million in cents: enough to try any table, and its pays still fit a line."""


@click.command()
@click.argument("game", required=False, type=GameName())
@table_option
@click.option(
    "--limit", "limits_given", multiple=True, metavar="WAGER=MIN-MAX/STEP", help="A posted limit: ante=10-500/5."
)
@click.option("--seats", type=int, help="How many seats are in play; bots take those that are not yours. Default 3.")
@click.option("--seat", "own", type=int, multiple=True, help="Your seat; give it again for several. Default 1.")
@click.option("--bankroll", default="1000", show_default=True, help="Play chips to start with.")
@click.option("--seed", help="Deal a repeatable game; without it, every deck is a committed live deal.")
@click.option("--rounds", type=click.IntRange(1), help="Stop after so many rounds.")
@click.option("--all-wagers", is_flag=True, help="Offer every bonus wager, each with the first table that fits.")
@click.option(
    "--meter", multiple=True, metavar="WAGER=AMOUNT", help="Start a jackpot's meter here; levels as 9000/500."
)
@click.option("--transcript", metavar="DIR", help="Where each round is written. Default: the user's state folder.")
@click.option(
    "--deck", type=click.Choice(["two-color", "four-color"]), default="two-color", help="Colors of the suits."
)
@click.option("--letters", is_flag=True, help="Write suits as letters (Kh) instead of symbols.")
@click.option("--coach/--no-coach", default=None, help="Say what each decision cost; so at a terminal, unless told.")
@click.option("--no-color", is_flag=True, help="No color; so do NO_COLOR, TERM=dumb and output to a file.")
def play(
    game: str | None,
    table_file: str | None,
    limits_given: tuple[str, ...],
    seats: int | None,
    own: tuple[int, ...],
    bankroll: str,
    seed: str | None,
    rounds: int | None,
    all_wagers: bool,
    meter: tuple[str, ...],
    transcript: str | None,
    deck: str,
    letters: bool,
    coach: bool | None,
    no_color: bool,
) -> int:
    """Play GAME for play chips: type wagers and decisions, see every payment with its rule.

    GAME is a name such as keep-it-straight, or a configuration such as "three-card-prime(prime=SAMPLE-TCP-PRIME-01)".

    Exit status: 0 when you left the table, 2 when a round had to be declared void because the input ended or a signal
    came, or when lines from a pipe could not be used.
    """
    from croupier.cli.terminal.coach import Coach
    from croupier.cli.terminal.console import Console
    from croupier.cli.terminal.host import run
    from croupier.cli.terminal.paint import Paint
    from croupier.table.archive import Archive, default_folder
    from croupier.table.meters import PlayMeters
    from croupier.table.session import Session

    named, limits = chosen_table(game, table_file)
    limits = with_options(named, limits, limits_given)
    configuration = to_be_dealt(named)
    widest = with_every_wager(configuration)
    table = catalogue.load(widest if all_wagers else configuration)
    mine, in_play = seating(table, own, seats)
    chips = dollars_of(bankroll, "--bankroll")
    if not 0 < chips <= MOST_CHIPS:
        raise BadInput(f"--bankroll {bankroll[:30]}: from 0.01 to {MOST_CHIPS // 100}")
    if seed is not None and not seed.strip():
        raise BadInput("--seed is empty", hint="any text will do, as in --seed 7")
    meters = PlayMeters(table, read_meters(meter))
    archive = Archive(Path(transcript).expanduser() if transcript else default_folder(), table.rules.name)
    session = Session(table, mine, in_play, chips, meters, archive, seed, limits)
    forgive_encoding(sys.stdin)
    paint = Paint(
        color=has_color(sys.stdout) and not no_color,
        four_color=deck == "four-color",
        symbols=can_show(sys.stdout, "♠─…"),
        letters=letters,
    )
    full_offer = all_wagers or len(widest.tables) == len(configuration.tables)
    console = Console(sys.stdin, sys.stdout, paint)
    is_coached = console.is_terminal if coach is None else coach
    return run(session, console, rounds, full_offer, Coach(table) if is_coached else None)


def with_options(configuration: Configuration, posted: Limits, given: Sequence[str]) -> Limits:
    """The limits of the table file with those of ``--limit``; each wager is limited once."""
    from croupier.play.tablefile import check_limits, parse_limit

    limits = dict(posted)
    for text in given:
        wager, limit = parse_limit(text)
        if wager in limits:
            raise BadInput(f"--limit {wager[:40]} is given twice", hint="once, in the table file or by an option")
        limits[wager] = limit
    if given:
        check_limits(configuration, limits)
    return limits


def to_be_dealt(configuration: Configuration) -> Configuration:
    """The configuration, unless it is of a side wager alone: then what to type instead."""
    wagers = [wager.id for wager in configuration.rules.wagers]
    if any(wager.kind == "base" for wager in configuration.rules.wagers):
        return configuration
    for game in catalogue.book().games.values():
        shared = [wager for wager in game.wagers if wager.id in wagers]
        if shared and any(wager.kind == "base" for wager in game.wagers):
            tables = shared[0].tables_in(game.editions[0].id)
            chosen = configuration.tables.get(shared[0].id)
            table = next((each for each in tables if chosen and each in chosen.codes), tables[0])
            raise BadInput(
                f"{configuration.name} is a side wager: it is played at a table of {game.title}",
                hint=f'"{game.name}({shared[0].id}={table})"',
            )
    raise BadInput(f"{configuration.name} is a side wager", hint="it is played with a base game")


def with_every_wager(configuration: Configuration) -> Configuration:
    """The same table with every bonus wager that was left out, each with the first table that fits."""
    decided = dict(configuration.spec.settings)
    for wager in configuration.rules.wagers:
        if wager.kind not in ("bonus", "jackpot") or wager.id in configuration.tables or wager.id in decided:
            continue
        for table_id in wager.tables_in(configuration.edition.id):
            try:
                configuration = configuration.with_table(wager.id, table_id)
                break
            except BadInput:
                continue
    return configuration


def seating(game: Game, own: Sequence[int], seats: int | None) -> tuple[list[int], list[int]]:
    """The player's seats, and all that are in play: bots take the lowest free ones."""
    low, high = game.configuration.edition.seats
    mine = sorted(own) or [1]
    for seat in mine:
        if not 1 <= seat <= high:
            raise BadInput(f"--seat {seat}: this table has seats 1 to {high}")
    if len(set(mine)) < len(mine):
        raise BadInput("--seat names a seat twice", hint="name each of your seats once")
    count = max(low, min(high, 3), len(mine)) if seats is None else seats
    if not max(low, len(mine)) <= count <= high:
        raise BadInput(f"--seats {count}: from {max(low, len(mine))} to {high} seats can be in play")
    free = [seat for seat in range(1, high + 1) if seat not in mine]
    return mine, sorted([*mine, *free[: count - len(mine)]])


def read_meters(given: Sequence[str]) -> dict[str, list[int]]:
    """``--meter WAGER=AMOUNT``, with the levels of a meter joined by slashes."""
    meters: dict[str, list[int]] = {}
    for each in given:
        wager, sign, amounts = each.partition("=")
        if not sign:
            raise BadInput(f"--meter {each[:40]}: expected WAGER=AMOUNT", hint="as in --meter perfect_pairs=25000")
        name = wager.strip().replace("-", "_")
        if name in meters:
            raise BadInput(f"--meter {name[:40]} is given twice")
        meters[name] = [dollars_of(amount, f"--meter {name[:40]}") for amount in amounts.split("/")]
    return meters


def has_color(stream: TextIO | None) -> bool:
    return (
        stream is not None and stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def can_show(stream: TextIO | None, text: str) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def forgive_encoding(stream: TextIO | None) -> None:
    """Bytes that are no text become question marks, and the game asks again."""
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
