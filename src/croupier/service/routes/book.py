"""Reading the book: games, one game's rules, one paytable, search, and prints of a table as drawings and as PDF."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from croupier import catalogue
from croupier.handbook.rules import records
from croupier.records import Record
from croupier.rulebook.configuration import configure, parse_spec
from croupier.service.record_route import RecordRoute, asked, problems, whole

MOST_FOUND = 40
_WORD = re.compile(r"[\w-]+")


class Place(Record):
    """One place in the handbook, with the words a reader sees there."""

    game: str
    kind: str
    title: str
    text: str
    address: str


def find_places(query: str) -> list[Place]:
    """Places that hold every word of the query, those that name it in their title first.

    >>> find_places("a hand without at least must fold")[0].text
    'A hand without at least a two-card straight must fold.'
    """
    words = [word.casefold() for word in _WORD.findall(query)][:12]
    if not words:
        return []
    places = [place for place, text in _places() if all(word in text for word in words)]
    places.sort(key=lambda place: -sum(word in place.title.casefold() for word in words))
    return places[:MOST_FOUND]


@cache
def _places() -> tuple[tuple[Place, str], ...]:
    return tuple((place, f"{place.game} {place.title} {place.text}".casefold()) for place in _all())


def _all() -> Iterator[Place]:
    book = catalogue.book()
    for game in book.games.values():
        at = f"/handbook/{game.name}"

        def place(kind: str, title: str, text: str, id: str = "", game: str = game.title, at: str = at) -> Place:
            return Place(game=game, kind=kind, title=title, text=text, address=f"{at}#{kind}-{id}" if id else at)

        yield place("game", game.title, game.summary)
        for rule in game.rules:
            yield place("rule", ", ".join(map(str, rule.cites)), rule.text, rule.id)
        for reading in game.interpretations:
            yield place("reading", f"{reading.id}: {reading.question}", reading.answer, reading.id)
        for wager in game.wagers:
            yield place("wager", wager.title, wager.text, wager.id)
            for id in dict.fromkeys(id for _, ids in wager.tables for id in ids):
                table = book.table(id)
                yield place("table", id, f"{wager.title}. {table.note}", table.id)
        for notice in game.notices:
            yield place("notice", notice.title, notice.words, notice.id)
        for key in game.keys:
            yield place("key", key.id, key.text, key.id)


router = APIRouter(tags=["book"], route_class=RecordRoute)
Spec = Annotated[str, Path(max_length=600, description='A game such as keep-it-straight, or "name(key=value, ...)".')]


class Search(Record):
    """The query as it was asked, and the places that hold every word of it."""

    query: str
    found: list[Place]


@router.get("/games", summary="Every game, with its editions, wagers and paytables")
async def games() -> records.GamesRecord:
    return _games()


@cache
def _games() -> records.GamesRecord:
    return records.books_record(catalogue.book())


@router.get("/games/{game}", responses=problems(404, 422), summary="The rules of a game, its tables and readings")
async def game(game: Spec) -> records.GameRecord:
    book = catalogue.book()
    spec = parse_spec(game)
    return records.game_record(book, configure(book, spec), dict(spec.settings).get("edition"))


@router.get("/paytables/{id}", responses=problems(404, 422), summary="One paytable, by its id or an alias")
async def paytable(id: Annotated[str, Path(max_length=80)]) -> records.PaytableRecord:
    book = catalogue.book()
    return records.paytable_record(book, book.table(id), id)


@router.get("/search", responses=problems(422), summary="Places in the handbook that hold every word")
async def search(q: Annotated[str, Query(max_length=120)]) -> Search:
    return Search(query=q, found=find_places(q))


Amount = Annotated[str, Query(max_length=20, description="In dollars, as in 25.00.")]


@router.get(
    "/print",
    responses={
        **problems(404, 422, 503, 504),
        200: {"content": {"image/svg+xml": {}, "image/png": {}, "application/pdf": {}}},
    },
    response_class=Response,
    summary="A layout, placard, rack card or the rules of a table, one page as a drawing or all of it for print",
)
async def print_of(
    request: Request,
    game: Annotated[str, Query(max_length=600)],
    what: Literal["layout", "placard", "rack-card", "rules"] = "placard",
    format: Literal["svg", "png", "pdf"] = "svg",
    size: Annotated[Literal["tabloid", "letter", "half-letter", "a4"], Query(description="Of a placard's paper.")] = (
        "tabloid"
    ),
    page: Annotated[int, Query(ge=1, le=200, description="Which page is drawn, or which side of a rack card.")] = 1,
    minimum: Amount = "5.00",
    maximum: Amount = "500.00",
    bonus_minimum: Amount = "1.00",
    bonus_maximum: Amount = "100.00",
) -> Response:
    limits = (minimum, maximum, bonus_minimum, bonus_maximum)
    paper = "rack-card" if what == "rack-card" else size
    reply = await asked(request, "print", game=game, what=what, ending=format, size=paper, side=page, limits=limits)
    return whole(reply, f"{game.partition('(')[0]}-{what}.pdf" if format == "pdf" else None)
