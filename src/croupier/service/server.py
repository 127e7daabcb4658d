"""Running the house: a socket first, so that its address can be said, then uvicorn until it is told to stop.

uvicorn bounds the pause between two requests, and ``guard`` the body of one. Nothing bounds the lines before the body,
so a head that does not end in time is hung up on here: somebody who opens connections and never finishes one would hold
all of them.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from croupier.errors import BadInput
from croupier.service.transport import PLAIN, Transport

HEADER_SECONDS = 20.0
"""From the connection, or from the first byte of another request on it, to the end of the head."""


class PromptProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's own, which hangs up on a head that does not end in time. Single bytes do not extend the time."""

    header_seconds = HEADER_SECONDS
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Count from now on if a head has begun, unless it is counted already."""
        if not self._is_in_a_head():
            self._stop_watching()
        elif self._late is None:
            self._late = self.loop.call_later(self.header_seconds, self._hang_up)

    def _hang_up(self) -> None:
        self._late = None
        if self._is_in_a_head():
            self.transport.abort()

    def _is_in_a_head(self) -> bool:
        """Whether a request is expected here that has not come whole. After an upgrade the connection is not ours."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return False
        return self.cycle is None or self.cycle.response_complete

    def _stop_watching(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


GRACE_SECONDS = 5
TURN_SECONDS = 0.0005
"""How long a thread may compute while another wants to: the one that waits for the disk needs many short turns."""


def open_socket(host: str, port: int) -> socket.socket:
    """A listening socket; BadInput where the address cannot be had."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(256)
    except OSError as problem:
        why = problem.strerror or str(problem)
        raise BadInput(
            f"cannot listen on {host} port {port}: {why}", hint="another --port, or --port 0 for any that is free"
        ) from None
    return listening


def address_of(listening: socket.socket, transport: Transport = PLAIN) -> str:
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = transport.names[0] if transport.names else "localhost"
    return f"{transport.scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def log_in_json() -> None:
    """One line of JSON for each event, on standard error, whoever tells of it: the house, a library, a warning, or a
    thread that ended in an error."""
    said: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    in_json = structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[*said, in_json],
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, in_json], foreign_pre_chain=said
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.captureWarnings(True)
    threading.excepthook = lambda failed: logging.getLogger("croupier.house").error(
        "a thread failed", exc_info=failed.exc_value
    )


def stop_signals() -> list[signal.Signals]:
    """What ends the house: being told to, Ctrl-C, and the end of its terminal unless it was started to outlive that."""
    asked = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
    return [each for each in asked if signal.getsignal(each) is not signal.SIG_IGN]


class Server(uvicorn.Server):
    """uvicorn, ended by a signal as a command that did its work: with status 0."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What the house has read stays for good: the collector need not walk it again in the middle of a round.
        gc.collect()
        gc.freeze()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {each: signal.signal(each, self.handle_exit) for each in stop_signals()}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def run(app: FastAPI, listening: socket.socket, say: Callable[[str], None], transport: Transport = PLAIN) -> None:
    """Serve until a signal ends it; open requests are finished first."""
    log_in_json()
    sys.setswitchinterval(TURN_SECONDS)
    say(address_of(listening, transport))
    config = uvicorn.Config(
        transport.around(app),
        log_config=None,
        access_log=False,
        http=PromptProtocol,
        ws="websockets-sansio",
        ws_max_size=1024,  # pages only listen
        ws_per_message_deflate=False,  # a view has a few kilobytes: to compress it for every viewer costs more
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=30,
        server_header=False,
        **transport.options,
    )
    Server(config).run(sockets=[listening])
