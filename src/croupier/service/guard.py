"""What every request passes: an id, headers that keep a page to itself, a bound on its body, a limit on its rate."""

import asyncio
import ipaddress
import re
import time
import uuid
from collections import OrderedDict

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.service.problems import problem_body
from croupier.service.settings import Settings

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
HTTPS_ONLY = (b"strict-transport-security", b"max-age=31536000")
"""For a year browsers ask for this name over HTTPS alone."""
MOST_ADDRESSES = 10_000
MOST_BYTES = 256 * 1024  # Of a body.
BODY_SECONDS = 20.0  # How long a body may take, from its first part to its last.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"})
"""Methods that are counted by name. A name made up by a visitor would be kept forever."""
PAGES_FACTOR = 10  # How many pages and assets an address may read for each API request.
log = structlog.get_logger("croupier.house")


class Metrics:
    """What Prometheus reads at /metrics; each house has its own registry."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "house_requests", "Requests answered", ["method", "kind", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "house_request_seconds",
            "Time to answer",
            ["kind"],
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
            registry=self.registry,
        )
        self.actions = Counter("house_table_commands", "Commands at tables", ["kind", "result"], registry=self.registry)
        self.questions = Counter("house_exact_questions", "Exact questions", ["kind", "result"], registry=self.registry)


def taken(left: float, passed: float, per_second: float, burst: int) -> tuple[bool, float]:
    """Whether a bucket holds a token after some seconds, and what is left in it then; a clock set back adds nothing."""
    left = min(float(burst), left + max(0.0, passed) * per_second)
    return (True, left - 1) if left >= 1 else (False, left)


class Buckets:
    """One bucket of tokens for each address, the least recent forgotten first."""

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second = per_second
        self.burst = burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Whether the address may ask once more now; if so, it is counted."""
        left, since = self._left.pop(address, (float(self.burst), now))
        allowed, left = taken(left, now - since, self.per_second, self.burst)
        self._left[address] = (left, now)
        while len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return allowed


class Guard:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.metrics = metrics
        self.buckets = Buckets(settings.requests_per_second, settings.burst)
        self.pages = Buckets(settings.requests_per_second * PAGES_FACTOR, settings.burst * PAGES_FACTOR)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not self._is_ours(scope):
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] == "websocket" and not self.buckets.take(address_of(scope.get("client")), time.monotonic()):
            await send({"type": "websocket.close", "code": 1013})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = uuid.uuid4().hex[:16]
        scope.setdefault("state", {})["request_id"] = request_id
        path: str = scope["path"]
        kind = "api" if path.startswith("/api/") else "page"
        lengths = [value for name, value in scope["headers"] if name in (b"content-length", b"transfer-encoding")]
        began = time.monotonic()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *HEADERS, (b"x-request-id", request_id.encode())]
                if scope.get("scheme") == "https":
                    message["headers"].append(HTTPS_ONLY)
                if kind == "api" and not any(name.lower() == b"cache-control" for name, _ in message["headers"]):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        try:
            if not self._is_ours(scope):
                raise _TurnedAway(421, "unknown_host", "this house is not known by that name")
            if not (self.buckets if kind == "api" else self.pages).take(address_of(scope.get("client")), began):
                raise _TurnedAway(429, "too_many_requests", "too many requests from this address")
            if len(lengths) > 1:
                # A proxy and the house might each believe another one, and disagree where the next request begins.
                raise _TurnedAway(400, "two_lengths", "Content-Length and Transfer-Encoding do not go together")
            if any(value.isdigit() and int(value) > MOST_BYTES for value in lengths):
                raise _too_large()
            await self.app(scope, _bounded(receive), answer)
        except _TurnedAway as problem:
            if not status:
                await _refuse(answer, problem, request_id)
        except ClientDisconnect:
            pass  # the client has gone before it finished its request
        finally:
            took = time.monotonic() - began
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.metrics.requests.labels(method, kind, str(status)).inc()
            self.metrics.seconds.labels(kind).observe(took)
            if kind == "api" and path != "/healthz":
                log.info(
                    "request",
                    request_id=request_id,
                    method=scope["method"],
                    path=path,
                    status=status,
                    ms=round(took * 1000, 1),
                )

    def _is_ours(self, scope: Scope) -> bool:
        """Whether the Host header names us: a foreign name that resolves to us is not accepted."""
        named = [value for name, value in scope["headers"] if name == b"host"]
        if len(named) != 1:
            return False
        host = re.sub(r":[0-9]{1,5}$", "", named[0].decode("latin-1").lower())
        return host in self.settings.hosts


class _TurnedAway(HTTPException):
    """What comes no further. The framework's kind of error: another one, of a body, would be reported as bad JSON."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(status, message)
        self.code = code


def _too_large() -> _TurnedAway:
    return _TurnedAway(413, "too_large", f"a body of more than {MOST_BYTES // 1024} KiB is not read here")


def _bounded(receive: Receive) -> Receive:
    received, asked = 0, True
    until: float | None = None

    async def next_part() -> Message:
        nonlocal received, asked, until
        # From the first look on, so that one byte now and then does not hold the connection for days.
        until = until or asyncio.get_running_loop().time() + BODY_SECONDS
        try:
            async with asyncio.timeout_at(until if asked else None):
                message = await receive()
        except TimeoutError:
            raise _TurnedAway(408, "too_slow", "the body did not come in time") from None
        asked = message.get("more_body", False)
        received += len(message.get("body", b""))
        if received > MOST_BYTES:
            raise _too_large()
        return message

    return next_part


def address_of(client: tuple[str, int] | None) -> str:
    """Whoever asks, as far as limits go. Everybody may have a whole /64 of IPv6, so it counts as one address.

    >>> address_of(("2001:db8:1:2::9", 5000)), address_of(("::ffff:10.0.0.7", 5000)), address_of(None)
    ('2001:db8:1:2::/64', '10.0.0.7', '?')
    """
    if not client:
        return "?"
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return client[0]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


async def _refuse(send: Send, turned: _TurnedAway, request_id: str) -> None:
    status = turned.status_code
    body = problem_body(status, turned.code, turned.detail, request_id=request_id)
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    if status == 400:
        headers.append((b"connection", b"close"))  # what follows on it may be the rest of either
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
