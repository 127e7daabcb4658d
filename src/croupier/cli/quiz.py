"""``croupier quiz``: what is owed? Rounds to be settled by hand, graded with the rule behind each answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from croupier import catalogue
from croupier.cli.color import folded
from croupier.cli.names import GameName
from croupier.cli.output import ending_of, page_writer, wrote
from croupier.cli.play import with_every_wager
from croupier.errors import CroupierError, UnknownName
from croupier.units.money import format_money
from croupier.units.typed import dollars_of

if TYPE_CHECKING:
    from croupier.handbook.page.blocks import Document
    from croupier.play.game import Game
    from croupier.play.lines import Line
    from croupier.table.quiz import QuizRound, Score

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
        wrote(Path(output), _rendered(page, ending), "score sheet")


def _games(named: str | None) -> Iterator[Game]:
    if named is not None:
        yield catalogue.load(with_every_wager(catalogue.to_be_dealt(catalogue.configuration(named))))
        return
    for each in catalogue.book().games:
        try:
            yield catalogue.load(with_every_wager(catalogue.configuration(each)))
        except UnknownName:
            continue


def _ask(question: QuizRound, number: int, asked: object) -> None:
    from croupier.table.quiz import Quiz

    assert isinstance(asked, Quiz)
    head = f"Question {number}" if number else "Once more"
    click.echo(f"\n{head}, {question.game.rules.title}, level {question.level}")
    for dealt in question.state.dealt:
        click.echo(f"  {dealt.slot!s:<16} {' '.join(card.symbol for card in dealt.cards)}")
    did = ", ".join(str(each) for each in question.state.decisions)
    if did:
        click.echo(f"  {'the player':<16} {did}")
    titles = {line.wager: question.game.rules.wager(line.wager).title for line in question.lines}
    answers = [_answer(line, titles[line.wager]) for line in question.lines]
    for line, good in zip(question.lines, asked.answer(answers), strict=True):
        mark = "right" if good else f"WRONG: it is {_signed(line.net)}"
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


def _signed(cents: int) -> str:
    return f"+{format_money(cents)}" if cents > 0 else format_money(cents)


def _sheet(score: Score, name: str, owes: int) -> Document:
    from croupier.handbook.page.blocks import Block, Document, Section, Words, grid_of

    games = catalogue.book().games
    rows = [
        (games[game].title, games[game].wager(wager).title, str(each.asked), str(each.right))
        for (game, wager), each in score.by_wager.items()
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


def _rendered(page: Document, ending: str) -> bytes:
    if ending == "html":
        from croupier.handbook.page import html

        return html.render(page).encode()
    from croupier.handbook.page import pdf
    from croupier.handbook.page.typesetting import typeset

    return typeset(pdf.source([page], paper="us-letter"))
