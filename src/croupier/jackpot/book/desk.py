"""Where requests are handed in, wherever their writer runs: in this thread's process, in another, on another machine.

``Writer`` is the desk within its own process. ``casino.desk.FrontDesk`` finds the process that writes a link, or
becomes it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

from croupier.jackpot.actors import Actor, Asked
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.journal import StoreError


class Desk(Protocol):
    """Takes requests of authenticated people, and answers when they are durable."""

    def submit(self, link: str, asked: Sequence[Asked], *, within: float | None = None) -> Future[list[Reply]]:
        """Hand in requests of a link. The answers come in the same order, or the StoreError that left them unknown.

        After ``within`` seconds they must no longer be decided; the answer is then TooLate.
        """

    def post(
        self, link: str, request: Any, actor: Actor, second: Actor | None = None, *, within: float | None = None
    ) -> Reply:
        """One request; ``second`` is the second person, if present."""

    def close(self) -> None:
        """Answer what is waiting, and close."""


class NobodyThere(StoreError):
    """No process answers for the link. The outcome of the requests is unknown; they may be sent again."""


class Holder(NamedTuple):
    """The process that is on duty for a link."""

    name: str
    since: int
    """Milliseconds since 1970 (UTC)."""

    def __str__(self) -> str:
        return self.name


class Duty(Protocol):
    """Which process writes the links of a book: one is on duty, and the others hand it their requests.

    This is an agreement among cooperating processes, so that none is pushed aside by accident. The store itself
    guarantees that two can never write: every append names the epoch of its writer.
    """

    def take(self, link: str, *, over: bool = False) -> Holder | None:
        """None if this process is now on duty for the link, otherwise who is. ``over`` takes it from them."""

    def keep(self) -> Collection[str]:
        """Report that this process is still running; returns the links that it is no longer on duty for."""

    def serve(self, desk: Desk) -> None:
        """Answer other processes through this desk, until ``close``."""

    def forward(self, link: str, asked: Sequence[Asked], within: float) -> list[Reply]:
        """Hand requests to the process on duty; NobodyThere if none answers in this time."""

    def stop_serving(self) -> None:
        """Take no more requests of other processes; those that were taken are still answered."""

    def close(self) -> None:
        """Leave, so that another process can take over at once."""
