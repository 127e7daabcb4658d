"""The journal of a link, as a store keeps it: numbered, hash-chained entries that are only ever appended. A store knows
no jackpots: a link's state is the fold of its entries. Balances and snapshots are kept beside them for readers and for
opening quickly; the audit recomputes both."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

import orjson

from croupier.errors import CroupierError, StoreUnavailable
from croupier.jackpot.actors import PersonalRecord
from croupier.jackpot.checkpoints import Witness
from croupier.play.documents import Json

GENESIS = "0" * 64  # The hash before the first entry.

FORMAT = 1  # The version of the entries, under ``v`` in each body; no other was ever released.

SCHEMA = 1  # The version of the tables.


class Entry(NamedTuple):
    """One accepted request of a link. ``seq`` counts from 1 without a gap."""

    link: str
    seq: int
    id: str  # The client's own id of the request: the same id is never posted twice on a link.
    at: int  # Milliseconds since 1970 (UTC); never smaller than the entry before.
    kind: str
    body: str  # Canonical JSON, one line.
    hash: str


class Head(NamedTuple):
    """Where a link's journal ends."""

    seq: int
    hash: str


BEGINNING = Head(0, GENESIS)


class Snapshot(NamedTuple):
    """The state of a link after an entry, as text, with the hash of that entry."""

    seq: int
    hash: str
    state: str


NumberUse = tuple[str, str, int]  # A used number or a new person, with the link and the entry.
Balances = Mapping[str, tuple[int, int]]  # By account, all debits and all credits.


class Beside(NamedTuple):
    """What is kept beside entries, with the same commit."""

    numbers: Mapping[str, int] = MappingProxyType({})  # With their entries; no link uses one again.
    personal: Sequence[PersonalRecord] = ()  # Whom the entries pay.


NOTHING_BESIDE = Beside()


class Append(NamedTuple):
    """Entries of one link for its store: whose they are, after which head, and the balances that they change."""

    link: str
    epoch: int
    after: Head
    entries: Sequence[Entry]
    balances: Balances
    beside: Beside = NOTHING_BESIDE
    signed: str = ""  # The writer's signature of their head; empty where no key was announced.


class History(NamedTuple):
    """All that a store holds of its links, as a backup brings it."""

    heads: Mapping[str, Head]
    balances: Mapping[str, Balances]
    entries: Iterable[Entry]
    numbers: Iterable[NumberUse] = ()
    signed: Mapping[str, str] = MappingProxyType({})  # By link, the signature that its head had.


class StoreError(CroupierError):
    """The store cannot do what was asked; nothing of it has been done, or the outcome is not known."""

    exit_status = 3


class StoreBusy(StoreError, StoreUnavailable):
    """Another process holds the store longer than we wait."""


class NumberTaken(StoreError):
    """Another link has used a number or taken on a person of these entries in the same instant; nothing was kept."""


class StoreBroken(StoreError):
    """The store holds what it must not: a bad page, a wrong schema, a broken chain."""

    exit_status = 1


class NoBook(StoreError):
    """There is no book at the address: it was typed wrongly, or nobody has made the book yet."""

    exit_status = 2


class NotABook(StoreBroken):
    """What is at the address was never a book."""

    exit_status = 2


class EmptyBook(NotABook):
    """A file or a database in which no book has been made yet."""


class StoreLost(StoreError, StoreUnavailable):
    """The connection or the disk failed; what was in flight may or may not have been kept."""


class StoreFull(StoreError, StoreUnavailable):
    """No room is left for the store; nothing was written."""

    retry_after = 30


class Withheld(StoreError):
    """The user of the database may not read this."""


class Fenced(StoreError):
    """Another writer has taken the link over, or appended to it; this one must stop and open it again."""


class Store(Protocol):
    """What every store promises; the contract suite in tests/jackpot holds each one to it."""

    witness: Witness | None  # Who keeps the checkpoints of this book; None where nobody does.

    def links(self) -> list[str]:
        """Every link that has a journal, sorted."""

    def heads(self) -> dict[str, Head]:
        """Where the journal of each link ends, by link, sorted."""

    def claim(self, link: str) -> int:
        """Become the one writer of a link (made on first use): a new epoch, which fences every writer before."""

    def holds(self, link: str, epoch: int) -> bool:
        """Whether the writer of this epoch is still the one writer of the link."""

    def head(self, link: str) -> Head:
        """Where the journal ends; Head(0, GENESIS) where nothing has been written."""

    def signed_head(self, link: str) -> tuple[Head, str]:
        """The head with its signature, as the last append brought it; that is empty where it brought none."""

    def append(self, asked: Append) -> None:
        """Keep entries, balances and what lies beside them, all or none, durably; Fenced unless epoch and head are
        ours, NumberTaken where the book has used one of the numbers."""

    def append_all(self, appends: Sequence[Append]) -> None:
        """Entries of several links with one commit, all or none; Fenced where one of the links is not ours."""

    def entries(self, link: str, after: int = 0, to: int | None = None) -> Iterator[Entry]:
        """The journal in order, from after a number up to and including another; a snapshot, blocking nobody."""

    def known(self, link: str, ids: Sequence[str]) -> dict[str, Entry]:
        """Those of the ids that are in the journal, with their entries; the writer asks between its appends."""

    def balances(self, link: str) -> dict[str, tuple[int, int]]:
        """The balances as kept beside the journal: constant time, however long the history."""

    def save_snapshot(self, link: str, snapshot: Snapshot) -> None:
        """Keep a snapshot, durably; older ones beyond the last few may go."""

    def snapshots(self, link: str) -> Iterator[Snapshot]:
        """The snapshots kept, newest first, each read when it is asked for."""

    def integrity(self) -> list[str]:
        """What is damaged beneath the journal (pages, indexes, snapshots), in full and slowly; empty when sound."""

    def fill(self, history: History) -> None:
        """A whole history into an empty store, all or none: a backup restored."""

    def wait_for_commit(self, seconds: float) -> None:
        """Return when something was committed, or after some seconds, or sooner: whoever waits looks again."""

    def weaknesses(self) -> list[str]:
        """What this store cannot promise as it is opened, such as that its user could not rewrite entries."""

    def restored(self, link: str) -> int:
        """The last entry of the backup that the link was restored from, as marked: 0 for none, -1 for no whole
        number."""

    def number_used(self, number: str) -> tuple[str, int] | None:
        """The link and the entry that used a number of a check, slip or deposit; None where none did."""

    def numbers(self, link: str) -> dict[str, int]:
        """Every number that entries of a link have used, with the entry."""

    def keep_personal(self, record: PersonalRecord) -> None:
        """Keep whom a prize is paid to, durably; StoreError where the number is taken."""

    def personal(self, link: str) -> list[PersonalRecord]:
        """The personal records of a link, by their numbers."""

    def forget_personal(self, link: str, numbers: Sequence[int]) -> None:
        """Remove personal records, durably; those that are gone already stay so."""

    def close(self) -> None:
        """Let go of everything; twice is fine."""


def vouched_for(entries: Iterable[Entry], snapshot: Snapshot) -> bool:
    """Whether the journal itself says that this was the state after this entry: ``entries`` are it and the next."""
    found = list(entries)
    if len(found) != 2 or found[0].hash != snapshot.hash or found[1].kind != "snapshot":
        return False
    state: object = json.loads(found[1].body).get("state")
    return state == text_hash(snapshot.state)


def finder(store: Store, link: str) -> Callable[[int], Entry | None]:
    """What fetches an entry of a link by its number."""
    return lambda seq: next(iter(store.entries(link, after=seq - 1, to=seq)), None)


def restored_from(store: Store, link: str) -> tuple[int, str]:
    """The last entry of the backup that a link was restored from, or 0, and what is wrong with the mark that says so: a
    restored book writes nothing before its new chain, so one stands next or nothing does."""
    head, mark = store.head(link).seq, store.restored(link)
    if mark in (0, head):
        return mark, ""
    after = finder(store, link)(mark + 1) if 0 < mark < head else None
    if after is not None and after.kind == "new_chain":
        return mark, ""
    return 0, "the mark that the book was restored from a backup is false: no new chain follows the entry that it names"


def where_used(store: Store, number: str) -> str:
    """Which entry of the book has used a number, in words; empty where none has."""
    used = store.number_used(number)
    return f"link {used[0]}, entry {used[1]}" if used else ""


def body_of(entry: Entry) -> Json:
    """What an entry says; StoreBroken unless it can be read and is of our format."""
    try:
        body: Json = json.loads(entry.body)
        version = body.get("v")
    except (ValueError, AttributeError, RecursionError):
        raise StoreBroken(f"{entry.link}: entry {entry.seq} cannot be read", hint=AUDIT_HINT) from None
    if type(version) is not int or version != FORMAT:
        told = f"is of format {version!r:.20}, and this software reads format {FORMAT} alone"
        raise StoreBroken(f"{entry.link}: entry {entry.seq} {told}", hint="only the software that wrote it reads it")
    return body


AUDIT_HINT = "run croupier jackpot audit, and restore a backup"


def text_hash(text: str) -> str:
    """What names a text: a snapshot to the journal, a plan to whoever approves it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: object) -> str:
    """The one way to write a value down: keys sorted, no blanks. ValueError or TypeError where JSON has no such value.

    >>> canonical({"b": 1, "a": ["x", None]})
    '{"a":["x",null],"b":1}'
    """
    try:
        return orjson.dumps(value, _plain, orjson.OPT_SORT_KEYS).decode()
    except orjson.JSONEncodeError:  # beyond 64 bits or Unicode: no entry holds it, but a request may
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _plain(value: object) -> object:
    """Entries and heads are tuples with names; JSON has lists."""
    if isinstance(value, tuple):
        return list(value)
    raise TypeError(f"JSON has no {type(value).__name__}")


def entry_hash(before: str, link: str, seq: int, id: str, at: int, kind: str, body: str) -> str:
    """The hash of an entry: everything in it, and the hash before it; no part can hold a line feed. It is a leaf of the
    link's tree as well, so a zero byte stands before it (RFC 6962, 2.1)."""
    text = f"\0{before}\n{link}\n{seq}\n{id}\n{at}\n{kind}\n{body}"
    return hashlib.sha256(text.encode()).hexdigest()
