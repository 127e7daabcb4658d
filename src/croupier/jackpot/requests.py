"""What is asked of a link: a record for every kind of request, amounts in whole cents. Who asks is not part of what is
sent; the caller says so with an ``Actor``. Each field says what fits it, and ``table.malformed`` looks at every one."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NamedTuple, Union

import msgspec

from croupier.play.documents import Json
from croupier.records import UNSET, Record, UnsetType

changed = msgspec.structs.replace  # A record with other values in some of its fields.

_DAY = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", re.ASCII)
INTEGERS = frozenset({int})
_SEAT = re.compile(r"[1-9][0-9]?", re.ASCII)

LARGEST_ROUND = 10**12

FURTHEST_ROUND = 100_000  # Beyond a table's last round: further is a typing error.

MOST_CENTS = 10**11  # A billion dollars in one request: far above any jackpot.

MOST_HELD = 2**62
"""What requests may bring an account to on either side, in millionths of a cent: 46 billion dollars.

It is half of what 64 bits hold: wagers, which are not held to it, always find room.
"""

Role = Literal["dealer", "supervisor", "accounting", "operator", "auditor"]
SUPERVISORS, AUDITORS = frozenset({"supervisor"}), frozenset({"auditor"})
AT_TABLES, BACK_OFFICE = frozenset({"dealer", "supervisor"}), frozenset({"accounting", "supervisor"})
ANYBODY = AT_TABLES | BACK_OFFICE
ROLES = frozenset({"dealer", "supervisor", "accounting", "operator", "auditor"})
"""What somebody may be on a link; the last two look after devices and log-ins, or read, and move nothing."""


class Fits(NamedTuple):
    """What a field takes: a quick check, since it runs for every wager."""

    check: Callable[[object], bool]


def is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 64 and value.isprintable()


def is_text(value: object) -> bool:
    """One line that every screen, file and database can show: no control characters, no lone surrogates."""
    return isinstance(value, str) and len(value.strip()) > 0 and len(value) <= 500 and value.isprintable()


def is_number(value: object) -> bool:
    return type(value) is int and 0 < value <= LARGEST_ROUND


def is_seats(value: object) -> bool:
    return type(value) is list and 0 < len(value) <= 99 and INTEGERS.issuperset(map(type, value))


def _is_hands(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(seat, str)
        and _SEAT.fullmatch(seat) is not None
        and (is_text(hand) or (isinstance(hand, dict) and set(hand) == {"event"} and is_name(hand["event"])))
        for seat, hand in value.items()
    )


class ReadHand(Record):
    """A hand that a supervisor read, since the cards do not show it."""

    event: str


Name = Annotated[str, Fits(is_name)]
Text = Annotated[str, Fits(is_text)]
Number = Annotated[int, Fits(is_number)]
Seats = Annotated[list[int], Fits(is_seats)]
Day = Annotated[str, Fits(lambda value: isinstance(value, str) and _DAY.fullmatch(value) is not None)]
OneRole = Annotated[Role, Fits(lambda value: isinstance(value, str) and value in ROLES)]
Method = Annotated[str, Fits(lambda value: value in ("cash", "check"))]
Plan = Annotated[Json, Fits(lambda value: isinstance(value, dict))]
Cents = Annotated[int, Fits(lambda value: type(value) is int and 0 <= value <= MOST_CENTS)]
Amount = Annotated[int, Fits(lambda _value: True)]  # Cents, sent as anything: amounts have codes of their own.
Words = Annotated[list[str], Fits(lambda value: isinstance(value, list) and all(map(is_text, value)))]
Hands = Annotated[dict[str, str | ReadHand], Fits(_is_hands)]  # By seat, the cards or the row.


class Request(Record, tag_field="do", omit_defaults=True, gc=False):
    """What all of them have: who asks, who agrees, and the number under which it waited for that. What a kind says here
    holds for writer, audit, API and documentation."""

    by: str
    second: str | None = None
    ask: int | None = None
    reason: str = ""

    do: ClassVar[str]  # The kind, as requests and the journal name it.
    asks: ClassVar[frozenset[str]] = SUPERVISORS  # The roles that may ask for it.
    by_two: ClassVar[bool] = False  # Whether a second person, a supervisor, must always stand behind it.
    gives_reason: ClassVar[bool] = False
    by_token: ClassVar[bool] = False  # Whether a table or a program may report it.

    @property
    def people(self) -> list[str]:
        """Who makes it, and who agrees to it."""
        return [self.by] if self.second is None else [self.by, self.second]

    @property
    def needs_second(self) -> bool:
        """Whether a second person must stand behind it."""
        return self.by_two


class Propose(Request, tag="propose"):
    """Put a plan forward."""

    plan: Plan


class Accept(Request, tag="accept"):
    """Approve a proposed plan, as the second person."""

    plan: Name


class WithdrawProposal(Request, tag="withdraw_proposal"):
    """Take a proposed plan back."""

    gives_reason = True


class Reset(Request, tag="reset"):
    """A full reset: an accepted plan takes effect now."""

    by_two = gives_reason = True


class Wager(Request, tag="wager"):
    """Who wagers in a round, as a dealer, a supervisor or the sensors of the table report it."""

    asks, by_token = AT_TABLES, True
    table: Name
    round: Number
    seats: Seats
    amount: Amount | UnsetType = UNSET
    day: Day | None = None


class AboutRound(Request):
    """About a round of a table."""

    asks = AT_TABLES
    table: Name
    round: Number


class Lock(AboutRound, tag="lock"):
    """Close the wagers of a round."""

    by_token = True


class Telling(AboutRound):
    """What the hands of a round are."""

    hands: Hands
    dealer: Text | None = None

    @property
    def is_read(self) -> bool:
        """Whether a hand was read without its cards."""
        return bool(self.hands) and any(isinstance(hand, ReadHand) for hand in self.hands.values())


class Result(Telling, tag="result"):
    """The hands of a round: cards, or the row that a supervisor read."""

    by_token = True

    @property
    def needs_second(self) -> bool:
        return self.is_read


class Void(AboutRound, tag="void"):
    """Take a round's wagers back."""

    by_two = gives_reason = True


class AboutAward(Request):
    """About an award that is not paid yet, or that was paid by mistake."""

    award: Number


class Approve(AboutAward, tag="approve"):
    """Approve a pending award."""


class Reject(AboutAward, tag="reject"):
    """Void a pending award: its hand won nothing."""

    by_two = gives_reason = True


class Correct(Telling, tag="correct"):
    """Say what the hands of a settled round really were."""

    asks, by_two, gives_reason = SUPERVISORS, True, True
    entry: Number | None = None


class TakeBack(AboutRound, tag="take_back"):
    """Take the wager of one seat back after the result: it was not made, or its stake was returned."""

    asks, by_two, gives_reason = SUPERVISORS, True, True
    seat: Number
    entry: Number | None = None


class Collect(AboutAward, tag="collect"):
    """Money back after an award was paid by mistake."""

    asks, by_two = BACK_OFFICE, True
    amount: Amount
    reference: Text


class WriteOff(AboutAward, tag="write_off"):
    """Give up what was paid by mistake: the house bears it."""

    by_two = gives_reason = True


class Pay(AboutAward, tag="pay"):
    """Pay an award."""

    asks = BACK_OFFICE
    method: Method
    reference: Text | None = None
    tax_form: Text | None = None
    camera: Text | None = None
    payee: Number | None = None


class Confirm(AboutAward, tag="confirm"):
    """Confirm the camera's record of an award, having looked at it."""

    camera: Text


class CorrectFilm(AboutAward, tag="correct_film"):
    """Name another film of an award, before it is paid: its number was mistyped."""

    by_two = gives_reason = True
    camera: Text


class Purge(Request, tag="purge"):
    """Forget personal records that need no longer be kept."""

    by_two = gives_reason = True


class Adjust(Request, tag="adjust"):
    """Correct the books, for a listed reason."""

    by_two = True
    reason: Name  # One of ``kinds.bank.REASONS``.
    amount: Amount
    note: Text
    level: Number | None = None
    evidence: Text | None = None
    figure: Cents | None = None


class OfBank(Request):
    """About the jackpot's bank account, with the number of a paper."""

    asks = BACK_OFFICE
    amount: Amount
    reference: Text


class Deposit(OfBank, tag="deposit"):
    """Money into the jackpot's bank account."""


class Withdraw(OfBank, tag="withdraw"):
    """Money no longer needed out of the bank."""

    by_two = True


class Statement(OfBank, tag="statement"):
    """What the bank says it holds."""


class Seize(Request, tag="seize"):
    """Authorities have seized the funds."""

    asks = BACK_OFFICE
    reference: Text


class Release(Request, tag="release"):
    """The seized funds are back."""

    reference: Text


class Fault(Request, tag="fault"):
    """The controller, or one table or its sensor, is at fault or is stopped."""

    asks, gives_reason, by_token = ANYBODY, True, True
    table: Name | None = None


class Clear(Request, tag="clear"):
    """The faults of the controller, or of one table, are mended."""

    by_two = gives_reason = True
    table: Name | None = None


class Appoint(Request, tag="appoint"):
    """Somebody joins, or has another role from now on."""

    by_two = True
    person: Name
    name: Text
    role: OneRole


class Dismiss(Request, tag="dismiss"):
    """Somebody leaves."""

    by_two = gives_reason = True
    person: Name


class End(Request, tag="end"):
    """End the link: play stops, and its money is awarded, moved to another jackpot or held."""

    by_two = gives_reason = True


class CloseDay(Request, tag="close_day"):
    """Close the gambling day."""

    asks, by_token = BACK_OFFICE, True
    day: Day


class Grant(Request, tag="grant"):
    """Approve a request, as its second person."""

    ask: Number  # What waits.


class Decline(Request, tag="decline"):
    """Refuse a request that is waiting for a second person, or take back one's own."""

    asks, gives_reason = ANYBODY, True
    ask: Number


class NewKey(Request, tag="new_key"):
    """Announce the key that signs the checkpoints from now on, in the name of the one before."""

    by_two = True
    key: Text
    signature: Text


class OwnKey(Request, tag="own_key"):
    """Name the key by which one signs for oneself: without its signature one begins no new chain."""

    by_two = True
    key: Text
    signature: Text | None = None  # Of the key that was named before, for this one.


class NewChain(Request, tag="new_chain"):
    """Go on with a restored book, or without its key: a new chain that cites the head that was lost."""

    by_two = gives_reason = True
    head: Name
    signed: Words | None = None  # Key and signature of each of the two (``checkpoints.word_of``).


class ConfirmChain(Request, tag="confirm_chain"):
    """Say that a new chain is known outside and right: its alarm ends."""

    asks = AUDITORS
    chain: Number


def _kinds(record: type[Request]) -> Iterator[type[Request]]:
    narrower = record.__subclasses__()
    for kind in narrower:
        yield from _kinds(kind)
    if not narrower:
        yield record


REQUESTS: dict[str, type[Request]] = {str(record.__struct_config__.tag): record for record in _kinds(Request)}
"""By kind, its record."""
for _do, _record in REQUESTS.items():
    _record.do = _do
if TYPE_CHECKING:
    Waiting = Request  # One that may wait for a second person.
else:
    Waiting = Union[tuple(kind for kind in REQUESTS.values() if kind.by_two or kind is Result)]  # noqa: UP007
