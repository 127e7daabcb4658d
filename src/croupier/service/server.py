"""Running the house: a socket first, so that its address can be said, then uvicorn until it is told to stop."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
import uvicorn
from fastapi import FastAPI

from croupier.errors import BadInput
from croupier.service.header_limit import PromptProtocol
from croupier.service.transport import PLAIN, Transport

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


def quiet_logs() -> None:
    """One line of JSON for each event, on standard error."""
    logging.basicConfig(level=logging.WARNING)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
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
    quiet_logs()
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
