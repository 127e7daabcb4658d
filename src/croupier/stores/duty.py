"""How the processes of a book find the one that writes it, by the book's address."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from pathlib import Path
from uuid import uuid4

from croupier.jackpot.actors import Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.desk import Desk, Duty, Holder, NobodyThere
from croupier.stores.opening import kind_of, sqlite_path


class AloneDuty:
    """A book in memory has no other process."""

    def take(self, link: str, *, over: bool = False) -> Holder | None:  # noqa: ARG002
        return None

    def keep(self) -> Collection[str]:
        return ()

    def serve(self, desk: Desk) -> None:
        """Nobody else can ask."""

    def forward(self, link: str, asked: Sequence[Asked], within: float) -> list[Reply]:  # noqa: ARG002
        raise NobodyThere("a book in memory has no other process")

    def stop_serving(self) -> None:
        """Nobody asks."""

    def close(self) -> None:
        """Nothing is held."""


def duty_of(url: str | Path) -> Duty:
    """The duty of a book: a lock and a socket beside a file, leases and a queue in a database."""
    kind = kind_of(url)
    if kind == "sqlite":
        from croupier.stores.socket_desk import SocketDuty

        return SocketDuty(sqlite_path(url).resolve(), _name())
    if kind == "postgresql":
        from croupier.stores.queue_desk import QueueDuty

        return QueueDuty(str(url), _name())
    return AloneDuty()


def _name() -> str:
    """What others are told of this process; no two have the same name."""
    host = os.uname().nodename[:64] if hasattr(os, "uname") else "this machine"
    return f"process {os.getpid()} on {host} ({uuid4().hex[:8]})"
