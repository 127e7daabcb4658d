"""What the bodies of requests have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Body(BaseModel):
    """A request's body: a field that is not declared is refused, so that a misspelled one is never dropped."""

    model_config = ConfigDict(extra="forbid")
