"""What the bodies of requests have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Body(BaseModel):
    """A request's body. Unknown fields are refused, so that a misspelled one is never ignored."""

    model_config = ConfigDict(extra="forbid")
