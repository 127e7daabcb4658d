"""What the journal keeps: by kind of entry, what it says.

An entry's text is made once, when it is written down, and hashed as it stands there; reading is strict, so nothing is
folded that this software does not know. Awards, settled rounds and readings inside are typed dictionaries, as the state
keeps them too.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

import msgspec

from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import Move
from croupier.jackpot.actors import ActorRecord
from croupier.jackpot.journal import AUDIT_HINT, FORMAT, Entry, StoreBroken, body_of, canonical
from croupier.records import Record, field, plain

ENVIES = ("envy", "dealer_envy")
"""Kinds of awards that somebody gets for a jackpot of somebody else."""


class AwardRecord(TypedDict):
    """An award, as the entry of its result gives it."""

    no: int
    seat: int
    event: str
    label: str
    kind: str
    """meter, fixed, envy or dealer_envy."""
    level: int | None
    percent: str | None
    cents: int
    from_meter: bool
    duties: list[str]
    status: str
    """pending, payable or paid; of a hit that was taken back, rejected."""
    sources: list[list[Any]]
    """The accounts it came from, each with its cents; lists, as the journal gives them back."""
    waits_for: NotRequired[list[int]]
    """Of an envy: the pending awards whose approval it waits for."""
    rest_of: NotRequired[int]
    """Of an award whose first part was paid before it was corrected: the number of that part."""
    reported: list[str]
    """Everybody who said what the hand is, the first one first."""
    cards: NotRequired[str]
    dealer: NotRequired[str]
    """The cards that won it and the dealer's, as reported, so that every later day's prize record has them."""
    read_by: NotRequired[str]
    """The supervisor who read the hand, where its cards were not reported."""


class KeptAward(AwardRecord):
    """An award that is not paid yet, with where and when it was won and who stands behind it."""

    table: str
    round: int
    day: str
    at: int
    camera: NotRequired[str]
    """The camera's record, which somebody has confirmed."""
    approved_by: NotRequired[str]
    entry: int
    """The entry that awarded it."""


class Layout(TypedDict):
    """What a table played, kept for rounds that are corrected after the plan has changed."""

    game: str
    wager: str
    rules: dict[str, Any] | None


class SettledRound(TypedDict):
    """What a correction needs to know of a round that is over; levels are written as text."""

    layout: int
    """The place of its layout among those of the state."""
    seats: list[int]
    before: dict[str, int]
    """By level, what the meter showed before the result; of a house jackpot the posted prize."""
    times: dict[str, int]
    """By level, how often the meter had been won whole when the result was in."""
    dynamic: NotRequired[dict[str, int]]
    events: NotRequired[dict[str, str]]
    """By seat, the row that its hand won."""
    after: NotRequired[dict[str, int]]
    reseeds: NotRequired[dict[str, int]]
    refills: NotRequired[dict[str, list[int]]]
    """By level, what was put on the meter from the reserve, as seed of the house, and to make up for a mistake."""
    seeds: NotRequired[dict[str, int]]
    """By level that was won whole, how much of what it showed was the seed of the house."""
    spilled: NotRequired[dict[str, int]]
    """By level, what of its overflow went to the reserve when it was won."""
    levels: NotRequired[dict[str, list[dict[str, Any]]]]
    """By level whose parameters waited for this win: those before and those after it."""
    once: NotRequired[dict[str, list[str]]]
    """By seat and row, as in "3 royal_flush", who reported hands whose award was voided: they may be told again."""


class Debt(TypedDict):
    """What was paid by mistake and is to come back."""

    table: str
    round: int
    seat: int
    cents: int


class Readings(TypedDict):
    """What every account and meter showed at the end of a day, and which software ran it."""

    balances: dict[str, list[int]]
    contributed: dict[str, int]
    hits: dict[str, int]
    won: dict[str, int]
    wagers: int
    wins: int
    after: int
    """The entry after which the day began."""
    liability: int
    required: int
    bank: int
    difference: int
    due: int
    days_since_deposit: int
    awards: list[KeptAward]
    last_hits: list[KeptAward]
    levels: list[dict[str, Any]]
    plan: dict[str, Any]
    software: str
    rulebook: str
    faults: list[str]
    seized: bool
    table_faults: dict[str, list[str]]


class UnclosedDay(TypedDict):
    """A gambling day that is over and not closed yet."""

    day: str
    after: int
    """The entry after which it began."""
    ends: int
    """The entry with which it was over."""


class Cites(Record):
    """The last entry that a new chain knows to have existed."""

    chain: int
    """The chain of that entry; the new one has the next number."""
    seq: int
    hash: str


class Body(Record, omit_defaults=True, gc=False):
    """What an entry says. Those of people hold the request and who made it; all hold what they moved."""

    v: int = 0
    """The format, once it is written down."""
    moves: list[Move] = field(default_factory=list)
    clock: int | None = None
    """What the clock showed, where it was behind the entry before."""
    jump: int | None = None
    """By how many milliseconds the clock had jumped since the entry before."""


class PeopleBody(Body):
    """An entry of one or two people."""

    req: asked.Request
    """The request, with the people who stand behind it."""
    sent: asked.Grant | None = None
    """Of a request that waited: what granted it."""
    actor: tuple[ActorRecord, ...] = ()
    """How each of them was authenticated."""


class Proposed(PeopleBody):
    req: asked.Propose
    hash: str


class Accepted(PeopleBody):
    req: asked.Accept
    day: str | None = None
    """Of a link that goes live: its first gambling day."""


class Withdrawn(PeopleBody):
    req: asked.WithdrawProposal


class WasReset(PeopleBody):
    req: asked.Reset


class Wagered(PeopleBody):
    req: asked.Wager


class Locked(PeopleBody):
    req: asked.Lock
    dynamic: dict[str, int] = field(default_factory=dict)


class Settled(PeopleBody):
    req: asked.Result
    awards: list[AwardRecord]
    settled: SettledRound
    emptied: list[int] = field(default_factory=list)


class Voided(PeopleBody):
    req: asked.Void


class Approved(PeopleBody):
    req: asked.Approve
    posted: list[int] = field(default_factory=list)
    """Envy pays that the approval of their jackpot makes payable."""


class Restated(PeopleBody):
    """A rejection or a correction: what the round comes to now."""

    req: asked.Reject | asked.Correct
    table: str = ""
    round: int = 0
    awards: list[AwardRecord]
    stands: list[AwardRecord]
    """The awards of the round that still stand."""
    voided: list[AwardRecord]
    receivable: dict[str, Debt]
    """By award that was paid by mistake, what is still to come back after this entry."""
    settled: SettledRound
    seeds: dict[str, int]
    """By level, how much of what the meter shows is now the seed of the house."""
    times: dict[str, int]
    """By level, one more or one less win of the whole meter."""
    levels: dict[str, dict[str, Any]]
    """By level, the parameters that are in force again, since the win that changed them was not one."""
    due: int
    """What the house owes the bank account in consequence, in cents."""


class Collected(PeopleBody):
    req: asked.Collect


class WrittenOff(PeopleBody):
    req: asked.WriteOff


class Paid(PeopleBody):
    req: asked.Pay
    payee: str
    """The salted hash of the payee's personal record."""
    keep_until: str
    """The last day on which that record must be kept, so that an early purge is found."""


class Confirmed(PeopleBody):
    req: asked.Confirm | asked.CorrectFilm


class Purged(PeopleBody):
    req: asked.Purge
    purged: list[int]
    """The personal records that were forgotten."""


class Adjusted(PeopleBody):
    req: asked.Adjust


class Banked(PeopleBody):
    req: asked.Deposit | asked.Withdraw


class Stated(PeopleBody):
    req: asked.Statement
    difference: int


class Seized(PeopleBody):
    req: asked.Seize


class Released(PeopleBody):
    req: asked.Release


class Faulted(PeopleBody):
    req: asked.Fault


class Cleared(PeopleBody):
    req: asked.Clear


class Appointed(PeopleBody):
    req: asked.Appoint


class Dismissed(PeopleBody):
    req: asked.Dismiss


class Ended(PeopleBody):
    req: asked.End


class ClosedDay(PeopleBody):
    req: asked.CloseDay
    over: str
    """The gambling day that is closed."""
    ends: int
    """The entry with which the day was over, and which holds its readings."""
    before: int
    """The close before it, or the entry that the first day began with."""


class Asking(PeopleBody):
    """A request that waits for a second person."""

    req: asked.Waiting
    ask: int


class Declined(PeopleBody):
    req: asked.Decline


class KeyChanged(PeopleBody):
    req: asked.NewKey


class Started(Body):
    """The software came up."""

    software: str
    rulebook: str


class ChainBegun(PeopleBody):
    req: asked.NewChain
    cites: Cites
    key: str
    software: str
    rulebook: str


class KeyAnnounced(Body):
    key: str


class SnapshotTaken(Body):
    state: str
    """The hash of the state, as text."""


class NewDay(Body):
    """The clock has passed the end of a gambling day."""

    day: str
    """The gambling day that begins with this entry."""
    over: str
    """The gambling day that is over."""
    readings: Readings


BODIES: dict[str, type[Body]] = {
    "propose": Proposed,
    "accept": Accepted,
    "withdraw_proposal": Withdrawn,
    "reset": WasReset,
    "wager": Wagered,
    "lock": Locked,
    "result": Settled,
    "void": Voided,
    "approve": Approved,
    "reject": Restated,
    "correct": Restated,
    "collect": Collected,
    "write_off": WrittenOff,
    "pay": Paid,
    "confirm": Confirmed,
    "correct_film": Confirmed,
    "purge": Purged,
    "adjust": Adjusted,
    "deposit": Banked,
    "withdraw": Banked,
    "statement": Stated,
    "seize": Seized,
    "release": Released,
    "fault": Faulted,
    "clear": Cleared,
    "appoint": Appointed,
    "dismiss": Dismissed,
    "end": Ended,
    "close_day": ClosedDay,
    "ask": Asking,
    "decline": Declined,
    "new_key": KeyChanged,
    "new_chain": ChainBegun,
    "start": Started,
    "key": KeyAnnounced,
    "snapshot": SnapshotTaken,
    "new_day": NewDay,
}
"""By kind of entry, what it says."""

_encoded = msgspec.json.Encoder(order="sorted").encode
_readers = {kind: msgspec.json.Decoder(body).decode for kind, body in BODIES.items()}


def text_of(value: object) -> str:
    """Records, and what is made of them, as the journal writes them: canonical JSON, keys sorted, no blanks."""
    try:
        return _encoded(value).decode()
    except UnicodeEncodeError:  # no entry holds such a text, but a state that somebody made up may be shown
        return canonical(plain(value))


def read_body(entry: Entry) -> Body:
    """What an entry says; StoreBroken unless it is of our format and says what its kind says, and no more."""
    read = _readers.get(entry.kind)
    try:
        if read is not None and (body := read(entry.body)).v == FORMAT:
            return body
        told = "is of a kind that this software does not know"
    except (msgspec.DecodeError, UnicodeError) as error:
        told = f"cannot be read: {error}"
    body_of(entry)  # another format is the first thing to say
    raise StoreBroken(f"{entry.link}: entry {entry.seq} {told}", hint=AUDIT_HINT)
