"""A house on a real socket within the test process, and clients that speak to it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import structlog
import uvicorn
from fastapi import FastAPI

from croupier.service.app import create_app
from croupier.service.server import PLAIN, PromptProtocol, Transport, address_of, open_socket
from croupier.service.settings import Settings

# The house's log is its own test; here it would only stand between a command and its output.
structlog.configure(logger_factory=structlog.ReturnLoggerFactory())


def quick(folder: Path, **changes: object) -> Settings:
    """Settings for tests: a database in the folder, and nobody counted."""
    given: dict[str, object] = {
        "database": str(folder / "house.db"),
        "requests_per_second": 1e9,
        "burst": 10**9,
        "questions_each": 50,
        "guests_per_second": 1e9,
        "guests_burst": 10**9,
        "bots": 0,
    }
    return Settings(**(given | changes))  # type: ignore[arg-type]


class House:
    """Open from ``with`` to its end."""

    def __init__(self, settings: Settings, port: int = 0, transport: Transport = PLAIN) -> None:
        self.app = create_app(settings)
        self._clients: list[httpx.Client] = []
        self._socket = open_socket("127.0.0.1", port)
        self.address = address_of(self._socket)
        config = uvicorn.Config(
            transport.around(self.app),
            log_config=None,
            access_log=False,
            proxy_headers=False,
            http=PromptProtocol,
            ws="websockets-sansio",
            timeout_graceful_shutdown=2,
            # On a busy machine a client asks again after the usual five seconds, and must not meet a closed connection.
            timeout_keep_alive=3600,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)

    def client(self) -> httpx.Client:
        """Somebody with a cookie jar of their own."""
        self._clients.append(httpx.Client(base_url=self.address, timeout=30))
        return self._clients[-1]

    def __enter__(self) -> Self:
        self._thread.start()
        until = time.monotonic() + 20
        while not self._server.started:
            assert self._thread.is_alive(), "the house did not open"
            assert time.monotonic() < until
            time.sleep(0.01)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        for client in self._clients:
            client.close()
        self._server.should_exit = True
        self._thread.join(20)


def in_process(settings: Settings, walk: Callable[[FastAPI], Awaitable[None]]) -> None:
    """A house without a socket, open while ``walk`` asks it (``asks``)."""

    async def open_and_walk() -> None:
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            await walk(app)

    asyncio.run(open_and_walk())


def asks(app: FastAPI, address: str = "127.0.0.1") -> httpx.AsyncClient:
    """Somebody at an address, with a cookie jar of their own."""
    transport = httpx.ASGITransport(app=app, client=(address, 5000))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")
