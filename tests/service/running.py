"""A house on a real socket within the test process, and clients that speak to it."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import structlog
import uvicorn

from croupier.service.app import create_app
from croupier.service.header_limit import PromptProtocol
from croupier.service.server import address_of, open_socket
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
    }
    return Settings(**(given | changes))  # type: ignore[arg-type]


class House:
    """Open from ``with`` to its end."""

    def __init__(self, settings: Settings, port: int = 0) -> None:
        self.app = create_app(settings)
        self._clients: list[httpx.Client] = []
        self._socket = open_socket("127.0.0.1", port)
        self.address = address_of(self._socket)
        config = uvicorn.Config(
            self.app,
            log_config=None,
            access_log=False,
            http=PromptProtocol,
            ws="websockets-sansio",
            timeout_graceful_shutdown=2,
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
