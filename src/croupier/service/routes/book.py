"""Reading the book: games, one game's rules, one paytable, search, placards."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from croupier import catalogue
from croupier.handbook.rules import records
from croupier.rulebook.configuration import configure
from croupier.rulebook.spec import parse_spec
from croupier.service import search as searching
from croupier.service.routes.answers import asked, problems, whole

router = APIRouter(tags=["book"])
Record = dict[str, Any]
Spec = Annotated[str, Path(max_length=600, description='A game such as keep-it-straight, or "name(key=value, ...)".')]


class Found(BaseModel):
    """One place in the handbook."""

    game: str
    kind: str
    title: str
    text: str
    address: str


class Search(BaseModel):
    """The query as it was asked, and the places that hold every word of it."""

    query: str
    found: list[Found]


@router.get("/games", summary="Every game, with its editions, wagers and paytables")
async def games() -> Record:
    return _games()


@cache
def _games() -> Record:
    return records.books_record(catalogue.book())


@router.get("/games/{game}", responses=problems(404, 422), summary="The rules of a game, its tables and readings")
async def game(game: Spec) -> Record:
    book = catalogue.book()
    spec = parse_spec(game)
    rules = book.game(spec.name)
    chosen = configure(book, spec)
    edition = dict(spec.settings).get("edition")
    return records.game_record(book, rules, edition) | {"configuration": str(chosen)}


@router.get("/paytables/{id}", responses=problems(404, 422), summary="One paytable, by its id or an alias")
async def paytable(id: Annotated[str, Path(max_length=80)]) -> Record:
    book = catalogue.book()
    return records.paytable_record(book, book.table(id), id)


@router.get("/search", responses=problems(422), summary="Places in the handbook that hold every word")
async def search(q: Annotated[str, Query(max_length=120)]) -> Search:
    found = searching.search(q)
    return Search(query=q, found=[Found(**each._asdict()) for each in found])


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
