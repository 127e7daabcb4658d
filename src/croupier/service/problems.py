"""Errors in one shape (RFC 9457), in the library's own words, with a request id and without a traceback."""

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

import orjson
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from croupier import errors
from croupier.jackpot.journal import StoreError
from croupier.stores.house import HouseFenced

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 2  # When to ask again after the books or the house's database did not answer.
_HALVES = re.compile("[\ud800-\udfff]")
log = structlog.get_logger("croupier.house")


class Refused(Exception):
    """A request that the house does not carry out, with its code and its words."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        hint: str | None = None,
        retry_after: int | None = None,
        **more: object,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.retry_after = retry_after
        self.more = more


def _answer(request: Request, refused: Refused, headers: dict[str, str] | None = None) -> Response:
    more = {"hint": _whole(refused.hint)} if refused.hint else {}
    request_id = getattr(request.state, "request_id", None)
    body = problem_body(refused.status, refused.code, refused.message, request_id=request_id, **refused.more, **more)
    if seconds := refused.retry_after or (RETRY_SECONDS if refused.status == 503 else None):
        headers = {"Retry-After": str(seconds)} | (headers or {})
    return Response(body, refused.status, headers, MEDIA_TYPE)


def problem_body(status: int, code: str, message: str, **more: object) -> bytes:
    """An error as it is sent, also by what stands before every route."""
    said = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code}
    return orjson.dumps(said | {"detail": _whole(message)} | more)


def _whole(text: str) -> str:
    """Half a character, which no encoding can write, becomes a question mark."""
    return _HALVES.sub("?", text)


_STATUSES: Final[Mapping[type[errors.CroupierError], tuple[int, str]]] = {
    errors.UnknownName: (404, "unknown_name"),
    errors.MissingPart: (501, "not_solved"),
    errors.CheckFailed: (422, "check_failed"),
    errors.RulebookError: (500, "rulebook"),
    errors.BadInput: (422, "bad_input"),
    HouseFenced: (503, "house_fenced"),
    StoreError: (503, "book_unavailable"),
    errors.CroupierError: (422, "refused"),
}
"""By kind, of several the first."""


def status_of(error: errors.CroupierError) -> tuple[int, str]:
    return next(answer for kind, answer in _STATUSES.items() if isinstance(error, kind))


def methods_at(scope: Scope) -> set[str]:
    """Every method that the interface describes for this path; one route alone would not know of the others."""
    found: set[str] = set()
    for template, operations in scope["app"].openapi()["paths"].items():
        if re.fullmatch(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template)), scope["path"]):
            found |= {method.upper() for method in operations}
    return found


def add_handlers(app: FastAPI) -> None:
    """Every way a request can fail, in the one shape."""

    @app.exception_handler(errors.CroupierError)
    async def of_the_library(request: Request, error: errors.CroupierError) -> Response:
        status, code = status_of(error)
        seconds = error.retry_after if isinstance(error, errors.StoreUnavailable) and status == 503 else None
        return _answer(request, Refused(status, code, error.message, hint=error.hint, retry_after=seconds))

    @app.exception_handler(Refused)
    async def of_the_house(request: Request, error: Refused) -> Response:
        return _answer(request, error)

    @app.exception_handler(RequestValidationError)
    async def of_the_request(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        if first["type"] == "json_invalid":
            return _answer(request, Refused(400, "not_json", f"the body cannot be read: {first['msg']}"))
        return _answer(request, Refused(422, "bad_request", f"{where}: {first['msg']}"))

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(sorted(methods_at(request.scope)))
        # A WebSocket has no method, and is answered before it opens.
        method = request.scope.get("method", "a WebSocket")
        words = {404: "there is nothing here", 405: f"{method} is not possible here"}
        message = words.get(error.status_code, str(error.detail))
        return _answer(request, Refused(error.status_code, getattr(error, "code", "http"), message), headers)

    @app.exception_handler(Exception)
    async def of_ours(request: Request, error: Exception) -> Response:
        log.error("failed", request_id=getattr(request.state, "request_id", None), exc_info=error)
        return _answer(request, Refused(500, "failed", "something went wrong here, not with you"))
