"""The app: routes, the guard around them, the built pages, and what lives as long as the house does."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import structlog
from fastapi import Depends, FastAPI, Request
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from croupier import catalogue, errors, records, software
from croupier.people import enrolling, signing_in
from croupier.service import demonstration, guard, problems, server
from croupier.service.books.alerts import Noticing, SeenAlerts
from croupier.service.books.lamps import Lamps
from croupier.service.books.running import ReportThreads, RunningBook
from croupier.service.floor import Floor
from croupier.service.play_jackpots import ChipsBook
from croupier.service.record_route import Encoded, ProblemBody, components
from croupier.service.routes import book, devices, displays, office, pit, proofs, rounds, staff, tables
from croupier.service.settings import Settings
from croupier.service.staff import Challenges, Doors, entitled
from croupier.service.workers import Workers
from croupier.stores.opening import kind_of, sqlite_path
from croupier.stores.slate import Slate, slate_of
from croupier.table.table import AnnouncedTable

API = "/api/v1"
QUESTIONS_WAITING: Final = 24  # Exact questions that may wait at once before the house says it is busy.
SHIFT_SECONDS: Final = 12 * 3600.0  # A staff session ends after this long, even if it is busy.
ROOMS = (tables, pit, displays, office, devices, staff, book, rounds, proofs)


def create_app(settings: Settings | None = None, plans: list[AnnouncedTable] | None = None) -> FastAPI:
    """One house; with its own tables where plans are given."""
    settings = settings or Settings()
    metrics = guard.Metrics()
    pages = Pages(settings.pages)
    workers = Workers(settings.workers, QUESTIONS_WAITING, settings.questions_each, metrics)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        await floor.open()
        async with back.living(), demonstration.playing(app):
            app.state.ready = True
            yield
            app.state.ready = False
        await floor.close()
        await workers.close()
        await advisers.close()

    advisers = Workers(settings.advisers, QUESTIONS_WAITING, 2, metrics)
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
        chips_plans = list(floor.plans.values())
        floor.jackpots.opening = lambda shown: ChipsBook(settings.chips_book, chips_plans, shown, app.state.book)
    app.state.newcomers = guard.Buckets(settings.guests_per_second, settings.guests_burst)
    app.state.ready = False
    problems.add_handlers(app)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> Response:
        return JSONResponse({"status": "up", "software": software.VERSION})

    @app.get("/readyz", include_in_schema=False)
    async def readyz(request: Request) -> Response:
        found = await readiness(request.app, pages.is_built)
        if not server.is_of_this_machine(request.scope):
            found = records.replace(found, parts={})
        return Encoded(found, 200 if found.status == "ready" else 503)

    @app.get("/metrics", include_in_schema=False)
    async def prometheus(request: Request) -> Response:
        if not server.is_of_this_machine(request.scope):
            raise problems.Refused(404, "not_here", "the counts are read on the house's machine")
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)

    # Routes are tried in this order: those that people wait for at a table come first.
    for room in ROOMS:
        app.include_router(room.router, prefix=API, dependencies=[Depends(entitled)])
    describe(app)
    app.mount("/", pages)
    app.add_middleware(guard.Guard, settings=settings, metrics=metrics)
    return app


def describe(app: FastAPI) -> None:
    """The OpenAPI document with the one shape of every error; a test refuses a change that breaks a client."""
    plain = app.openapi

    def openapi() -> dict[str, object]:
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


LEAST_FREE_BYTES: Final = 32 * 2**20  # With less room than this on a disk, the next commits may be the last.


class Readiness(records.Record):
    """What a supervisor of processes is told; the parts are for the house's own machine."""

    status: str
    rulebook_hash: str
    parts: dict[str, str]  # By part, what is wrong with it; empty where it is well.


async def readiness(app: FastAPI, are_pages_built: bool) -> Readiness:
    """Every part is looked at now, in a thread, since a lost database may take its time."""
    floor: Floor = app.state.floor
    book: RunningBook | None = app.state.book
    parts = {
        "house": "" if app.state.ready else "it is opening or closing",
        "pages": "" if are_pages_built else "they are not built",
        "tables": await asyncio.to_thread(_tables, floor),
        "disk": await asyncio.to_thread(_disk, floor.store.url, book.url if book else ""),
    }
    if book is not None:
        parts["book"] = book.trouble or ("it was not read for a while" if book.is_away else "")
        parts["writers"] = "; ".join(f"{name}: {link.stopped}" for name, link in book.links.items() if link.stopped)
        parts["anchors"] = await asyncio.to_thread(lambda: book.desk.unwitnessed or book.desk.unpublished)
    # Without anchors the house works, and nobody could prove a rewritten book wrong: it is said, and turns nobody away.
    is_ready = not any(words for part, words in parts.items() if part != "anchors")
    return Readiness(status="ready" if is_ready else "not ready", rulebook_hash=catalogue.book().hash, parts=parts)


def _tables(floor: Floor) -> str:
    """The play tables' database: that it answers, that no other house has it, and that the last commit was kept."""
    if not floor.plans:
        return ""
    try:
        floor.store.check()
    except errors.CroupierError as problem:
        return problem.message
    return floor.store.trouble


def _disk(*addresses: str) -> str:
    for address in addresses:
        if address and kind_of(address) == "sqlite":
            folder = Path(sqlite_path(address)).resolve().parent
            free = shutil.disk_usage(folder).free
            if free < LEAST_FREE_BYTES:
                return f"{free // 2**20} MiB are free at {folder}"
    return ""


TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FOREVER = "public, max-age=31536000, immutable"


class Pages:
    """Serves the folder that ``make`` built; any address that is not a file shows the index."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = {
            path.relative_to(folder).as_posix(): path
            for path in folder.rglob("*")
            if path.is_file() and path.suffix in TYPES
        }
        """Known when the house opens, so that no address can name any other file."""

    @property
    def is_built(self) -> bool:
        return "index.html" in self.files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["path"].startswith("/api/"):
            # No page: the interface has no such address, or has it for other methods.
            raise HTTPException(405 if problems.methods_at(scope) else 404)
        await self._response(scope)(scope, receive, send)

    def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("pages can only be read\n", 405, {"Allow": "GET, HEAD"})
        if not self.is_built:
            return PlainTextResponse("The pages are not built: run make.\n", 503)
        name = scope["path"].lstrip("/")
        path = self.files.get(name)
        if path is None and name.startswith("assets/"):
            return PlainTextResponse("no such file: load the page again\n", 404)
        path = path or self.files["index.html"]
        headers = {
            "Content-Type": TYPES[path.suffix],
            "Cache-Control": FOREVER if "assets" in path.parts else "no-cache",
            "Vary": "Accept-Encoding",
        }
        accepted = next((value.decode("latin-1") for key, value in scope["headers"] if key == b"accept-encoding"), "")
        offered = {offer.split(";")[0].strip() for offer in accepted.split(",")}
        for encoding, ending in ENCODINGS:
            packed = path.with_name(path.name + ending)
            if encoding in offered and packed.exists():
                return FileResponse(packed, headers=headers | {"Content-Encoding": encoding})
        return FileResponse(path, headers=headers)


LISTEN_SECONDS = 2.0
HEAR_SECONDS = 0.5
NOTICE_SECONDS = 1.0
log = structlog.get_logger("croupier.house")


async def always(work: Callable[[], object], seconds: float, tell: Callable[[], None]) -> None:
    """Work again and again, on a thread of its own since a lost database may block it, and tell where it changed
    something. Nothing else would notice that it has ended, so no failure ends it."""
    said = ""
    thread = ThreadPoolExecutor(1, "always")
    try:
        while True:
            pause = seconds
            try:
                if await asyncio.get_running_loop().run_in_executor(thread, work):
                    tell()
            except Exception as problem:
                pause = max(seconds, HEAR_SECONDS)
                if not isinstance(problem, errors.CroupierError):
                    log.exception("a part of the house failed")
                elif problem.message != said:
                    said = problem.message
                    log.warning("a part of the house waits", why=said)
            await asyncio.sleep(pause)
    finally:
        thread.shutdown(wait=False)


class Office:
    """What works by itself for as long as the house does: it follows the book, listens to the sensors, sends alerts."""

    def __init__(self, book: RunningBook | None, lamps: Lamps, slate: Slate, noticing: Noticing | None = None) -> None:
        self.book = book
        self.lamps = lamps
        self.slate = slate
        self.noticing = noticing

    @asynccontextmanager
    async def living(self) -> AsyncIterator[None]:
        """Without a book there is nothing to do."""
        book = self.book
        if book is None:
            yield
            return
        book.open()
        works: list[tuple[Callable[[], object], float]] = [(lambda: self.look(book), LISTEN_SECONDS), (self._hear, 0.0)]
        if self.noticing:
            works.append((self.noticing.look, NOTICE_SECONDS))
        tasks = [asyncio.create_task(always(work, seconds, book.tell)) for work, seconds in works]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self.noticing:
                await asyncio.to_thread(self.noticing.close)
            await book.close()
            await asyncio.to_thread(self.slate.close)

    def follow_devices(self, book: RunningBook) -> bool:
        """Expect exactly the sensors that are paired now: the command line may change them. Whether one has gone."""
        paired = [device for device in book.logins.devices().values() if device.kind == "sensor"]
        for device in paired:
            self.lamps.expect(device, book.poster(device.link))
        gone = self.lamps.expected - {(device.link, device.table) for device in paired}
        for link, table in gone:
            self.lamps.forget(link, table)
        return bool(gone)

    def look(self, book: RunningBook) -> bool:
        """Read what other processes heard, stop tables whose sensor fell silent; returns whether anything changed."""
        changed = self.lamps.refresh()
        changed = self.follow_devices(book) or changed
        for table in self.lamps.look():
            log.warning("sensor silent", table=table)
            changed = True
        return changed

    def _hear(self) -> bool:
        """Show lamps set at another process at once."""
        self.slate.wait(HEAR_SECONDS)
        return self.lamps.refresh()


def open_office(app: FastAPI, settings: Settings) -> Office:
    """Open the book that the settings name; one that cannot be used is refused before the house opens."""
    book = RunningBook(settings.book, lambda note: log.warning("book", note=note)) if settings.book else None
    slate = slate_of(settings.book or "memory:")
    slate.distrust = lambda kind, key: log.error("a note on the slate is not of this house", note=kind, key=key)
    app.state.book = book
    app.state.sessions = signing_in.Sessions(
        slate,
        settings.idle_seconds,
        SHIFT_SECONDS,
        lambda: book is not None and book.is_away,
        book.logins.file if book else None,
    )
    app.state.challenges = Challenges(slate)
    app.state.known_browsers = signing_in.KnownBrowsers(slate)
    app.state.pairings = enrolling.Pairings(slate)
    app.state.auditing = asyncio.Lock()
    app.state.audited = None  # the last audit that this process was asked for
    app.state.readers = ReportThreads()
    app.state.auditors = ReportThreads(1, 0)
    app.state.doors = Doors(slate, settings.doors_per_second, settings.doors_burst)
    app.state.lamps = Lamps(slate, settings.silent_seconds)
    app.state.seen_alerts = SeenAlerts(book.logins.log) if book else None
    noticing = None
    if book and settings.alerts:
        noticing = Noticing(settings.alerts, book, app.state.lamps, app.state.seen_alerts, slate)
    return Office(book, app.state.lamps, slate, noticing)
