"""Routes that take and give records. A parameter that is a record is the request's body, decoded strictly; an endpoint
returns a record, or `Encoded` where the answer is bytes or has headers of its own. OpenAPI comes from the same."""

import asyncio
import contextlib
import functools
import inspect
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import UnionType
from typing import Annotated, Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from fastapi import Depends, Request, WebSocket, WebSocketDisconnect
from fastapi.routing import APIRoute
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection
from starlette.responses import Response

from croupier import records
from croupier.play.documents import Json
from croupier.records import Record
from croupier.service import guard, questions
from croupier.service.problems import Refused
from croupier.service.workers import Workers

R = TypeVar("R")
_REF = "#/components/schemas/{name}"
_KINDS: dict[object, None] = {}  # Every record that a route takes or gives, in the order in which the routes were made.


class Encoded(Response, Generic[R]):
    """A record as the bytes that go out: encoded elsewhere, or with headers of its own."""

    media_type = "application/json"

    def __init__(
        self,
        content: R | bytes,
        status_code: int = 200,
        headers: Mapping[str, str] | None = None,
        media_type: str | None = None,
    ) -> None:
        raw = content if isinstance(content, bytes) else records.encode(content)
        super().__init__(raw, status_code, headers, media_type)


class SecretRecord(Record):
    """A body with secrets in it: printed, it is its name alone, so that none of them reaches a log."""

    def __repr__(self) -> str:
        return type(self).__name__

    __str__ = __repr__


class RecordRoute(APIRoute):
    """A route whose body and answer are records."""

    def __init__(self, path: str, endpoint: Callable[..., object], **options: Any) -> None:
        if not hasattr(endpoint, "described"):
            endpoint = _wrapped(endpoint)
        described: dict[str, object] = getattr(endpoint, "described")  # noqa: B009 (set below, unknown to mypy)
        options |= {"response_model": None, "openapi_extra": described | (options.get("openapi_extra") or {})}
        super().__init__(path, endpoint, **options)


def sent(*kinds: object) -> None:
    """Records that a live connection sends: they are described as well, though no operation answers with them."""
    _KINDS.update(dict.fromkeys(kinds))


def components() -> Json:
    """The schemas of all records that routes take and give, by name. Two of one name would be seen here."""
    return records.schemas(*_KINDS, ref=_REF)[1]


def _is_record(kind: object) -> bool:
    parts = [part for part in _parts(kind) if part is not type(None)]
    return bool(parts) and all(isinstance(part, type) and issubclass(part, msgspec.Struct) for part in parts)


def _parts(kind: object) -> tuple[object, ...]:
    """The members of a union, or the kind alone."""
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def _given(kind: object) -> object:
    """The record that an endpoint's annotation promises, alone or among other kinds of answer; None without one."""
    if _is_record(kind):
        return kind
    for part in _parts(kind):
        if get_origin(part) is Encoded:
            return get_args(part)[0]
    return None


def _content(kind: object) -> dict[str, object]:
    # One by one: an answer is never decoded here, so what it may be needs no tags.
    parts = _parts(kind)
    sent(*parts)
    shapes, _ = records.schemas(*parts, ref=_REF)
    return {"content": {"application/json": {"schema": {"anyOf": list(shapes)} if len(shapes) > 1 else shapes[0]}}}


def _body(kind: object) -> object:
    decode = msgspec.json.Decoder[object](kind).decode
    may_be_absent = type(None) in _parts(kind)

    async def body(request: Request) -> object:
        raw = await request.body()
        if not raw and may_be_absent:
            return None
        if not _is_json(request.headers.get("content-type", "")):
            raise Refused(422, "bad_request", "the body must be sent as application/json")
        try:
            return decode(raw)
        except msgspec.ValidationError as error:
            said, _, place = str(error).partition(" - at `$")
            raise Refused(422, "bad_request", f"body{place.rstrip('`')}: {said}") from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused(400, "not_json", f"the body cannot be read: {error}") from None

    return Depends(body)


def _is_json(content_type: str) -> bool:
    """What a form of another site cannot send: a browser asks us before it sends this."""
    kind, _, subtype = content_type.partition(";")[0].strip().casefold().partition("/")
    return kind == "application" and (subtype == "json" or subtype.endswith("+json"))


def _wrapped(endpoint: Callable[..., Any]) -> Callable[..., object]:
    hints = get_type_hints(endpoint, include_extras=True)
    described: dict[str, object] = {}
    gives = _given(hints.pop("return", None))
    if gives is not None:
        described["responses"] = {"200": {"description": "Successful Response"} | _content(gives)}
    bodies = {name for name, kind in hints.items() if _is_record(kind)}
    for name, kind in hints.items():
        if name in bodies:
            described["requestBody"] = {"required": type(None) not in _parts(kind)} | _content(kind)
            hints[name] = Annotated[kind, _body(kind)]

    @functools.wraps(endpoint)
    async def run(**given: object) -> Response:
        answer = await endpoint(**given)
        return answer if isinstance(answer, Response) else Encoded(answer)

    signature = inspect.signature(endpoint)
    parameters = [
        # A dependency has no default of its own: an absent body is its business.
        parameter.replace(
            annotation=hints.get(name, parameter.annotation),
            default=inspect.Parameter.empty if name in bodies else parameter.default,
        )
        for name, parameter in signature.parameters.items()
    ]
    parameters.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty)
    run.__signature__ = signature.replace(parameters=parameters, return_annotation=Response)  # type: ignore[attr-defined]
    run.described = described  # type: ignore[attr-defined]
    return run


MOST_SIGNS_OF_LIFE = 100


class ProblemBody(BaseModel):
    """Every error has this shape (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str = Field(description="Says in one word what was wrong; a program may go by it.")
    detail: str = Field(description="The message, which names the offending thing.")
    hint: str | None = Field(None, description="What to do.")
    request_id: str | None = None


def problems(*statuses: int) -> dict[int | str, dict[str, object]]:
    """The errors of a route for its description."""
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}}
    return {status: {"description": "A problem", "content": content} for status in (429, *statuses)}


def address(request: HTTPConnection) -> str:
    """Whoever asks, as far as limits go."""
    return guard.address_of(request.client)


async def asked(request: Request, kind: str, **question: object) -> questions.WorkerReply:
    workers: Workers = request.app.state.workers
    return await workers.ask(kind, question, address(request))


def whole(reply: questions.WorkerReply, name: str | None = None) -> Response:
    """An answer as it came; one with a name is a file to keep."""
    return Response(reply.body, media_type=reply.media_type, headers=to_keep(name) if name else None)


@asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[asyncio.Task[None]]:
    """A live connection while it lives; the task is done when the page has gone. Whoever sends much is shown out."""
    await socket.accept()
    gone = asyncio.create_task(_until_gone(socket))
    try:
        yield gone
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        gone.cancel()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(1008)


async def _until_gone(socket: WebSocket) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        for _ in range(MOST_SIGNS_OF_LIFE):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return


def to_keep(name: str) -> dict[str, str]:
    """The header of a file. Whatever the name contains, it stays one plain file name."""
    plain_name = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    return {"Content-Disposition": f'attachment; filename="{plain_name}"'}
