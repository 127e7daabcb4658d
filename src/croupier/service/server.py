"""Running the house: a socket first, so that its address can be said, then uvicorn until it is told to stop. Plain HTTP
is spoken only on loopback or behind a named proxy, whose headers are believed from its own address alone. A head that
does not end in time is hung up on here: whoever never finishes one would hold all connections."""

import asyncio
import gc
import ipaddress
import logging
import re
import signal
import socket
import ssl
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import structlog
import uvicorn
from fastapi import FastAPI
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from croupier.errors import BadInput
from croupier.service.problems import MEDIA_TYPE, problem_body

METRICS = "/metrics"  # What only this machine may read: counts by path and time are nobody's business outside.
HEALTH = ("/healthz", "/readyz", METRICS)
"""Paths that a process supervisor or a monitor on this machine may ask for without the proxy."""
_PORT = re.compile(r"[0-9]{1,5}", re.ASCII)
_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*", re.ASCII)


class Transport(NamedTuple):
    """What is between the house and a browser."""

    certificate: str | None = None
    key: str | None = None
    proxy: str | None = None
    names: tuple[str, ...] = ()
    ports: Mapping[str, int] = {}  # By name, the port that browsers use if it is not the one that the house listens on.

    def check(self, listening: socket.socket) -> None:
        """BadInput if passwords would cross a network in the clear."""
        address = ipaddress.ip_address(listening.getsockname()[0].partition("%")[0])
        if not address.is_loopback:
            if not (self.certificate or self.proxy):
                raise BadInput(
                    f"{address} is not loopback, and plain HTTP is only for this machine",
                    hint="--certificate FILE --key FILE, or --behind-proxy ADDRESS",
                )
            if not self.names:
                raise BadInput(
                    "no name is given under which browsers reach the house", hint="as in --name casino.example.com"
                )

    @property
    def scheme(self) -> str:
        return "https" if self.certificate else "http"

    @property
    def options(self) -> dict[str, Any]:
        """For uvicorn."""
        found: dict[str, object] = {"proxy_headers": False}  # ``around`` reads them, and only from the named proxy
        if self.certificate:
            found |= {"ssl_certfile": self.certificate, "ssl_keyfile": self.key}
        return found

    def around(self, app: ASGIApp) -> ASGIApp:
        """The house as it is served: behind a named proxy it answers that proxy."""
        return BehindProxy(app, self.proxy, is_plain=self.certificate is None) if self.proxy else app


class BehindProxy:
    """Believes the named proxy's headers. Over plain HTTP nobody else is answered."""

    def __init__(self, app: ASGIApp, proxy: str, *, is_plain: bool = True) -> None:
        self._proxy = ipaddress.ip_address(proxy)
        self._is_plain = is_plain
        self._direct = app
        self._forwarded = ProxyHeadersMiddleware(app, trusted_hosts=proxy)  # type: ignore[arg-type]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._direct(scope, receive, send)
            return
        peer = _peer(scope)
        if peer == self._proxy and scope["path"] == METRICS and b"x-forwarded-for" in dict(scope["headers"]):
            # The proxy speaks for somebody else; a monitor on this machine may have the proxy's address too.
            await _refuse(scope, receive, send, 404, "not_here", "the counts are read on the house's machine")
        elif peer == self._proxy:
            client = (str(self._proxy), scope["client"][1])
            await self._forwarded({**scope, "client": client}, receive, send)  # type: ignore[arg-type]
        elif not self._is_plain or (peer is not None and peer.is_loopback and scope["path"] in HEALTH):
            await self._direct(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            detail = "this house is reached only through its proxy"
            await _refuse(scope, receive, send, 421, "not_the_proxy", detail)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, code: str, detail: str) -> None:
    answer = Response(problem_body(status, code, detail), status, {"cache-control": "no-store"}, MEDIA_TYPE)
    await answer(scope, receive, send)


def is_of_this_machine(scope: Scope) -> bool:
    """Whether somebody asks from the machine that the house runs on."""
    peer = _peer(scope)
    return peer is not None and peer.is_loopback


def _peer(scope: Scope) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address at the other end of the connection. IPv4 on an IPv6 socket counts as IPv4."""
    try:
        found = ipaddress.ip_address(scope["client"][0].partition("%")[0])
    except (TypeError, KeyError, ValueError):
        return None
    return getattr(found, "ipv4_mapped", None) or found


PLAIN = Transport()


def transport_of(certificate: str | None, key: str | None, proxy: str | None, names: tuple[str, ...]) -> Transport:
    """What was chosen at the command line; BadInput names what does not fit."""
    if (certificate is None) != (key is None):
        raise BadInput("a certificate and its key belong together", hint="--certificate FILE --key FILE")
    if certificate and key:
        for file in (certificate, key):
            if not Path(file).is_file():
                raise BadInput(f"there is no file {file}", hint="a PEM file")
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
        except (ssl.SSLError, OSError) as problem:
            raise BadInput(f"{certificate} and {key} are not a certificate and its key: {problem!s:.80}") from None
    if proxy is not None:
        try:
            ipaddress.ip_address(proxy)
        except ValueError:
            raise BadInput(f"--behind-proxy {proxy[:60]} is not an IP address", hint="as in 10.0.0.5") from None
    ports: dict[str, int] = {}
    wanted = []
    for given in names:
        name, colon, port = given.strip().lower().partition(":")
        is_port = bool(_PORT.fullmatch(port)) and 0 < int(port) < 65_536
        if not _NAME.fullmatch(name) or len(name) > 253 or (colon and not is_port):
            hint = "without scheme: casino.example.com, or casino.example.com:8443 if browsers use that port"
            raise BadInput(f"--name {given[:60]} is not a host name", hint=hint)
        wanted.append(name)
        if colon or proxy:
            ports[name] = int(port or 443)
    return Transport(certificate, key, proxy, tuple(wanted), ports)


HEADER_SECONDS = 20.0  # From the connection, or from the first byte of another request on it, to the end of the head.


class PromptProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's own, which hangs up on a head that does not end in time. Single bytes do not extend the time."""

    header_seconds = HEADER_SECONDS
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: object) -> None:
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
    """One line of JSON on standard error for each event, be it of the house, a library or a failed thread."""
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
    return [number for number in asked if signal.getsignal(number) is not signal.SIG_IGN]


class Server(uvicorn.Server):
    """uvicorn, ended by a signal as a command that did its work: with status 0."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What the house has read stays for good: the collector need not walk it again in the middle of a round.
        gc.collect()
        gc.freeze()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in stop_signals()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


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
