"""Sit down at a table in the terminal: ``play`` with bots in the other seats, or a ``quiz`` on what is owed."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from croupier import catalogue
from croupier.cli.options import GameName, chosen_table, table_option
from croupier.cli.output import ending_of, folded, is_wanted, page_writer, rendered, wrote
from croupier.errors import BadInput, CroupierError, UnknownName
from croupier.play.game import Game
from croupier.play.stakes import Limits
from croupier.rulebook.configuration import Configuration
from croupier.units import dollars_of, format_money

if TYPE_CHECKING:
    from croupier.handbook.page.blocks import Document
    from croupier.play.game import Line
    from croupier.table.bots import Strategy
    from croupier.table.quiz import Quiz, QuizRound, Score


MOST_CHIPS = 10_000_000_000  # One hundred million in cents: enough to try any table, and its pays still fit a line.


@click.command()
@click.argument("game", required=False, type=GameName())
@table_option
@click.option(
    "--limit", "limits_given", multiple=True, metavar="WAGER=MIN-MAX/STEP", help="A posted limit: ante=10-500/5."
)
@click.option("--seats", type=int, help="How many seats are in play; bots take those that are not yours. Default 3.")
@click.option("--seat", "own", type=int, multiple=True, help="Your seat; give it again for several. Default 1.")
@click.option(
    "--bots",
    "strategies",
    multiple=True,
    metavar="STRATEGY",
    help="How bots decide: rule (the game's own), best, careful, bold, random; SEAT=STRATEGY for one of them.",
)
@click.option("--bankroll", default="1000", show_default=True, help="Play chips to start with.")
@click.option("--seed", help="Deal a repeatable game; without it, every deck is a committed live deal.")
@click.option("--rounds", type=click.IntRange(1), help="Stop after this many rounds.")
@click.option("--all-wagers", is_flag=True, help="Offer every bonus wager, each with the first table that fits.")
@click.option("--meter", multiple=True, metavar="AMOUNT", help="Start a jackpot's meter here; [WAGER:][LEVEL=]AMOUNT.")
@click.option("--transcript", metavar="DIR", help="Where each round is written. Default: the user's state folder.")
@click.option("--coach/--no-coach", default=None, help="Say what each decision cost; on at a terminal, unless told.")
def play(
    game: str | None,
    table_file: str | None,
    limits_given: tuple[str, ...],
    seats: int | None,
    own: tuple[int, ...],
    strategies: tuple[str, ...],
    bankroll: str,
    seed: str | None,
    rounds: int | None,
    all_wagers: bool,
    meter: tuple[str, ...],
    transcript: str | None,
    coach: bool | None,
) -> int:
    """Play GAME for play chips: type wagers and decisions, see every payment with its rule.

    GAME is a name such as keep-it-straight, or a configuration such as "three-card-prime(prime=SAMPLE-TCP-PRIME-01)".

    Exit status: 0 when you left the table, 2 when a round had to be declared void because the input ended or a signal
    came, or when lines from a pipe could not be used.
    """
    from croupier.cli.terminal.console import Console, Paint
    from croupier.cli.terminal.host import Coach, run
    from croupier.kept_files import state_folder
    from croupier.table.jackpots import PlayMeters
    from croupier.table.session import Archive, Session

    named, limits = chosen_table(game, table_file)
    limits = with_options(named, limits, limits_given)
    configuration = catalogue.to_be_dealt(named)
    widest = with_every_wager(configuration)
    table = catalogue.load(widest if all_wagers else configuration)
    mine, in_play = seating(table, own, seats)
    bots = read_strategies(strategies, [seat for seat in in_play if seat not in mine])
    chips = dollars_of(bankroll, "--bankroll")
    if not 0 < chips <= MOST_CHIPS:
        raise BadInput(f"--bankroll {bankroll[:30]}: from 0.01 to {MOST_CHIPS // 100}")
    if seed is not None and not seed.strip():
        raise BadInput("--seed is empty", hint="any text will do, as in --seed 7")
    meters = PlayMeters(table, read_meters(meter, table.configuration))
    archive = Archive(Path(transcript).expanduser() if transcript else state_folder() / "transcripts", table.rules.name)
    session = Session(table, mine, in_play, chips, meters, archive, seed, limits, strategies=bots)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is not text becomes question marks, and the game asks again
    paint = Paint(color=is_wanted(sys.stdout), symbols=can_show(sys.stdout, "♠─…"))
    full_offer = all_wagers or len(widest.tables) == len(configuration.tables)
    console = Console(sys.stdin, sys.stdout, paint)
    is_coached = console.is_terminal if coach is None else coach
    return run(session, console, rounds, full_offer, Coach(table) if is_coached else None)


def with_options(configuration: Configuration, posted: Limits, given: Sequence[str]) -> Limits:
    """The limits of the table file with those of ``--limit``; each wager is limited once."""
    from croupier.play.stakes import USUAL_AMOUNT, Limit, check_follow_limits, check_posted_limit
    from croupier.play.tablefile import check_limits, parse_limit

    limits = dict(posted)
    for text in given:
        wager, limit = parse_limit(text)
        if wager in limits:
            raise BadInput(f"--limit {wager[:40]} is given twice", hint="once, in the table file or by an option")
        limits[wager] = limit
    for base in configuration.rules.wagers:
        if base.one_amount:
            limits.setdefault(base.id, Limit(USUAL_AMOUNT, USUAL_AMOUNT))
    if given:
        check_limits(configuration, limits)
        check_follow_limits(catalogue.load(configuration), limits)
    check_posted_limit(configuration, limits)
    return limits


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


def read_strategies(given: Sequence[str], seats: Sequence[int]) -> dict[int, Strategy]:
    """How the bots decide: a strategy for all, or ``SEAT=STRATEGY``."""
    from croupier.table.bots import STRATEGIES

    found: dict[int, Strategy] = {}
    for text in sorted(given, key=lambda text: "=" in text):
        seat, sign, name = (part.strip() for part in text.rpartition("="))
        if name not in STRATEGIES:
            raise UnknownName("strategy of bots", name, list(STRATEGIES), note=f"strategies: {', '.join(STRATEGIES)}")
        if sign and not (seat.isascii() and seat.isdigit() and int(seat[:3]) in seats):
            where = f"bots have seats {', '.join(map(str, seats))}" if seats else "there are no bots"
            raise BadInput(f"--bots {text[:40]}: no bot has that seat", hint=where)
        found |= {int(seat): STRATEGIES[name]} if sign else dict.fromkeys(seats, STRATEGIES[name])
    if given and not seats:
        raise BadInput("--bots: there are no bots at this table", hint="--seats says how many seats are in play")
    return found


def seating(game: Game, own: Sequence[int], seats: int | None) -> tuple[list[int], list[int]]:
    """The player's seats, and all that are in play: bots take the lowest free ones."""
    low, high = game.configuration.edition.seats
    mine = sorted(own) or [1]
    for seat in mine:
        if not 1 <= seat <= high:
            raise BadInput(f"--seat {seat}: this table has seats 1 to {high}", hint="as in --seat 1")
    if len(set(mine)) < len(mine):
        raise BadInput("--seat names a seat twice", hint="name each of your seats once")
    count = max(low, min(high, 3), len(mine)) if seats is None else seats
    if not max(low, len(mine)) <= count <= high:
        raise BadInput(
            f"--seats {count}: from {max(low, len(mine))} to {high} seats can be in play", hint=f"as in --seats {high}"
        )
    free = [seat for seat in range(1, high + 1) if seat not in mine]
    return mine, sorted([*mine, *free[: count - len(mine)]])


def read_meters(given: Sequence[str], configuration: Configuration) -> dict[str, Mapping[int, int]]:
    """``--meter [WAGER:][LEVEL=]AMOUNT`` as every command reads it, by level."""
    from croupier.questions.asking import COMMAND
    from croupier.questions.conditions import Given, by_jackpot

    return {wager: level.meters for wager, level in by_jackpot(configuration, Given(tuple(given)), COMMAND).items()}


def can_show(stream: TextIO | None, text: str) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


PLAIN = {"push": 0, "nothing": 0, "p": 0}


@click.command()
@click.argument("game", type=GameName(), required=False)
@click.option("--rounds", type=click.IntRange(1, 1000), default=10, show_default=True, help="Questions to ask.")
@click.option("--level", type=click.IntRange(1, 3), default=1, show_default=True, help="Where to begin; it rises.")
@click.option("--seed", default="1", show_default=True, help="The same seed asks the same questions.")
@click.option("--name", default="", metavar="WHO", help="Whose score sheet it is.")
@click.option("-o", "--output", metavar="FILE", help="Write the score sheet as score.html or score.pdf.")
def quiz(game: str | None, rounds: int, level: int, seed: str, name: str, output: str | None) -> None:
    """Ask what is owed for rounds of GAME, or of every game, wager by wager, and say why where an answer is wrong.

    Answer with what the player is up or down: 10, -5, +12.50, push. What was wrong comes again until it is right.
    Type quit to stop.

    \b
    croupier quiz three-card-prime --rounds 5
    """
    from croupier.table.quiz import Quiz

    ending = ending_of(output, ("html", "pdf")) if output is not None else ""
    asked = Quiz(list(_games(game)), seed, level)
    try:
        for number in range(1, rounds + 1):
            _ask(asked.next(), number, asked)
        while asked.owes:
            click.echo(f"\n{asked.owes} still to be put right.")
            _ask(asked.next(repeat=True), 0, asked)
    except EOFError:
        click.echo("")
    page = _sheet(asked.score, name, asked.owes)
    click.echo(f"\n{page_writer().document(page)}")
    if output is not None:
        wrote(Path(output), rendered(page, ending), "score sheet")


def _games(named: str | None) -> Iterator[Game]:
    if named is not None:
        yield catalogue.load(with_every_wager(catalogue.to_be_dealt(catalogue.configuration(named))))
        return
    for game in catalogue.book().games:
        try:
            yield catalogue.load(with_every_wager(catalogue.configuration(game)))
        except UnknownName:
            continue


def _ask(question: QuizRound, number: int, asked: Quiz) -> None:
    from croupier.cli.terminal.console import signed

    head = f"Question {number}" if number else "Once more"
    click.echo(f"\n{head}, {question.game.rules.title}, level {question.level}")
    for dealt in question.state.dealt:
        click.echo(f"  {dealt.slot!s:<16} {' '.join(card.symbol for card in dealt.cards)}")
    did = ", ".join(str(decision) for decision in question.state.decisions)
    if did:
        click.echo(f"  {'the player':<16} {did}")
    titles = {line.wager: question.game.rules.line_title(line.wager) for line in question.lines}
    answers = [_answer(line, titles[line.wager]) for line in question.lines]
    for line, good in zip(question.lines, asked.answer(answers), strict=True):
        mark = "right" if good else f"WRONG: it is {signed(line.net)}"
        told = f"  {titles[line.wager]}: {mark}. {str(line.why)[:1].upper()}{str(line.why)[1:]} [{line.cite}]"
        click.echo(folded(told, sys.stdout))


def _answer(line: Line, title: str) -> int:
    """What was typed, in cents; asked again until it can be read."""
    while True:
        # An award on top of another wager has no stake of its own.
        staked = f" {format_money(line.stake)}" if line.stake else ""
        click.echo(f"  {title}{staked}: what is the player up or down? ", nl=False)
        typed = sys.stdin.readline()
        if not typed or typed.strip().casefold() in ("quit", "q", "exit"):
            raise EOFError
        words = typed.strip().casefold()
        if not sys.stdin.isatty():
            click.echo(words[:60])
        if words in PLAIN:
            return PLAIN[words]
        sign = -1 if words[:1] in ("-", "−") else 1
        try:
            return sign * dollars_of(words.lstrip("+-−"), "the answer")
        except CroupierError:
            click.echo("    an amount such as 10, -5 or +12.50, or push; quit stops")


def _sheet(score: Score, name: str, owes: int) -> Document:
    from croupier.handbook.page.blocks import Block, Document, Section, Words, grid_of

    games = catalogue.book().games
    rows = [
        (games[game].title, games[game].line_title(wager), str(counted.asked), str(counted.right))
        for (game, wager), counted in score.by_wager.items()
    ]
    told = (
        f"{score.right} of {score.asked} wagers right the first time, {score.without_fault} of {score.questions} rounds"
    )
    blocks: list[Block] = [Words(f"{told} without a fault; level {score.level} reached.")]
    if owes:
        blocks.append(Words(f"Stopped with {owes} round{'s' * (owes > 1)} not yet put right."))
    if rows:
        blocks.insert(0, grid_of(("game", "wager", "asked", "right"), rows, numbers=(2, 3)))
    return Document(f"Score sheet{f' of {name}' if name else ''}", (Section("", tuple(blocks)),))
