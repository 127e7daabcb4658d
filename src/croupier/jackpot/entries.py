"""What the journal keeps: by kind of entry, what it says. An entry's text is made once and hashed as it stands; reading
is strict. Most hold a request and what it moved (``PeopleBody``); a class of its own says more."""

from typing import Any, Generic, TypeVar, cast

import msgspec

from croupier.jackpot import requests as asked
from croupier.jackpot.accounts import Move
from croupier.jackpot.actors import ActorRecord
from croupier.jackpot.journal import AUDIT_HINT, FORMAT, Entry, StoreBroken, body_of, canonical
from croupier.jackpot.plan.link_plan import CarriedRules, Level, LinkPlan
from croupier.records import Record, field, plain

ENVIES = ("envy", "dealer_envy")  # Kinds of awards that somebody gets for a jackpot of somebody else.


class AwardRecord(Record, omit_defaults=True):
    """An award, as the entry of its result gives it."""

    no: int
    seat: int
    event: str
    label: str
    kind: str  # meter, fixed, envy or dealer_envy.
    level: int | None
    percent: str | None
    cents: int
    from_meter: bool
    duties: list[str]
    status: str  # pending, payable or paid; of a hit that was taken back, rejected.
    sources: list[tuple[str, int]]  # The accounts it came from, each with its cents.
    waits_for: list[int] = field(default_factory=list)  # Of an envy: the pending awards whose approval it waits for.
    rest_of: int | None = None  # The number of its first part, which was paid before it was corrected.
    reported: list[str]  # Everybody who said what the hand is, the first one first.
    cards: str = ""
    dealer: str = ""  # The cards that won it and the dealer's, as reported.
    read_by: str = ""  # The supervisor who read the hand, where its cards were not reported.

    @property
    def is_envy(self) -> bool:
        return self.kind in ENVIES


class KeptAward(AwardRecord):
    """An award that is not paid yet, with where and when it was won and who stands behind it."""

    table: str
    round: int
    day: str
    at: int
    camera: str = ""  # The camera's record, which somebody has confirmed.
    approved_by: str = ""
    entry: int  # The entry that awarded it.


class PlayedLayout(Record):
    """What a table played, kept for rounds that are corrected after the plan has changed."""

    game: str
    wager: str
    rules: CarriedRules | None


class SettledRound(Record, omit_defaults=True):
    """What a correction needs to know of a round that is over; levels are written as text."""

    layout: int  # The place of its layout among those of the state.
    seats: list[int]
    before: dict[str, int]  # By level, what the meter showed before the result; of a house jackpot the posted prize.
    times: dict[str, int]  # By level, how often the meter had been won whole when the result was in.
    dynamic: dict[str, int] = field(default_factory=dict)
    events: dict[str, str] = field(default_factory=dict)  # By seat, the row that its hand won.
    after: dict[str, int] = field(default_factory=dict)
    reseeds: dict[str, int] = field(default_factory=dict)
    refills: dict[str, list[int]] = field(default_factory=dict)  # By level: reserve, seed, made up.
    seeds: dict[str, int] = field(default_factory=dict)  # By level won whole, its part that was seed.
    spilled: dict[str, int] = field(default_factory=dict)  # By level, overflow that went to the reserve.
    levels: dict[str, tuple[Level, Level]] = field(default_factory=dict)  # By level: before and after.
    once: dict[str, list[str]] = field(default_factory=dict)  # By seat and row, reporters of voided hands.


class ToldRound(Record):
    """The cards that were told last at a table: its other jackpots must be told the same."""

    round: int
    hands: dict[str, str]  # By seat.
    dealer: str


class Debt(Record):
    """What was paid by mistake and is to come back."""

    table: str
    round: int
    seat: int
    cents: int


class Readings(Record):
    """What every account and meter showed at the end of a day, and which software ran it."""

    balances: dict[str, list[int]]
    contributed: dict[str, int]
    hits: dict[str, int]
    won: dict[str, int]
    wagers: int
    wins: int
    after: int  # The entry after which the day began.
    liability: int
    required: int
    bank: int
    difference: int
    due: int
    days_since_deposit: int
    awards: list[KeptAward]
    last_hits: list[KeptAward]
    levels: list[Level]
    plan: LinkPlan | None  # The one in force; before the first day there is none.
    software: str
    rulebook: str
    faults: list[str]
    seized: bool
    dealt: dict[str, int]
    hands_told: dict[str, int]  # Of the day, as the state counts them.
    table_faults: dict[str, list[str]]


class UnclosedDay(Record):
    """A gambling day that is over and not closed yet."""

    day: str
    after: int  # The entry after which it began.
    ends: int  # The entry with which it was over.


class Cites(Record):
    """The last entry that a new chain knows to have existed."""

    chain: int  # The chain of that entry; the new one has the next number.
    seq: int
    hash: str


class Body(Record, omit_defaults=True, gc=False):
    """What an entry says. Those of people hold the request and who made it; all hold what they moved."""

    v: int = 0  # The format, once it is written down.
    moves: list[Move] = field(default_factory=list)
    clock: int | None = None  # What the clock showed, where it was behind the entry before.
    jump: int | None = None  # By how many milliseconds the clock had jumped since the entry before.


Q = TypeVar("Q", bound=asked.Request, covariant=True)


class PeopleBody(Body, Generic[Q]):
    """An entry of one or two people."""

    req: Q  # The request, with the people who stand behind it.
    sent: asked.Grant | None = None  # Of a request that waited: what granted it.
    actor: tuple[ActorRecord, ...] = ()  # How each of them was authenticated.


AnyBody = PeopleBody[asked.Request]


class Proposed(PeopleBody[asked.Propose]):
    hash: str


class Accepted(PeopleBody[asked.Accept]):
    day: str | None = None  # Of a link that goes live: its first gambling day.


class Locked(PeopleBody[asked.Lock]):
    dynamic: dict[str, int] = field(default_factory=dict)


class Settled(PeopleBody[asked.Result]):
    awards: list[AwardRecord]
    settled: SettledRound
    emptied: list[int] = field(default_factory=list)


class Approved(PeopleBody[asked.Approve]):
    posted: list[int] = field(default_factory=list)  # Envy pays that the approval of their jackpot makes payable.


class Restated(PeopleBody[asked.Reject | asked.Correct | asked.TakeBack]):
    """A rejection, a correction, or a wager taken back: what the round comes to now."""

    table: str = ""
    round: int = 0
    awards: list[AwardRecord]
    stands: list[AwardRecord]  # The awards of the round that still stand.
    voided: list[AwardRecord]
    receivable: dict[str, Debt]  # By award that was paid by mistake, what is still to come back after this entry.
    written_off: dict[str, Debt] = field(default_factory=dict)  # The same, of what is not to come back.
    settled: SettledRound
    seeds: dict[str, int]  # By level, how much of what the meter shows is now the seed of the house.
    times: dict[str, int]  # By level, one more or one less win of the whole meter.
    levels: dict[str, Level]  # By level, the parameters in force again: the win that changed them was none.
    due: int  # What the house owes the bank account in consequence, in cents.


class Paid(PeopleBody[asked.Pay]):
    payee: str  # The salted hash of the payee's personal record.
    keep_until: str  # The last day on which that record must be kept, so that an early purge is found.


class Purged(PeopleBody[asked.Purge]):
    purged: list[int]  # The personal records that were forgotten.


class Stated(PeopleBody[asked.Statement]):
    difference: int


class ClosedDay(PeopleBody[asked.CloseDay]):
    over: str  # The gambling day that is closed.
    ends: int  # The entry with which the day was over, and which holds its readings.
    before: int  # The close before it, or the entry that the first day began with.


class Asking(PeopleBody[asked.Waiting]):
    """A request that waits for a second person."""

    ask: int


class ChainBegun(PeopleBody[asked.NewChain]):
    cites: Cites
    key: str
    signature: str  # Of the key before; empty where that one is lost.
    software: str
    rulebook: str
    lost_links: dict[str, int] = field(default_factory=dict)  # By lost link, the time of its last checkpoint.


class Started(Body):
    """The software came up."""

    software: str
    rulebook: str


class KeyAnnounced(Body):
    key: str


class SnapshotTaken(Body):
    state: str  # The hash of the state, as text.


class NewDay(Body):
    """The clock has passed the end of a gambling day."""

    day: str  # The gambling day that begins with this entry.
    over: str  # The gambling day that is over.
    readings: Readings


BODIES: dict[str, type[Body]] = {
    **{do: cast("Any", PeopleBody)[record] for do, record in asked.REQUESTS.items() if record is not asked.Grant},
    "propose": Proposed,
    "accept": Accepted,
    "lock": Locked,
    "result": Settled,
    "approve": Approved,
    "reject": Restated,
    "correct": Restated,
    "take_back": Restated,
    "pay": Paid,
    "purge": Purged,
    "statement": Stated,
    "close_day": ClosedDay,
    "new_chain": ChainBegun,
    "ask": Asking,
    "start": Started,
    "key": KeyAnnounced,
    "snapshot": SnapshotTaken,
    "new_day": NewDay,
}  # By kind of entry, what it says: a request alone, or a class that says more.

_readers = {kind: msgspec.json.Decoder(body).decode for kind, body in BODIES.items()}
_encoded = msgspec.json.Encoder(order="sorted").encode


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
