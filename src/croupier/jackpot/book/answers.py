"""The answers to requests, alone and in a batch on its way to one commit: also to what cannot be understood, or was
posted before."""

import json
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from croupier.errors import BadInput
from croupier.jackpot.accounts import Move
from croupier.jackpot.actors import Asked, Payee, PersonalRecord, make_record
from croupier.jackpot.book.reading import Display
from croupier.jackpot.journal import (
    BEGINNING,
    NOTHING_BESIDE,
    Beside,
    Entry,
    Head,
    Snapshot,
    StoreError,
    canonical,
)
from croupier.jackpot.kinds.table import malformed, record_of
from croupier.play.documents import Json


class Desk(Protocol):
    """Takes requests of authenticated people, and answers when they are durable."""

    def submit(self, link: str, asked: Sequence[Asked], *, within: float | None = None) -> "Future[list[Reply]]":
        """Hand in requests of a link: answers in the same order, TooLate after ``within`` seconds, or the StoreError
        that left them unknown."""


class NobodyThere(StoreError):
    """No process answers for the link. The outcome of the requests is unknown; they may be sent again."""


class Holder(NamedTuple):
    """The process that is on duty for a link."""

    name: str
    since: int  # Milliseconds since 1970 (UTC).

    def __str__(self) -> str:
        return self.name


class Duty(Protocol):
    """Which process writes the links of a book: an agreement, so that none is pushed aside by accident. The store
    itself guarantees that two can never write: every append names the epoch of its writer."""

    def take(self, link: str, *, over: bool = False) -> Holder | None:
        """None if this process is now on duty for the link, otherwise who is. ``over`` takes it from them."""

    def keep(self) -> Collection[str]:
        """Report that this process is still running; returns the links that it is no longer on duty for."""

    def serve(self, desk: Desk) -> None:
        """Answer other processes through this desk, until ``close``."""

    def forward(self, link: str, asked: Sequence[Asked], within: float) -> "list[Reply]":
        """Hand requests to the process on duty; NobodyThere if none answers in this time."""

    def stop_serving(self) -> None:
        """Take no more requests of other processes; those that were taken are still answered."""

    def close(self) -> None:
        """Leave, so that another process can take over at once."""


class Reply(NamedTuple):
    """The answer to one request."""

    id: str
    code: str
    detail: str = ""
    seq: int | None = None  # The request's entry in the journal, if it has one.
    at: int | None = None
    text: str | None = None  # The entry as it was written down; the same for a request that is sent again.

    @property
    def body(self) -> Json | None:
        """What it moved and changed, read anew: nobody shares it."""
        return None if self.text is None else json.loads(self.text)

    @property
    def posted(self) -> bool:
        return self.seq is not None


def not_understood(asked: Asked) -> str | None:
    """What keeps a request, or whoever makes it, from being understood."""
    request, actor, second, payee = asked
    if not actor.is_sound or (second is not None and not second.is_sound):
        return "actor: not understood"
    problem = malformed(request)
    if problem is None and second is not None and not record_of(request, actor.person).needs_second:
        return f"second: nobody else is needed to {request['do']}"
    if problem is None and payee is not None:
        return _not_a_payee(request, payee)
    return problem


def _not_a_payee(request: Mapping[str, object], payee: Payee) -> str | None:
    """Why somebody cannot be recorded as the payee of a request."""
    if request["do"] != "pay":
        return f"payee: nobody is paid by {request['do']}"
    if "payee" in request:
        return "payee: either the number of a record, or who it is"
    try:
        make_record("", 1, *payee, keep_until="9999-12-31", salt="")
    except BadInput as error:
        return f"payee: {error.message}"
    return None


def again(request: Json, earlier: Entry) -> Reply:
    """The answer to an id that the journal knows: as before, or refused where the request differs."""
    if not is_same(request, posted_as(earlier)):
        return Reply(request["id"], "id_reused", f"entry {earlier.seq}")
    return Reply(request["id"], "exists", f"entry {earlier.seq}", earlier.seq, earlier.at, earlier.body)


def posted_as(earlier: Entry) -> Json:
    """A request as its entry holds it, with its people."""
    body = json.loads(earlier.body)
    posted: Json = body.get("sent") or body.get("req") or {}
    return posted


def is_same(request: Mapping[str, object], posted: Mapping[str, object]) -> bool:
    """Whether a request, apart from its id, is the one that was posted."""
    try:
        return canonical({name: value for name, value in request.items() if name != "id"}) == canonical(posted)
    except (ValueError, TypeError, RecursionError):  # what cannot be written down was never posted
        return False


def stopped(asked: Sequence[Asked], wrong: Sequence[str | None], why: str) -> list[Reply]:
    """The answers of a book that has stopped; what cannot be understood is malformed whatever the book's state."""
    return [
        Reply(id_of(each.request), "malformed", problem) if problem else Reply(id_of(each.request), "stopped", why)
        for each, problem in zip(asked, wrong, strict=True)
    ]


def id_of(request: object) -> str:
    """The id as far as there is one, for an answer to a request that nobody can read."""
    id = request.get("id") if isinstance(request, Mapping) else None
    return id if isinstance(id, str) else ""


@dataclass
class Batch:
    """Requests decided together, on their way to one commit."""

    replies: list[Reply]  # Answers, given out after the commit.
    entries: list[Entry] = field(default_factory=list)
    before: Head = BEGINNING
    moves: list[Move] = field(default_factory=list)  # The money that the entries move.
    balances: dict[str, tuple[int, int]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)  # Used by the entries, and people new to the book.
    personal: list[PersonalRecord] = field(default_factory=list)  # Payees of the entries that were not recorded before.
    display: Display | None = None
    snapshot: Snapshot | None = None
    key: str = ""
    chain: int = 1
    edge: Sequence[bytes] = ()  # What a checkpoint of the last entry says, kept: a later batch may change it.
    decided_open: bool = False  # Whether the book was open when the batch was decided.

    @property
    def beside(self) -> Beside:
        """What the same commit stores beside the entries."""
        return Beside(self.numbers, self.personal) if self.numbers else NOTHING_BESIDE

    def answer_stopped(self, why: str) -> None:
        """Whoever no longer writes the link does not know its state, and tells no more; malformed stays malformed."""
        self.replies[:] = [
            reply if reply.code == "malformed" else Reply(reply.id, "stopped", why) for reply in self.replies
        ]


class Unkept:
    """Entries on their way to the store, by batch, and those of the batch that is being decided."""

    def __init__(self) -> None:
        self._batches: list[list[Entry]] = []
        self.deciding: list[Entry] = []

    def add(self, entries: list[Entry]) -> None:
        """A batch is decided; it goes to the store next."""
        self._batches.append(entries)

    def kept(self, entries: list[Entry]) -> None:
        """A batch is durable."""
        self._batches.remove(entries)

    def by_id(self) -> dict[str, Entry]:
        """Those on their way to the store. Another thread may be keeping them meanwhile."""
        return {entry.id: entry for entries in list(self._batches) for entry in entries}

    def find(self, seq: int) -> Entry | None:
        for entries in (self.deciding, *self._batches):
            if entries and entries[0].seq <= seq <= entries[-1].seq:
                return entries[seq - entries[0].seq]
        return None
