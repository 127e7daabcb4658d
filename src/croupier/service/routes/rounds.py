"""Rounds as they happened: what is owed, and whether a recorded one agrees with itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Query, Request

from croupier import catalogue
from croupier.play.documents import parse_document
from croupier.play.replay import replay_transcript
from croupier.play.round_records import ReplayRecord, RoundFileRecord, SettlementRecord, replayed, settled
from croupier.play.roundfile import settle_file
from croupier.records import converted
from croupier.service import adjudicating
from croupier.service.adjudicating import Looked
from croupier.service.record_route import RecordRoute
from croupier.service.routes.answers import problems
from croupier.table.example import example_round

router = APIRouter(tags=["rounds"], route_class=RecordRoute)
Route = TypeVar("Route", bound=Callable[..., Any])


async def document(request: Request, what: str) -> dict[str, Any]:
    """The body as the library reads it, with its own words for every mistake."""
    return parse_document(await request.body(), what)


BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}


def _judges(path: str, summary: str) -> Callable[[Route], Route]:
    """A route whose body is a round."""
    return router.post(path, responses=problems(400, 404, 413, 422, 501), openapi_extra=BODY, summary=summary)


@_judges("/settle", "What is owed for a round as it was dealt, wager by wager")
async def settle(request: Request) -> SettlementRecord:
    game, _, settlement = settle_file(await document(request, "round"), catalogue.load)
    return settled(game, settlement)


@router.get("/example", responses=problems(404, 422), summary="A round file of a game, to start from")
async def example(game: Annotated[str, Query(max_length=600)]) -> RoundFileRecord:
    return converted(RoundFileRecord, example_round(catalogue.load(catalogue.configuration(game))), "example")


@_judges("/look", "How far a round goes that is still being typed in, and what it needs next")
async def look(request: Request) -> Looked:
    return adjudicating.look(await document(request, "round"))


@_judges("/replay", "Play a recorded round again and compare it to the cent")
async def replay(request: Request) -> ReplayRecord:
    return replayed(replay_transcript(await document(request, "transcript"), catalogue))
