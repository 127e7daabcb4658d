"""What the bodies of requests have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Body(BaseModel):
    """A request's body. Unknown fields are refused, so that a misspelled one is never ignored."""

    model_config = ConfigDict(extra="forbid")


class SecretBody(Body):
    """A body with secrets in it: printed, it is its name alone, so that none of them reaches a log."""

    def __repr__(self) -> str:
        return type(self).__name__

    __str__ = __repr__
