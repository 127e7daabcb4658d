"""The app: routes, the guard around them, and what lives as long as the house does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.responses import JSONResponse, Response

from croupier import __version__, catalogue
from croupier.service.guard import Guard, Metrics
from croupier.service.pages import Pages
from croupier.service.problems import add_handlers
from croupier.service.settings import Settings

API = "/api/v1"


def create_app(settings: Settings | None = None) -> FastAPI:
    """One house."""
    settings = settings or Settings()
    metrics = Metrics()
    pages = Pages(settings.pages)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        app.state.ready = True
        yield
        app.state.ready = False

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
    async def prometheus() -> Response:
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    app.mount("/", pages)
    app.add_middleware(Guard, settings=settings, metrics=metrics)
    return app
