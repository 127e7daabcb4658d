"""The quiz for dealer schools: a round as it ended, and what is owed. Nothing is kept between questions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from msgspec import Meta

from croupier import catalogue
from croupier.errors import BadInput
from croupier.play.game import Game
from croupier.records import Record, record_of
from croupier.service.record_route import RecordRoute
from croupier.service.routes.answers import problems
from croupier.service.tables.plan import with_everything
from croupier.table.quiz import QuizRound, question
from croupier.table.seen import WATCHER, felt_view
from croupier.table.view import FeltView

router = APIRouter(tags=["quiz"], route_class=RecordRoute, responses=problems(404, 422))
Name = Annotated[str, Query(max_length=60)]
Level = Annotated[int, Query(ge=1, le=3)]
Seed = Annotated[str, Query(min_length=1, max_length=40)]
Number = Annotated[int, Query(ge=1, le=10_000)]


class QuizWager(Record):
    """A wager of the question; its stake is in cents."""

    wager: str
    title: str
    stake: int


class QuizQuestion(Record):
    """A round as it ended; `tables` are the paytables by wager."""

    schema: int
    game: str
    title: str
    level: int
    number: int
    felt: FeltView
    tables: dict[str, str]
    wagers: list[QuizWager]


class QuizGrade(Record):
    """One wager: what was answered, what it is, and the rule behind it; cents, net."""

    wager: str
    given: int
    net: int
    right: bool
    why: str
    cite: str


class QuizGrades(Record):
    """The answers of a question, graded."""

    schema: int
    lines: list[QuizGrade]


class AnswersRequest(Record):
    """A question of the quiz, by its seed and number, with an answer for each wager."""

    game: Annotated[str, Meta(max_length=60)]
    level: Annotated[int, Meta(ge=1, le=3)]
    seed: Annotated[str, Meta(min_length=1, max_length=40)]
    number: Annotated[int, Meta(ge=1, le=10_000)]
    answers: Annotated[
        list[Annotated[int, Meta(ge=-(10**12), le=10**12)]], Meta(max_length=40, description="Cents, net.")
    ]


def _game(name: str) -> Game:
    rules = catalogue.book().game(name)
    chosen = with_everything(rules, rules.editions[0].id)
    return catalogue.load(chosen if chosen is not None else catalogue.configuration(name))


def _question(game: Game, level: int, seed: str, number: int) -> QuizRound:
    return question(game, level, f"{seed}:{number}")


@router.get("/quiz", summary="A round as it ended; what is each wager up or down?")
async def ask(game: Name, level: Level = 1, seed: Seed = "1", number: Number = 1) -> QuizQuestion:
    asked = _question(_game(game), level, seed, number)
    titles = {wager.id: wager.title for wager in asked.game.rules.wagers}
    return QuizQuestion(
        schema=1,
        game=str(asked.game.configuration),
        title=asked.game.rules.title,
        level=asked.level,
        number=number,
        felt=felt_view(asked.game, asked.state, WATCHER, None, all_open=True),
        tables={wager: table.id for wager, table in asked.game.configuration.tables.items()},
        wagers=[record_of(QuizWager, line, title=titles.get(line.wager, line.wager)) for line in asked.lines],
    )


@router.post("/quiz", responses=problems(400, 413), summary="Grade the answers, each with the rule behind it")
async def grade(body: AnswersRequest) -> QuizGrades:
    asked = _question(_game(body.game), body.level, body.seed, body.number)
    if len(body.answers) != len(asked.lines):
        raise BadInput(
            f"{len(body.answers)} answers for {len(asked.lines)} wagers", hint="one for each, in their order"
        )
    return QuizGrades(
        schema=1,
        lines=[
            record_of(QuizGrade, line, given=given, right=given == line.net, why=str(line.why))
            for line, given in zip(asked.lines, body.answers, strict=True)
        ],
    )
