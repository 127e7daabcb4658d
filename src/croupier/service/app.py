"""The app: routes, the guard around them, and what lives as long as the house does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import Depends, FastAPI, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import JSONResponse, Response

from croupier import __version__, catalogue
from croupier.service.chips.book import open_chips
from croupier.service.demonstration.living import playing
from croupier.service.guard import Buckets, Guard, Metrics
from croupier.service.office import open_office
from croupier.service.pages import Pages
from croupier.service.problems import Refused, add_handlers
from croupier.service.record_route import components
from croupier.service.routes import (
    book,
    devices,
    displays,
    enrolling,
    links,
    office,
    passkeys,
    pit,
    proofs,
    quiz,
    rounds,
    staff,
    table_reports,
    tables,
)
from croupier.service.routes.answers import ProblemBody
from croupier.service.settings import Settings
from croupier.service.staff.visitors import entitled
from croupier.service.tables.floor import Floor
from croupier.service.transport import is_of_this_machine
from croupier.service.workers import Workers
from croupier.table.table import AnnouncedTable

API = "/api/v1"
ROOMS = (
    tables,
    pit,
    table_reports,
    displays,
    office,
    links,
    devices,
    staff,
    passkeys,
    enrolling,
    book,
    rounds,
    proofs,
    quiz,
)


def create_app(settings: Settings | None = None, plans: list[AnnouncedTable] | None = None) -> FastAPI:
    """One house; with its own tables where plans are given."""
    settings = settings or Settings()
    metrics = Metrics()
    pages = Pages(settings.pages)
    workers = Workers(settings.workers, settings.questions_waiting, settings.questions_each, metrics)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        await floor.open()
        async with back.living(), playing(app):
            app.state.ready = True
            yield
            app.state.ready = False
        await floor.close()
        await workers.close()
        await advisers.close()

    advisers = Workers(settings.advisers, settings.questions_waiting, 2, metrics)
    app = FastAPI(
        title="Croupier",
        version="1",
        summary="Casino table games: the book, rulings, proofs and tables of play chips.",
        openapi_url=f"{API}/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=living,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.workers = workers
    app.state.advisers = advisers
    # Opened here and not with the first request: a database that cannot be used is refused before the house opens.
    floor = app.state.floor = Floor(settings, metrics, plans if settings.play_tables else [])
    back = open_office(app, settings)
    if settings.chips_book and floor.plans:
        floor.jackpots.opening = partial(open_chips, settings.chips_book, list(floor.plans.values()), app.state.book)
    app.state.newcomers = Buckets(settings.guests_per_second, settings.guests_burst)
    app.state.ready = False
    add_handlers(app)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> Response:
        return JSONResponse({"status": "up", "software": __version__})

    @app.get("/readyz", include_in_schema=False)
    async def readyz(request: Request) -> Response:
        ready = bool(request.app.state.ready) and pages.is_built
        body = {"status": "ready" if ready else "not ready", "rulebook_hash": catalogue.book().hash}
        return JSONResponse(body, 200 if ready else 503)

    @app.get("/metrics", include_in_schema=False)
    async def prometheus(request: Request) -> Response:
        if not is_of_this_machine(request.scope):
            raise Refused(404, "not_here", "the counts are read on the house's machine")
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    # Routes are tried in this order: those that people wait for at a table come first.
    for each in ROOMS:
        app.include_router(each.router, prefix=API, dependencies=[Depends(entitled)])
    describe(app)
    app.mount("/", pages)
    app.add_middleware(Guard, settings=settings, metrics=metrics)
    return app


def describe(app: FastAPI) -> None:
    """The OpenAPI document with the one shape of every error; a test refuses a change that breaks a client."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = plain()
            schemas = document.setdefault("components", {}).setdefault("schemas", {})
            for name in ("HTTPValidationError", "ValidationError"):
                schemas.pop(name, None)
            schemas |= components()
            schemas["ProblemBody"] = ProblemBody.model_json_schema()
            for path in document["paths"].values():
                for operation in path.values():
                    for response in operation["responses"].values():
                        content = response.get("content", {})
                        schema = content.get("application/json", {}).get("schema", {})
                        if schema.get("$ref", "").endswith("HTTPValidationError"):
                            response["content"] = {
                                "application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}
                            }
        return app.openapi_schema or {}

    app.openapi = openapi  # type: ignore[method-assign]
