"""Requests that were decided together, on their way to one commit."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.jackpot.accounts import Move
from croupier.jackpot.book.answers import Reply
from croupier.jackpot.book.display import Display
from croupier.jackpot.journal import GENESIS, NOTHING_BESIDE, Append, Beside, Entry, Head, Snapshot
from croupier.jackpot.personal import PersonalRecord

__all__ = ["Append", "Batch"]

_BEGINNING = Head(0, GENESIS)


@dataclass
class Batch:
    """Requests decided together, on their way to one commit."""

    replies: list[Reply]
    """Answers, given out after the commit."""
    entries: list[Entry] = field(default_factory=list)
    before: Head = _BEGINNING
    moves: list[Move] = field(default_factory=list)
    """The money that the entries move."""
    balances: dict[str, tuple[int, int]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    """Numbers of checks, slips and deposits that the entries use, and people who are new to the book."""
    personal: list[PersonalRecord] = field(default_factory=list)
    """Payees of the entries that were not recorded before."""
    display: Display | None = None
    snapshot: Snapshot | None = None
    key: str = ""
    chain: int = 1
    """What a checkpoint of the last entry is signed with, and the chain that it names. By the time the batch is
    durable, a batch after it may have announced another."""
    decided_open: bool = False
    """Whether the book was open when the batch was decided."""

    @property
    def beside(self) -> Beside:
        """What the same commit stores beside the entries."""
        return Beside(self.numbers, self.personal) if self.numbers else NOTHING_BESIDE

    def answer_stopped(self, why: str) -> None:
        """Nobody is told more than that: whoever no longer writes the link does not know its state. What could not be
        understood is malformed whatever the state is."""
        self.replies[:] = [
            reply if reply.code == "malformed" else Reply(reply.id, "stopped", why) for reply in self.replies
        ]
