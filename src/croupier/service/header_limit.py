"""A limit on how long the head of a request may take.

uvicorn bounds the pause between two requests, and ``guard`` the body of one. Nothing bounds the lines before the body:
somebody who opens connections and never finishes a head would hold all of them.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

HEADER_SECONDS = 20.0
"""From the connection, or from the first byte of another request on it, to the end of the head."""


class PromptProtocol(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """uvicorn's own, which hangs up on a head that does not end in time. Single bytes do not extend the time."""

    header_seconds = HEADER_SECONDS
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
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
