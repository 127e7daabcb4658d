"""A pool of connections for readers, so that no reader waits for the writer and the writer waits for no reader.

A reader borrows a connection for one question, or for as long as it streams the journal; whoever comes when all are
out opens another. A connection that failed is not put back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, Protocol, TypeVar

from croupier.jackpot.journal import StoreError


class Closable(Protocol):
    """Any driver's connection."""

    def close(self) -> None: ...


C = TypeVar("C", bound=Closable)


class Readers(Generic[C]):
    """Connections by an opener; at most a few wait idle."""

    def __init__(self, name: str, connect: Callable[[], C], idle: int = 8) -> None:
        self._name = name
        self._most = idle
        self._connect = connect
        self._idle: list[C] = []
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def borrow(self) -> Iterator[C]:
        """A connection for one reading; one that failed is closed, not kept."""
        with self._lock:
            if self._closed:
                raise StoreError(f"{self._name} is closed")
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        with self._lock:
            if not self._closed and len(self._idle) < self._most:
                self._idle.append(connection)
                return
        connection.close()

    def forget(self) -> None:
        """Close what is idle: after one lost connection the others to that server are suspect too."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def close(self) -> None:
        self._closed = True
        self.forget()
