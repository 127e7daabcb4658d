"""Errors in one shape (RFC 9457), in the library's own words, with a request id and without a traceback."""

import re
from http import HTTPStatus

import orjson
import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from croupier import errors
from croupier.jackpot.journal import StoreError
from croupier.service.pages import methods_at
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


def problem(
    request: Request,
    status: int,
    code: str,
    message: str,
    *,
    hint: str | None = None,
    headers: dict[str, str] | None = None,
    **more: object,
) -> Response:
    """One error; ``detail`` is the message, ``hint`` says what to do."""
    if hint:
        more["hint"] = _whole(hint)
    request_id = getattr(request.state, "request_id", None)
    return Response(problem_body(status, code, message, request_id=request_id, **more), status, headers, MEDIA_TYPE)


def problem_body(status: int, code: str, message: str, **more: object) -> bytes:
    """An error as it is sent, also by what stands before every route."""
    said = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code}
    return orjson.dumps(said | {"detail": _whole(message)} | more)


def _whole(text: str) -> str:
    """Half a character, which no encoding can write, becomes a question mark."""
    return _HALVES.sub("?", text)


def status_of(error: errors.CroupierError) -> tuple[int, str]:
    match error:
        case errors.UnknownName():
            return 404, "unknown_name"
        case errors.MissingPart():
            return 501, "not_solved"
        case errors.CheckFailed():
            return 422, "check_failed"
        case errors.RulebookError():
            return 500, "rulebook"
        case errors.BadInput():
            return 422, "bad_input"
        case HouseFenced():
            return 503, "house_fenced"
        case StoreError():
            return 503, "book_unavailable"
        case _:
            return 422, "refused"


def add_handlers(app: FastAPI) -> None:
    """Every way a request can fail, in the one shape."""

    @app.exception_handler(errors.CroupierError)
    async def of_the_library(request: Request, error: errors.CroupierError) -> Response:
        status, code = status_of(error)
        seconds = error.retry_after if isinstance(error, errors.StoreUnavailable) else RETRY_SECONDS
        headers = {"Retry-After": str(seconds)} if status == 503 else None
        return problem(request, status, code, error.message, hint=error.hint, headers=headers)

    @app.exception_handler(Refused)
    async def of_the_house(request: Request, error: Refused) -> Response:
        seconds = error.retry_after or (RETRY_SECONDS if error.status == 503 else None)
        headers = {"Retry-After": str(seconds)} if seconds else None
        return problem(request, error.status, error.code, error.message, hint=error.hint, headers=headers, **error.more)

    @app.exception_handler(RequestValidationError)
    async def of_the_request(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        if first["type"] == "json_invalid":
            return problem(request, 400, "not_json", f"the body cannot be read: {first['msg']}")
        return problem(request, 422, "bad_request", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> Response:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(sorted(methods_at(request.scope)))
        # A WebSocket has no method, and is answered before it opens.
        method = request.scope.get("method", "a WebSocket")
        words = {404: "there is nothing here", 405: f"{method} is not possible here"}
        message = words.get(error.status_code, str(error.detail))
        return problem(request, error.status_code, getattr(error, "code", "http"), message, headers=headers)

    @app.exception_handler(Exception)
    async def of_ours(request: Request, error: Exception) -> Response:
        log.error("failed", request_id=getattr(request.state, "request_id", None), exc_info=error)
        return problem(request, 500, "failed", "something went wrong here, not with you")
