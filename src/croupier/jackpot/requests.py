"""What may be asked of a link: every kind of request, its fields and who may ask for it.

A request is a JSON object with ``id`` (the client's own), ``do`` (the kind) and the fields of its kind. Amounts are
whole cents. Who asks is not part of it; the caller says so with an ``Actor``. ``malformed`` looks at every field; then
the books see a record of its kind with the people who make it, and the journal keeps that. Its id is the entry's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec

from croupier.records import UNSET, Record, UnsetType

changed = msgspec.structs.replace
"""A record with other values in some of its fields."""


class ReadHand(Record):
    """A hand that a supervisor read, since the cards do not show it."""

    event: str


Hands = dict[str, str | ReadHand]
"""By seat, the cards or the row."""
Role = Literal["dealer", "supervisor", "accounting", "operator", "auditor"]
Amount = int
"""Cents; what else a client may have sent is refused before it is counted."""


class Request(Record, tag_field="do", omit_defaults=True, gc=False):
    """What all of them have: who asks, who agrees, and the number under which it waited for that."""

    by: str
    second: str | None = None
    ask: int | None = None

    do: ClassVar[str]
    """The kind, as requests and the journal name it."""
    by_two: ClassVar[bool] = False
    """Whether a second person, a supervisor, must stand behind every request of the kind."""

    @property
    def people(self) -> list[str]:
        """Who makes it, and who agrees to it."""
        return [self.by] if self.second is None else [self.by, self.second]

    @property
    def needs_second(self) -> bool:
        return self.by_two


class Propose(Request, tag="propose"):
    plan: dict[str, Any]


class Accept(Request, tag="accept"):
    plan: str


class WithdrawProposal(Request, tag="withdraw_proposal"):
    reason: str


class Reset(Request, tag="reset"):
    reason: str
    by_two: ClassVar[bool] = True


class Wager(Request, tag="wager"):
    table: str
    round: int
    seats: list[int]
    amount: Amount | UnsetType = UNSET
    day: str | None = None


class AboutRound(Request):
    """About a round of a table."""

    table: str
    round: int


class Lock(AboutRound, tag="lock"):
    pass


class Telling(AboutRound):
    """What the hands of a round are."""

    hands: Hands
    dealer: str | None = None

    @property
    def is_read(self) -> bool:
        """Whether a hand was read without its cards."""
        return bool(self.hands) and any(isinstance(hand, ReadHand) for hand in self.hands.values())


class Result(Telling, tag="result"):
    @property
    def needs_second(self) -> bool:
        return self.is_read


class Void(AboutRound, tag="void"):
    reason: str
    by_two: ClassVar[bool] = True


class AboutAward(Request):
    """About an award that is not paid yet, or that was paid by mistake."""

    award: int


class Approve(AboutAward, tag="approve"):
    pass


class Reject(AboutAward, tag="reject"):
    reason: str
    by_two: ClassVar[bool] = True


class Correct(Telling, tag="correct"):
    reason: str
    entry: int | None = None
    by_two: ClassVar[bool] = True


class Collect(AboutAward, tag="collect"):
    amount: Amount
    reference: str


class WriteOff(AboutAward, tag="write_off"):
    reason: str
    by_two: ClassVar[bool] = True


class Pay(AboutAward, tag="pay"):
    method: str
    reference: str | None = None
    tax_form: str | None = None
    camera: str | None = None
    payee: int | None = None


class Confirm(AboutAward, tag="confirm"):
    camera: str


class CorrectFilm(AboutAward, tag="correct_film"):
    camera: str
    reason: str
    by_two: ClassVar[bool] = True


class Purge(Request, tag="purge"):
    reason: str
    by_two: ClassVar[bool] = True


class Adjust(Request, tag="adjust"):
    reason: str
    amount: Amount
    note: str
    level: int | None = None
    evidence: str | None = None
    figure: int | None = None
    by_two: ClassVar[bool] = True


class OfBank(Request):
    """About the jackpot's bank account, with the number of a paper."""

    amount: Amount
    reference: str


class Deposit(OfBank, tag="deposit"):
    pass


class Withdraw(OfBank, tag="withdraw"):
    by_two: ClassVar[bool] = True


class Statement(OfBank, tag="statement"):
    pass


class Seize(Request, tag="seize"):
    reference: str


class Release(Request, tag="release"):
    reference: str


class Fault(Request, tag="fault"):
    reason: str
    table: str | None = None


class Clear(Request, tag="clear"):
    reason: str
    table: str | None = None
    by_two: ClassVar[bool] = True


class Appoint(Request, tag="appoint"):
    person: str
    name: str
    role: Role
    by_two: ClassVar[bool] = True


class Dismiss(Request, tag="dismiss"):
    person: str
    reason: str
    by_two: ClassVar[bool] = True


class End(Request, tag="end"):
    reason: str
    by_two: ClassVar[bool] = True


class CloseDay(Request, tag="close_day"):
    day: str


class Grant(Request, tag="grant"):
    """The number of what waits is in ``ask``."""


class Decline(Request, tag="decline"):
    """The number of what waits is in ``ask``."""

    reason: str


class NewKey(Request, tag="new_key"):
    key: str
    signature: str
    by_two: ClassVar[bool] = True


class NewChain(Request, tag="new_chain"):
    head: str
    reason: str
    by_two: ClassVar[bool] = True


Waiting = (
    Reset
    | Result
    | Void
    | Reject
    | Correct
    | WriteOff
    | CorrectFilm
    | Purge
    | Adjust
    | Withdraw
    | Clear
    | Appoint
    | Dismiss
    | End
    | NewKey
    | NewChain
)
"""Requests that may wait for a second person."""


_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
_DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", re.ASCII)
_INTS = frozenset({int})
_SEAT = re.compile(r"[1-9][0-9]?", re.ASCII)

LARGEST_ROUND = 10**12

FURTHEST_ROUND = 100_000
"""How far beyond a table's last round the next may be: further is a typing error that would block the table."""

MOST_CENTS = 10**11
"""A billion dollars in one request: far above any jackpot."""

MOST_HELD = 2**62
"""What requests may bring an account to on either side, in millionths of a cent: 46 billion dollars.

It is half of what 64 bits hold: wagers, which are not held to it, always find room.
"""


class Field(NamedTuple):
    """One field of a request.

    Not an entry of ``rulebook.entries``: that raises an error with a hint for the author of a file, while a request is
    answered with a few words that the journal keeps. This check runs for every wager, and takes half the time.
    """

    fits: Callable[[Any], bool]
    needed: bool = True


class Kind(NamedTuple):
    """One kind of request."""

    what: str
    record: type[Request]
    fields: dict[str, Field]
    roles: frozenset[str]

    @property
    def by_two(self) -> bool:
        """Whether a second person, a supervisor, must stand behind it."""
        return self.record.by_two


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 64 and value.isprintable()


def _is_usual(wager: dict[str, Any]) -> bool:
    """Whether a report of wagers, which there are thousands of, has just what it needs, and all of it is understood."""
    table, number, seats = wager.get("table"), wager.get("round"), wager.get("seats")
    return (
        type(table) is str
        and 0 < len(table) <= 64
        and table.isprintable()
        and type(number) is int
        and 0 < number <= LARGEST_ROUND
        and type(seats) is list
        and 0 < len(seats) <= 99
        and _INTS.issuperset(map(type, seats))
    )


def _is_text(value: Any) -> bool:
    """One line that every screen, file and database can show: no control characters, no lone surrogates."""
    return isinstance(value, str) and len(value.strip()) > 0 and len(value) <= 500 and value.isprintable()


def _is_round(value: Any) -> bool:
    return type(value) is int and 0 < value <= LARGEST_ROUND


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 < value <= LARGEST_ROUND


def _is_cents(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST_CENTS


def _is_seats(value: Any) -> bool:
    return type(value) is list and 0 < len(value) <= 99 and _INTS.issuperset(map(type, value))


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and _DAY.fullmatch(value) is not None


def _is_hands(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(seat, str)
        and _SEAT.fullmatch(seat) is not None
        and (_is_text(hand) or (isinstance(hand, dict) and _is_read(hand)))
        for seat, hand in value.items()
    )


def _is_read(hand: dict[Any, Any]) -> bool:
    return set(hand) == {"event"} and _is_name(hand["event"])


def _is_anything(_value: Any) -> bool:
    return True


_NAME, _TEXT, _ROUND, _NUMBER = Field(_is_name), Field(_is_text), Field(_is_round), Field(_is_number)
_AMOUNT = Field(_is_anything)
"""Of any type: what is wrong with an amount has codes of its own."""
_METHODS = Field(lambda value: value in ("cash", "check"))
_PLAN = Field(lambda value: isinstance(value, dict))

_TABLE = frozenset({"dealer", "supervisor"})
_BACK = frozenset({"accounting", "supervisor"})
_SUPERVISOR = frozenset({"supervisor"})
_ALL = frozenset({"dealer", "accounting", "supervisor"})
ROLES = _ALL | {"operator", "auditor"}
"""What somebody may be on a link; the last two look after devices and log-ins, or read, and move nothing."""

KINDS = {
    "propose": Kind("put a plan forward", Propose, {"plan": _PLAN}, _SUPERVISOR),
    "accept": Kind("approve a proposed plan, as the second person", Accept, {"plan": _NAME}, _SUPERVISOR),
    "withdraw_proposal": Kind("take a proposed plan back", WithdrawProposal, {"reason": _TEXT}, _SUPERVISOR),
    "reset": Kind("a full reset: an accepted plan takes effect now", Reset, {"reason": _TEXT}, _SUPERVISOR),
    "wager": Kind(
        "the sensors of a table: who wagers in a round",
        Wager,
        {
            "table": _NAME,
            "round": _ROUND,
            "seats": Field(_is_seats),
            "amount": Field(_is_anything, needed=False),
            "day": Field(_is_day, needed=False),
        },
        _TABLE,
    ),
    "lock": Kind("close the wagers of a round", Lock, {"table": _NAME, "round": _ROUND}, _TABLE),
    "result": Kind(
        "the hands of a round: cards, or the row that a supervisor read",
        Result,
        {"table": _NAME, "round": _ROUND, "hands": Field(_is_hands), "dealer": Field(_is_text, needed=False)},
        _TABLE,
    ),
    "void": Kind("take a round's wagers back", Void, {"table": _NAME, "round": _ROUND, "reason": _TEXT}, _TABLE),
    "approve": Kind("approve a pending award", Approve, {"award": _NUMBER}, _SUPERVISOR),
    "reject": Kind(
        "void a pending award: its hand won nothing", Reject, {"award": _NUMBER, "reason": _TEXT}, _SUPERVISOR
    ),
    "correct": Kind(
        "say what the hands of a settled round really were",
        Correct,
        {
            "table": _NAME,
            "round": _ROUND,
            "hands": Field(_is_hands),
            "reason": _TEXT,
            "dealer": Field(_is_text, needed=False),
            "entry": Field(_is_number, needed=False),
        },
        _SUPERVISOR,
    ),
    "collect": Kind(
        "money back after an award was paid by mistake",
        Collect,
        {"award": _NUMBER, "amount": _AMOUNT, "reference": _TEXT},
        _BACK,
    ),
    "write_off": Kind(
        "give up what was paid by mistake: the house bears it",
        WriteOff,
        {"award": _NUMBER, "reason": _TEXT},
        _SUPERVISOR,
    ),
    "pay": Kind(
        "pay an award",
        Pay,
        {
            "award": _NUMBER,
            "method": _METHODS,
            "reference": Field(_is_text, needed=False),
            "tax_form": Field(_is_text, needed=False),
            "camera": Field(_is_text, needed=False),
            "payee": Field(_is_number, needed=False),
        },
        _BACK,
    ),
    "confirm": Kind(
        "confirm the camera's record of an award, having looked at it",
        Confirm,
        {"award": _NUMBER, "camera": _TEXT},
        _SUPERVISOR,
    ),
    "correct_film": Kind(
        "name another film of an award, before it is paid: its number was mistyped",
        CorrectFilm,
        {"award": _NUMBER, "camera": _TEXT, "reason": _TEXT},
        _SUPERVISOR,
    ),
    "purge": Kind("forget personal records that need no longer be kept", Purge, {"reason": _TEXT}, _SUPERVISOR),
    "adjust": Kind(
        "correct the books, for a listed reason",
        Adjust,
        {
            "reason": _NAME,
            "amount": _AMOUNT,
            "note": _TEXT,
            "level": Field(_is_number, needed=False),
            "evidence": Field(_is_text, needed=False),
            "figure": Field(_is_cents, needed=False),
        },
        _SUPERVISOR,
    ),
    "deposit": Kind("money into the jackpot's bank account", Deposit, {"amount": _AMOUNT, "reference": _TEXT}, _BACK),
    "withdraw": Kind(
        "money no longer needed out of the bank", Withdraw, {"amount": _AMOUNT, "reference": _TEXT}, _BACK
    ),
    "statement": Kind("what the bank says it holds", Statement, {"amount": _AMOUNT, "reference": _TEXT}, _BACK),
    "seize": Kind("authorities have seized the funds", Seize, {"reference": _TEXT}, _BACK),
    "release": Kind("the seized funds are back", Release, {"reference": _TEXT}, _SUPERVISOR),
    "fault": Kind(
        "the controller, or one table or its sensor, is at fault or is stopped",
        Fault,
        {"reason": _TEXT, "table": Field(_is_name, needed=False)},
        _ALL,
    ),
    "clear": Kind(
        "the faults of the controller, or of one table, are mended",
        Clear,
        {"reason": _TEXT, "table": Field(_is_name, needed=False)},
        _SUPERVISOR,
    ),
    "appoint": Kind(
        "somebody joins, or has another role from now on",
        Appoint,
        {"person": _NAME, "name": _TEXT, "role": Field(lambda value: isinstance(value, str) and value in ROLES)},
        _SUPERVISOR,
    ),
    "dismiss": Kind("somebody leaves", Dismiss, {"person": _NAME, "reason": _TEXT}, _SUPERVISOR),
    "end": Kind(
        "end the link: play stops, and its money is awarded, moved to another jackpot or held",
        End,
        {"reason": _TEXT},
        _SUPERVISOR,
    ),
    "close_day": Kind("close the gambling day", CloseDay, {"day": Field(_is_day)}, _BACK),
    "grant": Kind("approve a request, as its second person", Grant, {"ask": _NUMBER}, _SUPERVISOR),
    "decline": Kind(
        "refuse a request that is waiting for a second person, or take back one's own",
        Decline,
        {"ask": _NUMBER, "reason": _TEXT},
        _ALL,
    ),
    "new_key": Kind(
        "announce the key that signs the checkpoints from now on, in the name of the one before",
        NewKey,
        {"key": _TEXT, "signature": _TEXT},
        _SUPERVISOR,
    ),
    "new_chain": Kind(
        "go on with a restored book, or without its key: a new chain that cites the head that was lost",
        NewChain,
        {"head": _NAME, "reason": _TEXT},
        _SUPERVISOR,
    ),
}


for _do, _kind in KINDS.items():
    _kind.record.do = _do

_SHAPES = {
    do: tuple(
        tuple((name, field.fits) for name, field in kind.fields.items() if field.needed is needed)
        for needed in (True, False)
    )
    for do, kind in KINDS.items()
}
"""By kind, the fields that are needed and those that are not, with what fits them: every wager is looked at."""


def needs_second(request: Mapping[str, Any]) -> bool:
    """Whether a well-formed request needs a second person; a hand that was read without cards does."""
    do = request["do"]
    if do == "result":
        hands = request["hands"]
        return bool(hands) and any(isinstance(hand, dict) for hand in hands.values())
    return KINDS[do].by_two


def malformed(request: Any) -> str | None:
    """What keeps a request from being understood; None if nothing does."""
    if not isinstance(request, dict):
        return "a request is a JSON object"
    id, do = request.get("id"), request.get("do")
    if type(id) is not str or not _ID.fullmatch(id):
        return "id: 1 to 64 letters, digits or ._:-"
    if do == "wager" and len(request) == 5 and _is_usual(request):
        return None
    shape = _SHAPES.get(do) if type(do) is str else None
    if shape is None:
        return f"do: one of {', '.join(KINDS)}"
    needed, optional = shape
    for name, fits in needed:
        if name not in request:
            return f"{name}: missing"
        if not fits(request[name]):
            return f"{name}: not understood"
    if len(request) == 2 + len(needed):
        return None
    for name, fits in optional:
        if name in request and not fits(request[name]):
            return f"{name}: not understood"
    fields = KINDS[str(do)].fields
    strange = [name for name in request if name not in fields and name not in ("id", "do")]
    return f"{str(strange[0])[:40]}: not a field of {do}" if strange else None


_RECORDS = {do: (kind.record, issubclass(kind.record, Telling)) for do, kind in KINDS.items()}


def record_of(request: Mapping[str, Any], by: str, second: str | None = None) -> Request:
    """A well-formed request of these people, as a record."""
    if request["do"] == "wager" and len(request) == 5:  # thousands of them, and nearly all are so
        return Wager(by=by, table=request["table"], round=request["round"], seats=request["seats"])
    fields = dict(request)
    record, tells = _RECORDS[fields.pop("do")]
    fields.pop("id", None)
    if tells and fields["hands"]:
        fields["hands"] = {
            seat: hand if isinstance(hand, str) else ReadHand(event=hand["event"])
            for seat, hand in fields["hands"].items()
        }
    if second is None:
        return record(by=by, **fields)
    return record(by=by, second=second, **fields)
