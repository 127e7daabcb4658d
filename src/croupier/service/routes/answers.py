"""What the routes of one interface share: bodies that are already bytes, and the errors that a route may give."""

from __future__ import annotations

import re
from typing import Any

from fastapi import Request
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection
from starlette.responses import Response

from croupier import records
from croupier.records import Record
from croupier.service.questions import Reply
from croupier.service.workers import Workers


class ProblemBody(BaseModel):
    """Every error has this shape (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str = Field(description="Says in one word what was wrong; a program may go by it.")
    detail: str = Field(description="The message, which names the offending thing.")
    hint: str | None = Field(None, description="What to do.")
    request_id: str | None = None


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors of a route for its description."""
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/ProblemBody"}}}
    return {status: {"description": "A problem", "content": content} for status in (429, *statuses)}


def address(request: HTTPConnection) -> str:
    """Whoever asks, as far as limits go."""
    return request.client.host if request.client else "?"


async def asked(request: Request, kind: str, **question: Any) -> Reply:
    """Ask a worker."""
    workers: Workers = request.app.state.workers
    return await workers.ask(kind, question, address(request))


def plain(record: dict[str, Any] | Record) -> Response:
    """A record of ours as it is: what the library has built needs no second look on its way out."""
    return Response(records.encode(record), media_type="application/json")


def whole(reply: Reply, name: str | None = None) -> Response:
    """An answer as it came; one with a name is a file to keep."""
    return Response(reply.body, media_type=reply.media_type, headers=to_keep(name) if name else None)


def to_keep(name: str) -> dict[str, str]:
    """The header of a file. Whatever the name contains, it stays one plain file name."""
    plain_name = re.sub(r"[^A-Za-z0-9._-]", "_", name)
    return {"Content-Disposition": f'attachment; filename="{plain_name}"'}
