"""Reading the book: games, one game's rules, one paytable, search, placards."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from croupier import catalogue
from croupier.handbook.rules.records import (
    GameRecord,
    GamesRecord,
    PaytableRecord,
    books_record,
    game_record,
    paytable_record,
)
from croupier.records import Record
from croupier.rulebook.configuration import configure
from croupier.rulebook.spec import parse_spec
from croupier.service.record_route import RecordRoute
from croupier.service.routes.answers import asked, problems, whole
from croupier.service.search import Place
from croupier.service.search import search as places_with

router = APIRouter(tags=["book"], route_class=RecordRoute)
Spec = Annotated[str, Path(max_length=600, description='A game such as keep-it-straight, or "name(key=value, ...)".')]


class Search(Record):
    """The query as it was asked, and the places that hold every word of it."""

    query: str
    found: list[Place]


@router.get("/games", summary="Every game, with its editions, wagers and paytables")
async def games() -> GamesRecord:
    return _games()


@cache
def _games() -> GamesRecord:
    return books_record(catalogue.book())


@router.get("/games/{game}", responses=problems(404, 422), summary="The rules of a game, its tables and readings")
async def game(game: Spec) -> GameRecord:
    book = catalogue.book()
    spec = parse_spec(game)
    return game_record(book, configure(book, spec), dict(spec.settings).get("edition"))


@router.get("/paytables/{id}", responses=problems(404, 422), summary="One paytable, by its id or an alias")
async def paytable(id: Annotated[str, Path(max_length=80)]) -> PaytableRecord:
    book = catalogue.book()
    return paytable_record(book, book.table(id), id)


@router.get("/search", responses=problems(422), summary="Places in the handbook that hold every word")
async def search(q: Annotated[str, Query(max_length=120)]) -> Search:
    return Search(query=q, found=places_with(q))


@router.get(
    "/placard",
    responses={**problems(404, 422, 503, 504), 200: {"content": {"image/svg+xml": {}, "application/pdf": {}}}},
    response_class=Response,
    summary="The placard of a table as a drawing or for print",
)
async def placard(
    request: Request, game: Annotated[str, Query(max_length=600)], format: Literal["svg", "pdf"] = "svg"
) -> Response:
    reply = await asked(request, "placard", game=game, ending=format)
    return whole(reply, "placard.pdf" if format == "pdf" else None)
