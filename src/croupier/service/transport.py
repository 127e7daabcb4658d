"""How the house is reached: plain HTTP only on loopback, elsewhere with a certificate or behind a named proxy.

Passwords and sessions never cross a network in the clear. A proxy's headers are believed only if it is named, and only
from its own address.
"""

from __future__ import annotations

import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from croupier.errors import BadInput
from croupier.service.problems import MEDIA_TYPE, problem_body

METRICS = "/metrics"
"""What only this machine may read: counts by path and time are nobody's business outside."""
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
    ports: Mapping[str, int] = {}
    """By name, the port that browsers use if it is not the one that the house listens on."""

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
        found: dict[str, Any] = {"proxy_headers": False}  # ``around`` reads them, and only from the named proxy
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
