"""Exact figures: edges, strategies, advice for one hand, whole par sheets. All of it runs in other processes."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from croupier.errors import BadInput
from croupier.handbook.page.workbook import XLSX
from croupier.questions.advise import Advise
from croupier.questions.edge import Edge, EdgeRecord
from croupier.questions.sheet.question import ParSheet
from croupier.questions.strategy import Strategy, StrategyRecord
from croupier.service.designing import Sought
from croupier.service.record_route import Encoded, RecordRoute
from croupier.service.routes.answers import asked, problems, whole
from croupier.service.routes.rounds import BODY, document

router = APIRouter(tags=["proofs"], route_class=RecordRoute, responses=problems(404, 422, 501, 503, 504))
Game = Annotated[str, Query(max_length=600, description='A name, or a configuration such as "perfect-pairs(decks=6)".')]
Wager = Annotated[str | None, Query(max_length=60)]
Texts = Annotated[list[str] | None, Query(max_length=8)]
Others = Annotated[int, Query(description="Other players who make the jackpot wager, 0 to 20.")]
_JSON: dict[int | str, dict[str, Any]] = {200: {"content": {"application/json": {"schema": {"type": "object"}}}}}


@router.get("/edge", summary="The exact house edge, every outcome counted")
async def edge(
    request: Request,
    game: Game,
    wager: Wager = None,
    paytable: Annotated[str | None, Query(max_length=80)] = None,
    meter: Texts = None,
    jackpot_seed: Texts = None,
    rate: Texts = None,
    others: Others = 0,
    play: Annotated[str | None, Query(max_length=20, description="Another way to play that the solver names.")] = None,
) -> Encoded[EdgeRecord]:
    question = Edge(
        game=game,
        wager=wager,
        paytable=paytable,
        meter=tuple(meter or ()),
        jackpot_seed=tuple(jackpot_seed or ()),
        rate=tuple(rate or ()),
        others=others,
        play=play,
    )
    return Encoded((await asked(request, "edge", question=question)).body)


@router.get("/strategy", summary="The best way to play a base game")
async def strategy(request: Request, game: Game) -> Encoded[StrategyRecord]:
    return Encoded((await asked(request, "strategy", question=Strategy(game=game))).body)


@router.post(
    "/advise",
    responses={**_JSON, **problems(400, 413)},
    response_class=Response,
    openapi_extra=BODY,
    summary="What every decision is worth: {game, cards[, up]} or {round}",
)
async def advise(request: Request) -> Response:
    body = await document(request, "question")
    for key, value in body.items():
        if key not in ("game", "cards", "up", "round"):
            raise BadInput(f"{key[:40]}: unknown key", hint="known keys: game, cards, up, round")
        if value is not None and not isinstance(value, dict if key == "round" else str):
            raise BadInput(f"{key}: expected {'an object' if key == 'round' else 'a text'}")
    # Others wait for the same processes: a round is solved exactly only where that is quick.
    question = Advise(**body)
    if question.round is not None:
        question = Advise(**body, memory=1.0, seconds=2.0)
    return whole(await asked(request, "advise", question=question))


@router.get(
    "/sheet",
    responses={
        200: {"content": {"application/json": {}, "application/pdf": {}, "text/csv": {}, "text/html": {}, XLSX: {}}}
    },
    response_class=Response,
    summary="A par sheet: as data, as drawings for a page, or as a file",
)
async def sheet(
    request: Request,
    game: Game,
    wager: Wager = None,
    meter: Texts = None,
    jackpot_seed: Texts = None,
    rate: Texts = None,
    others: Others = 0,
    rounds_per_hour: int = 40,
    seats: int | None = None,
    average_wager: Annotated[str, Query(max_length=20)] = "10.00",
    format: Literal["json", "drawings", "pdf", "csv", "html", "xlsx"] = "json",
    download: bool = False,
    luck: Annotated[bool, Query(description="Bands, sessions and ruin; without them the answer comes at once.")] = True,
) -> Response:
    question = ParSheet(
        game=game,
        wager=wager,
        meter=tuple(meter or ()),
        jackpot_seed=tuple(jackpot_seed or ()),
        rate=tuple(rate or ()),
        others=others,
        rounds_per_hour=rounds_per_hour,
        seats=seats,
        average_wager=average_wager,
        luck=luck,
    )
    reply = await asked(request, "sheet", question=question, ending=format)
    name = re.sub(r"[^a-z0-9]+", "-", f"{game} {wager or ''}".casefold()).strip("-")[:80]
    return whole(reply, f"{name}.{format}" if download or format in ("pdf", "csv", "xlsx") else None)


@router.get(
    "/design",
    responses={200: {"content": {"application/json": {"schema": {"type": "object"}}, "application/toml": {}}}},
    response_class=Response,
    summary="Paytables for a wanted house edge, exactly counted, best first; or one of them as a file",
)
async def design(
    request: Request,
    game: Game,
    wager: Annotated[str, Query(max_length=60)],
    target_edge: Annotated[str, Query(max_length=20, description="In percent, as in 5.5.")],
    like: Annotated[str | None, Query(max_length=80, description="The table whose rows are used.")] = None,
    tolerance: Annotated[str, Query(max_length=20, description="In percent: how far from it is near enough.")] = "0.1",
    hit_frequency: Annotated[str | None, Query(max_length=20, description="In percent.")] = None,
    max_top_pay: Annotated[int, Query(ge=1, le=1_000_000)] = 1_000,
    row: Annotated[list[str] | None, Query(max_length=20, description="Bounds of one row, as in flush=3-6.")] = None,
    deviation: Annotated[str | None, Query(max_length=20, description="Least and largest, as in 2-4.")] = None,
    format: Literal["json", "toml"] = "json",
    place: Annotated[int, Query(ge=1, le=12, description="Which of the tables found is written.")] = 1,
    id: Annotated[str, Query(max_length=40)] = "OWN-DESIGN-01",
) -> Response:
    sought = Sought(target_edge, tolerance, hit_frequency, max_top_pay, tuple(row or ()), deviation)
    write = (place, id) if format == "toml" else None
    reply = await asked(request, "design", game=game, wager=wager, like=like, sought=sought, write=write)
    return whole(reply, "paytable.toml" if write else None)
