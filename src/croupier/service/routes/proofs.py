"""Exact figures: edges, strategies, advice, whole par sheets, worked out in other processes, with their own limits. The
parameters of a question are its fields: what the command can ask, the API can ask."""

import inspect
import re
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from croupier.errors import BadInput
from croupier.handbook.page.workbook import XLSX
from croupier.questions import advantage, asking, cut_card, edge, mix, simulate, strategy
from croupier.questions.advise import AdviceRecord, Advise
from croupier.questions.design import Design, DesignRecord, RatesRecord
from croupier.questions.grade import Grade, GradeRecord
from croupier.questions.sheet.question import ParSheet
from croupier.questions.sheet.records import SheetRecord
from croupier.records import replace
from croupier.service.questions import SimulatedSoFar
from croupier.service.record_route import Encoded, RecordRoute, asked, problems, to_keep, whole
from croupier.service.routes.rounds import BODY, document

router = APIRouter(tags=["proofs"], route_class=RecordRoute, responses=problems(404, 422, 501, 503, 504))
MOST_TEXT, MOST_TEXTS = 600, 20
MOST_SAMPLED = 1_000_000  # Deals or shoes: others wait for the same processes.


def in_query(kind: type[asking.Question[object]], *without: str) -> object:
    """A question from the address: a parameter for every field."""
    fields = [field for name, field in asking.fields_of(kind).items() if name not in without]

    def read(**given: Any) -> asking.Question[object]:
        for name in ("deals", "shoes", "samples"):
            if (given.get(name) or 0) > MOST_SAMPLED:
                hint = "the command and the library take more"
                raise BadInput(f"{name} {given[name]}: the house samples at most {MOST_SAMPLED:,}", hint=hint)
        named = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
        return kind(**{name: value for name, value in named.items() if value is not None})

    read.__signature__ = inspect.Signature([_parameter(field) for field in fields])  # type: ignore[attr-defined]
    return Depends(read)


def _parameter(field: asking.QuestionField) -> inspect.Parameter:
    kind: Any = Literal[field.choices] if field.choices else field.kind
    most = MOST_TEXT if kind is str else None
    if kind is tuple:
        kind, most = list[str] | None, MOST_TEXTS
    elif field.default is None and not field.is_required:
        kind = kind | None
    default = None if field.kind is tuple else field.default
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if field.is_required else default,
        annotation=Annotated[kind, Query(description=field.words or None, max_length=most)],
    )


def _asks(path: str, kind: type[asking.Question[object]], answer: Any, summary: str, *without: str) -> None:
    """A route for a question whose answer is its record."""
    job = "simulate" if kind is simulate.Simulate else "question"

    async def endpoint(request: Request, question: asking.Question[object]) -> Encoded[object]:
        return Encoded((await asked(request, job, question=question)).body)

    endpoint.__name__ = path.strip("/").replace("/", "_").replace("-", "_")
    given = Annotated[kind, in_query(kind, *without)]  # type: ignore[valid-type]
    endpoint.__annotations__ = {"request": Request, "question": given, "return": Encoded[answer]}
    router.get(path, summary=summary)(endpoint)


_asks("/edge", edge.Edge, edge.EdgeRecord, "The exact house edge, every outcome counted")
_asks("/edge/mix", mix.EdgeOfMix, mix.MixRecord, "A seat that makes several wagers together, and a table of such seats")
_asks("/edge/tables", edge.EdgeOfEveryTable, edge.SweepRecord, "The edge of every paytable of a game")
_asks("/edge/pot", edge.EdgeAtOnePot, edge.PotRecord, "Several players at one pot, seat by seat: recorded, or sampled")
_asks("/strategy", strategy.Strategy, strategy.StrategyRecord | edge.EdgeRecord, "The best way to play a base game")
_asks(
    "/advantage",
    advantage.Advantage,
    advantage.AdvantageRecord | advantage.ShoeAdvantageRecord | edge.EdgeRecord,
    "What a game loses to a player who sees too much",
)
_asks(
    "/advantage/sights",
    advantage.AdvantageOfEverySight,
    advantage.SightsRecord,
    "Every sight of the dealer's cards that is exact in seconds",
)
_asks("/cut-card", cut_card.CutCard, cut_card.CutCardReport, "What dealing to a cut card changes, estimated", "threads")
_asks(
    "/simulate",
    simulate.Simulate,
    SimulatedSoFar,
    "Simulated rounds beside the exact values",
    "backend",
    "threads",
    "dask_address",
)


async def _posted(request: Request, kind: type[asking.Question[object]], **fields: type) -> asking.Question[object]:
    """A question from the body: its keys are these fields, each a text or an object."""
    body = await document(request, "question")
    needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
    for key in (*body, *needed):
        if key not in fields:
            raise BadInput(f"{key[:40]}: unknown key", hint=f"known keys: {', '.join(fields)}")
        value = body.get(key)
        if (value is None and key in needed) or (value is not None and not isinstance(value, fields[key])):
            what = "an object" if fields[key] is dict else "a text"
            raise BadInput(f"{key}: expected {what}", hint=f"as in {{{', '.join(fields)}}}")
    return kind(**body)


_posts = partial(router.post, responses=problems(400, 413), openapi_extra=BODY)


@_posts("/advise", summary="What every decision is worth: {game, cards[, up]} or {round}")
async def advise(request: Request) -> Encoded[AdviceRecord]:
    question = await _posted(request, Advise, game=str, cards=str, up=str, round=dict)
    # Others wait for the same processes: a round is solved exactly only where that is quick.
    if isinstance(question, Advise) and question.round is not None:
        question = replace(question, memory=1.0, seconds=2.0)
    return Encoded((await asked(request, "question", question=question)).body)


@_posts("/grade", summary="What a way to play is worth, exactly: {game, policy}, a policy of rules or of a chart")
async def grade(request: Request) -> Encoded[GradeRecord]:
    question = await _posted(request, Grade, game=str, policy=dict)
    return Encoded((await asked(request, "question", question=question)).body)


@router.get(
    "/sheet",
    responses={200: {"content": {"application/pdf": {}, "text/csv": {}, "text/html": {}, XLSX: {}}}},
    summary="A par sheet: as data, as drawings for a page, or as a file",
)
async def sheet(
    request: Request,
    question: Annotated[ParSheet, in_query(ParSheet)],
    format: Literal["json", "drawings", "pdf", "csv", "html", "xlsx"] = "json",
    download: bool = False,
) -> Encoded[SheetRecord]:
    reply = await asked(request, "sheet", question=question, ending=format)
    name = re.sub(r"[^a-z0-9]+", "-", f"{question.game} {question.wager or ''}".casefold()).strip("-")[:80]
    kept = to_keep(f"{name}.{format}") if download or format in ("pdf", "csv", "xlsx") else None
    return Encoded(reply.body, headers=kept, media_type=reply.media_type)


@router.get(
    "/design",
    responses={200: {"content": {"application/toml": {}}}},
    summary="Paytables for a wanted house edge, exactly counted, nearest to the table at hand first; or one as a file",
)
async def design(
    request: Request,
    question: Annotated[Design, in_query(Design)],
    format: Literal["json", "toml"] = "json",
    place: Annotated[int, Query(ge=1, le=50, description="Which of the tables found is written.")] = 1,
    id: Annotated[str, Query(max_length=40)] = "OWN-DESIGN-01",
) -> Encoded[DesignRecord | RatesRecord] | Response:
    if format == "toml":
        reply = await asked(request, "design", question=question, place=place, table_id=id)
        return whole(reply, "paytable.toml")
    return Encoded((await asked(request, "question", question=question)).body)
